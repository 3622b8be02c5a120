/* SPDX-License-Identifier: MIT
 *
 * view_tree - drawing the tree; see view_tree.h.
 *
 * A node of level m owns the stretch over its 2^m leaves, and all that is drawn
 * for it (box, label) stays in that stretch and in its level's row: so nothing
 * can collide.  Leaves too narrow for their values stand in two or three tiers:
 *
 *     [ 0 ] [ 2 ]
 *        [ 1 ] [ 3 ]
 *
 *     row      | label of the node, when it runs |
 *              | box                             |
 *              | room for the links              |
 */
#include "view_tree.h"

#include "font.h"
#include "strip.h"
#include "tree_moment.h"
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double node_share = 0.94; /* of the stretch, for its box */
static const double node_tier = 0.96;  /* and in one of several tiers */

enum { MAX_LEVELS = 17, MAX_DIGITS = 12, MAX_TIERS = 3 };

/* How the nodes of a level are drawn. */
typedef enum {
    LEVEL_STRIP,     /* folded to pixels */
    LEVEL_CELLS,     /* a small box each, without text */
    LEVEL_STAGGERED, /* leaves with text, each lower than the last, in tiers */
    LEVEL_TEXT
} LevelStyle;

typedef struct {
    LevelStyle style;
    double share;    /* of the height */
    double y, h;     /* of the row */
    double top, box; /* of its boxes: place and height */
    double pitch;    /* pixels from node to node */
    double width;    /* of the boxes */
    double text;     /* size of what stands in them, px at 1080 */
    bool mute;       /* some value does not fit: none is written */
    bool spell;      /* the sums that run now fit when spelled out */
} Level;

typedef struct {
    const View *view;
    const Tree *tree;
    TreeMoment moment;
    Rect box;
    double leaf; /* pixels a leaf */
    int tiers;   /* over which the leaves are spread; 0: no room for text */
    Level levels[MAX_LEVELS];
} TreeView;

static Rect node_stretch(const TreeView *at, uint32_t level, uint32_t x)
{
    uint32_t first = x << level, end = (x + 1) << level;

    end = end < at->tree->n ? end : at->tree->n;
    return (Rect){at->box.x + first * at->leaf, at->levels[level].y,
                  (end - first) * at->leaf, at->levels[level].h};
}

static uint32_t tier_of(const TreeView *at, uint32_t x)
{
    return x % (uint32_t)at->tiers;
}

static Rect node_box(const TreeView *at, uint32_t level, uint32_t x)
{
    const Level *row = at->levels + level;
    Rect stretch = node_stretch(at, level, x);
    double most = stretch.w * node_share;
    Rect box = {0, row->top, layout_least(row->width, most), row->box};

    if (row->style == LEVEL_STAGGERED) {
        box.w = row->width;
        box.h = row->box * 0.92 / at->tiers;
        box.y += (row->box - box.h) / (at->tiers - 1) * tier_of(at, x);
    }
    if (row->style == LEVEL_CELLS)
        box.w = layout_most(1, floor(layout_least(row->width, stretch.w - 1)));
    box.x = stretch.x + (stretch.w - box.w) / 2;
    return box;
}

/* The part of a node's box that text may fill. */
static Rect node_inside(const View *view, Rect box)
{
    return rect_inset(box, layout_least(view_px(view, 4), box.w / 48), 0);
}

/* Pixels a leaf, when WIDTH is shared out and TIERS make the outer boxes wider
 * than their stretch. */
static double leaf_pitch(const TreeView *at, double width, int tiers)
{
    return width / (at->tree->n + (tiers > 1 ? tiers * node_tier - 1 : 0));
}

/* The fewest tiers at which words of DIGITS digits fit in the leaves; 0: none.
 */
static int tiers_for(const TreeView *at, int digits, double width)
{
    double text = view_digits_width(digits, at->view->least) + 0.25;

    for (int tiers = 1; tiers <= MAX_TIERS; ++tiers) {
        double share = tiers == 1 ? node_share : tiers * node_tier;
        if (leaf_pitch(at, width, tiers) * share * 23 / 24 >= text)
            return at->tree->n > 1 ? tiers : 1;
    }
    return 0;
}

