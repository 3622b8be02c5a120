/* SPDX-License-Identifier: MIT */
#include "analysis/sum_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Kinds ----------------------------------------------------------------*/

/* How many outputs a result of KIND has of N inputs. */
static uint32_t outputs_of(const SumResult *result, SumKind kind)
{
    return kind == SUM_REDUCE && result->segment > 0
               ? (result->n + result->segment - 1) / result->segment
               : result->n;
}

/* The span of the inputs FIRST to END - 1 of those that count; IDENTITY of
 * none. */
static InputSpan sum_of(const SumResult *result, uint64_t first, uint64_t end)
{
    if (end > result->n)
        end = result->n;
    return first >= end
               ? input_span(INTERVAL_IDENTITY)
               : (InputSpan){(uint32_t)(result->first_input + first),
                             (uint32_t)(result->first_input + end - 1)};
}

/* What output I is in a result of KIND; INTERVAL_UNSET: it is the sum of
 * elements beyond those that are known.  An exclusive scan may have
 * the sum of all behind its last element. */
static InputSpan wanted_of(const SumResult *result, SumKind kind, uint32_t i)
{
    uint64_t k = (uint64_t)i - result->first_output, segment = result->segment;

    if (i < result->first_output)
        return input_span(INTERVAL_IDENTITY);
    uint64_t first = k / segment * segment, last = k;
    if (kind == SUM_REDUCE)
        last = (first = k * segment) + segment - 1;
    if (result->cut && last >= result->n)
        return input_span(INTERVAL_UNSET);
    if (k >= result->n && segment == result->n && kind != SUM_REDUCE)
        first = 0;
    switch (kind) {
    case SUM_EXCLUSIVE:
        return sum_of(result, first, k);
    case SUM_INCLUSIVE:
    case SUM_REDUCE:
        return sum_of(result, first, last + 1);
    default:
        return sum_of(result, k, k + 1);
    }
}

/* True if output I, one of COUNT, is not as KIND has it.  What follows the last
 * output may be 0, and no output that is to be 0 need be stored. */
static bool is_wrong(const SumResult *result, SumKind kind,
                     const InputSpan *outputs, uint32_t i)
{
    InputSpan wanted = wanted_of(result, kind, i);
    bool behind =
        i >= (uint64_t)result->first_output + outputs_of(result, kind);

    if (input_span_equal(outputs[i], wanted) ||
        input_span_is(wanted, INTERVAL_UNSET))
        return false;
    if (input_span_is(outputs[i], INTERVAL_UNSET))
        return !behind && !input_span_is(wanted, INTERVAL_IDENTITY);
    return !behind || !input_span_is(outputs[i], INTERVAL_IDENTITY);
}

/* A kind that the outputs may have, and how far they have it. */
typedef struct {
    SumKind kind;
    uint32_t segment, first_output;
    uint32_t differ;  /* outputs that were stored, and are not as it has them */
    uint32_t missing; /* ... that were not */
    uint32_t judged;  /* outputs that were stored, and are known to be right or
                         wrong */
    uint32_t holes;   /* outputs that need not be stored, and were not */
} Candidate;

/* Counts the outputs that are not as CANDIDATE has them. */
static void count_wrong(Candidate *candidate, const SumResult *of,
                        const InputSpan *outputs, uint32_t count)
{
    SumResult result = *of;

    result.segment = candidate->segment;
    result.first_output = candidate->first_output;
    for (uint32_t i = 0; i < count; ++i) {
        bool stored = !input_span_is(outputs[i], INTERVAL_UNSET);
        bool wrong = is_wrong(&result, candidate->kind, outputs, i);
        candidate->differ += wrong && stored;
        candidate->missing += wrong && !stored;
        candidate->judged +=
            stored && !input_span_is(wanted_of(&result, candidate->kind, i),
                                     INTERVAL_UNSET);
        candidate->holes += !wrong && !stored && i >= result.first_output &&
                            i - result.first_output < result.n;
    }
}

