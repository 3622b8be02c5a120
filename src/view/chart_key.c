/* SPDX-License-Identifier: MIT
 *
 * chart_key - see chart_key.h.
 */
#include "view/chart_key.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "draw/marker.h"
#include "view/small_plots.h"

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
    {true, SAMPLE_PEER, "not of the catalog"},
    {true, SAMPLE_LINE, "measured: median, least to most"},
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

double chart_key_width(const Plot *plot)
{
    double width = 0;

    for (int i = 0; i < KEY_ITEMS; ++i)
        if (is_in_key(plot, key_items + i))
            width +=
                key_item_width(plot, key_items + i) + plot_px(plot, key_gap);
    return width;
}

void chart_key_draw(const Plot *plot, Rect *box)
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
