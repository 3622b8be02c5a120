/* SPDX-License-Identifier: MIT
 *
 * time_legend - see time_legend.h.
 */
#include "view/time_legend.h"

#include "draw/font.h"
#include "view/time_lanes.h"
#include "view/time_links.h"
#include "view/time_text.h"

#include <math.h>

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

void time_legend_draw(const TimePanel *panels, int count, Rect box)
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

void time_legend_note(const TimePanel *panel, Rect box)
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
