/* SPDX-License-Identifier: MIT */
#include "view/tree_layout.h"

#include "draw/font.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double node_share = 0.94; /* of the stretch, for its box */
static const double node_tier = 0.96;  /* and in one of several tiers */

static const double lonely_share = 0.6;
static const double folded_share = 0.45;   /* of a level that is folded */
static const double least_text_row = 1.65; /* of the least text */
static const double least_warp = 5;        /* pixels for the nodes of a warp */

enum { MAX_DIGITS = 12, MAX_TIERS = 3 };

Rect tree_layout_stretch(const TreeLayout *at, uint32_t level, uint32_t x)
{
    uint32_t first = x << level, end = (x + 1) << level;

    end = end < at->tree->n ? end : at->tree->n;
    double left = at->box.x + first * at->leaf;
    double right = left + (end - first) * at->leaf;
    if (at->box.w > at->seen.w) {
        left = layout_clamp(left, at->seen.x, at->seen.x + at->seen.w);
        right = layout_clamp(right, left, at->seen.x + at->seen.w);
    }
    return (Rect){left, at->levels[level].y, right - left, at->levels[level].h};
}

uint32_t tree_layout_tier(const TreeLayout *at, uint32_t x)
{
    return x % (uint32_t)at->tiers;
}

Rect tree_layout_box(const TreeLayout *at, uint32_t level, uint32_t x)
{
    const Level *row = at->levels + level;
    Rect stretch = tree_layout_stretch(at, level, x);
    double most = stretch.w * node_share;
    Rect box = {0, row->top, fmin(row->width, most), row->box};

    if (row->style == LEVEL_STAGGERED) {
        box.w = row->width;
        box.h = row->box * 0.92 / at->tiers;
        box.y += (row->box - box.h) / (at->tiers - 1) * tree_layout_tier(at, x);
    }
    if (row->style == LEVEL_CELLS)
        box.w = fmax(1, floor(fmin(row->width, stretch.w - 1)));
    box.x = stretch.x + (stretch.w - box.w) / 2;
    if (row->style == LEVEL_STAGGERED) /* half out of sight: does not move */
        box.x = at->box.x + (x + 0.5) * at->leaf - box.w / 2;
    return box;
}

Rect tree_layout_inside(const View *view, Rect box)
{
    return rect_inset(box, fmin(view_px(view, 4), box.w / 48), 0);
}

/* Pixels a leaf, when WIDTH is shared out and TIERS make the outer boxes wider
 * than their stretch. */
static double leaf_pitch(const TreeLayout *at, double width, int tiers)
{
    return width / (at->tree->n + (tiers > 1 ? tiers * node_tier - 1 : 0));
}

/* The fewest tiers at which words as wide as so many DIGITS fit in the leaves;
 * 0: none. */
static int tiers_for(const TreeLayout *at, double digits, double width)
{
    double text = digits * view_digits_width(1, at->view->least) +
                  VIEW_APART * at->view->least;

    for (int tiers = 1; tiers <= MAX_TIERS; ++tiers) {
        double share = tiers == 1 ? node_share : tiers * node_tier;
        if (leaf_pitch(at, width, tiers) * share * 23 / 24 >= text)
            return at->tree->n > 1 ? tiers : 1;
    }
    return 0;
}

static LevelStyle level_style(const TreeLayout *at, uint32_t level,
                              double pitch)
{
    double text = view_least_width(at->view, FONT_CODE, "00") + 2;

    if (level == 0 && at->tiers)
        return at->tiers > 1 ? LEVEL_STAGGERED : LEVEL_TEXT;
    if (level > 0 && pitch * node_share >= text)
        return LEVEL_TEXT;
    if (pitch >= 3)
        return LEVEL_CELLS;
    return pitch * at->view->trace->run.k >= least_warp ? LEVEL_WARPS
                                                        : LEVEL_STRIP;
}

/* Spreads the leaves over as many tiers as their last values need. */
static void lay_leaves(TreeLayout *at, Rect box)
{
    int digits = at->view->analysed->digits;

    at->tiers =
        tiers_for(at, digits < VIEW_MAX_DIGITS ? digits : VIEW_MAX_DIGITS,
                  box.w);
    if (!at->tiers) /* at first at least: two, and a gap between */
        at->tiers = tiers_for(at, 2.5, box.w);
    at->leaf = leaf_pitch(at, box.w, at->tiers);
    at->box = rect_inset(box, (box.w - at->leaf * at->tree->n) / 2, 0);
}

