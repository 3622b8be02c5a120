/* SPDX-License-Identifier: MIT
 *
 * time_panel - the panel of one trace in the view of time: where cycles stand
 * in it, and what its lanes, lines and legend are drawn with.
 *
 * view_time opens a panel for each trace; time_lanes, time_strips, time_links
 * and time_axis draw its parts.
 */
#ifndef UPSWEEP_TIME_PANEL_H
#define UPSWEEP_TIME_PANEL_H

#include "view/time_layout.h"
#include "view/view.h"

typedef struct {
    TimeLayout at;
    const View *view;
    const Trace *trace;
    const Schedule *schedule;
    double now;       /* the cycle that is shown */
    uint32_t running; /* instruction, or SCHEDULE_NONE */
    bool bins;        /* lanes are strips of pixels */
    Rect box;         /* of the panel */
    Rect names, axis, chips;
} TimePanel;

/* The share of a lane that a bar of COLOR is high. */
double time_panel_share(Color color);
/* The colour of instruction I. */
Color time_panel_color(const TimePanel *panel, uint32_t i);
/* What is drawn next belongs to instruction I. */
void time_panel_tag(const TimePanel *panel, uint32_t i);
/* True if lanes have room for texts. */
bool time_panel_is_open(const TimePanel *panel);
/* The pixels of two cycles, within the lanes; false if they are not seen. */
bool time_panel_span(const TimePanel *panel, uint64_t start, uint64_t end,
                     double *from, double *to);
/* Hatches BOX, as what is waited for. */
void time_panel_hatch(const View *view, Rect box, Color color);
/* A text over lines: the ground of the panel under it keeps them away. */
void time_panel_text(const View *view, Rect box, Font font, Color color,
                     const char *text);

#endif
