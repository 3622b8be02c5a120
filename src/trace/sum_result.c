/* SPDX-License-Identifier: MIT */
#include "trace/sum_result.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                                                 "descending", "reordered",
                                                 "histogram",  "map"};

    return names[kind];
}

const char *sum_operator_name(SumOperator op)
{
    static const char *const names[SUM_OPERATORS] = {"sum",     "max", "min",
                                                     "product", "and", "or",
                                                     "xor"};

    return names[op];
}

void sum_result_name(const SumResult *result, SumKind kind, Text *text)
{
    bool joins =
        kind == SUM_EXCLUSIVE || kind == SUM_INCLUSIVE || kind == SUM_REDUCE;

    for (uint32_t p = 0;
         joins && !sum_result_adds(result) && (p == 0 || p < result->parts);
         ++p)
        text_add(text, "%s%s", p ? "+" : "",
                 sum_operator_name(sum_result_operator(result, p)));
    text_add(text, "%s%s", joins && !sum_result_adds(result) ? "-" : "",
             sum_kind_name(kind));
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

bool sum_results_read_forms(SumResult *results, size_t count, const char *forms)
{
    for (const char *at = forms ? forms : ""; *at; at += strspn(at, "; ")) {
        uint32_t r, op, parts, segments, zero;
        int length = 0;
        bool good = sscanf(at,
                           "%" SCNu32 " %" SCNx32 " %" SCNu32 " %" SCNu32
                           " %" SCNu32 "%n",
                           &r, &op, &parts, &segments, &zero, &length) == 5 &&
                    at[length] == ' ' && r < count && !results[r].form &&
                    parts <= SUM_PARTS && zero <= 1 && op < 1u << 4 * SUM_PARTS;
        for (uint32_t p = 0; good && p < SUM_PARTS; ++p)
            good = (op >> 4 * p & 15) < SUM_OPERATORS;
        if (!good)
            return false;
        at += length + 1;
        size_t rest = strcspn(at, ";");
        results[r].op = op;
        results[r].parts = parts;
        results[r].segments = segments;
        results[r].from_zero = zero;
        results[r].form = base_memdup(at, rest + 1);
        results[r].form[rest] = '\0';
        at += rest;
    }
    for (size_t r = 0; r < count; ++r)
        if (!results[r].form && (results[r].nearest == SUM_MAP ||
                                 results[r].nearest == SUM_HISTOGRAM))
            return false;
    return true;
}

void sum_result_free(SumResult *result)
{
    free(result->input);
    free(result->output);
    free(result->unchecked);
    free(result->form);
}
