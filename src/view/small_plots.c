/* SPDX-License-Identifier: MIT
 *
 * small_plots - see small_plots.h.
 */
#include "view/small_plots.h"

#include "chart/axis.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "view/plot_names.h"

#include <math.h>

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
    return plot_text_px(plot, small_head / small_unit);
}

/* Lines of names over the small plots of row DOWN. */
static int head_lines(const Plot *plot, const Cells *cells, int down)
{
    size_t first = (size_t)(down * cells->across),
           count = (size_t)cells->across;
    double w = cells->w - plot_px(plot, PLOT_MARK) * 1.4;
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

    cells.w = (box.w - plot_px(plot, small_gap_x) * (across - 1)) / across;
    for (int row = 0; row < cells.down; ++row)
        lines += head_lines(plot, &cells, row);
    cells.h = (box.h - plot_px(plot, small_gap_y) * (cells.down - 1) -
               lines * head_size(plot) * PLOT_LINE_HEIGHT) /
              cells.down;
    return cells;
}

/* The grid in BOX whose small plots are the most like the screen in shape;
 * false if they are all too small. */
static bool choose_cells(const Plot *plot, Rect box, Cells *best)
{
    double least = plot_px(plot, least_area), nearest = INFINITY;
    double wide = plot_names_width(plot->plot) * head_size(plot) +
                  plot_px(plot, PLOT_MARK) * 1.4 + 1;

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

void small_plots_other(const Plot *plot, double x1, double y1, double x2,
                       double y2)
{
    draw_line(plot->list, x1, y1, x2, y2, plot_px(plot, 1.6), COLOR_DIM)
        ->alpha = 0.35;
}

/* All but series OWN, as what it is compared with. */
static void draw_others(const Plot *plot, size_t own)
{
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    for (size_t s = 0; s < plot->plot->series_count; ++s) {
        const ChartSeries *series = plot->plot->series + s;
        for (size_t i = 1; s != own && i < series->marks_count; ++i)
            small_plots_other(plot, axis_at(&plot->x, series->marks[i - 1].x),
                              axis_at(&plot->y, series->marks[i - 1].y),
                              axis_at(&plot->x, series->marks[i].x),
                              axis_at(&plot->y, series->marks[i].y));
    }
}

static void draw_small_head(const Plot *plot, Rect box, size_t s)
{
    const ChartSeries *series = plot->plot->series + s;
    double size = head_size(plot), line = size * PLOT_LINE_HEIGHT;
    Text text = {0};

    add_names(series, &text);
    int needs =
        layout_lines(FONT_STRONG, size, box.w - plot_px(plot, PLOT_MARK) * 1.4,
                     text.text) +
        (series->formula != NULL);
    box = rect_cut_bottom(&box, needs * line); /* close to the plot */
    draw_thing(plot->list, THING_CHART, plot->index, (uint32_t)s);
    plot_mark(plot, series, box.x + plot_px(plot, PLOT_MARK) / 2,
              box.y + line / 2);
    rect_cut_left(&box, plot_px(plot, PLOT_MARK) * 1.4);
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
    double row = plot_text_px(plot, PLOT_TEXT) * PLOT_LINE_HEIGHT;
    size_t below = s + (size_t)cells->across;
    Rect left = {box.x - numbers, 0, 0, 0}, under = {box.x, 0, 0, 0};

    plot->area = rect_cut_bottom(&box, cells->h);
    draw_small_head(plot, box, s);
    plot_set_axes(plot);
    plot->y.to += plot_px(plot, PLOT_MARK * 0.6); /* no mark lies on a name */
    plot->y.from -= plot_px(plot, PLOT_MARK * 0.6);
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    draw_rect(plot->list, plot->area, 0, COLOR_PANEL);
    if (s % (size_t)cells->across == 0)
        left.w = numbers - plot_px(plot, 14);
    if (below >= plot->plot->series_count)
        under = (Rect){box.x, plot->area.y + plot->area.h, box.w, row};
    plot_y_axis(plot, left);
    plot_x_axis(plot, under);
    draw_others(plot, s);
    plot_series(plot, s);
}

bool small_plots_serve(const ChartPlot *plot)
{
    return plot->series_count > MOST_TOGETHER;
}

bool small_plots_draw(const Plot *from, Rect box)
{
    Plot plot = *from;
    Cells cells = {0};

    plot.unit *= small_unit;
    plot.area = rect_inset(box, 0, plot_px(&plot, PLOT_INSIDE));
    plot_set_axes(&plot);
    double numbers = plot_numbers(&plot) + plot_px(&plot, 14);
    double row = plot_text_px(&plot, PLOT_TEXT) * PLOT_LINE_HEIGHT;
    rect_cut_left(&box, numbers);
    rect_cut_bottom(&box, row);
    if (!choose_cells(&plot, box, &cells))
        return false;
    for (int down = 0; down < cells.down; ++down) {
        double head = head_lines(&plot, &cells, down) * head_size(&plot) *
                      PLOT_LINE_HEIGHT;
        Rect line = rect_cut_top(&box, head + cells.h);
        rect_cut_top(&box, plot_px(&plot, small_gap_y));
        for (int i = 0; i < cells.across; ++i) {
            size_t s = (size_t)(down * cells.across + i);
            if (s < plot.plot->series_count)
                draw_cell(&plot, &cells, rect_cut_left(&line, cells.w), s,
                          numbers);
            rect_cut_left(&line, plot_px(&plot, small_gap_x));
        }
    }
    return true;
}
