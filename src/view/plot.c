/* SPDX-License-Identifier: MIT */
#include "view/plot.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STROKES = 4 };

typedef struct {
    double from_x, from_y, to_x, to_y; /* in halves of the size */
} Stroke;

typedef struct {
    double side;  /* of a rectangle, in sizes; 0: none */
    double round; /* radius of its corners, in sizes */
    bool filled;
    bool diamond; /* ◆ */
    int strokes_count;
    Stroke strokes[MOST_STROKES];
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
    {.diamond = true},
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
    if (mark->diamond) {
        double tall = 0.65 * size; /* two heads, back to back */
        draw_arrow(list, x, y, x, y - tall, tall, color);
        draw_arrow(list, x, y, x, y + tall, tall, color);
    }
    for (int i = 0; i < mark->strokes_count; ++i) {
        const Stroke *stroke = mark->strokes + i;
        draw_line(list, x + stroke->from_x * half, y + stroke->from_y * half,
                  x + stroke->to_x * half, y + stroke->to_y * half, width,
                  color);
    }
}

double plot_px(const Plot *plot, double at_1080)
{
    return at_1080 * plot->unit;
}

double plot_text_px(const Plot *plot, double at_1080)
{
    return fmax(at_1080 * plot->unit, plot->least);
}

Color plot_color(const Plot *plot, const ChartSeries *series)
{
    static const Color colors[] = {COLOR_LOAD,  COLOR_CONFLICT, COLOR_GOOD,
                                   COLOR_STORE, COLOR_GLOBAL,   COLOR_INK};
    size_t count = sizeof colors / sizeof *colors;

    if (plot->on_paper)
        return series->peer || series->style / MARKER_COUNT % 2 ? COLOR_DIM
                                                                : COLOR_INK;
    if (!series->peer)
        return colors[series->style % count];
    size_t round = series->style / MARKER_COUNT;
    return round ? colors[(round - 1) % count] : COLOR_DIM;
}

void plot_mark(const Plot *plot, const ChartSeries *series, double x, double y)
{
    /* Peers have the solid signs, from the far end. */
    size_t style = series->peer
                       ? MARKER_COUNT - 1 - series->style % MARKER_COUNT
                       : series->style;

    marker_draw(plot->list, style, x, y, plot_px(plot, PLOT_MARK),
                plot_px(plot, PLOT_MARK_WIDTH), plot_color(plot, series));
}

/* ---- Axes ----------------------------------------------------------------*/

static Shape *grid_line(const Plot *plot, double x0, double y0, double x1,
                        double y1, bool strong)
{
    Shape *line = draw_line(plot->list, x0, y0, x1, y1,
                            plot_px(plot, strong ? 2 : 1.2), COLOR_EDGE);

    line->alpha = strong ? 1 : 0.6;
    return line;
}

static bool has_powers(const Plot *plot)
{
    return plot->x.high > 65536;
}

static double x_gap(const Plot *plot)
{
    const char *widest = has_powers(plot) ? "2²⁸" : "32 768";

    return font_width(FONT_TEXT, plot_text_px(plot, PLOT_TEXT), widest) +
           plot_px(plot, 14);
}

void plot_x_axis(const Plot *plot, Rect numbers)
{
    AxisTick ticks[AXIS_MAX_TICKS];
    char text[AXIS_TEXT];
    double gap = x_gap(plot), bottom = plot->area.y + plot->area.h;
    int count = axis_size_ticks(&plot->x, gap, ticks);

    for (int i = 0; i < count; ++i) {
        double x = axis_at(&plot->x, ticks[i].value);
        grid_line(plot, x, plot->area.y, x, bottom, ticks[i].strong);
        if (ticks[i].strong)
            draw_text(plot->list,
                      (Rect){x - gap / 2, numbers.y, gap, numbers.h},
                      ALIGN_CENTER, FONT_TEXT, plot_text_px(plot, PLOT_TEXT),
                      plot->least, COLOR_INK,
                      axis_text(ticks[i].value, has_powers(plot), text));
    }
}

void plot_y_axis(const Plot *plot, Rect numbers)
{
    AxisTick ticks[AXIS_MAX_TICKS];
    char text[AXIS_TEXT];
    double height = plot_text_px(plot, PLOT_TEXT) * PLOT_LINE_HEIGHT;
    double right = plot->area.x + plot->area.w;
    int count = axis_cost_ticks(&plot->y, height, ticks);

    for (int i = 0; i < count; ++i) {
        double y = axis_at(&plot->y, ticks[i].value);
        grid_line(plot, plot->area.x, y, right, y, ticks[i].strong);
        if (ticks[i].strong)
            draw_text(plot->list,
                      (Rect){numbers.x, y - height / 2, numbers.w, height},
                      ALIGN_RIGHT, FONT_TEXT, plot_text_px(plot, PLOT_TEXT),
                      plot->least, COLOR_INK,
                      axis_text(ticks[i].value, false, text));
    }
}