static LevelStyle level_style(const TreeView *at, uint32_t level, double pitch)
{
    double text = view_least_width(at->view, FONT_CODE, "00") + 2;

    if (level == 0 && at->tiers)
        return at->tiers > 1 ? LEVEL_STAGGERED : LEVEL_TEXT;
    if (level > 0 && pitch * node_share >= text)
        return LEVEL_TEXT;
    return pitch >= 3 ? LEVEL_CELLS : LEVEL_STRIP;
}

/* Spreads the leaves over as many tiers as their last values need. */
static void lay_leaves(TreeView *at, Rect box)
{
    int digits = at->view->exhibit->digits;

    at->tiers =
        tiers_for(at, digits < VIEW_MAX_DIGITS ? digits : VIEW_MAX_DIGITS,
                  box.w);
    if (!at->tiers)
        at->tiers = tiers_for(at, 2, box.w);
    at->leaf = leaf_pitch(at, box.w, at->tiers);
    at->box = rect_inset(box, (box.w - at->leaf * at->tree->n) / 2, 0);
}

/* Box width of a level with text: what the longest value of the run needs. */
static double level_width(const TreeView *at, const Level *row)
{
    const View *view = at->view;
    int digits = view->exhibit->full_digits;

    digits = digits < MAX_DIGITS ? digits : MAX_DIGITS;
    double width = view_digits_width(digits, view_size(view, row->text)) +
                   view_px(view, 14);
    return layout_least(layout_most(width, row->box * 1.9),
                        row->pitch * node_share);
}

/* Size of what stands over the running nodes. */
static double label_size(const View *view)
{
    return view->alone ? 15 : 12.5;
}

/* The size at which the longest value takes most of WIDTH. */
static double apart_text(const TreeView *at, double width)
{
    int digits = at->view->exhibit->digits;

    return width * 0.84 / view_digits_width(digits, at->view->unit);
}

/* Gives each level a row, from the root at the top down. */
static void lay_out(TreeView *at)
{
    static const double shares[] = {[LEVEL_STRIP] = 0.42,
                                    [LEVEL_CELLS] = 0.62,
                                    [LEVEL_STAGGERED] = 1.45,
                                    [LEVEL_TEXT] = 1};
    const View *view = at->view;
    double total = 0, y = at->box.y;

    for (uint32_t m = 0; m < at->tree->levels; ++m) {
        Level *row = at->levels + m;
        row->pitch = at->leaf * (1u << m);
        row->style = level_style(at, m, row->pitch);
        row->share = shares[row->style];
        if (row->style == LEVEL_STAGGERED)
            row->share *= at->tiers / 2.0;
        total += row->share;
    }
    for (uint32_t m = at->tree->levels; m-- > 0;) {
        Level *row = at->levels + m;
        row->h = at->box.h * row->share / total;
        row->y = y;
        y += row->h;
        bool text = row->style == LEVEL_TEXT;
        double label =
            text ? layout_least(row->h * 0.4,
                                view_size(view, label_size(view)) * 1.35)
                 : 0;
        double likes = row->style == LEVEL_STAGGERED
                           ? view_px(view, 25) * at->tiers
                       : text ? layout_clamp(row->h * 0.42, view_px(view, 25),
                                             view_px(view, 42))
                              : view_px(view, 16);
        row->box = round(layout_least(likes, (row->h - label) * 0.8));
        row->top = round(row->y + label);
        bool spread = row->style == LEVEL_STAGGERED;
        row->text = layout_clamp(row->box / view->unit *
                                     (spread ? 0.56 / at->tiers : 0.6),
                                 14, 24);
        /* so that numbers side by side keep apart */
        double stretch =
            row->pitch * (spread ? at->tiers * node_tier : node_share);
        row->text = layout_least(row->text, apart_text(at, stretch));
        row->width = text     ? level_width(at, row)
                     : spread ? stretch
                              : row->pitch - 1;
    }
}

