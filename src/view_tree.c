/* SPDX-License-Identifier: MIT
 *
 * view_tree - drawing the tree; see view_tree.h.
 *
 * Where everything stands is said by tree_plan.h.  While a store is under way,
 * what it is made of travels: operands up to their sum, or a prefix down to a
 * child, to whose right the sum of its left neighbour goes too:
 *
 *           [    ]                 [ 41 ]
 *          (23) (18)              (41)  \
 *          /       \             /        (41)
 *       [23]      [18]       [41]  (23)──► [ 64 ]
 */
#include "view_tree.h"

#include "font.h"
#include "heat.h"
#include "strip.h"
#include "motion.h"
#include "tree_plan.h"
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Does the running store make the node's sum, and not its prefix? */
static bool is_sum_made(const TreePlan *at, size_t node)
{
    return at->tree->prefix_at[node] >= at->view->position;
}

/* The link from node X of LEVEL up to its parent. */
static void draw_link(const TreePlan *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    size_t child = tree_index(at->tree, level, x);
    size_t parent = tree_index(at->tree, level + 1, x / 2);
    Rect below = plan_box(at, level, x), above = plan_box(at, level + 1, x / 2);
    NodeState up = tree_node_state(&at->moment, parent);
    const Access *from = tree_node_access(&at->moment, parent);
    const Access *to = tree_node_access(&at->moment, child);
    bool store = view->running && view->running->kind == ACCESS_STORE;
    Color color = up == NODE_COMING ? COLOR_EDGE : COLOR_LINK;
    double width = view_px(view, 1.2);

    if (store && from && from->sums && is_sum_made(at, parent))
        color = view_access_color(view, from);
    else if (store && to && up == NODE_PREFIX)
        color = view_access_color(view, to);
    if (color != COLOR_EDGE && color != COLOR_LINK)
        width = view_px(view, 2.6);
    double x0 = above.x + above.w / 2, y0 = above.y + above.h;
    double x1 = below.x + below.w / 2, y1 = below.y;
    bool low = at->levels[level].style == LEVEL_STAGGERED && plan_tier(at, x);
    double bend = low ? at->levels[level].top : y1;
    Shape *line = canvas_line(view->canvas, x0, y0, x1, bend, width, color);
    line->dashed = up == NODE_COMING && at->levels[level].pitch > 48;
    if (low)
        canvas_line(view->canvas, x1, bend, x1, y1, width, color);
}

static void draw_links(const TreePlan *at)
{
    for (uint32_t m = 0; m + 1 < at->tree->levels; ++m) {
        if (at->levels[m].style == LEVEL_STRIP ||
            at->levels[m].pitch < view_px(at->view, 5))
            continue;
        uint32_t first, end;
        plan_range(at, m, &first, &end);
        for (uint32_t x = first; x < end; ++x) {
            canvas_tag(at->view->canvas, TAG_FRAME, at->view->panel, 0);
            draw_link(at, m, x);
        }
    }
}

/* "17 + 8 = 25" for a node whose sum is just made; false for others. */
static bool spelled_sum(const TreePlan *at, size_t node,
                        char text[4 * VALUE_TEXT])
{
    const Trace *trace = at->view->exhibit->trace;
    const Access *access = tree_node_request(&at->moment, node);
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

static double spelled_width(const TreePlan *at, uint32_t level,
                            const char *text)
{
    const View *view = at->view;
    double size = view_size(view, at->levels[level].text);

    return font_width(FONT_CODE_STRONG, size, text) + view_px(view, 16);
}

/* Decides what is written in a level, for all its nodes alike. */
static void choose_text(TreePlan *at, uint32_t level)
{
    const View *view = at->view;
    Level *row = at->levels + level;
    char text[4 * VALUE_TEXT];

    row->spell = row->style == LEVEL_TEXT;
    uint32_t first, end;
    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        bool holds = tree_node_holds(&at->moment, node);
        if (spelled_sum(at, node, text) &&
            spelled_width(at, level, text) >
                plan_stretch(at, level, x).w * 0.94)
            row->spell = false;
        if (!holds)
            continue;
        double room = plan_inside(view, plan_box(at, level, x)).w;
        view_value(view, tree_node_value(&at->moment, node), FONT_CODE, room,
                   text);
        if (at->box.w > at->seen.w &&
            plan_stretch(at, level, x).w < row->pitch * 0.99)
            continue; /* half out of sight */
        row->mute |= strlen(text) <= VIEW_MAX_DIGITS &&
                     view_least_width(view, FONT_CODE, text) > room;
    }
}

