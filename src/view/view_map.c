/* SPDX-License-Identifier: MIT */
#include "view/view_map.h"

#include "analysis/dataflow.h"
#include "analysis/issue_order.h"
#include "draw/font.h"
#include "view/lane_layout.h"
#include "view/items.h"
#include "view/position_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* px at 1080 */
static const double level_likes = 17, row_height = 11, map_least = 62;
static const double map_most = 150, frame_width = 3;
static const double level_most = 40;

enum { LEAST_PITCH = 4 }; /* pixels from box to box; denser ones are a strip */

/* ---- The tree -------------------------------------------------------------*/

typedef struct {
    const Camera *camera;
    const Tree *tree;
    Rect box;
    double row, leaf;
} TreeMap;

static Rect node_box(const TreeMap *at, uint32_t level, uint32_t x)
{
    double pitch = at->leaf * (double)(1u << level);
    double left = pitch * x, right = fmin(left + pitch, at->box.w);
    double height = fmax(2, at->row * 0.62);
    double y = at->box.y + at->row * (at->tree->levels - 1 - level);
    double width = layout_clamp(pitch * 0.76, 1, at->row * 2.6);

    return rect_around(at->box.x + (left + right) / 2, y + at->row / 2, width,
                       height);
}

static void draw_strip(const TreeMap *at, uint32_t level)
{
    const View *view = at->camera->view;
    Rect box = node_box(at, level, 0);
    PixelBins strip = pixel_bins_new((Rect){at->box.x, round(box.y), at->box.w,
                                            fmax(2, round(box.h))},
                                     false);

    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        double pitch = at->leaf * (double)(1u << level);
        pixel_bins_mark(&strip, pitch * x, pitch * (x + 1),
                        tree_node_color(at->camera->view, &at->camera->state,
                                        tree_index(at->tree, level, x)));
    }
    view_pair(view, THING_NODE, level, 0);
    view_strip(view, strip.box, false, 1, tree_width(at->tree, level));
    pixel_bins_draw(&strip, view->list);
}

static void draw_small_node(const TreeMap *at, uint32_t level, uint32_t x)
{
    const View *view = at->camera->view;
    const TreeState *state = &at->camera->state;
    size_t node = tree_index(at->tree, level, x);
    const Access *access = tree_node_access(state, node);
    bool wrong = tree_node_is_wrong(state, node);
    bool holds = tree_node_state(state, node) == NODE_SUM;
    Rect box = node_box(at, level, x);

    view_pair(view, THING_NODE, level, x);
    Shape *shape = draw_rect(view->list, box, fmin(2, box.h / 4),
                             access  ? view_access_color(view, access)
                             : wrong ? COLOR_FAULT
                             : holds ? COLOR_HELD
                                     : COLOR_PANEL);
    if (!access && !wrong)
        view_edge(view, shape,
                  tree_node_state(state, node) == NODE_COMING ? COLOR_EDGE
                                                              : COLOR_LINK,
                  1);
}

static void draw_small_links(const TreeMap *at, uint32_t level)
{
    const View *view = at->camera->view;

    view_thing(view, THING_FRAME, 0);
    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        Rect low = node_box(at, level, x), up = node_box(at, level + 1, x / 2);
        draw_line(view->list, up.x + up.w / 2, up.y + up.h, low.x + low.w / 2,
                  low.y, fmax(1, view_px(view, 1)), COLOR_EDGE);
    }
}

static void draw_level(const TreeMap *at, uint32_t level)
{
    double pitch = at->leaf * (double)(1u << level);

    if (pitch < LEAST_PITCH) {
        draw_strip(at, level);
        return;
    }
    if (level + 1 < at->tree->levels && pitch > 10)
        draw_small_links(at, level);
    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x)
        draw_small_node(at, level, x);
}

/* A frame around a box, as far as SEEN goes. */
static void draw_frame(const View *view, Rect box, Rect seen)
{
    double out = view_px(view, 4);
    Rect frame =
        rect_common(rect_inset(box, -out, -out), rect_inset(seen, -out, -out));

    view_thing(view, THING_FRAME, 0);
    view_edge(view, draw_rect(view->list, frame, view_px(view, 4), COLOR_NONE),
              COLOR_INK, frame_width);
}

