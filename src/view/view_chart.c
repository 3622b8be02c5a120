/* SPDX-License-Identifier: MIT
 *
 * view_chart - draws a chart: one plot, or two side by side.
 *
 *     Title                            — closed form   ○ counted
 *     what was counted or measured, and where
 *     y, unit
 *     100 ┼----------------.--        each series has its name beside
 *         |          . ´ ×    `- × LeftRight      its end, its colour and
 *      10 ┼---- ×  ----------                     its marker at every point
 *         └──┼──────┼──────┼──
 *            64    128    256
 *                 n, unit
 *
 * More curves than can be told apart have a small plot each, on the same axes,
 * with all others faint behind:
 *
 *     ○ Padding  2(n − 1)     × Look-Back
 *      ┼      . ○              ┼  × × × ×
 *      ┼  ○ ´   .              ┼ `   ´
 *
 * No fact is shown by colour alone.  Names are in a column of their own and are
 * moved apart where curves end close together, so that they cover neither a
 * curve nor each other.
 */
#include "view/views.h"

#include "chart/axis.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "draw/marker.h"
#include "view/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* px at 1080 */
static const double margin = 40, title_size = 42, note_size = 24;
static const double text_size = 27, key_gap = 40, sample_width = 64;
static const double mark_size = 17, mark_width = 3, line_width = 3.5;
static const double leader = 56, plot_gap = 36, inside = 20;
/* shares of the size of text */
static const double line_height = 1.32, name_gap = 0.5;

typedef struct {
    DisplayList *list;
    const Chart *chart;
    const ChartPlot *plot;
    int index; /* of the plot */
    double unit, least;
    bool on_paper;
    Rect area;  /* of curves and marks */
    Rect names; /* beside it */
    double name_size;
    Axis x, y;
} Plot;

static double px(const Plot *plot, double at_1080)
{
    return at_1080 * plot->unit;
}

static double text_px(const Plot *plot, double at_1080)
{
    return fmax(at_1080 * plot->unit, plot->least);
}

/* Colours that stay apart for all eyes; peers are grey, in dashes, as long as
 * there are signs for them.  On paper fills are pale, so all is ink there,
 * and grey where a sign comes for the second time. */
static Color series_color(const Plot *plot, const ChartSeries *series)
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

static void draw_mark(const Plot *plot, const ChartSeries *series, double x,
                      double y)
{
    /* Peers have the solid signs, from the far end. */
    size_t style = series->peer
                       ? MARKER_COUNT - 1 - series->style % MARKER_COUNT
                       : series->style;

    marker_draw(plot->list, style, x, y, px(plot, mark_size),
                px(plot, mark_width), series_color(plot, series));
}

/* ---- Axes -----------------------------------------------------------------
 */

static Shape *grid_line(const Plot *plot, double x0, double y0, double x1,
                        double y1, bool strong)
{
    Shape *line = draw_line(plot->list, x0, y0, x1, y1,
                            px(plot, strong ? 2 : 1.2), COLOR_EDGE);

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

    return font_width(FONT_TEXT, text_px(plot, text_size), widest) +
           px(plot, 14);
}

static void draw_x_axis(const Plot *plot, Rect numbers)
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
                      ALIGN_CENTER, FONT_TEXT, text_px(plot, text_size),
                      plot->least, COLOR_INK,
                      axis_text(ticks[i].value, has_powers(plot), text));
    }
}

static void draw_y_axis(const Plot *plot, Rect numbers)
{
    AxisTick ticks[AXIS_MAX_TICKS];
    char text[AXIS_TEXT];
    double height = text_px(plot, text_size) * line_height;
    double right = plot->area.x + plot->area.w;
    int count = axis_cost_ticks(&plot->y, height, ticks);

    for (int i = 0; i < count; ++i) {
        double y = axis_at(&plot->y, ticks[i].value);
        grid_line(plot, plot->area.x, y, right, y, ticks[i].strong);
        if (ticks[i].strong)
            draw_text(plot->list,
                      (Rect){numbers.x, y - height / 2, numbers.w, height},
                      ALIGN_RIGHT, FONT_TEXT, text_px(plot, text_size),
                      plot->least, COLOR_INK,
                      axis_text(ticks[i].value, false, text));
    }
}

