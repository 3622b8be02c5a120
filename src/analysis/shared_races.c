/* SPDX-License-Identifier: MIT */
#include "analysis/shared_races.h"

#include <stdlib.h>

/* Ways to access a cell; of two, one of which is not WAY_LOAD, only two changes
 * do not race. */
typedef enum { WAY_LOAD, WAY_STORE, WAY_CHANGE, WAYS } Way;

/* Accesses of one way, those of the warp that was the first to make one: of two
 * that are ordered the later one, of several of a thread at one epoch the first
 * one. */
typedef struct {
    ThreadAccess *own;
    size_t own_count, own_capacity;
    bool several;       /* warps */
    ThreadAccess other; /* the first one by another warp */
} Accessed;

typedef struct {
    uint32_t stamp; /* step + 1 in which the rest was last true */
    bool found;     /* a race was reported */
    Accessed ways[WAYS];
} CellState;

static Way way_of(const ThreadAccess *access)
{
    return access->kind == ACCESS_LOAD    ? WAY_LOAD
           : access->kind == ACCESS_STORE ? WAY_STORE
                                          : WAY_CHANGE;
}

/* True if two accesses of one step race.  That a word is volatile orders
 * nothing. */
static bool is_race(const ThreadAccess *before, const ThreadAccess *now)
{
    return before->thread != now->thread &&
           (way_of(before) != WAY_CHANGE || way_of(now) != WAY_CHANGE) &&
           !thread_access_is_guess(before, now) &&
           !thread_access_before(before, now);
}

/* The earliest access that NOW races with, or NULL. */
static const ThreadAccess *rival(const CellState *cell, const ThreadAccess *now)
{
    const ThreadAccess *earliest = NULL;

    for (Way way = WAY_LOAD; way < WAYS; ++way) {
        const Accessed *accessed = cell->ways + way;
        if (way == way_of(now) && way != WAY_STORE)
            continue;
        for (size_t i = 0; i < accessed->own_count + accessed->several; ++i) {
            const ThreadAccess *before =
                i < accessed->own_count ? accessed->own + i : &accessed->other;
            if (is_race(before, now) &&
                (!earliest || before->instruction < earliest->instruction))
                earliest = before;
        }
    }
    return earliest;
}

/* Keeps NOW unless what races with it later races with one that is kept: any
 * access by another warp races with all of a warp's. */
static void remember(CellState *cell, const ThreadAccess *now)
{
    Accessed *accessed = cell->ways + way_of(now);
    size_t left = 0;

    if (accessed->own_count > 0 && accessed->own->warp != now->warp) {
        if (!accessed->several)
            accessed->other = *now;
        accessed->several = true;
        return;
    }
    for (size_t i = 0; i < accessed->own_count; ++i) {
        const ThreadAccess *before = accessed->own + i;
        if (before->thread == now->thread && before->epoch == now->epoch &&
            before->guesses <= now->guesses)
            return;
    }
    /* what races with an access before NOW races with NOW, too */
    for (size_t i = 0; i < accessed->own_count; ++i)
        if (!thread_access_before(accessed->own + i, now))
            accessed->own[left++] = accessed->own[i];
    accessed->own_count = left;
    base_push(accessed, own, *now);
}

/* Visits CELL, or those of its bytes that NOW touches, the first of which is at
 * STATES. */
static void visit(RaceList *list, CellState *states, bool by_byte,
                  uint32_t cell, const ThreadAccess *now)
{
    int count = by_byte ? (int)sizeof(Word) : 1;

    if (states->stamp != now->step + 1)
        for (int i = 0; i < count; ++i) {
            states[i].stamp = now->step + 1;
            states[i].found = false;
            for (Way way = WAY_LOAD; way < WAYS; ++way) {
                states[i].ways[way].own_count = 0;
                states[i].ways[way].several = false;
            }
        }
    for (int i = 0; i < count && !states->found; ++i) {
        if (by_byte && !(now->bytes >> i & 1))
            continue;
        const ThreadAccess *before = rival(states + i, now);
        if (before) {
            Race race = {.block = now->block,
                         .step = now->step,
                         .cell = cell,
                         .array = RACE_SHARED,
                         .first = *before,
                         .second = *now};
            base_push(list, races, race);
            states->found = true;
        }
        remember(states + i, now);
    }
}

