/* SPDX-License-Identifier: MIT */
#include "say/finding.h"

#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/wrong_path.h"
#include "say/result_words.h"
#include "trace/value.h"
#include "trace/variable.h"

#include <string.h>

typedef void Say(const Findings *all, const Finding *finding,
                 FindingWords *words);

static void say_text(FindingWords *words, const char *text)
{
    statement_say(&words->is, 0, "%s", text);
}

/* ---- Results of the catalog -----------------------------------------------*/

/* An interval of an output, to follow "is" or "not". */
static const char *interval_words(Word interval, char text[VALUE_TEXT])
{
    switch (interval) {
    case INTERVAL_TOP:
        return "not a sum of consecutive elements";
    case INTERVAL_IDENTITY:
        return "the identity";
    case INTERVAL_UNSET:
        return "a value that was never stored";
    default:
        return value_format_interval(interval, text);
    }
}

/* "output 3 is x0..x2, not x0..x3", as texts of what it is and should be. */
static void add_output(uint32_t i, bool unset, const char *is, bool unwanted,
                       const char *should, Text *text)
{
    if (unset)
        text_add(text, "output %u was not stored; it should be %s", i, should);
    else if (unwanted)
        text_add(text, "output %u is %s; nothing should be stored there", i,
                 is);
    else
        text_add(text, "output %u is %s, not %s", i, is, should);
}

static void add_intervals(uint32_t i, Word is, Word should, Text *text)
{
    char one[VALUE_TEXT], other[VALUE_TEXT];

    if (is == INTERVAL_TOP && should != INTERVAL_UNSET)
        text_add(text, "output %u is %s; it should be %s", i,
                 interval_words(is, one), interval_words(should, other));
    else
        add_output(i, false, interval_words(is, one), should == INTERVAL_UNSET,
                   interval_words(should, other), text);
}

void finding_write_output(const Trace *trace, const Proof *proof, Text *text)
{
    uint32_t i = proof_first_wrong(trace, proof);
    char is[VALUE_TEXT], should[VALUE_TEXT];

    if (i == trace->run.n) {
        if (proof->size_wrong)
            text_add(text, "the size is %u, not %u", proof->size,
                     proof->results);
        return;
    }
    ProofWanted wanted = proof_wanted(trace);
    bool unset = trace->output_interval[i] == INTERVAL_UNSET;
    bool unwanted = wanted.intervals[i] == INTERVAL_UNSET;
    if (trace->output[i] == wanted.words[i] && !unset && !unwanted)
        add_intervals(i, trace->output_interval[i], wanted.intervals[i], text);
    else
        add_output(i, unset, value_format(trace->run.op, trace->output[i], is),
                   unwanted,
                   value_format(trace->run.op, wanted.words[i], should), text);
    proof_wanted_free(&wanted);
}

/* The wrong interval; or a value, which only a race or an operator that is not
 * associative makes wrong where the intervals are right. */
static void say_wrong_output(const Trace *trace, const Proof *proof,
                             Statement *is)
{
    Text *text = statement_add(is, 0);
    char value[VALUE_TEXT];

    if (proof->intervals_ok)
        text_add(text, "output %u is %s, unlike the serial scan",
                 proof->wrong_value,
                 value_format(trace->run.op, trace->output[proof->wrong_value],
                              value));
    else if (proof->wrong == trace->run.n)
        text_add(text, "the size is %u, not %u", proof->size, proof->results);
    else
        add_intervals(proof->wrong, proof->wrong_interval,
                      proof->wanted_interval, text);
}

/* The blocks of launch G of the trace, which has some. */
static void add_held(const Trace *trace, uint32_t g, Text *text)
{
    uint32_t begin, end;

    trace_grid_blocks(trace, g, &begin, &end);
    uint32_t first = trace->blocks[begin].index;
    uint32_t last = trace->blocks[end - 1].index;
    if (first == last)
        text_add(text, "block %u of %u", first, trace->grids[g].blocks);
    else
        text_add(text, "blocks %u to %u of %u", first, last,
                 trace->grids[g].blocks);
    if (trace->grids_count > 1 && !trace_tells_sums(trace))
        text_add(text, " of launch %u", recorded_launches_number(trace, g));
}

