/* SPDX-License-Identifier: MIT
 *
 * lane_layout - laying out the registers; see lane_layout.h.
 */
#include "view/lane_layout.h"

#include "draw/font.h"
#include "view/lane_text.h"

#include <stdlib.h>

static const double label_width = 130; /* px at 1080, as all of these */
static const double head_height = 24, strip_gap = 6;
static const double cell_likes = 40, lines_likes = 30, row_least = 58;
static const double widest_lane = 430;

double lane_layout_height(const View *view)
{
    double rows = (double)view->analysed->lanes.rows_count;

    return view_px(view, head_height + layout_least(rows, 6) *
                                           (cell_likes + lines_likes + 20));
}

const RegisterCell *lane_layout_cell(const LaneLayout *at, size_t row,
                                     uint32_t thread)
{
    return registers_cell(at->lanes, at->rows[row], thread);
}

/* Its place among the rows of the warp; before the first, where there is none.
 */
static size_t place_of(const LaneLayout *at, uint32_t row)
{
    size_t place = 0;

    while (place < at->count && at->rows[place] < row)
        ++place;
    return place;
}

Rect lane_layout_box(const LaneLayout *at, size_t row, uint32_t thread)
{
    double gap = at->pitch > 24 ? at->pitch * 0.12 : at->pitch > 3 ? 1 : 0;
    double lines = at->row - at->cell - at->note * at->notes;
    double y = at->box.y + (double)(row - at->top) * at->row;

    if (row > 0 || at->top > 0)
        y += lines;
    if (at->top == 0)
        y -= row > 0 ? lines : 0;
    return (Rect){at->box.x + (thread - at->first) * at->pitch + gap / 2, y,
                  at->pitch - gap, at->cell};
}

bool lane_layout_runs(const LaneLayout *at, const RegisterCell *cell)
{
    return cell->instruction != REGISTERS_NEVER &&
           cell->instruction + 1 == at->view->position;
}

/* Does every sum of the warp fit under its cell, or, spelled out with its
 * result, in it? */
static bool notes_fit(const LaneLayout *at, bool within)
{
    const View *view = at->view;
    char text[LANE_TEXT];

    for (size_t r = at->top; r < at->bottom; ++r)
        for (uint32_t t = at->first; t < at->end; ++t) {
            const RegisterCell *cell = lane_layout_cell(at, r, t);
            if (!lane_sum_text(at->view, cell, text))
                continue;
            if (within)
                lane_add_result(at->view, cell, text);
            double width =
                font_width(FONT_CODE_STRONG,
                           within ? view_size(view, 20) : view->least, text);
            if (width > at->pitch * 0.86)
                return false;
        }
    return true;
}

/* Rows that the warp takes part in come first into the window: the running one
 * with that after it, or, where there are but two, with that before it. */
static void choose_rows(LaneLayout *at, size_t room)
{
    size_t count = at->count, after = room > 2 ? 2 : 1;

    at->top = 0;
    at->bottom = count;
    if (count <= room)
        return;
    if (at->view->running && at->now + after > room)
        at->top = at->now + after - room;
    if (at->top + room > count)
        at->top = count - room;
    at->bottom = at->top + room;
}

static void lay_out(LaneLayout *at, Rect box)
{
    const View *view = at->view;
    double least = layout_most(view_px(view, row_least), view->least * 4.4);
    size_t room = (size_t)(box.h / least);

    at->labels = rect_cut_left(&box, layout_least(view_px(view, label_width),
                                                  box.w / 5));
    rect_cut_right(&at->labels, view_px(view, 8));
    at->box = box;
    at->pitch =
        layout_least(box.w / (at->end - at->first), view_px(view, widest_lane));
    choose_rows(at, room < 1 ? 1 : room);
    size_t shown = at->bottom - at->top;
    at->row = layout_least(box.h / (double)shown, view_px(view, 108));
    at->text = at->pitch * 0.88 >= view_least_width(view, FONT_CODE, "00");
    at->cell = layout_least(view_px(view, cell_likes), at->row * 0.46);
    double line = view->least * 1.45, left = at->row - at->cell - line * 1.1;
    at->spelled =
        at->text && at->pitch > view_px(view, 150) && notes_fit(at, true);
    if (at->spelled)
        at->notes = left >= 2 * line;
    else if (at->text && notes_fit(at, false))
        at->notes = left >= 3.4 * line ? 2 : left >= 2 * line ? 1 : 0;
    at->note = at->notes ? line : 0;
    /* The first of all rows has no lines above it. */
    if (at->top == 0) {
        double lines = at->row - at->cell - at->note * at->notes;
        at->row =
            layout_least((box.h + lines) / (double)shown, view_px(view, 116));
    }
}

