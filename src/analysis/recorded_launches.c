/* SPDX-License-Identifier: MIT */
#include "analysis/recorded_launches.h"

#include "analysis/sum_results.h"

enum { MOST_NAMED = 8 };

bool recorded_launches_are_all(const Trace *trace)
{
    return trace->run.launches <= trace->grids_count ||
           trace->results_count < trace->grids_count;
}

void recorded_launches_explain(const Trace *trace, Text *text)
{
    uint32_t count = (uint32_t)trace->grids_count;
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