/* Box width of a level with text: what the longest value of the run needs. */
static double level_width(const TreeLayout *at, const Level *row)
{
    int digits = at->view->analysed->full_digits;

    digits = digits < MAX_DIGITS ? digits : MAX_DIGITS;
    double width = view_digits_width(digits, view_size(at->view, row->text)) +
                   view_px(at->view, 14);
    return fmin(fmax(width, row->box * 1.9), row->pitch * node_share);
}

double tree_layout_label(const View *view)
{
    return view->single ? 15 : 12.5;
}

/* The size at which the longest value takes most of WIDTH. */
static double apart_text(const TreeLayout *at, double width)
{
    int digits = at->view->analysed->digits;

    return width * 0.84 / view_digits_width(digits, at->view->unit);
}

/* Sets the visible nodes of a level. */
static void set_range(const TreeLayout *at, uint32_t level, Level *row)
{
    uint32_t width = tree_width(at->tree, level);

    row->first = 0;
    row->end = width;
    if (at->box.w <= at->seen.w)
        return;
    double from = floor((at->seen.x - at->box.x) / row->pitch);
    double to = ceil((at->seen.x + at->seen.w - at->box.x) / row->pitch);
    row->first = (uint32_t)layout_clamp(from, 0, width);
    row->end = (uint32_t)layout_clamp(to, row->first, width);
}

/* Places the legend left of the root, where nothing else is, or over the top
 * level if there is no root. */
static void lay_meanings(TreeLayout *at)
{
    double height = view_size(at->view, 13) * 1.4;

    at->meanings = (Rect){fmax(at->box.x, at->seen.x), at->box.y,
                          fmin(at->box.w, at->seen.w) * 0.4, height};
    if (at->tree->rounds)
        rect_cut_top(&at->box, height * 1.4);
}

/* Are rows with text too low for it? */
static bool is_cramped(const TreeLayout *at, double total)
{
    return at->box.h / total < at->view->least * least_text_row;
}

/* Folds the lowest levels until the text of those above is large enough to
 * read. Returns the new sum of shares. */
static double fold_low_levels(TreeLayout *at, double total)
{
    for (uint32_t m = 0; m + 3 < at->tree->levels; ++m) {
        Level *row = at->levels + m;
        if (!is_cramped(at, total))
            return total;
        if (row->style < LEVEL_STAGGERED || row->pitch < 3)
            continue;
        total -= row->share;
        row->style = LEVEL_CELLS;
        row->share = folded_share;
        total += row->share;
    }
    return total;
}

/* Boxes and texts of a row that knows its place and its height. */
static void lay_row(const TreeLayout *at, Level *row)
{
    const View *view = at->view;
    bool text = row->style == LEVEL_TEXT;
    bool label_layout = row->style == LEVEL_STAGGERED;
    double label = text && row->h * 0.4 >= view->least
                       ? fmin(row->h * 0.4,
                              view_size(view, tree_layout_label(view)) * 1.35)
                       : 0;
    double likes = label_layout ? view_px(view, 25) * at->tiers
                   : text       ? layout_clamp(row->h * 0.42, view_px(view, 25),
                                               view_px(view, 42))
                                : view_px(view, 16);

    row->box = round(fmin(likes, (row->h - label) * 0.8));
    row->top = round(row->y + label);
    row->text = layout_clamp(row->box / view->unit *
                                 (label_layout ? 0.56 / at->tiers : 0.6),
                             14, 24);
    /* so that numbers side by side keep apart */
    double stretch =
        row->pitch * (label_layout ? at->tiers * node_tier : node_share);
    row->text = fmin(row->text, apart_text(at, stretch));
    row->width = text           ? level_width(at, row)
                 : label_layout ? stretch
                                : row->pitch - 1;
}

/* Gives each level a row, from the root at the top down. */
static void share_out(TreeLayout *at)
{
    static const double shares[] = {[LEVEL_STRIP] = 0.42,
                                    [LEVEL_WARPS] = 0.42,
                                    [LEVEL_CELLS] = 0.62,
                                    [LEVEL_STAGGERED] = 1.45,
                                    [LEVEL_TEXT] = 1};
    double total = 0, y = at->box.y;

    for (uint32_t m = 0; m < at->tree->levels; ++m) {
        Level *row = at->levels + m;
        row->pitch = at->leaf * (1u << m);
        row->style = level_style(at, m, row->pitch);
        row->share = shares[row->style];
        if (row->style == LEVEL_STAGGERED)
            row->share *= at->tiers / 2.0;
        set_range(at, m, row);
        if (at->box.w > at->seen.w && row->end - row->first <= 1)
            row->share *= lonely_share;
        total += row->share;
    }
    total = fold_low_levels(at, total);
    for (uint32_t m = at->tree->levels; m-- > 0;) {
        Level *row = at->levels + m;
        row->h = at->box.h * row->share / total;
        row->y = y;
        y += row->h;
        lay_row(at, row);
    }
}