/* The first output that was stored, or COUNT. */
static uint32_t first_stored(const InputSpan *outputs, uint32_t count)
{
    uint32_t i = 0;

    while (i < count && input_span_is(outputs[i], INTERVAL_UNSET))
        ++i;
    return i;
}

/* The length of a segment, if the outputs from FIRST on are a scan: where the
 * second one begins.  One output more is no segment, but a wrong output. */
static uint32_t segment_of(SumKind kind, const InputSpan *outputs,
                           uint32_t count, uint32_t first,
                           const SumResult *result)
{
    for (uint32_t i = 1; i + 1 < result->n && first + i < count; ++i) {
        uint32_t input = result->first_input + i;
        InputSpan begins = kind == SUM_EXCLUSIVE ? input_span(INTERVAL_IDENTITY)
                                                 : (InputSpan){input, input};
        if (input_span_equal(outputs[first + i], begins))
            return i;
    }
    return result->n;
}

/* The length of a part, if the outputs from FIRST on are a reduction: where the
 * first one ends, or where the second one begins.  One of them may be wrong. */
static uint32_t end_of_first(const InputSpan *outputs, uint32_t first,
                             const SumResult *result)
{
    InputSpan x = outputs[first];

    return input_span_is_range(x) && x.last >= result->first_input
               ? x.last + 1 - result->first_input
               : result->n;
}

static uint32_t start_of_second(const InputSpan *outputs, uint32_t count,
                                uint32_t first, const SumResult *result)
{
    InputSpan x =
        first + 1 < count ? outputs[first + 1] : input_span(INTERVAL_UNSET);

    return input_span_is_range(x) && x.first > result->first_input
               ? x.first - result->first_input
               : result->n;
}

/* True if one output is a sum of inputs. */
static bool has_sums(const InputSpan *outputs, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (input_span_is_range(outputs[i]))
            return true;
    return false;
}

/* What lies behind the last input that an output is the sum of. */
static uint32_t end_of(const InputSpan *outputs, uint32_t count)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < count; ++i)
        if (input_span_is_range(outputs[i]) && outputs[i].last >= end)
            end = outputs[i].last + 1;
    return end;
}

/* True if the outputs are single elements, none twice. */
static bool is_permutation(const InputSpan *outputs, uint32_t count)
{
    bool *seen = base_alloc((size_t)end_of(outputs, count) + 1, sizeof *seen);
    bool good = true;

    for (uint32_t i = 0; i < count && good; ++i) {
        InputSpan x = outputs[i];
        if (input_span_is(x, INTERVAL_UNSET))
            continue;
        good = x.first == x.last && !seen[x.first];
        if (good)
            seen[x.first] = true;
    }
    free(seen);
    return good;
}

/* Outputs that are looked at, and the candidate that fits best. */
typedef struct {
    const InputSpan *outputs;
    uint32_t count;
    const SumResult *result;
    Candidate best;
} Search;

/* True if few enough of the outputs differ from CANDIDATE: fewer than half; of
 * a single one it is enough to be a sum.  What all elements together are is not
 * known if some of them are not. */
static bool is_near(const Search *search, const Candidate *candidate)
{
    const SumResult *result = search->result;
    InputSpan x = search->outputs[first_stored(search->outputs, search->count)];
    bool reduces = candidate->kind == SUM_REDUCE;

    if (result->cut && reduces && candidate->segment == result->n)
        return false;
    return 2 * candidate->differ < candidate->judged ||
           (reduces && result->count == 1 && input_span_is_range(x) &&
            x.first < x.last);
}