/* Appends the recorded blocks of each launch of which not all are. */
static void add_all_held(const Trace *trace, Text *text)
{
    uint32_t parts = 0, most = trace_tells_sums(trace) ? 1 : 3;

    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        if (trace_grid_is_whole(trace, g) || parts++ >= most)
            continue;
        text_add(text, parts > 1 ? ", " : "");
        add_held(trace, g, text);
    }
    if (parts > most && most > 1)
        text_add(text, " and others");
    text_add(text, " (not all blocks are recorded)");
}

static void say_proved(const Findings *all, const Finding *finding,
                       FindingWords *words)
{
    const Trace *trace = all->trace;
    bool compacts = trace->run.condition && trace->run.condition[0];
    Text *text;

    (void)finding;
    if (!all->proof->whole) {
        statement_say(&words->is, 0, "%s, for every associative operator",
                      compacts ? "each kept element is at its place"
                               : "each output is right");
        text = statement_add(&words->is, 1);
        text_add(text, "no races in ");
        add_all_held(trace, text);
        return;
    }
    text = statement_add(&words->is, 0);
    text_add(text,
             "proved for every associative operator and every input of %u "
             "element%s",
             trace->run.n, trace->run.n == 1 ? "" : "s");
    if (compacts)
        text_add(text, " of which the same are kept");
    if (all->proof->ordered)
        text_add(text, ", in this order of blocks");
    statement_say(&words->is, 1, "no races");
}

static void say_promise(const Findings *all, const Finding *finding,
                        FindingWords *words)
{
    const Trace *trace = all->trace;
    const Instruction *at = trace->instructions + finding->at.instruction;
    const Step *step = trace_step(trace, at);

    statement_say(&words->is, 0,
                  "a %u-way conflict, where the algorithm promises none",
                  finding->cost->worst);
    text_add(&words->where, "the %s of %s:%u in step %u (%s, level %d)",
             trace_traits_of(at)->name, trace_source_of(trace, at)->name,
             at->site, issue_order_number(trace, at->step),
             trace_phase(trace, step), (int)step->level);
}

/* ---- Races ----------------------------------------------------------------*/

/* "load" of the verb "loads", "count in" of "counts in". */
static void add_infinitive(const ThreadAccess *side, Text *text)
{
    const char *verb = trace_traits((AccessKind)side->kind)->verb;

    size_t length = strcspn(verb, " ");

    text_add_bytes(text, verb, length - 1);
    text_add(text, "%s", verb + length);
}

/* "thread 3", of races between blocks "thread 3 of block 1". */
static void add_thread(const Trace *trace, const ThreadAccess *side,
                       bool between, Text *text)
{
    text_add(text, "thread %u", side->thread);
    if (between)
        text_add(text, " of block %u", trace->blocks[side->block].index);
}

static void add_label(const Trace *trace, const Race *race,
                      const ThreadAccess *side, Text *text)
{
    add_thread(trace, side, race->first.block != race->second.block, text);
    text_add(text, " %s ", trace_traits((AccessKind)side->kind)->verb);
    race_name(trace, race, text);
}

/* What would order the two, to follow "no". */
static const char *missing_words(const Race *race)
{
    bool between = race->first.block != race->second.block;

    return race->missing == EDGE_FENCE ? "__threadfence() before the atomic or "
                                         "volatile access between"
           : between                   ? "order between the blocks"
                                       : "barrier between";
}