double plot_numbers(const Plot *plot)
{
    AxisTick ticks[AXIS_MAX_TICKS];
    char text[AXIS_TEXT];
    double widest = 0, size = plot_text_px(plot, PLOT_TEXT);
    int count = axis_cost_ticks(&plot->y, size * PLOT_LINE_HEIGHT, ticks);

    for (int i = 0; i < count; ++i)
        if (ticks[i].strong)
            widest = fmax(widest,
                          font_width(FONT_TEXT, size,
                                     axis_text(ticks[i].value, false, text)));
    return widest + 1;
}

/* ---- Curves and marks ----------------------------------------------------*/

/* Lines from point to point. */
static void draw_lines(const Plot *plot, const ChartSeries *series,
                       const ChartPoint *points, size_t count, double width)
{
    for (size_t i = 1; i < count; ++i) {
        Shape *line = draw_line(plot->list, axis_at(&plot->x, points[i - 1].x),
                                axis_at(&plot->y, points[i - 1].y),
                                axis_at(&plot->x, points[i].x),
                                axis_at(&plot->y, points[i].y),
                                plot_px(plot, width), plot_color(plot, series));
        line->dashed = series->peer;
    }
}

/* From the least to the most that was measured. */
static void draw_whisker(const Plot *plot, const ChartSeries *series,
                         const ChartPoint *point)
{
    double x = axis_at(&plot->x, point->x), half = plot_px(plot, 6);
    double least = axis_at(&plot->y, point->least);
    double most = axis_at(&plot->y, point->most);
    double width = plot_px(plot, 1.6);
    Color color = plot_color(plot, series);

    draw_line(plot->list, x, least, x, most, width, color);
    draw_line(plot->list, x - half, least, x + half, least, width, color);
    draw_line(plot->list, x - half, most, x + half, most, width, color);
}

void plot_series(const Plot *plot, size_t s)
{
    const ChartSeries *series = plot->plot->series + s;
    bool measured = plot->chart->measured;

    draw_thing(plot->list, THING_CHART, plot->index, (uint32_t)s);
    draw_lines(plot, series, series->curve, series->curve_count, PLOT_LINE);
    draw_lines(plot, series, series->marks, series->marks_count,
               measured ? PLOT_LINE : 1.2);
    for (size_t i = 0; i < series->marks_count; ++i) {
        const ChartPoint *mark = series->marks + i;
        if (measured)
            draw_whisker(plot, series, mark);
        plot_mark(plot, series, axis_at(&plot->x, mark->x),
                  axis_at(&plot->y, mark->y));
    }
}

void plot_set_axes(Plot *plot)
{
    Rect inner = rect_inset(plot->area, plot_px(plot, PLOT_INSIDE), 0);

    plot->x.from = inner.x;
    plot->x.to = inner.x + inner.w;
    plot->y.from = inner.y + inner.h;
    plot->y.to = inner.y;
}

/* ---- Names of series -----------------------------------------------------*/

static const double leader = 56;    /* px at 1080 */
static const double name_gap = 0.5; /* share of the size of text */

typedef struct {
    LabelItem place;
    double end; /* of its curve */
    size_t series;
} Name;

static int names_lines(const ChartSeries *series)
{
    int lines = 1 + (series->formula != NULL);

    for (const char *at = series->names.text; *at; ++at)
        lines += *at == '\n';
    return lines;
}

/* A line of the names, which moves on to the next. */
static const char *next_line(const char *at, Text *line)
{
    size_t length = strcspn(at, "\n");

    line->length = 0;
    text_add_bytes(line, at, length);
    text_add_bytes(line, "", 1);
    return at + length + (at[length] == '\n');
}

double plot_names_width(const ChartPlot *plot)
{
    double widest = 0;

    for (size_t s = 0; s < plot->series_count; ++s) {
        const ChartSeries *series = plot->series + s;
        Text line = {0};
        for (const char *at = series->names.text; *at;) {
            at = next_line(at, &line);
            widest = fmax(widest, font_width(FONT_STRONG, 1, line.text));
        }
        if (series->formula)
            widest = fmax(widest, font_width(FONT_TEXT, 1, series->formula));
        text_free(&line);
    }
    return widest;
}

/* Ems that all names take, one above the other. */
static double names_height(const ChartPlot *plot)
{
    double height = 0;

    for (size_t s = 0; s < plot->series_count; ++s)
        height += names_lines(plot->series + s) * PLOT_LINE_HEIGHT + name_gap;
    return height;
}

/* In the order of the curves' ends, so that no leader crosses another. */
static int by_end(const void *a, const void *b)
{
    const Name *x = a, *y = b;

    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    return x->series < y->series ? -1 : 1;
}

