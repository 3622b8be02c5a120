/* SPDX-License-Identifier: MIT */
#include "view/time_links.h"

#include "draw/font.h"
#include "view/shown_value.h"

#include <math.h>

enum {
    MOST_ARROWS = 400, /* from those that publish to those that see */
    MOST_SEGMENTS = 20000
};

static Color state_color(Published state)
{
    return state == PUBLISHED_PREFIX  ? COLOR_GOOD
           : state == PUBLISHED_OTHER ? COLOR_CONFLICT
                                      : COLOR_STORE;
}

void time_links_mark(const View *view, double x, double y, double size,
                     Published state)
{
    Rect mark = rect_around(x, y, size, size);
    Color color = state_color(state);

    Shape *shape = draw_rect(view->list, mark, view_px(view, 2),
                             state == PUBLISHED_PREFIX ? color : COLOR_PANEL);
    view_edge(view, shape, COLOR_INK, 1.5);
    if (state == PUBLISHED_PREFIX || state == PUBLISHED_BARE)
        return;
    double edge = fmax(1, view_px(view, 1.5));
    mark = rect_inset(mark, edge, edge);
    rect_cut_top(&mark, mark.h / 2);
    draw_rect(view->list, mark, 0, color);
}

/* The mark of a publication at X over the bar of block B at Y. */
static void draw_published(const TimePanel *panel, uint32_t b, double x,
                           double y, Published state)
{
    double bar = time_layout_bar(&panel->at, b);

    time_links_mark(panel->view, x, y + bar / 2,
                    fmin(bar - 2, view_px(panel->view, 15)), state);
}

void time_links_publications(const TimePanel *panel, uint32_t b)
{
    const View *view = panel->view;
    const Trace *trace = panel->trace;
    const TimeRow *row = panel->at.rows + panel->at.row_of[b];
    uint32_t i, end;
    double named = panel->at.lanes.x - 100, from, to;
    char value[VALUE_TEXT];

    trace_block_instructions(trace, trace->blocks + b, &i, &end);
    for (; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const ScheduledInstruction *when = panel->schedule->instructions + i;
        if (!tile_status_publishes(trace, at) ||
            !time_panel_span(panel, when->start, when->end, &from, &to))
            continue;
        const Access *access = tile_status_access(trace, at, 0);
        Published state = tile_status_published(trace, at, access);
        double x =
            to - fmin(time_layout_bar(&panel->at, b), view_px(view, 15)) / 2;
        time_panel_tag(panel, i);
        draw_published(panel, b, x, time_layout_lane(&panel->at, i), state);
        if (state == PUBLISHED_BARE || panel->at.top <= 0)
            continue;
        shown_value(trace->run.op, access->value, true, value);
        double width =
            font_width(FONT_CODE_STRONG, view_size(view, 14), value) + 2;
        /* arrows to what comes next are on the right, with their heads */
        double left = to - width - view_px(view, 6);
        if (left < named)
            continue;
        time_panel_text(view,
                        (Rect){left, row->y - panel->at.top, width,
                               panel->at.top},
                        FONT_CODE_STRONG, COLOR_INK, value);
        named = to + view_px(view, 6);
    }
}

bool time_links_shows(const TimePanel *panel, const WordLink *link)
{
    const Instruction *to = panel->trace->instructions + link->to;

    return link->blocks && !trace_is_update(to);
}

/* Is this what the critical path goes along? */
static bool is_critical(const TimePanel *panel, const WordLink *link)
{
    const ScheduledInstruction *to = panel->schedule->instructions + link->to;

    return to->critical && to->why == SCHEDULE_WORD && to->cause == link->from;
}

static void draw_link(const TimePanel *panel, const WordLink *link)
{
    const View *view = panel->view;
    const Schedule *schedule = panel->schedule;
    double x0 = time_layout_x(&panel->at,
                              (double)schedule_visible(schedule, link->from));
    double x1 = time_layout_x(&panel->at,
                              (double)schedule->instructions[link->to].start);
    double y0 = time_layout_lane(&panel->at, link->from);
    double y1 = time_layout_lane(&panel->at, link->to);
    Rect lanes = panel->at.lanes;
    bool down = y1 > y0, critical = is_critical(panel, link);
    bool solid = link->needed || critical;
    double head = view_px(view, critical ? 11 : 9);

    if (x1 < lanes.x || x0 > lanes.x + lanes.w)
        return;
    uint32_t from = time_layout_block(&panel->at, link->from);
    uint32_t to = time_layout_block(&panel->at, link->to);
    y0 += down ? time_layout_bar(&panel->at, from) : 0;
    y1 += down ? 0 : time_layout_bar(&panel->at, to);
    double length = hypot(x1 - x0, y1 - y0);
    if (length < 1)
        return;
    double share = solid ? fmax(0, 1 - head * 0.8 / length) : 1;
    view_block(view, panel->trace->blocks +
                         panel->trace
                             ->steps[panel->trace->instructions[link->to].step]
                             .block);
    Shape *line = draw_line(view->list, x0, y0, x0 + (x1 - x0) * share,
                            y0 + (y1 - y0) * share,
                            fmax(1, view_px(view, critical ? 3
                                                  : solid  ? 1.8
                                                           : 1)),
                            solid ? COLOR_INK : COLOR_LINK);
    line->dashed = !solid;
    if (solid)
        draw_arrow(view->list, x1 - (x1 - x0) * fmin(1, head / length),
                   y1 - (y1 - y0) * fmin(1, head / length), x1, y1, head,
                   COLOR_INK);
}