static void try_candidate(Search *search, SumKind kind, uint32_t segment,
                          uint32_t first_output)
{
    Candidate try = {.kind = kind,
                     .segment = segment,
                     .first_output = first_output};
    const Candidate *best = &search->best;

    SumResult shape = {.n = search->result->n, .segment = segment};
    if (segment == 0 ||
        (first_output > 0 &&
         (uint64_t)first_output + outputs_of(&shape, kind) > search->count))
        return;
    count_wrong(&try, search->result, search->outputs, search->count);
    uint32_t wrong = try.differ + try.missing;
    uint32_t least = best->differ + best->missing;
    if (is_near(search, &try) && (best->kind == SUM_OTHER || wrong < least ||
                                  (wrong == least && try.holes < best->holes)))
        search->best = try;
}

/* Tries the kinds whose outputs begin at FIRST. */
static void try_kinds(Search *search, uint32_t first)
{
    static const SumKind scans[] = {SUM_EXCLUSIVE, SUM_INCLUSIVE};
    const SumResult *result = search->result;
    const InputSpan *outputs = search->outputs;
    uint32_t count = search->count;

    if (first >= count)
        return;
    try_candidate(search, SUM_COPY, result->n, first);
    try_candidate(search, SUM_REDUCE, result->n, first);
    if (result->count > 1) {
        try_candidate(search, SUM_REDUCE, end_of_first(outputs, first, result),
                      first);
        try_candidate(search, SUM_REDUCE,
                      start_of_second(outputs, count, first, result), first);
    }
    for (size_t k = 0; k < sizeof scans / sizeof *scans; ++k) {
        try_candidate(search, scans[k], result->n, first);
        try_candidate(search, scans[k],
                      segment_of(scans[k], outputs, count, first, result),
                      first);
    }
}

/* Notes which output is the first wrong one. */
static void find_first_wrong(const InputSpan *outputs, uint32_t count,
                             SumResult *result)
{
    SumKind kind = (SumKind)result->nearest;
    uint32_t i = 0;

    while (i < count && !is_wrong(result, kind, outputs, i))
        ++i;
    result->first_wrong = i;
    result->is = outputs[i];
    result->wanted = wanted_of(result, kind, i);
}

/* True if the first output is the sum of all inputs, and others are what a
 * reduction left of its parts: the second one is not the sum of all but the
 * first input, as in a scan from the end. */
static bool begins_with_all(const Search *search)
{
    const SumResult *result = search->result;
    InputSpan all = sum_of(result, 0, result->n);
    InputSpan second =
        search->count > 1 ? search->outputs[1] : input_span(INTERVAL_UNSET);

    return result->n > 1 && !result->cut &&
           input_span_equal(search->outputs[0], all) &&
           !input_span_equal(second, sum_of(result, 1, result->n));
}

/* Tries the kinds; the one with the fewest wrong outputs is the nearest. */
static void find_kind(const InputSpan *outputs, uint32_t count,
                      SumResult *result)
{
    Search search = {outputs, count, result, {.kind = SUM_OTHER}};
    const Candidate *best = &search.best;

    try_kinds(&search, 0);
    try_kinds(&search, result->first_input);
    try_kinds(&search, first_stored(outputs, count));
    if ((best->kind == SUM_OTHER || best->differ + best->missing > 0) &&
        begins_with_all(&search))
        search.best = (Candidate){.kind = SUM_REDUCE, .segment = result->n};
    result->nearest = best->kind;
    result->wrong = best->differ + best->missing;
    result->kind = result->wrong == 0 ? best->kind : SUM_OTHER;
    bool copies = best->kind == SUM_COPY && best->differ == 0;
    if (result->kind == SUM_OTHER && !copies &&
        is_permutation(outputs, count)) {
        result->kind = result->nearest = SUM_PERMUTE;
        result->wrong = 0;
    } else if (best->kind != SUM_OTHER) {
        result->segment = best->segment;
        result->first_output = best->first_output;
    }
    if (result->wrong > 0)
        find_first_wrong(outputs, count, result);
}

void sum_check(const InputSpan *outputs, uint32_t count, SumResult *result)
{
    result->count = 0;
    for (uint32_t i = 0; i < count; ++i)
        result->count += !input_span_is(outputs[i], INTERVAL_UNSET);
    result->segment = result->n;
    result->kind = result->nearest = SUM_OTHER;
    if (result->n > 0 && has_sums(outputs, count))
        find_kind(outputs, count, result);
}