static void say_race(const Findings *all, const Finding *finding,
                     FindingWords *words)
{
    const Trace *trace = all->trace;
    const Race *race = finding->race;
    bool between = race->first.block != race->second.block;
    Text *text = statement_add(&words->is, 0);

    add_label(trace, race, &race->second, text);
    text_add(text, " while ");
    add_thread(trace, &race->first, between, text);
    text_add(text, " may still ");
    add_infinitive(&race->first, text);
    text_add(text, " it");
    if (trace->grids_count > 1)
        text_add(text, ", in launch %u (%s)",
                 recorded_launches_number(trace,
                                          trace->blocks[race->block].grid),
                 trace->grids[trace->blocks[race->block].grid].title);
    text = statement_brief(&words->is);
    race_name(trace, race, text);
    text_add(text,
             race->first.site == race->second.site ? ", line %u"
                                                   : ", lines %u and %u",
             (unsigned)race->first.site, (unsigned)race->second.site);
    if (finding->count > 1)
        statement_say(&words->is, 1, "%llu more on these lines",
                      (unsigned long long)finding->count - 1);
    thread_access_explain_line(trace, &race->second, &words->where);
    text_add(&words->where, " and ");
    thread_access_explain_line(trace, &race->first, &words->where);
    text_add(&words->where, ", ");
    thread_access_explain_place(trace, &race->second, &words->where);
    if (between) {
        text_add(&words->where, " and ");
        thread_access_explain_place(trace, &race->first, &words->where);
    }
    text_add(&words->where, "; no %s", missing_words(race));
    add_label(trace, race, &race->second, &words->at);
    text_add(&words->at, "; no %s", missing_words(race));
    add_label(trace, race, &race->first, &words->other);
    race_remedy_explain(trace, race, all->races, &words->fix);
}

static void say_race_cut(const Findings *all, const Finding *finding,
                         FindingWords *words)
{
    (void)all;
    (void)finding;
    say_text(words, "not all accesses were checked for races: threads access "
                    "global memory too often");
}

static void say_no_race(const Findings *all, const Finding *finding,
                        FindingWords *words)
{
    const Trace *trace = all->trace;
    const Proof *proof = all->proof;
    bool complete = recorded_launches_complete(trace) > 0;

    if (complete && proof->race_cut) {
        say_text(words, "no races found");
        say_race_cut(all, finding, words);
    } else if (complete) {
        Text *text = statement_add(&words->is, 0);
        text_add(text, "no races");
        if (!proof->whole) {
            text_add(text, " in ");
            add_all_held(trace, text);
        }
        if (!recorded_launches_are_all(trace)) {
            text_add(text, proof->whole ? " in " : ", ");
            recorded_launches_explain(trace, text);
            if (trace->run.launches > trace->grids_count)
                statement_say(&words->is, 2,
                              "the others are not recorded (--launch I "
                              "selects one)");
        }
    }
    if (trace->run.unfinished)
        recorded_launches_explain_cut(trace, statement_add(&words->is, 0));
}

static void say_same_store(const Findings *all, const Finding *finding,
                           FindingWords *words)
{
    const Trace *trace = all->trace;
    const Race *race = finding->race;
    const Instruction *at = trace->instructions + race->first.instruction;
    const Access *access = trace_accesses(trace, at);
    Text *text = statement_add(&words->is, 0);
    char value[VALUE_TEXT];

    while (access->lane != race->first.lane || access->cell != race->cell)
        ++access;
    variable_access_value(trace, at, access, value);
    text_add(text, "several threads store %s to ", value);
    race_name(trace, race, text);
    text_add(text, ", so their order does not matter");
    if (finding->count > 1)
        statement_say(&words->is, 1, "%llu more like it",
                      (unsigned long long)finding->count - 1);
    thread_access_explain_line(trace, &race->first, &words->where);
}

/* ---- Faults of programs ---------------------------------------------------*/

static void say_returned(const Findings *all, const Finding *finding,
                         FindingWords *words)
{
    (void)all;
    statement_say(&words->is, 0, "main returned %llu: did its own check fail?",
                  (unsigned long long)finding->count);
}

/* Where the access FIRST of FINDING, of which there are COUNT, is. */
static void say_place(const Trace *trace, const ThreadAccess *first,
                      size_t count, FindingWords *words)
{
    if (count > 1)
        statement_say(&words->is, 1, "%zu more like it", count - 1);
    thread_access_explain_line(trace, first, &words->where);
    text_add(&words->where, ", ");
    thread_access_explain_place(trace, first, &words->where);
}