static void node_text(const TreePlan *at, uint32_t level, size_t node,
                      Rect *box, char text[4 * VALUE_TEXT])
{
    if (at->levels[level].spell && !tree_node_is_awaited(&at->moment, node) &&
        tree_node_access(&at->moment, node) && spelled_sum(at, node, text)) {
        double width = spelled_width(at, level, text);
        box->x += (box->w - width) / 2;
        box->w = width;
    } else if (!at->levels[level].mute) {
        view_value(at->view, tree_node_value(&at->moment, node),
                   FONT_CODE_STRONG, plan_inside(at->view, *box).w, text);
    }
}

static void draw_node(const TreePlan *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    size_t node = tree_index(at->tree, level, x);
    NodeState state = tree_node_state(&at->moment, node);
    bool awaited = tree_node_is_awaited(&at->moment, node);
    const Access *access = awaited ? NULL : tree_node_access(&at->moment, node);
    Rect box = plan_box(at, level, x);
    Color fill = tree_node_color(&at->moment, node);
    double radius = layout_least(view_px(view, 5), box.w / 5);
    char text[4 * VALUE_TEXT] = "";

    if (tree_node_holds(&at->moment, node))
        node_text(at, level, node, &box, text);
    canvas_tag(view->canvas, TAG_NODE, view->panel, (uint32_t)node);
    bool wrong = tree_node_is_wrong(&at->moment, node);
    if (!access)
        fill = state == NODE_SUM && !wrong ? COLOR_HELD : COLOR_PANEL;
    Shape *shape = canvas_rect(view->canvas, box, radius, fill);
    if (awaited) {
        shape->edge =
            view_access_color(view, tree_node_request(&at->moment, node));
        shape->width = layout_most(1, view_px(view, 2.4));
    } else if (!access || wrong) {
        shape->edge = wrong                  ? COLOR_ALARM
                      : state == NODE_PREFIX ? COLOR_LINK
                                             : COLOR_EDGE;
        shape->width = layout_most(1, view_px(view, wrong ? 2.4 : 1.4));
        shape->dashed = state == NODE_COMING && at->levels[level].pitch > 48;
    }
    view_number(view, plan_inside(view, box),
                access ? FONT_CODE_STRONG : FONT_CODE, at->levels[level].text,
                access  ? view_on(fill)
                : wrong ? COLOR_ALARM
                        : COLOR_INK,
                text);
}

/* The cycles that lanes waited for the instruction that brought a node what it
 * holds. */
static uint32_t node_wait(const TreePlan *at, size_t node)
{
    const Exhibit *exhibit = at->view->exhibit;
    uint32_t from = at->tree->built_at[node];

    if (at->tree->prefix_at[node] < at->view->position)
        from = at->tree->prefix_at[node];
    if (from >= at->view->position)
        return 0;
    uint32_t waves = exhibit->banks.costs[from].wavefronts;
    return waves > 1 ? waves - 1 : 0;
}

/* Under a folded level, where lanes have waited. */
static void draw_waits(const TreePlan *at, uint32_t level, Rect box)
{
    Heat heat = heat_new(box.w);
    uint32_t first, end;

    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x) {
        uint32_t wait = node_wait(at, tree_index(at->tree, level, x));
        Rect stretch = plan_stretch(at, level, x);
        if (wait)
            heat_add(&heat, stretch.x - box.x, stretch.x + stretch.w - box.x,
                     wait, true);
    }
    canvas_tag(at->view->canvas, TAG_TOTALS, at->view->panel, level);
    heat_draw(&heat, at->view->canvas, box, false);
    heat_free(&heat);
}

static void draw_cells(const TreePlan *at, uint32_t level)
{
    uint32_t first, end;

    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        canvas_tag(at->view->canvas, TAG_NODE, at->view->panel, (uint32_t)node);
        Color color = tree_node_color(&at->moment, node);
        canvas_rect(at->view->canvas, plan_box(at, level, x), 0, color)->alpha =
            color == COLOR_LINK ? 0.5 : 1;
    }
}

