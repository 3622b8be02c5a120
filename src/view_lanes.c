/* SPDX-License-Identifier: MIT
 *
 * view_lanes - drawing the registers; see view_lanes.h and lanes.h.
 *
 * A row is as high as all others and holds, from the top: room for the lines
 * that arrive, the cells, what they are sums of.  Of a long table a window is
 * shown, with the running row in its last but one line.
 */
#include "view_lanes.h"

#include "font.h"
#include "lane_text.h"
#include "strip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double label_width = 130; /* px at 1080, as all of these */
static const double head_height = 24;
static const double cell_likes = 40, lines_likes = 30, row_least = 58;
static const double widest_lane = 430;

typedef struct {
    const View *view;
    const Lanes *lanes;
    Rect labels, box;    /* of the rows */
    uint32_t warp;       /* that is shown */
    uint32_t first, end; /* its threads */
    uint32_t *rows;      /* those that the warp takes part in */
    size_t count;
    size_t now;         /* the running one among them; of no use at the start */
    size_t top, bottom; /* of them shown: top .. bottom - 1 */
    double pitch;       /* from lane to lane */
    double row, cell;   /* heights */
    double note;        /* of a line under the cell; 0: none */
    int notes;          /* such lines: 0, 1 or 2 */
    bool text;
    bool spelled; /* sums are spelled out within their cells */
} LaneView;

bool view_lanes_fit(const View *view)
{
    return view->exhibit->lanes.rows_count > 0;
}

double view_lanes_height(const View *view)
{
    double rows = (double)view->exhibit->lanes.rows_count;

    return view_px(view, head_height + layout_least(rows, 6) *
                                           (cell_likes + lines_likes + 20));
}

/* What a thread has in a row of those shown. */
static const LaneCell *cell_of(const LaneView *at, size_t row, uint32_t thread)
{
    return lanes_cell(at->lanes, at->rows[row], thread);
}

/* Its place among the rows of the warp; before the first, where there is none.
 */
static size_t place_of(const LaneView *at, uint32_t row)
{
    size_t place = 0;

    while (place < at->count && at->rows[place] < row)
        ++place;
    return place;
}

static Rect cell_box(const LaneView *at, size_t row, uint32_t thread)
{
    double gap = at->pitch > 24 ? at->pitch * 0.12 : at->pitch > 3 ? 1 : 0;
    double lines = at->row - at->cell - at->note * at->notes;
    double y = at->box.y + (double)(row - at->top) * at->row;

    if (row > 0 || at->top > 0)
        y += lines;
    if (at->top == 0)
        y -= row > 0 ? lines : 0;
    return (Rect){at->box.x + (thread - at->first) * at->pitch + gap / 2, y,
                  at->pitch - gap, at->cell};
}

static bool is_running(const LaneView *at, const LaneCell *cell)
{
    return cell->instruction != LANES_NEVER &&
           cell->instruction + 1 == at->view->position;
}

/* The newest word of a thread at or above ROW; NULL if there is none. */
static const LaneCell *held(const LaneView *at, size_t row, uint32_t thread)
{
    for (size_t r = row + 1; r-- > 0;) {
        const LaneCell *cell = lanes_cell(at->lanes, r, thread);
        if (lane_is_done(at->view, cell))
            return cell;
    }
    return NULL;
}

static Color cell_color(const LaneView *at, const LaneCell *cell)
{
    if (is_running(at, cell))
        return view_access_color(at->view, at->view->exhibit->trace->accesses +
                                               cell->access);
    if (!lane_is_done(at->view, cell))
        return COLOR_PANEL;
    return cell->kept ? COLOR_CELL : COLOR_HELD;
}

static void draw_cell(const LaneView *at, size_t row, uint32_t thread)
{
    const View *view = at->view;
    const LaneCell *cell = cell_of(at, row, thread);
    Rect box = cell_box(at, row, thread);
    Color fill = cell_color(at, cell);
    bool runs = is_running(at, cell);
    char value[VALUE_TEXT];

    canvas_tag(view->canvas, TAG_LANE, view->panel,
               at->rows[row] * at->lanes->threads + thread);
    Shape *shape = canvas_rect(view->canvas, box, view_px(view, 5), fill);
    if (!runs) {
        shape->edge = COLOR_EDGE;
        shape->width = layout_most(1, view->unit);
        shape->dashed = !lane_is_done(at->view, cell);
    }
    if (!lane_is_done(at->view, cell))
        return;
    Font font = runs ? FONT_CODE_STRONG : FONT_CODE;
    box = rect_inset(box, layout_least(view_px(view, 3), 1), 0);
    char sum[LANE_TEXT];
    const char *text = sum;
    if (!at->spelled || !lane_sum_text(at->view, cell, sum))
        text = view_value(view, cell->value, font, box.w, value);
    else
        lane_add_result(at->view, cell, sum);
    view_number(view, box, font, 22,
                runs         ? view_on(fill)
                : cell->kept ? COLOR_DIM
                             : COLOR_INK,
                text);
}

