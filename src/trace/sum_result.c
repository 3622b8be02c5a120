/* SPDX-License-Identifier: MIT */
#include "trace/sum_result.h"

#include <stdlib.h>

const char *sum_proof_name(SumProof proof)
{
    static const char *const names[PROVED_KINDS] = {
        [PROVED_ASSOCIATIVE] = "associative",
        [PROVED_COMMUTATIVE] = "associative and commutative"};

    return names[proof];
}

const char *sum_kind_name(SumKind kind)
{
    static const char *const names[SUM_KINDS] = {"unknown",    "exclusive",
                                                 "inclusive",  "reduce",
                                                 "copy",       "permute",
                                                 "other",      "ascending",
                                                 "descending", "reordered"};

    return names[kind];
}

bool sum_kind_permutes(SumKind kind)
{
    return kind == SUM_PERMUTE || kind == SUM_ASCENDING ||
           kind == SUM_DESCENDING || kind == SUM_REORDERED;
}

InputSpan *input_spans(const Word *intervals, uint32_t count)
{
    InputSpan *spans = base_alloc((size_t)count + 1, sizeof *spans);

    for (uint32_t i = 0; i < count; ++i)
        spans[i] = input_span(intervals[i]);
    return spans;
}

Word input_span_name(InputSpan span)
{
    if (input_span_is_range(span) && span.last >= INTERVAL_MAX_N)
        return INTERVAL_TOP;
    return interval_make(span.first, span.last);
}

void sum_result_free(SumResult *result)
{
    free(result->input);
    free(result->output);
    free(result->unchecked);
}
