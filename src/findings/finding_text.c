/* SPDX-License-Identifier: MIT */
#include "findings/finding.h"

#include "analysis/wrong_path.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/race_remedy.h"
#include "analysis/recorded_launches.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/sum_words.h"
#include "trace/variable.h"
#include "trace/value.h"

#include <string.h>

/* ---- Results of the catalog -----------------------------------------------*/

/* Appends the interval of an output, to follow "is" or "should be". */
static const char *interval_words(Word interval, char text[VALUE_TEXT])
{
    switch (interval) {
    case INTERVAL_TOP:
        return "no sum of neighbours";
    case INTERVAL_IDENTITY:
        return "the identity";
    case INTERVAL_UNSET:
        return "a word that nobody stored";
    default:
        return value_format_interval(interval, text);
    }
}

static void explain_interval(const Trace *trace, const Proof *proof, Text *text)
{
    char is[VALUE_TEXT], should[VALUE_TEXT];

    if (proof->wrong == trace->run.n) {
        text_add(text, "the size is %u, but should be %u", proof->size,
                 proof->results);
        return;
    }
    text_add(text, "output %u is %s, but should be %s", proof->wrong,
             interval_words(proof->wrong_interval, is),
             proof->wanted_interval == INTERVAL_UNSET
                 ? "left alone"
                 : interval_words(proof->wanted_interval, should));
}

/* Only with a race, or an operator that is not associative, can this happen
 * to a kernel whose intervals are right. */
static void explain_value(const Trace *trace, const Proof *proof, Text *text)
{
    char is[VALUE_TEXT];

    text_add(text, "output %u is %s, which is not the serial scan's",
             proof->wrong_value,
             value_format(trace->run.op, trace->output[proof->wrong_value],
                          is));
}

/* Appends a word that an output holds, or should. */
static void add_output(const Trace *trace, Word word, Word interval, Text *text)
{
    char value[VALUE_TEXT];

    if (interval == INTERVAL_UNSET)
        text_add(text, "nothing");
    else
        text_add(text, "%s", value_format(trace->run.op, word, value));
}

void finding_explain_output(const Trace *trace, const Proof *proof, bool brief,
                            Text *text)
{
    uint32_t i = proof_first_wrong(trace, proof);
    ProofWanted wanted = {0};

    if (i == trace->run.n) {
        if (proof->size_wrong)
            text_add(text,
                     brief ? "size is %u, not %u"
                           : "the size is %u and should be %u",
                     proof->size, proof->results);
        return;
    }
    wanted = proof_wanted(trace);
    bool by_chance = trace->output[i] == wanted.words[i] &&
                     trace->output_interval[i] != INTERVAL_UNSET &&
                     wanted.intervals[i] != INTERVAL_UNSET;
    char is[VALUE_TEXT], should[VALUE_TEXT];
    if (by_chance) {
        text_add(text,
                 brief ? "output %u is %s, not %s"
                       : "output %u is %s and should be %s",
                 i, interval_words(trace->output_interval[i], is),
                 interval_words(wanted.intervals[i], should));
    } else {
        text_add(text, brief ? "output %u is " : "output %u holds ", i);
        add_output(trace, trace->output[i], trace->output_interval[i], text);
        text_add(text, brief ? ", not " : " and should hold ");
        add_output(trace, wanted.words[i], wanted.intervals[i], text);
    }
    proof_wanted_free(&wanted);
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

/* Names the blocks that the trace holds, of each launch of which it does not
 * hold all. */
static void explain_held(const Trace *trace, Text *text)
{
    uint32_t parts = 0, most = 3;

    if (trace_tells_sums(trace)) /* the user has chosen them */
        most = 1;
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        if (trace_grid_is_whole(trace, g) || parts++ >= most)
            continue;
        text_add(text, parts > 1 ? ", " : "");
        add_held(trace, g, text);
    }
    if (parts > most && most > 1)
        text_add(text, " and others");
    text_add(text, ", which the trace holds");
}

