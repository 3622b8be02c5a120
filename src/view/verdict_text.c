/* SPDX-License-Identifier: MIT */
#include "view/verdict_text.h"

#include "say/badge.h"
#include "say/phrases.h"
#include "say/say.h"
#include "trace/value.h"

enum { FAULT_RANKS = 2 }; /* of what is said of faults */

void badge_free(Badge *badge)
{
    text_free(&badge->verdict);
    text_free(&badge->detail);
    *badge = (Badge){0};
}

/* ---- Where faults begin ---------------------------------------------------*/

/* The place in the playing order of the first race, which is its second
 * access; WRONG_WORDS_NEVER: there is none. */
static size_t first_race(const AnalysedTrace *whole)
{
    const Trace *trace = whole->trace;
    size_t first = WRONG_WORDS_NEVER;

    for (size_t r = 0; r < whole->races.races_count; ++r) {
        size_t place =
            issue_order_place(trace, whole->order,
                              whole->races.races[r].second.instruction);
        first = place < first ? place : first;
    }
    return first;
}

/* A wrong output that no access brought about is there at the end. */
static size_t first_wrong(const AnalysedTrace *whole)
{
    if (whole->wrong.first != WRONG_WORDS_NEVER)
        return whole->wrong.first;
    return whole->wrong.accesses ? whole->trace->instructions_count - 1
                                 : WRONG_WORDS_NEVER;
}

/* True if there is a race or a wrong word among the first POSITION
 * instructions, as they are played. */
static bool verdict_went_bad(const AnalysedTrace *whole, size_t position)
{
    return first_race(whole) < position || first_wrong(whole) < position;
}

/* True if a wrong word arises in the instruction that runs at POSITION. */
static bool verdict_goes_wrong(const AnalysedTrace *whole, size_t position)
{
    return position && wrong_words_arise(&whole->wrong, whole->trace,
                                         analysed_running(whole, position));
}

void verdict_text_faults(const AnalysedTrace *whole, Statement *statement)
{
    size_t race = first_race(whole), wrong = first_wrong(whole);
    bool races = race != WRONG_WORDS_NEVER;

    statement->plain = true;
    if (races)
        statement_say(statement, 0, "race in step %u",
                      analysed_step(whole, race + 1));
    if (wrong != WRONG_WORDS_NEVER)
        statement_say(statement, races ? 1 : 0, "wrong values from step %u",
                      analysed_step(whole, wrong + 1));
}

Color verdict_faults_color(const AnalysedTrace *whole, size_t position)
{
    return verdict_went_bad(whole, position) ? COLOR_FAULT : COLOR_DIM;
}

/* ---- The end --------------------------------------------------------------*/

/* Has the trace of WHOLE come to its end? */
static bool is_due(const View *whole)
{
    return whole->position > 0 && !view_is_moving(whole) &&
           whole->position == whole->trace->instructions_count;
}

/* The badge at the end. */
static Badge end_badge(const View *whole)
{
    static const Color colors[SEVERITY_COUNT] = {
        [SEVERITY_FAULT] = COLOR_FAULT,
        [SEVERITY_COST] = COLOR_FAULT,
        [SEVERITY_NOTE] = COLOR_DIM,
        [SEVERITY_GOOD] = COLOR_GOOD,
    };
    Badge badge = {.color = COLOR_DIM};
    Severity severity = badge_write(analysed_findings(whole->analysed),
                                    &badge.verdict, &badge.detail);

    badge.color = colors[severity];
    badge.loud = severity == SEVERITY_FAULT;
    return badge;
}

/* ---- The badge of a moment ------------------------------------------------*/

static Color conflict_color(const View *whole)
{
    const BankCost *cost = &whole->service->cost;

    if (!view_is_shared(whole))
        return COLOR_DIM;
    if (cost->wavefronts > 1)
        return COLOR_ALARM;
    /* A conflict in the model, none on a GPU; nothing is good of a run that
     * went wrong. */
    return cost->latency > 1 || whole->analysed->races.races_count > 0 ||
                   verdict_went_bad(whole->analysed, whole->position)
               ? COLOR_DIM
               : COLOR_GOOD;
}

/* A race or a wrong word of the running instruction; or else its conflict. */
static Badge instruction_badge(const View *whole)
{
    const AnalysedTrace *analysed = whole->analysed;
    size_t lies =
        whole->position ? analysed_running(analysed, whole->position) + 1 : 0;
    Badge badge = {.color = COLOR_FAULT, .loud = true};
    Statement race = {0};

    if (say_race(analysed->trace, &analysed->races, lies, &race)) {
        text_add(&badge.verdict, "race");
    } else if (verdict_goes_wrong(analysed, whole->position)) {
        text_add(&badge.verdict, "goes wrong");
    } else {
        badge.loud = false;
        badge.color = conflict_color(whole);
        say_conflict(analysed->trace, lies, &badge.verdict, &badge.detail);
    }
    statement_free(&race);
    return badge;
}

/* The worst of the badges of a step's instructions, the last one of several:
 * that whose queues are shown. */
static Badge step_badge(const View *whole)
{
    View at = *whole;
    Badge worst = {0};
    Service service;
    uint32_t most = 0;

    at.steps = false;
    at.service = &service;
    for (size_t i = whole->step_first; view_is_of_step(whole, i); ++i) {
        at.position =
            issue_order_place(whole->trace, whole->analysed->order, i) + 1;
        at.running = whole->trace->instructions + i;
        service = service_of(whole->trace, at.running);
        Badge badge = instruction_badge(&at);
        uint32_t own = badge.loud                    ? UINT32_MAX
                       : trace_is_shared(at.running) ? service.cost.wavefronts
                                                     : 0;
        if (!worst.verdict.text || own >= most) {
            badge_free(&worst);
            worst = badge;
            most = own;
        } else {
            badge_free(&badge);
        }
    }
    return worst;
}

