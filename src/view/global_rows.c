/* SPDX-License-Identifier: MIT
 *
 * global_rows - laying out the arrays; see global_rows.h.
 */
#include "view/global_rows.h"

#include "study/part.h"
#include "view/motion.h"

#include <math.h>

static const double name_width = 130, row_height = 30, strip_height = 21;
static const double title_height = 24;
static const double number_width = 96, least_row = 17; /* px at 1080 */

Rect global_rows_axis(const View *whole, Rect box)
{
    rect_cut_left(&box, layout_least(view_px(whole, name_width), box.w / 6));
    return box;
}

Rect global_rows_span(const View *whole, Rect axis, Word span, double y,
                      double h)
{
    double each = axis.w / whole->exhibit->trace->run.n;

    if (!interval_is_range(span))
        return (Rect){axis.x, y, 0, h};
    double from = axis.x + interval_first(span) * each;
    double to = axis.x + (interval_last(span) + 1.0) * each;
    return (Rect){from, y, to - from, h};
}

/* Arrays of pairs that the blocks' cards tell of, one a block. */
static bool is_told_by_cards(const Trace *trace, const Array *array)
{
    return array->holds == HOLDS_PAIRS &&
           global_length(array) == trace->grids[0].blocks;
}

bool global_rows_touches(const View *whole, uint8_t array)
{
    return whole->running && global_is_global(whole->running) &&
           whole->running->array == array;
}

static bool of_grid(const View *view, size_t array)
{
    const Trace *trace = view->exhibit->trace;
    const Grid *grid = view->running
                           ? trace_grid(trace, trace_step(trace, view->running))
                           : trace->grids;

    return array == grid->in || array == grid->out ||
           global_rows_touches(view, (uint8_t)array);
}

/* Rows to show, those of the running grid first, at most MOST; as a set. */
static uint64_t choose_rows(const View *view, int most, int *count)
{
    const Trace *trace = view->exhibit->trace;
    uint64_t chosen = 0;

    *count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t a = 0; a < trace->arrays_count && a < GLOBAL_ROWS_MOST; ++a)
            if (*count < most && !(chosen >> a & 1) &&
                !is_told_by_cards(trace, trace->arrays + a) &&
                (pass == 1 || of_grid(view, a))) {
                chosen |= UINT64_C(1) << a;
                ++*count;
            }
    return chosen;
}

/* Height of a row: less where the words of inputs and outputs are too many to
 * be written. */
static double row_likes(const View *whole)
{
    double width = whole->canvas->width * (whole->alone ? 0.85 : 0.38);
    double word = view_digits_width(whole->exhibit->digits, whole->least);

    return width < whole->exhibit->trace->run.n * word ? strip_height
                                                       : row_height;
}

double global_rows_height(const View *whole)
{
    int count;

    choose_rows(whole, GLOBAL_ROWS_MOST, &count);
    return view_px(whole, title_height + row_likes(whole) * count);
}

GlobalRows global_rows(const View *whole, Rect box)
{
    GlobalRows rows = {.view = whole, .box = box};

    rows.title = rect_cut_top(&box, view_px(whole, title_height));
    double least =
        layout_most(whole->least * 1.25 + 3, view_px(whole, least_row));
    rows.shown = choose_rows(whole, (int)(box.h / least), &rows.count);
    if (rows.count == 0)
        return rows;
    rows.axis = global_rows_axis(whole, box);
    rows.row = floor(
        layout_least(box.h / rows.count, view_px(whole, row_likes(whole))));
    for (uint8_t a = 0; a < GLOBAL_ROWS_MOST; ++a)
        if (global_rows_has(&rows, a))
            rows.y[a] = rect_cut_top(&box, rows.row).y;
    return rows;
}

bool global_rows_has(const GlobalRows *rows, uint8_t array)
{
    return array < GLOBAL_ROWS_MOST && rows->shown >> array & 1;
}

Rect global_rows_word(const GlobalRows *rows, uint8_t a, uint32_t i)
{
    const View *view = rows->view;
    const Trace *trace = view->exhibit->trace;
    uint32_t length = global_length(trace->arrays + a), k = trace->run.k;
    double y = rows->y[a], h = rows->row - layout_most(2, view_px(view, 5));

    if (trace->arrays[a].holds == HOLDS_NUMBERS && length < trace->run.n) {
        double each =
            layout_least(rows->axis.w / length, view_px(view, number_width));
        return (Rect){rows->axis.x + i * each, y, each * 0.94, h};
    }
    Rect box = global_rows_span(view, rows->axis, part_span(trace, a, i), y, h);
    double gap = box.w > view_px(view, 40) ? view_px(view, 2)
                 : box.w > 4               ? 1
                                           : 0;
    box.w -= box.w > 8 && (i + 1) % k == 0 ? 2.5 * gap : gap;
    return box;
}

/* ---- What they hold ------------------------------------------------------*/

bool global_rows_stores(const View *whole)
{
    return whole->running && (whole->running->kind == ACCESS_GSTORE ||
                              whole->running->kind == ACCESS_PUBLISH);
}

/* Puts back what is not there yet. */
static void take_back(const View *whole, Global *now)
{
    const Exhibit *exhibit = whole->exhibit;
    const Instruction *running = whole->running;
    const Access *access = trace_accesses(exhibit->trace, running);
    Global before =
        global_at(exhibit->trace, exhibit->order, whole->position - 1);
    GlobalNow *to = now->arrays + running->array;
    const GlobalNow *from = before.arrays + running->array;

    for (int lane = 0; lane < running->lanes; ++lane, ++access) {
        uint32_t i = global_index(running, access);
        if (i >= to->length || motion_done(whole, access))
            continue;
        to->values[i] = from->values[i];
        to->intervals[i] = from->intervals[i];
        to->held[i] = from->held[i];
        to->states[i] = from->states[i];
    }
    global_free(&before);
}

Global global_rows_now(const View *whole)
{
    const Exhibit *exhibit = whole->exhibit;
    Global now = global_at(exhibit->trace, exhibit->order, whole->position);

    if (motion_is_on(whole) &&
        (global_rows_stores(whole) || whole->running->kind == ACCESS_ATOMIC))
        take_back(whole, &now);
    return now;
}
