/* SPDX-License-Identifier: MIT
 *
 * view_lanes - draws the registers of a warp: the word of each lane, a row for
 * each instruction; shuffles as arrows; sums written out under their cells.
 *
 *     lane              0       1       2       3
 *     read in           3       1       7       0
 *                       │ ╲     │ ╲     │ ╲     │
 *     shuffle up by 1   3       4       8       7
 *                             3 + 1   1 + 7   7 + 0
 *
 * With several warps, the running one is shown under a strip of all threads.
 * Which lane has which word is found by warp_registers.h.
 *
 * While a shuffle is under way, each word moves down the column of its lane and
 * across to the lane that receives it.  Where the receiver adds the word, the
 * receiver's own word moves straight down and waits; then both join:
 *
 *     [ 3 ]  [ 1 ]        [ 3 ]  [ 1 ]        [ 3 ]  [ 1 ]
 *        (3)  (1)              (3)             │      │
 *     [ 3 ]  [   ]        [ 3 ]  [(1)]        [ 3 ]  [(3)(1)]  then [ 4 ]
 *
 * Registers that keep their words show them all the time.
 */
#include "view/views.h"

#include "draw/font.h"
#include "trace/value.h"
#include "view/lane_layout.h"
#include "view/items.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool view_lanes_fit(const View *view)
{
    return view->analysed->lanes.rows_count > 0;
}

double view_lanes_height(const View *view)
{
    return lane_layout_height(view);
}

/* The newest word of a thread at or above ROW; NULL if there is none. */
static const RegisterCell *held(const LaneLayout *at, size_t row,
                                uint32_t thread)
{
    const RegisterCell *cell = registers_cell(at->lanes, row, thread);

    while (!lane_is_done(at->view->moment, cell)) {
        if (cell->above == REGISTERS_NEVER)
            return NULL;
        cell = registers_cell(at->lanes, cell->above, thread);
    }
    return cell;
}

/* Does CELL show what the step that is shown as a whole moved to or from
 * memory? */
static bool is_of_step(const LaneLayout *at, const RegisterCell *cell)
{
    const View *view = at->view;

    return cell->instruction != REGISTERS_NEVER && !cell->alone &&
           view_is_of_step(view, cell->instruction) &&
           !trace_is_shuffle(view->trace->instructions + cell->instruction);
}

static Color cell_color(const LaneLayout *at, const RegisterCell *cell)
{
    if (lane_layout_runs(at, cell) && lane_is_done(at->view->moment, cell))
        return view_access_color(at->view, lane_access(at->view->moment, cell));
    if (!lane_is_done(at->view->moment, cell))
        return COLOR_PANEL;
    return is_of_step(at, cell)
               ? view_access_color(at->view,
                                   lane_access(at->view->moment, cell))
           : cell->kept ? COLOR_CELL
                        : COLOR_HELD;
}

/* Is what CELL holds wrong: its sum, or the word that it received? */
static bool is_wrong(const View *view, const RegisterCell *cell)
{
    const WrongWords *wrong = &view->analysed->wrong;

    if (!wrong->accesses || cell->instruction == REGISTERS_NEVER)
        return false;
    if (cell->sum != REGISTERS_NEVER && lane_is_made(view->moment, cell))
        return wrong->sums[cell->sum];
    return !cell->kept &&
           view_is_wrong(view, view->trace->accesses + cell->access);
}

static void draw_cell(const LaneLayout *at, size_t row, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    Rect box = lane_layout_box(at, row, thread);
    Color fill = cell_color(at, cell);
    bool runs = lane_layout_runs(at, cell);
    char value[VALUE_TEXT];

    view_pair(view, THING_LANE, at->rows[row], thread);
    Shape *shape = draw_rect(view->list, box, view_px(view, 5), fill);
    if (!runs) {
        view_edge(view, shape, COLOR_EDGE, 1);
        shape->dashed = !lane_is_done(at->view->moment, cell);
    } else if (!lane_is_done(view->moment, cell)) { /* its word is on its way */
        view_edge(view, shape,
                  view_access_color(view, lane_access(view->moment, cell)), 2);
    }
    view_thread(view, shape, thread);
    if (!lane_is_done(at->view->moment, cell))
        return;
    bool wrong = is_wrong(view, cell);
    Color on = COLOR_INK;
    if (wrong)
        on = view_fill_wrong(view, shape);
    else if (runs || is_of_step(at, cell))
        on = view_on(fill);
    else if (cell->kept)
        on = COLOR_DIM;
    runs |= is_of_step(at, cell);
    Font font = runs || wrong ? FONT_CODE_STRONG : FONT_CODE;
    box = rect_inset(box, fmin(view_px(view, 3), 1), 0);
    char sum[LANE_TEXT];
    const char *text = sum;
    if (!at->spelled || !lane_sum_text(at->view, cell, sum))
        text = lane_text(view, cell, font, box.w, value);
    else
        lane_add_result(at->view, cell, sum);
    view_number(view, box, font, 22, on, text);
}

