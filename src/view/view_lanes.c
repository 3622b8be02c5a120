/* SPDX-License-Identifier: MIT
 *
 * view_lanes - drawing the registers; see view_lanes.h, lane_layout.h and
 * warp_registers.h.
 */
#include "view/view_lanes.h"

#include "draw/font.h"
#include "view/lane_animation.h"
#include "view/lane_layout.h"
#include "view/lane_text.h"
#include "view/pixel_bins.h"

#include <stdio.h>
#include <stdlib.h>
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
    for (size_t r = row + 1; r-- > 0;) {
        const RegisterCell *cell = registers_cell(at->lanes, r, thread);
        if (lane_is_done(at->view, cell))
            return cell;
    }
    return NULL;
}

static Color cell_color(const LaneLayout *at, const RegisterCell *cell)
{
    if (lane_layout_runs(at, cell) && lane_is_done(at->view, cell))
        return view_access_color(at->view, at->view->analysed->trace->accesses +
                                               cell->access);
    if (!lane_is_done(at->view, cell))
        return COLOR_PANEL;
    return cell->kept ? COLOR_CELL : COLOR_HELD;
}

static void draw_cell(const LaneLayout *at, size_t row, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    Rect box = lane_layout_box(at, row, thread);
    Color fill = cell_color(at, cell);
    bool runs = lane_layout_runs(at, cell);
    char value[VALUE_TEXT];

    draw_tag(view->list, TAG_LANE, view->panel,
             at->rows[row] * at->lanes->threads + thread);
    Shape *shape = draw_rect(view->list, box, view_px(view, 5), fill);
    if (!runs) {
        shape->edge = COLOR_EDGE;
        shape->width = layout_most(1, view->unit);
        shape->dashed = !lane_is_done(at->view, cell);
    } else if (!lane_is_done(view, cell)) { /* its word is on its way */
        shape->edge = view_access_color(view, view->analysed->trace->accesses +
                                                  cell->access);
        shape->width = layout_most(1, view_px(view, 2));
    }
    if (!lane_is_done(at->view, cell))
        return;
    Font font = runs ? FONT_CODE_STRONG : FONT_CODE;
    box = rect_inset(box, layout_least(view_px(view, 3), 1), 0);
    char sum[LANE_TEXT];
    const char *text = sum;
    if (!at->spelled || !lane_sum_text(at->view, cell, sum))
        text = view_value(view, lane_word(view, cell), font, box.w, value);
    else
        lane_add_result(at->view, cell, sum);
    view_number(view, box, font, 22,
                runs         ? view_on(fill)
                : cell->kept ? COLOR_DIM
                             : COLOR_INK,
                text);
}

static void draw_notes(const LaneLayout *at, size_t row, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, row, thread);
    Rect box = lane_layout_box(at, row, thread);
    char text[LANE_TEXT];

    box.y += at->cell;
    box.h = at->note;
    if (!lane_is_done(view, cell))
        return;
    draw_tag(view->list, TAG_SENTENCE, view->panel, thread);
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

