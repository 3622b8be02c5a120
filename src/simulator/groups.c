/* SPDX-License-Identifier: MIT
 *
 * groups - which launches of a program work together.
 */
#include "simulator/history.h"

#include "util/base.h"

#include <stdlib.h>

/* Launches before the last one of a group that may store parts of its result.
 */
enum { MOST_BEFORE = 256 };

/* A search for groups. */
typedef struct {
    GroupInput input;
    const bool *taken;
    uint32_t count;  /* launches */
    size_t arrays;   /* that were ever made */
    Extent *extents; /* of each: what comes from the input, or what is needed */
    bool *reached;   /* each launch: the input reaches what it stores */
    bool *read;      /* ... and the host reads that before it */
} Search;

static const PastLaunch *launch_of(uint32_t number)
{
    return &history.items[number - 1];
}

static bool stores_something(const LaunchUses *uses)
{
    bool stores = false;

    for (size_t i = 0; uses && i < uses->items_count; ++i)
        stores |= !extent_is_empty(uses->items[i].stores);
    return stores || !uses;
}

/* What is left of EXTENT where PART of it has other contents. */
static Extent without(Extent extent, Extent part)
{
    if (extent_covers(part, extent))
        return (Extent){0};
    if (part.first <= extent.first && part.end > extent.first)
        extent.first = part.end;
    else if (part.end >= extent.end && part.first < extent.end)
        extent.end = part.first;
    return extent;
}

static Extent extent_of(const HostEvent *event)
{
    return (Extent){event->offset, event->offset + event->bytes};
}

/* ---- Forward --------------------------------------------------------------*/

/* The host does EVENT before launch NUMBER. */
static void spread_event(Search *search, const HostEvent *event,
                         uint32_t number)
{
    Extent *to = &search->extents[event->array];
    Extent from = {event->from_offset, event->from_offset + event->bytes};

    if (event->act == HOST_READ) {
        search->read[number - 1] |= extents_meet(*to, extent_of(event));
    } else if (event->act == HOST_COPY &&
               extents_meet(search->extents[event->from], from)) {
        *to = extent_join(*to, extent_of(event));
    } else {
        *to = without(*to, extent_of(event));
    }
}

/* What launch NUMBER stores comes from the input if something that it loads
 * does. */
static void spread_launch(Search *search, uint32_t number)
{
    const LaunchUses *uses = launch_of(number)->uses;
    bool reached = !uses;

    for (size_t i = 0; uses && i < uses->items_count; ++i)
        reached |= extents_meet(search->extents[uses->items[i].array],
                                uses->items[i].loads);
    for (size_t i = 0; uses && i < uses->items_count; ++i) {
        Extent *extent = &search->extents[uses->items[i].array];
        *extent = reached ? extent_join(*extent, uses->items[i].stores)
                          : without(*extent, uses->items[i].stores);
    }
    search->reached[number - 1] = reached && stores_something(uses);
}

static void spread(Search *search)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    uint32_t first = search->input.first;

    search->extents[search->input.array] =
        (Extent){0, arrays[search->input.array].bytes};
    for (uint32_t n = first; n <= search->count; ++n) {
        for (size_t e = n > first ? launch_of(n - 1)->events
                                  : launch_of(n)->events;
             e < launch_of(n)->events; ++e)
            spread_event(search, &history.events[e], n);
        spread_launch(search, n);
    }
}

/* ---- Backward -------------------------------------------------------------*/

/* Launch NUMBER, the last one, may store a part of an array of which earlier
 * ones have stored other parts, and never this one: the others are needed, too.
 */
static void need_parts(Search *search, uint32_t number)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    const LaunchUses *uses = launch_of(number)->uses;

    uint32_t least = number > MOST_BEFORE ? number - MOST_BEFORE : 1;

    if (least < search->input.first)
        least = search->input.first;
    for (size_t i = 0; uses && i < uses->items_count; ++i) {
        const ArrayUse *use = &uses->items[i];
        bool again = extent_is_empty(use->stores);
        for (uint32_t n = least; n < number && !again; ++n) {
            const LaunchUses *other = launch_of(n)->uses;
            for (size_t k = 0; other && k < other->items_count; ++k)
                again |= other->items[k].array == use->array &&
                         extents_meet(other->items[k].stores, use->stores);
        }
        if (!again)
            search->extents[use->array] =
                extent_join(search->extents[use->array],
                            without((Extent){0, arrays[use->array].bytes},
                                    use->stores));
    }
}