static void draw_notes(const LaneLayout *at, size_t row, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    Rect box = lane_layout_box(at, row, thread);
    char text[LANE_TEXT];

    box.y += at->cell;
    box.h = at->note;
    if (!lane_is_done(view->moment, cell))
        return;
    view_thing(view, THING_SENTENCE, thread);
    if (!at->spelled && lane_sum_text(at->view, cell, text)) {
        view_label(view, box, FONT_CODE_STRONG, 15,
                   lane_layout_runs(at, cell) ? COLOR_INK : COLOR_DIM, text);
        box.y += at->note;
    }
    if ((at->notes > 1 || at->spelled) && lane_label(at->view, cell, text) &&
        view_least_width(view, FONT_CODE, text) <= box.w)
        view_label(view, box, FONT_CODE, 13.5, COLOR_DIM, text);
}

/* ---- Lines ---------------------------------------------------------------*/

/* Of a word that goes down beside the cells of its column: from its cell to
 * there; where it arrives. */
static double draw_leaving(const LaneLayout *at, const LanePath *path,
                           bool strong, Color color)
{
    double gap = at->row - at->cell - at->note * at->notes;
    double middle = path->y0 + gap / 4, end = path->y0 + gap / 2;

    draw_curve(at->view->list,
               (double[]){path->from, path->from, path->x0, path->x0},
               (double[]){path->y0, middle, middle, end},
               view_px(at->view, strong ? 2.4 : 1.2), color);
    return end;
}

static void draw_connection(const LaneLayout *at, uint32_t origin,
                            uint32_t from, size_t row, uint32_t to, bool strong,
                            Color color)
{
    const View *view = at->view;
    LanePath path = lane_layout_path(at, origin, from, row, to);
    double head = strong ? fmax(5, view_px(view, 10)) : 0;
    double middle = (path.start + path.end - head) / 2;

    if (path.beside && path.y0 > at->box.y && path.start > path.y0)
        path.y0 = draw_leaving(at, &path, strong, color);
    if (path.start > path.y0)
        draw_line(view->list, path.x0, path.y0, path.x0, path.start,
                  view_px(view, strong ? 2.4 : 1.2), color);
    draw_curve(view->list, (double[]){path.x0, path.x0, path.x1, path.x1},
               (double[]){path.start, middle, middle, path.end - head},
               view_px(view, strong ? 2.4 : 1.2), color);
    if (strong)
        draw_arrow(view->list, path.x1, path.end - head, path.x1, path.end - 1,
                   head, color);
}

/* True if a thread before TO takes the word of thread FROM in ROW, too. */
static bool is_told(const LaneLayout *at, uint32_t from, size_t row,
                    uint32_t to)
{
    uint32_t other;

    for (uint32_t t = at->first; t < to; ++t)
        if (lane_layout_taken(at, row, t, &other) != REGISTERS_NEVER &&
            other == from)
            return true;
    return false;
}

/* The word that goes along the arrow of a shuffle, at its start, where the row
 * above shows another: a thread has more words than one.  Where several threads
 * take it, the first one has it at its arrow. */
