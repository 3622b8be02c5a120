/* SPDX-License-Identifier: MIT
 *
 * view_time - draws what concurrent blocks and warps do, by the model of time
 * of schedule.h.
 *
 *              0         10        20        30        40   model cycles
 *     tile 0   ┌load────┐▪ ▪ ┃▪▪ ▪┃     68
 *     block 1  │  ┌load────┐▪┃▪▪░░┃░░░░░■░┃▪▪    ░ waits at a barrier
 *                                        ╲
 *     tile 1   ┌load────┐▪ ▪ ┃▪▪ ▪┃▪▪////▼┃▪▪    / waits for another block
 *     block 0  │  ┌load────┐▪┃▪▪░░┃░░░░░░░┃▪▪    ▼ sees what it published
 *
 * A black line under the lanes is the critical path: what would have to be
 * shorter for the run to be so.  All traces of a frame have one scale of
 * cycles.
 */
#include "view/views.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "view/time_lanes.h"
#include "view/time_links.h"
#include "view/time_panel.h"
#include "view/time_text.h"

#include <math.h>
#include <stdio.h>

/* ---- Legend --------------------------------------------------------------*/

typedef enum {
    SIGN_BAR,
    SIGN_HATCH,
    SIGN_HALF,
    SIGN_FULL,
    SIGN_PATH,
    SIGN_BARRIER,
    SIGN_ARROW,
    SIGN_DASHED,
    SIGN_NOW
} Sign;

static void draw_sign(const View *view, Rect box, Sign sign, Color color)
{
    double y = box.y + box.h / 2, foot = box.y + box.h;
    double size = round(box.h * time_panel_share(color));

    switch (sign) {
    case SIGN_BAR:
        draw_rect(view->list, (Rect){box.x, foot - size, box.w, size}, 0,
                  color);
        return;
    case SIGN_HATCH:
        time_panel_hatch(view, box, color);
        return;
    case SIGN_HALF:
        time_links_mark(view, box.x + box.w / 2, y, box.h, PUBLISHED_AGGREGATE);
        return;
    case SIGN_FULL:
        time_links_mark(view, box.x + box.w / 2, y, box.h, PUBLISHED_PREFIX);
        return;
    case SIGN_PATH:
        draw_line(view->list, box.x, y, box.x + box.w, y, view_px(view, 3),
                  COLOR_INK);
        return;
    case SIGN_BARRIER:
        time_lanes_barrier(view, round(box.x + box.w / 2) + 0.5, box.y - 2,
                           foot + 2);
        return;
    case SIGN_ARROW: {
        double head = view_px(view, 9);
        draw_line(view->list, box.x, y, box.x + box.w - head * 0.8, y,
                  view_px(view, 1.8), COLOR_INK);
        draw_arrow(view->list, box.x + box.w - head, y, box.x + box.w, y, head,
                   COLOR_INK);
        return;
    }
    default:
        draw_line(view->list, box.x, y, box.x + box.w, y,
                  fmax(1, view_px(view, 1)), COLOR_LINK)
            ->dashed = true;
    }
}

/* What there is in any of the panels. */
typedef struct {
    bool shuffles, barriers, words, statuses, unneeded, conflicts;
} TimeParts;

static TimeParts parts_of(const TimePanel *panels, int count)
{
    TimeParts parts = {0};

    for (int t = 0; t < count; ++t) {
        const TimePanel *panel = panels + t;
        const AnalysedTrace *analysed = panel->view->analysed;
        const Schedule *schedule = panel->schedule;
        parts.shuffles |= analysed->shuffles;
        parts.barriers |= panel->trace->steps_count > 1 && !panel->bins;
        parts.conflicts |=
            analysed->conflicts[panel->trace->instructions_count] > 0 &&
            !panel->bins;
        for (size_t l = 0; l < schedule->seen.links_count; ++l) {
            const WordLink *link = schedule->seen.links + l;
            if (!time_links_shows(panel, link))
                continue;
            parts.words = true;
            parts.unneeded |= !link->needed;
            parts.statuses |=
                tile_status_looks(panel->trace,
                                  panel->trace->instructions + link->to);
        }
    }
    return parts;
}

