/* SPDX-License-Identifier: MIT */
#include "trace/sum_result.h"

#include <stdlib.h>

const char *sum_kind_name(SumKind kind)
{
    static const char *const names[SUM_KINDS] = {"unknown",   "exclusive",
                                                 "inclusive", "reduce",
                                                 "copy",      "permute",
                                                 "other"};

    return names[kind];
}

void sum_result_free(SumResult *result)
{
    free(result->input);
    free(result->output);
    free(result->unchecked);
}
