/* SPDX-License-Identifier: MIT
 *
 * view_global - rows of words; see view_global.h.
 */
#include "view/view_global.h"

#include "draw/font.h"
#include "view/animation.h"
#include "view/global_layout.h"
#include "view/pixel_bins.h"

#include <math.h>
#include <stdio.h>

enum { ARRAY_INDEX = 1 << 24 };

typedef struct {
    const View *view;
    GlobalMemory now;
    GlobalLayout rows;
} GlobalView;

/* 1 + the lane of the running instruction at word I; 0: none. */
static int lane_at(const GlobalView *at, uint8_t a, uint32_t i)
{
    const View *view = at->view;

    if (!global_layout_touches(view, a))
        return 0;
    const Access *access = trace_accesses(view->analysed->trace, view->running);
    for (int lane = 0; lane < view->running->lanes; ++lane)
        if (global_memory_index(view->running, access + lane) == i)
            return lane + 1;
    return 0;
}

static const char *word_text(const GlobalView *at, uint8_t a, uint32_t i,
                             Font font, double width, char text[VALUE_TEXT])
{
    const GlobalWords *array = at->now.arrays + a;
    uint8_t holds = at->view->analysed->trace->arrays[a].holds;

    if (array->held[i] == GLOBAL_MEMORY_UNKNOWN)
        return "?";
    if (holds == HOLDS_NUMBERS || holds == HOLDS_FLAGS) {
        snprintf(text, VALUE_TEXT, "%u", array->values[i]);
        return text;
    }
    return view_value(at->view, array->values[i], font, width, text);
}

/* Is this shown as touched?  What is read, from when it sets out; what is
 * written, when it has arrived. */
static bool is_shown(const GlobalView *at, int lane)
{
    double served = lane ? animation_served(at->view, lane - 1) : 0;

    return lane && (global_layout_stores(at->view) ? served >= 1 : served > 0);
}

static void draw_word(const GlobalView *at, uint8_t a, uint32_t i, double size)
{
    const View *view = at->view;
    const GlobalWords *array = at->now.arrays + a;
    Rect box = global_layout_word(&at->rows, a, i);
    int lane = lane_at(at, a, i);
    bool runs = is_shown(at, lane),
         nothing = array->held[i] == GLOBAL_MEMORY_NOTHING;
    char text[VALUE_TEXT];

    draw_tag(view->list, TAG_GLOBAL, view->panel, a * ARRAY_INDEX + i);
    if (nothing && !runs) {
        Shape *shape = draw_rect(view->list, box, 0, COLOR_NONE);
        shape->edge = COLOR_EDGE;
        shape->hatch = layout_most(4, view_px(view, 8));
        shape->alpha = 0.75;
    }
    Color fill = runs ? COLOR_GLOBAL : COLOR_CELL;
    if (!nothing || runs)
        draw_rect(view->list, box, view_px(view, 3), fill);
    if (lane && !runs) { /* its word is on its way, or waits */
        Shape *wanted =
            draw_rect(view->list, box, view_px(view, 3), COLOR_NONE);
        wanted->edge = COLOR_GLOBAL;
        wanted->width = layout_most(1, view_px(view, 2));
    }
    if (nothing)
        return;
    Font font = runs ? FONT_CODE_STRONG : FONT_CODE;
    Rect inside = rect_inset(box, layout_least(1, box.w / 20), 0);
    view_number(view, inside, font, size, view_on(fill),
                word_text(at, a, i, font, inside.w, text));
}

/* A line under each segment of k words that the running instruction has begun
 * to move. */
static void draw_segments(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    uint32_t k = view->analysed->trace->run.k, last = UINT32_MAX;
    double thick = layout_most(2, round(view_px(view, 3)));

    if (!global_layout_touches(view, a))
        return;
    const Access *access = trace_accesses(view->analysed->trace, view->running);
    for (int lane = 0; lane < view->running->lanes; ++lane) {
        uint32_t segment =
            global_memory_index(view->running, access + lane) / k;
        if (segment == last || animation_served(view, lane) <= 0)
            continue;
        last = segment;
        uint32_t first = segment * k, end = first + k - 1;
        uint32_t length = at->now.arrays[a].length;
        Rect from = global_layout_word(&at->rows, a, first);
        Rect to =
            global_layout_word(&at->rows, a, end < length ? end : length - 1);
        draw_tag(view->list, TAG_GLOBAL, view->panel, a * ARRAY_INDEX);
        draw_rect(view->list,
                  (Rect){from.x, from.y + from.h + 1, to.x + to.w - from.x,
                         thick},
                  0, COLOR_GLOBAL);
    }
}