static void say_unset(const Findings *all, const Finding *finding,
                      FindingWords *words)
{
    const UnsetLoads *loads = &all->proof->unset;
    const ThreadAccess *first = &loads->first;
    const Trace *trace = all->trace;
    Text *text = &words->at;

    (void)finding;
    text_add(text, "thread %u %s ", first->thread,
             trace_traits((AccessKind)first->kind)->verb);
    if (loads->array == UNSET_SHARED)
        variable_cell_name(trace, trace->blocks[first->block].grid, loads->cell,
                           text);
    else
        variable_word_name(trace, loads->array, loads->cell, text);
    statement_say(&words->is, 0, "%s, which was never stored", text->text);
    say_place(trace, first, loads->count, words);
}

static void say_absent_lane(const Findings *all, const Finding *finding,
                            FindingWords *words)
{
    const UnsetShuffles *shuffles = &all->proof->shuffles;
    uint32_t thread = shuffles->first.thread;

    (void)finding;
    statement_say(&words->is, 0,
                  "thread %u takes an undefined value: lane %u takes no part "
                  "in the shuffle",
                  thread, shuffles->lane);
    text_add(&words->at, "thread %u reads lane %u", thread, shuffles->lane);
    say_place(all->trace, &shuffles->first, shuffles->count, words);
}

static void say_arithmetic(const Findings *all, const Finding *finding,
                           FindingWords *words)
{
    const Operation *is = &finding->operation;

    statement_say(&words->is, 0, "%.*s", is->length, is->what);
    if (is->line)
        text_add(&words->where, "%s:%u, ", all->trace->sources[is->source].name,
                 is->line);
    text_add(&words->where, "undefined in C++");
    text_add(&words->at, "undefined in C++");
}

/* ---- Results of programs --------------------------------------------------*/

static void say_unexpected(const Findings *all, const Finding *finding,
                           FindingWords *words)
{
    (void)finding;
    result_expected(all->trace, &words->is);
}

static void say_wrong(const Findings *all, const Finding *finding,
                      FindingWords *words)
{
    const SumResult *result = finding->result;

    if (!result) {
        say_wrong_output(all->trace, all->proof, &words->is);
        return;
    }
    result_headline(all->trace, result, &words->is);
    result_evidence(result, &words->evidence);
    WrongPath path = wrong_path_of(all->trace, result);
    result_path(all->trace, result, result->first_wrong, &path, &words->at);
}

/* "launches 2, 3 and 5, each by itself: out is ..."; the evidence is the
 * weakest one. */
static const SumResult *say_alike(const Trace *trace, const Finding *finding,
                                  Text *text)
{
    const SumResult *at, *weakest = finding->result;
    size_t first = 0;

    while (sum_result_further(trace, first) != finding->result)
        ++first;
    text_add(text, "launches ");
    for (size_t k = 0; k < finding->count; ++k) {
        at = sum_result_further(trace, first + k);
        text_add(text, "%s%u",
                 k == 0                    ? ""
                 : k + 1 == finding->count ? " and "
                                           : ", ",
                 at->first);
        if (sum_result_odds(at) > sum_result_odds(weakest))
            weakest = at;
    }
    text_add(text, ", each by itself: ");
    return weakest;
}

