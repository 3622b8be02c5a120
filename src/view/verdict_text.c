/* SPDX-License-Identifier: MIT */
#include "view/verdict_text.h"

#include "say/badge.h"
#include "say/finding.h"
#include "say/narrate.h"
#include "say/result_words.h"
#include "trace/value.h"
#include "trace/variable.h"
#include "view/shown_value.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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

bool verdict_is_bad(const AnalysedTrace *whole)
{
    return whole->races.races_count > 0 || whole->wrong.accesses ||
           whole->proof.unexpected;
}

bool verdict_went_bad(const AnalysedTrace *whole, size_t position)
{
    return first_race(whole) < position || first_wrong(whole) < position;
}

bool verdict_goes_wrong(const AnalysedTrace *whole, size_t position)
{
    return position && wrong_words_arise(&whole->wrong, whole->trace,
                                         analysed_running(whole, position));
}

/* "Will race in step 2" before it does, "Races in step 2" within that step,
 * "Raced in step 2" after it. */
static void add_race(const AnalysedTrace *whole, size_t race, size_t position,
                     Text *text)
{
    uint32_t step = analysed_step(whole, race + 1);
    const char *tense = race >= position                         ? "Will race"
                        : analysed_step(whole, position) == step ? "Races"
                                                                 : "Raced";

    text_add(text, "%s in step %u", tense, step);
}

void verdict_text_faults(const AnalysedTrace *whole, size_t position, bool keys,
                         Text *text)
{
    size_t race = first_race(whole), wrong = first_wrong(whole);
    bool races = race != WRONG_WORDS_NEVER;
    size_t first = race < wrong ? race : wrong;

    if (races)
        add_race(whole, race, position, text);
    if (wrong != WRONG_WORDS_NEVER) {
        uint32_t step = analysed_step(whole, wrong + 1);
        if (wrong < position)
            text_add(text, "%srong values since step %u", races ? ", w" : "W",
                     step);
        else if (races)
            text_add(text, ", %swrong values from step %u on",
                     race < position ? "will have " : "with ", step);
        else
            text_add(text, "Will have wrong values from step %u on", step);
    }
    if (keys && first != WRONG_WORDS_NEVER && first >= position)
        text_add(text, ": D goes there");
}

Color verdict_faults_color(const AnalysedTrace *whole, size_t position)
{
    return verdict_went_bad(whole, position) ? COLOR_FAULT : COLOR_DIM;
}

void verdict_text_reserve(const AnalysedTrace *whole, size_t position,
                          Text *text)
{
    size_t race = first_race(whole), wrong = first_wrong(whole);

    if (wrong < position)
        text_add(text, "but wrong since step %u",
                 analysed_step(whole, wrong + 1));
    else if (race != WRONG_WORDS_NEVER)
        text_add(text,
                 race < position ? "but raced in step %u"
                                 : "but a race in step %u",
                 analysed_step(whole, race + 1));
}

/* How many cells of shared memory hold wrong words; *FIRST becomes one. */
static uint32_t count_cells(const View *view, uint32_t *first)
{
    uint32_t count = 0;

    for (uint32_t c = view->trace->run.words; view->moment->wrong && c-- > 0;)
        if (view->moment->wrong[c]) {
            *first = c;
            ++count;
        }
    return count;
}

/* ": cell 17 holds 68 and should hold 4"; false if no word was lost that is
 * needed later. */
static bool add_lost_cell(const View *view, uint32_t wrong, Text *text)
{
    const WrongWords *words = &view->analysed->wrong;
    const LostWord *lost = &words->lost;
    Op op = view->trace->run.op;
    char is[VALUE_TEXT], should[VALUE_TEXT];

    if (lost->interval == INTERVAL_UNSET || !view->moment->wrong ||
        !wrong_words_lost(words, lost->cell, view->position - 1))
        return false;
    text_add(text, ": cell %u holds %s and should hold %s", lost->cell,
             shown_value(op, view->moment->values[lost->cell], false, is),
             shown_value(op, op == OP_INTERVAL ? lost->interval : lost->value,
                         false, should));
    if (wrong > 1)
        text_add(text, ", %u more are wrong", wrong - 1);
    return true;
}