/* The link from node X of LEVEL up to its parent. */
static void draw_link(const TreeView *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    size_t child = tree_index(at->tree, level, x);
    size_t parent = tree_index(at->tree, level + 1, x / 2);
    Rect below = node_box(at, level, x), above = node_box(at, level + 1, x / 2);
    NodeState up = tree_node_state(&at->moment, parent);
    const Access *from = tree_node_access(&at->moment, parent);
    const Access *to = tree_node_access(&at->moment, child);
    bool store = view->running && view->running->kind == ACCESS_STORE;
    Color color = up == NODE_COMING ? COLOR_EDGE : COLOR_LINK;
    double width = view_px(view, 1.2);

    if (store && from && from->sums && up == NODE_SUM)
        color = view_access_color(view, from);
    else if (store && to && up == NODE_PREFIX)
        color = view_access_color(view, to);
    if (color != COLOR_EDGE && color != COLOR_LINK)
        width = view_px(view, 2.6);
    double x0 = above.x + above.w / 2, y0 = above.y + above.h;
    double x1 = below.x + below.w / 2, y1 = below.y;
    bool low = at->levels[level].style == LEVEL_STAGGERED && tier_of(at, x);
    double bend = low ? at->levels[level].top : y1;
    Shape *line = canvas_line(view->canvas, x0, y0, x1, bend, width, color);
    line->dashed = up == NODE_COMING && at->levels[level].pitch > 48;
    if (low)
        canvas_line(view->canvas, x1, bend, x1, y1, width, color);
}

static void draw_links(const TreeView *at)
{
    for (uint32_t m = 0; m + 1 < at->tree->levels; ++m) {
        if (at->levels[m].style == LEVEL_STRIP ||
            at->levels[m].pitch < view_px(at->view, 5))
            continue;
        for (uint32_t x = 0; x < tree_width(at->tree, m); ++x) {
            canvas_tag(at->view->canvas, TAG_FRAME, at->view->panel, 0);
            draw_link(at, m, x);
        }
    }
}

/* "17 + 8 = 25" for a node whose sum is just made; false for others. */
static bool spelled_sum(const TreeView *at, size_t node,
                        char text[4 * VALUE_TEXT])
{
    const Trace *trace = at->view->exhibit->trace;
    const Access *access = tree_node_access(&at->moment, node);
    const Sum *sum = access ? trace_sums(trace, access) : NULL;
    char value[VALUE_TEXT], left[VALUE_TEXT], right[VALUE_TEXT];
    Op op = trace->run.op;

    if (!sum || access->sums != 1 || !trace_is_new_sum(trace, access))
        return false;
    snprintf(text, 4 * VALUE_TEXT, "%s %s %s = %s",
             scene_value(op, sum->left, false, left), op_sign(op),
             scene_value(op, sum->right, false, right),
             scene_value(op, access->value, false, value));
    return true;
}

static double spelled_width(const TreeView *at, uint32_t level,
                            const char *text)
{
    const View *view = at->view;
    double size = view_size(view, at->levels[level].text);

    return font_width(FONT_CODE_STRONG, size, text) + view_px(view, 16);
}

/* Decides what is written in a level, for all its nodes alike. */
static void choose_text(TreeView *at, uint32_t level)
{
    const View *view = at->view;
    Level *row = at->levels + level;
    char text[4 * VALUE_TEXT];

    row->spell = row->style == LEVEL_TEXT;
    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        size_t node = tree_index(at->tree, level, x);
        bool running = tree_node_access(&at->moment, node) != NULL;
        if (spelled_sum(at, node, text) &&
            spelled_width(at, level, text) >
                node_stretch(at, level, x).w * 0.94)
            row->spell = false;
        if (!running && tree_node_state(&at->moment, node) == NODE_COMING)
            continue;
        double room = node_inside(view, node_box(at, level, x)).w;
        view_value(view, tree_node_value(&at->moment, node), FONT_CODE, room,
                   text);
        row->mute |= strlen(text) <= VIEW_MAX_DIGITS &&
                     view_least_width(view, FONT_CODE, text) > room;
    }
}

static void node_text(const TreeView *at, uint32_t level, size_t node,
                      Rect *box, char text[4 * VALUE_TEXT])
{
    if (at->levels[level].spell && spelled_sum(at, node, text)) {
        double width = spelled_width(at, level, text);
        box->x += (box->w - width) / 2;
        box->w = width;
    } else if (!at->levels[level].mute) {
        view_value(at->view, tree_node_value(&at->moment, node),
                   FONT_CODE_STRONG, node_inside(at->view, *box).w, text);
    }
}