static void say_result(const Findings *all, const Finding *finding,
                       FindingWords *words)
{
    const Trace *trace = all->trace;
    const SumResult *result = finding->result;
    bool whole = result == sum_result_whole(trace);
    Text lead = {0};

    if (finding->told == TOLD_ALIKE) {
        SumResult plain = *say_alike(trace, finding, &lead);
        result_headline(trace, &plain, &words->is);
        result_evidence(&plain, &words->evidence);
    } else {
        if (finding->told == TOLD_TITLED &&
            trace->grids[finding->grid].title[0])
            text_add(&lead, "%s: ", trace->grids[finding->grid].title);
        if (whole && result->kind == SUM_UNKNOWN &&
            result->last == trace->run.launches)
            text_add(&lead, "all launches together ");
        else if (whole && result->kind == SUM_UNKNOWN)
            text_add(&lead, "launches %u to %u together ", result->first,
                     result->last);
        result_headline(trace, result, &words->is);
        result_evidence(result, &words->evidence);
    }
    if (lead.length) {
        Text *text = &words->is.clauses[0].text;
        text_add(&lead, "%s", text->text);
        text_free(text);
        *text = lead;
    }
}

/* ---- Costs ----------------------------------------------------------------*/

/* The distance in words between the accesses of consecutive lanes; 0: it is not
 * the same for all. */
static uint32_t stride_of(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    int64_t stride = 0;

    for (int i = 1; i < at->lanes; ++i) {
        int64_t lanes = access[i].lane - access[i - 1].lane;
        int64_t words = (int64_t)access[i].cell - access[i - 1].cell;
        if (lanes <= 0 || words % lanes || (stride && words / lanes != stride))
            return 0;
        stride = words / lanes;
    }
    return (uint32_t)(stride < 0 ? -stride : stride);
}

enum { STRIDES_NAMED = 3 };

/* The smallest stride above LEAST with which lanes conflict in the line of
 * COST; UINT32_MAX: none.  *OTHERS: some have no stride. */
static uint32_t next_stride(const Trace *trace, const LineCost *cost,
                            uint32_t least, bool *others)
{
    uint32_t next = UINT32_MAX;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (at->source != cost->source || at->site != cost->line ||
            !trace_is_shared(at) || bank_cost(trace, at, NULL).wavefronts < 2)
            continue;
        uint32_t stride = stride_of(trace, at);
        *others |= stride == 0;
        if (stride > least && stride < next)
            next = stride;
    }
    return next;
}

/* True if the lanes of AT that wait longest all update one cell: atomic updates
 * are served one by one. */
static bool is_one_cell(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint8_t most = bank_cost(trace, at, NULL).wavefronts;
    int lanes = 0;

    if (!trace_traits_of(at)->serial)
        return false;
    for (int i = 0; i < at->lanes && lanes < most; ++i) {
        lanes = 0;
        for (int j = i; j < at->lanes; ++j)
            lanes += access[j].cell == access[i].cell;
    }
    return lanes == most;
}

/* "a stride of 2, 4, 8 ... brings up to 16 lanes to one bank" */
static void add_strides(const Trace *trace, const LineCost *cost, Text *text)
{
    const Instruction *worst = trace->instructions + cost->worst_at;
    bool others = false;
    uint32_t stride = next_stride(trace, cost, 0, &others), count = 0;

    if (is_one_cell(trace, worst)) {
        text_add(text, "up to %u lanes update the same cell, one after another",
                 cost->worst);
        return;
    }
    if (others || stride == UINT32_MAX) {
        text_add(text,
                 trace_traits_of(worst)->serial
                     ? "up to %u lanes update cells of one bank, one after "
                       "another"
                     : "up to %u lanes access different cells of one bank",
                 cost->worst);
        return;
    }
    text_add(text, "a stride of ");
    while (stride != UINT32_MAX && count < STRIDES_NAMED) {
        text_add(text, "%s%u", count++ ? ", " : "", stride);
        stride = next_stride(trace, cost, stride, &others);
    }
    text_add(text, "%s brings %s%u lanes to one bank",
             stride == UINT32_MAX ? "" : " ...", count > 1 ? "up to " : "",
             cost->worst);
}