TreeLayout tree_layout(const View *view, Rect box)
{
    const Zoom *zoom = view->zooms + ZOOM_UPPER;
    TreeLayout at = {.view = view, .tree = &view->analysed->tree, .seen = box};

    BASE_CHECK(at.tree->levels <= TREE_MAX_LEVELS);
    box.w *= zoom_scale(zoom);
    box.x -= box.w * zoom->from;
    lay_leaves(&at, box);
    lay_meanings(&at);
    share_out(&at);
    return at;
}

/* ---- Nodes at a moment ---------------------------------------------------*/

static const Tree *tree_shown(const TreeState *state)
{
    return &state->view->analysed->tree;
}

/* Joins a lane to a node; true unless there is no such node. */
static bool join(TreeState *state, uint32_t level, uint32_t x, int lane)
{
    const Tree *tree = tree_shown(state);

    if (level >= tree->levels || x >= tree_width(tree, level))
        return false;
    state->lanes[tree_index(tree, level, x)] = (uint8_t)(lane + 1);
    if (state->level_first > state->level_last) {
        state->level_first = state->level_last = level;
        return true;
    }
    if (level < state->level_first)
        state->level_first = level;
    if (level > state->level_last)
        state->level_last = level;
    return true;
}

/* Joins a lane to the node whose sum INTERVAL is, [x 2^m .. (x+1) 2^m - 1] cut
 * off at n, while the node has no prefix yet: a prefix beyond n is the sum of
 * all inputs, too, and belongs to no node. */
static void join_by_interval(TreeState *state, Word interval, int lane)
{
    const Tree *tree = tree_shown(state);

    if (!interval_is_range(interval))
        return;
    uint32_t first = interval_first(interval), last = interval_last(interval);
    uint32_t level = (uint32_t)base_log2(base_power_of_two(last - first + 1));
    uint32_t x = first >> level;
    if (first % (1u << level) == 0 && level < tree->levels &&
        x < tree_width(tree, level) &&
        tree->nodes[tree_index(tree, level, x)].prefix_at >=
            state->view->position - 1)
        join(state, level, x, lane);
}

/* Where the newest prefix of a cell belongs. */
typedef struct {
    uint32_t at; /* instruction + 1 that stored it; 0: none */
    uint32_t level, x;
} Newest;

/* For each lane the newest prefix that was put in its cell before instruction
 * END, of the nodes that the step may ask for; if several share the cell, the
 * highest's.  `lane_of` says which lane is the first at a cell. */
static void find_newest(const TreeState *state, const uint8_t *lane_of,
                        uint32_t end, Newest newest[TRACE_MAX_BANKS])
{
    const Tree *tree = tree_shown(state);
    int32_t asked = trace_step(state->view->trace, state->view->running)->level;
    int32_t top = (int32_t)tree->levels - 1;

    for (int32_t at_level = asked < top ? asked : top; at_level >= 0;
         --at_level) {
        uint32_t level = (uint32_t)at_level;
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            uint32_t at = tree->nodes[node].prefix_at;
            if (at >= end)
                continue;
            uint8_t lane = lane_of[tree->nodes[node].prefix_cell];
            if (lane && at + 1 > newest[lane - 1].at)
                newest[lane - 1] = (Newest){at + 1, level, x};
        }
    }
}

/* Joins the lanes that store the sum of a node; the lanes that do, as bits. */
static uint64_t join_built(TreeState *state, const uint8_t *lane_of)
{
    const Tree *tree = tree_shown(state);
    uint32_t at = (uint32_t)state->view->position - 1;
    uint64_t joined = 0;

    for (uint32_t level = 0; level < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            if (tree->nodes[node].built_at != at)
                continue;
            int lane = lane_of[tree->nodes[node].built_cell] - 1;
            if (lane >= 0 && join(state, level, x, lane))
                joined |= UINT64_C(1) << lane;
        }
    return joined;
}

