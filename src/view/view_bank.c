/* SPDX-License-Identifier: MIT
 *
 * A queue is a pile of names while they fit, and else a bar as long as the
 * queue is, with its number.
 *
 * Requests come from their lanes, lane i from under column i, and stand in line
 * until their turn comes; what is served is pale:
 *
 *     ════════ ════════          ════════ ════════
 *                                | ✓ T0 |  served     |      |  served
 *                                [  T2  ]  waits      ▓▓▓▓▓▓▓▓  waiting
 *      ( T0 )   ( T2 )   on the way
 */
#include "view/view_bank.h"

#include "draw/font.h"
#include "trace/variable.h"
#include "view/memory_numbers.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of a name in a queue, px at 1080: usually; in few banks of a trace alone. */
static const double usual_name = 21, large_name = 26, star_name = 24;
static const double most_letters = 2.4; /* larger in queues that are alone */
static const double least_name = 1.25;  /* of the least text */
static const double note_height = 20;   /* of the line that counts */
static const double rail_height = 9;    /* of the rail above queues */

static const double most_label = 104; /* px at 1080 */
static const double tick_share = 0.6; /* of the size of a name, its tick */
/* Few banks of a trace alone are wider: all of them together, and one. */
static const double single_banks = 820, widest_bank = 205;

/* Beside one other trace, of so few banks and rows. */
enum { STAR_K = 4, STAR_ROWS = 5 };

static bool is_large(const View *view)
{
    return view->single && view->trace->run.k <= BANK_FEW;
}

bool bank_is_star(const View *view)
{
    return !view->single && !view->two_rows && view->trace->run.k <= STAR_K &&
           view->rows <= STAR_ROWS;
}

static double name_height(const View *view)
{
    double likes = view_px(view, is_large(view)       ? large_name
                                 : bank_is_star(view) ? star_name
                                                      : usual_name);

    return fmax(likes, ceil(least_name * view->least)) * view->stretch;
}

void bank_row_label(const View *view, uint32_t row, bool rounded, double width,
                    char text[BANK_LABEL])
{
    uint32_t cell = row * view->trace->run.k;
    double size = view_size(view, 12.5);
    Text name = {0};

    snprintf(text, BANK_LABEL, "%s%u", rounded ? MEMORY_ROUNDED : "", cell);
    if (!view_has_variables(view) ||
        !trace_variable_at(view->trace, view_grid(view), cell))
        return;
    text_add(&name, "%s", rounded ? MEMORY_ROUNDED : "");
    variable_cell_name(view->trace, view_grid(view), cell, &name);
    name.text[strcspn(name.text, " ")] = '\0'; /* "low" */
    if (font_width(FONT_CODE, size, name.text) <= width)
        snprintf(text, BANK_LABEL, "%s", name.text);
    text_free(&name);
}

/* Of a step as a whole the queues of that instruction are shown whose queues
 * are the longest. */
static const char brief_name[] = "longest";

static const char *queues_name(const View *view)
{
    bool few = view->trace->run.k <= BANK_FEW && !view->two_rows;

    return !view->steps ? "queues" : few ? "longest queue" : brief_name;
}

/* May numbers of ROW be rounded? */
static bool may_round(const View *view, uint32_t row)
{
    uint32_t k = view->trace->run.k;

    for (uint32_t cell = row * k; cell < row * k + k; ++cell) {
        const Variable *variable =
            trace_variable_at(view->trace, view_grid(view), cell);
        if (variable && (element_width(variable->element) >= sizeof(Word) ||
                         variable->members.count > 0))
            return true;
    }
    return false;
}

double bank_label_width(const View *view)
{
    char label[BANK_LABEL];
    double size = view_size(view, 12.5);

    snprintf(label, sizeof label, "%u", view->trace->run.words);
    double width = fmax(font_width(FONT_TEXT, size, queues_name(view)),
                        font_width(FONT_CODE, size, label));
    for (uint32_t row = 0; view_has_variables(view) && view->trace->run.words &&
                           row < view_memory_rows(view->analysed);
         ++row) {
        bank_row_label(view, row, may_round(view, row),
                       view_px(view, most_label), label);
        width = fmax(width, font_width(FONT_CODE, size, label));
    }
    return width + view_px(view, 10);
}

