/* SPDX-License-Identifier: MIT */
#include "view/view_motion.h"

#include "analysis/block_trace.h"
#include "draw/font.h"
#include "draw/layout.h"
#include "view/block_layout.h"
#include "view/shown_value.h"

#include <math.h>
#include <stdio.h>

double view_eased(double from, double to, double share)
{
    return from + (to - from) * share * share * (3 - 2 * share);
}

void view_moving_at(const View *view, double x, double y, double at_1080,
                    Color color, const char *text)
{
    double size = view_size(view, at_1080);
    double least = fmax(6, round(view_px(view, 10)));
    double width =
        text[0] ? font_width(FONT_CODE_STRONG, size, text) + view_px(view, 12)
                : least;
    Rect box = rect_around(x, y, width, text[0] ? size * 1.4 : least);

    view_thing(view, THING_MOTION, 0);
    Shape *shape =
        draw_rect(view->list, box, fmin(view_px(view, 6), box.h / 2), color);
    if (!text[0])
        return;
    view_edge(view, shape, COLOR_PANEL, 1.5);
    view_label(view, box, FONT_CODE_STRONG, at_1080, view_on(color), text);
}

Rect view_leaving(const View *view, Rect from, Rect to, double at_1080)
{
    double half = view_size(view, at_1080) * 0.7, y = from.y + from.h / 2;

    if (to.y >= from.y + from.h)
        return (Rect){from.x, from.y + from.h + half, from.w, 0};
    if (to.y + to.h <= from.y)
        return (Rect){from.x, from.y - half, from.w, 0};
    return (Rect){to.x > from.x ? from.x + from.w + half : from.x - half, y, 0,
                  0};
}

void view_moving(const View *view, Rect from, Rect to, double share,
                 double at_1080, Color color, const char *text)
{
    view_moving_at(view,
                   view_eased(from.x + from.w / 2, to.x + to.w / 2, share),
                   view_eased(from.y + from.h / 2, to.y + to.h / 2, share),
                   at_1080, color, text);
}

bool view_is_under_way(const View *view, const Token *token)
{
    double served = view_served(view, token->access);

    return served > 0 && served < 1;
}

void view_token(const View *view, const Token *token, Rect from, Rect to,
                double at_1080, const char *text)
{
    view_moving(view, from, to, view_served(view, token->access), at_1080,
                view_access_color(view, token->access), text);
}

bool view_moves_global(const View *view)
{
    return view_is_moving(view) && !view_shows_blocks(view) &&
           (trace_is_global_load(view->running) ||
            trace_is_global_store(view->running));
}

void view_moving_global(const View *view, Rect box, double below,
                        const Access *access, double at_1080, bool text)
{
    double served = view_served(view, access);
    bool load = trace_is_global_load(view->running);
    Rect far = box;
    char word[VALUE_TEXT] = "";

    if (served <= 0 || served >= 1)
        return;
    if (text)
        view_moved(view, view->running, access, word);
    far.y += below;
    view_moving(view, load ? far : box, load ? box : far, served, at_1080,
                COLOR_GLOBAL, word);
}

/* ---- In the tree ---------------------------------------------------------*/

static void draw_token(const TreeLayout *at, const Token *token,
                       double text_size)
{
    const View *view = at->view;
    Rect from = tree_layout_box(at, token->from.a, token->from.b);
    Rect to = tree_layout_box(at, token->to.a, token->to.b);
    char text[VALUE_TEXT] = "";

    if (text_size > 0 && from.w >= view_least_width(view, FONT_CODE, "00"))
        shown_value(view->trace->run.op, token->value, true, text);
    from = view_leaving(view, from, to, text_size);
    to.x += token->side * to.w * 0.27;
    view_token(view, token, from, to, text_size, text);
}

static void draw_node_tokens(const TreeLayout *at, uint32_t level, uint32_t x)
{
    const Level *row = at->levels + level;
    Token tokens[2];
    int count = tree_tokens(&at->state, level, x, tokens);

    for (int i = 0; i < count; ++i)
        draw_token(at, tokens + i,
                   row->style >= LEVEL_STAGGERED ? row->text : 0);
}

