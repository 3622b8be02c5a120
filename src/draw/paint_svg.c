/* SPDX-License-Identifier: MIT
 *
 * paint_svg - shapes as elements; see paint_svg.h.
 *
 * Edges and baselines are on the same pixels as in paint_cairo.c, so
 * that the SVG rasterised at its own size equals the PNG.
 */
#include "draw/paint_svg.h"

#include "draw/font.h"
#include "draw/glyph_outline.h"
#include "util/base.h"
#include "util/printable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How often a thing has been met. */
typedef struct {
    Thing thing;
    unsigned times;
} Met;

typedef struct {
    const DisplayList *list;
    const SvgOptions *options;
    Text *svg;
    Met *met; /* a table, open at its slots */
    size_t slots;
    Thing thing; /* of the open group */
    bool group;  /* is one open? */
} Painter;

typedef void PaintShape(Painter *painter, const Shape *shape);

/* ---- Words -------------------------------------------------------------- */

static void add(Painter *painter, const char *words)
{
    text_add_bytes(painter->svg, words, strlen(words));
}

/* How XML writes a character that is markup otherwise; NULL for the rest. */
static const char *entity(char letter)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    const char *markup = "&<>\"", *at = strchr(markup, letter);

    return letter && at ? names[at - markup] : NULL;
}

void paint_svg_words(Text *text, const char *words)
{
    while (*words) {
        size_t length;
        const char *bytes = printable_next(&words, &length);
        const char *name = length == 1 ? entity(*bytes) : NULL;
        text_add_bytes(text, name ? name : bytes, name ? strlen(name) : length);
    }
}

static void add_number(Painter *painter, const char *name, double x)
{
    text_add(painter->svg, " %s=\"", name);
    text_add_number(painter->svg, x);
    add(painter, "\"");
}

/* COLOR, which is RGB in this theme. */
static void add_rgb(Painter *painter, const char *name, Color color,
                    uint32_t rgb, double alpha)
{
    if (painter->options->variables)
        text_add(painter->svg, " %s=\"var(--%c)\"", name, 'a' + color);
    else
        text_add(painter->svg, " %s=\"#%06x\"", name, rgb);
    if (alpha < 1) {
        text_add(painter->svg, " %s-opacity=\"", name);
        text_add_number(painter->svg, alpha);
        add(painter, "\"");
    }
}

static void add_color(Painter *painter, const char *name, Color color,
                      double alpha)
{
    if (color == COLOR_NONE)
        text_add(painter->svg, " %s=\"none\"", name);
    else
        add_rgb(painter, name, color,
                theme_color(painter->options->theme, color), alpha);
}

static void add_point(Painter *painter, char step, double x, double y)
{
    text_add_bytes(painter->svg, &step, 1);
    text_add_number(painter->svg, x);
    add(painter, " ");
    text_add_number(painter->svg, y);
}

/* ---- Shapes ------------------------------------------------------------- */

static void add_box(Painter *painter, Rect box, double radius)
{
    add(painter, "<rect");
    add_number(painter, "x", box.x);
    add_number(painter, "y", box.y);
    add_number(painter, "width", box.w);
    add_number(painter, "height", box.h);
    radius = fmin(radius, fmin(box.w, box.h) / 2);
    if (radius >= 0.5)
        add_number(painter, "rx", radius);
}

static void add_dash(Painter *painter, const Shape *shape)
{
    if (!shape->dashed)
        return;
    add(painter, " stroke-dasharray=\"");
    text_add_number(painter->svg, 3 * shape->width);
    add(painter, "\"");
}

/* In themes without colours, the weight of a line shows its role. */
static void add_stroke(Painter *painter, const Shape *shape)
{
    LineStyle line = theme_line(painter->options->theme, shape->edge);

    if (shape->edge == COLOR_NONE)
        add_color(painter, "stroke", COLOR_NONE, 1);
    else
        add_rgb(painter, "stroke", shape->edge, line.rgb, shape->alpha);
    add_number(painter, "stroke-width", shape->width * line.weight);
    add_dash(painter, shape);
}

/* The edge lies inside the box; its thickness is a whole number of pixels. */
static void add_edge(Painter *painter, const Shape *shape, Color fill)
{
    Edge edge = shape_edge(shape);

    add_box(painter, edge.box, edge.radius);
    add_color(painter, "fill", fill, shape->alpha);
    if (shape->dashed) {
        add_stroke(painter, shape);
    } else {
        add_color(painter, "stroke", shape->edge, shape->alpha);
        add_number(painter, "stroke-width", edge.thick);
    }
    add(painter, "/>");
}

static void paint_rect(Painter *painter, const Shape *shape)
{
    bool framed = shape_is_framed(shape);

    if (shape->fill != COLOR_NONE && !framed) {
        add_box(painter, rect_whole(shape->box), shape->radius);
        add_color(painter, "fill", shape->fill, shape->alpha);
        add(painter, "/>");
    }
    if (shape->edge != COLOR_NONE)
        add_edge(painter, shape, framed ? shape->fill : COLOR_NONE);
}

static void paint_line(Painter *painter, const Shape *shape)
{
    add(painter, "<line");
    add_number(painter, "x1", shape->x[0]);
    add_number(painter, "y1", shape->y[0]);
    add_number(painter, "x2", shape->x[1]);
    add_number(painter, "y2", shape->y[1]);
    add_stroke(painter, shape);
    add(painter, "/>");
}

static void paint_curve(Painter *painter, const Shape *shape)
{
    const double *x = shape->x, *y = shape->y;

    add(painter, "<path fill=\"none\" d=\"");
    add_point(painter, 'M', x[0], y[0]);
    add_point(painter, 'C', x[1], y[1]);
    add_point(painter, ' ', x[2], y[2]);
    add_point(painter, ' ', x[3], y[3]);
    add(painter, "\"");
    add_stroke(painter, shape);
    add(painter, "/>");
}