static void say_conflicts(const Findings *all, const Finding *finding,
                          FindingWords *words)
{
    const LineCost *cost = finding->cost;
    Text *text = statement_add(&words->is, 0);
    uint64_t total = findings_conflicts(all);

    if (cost->conflicts_load) {
        text_add_count(text, cost->conflicts_load);
        text_add(text, " on loads%s", cost->conflicts_store ? ", " : "");
    }
    if (cost->conflicts_store) {
        text_add_count(text, cost->conflicts_store);
        text_add(text, " on stores");
    }
    text_add(text, "; ");
    if (total > finding->count) {
        text_add_count(text, finding->count);
        text_add(text, " of the program's ");
        text_add_count(text, total);
        text_add(text, " conflicts");
    } else {
        text_add(text, "all of the program's conflicts");
    }
    add_strides(all->trace, cost, &words->why);
    if (finding->array && finding->remedy != REMEDY_LAYOUTS)
        what_if_write(all->trace, finding->array, finding->remedy, &words->fix);
}

static void say_uncoalesced(const Findings *all, const Finding *finding,
                            FindingWords *words)
{
    const LineCost *cost = finding->cost;
    Text *text = statement_add(&words->is, 0);
    uint32_t stride =
        stride_of(all->trace, all->trace->instructions + cost->spread_at);

    text_add_count(text, cost->moved);
    text_add(text, " memory transactions where ");
    text_add_count(text, cost->needed);
    text_add(text, " would do");
    if (stride > 1)
        text_add(&words->why, "consecutive lanes access memory %u bytes apart",
                 stride * (unsigned)sizeof(Word));
    else
        text_add(&words->why, "the lanes of a warp access distant places");
    text_add(&words->fix, "let consecutive lanes access consecutive elements");
}

static void say_idle_lanes(const Findings *all, const Finding *finding,
                           FindingWords *words)
{
    const LineCost *cost = finding->cost;
    const Instruction *worst = all->trace->instructions + cost->idlest_at;
    uint32_t lanes = trace_warp_lanes(all->trace, worst);
    uint32_t most = lanes - trace_lanes(all->trace, worst);
    double share = 1 - (double)cost->active / (double)cost->lanes;
    uint32_t idle = (uint32_t)(lanes * share + 0.5);
    Text *text = statement_add(&words->is, 0);

    text_add(text, "on average %u of %u lanes are idle in this line", idle,
             lanes);
    if (most > idle)
        text_add(text, "; at worst %u", most);
}

/* ---- The table ------------------------------------------------------------*/

typedef struct {
    const char *title;
    Say *say;
    const char *(*text)(const Trace *trace); /* instead: all that is said */
} Row;

static const Row rows[FINDING_KINDS] = {
    [FINDING_REFUSED] = {"launch refused", NULL, trace_refused},
    [FINDING_UNCOPIED] = {"call refused", NULL, trace_uncopied},
    [FINDING_RACE] = {"race", say_race},
    [FINDING_RACE_CUT] = {"not checked", say_race_cut},
    [FINDING_ENDED] = {"ended early", NULL, trace_ended},
    [FINDING_UNEXPECTED] = {"wrong result", say_unexpected},
    [FINDING_WRONG] = {"wrong result", say_wrong},
    [FINDING_UNKNOWN] = {"not checked", say_unexpected},
    [FINDING_UNDEFINED] = {"undefined value", say_unset},
    [FINDING_ABSENT_LANE] = {"undefined value", say_absent_lane},
    [FINDING_RETURNED] = {"exit status", say_returned},
    [FINDING_PROMISE] = {"bank conflict", say_promise},
    [FINDING_PROVED] = {"result", say_proved},
    [FINDING_NO_RACE] = {"races", say_no_race},
    [FINDING_SAME_STORE] = {"same value", say_same_store},
    [FINDING_UNSET_LOAD] = {"undefined value", say_unset},
    [FINDING_RESULT] = {"result", say_result},
    [FINDING_ARITHMETIC] = {"arithmetic", say_arithmetic},
    [FINDING_LEFT_OUT] = {"not recorded", NULL, trace_left_out},
    [FINDING_CONFLICTS] = {"bank conflicts", say_conflicts},
    [FINDING_UNCOALESCED] = {"uncoalesced", say_uncoalesced},
    [FINDING_IDLE_LANES] = {"idle lanes", say_idle_lanes},
};

