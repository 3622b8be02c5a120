/* SPDX-License-Identifier: MIT */
#include "export/html_shape.h"

#include "draw/paint_svg.h"

#include <math.h>

static void add_numbers(Text *text, const double *numbers, int count)
{
    for (int i = 0; i < count; ++i) {
        if (i)
            text_add_bytes(text, " ", 1);
        text_add_number(text, numbers[i]);
    }
}

static void add_color(Text *text, Color color)
{
    char letter[] = {' ', color == COLOR_NONE ? '-' : (char)('a' + (int)color)};

    text_add_bytes(text, letter, sizeof letter);
}

/* " 1" or " .5". */
static void add_alpha(Text *text, const Shape *shape)
{
    text_add_bytes(text, " ", 1);
    text_add_number(text, shape->alpha);
}

static void add_stroke(Text *text, const Shape *shape, double width)
{
    add_color(text, shape->edge);
    text_add_bytes(text, " ", 1);
    text_add_number(text, width);
    add_alpha(text, shape);
    text_add_bytes(text, " ", 1);
    text_add_number(text, shape->dashed ? 3 * shape->width : 0);
}

static void add_box(Text *text, char letter, Rect box)
{
    text_add_bytes(text, &letter, 1);
    add_numbers(text, (double[]){box.x, box.y, box.w, box.h}, 4);
    text_add_bytes(text, " ", 1);
}

/* Separates the edge or the stripes of a box from its fill, if there is one. */
static void add_tab(Text *text)
{
    if (text->length)
        text_add_bytes(text, "\t", 1);
}

static void add_fill(Text *text, const Shape *shape)
{
    Rect box = rect_whole(shape->box);

    add_box(text, 'r', box);
    text_add_number(text, fmin(shape->radius, fmin(box.w, box.h) / 2));
    add_color(text, shape->fill);
    add_alpha(text, shape);
}

static void add_edge(Text *text, const Shape *shape, Color fill)
{
    Edge edge = shape_edge(shape);

    add_tab(text);
    add_box(text, 'e', edge.box);
    text_add_number(text, edge.radius);
    add_color(text, fill);
    add_stroke(text, shape, edge.thick);
}

static void rect_word(Text *text, const Shape *shape)
{
    bool framed = shape_is_framed(shape);

    if (shape->fill != COLOR_NONE && !framed)
        add_fill(text, shape);
    if (shape->edge != COLOR_NONE)
        add_edge(text, shape, framed ? shape->fill : COLOR_NONE);
}

static void add_point(Text *text, char step, double x, double y)
{
    text_add_bytes(text, &step, 1);
    text_add_number(text, x);
    text_add_bytes(text, "_", 1);
    text_add_number(text, y);
}

static void line_word(Text *text, const Shape *shape)
{
    bool curve = shape->kind == SHAPE_CURVE;

    text_add_bytes(text, "l", 1);
    add_point(text, 'M', shape->x[0], shape->y[0]);
    for (int i = 1; i <= (curve ? 3 : 1); ++i)
        add_point(text,
                  i > 1   ? '_'
                  : curve ? 'C'
                          : 'L',
                  shape->x[i], shape->y[i]);
    add_stroke(text, shape, shape->width);
}

static void arrow_word(Text *text, const Shape *shape)
{
    double x[3], y[3];

    draw_arrow_head(shape, x, y);
    text_add_bytes(text, "p", 1);
    for (int i = 0; i < 3; ++i)
        add_point(text, i == 0 ? 'M' : 'L', x[i], y[i]);
    text_add_bytes(text, "z", 1);
    add_color(text, shape->fill);
    add_alpha(text, shape);
}

void html_shape_add(Text *text, const DisplayList *list, const Shape *shape)
{
    switch (shape->kind) {
    case SHAPE_RECT:
        rect_word(text, shape);
        break;
    case SHAPE_LINE:
    case SHAPE_CURVE:
        line_word(text, shape);
        break;
    case SHAPE_ARROW:
        arrow_word(text, shape);
        break;
    case SHAPE_TEXT:
        text_add(text, "t%d ", (int)shape->font);
        add_numbers(text,
                    (double[]){shape->size, shape->box.x,
                               round(shape->baseline)},
                    3);
        add_color(text, shape->fill);
        add_alpha(text, shape);
        text_add_bytes(text, " ", 1);
        paint_svg_words(text, shape_text(list, shape));
        break;
    default:
        break;
    }
}
