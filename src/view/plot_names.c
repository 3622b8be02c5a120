/* SPDX-License-Identifier: MIT
 *
 * plot_names - see plot_names.h.
 */
#include "view/plot_names.h"

#include "chart/axis.h"
#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