/* A box for the nodes of each warp. */
static void draw_warps(const TreePlan *at, uint32_t level, Rect box)
{
    uint32_t k = at->view->exhibit->trace->run.k, first, end;
    Strip strip = strip_new((tree_width(at->tree, level) + k - 1) / k);

    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x)
        strip_mark(&strip, x / k, x / k + 1,
                   tree_node_color(&at->moment,
                                   tree_index(at->tree, level, x)));
    for (uint32_t warp = first / k; warp * k < end; ++warp) {
        uint32_t last = (warp + 1) * k < end ? (warp + 1) * k - 1 : end - 1;
        Rect from =
            plan_stretch(at, level, warp * k > first ? warp * k : first);
        Rect to = plan_stretch(at, level, last);
        Color color = (Color)strip.colors[warp];
        double left = round(from.x), right = round(to.x + to.w);
        canvas_tag(at->view->canvas, TAG_NODE, at->view->panel,
                   (uint32_t)tree_index(at->tree, level, warp * k));
        canvas_rect(at->view->canvas,
                    (Rect){left, box.y, layout_most(1, right - left - 1),
                           box.h},
                    0, color)
            ->alpha = color == COLOR_LINK ? 0.5 : 1;
    }
    strip_free(&strip);
}

static void draw_strip(const TreePlan *at, uint32_t level, Rect box)
{
    Strip strip = strip_new(box.w);
    uint32_t first, end;

    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x) {
        Rect stretch = plan_stretch(at, level, x);
        double from = stretch.x - box.x;
        strip_mark(&strip, from, from + stretch.w,
                   tree_node_color(&at->moment,
                                   tree_index(at->tree, level, x)));
    }
    canvas_tag(at->view->canvas, TAG_NODE, at->view->panel,
               (uint32_t)tree_index(at->tree, level, 0));
    strip_draw(&strip, at->view->canvas, box, false);
    strip_free(&strip);
}

/* A level whose nodes are too many for text. */
static void draw_folded(const TreePlan *at, uint32_t level)
{
    const Level *row = at->levels + level;
    double left = layout_most(at->box.x, at->seen.x);
    Rect box = {left, row->top, layout_least(at->box.w, at->seen.w), row->box};

    if (row->style == LEVEL_CELLS)
        draw_cells(at, level);
    else if (row->style == LEVEL_WARPS)
        draw_warps(at, level, box);
    else
        draw_strip(at, level, box);
    box.y += box.h;
    box.h = layout_least(round(view_px(at->view, 4)), row->y + row->h - box.y);
    if (box.h >= 1)
        draw_waits(at, level, box);
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
static int label_form(const TreePlan *at, uint32_t level)
{
    int form = 0;

    uint32_t first, end;

    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        const Access *access = tree_node_request(&at->moment, node);
        char text[64];
        while (access && form < 3) {
            label_text(at->view, access, form, text);
            if (view_least_width(at->view, FONT_TEXT, text) +
                    view_px(at->view, 6) <=
                plan_stretch(at, level, x).w)
                break;
            ++form;
        }
    }
    return form;
}