void verdict_text_place(const View *view, Text *text)
{
    uint32_t first = 0, count = count_cells(view, &first);

    if (!verdict_is_bad(view->whole) ||
        first_wrong(view->whole) >= view->whole_position ||
        view->trace->run.words == 0 || add_lost_cell(view, count, text))
        return;
    if (count == 0)
        text_add(text, ", now in no cell of shared memory");
    else if (count == 1)
        text_add(text, ", now in cell %u", first);
    else
        text_add(text, ", now in %u cells, the first is cell %u", count, first);
}

/* ---- The end --------------------------------------------------------------*/

bool verdict_is_due(const View *whole)
{
    return whole->position > 0 && !view_is_moving(whole) &&
           whole->position == whole->trace->instructions_count;
}

/* "17 races, the first in step 2". */
static void add_races(const AnalysedTrace *whole, Text *text)
{
    size_t count = whole->races.races_count;

    text_add(text,
             count == 1 ? "%zu race, in step %u"
                        : "%zu races, first in step %u",
             count, analysed_step(whole, first_race(whole) + 1));
}

/* Are the sums what they should be, whatever raced? */
static bool is_right(const Proof *proof)
{
    return proof->correct && proof->intervals_ok;
}

Badge verdict_badge(const View *whole)
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

/* "; 13 of 16 outputs are wrong", where more than one is. */
static void add_count(const AnalysedTrace *whole, Text *text)
{
    uint32_t count = proof_count_wrong(whole->judged, &whole->proof);

    if (count > 1)
        text_add(text, "; %u of %u outputs are wrong", count,
                 whole->judged->run.n);
}

/* "Wrong: output 17 holds 136 and should hold 68; 12 of 64 outputs are wrong."
 */
static void add_end(const AnalysedTrace *whole, Text *text)
{
    Text wrong = {0};

    if (whole->proof.unchecked)
        badge_outputs(whole->trace, (uint32_t)whole->trace->grids_count - 1,
                      whole->races.races_count > 0, &wrong);
    else
        finding_write_output(whole->judged, &whole->proof, &wrong);
    if (wrong.length && !whole->proof.unchecked)
        add_count(whole, &wrong);
    if (whole->proof.unexpected && wrong.length == 0)
        text_add(&wrong, "the output is not the %s that is expected",
                 result_kind(whole->trace->expected, whole->trace->expected_op));
    if (whole->races.races_count) {
        text_add(text, " Raced: ");
        add_races(whole, text);
        if (wrong.length)
            text_add(text, "; %s", wrong.text);
        else if (!whole->proof.unchecked && is_right(&whole->proof))
            text_add(text, "; the sums are right this time");
        text_add(text, ".");
    } else if (wrong.length) {
        text_add(text, " Wrong: %s.", wrong.text);
    }
    if (trace_ended(whole->trace))
        text_add(text, " Ended early: %s.", trace_ended(whole->trace));
    text_free(&wrong);
}

/* "Wrong: cell 17 held x16, which is needed later." */
static void add_lost(const AnalysedTrace *whole, Text *text)
{
    char lost[VALUE_TEXT];

    text_add(text, " Wrong: cell %u held %s, which is needed later.",
             whole->wrong.lost.cell,
             value_format_interval(whole->wrong.lost.interval, lost));
}

/* "Wrong: the word of thread 8 is no sum of neighbours."  Of sums in the wrong
 * place: "Wrong: 3 words, the first of thread 3, are not what they should be."
 */
static void add_arising(const AnalysedTrace *whole, const Instruction *at,
                        Text *text)
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
    bool sum =
        (flags[first - access] & WRONG_WORD) && first->interval != INTERVAL_TOP;
    uint32_t thread = trace_thread(trace, at, first);
    if (lanes > 1)
        text_add(text, " Wrong: %d words, the first of thread %u, are %s.",
                 lanes, thread,
                 sum ? "not what they should be" : "no sums of neighbours");
    else
        text_add(text, " Wrong: the word of thread %u is %s.", thread,
                 sum ? "not what it should be" : "no sum of neighbours");
}