static void explain_good(const Trace *trace, const Proof *proof, Text *text)
{
    bool compacts = trace->run.condition && trace->run.condition[0];
    const char *each = compacts ? "each kept element is at its place"
                                : "each output is the sum it should be";

    if (!proof->whole) {
        text_add(text, "%s, for every associative operator; no races in ",
                 each);
        explain_held(trace, text);
        return;
    }
    text_add(text,
             "proved for every associative operator and every input of "
             "%u element%s",
             trace->run.n, trace->run.n == 1 ? "" : "s");
    if (compacts)
        text_add(text, " of which the same are kept");
    if (proof->ordered)
        text_add(text, ", in this order of blocks");
    text_add(text, ": no races, and %s", each);
}

/* ---- Programs -------------------------------------------------------------*/

/* Of which launches that was said, unless it is all. */
static void explain_launches(const Trace *trace, bool whole, Text *text)
{
    if (recorded_launches_are_all(trace))
        return;
    text_add(text, whole ? " in " : ", in ");
    recorded_launches_explain(trace, text);
    if (trace->run.launches > trace->grids_count)
        text_add(text,
                 " (the others are not recorded; --launch I looks at one)");
}

static void explain_no_race(const Trace *trace, const Proof *proof, Text *text)
{
    bool complete = recorded_launches_complete(trace) > 0;

    if (complete && proof->race_cut) {
        text_add(text, "no races found, but not all accesses were checked for "
                       "races: threads meet at words of global memory too "
                       "often");
    } else if (complete) {
        text_add(text, "no races%s", proof->whole ? "" : " in ");
        if (!proof->whole)
            explain_held(trace, text);
        explain_launches(trace, proof->whole, text);
    }
    recorded_launches_explain_cut(trace, complete ? "; " : "", text);
}

/* ---- Kinds ----------------------------------------------------------------*/

typedef void Explain(const Findings *all, const Finding *finding, Text *text);

static void explain_refused(const Findings *all, const Finding *finding,
                            Text *text)
{
    (void)finding;
    text_add(text, "%s", trace_refused(all->trace));
}

static void explain_uncopied(const Findings *all, const Finding *finding,
                             Text *text)
{
    (void)finding;
    text_add(text, "%s", trace_uncopied(all->trace));
}

static void explain_race(const Findings *all, const Finding *finding,
                         Text *text)
{
    race_explain(all->trace, finding->race, text);
}

static void explain_race_cut(const Findings *all, const Finding *finding,
                             Text *text)
{
    (void)all;
    (void)finding;
    text_add(text, "threads meet at words of global memory too often for all "
                   "of it to be checked for races");
}

static void explain_ended(const Findings *all, const Finding *finding,
                          Text *text)
{
    (void)finding;
    text_add(text, "%s", trace_ended(all->trace));
}

static void explain_unexpected(const Findings *all, const Finding *finding,
                               Text *text)
{
    (void)finding;
    sum_result_explain_expected(all->trace, text);
}

/* "; 97% of out fit, the first wrong is out[17], which goes wrong at scan.cu:12
 * in step 4" */
static void add_way(const Trace *trace, const SumResult *result, Text *text)
{
    WrongPath path = wrong_path_of(trace, result);
    uint32_t outputs = sum_result_outputs(result);

    if (path.count == 0 || outputs == 0 || !result->form)
        return;
    text_add(text, "; %u%% of %s fit, the first wrong is ",
             (unsigned)(100 * (uint64_t)(outputs - result->wrong) / outputs),
             result->output);
    variable_number_name(trace, result->output, result->first_wrong, text);
    wrong_path_explain(trace, &path, text);
}

