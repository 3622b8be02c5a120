/* SPDX-License-Identifier: MIT */
#include "view/plot.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* px at 1080 */
static const double mark_size = 17, mark_width = 3, curve_width = 3.5;
static const double inside = 20, leader = 56, number_gap = 14;
static const double line_height = 1.32, name_gap = 0.5; /* of texts */
static const double hair = 1e-9;

static double px(const Plot *plot, double at_1080)
{
    return at_1080 * plot->unit;
}

double plot_line(const Plot *plot)
{
    return plot->size * line_height;
}

/* ---- Markers --------------------------------------------------------------*/

enum { MOST_STROKES = 4 };

typedef struct {
    double side;  /* of a rectangle, in sizes; 0: none */
    double round; /* radius of its corners, in sizes */
    bool filled;
    int strokes_count;
    double strokes[MOST_STROKES][4]; /* from x, y to x, y in halves of a size */
} Mark;

static const Mark marks[MARKER_COUNT] = {
    {.side = 0.7, .round = 0.35, .filled = true},
    {.side = 0.95},
    {.strokes_count = 4,
     .strokes = {{0, -1.2, 1.2, 0},
                 {1.2, 0, 0, 1.2},
                 {0, 1.2, -1.2, 0},
                 {-1.2, 0, 0, -1.2}}},
    {.strokes_count = 3,
     .strokes = {{0, -1.1, 1.1, 0.9},
                 {1.1, 0.9, -1.1, 0.9},
                 {-1.1, 0.9, 0, -1.1}}},
    {.strokes_count = 2,
     .strokes = {{-1.1, -1.1, 1.1, 1.1}, {-1.1, 1.1, 1.1, -1.1}}},
    {.side = 1, .round = 0.5},
    {.strokes_count = 2, .strokes = {{-1.1, 0, 1.1, 0}, {0, -1.1, 0, 1.1}}},
    {.strokes_count = 3,
     .strokes = {{0, 1.1, 1.1, -0.9},
                 {1.1, -0.9, -1.1, -0.9},
                 {-1.1, -0.9, 0, 1.1}}},
    {.side = 0.65, .filled = true},
};

void marker_draw(DisplayList *list, size_t style, double x, double y,
                 double size, double width, Color color)
{
    const Mark *mark = marks + style % MARKER_COUNT;
    double half = size / 2;

    if (mark->side > 0) {
        double side = mark->side * size;
        Shape *shape =
            draw_rect(list, rect_around(x, y, side, side), mark->round * size,
                      mark->filled ? color : COLOR_NONE);
        shape->edge = mark->filled ? COLOR_NONE : color;
        shape->width = width;
    }
    for (int i = 0; i < mark->strokes_count; ++i) {
        const double *stroke = mark->strokes[i];
        draw_line(list, x + stroke[0] * half, y + stroke[1] * half,
                  x + stroke[2] * half, y + stroke[3] * half, width, color);
    }
}

/* Colours that stay apart for all eyes; peers are grey, in dashes.  On paper
 * fills are pale, so all is ink there, or grey where a sign comes twice. */
static Color color_of(const Plot *plot, const ChartSeries *series)
{
    static const Color colors[] = {COLOR_LOAD, COLOR_CONFLICT, COLOR_GOOD,
                                   COLOR_STORE, COLOR_INK};
    size_t count = sizeof colors / sizeof *colors;

    if (series->peer || (plot->on_paper && series->style / MARKER_COUNT % 2))
        return COLOR_DIM;
    return plot->on_paper ? COLOR_INK : colors[series->style % count];
}

static void draw_mark(const Plot *plot, const ChartSeries *series, double x,
                      double y)
{
    /* Peers have the solid signs, from the far end. */
    size_t style = series->peer
                       ? MARKER_COUNT - 1 - series->style % MARKER_COUNT
                       : series->style;

    marker_draw(plot->list, style, x, y, px(plot, mark_size),
                px(plot, mark_width), color_of(plot, series));
}

/* ---- Axes -----------------------------------------------------------------*/