void time_links_draw(const TimePanel *panel)
{
    const Schedule *schedule = panel->schedule;
    size_t arrows = 0;

    for (size_t l = 0; l < schedule->seen.links_count; ++l)
        arrows += time_links_shows(panel, schedule->seen.links + l);
    bool all = arrows <= MOST_ARROWS && panel->at.mode <= TIME_LANES;
    for (int needed = all ? 0 : 1; needed < 2; ++needed)
        for (size_t l = 0; l < schedule->seen.links_count; ++l) {
            const WordLink *link = schedule->seen.links + l;
            if (time_links_shows(panel, link) &&
                link->needed == (needed == 1) &&
                (all ||
                 (is_critical(panel, link) && panel->at.mode <= TIME_ROWS)))
                draw_link(panel, link);
        }
}

/* The line of it under the lanes of the row of instruction I. */
static double path_y(const TimePanel *panel, uint32_t i)
{
    const TimeRow *row =
        time_layout_row_of(&panel->at, time_layout_block(&panel->at, i));

    return row->y + time_layout_row(&panel->at, row) -
           (time_panel_is_open(panel) ? panel->at.gap / 2 : 0);
}

/* From instruction CAUSE to I, in another row, or of another launch. */
static void draw_turn(const TimePanel *panel, uint32_t cause, uint32_t i,
                      double from)
{
    const View *view = panel->view;
    const ScheduledInstruction *when = panel->schedule->instructions + i;
    double to = time_layout_x(&panel->at, (double)when->start);
    Rect lanes = panel->at.lanes;

    if (when->why == SCHEDULE_WORD && panel->at.mode <= TIME_ROWS &&
        !trace_is_update(panel->trace->instructions + i))
        return; /* its arrow is there */
    if (from < lanes.x || to > lanes.x + lanes.w)
        return;
    Shape *line =
        draw_line(view->list, from, path_y(panel, cause), to, path_y(panel, i),
                  fmax(1, view_px(view, 2)), COLOR_INK);
    line->dashed = when->why == SCHEDULE_LAUNCH;
}

/* The line under what the row of I does of it, up to TO. */
static void draw_stretch(const TimePanel *panel, uint32_t i, uint64_t start,
                         double to)
{
    const View *view = panel->view;
    Rect lanes = panel->at.lanes;
    double from = fmax(time_layout_x(&panel->at, (double)start), lanes.x);
    double y = path_y(panel, i);

    to = fmin(to, lanes.x + lanes.w);
    if (to > from)
        draw_line(view->list, from, y, to, y, fmax(1, view_px(view, 3)),
                  COLOR_INK);
}

void time_links_path(const TimePanel *panel)
{
    const Schedule *schedule = panel->schedule;
    uint32_t i = schedule->last;
    int segments = 0;

    if (i == SCHEDULE_NONE)
        return;
    view_thing(panel->view, THING_TOTALS, 1);
    double to = time_layout_x(&panel->at, (double)schedule->end);
    for (uint32_t cause; i != SCHEDULE_NONE && segments < MOST_SEGMENTS;
         i = cause) {
        const ScheduledInstruction *when = schedule->instructions + i;
        cause = when->cause;
        if (cause != SCHEDULE_NONE && when->why != SCHEDULE_LAUNCH &&
            time_layout_block(&panel->at, cause) ==
                time_layout_block(&panel->at, i))
            continue;
        draw_stretch(panel, i, when->start, to);
        ++segments;
        if (cause == SCHEDULE_NONE)
            break;
        to = time_layout_x(&panel->at,
                           (double)(when->why == SCHEDULE_WORD
                                        ? schedule_visible(schedule, cause)
                                        : schedule->instructions[cause].end));
        draw_turn(panel, cause, i, to);
    }
}
