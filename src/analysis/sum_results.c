/* SPDX-License-Identifier: MIT */
#include "analysis/sum_results.h"

#include "analysis/sum_check.h"

#include <stdlib.h>
#include <string.h>

const SumResult *sum_result_of(const Trace *trace, uint32_t g)
{
    static char none[] = "", why[] = "nothing is known of its runs",
                gpu[] = "it was not run again on random inputs";
    static const SumResult unknown = {
        .input = none, .output = none, .unchecked = why, .first = 1, .last = 1};
    static const SumResult of_gpu = {
        .input = none, .output = none, .unchecked = gpu, .first = 1, .last = 1};
    const char *device = trace->run.device;

    if (g < trace->results_count)
        return &trace->results[g];
    return device && strcmp(device, "gpu") == 0 ? &of_gpu : &unknown;
}

/* True if a launch before launch NUMBER was judged by itself: what begins with
 * that one is a further result. */
static bool is_behind_judged(const Trace *trace, uint32_t number)
{
    for (size_t g = 0; g < trace->grids_count; ++g)
        if (trace->results[g].first < number &&
            trace->results[g].kind != SUM_UNKNOWN)
            return true;
    return false;
}

const SumResult *sum_result_whole(const Trace *trace)
{
    const SumResult *whole = trace->results_count > trace->grids_count
                                 ? &trace->results[trace->grids_count]
                                 : NULL;

    return whole && whole->first < whole->last &&
                   !is_behind_judged(trace, whole->first)
               ? whole
               : NULL;
}

/* The first result after the launches' results and the result of all. */
static size_t first_other(const Trace *trace)
{
    return trace->grids_count + (sum_result_whole(trace) != NULL);
}

/* True if one of the first COUNT results is of the launches of RESULT. */
static bool has_launches(const Trace *trace, size_t count,
                         const SumResult *result)
{
    for (size_t i = 0; i < count; ++i)
        if (trace->results[i].first == result->first &&
            trace->results[i].last == result->last)
            return true;
    return false;
}

bool sum_result_is_further(const Trace *trace, const SumResult *result)
{
    size_t others = first_other(trace);

    for (size_t r = others; r < trace->results_count; ++r)
        if (&trace->results[r] == result)
            return !has_launches(trace, others, result);
    return false;
}

const SumResult *sum_result_further(const Trace *trace, size_t i)
{
    for (size_t r = first_other(trace); r < trace->results_count; ++r)
        if (!has_launches(trace, r, &trace->results[r]) && i-- == 0)
            return &trace->results[r];
    return NULL;
}

const SumResult *sum_result_other(const Trace *trace, const SumResult *result,
                                  size_t i)
{
    for (size_t r = first_other(trace); r < trace->results_count; ++r) {
        const SumResult *other = &trace->results[r];
        if (other != result && other->first == result->first &&
            other->last == result->last && i-- == 0)
            return other;
    }
    return NULL;
}

/* True if RESULT is KIND, of all elements together.  An inclusive sum behind a
 * first element is, with that one, an exclusive sum. */
static bool is_all_of(const SumResult *result, SumKind kind, SumOperator op)
{
    bool shifted = kind == SUM_EXCLUSIVE && result->kind == SUM_INCLUSIVE &&
                   result->first_output == 1;

    bool permutes =
        kind == SUM_PERMUTE && sum_kind_permutes((SumKind)result->kind);

    for (uint32_t p = 0; p == 0 || p < result->parts; ++p)
        if (sum_result_operator(result, p) != op &&
            (kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE ||
             kind == SUM_REDUCE))
            return false;
    return (result->kind == kind || shifted || permutes) &&
           !result->from_zero && !sum_result_lacks_outputs(result) &&
           !sum_result_in_parts(result);
}

/* True if grid G stores to ARRAY. */
static bool stores_to(const Trace *trace, uint32_t g, uint32_t array)
{
    ArrayUses uses = {.stored = {false}};

    array_uses_add(trace, g, &uses);
    return uses.stored[array];
}

