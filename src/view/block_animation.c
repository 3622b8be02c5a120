/* SPDX-License-Identifier: MIT */
#include "view/block_animation.h"

#include "analysis/block_trace.h"
#include "view/block_layout.h"
#include "view/lane_layout.h"
#include "view/view_motion.h"

#include <stdio.h>

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