static Rect joined(Rect a, Rect b)
{
    double left = fmin(a.x, b.x), top = fmin(a.y, b.y);

    return (Rect){left, top, fmax(a.x + a.w, b.x + b.w) - left,
                  fmax(a.y + a.h, b.y + b.h) - top};
}

/* The place of a card in the map: its node, with its children if it shows any.
 */
static Rect card_place(const TreeMap *at, const CameraCard *card)
{
    Rect box = node_box(at, card->level, card->x);
    uint32_t children = camera_children(at->camera, card);

    for (uint32_t c = 0; c < children; ++c)
        box = joined(box, node_box(at, card->level - 1, 2 * card->x + c));
    return box;
}

/* Is card I beside the one before it, or so near that frames would touch? */
static bool is_next(const TreeMap *at, size_t i)
{
    const CameraCard *one = at->camera->cards + i - 1, *other = one + 1;
    Rect left = card_place(at, one), right = card_place(at, other);

    if (one->level != other->level)
        return false;
    return other->x == one->x + 1 ||
           right.x - left.x - left.w < view_px(at->camera->view, 16);
}

/* Frames on the cards of the camera, one for cards side by side. */
static void draw_frames(const TreeMap *at)
{
    const Camera *camera = at->camera;

    for (size_t i = 0, end; i < camera->cards_count; i = end) {
        const CameraCard *card = camera->cards + i;
        end = i + 1;
        if (card->level == TREE_NEVER)
            continue;
        Rect box = card_place(at, card);
        while (end < camera->cards_count && is_next(at, end))
            box = joined(box, card_place(at, camera->cards + end++));
        draw_frame(camera->view, box, at->box);
    }
}

static void draw_tree_map(const Camera *camera, Rect box)
{
    const Tree *tree = &camera->view->analysed->tree;
    TreeMap at = {.camera = camera, .tree = tree, .box = box};

    at.row = box.h / tree->levels;
    at.leaf = box.w / tree_width(tree, 0);
    for (uint32_t m = 0; m < tree->levels; ++m)
        draw_level(&at, m);
    draw_frames(&at);
}

/* ---- Tables of registers and of rounds ------------------------------------*/

/* A table, a strip of pixels for each row. */
typedef struct {
    const Camera *camera;
    Rect box;
    size_t rows, first, end; /* first to end - 1 are shown */
    uint32_t columns;
    double row, column;
} TableMap;

/* Shows the rows around NOW for which there is room. */
static TableMap lay_table(const Camera *camera, Rect box, size_t rows,
                          uint32_t columns, size_t now)
{
    TableMap at = {.camera = camera,
                   .box = box,
                   .rows = rows,
                   .columns = columns};
    double least = view_px(camera->view, row_height);
    size_t room = (size_t)fmax(1, floor(box.h / least));

    if (room > rows)
        room = rows;
    at.first = now + 2 > room ? now + 2 - room : 0;
    if (at.first + room > rows)
        at.first = rows - room;
    at.end = at.first + room;
    at.row = fmin(box.h / (double)room, 3 * least);
    at.column = box.w / columns;
    return at;
}

static PixelBins row_strip(const TableMap *at, size_t row)
{
    double y = at->box.y + at->row * (double)(row - at->first);

    return pixel_bins_new((Rect){at->box.x, round(y), at->box.w,
                                 fmax(2, round(at->row * 0.7))},
                          false);
}

static void mark_cell(const TableMap *at, PixelBins *strip, uint32_t column,
                      Color color)
{
    double gap = at->column >= LEAST_PITCH ? fmax(1, at->column * 0.12) : 0;
    double from = at->column * column;

    pixel_bins_mark(strip, from, from + at->column - gap, color);
}

/* Frames columns FIRST to LAST of a row and the one before it. */
static void frame_cells(const TableMap *at, size_t row, uint32_t first,
                        uint32_t last)
{
    size_t from = row > at->first ? row - 1 : row;
    Rect box = {at->box.x + at->column * first,
                at->box.y + at->row * (double)(from - at->first),
                at->column * (last - first + 1),
                at->row * (double)(row - from + 1)};

    if (row < at->first || row >= at->end || first > last ||
        last >= at->columns)
        return;
    draw_frame(at->camera->view, box, at->box);
}