/* Inputs come up from under the leaves, outputs go down there. */
static void draw_global(const TreeLayout *at)
{
    const Level *row = at->levels;

    for (uint32_t x = row->first; x < row->end && row->style >= LEVEL_CELLS;
         ++x) {
        const Access *access = tree_node_request(&at->state, x);
        Rect leaf = tree_layout_box(at, 0, x);
        if (access)
            view_moving_global(at->view, leaf, leaf.h * 1.3, access, row->text,
                               row->style >= LEVEL_STAGGERED);
    }
}

void tree_animation_draw(const TreeLayout *at)
{
    if (view_moves_global(at->view)) {
        draw_global(at);
        return;
    }

    for (uint32_t m = at->state.level_first;
         view_is_moving(at->view) && m <= at->state.level_last; ++m) {
        if (at->levels[m].style < LEVEL_CELLS)
            continue;
        for (uint32_t x = at->levels[m].first; x < at->levels[m].end; ++x)
            draw_node_tokens(at, m, x);
    }
}

/* ---- Between lanes -------------------------------------------------------*/

/* Of the time, until a word is there; what is left is for joining. */
static const double arrival = 0.8;

/* A place on the way of a shuffle's word, SHARE of it behind: out of its cell
 * down the column, across as the arrow goes, into the cell. */
static void place_on(const LaneLayout *at, const LanePath *path, double share,
                     double *x, double *y)
{
    double from = path->y0 - at->cell / 2 - at->note * at->notes;
    double down = path->start - from, in = at->cell / 2;
    double across = hypot(path->x1 - path->x0, path->end - path->start);
    double gone = view_eased(0, down + across + in, share);

    *x = gone < down ? path->x0 : path->x1;
    *y = gone < down ? from + gone : path->end + gone - down - across;
    if (gone < down || gone > down + across || across <= 0)
        return;
    double t = (gone - down) / across, turned = t * t * (3 - 2 * t);
    double middle = 1.5 * t * (1 - t), ends = t * t * t;
    double start = (1 - t) * (1 - t) * (1 - t);
    *x = path->x0 + (path->x1 - path->x0) * turned;
    *y = (start + middle) * path->start + (middle + ends) * path->end;
}

/* Draws VALUE on PATH; at its end it waits on SIDE of the cell (-1 left, 1
 * right) and joins the other.  What comes straight down is there first. */
static void draw_lane_token(const LaneLayout *at, const LanePath *path,
                            double share, double side, Color color,
                            const char *text)
{
    double apart = side * at->pitch * 0.24;
    double travelled =
        fmin(1, share / arrival * (path->x0 == path->x1 ? 2 : 1));
    double joined = layout_clamp((share - arrival) / (1 - arrival), 0, 1);
    double x, y;

    place_on(at, path, travelled, &x, &y);
    x += apart * view_eased(0, 1, travelled) * (1 - view_eased(0, 1, joined));
    view_moving_at(at->view, x, y, at->pitch > view_px(at->view, 70) ? 18 : 14,
                   color, at->text ? text : "");
}

/* Writes what is on its way into CELL, "" for the lower half of a number: which
 * number that is shows when the upper half comes. */
static void moving_text(const LaneLayout *at, const RegisterCell *cell,
                        char text[VALUE_TEXT])
{
    const View *view = at->view;

    text[0] = '\0';
    if (cell->last < view->position)
        view_moved(view, view->trace->instructions + cell->instruction,
                   view->trace->accesses + cell->access, text);
}

/* Writes the word of THREAD in row ROW, which the thread holds while another
 * one is on its way to it. */
static void held_text(const LaneLayout *at, uint32_t row, uint32_t thread,
                      char text[VALUE_TEXT])
{
    const RegisterCell *cell = registers_cell(at->lanes, row, thread);
    Number number = registers_number(at->lanes, cell);

    if (number.element == ELEMENT_OTHER)
        shown_value(at->view->trace->run.op, cell->value, true, text);
    else
        number_text(number, true, text);
}