static void draw_connection(const LaneLayout *at, uint32_t origin,
                            uint32_t from, size_t row, uint32_t to, bool strong,
                            Color color)
{
    const View *view = at->view;
    LanePath path = lane_layout_path(at, origin, from, row, to);
    double head = strong ? layout_most(5, view_px(view, 10)) : 0;
    double middle = (path.start + path.end - head) / 2;

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

/* The arrow of a shuffle to a thread. */
static void draw_shuffle(const LaneLayout *at, size_t row, uint32_t thread,
                         bool runs)
{
    uint32_t from, origin = lane_layout_taken(at, row, thread, &from);

    if (origin != REGISTERS_NEVER)
        draw_connection(at, origin, from, row, thread, runs,
                        runs ? COLOR_GOOD : COLOR_LINK);
}

/* What a thread held comes straight down. */
static void draw_own(const LaneLayout *at, size_t row, uint32_t thread,
                     const RegisterCell *cell)
{
    const Trace *trace = at->view->analysed->trace;
    Word value;

    if (cell->sum == REGISTERS_NEVER && !cell->kept &&
        trace->instructions[cell->instruction].kind == ACCESS_SHFL)
        return;
    if (cell->sum != REGISTERS_NEVER && !lane_is_made(at->view, cell))
        return; /* it joins what was loaded when they are added */
    uint32_t origin = lane_layout_own(at, row, thread, &value);
    if (origin != REGISTERS_NEVER)
        draw_connection(at, origin, thread, row, thread, false, COLOR_EDGE);
}

static void draw_lines(const LaneLayout *at)
{
    draw_tag(at->view->list, TAG_FRAME, at->view->panel, 0);
    for (int strong = 0; strong < 2; ++strong)
        for (size_t r = at->top; r < at->bottom; ++r)
            for (uint32_t t = at->first; r > 0 && t < at->end; ++t) {
                const RegisterCell *cell = lane_layout_cell(at, r, t);
                if (!lane_is_begun(at->view, cell) ||
                    lane_layout_runs(at, cell) != strong)
                    continue;
                draw_own(at, r, t, cell);
                draw_shuffle(at, r, t, strong);
            }
}

/* ---- Names ---------------------------------------------------------------*/

static void draw_label(const LaneLayout *at, size_t row)
{
    const View *view = at->view;
    Rect box = at->labels;
    Text text = {0};
    bool now = view->running && row == at->now;

    box.y = lane_layout_box(at, row, at->first).y;
    box.h = layout_most(at->cell, view->least * 1.3);
    lane_row_name(view, at->lanes->rows + at->rows[row], &text);
    draw_tag(view->list, TAG_FRAME, view->panel, 0);
    draw_text(view->list, box, ALIGN_LEFT, now ? FONT_STRONG : FONT_TEXT,
              view_size(view, 15), view->least, now ? COLOR_INK : COLOR_DIM,
              text.text);
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
        draw_tag(view->list, TAG_LANE, view->panel, t);
        view_label(view, place, FONT_CODE, 14, COLOR_DIM, name);
    }
    if (at->lanes->threads <= view->analysed->trace->run.k)
        return;
    Rect label = at->labels;
    label.y = box.y;
    label.h = box.h;
    /* The first name may reach to the left of its lane. */
    label.w -= layout_most(0, (every - 1) * at->pitch / 2 - view_px(view, 8));
    Text text = {0};
    uint32_t k = view->analysed->trace->run.k;
    text_add(&text, "warp %u of 0..%u", at->warp,
             (at->lanes->threads + k - 1) / k - 1);
    draw_tag(view->list, TAG_FRAME, view->panel, 0);
    draw_text(view->list, label, ALIGN_LEFT, FONT_STRONG, view_size(view, 15),
              view->least, COLOR_INK, text.text);
    text_free(&text);
}

/* ---- All threads ---------------------------------------------------------*/

/* What all threads hold now, as a row; the warp that runs is framed. */
static void draw_threads(const LaneLayout *at, Rect box)
{
    const View *view = at->view;
    uint32_t threads = at->lanes->threads, k = view->analysed->trace->run.k;
    double pitch = box.w / threads;
    bool text =
        view_digits_width(view->analysed->digits, view->least) + 2 <= pitch;
    char value[VALUE_TEXT];
    PixelBins strip = pixel_bins_new(box.w);

    for (uint32_t t = 0; t < threads; ++t) {
        const RegisterCell *cell = held(at, at->lanes->rows_count - 1, t);
        bool own = t >= at->first && t < at->end && view->running;
        Color color = !cell ? COLOR_PANEL : own ? COLOR_RUNNING : COLOR_CELL;
        Rect place = {box.x + t * pitch, box.y, pitch - 1, box.h};
        if (!text) {
            pixel_bins_mark(&strip, t * pitch, (t + 1) * pitch,
                            own     ? COLOR_GOOD
                            : !cell ? COLOR_CELL
                                    : COLOR_HELD);
            continue;
        }
        if (t % k == k - 1)
            place.w -= layout_least(view_px(view, 4), pitch / 4);
        draw_tag(view->list, TAG_LANE, view->panel, t);
        Shape *shape = draw_rect(view->list, place, 0, color);
        shape->edge = own ? COLOR_INK : COLOR_EDGE;
        shape->width = layout_most(1, view->unit);
        if (!cell)
            continue;
        view_value(view, lane_word(view, cell), FONT_CODE, place.w - 2, value);
        view_number(view, rect_inset(place, 1, 0), FONT_CODE, 14, COLOR_INK,
                    value);
    }
    draw_tag(view->list, TAG_LANE, view->panel, 0);
    if (!text)
        pixel_bins_draw(&strip, view->list, box, false);
    pixel_bins_free(&strip);
}

/* ---- All of it -----------------------------------------------------------*/

static void draw_folded(const LaneLayout *at, size_t row)
{
    const View *view = at->view;
    PixelBins strip = pixel_bins_new(at->box.w);
    Rect first = lane_layout_box(at, row, at->first);

    for (uint32_t t = at->first; t < at->end; ++t) {
        Color color = cell_color(at, lane_layout_cell(at, row, t));
        pixel_bins_mark(&strip, (t - at->first) * at->pitch,
                        (t - at->first + 1) * at->pitch - 1,
                        color == COLOR_PANEL ? COLOR_CELL : color);
    }
    draw_tag(view->list, TAG_LANE, view->panel,
             at->rows[row] * at->lanes->threads);
    pixel_bins_draw(&strip, view->list,
                    (Rect){at->box.x, first.y, at->box.w, at->cell}, false);
    pixel_bins_free(&strip);
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
    lane_animation(&at);
    lane_layout_free(&at);
}