const char *finding_title(FindingKind kind)
{
    return rows[kind].title;
}

FindingWords finding_words(const Findings *all, const Finding *finding)
{
    FindingWords words = {.where = {0}};

    if (rows[finding->kind].say)
        rows[finding->kind].say(all, finding, &words);
    else
        statement_say(&words.is, 0, "%s", rows[finding->kind].text(all->trace));
    return words;
}

void finding_words_free(FindingWords *words)
{
    statement_free(&words->is);
    statement_free(&words->evidence);
    text_free(&words->where);
    text_free(&words->at);
    text_free(&words->other);
    text_free(&words->why);
    text_free(&words->fix);
}

/* Appends FINDING as a clause to TEXT, and its evidence to EVIDENCE. */
static void write_clause(const Findings *all, const Finding *finding,
                         Text *text, Text *evidence)
{
    FindingWords words = finding_words(all, finding);

    statement_write_plain(&words.is, 0, text);
    if (words.where.length)
        text_add(text, " (%s)", words.where.text);
    statement_write_plain(&words.evidence, 0, evidence);
    finding_words_free(&words);
}

/* Appends EVIDENCE of COUNT clauses in parentheses, and empties it. */
static void take_evidence(Text *evidence, size_t count, Text *text)
{
    if (evidence->length)
        text_add(text, " (%s%s)", count > 1 ? "each " : "", evidence->text);
    text_free(evidence);
    *evidence = (Text){0};
}

void finding_write(const Findings *all, const Finding *finding, Text *text)
{
    Text evidence = {0};

    write_clause(all, finding, text, &evidence);
    take_evidence(&evidence, 1, text);
}

void finding_write_fix(const Findings *all, const Finding *finding, Text *text)
{
    FindingWords words = finding_words(all, finding);

    text_add(text, "%s", words.fix.text ? words.fix.text : "");
    finding_words_free(&words);
}

void finding_write_prediction(const Finding *finding, Text *text)
{
    const Conflicts *predicted = &finding->predicted;

    if (!finding->array || finding->remedy == REMEDY_LAYOUTS)
        return;
    if (predicted->load + predicted->store == 0) {
        text_add(text, " (predicted: no conflicts)");
        return;
    }
    text_add(text, " (predicted: ");
    text_add_count(text, predicted->load);
    text_add(text, " and ");
    text_add_count(text, predicted->store);
    text_add(text, ")");
}

/* True if FINDING is one of the clauses that findings_write joins: of races and
 * undefined operations the first. */
static bool is_clause(const Findings *all, const Finding *finding)
{
    if (finding->kind == FINDING_RACE || finding->kind == FINDING_ARITHMETIC)
        return finding == findings_first(all, finding->kind);
    return finding->severity != SEVERITY_COST &&
           finding->kind != FINDING_ENDED &&
           (finding->kind != FINDING_PROVED ||
            !findings_first(all, FINDING_PROMISE));
}

void findings_write(const Findings *all, Text *text)
{
    bool follows = false;
    Text evidence = {0}; /* of the last ALIKE clauses, written once */
    size_t alike = 0;

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        Text clause = {0}, fix = {0}, own = {0};
        if (!is_clause(all, at))
            continue;
        write_clause(all, at, &clause, &own);
        if (!own.length || !evidence.length ||
            strcmp(own.text, evidence.text) != 0) {
            take_evidence(&evidence, alike, text);
            alike = 0;
        }
        ++alike;
        text_free(&evidence);
        evidence = own;
        if (clause.length && at->kind == FINDING_RACE)
            finding_write_fix(all, at, &fix);
        if (clause.length)
            text_add(text, "%s%s%s", follows ? "; " : "",
                     at->kind == FINDING_RACE ? "race: " : "", clause.text);
        if (fix.length)
            text_add(text, "; %s", fix.text);
        follows |= clause.length > 0;
        text_free(&clause);
        text_free(&fix);
    }
    take_evidence(&evidence, alike, text);
}