static void join_shared(TreeState *state)
{
    const View *view = state->view;
    uint32_t end = (uint32_t)view->position;
    Newest newest[TRACE_MAX_BANKS] = {{0, 0, 0}};
    uint8_t *lane_of = view_touched(view);

    /* A running store is itself the newest in its cell. */
    bool store = trace_is_store(view->running);
    uint64_t joined = store ? join_built(state, lane_of) : 0;
    find_newest(state, lane_of, store ? end : end - 1, newest);
    for (int i = 0; i < view->running->lanes; ++i) {
        if (joined >> i & 1)
            continue;
        const Newest *prefix = newest + lane_of[view->accesses[i].cell] - 1;
        Word interval = view->accesses[i].interval;
        bool fits = prefix->at && (!store || prefix->at == end) &&
                    (interval == INTERVAL_TOP || /* a wrong prefix, but here */
                     interval == tree_prefix(tree_shown(state), prefix->level,
                                             prefix->x));
        if (!fits || !join(state, prefix->level, prefix->x, i))
            join_by_interval(state, interval, i);
    }
    free(lane_of);
}

/* In a round across the top level each word ends where its node ends.  Before
 * the first round the nodes stand where they were built. */
static void join_across(TreeState *state)
{
    const View *view = state->view;
    const Tree *tree = tree_shown(state);
    const Access *access = view->accesses;
    uint32_t top = tree->levels - 1, width = tree_width(tree, top);
    const Step *step = trace_step(view->trace, view->running);
    uint32_t end = trace_is_store(view->running) ? (uint32_t)view->position
                                                 : step->first_instruction;

    for (int i = 0; i < view->running->lanes; ++i, ++access) {
        uint32_t x = interval_last(access->interval) >> top;
        if (!interval_is_range(access->interval) || x >= width)
            continue;
        uint32_t round = tree_round(tree, x, end);
        uint32_t cell =
            round ? tree->round_words[(round - 1) * (size_t)width + x].cell
                  : tree->nodes[tree_index(tree, top, x)].built_cell;
        if (cell == access->cell)
            join(state, top, x, i);
    }
}

/* Elements of global arrays are under the leaves. */
static void join_global(TreeState *state)
{
    const View *view = state->view;

    if (view->running->array != GLOBAL_IN && view->running->array != GLOBAL_OUT)
        return;
    for (int i = 0; i < view->running->lanes; ++i)
        join(state, 0, view->accesses[i].cell, i);
}

static int compare_words(const void *a, const void *b)
{
    Word left = *(const Word *)a, right = *(const Word *)b;

    return (left > right) - (left < right);
}

/* The intervals in shared memory, in order. */
static Word *kept_words(const View *view)
{
    size_t words = view->trace->run.words;
    Word *kept = base_alloc(words + 1, sizeof *kept);

    memcpy(kept, view->intervals, words * sizeof *kept);
    qsort(kept, words, sizeof *kept, compare_words);
    return kept;
}

TreeState tree_state(const View *view)
{
    const Tree *tree = &view->analysed->tree;
    TreeState state = {.view = view, .level_first = 1};

    state.kept = kept_words(view);
    state.lanes = base_alloc(tree->count + 1, 1);
    if (view_is_shared(view) && tree_is_across(tree, view->position))
        join_across(&state);
    else if (view_is_shared(view))
        join_shared(&state);
    else if (view->running && (trace_is_global_load(view->running) ||
                               trace_is_global_store(view->running)))
        join_global(&state);
    return state;
}

void tree_state_free(TreeState *state)
{
    free(state->lanes);
    free(state->kept);
    state->lanes = NULL;
    state->kept = NULL;
}

NodeState tree_node_state(const TreeState *state, size_t node)
{
    const Tree *tree = tree_shown(state);
    uint32_t end = (uint32_t)state->view->position;

    end -= tree_node_is_awaited(state, node);
    if (tree->nodes[node].prefix_at < end)
        return NODE_PREFIX;
    return tree->nodes[node].built_at < end ? NODE_SUM : NODE_COMING;
}

/* True if a prefix was stored for NODE, and not for its parent, in whose cell a
 * right child of an inclusive tree has its prefix, too. */
static bool owns_prefix(const Tree *tree, size_t node)
{
    uint32_t level = 0;

    while (node >= tree->starts[level + 1])
        ++level;
    if (level + 1 == tree->levels)
        return true;
    uint32_t x = (uint32_t)node - tree->starts[level];
    const TreeNode *own = tree->nodes + node;
    const TreeNode *above = tree->nodes + tree_index(tree, level + 1, x / 2);
    return own->prefix_by != above->prefix_by ||
           own->prefix_cell != above->prefix_cell;
}

