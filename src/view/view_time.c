/* SPDX-License-Identifier: MIT
 *
 * view_time - draws what concurrent blocks and warps do, by the model of time
 * of schedule.h.
 *
 *              0         10        20        30        40   model cycles
 *     tile 0   ┌load────┐▪ ▪ ┃▪▪ ▪┃
 *              │  ┌load────┐▪┃▪▪░░┃░░░░░■░┃▪▪    ░ waits at a barrier
 *                                        ╲
 *     tile 1   ┌load────┐▪ ▪ ┃▪▪ ▪┃▪▪▪////▼┃▪▪   / waits for another block
 *              │  ┌load────┐▪┃▪▪░░┃░░░░░░░┃▪▪    ▼ sees what it published
 *
 * A black line under the lanes is the critical path: what would have to be
 * shorter for the run to be so.  All traces of a frame have one scale of
 * cycles.
 */
#include "view/views.h"

#include "analysis/sum_results.h"
#include "draw/font.h"
#include "view/time_panel.h"

#include <math.h>
#include <stdio.h>

/* px at 1080 */
static const double pad = 16, panel_gap = 12, name_gap = 14, text_size = 20;

static double text_width(const View *view, Font font, const char *text)
{
    return font_width(font, time_panel_text(view), text) + 2;
}

/* ---- Legend ---------------------------------------------------------------*/

typedef struct {
    bool shown;
    double alpha, high; /* of a square; of the path, of its width, its height */
    Published published; /* else PUBLISHED_NOTHING */
    Color color;
    const char *text;
} LegendItem;

/* One line; what has no room is left out. */
static void draw_legend(const TimePanel *panels, int count, Rect box)
{
    const View *view = panels->view;
    bool shuffles = false, waits = false, conflicts = false;

    for (int t = 0; t < count; ++t) {
        const AnalysedTrace *analysed = panels[t].view->analysed;
        shuffles |= analysed->shuffles;
        waits |= panels[t].values;
        conflicts |= analysed->longest > 1;
    }
    const LegendItem items[] = {
        {true, 1, 1, 0, COLOR_LOAD, "load (high: global memory)"},
        {true, 1, 1, 0, COLOR_STORE, "store"},
        {conflicts, 1, 1, 0, COLOR_CONFLICT, "conflict"},
        {shuffles, 1, 1, 0, COLOR_GOOD, "between lanes"},
        {true, 0.35, 1, 0, COLOR_LINK, "waits at a barrier"},
        {waits, 0.35, 1, 0, COLOR_CONFLICT, "waits for a block"},
        {true, 1, 0.17, 0, COLOR_INK, "critical path"},
        {waits, 1, 1, PUBLISHED_AGGREGATE, 0, "aggregate published"},
        {waits, 1, 1, PUBLISHED_PREFIX, 0, "prefix published"},
    };
    double mark = round(view_px(view, 18));
    view_thing(view, THING_FRAME, 0);
    for (size_t i = 0; i < sizeof items / sizeof *items; ++i) {
        double width = text_width(view, FONT_TEXT, items[i].text);
        if (!items[i].shown || box.w < width + mark + view_px(view, 8))
            continue;
        Rect sign = rect_cut_left(&box, mark);
        double x = sign.x + mark / 2, y = box.y + box.h / 2;
        if (items[i].published)
            time_links_mark(view, x, y, mark, items[i].published);
        else
            draw_rect(view->list, rect_around(x, y, mark, mark * items[i].high),
                      0, items[i].color)
                ->alpha = items[i].alpha;
        rect_cut_left(&box, view_px(view, 8));
        view_text(view, rect_cut_left(&box, width), FONT_TEXT, text_size,
                  COLOR_DIM, items[i].text);
        rect_cut_left(&box, view_px(view, 22));
    }
}

/* ---- Cycles and launches --------------------------------------------------*/

/* The box of "cycle 90" in the axis. */
static Rect now_box(const TimePanel *panel, Rect axis, char text[40])
{
    const View *view = panel->view;

    snprintf(text, 40, "cycle %.0f", floor(panel->now));
    double width = text_width(view, FONT_STRONG, text) + view_px(view, 16);
    double x = time_panel_x(panel, panel->now) - width / 2;

    axis.x = layout_clamp(x, axis.x, axis.x + axis.w - width);
    axis.w = width;
    return axis;
}

