/* SPDX-License-Identifier: MIT */
#include "analysis/shared_flags.h"

#include "analysis/happens_before.h"
#include "analysis/polled_load.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* An access to a cell that has a race. */
typedef struct {
    ThreadAccess by;
    uint32_t cell;
    bool polls;   /* see polled_load.h */
    bool signals; /* it is atomic, or a volatile store */
    bool update;  /* it is atomic */
} Touch;

typedef struct {
    const Trace *trace;
    const RetriedLoads *retried;
    uint32_t grid; /* that ORDER and POLLS are of; NONE: none yet */
    Order *order;
    PolledLoads polls;
    uint32_t step;  /* that TOUCHES are of; NONE: none yet */
    Touch *touches; /* by cell, then in the order of the trace */
    size_t touches_count, touches_capacity;
} Search;

static bool writes(const Touch *touch)
{
    return trace_traits((AccessKind)touch->by.kind)->writes;
}

/* True if one of two accesses waits for what the other one stores, or only
 * guesses what an atomic operation finds. */
static bool is_met(const Touch *x, const Touch *y)
{
    return (x->polls && y->signals) || (x->by.guesses && y->update);
}

/* True if two accesses to a cell race where nothing orders them. */
static bool are_rivals(const Touch *x, const Touch *y)
{
    return x->by.thread != y->by.thread && (writes(x) || writes(y)) &&
           (x->by.bytes & y->by.bytes) && !(x->update && y->update) &&
           !is_met(x, y) && !is_met(y, x);
}

static Touch touch_of(const Search *search, uint32_t instruction,
                      const Access *access)
{
    const Instruction *at = search->trace->instructions + instruction;
    const AccessTraits *is = trace_traits_of(at);
    Touch touch = {.by = retried_loads_access(search->retried, search->trace,
                                              instruction, access),
                   .cell = access->cell,
                   .polls = polled_loads_has(&search->polls, at),
                   .update = is->brings && is->writes};

    touch.signals = touch.update || (is->writes && at->is_volatile);
    return touch;
}

/* ---- The accesses of a step -----------------------------------------------*/

/* By cell, thread, then in the order of the trace. */
static int by_thread(const void *a, const void *b)
{
    const Touch *x = a, *y = b;

    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->by.thread != y->by.thread)
        return x->by.thread < y->by.thread ? -1 : 1;
    return (x->by.instruction > y->by.instruction) -
           (x->by.instruction < y->by.instruction);
}

static int by_instruction(const void *a, const void *b)
{
    const Touch *x = a, *y = b;

    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->by.instruction != y->by.instruction)
        return x->by.instruction < y->by.instruction ? -1 : 1;
    return (x->by.lane > y->by.lane) - (x->by.lane < y->by.lane);
}

static bool same_poll(const Touch *x, const Touch *y)
{
    return x->polls && y->polls && x->cell == y->cell &&
           x->by.thread == y->by.thread && x->by.site == y->by.site;
}

/* Of the accesses by which a thread waits on a line the first and the last one
 * are enough. */
static void leave_out_polls(Search *search)
{
    Touch *all = search->touches;
    size_t left = 0;

    qsort(all, search->touches_count, sizeof *all, by_thread);
    for (size_t i = 0; i < search->touches_count; ++i) {
        bool between = left > 0 && i + 1 < search->touches_count &&
                       same_poll(all + left - 1, all + i) &&
                       same_poll(all + i, all + i + 1);
        if (!between)
            all[left++] = all[i];
    }
    search->touches_count = left;
}

static void find_touches(Search *search, uint32_t s)
{
    const Trace *trace = search->trace;
    const Step *step = trace->steps + s;

    search->step = s;
    search->touches_count = 0;
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; trace_is_shared(at) && j < at->lanes; ++j, ++access) {
            Touch touch = touch_of(search, index, access);
            base_push(search, touches, touch);
        }
    }
    leave_out_polls(search);
    qsort(search->touches, search->touches_count, sizeof *search->touches,
          by_instruction);
}

/* The first of the touches of CELL or of a later one. */
static size_t first_touch(const Search *search, uint32_t cell)
{
    size_t low = 0, high = search->touches_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (search->touches[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- Races ----------------------------------------------------------------*/

/* The touch that is ACCESS; NULL: it was left out. */
static const Touch *touch_at(const Search *search, uint32_t cell,
                             const ThreadAccess *access)
{
    for (size_t i = first_touch(search, cell);
         i < search->touches_count && search->touches[i].cell == cell; ++i)
        if (search->touches[i].by.instruction == access->instruction &&
            search->touches[i].by.thread == access->thread)
            return search->touches + i;
    return NULL;
}

/* True if X and Y race, X being the earlier one. */
static bool is_race(const Search *search, const Touch *x, const Touch *y)
{
    return are_rivals(x, y) && !happens_before(search->order, &x->by, &y->by);
}

/* True if accesses to the cell of FOUND race, which FOUND then tells. */
static bool find_race(const Search *search, Race *found)
{
    const Touch *all = search->touches;
    const Touch *x = touch_at(search, found->cell, &found->first);
    const Touch *y = touch_at(search, found->cell, &found->second);

    if (x && y && is_race(search, x, y))
        return true;
    for (size_t i = first_touch(search, found->cell);
         i < search->touches_count && all[i].cell == found->cell; ++i)
        for (size_t j = i + 1;
             j < search->touches_count && all[j].cell == found->cell; ++j) {
            if (happens_before_gave_up(search->order))
                return false;
            happens_before_spend(search->order, 1);
            if (!is_race(search, all + i, all + j))
                continue;
            found->first = all[i].by;
            found->second = all[j].by;
            return true;
        }
    return false;
}

/* Goes on to launch GRID; NONE: the search ends. */
static void change_grid(Search *search, uint32_t grid, RaceList *list)
{
    if (search->grid != NONE) {
        list->cut |= happens_before_gave_up(search->order);
        happens_before_free(search->order);
        polled_loads_free(&search->polls);
    }
    search->grid = grid;
    if (grid == NONE)
        return;
    search->polls = polled_loads_find(search->trace, grid);
    search->order = happens_before_new(search->trace, grid);
}

void shared_flags_drop(const Trace *trace, const RetriedLoads *retried,
                       RaceList *list)
{
    Search search = {.trace = trace,
                     .retried = retried,
                     .grid = NONE,
                     .step = NONE};
    size_t left = 0;

    if (trace_is_of_gpu(trace))
        return;
    for (size_t i = 0; i < list->races_count; ++i) {
        Race *race = list->races + i;
        uint32_t grid = trace->blocks[race->block].grid;
        if (search.grid != grid)
            change_grid(&search, grid, list);
        bool signals = happens_before_signals(search.order);
        if (signals && search.step != race->step)
            find_touches(&search, race->step);
        if (!signals || find_race(&search, race))
            list->races[left++] = *race;
    }
    list->races_count = left;
    change_grid(&search, NONE, list);
    free(search.touches);
}
