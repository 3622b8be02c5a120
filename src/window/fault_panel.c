/* SPDX-License-Identifier: MIT */
#include "window/fault_panel.h"

#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 14, MOST_TITLE_LINES = 4 };

/* px at 1080 */
static const double title_size = 20, code_size = 17, margin = 24, pad = 20;
static const double line_share = 1.45, least_width = 720, most_width = 1500;

/* Of the height of what the panel is over. */
static const double top_share = 0.165, most_share = 0.5;

static const char hint[] = "Esc: close";

typedef struct {
    DisplayList *list;
    double unit, least;
} Drawing;

static double text_size(const Drawing *drawing, double at_1080)
{
    return layout_most(at_1080 * drawing->unit, drawing->least);
}

static double line_height(const Drawing *drawing, double at_1080)
{
    return ceil(text_size(drawing, at_1080) * line_share);
}

static double px(const Drawing *drawing, double at_1080)
{
    return round(at_1080 * drawing->unit);
}

/* Copies the first line of *LINES and moves *LINES behind it; free it. */
static char *next_line(const char **lines)
{
    size_t length = strcspn(*lines, "\n");
    Text line = {0};

    text_add(&line, "%.*s", (int)length, *lines);
    *lines += length + ((*lines)[length] == '\n');
    return line.text;
}

static int count_lines(const char *lines)
{
    int count = 0;

    while (*lines) {
        size_t length = strcspn(lines, "\n");
        lines += length + (lines[length] == '\n');
        ++count;
    }
    return count;
}

/* The width of the widest of the first COUNT lines. */
static double width_of(const Drawing *drawing, const char *lines, int count)
{
    double width = 0;

    while (count-- > 0 && *lines) {
        char *line = next_line(&lines);
        width =
            layout_most(width, font_width(FONT_CODE,
                                          text_size(drawing, code_size), line));
        free(line);
    }
    return width;
}

static int draw_title(const Drawing *drawing, DisplayList *list, Rect box,
                      const char *title)
{
    box.h = layout_least(box.h,
                         MOST_TITLE_LINES * line_height(drawing, title_size));
    return layout_paragraph(list, box, line_height(drawing, title_size),
                            FONT_STRONG, text_size(drawing, title_size),
                            drawing->least, COLOR_FAULT, title);
}

/* Lines that TITLE takes in a box of WIDTH. */
static int title_lines(const Drawing *drawing, double width, const char *title)
{
    DisplayList scratch = {0};
    Rect box = {0, 0, width, 1000};
    int count = draw_title(drawing, &scratch, box, title);

    display_list_free(&scratch);
    return count;
}

static void draw_lines(const Drawing *drawing, Rect box, const char *lines)
{
    double size = text_size(drawing, code_size);
    double height = line_height(drawing, code_size);

    while (*lines && box.h >= height) {
        Rect row = rect_cut_top(&box, height);
        char *line = next_line(&lines);
        bool last = *lines && box.h < height;
        draw_text(drawing->list, row, ALIGN_LEFT, FONT_CODE, size, size,
                  COLOR_INK, last ? "…" : line);
        free(line);
    }
}

static void draw_ground(const Drawing *drawing, Rect panel)
{
    Shape *ground =
        draw_rect(drawing->list, panel, px(drawing, 10), COLOR_PANEL);

    ground->edge = COLOR_FAULT;
    ground->width = layout_most(1, px(drawing, 2));
}

/* The panel: as wide as its lines, or the title, if that is possible. */
static Rect place(const Drawing *drawing, Rect above, const char *title,
                  const char *lines, int count, double hint_width)
{
    double inside = px(drawing, pad), around = px(drawing, margin);
    double title_width =
        font_width(FONT_STRONG, text_size(drawing, title_size), title) +
        hint_width + 1;
    double wanted = layout_most(width_of(drawing, lines, count), title_width);
    double width = layout_clamp(wanted, px(drawing, least_width),
                                px(drawing, most_width)) +
                   2 * inside;

    width = layout_least(ceil(width), above.w - 2 * around);
    double head = title_lines(drawing, width - 2 * inside - hint_width, title) *
                  line_height(drawing, title_size);
    double height = head + count * line_height(drawing, code_size) +
                    (count ? 2.5 : 2) * inside;
    return (Rect){above.x + floor((above.w - width) / 2),
                  above.y + floor(above.h * top_share), width,
                  layout_least(ceil(height), floor(above.h * most_share))};
}

void fault_panel_draw(DisplayList *list, Rect above, double unit, double least,
                      const char *title, const char *lines)
{
    Drawing drawing = {list, unit, least};
    double inside = px(&drawing, pad);
    double size = text_size(&drawing, code_size);
    double hint_width = ceil(font_width(FONT_TEXT, size, hint)) + 2 * inside;
    int count = int_least(count_lines(lines), MOST_LINES);
    Rect panel = place(&drawing, above, title, lines, count, hint_width);

    draw_ground(&drawing, panel);
    Rect box = rect_inset(panel, inside, inside);
    Rect top = box;
    Rect right = rect_cut_right(&top, hint_width);
    right.h = layout_least(right.h, line_height(&drawing, title_size));
    draw_text(list, right, ALIGN_RIGHT, FONT_TEXT, size, least, COLOR_DIM,
              hint);
    int used = draw_title(&drawing, list, top, title);
    rect_cut_top(&box, used * line_height(&drawing, title_size) + inside / 2);
    draw_lines(&drawing, box, lines);
}