/* The cycles, a faint line up from each, and over lanes the present. */
static void draw_axis(const TimePanel *panel, Rect axis)
{
    const View *view = panel->view;
    Rect lanes = panel->lanes;
    char text[40], now[40];
    Rect taken = now_box(panel, axis, now);
    double step =
        layout_pattern(fmax(1, view_px(view, 120) / panel->cycle), true);

    view_thing(view, THING_FRAME, 0);
    for (double cycle = 0; time_panel_x(panel, cycle) <= lanes.x + lanes.w + 1;
         cycle += step) {
        double x = round(time_panel_x(panel, cycle)) + 0.5;
        draw_line(view->list, x, lanes.y, x, axis.y, 1, COLOR_EDGE);
        snprintf(text, sizeof text, "%.0f", cycle);
        double width = text_width(view, FONT_CODE, text) + 8;
        Rect box = {x - width / 2, axis.y, width, axis.h};
        if (box.x + box.w < taken.x || box.x > taken.x + taken.w)
            view_label(view, box, FONT_CODE, text_size, COLOR_DIM, text);
    }
}

static void draw_now(const TimePanel *panel, Rect axis)
{
    const View *view = panel->view;
    Rect lanes = panel->lanes;
    char text[40];
    Rect box = now_box(panel, axis, text);
    double x = time_panel_x(panel, panel->now);

    view_thing(view, view->moment->progress < 1 ? THING_MOTION : THING_TOTALS,
               0);
    draw_line(view->list, x, lanes.y - view_px(view, 4), x, box.y + 1,
              fmax(1, view_px(view, 2)), COLOR_INK);
    draw_arrow(view->list, x, lanes.y - view_px(view, 12), x,
               lanes.y - view_px(view, 1), view_px(view, 11), COLOR_INK);
    draw_rect(view->list, box, view_px(view, 4), COLOR_INK);
    view_label(view, box, FONT_STRONG, text_size, COLOR_PANEL, text);
}

/* The launches over the lanes in CHIPS, each from its start to its end: with
 * "launch 1: scan each block", "launch 1" or "1". */
static void draw_launches(const TimePanel *panel, Rect chips)
{
    const View *view = panel->view;
    const Trace *trace = panel->trace;
    double foot = panel->lanes.y + panel->lanes.h, from, to;

    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const ScheduledLaunch *launch = panel->schedule->launches + g;
        uint32_t number = recorded_launches_number(trace, g);
        Text full = {0}, brief = {0}, least = {0};
        if (!time_panel_span(panel, launch->start, launch->end, 0, &from, &to))
            continue;
        text_add(&full, "launch %u: %s", number, trace->grids[g].title);
        text_add(&brief, "launch %u", number);
        text_add(&least, "%u", number);
        const char *texts[] = {full.text, brief.text, least.text};
        Rect box = {from, chips.y, to - from, chips.h};
        view_thing(view, THING_LAUNCH, g);
        draw_rect(view->list, box, 0, COLOR_HELD);
        for (int end = 0; end < 2; ++end) {
            double x = end ? round(to) + 0.5 : round(from) - 0.5;
            draw_line(view->list, x, box.y, x, foot, 1, COLOR_INK);
        }
        view_text_fitting(view, rect_inset(box, view_px(view, 5), 0), FONT_TEXT,
                          text_size, COLOR_INK, texts, 3);
        text_free(&full);
        text_free(&brief);
        text_free(&least);
    }
}

/* ---- Names ----------------------------------------------------------------*/

/* "W1" right of the name, at each lane of ROW. */
static void draw_warp_names(const TimePanel *panel, const TimeRow *row,
                            Rect box)
{
    const View *view = panel->view;
    char name[16];

    for (uint32_t w = 0; panel->open && row->lanes > 1 && w < row->lanes; ++w) {
        Rect lane = {box.x, panel->tops[row->lane + w], box.w, panel->bar};
        snprintf(name, sizeof name, "W%u", w);
        draw_text(view->list, lane, ALIGN_RIGHT, FONT_CODE,
                  time_panel_text(view), view->least, COLOR_DIM, name);
    }
}

/* The names of rows in BOX, as far as they do not touch. */
static void draw_names(const TimePanel *panel, Rect box)
{
    const View *view = panel->view;
    double next = box.y, line = time_panel_line(view);
    char name[40];

    for (uint32_t r = 0; r < panel->rows_count; ++r) {
        const TimeRow *row = panel->rows + r;
        double y =
            row->y + (panel->open ? panel->bar - line : row->h - line) / 2;
        view_thing(view, THING_FRAME, r);
        draw_warp_names(panel, row, box);
        if (y < next - line / 2 || y + line > box.y + box.h + line / 2)
            continue;
        snprintf(name, sizeof name, "%s %u", panel->noun, row->number);
        view_text(view, (Rect){box.x, y, box.w, line}, FONT_STRONG, text_size,
                  COLOR_INK, name);
        next = y + line * 1.6;
    }
}

