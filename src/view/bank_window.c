/* SPDX-License-Identifier: MIT */
#include "view/bank_window.h"

#include "draw/font.h"
#include "view/memory_grid.h"
#include "view/shown_value.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>

/* ---- Queues ---------------------------------------------------------------*/

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

/* The queues at rest. */
static void bank_queues_draw(const BankLayout *layout)
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

/* Requests on their way from over the banks into the queues. */
static void bank_queues_entering(const BankLayout *layout)
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

/* Values on their way between the queues and the cells. */
static void bank_queues_tokens(const BankLayout *layout)
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

/* ---- Cells ----------------------------------------------------------------*/

static const Access *touching(const BankLayout *layout, uint32_t cell)
{
    if (!layout->touched || !layout->touched[cell])
        return NULL;
    return layout->view->accesses + layout->touched[cell] - 1;
}

/* The size of the values, the same in all cells. */
static double value_size(const BankLayout *layout)
{
    const View *view = layout->view;
    int digits = int_most(2, bank_layout_digits(layout));
    double width = (layout->column - view_px(view, 8)) /
                   (view_digits_width(digits, 1) + VIEW_APART);
    double height = layout->cell * 0.68;

    return fmax(view->least, fmin(width, height)) / view->unit;
}

/* What an access of the running instruction moves, see view_moved_text. */
static void access_text(const View *view, const Access *access, char text[96])
{
    char value[VALUE_TEXT], who[32];
    int lanes = 0;

    view_cell_text(view, access->cell, value);
    for (int i = 0; i < view->running->lanes; ++i)
        lanes += view->accesses[i].cell == access->cell;
    snprintf(who, sizeof who, "T%u",
             trace_thread(view->trace, view->running, access));
    if (lanes > 1)
        snprintf(who, sizeof who, "%d lanes", lanes);
    view_moved_text(view->running, who, value, text, 96);
}

/* The size at which all cells that are touched say by whom; 0: too small. */
static double access_size(const BankLayout *layout)
{
    const View *view = layout->view;
    double size = value_size(layout) * view->unit;
    double width = layout->column - view_px(view, 8);
    char text[96];

    for (int i = 0; view_is_shared(view) && i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        if (!layout->open[bank_of(view->trace, access->cell)])
            continue;
        access_text(view, access, text);
        size = fmin(size, width / (font_width(FONT_CODE_STRONG, 1, text) +
                                   VIEW_APART));
    }
    return size < view->least ? 0 : size / view->unit;
}

/* The part of a cell that text may fill. */
static Rect cell_inside(const View *view, Rect box)
{
    return rect_inset(box, view_px(view, 3), 0);
}

static void write_cell(const BankLayout *layout, const MemoryNumbers *numbers,
                       Rect box, uint32_t cell, Font font, Color color)
{
    const View *view = layout->view;
    Rect inside = cell_inside(view, box);
    char text[MEMORY_NUMBER_TEXT];

    if (view_has_variables(view))
        memory_numbers_text(view, numbers, cell, text);
    else
        view_cell_value(view, cell, font, inside.w, text);
    if (view_number_width(view, font, text) > inside.w + 1e-6)
        snprintf(text, sizeof text, "…");
    view_number(view, inside, font, value_size(layout), color, text);
}

static void draw_touched(const BankLayout *layout, const MemoryNumbers *numbers,
                         Rect box, const Access *access, double size)
{
    const View *view = layout->view;
    Color color = view_access_color(view, access);
    char text[96];

    Shape *shape = draw_rect(view->list, box, view_px(view, 6), color);
    view_thread(view, shape, trace_thread(view->trace, view->running, access));
    Color on = view_on(color);
    if (view->moment->wrong && view->moment->wrong[access->cell])
        on = view_fill_wrong(view, shape);
    else if (view_is_raced(view, access))
        view_mark_raced(view, shape);
    access_text(view, access, text);
    if (size > 0 && view_done(view, access))
        view_label(view, cell_inside(view, box), FONT_CODE_STRONG, size, on,
                   text);
    else
        write_cell(layout, numbers, box, access->cell, FONT_CODE_STRONG, on);
}