static void draw_folded(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    const GlobalWords *array = at->now.arrays + a;
    PixelBins strip = pixel_bins_new(at->rows.axis.w);

    for (uint32_t i = 0; i < array->length; ++i) {
        Rect box = global_layout_word(&at->rows, a, i);
        Color color = is_shown(at, lane_at(at, a, i))        ? COLOR_GLOBAL
                      : array->held[i] == GLOBAL_MEMORY_HELD ? COLOR_HELD
                                                             : COLOR_CELL;
        pixel_bins_mark(&strip, box.x - at->rows.axis.x,
                        box.x - at->rows.axis.x + box.w, color);
    }
    draw_tag(view->list, TAG_GLOBAL, view->panel, a * ARRAY_INDEX);
    pixel_bins_draw(&strip, view->list,
                    (Rect){at->rows.axis.x, at->rows.y[a], at->rows.axis.w,
                           at->rows.row - layout_most(2, view_px(view, 5))},
                    false);
    pixel_bins_free(&strip);
}

/* The size at which every word of an array that is there fits, at 1080; 0 if
 * that would be too small to read. */
static double text_size(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    const GlobalWords *array = at->now.arrays + a;
    double likes = 17, widest = 0;
    char text[VALUE_TEXT];

    if (array->length == 0)
        return 0;
    double room = global_layout_word(&at->rows, a, 0).w * 0.92;
    uint32_t last = array->length > 1 ? array->length - 2 : 0;
    room = layout_least(room, global_layout_word(&at->rows, a, last).w * 0.92);
    /* numbers side by side must not read as one */
    double digit = view_least_width(view, FONT_CODE_STRONG, "0");
    room = layout_least(room, room / 0.92 - digit / 2);
    if (room < digit)
        return 0;
    for (uint32_t i = 0; i < array->length; ++i) {
        if (array->held[i] == GLOBAL_MEMORY_NOTHING)
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

static void draw_array(const GlobalView *at, uint8_t a)
{
    const View *view = at->view;
    const Trace *trace = view->analysed->trace;
    Rect name = at->rows.box;

    name.y = at->rows.y[a];
    name.w = at->rows.axis.x - name.x - view_px(view, 8);
    name.h = at->rows.row - layout_most(2, view_px(view, 5));
    draw_tag(view->list, TAG_FRAME, view->panel, a);
    bool runs = global_layout_touches(view, a);
    draw_text(view->list, name, ALIGN_LEFT, runs ? FONT_CODE_STRONG : FONT_CODE,
              view_size(view, 14), view->least, runs ? COLOR_INK : COLOR_DIM,
              trace->arrays[a].name);
    draw_segments(at, a);
    double size = text_size(at, a);
    if (size == 0) {
        draw_folded(at, a);
        return;
    }
    for (uint32_t i = 0; i < at->now.arrays[a].length; ++i)
        draw_word(at, a, i, size);
}

/* Transactions by now, of those before each instruction. */
static uint32_t so_far(const View *view, const uint32_t *counts)
{
    size_t done = view->position - animation_is_on(view);
    double running = counts[view->position] - counts[done];

    return counts[done] + (uint32_t)(running * view->moment);
}

/* "global memory, a gap every 4 words · transactions so far: ...". */
static void draw_title(const View *view, Rect box)
{
    const AnalysedTrace *analysed = view->analysed;
    uint32_t reads = so_far(view, analysed->reads);
    uint32_t writes = so_far(view, analysed->writes);
    char text[160];

    snprintf(text, sizeof text,
             "global memory · G so far: %u transaction%s of %u words read, %u "
             "written",
             reads, reads == 1 ? "" : "s", analysed->trace->run.k, writes);
    draw_tag(view->list, TAG_FRAME, view->panel, 0);
    draw_text(view->list, box, ALIGN_LEFT, FONT_TEXT, view_size(view, 14),
              view->least, COLOR_DIM, text);
}

void view_global(const View *whole, Rect box)
{
    if (rect_is_empty(box))
        return;
    GlobalView at = {.view = whole, .rows = global_layout(whole, box)};
    draw_title(whole, at.rows.title);
    if (at.rows.count == 0)
        return;
    at.now = global_layout_now(whole);
    for (uint8_t a = 0; a < at.now.count; ++a)
        if (global_layout_has(&at.rows, a))
            draw_array(&at, a);
    global_memory_free(&at.now);
}