/* Sets both axes to RANGE, at least a factor 2 of sizes and 1.5 of costs. */
static void set_ranges(Plot *plot, const ChartRange *range)
{
    plot->x = (Axis){.low = range->left, .high = range->right};
    if (plot->x.high < plot->x.low * 2) {
        plot->x.high = plot->x.low * 2;
        plot->x.low /= plot->x.low > 2 ? 2 : 1;
    }
    plot->y = (Axis){.low = layout_pattern(range->low, false),
                     .high = layout_pattern(range->high, true)};
    if (plot->y.high < plot->y.low * 1.5)
        plot->y.high = layout_pattern(plot->y.low * 1.5, true);
}

static void place_axes(Plot *plot, Rect area)
{
    double in = px(plot, inside);

    plot->area = area;
    plot->x.from = area.x + in;
    plot->x.to = area.x + area.w - in;
    plot->y.from = area.y + area.h - px(plot, mark_size);
    plot->y.to = area.y + px(plot, mark_size);
}

static double at(const Axis *axis, double value)
{
    return axis->from + (axis->to - axis->from) * log(value / axis->low) /
                            log(axis->high / axis->low);
}

/* Writes VALUE: "0.5", "2048", "100 000"; a large power of two as "512K". */
static const char *number_text(double value, char text[32])
{
    const double kilo = 1 << 10, mega = 1 << 20;

    if (value >= mega && fmod(value, mega) == 0)
        snprintf(text, 32, "%.0fM", value / mega);
    else if (value >= 128 * kilo && fmod(value, kilo) == 0)
        snprintf(text, 32, "%.0fK", value / kilo);
    else if (value >= 10000 && value < 1e6)
        snprintf(text, 32, "%.0f %03.0f", floor(value / 1000),
                 fmod(value, 1000));
    else
        snprintf(text, 32, "%g", value);
    return text;
}

static void grid_line(const Plot *plot, double x0, double y0, double x1,
                      double y1, bool strong)
{
    draw_line(plot->list, x0, y0, x1, y1, px(plot, strong ? 2 : 1.2),
              COLOR_EDGE)
        ->alpha = strong ? 1 : 0.6;
}

static void draw_number(const Plot *plot, Rect box, Align align, double value)
{
    char text[32];

    draw_text(plot->list, box, align, FONT_TEXT, plot->size, plot->size,
              COLOR_INK, number_text(value, text));
}

/* The lines up from the axis of x, and its numbers in a line at TOP: as many
 * powers of two as have room, counted from the right end. */
static void draw_x_axis(const Plot *plot, double top)
{
    double bottom = plot->area.y + plot->area.h;
    double step = at(&plot->x, plot->x.low * 2) - plot->x.from;
    double gap = font_width(FONT_TEXT, plot->size, "32 768 ");
    int first = (int)ceil(log2(plot->x.low) - hair);
    int last = (int)floor(log2(plot->x.high) + hair);
    int stride = (int)layout_clamp(ceil(gap / fmax(step, hair)), 1, 1000);

    for (int power = first; power <= last; ++power) {
        double x = at(&plot->x, exp2(power));
        bool strong = (last - power) % stride == 0;
        grid_line(plot, x, plot->area.y, x, bottom, strong);
        if (strong)
            draw_number(plot, (Rect){x - gap / 2, top, gap, plot_line(plot)},
                        ALIGN_CENTER, exp2(power));
    }
}

/* The lines of the axis of y, and its numbers in NUMBERS: decades, and 2 and 5
 * of each if there are few.  Returns the width of the widest number; draws
 * nothing with DRAW false. */