static void draw_cell(const BankLayout *layout, const MemoryNumbers *numbers,
                      Rect box, uint32_t cell, double size)
{
    const View *view = layout->view;
    const Access *access = touching(layout, cell);
    bool wrong = view->moment->wrong && view->moment->wrong[cell];

    view_thing(view, THING_CELL, cell);
    if (access && memory_grid_shows(view, access)) {
        draw_touched(layout, numbers, box, access, size);
        return;
    }
    if (view->moment->intervals[cell] == INTERVAL_UNSET) {
        view_unwritten(view, box);
    } else {
        Shape *shape = draw_rect(view->list, box, view_px(view, 6), COLOR_CELL);
        Color on = wrong ? view_fill_wrong(view, shape) : COLOR_INK;
        write_cell(layout, numbers, box, cell,
                   wrong ? FONT_CODE_STRONG : FONT_CODE, on);
    }
    if (!access)
        return;
    Shape *edge = draw_rect(view->list, box, view_px(view, 6), COLOR_NONE);
    view_edge(view, edge, view_access_color(view, access), 3);
    edge->dashed = true;
}

/* A cell of a folded bank or row: its colour alone. */
static void draw_thin_cell(const BankLayout *layout, Rect box, uint32_t cell)
{
    const View *view = layout->view;
    const Access *access = touching(layout, cell);
    Color color = access && memory_grid_shows(view, access)
                      ? view_access_color(view, access)
                  : view->moment->wrong && view->moment->wrong[cell]
                      ? COLOR_FAULT
                      : COLOR_EDGE;

    view_thing(view, THING_CELL, cell);
    draw_rect(view->list, box, 0, color);
}

static void draw_row_label(const BankLayout *layout, uint32_t row, bool rounded,
                           double y)
{
    const View *view = layout->view;
    Rect box = {layout->box.x, y, layout->label - view_px(view, 10),
                layout->cell};
    char label[BANK_LABEL];

    bank_row_label(view, row, rounded, box.w, label);
    view_thing(view, THING_TOTALS, row);
    if (view_least_width(view, FONT_CODE, label) <= box.w)
        draw_text(view->list, box, ALIGN_RIGHT, FONT_CODE, view_size(view, 24),
                  view->least, COLOR_DIM, label);
}

/* Is CELL the lower half of a number whose upper half, beside it, is drawn
 * alike: neither is touched, or both are? */
static bool is_joined(const BankLayout *layout, uint32_t cell)
{
    const View *view = layout->view;
    uint32_t bank = bank_of(view->trace, cell);
    const Access *low = touching(layout, cell);
    const Access *high;

    if (number_cell_half(view->trace, view_grid(view), cell) != HALF_LOW ||
        !layout->open[bank] || !layout->open[bank + 1])
        return false;
    high = touching(layout, cell + 1);
    if (!low || !high)
        return !low && !high &&
               (view->moment->intervals[cell] == INTERVAL_UNSET) ==
                   (view->moment->intervals[cell + 1] == INTERVAL_UNSET);
    return low->lane == high->lane &&
           memory_grid_shows(view, low) == memory_grid_shows(view, high) &&
           view_done(view, low) == view_done(view, high) &&
           view_access_color(view, low) == view_access_color(view, high);
}

/* The box of CELL, of BANK in row LINE, or of both cells of its number; *LAST
 * becomes the bank of the second one. */
static Rect whole_cell(const BankLayout *layout, size_t line, uint32_t bank,
                       uint32_t cell, uint32_t *last)
{
    Rect box = bank_layout_cell(layout, line, bank);

    *last = bank;
    if (layout->open[bank] && is_joined(layout, cell)) {
        Rect end = bank_layout_cell(layout, line, ++*last);
        box.w = end.x + end.w - box.x;
    }
    return box;
}