/* The array that has the outputs of RESULT, of grid G. */
static uint32_t output_of(const Trace *trace, uint32_t g,
                          const SumResult *result)
{
    for (uint32_t a = 0; a < trace->arrays_count; ++a)
        if (strcmp(trace->arrays[a].name, result->output) == 0)
            return a;
    return trace->grids[g].out;
}

/* True if no other launch that was recorded has made the input of grid G, or
 * changes the outputs of RESULT, which it has. */
static bool is_alone(const Trace *trace, uint32_t g, const SumResult *result)
{
    uint32_t in = trace->grids[g].in, out = output_of(trace, g, result);

    for (uint32_t other = 0; other < trace->grids_count; ++other)
        if (other != g && stores_to(trace, other, other < g ? in : out))
            return false;
    return true;
}

const SumResult *sum_result_all_of(const Trace *trace, const SumResult *result,
                                   SumKind kind)
{
    const SumResult *found = result;
    SumOperator op = (SumOperator)trace->expected_op;

    for (size_t i = 0; found && !is_all_of(found, kind, op); ++i)
        found = sum_result_other(trace, result, i);
    return found;
}

/* The grid that RESULT is of, by itself; false if it is of several launches, or
 * of one that is not in TRACE. */
static bool find_grid(const Trace *trace, const SumResult *result, uint32_t *g)
{
    for (*g = 0; *g < trace->grids_count && *g < trace->results_count; ++*g)
        if (trace->results[*g].first == result->first &&
            trace->results[*g].last == result->last)
            return true;
    return false;
}

/* True if a launch behind grid G works on with the outputs of RESULT, or
 * completes them. */
static bool is_used_later(const Trace *trace, uint32_t g,
                          const SumResult *result)
{
    uint32_t out = output_of(trace, g, result);
    ArrayUses uses = {.loaded = {false}};

    while (++g < trace->grids_count)
        array_uses_add(trace, g, &uses);
    return uses.loaded[out] ||
           (uses.stored[out] && input_span_is(result->is, INTERVAL_UNSET));
}

/* True if the outputs of RESULT are results of the program: what all launches
 * leave, or what the host alone can have wanted of one. */
static bool is_final(const Trace *trace, const SumResult *result)
{
    const SumResult *whole = sum_result_whole(trace);
    bool known = whole && whole->kind != SUM_UNKNOWN;
    bool chosen = trace->grids_count == 1 && !whole;
    uint32_t g;

    if ((known && result->first == whole->first &&
         result->last == whole->last) ||
        !find_grid(trace, result, &g))
        return true;
    return (chosen || trace->run.launches <= trace->grids_count) &&
           !(known && result->last == whole->last) &&
           !is_used_later(trace, g, result);
}

/* True if RESULT is right but for a last part that nobody stored, longer than a
 * block: the program may have less to do than its arrays have room for. */
static bool is_shorter(const Trace *trace, const SumResult *result)
{
    bool empty = input_span_is(result->is, INTERVAL_UNSET) ||
                 input_span_is(result->is, INTERVAL_IDENTITY);

    return empty &&
           result->first_wrong + result->wrong == sum_result_outputs(result) &&
           result->wrong >= trace->run.threads;
}

/* True if RESULT, one sum, and one that the same launches leave in another
 * array are sums of different elements, as of both halves. */
static bool is_one_part(const Trace *trace, const SumResult *result)
{
    bool found = false;

    for (size_t r = 0; r < trace->results_count && result->count == 1; ++r) {
        const SumResult *other = &trace->results[r];
        found |= other->first == result->first && other->last == result->last &&
                 other->count == 1 && other->wrong > 0 &&
                 (other->is.first > result->is.last ||
                  other->is.last < result->is.first);
    }
    return found;
}