double bank_likes_width(const View *view)
{
    double room = view->single ? single_banks : 0;
    double least = view->single ? 112 : 80;

    return view_px(view,
                   layout_clamp(room / view->trace->run.k, least, widest_bank));
}

BankColumns bank_columns(const View *view, Rect box)
{
    BankColumns columns = {.label = box};
    uint32_t k = view->trace->run.k;
    double label = fmin(bank_label_width(view), box.w / 4);
    double pitch = fmin((box.w - label) / k, bank_likes_width(view));

    columns.label.w = label;
    columns.x = round(box.x + label);
    columns.pitch = pitch < 1 ? pitch : floor(pitch);
    columns.gap = pitch > 40   ? fmax(1, round(view_px(view, 4)))
                  : pitch >= 5 ? 1
                               : 0;
    return columns;
}

Rect bank_column(const BankColumns *columns, uint32_t bank, double y, double h)
{
    return (Rect){columns->x + bank * columns->pitch, y,
                  columns->pitch - columns->gap, h};
}

/* Every how-many-eth bank gets its number, so that the numbers fit. */
static uint32_t number_every(const View *view, const BankColumns *columns)
{
    double width =
        font_width(FONT_CODE, view_size(view, 13.5), "00") + view_px(view, 6);
    uint32_t every = 1;

    while (every * columns->pitch < width)
        every *= 2;
    return every;
}

void view_bank_numbers(const View *view, const BankColumns *columns, Rect box)
{
    uint32_t every = number_every(view, columns);
    double named = font_width(FONT_CODE, view_size(view, 13.5), "bank 00");
    const char *noun = columns->pitch - columns->gap >= named + view_px(view, 6)
                           ? "bank "
                           : "";
    char number[24];

    if (view->two_rows) { /* there is no title over them */
        Rect label = columns->label;
        label.y = box.y;
        label.h = box.h;
        view_thing(view, THING_BANK, view->trace->run.k);
        view_text(view, label, FONT_TEXT, 12.5, COLOR_DIM, "banks");
    }
    for (uint32_t bank = 0; bank < view->trace->run.k; bank += every) {
        Rect place = bank_column(columns, bank, box.y, box.h);
        if (every > 1)
            place = rect_around(place.x + place.w / 2, box.y + box.h / 2,
                                every * columns->pitch - view->unit, box.h);
        snprintf(number, sizeof number, "%s%u", noun, bank);
        view_thing(view, THING_BANK, bank);
        view_label(view, place, FONT_CODE, 13.5, COLOR_DIM, number);
    }
}

double view_queues_height(const View *view)
{
    double note = view->longest > 1 && !view->two_rows ? note_height : 0;

    return view_px(view, rail_height + note + 4) +
           view->queue_room * name_height(view);
}

/* The longest queue of the running instruction. */
static int longest_now(const View *view)
{
    int longest = 0;

    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank)
        longest = view->service->queues[bank] > longest
                      ? view->service->queues[bank]
                      : longest;
    return longest;
}

/* True if the names of all that wait fit under a bank. */
static bool names_fit(const View *view, const BankColumns *columns)
{
    const Run *run = &view->trace->run;
    char name[16];

    snprintf(name, sizeof name, "T%u", run->threads ? run->threads - 1 : 0);
    return longest_now(view) <= view->queue_room &&
           view_least_width(view, FONT_CODE, name) + view_px(view, 6) <=
               columns->pitch - columns->gap;
}

/* The box of a name in the queue of a bank, after PLACE others. */
static Rect name_box(const View *view, Rect column, int place)
{
    Rect box = column;

    box.y += place * name_height(view);
    box.h = name_height(view) - fmax(1, view_px(view, 2));
    return rect_inset(box, fmin(view_px(view, 4), box.w / 12), 0);
}