void sum_result_in_place(SumResult *result)
{
    if (result->nearest != SUM_COPY || result->wrong == 0)
        return;
    result->nearest = SUM_OTHER;
    result->wrong = 0;
}

void sum_result_lacks_first(SumResult *result)
{
    if (result->kind != SUM_EXCLUSIVE || result->first_output > 0 ||
        sum_result_in_parts(result))
        return;
    result->kind = SUM_OTHER;
    result->wrong = 1;
    result->first_wrong = 0;
    result->is = input_span(INTERVAL_UNSET);
    result->wanted = input_span(INTERVAL_IDENTITY);
}

void sum_result_in_order(SumResult *result, SumKind order)
{
    if (!sum_kind_permutes(order))
        return;
    result->kind = result->nearest = order;
    result->segment = result->n;
    result->first_output = result->wrong = 0;
}

void sum_result_adds_up(SumResult *result)
{
    if (result->kind != SUM_OTHER || result->count < 2 ||
        result->count >= result->n ||
        (result->nearest != SUM_OTHER && result->nearest != SUM_REDUCE))
        return;
    result->kind = result->nearest = SUM_REDUCE;
    result->segment = result->first_output = result->wrong = 0;
}

uint8_t *sum_result_wrong(const SumResult *result, const InputSpan *outputs,
                          uint32_t count)
{
    SumResult first = *result;
    Candidate candidate = {.kind = (SumKind)result->nearest,
                           .segment = result->segment,
                           .first_output = result->first_output};
    uint8_t *wrong;

    if (result->segment == 0 || result->wrong == 0)
        return NULL;
    count_wrong(&candidate, result, outputs, count);
    if (candidate.differ + candidate.missing != result->wrong)
        return NULL;
    find_first_wrong(outputs, count, &first);
    if (first.first_wrong != result->first_wrong ||
        !input_span_equal(first.is, result->is))
        return NULL;
    wrong = base_alloc((size_t)count + 1, 1);
    for (uint32_t i = 0; i < count; ++i)
        wrong[i] = is_wrong(result, candidate.kind, outputs, i);
    return wrong;
}

uint32_t sum_result_outputs(const SumResult *result)
{
    uint32_t outputs = outputs_of(result, (SumKind)result->nearest);

    return outputs > result->count ? outputs : result->count;
}

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

/* The first result behind those of the launches, and of all together. */
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

bool sum_result_in_parts(const SumResult *result)
{
    bool known = result->kind == SUM_REDUCE || result->segment > 0;

    return result->kind != SUM_UNKNOWN && known && result->segment < result->n;
}

/* True if a launch stored fewer elements of a scan or a copy than its input
 * has.  The first one of an exclusive scan may have been 0 before. */
static bool lacks_outputs(const SumResult *result)
{
    uint32_t needed = result->n;

    if (result->kind == SUM_EXCLUSIVE && result->segment > 0)
        needed -= (result->n + result->segment - 1) / result->segment;
    return (result->kind == SUM_EXCLUSIVE || result->kind == SUM_INCLUSIVE ||
            result->kind == SUM_COPY ||
            sum_kind_permutes((SumKind)result->kind)) &&
           result->count < needed;
}

bool sum_result_is_plain(const SumResult *result)
{
    return result->kind != SUM_UNKNOWN && result->wrong == 0 && !result->cut &&
           result->first_input == 0 && result->first_output == 0 &&
           !sum_result_in_parts(result) && !lacks_outputs(result);
}

/* True if RESULT is KIND, of all elements together.  An inclusive sum behind a
 * first element is, with that one, an exclusive sum. */
