/* SPDX-License-Identifier: MIT
 *
 * The queues of the banks: names below each other where they fit, else bars.
 *
 *     ════════ ════════          ════════ ════════
 *                                | ✓ T0 |  served     |      |  served
 *                                [  T2  ]  waits      ▓▓▓▓▓▓▓▓  waiting
 *      ( T0 )   ( T2 )            1 lane waits
 *       on the way
 *
 * A queue that is longer than its room ends with the number of those that are
 * not shown; while it is served, it moves up.
 */
#include "view/memory_layout.h"

#include "draw/font.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>

static const double tick_share = 0.6;  /* of the size of a name, its tick */
static const double name_share = 0.68; /* of the height of its box, a name */
static const double line_share = 1.45; /* of the least text, a line */
static const double widest_name = 150; /* px at 1080 */

/* ---- Names ----------------------------------------------------------------*/

/* The first name that is shown of a queue at BANK. */
static int first_shown(const MemoryLayout *layout, uint32_t bank)
{
    const View *view = &layout->queue;
    int most = view->service->queues[bank] - layout->room;

    if (!view_is_moving(view) || most <= 0)
        return 0;
    int begun = service_begun(view->service, view->moment->progress, bank) - 1;
    return int_most(0, int_least(begun, most));
}

static Rect name_box(const MemoryLayout *layout, uint32_t bank, int place)
{
    const View *view = layout->view;
    double width = fmin(layout->widths[bank],
                        fmax(view_px(view, widest_name), 3 * layout->name));

    return (Rect){layout->xs[bank] + (layout->widths[bank] - width) / 2,
                  layout->queues.y + layout->rail + place * layout->name, width,
                  layout->name - view_px(view, 4)};
}

/* The tick that stands for served, before TEXT in BOX, if there is room. */
static void draw_tick(const View *view, Rect box, const Shape *text,
                      Color color)
{
    double size = text->size * tick_share;
    double left = text->box.x - 1.6 * size, y = box.y + (box.h - size) / 2;

    if (left >= box.x + view_px(view, 3))
        draw_check(view->list, (Rect){left, y + size * 0.1, size, size * 0.75},
                   fmax(1, size / 6), color);
}

/* Draws in BOX the name of the lane of access I: full while it waits, with an
 * edge while it is served, and then pale with a tick. */
static void draw_name(const View *view, Rect box, int i)
{
    const Access *access = view->accesses + i;
    Color color = view_access_color(view, access);
    uint32_t thread = trace_thread(view->trace, view->running, access);
    bool done = view_done(view, access);
    double radius = view_px(view, 6);
    double size = fmax(view->least, box.h * name_share);
    char name[16];

    snprintf(name, sizeof name, "T%u", thread);
    double ems = font_width(FONT_CODE_STRONG, 1, name);
    if (done)
        draw_rect(view->list, box, radius, color)->alpha = 0.22;
    Shape *shape =
        draw_rect(view->list, box, radius, done ? COLOR_NONE : color);
    if (done)
        view_edge(view, shape, color, 1.4);
    else if (view_begun(view, access))
        view_edge(view, shape, COLOR_INK, 3);
    view_thread(view, shape, thread);
    size = fmin(size, box.w / (ems + VIEW_APART));
    double tick = done ? size * tick_share * 2 : 0;
    if (tick + (ems + 0.3) * size > box.w) /* no room for it */
        tick = 0;
    Rect inside = {box.x + tick, box.y, box.w - tick, box.h};
    Shape *text = view_label(view, inside, FONT_CODE_STRONG, size / view->unit,
                             done ? COLOR_INK : view_on(color), name);
    if (text && tick > 0)
        draw_tick(view, box, text,
                  color == COLOR_CONFLICT ? COLOR_ALARM : COLOR_INK);
}

static void draw_names(const MemoryLayout *layout, uint32_t bank)
{
    const View *view = &layout->queue;
    int first = first_shown(layout, bank), room = layout->room;
    int left = view->service->queues[bank] - first;
    char more[16];

    room -= left > room;
    for (int place = 0; place < room && place < left; ++place) {
        uint32_t at = (uint32_t)(first + place);
        if (!view->elsewhere)
            view_pair(view, THING_PLACE, bank, at);
        draw_name(view, name_box(layout, bank, place),
                  service_at(view->service, bank, at));
    }
    view_thing(view, THING_QUEUE, bank);
    snprintf(more, sizeof more, "+%d", left - room);
    if (left > room)
        view_label(view, name_box(layout, bank, room), FONT_CODE_STRONG,
                   view->least * 1.1 / view->unit, COLOR_ALARM, more);
}

