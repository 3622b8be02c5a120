/* SPDX-License-Identifier: MIT
 *
 * time_axis - see time_axis.h.
 */
#include "view/time_axis.h"

#include "analysis/recorded_launches.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "say/phrases.h"

#include <math.h>
#include <stdio.h>

/* 1, 2 or 5 times a power of ten, at least LEAST. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(fmax(least, 1))));

    for (int i = 0; i < 3; ++i) {
        static const double factors[] = {1, 2, 5};
        if (factors[i] * power >= least)
            return factors[i] * power;
    }
    return 10 * power;
}

/* The box of "cycle 90". */
static Rect now_box(const TimePanel *panel, char text[40])
{
    const View *view = panel->view;
    double x = time_layout_x(&panel->at, panel->now);

    snprintf(text, 40, "cycle %.0f", floor(panel->now));
    double width =
        font_width(FONT_STRONG, view_size(view, 15), text) + view_px(view, 16);
    double left =
        layout_clamp(x - width / 2, panel->names.x,
                     panel->box.x + panel->box.w - width - view_px(view, 4));
    return (Rect){left, panel->axis.y + view_px(view, 4), width,
                  panel->axis.h - view_px(view, 6)};
}

void time_axis_draw(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    char text[40], now[40];
    Rect taken = now_box(panel, now);
    double step = nice_step(view_px(view, 90) / panel->at.cycle);
    double first = fmax(0, ceil(-1e-6 + (lanes.x - panel->at.zero) /
                                            panel->at.cycle / step) *
                               step);

    view_thing(view, THING_FRAME, 0);
    for (double cycle = first;; cycle += step) {
        double x = time_layout_x(&panel->at, cycle);
        if (x > lanes.x + lanes.w + 0.5)
            break;
        draw_line(view->list, round(x) + 0.5, lanes.y, round(x) + 0.5,
                  panel->axis.y, 1, COLOR_EDGE);
        snprintf(text, sizeof text, "%.0f", fabs(cycle));
        double width = font_width(FONT_CODE, view_size(view, 13), text) + 8;
        Rect box = {x - width / 2, panel->axis.y, width, panel->axis.h};
        if (box.x + box.w > panel->box.x + panel->box.w ||
            (box.x < taken.x + taken.w + 4 && box.x + box.w > taken.x - 4))
            continue;
        view_label(view, box, FONT_CODE, 13, COLOR_DIM, text);
    }
}

void time_axis_now(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    char text[40];
    Rect box = now_box(panel, text);
    double x = time_layout_x(&panel->at, panel->now);
    bool moving = view->moment->progress < 1;

    if (x < lanes.x - 1 || x > lanes.x + lanes.w + 1)
        return;
    view_thing(view, moving ? THING_MOTION : THING_TOTALS, 0);
    draw_line(view->list, x, lanes.y - view_px(view, 4), x, box.y + 1,
              fmax(1, view_px(view, 2)), COLOR_INK);
    draw_arrow(view->list, x, lanes.y - view_px(view, 12), x,
               lanes.y - view_px(view, 1), view_px(view, 11), COLOR_INK);
    draw_rect(view->list, box, view_px(view, 4), COLOR_INK);
    view_label(view, box, FONT_STRONG, 15, COLOR_PANEL, text);
}

/* The name of launch G beside its BOX, which is too narrow for it, up to the
 * next launch, or else from where names have come, *TAKEN. */
static void draw_launch_name(const TimePanel *panel, uint32_t g, Rect box,
                             double *taken)
{
    const View *view = panel->view;
    const ScheduledLaunch *launch = panel->schedule->launches + g;
    Rect lanes = panel->at.lanes;
    double right = lanes.x + lanes.w;
    const char *name = panel->trace->grids[g].title;

    if (g + 1 < panel->trace->grids_count)
        right = fmin(right, time_layout_x(&panel->at, (double)launch[1].start));
    if (g > 0)
        *taken =
            fmax(*taken, time_layout_x(&panel->at, (double)launch[-1].end));
    double gap = view_px(view, 8);
    Rect beside = {box.x + box.w + gap, box.y,
                   font_width(FONT_TEXT, view_size(view, 15), name) + 2, box.h};
    if (beside.x + beside.w + gap > right)
        beside.x = box.x - gap - beside.w;
    if (beside.x > *taken + gap) {
        view_label(view, beside, FONT_TEXT, 15, COLOR_INK, name);
        *taken = beside.x + beside.w;
    }
}

/* "launch 1: scan each block", or "2" with the name beside it. */
static void draw_launch_label(const TimePanel *panel, uint32_t g, Rect box,
                              double *taken)
{
    const View *view = panel->view;
    double size = view_size(view, 15);
    Text full = {0};
    char brief[16];

    uint32_t number = recorded_launches_number(panel->trace, g);

    text_add(&full, "launch %u: %s", number, panel->trace->grids[g].title);
    snprintf(brief, sizeof brief, "%u", number);
    if (font_width(FONT_TEXT, size, full.text) + 8 <= box.w) {
        view_label(view, box, FONT_TEXT, 15, COLOR_INK, full.text);
        *taken = box.x + box.w;
    } else if (font_width(FONT_TEXT, size, brief) + 4 <= box.w) {
        view_label(view, box, FONT_TEXT, 15, COLOR_INK, brief);
        draw_launch_name(panel, g, box, taken);
    }
    text_free(&full);
}

void time_axis_launches(const TimePanel *panel)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    double from, to, taken = lanes.x;

    for (uint32_t g = 0; g < panel->trace->grids_count; ++g) {
        const ScheduledLaunch *launch = panel->schedule->launches + g;
        if (!time_panel_span(panel, launch->start, launch->end, &from, &to))
            continue;
        Rect box = {from, panel->chips.y, to - from, panel->chips.h};
        view_thing(view, THING_LAUNCH, g);
        draw_rect(view->list, box, 0, COLOR_HELD);
        draw_line(view->list, round(from) - 0.5, box.y, round(from) - 0.5,
                  lanes.y + lanes.h, fmax(1, view_px(view, 1.6)), COLOR_INK);
        draw_line(view->list, round(to) + 0.5, box.y, round(to) + 0.5,
                  lanes.y + lanes.h, fmax(1, view_px(view, 1.6)), COLOR_INK);
        draw_launch_label(panel, g, box, &taken);
    }
}