/* Room for the numbers on the left. */
static double y_numbers_width(const Plot *plot)
{
    AxisTick ticks[AXIS_MAX_TICKS];
    char text[AXIS_TEXT];
    double widest = 0, size = text_px(plot, text_size);
    int count = axis_cost_ticks(&plot->y, size * line_height, ticks);

    for (int i = 0; i < count; ++i)
        if (ticks[i].strong)
            widest = fmax(widest,
                          font_width(FONT_TEXT, size,
                                     axis_text(ticks[i].value, false, text)));
    return widest + 1;
}

/* ---- Curves and marks -----------------------------------------------------
 */

/* Lines from point to point. */
static void draw_lines(const Plot *plot, const ChartSeries *series,
                       const ChartPoint *points, size_t count, double width)
{
    for (size_t i = 1; i < count; ++i) {
        Shape *line = draw_line(plot->list, axis_at(&plot->x, points[i - 1].x),
                                axis_at(&plot->y, points[i - 1].y),
                                axis_at(&plot->x, points[i].x),
                                axis_at(&plot->y, points[i].y), px(plot, width),
                                series_color(plot, series));
        line->dashed = series->peer;
    }
}

/* From the least to the most that was measured. */
static void draw_whisker(const Plot *plot, const ChartSeries *series,
                         const ChartPoint *point)
{
    double x = axis_at(&plot->x, point->x), half = px(plot, 6);
    double least = axis_at(&plot->y, point->least);
    double most = axis_at(&plot->y, point->most);
    double width = px(plot, 1.6);
    Color color = series_color(plot, series);

    draw_line(plot->list, x, least, x, most, width, color);
    draw_line(plot->list, x - half, least, x + half, least, width, color);
    draw_line(plot->list, x - half, most, x + half, most, width, color);
}

static void draw_series(const Plot *plot, size_t s)
{
    const ChartSeries *series = plot->plot->series + s;
    bool measured = plot->chart->measured;

    draw_tag(plot->list, TAG_CHART, plot->index, (uint32_t)s);
    draw_lines(plot, series, series->curve, series->curve_count, line_width);
    draw_lines(plot, series, series->marks, series->marks_count,
               measured ? line_width : 1.2);
    for (size_t i = 0; i < series->marks_count; ++i) {
        const ChartPoint *mark = series->marks + i;
        if (measured)
            draw_whisker(plot, series, mark);
        draw_mark(plot, series, axis_at(&plot->x, mark->x),
                  axis_at(&plot->y, mark->y));
    }
}

/* ---- Names ----------------------------------------------------------------
 */

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

/* Ems that the longest line takes, its sign included. */
static double names_width(const ChartPlot *plot)
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
        height += names_lines(plot->series + s) * line_height + name_gap;
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

    if (x + px(plot, inside) + 1 < turn) {
        line = draw_line(plot->list, x, y, turn, y, px(plot, 1.4),
                         series_color(plot, series));
        line->dashed = true;
        line->alpha = 0.8;
        x = turn;
    }
    line =
        draw_line(plot->list, x, y, plot->names.x - px(plot, mark_size) * 0.8,
                  to, px(plot, 1.8), series_color(plot, series));
    line->alpha = 0.8;
}

static void draw_name(const Plot *plot, const Name *name)
{
    const ChartSeries *series = plot->plot->series + name->series;
    double height = plot->name_size * line_height;
    Rect box = plot->names;
    Text line = {0};

    draw_tag(plot->list, TAG_CHART, plot->index, (uint32_t)name->series);
    box.y = name->place.top + plot->name_size * name_gap / 2;
    draw_leader(plot, series, box.y + height / 2);
    draw_mark(plot, series, box.x, box.y + height / 2);
    rect_cut_left(&box, px(plot, mark_size) * 1.1);
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
    return plot->name_size * (names_lines(series) * line_height + name_gap);
}

/* The series whose names there is room for; if not for all, a line is left for
 * how many more there are. */
static size_t names_that_fit(const Plot *plot)
{
    double more = plot->name_size * line_height, used = 0;
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
    draw_tag(plot->list, TAG_FRAME, plot->index, 0);
    draw_text(plot->list, box, ALIGN_LEFT, FONT_TEXT, plot->name_size,
              plot->least, COLOR_DIM, text.text);
    text_free(&text);
}

