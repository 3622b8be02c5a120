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
 * More curves than can be distinguished have a small plot each, on the same
 * axes, with all others faint behind:
 *
 *     ○ Padding  2(n − 1)     × Look-Back
 *      ┼      . ○              ┼  × × × ×
 *      ┼  ○ ´   .              ┼ `   ´
 *
 * No fact is shown by colour alone.  Names are in a separate column and are
 * moved apart where curves end close together, so that they cover neither a
 * curve nor each other.
 */
#include "view/views.h"

#include "chart/axis.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "view/plot.h"

#include <math.h>

/* ---- Small plots ---------------------------------------------------------*/

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

/* A line of another series, from X1, Y1 to X2, Y2. */
static void small_plots_other(const Plot *plot, double x1, double y1, double x2,
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

/* True if PLOT has more curves than can be distinguished. */
static bool small_plots_serve(const ChartPlot *plot)
{
    return plot->series_count > MOST_TOGETHER;
}

/* Draws them in BOX; false, and nothing drawn, if there is no room for them. */
static bool small_plots_draw(const Plot *from, Rect box)
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

/* ---- Key ------------------------------------------------------------------*/

/* px at 1080 */
static const double key_gap = 40, sample_width = 64;

typedef enum {
    SAMPLE_CURVE,
    SAMPLE_MARK,
    SAMPLE_LINE,
    SAMPLE_PEER,
    SAMPLE_OTHERS
} Sample;

static void draw_sample(const Plot *plot, Sample sample, Rect box)
{
    double x = box.x + box.w / 2, y = box.y + box.h / 2,
           high = plot_px(plot, 14);
    double size = plot_px(plot, PLOT_MARK),
           width = plot_px(plot, PLOT_MARK_WIDTH);

    if (sample == SAMPLE_OTHERS)
        small_plots_other(plot, box.x, y, box.x + box.w, y);
    else if (sample != SAMPLE_MARK)
        draw_line(plot->list, box.x, y, box.x + box.w, y,
                  plot_px(plot, PLOT_LINE), COLOR_DIM)
            ->dashed = sample == SAMPLE_PEER;
    if (sample == SAMPLE_LINE)
        draw_line(plot->list, x, y - high, x, y + high, plot_px(plot, 1.6),
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
    {true, SAMPLE_PEER, "not in the catalog"},
    {true, SAMPLE_LINE, "measured: median, minimum to maximum"},
};

enum { KEY_ITEMS = sizeof key_items / sizeof *key_items };

static double key_item_width(const Plot *plot, const KeyItem *item)
{
    return font_width(FONT_TEXT, plot_text_px(plot, PLOT_NOTE), item->text) +
           1 + plot_px(plot, 12 + sample_width);
}

/* Is ITEM in the key of the chart? */
static bool is_in_key(const Plot *plot, const KeyItem *item)
{
    bool small = false;

    for (int p = 0; p < plot->chart->plots_count; ++p)
        small |= small_plots_serve(plot->chart->plots + p);
    return item->measured == plot->chart->measured &&
           (small || item->sample != SAMPLE_OTHERS);
}

/* Pixels that the key takes. */
static double chart_key_width(const Plot *plot)
{
    double width = 0;

    for (int i = 0; i < KEY_ITEMS; ++i)
        if (is_in_key(plot, key_items + i))
            width +=
                key_item_width(plot, key_items + i) + plot_px(plot, key_gap);
    return width;
}

/* How to read the lines and signs, from the right end of BOX. */
static void chart_key_draw(const Plot *plot, Rect *box)
{
    double size = plot_text_px(plot, PLOT_NOTE);

    for (int i = 0; i < KEY_ITEMS; ++i) {
        const KeyItem *item = key_items + i;
        double width = key_item_width(plot, item);
        if (!is_in_key(plot, item) || width > box->w)
            continue;
        Rect place = rect_cut_right(box, width);
        Rect sample = rect_cut_left(&place, plot_px(plot, sample_width));
        rect_cut_left(&place, plot_px(plot, 12));
        draw_text(plot->list, place, ALIGN_LEFT, FONT_TEXT, size, plot->least,
                  COLOR_DIM, item->text);
        draw_sample(plot, item->sample, sample);
        rect_cut_right(box, plot_px(plot, key_gap));
    }
}

/* px at 1080 */
static const double margin = 40, title_size = 42, plot_gap = 36;

static void draw_x_title(const Plot *plot, Rect box)
{
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    draw_text(plot->list, box, ALIGN_CENTER, FONT_STRONG,
              plot_text_px(plot, PLOT_TEXT), plot->least, COLOR_INK,
              plot->plot->x_title);
}

static void draw_plot(Plot *plot, Rect box)
{
    double row = plot_text_px(plot, PLOT_TEXT) * PLOT_LINE_HEIGHT;
    ChartRange range;

    if (!chart_range(plot->plot, &range))
        return;
    plot->x = axis_of_sizes(range.left, range.right);
    plot->y = axis_of_costs(range.low, range.high);
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    Rect top = rect_cut_top(&box, row * 1.2);
    draw_text(plot->list, top, ALIGN_LEFT, FONT_STRONG,
              plot_text_px(plot, PLOT_TEXT), plot->least, COLOR_INK,
              plot->plot->y_title);
    rect_cut_top(&box, row * 0.55);
    Rect all = box;
    rect_cut_bottom(&all, row * 1.2);
    if (small_plots_serve(plot->plot) && small_plots_draw(plot, all)) {
        draw_x_title(plot, rect_cut_bottom(&box, row * 1.2));
        return;
    }
    Rect bottom = rect_cut_bottom(&box, row * 2.4);
    plot_names_cut(plot, &box);
    plot->area = box;
    plot_set_axes(plot);
    Rect numbers = rect_cut_left(&box, plot_numbers(plot));
    rect_cut_left(&box, plot_px(plot, 14));
    plot->area = box;
    plot_set_axes(plot);
    draw_rect(plot->list, plot->area, 0, COLOR_PANEL);
    plot_y_axis(plot, numbers);
    plot_x_axis(plot, rect_cut_top(&bottom, row * 1.2));
    if (font_width(FONT_STRONG, plot->least, plot->plot->x_title) <= box.w) {
        bottom.x = box.x;
        bottom.w = box.w;
    }
    draw_x_title(plot, bottom);
    for (size_t s = 0; s < plot->plot->series_count; ++s)
        plot_series(plot, s);
    plot_names_draw(plot);
}

static void draw_head(const Plot *plot, Rect *box)
{
    double large = plot_text_px(plot, title_size),
           small = plot_text_px(plot, PLOT_NOTE);
    Rect title = rect_cut_top(box, large * PLOT_LINE_HEIGHT);
    Rect note = rect_cut_top(box, small * PLOT_LINE_HEIGHT);
    double width = font_width(FONT_STRONG, large, plot->chart->title.text);
    bool beside = width * 0.7 + chart_key_width(plot) <= title.w;
    Rect below = {0, 0, 0, 0};

    draw_thing(plot->list, THING_FRAME, 0, 0);
    if (!beside) /* the key has a separate line */
        below = rect_cut_top(box, small * PLOT_LINE_HEIGHT);
    chart_key_draw(plot, beside ? &title : &below);
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
    double gap = plot_px(&plot, plot_gap);
    double width =
        (box.w - gap * (chart->plots_count - 1)) / chart->plots_count;
    for (int p = 0; p < chart->plots_count; ++p) {
        plot.plot = chart->plots + p;
        plot.index = p;
        draw_plot(&plot, rect_cut_left(&box, width));
        rect_cut_left(&box, gap);
    }
    draw_thing(list, THING_NONE, 0, 0);
}

void view_chart_frame(DisplayList *list, const Scene *scene, double width,
                      double height)
{
    double around = margin * view_unit(scene, width, height);

    display_list_clear(list, width, height);
    draw_chart(list, scene,
               rect_inset((Rect){0, 0, width, height}, around, around * 0.7));
}
