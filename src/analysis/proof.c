/* SPDX-License-Identifier: MIT */
#include "analysis/proof.h"

#include "analysis/recorded_launches.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/race_remedy.h"
#include "analysis/sum_words.h"
#include "trace/condition.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

/* ---- Wanted results -------------------------------------------------------*/

typedef struct {
    uint32_t count; /* outputs that there should be */
    uint32_t *kept; /* of compact: which element each is; else NULL */
    bool compacts;
} Wanted;

static Wanted wanted_of(const Trace *trace)
{
    const Run *run = &trace->run;
    Wanted wanted = {.count = run->n,
                     .compacts = run->condition && run->condition[0]};
    Error ignored;

    if (!wanted.compacts)
        return wanted;
    /* A test in a file that cannot be evaluated keeps nothing. */
    Word *flags =
        condition_flags(run->condition, trace->input, run->n, &ignored);
    wanted.kept = base_alloc((size_t)run->n + 1, sizeof *wanted.kept);
    wanted.count = 0;
    for (uint32_t i = 0; flags && i < run->n; ++i)
        if (flags[i])
            wanted.kept[wanted.count++] = i;
    free(flags);
    return wanted;
}

/* What output I stands for. */
static Word wanted_interval(const Wanted *wanted, bool inclusive, uint32_t i)
{
    if (i >= wanted->count)
        return INTERVAL_UNSET;
    if (wanted->compacts)
        return interval_make(wanted->kept[i], wanted->kept[i]);
    if (inclusive)
        return interval_make(0, i);
    return i == 0 ? INTERVAL_IDENTITY : interval_make(0, i - 1);
}

/* The first output whose word is wrong, or n. */
static uint32_t check_values(const Trace *trace, const Wanted *wanted)
{
    const Run *run = &trace->run;

    if (!wanted->compacts)
        return value_check(run->op, run->inclusive, trace->input, trace->output,
                           run->n);
    for (uint32_t i = 0; i < wanted->count; ++i)
        if (trace->output[i] != trace->input[wanted->kept[i]])
            return i;
    return run->n;
}

/* ---- Actual results -------------------------------------------------------*/

/* The word stored last to the array NAME of one word, or NULL. */
static const Word *last_stored(const Trace *trace, const char *name)
{
    const Instruction *last = NULL;
    size_t array = 0;

    while (array < trace->arrays_count &&
           (strcmp(trace->arrays[array].name, name) != 0 ||
            trace->arrays[array].words != 1))
        ++array;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_global_store(at) && at->array == array &&
            (!last || at->time > last->time))
            last = at;
    }
    return last ? &trace_accesses(trace, last)[last->lanes - 1].value : NULL;
}

/* True if what a block reads depends on when other blocks ran. */
static bool is_ordered(const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_update(at) &&
            trace_grid(trace, trace_step(trace, at))->blocks > 1)
            return true;
    }
    return false;
}

static void check_intervals(const Trace *trace, const Wanted *wanted,
                            Proof *proof)
{
    const Run *run = &trace->run;
    const Word *is = trace->output_interval;
    uint32_t i = 0;

    while (i < run->n && is[i] == wanted_interval(wanted, run->inclusive, i))
        ++i;
    proof->wrong = i;
    proof->intervals_ok = i == run->n;
    if (i == run->n)
        return;
    proof->wrong_interval = is[i];
    proof->wanted_interval = wanted_interval(wanted, run->inclusive, i);
}

/* True if what TRACE, a program's, computes is known, and not what its user
 * expects. */
static bool is_unexpected(const Trace *trace)
{
    return trace->expected != SUM_UNKNOWN && sum_result_known(trace) &&
           !sum_result_has(trace, trace->expected);
}

/* True if the trace has all blocks of the launches that were not cut off. */
static bool holds_blocks(const Trace *trace)
{
    bool whole = true;

    for (uint32_t g = 0; g < recorded_launches_complete(trace); ++g)
        whole &= trace_grid_is_whole(trace, g);
    return whole;
}

/* True if what the program computes is proved (SumProof), without a race. */
static bool is_proved(const Trace *trace, const RaceList *races)
{
    const SumResult *result = sum_result_whole(trace);

    if (!result && trace->results_count)
        result = sum_result_of(trace, (uint32_t)trace->grids_count - 1);
    return result && result->proved != PROVED_NOT && holds_blocks(trace) &&
           races->races_count == 0 && !races->cut;
}