/* The rows in which any thread of the warp ever does something. */
static void find_rows(LaneLayout *at)
{
    at->rows = base_alloc(at->lanes->rows_count + 1, sizeof *at->rows);
    for (uint32_t r = 0; r < at->lanes->rows_count; ++r)
        for (uint32_t t = at->first; t < at->end; ++t)
            if (registers_cell(at->lanes, r, t)->instruction !=
                REGISTERS_NEVER) {
                at->rows[at->count++] = r;
                break;
            }
}

LaneLayout lane_layout(const View *view, Rect box)
{
    LaneLayout at = {.view = view, .lanes = &view->analysed->lanes};
    uint32_t k = view->analysed->trace->run.k;

    at.warp = view->running ? view->running->warp : 0;
    at.first = at.warp * k;
    at.end =
        at.first + k < at.lanes->threads ? at.first + k : at.lanes->threads;
    find_rows(&at);
    if (view->running)
        at.now = place_of(&at, (uint32_t)registers_row(at.lanes,
                                                       view->position - 1));
    if (at.lanes->threads > k) {
        at.strip = rect_cut_top(&box, view_px(view, head_height));
        rect_cut_top(&box, view_px(view, strip_gap));
    }
    at.head = rect_cut_top(&box, view_px(view, head_height));
    lay_out(&at, box);
    at.strip.x = at.box.x;
    at.strip.w = at.box.w;
    return at;
}

void lane_layout_free(LaneLayout *at)
{
    free(at->rows);
    *at = (LaneLayout){0};
}

/* ---- Where words come from -----------------------------------------------*/

uint32_t lane_layout_taken(const LaneLayout *at, size_t row, uint32_t thread,
                           uint32_t *from)
{
    const Trace *trace = at->view->analysed->trace;
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    const Access *access = trace->accesses + cell->access;

    *from = at->first + access->cell;
    if (trace->instructions[cell->instruction].kind != ACCESS_SHFL ||
        cell->kept || access->cell == access->lane || *from >= at->end ||
        row == 0)
        return REGISTERS_NEVER;
    uint32_t origin = registers_origin(at->lanes, at->rows[row], *from,
                                       access->value, access->interval);
    return origin == REGISTERS_NEVER ? at->rows[row - 1] : origin;
}

uint32_t lane_layout_own(const LaneLayout *at, size_t row, uint32_t thread,
                         Word *value)
{
    const Trace *trace = at->view->analysed->trace;
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    const Access *access = trace->accesses + cell->access;
    Word interval = cell->interval;

    *value = cell->value;
    if (cell->sum == REGISTERS_NEVER && !cell->kept) {
        if (trace->instructions[cell->instruction].kind == ACCESS_SHFL &&
            access->cell != access->lane)
            return REGISTERS_NEVER;
        *value = access->value;
        interval = access->interval;
    } else if (cell->sum != REGISTERS_NEVER) {
        const Sum *sum = trace->sums + cell->sum;
        bool left = sum->left == access->value &&
                    sum->left_interval == access->interval;
        *value = left ? sum->right : sum->left;
        interval = left ? sum->right_interval : sum->left_interval;
    }
    return registers_origin(at->lanes, at->rows[row], thread, *value, interval);
}

LanePath lane_layout_path(const LaneLayout *at, uint32_t origin, uint32_t from,
                          size_t row, uint32_t to)
{
    size_t from_row = place_of(at, origin);
    Rect below = lane_layout_box(at, row, to);
    LanePath path = {.x1 = below.x + below.w / 2,
                     .end = below.y,
                     .y0 = at->box.y};

    path.x0 = path.x1 + ((double)from - (double)to) * at->pitch;
    if (from_row >= at->top && from_row < at->bottom)
        path.y0 = lane_layout_box(at, from_row, from).y + at->cell +
                  at->note * at->notes;
    double gap = at->row - at->cell - at->note * at->notes;
    path.start = path.end - layout_least(path.end - path.y0, gap);
    if (path.start <= path.y0 + 1)
        path.start = path.y0;
    return path;
}