static bool is_all_of(const SumResult *result, SumKind kind)
{
    bool shifted = kind == SUM_EXCLUSIVE && result->kind == SUM_INCLUSIVE &&
                   result->first_output == 1;

    bool permutes =
        kind == SUM_PERMUTE && sum_kind_permutes((SumKind)result->kind);

    return (result->kind == kind || shifted || permutes) &&
           !lacks_outputs(result) && !sum_result_in_parts(result);
}

/* True if grid G stores to ARRAY. */
static bool stores_to(const Trace *trace, uint32_t g, uint32_t array)
{
    uint32_t first, end, from, to;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to; ++i) {
            const Instruction *at = &trace->instructions[i];
            if (trace_is_global(at) && trace_traits_of(at)->writes &&
                at->array == array)
                return true;
        }
    }
    return false;
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

/* RESULT or another one of the same launches that is KIND, of all elements
 * together; NULL: none is. */
static const SumResult *find_all_of(const Trace *trace, const SumResult *result,
                                    SumKind kind)
{
    const SumResult *found = result;

    for (size_t i = 0; found && !is_all_of(found, kind); ++i)
        found = sum_result_other(trace, result, i);
    return found;
}

const SumResult *sum_result_told(const Trace *trace, const SumResult *result)
{
    const SumResult *other = result;

    for (size_t i = 0; other && other->wrong == 0; ++i)
        other = sum_result_other(trace, result, i);
    if (!other && trace->expected != SUM_UNKNOWN)
        other = find_all_of(trace, result, (SumKind)trace->expected);
    return other ? other : result;
}

/* True if RESULT is of all elements together, and what launches of TRACE do. */
static bool is_done_by_others(const Trace *trace, const SumResult *result)
{
    const SumResult *whole = sum_result_whole(trace);
    SumKind kind = (SumKind)result->kind;

    if (!is_all_of(result, kind) || kind == SUM_OTHER)
        return false;
    if (whole && find_all_of(trace, whole, kind))
        return true;
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (find_all_of(trace, sum_result_of(trace, g), kind))
            return true;
    return false;
}

const SumResult *sum_result_further_not(const Trace *trace, SumKind kind)
{
    const SumResult *further;

    for (size_t i = 0; (further = sum_result_further(trace, i)); ++i)
        if (further->kind != SUM_UNKNOWN &&
            !find_all_of(trace, further, kind) &&
            !is_done_by_others(trace, further))
            break;
    return further;
}

/* The same as sum_result_has of the launches of TRACE. */
static bool recorded_have(const Trace *trace, SumKind kind)
{
    const SumResult *whole = sum_result_whole(trace);

    if (whole && whole->kind != SUM_UNKNOWN)
        return find_all_of(trace, whole, kind) != NULL;
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const SumResult *result =
            find_all_of(trace, sum_result_of(trace, g), kind);
        if (result && is_alone(trace, g, result))
            return true;
    }
    return false;
}

