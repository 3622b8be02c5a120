/* SPDX-License-Identifier: MIT
 *
 * view_global - rows of words; see view_global.h.
 */
#include "view_global.h"

#include "font.h"
#include "part.h"
#include "strip.h"

#include <math.h>
#include <stdio.h>

static const double name_width = 130, row_height = 30, title_height = 24;
static const double number_width = 96, least_row = 17; /* px at 1080 */

enum { ARRAY_INDEX = 1 << 24 };

typedef struct {
    const View *view;
    Global now;
    Rect axis;
    double row;
} GlobalView;

Rect view_axis(const View *whole, Rect box)
{
    rect_cut_left(&box, layout_least(view_px(whole, name_width), box.w / 6));
    return box;
}

Rect view_axis_span(const View *whole, Rect axis, Word span, double y, double h)
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

static bool touches_array(const View *view, uint8_t array)
{
    return view->running && global_is_global(view->running) &&
           view->running->array == array;
}

static bool of_grid(const View *view, size_t array)
{
    const Trace *trace = view->exhibit->trace;
    const Grid *grid = view->running
                           ? trace_grid(trace, trace_step(trace, view->running))
                           : trace->grids;

    return array == grid->in || array == grid->out ||
           touches_array(view, (uint8_t)array);
}

/* Rows to show, those of the running grid first, at most MOST; as a set. */
static uint64_t choose_rows(const View *view, int most, int *count)
{
    const Trace *trace = view->exhibit->trace;
    uint64_t chosen = 0;

    *count = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (size_t a = 0; a < trace->arrays_count && a < 64; ++a)
            if (*count < most && !(chosen >> a & 1) &&
                !is_told_by_cards(trace, trace->arrays + a) &&
                (pass == 1 || of_grid(view, a))) {
                chosen |= UINT64_C(1) << a;
                ++*count;
            }
    return chosen;
}

double view_global_height(const View *whole)
{
    int count;

    choose_rows(whole, 64, &count);
    return view_px(whole, title_height + row_height * count);
}

/* Where word I of an array stands. */
static Rect word_box(const GlobalView *at, uint8_t a, uint32_t i, double y)
{
    const View *view = at->view;
    const Trace *trace = view->exhibit->trace;
    uint32_t length = at->now.arrays[a].length, k = trace->run.k;
    double h = at->row - layout_most(2, view_px(view, 5));

    if (trace->arrays[a].holds == HOLDS_NUMBERS && length < trace->run.n) {
        double each =
            layout_least(at->axis.w / length, view_px(view, number_width));
        return (Rect){at->axis.x + i * each, y, each * 0.94, h};
    }
    Rect box = view_axis_span(view, at->axis, part_span(trace, a, i), y, h);
    double gap = box.w > view_px(view, 40) ? view_px(view, 2)
                 : box.w > 4               ? 1
                                           : 0;
    box.w -= box.w > 8 && (i + 1) % k == 0 ? 2.5 * gap : gap;
    return box;
}

/* 1 + the lane of the running instruction at word I; 0: none. */
static int lane_at(const GlobalView *at, uint8_t a, uint32_t i)
{
    const View *view = at->view;

    if (!touches_array(view, a))
        return 0;
    const Access *access = trace_accesses(view->exhibit->trace, view->running);
    for (int lane = 0; lane < view->running->lanes; ++lane)
        if (global_index(view->running, access + lane) == i)
            return lane + 1;
    return 0;
}

static const char *word_text(const GlobalView *at, uint8_t a, uint32_t i,
                             Font font, double width, char text[VALUE_TEXT])
{
    const GlobalNow *array = at->now.arrays + a;
    uint8_t holds = at->view->exhibit->trace->arrays[a].holds;

    if (array->held[i] == GLOBAL_UNKNOWN)
        return "?";
    if (holds == HOLDS_NUMBERS || holds == HOLDS_FLAGS) {
        snprintf(text, VALUE_TEXT, "%u", array->values[i]);
        return text;
    }
    return view_value(at->view, array->values[i], font, width, text);
}

static void draw_word(const GlobalView *at, uint8_t a, uint32_t i, double size,
                      double y)
{
    const View *view = at->view;
    const GlobalNow *array = at->now.arrays + a;
    Rect box = word_box(at, a, i, y);
    bool runs = lane_at(at, a, i) > 0;
    char text[VALUE_TEXT];

    canvas_tag(view->canvas, TAG_GLOBAL, view->panel, a * ARRAY_INDEX + i);
    if (array->held[i] == GLOBAL_NOTHING && !runs) {
        Shape *shape = canvas_rect(view->canvas, box, 0, COLOR_NONE);
        shape->edge = COLOR_EDGE;
        shape->hatch = layout_most(4, view_px(view, 8));
        shape->alpha = 0.75;
        return;
    }
    Color fill = runs ? COLOR_GLOBAL : COLOR_CELL;
    canvas_rect(view->canvas, box, view_px(view, 3), fill);
    if (array->held[i] == GLOBAL_NOTHING)
        return;
    Font font = runs ? FONT_CODE_STRONG : FONT_CODE;
    Rect inside = rect_inset(box, layout_least(1, box.w / 20), 0);
    view_number(view, inside, font, size, view_on(fill),
                word_text(at, a, i, font, inside.w, text));
}

