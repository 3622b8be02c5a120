/* SPDX-License-Identifier: MIT */
#include "window/card_panel.h"

#include <math.h>
#include <stdio.h>

enum { TITLE_LINES = 3, LINE_LINES = 4 };

/* px at 1080 */
static const double title_size = 22, text_size = 17, pad = 18, margin = 14;
static const double panel_width = 560, mark_size = 11, indent = 18;
static const double most_share = 0.48; /* of the width */
static const double line_share = 1.38;

typedef struct {
    DisplayList *list;
    const CardPanel *panel;
    double unit, least;
} Drawing;

static double px(const Drawing *drawing, double at_1080)
{
    return round(at_1080 * drawing->unit);
}

static double size_of(const Drawing *drawing, double at_1080)
{
    return layout_most(at_1080 * drawing->unit, drawing->least);
}

static double line_of(const Drawing *drawing, double at_1080)
{
    return ceil(size_of(drawing, at_1080) * line_share);
}

Rect card_panel_column(Rect above, double unit, bool left)
{
    double around = round(margin * unit);
    double width = layout_least(panel_width * unit, above.w * most_share);

    above = rect_inset(above, around, around);
    return left ? rect_cut_left(&above, round(width))
                : rect_cut_right(&above, round(width));
}

static Font font_of(const CardLine *line)
{
    return line->kind == CARD_FACT || line->kind == CARD_EVENT ? FONT_TEXT
                                                               : FONT_STRONG;
}

static Color color_of(const CardLine *line)
{
    return line->kind == CARD_FAULT      ? COLOR_FAULT
           : line->kind == CARD_CONFLICT ? COLOR_ALARM
           : line->kind == CARD_HEAD     ? COLOR_DIM
                                         : COLOR_INK;
}

/* The part of ROW for the text of a line. */
static Rect inside(const Drawing *drawing, const CardLine *line, Rect row)
{
    if (line->kind == CARD_EVENT)
        rect_cut_left(&row, px(drawing, indent));
    rect_cut_right(&row, px(drawing, 2 * mark_size));
    return row;
}

static double height_of(const Drawing *drawing, const CardLine *line,
                        double width)
{
    Rect row = inside(drawing, line, (Rect){0, 0, width, 1});
    int lines = layout_lines(font_of(line), size_of(drawing, text_size), row.w,
                             card_text(drawing->panel->card, line));

    return int_least(lines, LINE_LINES) * line_of(drawing, text_size) +
           px(drawing, 3);
}

/* A triangle where a line leads on, and a frame around the chosen one. */
static void draw_link(const Drawing *drawing, const CardLine *line, Rect row,
                      bool chosen)
{
    double size = px(drawing, mark_size);
    double x = row.x + row.w - size,
           y = row.y + line_of(drawing, text_size) / 2;

    if (chosen) {
        Shape *frame =
            draw_rect(drawing->list, row, px(drawing, 4), COLOR_RUNNING);
        frame->edge = COLOR_INK;
        frame->width = layout_most(1, px(drawing, 2));
    } else if (line->now) {
        draw_rect(drawing->list, row, px(drawing, 4), COLOR_CELL);
    }
    if (!card_leads(line))
        return;
    double width = layout_most(1.5, 2 * drawing->unit);
    for (int side = -1; side <= 1; side += 2)
        draw_line(drawing->list, x - size * 0.7, y + side * size * 0.5,
                  x - size * 0.2, y, width, COLOR_INK);
}

static void draw_line_of(const Drawing *drawing, size_t i, Rect row)
{
    const CardLine *line = drawing->panel->card->lines + i;
    double size = size_of(drawing, text_size);

    draw_thing(drawing->list, THING_CARD, 0, (uint32_t)i + 1);
    row.h -= px(drawing, 3);
    draw_rect(drawing->list, row, 0, COLOR_PANEL);
    draw_link(drawing, line, row, (int)i == drawing->panel->link);
    layout_paragraph(drawing->list, inside(drawing, line, row),
                     line_of(drawing, text_size), font_of(line), size,
                     drawing->least, color_of(line),
                     card_text(drawing->panel->card, line));
}