static void draw_lanes_map(const Camera *camera, Rect box)
{
    const View *view = camera->view;
    const WarpRegisters *lanes = &view->analysed->lanes;
    size_t now = view->running
                     ? registers_row(lanes, (size_t)(view->running -
                                                     view->trace->instructions))
                     : 0;
    TableMap at =
        lay_table(camera, box, lanes->rows_count, lanes->threads, now);
    uint32_t first = UINT32_MAX, last = 0;

    for (size_t row = at.first; row < at.end; ++row) {
        PixelBins strip = row_strip(&at, row);
        for (uint32_t t = 0; t < lanes->threads; ++t) {
            const RegisterCell *cell = registers_cell(lanes, row, t);
            bool runs = view->running && lane_runs(view->moment, cell);
            mark_cell(&at, &strip, t,
                      runs && lane_is_done(view->moment, cell)
                          ? view_instruction_color(view->analysed,
                                                   view->position - 1)
                      : lane_is_done(view->moment, cell) ? COLOR_HELD
                                                         : COLOR_CELL);
        }
        view_pair(view, THING_LANE, (uint32_t)row, 0);
        view_strip(view, strip.box, false, 1, lanes->threads);
        pixel_bins_draw(&strip, view->list);
    }
    for (size_t i = 0; i < camera->cards_count; ++i) {
        const CameraCard *card = camera->cards + i;
        if (!card->access)
            continue;
        uint32_t thread = trace_thread(view->trace, card->by, card->access);
        first = thread < first ? thread : first;
        last = thread > last ? thread : last;
    }
    frame_cells(&at, now, first, last);
}

static size_t round_now(const Dataflow *flow, size_t position)
{
    size_t now = 0;

    while (now + 1 < flow->rounds_count && position > flow->rounds[now].end)
        ++now;
    return position <= flow->rounds[now].first && now ? now - 1 : now;
}

/* The colour of a place of the table of rounds. */
static Color flow_color(const View *view, const Dataflow *flow, size_t round,
                        uint32_t column)
{
    const DataflowCell *cell = dataflow_cell(flow, round, column);

    if (cell->instruction == DATAFLOW_NEVER ||
        cell->instruction >= view->position)
        return COLOR_CELL;
    if (cell->instruction + 1 < view->position)
        return view_is_wrong(view, view->trace->accesses + cell->access)
                   ? COLOR_FAULT
                   : COLOR_HELD;
    const Access *access = view->trace->accesses + cell->access;
    return view_done(view, access) ? view_access_color(view, access)
                                   : COLOR_CELL;
}

/* The column of a card; UINT32_MAX: none. */
static uint32_t flow_column(const Dataflow *flow, const CameraCard *card)
{
    if (!card->access || trace_is_shuffle(card->by))
        return UINT32_MAX;
    uint32_t place = card->access->cell;
    if (trace_is_shared(card->by))
        place = dataflow_column(flow, place);
    return place < flow->columns ? place : UINT32_MAX;
}

static void draw_flow_map(const Camera *camera, Rect box)
{
    const View *view = camera->view;
    const Dataflow *flow = moments_flow(view->moment->of);

    if (flow->rounds_count && flow->columns) {
        size_t now = round_now(flow, view->position);
        TableMap at =
            lay_table(camera, box, flow->rounds_count, flow->columns, now);
        uint32_t first = UINT32_MAX, last = 0;
        for (size_t row = at.first; row < at.end; ++row) {
            PixelBins strip = row_strip(&at, row);
            for (uint32_t c = 0; c < flow->columns; ++c)
                mark_cell(&at, &strip, c, flow_color(view, flow, row, c));
            view_pair(view, THING_NODE, (uint32_t)row, 0);
            view_strip(view, strip.box, false, 1, flow->columns);
            pixel_bins_draw(&strip, view->list);
        }
        for (size_t i = 0; i < camera->cards_count; ++i) {
            const CameraCard *card = camera->cards + i;
            uint32_t column = flow_column(flow, card);
            const Access *other;
            if (column == UINT32_MAX)
                continue;
            bool both = number_half(view->trace, card->by, card->access,
                                    &other) == HALF_LOW;
            first = column < first ? column : first;
            last = column + both > last ? column + both : last;
        }
        frame_cells(&at, now, first, last);
    }
}