Rect view_queue_head(const View *view, const BankColumns *columns, Rect box,
                     uint32_t bank)
{
    double half = view_size(view, 14) * 0.7;

    return bank_column(columns, bank, box.y - half, 0);
}

/* The place of access I of the running instruction in the queues. */
static Rect queue_place(const View *view, const BankColumns *columns, Rect box,
                        int i)
{
    const Access *access = view->accesses + i;
    Rect column = bank_column(columns, bank_of(view->trace, access->cell),
                              box.y + view_px(view, rail_height), 0);
    double room = view->queue_room * name_height(view);

    Rect place =
        name_box(view, column,
                 names_fit(view, columns) ? view->service->places[i] : 0);
    if (place.y + place.h > column.y + room)
        place.y = column.y + room - place.h;
    return place;
}

/* Where a request comes from: under the column with its lane's number. */
static Rect lane_box(const View *view, const BankColumns *columns, Rect box,
                     const Access *access)
{
    Rect place = bank_column(columns, access->lane, box.y, box.h);

    return rect_around(place.x + place.w / 2,
                       box.y + box.h - name_height(view) / 2, place.w,
                       (name_height(view) - view_px(view, 2)));
}

/* The tick that stands for served, as high and broad as BOX. */
static void draw_tick(const View *view, Rect box, Color color)
{
    double width = fmax(1, box.h / 6), x = box.x + box.w * 0.38;
    double foot = box.y + box.h * 0.85;

    draw_line(view->list, box.x, box.y + box.h * 0.5, x, foot, width, color);
    draw_line(view->list, x, foot, box.x + box.w, box.y + box.h * 0.1, width,
              color);
}

/* Pale, with an edge. */
static Shape *draw_served(const View *view, Rect box, double radius,
                          Color color)
{
    draw_rect(view->list, box, radius, color)->alpha = 0.22;
    Shape *edge = draw_rect(view->list, box, radius, COLOR_NONE);
    view_edge(view, edge, color, 1.4);
    return edge;
}

/* The part of BOX in whose middle NAME stands, so that its tick is as far from
 * the left end of BOX; all of BOX, if there is no room. */
static Rect beside_tick(const View *view, Rect box, Font font, double at_1080,
                        const char *name)
{
    double one = font_width(font, 1, name);
    double size = fmin(view_size(view, at_1080), box.w / (one + VIEW_APART));
    double margin = (box.w - one * size) / 2, needs = size * tick_share * 2.1;

    if (needs > margin && 2 * margin - needs >= size * 0.2)
        rect_cut_left(&box, 2 * (needs - margin));
    return box;
}

void view_queue_name(const View *view, Rect box, int i, Font font,
                     double at_1080)
{
    const Access *access = view->accesses + i;
    Color color = view_access_color(view, access);
    uint32_t thread = trace_thread(view->trace, view->running, access);
    bool done = view_done(view, access);
    double radius = view_px(view, at_1080 > 20 ? 8 : 4);
    char name[16];

    Shape *shape = done ? draw_served(view, box, radius, color)
                        : draw_rect(view->list, box, radius, color);
    if (!done && view_begun(view, access))
        view_edge(view, shape, COLOR_INK, at_1080 / 7);
    view_thread(view, shape, thread);
    snprintf(name, sizeof name, "T%u", thread);
    if (view_least_width(view, font, name) > box.w)
        return;
    Rect inside = done ? beside_tick(view, box, font, at_1080, name) : box;
    Shape *text = view_label(view, inside, font, at_1080,
                             done ? COLOR_INK : view_on(color), name);
    double size = text ? text->size * tick_share : 0, gap = size * 0.6;
    if (done && text && text->box.x - gap - size >= box.x + radius / 2)
        draw_tick(view,
                  (Rect){text->box.x - gap - size, box.y + (box.h - size) / 2,
                         size, size},
                  color == COLOR_CONFLICT ? COLOR_ALARM : COLOR_INK);
}

static void draw_name(const View *view, Rect box, int i)
{
    view_queue_name(view, box, i, FONT_CODE,
                    (is_large(view)       ? 18
                     : bank_is_star(view) ? 16
                                          : 14) *
                        fmin(view->stretch, most_letters));
}

