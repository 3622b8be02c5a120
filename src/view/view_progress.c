/* SPDX-License-Identifier: MIT
 *
 * view_progress - how far the running instruction is; see view.h.
 */
#include "view/view.h"

#include <math.h>

/* Cycles, or transactions, that the running instruction takes. */
static double cycles_of(const View *view)
{
    return view->turns ? view->turns : 1;
}

/* Of the first cycle, for entering the queues. */
static double entry_of(const View *view)
{
    return view_is_shared(view) ? TIMELINE_ENTRY : 0;
}

bool view_is_moving(const View *view)
{
    return view->progress < 1;
}

double view_entered(const View *view)
{
    if (!view_is_moving(view) || !view_is_shared(view))
        return 1;
    return layout_clamp(view->progress * cycles_of(view) / entry_of(view), 0,
                        1);
}

double view_served(const View *view, const Access *access)
{
    if (!view_is_moving(view))
        return 1;
    double cycles = cycles_of(view), entry = entry_of(view);
    double slot = (cycles - entry) / cycles;
    double since = view->progress * cycles - entry -
                   view->ranks[access - view->accesses] * slot;

    return layout_clamp(since / slot, 0, 1);
}

uint32_t view_cycles(const View *view)
{
    const uint32_t *starts = view->analysed->banks.starts;

    if (!view_is_moving(view) || view->position == 0)
        return starts[view->position];
    double cycles = cycles_of(view), entry = entry_of(view);
    double slot = (cycles - entry) / cycles;
    double over = floor((view->progress * cycles - entry) / slot + 1e-9);

    return starts[view->position - 1] +
           (uint32_t)layout_clamp(over, 0, view->cost.latency);
}

bool view_begun(const View *view, const Access *access)
{
    return view_served(view, access) > 0;
}

bool view_done(const View *view, const Access *access)
{
    return view_served(view, access) >= 1;
}

int view_begun_at(const View *view, uint32_t bank)
{
    int begun = 0;

    if (!view_is_moving(view))
        return view->queues[bank];
    for (int i = 0; i < view->running->lanes; ++i)
        begun += bank_of(view->trace, view->accesses[i].cell) == bank &&
                 view_begun(view, view->accesses + i);
    return begun;
}
