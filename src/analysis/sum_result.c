/* SPDX-License-Identifier: MIT */
#include "analysis/sum_result.h"

#include "trace/value.h"

#include <math.h>
#include <stdlib.h>

/* ---- What was stored ------------------------------------------------------*/

/* The intervals of the words of grid G's output; INTERVAL_UNSET for one that it
 * did not store.  *COUNT becomes how many words there are; free them. */
static Word *outputs_of(const Trace *trace, uint32_t g, uint32_t *count)
{
    const Grid *grid = &trace->grids[g];
    bool last = g + 1 == trace->grids_count;
    uint32_t words = trace->arrays[grid->out].words, *order;

    *count = words < INTERVAL_MAX_N ? words : INTERVAL_MAX_N;
    Word *outputs = base_alloc(*count, sizeof *outputs);
    for (uint32_t i = 0; i < *count; ++i)
        outputs[i] = INTERVAL_UNSET;
    order = trace_order(trace);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = &trace->instructions[order ? order[i] : i];
        const Access *access = trace_accesses(trace, at);
        bool stores = trace_is_global(at) && trace_traits_of(at)->writes &&
                      at->array == grid->out &&
                      trace_block(trace, trace_step(trace, at))->grid == g;
        for (int l = 0; stores && l < at->lanes; ++l)
            if (access[l].cell < *count)
                outputs[access[l].cell] =
                    last && access[l].cell < trace->run.n
                        ? trace->output_interval[access[l].cell]
                        : access[l].interval;
    }
    free(order);
    return outputs;
}

/* ---- Kinds ----------------------------------------------------------------*/