static void explain_wrong(const Findings *all, const Finding *finding,
                          Text *text)
{
    const SumResult *result = finding->result;

    if (!result && !all->proof->intervals_ok)
        explain_interval(all->trace, all->proof, text);
    else if (!result)
        explain_value(all->trace, all->proof, text);
    else if (sum_result_is_further(all->trace, result))
        sum_result_explain_further(all->trace, result, text);
    else
        sum_result_explain(all->trace, result, text);
    if (result)
        add_way(all->trace, result, text);
}

static void explain_unset(const Findings *all, const Finding *finding,
                          Text *text)
{
    (void)finding;
    unset_load_explain(all->trace, &all->proof->unset, false, text);
}

static void explain_absent_lane(const Findings *all, const Finding *finding,
                                Text *text)
{
    (void)finding;
    unset_shuffle_explain(all->trace, &all->proof->shuffles, false, text);
}

static void explain_returned(const Findings *all, const Finding *finding,
                             Text *text)
{
    (void)all;
    text_add(text, "main returned %llu: did its own check fail?",
             (unsigned long long)finding->count);
}

static void explain_promise(const Findings *all, const Finding *finding,
                            Text *text)
{
    const Trace *trace = all->trace;
    const Instruction *at = trace->instructions + finding->at.instruction;
    const Step *step = trace_step(trace, at);

    text_add(text,
             "%u lanes at one bank in step %u (%s, level %d), the %s of %s:%u, "
             "where no lane need wait",
             finding->cost->worst, issue_order_number(trace, at->step),
             trace_phase(trace, step), (int)step->level,
             trace_traits_of(at)->name, trace_source_of(trace, at)->name,
             at->site);
}

static void explain_proved(const Findings *all, const Finding *finding,
                           Text *text)
{
    (void)finding;
    explain_good(all->trace, all->proof, text);
}

static void explain_free(const Findings *all, const Finding *finding,
                         Text *text)
{
    (void)finding;
    explain_no_race(all->trace, all->proof, text);
}

static void explain_same(const Findings *all, const Finding *finding,
                         Text *text)
{
    race_explain_same(all->trace, finding->race, text);
    if (finding->count > 1)
        text_add(text, "; %llu more such words",
                 (unsigned long long)finding->count - 1);
}

/* "launches 2, 3 and 5, each by itself: out is ..." */
static void explain_alike(const Findings *all, const Finding *finding,
                          Text *text)
{
    const Trace *trace = all->trace;
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
    sum_result_explain(trace, weakest, text);
}

static void explain_result(const Findings *all, const Finding *finding,
                           Text *text)
{
    const Trace *trace = all->trace;
    const SumResult *result = finding->result;
    bool whole = result == sum_result_whole(trace);

    if (finding->told == TOLD_FURTHER) {
        sum_result_explain_further(trace, result, text);
        return;
    }
    if (finding->told == TOLD_ALIKE) {
        explain_alike(all, finding, text);
        return;
    }
    if (finding->told == TOLD_TITLED && trace->grids[finding->grid].title[0])
        text_add(text, "%s: ", trace->grids[finding->grid].title);
    if (whole && result->kind == SUM_UNKNOWN &&
        result->last == trace->run.launches)
        text_add(text, "all launches together ");
    else if (whole && result->kind == SUM_UNKNOWN)
        text_add(text, "launches %u to %u together ", result->first,
                 result->last);
    sum_result_explain(trace, result, text);
    sum_result_explain_kept(trace, result, text);
}

static void explain_arithmetic(const Findings *all, const Finding *finding,
                               Text *text)
{
    (void)finding;
    text_add(text, "%s", trace_arithmetic(all->trace));
}

static void explain_left_out(const Findings *all, const Finding *finding,
                             Text *text)
{
    (void)finding;
    text_add(text, "%s", trace_left_out(all->trace));
}

static void explain_conflicts(const Findings *all, const Finding *finding,
                              Text *text)
{
    const LineCost *cost = finding->cost;

    (void)all;
    text_add(text, "%llu conflict%s on loads, %llu on stores; at worst %u-way",
             (unsigned long long)cost->conflicts_load,
             cost->conflicts_load == 1 ? "" : "s",
             (unsigned long long)cost->conflicts_store, cost->worst);
}