static void draw_labels(const TreePlan *at, uint32_t level)
{
    const View *view = at->view;
    const Level *row = at->levels + level;
    int form = view_is_shared(view) ? label_form(at, level) : 3;

    if (row->style != LEVEL_TEXT || form == 3)
        return;
    uint32_t first, end;

    plan_range(at, level, &first, &end);
    for (uint32_t x = first; x < end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        const Access *access = tree_node_request(&at->moment, node);
        char text[64];
        if (!access)
            continue;
        Rect box = plan_stretch(at, level, x);
        box.h = row->top - row->y;
        label_text(view, access, form, text);
        Color color = view_access_color(view, access) == COLOR_CONFLICT
                          ? COLOR_ALARM
                          : COLOR_INK;
        double width =
            font_width(FONT_TEXT, view_size(view, plan_label_size(view)), text);
        Rect ground =
            rect_around(box.x + box.w / 2, box.y + box.h / 2,
                        layout_least(width + view_px(view, 6), box.w), box.h);
        canvas_tag(view->canvas, TAG_FRAME, view->panel, 0);
        canvas_rect(view->canvas, ground, 0, COLOR_PANEL);
        view_label(view, box, FONT_TEXT,
                   layout_least(plan_label_size(view),
                                box.h * 0.9 / view->unit),
                   color, text);
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
static void draw_meanings(const TreePlan *at)
{
    const View *view = at->view;
    uint32_t root = at->tree->levels - 1;
    size_t node = tree_index(at->tree, root, 0);
    Rect box = {at->seen.x, at->box.y, at->seen.w * 0.4,
                view_size(view, 13) * 1.4};

    if (root < 2 || tree_node_state(&at->moment, node) != NODE_PREFIX)
        return;
    draw_meaning(view, &box, COLOR_HELD, COLOR_EDGE, "sum of its inputs");
    draw_meaning(view, &box, COLOR_PANEL, COLOR_LINK, "sum of all before it");
}

static void draw_level(TreePlan *at, uint32_t level)
{
    uint32_t first, end;

    switch (at->levels[level].style) {
    case LEVEL_STRIP:
    case LEVEL_WARPS:
    case LEVEL_CELLS:
        draw_folded(at, level);
        break;
    default:
        choose_text(at, level);
        plan_range(at, level, &first, &end);
        for (uint32_t x = first; x < end; ++x)
            draw_node(at, level, x);
    }
}

/* A word on its way to a node. */
typedef struct {
    uint32_t level, x; /* the node that it comes from */
    Word value;
    double side; /* of the node where it arrives: -1 left, 0 middle, 1 right */
} Operand;

static void draw_token(const TreePlan *at, const Operand *operand, Rect to,
                       double text_size, const Access *access)
{
    const View *view = at->view;
    int i = (int)(access - trace_accesses(view->exhibit->trace, view->running));
    Rect from = plan_box(at, operand->level, operand->x);
    char text[VALUE_TEXT] = "";

    if (text_size > 0 && from.w >= view_least_width(view, FONT_CODE, "00"))
        scene_value(view->exhibit->trace->run.op, operand->value, true, text);
    to.x += operand->side * to.w * 0.27;
    motion_token(view, from, to, motion_served(view, i), text_size,
                 view_access_color(view, access), text);
}

/* What a store to node X of LEVEL is made of; how many words. */
static int find_operands(const TreePlan *at, uint32_t level, uint32_t x,
                         const Access *access, Operand operands[2])
{
    const Trace *trace = at->view->exhibit->trace;
    size_t node = tree_index(at->tree, level, x);
    const Sum *sum = trace_sums(trace, access);
    uint32_t below = level ? tree_width(at->tree, level - 1) : 0;

    if (sum && is_sum_made(at, node)) {
        if (2 * x >= below)
            return 0;
        operands[0] = (Operand){level - 1, 2 * x, sum->left, -1};
        operands[1] = (Operand){level - 1, 2 * x + 1, sum->right, 1};
        return 2 * x + 1 < below ? 2 : 1;
    }
    if (level + 1 == at->tree->levels ||
        at->tree->prefix_at[node] + 1 != at->view->position)
        return 0;
    operands[0] = (Operand){level + 1, x / 2, access->value, 0};
    if (!sum || x % 2 == 0)
        return 1;
    operands[0] = (Operand){level + 1, x / 2, sum->left, 1};
    operands[1] = (Operand){level, x - 1, sum->right, -1};
    return 2;
}

static void draw_flight(const TreePlan *at, uint32_t level, uint32_t x)
{
    size_t node = tree_index(at->tree, level, x);
    const Access *access = tree_node_access(&at->moment, node);
    const Level *row = at->levels + level;
    Operand operands[2];

    if (!access || !tree_node_is_awaited(&at->moment, node))
        return;
    int count = find_operands(at, level, x, access, operands);
    for (int i = 0; i < count; ++i)
        draw_token(at, operands + i, plan_box(at, level, x),
                   row->style >= LEVEL_STAGGERED ? row->text : 0, access);
}

static void draw_flights(const TreePlan *at)
{
    const TreeMoment *moment = &at->moment;

    for (uint32_t m = moment->level_first;
         motion_is_on(at->view) && m <= moment->level_last; ++m) {
        uint32_t first, end;
        if (at->levels[m].style < LEVEL_CELLS)
            continue;
        plan_range(at, m, &first, &end);
        for (uint32_t x = first; x < end; ++x)
            draw_flight(at, m, x);
    }
}

void view_tree(const View *view, Rect box)
{
    TreePlan at;

    if (rect_is_empty(box) || view->exhibit->tree.levels == 0)
        return;
    tree_plan(&at, view, box);
    at.moment = tree_moment(view);
    bool clips = at.box.w > at.seen.w;
    if (clips)
        canvas_clip(view->canvas, at.seen);
    draw_links(&at);
    for (uint32_t m = 0; m < at.tree->levels; ++m) {
        draw_level(&at, m);
        draw_labels(&at, m);
    }
    draw_flights(&at);
    if (clips)
        canvas_unclip(view->canvas);
    draw_meanings(&at);
    tree_moment_free(&at.moment);
}
