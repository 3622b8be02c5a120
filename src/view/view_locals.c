/* SPDX-License-Identifier: MIT
 *
 * view_locals - draws the local variables of a thread, with their values, below
 * the source of a program:
 *
 *     T2 in prescan
 *     n = 64     thid = 2    offset = 4, was 2
 *     d = 8      ai = 19     bi = 23
 *
 * It is the lowest thread that runs, or the one that was chosen, by a press on
 * its name; a thread that does not run keeps what its last instruction left.
 * Pointers and references are left out: `show --thread` prints them.
 */
#include "view/views.h"

#include "draw/font.h"
#include "program/local_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double text_size = 20, gap_likes = 8; /* px at 1080 */
static const double gap = 22;                      /* between two columns */
static const double row_share = 1.4;               /* of the size of text */

enum { ROWS = 2 };

static double row_height(const View *view)
{
    return ceil(view_size(view, text_size) * row_share);
}

/* A line, the title and the rows. */
double view_locals_height(const View *view)
{
    return view->trace->locals_count > 0
               ? (ROWS + 1) * row_height(view) + 2 * view_px(view, gap_likes)
               : 0;
}

/* A variable as it is drawn. */
typedef struct {
    Text name, value; /* "offset = ", "4" */
    char *before;     /* ", was 2", or NULL */
    double width;
} ShownLocal;

typedef struct {
    ShownLocal *items;
    size_t items_count, items_capacity;
} Shown;

static void shown_free(Shown *items)
{
    for (size_t i = 0; i < items->items_count; ++i) {
        text_free(&items->items[i].name);
        text_free(&items->items[i].value);
        free(items->items[i].before);
    }
    free(items->items);
}

static ShownLocal shown_local(const View *view, const LocalValue *at,
                              uint32_t now, double size)
{
    uint32_t grid =
        trace_block(view->trace, trace_step(view->trace, view->running))->grid;
    ShownLocal item = {.width = 0};

    text_add(&item.name, "%s = ", at->local->name);
    local_value_add(view->trace, grid, at->local, at->value, &item.value);
    item.width = font_width(FONT_CODE, size, item.name.text) +
                 font_width(FONT_CODE_STRONG, size, item.value.text);
    if (at->changed && at->since == now) {
        Text before = {0};
        text_add(&before, ", was ");
        local_value_add(view->trace, grid, at->local, at->before, &before);
        item.before = before.text;
        item.width += font_width(FONT_TEXT, size, item.before);
    }
    return item;
}

/* The variables of the innermost call that has any, but no pointers. */
static Shown shown_of(const View *view, const LocalValue *locals, size_t count,
                      double size)
{
    uint32_t now = (uint32_t)(view->running - view->trace->instructions);
    uint8_t depth = count ? locals[count - 1].depth : 0;
    Shown items = {0};

    for (size_t i = 0; i < count; ++i)
        if (locals[i].depth == depth && locals[i].local->kind != LOCAL_POINTER)
            base_push(&items, items, shown_local(view, locals + i, now, size));
    return items;
}

static void draw_item(const View *view, Rect box, const ShownLocal *item,
                      double size)
{
    double name = font_width(FONT_CODE, size, item->name.text);
    double value = font_width(FONT_CODE_STRONG, size, item->value.text);

    draw_text(view->list, rect_cut_left(&box, name), ALIGN_LEFT, FONT_CODE,
              size, view->least, COLOR_DIM, item->name.text);
    draw_text(view->list, rect_cut_left(&box, value), ALIGN_LEFT,
              FONT_CODE_STRONG, size, view->least, COLOR_INK, item->value.text);
    if (item->before)
        draw_text(view->list, box, ALIGN_LEFT, FONT_TEXT, size, view->least,
                  COLOR_DIM, item->before);
}

/* Draws the items from the left, row after row; says how many there is no room
 * for. */
static void draw_items(const View *view, Rect box, const Shown *items,
                       double size)
{
    double space = view_px(view, gap), more = view_size(view, 110);
    size_t i = 0;
    char text[32];

    for (int row = 0; row < ROWS; ++row) {
        Rect line = rect_cut_top(&box, row_height(view));
        for (; i < items->items_count; ++i) {
            bool last = row == ROWS - 1 && i + 1 < items->items_count;
            double width = items->items[i].width;
            if (width > line.w - (last ? more : 0))
                break;
            draw_item(view, rect_cut_left(&line, width), items->items + i,
                      size);
            rect_cut_left(&line, space);
        }
        if (row < ROWS - 1 || i == items->items_count)
            continue;
        snprintf(text, sizeof text, "%zu more", items->items_count - i);
        draw_text(view->list, line, ALIGN_LEFT, FONT_TEXT, size, view->least,
                  COLOR_DIM, text);
    }
}

/* ---- All of it ------------------------------------------------------------*/

/* The variables of view->thread. */
static void draw_variables(const View *view, Rect box)
{
    double size = view_size(view, text_size);
    size_t count = 0;
    Text title = {0};

    uint32_t now = (uint32_t)(view->running - view->trace->instructions);
    LocalValue *locals = trace_locals(view->trace, now, view->thread, &count);
    Shown items = shown_of(view, locals, count, size);
    text_add(&title, "T%u", view->thread);
    if (count)
        text_add(&title, " in %s", locals[count - 1].local->function);
    text_add(&title, items.items_count ? "" : ": no local variables");
    view_thing(view, THING_LOCALS, view->thread);
    view_text(view, rect_cut_top(&box, row_height(view)), FONT_STRONG,
              text_size, COLOR_INK, title.text);
    draw_items(view, box, &items, size);
    shown_free(&items);
    text_free(&title);
    free(locals);
}

void view_locals(const View *view, Rect box)
{
    view_thing(view, THING_FRAME, 0);
    draw_rect(view->list, rect_cut_top(&box, fmax(1, view_px(view, 1))), 0,
              COLOR_EDGE);
    rect_cut_top(&box, view_px(view, gap_likes));
    if (!view->running) {
        view_text(view, rect_cut_top(&box, row_height(view)), FONT_TEXT,
                  text_size, COLOR_DIM, "local variables: no instruction yet");
        return;
    }
    draw_variables(view, box);
    view_thing(view, THING_FRAME, 0);
}
