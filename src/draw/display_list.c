/* SPDX-License-Identifier: MIT
 *
 * display_list - building and searching the display list; see display_list.h.
 *
 * The palettes are Okabe and Ito's, which eyes of every kind can distinguish.
 * Words are written in darker or lighter shades of them where the colour itself
 * would be too pale to read.  For print there are greys: a load is dark, a
 * store light, a conflict black.
 */
#include "draw/display_list.h"

#include "util/printable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t theme_color(Theme theme, Color color)
{
    static const uint32_t colors[COLOR_COUNT][THEME_COUNT] = {
        [COLOR_PAPER] = {0xfcfbf8, 0x12161b, 0xffffff},
        [COLOR_PANEL] = {0xffffff, 0x1a2027, 0xffffff},
        [COLOR_EDGE] = {0xd3d7dc, 0x3a444f, 0xb4b4b4},
        [COLOR_INK] = {0x1c2127, 0xf2f4f6, 0x000000},
        [COLOR_DIM] = {0x646c76, 0x9aa6b2, 0x3c3c3c},
        [COLOR_CELL] = {0xeef0f2, 0x262f38, 0xf2f2f2},
        [COLOR_HELD] = {0xdce9f3, 0x21405a, 0xe2e2e2},
        [COLOR_LOAD] = {0x0072b2, 0x56b4e9, 0x6a6a6a},
        [COLOR_STORE] = {0xe69f00, 0xf0b93a, 0xcacaca},
        [COLOR_CONFLICT] = {0xd55e00, 0xff7a3d, 0x000000},
        [COLOR_GOOD] = {0x007a59, 0x35c89b, 0x1e1e1e},
        [COLOR_ON_STRONG] = {0xffffff, 0x12161b, 0xffffff},
        [COLOR_ON_BRIGHT] = {0x1c2127, 0x12161b, 0x000000},
        [COLOR_ALARM] = {0xb34b00, 0xff8a52, 0x000000},
        [COLOR_FAULT] = {0x8a0020, 0xff5a7a, 0x000000},
        [COLOR_LINK] = {0x7a828c, 0x7d8995, 0x6e6e6e},
        [COLOR_NONE] = {0, 0, 0},
    };

    return colors[color][theme];
}

LineStyle theme_line(Theme theme, Color color)
{
    bool print = theme == THEME_PRINT;

    if (print && color == COLOR_STORE)
        return (LineStyle){0x1e1e1e, 1.2};
    if (print && color == COLOR_FAULT)
        return (LineStyle){0x000000, 1.2};
    if (print && (color == COLOR_CONFLICT || color == COLOR_ALARM))
        return (LineStyle){0x000000, 2};
    return (LineStyle){theme_color(theme, color), 1};
}

Rect rect_common(Rect a, Rect b)
{
    double left = fmax(a.x, b.x), top = fmax(a.y, b.y);

    return (Rect){left, top, fmax(0, fmin(a.x + a.w, b.x + b.w) - left),
                  fmax(0, fmin(a.y + a.h, b.y + b.h) - top)};
}

void display_list_clear(DisplayList *list, double width, double height)
{
    list->width = width;
    list->height = height;
    list->shapes_count = 0;
    list->texts.length = 0;
    list->strips_count = 0;
    list->moves_count = 0;
    draw_thing(list, THING_NONE, 0, 0);
    memset(list->areas, 0, sizeof list->areas);
}

void display_list_free(DisplayList *list)
{
    free(list->shapes);
    free(list->strips);
    free(list->moves);
    text_free(&list->texts);
    *list = (DisplayList){0};
}

void draw_thing(DisplayList *list, ThingKind kind, int panel, uint32_t a)
{
    list->thing = (Thing){kind, a, 0, panel + 1};
}

void display_list_area(DisplayList *list, Area area, int panel, Rect box)
{
    BASE_CHECK(panel >= 0 && panel < DISPLAY_LIST_PANELS);
    list->areas[area][panel] = box;
}