/* The legend of COUNT panels, in one line. */
static void time_legend_draw(const TimePanel *panels, int count, Rect box)
{
    const View *view = panels->view;
    TimeParts parts = parts_of(panels, count);
    const struct {
        bool shown;
        Sign sign;
        Color color;
        const char *text;
    } items[] = {
        {true, SIGN_BAR, COLOR_LOAD, "load"},
        {true, SIGN_BAR, COLOR_STORE, "store"},
        {parts.conflicts, SIGN_BAR, COLOR_CONFLICT, "conflict"},
        {parts.shuffles, SIGN_BAR, COLOR_GOOD, "between lanes"},
        {true, SIGN_BAR, COLOR_GLOBAL, "global memory"},
        {true, SIGN_PATH, COLOR_INK, "critical path"},
        {parts.barriers, SIGN_BARRIER, COLOR_DIM, "barrier"},
        {parts.barriers, SIGN_HATCH, COLOR_LINK, "waits at a barrier"},
        {parts.words, panels->bins ? SIGN_BAR : SIGN_HATCH, COLOR_CONFLICT,
         "waits for another block"},
        {parts.words, SIGN_ARROW, COLOR_INK, "seen"},
        {parts.unneeded, SIGN_DASHED, COLOR_LINK, "loaded, not needed"},
        {parts.statuses, SIGN_HALF, COLOR_STORE, "aggregate published"},
        {parts.statuses, SIGN_FULL, COLOR_GOOD, "prefix published"},
    };
    double size = view_size(view, 14), mark = round(view_px(view, 14));

    view_thing(view, THING_FRAME, 0);
    for (size_t i = 0; i < sizeof items / sizeof *items; ++i) {
        double width = font_width(FONT_TEXT, size, items[i].text) + 1;
        double sign = items[i].sign == SIGN_HALF || items[i].sign == SIGN_FULL
                          ? mark
                          : 2 * mark;
        if (!items[i].shown)
            continue;
        if (box.w < width + sign + view_px(view, 8))
            return;
        Rect place = rect_cut_left(&box, sign);
        draw_sign(view,
                  rect_around(place.x + sign / 2, box.y + box.h / 2, sign,
                              mark),
                  items[i].sign, items[i].color);
        rect_cut_left(&box, view_px(view, 8));
        view_text(view, rect_cut_left(&box, width), FONT_TEXT, 14, COLOR_DIM,
                  items[i].text);
        rect_cut_left(&box, view_px(view, 22));
    }
}

/* What an instruction and a word take by the model of PANEL. */
static void time_legend_note(const TimePanel *panel, Rect box)
{
    const View *view = panel->view;
    Text text = {0};

    time_text_model(&panel->schedule->costs, false, &text);
    if (view_least_width(view, FONT_TEXT, text.text) > box.w) {
        text_free(&text);
        time_text_model(&panel->schedule->costs, true, &text);
    }
    view_thing(view, THING_FRAME, 0);
    view_text(view, box, FONT_TEXT, 14, COLOR_DIM, text.text);
    text_free(&text);
}

/* ---- Panels --------------------------------------------------------------*/

/* px at 1080 */
static const double pad = 16, name_height = 34, line_height = 26;
static const double chip_height = 26, axis_height = 28, panel_gap = 10;
static const double lane_name = 44, label_gap = 12;
static const double least_bar = 2; /* pixels a cycle, for separate bars */

enum {
    MOST_BARS = 40000 /* instructions that are drawn one by one */
};

/* ---- Names ---------------------------------------------------------------*/

/* The block of a tile, if it has another number; else nothing. */
static void other_name(const TimePanel *panel, const TimeRow *row, Text *text)
{
    const Block *block = panel->trace->blocks + row->block;

    if (panel->at.noun[0] == 't')
        text_add(text, "block %u", block->index);
}

/* The name in the middle of the first lane, the other one under it. */
static void draw_open_name(const TimePanel *panel, const TimeRow *row, Rect box)
{
    const View *view = panel->view;
    Text name = {0}, other = {0};
    double line = view_size(view, 17) * 1.3, all;

    text_add(&name, "%s %u", panel->at.noun, row->number);
    other_name(panel, row, &other);
    all = time_layout_row(&panel->at, row) + panel->at.foot;
    box.y = row->y;
    box.h = other.text && all >= 2 * line ? line : panel->at.lane;
    view_text(view, box, FONT_STRONG, 17, COLOR_INK, name.text);
    box.y += line;
    if (other.text && all >= 2 * line)
        view_text(view, box, FONT_TEXT, 14, COLOR_DIM, other.text);
    text_free(&name);
    text_free(&other);
}