Badge verdict_badge(const View *whole)
{
    return is_due(whole)  ? end_badge(whole)
           : whole->steps ? step_badge(whole)
                          : instruction_badge(whole);
}

/* ---- What is wrong --------------------------------------------------------*/

/* Adds what is wrong with the run as a whole. */
static void say_end(const AnalysedTrace *whole, Statement *statement)
{
    Text verdict = {0}, detail = {0};
    Severity severity =
        badge_write(analysed_findings(whole), &verdict, &detail);

    if (severity == SEVERITY_FAULT) {
        statement_say(statement, 0, "%s%s%s", verdict.text,
                      detail.length ? ": " : "",
                      detail.length ? detail.text : "");
        statement_open(statement);
    }
    if (trace_ended(whole->trace)) {
        statement_say(statement, 0, "ended early: %s",
                      trace_ended(whole->trace));
        statement_open(statement);
    }
    text_free(&verdict);
    text_free(&detail);
}

/* Adds "wrong: cell 17 held x16, which is needed later". */
static void say_lost(const AnalysedTrace *whole, Statement *statement)
{
    char lost[VALUE_TEXT];

    statement_say(statement, 0, "wrong: cell %u held %s, which is needed later",
                  whole->wrong.lost.cell,
                  value_format_interval(whole->wrong.lost.interval, lost));
    text_add(statement_brief(statement), "a value is lost here");
}

/* Adds "wrong: the value of thread 8". */
static void say_arising(const AnalysedTrace *whole, const Instruction *at,
                        Statement *statement)
{
    const Trace *trace = whole->trace;
    const Access *access = trace_accesses(trace, at), *first = NULL;
    const uint8_t *flags = whole->wrong.accesses + at->first_access;
    int lanes = 0;

    for (int lane = at->lanes; lane-- > 0;)
        if (flags[lane] & WRONG_ARISES) {
            first = access + lane;
            ++lanes;
        }
    uint32_t thread = trace_thread(trace, at, first);
    if (lanes > 1)
        statement_say(statement, 0, "wrong: %d values, the first in thread %u",
                      lanes, thread);
    else
        statement_say(statement, 0, "wrong: the value of thread %u", thread);
    text_add(statement_brief(statement), "a %s goes wrong here",
             phrase_sum(trace));
}

bool verdict_text_wrong(const AnalysedTrace *whole, size_t position,
                        Statement *statement)
{
    size_t before = statement->clauses_count;

    if (position && position == whole->trace->instructions_count) {
        say_end(whole, statement);
    } else if (verdict_goes_wrong(whole, position)) {
        size_t running = analysed_running(whole, position);
        if (whole->wrong.lost.interval != INTERVAL_UNSET &&
            whole->wrong.lost.instruction == running)
            say_lost(whole, statement);
        else
            say_arising(whole, whole->trace->instructions + running, statement);
        statement_open(statement);
    }
    return statement->clauses_count > before;
}

/* Adds FAULTS after what STATEMENT says, which gives way to them. */
static void add_faults(Statement *statement, Statement *faults)
{
    if (faults->clauses_count)
        statement_yield(statement, FAULT_RANKS);
    statement_append(statement, faults);
}

void verdict_text_instruction(const AnalysedTrace *whole, size_t position,
                              Statement *statement)
{
    size_t lies = position ? analysed_running(whole, position) + 1 : 0;
    Statement faults = {0};

    say_instruction(whole->trace, lies, statement);
    /* one fault is enough, but what is wrong at the end is always added */
    if (!say_race(whole->trace, &whole->races, lies, &faults) ||
        position == whole->trace->instructions_count)
        verdict_text_wrong(whole, position, &faults);
    add_faults(statement, &faults);
}

void verdict_text_step(const AnalysedTrace *whole, size_t position,
                       Statement *statement)
{
    const Trace *trace = whole->trace;
    const Instruction *last =
        trace->instructions + analysed_running(whole, position);
    const Step *step = trace_step(trace, last);
    Statement faults = {0};

    say_step(trace, last->step, statement);
    bool found = say_step_race(trace, &whole->races, last->step, &faults);
    for (uint32_t i = 0; i < step->instruction_count && !found; ++i) {
        size_t index = step->first_instruction + i;
        size_t place = issue_order_place(trace, whole->order, index) + 1;
        found = say_race(trace, &whole->races, index + 1, &faults);
        bool ends = position == trace->instructions_count &&
                    trace_is_global(trace->instructions + index);
        /* the wrong outputs are added at the end */
        if (!found && place < trace->instructions_count && !ends)
            found = verdict_text_wrong(whole, place, &faults);
    }
    if (position == trace->instructions_count)
        verdict_text_wrong(whole, position, &faults);
    add_faults(statement, &faults);
}

void verdict_text_now(const View *part, Statement *statement)
{
    View view = view_whole(part);

    if (is_due(&view)) {
        Badge badge = end_badge(&view);
        statement_say(statement, 0, "%s%s%s", badge.verdict.text,
                      badge.detail.length ? ": " : "",
                      badge.detail.length ? badge.detail.text : "");
        text_add(statement_brief(statement), "%s",
                 badge.detail.length ? badge.detail.text : badge.verdict.text);
        badge_free(&badge);
        return;
    }
    if (view.steps)
        verdict_text_step(view.analysed, view.position, statement);
    else
        verdict_text_instruction(view.analysed, view.position, statement);
}