/* How the numbers of a program's row in the open banks are written. */
static MemoryNumbers row_numbers(const BankLayout *layout, size_t line)
{
    const View *view = layout->view;
    uint32_t k = view->trace->run.k;
    MemoryNumbers numbers = {.first = layout->rows.lines[line].row * k};

    for (uint32_t bank = 0; bank < k; ++bank) {
        uint32_t cell = numbers.first + bank, last;
        if (cell >= view->trace->run.words)
            break;
        Rect box = whole_cell(layout, line, bank, cell, &last);
        if (layout->open[bank] &&
            view->moment->intervals[cell] != INTERVAL_UNSET)
            numbers.widths[bank] = cell_inside(view, box).w;
        bank = last;
    }
    if (view_has_variables(view))
        memory_numbers_choose(view, &numbers);
    return numbers;
}

/* Returns true if numbers of the row are rounded. */
static bool draw_row(const BankLayout *layout, size_t line, double size)
{
    const View *view = layout->view;
    uint32_t k = view->trace->run.k, row = layout->rows.lines[line].row;
    MemoryNumbers numbers = row_numbers(layout, line);

    draw_row_label(layout, row, numbers.rounded, layout->ys[line]);
    for (uint32_t bank = 0; bank < k; ++bank) {
        uint32_t cell = row * k + bank, last;
        if (cell >= view->trace->run.words)
            break;
        Rect box = whole_cell(layout, line, bank, cell, &last);
        if (layout->open[bank])
            draw_cell(layout, &numbers, box, cell, size);
        else
            draw_thin_cell(layout, box, cell);
        bank = last;
    }
    return numbers.rounded;
}

/* The requests to folded rows FIRST to END - 1 at BANK, as a colour. */
static Color folded_color(const BankLayout *layout, uint32_t first,
                          uint32_t end, uint32_t bank)
{
    const View *view = layout->view;

    for (int i = 0; view_is_shared(view) && i < view->running->lanes; ++i) {
        const Access *access = view->accesses + i;
        uint32_t row = bank_row(view->trace, access->cell);
        if (row >= first && row < end &&
            bank_of(view->trace, access->cell) == bank &&
            memory_grid_shows(view, access))
            return view_access_color(view, access);
    }
    return COLOR_EDGE;
}

static void draw_folded(const BankLayout *layout, size_t line)
{
    const View *view = layout->view;
    const RowLine *at = layout->rows.lines + line;
    uint32_t lines = (uint32_t)bank_layout_thin(at->count);

    for (uint32_t i = 0; i < lines; ++i)
        for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
            uint32_t first =
                at->row + (uint32_t)((uint64_t)at->count * i / lines);
            uint32_t end =
                at->row + (uint32_t)((uint64_t)at->count * (i + 1) / lines);
            Rect box = {layout->xs[bank], layout->ys[line] + i * layout->thin,
                        layout->widths[bank],
                        fmax(1, round(layout->thin * 0.45))};
            view_thing(view, THING_TOTALS, first);
            draw_rect(view->list, box, 0,
                      folded_color(layout, first, end, bank));
        }
}

/* ---- Banks ----------------------------------------------------------------*/

static void draw_heads(const BankLayout *layout)
{
    const View *view = layout->view;
    uint32_t k = view->trace->run.k;
    char text[24];
    bool full =
        font_width(FONT_STRONG, view->least, "bank 00") <= layout->column;
    Rect label = {layout->box.x, layout->box.y,
                  layout->label - view_px(view, 10), layout->head};

    view_thing(view, THING_BANK, k);
    /* over the cells' numbers, or before the banks' */
    const char *words[] = {full ? "cell" : "bank ▶", full ? "" : "bank"};
    for (int i = 0; i < 2; ++i)
        if (view_least_width(view, FONT_TEXT, words[i]) <= label.w) {
            draw_text(view->list, label, ALIGN_RIGHT, FONT_TEXT,
                      view_size(view, 24), view->least, COLOR_DIM, words[i]);
            break;
        }
    for (uint32_t bank = 0; bank < k; ++bank) {
        Rect box = {layout->xs[bank], layout->box.y, layout->widths[bank],
                    layout->head};
        if (!layout->open[bank])
            continue;
        snprintf(text, sizeof text, full ? "bank %u" : "%u", bank);
        view_thing(view, THING_BANK, bank);
        view_label(view, box, FONT_STRONG, 24, COLOR_DIM, text);
    }
}