/* That of a program. */
static Proof proof_unchecked(const Trace *trace, const RaceList *races)
{
    uint32_t n = trace->run.n;

    return (Proof){.unchecked = true,
                   .proved = is_proved(trace, races),
                   .unexpected = is_unexpected(trace),
                   .ended = trace_ended(trace) != NULL,
                   .race_free = races->races_count == 0,
                   .race_cut = races->races_count == 0 && races->cut,
                   .whole = holds_blocks(trace),
                   .ordered = is_ordered(trace),
                   .wrong = n,
                   .wrong_value = n,
                   .results = n,
                   .unset = unset_load_find(trace),
                   .shuffles = unset_shuffle_find(trace),
                   .wrong_result = sum_result_wrong_one(trace),
                   .returned = trace->run.returned};
}

Proof proof_of(const Trace *trace, const RaceList *races)
{
    if (trace->run.origin == ORIGIN_PROGRAM)
        return proof_unchecked(trace, races);

    Wanted wanted = wanted_of(trace);
    const Word *size = wanted.compacts ? last_stored(trace, "size") : NULL;
    Proof proof = {.race_free = races->races_count == 0 && !races->cut,
                   .whole = trace_is_whole(trace),
                   .ordered = is_ordered(trace),
                   .results = wanted.count};

    check_intervals(trace, &wanted, &proof);
    proof.wrong_value = check_values(trace, &wanted);
    if (size && *size != wanted.count) {
        proof.size_wrong = true;
        proof.size = *size;
        proof.intervals_ok = false;
    }
    proof.proved = proof.race_free && proof.intervals_ok && proof.whole;
    proof.correct = proof.wrong_value == trace->run.n && !proof.size_wrong;
    free(wanted.kept);
    return proof;
}

ProofWanted proof_wanted(const Trace *trace)
{
    const Run *run = &trace->run;
    Wanted wanted = wanted_of(trace);
    ProofWanted all = {base_alloc((size_t)run->n + 1, sizeof *all.words),
                       base_alloc((size_t)run->n + 1, sizeof *all.intervals)};

    if (!wanted.compacts)
        value_scan(run->op, run->inclusive, trace->input, all.words, run->n);
    for (uint32_t i = 0; i < run->n; ++i)
        all.intervals[i] = wanted_interval(&wanted, run->inclusive, i);
    for (uint32_t i = 0; wanted.compacts && i < wanted.count; ++i)
        all.words[i] = trace->input[wanted.kept[i]];
    free(wanted.kept);
    return all;
}

void proof_wanted_free(ProofWanted *wanted)
{
    free(wanted->words);
    free(wanted->intervals);
    *wanted = (ProofWanted){0};
}

uint32_t proof_first_wrong(const Trace *trace, const Proof *proof)
{
    if (proof->unchecked)
        return trace->run.n;
    return proof->wrong < trace->run.n ? proof->wrong : proof->wrong_value;
}

uint32_t proof_count_wrong(const Trace *trace, const Proof *proof)
{
    uint32_t first = proof_first_wrong(trace, proof), count = 0;

    if (first == trace->run.n)
        return 0;
    bool rounds = trace->run.op == OP_FADD; /* rounding is no fault */
    ProofWanted wanted = proof_wanted(trace);
    for (uint32_t i = 0; i < trace->run.n; ++i)
        count += trace->output_interval[i] != wanted.intervals[i] ||
                 (!rounds && wanted.intervals[i] != INTERVAL_UNSET &&
                  trace->output[i] != wanted.words[i]);
    proof_wanted_free(&wanted);
    return count;
}

bool proof_has_undefined(const Proof *proof)
{
    return proof->unset.atomic || proof->shuffles.count > 0;
}

/* True if nothing is wrong with a program but races, or that it ended early. */
static bool is_fine(const Proof *proof)
{
    return !proof->unexpected && !proof->wrong_result &&
           !proof_has_undefined(proof) && proof->returned == 0;
}

bool proof_is_good(const Proof *proof)
{
    return proof->race_free && !proof->ended &&
           (proof->unchecked ? is_fine(proof)
                             : proof->intervals_ok && proof->correct);
}