static double y_axis(const Plot *plot, Rect numbers, bool draw)
{
    double line = plot_line(plot), right = plot->area.x + plot->area.w;
    double decade = fabs(at(&plot->y, plot->y.low * 10) - plot->y.from);
    int first = (int)floor(log10(plot->y.low) + hair);
    int stride = (int)layout_clamp(ceil(line / fmax(decade, hair)), 1, 1000);
    bool few = decade > 4 * line && plot->y.high < 500 * plot->y.low;
    double widest = 0;

    for (double power = first, value = pow(10, first);
         value <= plot->y.high * (1 + hair); value = pow(10, ++power))
        for (int digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3) {
            double y = at(&plot->y, digit * value);
            bool strong =
                few || (digit == 1 && (int)(power - first) % stride == 0);
            char text[32];
            if (digit * value < plot->y.low * (1 - hair) ||
                digit * value > plot->y.high * (1 + hair))
                continue;
            if (strong)
                widest =
                    fmax(widest, font_width(FONT_TEXT, plot->size,
                                            number_text(digit * value, text)));
            if (draw)
                grid_line(plot, plot->area.x, y, right, y, strong);
            if (draw && strong)
                draw_number(plot,
                            (Rect){numbers.x, y - line / 2, numbers.w, line},
                            ALIGN_RIGHT, digit * value);
        }
    return widest + 1;
}

/* ---- Curves ---------------------------------------------------------------*/

/* Lines from point to point. */
static void draw_lines(const Plot *plot, const ChartSeries *series,
                       const ChartPoint *points, size_t count, double width)
{
    for (size_t i = 1; i < count; ++i)
        draw_line(plot->list, at(&plot->x, points[i - 1].x),
                  at(&plot->y, points[i - 1].y), at(&plot->x, points[i].x),
                  at(&plot->y, points[i].y), px(plot, width),
                  color_of(plot, series))
            ->dashed = series->peer;
}

/* From the least to the most that was measured. */
static void draw_whisker(const Plot *plot, const ChartSeries *series,
                         const ChartPoint *point)
{
    double x = at(&plot->x, point->x), half = px(plot, 6);
    double ends[2] = {at(&plot->y, point->least), at(&plot->y, point->most)};
    double width = px(plot, 1.6);
    Color color = color_of(plot, series);

    draw_line(plot->list, x, ends[0], x, ends[1], width, color);
    for (int end = 0; end < 2; ++end)
        draw_line(plot->list, x - half, ends[end], x + half, ends[end], width,
                  color);
}

static void draw_series(const Plot *plot, size_t s)
{
    const ChartSeries *series = plot->plot->series + s;
    bool measured = plot->chart->measured;

    draw_thing(plot->list, THING_CHART, plot->index, (uint32_t)s);
    draw_lines(plot, series, series->curve, series->curve_count, curve_width);
    draw_lines(plot, series, series->marks, series->marks_count,
               measured ? curve_width : 1.2);
    for (size_t i = 0; i < series->marks_count; ++i) {
        const ChartPoint *mark = series->marks + i;
        if (measured)
            draw_whisker(plot, series, mark);
        draw_mark(plot, series, at(&plot->x, mark->x), at(&plot->y, mark->y));
    }
}

/* ---- Names ----------------------------------------------------------------*/

/* The names of a series, and where they stand. */
typedef struct {
    const ChartSeries *series;
    uint32_t number;
    double end, height, top;
} Name;

/* A line of NAMES, as text; *NAMES moves on to the next. */
static bool next_line(const char **names, Text *line)
{
    size_t length = strcspn(*names, "\n");
    bool more = **names != '\0';

    line->length = 0;
    text_add(line, "%.*s", (int)length, *names);
    *names += length + ((*names)[length] == '\n');
    return more;
}

static int lines_of(const ChartSeries *series)
{
    int lines = 1 + (series->formula != NULL);

    for (const char *c = series->names.text; *c; ++c)
        lines += *c == '\n';
    return lines;
}

static double names_width(const Plot *plot)
{
    double widest = 0;
    Text line = {0};

    for (size_t s = 0; s < plot->plot->series_count; ++s) {
        const ChartSeries *series = plot->plot->series + s;
        const char *names = series->names.text;
        while (next_line(&names, &line))
            widest =
                fmax(widest, font_width(FONT_STRONG, plot->size, line.text));
        if (series->formula)
            widest = fmax(widest,
                          font_width(FONT_TEXT, plot->size, series->formula));
    }
    text_free(&line);
    return widest + px(plot, mark_size) * 1.1 + 1;
}