static void need_loads(Search *search, const LaunchUses *uses)
{
    for (size_t i = 0; uses && i < uses->items_count; ++i)
        search->extents[uses->items[i].array] =
            extent_join(search->extents[uses->items[i].array],
                        uses->items[i].loads);
}

/* True if something that is needed was stored by launch NUMBER, and is not
 * needed from before. */
static bool meets_need(Search *search, uint32_t number)
{
    const LaunchUses *uses = launch_of(number)->uses;
    bool meets = !uses;

    for (size_t i = 0; uses && i < uses->items_count; ++i) {
        Extent *extent = &search->extents[uses->items[i].array];
        if (!extents_meet(*extent, uses->items[i].stores))
            continue;
        meets = true;
        *extent = without(*extent, uses->items[i].stores);
    }
    return meets;
}

static void meet_event(Search *search, const HostEvent *event)
{
    Extent *to = &search->extents[event->array];
    Extent from = {event->from_offset, event->from_offset + event->bytes};

    if (event->act == HOST_READ || !extents_meet(*to, extent_of(event)))
        return;
    *to = without(*to, extent_of(event));
    if (event->act == HOST_COPY)
        search->extents[event->from] =
            extent_join(search->extents[event->from], from);
}

static bool needs_something(const Search *search)
{
    for (size_t i = 0; i < search->arrays; ++i)
        if (!extent_is_empty(search->extents[i]))
            return true;
    return false;
}

/* The group that ends with launch LAST. */
static LaunchGroup group_of(Search *search, uint32_t last)
{
    LaunchGroup group = {.first = last, .last = last, .end = last};

    for (size_t i = 0; i < search->arrays; ++i)
        search->extents[i] = (Extent){0};
    need_parts(search, last);
    need_loads(search, launch_of(last)->uses);
    for (uint32_t n = last; n-- > search->input.first;) {
        if (search->taken[n - 1] || !needs_something(search))
            break;
        for (size_t e = launch_of(n + 1)->events; e-- > launch_of(n)->events;)
            meet_event(search, &history.events[e]);
        if (!meets_need(search, n))
            continue;
        need_loads(search, launch_of(n)->uses);
        if (search->reached[n - 1])
            group.first = n;
    }
    for (uint32_t n = group.first + 1; n <= last; ++n)
        group.read |= search->read[n - 1];
    while (group.end < search->count && !search->taken[group.end] &&
           !stores_something(launch_of(group.end + 1)->uses))
        ++group.end;
    return group;
}

static void reverse(LaunchGroups *groups)
{
    for (size_t i = 0, j = groups->items_count; i + 1 < j; ++i, --j) {
        LaunchGroup swapped = groups->items[i];
        groups->items[i] = groups->items[j - 1];
        groups->items[j - 1] = swapped;
    }
}

LaunchGroups groups_find(GroupInput input, const bool *taken)
{
    Search search = {.input = input,
                     .taken = taken,
                     .count = (uint32_t)history.items_count};
    LaunchGroups groups = {0};

    memory_arrays(&search.arrays);
    search.extents = base_alloc(search.arrays, sizeof *search.extents);
    search.reached = base_alloc(search.count, sizeof *search.reached);
    search.read = base_alloc(search.count, sizeof *search.read);
    spread(&search);
    for (uint32_t last = search.count; last >= input.first; --last) {
        if (taken[last - 1] || !search.reached[last - 1])
            continue;
        LaunchGroup group = group_of(&search, last);
        base_push(&groups, items, group);
        last = group.first;
    }
    reverse(&groups);
    for (uint32_t n = input.first + 1; n <= search.count; ++n)
        groups.read |= search.read[n - 1];
    free(search.extents);
    free(search.reached);
    free(search.read);
    return groups;
}

bool groups_same_calls(uint32_t a, uint32_t b, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (launch_of(a + i)->call != launch_of(b + i)->call)
            return false;
    return true;
}