/* ---- Bars -----------------------------------------------------------------*/

/* The lanes at BANK, or at all banks if that is k, that are not served yet, or
 * do not even BEGIN to be. */
static int count_lanes(const View *view, uint32_t bank, bool begin)
{
    int count = 0;

    for (int i = 0; i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        count += (bank == view->trace->run.k ||
                  bank_of(view->trace, access->cell) == bank) &&
                 !(begin ? view_begun(view, access) : view_done(view, access));
    }
    return count;
}

/* Of a queue of so many lanes. */
static double bar_height(const MemoryLayout *layout, int lanes)
{
    double all = layout->room * layout->name - view_px(layout->view, 4);

    return fmax(view_px(layout->view, 3),
                round(all * lanes / int_most(layout->view->longest, lanes)));
}

/* As long as the queue is; what waits is full, at rest all of it. */
static void draw_bar(const MemoryLayout *layout, uint32_t bank)
{
    const View *view = &layout->queue;
    int queue = view->service->queues[bank];
    Color color = service_conflicts(view->service, bank) ? COLOR_CONFLICT
                  : trace_is_load(view->running)         ? COLOR_LOAD
                                                         : COLOR_STORE;
    Rect box = {layout->xs[bank], layout->queues.y + layout->rail,
                fmax(1, layout->widths[bank]), bar_height(layout, queue)};
    char text[16];

    draw_rect(view->list, box, 0, color)->alpha =
        view_is_moving(view) ? 0.3 : 1;
    if (view_is_moving(view)) {
        double waits = box.h * count_lanes(view, bank, false) / queue;
        Rect full = rect_cut_bottom(&box, round(waits));
        if (full.h > 0)
            draw_rect(view->list, full, 0, color);
        return;
    }
    snprintf(text, sizeof text, "%d", queue);
    if (queue > 1 && box.h >= view->least * 1.1)
        view_label(view, box, FONT_CODE, view->least / view->unit,
                   view_on(color), text);
}

/* ---- Cycles ---------------------------------------------------------------*/

/* The cycles that the queue at BANK takes. */
static int cycles_at(const View *view, uint32_t bank)
{
    int last = 0;

    for (int i = 0; i < view->running->lanes; ++i)
        if (bank_of(view->trace, view->accesses[i].cell) == bank)
            last = int_most(last, view->service->ranks[i] + 1);
    return last;
}

/* "2 lanes wait", while any does, and "4 cycles". */
static void cycles_text(int waiting, int cycles, char text[32])
{
    if (waiting > 0)
        snprintf(text, 32, waiting == 1 ? "%d lane waits" : "%d lanes wait",
                 waiting);
    else
        snprintf(text, 32, cycles == 1 ? "%d cycle" : "%d cycles", cycles);
}

/* The place of a text below the queue of BANK, about in the middle. */
static Rect cycles_box(const MemoryLayout *layout, uint32_t bank)
{
    const View *view = &layout->queue;
    int names = int_least(layout->room, view->service->queues[bank]);
    Rect box = name_box(layout, bank, layout->stacked ? names : 0);
    double width = view_least_width(view, FONT_STRONG, "32 lanes wait");
    double end = layout->box.x + layout->box.w;

    if (!layout->stacked || !layout->open[bank])
        box.y += bar_height(layout, view->service->queues[bank]);
    box.x = fmin(box.x + box.w / 2 - width / 2, end - width);
    box.w = width;
    box.h = ceil(view->least * line_share);
    return box;
}

/* True if the texts of all banks with a conflict fit side by side. */
static bool each_fits(const MemoryLayout *layout)
{
    const View *view = &layout->queue;
    double end = layout->box.x;

    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
        if (!service_conflicts(view->service, bank))
            continue;
        Rect box = cycles_box(layout, bank);
        if (box.x < end)
            return false;
        end = box.x + box.w;
    }
    return true;
}

/* The height of the longest queue now. */
static double longest_now(const MemoryLayout *layout)
{
    const View *view = &layout->queue;
    int longest = 1;

    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank)
        longest = int_most(longest, view->service->queues[bank]);
    return layout->stacked ? int_least(longest, layout->room) * layout->name
                           : bar_height(layout, longest) + view_px(view, 4);
}

