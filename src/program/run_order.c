/* SPDX-License-Identifier: MIT */
#include "program/run_order.h"

#include "trace/element.h"

#include <stdlib.h>
#include <string.h>

/* A number that is greater for a greater element of the kind ELEMENT. */
static uint64_t rank_of(uint32_t element, const unsigned char *at)
{
    const uint64_t top = UINT64_C(1) << 63;
    uint64_t bits = 0;

    if (!element_is_float(element)) {
        bool is_signed = element == ELEMENT_I8 || element == ELEMENT_I16 ||
                         element == ELEMENT_I32 || element == ELEMENT_I64;
        return element_extend(element, at) ^ (is_signed ? top : 0);
    }
    uint32_t width = element_width(element);
    memcpy(&bits, at, width);
    bits <<= 64 - 8 * width;
    return bits & top ? ~bits : bits | top;
}

static int by_rank(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* The ranks of the inputs that count in GIVEN; freed by the caller. */
static uint64_t *input_ranks(const ComparedRuns *compared,
                             const unsigned char *given)
{
    uint32_t n = compared->end - compared->first;
    uint64_t *ranks = base_alloc((size_t)n + 1, sizeof *ranks);

    for (uint32_t i = 0; i < n; ++i)
        ranks[i] =
            rank_of(compared->input.element,
                    given + (size_t)(compared->first + i) * compared->width);
    qsort(ranks, n, sizeof *ranks, by_rank);
    return ranks;
}

/* The ranks in LEFT of the outputs that were stored, which are as many as the
 * inputs that count. */
static uint64_t *output_ranks(const ComparedRuns *compared,
                              const InputSpan *outputs,
                              const unsigned char *left)
{
    uint32_t n = compared->end - compared->first, count = 0;
    uint64_t *ranks = base_alloc((size_t)n + 1, sizeof *ranks);

    for (uint32_t i = 0; i < compared->outputs && count < n; ++i)
        if (!input_span_is(outputs[i], INTERVAL_UNSET))
            ranks[count++] = rank_of(compared->input.element,
                                     left + (size_t)i * compared->width);
    return ranks;
}

/* The order of a run that was given GIVEN and left LEFT. */
static SumKind order_of(const ComparedRuns *compared, const InputSpan *outputs,
                        const unsigned char *given, const unsigned char *left)
{
    uint32_t n = compared->end - compared->first;
    uint64_t *in = input_ranks(compared, given);
    uint64_t *out = output_ranks(compared, outputs, left);
    bool rises = true, falls = true;

    for (uint32_t i = 0; i < n; ++i) {
        rises &= out[i] == in[i];
        falls &= out[i] == in[n - 1 - i];
    }
    qsort(out, n, sizeof *out, by_rank);
    bool same = memcmp(in, out, n * sizeof *in) == 0;
    free(in);
    free(out);
    return rises   ? SUM_ASCENDING
           : falls ? SUM_DESCENDING
           : same  ? SUM_REORDERED
                   : SUM_OTHER;
}

/* True if as many outputs were stored as inputs count, and all are known. */
static bool is_whole(const ComparedRuns *compared, const InputSpan *outputs)
{
    uint32_t stored = 0;

    for (uint32_t i = 0; i < compared->outputs; ++i)
        stored += !input_span_is(outputs[i], INTERVAL_UNSET);
    return stored > 1 && stored == compared->end - compared->first &&
           !compared->cut && compared->end <= compared->input.count;
}

/* The order of the recorded run; that of those BEFORE if it is not known. */
static SumKind recorded_order(const ComparedRuns *compared,
                              const InputSpan *outputs, SumKind before)
{
    NoteBytes given = compared->recorded_given, left = compared->recorded_left;
    uint64_t width = compared->width, given_width = compared->given_width;

    if (!given.at || !left.at || given.bytes / given_width < compared->end ||
        left.bytes / width < compared->outputs)
        return before;
    unsigned char *wide = compared_widen(compared, given);
    SumKind order =
        order_of(compared, outputs, wide ? wide : given.at, left.at);
    free(wide);
    return order;
}

SumKind run_order_find(const ComparedRuns *compared, const InputSpan *outputs)
{
    SumKind all = SUM_OTHER;

    if (!is_whole(compared, outputs))
        return SUM_OTHER;
    for (uint32_t t = 0; t <= compared->input.trials; ++t) {
        SumKind order =
            t == compared->input.trials
                ? recorded_order(compared, outputs, all)
                : order_of(compared, outputs, compared->input.given[t],
                           compared->left[t]);
        if (order == SUM_OTHER)
            return SUM_OTHER;
        all = t == 0 || order == all ? order : SUM_REORDERED;
    }
    return all;
}
