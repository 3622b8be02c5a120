/* SPDX-License-Identifier: MIT
 *
 * chrome_help - rows of icons, words and keys; see chrome_help.h.
 *
 * The rows shrink until all have room, but no further than letters can be read;
 * keys that have no room left are left out, which only small windows know.
 */
#include "window/chrome_help.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>

enum { COLUMNS = 2 };

/* px at 1080, as long as there is room */
static const double row_height = 40, text_size = 18, head_height = 56;
static const double panel_width = 1840, pad = 32, column_gap = 40;
static const double icon_width = 40, words_width = 380;

typedef struct {
    DisplayList *list;
    const Chrome *chrome;
    double unit; /* pixels a pixel at 1080 */
    double text; /* size */
    double least;
} Help;

static double help_text(const Help *help, double at_1080)
{
    return layout_most(at_1080 * help->unit, help->least);
}

/* A key as a small cap; the box loses it. */
static void draw_key(const Help *help, Rect *box, const char *key)
{
    double size = layout_most(help->text - 2, help->least);
    double inside = round(7 * help->unit);
    double width = ceil(font_width(FONT_CODE, size, key)) + 2 * inside;
    double height = layout_least(box->h - 2, round(size * 1.55));

    if (width > box->w)
        return;
    Rect cap = rect_cut_left(box, width);
    cap = rect_around(cap.x + cap.w / 2, cap.y + cap.h / 2, cap.w, height);
    Shape *shape =
        draw_rect(help->list, cap, round(5 * help->unit), COLOR_CELL);
    shape->edge = COLOR_EDGE;
    shape->width = 1;
    draw_text(help->list, rect_inset(cap, inside - 1, 0), ALIGN_CENTER,
              FONT_CODE, size, help->least, COLOR_INK, key);
    rect_cut_left(box, round(6 * help->unit));
}

static void draw_row(const Help *help, Rect row, const ChromeItem *item)
{
    double side = layout_least(row.h, round(28 * help->unit));
    Rect icon = rect_cut_left(&row, round(icon_width * help->unit));
    double width =
        font_width(FONT_TEXT, help->text, item->help) + 12 * help->unit;
    Rect words =
        rect_cut_left(&row, layout_most(words_width * help->unit, width));

    icon = rect_around(icon.x + side / 2, icon.y + icon.h / 2, side, side);
    if (item->icon)
        icon_draw(help->list, icon, item->icon, 1);
    draw_text(help->list, words, ALIGN_LEFT, FONT_TEXT, help->text, help->least,
              COLOR_INK, item->help);
    for (int i = 0; i < CHROME_MAX_KEYS && item->keys[i]; ++i)
        draw_key(help, &row, item->keys[i]);
    if (item->mouse && font_width(FONT_TEXT, help->least, item->mouse) <= row.w)
        draw_text(help->list, row, ALIGN_LEFT, FONT_TEXT, help->text,
                  help->least, COLOR_DIM, item->mouse);
}

static void draw_title(const Help *help, Rect title)
{
    title.h = round(36 * help->unit);
    Rect right = rect_cut_right(&title, title.w / 2);
    draw_text(help->list, title, ALIGN_LEFT, FONT_STRONG, help_text(help, 26),
              help->least, COLOR_INK, "Keys and mouse");
    draw_text(help->list, right, ALIGN_RIGHT, FONT_TEXT,
              help_text(help, text_size), help->least, COLOR_DIM,
              "Escape or a click closes this");
}

/* The unit at which panel and rows fit ABOVE. */
static double fitting_unit(const Chrome *chrome, Rect above, int rows)
{
    double usual = chrome_px(&chrome->size, 100) / 100;
    double wide = (above.w - 8) / panel_width;
    double high = (above.h - 8) / (head_height + 2 * pad + rows * row_height);

    return layout_least(usual, layout_least(wide, high * 1.25));
}

void chrome_help(DisplayList *list, const Chrome *chrome, Rect above)
{
    int rows = (chrome->items_count + COLUMNS - 1) / COLUMNS;
    double unit = fitting_unit(chrome, above, rows);
    Help help = {list, chrome, unit, 0, chrome_smallest(&chrome->size)};
    double around = round(pad * unit), head = round(head_height * unit);
    double room = above.h - 8 - 2 * around - head;
    double row = floor(layout_least(row_height * unit, room / rows));
    double width = layout_least(panel_width * unit, above.w - 8);
    Rect panel = rect_around(round(above.w / 2), round(above.h / 2),
                             round(width), head + row * rows + 2 * around);

    help.text = help_text(&help, text_size);
    draw_tag(list, TAG_CHROME, 0, CHROME_HELP);
    draw_rect(list, above, 0, COLOR_PAPER)->alpha = 0.75;
    Shape *ground = draw_rect(list, panel, round(12 * unit), COLOR_PANEL);
    ground->edge = COLOR_EDGE;
    ground->width = layout_most(1, round(unit));
    Rect box = rect_inset(panel, around, around);
    draw_title(&help, rect_cut_top(&box, head));
    double column = (box.w - column_gap * unit) / COLUMNS;
    for (int first = 0; first < chrome->items_count; first += rows) {
        Rect rest = rect_cut_left(&box, column);
        rect_cut_left(&box, column_gap * unit);
        for (int i = first; i < first + rows && i < chrome->items_count; ++i)
            draw_row(&help, rect_cut_top(&rest, row), chrome->items + i);
    }
}
