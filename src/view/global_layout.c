/* SPDX-License-Identifier: MIT
 *
 * global_layout - laying out the arrays; see global_layout.h.
 */
#include "view/global_layout.h"

#include "analysis/block_trace.h"
#include "view/animation.h"

#include <math.h>

static const double name_width = 130, row_height = 30, strip_height = 21;
static const double title_height = 24;
static const double number_width = 96, least_row = 17; /* px at 1080 */

Rect global_layout_axis(const View *whole, Rect box)
{
    rect_cut_left(&box, layout_least(view_px(whole, name_width), box.w / 6));
    return box;
}

Rect global_layout_span(const View *whole, Rect axis, Word span, double y,
                        double h)
{
    double each = axis.w / whole->analysed->trace->run.n;

    if (!interval_is_range(span))
        return (Rect){axis.x, y, 0, h};
    double from = axis.x + interval_first(span) * each;
    double to = axis.x + (interval_last(span) + 1.0) * each;
    return (Rect){from, y, to - from, h};
}

/* Arrays of pairs, one a block, that the cards of the blocks show. */
static bool is_told_by_cards(const Trace *trace, const Array *array)
{
    return array->holds == HOLDS_PAIRS &&
           global_memory_length(array) == trace->grids[0].blocks;
}

bool global_layout_touches(const View *whole, uint8_t array)
{
    return whole->running && trace_is_global(whole->running) &&
           whole->running->array == array;
}

static bool of_grid(const View *view, size_t array)
{
    const Trace *trace = view->analysed->trace;
    const Grid *grid = view->running
                           ? trace_grid(trace, trace_step(trace, view->running))
                           : trace->grids;

    return array == grid->in || array == grid->out ||
           global_layout_touches(view, (uint8_t)array);
}

/* Rows to show, those of the running grid first, at most MOST; as a set. */
static uint64_t choose_rows(const View *view, int most, int *count)
{
    const Trace *trace = view->analysed->trace;
    uint64_t chosen = 0;

    *count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t a = 0; a < trace->arrays_count && a < GLOBAL_LAYOUT_MOST;
             ++a)
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
    double width = whole->list->width * (whole->alone ? 0.85 : 0.38);
    double word = view_digits_width(whole->analysed->digits, whole->least);

    return width < whole->analysed->trace->run.n * word ? strip_height
                                                        : row_height;
}

double global_layout_height(const View *whole)
{
    int count;

    choose_rows(whole, GLOBAL_LAYOUT_MOST, &count);
    return view_px(whole, title_height + row_likes(whole) * count);
}

GlobalLayout global_layout(const View *whole, Rect box)
{
    GlobalLayout rows = {.view = whole, .box = box};

    rows.title = rect_cut_top(&box, view_px(whole, title_height));
    double least =
        layout_most(whole->least * 1.25 + 3, view_px(whole, least_row));
    rows.shown = choose_rows(whole, (int)(box.h / least), &rows.count);
    if (rows.count == 0)
        return rows;
    rows.axis = global_layout_axis(whole, box);
    rows.row = floor(
        layout_least(box.h / rows.count, view_px(whole, row_likes(whole))));
    for (uint8_t a = 0; a < GLOBAL_LAYOUT_MOST; ++a)
        if (global_layout_has(&rows, a))
            rows.y[a] = rect_cut_top(&box, rows.row).y;
    return rows;
}

bool global_layout_has(const GlobalLayout *rows, uint8_t array)
{
    return array < GLOBAL_LAYOUT_MOST && rows->shown >> array & 1;
}

Rect global_layout_word(const GlobalLayout *rows, uint8_t a, uint32_t i)
{
    const View *view = rows->view;
    const Trace *trace = view->analysed->trace;
    uint32_t length = global_memory_length(trace->arrays + a), k = trace->run.k;
    double y = rows->y[a], h = rows->row - layout_most(2, view_px(view, 5));

    if (trace->arrays[a].holds == HOLDS_NUMBERS && length < trace->run.n) {
        double each =
            layout_least(rows->axis.w / length, view_px(view, number_width));
        return (Rect){rows->axis.x + i * each, y, each * 0.94, h};
    }
    Rect box = global_layout_span(view, rows->axis,
                                  block_trace_span(trace, a, i), y, h);
    double gap = box.w > view_px(view, 40) ? view_px(view, 2)
                 : box.w > 4               ? 1
                                           : 0;
    box.w -= box.w > 8 && (i + 1) % k == 0 ? 2.5 * gap : gap;
    return box;
}

/* ---- What they hold ------------------------------------------------------*/

bool global_layout_stores(const View *whole)
{
    const AccessTraits *traits =
        whole->running ? trace_traits_of(whole->running) : NULL;

    return traits && traits->space == SPACE_GLOBAL && traits->writes &&
           !traits->brings;
}

/* Puts back what is not there yet. */
static void take_back(const View *whole, GlobalMemory *now)
{
    const AnalysedTrace *analysed = whole->analysed;
    const Instruction *running = whole->running;
    const Access *access = trace_accesses(analysed->trace, running);
    GlobalMemory before =
        global_memory_at(analysed->trace, analysed->order, whole->position - 1);
    GlobalWords *to = now->arrays + running->array;
    const GlobalWords *from = before.arrays + running->array;

    for (int lane = 0; lane < running->lanes; ++lane, ++access) {
        uint32_t i = global_memory_index(running, access);
        if (i >= to->length || animation_done(whole, access))
            continue;
        to->values[i] = from->values[i];
        to->intervals[i] = from->intervals[i];
        to->held[i] = from->held[i];
        to->states[i] = from->states[i];
    }
    global_memory_free(&before);
}

GlobalMemory global_layout_now(const View *whole)
{
    const AnalysedTrace *analysed = whole->analysed;
    GlobalMemory now =
        global_memory_at(analysed->trace, analysed->order, whole->position);

    if (animation_is_on(whole) && trace_is_global(whole->running) &&
        trace_traits_of(whole->running)->writes)
        take_back(whole, &now);
    return now;
}
