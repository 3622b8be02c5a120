/* SPDX-License-Identifier: MIT
 *
 * plot - see plot.h.
 */
#include "view/plot.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "draw/marker.h"

#include <math.h>

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