/* ---- What is folded -------------------------------------------------------*/

/* "banks 4 to 15" of those that are folded, or "12 more banks" if others are
 * between them; nothing if all are open. */
static void add_folded_banks(const BankLayout *layout, Text *text)
{
    uint32_t k = layout->view->trace->run.k, first = k, last = 0, count = 0;

    for (uint32_t bank = 0; bank < k; ++bank) {
        if (layout->open[bank])
            continue;
        first = count ? first : bank;
        last = bank;
        ++count;
    }
    if (count == 1)
        text_add(text, "bank %u", first);
    else if (count && last - first + 1 == count)
        text_add(text, "banks %u to %u", first, last);
    else if (count)
        text_add(text, "%u more banks", count);
}

/* The same of folded rows: "cells 224 to 255", "48 more rows". */
static void add_folded_rows(const BankLayout *layout, Text *text)
{
    const Run *run = &layout->view->trace->run;
    const RowLine *one = NULL;
    uint32_t count = 0, runs = 0;

    for (size_t i = 0; i < layout->rows.lines_count; ++i) {
        const RowLine *line = layout->rows.lines + i;
        if (!line->hidden)
            continue;
        one = line;
        count += line->count;
        ++runs;
    }
    if (runs == 1) {
        uint32_t end = (one->row + one->count) * run->k;
        text_add(text, "cells %u to %u", one->row * run->k,
                 (end < run->words ? end : run->words) - 1);
    } else if (runs) {
        text_add(text, "%u more rows", count);
    }
}

static void draw_note(const BankLayout *layout, bool rounded)
{
    static const char mark[] = MEMORY_ROUNDED " rounded";
    Text banks = {0}, rows = {0}, full = {0}, brief = {0}, least = {0};

    add_folded_banks(layout, &banks);
    add_folded_rows(layout, &rows);
    if (banks.length || rows.length || rounded) {
        const char *first = banks.length ? banks.text : rows.text;
        const char *end = rounded ? mark : "", *dot = rounded ? " · " : "";
        if (first)
            text_add(&full, "%s%s%s, folded%s", first,
                     banks.length && rows.length ? " and " : "",
                     banks.length && rows.length ? rows.text : "", dot);
        text_add(&full, "%s", end);
        if (first)
            text_add(&brief, "%s, folded%s", first, dot);
        text_add(&brief, "%s", end);
        text_add(&least, "%s", rounded ? mark : first);
        view_thing(layout->view, THING_FRAME, 0);
        view_text_fitting(layout->view, layout->note, FONT_TEXT, 24, COLOR_DIM,
                          (const char *[]){full.text, brief.text, least.text},
                          3);
    }
    text_free(&banks);
    text_free(&rows);
    text_free(&full);
    text_free(&brief);
    text_free(&least);
}

void bank_window_draw(const BankLayout *layout)
{
    const View *view = layout->view;
    double size = access_size(layout);
    bool rounded = false;

    display_list_area(view->list, AREA_MEMORY, view->panel, layout->box);
    draw_heads(layout);
    for (size_t i = 0; i < layout->rows.lines_count; ++i)
        if (layout->rows.lines[i].hidden)
            draw_folded(layout, i);
        else
            rounded |= draw_row(layout, i, size);
    bank_queues_draw(layout);
    if (layout->note.h > 0)
        draw_note(layout, rounded);
    if (!view_is_moving(view) || !view_is_shared(view))
        return;
    if (view_entered(view) < 1)
        bank_queues_entering(layout);
    else
        bank_queues_tokens(layout);
}
