/* SPDX-License-Identifier: MIT
 *
 * bank_queues - see bank_queues.h.
 */
#include "view/bank_queues.h"

#include "draw/font.h"
#include "view/shown_value.h"
#include "view/view_bank.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>

/* The first name that is shown of a queue at BANK: it moves up while it is
 * served. */
static int first_shown(const BankLayout *layout, uint32_t bank)
{
    const View *view = layout->view;
    int length = view->service->queues[bank], most = length - layout->room;

    if (!view_is_moving(view) || most <= 0)
        return 0;
    int begun = service_begun(view->service, view->moment->progress, bank) - 1;
    return int_most(0, int_least(begun, most));
}

static Rect name_box(const BankLayout *layout, uint32_t bank, int place)
{
    const View *view = layout->view;
    double y = layout->queues.y + layout->rail;
    double width = fmin(layout->widths[bank], view_px(view, 150));
    Rect box = {layout->xs[bank] + (layout->widths[bank] - width) / 2,
                y + place * layout->name, width,
                layout->name - view_px(view, 4)};

    return box;
}

/* Where access I stands in line, or would if the line were shown that far. */
static Rect place_of(const BankLayout *layout, int i)
{
    const View *view = layout->view;
    uint32_t bank = bank_of(view->trace, view->accesses[i].cell);
    int place = view->service->places[i] - first_shown(layout, bank);

    return name_box(layout, bank,
                    int_most(0, int_least(place, layout->room - 1)));
}

static void draw_name(const BankLayout *layout, Rect box, int i)
{
    const View *view = layout->view;

    view_queue_name(view, box, i, FONT_CODE_STRONG,
                    fmax(26, box.h * 0.7 / view->unit));
}

/* "+6" where so many more are in line. */
static void draw_more(const BankLayout *layout, uint32_t bank, int more)
{
    char text[16];

    snprintf(text, sizeof text, "+%d", more);
    view_label(layout->view, name_box(layout, bank, layout->room - 1),
               FONT_CODE_STRONG, 26, COLOR_ALARM, text);
}

static void draw_queue(const BankLayout *layout, uint32_t bank)
{
    const View *view = layout->view;
    int first = first_shown(layout, bank);
    int left = view->service->queues[bank] - first, room = layout->room;

    if (left > room)
        --room;
    for (int i = 0; i < view->running->lanes; ++i) {
        int place = view->service->places[i] - first;
        if (bank_of(view->trace, view->accesses[i].cell) != bank || place < 0 ||
            place >= room)
            continue;
        if (!view->elsewhere)
            view_pair(view, THING_PLACE, bank, view->service->places[i]);
        draw_name(layout, name_box(layout, bank, place), i);
    }
    view_thing(view, THING_QUEUE, bank);
    if (left > layout->room)
        draw_more(layout, bank, left - room);
}

/* The queue of a folded bank: a bar as long as the queue is. */
static void draw_bar(const BankLayout *layout, uint32_t bank)
{
    const View *view = layout->view;
    double y = layout->queues.y + layout->rail;
    double all = layout->room * layout->name - view_px(view, 4);
    double height = fmax(2, all * view->service->queues[bank] / view->longest);
    bool waits = service_conflicts(view->service, bank);
    Color color = waits                          ? COLOR_CONFLICT
                  : trace_is_load(view->running) ? COLOR_LOAD
                                                 : COLOR_STORE;

    view_thing(view, THING_QUEUE, bank);
    draw_rect(view->list,
              (Rect){layout->xs[bank], y, fmax(1, layout->widths[bank]),
                     height},
              0, color);
}

void bank_queues_draw(const BankLayout *layout)
{
    const View *view = layout->view;
    double rail = fmax(2, round(view_px(view, 4)));
    bool entering = view_entered(view) < 1;

    display_list_area(view->list, AREA_QUEUES, view->panel, layout->queues);
    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
        Rect box = {layout->xs[bank], round(layout->queues.y),
                    fmax(1, layout->widths[bank]), rail};
        view_thing(view, THING_QUEUE, bank);
        draw_rect(view->list, box, 0, COLOR_INK);
        if (view_hides_answer(view) && layout->open[bank]) {
            box.y += layout->rail;
            box.h = layout->name;
            view_label(view, box, FONT_STRONG, 24, COLOR_DIM, "?");
        }
        if (view_hides_answer(view) || !view_is_shared(view) ||
            view->service->queues[bank] == 0 || entering)
            continue;
        if (layout->open[bank])
            draw_queue(layout, bank);
        else
            draw_bar(layout, bank);
    }
}

void bank_queues_entering(const BankLayout *layout)
{
    const View *view = layout->view;
    double entered = view_entered(view);

    for (int i = 0; i < view->running->lanes; ++i) {
        Rect to = place_of(layout, i), from = to;
        uint32_t bank = bank_of(view->trace, view->accesses[i].cell);
        if (!layout->open[bank] || view->service->places[i] >= layout->room)
            continue;
        from.y = layout->box.y + layout->box.h - to.h;
        view_thing(view, THING_MOTION, 0);
        to.y = view_eased(from.y, to.y, entered);
        draw_name(layout, to, i);
    }
}

void bank_queues_tokens(const BankLayout *layout)
{
    const View *view = layout->view;
    Token tokens[TRACE_MAX_BANKS];
    int count = service_tokens(view->service, tokens);

    for (int i = 0; i < count; ++i) {
        const Access *access = tokens[i].access;
        bool store = tokens[i].to.kind == THING_CELL;
        uint32_t bank = bank_of(view->trace, access->cell);
        int line =
            bank_layout_line(layout, bank_row(view->trace, access->cell));
        char text[VALUE_TEXT] = "";
        if (!view_is_under_way(view, tokens + i) || line < 0 ||
            !layout->open[bank])
            continue;
        Rect cell = bank_layout_cell(layout, (size_t)line, bank);
        /* at the head of the queue, where it covers no name */
        Rect place = {layout->xs[bank],
                      layout->queues.y - view_size(view, 26) * 0.7,
                      layout->widths[bank], 0};
        if (!view_has_variables(view))
            shown_value(view->trace->run.op, access->value, true, text);
        if (view_least_width(view, FONT_CODE_STRONG, text) > cell.w)
            text[0] = '\0';
        view_token(view, tokens + i, store ? place : cell, store ? cell : place,
                   26, text);
    }
}