/* The block of ROW whose warps are named: of blocks of several launches the one
 * that was the last to start at the cycle shown. */
static uint32_t named_block(const TimePanel *panel, const TimeRow *row)
{
    uint32_t named = row->block;

    for (uint32_t b = 0; b < panel->trace->blocks_count; ++b)
        if (time_layout_row_of(&panel->at, b) == row &&
            (double)panel->schedule->blocks[b].start <= panel->now)
            named = b;
    return named;
}

/* "W0" at each lane. */
static void draw_lane_names(const TimePanel *panel, const TimeRow *row,
                            Rect box)
{
    const View *view = panel->view;
    uint32_t b = named_block(panel, row);
    uint32_t lanes = time_layout_lanes(&panel->at, b);
    char name[16];

    box.h = time_layout_bar(&panel->at, b);
    if (box.h < view->least || lanes != time_layout_warps(&panel->at, b))
        return;
    for (uint32_t w = 0; w < lanes; ++w) {
        box.y = time_layout_y(&panel->at, b, w);
        snprintf(name, sizeof name, "W%u", w);
        draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view_size(view, 14),
                  view->least, COLOR_DIM, name);
    }
}

/* The names of rows that are not open, as far as they do not touch. */
static void draw_closed_name(const TimePanel *panel, const TimeRow *row,
                             Rect box, double *next)
{
    const View *view = panel->view;
    double line = view_size(view, 14) * 1.3;
    double height = time_layout_row(&panel->at, row);
    Text name = {0};

    box.y = row->y + (fmin(height, line) - line) / 2;
    if (box.y < *next ||
        box.y + line > panel->names.y + panel->names.h + line / 2)
        return;
    box.h = line;
    text_add(&name, "%s %u", panel->at.noun, row->number);
    view_text(view, box, FONT_TEXT, 14, COLOR_INK, name.text);
    *next = box.y + line * 1.4;
    text_free(&name);
}

static void draw_names(const TimePanel *panel)
{
    const View *view = panel->view;
    double next = 0;

    for (uint32_t r = 0; r < panel->at.rows_count; ++r) {
        const TimeRow *row = panel->at.rows + r;
        Rect box = panel->names;
        Rect lanes = rect_cut_right(&box, view_px(view, lane_name));
        view_thing(view, THING_FRAME, r);
        lanes.w -= view_px(view, label_gap);
        if (!time_panel_is_open(panel)) {
            draw_closed_name(panel, row, box, &next);
            continue;
        }
        draw_open_name(panel, row, box);
        draw_lane_names(panel, row, lanes);
    }
}

/* ---- The panel -----------------------------------------------------------*/

static void draw_lanes(TimePanel *panel)
{
    const View *view = panel->view;
    uint32_t blocks = (uint32_t)panel->trace->blocks_count;
    bool clips = zoom_scale(view->zooms + ZOOM_TIME) > 1;

    if (clips)
        draw_clip(view->list, (Rect){panel->at.lanes.x, panel->box.y,
                                     panel->at.lanes.w, panel->box.h});
    if (panel->trace->grids_count > 1)
        time_axis_launches(panel);
    if (panel->bins)
        time_strips_draw(panel);
    for (uint32_t b = 0; b < blocks && !panel->bins; ++b)
        time_lanes_draw(panel, b);
    time_links_path(panel);
    time_links_draw(panel);
    if (clips)
        draw_unclip(view->list);
}

/* What lies over all lines, over the line of the shown cycle too. */
static void draw_texts(const TimePanel *panel)
{
    const View *view = panel->view;
    uint32_t blocks = (uint32_t)panel->trace->blocks_count;
    bool clips = zoom_scale(view->zooms + ZOOM_TIME) > 1;

    if (!time_panel_is_open(panel) || panel->bins)
        return;
    if (clips)
        draw_clip(view->list, (Rect){panel->at.lanes.x, panel->box.y,
                                     panel->at.lanes.w, panel->box.h});
    time_lanes_names(panel);
    for (uint32_t b = 0; b < blocks && panel->at.foot > 0; ++b)
        time_lanes_steps(panel, b);
    for (uint32_t b = 0; b < blocks; ++b)
        time_links_publications(panel, b);
    if (clips)
        draw_unclip(view->list);
}