static void draw_node(const TreeView *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    size_t node = tree_index(at->tree, level, x);
    NodeState state = tree_node_state(&at->moment, node);
    const Access *access = tree_node_access(&at->moment, node);
    Rect box = node_box(at, level, x);
    Color fill = tree_node_color(&at->moment, node);
    double radius = layout_least(view_px(view, 5), box.w / 5);
    char text[4 * VALUE_TEXT] = "";

    if (access || state != NODE_COMING)
        node_text(at, level, node, &box, text);
    canvas_tag(view->canvas, TAG_NODE, view->panel, (uint32_t)node);
    bool wrong = tree_node_is_wrong(&at->moment, node);
    if (!access)
        fill = state == NODE_SUM && !wrong ? COLOR_HELD : COLOR_PANEL;
    Shape *shape = canvas_rect(view->canvas, box, radius, fill);
    if (!access || wrong) {
        shape->edge = wrong                  ? COLOR_ALARM
                      : state == NODE_PREFIX ? COLOR_LINK
                                             : COLOR_EDGE;
        shape->width = layout_most(1, view_px(view, wrong ? 2.4 : 1.4));
        shape->dashed = state == NODE_COMING && at->levels[level].pitch > 48;
    }
    view_number(view, node_inside(view, box),
                access ? FONT_CODE_STRONG : FONT_CODE, at->levels[level].text,
                access  ? view_on(fill)
                : wrong ? COLOR_ALARM
                        : COLOR_INK,
                text);
}

static void draw_cells(const TreeView *at, uint32_t level)
{
    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        size_t node = tree_index(at->tree, level, x);
        canvas_tag(at->view->canvas, TAG_NODE, at->view->panel, (uint32_t)node);
        Color color = tree_node_color(&at->moment, node);
        canvas_rect(at->view->canvas, node_box(at, level, x), 0, color)->alpha =
            color == COLOR_LINK ? 0.5 : 1;
    }
}

static void draw_strip(const TreeView *at, uint32_t level)
{
    const Level *row = at->levels + level;
    Strip strip = strip_new(at->box.w);

    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        Rect stretch = node_stretch(at, level, x);
        double from = stretch.x - at->box.x;
        strip_mark(&strip, from, from + stretch.w,
                   tree_node_color(&at->moment,
                                   tree_index(at->tree, level, x)));
    }
    canvas_tag(at->view->canvas, TAG_NODE, at->view->panel,
               (uint32_t)tree_index(at->tree, level, 0));
    strip_draw(&strip, at->view->canvas,
               (Rect){at->box.x, row->top, at->box.w, row->box}, false);
    strip_free(&strip);
}

/* What is said over a running node, in the words of FORM: all, less, least. */
static void label_text(const View *view, const Access *access, int form,
                       char text[64])
{
    const Trace *trace = view->exhibit->trace;
    uint32_t thread = trace_thread(trace, view->running, access);
    uint32_t bank = access->cell & (trace->run.k - 1);
    const char *arrow = view->running->kind == ACCESS_STORE ? "→" : "←";

    if (form == 0)
        snprintf(text, 64, "T%u %s cell %u, bank %u", thread, arrow,
                 access->cell, bank);
    else if (form == 1)
        snprintf(text, 64, "T%u %s bank %u", thread, arrow, bank);
    else
        snprintf(text, 64, "T%u", thread);
}

/* The fullest form that fits over all running nodes of a level; 3: none. */
static int label_form(const TreeView *at, uint32_t level)
{
    int form = 0;

    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        size_t node = tree_index(at->tree, level, x);
        const Access *access = tree_node_access(&at->moment, node);
        char text[64];
        while (access && form < 3) {
            label_text(at->view, access, form, text);
            if (view_least_width(at->view, FONT_TEXT, text) +
                    view_px(at->view, 6) <=
                node_stretch(at, level, x).w)
                break;
            ++form;
        }
    }
    return form;
}