static void draw_passed(const LaneLayout *at, uint32_t origin, uint32_t from,
                        size_t row, uint32_t to, bool runs)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, row, to);
    const RegisterCell *above = lane_layout_cell(at, row - 1, from);
    const Access *access = view->trace->accesses + cell->access;
    const Instruction *at_line = view->trace->instructions + cell->instruction;
    LanePath path = lane_layout_path(at, origin, from, row, to);
    char text[VALUE_TEXT], shown[VALUE_TEXT];

    view_moved(view, at_line, access, text);
    if (lane_is_done(view->moment, above) &&
        lane_word(view->moment, above) == access->value &&
        strcmp(lane_text(view, above, FONT_CODE, 0, shown), text) == 0)
        return;
    double width = view_least_width(view, FONT_CODE_STRONG, text);
    double room = path.end - path.start, height = view->least * 1.25;
    if (!*text || row == at->top || from < at->first ||
        width > at->pitch * 0.4 || room < height || is_told(at, from, row, to))
        return;
    double x = from < to || path.beside ? path.x0 - width - view_px(view, 4)
                                        : path.x0 + view_px(view, 4);
    Rect box = {x, path.start + 1, width, height};
    draw_rect(view->list, box, 0, COLOR_PANEL);
    view_label(view, box, FONT_CODE_STRONG, 13, runs ? COLOR_GOOD : COLOR_DIM,
               text);
}

/* The arrow of a shuffle to a thread. */
static void draw_shuffle(const LaneLayout *at, size_t row, uint32_t thread,
                         bool runs)
{
    uint32_t from, origin = lane_layout_taken(at, row, thread, &from);

    if (origin == REGISTERS_NEVER)
        return;
    draw_connection(at, origin, from, row, thread, runs,
                    runs ? COLOR_GOOD : COLOR_LINK);
}

/* The words at the arrows, over all lines. */
static void draw_words(const LaneLayout *at)
{
    uint32_t from;

    for (size_t r = at->top; r < at->bottom; ++r)
        for (uint32_t t = at->first; r > 0 && t < at->end; ++t) {
            const RegisterCell *cell = lane_layout_cell(at, r, t);
            uint32_t origin = lane_is_begun(at->view->moment, cell)
                                  ? lane_layout_taken(at, r, t, &from)
                                  : REGISTERS_NEVER;
            if (origin != REGISTERS_NEVER)
                draw_passed(at, origin, from, r, t, lane_layout_runs(at, cell));
        }
}

/* What a thread held comes straight down. */
static void draw_own(const LaneLayout *at, size_t row, uint32_t thread,
                     const RegisterCell *cell)
{
    if (cell->sum == REGISTERS_NEVER && !cell->kept && !cell->alone &&
        trace_is_shuffle(at->view->trace->instructions + cell->instruction))
        return;
    if (cell->sum != REGISTERS_NEVER && !lane_is_made(at->view->moment, cell))
        return; /* it joins what was loaded when they are added */
    uint32_t origin = lane_layout_own(at, row, thread);
    if (origin != REGISTERS_NEVER)
        draw_connection(at, origin, thread, row, thread, false, COLOR_EDGE);
}

static void draw_lines(const LaneLayout *at)
{
    view_thing(at->view, THING_FRAME, 0);
    for (int strong = 0; strong < 2; ++strong)
        for (size_t r = at->top; r < at->bottom; ++r)
            for (uint32_t t = at->first; r > 0 && t < at->end; ++t) {
                const RegisterCell *cell = lane_layout_cell(at, r, t);
                if (!lane_is_begun(at->view->moment, cell) ||
                    lane_layout_runs(at, cell) != strong)
                    continue;
                draw_own(at, r, t, cell);
                draw_shuffle(at, r, t, strong);
            }
    draw_words(at);
}

/* ---- Names ---------------------------------------------------------------*/

/* True if it is the running row, or the row of another word of the same access.
 */
static bool is_now(const LaneLayout *at, size_t row)
{
    const RegisterRow *rows = at->lanes->rows;

    return at->view->running && row - rows[at->rows[row]].word ==
                                    at->now - rows[at->rows[at->now]].word;
}

/* Under the name of a row its statement, or what that hands on: a thread has
 * more words than one. */
static void draw_code(const LaneLayout *at, size_t row)
{
    const View *view = at->view;
    const RegisterRow *line = at->lanes->rows + at->rows[row];
    Rect cell = lane_layout_box(at, row, at->first);
    double name = fmax(at->cell, view->least * 1.3), high = view->least * 1.3;
    double bottom = fmin(cell.y + at->row, at->box.y + at->box.h);
    Rect box = {at->labels.x, cell.y + (name + view_size(view, 15)) / 2,
                at->labels.w, high};
    Text texts[2] = {{0}};

    lane_row_code(view, line, false, texts);
    lane_row_code(view, line, true, texts + 1);
    view_thing(view, THING_FRAME, 0);
    if (at->text && box.y + high <= bottom && texts[0].length)
        view_text_fitting(view, box, FONT_CODE, 13, COLOR_DIM,
                          (const char *[]){texts[0].text, texts[1].length
                                                              ? texts[1].text
                                                              : ""},
                          2);
    text_free(texts);
    text_free(texts + 1);
}