static void draw_moving_word(const LaneLayout *at, uint32_t thread)
{
    const View *view = at->view;
    const RegisterCell *cell = lane_layout_cell(at, at->now, thread);
    char text[VALUE_TEXT];
    uint32_t from;

    if (!lane_layout_runs(at, cell) || lane_is_done(view->moment, cell))
        return;
    const Access *access = lane_access(view->moment, cell);
    bool sum = cell->sum != REGISTERS_NEVER;
    uint32_t taken = lane_layout_taken(at, at->now, thread, &from);
    uint32_t held = lane_layout_own(at, at->now, thread);
    double share = view_served(view, access);
    double side = !sum ? 0 : from < thread ? -1 : 1;
    if (held != REGISTERS_NEVER) {
        LanePath path = lane_layout_path(at, held, thread, at->now, thread);
        held_text(at, held, thread, text);
        draw_lane_token(at, &path, share, -side, COLOR_HELD, text);
    }
    if (taken != REGISTERS_NEVER) {
        LanePath path = lane_layout_path(at, taken, from, at->now, thread);
        moving_text(at, cell, text);
        draw_lane_token(at, &path, share, side, view_access_color(view, access),
                        text);
    }
}

/* The words of a row of global memory come down into it, or leave it downwards.
 */
static void draw_global_row(const LaneLayout *at, size_t row)
{
    const View *view = at->view;
    double below =
        at->cell * (trace_is_global_load(view->running) ? -1.1 : 1.1);

    for (uint32_t t = at->first; t < at->end; ++t) {
        const RegisterCell *cell = lane_layout_cell(at, row, t);
        if (lane_layout_runs(at, cell))
            view_moving_global(view, lane_layout_box(at, row, t), below,
                               view->trace->accesses + cell->access,
                               at->pitch > view_px(view, 70) ? 18 : 14,
                               at->text);
    }
}

/* Those of all words of the access. */
static void draw_lane_global(const LaneLayout *at)
{
    size_t first = at->now - at->lanes->rows[at->rows[at->now]].word;

    for (size_t row = first < at->top ? at->top : first; row <= at->now; ++row)
        draw_global_row(at, row);
}

void lane_animation_draw(const LaneLayout *at)
{
    if (view_moves_global(at->view) && at->now >= at->top &&
        at->now < at->bottom)
        draw_lane_global(at);
    if (!view_is_moving(at->view) || !trace_is_shuffle(at->view->running) ||
        at->now < at->top || at->now >= at->bottom || at->now == 0)
        return;
    for (uint32_t t = at->first; t < at->end; ++t)
        draw_moving_word(at, t);
}

/* ---- Between blocks and global memory ------------------------------------*/

typedef struct {
    const View *view; /* of the whole trace */
    BlockLayout rows;
    GlobalLayout arrays;
    const LaneLayout *lanes; /* NULL: no registers are shown */
} BlockWords;

static bool is_status(const BlockWords *at)
{
    return at->rows.statuses >= 0 &&
           at->view->running->array == at->rows.statuses;
}

/* Where the word, or the status, that ACCESS touches stands. */
static bool find_word(const BlockWords *at, const Access *access, Rect *place)
{
    const Instruction *running = at->view->running;

    if (is_status(at)) {
        uint32_t tile = tile_status_tile(at->view->trace, running, access);
        *place = block_layout_state(&at->rows, tile);
        return tile < at->rows.grid->blocks;
    }
    if (!global_layout_has(&at->arrays, running->array))
        return false;
    *place = global_layout_moved(&at->arrays, running, access);
    return true;
}