bool sum_result_has(const Trace *trace, SumKind kind)
{
    return recorded_have(trace, kind) && !sum_result_further_not(trace, kind);
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

/* True if RESULT may be held against what is expected of TRACE: it has no name
 * of its own, or is what is expected, or nearly so, of parts.  The trace has
 * only the sums of inputs that have names. */
static bool is_comparable(const Trace *trace, const SumResult *result)
{
    bool nameless = result->kind == SUM_OTHER && result->nearest == SUM_OTHER;
    bool parts =
        result->nearest == trace->expected && sum_result_in_parts(result);

    return (nameless || parts) && result->n > 0 &&
           result->first_input + result->n <= INTERVAL_MAX_N &&
           trace->expected != SUM_UNKNOWN && trace->expected < SUM_PERMUTE;
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
    result->nearest = trace->expected;
    Candidate candidate = {.kind = trace->expected,
                           .segment = result->n,
                           .first_output = result->first_output};
    uint32_t count = trace->run.n < array->words ? trace->run.n : array->words;
    if (trace->expected == SUM_REDUCE && count > 1)
        count = 1;
    InputSpan *outputs = input_spans(trace->output_interval, count);
    count_wrong(&candidate, result, outputs, count);
    result->wrong = candidate.differ + candidate.missing;
    if (result->wrong > 0)
        find_first_wrong(outputs, count, result);
    free(outputs);
    return result->wrong > 0;
}

/* Each word of each trial is one of 2^BITS; a wrong interval passes if it
 * agrees in all trials, and there are n^2/2 intervals for each output. */
double sum_result_odds(const SumResult *result)
{
    double log2 = -(double)result->bits * result->trials +
                  2 * log((double)result->n + 1) / log(2) +
                  log((double)result->count + 1) / log(2);

    return result->kind != SUM_UNKNOWN && log2 < 0 ? log2 * log10(2) : 0;
}

/* ---- Words ----------------------------------------------------------------*/

/* "in", or "in from in[8] on" */
static void add_input(const SumResult *result, Text *text)
{
    const char *in = result->input;

    text_add(text, "%s", in);
    if (result->first_input > 0)
        text_add(text, " from %s[%u] on", in, result->first_input);
}

/* "is the exclusive sum of d_in" */
static void add_kind(const SumResult *result, uint32_t kind, Text *text)
{
    bool apart = sum_result_in_parts(result);

    if (kind == SUM_OTHER)
        text_add(text, "is neither a scan nor a sum nor a copy of ");
    else if (kind == SUM_COPY)
        text_add(text, "is a copy of ");
    else if (kind == SUM_PERMUTE)
        text_add(text, "has elements of ");
    else if (sum_kind_permutes((SumKind)kind))
        text_add(text, "has the elements of ");
    else if (kind == SUM_REDUCE)
        text_add(text,
                 result->segment == 0 ? "has sums of parts, which together are "
                                        "the sum of the %u elements of "
                 : apart              ? "has the sums of each %u elements of "
                                      : "is the sum of the %u elements of ",
                 result->segment ? result->segment : result->n);
    else
        text_add(text, "is the %s sum of ", sum_kind_name((SumKind)kind));
    add_input(result, text);
    if (kind == SUM_PERMUTE)
        text_add(text, " at other places, each once");
    else if (kind == SUM_REORDERED)
        text_add(text, ", each once, in an order that depends on them");
    else if (sum_kind_permutes((SumKind)kind))
        text_add(text, " in %s order", sum_kind_name((SumKind)kind));
    else if (apart && (kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE))
        text_add(text, ", of each %u elements apart", result->segment);
}

/* "the sum of in[3] to in[7]" */
static void add_span(const SumResult *result, InputSpan x, Text *text)
{
    const char *in = result->input;

    if (input_span_is(x, INTERVAL_IDENTITY))
        text_add(text, "0");
    else if (input_span_is(x, INTERVAL_UNSET))
        text_add(text, "not stored");
    else if (!input_span_is_range(x))
        text_add(text, "no sum of neighbours");
    else if (x.first == x.last)
        text_add(text, "%s[%u]", in, x.first);
    else
        text_add(text, "the sum of %s[%u] to %s[%u]", in, x.first, in, x.last);
}

/* The first wrong output, what belongs there, and how many more there are. */
static void add_first_wrong(const SumResult *result, Text *text)
{
    text_add(text, "%s[%u] %s ", result->output, result->first_wrong,
             input_span_is(result->is, INTERVAL_UNSET) ? "was" : "is");
    add_span(result, result->is, text);
    text_add(text, " where ");
    add_span(result, result->wanted, text);
    text_add(text, " belongs");
    if (result->wrong > 1)
        text_add(text, ", and %u more are wrong", result->wrong - 1);
}

/* "launch 2", "launches 2 and 3" or "launches 2 to 5" */
static void add_launches(const SumResult *result, Text *text)
{
    uint32_t first = result->first, last = result->last;

    if (first == last)
        text_add(text, "launch %u", first);
    else
        text_add(text, "launches %u %s %u", first,
                 first + 1 == last ? "and" : "to", last);
}

/* True if RESULT, or another one of the same launches, is what is expected of
 * TRACE, but of parts. */
static bool is_in_parts(const Trace *trace, const SumResult *result)
{
    const SumResult *part = result;

    for (size_t i = 0; part; ++i) {
        if (part->nearest == trace->expected && sum_result_in_parts(part))
            return true;
        part = sum_result_other(trace, result, i);
    }
    return false;
}

/* What is expected of the program, and that its launches, or some of them, do
 * something like it that does not count. */
static void add_expected(const Trace *trace, Text *text)
{
    const SumResult *whole = sum_result_whole(trace);
    const SumResult *result =
        whole ? whole : sum_result_of(trace, (uint32_t)trace->grids_count - 1);

    text_add(text, "asked for was %s", sum_kind_name(trace->expected));
    if (recorded_have(trace, trace->expected)) {
        result = sum_result_further_not(trace, trace->expected);
        text_add(text, ", which ");
        add_launches(result, text);
        text_add(text, result->first == result->last ? " does not make"
                                                     : " do not make");
        return;
    }
    if (is_in_parts(trace, result)) {
        text_add(text, ", of all elements together");
        return;
    }
    if (trace->grids_count < 2)
        return;
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (find_all_of(trace, sum_result_of(trace, g),
                        (SumKind)trace->expected)) {
            text_add(text,
                     ", which %s makes by itself, but not all launches "
                     "together",
                     trace->grids[g].title);
            return;
        }
    text_add(text, ", which no launch makes by itself%s",
             whole ? ", nor all together" : "");
}

void sum_result_explain_expected(const Trace *trace, Text *text)
{
    SumResult result;

    if (trace->expected == SUM_UNKNOWN ||
        sum_result_has(trace, trace->expected))
        return;
    text_add(text, "; ");
    add_expected(trace, text);
    if (!sum_result_expected(trace, &result))
        return;
    text_add(text, ": ");
    add_first_wrong(&result, text);
}

/* The same, and what the others are. */
static void add_wrong(const SumResult *result, Text *text)
{
    add_first_wrong(result, text);
    if (result->count == 1)
        return;
    text_add(text, "; the rest ");
    add_kind(result, result->nearest, text);
}

void sum_result_explain(const SumResult *result, Text *text)
{
    if (result->kind == SUM_UNKNOWN) {
        text_add(text, "not checked: %s", result->unchecked);
        return;
    }
    if (result->wrong > 0) {
        add_wrong(result, text);
    } else {
        text_add(text, "%s", result->output);
        if (result->kind == SUM_REDUCE && !sum_result_in_parts(result) &&
            (result->count > 1 || result->first_output > 0))
            text_add(text, "[%u]", result->first_output);
        else if (result->first_output > 0)
            text_add(text, ", from %s[%u] on,", result->output,
                     result->first_output);
        text_add(text, " ");
        add_kind(result, result->kind, text);
        if (lacks_outputs(result))
            text_add(text, ", as far as it was stored: %u of %u elements",
                     result->count, result->n);
    }
    if (result->first == 1 && result->last > 1)
        text_add(text, ", through %u launches", result->last);
    else if (result->last > result->first)
        text_add(text, ", through launches %u to %u", result->first,
                 result->last);
    text_add(text, ", checked by %u runs on random inputs", result->trials);
    if ((result->kind != SUM_OTHER || result->nearest != SUM_OTHER) &&
        sum_result_odds(result) <= -1)
        text_add(text, " (by chance less than once in 10^%d)",
                 (int)-sum_result_odds(result));
    if (result->cut)
        text_add(text, ", but not beyond element %u",
                 result->first_input + result->n - 1);
}

void sum_result_explain_further(const SumResult *result, Text *text)
{
    bool known = result->kind != SUM_UNKNOWN;

    if (!known || result->first == result->last) {
        add_launches(result, text);
        text_add(text, known ? ": " : " ");
    }
    sum_result_explain(result, text);
}