/* ---- All of them ----------------------------------------------------------*/

/* Rows of the map; 0: there is no map. */
static double rows_of(const View *view)
{
    const AnalysedTrace *analysed = view->analysed;

    if (!analysed_has_sums(analysed))
        return 0;
    if (analysed->tree.levels)
        return analysed->tree.levels;
    return fmax(8, (double)analysed->lanes.rows_count);
}

double view_map_height(const View *view)
{
    double rows = rows_of(view);

    if (rows <= 0)
        return 0;
    return view_px(view, layout_clamp(rows * level_likes, map_least, map_most));
}

double view_map_most(const View *view)
{
    return view_px(view, rows_of(view) * level_most);
}

void view_map(const Camera *camera, Rect box)
{
    const View *view = camera->view;

    box = rect_inset(box, view_px(view, 4), view_px(view, 4));
    if (rect_is_empty(box) || box.h < 2)
        return;
    if (view->analysed->tree.levels)
        draw_tree_map(camera, box);
    else if (view->analysed->lanes.rows_count)
        draw_lanes_map(camera, box);
    else
        draw_flow_map(camera, box);
}

/* ---- Blocks ---------------------------------------------------------------*/

double view_map_blocks_height(const View *view)
{
    return view->whole->trace->blocks_count > 1 ? view->least * 1.5 : 0;
}

/* What a block of the whole trace has done: nothing, some, all. */
static Color block_color(const View *whole, const Block *block, bool running)
{
    uint32_t first, end;
    uint32_t done = issue_order_done(whole->trace, whole->analysed->order,
                                     block, whole->position);

    trace_block_instructions(whole->trace, block, &first, &end);
    return running               ? COLOR_RUNNING
           : done == 0           ? COLOR_PANEL
           : done == end - first ? COLOR_LINK
                                 : COLOR_HELD;
}

void view_map_blocks(const View *view, Rect box)
{
    View whole = view_whole(view);
    uint32_t first, end, grid = view_grid(&whole);
    const Block *now =
        whole.running
            ? trace_block(whole.trace, trace_step(whole.trace, whole.running))
            : NULL;
    Text text = {0};
    char brief[32];

    trace_grid_blocks(whole.trace, grid, &first, &end);
    snprintf(brief, sizeof brief, "block %u", now ? now->index : 0);
    if (now)
        position_block(whole.analysed, whole.position, &text);
    else
        text_add(&text, "%s", brief);
    double most = box.w * 0.5;
    bool full = view_least_width(view, FONT_STRONG, text.text) <= most;
    double width =
        font_width(FONT_STRONG, view_size(view, 24), full ? text.text : brief) +
        1;
    Rect label = rect_cut_left(&box, fmin(width, most));
    view_thing(view, THING_LAUNCH, grid);
    view_text(view, label, FONT_STRONG, 24, COLOR_INK,
              full ? text.text : brief);
    text_free(&text);
    rect_cut_left(&box, view_px(view, 18));
    display_list_area(view->list, AREA_BLOCKS, view->panel, box);
    double pitch = fmin(box.w / (end - first), view_px(view, 60));
    double gap = pitch > 6 ? fmax(1, pitch * 0.12) : 0;
    for (uint32_t b = first; b < end; ++b) {
        const Block *block = whole.trace->blocks + b;
        Rect cell = {box.x + pitch * (b - first), box.y + box.h * 0.25,
                     fmax(1, pitch - gap), box.h * 0.5};
        view_block(view, block);
        Shape *shape = draw_rect(view->list, cell, fmin(4, cell.w / 4),
                                 block_color(&whole, block, block == now));
        view_edge(view, shape, block == now ? COLOR_INK : COLOR_EDGE,
                  block == now ? 3 : 1);
    }
}