static void draw_notes(const LaneView *at, size_t row, uint32_t thread)
{
    const View *view = at->view;
    const LaneCell *cell = cell_of(at, row, thread);
    Rect box = cell_box(at, row, thread);
    char text[LANE_TEXT];

    box.y += at->cell;
    box.h = at->note;
    canvas_tag(view->canvas, TAG_SENTENCE, view->panel, thread);
    if (!at->spelled && lane_sum_text(at->view, cell, text)) {
        view_label(view, box, FONT_CODE_STRONG, 15,
                   is_running(at, cell) ? COLOR_INK : COLOR_DIM, text);
        box.y += at->note;
    }
    if ((at->notes > 1 || at->spelled) && lane_label(at->view, cell, text) &&
        view_least_width(view, FONT_CODE, text) <= box.w)
        view_label(view, box, FONT_CODE, 13.5, COLOR_DIM, text);
}

/* Does every sum of the warp fit under its cell, or, spelled out with its
 * result, in it? */
static bool notes_fit(const LaneView *at, bool within)
{
    const View *view = at->view;
    char text[LANE_TEXT];

    for (size_t r = at->top; r < at->bottom; ++r)
        for (uint32_t t = at->first; t < at->end; ++t) {
            const LaneCell *cell = cell_of(at, r, t);
            if (!lane_sum_text(at->view, cell, text))
                continue;
            if (within)
                lane_add_result(at->view, cell, text);
            double width =
                font_width(FONT_CODE_STRONG,
                           within ? view_size(view, 20) : view->least, text);
            if (width > at->pitch * 0.86)
                return false;
        }
    return true;
}

/* ---- Lines ---------------------------------------------------------------*/

static void draw_line(const LaneView *at, uint32_t origin, uint32_t from,
                      size_t row, uint32_t to, bool strong, Color color)
{
    const View *view = at->view;
    size_t from_row = place_of(at, origin);
    Rect below = cell_box(at, row, to);
    double x1 = below.x + below.w / 2, y1 = below.y;
    double x0 = x1 + ((double)from - (double)to) * at->pitch, y0 = at->box.y;
    double head = strong ? layout_most(5, view_px(view, 10)) : 0;

    if (from_row >= at->top && from_row < at->bottom)
        y0 = cell_box(at, from_row, from).y + at->cell + at->note * at->notes;
    double gap = at->row - at->cell - at->note * at->notes;
    double start = y1 - layout_least(y1 - y0, gap);
    if (start > y0 + 1)
        canvas_line(view->canvas, x0, y0, x0, start,
                    view_px(view, strong ? 2.4 : 1.2), color);
    else
        start = y0;
    double middle = (start + y1 - head) / 2;
    canvas_curve(view->canvas, (double[]){x0, x0, x1, x1},
                 (double[]){start, middle, middle, y1 - head},
                 view_px(view, strong ? 2.4 : 1.2), color);
    if (strong)
        canvas_arrow(view->canvas, x1, y1 - head, x1, y1 - 1, head, color);
}

/* The arrow of a shuffle to a thread. */
static void draw_shuffle(const LaneView *at, size_t row, uint32_t thread,
                         const LaneCell *cell)
{
    const Trace *trace = at->view->exhibit->trace;
    const Access *access = trace->accesses + cell->access;
    uint32_t from = at->first + access->cell;

    if (cell->kept || access->cell == access->lane || from >= at->end)
        return;
    uint32_t origin = lanes_origin(at->lanes, at->rows[row], from,
                                   access->value, access->interval);
    bool runs = is_running(at, cell);
    draw_line(at, origin == LANES_NEVER ? at->rows[row - 1] : origin, from, row,
              thread, runs, runs ? COLOR_GOOD : COLOR_LINK);
}

/* What a thread held comes straight down. */
static void draw_own(const LaneView *at, size_t row, uint32_t thread,
                     const LaneCell *cell)
{
    const Trace *trace = at->view->exhibit->trace;
    const Access *access = trace->accesses + cell->access;

    if (cell->sum == LANES_NEVER && !cell->kept) {
        if (trace->instructions[cell->instruction].kind == ACCESS_SHFL)
            return;
        uint32_t origin = lanes_origin(at->lanes, at->rows[row], thread,
                                       access->value, access->interval);
        if (origin != LANES_NEVER)
            draw_line(at, origin, thread, row, thread, false, COLOR_EDGE);
        return;
    }
    Word value = cell->value, interval = cell->interval;
    if (cell->sum != LANES_NEVER) {
        const Sum *sum = trace->sums + cell->sum;
        bool left = sum->left == access->value &&
                    sum->left_interval == access->interval;
        value = left ? sum->right : sum->left;
        interval = left ? sum->right_interval : sum->left_interval;
    }
    uint32_t origin =
        lanes_origin(at->lanes, at->rows[row], thread, value, interval);
    if (origin != LANES_NEVER)
        draw_line(at, origin, thread, row, thread, false, COLOR_EDGE);
}