/* The names in the queue at BANK, one under the other. */
static void queue_names(const View *view, Rect column, uint32_t bank)
{
    for (uint32_t place = 0; place < view->service->queues[bank]; ++place) {
        if (!view->elsewhere)
            view_pair(view, THING_PLACE, bank, place);
        draw_name(view, name_box(view, column, (int)place),
                  service_at(view->service, bank, place));
    }
}

/* Requests on their way from the lanes to the queues. */
static void draw_requests(const View *view, const BankColumns *columns,
                          Rect box, bool names)
{
    for (int i = 0; i < view->running->lanes; ++i) {
        Rect from = lane_box(view, columns, box, view->accesses + i);
        Rect to = queue_place(view, columns, box, i);
        double entered = view_entered(view);
        if (!names)
            continue;
        view_thing(view, THING_MOTION, 0);
        to.x = view_eased(from.x + (from.w - to.w) / 2, to.x, entered);
        to.y = view_eased(from.y, to.y, entered);
        draw_name(view, to, i);
    }
}

/* The length of the queue at BANK: while it is served, what is left; at rest
 * all of it. */
static int in_line(const View *view, uint32_t bank)
{
    int left = 0;

    if (!view_is_moving(view))
        return view->service->queues[bank];
    for (int i = 0; i < view->running->lanes; ++i)
        left += bank_of(view->trace, view->accesses[i].cell) == bank &&
                !view_done(view, view->accesses + i);
    return left;
}

static void queue_bar(const View *view, Rect column, uint32_t bank)
{
    bool waits = service_conflicts(view->service, bank);
    Color color =
        waits ? COLOR_CONFLICT
              : view_instruction_color(view->analysed, view->position - 1);
    double share = (double)view->service->queues[bank] / view->longest;
    char number[16];

    if (color == COLOR_CONFLICT && !waits)
        color = trace_is_load(view->running) ? COLOR_LOAD : COLOR_STORE;
    column.h = fmax(2, round(column.h * share));
    double radius = fmin(view_px(view, 3), column.w / 4);
    int left = in_line(view, bank);
    if (view_is_moving(view) && left < view->service->queues[bank]) {
        Rect waiting = column;
        waiting.h = round(waiting.h * left / view->service->queues[bank]);
        waiting.y += column.h - waiting.h;
        draw_served(view, column, radius, color);
        if (left)
            draw_rect(view->list, waiting, radius, color);
        return;
    }
    draw_rect(view->list, column, radius, color);
    if (view->service->queues[bank] == 1) /* the shortest bar says so itself */
        return;
    snprintf(number, sizeof number, "%u", view->service->queues[bank]);
    view_label(view, column, FONT_CODE, 13, view_on(color), number);
}

/* The cycles that the queue at BANK takes: while it is served, those left. */
static int cycles_at(const View *view, uint32_t bank)
{
    int first = view->running->lanes, last = -1;

    for (int i = 0; i < view->running->lanes; ++i) {
        int rank = view->service->ranks[i];
        if (bank_of(view->trace, view->accesses[i].cell) != bank ||
            (view_is_moving(view) && view_done(view, view->accesses + i)))
            continue;
        first = rank < first ? rank : first;
        last = rank > last ? rank : last;
    }
    return last < 0 ? 0 : last - first + 1;
}

static int most_cycles(const View *view)
{
    int most = 0;

    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
        int own = cycles_at(view, bank);
        most = own > most ? own : most;
    }
    return most;
}

