/* SPDX-License-Identifier: MIT
 *
 * The lines over the lanes of the view of time:
 *
 *     tile 0   ▪┃▪▪░░┃░░░░░■░┃▪▪     ■ published
 *                           ╲
 *     tile 1   ▪┃▪▪▪//////// ▼┃▪▪    ▼ sees it
 */
#include "draw/font.h"
#include "view/shown_value.h"
#include "view/time_panel.h"

#include <math.h>

enum {
    MOST_ARROWS = 400, /* from those that publish to those that see */
    MOST_SEGMENTS = 20000
};

void time_links_mark(const View *view, double x, double y, double size,
                     Published state)
{
    Rect mark = rect_around(x, y, size, size);
    Color color = state == PUBLISHED_PREFIX  ? COLOR_GOOD
                  : state == PUBLISHED_OTHER ? COLOR_CONFLICT
                                             : COLOR_STORE;
    double edge = fmax(1, view_px(view, 1.5));
    Shape *shape = draw_rect(view->list, mark, view_px(view, 2),
                             state == PUBLISHED_PREFIX ? color : COLOR_PANEL);

    view_edge(view, shape, COLOR_INK, 1.5);
    if (state == PUBLISHED_PREFIX || state == PUBLISHED_BARE)
        return;
    mark = rect_inset(mark, edge, edge);
    rect_cut_top(&mark, mark.h / 2);
    draw_rect(view->list, mark, 0, color);
}

/* The mark of publication I, and its value over the lanes, if that stands right
 * of *NAMED. */
static void draw_publication(const TimePanel *panel, uint32_t i, double *named)
{
    const View *view = panel->view;
    const Trace *trace = panel->trace;
    const Instruction *at = trace->instructions + i;
    const Access *access = tile_status_access(trace, at, 0);
    Published state = tile_status_published(trace, at, access);
    const TimeRow *row = time_panel_row(panel, time_panel_block(panel, i));
    double x =
        time_panel_x(panel, (double)panel->schedule->instructions[i].end);
    double size = time_panel_text(view), side = fmin(panel->bar - 2, size);
    char value[VALUE_TEXT];

    time_panel_tag(panel, i);
    time_links_mark(view, x - side / 2, time_panel_y(panel, i) + panel->bar / 2,
                    side, state);
    if (state == PUBLISHED_BARE || panel->top <= 0)
        return;
    shown_value(trace->run.op, access->value, true, value);
    double width = font_width(FONT_CODE_STRONG, size, value) + 2;
    /* arrows to what comes next are on the right, with their heads */
    Rect box = {x - width - view_px(view, 6), row->y - panel->top, width,
                panel->top};
    if (box.x < *named)
        return;
    draw_rect(view->list, box, 0, COLOR_PANEL);
    draw_text(view->list, box, ALIGN_LEFT, FONT_CODE_STRONG, size, view->least,
              COLOR_INK, value);
    *named = x + view_px(view, 6);
}

void time_links_publications(const TimePanel *panel)
{
    const Trace *trace = panel->trace;

    for (uint32_t b = 0; b < trace->blocks_count; ++b) {
        double named = panel->lanes.x - 100;
        uint32_t i, end;
        trace_block_instructions(trace, trace->blocks + b, &i, &end);
        for (; i < end; ++i)
            if (tile_status_publishes(trace, trace->instructions + i))
                draw_publication(panel, i, &named);
    }
}

/* ---- Arrows ---------------------------------------------------------------*/

/* True if LINK is shown: one block needed what another one wrote. */
static bool is_shown(const TimePanel *panel, const WordLink *link)
{
    return link->blocks && link->needed &&
           !trace_is_update(panel->trace->instructions + link->to);
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
    bool critical = is_critical(panel, link);
    double x0 =
        time_panel_x(panel, (double)schedule_visible(schedule, link->from));
    double x1 =
        time_panel_x(panel, (double)schedule->instructions[link->to].start);
    double y0 = time_panel_y(panel, link->from);
    double y1 = time_panel_y(panel, link->to);
    double head = view_px(view, critical ? 12 : 9);

    if (y1 > y0)
        y0 += panel->bar;
    else
        y1 += panel->bar;
    double length = hypot(x1 - x0, y1 - y0);
    if (length < 1)
        return;
    double share = fmax(0, 1 - head * 0.8 / length);
    time_panel_tag_block(panel, time_panel_block(panel, link->to));
    draw_line(view->list, x0, y0, x0 + (x1 - x0) * share,
              y0 + (y1 - y0) * share,
              fmax(1, view_px(view, critical ? 3 : 1.5)), COLOR_INK);
    share = fmin(1, head / length);
    draw_arrow(view->list, x1 - (x1 - x0) * share, y1 - (y1 - y0) * share, x1,
               y1, head, COLOR_INK);
}

void time_links_draw(const TimePanel *panel)
{
    const WordLinks *seen = &panel->schedule->seen;
    size_t arrows = 0;

    for (size_t l = 0; l < seen->links_count; ++l)
        arrows += is_shown(panel, seen->links + l);
    for (size_t l = 0; l < seen->links_count; ++l)
        if (is_shown(panel, seen->links + l) &&
            (is_critical(panel, seen->links + l) || arrows <= MOST_ARROWS))
            draw_link(panel, seen->links + l);
}

/* ---- The critical path ----------------------------------------------------*/

/* The line of it under the lanes of the row of instruction I. */
static double path_y(const TimePanel *panel, uint32_t i)
{
    const TimeRow *row = time_panel_row(panel, time_panel_block(panel, i));

    return row->y + row->h - 1;
}

static void draw_path(const TimePanel *panel, double x0, double y0, double x1,
                      double y1, bool dashed)
{
    if (x1 > x0 || y1 > y0 || y0 > y1)
        draw_line(panel->view->list, x0, y0, x1, y1,
                  fmax(1, view_px(panel->view, 3)), COLOR_INK)
            ->dashed = dashed;
}

void time_links_path(const TimePanel *panel)
{
    const Schedule *schedule = panel->schedule;
    double to = time_panel_x(panel, (double)schedule->end);
    int segments = 0;

    view_thing(panel->view, THING_TOTALS, 1);
    for (uint32_t i = schedule->last, cause;
         i != SCHEDULE_NONE && segments < MOST_SEGMENTS; i = cause) {
        const ScheduledInstruction *when = schedule->instructions + i;
        double x = time_panel_x(panel, (double)when->start), y;
        cause = when->cause;
        if (cause != SCHEDULE_NONE && when->why != SCHEDULE_LAUNCH &&
            time_panel_block(panel, cause) == time_panel_block(panel, i))
            continue; /* in the same row */
        y = path_y(panel, i);
        draw_path(panel, x, y, to, y, false);
        ++segments;
        if (cause == SCHEDULE_NONE)
            break;
        to = time_panel_x(panel,
                          (double)(when->why == SCHEDULE_WORD
                                       ? schedule_visible(schedule, cause)
                                       : schedule->instructions[cause].end));
        if (when->why != SCHEDULE_WORD || /* its arrow is there */
            trace_is_update(panel->trace->instructions + i))
            draw_path(panel, to, path_y(panel, cause), x, y,
                      when->why == SCHEDULE_LAUNCH);
    }
}