/* The first line that is shown, so that the chosen link has room in HEIGHT. */
static size_t first_line(const Drawing *drawing, double width, double height)
{
    const Card *card = drawing->panel->card;
    double used = 0;

    if (drawing->panel->link < 0)
        return 0;
    for (size_t i = (size_t)drawing->panel->link + 1; i-- > 0;) {
        used += height_of(drawing, card->lines + i, width);
        if (used > height)
            return i + 1 <= (size_t)drawing->panel->link
                       ? i + 1
                       : (size_t)drawing->panel->link;
    }
    return 0;
}

static void draw_more(const Drawing *drawing, Rect row, size_t count)
{
    char text[48];

    snprintf(text, sizeof text, "%zu more line%s", count,
             count == 1 ? "" : "s");
    draw_thing(drawing->list, THING_CARD, 0, 0);
    draw_text(drawing->list, row, ALIGN_LEFT, FONT_TEXT,
              size_of(drawing, text_size), drawing->least, COLOR_DIM, text);
}

static void draw_lines(const Drawing *drawing, Rect box)
{
    const Card *card = drawing->panel->card;
    double last = line_of(drawing, text_size);
    size_t i = first_line(drawing, box.w, box.h - 2 * last);

    if (i > 0)
        draw_more(drawing, rect_cut_top(&box, last), i);
    for (; i < card->lines_count; ++i) {
        double height = height_of(drawing, card->lines + i, box.w);
        double kept = i + 1 < card->lines_count ? last : 0;
        if (height + kept > box.h + 0.5) {
            draw_more(drawing, rect_cut_top(&box, last), card->lines_count - i);
            return;
        }
        draw_line_of(drawing, i, rect_cut_top(&box, height));
    }
}

static double lines_height(const Drawing *drawing, double width)
{
    const Card *card = drawing->panel->card;
    double height = 0;

    for (size_t i = 0; i < card->lines_count; ++i)
        height += height_of(drawing, card->lines + i, width);
    return height;
}

static int title_lines(const Drawing *drawing, double width)
{
    return int_least(TITLE_LINES,
                     layout_lines(FONT_STRONG, size_of(drawing, title_size),
                                  width, drawing->panel->card->title.text));
}

void card_panel_draw(DisplayList *list, const CardPanel *panel, Rect above,
                     double unit, double least)
{
    Drawing drawing = {list, panel, unit, least};
    Rect box = card_panel_column(above, unit, panel->left);
    double around = px(&drawing, pad), width = box.w - 2 * around;
    double head = title_lines(&drawing, width) * line_of(&drawing, title_size) +
                  px(&drawing, 6);
    double foot = line_of(&drawing, text_size) + px(&drawing, 6);
    double wanted = 2 * around + head + foot + lines_height(&drawing, width);

    box.h = layout_least(ceil(wanted), box.h);
    draw_thing(list, THING_CARD, 0, 0);
    Shape *ground = draw_rect(list, box, px(&drawing, 10), COLOR_PANEL);
    ground->edge = COLOR_INK;
    ground->width = layout_most(2, px(&drawing, 2));
    box = rect_inset(box, around, around);
    Rect title = rect_cut_top(&box, head);
    layout_paragraph(list, title, line_of(&drawing, title_size), FONT_STRONG,
                     size_of(&drawing, title_size), least, COLOR_INK,
                     panel->card->title.text);
    Rect hint = rect_cut_bottom(&box, foot);
    rect_cut_top(&hint, px(&drawing, 6));
    draw_text(list, hint, ALIGN_LEFT, FONT_TEXT, size_of(&drawing, text_size),
              least, COLOR_DIM, panel->hint);
    draw_lines(&drawing, box);
}