/* Where a bank has a conflict, below its queue; or once for all banks. */
static void draw_cycles(const MemoryLayout *layout)
{
    const View *view = &layout->queue;
    uint32_t k = view->trace->run.k;
    bool conflicts = view->service->cost.wavefronts > 1;
    bool each = each_fits(layout);
    double size = view->least / view->unit;
    char text[32];

    for (uint32_t bank = 0; bank < k && each; ++bank) {
        if (!service_conflicts(view->service, bank))
            continue;
        cycles_text(count_lanes(view, bank, true), cycles_at(view, bank), text);
        view_thing(view, THING_QUEUE, bank);
        view_label(view, cycles_box(layout, bank), FONT_STRONG, size,
                   COLOR_ALARM, text);
    }
    if ((each && conflicts) || (layout->stacked && !conflicts))
        return;
    cycles_text(count_lanes(view, k, true), view->service->cost.wavefronts,
                text);
    view_thing(view, THING_QUEUE, k);
    Rect box = cycles_box(layout, 0);
    box.x = layout->xs[0];
    box.y = layout->queues.y + layout->rail + longest_now(layout);
    view_text(view, box, FONT_STRONG, size, conflicts ? COLOR_ALARM : COLOR_DIM,
              text);
}

/* ---- Queues ---------------------------------------------------------------*/

/* Requests on their way from below into the queues. */
static void draw_entering(const MemoryLayout *layout)
{
    const View *view = &layout->queue;
    double entered = view_entered(view);

    for (int i = 0; i < view->running->lanes; ++i) {
        uint32_t bank = bank_of(view->trace, view->accesses[i].cell);
        int place = view->service->places[i];
        Rect to = name_box(layout, bank, place);
        double from = layout->box.y + layout->box.h - to.h;
        if (place >= layout->room)
            continue;
        view_thing(view, THING_MOTION, 0);
        to.y = view_eased(fmax(from, to.y), to.y, entered);
        if (layout->stacked && layout->open[bank])
            draw_name(view, to, i);
        else
            draw_rect(view->list, rect_inset(to, 0, to.h / 4), 0,
                      view_access_color(view, view->accesses + i));
    }
}

static void draw_label(const MemoryLayout *layout)
{
    const View *view = layout->view;
    Rect box = {layout->box.x, layout->queues.y + layout->rail,
                layout->label - view->least * 0.5, layout->name};
    const char *name = view->steps ? "longest" : "queues";

    view_thing(view, THING_QUEUE, view->trace->run.k);
    if (view_least_width(view, FONT_TEXT, name) <= box.w)
        draw_text(view->list, box, ALIGN_RIGHT, FONT_TEXT, view->least,
                  view->least, COLOR_DIM, name);
}

void memory_queues_draw(const MemoryLayout *layout)
{
    const View *view = &layout->queue;
    bool shared = view_is_shared(view), hides = view_hides_answer(view);
    double rail = fmax(2, round(view_px(view, 3)));

    display_list_area(view->list, AREA_QUEUES, view->panel, layout->queues);
    draw_label(layout);
    for (uint32_t bank = 0; bank < layout->banks; ++bank) {
        Rect box = {layout->xs[bank], round(layout->queues.y),
                    fmax(1, layout->widths[bank]), rail};
        view_thing(view, THING_QUEUE, bank);
        draw_rect(view->list, box, 0, COLOR_INK);
        if (hides)
            view_label(view, name_box(layout, bank, 0), FONT_STRONG, 24,
                       COLOR_DIM, "?");
        else if (!shared || !view->service->queues[bank] ||
                 view_entered(view) < 1)
            continue;
        else if (layout->stacked && layout->open[bank])
            draw_names(layout, bank);
        else
            draw_bar(layout, bank);
    }
    if (shared && !hides && view_entered(view) < 1)
        draw_entering(layout);
    else if (shared && !hides)
        draw_cycles(layout);
}

void view_queues(const View *view, Rect box)
{
    if (rect_is_empty(box))
        return;
    MemoryLayout layout = memory_layout_queues(view, box);
    memory_heads_draw(&layout);
    memory_queues_draw(&layout);
    double height = layout.queues.y + layout.rail + layout.room * layout.name +
                    ceil(view->least * line_share) - box.y;
    display_list_area(view->list, AREA_QUEUES, view->panel,
                      rect_cut_top(&box, height));
    memory_layout_free(&layout);
}