static void draw_totals(const TimePanel *panel, Rect *box)
{
    const View *view = panel->view;
    Text total = {0};

    time_text_total(panel->schedule, &total);
    double large = font_width(FONT_STRONG, view_size(view, 24), total.text) + 2;
    view_thing(view, THING_TOTALS, 2);
    for (int brief = 0; brief < 2; ++brief) {
        Text more = {0};
        time_text_totals(view, panel->schedule, brief, &more);
        double small =
            font_width(FONT_TEXT, view_size(view, 15), more.text) + 2;
        bool fits = large + small + view_px(view, 12) <= box->w * 0.8;
        if (fits) {
            view_text(view, rect_cut_right(box, small), FONT_TEXT, 15,
                      COLOR_DIM, more.text);
            rect_cut_right(box, view_px(view, 10));
        }
        text_free(&more);
        if (fits)
            break;
    }
    if (large < box->w)
        view_text(view, rect_cut_right(box, large), FONT_STRONG, 24, COLOR_INK,
                  total.text);
    rect_cut_right(box, view_px(view, 20));
    text_free(&total);
}

/* Beside other traces the sentence stands beside the name. */
static void draw_head(const TimePanel *panel, Rect box)
{
    const View *view = panel->view;
    Rect top = rect_cut_top(&box, view_px(view, name_height));
    const char *name = trace_title(panel->trace);
    const char *summary = panel->trace->run.summary;
    Statement statement = {0};
    Text text = {0};

    draw_totals(panel, &top);
    view_thing(view, THING_FRAME, 0);
    double width = font_width(FONT_STRONG, view_size(view, 22), name) + 2;
    if (!view->single) {
        view_text(view, rect_cut_left(&top, fmin(width, top.w)), FONT_STRONG,
                  22, COLOR_INK, name);
        rect_cut_left(&top, view_px(view, 18));
        box = top;
    }
    if ((view->single || view->no_caption) && summary &&
        view_least_width(view, FONT_TEXT, summary) <= top.w)
        view_text(view, top, FONT_TEXT, 16, COLOR_DIM, summary);
    if (view->no_caption)
        return;
    view_thing(view, THING_SENTENCE, 0);
    time_text_sentence(&panel->at, panel->now, &statement);
    view_fit_line(&statement, FONT_TEXT, view->least, box.w, &text);
    if (text.length)
        view_text(view, box, FONT_TEXT, 17, COLOR_INK, text.text);
    statement_free(&statement);
    text_free(&text);
}

static double head_height(const View *view)
{
    bool line = view->single && !view->no_caption;

    return view_px(view, name_height + (line ? line_height : 0));
}

/* All of a panel but the lanes. */
static double around_lanes(const TimePanel *panel)
{
    const View *view = panel->view;
    double launches =
        panel->trace->grids_count > 1 ? view_px(view, chip_height) : 0;

    return head_height(view) + launches +
           view_px(view, pad / 4 + axis_height + 17);
}

/* The width of the names left of the lanes, with the warps' names. */
static double names_width(const TimePanel *panel)
{
    const View *view = panel->view;
    uint32_t most = 0;
    char text[48];

    for (uint32_t r = 0; r < panel->at.rows_count; ++r)
        most =
            panel->at.rows[r].number > most ? panel->at.rows[r].number : most;
    snprintf(text, sizeof text, "%s %u", panel->at.noun, most);
    double width = font_width(FONT_STRONG, view_size(view, 17), text);
    snprintf(text, sizeof text, "block %u", most);
    return fmax(width, font_width(FONT_TEXT, view_size(view, 14), text)) +
           view_px(view, lane_name + 4);
}