void verdict_text_sentence(const AnalysedTrace *whole, size_t position,
                           Text *text)
{
    if (position == 0)
        return;
    if (position == whole->trace->instructions_count) {
        add_end(whole, text);
        return;
    }
    if (!verdict_goes_wrong(whole, position))
        return;
    size_t running = analysed_running(whole, position);
    if (whole->wrong.lost.interval != INTERVAL_UNSET &&
        whole->wrong.lost.instruction == running)
        add_lost(whole, text);
    else
        add_arising(whole, whole->trace->instructions + running, text);
}

void verdict_text_told(const AnalysedTrace *whole, size_t position, Text *text)
{
    size_t lies = position ? analysed_running(whole, position) + 1 : 0;

    narrate_instruction(whole->trace, lies, text);
    /* one fault is enough for a sentence, but the end is told in any case */
    if (!narrate_race(whole->trace, &whole->races, lies, text) ||
        position == whole->trace->instructions_count)
        verdict_text_sentence(whole, position, text);
}

void verdict_text_step(const AnalysedTrace *whole, size_t position, Text *text)
{
    const Trace *trace = whole->trace;
    const Instruction *last =
        trace->instructions + analysed_running(whole, position);
    const Step *step = trace_step(trace, last);
    size_t start = text->length;

    narrate_step(trace, last->step, text);
    text->text[start] = (char)toupper((unsigned char)text->text[start]);
    text_add(text, ".");
    bool told = narrate_step_race(trace, &whole->races, last->step, text);
    for (uint32_t i = 0; i < step->instruction_count && !told; ++i) {
        size_t index = step->first_instruction + i;
        size_t place = issue_order_place(trace, whole->order, index) + 1;
        told = narrate_race(trace, &whole->races, index + 1, text);
        bool ends = position == trace->instructions_count &&
                    trace_is_global(trace->instructions + index);
        /* the end tells of wrong outputs */
        if (!told && place < trace->instructions_count && !ends &&
            verdict_goes_wrong(whole, place)) {
            verdict_text_sentence(whole, place, text);
            told = true;
        }
    }
    if (position == trace->instructions_count)
        verdict_text_sentence(whole, position, text);
}

/* ---- Too long -------------------------------------------------------------*/

/* Where the sentence on a fault begins in TEXT; NULL if there is none. */
static const char *find_fault(const char *text)
{
    static const char *const starts[] = {"Race at ",
                                         "Raced: ", "Wrong: ", "Ended early: "};
    const char *first = NULL;

    for (size_t i = 0; i < sizeof starts / sizeof *starts; ++i) {
        const char *at = strstr(text, starts[i]);
        if (at && (!first || at < first))
            first = at;
    }
    return first;
}

/* The end of the last clause but one of TEXT; NULL if there is one only. */
static const char *find_last(const char *text)
{
    const char *last = NULL;

    for (const char *at = text; at[0] && at[1]; ++at)
        if ((*at == ';' || *at == '.') && at[1] == ' ')
            last = at;
    return last;
}

/* Drops a clause; false if there is only one. */
static bool drop_clause(Text *text)
{
    const char *fault = find_fault(text->text), *last = find_last(text->text);
    Text less = {0};

    if (!last)
        return false;
    if (fault && last < fault)
        text_add(&less, "%s", fault);
    else
        text_add(&less, "%.*s.", (int)(last - text->text), text->text);
    text_free(text);
    *text = less;
    return true;
}

double verdict_text_fit(Text *text, double width, int lines, double size,
                        double least)
{
    while (text->length &&
           layout_lines(FONT_TEXT, least, width, text->text) > lines &&
           drop_clause(text))
        continue;
    while (text->length && size > least &&
           layout_lines(FONT_TEXT, size, width, text->text) > lines)
        size = fmax(least, size * 0.97);
    return size;
}