bool sum_result_is_wrong(const Trace *trace, const SumResult *result)
{
    enum { LEAST = 8, LEAST_ODDS = 3 };
    bool sums = result->nearest == SUM_EXCLUSIVE ||
                result->nearest == SUM_INCLUSIVE ||
                result->nearest == SUM_REDUCE;

    if (result->wrong == 0 || trace->expects_any)
        return false;
    if (trace->expected != SUM_UNKNOWN)
        return result->nearest != SUM_COPY || trace->expected == SUM_COPY;
    /* functions and bins are known only from most outputs */
    if (result->nearest == SUM_MAP || result->nearest == SUM_HISTOGRAM)
        return 10 * (uint64_t)result->wrong <= sum_result_outputs(result) &&
               result->n >= LEAST && !is_shorter(trace, result) &&
               is_final(trace, result);
    bool most = 2 * (uint64_t)result->wrong <= sum_result_outputs(result) ||
                result->count == 1 || result->has_twice || result->unfinished;
    return sums && most && result->n >= LEAST &&
           (result->form || sum_result_odds(result) <= -LEAST_ODDS) &&
           !is_shorter(trace, result) && !is_one_part(trace, result) &&
           is_final(trace, result);
}

/* True if RESULT is wrong, and nearly what is expected, if anything is. */
static bool is_unlike(const Trace *trace, const SumResult *result)
{
    return sum_result_is_wrong(trace, result) &&
           (trace->expected == SUM_UNKNOWN ||
            (result->nearest == trace->expected &&
             (result->op & 15) == trace->expected_op));
}

const SumResult *sum_result_wrong_one(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    if (trace->expected != SUM_UNKNOWN &&
        sum_result_has(trace, (SumKind)trace->expected))
        return NULL;
    if (whole && is_unlike(trace, whole))
        return whole;
    for (size_t r = 0; r < trace->results_count; ++r)
        if (is_unlike(trace, &trace->results[r]))
            return &trace->results[r];
    return NULL;
}

const SumResult *sum_result_told(const Trace *trace, const SumResult *result)
{
    const SumResult *other = result;

    for (size_t i = 0; other && !sum_result_is_wrong(trace, other); ++i)
        other = sum_result_other(trace, result, i);
    if (!other && trace->expected != SUM_UNKNOWN)
        other = sum_result_all_of(trace, result, (SumKind)trace->expected);
    return other ? other : result;
}

/* True if RESULT is of all elements together, and what launches of TRACE do. */
static bool is_done_by_others(const Trace *trace, const SumResult *result)
{
    const SumResult *whole = sum_result_whole(trace);
    SumKind kind = (SumKind)result->kind;

    if (!is_all_of(result, kind, (SumOperator)trace->expected_op) ||
        kind == SUM_OTHER)
        return false;
    if (whole && sum_result_all_of(trace, whole, kind))
        return true;
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (sum_result_all_of(trace, sum_result_of(trace, g), kind))
            return true;
    return false;
}

const SumResult *sum_result_further_not(const Trace *trace, SumKind kind)
{
    const SumResult *further;

    for (size_t i = 0; (further = sum_result_further(trace, i)); ++i)
        if (further->kind != SUM_UNKNOWN &&
            !sum_result_all_of(trace, further, kind) &&
            !is_done_by_others(trace, further))
            break;
    return further;
}

bool sum_result_recorded_have(const Trace *trace, SumKind kind)
{
    const SumResult *whole = sum_result_whole(trace);

    if (whole && whole->kind != SUM_UNKNOWN)
        return sum_result_all_of(trace, whole, kind) != NULL;
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const SumResult *result =
            sum_result_all_of(trace, sum_result_of(trace, g), kind);
        if (result && is_alone(trace, g, result))
            return true;
    }
    return false;
}

bool sum_result_has(const Trace *trace, SumKind kind)
{
    return sum_result_recorded_have(trace, kind) &&
           !sum_result_further_not(trace, kind);
}

bool sum_result_known(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    if (trace->expected != SUM_UNKNOWN &&
        sum_result_further_not(trace, (SumKind)trace->expected))
        return true;
    if (whole)
        return whole->kind != SUM_UNKNOWN;
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (sum_result_of(trace, g)->kind != SUM_UNKNOWN)
            return true;
    return false;
}

bool sum_results_tell_work(const Trace *trace)
{
    bool found = true;

    for (uint32_t g = 0; g < trace->grids_count && !trace_tells_sums(trace);
         ++g)
        found &= g < trace->results_count && !trace_is_cut(trace, g) &&
                 trace->results[g].unexplained == 0;
    return found;
}

/* True if RESULT may be held against what is expected of TRACE: it has no other
 * name, or is what is expected, or nearly so, of parts.  The trace has
 * only the sums of inputs that have names. */