static void draw_panel(TimePanel *panel, Rect box, double names,
                       uint64_t cycles)
{
    const View *view = panel->view;

    panel->box = box;
    view_thing(view, THING_FRAME, 0);
    Shape *ground = draw_rect(view->list, box, view_px(view, 10), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 1);
    display_list_area(view->list, AREA_TIME, view->panel, box);
    box = rect_inset(box, view_px(view, pad), 0);
    rect_cut_top(&box, view_px(view, pad / 4));
    Rect head = rect_cut_top(&box, head_height(view));
    panel->axis = rect_cut_bottom(&box, view_px(view, axis_height));
    rect_cut_bottom(&box, view_px(view, 4));
    if (panel->trace->grids_count > 1)
        panel->chips = rect_cut_top(&box, view_px(view, chip_height));
    rect_cut_top(&box, view_px(view, 13));
    panel->names = rect_cut_left(&box, names);
    rect_cut_right(&box, view_px(view, 26));
    time_layout_place(&panel->at, box, cycles);
    panel->axis.y = panel->at.lanes.y + panel->at.lanes.h + view_px(view, 4);
    panel->bins = panel->at.mode > TIME_LANES || panel->at.cycle < least_bar ||
                  panel->trace->instructions_count > MOST_BARS;
    draw_head(panel, head);
    time_axis_draw(panel);
    draw_names(panel);
    draw_lanes(panel);
    time_axis_now(panel);
    draw_texts(panel);
}

/* ---- All -----------------------------------------------------------------*/

/* The factor by which texts and lanes are larger, to fill the room. */
static const double most_larger = 1.7;
static TimePanel open_panel(const View *view, const ScheduleCosts *costs)
{
    const Schedule *schedule = analysed_schedule(view->whole, costs);
    TimePanel panel = {.view = view,
                       .trace = view->trace,
                       .schedule = schedule,
                       .at = time_layout_new(view, schedule),
                       .now = time_text_now(view, schedule),
                       .running = SCHEDULE_NONE};

    if (view->position && (view->position < view->trace->instructions_count ||
                           view->moment->progress < 1))
        panel.running =
            (uint32_t)analysed_running(view->analysed, view->position);
    return panel;
}

/* What all panels of a frame need together. */
typedef struct {
    double likes, around, names;
    uint64_t cycles;
} TimeNeeds;

static TimeNeeds needs_of(const TimePanel *panels, int count)
{
    TimeNeeds needs = {0};

    for (int t = 0; t < count; ++t) {
        const TimePanel *panel = panels + t;
        uint64_t end = panel->schedule->end;
        needs.likes += time_layout_likes(&panel->at);
        needs.around += around_lanes(panel);
        needs.names = fmax(needs.names, names_width(panel));
        needs.cycles = end > needs.cycles ? end : needs.cycles;
    }
    return needs;
}

/* Makes all larger where there is room in HEIGHT pixels. */
static void enlarge(View views[], TimePanel *panels, int count, double height)
{
    TimeNeeds needs = needs_of(panels, count);
    double larger = height / fmax(needs.likes + needs.around, 1);

    larger = layout_clamp(larger, 1, most_larger);
    for (int t = 0; t < count; ++t) {
        views[t].unit *= larger;
        views[t].least *= larger;
    }
}

void view_time(const View wholes[], int count, const ScheduleCosts *costs,
               Rect box)
{
    TimePanel panels[PLAYER_MAX_TRACES];
    View views[PLAYER_MAX_TRACES];
    double line = view_px(wholes, 28), gap = view_px(wholes, panel_gap);

    Rect note = rect_cut_bottom(&box, line);
    Rect legend = rect_cut_bottom(&box, line);
    for (int t = 0; t < count; ++t) {
        views[t] = wholes[t];
        panels[t] = open_panel(views + t, costs);
    }
    double room = box.h - gap * (count - 1);
    enlarge(views, panels, count, room);
    TimeNeeds needs = needs_of(panels, count);
    room = fmax(room - needs.around, 0);
    for (int t = 0; t < count; ++t) {
        double likes = time_layout_likes(&panels[t].at);
        double share = likes / fmax(needs.likes, 1);
        if (needs.likes > room) /* the smaller ones lose less */
            share = 0.5 / count + 0.5 * share;
        draw_panel(panels + t,
                   rect_cut_top(&box, around_lanes(panels + t) + room * share),
                   needs.names, needs.cycles);
        rect_cut_top(&box, gap);
    }
    for (int t = 0; t < count; ++t)
        views[t] = wholes[t];
    time_legend_draw(panels, count, legend);
    time_legend_note(panels, note);
    for (int t = 0; t < count; ++t)
        time_layout_free(&panels[t].at);
}