/* Where the lane of an access is, which has to do with WORD. */
static Rect find_lane(const BlockWords *at, const Access *access, Rect word)
{
    const LaneLayout *lanes = at->lanes;
    const Trace *trace = at->view->trace;
    uint32_t thread = trace_thread(trace, at->view->running, access);
    double middle = word.x + word.w / 2;

    if (lanes && lanes->now >= lanes->top && lanes->now < lanes->bottom &&
        thread >= lanes->first && thread < lanes->end)
        return lane_layout_box(lanes, lanes->now, thread);
    if (trace->blocks_count < 2) {
        Rect axis = at->arrays.axis;
        if (trace->run.threads >= block_trace_inputs(trace))
            middle = axis.x + (thread + 0.5) * axis.w / trace->run.threads;
        return (Rect){middle, at->rows.arrays.y + at->rows.arrays.h, 0, 0};
    }
    uint32_t tile = block_layout_running(&at->rows);
    if (is_status(at))
        return block_layout_sums(&at->rows, tile);
    Rect card = block_layout_card(&at->rows, tile);
    double x =
        layout_clamp(middle, card.x + card.w * 0.1, card.x + card.w * 0.9);
    return (Rect){x, card.y + card.h * 0.75, 0, 0};
}

/* What is written on the way; nothing where places are too narrow for it. */
static void token_text(const BlockWords *at, const Access *access, Rect word,
                       char text[VALUE_TEXT])
{
    const View *view = at->view;
    uint8_t holds = view->trace->arrays[view->running->array].holds;

    text[0] = '\0';
    if (word.w < view_least_width(view, FONT_CODE, "00"))
        return;
    if (holds == HOLDS_NUMBERS || holds == HOLDS_FLAGS)
        snprintf(text, VALUE_TEXT, "%u", access->value);
    else
        view_moved(view, view->running, access, text);
}

/* From card to card, as the arrow over them goes, but the other way. */
static void draw_seen(const BlockWords *at, Rect from, Rect to, double share,
                      const char *text)
{
    const View *view = at->view;
    double t = view_eased(0, 1, share), u = 1 - t;
    double x0 = from.x + from.w * 0.6, x1 = to.x + to.w * 0.4;
    double y0 = from.y + from.h / 2, y1 = to.y + to.h / 2;
    double top = at->rows.arrows.y - at->rows.arrows.h * 0.3;

    view_moving_at(view, x0 * u * u * (u + 3 * t) + x1 * t * t * (t + 3 * u),
                   y0 * u * u * u + top * 3 * u * t + y1 * t * t * t, 17,
                   COLOR_GLOBAL, text);
}

static void draw_word(const BlockWords *at, const Access *access)
{
    const View *view = at->view;
    double served = view_served(view, access);
    bool stores = global_layout_stores(view);
    char text[VALUE_TEXT];
    Rect word;

    if (served <= 0 || served >= 1 || !find_word(at, access, &word) ||
        view_moves_half(view, view->running, access))
        return;
    token_text(at, access, word, text);
    if (is_status(at) && !stores) {
        Rect own =
            block_layout_state(&at->rows, block_layout_running(&at->rows));
        draw_seen(at, word, own, served, text);
        return;
    }
    Rect place = find_lane(at, access, word);
    view_moving(view, stores ? place : word, stores ? word : place, served, 16,
                COLOR_GLOBAL, text);
}

void block_animation_draw(const View *view, Rect blocks, Rect lanes)
{
    View whole = view_whole(view);
    LaneLayout table = {0};

    if (!view_is_moving(view) || rect_is_empty(blocks) ||
        !trace_is_global(whole.running))
        return;
    BlockWords at = {.view = &whole, .rows = block_layout(&whole, blocks)};
    at.arrays = global_layout(&whole, at.rows.arrays);
    if (!rect_is_empty(lanes)) {
        table = lane_layout(view, lanes);
        at.lanes = &table;
    }
    uint32_t statuses =
        is_status(&at) ? tile_status_count(whole.trace, whole.running) : 0;
    for (uint32_t i = 0; i < statuses; ++i)
        draw_word(&at, tile_status_access(whole.trace, whole.running, i));
    for (int lane = 0; !is_status(&at) && lane < whole.running->lanes; ++lane)
        draw_word(&at, whole.accesses + lane);
    lane_layout_free(&table);
}