const char *proof_verdict(const Proof *proof)
{
    if (proof->ended && proof->race_free && is_fine(proof))
        return "So far";
    if (!proof_is_good(proof))
        return "WRONG";
    return proof->unchecked ? "Seen" : "Right";
}

/* ---- In words -------------------------------------------------------------*/

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

void proof_explain_wrong(const Trace *trace, const Proof *proof, bool brief,
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

/* Nothing is said of a launch of which nothing is known but that it takes part
 * in what the whole program computes, and nothing twice of what is WRONG. */
static bool is_told(const SumResult *whole, const SumResult *result,
                    const SumResult *wrong)
{
    bool nothing = result->kind == SUM_OTHER && result->nearest == SUM_OTHER;

    if (result == wrong)
        return false;
    return !nothing || !whole || whole->kind == SUM_UNKNOWN ||
           whole->nearest == SUM_OTHER;
}

/* What the launches of RESULT, of WHOLE or one of them, do in other arrays:
 * each behind the TITLE of the launch, or "". */
static void explain_others(const Trace *trace, const SumResult *whole,
                           const SumResult *result, const SumResult *wrong,
                           const char *title, Text *text)
{
    const SumResult *other;

    for (size_t i = 0; (other = sum_result_other(trace, result, i)); ++i) {
        if (!is_told(whole, other, wrong))
            continue;
        text_add(text, "; %s%s", title, title[0] ? ": " : "");
        sum_result_explain(trace, other, text);
    }
}

/* True if X and Y, of launches that are not in the trace, are told in the same
 * words. */
static bool are_alike(const Trace *trace, const SumResult *x,
                      const SumResult *y)
{
    bool alone = x->first == x->last && y->first == y->last &&
                 !sum_result_other(trace, x, 0) &&
                 !sum_result_other(trace, y, 0);
    bool same = x->kind == y->kind && x->trials == y->trials &&
                strcmp(x->input, y->input) == 0 &&
                strcmp(x->output, y->output) == 0;
    bool plain = x->kind == SUM_EXCLUSIVE || x->kind == SUM_INCLUSIVE ||
                 x->kind == SUM_COPY;

    return alone && same && plain && sum_result_is_plain(x) &&
           sum_result_is_plain(y);
}

/* Tells together of the results from number I on that are told in the same
 * words; returns how many these are, if there are several. */
static size_t explain_alike(const Trace *trace, size_t i, Text *text)
{
    const SumResult *first = sum_result_further(trace, i), *next;
    const SumResult *weakest = first;
    size_t count = 1;

    while ((next = sum_result_further(trace, i + count)) &&
           are_alike(trace, first, next)) {
        if (sum_result_odds(next) > sum_result_odds(weakest))
            weakest = next;
        ++count;
    }
    if (count == 1)
        return 0;
    text_add(text, "; launches ");
    for (size_t k = 0; k < count; ++k)
        text_add(text, "%s%u",
                 k == 0           ? ""
                 : k + 1 == count ? " and "
                                  : ", ",
                 sum_result_further(trace, i + k)->first);
    text_add(text, ", each by itself: ");
    sum_result_explain(trace, weakest, text);
    return count;
}

/* What launches do that are not in the trace. */
static void explain_further(const Trace *trace, const SumResult *wrong,
                            Text *text)
{
    const SumResult *further, *other;

    for (size_t i = 0; (further = sum_result_further(trace, i)); ++i) {
        size_t count = explain_alike(trace, i, text);
        if (count > 0) {
            i += count - 1;
            continue;
        }
        if (further != wrong) {
            text_add(text, "; ");
            sum_result_explain_further(trace, further, text);
        }
        for (size_t k = 0; (other = sum_result_other(trace, further, k)); ++k) {
            text_add(text, "; ");
            sum_result_explain_further(trace, other, text);
        }
    }
}

/* What the whole program computes, then what each launch does, and those that
 * are not recorded. */
static void explain_results(const Trace *trace, const SumResult *wrong,
                            Text *text)
{
    const SumResult *whole = sum_result_whole(trace);

    if (whole && whole != wrong) {
        text_add(text, "; ");
        if (whole->kind == SUM_UNKNOWN && whole->last == trace->run.launches)
            text_add(text, "all launches together ");
        else if (whole->kind == SUM_UNKNOWN)
            text_add(text, "launches %u to %u together ", whole->first,
                     whole->last);
        sum_result_explain(trace, whole, text);
        sum_result_explain_kept(trace, whole, text);
    }
    if (whole)
        explain_others(trace, NULL, whole, wrong, "", text);
    bool several = trace->grids_count > 1 || trace->run.launches > 1;
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const SumResult *result = sum_result_of(trace, g);
        const char *title = several ? trace->grids[g].title : "";
        if (is_told(whole, result, wrong) && !trace_is_cut(trace, g)) {
            text_add(text, "; %s%s", title, title[0] ? ": " : "");
            sum_result_explain(trace, result, text);
            sum_result_explain_kept(trace, result, text);
        }
        explain_others(trace, whole, result, wrong, title, text);
    }
    explain_further(trace, wrong, text);
}