/* In the order of the curves' ends, so that no leader crosses another. */
static int by_end(const void *a, const void *b)
{
    const Name *x = a, *y = b;

    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* Moves COUNT names apart, sorted, between LOW and HIGH. */
static void spread(Name *names, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; ++i) {
        names[i].top = fmax(names[i].top, low);
        low = names[i].top + names[i].height;
    }
    for (size_t i = count; i-- > 0;) {
        names[i].top = fmin(names[i].top, high - names[i].height);
        high = names[i].top;
    }
}

/* From where the series ends to its name. */
static void draw_leader(const Plot *plot, const ChartSeries *series, double x1,
                        double y1)
{
    ChartPoint end = chart_end(series);
    double x = at(&plot->x, end.x), y = at(&plot->y, end.y);
    double turn = plot->area.x + plot->area.w, width = px(plot, 1.6);
    Color color = color_of(plot, series);

    if (x + px(plot, inside) + 1 < turn) {
        draw_line(plot->list, x, y, turn, y, width, color)->dashed = true;
        x = turn;
    }
    draw_line(plot->list, x, y, x1, y1, width, color);
}

static void draw_name(const Plot *plot, const Name *name, Rect box)
{
    const char *names = name->series->names.text;
    double height = plot_line(plot);
    Text line = {0};

    draw_thing(plot->list, THING_CHART, plot->index, name->number);
    box.y = name->top + plot->size * name_gap / 2;
    box.h = height;
    draw_leader(plot, name->series, box.x - px(plot, mark_size) * 0.8,
                box.y + height / 2);
    draw_mark(plot, name->series, box.x, box.y + height / 2);
    rect_cut_left(&box, px(plot, mark_size) * 1.1);
    for (; next_line(&names, &line); box.y += height)
        draw_text(plot->list, box, ALIGN_LEFT, FONT_STRONG, plot->size,
                  plot->size, COLOR_INK, line.text);
    if (name->series->formula)
        draw_text(plot->list, box, ALIGN_LEFT, FONT_TEXT, plot->size,
                  plot->size, COLOR_DIM, name->series->formula);
    text_free(&line);
}

/* Draws the names that have room in BOX, and how many have not. */
static void draw_names(const Plot *plot, Rect box)
{
    size_t all = plot->plot->series_count, count = 0;
    Name *names = base_alloc(all + 1, sizeof *names);
    double line = plot_line(plot), used = 0;
    Text more = {0};

    for (size_t s = 0; s < all; ++s) {
        const ChartSeries *series = plot->plot->series + s;
        double end = at(&plot->y, chart_end(series).y);
        double height = lines_of(series) * line + plot->size * name_gap;
        used += height;
        if (used + (s + 1 < all ? line : 0) > box.h + 1e-6)
            break;
        names[count++] =
            (Name){series, (uint32_t)s, end, height, end - line / 2};
    }
    if (count < all) {
        text_add(&more, "… and %zu more", all - count);
        draw_thing(plot->list, THING_FRAME, plot->index, 0);
        draw_text(plot->list, rect_cut_bottom(&box, line), ALIGN_LEFT,
                  FONT_TEXT, plot->size, plot->size, COLOR_DIM, more.text);
        text_free(&more);
    }
    qsort(names, count, sizeof *names, by_end);
    spread(names, count, box.y, box.y + box.h);
    for (size_t i = 0; i < count; ++i)
        draw_name(plot, names + i, box);
    free(names);
}

void plot_draw(Plot *plot, Rect box)
{
    double line = plot_line(plot);
    ChartRange range;

    if (!chart_range(plot->plot, &range))
        return;
    set_ranges(plot, &range);
    rect_cut_bottom(&box, line);
    double names_room = fmin(names_width(plot), box.w * 0.48);
    Rect names = rect_cut_right(&box, names_room);
    rect_cut_right(&box, px(plot, leader));
    place_axes(plot, box);
    Rect numbers = rect_cut_left(&box, y_axis(plot, box, false));
    rect_cut_left(&box, px(plot, number_gap));
    place_axes(plot, box);
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    draw_rect(plot->list, plot->area, 0, COLOR_PANEL);
    y_axis(plot, numbers, true);
    draw_x_axis(plot, box.y + box.h);
    for (size_t s = 0; s < plot->plot->series_count; ++s)
        draw_series(plot, s);
    draw_names(plot, names);
}
