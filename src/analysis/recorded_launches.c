/* SPDX-License-Identifier: MIT */
#include "analysis/recorded_launches.h"

#include "analysis/sum_results.h"

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