static void draw_labels(const TreeView *at, uint32_t level)
{
    const View *view = at->view;
    const Level *row = at->levels + level;
    int form = view_is_shared(view) ? label_form(at, level) : 3;

    if (row->style != LEVEL_TEXT || form == 3)
        return;
    for (uint32_t x = 0; x < tree_width(at->tree, level); ++x) {
        size_t node = tree_index(at->tree, level, x);
        const Access *access = tree_node_access(&at->moment, node);
        char text[64];
        if (!access)
            continue;
        Rect box = node_stretch(at, level, x);
        box.h = row->top - row->y;
        label_text(view, access, form, text);
        Color color = view_access_color(view, access) == COLOR_CONFLICT
                          ? COLOR_ALARM
                          : COLOR_INK;
        double width =
            font_width(FONT_TEXT, view_size(view, label_size(view)), text);
        Rect ground =
            rect_around(box.x + box.w / 2, box.y + box.h / 2,
                        layout_least(width + view_px(view, 6), box.w), box.h);
        canvas_tag(view->canvas, TAG_FRAME, view->panel, 0);
        canvas_rect(view->canvas, ground, 0, COLOR_PANEL);
        view_label(view, box, FONT_TEXT, label_size(view), color, text);
    }
}

/* A mark and what it means, cut off the left of BOX. */
static void draw_meaning(const View *view, Rect *box, Color fill, Color edge,
                         const char *text)
{
    double size = view_size(view, 13), mark = view_size(view, 13);
    double width = font_width(FONT_TEXT, size, text) + 1;

    if (view_least_width(view, FONT_TEXT, text) + 1 >
        box->w - mark - view_px(view, 7))
        return;
    Rect place = rect_cut_left(box, mark);
    canvas_tag(view->canvas, TAG_FRAME, view->panel, 0);
    place.y += (place.h - mark) / 2;
    place.h = mark;
    Shape *shape = canvas_rect(view->canvas, place, view_px(view, 3), fill);
    shape->edge = edge;
    shape->width = layout_most(1, view_px(view, 1.4));
    rect_cut_left(box, view_px(view, 7));
    canvas_text(view->canvas, rect_cut_left(box, width), ALIGN_LEFT, FONT_TEXT,
                size, view->least, COLOR_DIM, text);
    rect_cut_left(box, view_px(view, 18));
}

/* Once prefixes come down there are two kinds of nodes: says which are which,
 * left of the root, where nothing else is. */
static void draw_meanings(const TreeView *at)
{
    const View *view = at->view;
    uint32_t root = at->tree->levels - 1;
    size_t node = tree_index(at->tree, root, 0);
    Rect box = {at->box.x, at->box.y, at->box.w * 0.4,
                view_size(view, 13) * 1.4};

    if (root < 2 || tree_node_state(&at->moment, node) != NODE_PREFIX)
        return;
    draw_meaning(view, &box, COLOR_HELD, COLOR_EDGE, "sum of its inputs");
    draw_meaning(view, &box, COLOR_PANEL, COLOR_LINK, "sum of all before it");
}

static void draw_level(TreeView *at, uint32_t level)
{
    switch (at->levels[level].style) {
    case LEVEL_STRIP:
        draw_strip(at, level);
        break;
    case LEVEL_CELLS:
        draw_cells(at, level);
        break;
    default:
        choose_text(at, level);
        for (uint32_t x = 0; x < tree_width(at->tree, level); ++x)
            draw_node(at, level, x);
    }
}

void view_tree(const View *view, Rect box)
{
    TreeView at = {.view = view, .tree = &view->exhibit->tree};

    canvas_area(view->canvas, AREA_TREE, view->panel, box);
    if (rect_is_empty(box) || at.tree->levels == 0)
        return;
    BASE_CHECK(at.tree->levels <= MAX_LEVELS);
    lay_leaves(&at, box);
    at.moment = tree_moment(view);
    lay_out(&at);
    draw_links(&at);
    for (uint32_t m = 0; m < at.tree->levels; ++m) {
        draw_level(&at, m);
        draw_labels(&at, m);
    }
    draw_meanings(&at);
    tree_moment_free(&at.moment);
}