/* The width of the names left of the lanes. */
static double names_width(const TimePanel *panel)
{
    char text[48];

    snprintf(text, sizeof text, "%s %u", panel->noun,
             panel->rows_count ? panel->rows[panel->rows_count - 1].number : 0);
    return text_width(panel->view, FONT_STRONG, text) +
           text_width(panel->view, FONT_CODE, "W31") +
           view_px(panel->view, 2 * name_gap);
}

/* ---- Words ----------------------------------------------------------------*/

/* How many blocks of launch G run, wait for another block, have not started,
 * and have ended. */
static void count_blocks(const TimePanel *panel, uint32_t g, uint32_t counts[4])
{
    const Schedule *schedule = panel->schedule;
    uint32_t b, end;

    trace_grid_blocks(panel->trace, g, &b, &end);
    for (; b < end; ++b) {
        const ScheduledBlock *block = schedule->blocks + b;
        ++counts[panel->now < (double)block->start ? 2
                 : panel->now < (double)block->end ? 0
                                                   : 3];
    }
    uint32_t last = UINT32_MAX; /* links of a block are side by side */
    for (size_t l = 0; l < schedule->seen.links_count; ++l) {
        const WordLink *link = schedule->seen.links + l;
        const ScheduledInstruction *to = schedule->instructions + link->to;
        b = time_panel_block(panel, link->to);
        if (b == last || !link->blocks || !to->waited ||
            panel->now < (double)to->ready || panel->now >= (double)to->start ||
            panel->trace->blocks[b].grid != g || !counts[0])
            continue;
        last = b;
        --counts[0];
        ++counts[1];
    }
}

/* "Cycle 90 of 143, launch 2: 3 tiles run, 1 waits.", or "Cycle 90 of 143.". */
static void write_sentence(const TimePanel *panel, Text *full, Text *brief)
{
    static const char *const does[][2] = {{"runs", "run"},
                                          {"waits", "wait"},
                                          {"has not started",
                                           "have not started"},
                                          {"has ended", "have ended"}};
    const Trace *trace = panel->trace;
    uint32_t g = 0, counts[4] = {0};
    bool first = true;

    while (g + 1 < trace->grids_count &&
           (double)panel->schedule->launches[g + 1].start <= panel->now)
        ++g;
    text_add(brief, "Cycle %.0f of %llu", floor(panel->now),
             (unsigned long long)panel->schedule->end);
    text_add(full, "%s", brief->text);
    if (trace->grids_count > 1)
        text_add(full, ", launch %u", recorded_launches_number(trace, g));
    if (trace->blocks_count > 1)
        count_blocks(panel, g, counts);
    for (int i = 0; i < 4; ++i) {
        if (!counts[i])
            continue;
        text_add(full, "%s %u", first ? ":" : ",", counts[i]);
        if (first)
            text_add(full, " %s%s", panel->noun, counts[i] == 1 ? "" : "s");
        text_add(full, " %s", does[i][counts[i] > 1]);
        first = false;
    }
    text_add(full, ".");
    text_add(brief, ".");
}

/* Shared memory serves the only block one instruction after the other, so that
 * its cycles are a part of its time; of several blocks it is a part of their
 * work. */
static void add_total(const TimePanel *panel, Text *text)
{
    const BankTable *banks = &panel->view->analysed->banks;
    size_t blocks = panel->trace->blocks_count;

    if (blocks > 1)
        text_add(text, "%llu of work in %zu blocks",
                 (unsigned long long)panel->schedule->work, blocks);
    else
        text_add(text, "%u of them on shared memory",
                 banks->starts[banks->count]);
}

static void draw_model(const View *view, const ScheduleCosts *costs, Rect box)
{
    Text full = {0}, brief = {0};

    text_add(&full,
             "Model: an instruction 1 cycle · a first load from global memory "
             "%u · the next launch %u · a value used before %u",
             costs->dram, costs->launch, costs->word);
    text_add(&brief, "Model: global load %u · next launch %u", costs->dram,
             costs->launch);
    if (costs->start)
        text_add(&full, " · next block %u", costs->start);
    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, box, FONT_TEXT, text_size, COLOR_DIM,
                      (const char *[]){full.text, brief.text}, 2);
    text_free(&full);
    text_free(&brief);
}

/* ---- The panel ------------------------------------------------------------*/

/* "160 cycles  768 of work in 6 blocks", cut off the right of *BOX. */
static void draw_total(const TimePanel *panel, Rect *box)
{
    const View *view = panel->view;
    Text total = {0}, more = {0};

    text_add(&total, "%llu cycle%s", (unsigned long long)panel->schedule->end,
             panel->schedule->end == 1 ? "" : "s");
    add_total(panel, &more);
    double width = text_width(view, FONT_TEXT, more.text);
    double strong = text_width(view, FONT_STRONG, total.text);
    view_thing(view, THING_TOTALS, 2);
    if (width + strong < box->w * 0.5)
        view_text(view, rect_cut_right(box, width), FONT_TEXT, text_size,
                  COLOR_DIM, more.text);
    rect_cut_right(box, view_px(view, name_gap));
    view_text(view, rect_cut_right(box, strong), FONT_STRONG, text_size,
              COLOR_INK, total.text);
    rect_cut_right(box, view_px(view, 20));
    text_free(&total);
    text_free(&more);
}