/* Loads of what was never stored; FAULTS: what is a fault among such things, or
 * else the rest. */
static void explain_unset(const Trace *trace, const Proof *proof, bool faults,
                          Text *text)
{
    const char *before = faults ? "" : "; ", *behind = faults ? "; " : "";

    if (proof->unset.count > 0 && proof->unset.atomic == faults) {
        text_add(text, "%s", before);
        unset_load_explain(trace, &proof->unset, false, text);
        text_add(text, "%s", behind);
    }
    if (proof->shuffles.count > 0 && faults) {
        unset_shuffle_explain(trace, &proof->shuffles, false, text);
        text_add(text, "; ");
    }
}

/* What is wrong with a program but races, the worst first, each before "; ". */
static void explain_faults(const Trace *trace, const Proof *proof, Text *text)
{
    size_t start = text->length;

    sum_result_explain_expected(trace, text);
    if (text->length > start)
        text_add(text, "; ");
    const SumResult *wrong = proof->wrong_result;
    if (wrong && sum_result_is_further(trace, wrong))
        sum_result_explain_further(trace, wrong, text);
    else if (wrong)
        sum_result_explain(trace, wrong, text);
    if (wrong)
        text_add(text, "; ");
    explain_unset(trace, proof, true, text);
    if (proof->returned)
        text_add(text, "main returned %u: did its own check fail?; ",
                 proof->returned);
}

/* Threads that store the same value to a word. */
static void explain_same(const Trace *trace, const RaceList *races, Text *text)
{
    if (races->same_count == 0)
        return;
    text_add(text, "; ");
    race_explain_same(trace, &races->same, text);
    if (races->same_count > 1)
        text_add(text, "; %zu more such words", races->same_count - 1);
}

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

static void explain_unchecked(const Trace *trace, const Proof *proof,
                              const RaceList *races, Text *text)
{
    bool complete = recorded_launches_complete(trace) > 0;

    explain_faults(trace, proof, text);
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
    explain_same(trace, races, text);
    explain_unset(trace, proof, false, text);
    explain_results(trace, proof->wrong_result, text);
}

/* The same of a program that has races: nothing is said of its results, which
 * depend on them, unless they are wrong. */
static void explain_raced(const Trace *trace, const Proof *proof, Text *text)
{
    Text faults = {0};

    explain_faults(trace, proof, &faults);
    if (faults.length > 2)
        text_add(text, "; %.*s", (int)faults.length - 2, faults.text);
    text_free(&faults);
    explain_unset(trace, proof, false, text);
}

void proof_explain(const Trace *trace, const Proof *proof,
                   const RaceList *races, Text *text)
{
    if (!proof->race_free && races->races_count == 0) {
        text_add(text, "threads meet at words of global memory too often for "
                       "all of it to be checked for races");
    } else if (!proof->race_free) {
        race_explain(trace, races->races, text);
        if (races->races_count > 1)
            text_add(text, "; %zu more", races->races_count - 1);
        race_remedy_explain(trace, races, text);
    }
    if (proof->unchecked) {
        if (proof->race_free)
            explain_unchecked(trace, proof, races, text);
        else
            explain_raced(trace, proof, text);
        return;
    }
    if (!proof->race_free && !(proof->intervals_ok && proof->correct))
        text_add(text, "; ");
    if (!proof->intervals_ok)
        explain_interval(trace, proof, text);
    else if (!proof->correct)
        explain_value(trace, proof, text);
    else if (proof->race_free)
        explain_good(trace, proof, text);
}