static void draw_names(const Plot *plot)
{
    const ChartPlot *from = plot->plot;
    size_t count = names_that_fit(plot);
    Name *names = base_alloc(count + 1, sizeof *names);
    LabelItem *items = base_alloc(count + 1, sizeof *items);
    double row = plot->name_size * line_height;
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

static void set_axes(Plot *plot)
{
    Rect inner = rect_inset(plot->area, px(plot, inside), 0);

    plot->x.from = inner.x;
    plot->x.to = inner.x + inner.w;
    plot->y.from = inner.y + inner.h;
    plot->y.to = inner.y;
}

/* ---- Small plots ----------------------------------------------------------
 */

enum { MOST_TOGETHER = 8, MOST_ACROSS = 5 };

static const double small_unit = 0.72; /* of all lengths */
static const double small_head = 19;   /* of the names over a small plot */
static const double least_area = 90;   /* of a small plot, each way */
static const double small_gap_x = 26, small_gap_y = 16;

/* A grid of small plots. */
typedef struct {
    int across, down;
    double w, h; /* of a small plot, without its names */
} Cells;

/* "NoPadding, Padding, LeftRight", to be broken between names only. */
static void add_names(const ChartSeries *series, Text *text)
{
    for (const char *at = series->names.text; *at; ++at)
        if (*at == '\n')
            text_add(text, "%s", at[1] ? ", " : "");
        else if (*at == ' ')
            text_add(text, "\u00a0");
        else
            text_add(text, "%c", *at);
}

static double head_size(const Plot *plot)
{
    return text_px(plot, small_head / small_unit);
}

/* Lines of names over the small plots of row DOWN. */
static int head_lines(const Plot *plot, const Cells *cells, int down)
{
    size_t first = (size_t)(down * cells->across),
           count = (size_t)cells->across;
    double w = cells->w - px(plot, mark_size) * 1.4;
    int most = 0;

    for (size_t s = first; s < first + count && s < plot->plot->series_count;
         ++s) {
        const ChartSeries *series = plot->plot->series + s;
        Text text = {0};
        add_names(series, &text);
        int lines = layout_lines(FONT_STRONG, head_size(plot), w, text.text) +
                    (series->formula != NULL);
        most = lines > most ? lines : most;
        text_free(&text);
    }
    return most;
}

/* ACROSS small plots in a row of BOX. */
static Cells cells_of(const Plot *plot, Rect box, int across)
{
    int count = (int)plot->plot->series_count, lines = 0;
    Cells cells = {.across = across, .down = (count + across - 1) / across};

    cells.w = (box.w - px(plot, small_gap_x) * (across - 1)) / across;
    for (int row = 0; row < cells.down; ++row)
        lines += head_lines(plot, &cells, row);
    cells.h = (box.h - px(plot, small_gap_y) * (cells.down - 1) -
               lines * head_size(plot) * line_height) /
              cells.down;
    return cells;
}

/* The grid in BOX whose small plots are the most like the screen in shape;
 * false if they are all too small. */
static bool choose_cells(const Plot *plot, Rect box, Cells *best)
{
    double least = px(plot, least_area), nearest = INFINITY;
    double wide = names_width(plot->plot) * head_size(plot) +
                  px(plot, mark_size) * 1.4 + 1;

    for (int across = 2; across <= MOST_ACROSS; ++across) {
        Cells cells = cells_of(plot, box, across);
        if (cells.w < fmax(least, wide) || cells.h < least)
            continue;
        double off = fabs(log(cells.w / cells.h / 1.6));
        if (off < nearest) {
            nearest = off;
            *best = cells;
        }
    }
    return nearest < INFINITY;
}

static void draw_other(const Plot *plot, double x1, double y1, double x2,
                       double y2)
{
    draw_line(plot->list, x1, y1, x2, y2, px(plot, 1.6), COLOR_DIM)->alpha =
        0.35;
}

/* All but series OWN, as what it is compared with. */
static void draw_others(const Plot *plot, size_t own)
{
    draw_tag(plot->list, TAG_FRAME, plot->index, 0);
    for (size_t s = 0; s < plot->plot->series_count; ++s) {
        const ChartSeries *series = plot->plot->series + s;
        for (size_t i = 1; s != own && i < series->marks_count; ++i)
            draw_other(plot, axis_at(&plot->x, series->marks[i - 1].x),
                       axis_at(&plot->y, series->marks[i - 1].y),
                       axis_at(&plot->x, series->marks[i].x),
                       axis_at(&plot->y, series->marks[i].y));
    }
}

static void draw_small_head(const Plot *plot, Rect box, size_t s)
{
    const ChartSeries *series = plot->plot->series + s;
    double size = head_size(plot), line = size * line_height;
    Text text = {0};

    add_names(series, &text);
    int needs = layout_lines(FONT_STRONG, size,
                             box.w - px(plot, mark_size) * 1.4, text.text) +
                (series->formula != NULL);
    box = rect_cut_bottom(&box, needs * line); /* close to the plot */
    draw_tag(plot->list, TAG_CHART, plot->index, (uint32_t)s);
    draw_mark(plot, series, box.x + px(plot, mark_size) / 2, box.y + line / 2);
    rect_cut_left(&box, px(plot, mark_size) * 1.4);
    int lines = layout_paragraph(plot->list, box, line, FONT_STRONG, size,
                                 plot->least, COLOR_INK, text.text);
    rect_cut_top(&box, lines * line);
    if (series->formula)
        draw_text(plot->list, rect_cut_top(&box, line), ALIGN_LEFT, FONT_TEXT,
                  size, plot->least, COLOR_DIM, series->formula);
    text_free(&text);
}

/* Small plot S, with its names at the top of BOX.  Numbers stand left of the
 * first column, and under the last row. */
static void draw_cell(Plot *plot, const Cells *cells, Rect box, size_t s,
                      double numbers)
{
    double row = text_px(plot, text_size) * line_height;
    size_t below = s + (size_t)cells->across;
    Rect left = {box.x - numbers, 0, 0, 0}, under = {box.x, 0, 0, 0};

    plot->area = rect_cut_bottom(&box, cells->h);
    draw_small_head(plot, box, s);
    set_axes(plot);
    plot->y.to += px(plot, mark_size * 0.6); /* no mark lies on a name */
    plot->y.from -= px(plot, mark_size * 0.6);
    draw_tag(plot->list, TAG_FRAME, plot->index, 0);
    draw_rect(plot->list, plot->area, 0, COLOR_PANEL);
    if (s % (size_t)cells->across == 0)
        left.w = numbers - px(plot, 14);
    if (below >= plot->plot->series_count)
        under = (Rect){box.x, plot->area.y + plot->area.h, box.w, row};
    draw_y_axis(plot, left);
    draw_x_axis(plot, under);
    draw_others(plot, s);
    draw_series(plot, s);
}

/* False, and nothing drawn, if there is no room for them in BOX. */
static bool draw_small_plots(const Plot *from, Rect box)
{
    Plot plot = *from;
    Cells cells = {0};

    plot.unit *= small_unit;
    plot.area = rect_inset(box, 0, px(&plot, inside));
    set_axes(&plot);
    double numbers = y_numbers_width(&plot) + px(&plot, 14);
    double row = text_px(&plot, text_size) * line_height;
    rect_cut_left(&box, numbers);
    rect_cut_bottom(&box, row);
    if (!choose_cells(&plot, box, &cells))
        return false;
    for (int down = 0; down < cells.down; ++down) {
        double head =
            head_lines(&plot, &cells, down) * head_size(&plot) * line_height;
        Rect line = rect_cut_top(&box, head + cells.h);
        rect_cut_top(&box, px(&plot, small_gap_y));
        for (int i = 0; i < cells.across; ++i) {
            size_t s = (size_t)(down * cells.across + i);
            if (s < plot.plot->series_count)
                draw_cell(&plot, &cells, rect_cut_left(&line, cells.w), s,
                          numbers);
            rect_cut_left(&line, px(&plot, small_gap_x));
        }
    }
    return true;
}

/* ---- Plot and frame -------------------------------------------------------
 */

/* Cuts the column of names off BOX; their size follows from its room. */
static void cut_names(Plot *plot, Rect *box)
{
    double wide = names_width(plot->plot), high = names_height(plot->plot);
    double sign = px(plot, mark_size) * 1.1, most = box->w * 0.36;
    double size = text_px(plot, text_size);

    size = fmin(size, (most - sign) / wide);
    size = fmin(size, box->h / high);
    plot->name_size = fmax(size, plot->least);
    plot->names =
        rect_cut_right(box, fmin(most, wide * plot->name_size + sign + 1));
    rect_cut_right(box, px(plot, leader));
}

static void draw_x_title(const Plot *plot, Rect box)
{
    draw_tag(plot->list, TAG_FRAME, plot->index, 0);
    draw_text(plot->list, box, ALIGN_CENTER, FONT_STRONG,
              text_px(plot, text_size), plot->least, COLOR_INK,
              plot->plot->x_title);
}

static void draw_plot(Plot *plot, Rect box)
{
    double row = text_px(plot, text_size) * line_height;
    ChartRange range;

    if (!chart_range(plot->plot, &range))
        return;
    plot->x = axis_of_sizes(range.left, range.right);
    plot->y = axis_of_costs(range.low, range.high);
    draw_tag(plot->list, TAG_FRAME, plot->index, 0);
    Rect top = rect_cut_top(&box, row * 1.2);
    draw_text(plot->list, top, ALIGN_LEFT, FONT_STRONG,
              text_px(plot, text_size), plot->least, COLOR_INK,
              plot->plot->y_title);
    rect_cut_top(&box, row * 0.55);
    Rect all = box;
    rect_cut_bottom(&all, row * 1.2);
    if (plot->plot->series_count > MOST_TOGETHER &&
        draw_small_plots(plot, all)) {
        draw_x_title(plot, rect_cut_bottom(&box, row * 1.2));
        return;
    }
    Rect bottom = rect_cut_bottom(&box, row * 2.4);
    cut_names(plot, &box);
    plot->area = box;
    set_axes(plot);
    Rect numbers = rect_cut_left(&box, y_numbers_width(plot));
    rect_cut_left(&box, px(plot, 14));
    plot->area = box;
    set_axes(plot);
    draw_rect(plot->list, plot->area, 0, COLOR_PANEL);
    draw_y_axis(plot, numbers);
    draw_x_axis(plot, rect_cut_top(&bottom, row * 1.2));
    if (font_width(FONT_STRONG, plot->least, plot->plot->x_title) <= box.w) {
        bottom.x = box.x;
        bottom.w = box.w;
    }
    draw_x_title(plot, bottom);
    for (size_t s = 0; s < plot->plot->series_count; ++s)
        draw_series(plot, s);
    draw_names(plot);
}

typedef enum {
    SAMPLE_CURVE,
    SAMPLE_MARK,
    SAMPLE_LINE,
    SAMPLE_PEER,
    SAMPLE_OTHERS
} Sample;

static void draw_sample(const Plot *plot, Sample sample, Rect box)
{
    double x = box.x + box.w / 2, y = box.y + box.h / 2, high = px(plot, 14);
    double size = px(plot, mark_size), width = px(plot, mark_width);

    if (sample == SAMPLE_OTHERS)
        draw_other(plot, box.x, y, box.x + box.w, y);
    else if (sample != SAMPLE_MARK)
        draw_line(plot->list, box.x, y, box.x + box.w, y, px(plot, line_width),
                  COLOR_DIM)
            ->dashed = sample == SAMPLE_PEER;
    if (sample == SAMPLE_LINE)
        draw_line(plot->list, x, y - high, x, y + high, px(plot, 1.6),
                  COLOR_DIM);
    if (sample == SAMPLE_MARK)
        for (size_t style = 1; style < 4; ++style)
            marker_draw(plot->list, style, x + ((double)style - 2) * size * 1.5,
                        y, size, width, COLOR_DIM);
    if (sample == SAMPLE_LINE)
        marker_draw(plot->list, 0, x, y, size, width, COLOR_DIM);
}

/* A line or a sign, and what it means. */
typedef struct {
    bool measured; /* in charts of what was measured; else in the others */
    Sample sample;
    const char *text;
} KeyItem;

static const KeyItem key_items[] = {
    {false, SAMPLE_MARK, "counted"},
    {false, SAMPLE_CURVE, "closed form"},
    {false, SAMPLE_OTHERS, "the others"},
    {true, SAMPLE_PEER, "not of the catalog"},
    {true, SAMPLE_LINE, "measured: median, least to most"},
};
enum { KEY_ITEMS = sizeof key_items / sizeof *key_items };

static double key_item_width(const Plot *plot, const KeyItem *item)
{
    return font_width(FONT_TEXT, text_px(plot, note_size), item->text) + 1 +
           px(plot, 12 + sample_width);
}

/* Is ITEM in the key of the chart? */
static bool is_in_key(const Plot *plot, const KeyItem *item)
{
    bool small = false;

    for (int p = 0; p < plot->chart->plots_count; ++p)
        small |= plot->chart->plots[p].series_count > MOST_TOGETHER;
    return item->measured == plot->chart->measured &&
           (small || item->sample != SAMPLE_OTHERS);
}

static double key_width(const Plot *plot)
{
    double width = 0;

    for (int i = 0; i < KEY_ITEMS; ++i)
        if (is_in_key(plot, key_items + i))
            width += key_item_width(plot, key_items + i) + px(plot, key_gap);
    return width;
}

/* How to read the lines and signs, from the right end of BOX. */
static void draw_key(const Plot *plot, Rect *box)
{
    double size = text_px(plot, note_size);

    for (int i = 0; i < KEY_ITEMS; ++i) {
        const KeyItem *item = key_items + i;
        double width = key_item_width(plot, item);
        if (!is_in_key(plot, item) || width > box->w)
            continue;
        Rect place = rect_cut_right(box, width);
        Rect sample = rect_cut_left(&place, px(plot, sample_width));
        rect_cut_left(&place, px(plot, 12));
        draw_text(plot->list, place, ALIGN_LEFT, FONT_TEXT, size, plot->least,
                  COLOR_DIM, item->text);
        draw_sample(plot, item->sample, sample);
        rect_cut_right(box, px(plot, key_gap));
    }
}

static void draw_head(const Plot *plot, Rect *box)
{
    double large = text_px(plot, title_size), small = text_px(plot, note_size);
    Rect title = rect_cut_top(box, large * line_height);
    Rect note = rect_cut_top(box, small * line_height);
    double width = font_width(FONT_STRONG, large, plot->chart->title.text);
    bool beside = width * 0.7 + key_width(plot) <= title.w;
    Rect below = {0, 0, 0, 0};

    draw_tag(plot->list, TAG_FRAME, 0, 0);
    if (!beside) /* the key has a line of its own */
        below = rect_cut_top(box, small * line_height);
    draw_key(plot, beside ? &title : &below);
    draw_text(plot->list, title, ALIGN_LEFT, FONT_STRONG, large, plot->least,
              COLOR_INK, plot->chart->title.text);
    draw_text(plot->list, note, ALIGN_LEFT, FONT_TEXT, small, plot->least,
              COLOR_DIM, plot->chart->note.text);
    rect_cut_top(box, small * 0.8);
}

/* Draws into BOX of the list, whose whole size determines the size of text. */
static void draw_chart(DisplayList *list, const Scene *scene, Rect box)
{
    const Chart *chart = scene->chart;
    double unit = view_unit(scene, list->width, list->height);
    Plot plot = {.list = list,
                 .chart = chart,
                 .unit = unit,
                 .least = view_least(scene, unit),
                 .on_paper = scene->theme == THEME_PRINT};

    draw_head(&plot, &box);
    double gap = px(&plot, plot_gap);
    double width =
        (box.w - gap * (chart->plots_count - 1)) / chart->plots_count;
    for (int p = 0; p < chart->plots_count; ++p) {
        plot.plot = chart->plots + p;
        plot.index = p;
        draw_plot(&plot, rect_cut_left(&box, width));
        rect_cut_left(&box, gap);
    }
    draw_tag(list, TAG_NONE, 0, 0);
}

void view_chart_frame(DisplayList *list, const Scene *scene, double width,
                      double height)
{
    double around = margin * view_unit(scene, width, height);

    display_list_clear(list, width, height);
    draw_chart(list, scene,
               rect_inset((Rect){0, 0, width, height}, around, around * 0.7));
}