/* "2 cycles" under each bank, or once for all where columns are narrow. */
static void queue_notes(const View *view, const BankColumns *columns, Rect box,
                        bool names)
{
    double width = view_least_width(view, FONT_STRONG, "64 cycles");
    char note[64];

    if (!names || width > columns->pitch) {
        int most = most_cycles(view);
        snprintf(note, sizeof note, "up to %d cycle%s at a bank", most,
                 most == 1 ? "" : "s");
        box.x = columns->x;
        box.w = view->trace->run.k * columns->pitch;
        if (view->service->cost.wavefronts > 1)
            view_text(view, box, FONT_STRONG, 13, COLOR_ALARM, note);
        return;
    }
    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
        if (!service_conflicts(view->service, bank))
            continue;
        Rect place = bank_column(columns, bank, box.y, box.h);
        place.y += (view->service->queues[bank] - view->queue_room) *
                   name_height(view);
        int cycles = cycles_at(view, bank);
        snprintf(note, sizeof note, "%d cycle%s", cycles,
                 cycles == 1 ? "" : "s");
        view_thing(view, THING_QUEUE, bank);
        view_label(view, place, FONT_STRONG, 13, COLOR_ALARM, note);
    }
}

static bool any_done(const View *view)
{
    bool any = false;

    for (int i = 0; i < view->running->lanes; ++i)
        any |= view_done(view, view->accesses + i);
    return any;
}

/* Under the label of the queues what a tick means, if there is a place for
 * another name. */
static void draw_meaning(const View *view, Rect label)
{
    double size = view_size(view, 12.5);
    Rect box = label, tick;

    box.y += name_height(view);
    const char *text = "= served";
    if (view_least_width(view, FONT_TEXT, text) + size > box.w)
        text += 2; /* without the sign */
    if (view->queue_room < 2 ||
        view_least_width(view, FONT_TEXT, text) + size > box.w)
        return;
    tick = rect_cut_left(&box, size * 0.65);
    draw_tick(view,
              (Rect){tick.x, tick.y + (tick.h - tick.w) / 2, tick.w, tick.w},
              COLOR_DIM);
    rect_cut_left(&box, size * 0.3);
    view_text(view, box, FONT_TEXT, 12.5, COLOR_DIM, text);
}

static void draw_queues(const View *view, const char *name,
                        const BankColumns *columns, Rect box)
{
    bool names = names_fit(view, columns);
    bool arriving = view_is_shared(view) && view_entered(view) < 1;
    double rail = fmax(1, round(view_px(view, 2)));
    Rect whole = box;

    display_list_area(view->list, AREA_QUEUES, view->panel, box);
    Rect rails = rect_cut_top(&box, view_px(view, rail_height));
    Rect piles = rect_cut_top(&box, view->queue_room * name_height(view));
    for (uint32_t bank = 0; bank < view->trace->run.k; ++bank) {
        view_thing(view, THING_QUEUE, bank);
        draw_rect(view->list, bank_column(columns, bank, round(rails.y), rail),
                  0, COLOR_LINK);
        Rect column = bank_column(columns, bank, piles.y, piles.h);
        if (view_hides_answer(view)) {
            column.h = fmin(column.h, name_height(view));
            view_label(view, column, FONT_STRONG, 15, COLOR_DIM, "?");
            continue;
        }
        if (!view_is_shared(view) || !view->service->queues[bank] || arriving)
            continue;
        if (names)
            queue_names(view, column, bank);
        else
            queue_bar(view, column, bank);
    }
    view_thing(view, THING_QUEUE, view->trace->run.k);
    Rect label = columns->label;
    label.y = piles.y;
    label.h = fmin(piles.h, (name_height(view) - view_px(view, 3)));
    view_text_fitting(view, label, FONT_TEXT, 12.5, COLOR_DIM,
                      (const char *[]){name, brief_name},
                      strcmp(name, "queues") == 0 ? 1 : 2);
    if (names && view_is_shared(view) && !arriving && any_done(view))
        draw_meaning(view, label);
    if (arriving)
        draw_requests(view, columns, whole, names);
    else if (view_is_shared(view) && !view->two_rows &&
             !view_hides_answer(view))
        queue_notes(view, columns, box, names);
}

void view_queues(const View *view, const BankColumns *columns, Rect box)
{
    if (view->steps) {
        View longest = view_longest(view);
        longest.steps = false;
        longest.position =
            (size_t)(longest.running - view->trace->instructions) + 1;
        draw_queues(&longest, queues_name(view), columns, box);
    } else {
        draw_queues(view, queues_name(view), columns, box);
    }
}