static Shape *shape_add(DisplayList *list, ShapeKind kind, Rect box)
{
    Shape shape = {.kind = kind,
                   .thing = list->thing,
                   .box = box,
                   .alpha = 1,
                   .fill = COLOR_NONE,
                   .edge = COLOR_NONE};

    base_push(list, shapes, shape);
    return list->shapes + list->shapes_count - 1;
}

Shape *draw_rect(DisplayList *list, Rect box, double radius, Color fill)
{
    Shape *shape = shape_add(list, SHAPE_RECT, box);

    shape->radius = radius;
    shape->fill = fill;
    return shape;
}

/* A shape through COUNT points, whose box holds them all. */
static Shape *stroke_add(DisplayList *list, ShapeKind kind, const double *x,
                         const double *y, int count, double width, Color color)
{
    double left = x[0], right = x[0], top = y[0], bottom = y[0];

    for (int i = 1; i < count; ++i) {
        left = x[i] < left ? x[i] : left;
        right = x[i] > right ? x[i] : right;
        top = y[i] < top ? y[i] : top;
        bottom = y[i] > bottom ? y[i] : bottom;
    }
    Shape *shape =
        shape_add(list, kind, (Rect){left, top, right - left, bottom - top});
    memcpy(shape->x, x, (size_t)count * sizeof *x);
    memcpy(shape->y, y, (size_t)count * sizeof *y);
    shape->width = width;
    shape->edge = color;
    return shape;
}

Shape *draw_line(DisplayList *list, double x0, double y0, double x1, double y1,
                 double width, Color color)
{
    return stroke_add(list, SHAPE_LINE, (double[]){x0, x1}, (double[]){y0, y1},
                      2, width, color);
}

Shape *draw_curve(DisplayList *list, const double x[4], const double y[4],
                  double width, Color color)
{
    return stroke_add(list, SHAPE_CURVE, x, y, 4, width, color);
}

Shape *draw_arrow(DisplayList *list, double x0, double y0, double x1, double y1,
                  double size, Color color)
{
    Shape *shape = stroke_add(list, SHAPE_ARROW, (double[]){x0, x1},
                              (double[]){y0, y1}, 2, size, color);

    shape->fill = color;
    return shape;
}

/* The largest size, at most SIZE, at which TEXT fits a box of this height with
 * its capitals in the middle. */
static double size_for_height(Font font, double size, const char *text,
                              double height)
{
    double above, below, capital = font_capital(font, 1);

    font_ink(font, 1, text, &above, &below);
    double over = above - capital > below ? above - capital : below;
    double ems = capital + 2 * (over > 0 ? over : 0);
    return ems * size > height ? height / ems : size;
}

/* Bytes of TEXT that, followed by an ellipsis, fit in WIDTH; 0 if none do. */
static size_t cut_length(Font font, double size, const char *text, double width)
{
    const char *at = text;
    size_t fits = 0;
    double used = font_width(font, size, "…");
    uint32_t code;

    while ((code = font_next(&at))) {
        double advance;
        font_glyph(font, code, &advance);
        used += advance * size;
        if (used > width)
            break;
        if (code != ' ')
            fits = (size_t)(at - text);
    }
    return fits;
}

static Shape *text_place(DisplayList *list, Rect box, Align align, Font font,
                         double size, Color color, size_t offset)
{
    const char *text = list->texts.text + offset;
    double above, below, width = font_width(font, size, text);
    double slack = box.w - width;
    double baseline = box.y + (box.h + font_capital(font, size)) / 2;

    font_ink(font, size, text, &above, &below);
    box.x += align == ALIGN_LEFT ? 0 : align == ALIGN_RIGHT ? slack : slack / 2;
    box = (Rect){box.x, baseline - above, width, above + below};
    Shape *shape = shape_add(list, SHAPE_TEXT, box);
    shape->font = font;
    shape->size = size;
    shape->fill = color;
    shape->baseline = baseline;
    shape->text = offset;
    return shape;
}

