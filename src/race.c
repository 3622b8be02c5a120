/* SPDX-License-Identifier: MIT
 *
 * race - finding races in one pass; see race.h.
 *
 * Each cell remembers what happened to it in the step that last touched it.
 * Until its race is found, a cell is in one of two states, and both are kept
 * whole in three places:
 *
 *     one thread alone, which may have stored     first, stored
 *     several threads, which all loaded           first, other
 *
 * so every access is judged in constant time, and a step needs no clearing.
 */
#include "race.h"

#include <stdlib.h>

typedef struct {
    uint32_t stamp; /* step + 1 in which the rest was last true */
    bool found;     /* a race was reported */
    bool has_other;
    bool has_stored;
    RaceSide first;  /* first access */
    RaceSide other;  /* first access by a thread that is not first's */
    RaceSide stored; /* first store */
} CellState;

/* The earlier access that NOW races with, or NULL. */
static const RaceSide *rival(const CellState *cell, const RaceSide *now)
{
    if (now->kind == ACCESS_LOAD)
        return cell->has_stored && cell->stored.thread != now->thread
                   ? &cell->stored
                   : NULL;
    if (cell->first.thread != now->thread)
        return &cell->first;
    return cell->has_other ? &cell->other : NULL;
}

static void remember(CellState *cell, const RaceSide *now)
{
    if (!cell->has_other && cell->first.thread != now->thread) {
        cell->has_other = true;
        cell->other = *now;
    }
    if (!cell->has_stored && now->kind == ACCESS_STORE) {
        cell->has_stored = true;
        cell->stored = *now;
    }
}

static void visit(RaceList *list, CellState *cell, uint32_t block,
                  uint32_t step, uint32_t index, const RaceSide *now)
{
    if (cell->stamp != step + 1)
        *cell = (CellState){.stamp = step + 1, .first = *now};
    if (cell->found)
        return;

    const RaceSide *before = rival(cell, now);
    if (before) {
        Race race = {block, step, index, *before, *now};
        base_push(list, races, race);
        cell->found = true;
        return;
    }
    remember(cell, now);
}

static int by_cell(const void *a, const void *b)
{
    const Race *x = a, *y = b;

    return (x->cell > y->cell) - (x->cell < y->cell);
}

RaceList race_find(const Trace *trace)
{
    RaceList list = {0};
    CellState *cells = base_alloc((size_t)trace->run.words + 1, sizeof *cells);

    for (uint32_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t before = list.races_count;

        for (uint32_t i = 0; i < step->instruction_count; ++i) {
            const Instruction *at =
                trace->instructions + step->first_instruction + i;
            const Access *access = trace_accesses(trace, at);
            if (!trace_is_shared(at))
                continue;
            for (int j = 0; j < at->lanes; ++j, ++access) {
                RaceSide now = {trace_thread(trace, at, access), at->site,
                                at->kind};
                visit(&list, cells + access->cell, step->block, s, access->cell,
                      &now);
            }
        }
        if (list.races_count > before + 1)
            qsort(list.races + before, list.races_count - before,
                  sizeof *list.races, by_cell);
    }
    free(cells);
    return list;
}

void race_free(RaceList *list)
{
    free(list->races);
    *list = (RaceList){0};
}