static bool is_comparable(const Trace *trace, const SumResult *result)
{
    bool nameless = result->kind == SUM_OTHER && result->nearest == SUM_OTHER;
    bool parts =
        result->nearest == trace->expected && sum_result_in_parts(result);

    return (nameless || parts) && result->n > 0 &&
           result->first_input + result->n <= INTERVAL_MAX_N &&
           trace->expected != SUM_UNKNOWN && trace->expected < SUM_PERMUTE &&
           trace->expected_op == SUM_ADD && !result->form;
}

bool sum_result_expected(const Trace *trace, SumResult *result)
{
    uint32_t last = (uint32_t)trace->grids_count - 1;
    const Array *array = &trace->arrays[trace->grids[last].out];

    *result = *sum_result_of(trace, last);
    if (sum_result_whole(trace) || !is_comparable(trace, result) ||
        element_width(array->element) != sizeof(Word))
        return false;
    result->segment = result->n;
    uint32_t count = trace->run.n < array->words ? trace->run.n : array->words;
    if (trace->expected == SUM_REDUCE && count > 1)
        count = 1;
    InputSpan *outputs = input_spans(trace->output_interval, count);
    sum_check_as(outputs, count, (SumKind)trace->expected, result);
    free(outputs);
    return result->wrong > 0;
}

/* ---- Uses of arrays -------------------------------------------------------*/

void array_uses_add(const Trace *trace, uint32_t g, ArrayUses *uses)
{
    uint32_t first, end, i, last;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last; ++i) {
            const Instruction *at = trace->instructions + i;
            const AccessTraits *traits = trace_traits_of(at);
            if (!trace_is_global(at))
                continue;
            uses->loaded[at->array] |= traits->brings;
            uses->stored[at->array] |= traits->writes;
        }
    }
}

/* ---- Launches -------------------------------------------------------------*/

enum { MOST_NAMED = 8 };

uint32_t recorded_launches_complete(const Trace *trace)
{
    return (uint32_t)trace->grids_count - (trace->run.unfinished != 0);
}

uint32_t recorded_launches_number(const Trace *trace, uint32_t g)
{
    return g < trace->results_count ? trace->results[g].first : g + 1;
}

uint32_t recorded_launches_made(const Trace *trace)
{
    uint32_t made = (uint32_t)trace->grids_count;

    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (recorded_launches_number(trace, g) > made)
            made = recorded_launches_number(trace, g);
    return trace->run.launches > made ? trace->run.launches : made;
}

uint32_t recorded_launches_find(const Trace *trace, uint32_t number)
{
    uint32_t g = 0;

    while (g < trace->grids_count &&
           recorded_launches_number(trace, g) != number)
        ++g;
    return g;
}

void recorded_launches_place(const Trace *trace, uint32_t g, Text *text)
{
    text_add(text, "launch %u of %u", recorded_launches_number(trace, g),
             recorded_launches_made(trace));
}

bool recorded_launches_are_all(const Trace *trace)
{
    return trace->run.launches <= recorded_launches_complete(trace) ||
           trace->results_count < trace->grids_count;
}

void recorded_launches_explain(const Trace *trace, Text *text)
{
    uint32_t count = recorded_launches_complete(trace);
    uint32_t named = count > MOST_NAMED ? MOST_NAMED : count;

    text_add(text, count == 1 ? "launch " : "launches ");
    for (uint32_t g = 0; g < named; ++g) {
        bool last = g + 1 == count;
        text_add(text, "%s%u",
                 g == 0 ? ""
                 : last ? " and "
                        : ", ",
                 sum_result_of(trace, g)->first);
    }
    if (named < count)
        text_add(text, " and %u more", count - named);
    text_add(text, " of %u", trace->run.launches);
}

void recorded_launches_explain_cut(const Trace *trace, Text *text)
{
    uint32_t last = (uint32_t)trace->grids_count - 1;

    if (trace->results_count > last)
        text_add(text, "launch %u", sum_result_of(trace, last)->first);
    else
        text_add(text, "the last launch");
    text_add(text, " ended early and was not checked");
}
