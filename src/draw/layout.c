/* SPDX-License-Identifier: MIT
 *
 * layout - cutting rectangles and breaking lines; see layout.h.
 */
#include "draw/layout.h"

#include "draw/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double layout_least(double a, double b)
{
    return a < b ? a : b;
}

double layout_most(double a, double b)
{
    return a > b ? a : b;
}

double layout_clamp(double x, double low, double high)
{
    return layout_most(low, layout_least(x, high));
}

double layout_pattern(double value, bool up)
{
    static const double digits[] = {1, 2, 5, 10}, hair = 1e-9;
    double decade = pow(10, floor(log10(value) + hair));
    int i = up ? 0 : 3;

    while (up && i < 3 && value > digits[i] * decade * (1 + hair))
        ++i;
    while (!up && i > 0 && value < digits[i] * decade * (1 - hair))
        --i;
    return digits[i] * decade;
}

Rect rect_cut_top(Rect *box, double height)
{
    Rect part = *box;

    part.h = layout_clamp(height, 0, layout_most(box->h, 0));
    box->y += part.h;
    box->h -= part.h;
    return part;
}

Rect rect_cut_bottom(Rect *box, double height)
{
    Rect part = *box;

    part.h = layout_clamp(height, 0, layout_most(box->h, 0));
    box->h -= part.h;
    part.y += box->h;
    return part;
}

Rect rect_cut_left(Rect *box, double width)
{
    Rect part = *box;

    part.w = layout_clamp(width, 0, layout_most(box->w, 0));
    box->x += part.w;
    box->w -= part.w;
    return part;
}

Rect rect_cut_right(Rect *box, double width)
{
    Rect part = *box;

    part.w = layout_clamp(width, 0, layout_most(box->w, 0));
    box->w -= part.w;
    part.x += box->w;
    return part;
}

Rect rect_inset(Rect box, double dx, double dy)
{
    dx = layout_least(dx, box.w / 2);
    dy = layout_least(dy, box.h / 2);
    return (Rect){box.x + dx, box.y + dy, box.w - 2 * dx, box.h - 2 * dy};
}

Rect rect_around(double x, double y, double w, double h)
{
    return (Rect){x - w / 2, y - h / 2, w, h};
}

void draw_cross(DisplayList *list, Rect box, double width, Color color)
{
    double x1 = box.x + box.w, y1 = box.y + box.h, end = width / 2;

    draw_line(list, box.x + end, box.y + end, x1 - end, y1 - end, width, color);
    draw_line(list, box.x + end, y1 - end, x1 - end, box.y + end, width, color);
}

void draw_check(DisplayList *list, Rect box, double width, Color color)
{
    double x = box.x + box.w * 0.38, y = box.y + box.h;

    draw_line(list, box.x, box.y + box.h * 0.55, x, y, width, color);
    draw_line(list, x, y, box.x + box.w, box.y, width, color);
}

bool rect_is_empty(Rect box)
{
    return box.w <= 0 || box.h <= 0;
}

int int_least(int a, int b)
{
    return a < b ? a : b;
}

int int_most(int a, int b)
{
    return a > b ? a : b;
}

/* ---- Paragraphs --------------------------------------------------------- */

/* Bytes of the words of TEXT that fit in WIDTH; the first word always counts.
 */
static size_t line_length(Font font, double size, const char *text,
                          double width)
{
    const char *at = text;
    size_t fits = 0;
    double used = 0;
    uint32_t code;

    while ((code = font_next(&at))) {
        double advance;
        font_glyph(font, code, &advance);
        if (code == ' ')
            fits = (size_t)(at - text) - 1;
        used += advance * size;
        if (used > width && fits)
            return fits;
    }
    return strlen(text);
}

int layout_lines(Font font, double size, double width, const char *text)
{
    int lines = 0;

    for (; *text; ++lines) {
        text += line_length(font, size, text, width);
        text += *text == ' ';
    }
    return lines;
}

int layout_paragraph(DisplayList *list, Rect box, double line_height, Font font,
                     double size, double min_size, Color color,
                     const char *text)
{
    int room = (int)floor(box.h / line_height + 1e-6), lines = 0;

    size = layout_most(size, min_size);
    while (*text && lines < room) {
        size_t length = lines + 1 < room ? line_length(font, size, text, box.w)
                                         : strlen(text);
        char *line = base_memdup(text, length + 1);
        line[length] = '\0';
        draw_text(list, rect_cut_top(&box, line_height), ALIGN_LEFT, font, size,
                  min_size, color, line);
        free(line);
        text += length;
        text += *text == ' ';
        ++lines;
    }
    return lines;
}