static void draw_lines(const LaneView *at)
{
    const Trace *trace = at->view->exhibit->trace;

    canvas_tag(at->view->canvas, TAG_FRAME, at->view->panel, 0);
    for (int strong = 0; strong < 2; ++strong)
        for (size_t r = at->top; r < at->bottom; ++r)
            for (uint32_t t = at->first; r > 0 && t < at->end; ++t) {
                const LaneCell *cell = cell_of(at, r, t);
                if (!lane_is_done(at->view, cell) ||
                    is_running(at, cell) != strong)
                    continue;
                draw_own(at, r, t, cell);
                if (trace->instructions[cell->instruction].kind == ACCESS_SHFL)
                    draw_shuffle(at, r, t, cell);
            }
}

/* ---- Names ---------------------------------------------------------------*/

static void draw_label(const LaneView *at, size_t row)
{
    const View *view = at->view;
    Rect box = at->labels;
    Text text = {0};
    bool now = view->running && row == at->now;

    box.y = cell_box(at, row, at->first).y;
    box.h = layout_most(at->cell, view->least * 1.3);
    lane_row_name(view, at->lanes->rows + at->rows[row], &text);
    canvas_tag(view->canvas, TAG_FRAME, view->panel, 0);
    canvas_text(view->canvas, box, ALIGN_LEFT, now ? FONT_STRONG : FONT_TEXT,
                view_size(view, 15), view->least, now ? COLOR_INK : COLOR_DIM,
                text.text);
    text_free(&text);
}

/* "T0", "T1", ... over the columns, as far as they fit. */
static void draw_head(const LaneView *at, Rect box)
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
        canvas_tag(view->canvas, TAG_LANE, view->panel, t);
        view_label(view, place, FONT_CODE, 14, COLOR_DIM, name);
    }
    if (at->lanes->threads <= view->exhibit->trace->run.k)
        return;
    Rect label = at->labels;
    label.y = box.y;
    label.h = box.h;
    /* The first name may reach to the left of its lane. */
    label.w -= layout_most(0, (every - 1) * at->pitch / 2 - view_px(view, 8));
    Text text = {0};
    uint32_t k = view->exhibit->trace->run.k;
    text_add(&text, "warp %u of %u", at->warp,
             (at->lanes->threads + k - 1) / k);
    canvas_tag(view->canvas, TAG_FRAME, view->panel, 0);
    canvas_text(view->canvas, label, ALIGN_LEFT, FONT_STRONG,
                view_size(view, 15), view->least, COLOR_INK, text.text);
    text_free(&text);
}

/* ---- All threads ---------------------------------------------------------*/

/* What all threads hold now, as a row; the warp that runs is framed. */
static void draw_threads(const LaneView *at, Rect box)
{
    const View *view = at->view;
    uint32_t threads = at->lanes->threads, k = view->exhibit->trace->run.k;
    double pitch = box.w / threads;
    bool text =
        view_digits_width(view->exhibit->digits, view->least) + 2 <= pitch;
    char value[VALUE_TEXT];
    Strip strip = strip_new(box.w);

    for (uint32_t t = 0; t < threads; ++t) {
        const LaneCell *cell = held(at, at->lanes->rows_count - 1, t);
        bool own = t >= at->first && t < at->end && view->running;
        Color color = !cell ? COLOR_PANEL : own ? COLOR_RUNNING : COLOR_CELL;
        Rect place = {box.x + t * pitch, box.y, pitch - 1, box.h};
        if (!text) {
            strip_mark(&strip, t * pitch, (t + 1) * pitch,
                       own     ? COLOR_GOOD
                       : !cell ? COLOR_CELL
                               : COLOR_HELD);
            continue;
        }
        if (t % k == k - 1)
            place.w -= layout_least(view_px(view, 4), pitch / 4);
        canvas_tag(view->canvas, TAG_LANE, view->panel, t);
        Shape *shape = canvas_rect(view->canvas, place, 0, color);
        shape->edge = own ? COLOR_INK : COLOR_EDGE;
        shape->width = layout_most(1, view->unit);
        if (!cell)
            continue;
        view_value(view, cell->value, FONT_CODE, place.w - 2, value);
        view_number(view, rect_inset(place, 1, 0), FONT_CODE, 14, COLOR_INK,
                    value);
    }
    canvas_tag(view->canvas, TAG_LANE, view->panel, 0);
    if (!text)
        strip_draw(&strip, view->canvas, box, false);
    strip_free(&strip);
}

