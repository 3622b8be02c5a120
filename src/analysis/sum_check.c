/* SPDX-License-Identifier: MIT */
#include "analysis/sum_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Kinds ----------------------------------------------------------------*/

/* The last element in the sum that output I should be. */
static uint64_t last_of(SumKind kind, uint32_t i, uint32_t segment)
{
    return kind == SUM_REDUCE ? ((uint64_t)i + 1) * segment - 1 : (uint64_t)i;
}

/* What output I is in a scan of segments of SEGMENT elements; INTERVAL_UNSET:
 * it is the sum of elements beyond those that intervals can name. */
static Word wanted_of(SumKind kind, uint32_t i, uint32_t segment)
{
    uint32_t first = i / segment * segment;

    if (last_of(kind, i, segment) >= INTERVAL_MAX_N)
        return INTERVAL_UNSET;
    switch (kind) {
    case SUM_EXCLUSIVE:
        return i == first ? INTERVAL_IDENTITY : interval_make(first, i - 1);
    case SUM_INCLUSIVE:
        return interval_make(first, i);
    case SUM_REDUCE:
        return interval_make(i * segment, i * segment + segment - 1);
    default:
        return interval_make(i, i);
    }
}

/* The length of a segment, if the outputs are a scan: where the second one
 * begins. */
static uint32_t segment_of(SumKind kind, const Word *outputs, uint32_t count,
                           uint32_t n)
{
    for (uint32_t i = 1; i < count; ++i)
        if (outputs[i] ==
            (kind == SUM_EXCLUSIVE ? INTERVAL_IDENTITY : interval_make(i, i)))
            return i;
    return n;
}

/* The length of a part, if the outputs are a reduction: where the first one
 * ends, or where the second one begins.  One of them may be wrong. */
static uint32_t end_of_first(const Word *outputs, uint32_t n)
{
    return interval_is_range(outputs[0]) ? interval_last(outputs[0]) + 1 : n;
}

static uint32_t start_of_second(const Word *outputs, uint32_t count, uint32_t n)
{
    bool told = count > 1 && interval_is_range(outputs[1]) &&
                interval_first(outputs[1]) > 0;

    return told ? interval_first(outputs[1]) : n;
}

/* True if output I is the last part of a reduction, and shorter than others. */
static bool is_short_part(const Word *outputs, uint32_t i, uint32_t count,
                          uint32_t segment)
{
    return i > 0 && interval_is_range(outputs[i]) &&
           interval_first(outputs[i]) == (uint64_t)i * segment &&
           interval_last(outputs[i]) < last_of(SUM_REDUCE, i, segment) &&
           (i + 1 == count || outputs[i + 1] == INTERVAL_UNSET);
}

/* True if output I is not as KIND has it; CUT: of sums of elements beyond those
 * that intervals can name nothing is said. */
static bool is_wrong(SumKind kind, const Word *outputs, uint32_t i,
                     uint32_t count, uint32_t segment, bool cut)
{
    Word wanted = wanted_of(kind, i, segment);

    if (outputs[i] == INTERVAL_UNSET || outputs[i] == wanted ||
        (cut && wanted == INTERVAL_UNSET))
        return false;
    return kind != SUM_REDUCE || !is_short_part(outputs, i, count, segment);
}

/* How many outputs are not as KIND has them; the first of these goes to
 * RESULT. */
static uint32_t count_wrong(SumKind kind, const Word *outputs, uint32_t count,
                            uint32_t segment, SumResult *result)
{
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < count; ++i)
        if (is_wrong(kind, outputs, i, count, segment, result->cut) &&
            wrong++ == 0) {
            result->first_wrong = i;
            result->is = outputs[i];
            result->wanted = wanted_of(kind, i, segment);
        }
    return wrong;
}

/* True if one output is a sum of inputs. */
static bool has_sums(const Word *outputs, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (interval_is_range(outputs[i]))
            return true;
    return false;
}

/* True if the outputs are single elements, none twice. */
static bool is_permutation(const Word *outputs, uint32_t count)
{
    bool *seen = base_alloc(INTERVAL_MAX_N + 1, sizeof *seen);
    bool good = true;

    for (uint32_t i = 0; i < count && good; ++i) {
        Word x = outputs[i];
        if (x == INTERVAL_UNSET)
            continue;
        good = interval_is_range(x) && interval_first(x) == interval_last(x) &&
               !seen[interval_first(x)];
        if (good)
            seen[interval_first(x)] = true;
    }
    free(seen);
    return good;
}

/* *BEST becomes KIND with segments of SEGMENT elements if fewer outputs are
 * wrong so, and fewer than half. */
static void try_kind(SumKind kind, uint32_t segment, const Word *outputs,
                     uint32_t count, SumResult *best)
{
    SumResult try = *best;

    try.nearest = (uint32_t)kind;
    try.segment = segment;
    try.wrong = count_wrong(kind, outputs, count, segment, &try);
    if (try.wrong < best->wrong && 2 * try.wrong < best->count)
        *best = try;
}