/* A line under each segment of k words that the running instruction touches. */
static void draw_segments(const GlobalView *at, uint8_t a, double y)
{
    const View *view = at->view;
    uint32_t k = view->exhibit->trace->run.k, last = UINT32_MAX;
    double thick = layout_most(2, round(view_px(view, 3)));

    if (!touches_array(view, a))
        return;
    const Access *access = trace_accesses(view->exhibit->trace, view->running);
    for (int lane = 0; lane < view->running->lanes; ++lane) {
        uint32_t segment = global_index(view->running, access + lane) / k;
        if (segment == last)
            continue;
        last = segment;
        uint32_t first = segment * k, end = first + k - 1;
        uint32_t length = at->now.arrays[a].length;
        Rect from = word_box(at, a, first, y);
        Rect to = word_box(at, a, end < length ? end : length - 1, y);
        canvas_tag(view->canvas, TAG_GLOBAL, view->panel, a * ARRAY_INDEX);
        canvas_rect(view->canvas,
                    (Rect){from.x, y + from.h + 1, to.x + to.w - from.x, thick},
                    0, COLOR_GLOBAL);
    }
}

static void draw_folded(const GlobalView *at, uint8_t a, double y)
{
    const View *view = at->view;
    const GlobalNow *array = at->now.arrays + a;
    Strip strip = strip_new(at->axis.w);

    for (uint32_t i = 0; i < array->length; ++i) {
        Rect box = word_box(at, a, i, y);
        Color color = lane_at(at, a, i)               ? COLOR_GLOBAL
                      : array->held[i] == GLOBAL_HELD ? COLOR_HELD
                                                      : COLOR_CELL;
        strip_mark(&strip, box.x - at->axis.x, box.x - at->axis.x + box.w,
                   color);
    }
    canvas_tag(view->canvas, TAG_GLOBAL, view->panel, a * ARRAY_INDEX);
    strip_draw(&strip, view->canvas,
               (Rect){at->axis.x, y, at->axis.w,
                      at->row - layout_most(2, view_px(view, 5))},
               false);
    strip_free(&strip);
}

/* The size at which every word of an array that is there fits, at 1080; 0 if
 * that would be too small to read. */
static double text_size(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    const GlobalNow *array = at->now.arrays + a;
    double likes = 17, widest = 0;
    char text[VALUE_TEXT];

    if (array->length == 0)
        return 0;
    double room = word_box(at, a, 0, 0).w * 0.92;
    uint32_t last = array->length > 1 ? array->length - 2 : 0;
    room = layout_least(room, word_box(at, a, last, 0).w * 0.92);
    if (room < view_least_width(view, FONT_CODE_STRONG, "0"))
        return 0;
    for (uint32_t i = 0; i < array->length; ++i) {
        if (array->held[i] == GLOBAL_NOTHING)
            continue;
        double width = font_width(FONT_CODE_STRONG, 1,
                                  word_text(at, a, i, FONT_CODE, room, text));
        widest = width > widest ? width : widest;
    }
    if (widest > 0)
        likes = layout_least(likes, room / widest / view->unit);
    double least = view_least_width(view, FONT_CODE_STRONG, "0000");
    return likes * view->unit >= view->least - 1e-6 || room >= least ? likes
                                                                     : 0;
}

static void draw_array(const GlobalView *at, uint8_t a, Rect box)
{
    const View *view = at->view;
    const Trace *trace = view->exhibit->trace;
    Rect name = box;

    name.w = at->axis.x - box.x - view_px(view, 8);
    name.h = at->row - layout_most(2, view_px(view, 5));
    canvas_tag(view->canvas, TAG_FRAME, view->panel, a);
    bool runs = touches_array(view, a);
    canvas_text(view->canvas, name, ALIGN_LEFT,
                runs ? FONT_CODE_STRONG : FONT_CODE, view_size(view, 14),
                view->least, runs ? COLOR_INK : COLOR_DIM,
                trace->arrays[a].name);
    draw_segments(at, a, box.y);
    double size = text_size(at, a);
    if (size == 0) {
        draw_folded(at, a, box.y);
        return;
    }
    for (uint32_t i = 0; i < at->now.arrays[a].length; ++i)
        draw_word(at, a, i, size, box.y);
}

/* "global memory, a gap every 4 words · transactions so far: ...". */
static void draw_title(const View *view, Rect box)
{
    const Exhibit *exhibit = view->exhibit;
    uint32_t reads = exhibit->reads[view->position];
    uint32_t writes = exhibit->writes[view->position];
    char text[160];

    snprintf(text, sizeof text,
             "global memory · G so far: %u transaction%s of %u words read, %u "
             "written",
             reads, reads == 1 ? "" : "s", exhibit->trace->run.k, writes);
    canvas_tag(view->canvas, TAG_FRAME, view->panel, 0);
    canvas_text(view->canvas, box, ALIGN_LEFT, FONT_TEXT, view_size(view, 14),
                view->least, COLOR_DIM, text);
}

void view_global(const View *whole, Rect box)
{
    GlobalView at = {.view = whole};
    int count;

    if (rect_is_empty(box))
        return;
    draw_title(whole, rect_cut_top(&box, view_px(whole, title_height)));
    double least =
        layout_most(whole->least * 1.25 + 3, view_px(whole, least_row));
    uint64_t rows = choose_rows(whole, (int)(box.h / least), &count);
    if (count == 0)
        return;
    at.now = global_at(whole->exhibit->trace, whole->exhibit->order,
                       whole->position);
    at.axis = view_axis(whole, box);
    at.row = floor(layout_least(box.h / count, view_px(whole, row_height)));
    for (uint8_t a = 0; a < at.now.count; ++a)
        if (rows >> a & 1)
            draw_array(&at, a, rect_cut_top(&box, at.row));
    global_free(&at.now);
}