static void explain_uncoalesced(const Findings *all, const Finding *finding,
                                Text *text)
{
    (void)all;
    text_add(text, "moves %llu sectors of 32 bytes where %llu would do",
             (unsigned long long)finding->cost->moved,
             (unsigned long long)finding->cost->needed);
}

static void explain_idle_lanes(const Findings *all, const Finding *finding,
                               Text *text)
{
    const LineCost *cost = finding->cost;

    (void)all;
    text_add(text, "of %llu lane slots %llu are idle",
             (unsigned long long)cost->lanes,
             (unsigned long long)(cost->lanes - cost->active));
}

static Explain *const explains[FINDING_KINDS] = {
    [FINDING_REFUSED] = explain_refused,
    [FINDING_UNCOPIED] = explain_uncopied,
    [FINDING_RACE] = explain_race,
    [FINDING_RACE_CUT] = explain_race_cut,
    [FINDING_ENDED] = explain_ended,
    [FINDING_UNEXPECTED] = explain_unexpected,
    [FINDING_UNKNOWN] = explain_unexpected,
    [FINDING_WRONG] = explain_wrong,
    [FINDING_UNDEFINED] = explain_unset,
    [FINDING_ABSENT_LANE] = explain_absent_lane,
    [FINDING_RETURNED] = explain_returned,
    [FINDING_PROMISE] = explain_promise,
    [FINDING_PROVED] = explain_proved,
    [FINDING_NO_RACE] = explain_free,
    [FINDING_SAME_STORE] = explain_same,
    [FINDING_UNSET_LOAD] = explain_unset,
    [FINDING_RESULT] = explain_result,
    [FINDING_ARITHMETIC] = explain_arithmetic,
    [FINDING_LEFT_OUT] = explain_left_out,
    [FINDING_CONFLICTS] = explain_conflicts,
    [FINDING_UNCOALESCED] = explain_uncoalesced,
    [FINDING_IDLE_LANES] = explain_idle_lanes,
};

void finding_explain(const Findings *all, const Finding *finding, Text *text)
{
    if (explains[finding->kind])
        explains[finding->kind](all, finding, text);
}

void finding_remedy(const Findings *all, const Finding *finding, Text *text)
{
    Text told = {0};

    if (finding->kind == FINDING_RACE)
        race_remedy_explain(all->trace, finding->race, all->races, &told);
    else if (finding->array && finding->remedy != REMEDY_LAYOUTS)
        what_if_write(all->trace, finding->array, finding->remedy, &told);
    if (told.length)
        text_add(text, "%s", told.text);
    text_free(&told);
}

/* True if FINDING is one of the clauses that findings_explain joins. */
static bool is_clause(const Findings *all, const Finding *finding)
{
    const Finding *race = findings_first(all, FINDING_RACE);

    if (finding->kind == FINDING_RACE)
        return finding == race;
    return finding->severity != SEVERITY_COST &&
           finding->kind != FINDING_ENDED &&
           (finding->kind != FINDING_PROVED ||
            !findings_first(all, FINDING_PROMISE));
}

void findings_explain(const Findings *all, Text *text)
{
    bool follows = false;

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        Text clause = {0};
        if (is_clause(all, at))
            finding_explain(all, at, &clause);
        if (clause.length)
            text_add(text, "%s%s", follows ? "; " : "", clause.text);
        follows |= clause.length > 0;
        text_free(&clause);
        if (at->kind != FINDING_RACE || !is_clause(all, at))
            continue;
        if (all->races->races_count > 1)
            text_add(text, "; %zu more", all->races->races_count - 1);
        finding_remedy(all, at, &clause);
        if (clause.length)
            text_add(text, "; %s", clause.text);
        text_free(&clause);
    }
}