/* Tries the kinds; the one with the fewest wrong outputs is the nearest. */
static void find_kind(const Word *outputs, uint32_t count, uint32_t n,
                      SumResult *best)
{
    static const SumKind scans[] = {SUM_EXCLUSIVE, SUM_INCLUSIVE};

    best->wrong = best->count;
    try_kind(SUM_COPY, n, outputs, count, best);
    try_kind(SUM_REDUCE, end_of_first(outputs, n), outputs, count, best);
    try_kind(SUM_REDUCE, start_of_second(outputs, count, n), outputs, count,
             best);
    for (size_t k = 0; k < sizeof scans / sizeof *scans; ++k)
        try_kind(scans[k], segment_of(scans[k], outputs, count, n), outputs,
                 count, best);
    best->kind = best->wrong == 0 ? best->nearest : SUM_OTHER;
    if (best->nearest == SUM_OTHER)
        best->wrong = 0;
    if (best->kind == SUM_OTHER && is_permutation(outputs, count)) {
        best->kind = best->nearest = SUM_PERMUTE;
        best->wrong = 0;
    }
}

void sum_check(const Word *outputs, uint32_t count, SumResult *result)
{
    result->count = 0;
    for (uint32_t i = 0; i < count; ++i)
        result->count += outputs[i] != INTERVAL_UNSET;
    result->segment = result->n;
    result->kind = result->nearest = SUM_OTHER;
    if (has_sums(outputs, count))
        find_kind(outputs, count, result->n, result);
}

uint8_t *sum_result_wrong(const SumResult *result, const Word *outputs,
                          uint32_t count)
{
    SumResult first = *result;
    uint8_t *wrong;

    if (result->segment == 0 ||
        count_wrong(result->nearest, outputs, count, result->segment, &first) !=
            result->wrong ||
        first.first_wrong != result->first_wrong || first.is != result->is)
        return NULL;
    wrong = base_alloc((size_t)count + 1, 1);
    for (uint32_t i = 0; i < count; ++i)
        wrong[i] = is_wrong(result->nearest, outputs, i, count, result->segment,
                            result->cut);
    return wrong;
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

const SumResult *sum_result_whole(const Trace *trace)
{
    return trace->results_count > trace->grids_count
               ? &trace->results[trace->grids_count]
               : NULL;
}

/* True if RESULT is that of parts of the input, each by itself. */
static bool is_in_parts(const SumResult *result)
{
    return result->segment > 0 && result->segment < result->n;
}

bool sum_result_has(const Trace *trace, SumKind kind)
{
    const SumResult *whole = sum_result_whole(trace);

    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const SumResult *result = sum_result_of(trace, g);
        if (result->kind == kind && !(whole && is_in_parts(result)))
            return true;
    }
    return whole && whole->kind == kind && !is_in_parts(whole);
}

bool sum_result_known(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    if (whole)
        return whole->kind != SUM_UNKNOWN;
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (sum_result_of(trace, g)->kind != SUM_UNKNOWN)
            return true;
    return false;
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

/* "is the exclusive sum of d_in" */
static void add_kind(const SumResult *result, uint32_t kind, Text *text)
{
    const char *in = result->input;

    switch (kind) {
    case SUM_COPY:
        text_add(text, "is a copy of %s", in);
        break;
    case SUM_PERMUTE:
        text_add(text, "has elements of %s in another order, each once", in);
        break;
    case SUM_REDUCE:
        if (result->count == 1)
            text_add(text, "is the sum of the %u elements of %s",
                     result->segment, in);
        else
            text_add(text, "has the sums of each %u elements of %s",
                     result->segment, in);
        break;
    case SUM_OTHER:
        text_add(text, "is neither a scan nor a sum nor a copy of %s", in);
        break;
    default:
        text_add(text, "is the %s sum of %s", sum_kind_name((SumKind)kind), in);
        if (result->segment < result->n)
            text_add(text, ", of each %u elements apart", result->segment);
    }
}

/* "the sum of in[3] to in[7]" */
static void add_interval(const SumResult *result, Word x, Text *text)
{
    const char *in = result->input;

    if (x == INTERVAL_IDENTITY)
        text_add(text, "0");
    else if (!interval_is_range(x))
        text_add(text, "no sum of neighbours");
    else if (interval_first(x) == interval_last(x))
        text_add(text, "%s[%u]", in, interval_first(x));
    else
        text_add(text, "the sum of %s[%u] to %s[%u]", in, interval_first(x), in,
                 interval_last(x));
}

/* The first wrong output, what belongs there, and what the others are. */
static void add_wrong(const SumResult *result, Text *text)
{
    text_add(text, "%s[%u] is ", result->output, result->first_wrong);
    add_interval(result, result->is, text);
    text_add(text, " where ");
    add_interval(result, result->wanted, text);
    text_add(text, " belongs");
    if (result->wrong > 1)
        text_add(text, ", and %u more are wrong", result->wrong - 1);
    text_add(text, "; the rest ");
    add_kind(result, result->nearest, text);
}

/* True if a launch stored fewer elements of a scan or a copy than its input
 * has.
 */
static bool lacks_outputs(const SumResult *result)
{
    return (result->kind == SUM_EXCLUSIVE || result->kind == SUM_INCLUSIVE ||
            result->kind == SUM_COPY) &&
           result->first == result->last && result->count < result->n;
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
        text_add(text, "%s ", result->output);
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
    if (result->cut)
        text_add(text, ", as far as the first %d elements tell",
                 INTERVAL_MAX_N);
    text_add(text, ", checked by %u runs on random inputs", result->trials);
    if (result->kind != SUM_OTHER || result->nearest != SUM_OTHER)
        text_add(text, " (by chance less than once in 10^%d)",
                 (int)-sum_result_odds(result));
}