/* What output I is in a scan of segments of SEGMENT elements. */
static Word wanted_of(SumKind kind, uint32_t i, uint32_t segment)
{
    uint32_t first = i / segment * segment;

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

/* The length of a segment, if the outputs are of KIND: where the second one
 * begins. */
static uint32_t segment_of(SumKind kind, const Word *outputs, uint32_t count,
                           uint32_t n)
{
    if (kind == SUM_REDUCE)
        return interval_is_range(outputs[0]) && interval_first(outputs[0]) == 0
                   ? interval_last(outputs[0]) + 1
                   : n;
    for (uint32_t i = 1; i < count; ++i)
        if (outputs[i] ==
            (kind == SUM_EXCLUSIVE ? INTERVAL_IDENTITY : interval_make(i, i)))
            return i;
    return n;
}

/* True if what output I should be has no interval: it is the sum of elements
 * beyond those that intervals can name. */
static bool is_beyond(SumKind kind, uint32_t i, uint32_t segment)
{
    uint64_t last =
        kind == SUM_REDUCE ? ((uint64_t)i + 1) * segment - 1 : (uint64_t)i;

    return last >= INTERVAL_MAX_N;
}

/* How many outputs are not as KIND has them; the first of these goes to
 * RESULT. */
static uint32_t count_wrong(SumKind kind, const Word *outputs, uint32_t count,
                            uint32_t segment, SumResult *result)
{
    uint32_t wrong = 0;

    for (uint32_t i = 0; i < count; ++i) {
        if (outputs[i] == INTERVAL_UNSET ||
            (result->cut && is_beyond(kind, i, segment)))
            continue;
        Word wanted = wanted_of(kind, i, segment);
        if (outputs[i] == wanted)
            continue;
        /* the last part of a reduction may be shorter */
        if (kind == SUM_REDUCE && i > 0 && interval_is_range(outputs[i]) &&
            interval_first(outputs[i]) == interval_first(wanted) &&
            interval_last(outputs[i]) < interval_last(wanted) &&
            (i + 1 == count || outputs[i + 1] == INTERVAL_UNSET))
            continue;
        if (wrong++ == 0) {
            result->first_wrong = i;
            result->is = outputs[i];
            result->wanted = wanted;
        }
    }
    return wrong;
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

/* Tries the kinds; the one with the fewest wrong outputs is the nearest. */
static void find_kind(const Word *outputs, uint32_t count, uint32_t n,
                      SumResult *result)
{
    static const SumKind kinds[] = {SUM_COPY, SUM_REDUCE, SUM_EXCLUSIVE,
                                    SUM_INCLUSIVE};
    SumResult best = *result;

    best.kind = best.nearest = SUM_OTHER;
    best.wrong = result->count;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        SumResult try = *result;
        try.nearest = kinds[k];
        try.segment =
            kinds[k] == SUM_COPY ? n : segment_of(kinds[k], outputs, count, n);
        try.wrong = count_wrong(kinds[k], outputs, count, try.segment, &try);
        if (try.wrong < best.wrong && 2 * try.wrong < result->count)
            best = try;
    }
    best.kind = best.wrong == 0 ? best.nearest : SUM_OTHER;
    if (best.kind == SUM_OTHER && is_permutation(outputs, count)) {
        best.kind = best.nearest = SUM_PERMUTE;
        best.wrong = 0;
    }
    *result = best;
}

/* ---- Odds -----------------------------------------------------------------*/

/* Each word of each trial is one of 2^BITS; a wrong interval passes if it
 * agrees in all trials, and there are n^2/2 intervals for each output. */
static double odds_of(const Trace *trace, const SumResult *result, uint32_t n)
{
    bool single = trace->arrays[result->input].element == ELEMENT_F32;
    int bits = 32;

    if (single) {
        int used = 1;
        while (n >> used)
            ++used;
        bits = 24 - used > 4 ? 24 - used : 4;
    }
    double log2 = -(double)bits * trace->run.trials +
                  2 * log((double)n + 1) / log(2) +
                  log((double)result->count + 1) / log(2);
    return log2 < 0 ? log2 * log10(2) : 0;
}

SumResult sum_result_of(const Trace *trace, uint32_t g)
{
    const Grid *grid = &trace->grids[g];
    SumResult result = {.input = grid->in,
                        .output = grid->out,
                        .n = grid->n,
                        .cut = trace->arrays[grid->in].words > INTERVAL_MAX_N};
    uint32_t count, known = 0;
    Word *outputs = outputs_of(trace, g, &count);

    for (uint32_t i = 0; i < count; ++i) {
        if (outputs[i] != INTERVAL_UNSET)
            ++result.count;
        if (interval_is_range(outputs[i]))
            ++known;
    }
    if (trace->run.trials > 0 && known > 0) {
        find_kind(outputs, count, grid->n, &result);
        result.odds = odds_of(trace, &result, grid->n);
    }
    free(outputs);
    return result;
}

/* ---- Words ----------------------------------------------------------------*/

const char *sum_kind_name(SumKind kind)
{
    static const char *const names[SUM_KINDS] = {"unknown",   "exclusive",
                                                 "inclusive", "reduce",
                                                 "copy",      "permute",
                                                 "other"};

    return names[kind];
}

/* "is the exclusive sum of d_in" */
static void add_kind(const Trace *trace, const SumResult *result, SumKind kind,
                     Text *text)
{
    const char *in = trace->arrays[result->input].name;

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
    default:
        text_add(text, "is the %s sum of %s", sum_kind_name(kind), in);
        if (result->segment < result->n)
            text_add(text, ", of each %u elements apart", result->segment);
    }
}

/* "Σin3..in7" */
static void add_interval(const Trace *trace, const SumResult *result, Word x,
                         Text *text)
{
    const char *in = trace->arrays[result->input].name;

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

void sum_result_explain(const Trace *trace, const SumResult *result, Text *text)
{
    const char *out = trace->arrays[result->output].name;

    if (result->kind == SUM_UNKNOWN) {
        text_add(text, "%s is neither a scan nor a sum nor a copy of %s", out,
                 trace->arrays[result->input].name);
        return;
    }
    if (result->kind == SUM_OTHER) {
        if (result->nearest == SUM_OTHER) {
            text_add(text, "%s is neither a scan nor a reduction of %s", out,
                     trace->arrays[result->input].name);
        } else {
            text_add(text, "%s[%u] is ", out, result->first_wrong);
            add_interval(trace, result, result->is, text);
            text_add(text, " where ");
            add_interval(trace, result, result->wanted, text);
            text_add(text, " belongs");
            if (result->wrong > 1)
                text_add(text, ", and %u more are wrong", result->wrong - 1);
            text_add(text, "; the rest ");
            add_kind(trace, result, result->nearest, text);
        }
    } else {
        text_add(text, "%s ", out);
        add_kind(trace, result, result->kind, text);
    }
    if (result->cut)
        text_add(text, ", as far as the first %d elements tell",
                 INTERVAL_MAX_N);
    text_add(text, ", checked by %u runs on random inputs", trace->run.trials);
    if (result->odds < -1)
        text_add(text, " (by chance less than once in 10^%d)",
                 (int)-result->odds);
}