/* ---- All of it -----------------------------------------------------------*/

/* Rows that the warp takes part in come first into the window. */
static void choose_rows(LaneView *at, size_t room)
{
    size_t count = at->count;

    at->top = 0;
    at->bottom = count;
    if (count <= room)
        return;
    if (at->view->running && at->now + 2 > room)
        at->top = at->now + 2 - room;
    if (at->top + room > count)
        at->top = count - room;
    at->bottom = at->top + room;
}

static void lay_out(LaneView *at, Rect box)
{
    const View *view = at->view;
    double least = layout_most(view_px(view, row_least), view->least * 4.4);
    size_t room = (size_t)(box.h / least);

    at->labels = rect_cut_left(&box, layout_least(view_px(view, label_width),
                                                  box.w / 5));
    rect_cut_right(&at->labels, view_px(view, 8));
    at->box = box;
    at->pitch =
        layout_least(box.w / (at->end - at->first), view_px(view, widest_lane));
    choose_rows(at, room < 2 ? 2 : room);
    size_t shown = at->bottom - at->top;
    at->row = layout_least(box.h / (double)shown, view_px(view, 108));
    at->text = at->pitch * 0.88 >= view_least_width(view, FONT_CODE, "00");
    at->cell = layout_least(view_px(view, cell_likes), at->row * 0.46);
    double line = view->least * 1.45, left = at->row - at->cell - line * 1.1;
    at->spelled =
        at->text && at->pitch > view_px(view, 150) && notes_fit(at, true);
    if (at->spelled)
        at->notes = left >= 2 * line;
    else if (at->text && notes_fit(at, false))
        at->notes = left >= 3.4 * line ? 2 : left >= 2 * line ? 1 : 0;
    at->note = at->notes ? line : 0;
    /* The first of all rows has no lines above it. */
    if (at->top == 0) {
        double lines = at->row - at->cell - at->note * at->notes;
        at->row =
            layout_least((box.h + lines) / (double)shown, view_px(view, 116));
    }
}

static void draw_folded(const LaneView *at, size_t row)
{
    const View *view = at->view;
    Strip strip = strip_new(at->box.w);
    Rect first = cell_box(at, row, at->first);

    for (uint32_t t = at->first; t < at->end; ++t) {
        Color color = cell_color(at, cell_of(at, row, t));
        strip_mark(&strip, (t - at->first) * at->pitch,
                   (t - at->first + 1) * at->pitch - 1,
                   color == COLOR_PANEL ? COLOR_CELL : color);
    }
    canvas_tag(view->canvas, TAG_LANE, view->panel,
               at->rows[row] * at->lanes->threads);
    strip_draw(&strip, view->canvas,
               (Rect){at->box.x, first.y, at->box.w, at->cell}, false);
    strip_free(&strip);
}

static void draw_rows(const LaneView *at)
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

/* The rows in which any thread of the warp ever does something. */
static void find_rows(LaneView *at)
{
    at->rows = base_alloc(at->lanes->rows_count + 1, sizeof *at->rows);
    for (uint32_t r = 0; r < at->lanes->rows_count; ++r)
        for (uint32_t t = at->first; t < at->end; ++t)
            if (lanes_cell(at->lanes, r, t)->instruction != LANES_NEVER) {
                at->rows[at->count++] = r;
                break;
            }
}

void view_lanes(const View *view, Rect box)
{
    LaneView at = {.view = view, .lanes = &view->exhibit->lanes};
    uint32_t k = view->exhibit->trace->run.k;

    if (rect_is_empty(box) || !at.lanes->rows_count)
        return;
    at.warp = view->running ? view->running->warp : 0;
    at.first = at.warp * k;
    at.end =
        at.first + k < at.lanes->threads ? at.first + k : at.lanes->threads;
    find_rows(&at);
    if (view->running)
        at.now =
            place_of(&at, (uint32_t)lanes_row(at.lanes, view->position - 1));
    Rect strip = {0, 0, 0, 0};
    if (at.lanes->threads > k) {
        strip = rect_cut_top(&box, view_px(view, head_height));
        rect_cut_top(&box, view_px(view, 6));
    }
    Rect head = rect_cut_top(&box, view_px(view, head_height));
    lay_out(&at, box);
    if (strip.h > 0) {
        strip.x = at.box.x;
        strip.w = at.box.w;
        draw_threads(&at, strip);
    }
    draw_head(&at, head);
    if (at.text)
        draw_lines(&at);
    draw_rows(&at);
    free(at.rows);
}