static void paint_arrow(Painter *painter, const Shape *shape)
{
    double x[3], y[3];

    if (!draw_arrow_head(shape, x, y))
        return;
    add(painter, "<path d=\"");
    for (int i = 0; i < 3; ++i)
        add_point(painter, i == 0 ? 'M' : 'L', x[i], y[i]);
    add(painter, "z\"");
    add_rgb(painter, "fill", shape->fill,
            theme_line(painter->options->theme, shape->fill).rgb, shape->alpha);
    add(painter, "/>");
}

/* Kept as wide as it was measured, whatever font there is. */
static void paint_words(Painter *painter, const Shape *shape)
{
    static const char *const families[FONT_COUNT] = {
        [FONT_TEXT] = "Inter,Helvetica,Arial,sans-serif",
        [FONT_STRONG] = "Inter,Helvetica,Arial,sans-serif",
        [FONT_CODE] = "JetBrains Mono,Menlo,Consolas,monospace",
        [FONT_CODE_STRONG] = "JetBrains Mono,Menlo,Consolas,monospace",
    };
    static const char *const weights[FONT_COUNT] = {
        [FONT_STRONG] = " font-weight=\"600\"",
        [FONT_CODE_STRONG] = " font-weight=\"700\"",
    };

    add(painter, "<text");
    add_number(painter, "x", shape->box.x);
    add_number(painter, "y", round(shape->baseline));
    text_add(painter->svg, " font-family=\"%s\"%s", families[shape->font],
             weights[shape->font] ? weights[shape->font] : "");
    add_number(painter, "font-size", shape->size);
    add_number(painter, "textLength", shape->box.w);
    add(painter, " lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"");
    add_color(painter, "fill", shape->fill, shape->alpha);
    add(painter, ">");
    paint_svg_words(painter->svg, shape_text(painter->list, shape));
    add(painter, "</text>");
}

static void paint_text(Painter *painter, const Shape *shape)
{
    if (painter->options->text) {
        paint_words(painter, shape);
        return;
    }
    add(painter, "<path transform=\"translate(");
    text_add_number(painter->svg, shape->box.x);
    add(painter, " ");
    text_add_number(painter->svg, round(shape->baseline));
    text_add(painter->svg, ") scale(%.6g)\"",
             shape->size / glyph_outline_em(shape->font));
    add_color(painter, "fill", shape->fill, shape->alpha);
    add(painter, " d=\"");
    glyph_outline_add(painter->svg, shape->font, shape->size, shape->box.x,
                      shape_text(painter->list, shape));
    add(painter, "\"/>");
}

/* ---- Groups ------------------------------------------------------------- */

/* How often THING has been met, with this time. */
static unsigned meet(Painter *painter, const Thing *thing)
{
    size_t slot = thing_hash(thing) % painter->slots;

    while (painter->met[slot].times &&
           !thing_same(&painter->met[slot].thing, thing))
        slot = (slot + 1) % painter->slots;
    painter->met[slot].thing = *thing;
    return ++painter->met[slot].times;
}

static void close_group(Painter *painter)
{
    if (painter->group)
        add(painter, "</g>\n");
    painter->group = false;
}

static void open_group(Painter *painter, const Thing *thing)
{
    if (painter->group && thing_same(&painter->thing, thing))
        return;
    close_group(painter);
    unsigned times = meet(painter, thing);
    text_add(painter->svg, "<g id=\"%s-%d-%u", thing_name(thing->kind),
             thing->trace - 1, thing->a);
    if (thing_is_pair(thing->kind))
        text_add(painter->svg, "-%u", thing->b);
    if (times > 1)
        text_add(painter->svg, ".%u", times);
    add(painter, "\">");
    painter->group = true;
    painter->thing = *thing;
}

static void add_head(Painter *painter)
{
    const DisplayList *list = painter->list;
    const SvgOptions *options = painter->options;
    static const char *const tags[] = {"title", "desc"};
    const char *texts[] = {options->title, options->description};

    add(painter, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    add_number(painter, "width", list->width);
    add_number(painter, "height", list->height);
    add(painter, " viewBox=\"0 0 ");
    text_add_number(painter->svg, list->width);
    add(painter, " ");
    text_add_number(painter->svg, list->height);
    add(painter, "\" role=\"img\">\n");
    for (int i = 0; i < 2; ++i) {
        if (!texts[i])
            continue;
        text_add(painter->svg, "<%s>", tags[i]);
        paint_svg_words(painter->svg, texts[i]);
        text_add(painter->svg, "</%s>\n", tags[i]);
    }
    if (options->transparent)
        return;
    add_box(painter, (Rect){0, 0, list->width, list->height}, 0);
    add_color(painter, "fill", COLOR_PAPER, 1);
    add(painter, "/>\n");
}

void paint_svg(const DisplayList *list, const SvgOptions *options, Text *svg)
{
    static PaintShape *const paint[] = {
        [SHAPE_RECT] = paint_rect,   [SHAPE_LINE] = paint_line,
        [SHAPE_CURVE] = paint_curve, [SHAPE_ARROW] = paint_arrow,
        [SHAPE_TEXT] = paint_text,
    };
    Painter painter = {.list = list,
                       .options = options,
                       .svg = svg,
                       .slots = 2 * list->shapes_count + 1};

    painter.met = base_alloc(painter.slots, sizeof *painter.met);
    add_head(&painter);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        open_group(&painter, &shape->thing);
        paint[shape->kind](&painter, shape);
    }
    close_group(&painter);
    add(&painter, "</svg>\n");
    free(painter.met);
}