static bool has_parts(const Trace *trace)
{
    for (size_t i = 0; i < trace->accesses_count; ++i)
        if (trace->accesses[i].bytes != TRACE_WORD)
            return true;
    return false;
}

static int by_cell(const void *a, const void *b)
{
    const Race *x = a, *y = b;

    return (x->cell > y->cell) - (x->cell < y->cell);
}

/* The races of step S, found with CELLS, of EACH of which a word has some. */
static void find_in_step(const Trace *trace, const RetriedLoads *retried,
                         uint32_t s, CellState *cells, size_t each,
                         RaceList *list)
{
    const Step *step = trace->steps + s;
    size_t before = list->races_count;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_shared(at))
            continue;
        for (int j = 0; j < at->lanes; ++j, ++access) {
            ThreadAccess now =
                retried_loads_access(retried, trace, index, access);
            visit(list, cells + each * access->cell, each > 1, access->cell,
                  &now);
        }
    }
    if (list->races_count > before + 1)
        qsort(list->races + before, list->races_count - before,
              sizeof *list->races, by_cell);
}

/* The threads that access a cell in a step. */
typedef struct {
    uint32_t stamp; /* step + 1 in which the rest was last true */
    uint32_t thread;
    bool several; /* threads */
    bool written;
} CellUse;

/* True if in step S several threads access one cell, which one of them writes:
 * else it has no race. */
static bool may_race(const Trace *trace, uint32_t s, CellUse *uses)
{
    const Step *step = trace->steps + s;
    bool found = false;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_shared(at))
            continue;
        bool written = trace_traits_of(at)->writes;
        uint32_t lane_0 = trace_thread(trace, at, &(Access){.lane = 0});
        for (int j = 0; j < at->lanes; ++j, ++access) {
            CellUse *use = uses + access->cell;
            uint32_t thread = lane_0 + access->lane;
            if (use->stamp != s + 1)
                *use = (CellUse){.stamp = s + 1, .thread = thread};
            use->several |= use->thread != thread;
            use->written |= written;
            found |= use->several && use->written;
        }
    }
    return found;
}

void shared_races_find(const Trace *trace, const RetriedLoads *retried,
                       RaceList *list)
{
    CellUse *uses = base_alloc(trace->run.words + 1, sizeof *uses);
    CellState *cells = NULL;
    size_t each = 1;

    for (uint32_t s = 0; s < trace->steps_count; ++s) {
        if (!may_race(trace, s, uses))
            continue;
        if (!cells) {
            each = has_parts(trace) ? sizeof(Word) : 1;
            cells = base_alloc(each * trace->run.words + 1, sizeof *cells);
        }
        find_in_step(trace, retried, s, cells, each, list);
    }
    for (size_t i = 0; cells && i < each * trace->run.words; ++i)
        for (Way way = WAY_LOAD; way < WAYS; ++way)
            free(cells[i].ways[way].own);
    free(uses);
    free(cells);
}

/* True if two accesses of a cell in one step race. */
static bool is_race_of(const ThreadAccess *one, const ThreadAccess *other)
{
    Way way = way_of(one);
    bool first = one->instruction < other->instruction;

    return (one->bytes & other->bytes) &&
           (way != way_of(other) || way == WAY_STORE) &&
           is_race(first ? one : other, first ? other : one);
}

bool shared_races_has(const Trace *trace, const Instruction *at,
                      const Access *access)
{
    const Step *step = trace_step(trace, at);

    ThreadAccess own =
        thread_access(trace, (uint32_t)(at - trace->instructions), access);
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *by = trace->instructions + index;
        const Access *other = trace_accesses(trace, by);
        for (int j = 0; trace_is_shared(by) && j < by->lanes; ++j, ++other) {
            if (other->cell != access->cell)
                continue;
            ThreadAccess rival = thread_access(trace, index, other);
            if (is_race_of(&own, &rival))
                return true;
        }
    }
    return false;
}
