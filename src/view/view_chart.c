/* SPDX-License-Identifier: MIT
 *
 * view_chart - draws a chart: one plot, or two side by side, or one
 * below the other in a tall frame.
 *
 *     Title
 *     what was counted or measured, and where
 *     y, unit
 *     100 ┼----------------.--
 *         |          . ´ ×    `- × LeftRight
 *      10 ┼---- ×  ----------
 *         └──┼──────┼──────┼──
 *            64    128    256
 *                 n, unit
 */
#include "view/views.h"

#include "draw/font.h"
#include "view/plot.h"

/* px at 1080 */
static const double margin = 40, title_size = 42, text_size = 24, plot_gap = 36;
static const double projector_text = 32;

static void draw_line_of(const Plot *plot, Rect box, Align align, Font font,
                         double size, Color color, const char *text)
{
    draw_text(plot->list, box, align, font, size, plot->size, color, text);
}

/* Title and note, cut off the top of *BOX. */
static void draw_head(const Plot *plot, Rect *box)
{
    double large = title_size * plot->unit;

    large = large > plot->size ? large : plot->size;
    draw_thing(plot->list, THING_FRAME, 0, 0);
    draw_line_of(plot, rect_cut_top(box, large * 1.4), ALIGN_LEFT, FONT_STRONG,
                 large, COLOR_INK, plot->chart->title.text);
    int lines = layout_paragraph(plot->list, *box, plot_line(plot), FONT_TEXT,
                                 plot->size, plot->size, COLOR_DIM,
                                 plot->chart->note.text);
    rect_cut_top(box, (lines + 0.5) * plot_line(plot));
}

static void draw_titled(Plot *plot, Rect box)
{
    double line = plot_line(plot);
    Rect top = rect_cut_top(&box, line * 1.5);
    Rect bottom = rect_cut_bottom(&box, line * 1.2);

    plot_draw(plot, box);
    draw_thing(plot->list, THING_FRAME, plot->index, 0);
    draw_line_of(plot, rect_cut_top(&top, line), ALIGN_LEFT, FONT_STRONG,
                 plot->size, COLOR_INK, plot->plot->y_title);
    if (font_width(FONT_STRONG, plot->size, plot->plot->x_title) <=
        plot->area.w) {
        bottom.x = plot->area.x;
        bottom.w = plot->area.w;
    }
    draw_line_of(plot, bottom, ALIGN_CENTER, FONT_STRONG, plot->size, COLOR_INK,
                 plot->plot->x_title);
}

void view_chart_frame(DisplayList *list, const Scene *scene, double width,
                      double height)
{
    double unit = view_unit(scene, width, height);
    double least = view_least(scene, unit), gap = plot_gap * unit;
    const Chart *chart = scene->chart;
    Plot plot = {.list = list,
                 .chart = chart,
                 .unit = unit,
                 .size = layout_most(
                     (scene->projector ? projector_text : text_size) * unit,
                     least),
                 .on_paper = scene->theme == THEME_PRINT};
    Rect box = rect_inset((Rect){0, 0, width, height}, margin * unit,
                          margin * unit * 0.7);

    display_list_clear(list, width, height);
    draw_head(&plot, &box);
    bool tall = view_is_tall(width, height);
    double count = layout_most(chart->plots_count, 1);
    double share = ((tall ? box.h : box.w) - gap * (count - 1)) / count;
    for (int p = 0; p < chart->plots_count; ++p) {
        plot.plot = chart->plots + p;
        plot.index = p;
        draw_titled(&plot, tall ? rect_cut_top(&box, share)
                                : rect_cut_left(&box, share));
        (tall ? rect_cut_top : rect_cut_left)(&box, gap);
    }
    draw_thing(list, THING_NONE, 0, 0);
}