Shape *draw_text(DisplayList *list, Rect box, Align align, Font font,
                 double size, double min_size, Color color, const char *text)
{
    const double slack = 1e-6; /* a box made to measure fits */

    if (!printable_is(text)) {
        char *line = printable_line(text);
        Shape *shape =
            draw_text(list, box, align, font, size, min_size, color, line);
        free(line);
        return shape;
    }
    size_t length = strlen(text);
    double width = font_width(font, 1, text);
    if (length == 0 || box.w <= 0 || box.h <= 0)
        return NULL;
    size = size_for_height(font, size, text, box.h + slack);
    if (size + slack < min_size)
        return NULL;
    bool cut = width * min_size > box.w + slack;
    if (cut) {
        size = size < min_size ? size : min_size;
        length = cut_length(font, size, text, box.w);
        if (length == 0)
            return NULL;
    } else if (width * size > box.w) {
        size = box.w / width;
    }
    size_t offset = list->texts.length;
    text_add_bytes(&list->texts, text, length);
    text_add_bytes(&list->texts, cut ? "…" : "", cut ? strlen("…") + 1 : 1);
    return text_place(list, box, align, font, size, color, offset);
}

void display_list_strip(DisplayList *list, Rect box, uint32_t stride,
                        uint32_t count)
{
    Strip strip = {box, list->thing, stride, count};

    if (count && box.w > 0 && box.h > 0)
        base_push(list, strips, strip);
}

const char *shape_text(const DisplayList *list, const Shape *shape)
{
    BASE_CHECK(shape->kind == SHAPE_TEXT);
    return list->texts.text + shape->text;
}

const Shape *display_list_at(const DisplayList *list, double x, double y,
                             ThingKind kind)
{
    for (size_t i = list->shapes_count; i-- > 0;) {
        const Shape *shape = list->shapes + i;
        bool solid = shape->kind == SHAPE_RECT || shape->kind == SHAPE_TEXT;
        if (solid && shape->thing.kind == kind && rect_holds(shape->box, x, y))
            return shape;
    }
    return NULL;
}

const Shape *display_list_thread_at(const DisplayList *list, double x, double y)
{
    for (size_t i = list->shapes_count; i-- > 0;)
        if (list->shapes[i].thread && rect_holds(list->shapes[i].box, x, y))
            return list->shapes + i;
    return NULL;
}

bool draw_arrow_head(const Shape *arrow, double x[3], double y[3])
{
    double dx = arrow->x[1] - arrow->x[0], dy = arrow->y[1] - arrow->y[0];
    double length = hypot(dx, dy);

    for (int i = 0; i < 3; ++i) {
        x[i] = arrow->x[1];
        y[i] = arrow->y[1];
    }
    if (length <= 0)
        return false;
    dx *= arrow->width / length;
    dy *= arrow->width / length;
    x[1] -= dx + dy / 2;
    y[1] -= dy - dx / 2;
    x[2] -= dx - dy / 2;
    y[2] -= dy + dx / 2;
    return true;
}

Rect rect_whole(Rect box)
{
    double left = round(box.x), top = round(box.y);

    return (Rect){left, top, round(box.x + box.w) - left,
                  round(box.y + box.h) - top};
}

/* Dashes are as thick as they say, as Cairo smooths them; what is solid is put
 * on whole pixels. */
Edge shape_edge(const Shape *shape)
{
    double thick = shape->dashed ? shape->width : fmax(1, round(shape->width));
    Rect box = rect_whole(shape->box);
    double radius = fmin(shape->radius, fmin(box.w, box.h) / 2) - thick / 2;

    return (Edge){{box.x + thick / 2, box.y + thick / 2, fmax(0, box.w - thick),
                   fmax(0, box.h - thick)},
                  fmax(0, radius),
                  thick};
}

bool shape_is_framed(const Shape *shape)
{
    return shape->fill != COLOR_NONE && shape->edge != COLOR_NONE &&
           !shape->dashed && shape->alpha >= 1;
}