/* The name beside other traces, the sentence, and the total. */
static void draw_head(const TimePanel *panel, Rect box)
{
    const View *view = panel->view;
    const char *name = trace_title(panel->trace);
    Text full = {0}, brief = {0};

    draw_total(panel, &box);
    view_thing(view, THING_FRAME, 0);
    if (!view->single) {
        view_text(view,
                  rect_cut_left(&box, fmin(text_width(view, FONT_STRONG, name),
                                           box.w)),
                  FONT_STRONG, text_size, COLOR_INK, name);
        rect_cut_left(&box, view_px(view, 18));
    }
    if (view->no_caption)
        return;
    view_thing(view, THING_SENTENCE, 0);
    write_sentence(panel, &full, &brief);
    view_text_fitting(view, box, FONT_TEXT, text_size, COLOR_INK,
                      (const char *[]){full.text, brief.text}, 2);
    text_free(&full);
    text_free(&brief);
}

static double head_height(const View *view)
{
    return time_panel_line(view) + view_px(view, 14);
}

/* All of a panel but the lanes. */
static double around_lanes(const TimePanel *panel)
{
    const View *view = panel->view;
    int lines = panel->trace->grids_count > 1 ? 2 : 1;

    return head_height(view) + lines * (time_panel_line(view) + 4) +
           view_px(view, 32);
}

static void draw_panel(TimePanel *panel, Rect box, double names,
                       uint64_t cycles)
{
    const View *view = panel->view;
    double line = time_panel_line(view) + 4;
    Rect chips = {0, 0, 0, 0};

    view_thing(view, THING_FRAME, 0);
    Shape *ground = draw_rect(view->list, box, view_px(view, 10), COLOR_PANEL);
    view_edge(view, ground, COLOR_EDGE, 1);
    display_list_area(view->list, AREA_TIME, view->panel, box);
    box = rect_inset(box, view_px(view, pad), view_px(view, 4));
    Rect head = rect_cut_top(&box, head_height(view));
    Rect axis = rect_cut_bottom(&box, line);
    if (panel->trace->grids_count > 1)
        chips = rect_cut_top(&box, line);
    rect_cut_top(&box, view_px(view, 14));
    Rect left = rect_cut_left(&box, names);
    rect_cut_right(&left, view_px(view, name_gap));
    rect_cut_right(&box, view_px(view, 26));
    time_panel_place(panel, box, cycles);
    axis.y = panel->lanes.y + panel->lanes.h + view_px(view, 4);
    draw_head(panel, head);
    draw_axis(panel, axis);
    draw_names(panel, left);
    if (panel->trace->grids_count > 1)
        draw_launches(panel, chips);
    time_lanes_draw(panel);
    time_links_path(panel);
    time_links_draw(panel);
    draw_now(panel, axis);
    if (panel->open && !panel->strips) {
        time_lanes_names(panel);
        time_links_publications(panel);
    }
}

void view_time(const View wholes[], int count, const ScheduleCosts *costs,
               Rect box)
{
    TimePanel panels[PLAYER_MAX_TRACES];
    double line = time_panel_line(wholes) + 4, gap = view_px(wholes, panel_gap);
    double likes = 0, around = 0, names = 0;
    uint64_t cycles = 0;

    for (int t = 0; t < count; ++t) {
        TimePanel *panel = panels + t;
        *panel = time_panel_new(wholes + t, costs);
        likes += time_panel_likes(panel);
        around += around_lanes(panel);
        names = fmax(names, names_width(panel));
        if (panel->schedule->end > cycles)
            cycles = panel->schedule->end;
    }
    Rect note = rect_cut_bottom(&box, line), legend;
    legend = rect_cut_bottom(&box, line);
    double room = fmax(box.h - gap * (count - 1) - around, 0);
    for (int t = 0; t < count; ++t) {
        double share = time_panel_likes(panels + t) / fmax(likes, 1);
        if (likes > room) /* the smaller ones lose less */
            share = 0.5 / count + 0.5 * share;
        draw_panel(panels + t,
                   rect_cut_top(&box, around_lanes(panels + t) + room * share),
                   names, cycles);
        rect_cut_top(&box, gap);
    }
    draw_legend(panels, count, legend);
    draw_model(wholes, &panels->schedule->costs, note);
    for (int t = 0; t < count; ++t)
        time_panel_free(panels + t);
}
