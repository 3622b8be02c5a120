/* SPDX-License-Identifier: MIT
 *
 * flow_layout - see flow_layout.h.
 */
#include "view/flow_layout.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>

static const double label_width = 152; /* px at 1080 */

/* How many instructions before or after one are looked at. */
enum { MOST_NEAR = 4096 };

Half flow_layout_half(const FlowLayout *at, uint32_t column)
{
    return number_cell_half(at->view->trace, view_grid(at->view), column);
}

Rect flow_layout_cell(const FlowLayout *at, size_t round, uint32_t column)
{
    double lines = at->row - at->cell - at->note;
    Half half = flow_layout_half(at, column);
    uint32_t first = column - (half == HALF_HIGH);

    if (round == 0)
        lines = 0;
    else
        lines += at->row * (double)(round - 1) + at->cell + at->note;
    return (Rect){at->box.x + first * at->pitch + at->gap / 2,
                  round ? at->box.y + lines : at->box.y,
                  (half == HALF_NONE ? 1 : 2) * at->pitch - at->gap, at->cell};
}

bool flow_layout_stored(const FlowLayout *at, const DataflowCell *cell)
{
    const View *view = at->view;

    if (cell->instruction == DATAFLOW_NEVER ||
        cell->instruction >= view->position)
        return false;
    return !view_is_moving(view) || cell->instruction + 1 < view->position ||
           view_done(view, view->trace->accesses + cell->access);
}

bool flow_layout_begun(const FlowLayout *at, const DataflowCell *cell)
{
    const View *view = at->view;

    return flow_layout_stored(at, cell) ||
           (view_is_moving(view) && cell->instruction + 1 == view->position &&
            view_begun(view, view->trace->accesses + cell->access));
}

/* The cell of shared memory that a lane takes the word of ACCESS, of the
 * running instruction, from when it writes the word to global memory, and to
 * when it read the word there: the next in the step with the same word.  False
 * if there is none. */
static bool moved_cell(const View *view, const Access *access, uint32_t *cell)
{
    const Trace *trace = view->trace;
    const Instruction *running = view->running, *at = running;
    const Instruction *end = trace->instructions + trace->instructions_count;
    int way = trace_is_global_load(running) ? 1 : -1;

    for (int near = 0; near < MOST_NEAR; ++near) {
        if (way < 0 && at == trace->instructions)
            return false;
        at += way;
        if (at == end || at->step != running->step)
            return false;
        if (at->warp != running->warp || !trace_is_shared(at))
            continue;
        const Access *other = trace_accesses(trace, at);
        for (int i = 0; i < at->lanes; ++i)
            if (other[i].lane == access->lane &&
                other[i].value == access->value &&
                other[i].interval == access->interval) {
                *cell = other[i].cell;
                return true;
            }
    }
    return false;
}

void flow_layout_lanes(FlowLayout *at)
{
    const View *view = at->view;
    const Instruction *running = view->running;

    at->lanes = base_alloc(at->flow.columns, sizeof *at->lanes);
    for (int i = running ? running->lanes : 0; i-- > 0;) {
        const Access *access = trace_accesses(view->trace, running) + i;
        uint32_t cell = access->cell;
        if (trace_is_shared(running) ||
            (trace_is_global(running) && moved_cell(view, access, &cell)))
            at->lanes[dataflow_column(&at->flow, cell)] = (uint8_t)(i + 1);
    }
}

size_t flow_layout_now(const Dataflow *flow, size_t position)
{
    size_t now = 0;

    while (now + 1 < flow->rounds_count && position > flow->rounds[now].end)
        ++now;
    return position <= flow->rounds[now].first && now ? now - 1 : now;
}

bool flow_layout_newest(const FlowLayout *at, size_t round, uint32_t column,
                        const DataflowCell **cell, bool *here)
{
    *cell = dataflow_cell(&at->flow, round, column);
    *here = true;
    if ((*cell)->instruction != DATAFLOW_NEVER &&
        !flow_layout_stored(at, *cell))
        return false;
    for (; !flow_layout_stored(at, *cell); *here = false) {
        if ((*cell)->above == DATAFLOW_NEVER)
            return false;
        *cell = dataflow_cell(&at->flow, (*cell)->above, column);
    }
    return true;
}

bool flow_layout_under_way(const FlowLayout *at, size_t round)
{
    return round == at->now && at->view->position > 0 &&
           at->view->position <= at->flow.rounds[round].end;
}

/* The visible columns. */
static void lay_columns(FlowLayout *at, Rect box)
{
    const Zoom *zoom = at->view->zooms + ZOOM_UPPER;
    double columns = at->flow.columns;

    at->seen = at->box = box;
    at->pitch = fmin(box.w * zoom_scale(zoom) / columns,
                     view_px(at->view, at->view->single ? 130 : 90));
    at->box.w = fmax(box.w, at->pitch * columns);
    at->box.x -= fmin(at->box.w * zoom->from, at->box.w - box.w);
    at->clips = at->box.w > box.w + 1;
    at->end = at->flow.columns;
    if (!at->clips)
        return;
    double left = box.x - at->box.x;
    at->first = (uint32_t)(left / at->pitch);
    at->end = (uint32_t)layout_clamp(ceil((left + box.w) / at->pitch),
                                     at->first, columns);
}

/* Cells come closer where their words need the room. */
static double cell_gap(const FlowLayout *at)
{
    int digits = at->view->analysed->digits;
    double gap = at->pitch > 24 ? at->pitch * 0.14 : at->pitch > 3 ? 1 : 0;
    double word = view_digits_width(digits, at->view->least) +
                  VIEW_APART * at->view->least + 2.5;

    return fmin(gap, fmax(1, at->pitch - word));
}

void flow_layout_place(FlowLayout *at, Rect box)
{
    const View *view = at->view;
    double rows = (double)at->flow.rounds_count;

    at->labels =
        rect_cut_left(&box, fmin(view_px(view, label_width), box.w / 5));
    rect_cut_right(&at->labels, view_px(view, 8));
    lay_columns(at, box);
    at->gap = cell_gap(at);
    double text = view_least_width(view, FONT_CODE, "00") + 2;
    at->text = at->pitch * 0.86 >= text;
    at->row = box.h / rows;
    at->cell = fmin(view_px(view, view->single ? 44 : 32),
                    at->row * (at->text ? 0.52 : 0.7));
    at->note = at->row - at->cell > view->least * 2.6 && at->text
                   ? view->least * 1.5
                   : 0;
    double head = view->least * 1.5;
    at->head = at->text && at->row - at->cell > 1.7 * head ? head : 0;
    rect_cut_top(&at->box, at->head);
    box.h -= at->head;
    /* The first row has no lines above it; the others share what it leaves. */
    if (rows > 1)
        at->row =
            fmin((box.h - at->cell - at->note) / (rows - 1), at->cell * 5);
    at->box.y += (box.h - at->row * (rows - 1) - at->cell - at->note) / 2;
}