/* The store of the step that is shown as a whole, by which a node got its sum
 * or its prefix; NULL if it got none. */
static const Access *stepped(const TreeState *state, size_t node)
{
    const View *view = state->view;
    const TreeNode *at = tree_shown(state)->nodes + node;

    if (view_is_of_step(view, at->prefix_by) &&
        owns_prefix(tree_shown(state), node))
        return tree_stored(view->trace, at->prefix_by, at->prefix_cell);
    return view_is_of_step(view, at->built_at)
               ? tree_stored(view->trace, at->built_at, at->built_cell)
               : NULL;
}

const Access *tree_node_request(const TreeState *state, size_t node)
{
    if (state->view->steps)
        return stepped(state, node);
    if (!state->lanes[node])
        return NULL;
    return state->view->accesses + state->lanes[node] - 1;
}

const Access *tree_node_access(const TreeState *state, size_t node)
{
    const Access *access = tree_node_request(state, node);

    return access && view_begun(state->view, access) ? access : NULL;
}

bool tree_node_is_awaited(const TreeState *state, size_t node)
{
    const Access *access = tree_node_request(state, node);

    return access &&
           (trace_is_store(state->view->running) ||
            trace_is_global_load(state->view->running)) &&
           !view_done(state->view, access);
}

bool tree_node_holds(const TreeState *state, size_t node)
{
    return tree_node_state(state, node) != NODE_COMING ||
           (tree_node_access(state, node) &&
            !tree_node_is_awaited(state, node));
}

bool tree_node_is_made(const TreeState *state, size_t node)
{
    const TreeNode *at = tree_shown(state)->nodes + node;

    if (state->view->steps)
        return view_is_of_step(state->view, at->built_at) &&
               !view_is_of_step(state->view, at->prefix_by);
    return at->built_at + 1 == state->view->position;
}

/* What a round across the top level last stored for a node; NULL if none did.
 */
static const Access *held_across(const TreeState *state, size_t node)
{
    const Tree *tree = tree_shown(state);
    uint32_t top = tree->levels - 1;

    if (!tree->rounds || node < tree->starts[top])
        return NULL;
    uint32_t x = (uint32_t)node - tree->starts[top];
    uint32_t end = (uint32_t)state->view->position;
    uint32_t round =
        tree_round(tree, x, end - tree_node_is_awaited(state, node));
    if (!round)
        return NULL;
    size_t place = (round - 1) * (size_t)tree_width(tree, top) + x;
    return tree_stored(state->view->trace, tree->round_words[place].at,
                       tree->round_words[place].cell);
}

/* The access whose word the node holds; only if it holds one. */
static const Access *held(const TreeState *state, size_t node)
{
    const Tree *tree = tree_shown(state);
    const Access *access = tree_node_access(state, node);

    if (access && !tree_node_is_awaited(state, node))
        return access;
    const Access *across = held_across(state, node);
    if (across)
        return across;
    if (tree_node_state(state, node) == NODE_PREFIX)
        return tree_stored(state->view->trace, tree->nodes[node].prefix_by,
                           tree->nodes[node].prefix_cell);
    return tree_stored(state->view->trace, tree->nodes[node].built_at,
                       tree->nodes[node].built_cell);
}

Word tree_node_value(const TreeState *state, size_t node)
{
    return held(state, node)->value;
}

bool tree_node_is_gone(const TreeState *state, size_t node)
{
    const View *view = state->view;

    if (!tree_node_holds(state, node))
        return false;
    const Access *access = held(state, node);
    if (access->interval == INTERVAL_TOP)
        return view->intervals[access->cell] != INTERVAL_TOP ||
               view->values[access->cell] != access->value;
    return bsearch(&access->interval, state->kept, view->trace->run.words,
                   sizeof *state->kept, compare_words) == NULL;
}

bool tree_node_is_wrong(const TreeState *state, size_t node)
{
    return tree_node_holds(state, node) &&
           held(state, node)->interval == INTERVAL_TOP;
}

Color tree_node_color(const TreeState *state, size_t node)
{
    static const Color colors[] = {
        [NODE_COMING] = COLOR_CELL,
        [NODE_SUM] = COLOR_HELD,
        [NODE_PREFIX] = COLOR_LINK,
    };
    const Access *access = tree_node_access(state, node);

    if (access)
        return view_access_color(state->view, access);
    return tree_node_is_wrong(state, node)
               ? COLOR_FAULT
               : colors[tree_node_state(state, node)];
}
