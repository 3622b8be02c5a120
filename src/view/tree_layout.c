/* SPDX-License-Identifier: MIT */
#include "view/tree_layout.h"

#include "draw/font.h"

#include <math.h>

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

Color tree_node_color(const View *view, const TreeState *state, size_t node)
{
    static const Color colors[] = {
        [NODE_COMING] = COLOR_CELL,
        [NODE_SUM] = COLOR_HELD,
        [NODE_PREFIX] = COLOR_LINK,
    };
    const Access *access = tree_node_access(state, node);

    if (access)
        return view_access_color(view, access);
    return tree_node_is_wrong(state, node)
               ? COLOR_FAULT
               : colors[tree_node_state(state, node)];
}
