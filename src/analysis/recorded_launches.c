/* SPDX-License-Identifier: MIT */
#include "analysis/recorded_launches.h"

#include "analysis/sum_results.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Parts of a result ---------------------------------------------------*/

enum { MOST_RANGES = 8 /* that are listed */ };

/* The launches from FIRST to before END of a trace, and which have a part. */
typedef struct {
    uint32_t first, end;
    bool *part;
} Launches;

/* False unless the trace has all blocks of all launches of RESULT. */
static bool find_launches(const Trace *trace, const SumResult *result,
                          Launches *launches)
{
    uint32_t g = 0, expected = result->first;

    while (g < trace->grids_count &&
           recorded_launches_number(trace, g) < result->first)
        ++g;
    launches->first = g;
    for (; g < trace->grids_count && expected <= result->last; ++g, ++expected)
        if (recorded_launches_number(trace, g) != expected ||
            !trace_grid_is_whole(trace, g))
            return false;
    launches->end = g;
    return expected == result->last + 1;
}

/* Notes which launches store to the output, or to what one of those loads. */
static void find_parts(const Trace *trace, const SumResult *result,
                       Launches *launches)
{
    bool needed[LIMITS_ARRAYS] = {false};

    for (size_t a = 0; a < trace->arrays_count; ++a)
        needed[a] = strcmp(trace->arrays[a].name, result->output) == 0;
    for (uint32_t g = launches->end; g-- > launches->first;) {
        ArrayUses uses = {.loaded = {false}};
        bool part = false;
        array_uses_add(trace, g, &uses);
        for (size_t a = 0; a < trace->arrays_count; ++a)
            part |= needed[a] && uses.stored[a];
        for (size_t a = 0; part && a < trace->arrays_count; ++a)
            needed[a] |= uses.loaded[a];
        launches->part[g - launches->first] = part;
    }
}

/* Appends ", through launches 2, 4 and 6 to 8"; false, and nothing, if that has
 * too many parts. */
static bool add_ranges(const Launches *launches, uint32_t number, Text *text)
{
    uint32_t count = launches->end - launches->first, ranges = 0, told = 0;

    for (uint32_t i = 0; i < count; ++i)
        ranges += launches->part[i] && (i == 0 || !launches->part[i - 1]);
    if (ranges > MOST_RANGES)
        return false;
    text_add(text, ", through launches ");
    for (uint32_t i = 0, last; i < count; i = last + 1) {
        last = i;
        if (!launches->part[i])
            continue;
        while (last + 1 < count && launches->part[last + 1])
            ++last;
        text_add(text, "%s%u",
                 told == 0            ? ""
                 : told + 1 == ranges ? " and "
                                      : ", ",
                 number + i);
        if (last > i)
            text_add(text, " to %u", number + last);
        ++told;
    }
    return true;
}

/* ", through launches 2 and 4", if others between have no part; false, and
 * nothing, if all have one, or if that is not known. */
static bool add_parts(const Trace *trace, const SumResult *result, Text *text)
{
    Launches launches = {0, 0, NULL};
    bool told = false, all = true;

    if (!find_launches(trace, result, &launches))
        return false;
    uint32_t count = launches.end - launches.first;
    launches.part = base_alloc(count, sizeof *launches.part);
    find_parts(trace, result, &launches);
    for (uint32_t i = 0; i < count; ++i)
        all &= launches.part[i];
    if (!all && launches.part[0] && launches.part[count - 1])
        told = add_ranges(&launches, result->first, text);
    free(launches.part);
    return told;
}

void result_launches_explain(const Trace *trace, const SumResult *result,
                             Text *text)
{
    if (result->last <= result->first || add_parts(trace, result, text))
        return;
    if (result->first == 1)
        text_add(text, ", through %u launches", result->last);
    else
        text_add(text, ", through launches %u to %u", result->first,
                 result->last);
}