/* The length of what may be left out of the name of a row, as its colour and
 * its lines show it: "read " of "read in". */
static size_t known_length(const char *name)
{
    static const char *const known[] = {"shuffle ", "read ", "write ",
                                        "update ", "count in "};

    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strncmp(name, known[i], strlen(known[i])) == 0)
            return strlen(known[i]);
    return 0;
}

static void draw_label(const LaneLayout *at, size_t row)
{
    const View *view = at->view;
    Rect box = at->labels;
    Text text = {0};
    bool now = is_now(at, row);

    draw_code(at, row);

    box.y = lane_layout_box(at, row, at->first).y;
    box.h = fmax(at->cell, view->least * 1.3);
    lane_row_name(view, at->lanes->rows + at->rows[row], &text);
    size_t known = known_length(text.text);
    uint32_t turn = lane_row_turn(view, at->lanes->rows + at->rows[row]);
    Text turns[2] = {{0}};
    for (int brief = 0; brief < 2; ++brief) {
        if (turn) {
            text_add_ordinal(turns + brief, turn);
            text_add(turns + brief, " ");
        }
        text_add(turns + brief, "%s", text.text + (brief ? known : 0));
    }
    view_thing(view, THING_FRAME, 0);
    Font font = now ? FONT_STRONG : FONT_TEXT;
    Color color = now ? COLOR_INK : COLOR_DIM;
    if (!view_text_fitting(view, box, font, 15, color,
                           (const char *[]){turns[0].text, turns[1].text,
                                            text.text, text.text + known},
                           4) &&
        view_has_variables(view)) /* a program's names may be of any length */
        view_text(view, box, font, 15, color, text.text);
    text_free(turns);
    text_free(turns + 1);
    text_free(&text);
}

/* "T0", "T1", ... over the columns, as far as they fit. */
static void draw_head(const LaneLayout *at, Rect box)
{
    const View *view = at->view;
    char name[16];

    snprintf(name, sizeof name, "T%u", at->end - 1);
    uint32_t every = 1;
    while (every * at->pitch <
           view_least_width(view, FONT_CODE, name) + view_px(view, 6))
        every *= 2;
    for (uint32_t t = at->first; t < at->end; t += every) {
        Rect place = {at->box.x + (t - at->first) * at->pitch, box.y,
                      at->pitch * every, box.h};
        if (every > 1)
            place = rect_around(place.x + at->pitch / 2, box.y + box.h / 2,
                                every * at->pitch - view->unit, box.h);
        snprintf(name, sizeof name, "T%u", t);
        view_thing(view, THING_THREAD, t);
        view_thread(view,
                    view_label(view, place, FONT_CODE, 14, COLOR_DIM, name), t);
    }
    if (at->lanes->threads <= view->trace->run.k)
        return;
    Rect label = at->labels;
    label.y = box.y;
    label.h = box.h;
    /* The first name may reach to the left of its lane. */
    label.w -= fmax(0, (every - 1) * at->pitch / 2 - view_px(view, 8));
    char full[48], brief[24];
    uint32_t k = view->trace->run.k;
    snprintf(brief, sizeof brief, "warp %u", at->warp);
    uint32_t last = (at->lanes->threads + k - 1) / k - 1;
    snprintf(full, sizeof full, last > 1 ? "%s of 0 to %u" : "%s of 0 and %u",
             brief, last);
    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, label, FONT_STRONG, 15, COLOR_INK,
                      (const char *[]){full, brief}, 2);
}

/* ---- All threads ---------------------------------------------------------*/

/* "T3: 133", without the name where there is no room for it; in colour if the
 * step that is shown as a whole moved it to or from memory. */
