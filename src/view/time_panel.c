/* SPDX-License-Identifier: MIT
 *
 * time_panel - see time_panel.h.
 */
#include "view/time_panel.h"

#include <math.h>

double time_panel_share(Color color)
{
    return color == COLOR_GLOBAL || color == COLOR_CONFLICT ? 1
           : color == COLOR_STORE                           ? 0.75
           : color == COLOR_LOAD                            ? 0.5
                                                            : 0.3;
}

Color time_panel_color(const TimePanel *panel, uint32_t i)
{
    const AnalysedTrace *analysed = panel->view->analysed;

    return view_instruction_color(analysed,
                                  issue_order_place(panel->trace,
                                                    analysed->order, i));
}

void time_panel_tag(const TimePanel *panel, uint32_t i)
{
    size_t place =
        issue_order_place(panel->trace, panel->view->analysed->order, i);

    view_thing(panel->view, THING_INSTRUCTION, (uint32_t)place);
}

bool time_panel_is_open(const TimePanel *panel)
{
    return panel->at.mode == TIME_OPEN;
}

bool time_panel_span(const TimePanel *panel, uint64_t start, uint64_t end,
                     double *from, double *to)
{
    Rect lanes = panel->at.lanes;

    *from = fmax(time_layout_x(&panel->at, (double)start), lanes.x);
    *to = fmin(time_layout_x(&panel->at, (double)end), lanes.x + lanes.w);
    return *to > *from;
}

void time_panel_hatch(const View *view, Rect box, Color color)
{
    Shape *shape = draw_rect(view->list, box, 0, COLOR_NONE);

    shape->edge = color;
    shape->hatch = fmax(4, view_px(view, 8));
}

void time_panel_text(const View *view, Rect box, Font font, Color color,
                     const char *text)
{
    draw_rect(view->list, box, 0, COLOR_PANEL);
    view_label(view, box, font, 14, color, text);
}