/* From where the series ends to its name. */
static void draw_leader(const Plot *plot, const ChartSeries *series, double to)
{
    ChartPoint end = chart_end(series);
    double x = axis_at(&plot->x, end.x), y = axis_at(&plot->y, end.y);
    double turn = plot->area.x + plot->area.w;
    Shape *line;

    if (x + plot_px(plot, PLOT_INSIDE) + 1 < turn) {
        line = draw_line(plot->list, x, y, turn, y, plot_px(plot, 1.4),
                         plot_color(plot, series));
        line->dashed = true;
        line->alpha = 0.8;
        x = turn;
    }
    line = draw_line(plot->list, x, y,
                     plot->names.x - plot_px(plot, PLOT_MARK) * 0.8, to,
                     plot_px(plot, 1.8), plot_color(plot, series));
    line->alpha = 0.8;
}

static void draw_name(const Plot *plot, const Name *name)
{
    const ChartSeries *series = plot->plot->series + name->series;
    double height = plot->name_size * PLOT_LINE_HEIGHT;
    Rect box = plot->names;
    Text line = {0};

    draw_thing(plot->list, THING_CHART, plot->index, (uint32_t)name->series);
    box.y = name->place.top + plot->name_size * name_gap / 2;
    draw_leader(plot, series, box.y + height / 2);
    plot_mark(plot, series, box.x, box.y + height / 2);
    rect_cut_left(&box, plot_px(plot, PLOT_MARK) * 1.1);
    for (const char *at = series->names.text; *at; box.y += height) {
        at = next_line(at, &line);
        draw_text(plot->list, (Rect){box.x, box.y, box.w, height}, ALIGN_LEFT,
                  FONT_STRONG, plot->name_size, plot->least, COLOR_INK,
                  line.text);
    }
    if (series->formula)
        draw_text(plot->list, (Rect){box.x, box.y, box.w, height}, ALIGN_LEFT,
                  FONT_TEXT, plot->name_size, plot->least, COLOR_DIM,
                  series->formula);
    text_free(&line);
}

/* Pixels of a series' names. */
static double name_height(const Plot *plot, const ChartSeries *series)
{
    return plot->name_size *
           (names_lines(series) * PLOT_LINE_HEIGHT + name_gap);
}

/* The series whose names there is room for; if not for all, a line is left for
 * how many more there are. */
static size_t names_that_fit(const Plot *plot)
{
    double more = plot->name_size * PLOT_LINE_HEIGHT, used = 0;
    size_t count = 0;

    for (size_t s = 0; s < plot->plot->series_count; ++s) {
        used += name_height(plot, plot->plot->series + s);
        if (used > plot->names.h + 1e-6)
            return count;
        if (used + more <= plot->names.h)
            count = s + 1;
    }
    return plot->plot->series_count;
}

static void draw_more(const Plot *plot, Rect box, size_t count)
{
    Text text = {0};

    text_add(&text, "… and %zu more", count);
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    draw_text(plot->list, box, ALIGN_LEFT, FONT_TEXT, plot->name_size,
              plot->least, COLOR_DIM, text.text);
    text_free(&text);
}

void plot_names_draw(const Plot *plot)
{
    const ChartPlot *from = plot->plot;
    size_t count = names_that_fit(plot);
    Name *names = base_alloc(count + 1, sizeof *names);
    LabelItem *items = base_alloc(count + 1, sizeof *items);
    double row = plot->name_size * PLOT_LINE_HEIGHT;
    Rect box = plot->names;

    if (count < from->series_count)
        draw_more(plot, rect_cut_bottom(&box, row), from->series_count - count);
    for (size_t s = 0; s < count; ++s) {
        const ChartSeries *series = from->series + s;
        double end = axis_at(&plot->y, chart_end(series).y);
        /* The first line stands beside the end. */
        double down = row * (names_lines(series) - 1) / 2;
        names[s] = (Name){{end + down, name_height(plot, series), 0}, end, s};
    }
    qsort(names, count, sizeof *names, by_end);
    for (size_t i = 0; i < count; ++i) {
        items[i] = names[i].place;
        if (i && items[i].wanted < items[i - 1].wanted)
            items[i].wanted = items[i - 1].wanted;
    }
    label_layout(items, count, box.y, box.y + box.h);
    for (size_t i = 0; i < count; ++i) {
        names[i].place = items[i];
        draw_name(plot, names + i);
    }
    free(items);
    free(names);
}

void plot_names_cut(Plot *plot, Rect *box)
{
    double wide = plot_names_width(plot->plot), high = names_height(plot->plot);
    double sign = plot_px(plot, PLOT_MARK) * 1.1, most = box->w * 0.36;
    double size = plot_text_px(plot, PLOT_TEXT);

    size = fmin(size, (most - sign) / wide);
    size = fmin(size, box->h / high);
    plot->name_size = fmax(size, plot->least);
    plot->names =
        rect_cut_right(box, fmin(most, wide * plot->name_size + sign + 1));
    rect_cut_right(box, plot_px(plot, leader));
}