static void draw_thread(const LaneLayout *at, Rect box, uint32_t thread,
                        const RegisterCell *cell, bool own)
{
    const View *view = at->view;
    bool of_step = cell && is_of_step(at, cell);
    Color color = !cell ? COLOR_PANEL
                  : of_step
                      ? view_access_color(view, lane_access(view->moment, cell))
                  : own ? COLOR_RUNNING
                        : COLOR_CELL;
    char text[16 + VALUE_TEXT], value[VALUE_TEXT];

    view_thing(view, THING_THREAD, thread);
    Shape *shape = draw_rect(view->list, box, 0, color);
    view_edge(view, shape, own ? COLOR_INK : COLOR_EDGE, 1);
    view_thread(view, shape, thread);
    if (!cell)
        return;
    box = rect_inset(box, 1, 0);
    snprintf(text, sizeof text, "T%u: %s", thread,
             lane_text(view, cell, FONT_CODE, box.w, value));
    int digits = view->analysed->digits + 6; /* "T999: " */
    bool named =
        view_digits_width(digits, view->least) + VIEW_APART * view->least <=
        box.w;
    view_number(view, box, FONT_CODE, 14, view_on(color), named ? text : value);
}

/* What all threads hold now, as a row; the warp that runs is framed. */
static void draw_threads(const LaneLayout *at, Rect box)
{
    const View *view = at->view;
    uint32_t threads = at->lanes->threads, k = view->trace->run.k;
    double pitch = box.w / threads;
    bool text = view_digits_width(view->analysed->digits, view->least) +
                    VIEW_APART * view->least + 2 <=
                pitch;
    /* between warps, if the last word of one has room beside it */
    double gap =
        fmin(view_px(view, 4),
             pitch - 3.1 - VIEW_APART * view->least -
                 view_digits_width(view->analysed->digits, view->least));
    gap = fmax(fmin(gap, pitch / 4), 0);
    PixelBins strip = pixel_bins_new(box, false);
    Rect label = {at->labels.x, box.y, at->labels.w, box.h};

    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, label, FONT_TEXT, 14, COLOR_DIM,
                      (const char *[]){"last value of every thread",
                                       "last value, each", "last values"},
                      3);
    for (uint32_t t = 0; t < threads; ++t) {
        const RegisterCell *cell = held(at, at->lanes->rows_count - 1, t);
        bool own = t >= at->first && t < at->end && view->running;
        Rect place = {box.x + t * pitch, box.y, pitch - 1, box.h};
        if (!text) {
            pixel_bins_mark(&strip, t * pitch, (t + 1) * pitch,
                            own     ? COLOR_GOOD
                            : !cell ? COLOR_CELL
                                    : COLOR_HELD);
            continue;
        }
        if (t % k == k - 1)
            place.w -= gap;
        draw_thread(at, place, t, cell, own);
    }
    view_thing(view, THING_THREAD, 0);
    if (!text)
        view_strip(view, box, false, 1, threads);
    pixel_bins_draw(&strip, view->list); /* of nothing, where there is text */
}

/* ---- All of it -----------------------------------------------------------*/

static void draw_folded(const LaneLayout *at, size_t row)
{
    Rect first = lane_layout_box(at, row, at->first);
    PixelBins strip =
        pixel_bins_new((Rect){at->box.x, first.y, at->box.w, at->cell}, false);

    for (uint32_t t = at->first; t < at->end; ++t) {
        Color color = cell_color(at, lane_layout_cell(at, row, t));
        pixel_bins_mark(&strip, (t - at->first) * at->pitch,
                        (t - at->first + 1) * at->pitch - 1,
                        color == COLOR_PANEL ? COLOR_CELL : color);
    }
    view_pair(at->view, THING_LANE, at->rows[row], at->first);
    view_strip(at->view,
               (Rect){at->box.x, first.y, (at->end - at->first) * at->pitch,
                      at->cell},
               false, 1, at->end - at->first);
    pixel_bins_draw(&strip, at->view->list);
}

static void draw_rows(const LaneLayout *at)
{
    for (size_t r = at->top; r < at->bottom; ++r) {
        draw_label(at, r);
        if (!at->text) {
            draw_folded(at, r);
            continue;
        }
        for (uint32_t t = at->first; t < at->end; ++t) {
            draw_cell(at, r, t);
            if (at->notes)
                draw_notes(at, r, t);
        }
    }
}

void view_lanes(const View *view, Rect box)
{
    if (rect_is_empty(box) || !view_lanes_fit(view))
        return;
    display_list_area(view->list, AREA_TREE, view->panel, box);
    LaneLayout at = lane_layout(view, box);
    if (at.strip.h > 0)
        draw_threads(&at, at.strip);
    draw_head(&at, at.head);
    if (at.text)
        draw_lines(&at);
    draw_rows(&at);
    lane_animation_draw(&at);
    lane_layout_free(&at);
}
