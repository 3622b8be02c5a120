/* SPDX-License-Identifier: MIT
 *
 * view_tree - draws the tree of a kernel's sums and the accesses to its nodes.
 *
 * A node is over the inputs that it sums.  It is faint until its sum is stored,
 * filled while it holds the sum, and outlined once the down-sweep has stored
 * its prefix.  Its word stays there, in grey, when it is in memory no more.
 * Levels too dense for numbers are coloured cells, and denser ones a strip;
 * leaves that are slightly too narrow are in tiers.
 *
 *                      [  95 ]
 *          T0 > cell 8, bank 0
 *              [ 41 ]          [ 54 ]
 *           [23]    [18]    [25]    [29]
 *           / \      / \     / \     / \
 */
#include "view/shown_value.h"
#include "view/views.h"

#include "draw/font.h"
#include "trace/value.h"
#include "view/items.h"
#include "view/tree_layout.h"
#include "view/view_marks.h"
#include "view/view_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A line from node X of LEVEL up to node ABOVE of the next level. */
static Shape *draw_branch(const TreeLayout *at, uint32_t level, uint32_t x,
                          uint32_t above, double width, Color color)
{
    Rect under = tree_layout_box(at, level, x);
    Rect over = tree_layout_box(at, level + 1, above);
    double x0 = over.x + over.w / 2, y0 = over.y + over.h;
    double x1 = under.x + under.w / 2, y1 = under.y;
    bool low =
        at->levels[level].style == LEVEL_STAGGERED && tree_layout_tier(at, x);
    double bend = low ? at->levels[level].top : y1;

    if (low)
        draw_line(at->view->list, x1, bend, x1, y1, width, color);
    return draw_line(at->view->list, x0, y0, x1, bend, width, color);
}

/* The link from node X of LEVEL up to its parent, and for a prefix that is just
 * stored the link to the node that it came from: its parent, but in inclusive
 * scans a left child asks its parent's left neighbour. */
static void draw_link(const TreeLayout *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    size_t child = tree_index(at->tree, level, x);
    size_t parent = tree_index(at->tree, level + 1, x / 2);
    NodeState up = tree_node_state(&at->state, parent);
    const Access *from = tree_node_access(&at->state, parent);
    const Access *to = tree_node_access(&at->state, child);
    bool store =
        view->steps || (view->running && trace_is_store(view->running));
    bool aside = at->tree->inclusive && x > 0 && x % 2 == 0;
    Color color = up == NODE_COMING ? COLOR_EDGE : COLOR_LINK;
    double strong = view_px(view, 2.6), width = view_px(view, 1.2);

    if (store && from && from->sums && tree_node_is_made(&at->state, parent)) {
        color = view_access_color(view, from);
        width = strong;
    } else if (store && to && up == NODE_PREFIX && !aside) {
        color = view_access_color(view, to);
        width = strong;
    }
    draw_branch(at, level, x, x / 2, width, color)->dashed =
        up == NODE_COMING && at->levels[level].pitch > 48;
    if (store && to && up == NODE_PREFIX && aside)
        draw_branch(at, level, x, x / 2 - 1, strong,
                    view_access_color(view, to));
}

/* In a round across the top level: from each node whose word is added, under
 * the row, to the node that it is added to. */
static void draw_across(const TreeLayout *at)
{
    const View *view = at->view;
    uint32_t top = at->tree->levels - 1;
    double deep = (at->levels[top].h - at->levels[top].box) * 0.6;
    double head = view_px(view, 9);

    if (!tree_is_across(at->tree, view->position) || !view->running ||
        !trace_is_store(view->running) || at->levels[top].style == LEVEL_STRIP)
        return;
    for (uint32_t x = 0; x < tree_width(at->tree, top); ++x) {
        const Access *access =
            tree_node_access(&at->state, tree_index(at->tree, top, x));
        const Sum *sum = access ? trace_sums(view->trace, access) : NULL;
        if (!sum || !interval_is_range(sum->left_interval))
            continue;
        Rect from =
            tree_layout_box(at, top, interval_last(sum->left_interval) >> top);
        Rect to = tree_layout_box(at, top, x);
        double y = to.y + to.h, x0 = from.x + from.w * 0.6;
        double x1 = to.x + to.w * 0.4;
        view_thing(view, THING_FRAME, 0);
        draw_curve(view->list, (double[4]){x0, x0, x1, x1},
                   (double[4]){y, y + deep, y + deep, y + head},
                   view_px(view, 2.6), view_access_color(view, access));
        draw_arrow(view->list, x1, y + head, x1, y + 1, head,
                   view_access_color(view, access));
    }
}

static void draw_links(const TreeLayout *at)
{
    for (uint32_t m = 0; m + 1 < at->tree->levels; ++m) {
        if (at->levels[m].style == LEVEL_STRIP ||
            at->levels[m].pitch < view_px(at->view, 5))
            continue;

        for (uint32_t x = at->levels[m].first; x < at->levels[m].end; ++x) {
            view_thing(at->view, THING_FRAME, 0);
            draw_link(at, m, x);
        }
    }
}

/* "17 + 8 = 25" for a node whose sum is just made; false for others. */
static bool spelled_sum(const TreeLayout *at, size_t node,
                        char text[4 * VALUE_TEXT])
{
    const Access *access = tree_node_request(&at->state, node);
    const Sum *sum = access ? trace_sums(at->view->trace, access) : NULL;
    char value[VALUE_TEXT], left[VALUE_TEXT], right[VALUE_TEXT];
    Op op = at->view->trace->run.op;

    if (!sum || access->sums != 1 ||
        !trace_is_new_sum(at->view->trace, access) ||
        !trace_sum_is_of_words(at->view->trace, sum))
        return false;
    snprintf(text, 4 * VALUE_TEXT, "%s %s %s = %s",
             shown_value(op, sum->left, false, left), op_sign(op),
             shown_value(op, sum->right, false, right),
             shown_value(op, access->value, false, value));
    return true;
}

static double spelled_width(const TreeLayout *at, uint32_t level,
                            const char *text)
{
    double size = view_size(at->view, at->levels[level].text);

    return font_width(FONT_CODE_STRONG, size, text) + view_px(at->view, 16);
}

/* Decides what is written in a level, for all its nodes alike. */
static void choose_text(TreeLayout *at, uint32_t level)
{
    const View *view = at->view;
    Level *row = at->levels + level;
    char text[4 * VALUE_TEXT];

    row->spell = row->style == LEVEL_TEXT;
    for (uint32_t x = row->first; x < row->end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        bool holds = tree_node_holds(&at->state, node);
        if (spelled_sum(at, node, text) &&
            spelled_width(at, level, text) >
                tree_layout_stretch(at, level, x).w * 0.94)
            row->spell = false;
        if (!holds)
            continue;
        double room = tree_layout_inside(view, tree_layout_box(at, level, x)).w;
        view_value(view, tree_node_value(&at->state, node), FONT_CODE, room,
                   text);
        if (at->box.w > at->seen.w &&
            tree_layout_stretch(at, level, x).w < row->pitch * 0.99)
            continue; /* half out of sight */
        bool some = view->trace->run.op != OP_INTERVAL &&
                    strlen(text) > VIEW_MAX_DIGITS;
        row->hide_values |=
            !some && view_least_width(view, FONT_CODE, text) > room;
    }
}

static void node_text(const TreeLayout *at, uint32_t level, size_t node,
                      Rect *box, char text[4 * VALUE_TEXT])
{
    if (at->levels[level].spell && !tree_node_is_awaited(&at->state, node) &&
        tree_node_access(&at->state, node) && spelled_sum(at, node, text)) {
        double width = spelled_width(at, level, text);
        box->x += (box->w - width) / 2;
        box->w = width;
    } else if (!at->levels[level].hide_values) {
        view_value(at->view, tree_node_value(&at->state, node),
                   FONT_CODE_STRONG, tree_layout_inside(at->view, *box).w,
                   text);
    }
}

/* The input of leaf X, as far as it fits into WIDTH pixels; false if it does
 * not, or if leaves are no words of the first launch's input. */
static bool input_text(const TreeLayout *at, uint32_t x, double width,
                       char text[VALUE_TEXT])
{
    const Trace *trace = at->view->trace;

    if (trace->run.condition[0] || view_grid(at->view) > 0 ||
        number_bytes(trace->arrays + trace->grids->in) != sizeof(Word))
        return false;
    view_value(at->view, trace->input[x], FONT_CODE, width, text);
    return view_least_width(at->view, FONT_CODE, text) <= width;
}

/* An input where it will stand. */
static void draw_coming_input(const TreeLayout *at, uint32_t x, Rect box)
{
    char text[VALUE_TEXT];
    Rect inside = tree_layout_inside(at->view, box);

    if (input_text(at, x, inside.w, text))
        view_number(at->view, inside, FONT_CODE, at->levels->text, COLOR_DIM,
                    text);
}

/* The inputs under leaves that hold sums by now; all of them, or none.  True if
 * they are drawn. */
static bool draw_inputs(const TreeLayout *at)
{
    const View *view = at->view;
    const Level *row = at->levels;
    double height = view->least * 1.3, y = row->top + row->box;
    double apart = view_digits_width(1, view->least);
    char text[VALUE_TEXT];
    uint32_t root = (uint32_t)tree_index(at->tree, at->tree->levels - 1, 0);

    if (row->style != LEVEL_TEXT || row->y + row->h - y < height ||
        tree_node_state(&at->state, root) != NODE_PREFIX ||
        view_moves_global(view))
        return false;
    for (uint32_t x = row->first; x < row->end; ++x)
        if (!input_text(at, x, row->pitch - apart, text))
            return false;
    for (uint32_t x = row->first; x < row->end; ++x) {
        Rect box = tree_layout_box(at, 0, x);
        if (tree_node_state(&at->state, tree_index(at->tree, 0, x)) !=
            NODE_PREFIX)
            continue;
        input_text(at, x, row->pitch - apart, text);
        view_thing(view, THING_FRAME, x);
        view_label(view,
                   rect_around(box.x + box.w / 2, y + height / 2,
                               row->pitch - apart, height),
                   FONT_CODE, 13, COLOR_DIM, text);
    }
    return true;
}

/* Beside what is written in a node there is room for the cross of a wrong word,
 * as far as its neighbours leave any. */
static void widen(const TreeLayout *at, uint32_t level, Rect *box)
{
    double more = fmin(box->h, at->levels[level].pitch * 0.95 - box->w);

    if (more > 0) {
        box->x -= more / 2;
        box->w += more;
    }
}

static void draw_node(const TreeLayout *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    size_t node = tree_index(at->tree, level, x);
    NodeState state = tree_node_state(&at->state, node);
    bool awaited = tree_node_is_awaited(&at->state, node);
    const Access *access = awaited ? NULL : tree_node_access(&at->state, node);
    Rect box = tree_layout_box(at, level, x);
    Color fill = tree_node_color(at->view, &at->state, node);
    double radius = fmin(view_px(view, 5), box.w / 5);
    char text[4 * VALUE_TEXT] = "";

    bool wrong = tree_node_is_wrong(&at->state, node);
    bool arises = access && view_is_wrong(view, access);
    if (tree_node_holds(&at->state, node))
        node_text(at, level, node, &box, text);
    if (text[0] && (arises || (wrong && !awaited)))
        widen(at, level, &box);
    view_pair(view, THING_NODE, level, x);
    bool gone = !access && !awaited && tree_node_is_gone(&at->state, node);
    if (!access)
        fill = state != NODE_SUM || wrong ? COLOR_PANEL
               : gone                     ? COLOR_CELL
                                          : COLOR_HELD;
    Shape *shape = draw_rect(view->list, box, radius, fill);
    if (awaited) {
        view_edge(view, shape,
                  view_access_color(view, tree_node_request(&at->state, node)),
                  2.4);
    } else if (!access) {
        view_edge(view, shape,
                  state == NODE_PREFIX && !gone ? COLOR_LINK : COLOR_EDGE, 1.4);
        shape->dashed = state == NODE_COMING && at->levels[level].pitch > 48;
    }
    Color on = access ? view_on(fill) : gone ? COLOR_DIM : COLOR_INK;
    if (arises || (wrong && !awaited))
        on = view_fill_wrong(view, shape);
    else if (wrong && !access)
        on = COLOR_FAULT;
    if (level == 0 && state == NODE_COMING && !access && !awaited)
        draw_coming_input(at, x, box);
    view_number(view, tree_layout_inside(view, box),
                access ? FONT_CODE_STRONG : FONT_CODE, at->levels[level].text,
                on, text);
}

/* The cycles that lanes waited for the instruction that brought a node what it
 * holds. */
static uint32_t node_wait(const TreeLayout *at, size_t node)
{
    uint32_t from = at->tree->nodes[node].built_at;

    if (at->tree->nodes[node].prefix_at < at->view->position)
        from = at->tree->nodes[node].prefix_by;
    if (from >= at->view->position)
        return 0;
    uint32_t waves = at->view->analysed->banks.costs[from].wavefronts;
    return waves > 1 ? waves - 1 : 0;
}

/* Under a folded level, where lanes have waited. */
static void draw_waits(const TreeLayout *at, uint32_t level, Rect box)
{
    PixelBins heat = pixel_bins_new(box, false);
    for (uint32_t x = at->levels[level].first; x < at->levels[level].end; ++x) {
        uint32_t wait = node_wait(at, tree_index(at->tree, level, x));
        Rect stretch = tree_layout_stretch(at, level, x);
        if (wait)
            pixel_bins_heat(&heat, stretch.x - box.x,
                            stretch.x + stretch.w - box.x, wait, true);
    }
    view_thing(at->view, THING_TOTALS, level);
    pixel_bins_draw(&heat, at->view->list);
}

/* The colour of a node that has no room for its word. */
static Color folded_color(const TreeLayout *at, size_t node)
{
    bool awaited = tree_node_is_awaited(&at->state, node);
    const Access *access = awaited ? NULL : tree_node_access(&at->state, node);
    bool wrong = (access && view_is_wrong(at->view, access)) ||
                 (!awaited && tree_node_is_wrong(&at->state, node));

    return wrong ? COLOR_FAULT : tree_node_color(at->view, &at->state, node);
}

static void draw_cells(const TreeLayout *at, uint32_t level)
{
    for (uint32_t x = at->levels[level].first; x < at->levels[level].end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        view_pair(at->view, THING_NODE, level, x);
        Color color = folded_color(at, node);
        draw_rect(at->view->list, tree_layout_box(at, level, x), 0, color)
            ->alpha = color == COLOR_LINK ? 0.5 : 1;
    }
}

/* A box for the nodes of each warp, in the most important of their colours. */
static void draw_warps(const TreeLayout *at, uint32_t level, Rect box)
{
    const Level *row = at->levels + level;
    uint32_t k = at->view->trace->run.k, end;

    for (uint32_t x = row->first; x < row->end; x = end) {
        end = x / k * k + k < row->end ? x / k * k + k : row->end;
        Rect from = tree_layout_stretch(at, level, x);
        Rect to = tree_layout_stretch(at, level, end - 1);
        double left = round(from.x), right = round(to.x + to.w);
        PixelBins warp = pixel_bins_new(
            (Rect){left, box.y, fmax(1, right - left - 1), box.h}, false);
        for (uint32_t i = x; i < end; ++i)
            pixel_bins_mark(&warp, 0, warp.length,
                            folded_color(at, tree_index(at->tree, level, i)));
        view_pair(at->view, THING_NODE, level, x);
        view_strip(at->view, warp.box, false, 1, end - x);
        pixel_bins_draw(&warp, at->view->list);
    }
}

static void draw_strip(const TreeLayout *at, uint32_t level, Rect box)
{
    PixelBins strip = pixel_bins_new(box, false);
    for (uint32_t x = at->levels[level].first; x < at->levels[level].end; ++x) {
        Rect stretch = tree_layout_stretch(at, level, x);
        double from = stretch.x - box.x;
        pixel_bins_mark(&strip, from, from + stretch.w,
                        folded_color(at, tree_index(at->tree, level, x)));
    }
    uint32_t first = at->levels[level].first, end = at->levels[level].end;
    view_pair(at->view, THING_NODE, level, first);
    if (first < end) {
        Rect last = tree_layout_stretch(at, level, end - 1);
        Rect row = box;
        row.x = tree_layout_stretch(at, level, first).x;
        row.w = last.x + last.w - row.x;
        view_strip(at->view, row, false, 1, end - first);
    }
    pixel_bins_draw(&strip, at->view->list);
}

/* A level whose nodes are too many for text. */
static void draw_folded(const TreeLayout *at, uint32_t level)
{
    const Level *row = at->levels + level;
    double left = fmax(at->box.x, at->seen.x);
    Rect box = {left, row->top, fmin(at->box.w, at->seen.w), row->box};

    if (row->style == LEVEL_CELLS)
        draw_cells(at, level);
    else if (row->style == LEVEL_WARPS)
        draw_warps(at, level, box);
    else
        draw_strip(at, level, box);
    box.y += box.h;
    box.h = fmin(round(view_px(at->view, 4)), row->y + row->h - box.y);
    if (box.h >= 1)
        draw_waits(at, level, box);
}

/* "T2", or of several lanes at one word "T1, T2", or "4 threads". */
static void threads_text(const View *view, const Access *access, char text[32])
{
    const Trace *trace = view->trace;
    const Instruction *by = view_instruction_of(view, access);
    const Access *all = trace_accesses(trace, by);
    uint32_t threads[2] = {0}, count = 0;

    for (int i = 0; i < by->lanes; ++i) {
        if (all[i].cell != access->cell)
            continue;
        if (count < 2)
            threads[count] = trace_thread(trace, by, all + i);
        ++count;
    }
    if (count > 2)
        snprintf(text, 32, "%u threads", count);
    else if (count == 2)
        snprintf(text, 32, "T%u, T%u", threads[0], threads[1]);
    else
        snprintf(text, 32, "T%u", trace_thread(trace, by, access));
}

/* The label over a running node; FORM: full, shorter or shortest. */
static void label_text(const View *view, const Access *access, int form,
                       char text[96])
{
    const Instruction *by = view_instruction_of(view, access);
    uint32_t bank = bank_of(view->trace, access->cell);
    const char *arrow = trace_is_store(by) ? "▶" : "◀";
    char threads[32];

    threads_text(view, access, threads);
    if (form == 0)
        snprintf(text, 96, "%s %s cell %u, bank %u", threads, arrow,
                 access->cell, bank);
    else if (form == 1)
        snprintf(text, 96, "%s %s bank %u", threads, arrow, bank);
    else
        snprintf(text, 96, "%s", threads);
}

/* The fullest form that fits over all running nodes of a level; 3: none. */
static int label_form(const TreeLayout *at, uint32_t level)
{
    int form = 0;

    for (uint32_t x = at->levels[level].first; x < at->levels[level].end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        const Access *access = tree_node_request(&at->state, node);
        char text[96];
        while (access && form < 3) {
            label_text(at->view, access, form, text);
            if (view_least_width(at->view, FONT_TEXT, text) +
                    fmax(view_px(at->view, 6), at->view->least * 0.4) <=
                tree_layout_stretch(at, level, x).w)
                break;
            ++form;
        }
    }
    return form;
}

static void draw_labels(const TreeLayout *at, uint32_t level)
{
    const View *view = at->view;
    const Level *row = at->levels + level;
    int form = view_is_shared(view) ? label_form(at, level) : 3;

    if (row->style != LEVEL_TEXT || form == 3)
        return;
    for (uint32_t x = row->first; x < row->end; ++x) {
        size_t node = tree_index(at->tree, level, x);
        const Access *access = tree_node_request(&at->state, node);
        char text[96];
        if (!access)
            continue;
        Rect box = tree_layout_stretch(at, level, x);
        box = rect_inset(box, view->least * 0.15, 0);
        box.h = row->top - row->y;
        label_text(view, access, form, text);
        Color color = view_access_color(view, access) == COLOR_CONFLICT
                          ? COLOR_ALARM
                          : COLOR_INK;
        double width =
            font_width(FONT_TEXT, view_size(view, tree_layout_label(view)),
                       text);
        Rect ground = rect_around(box.x + box.w / 2, box.y + box.h / 2,
                                  fmin(width + view_px(view, 6), box.w), box.h);
        view_thing(view, THING_FRAME, 0);
        draw_rect(view->list, ground, 0, COLOR_PANEL);
        view_label(view, box, FONT_TEXT,
                   fmin(tree_layout_label(view), box.h * 0.9 / view->unit),
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
    view_thing(view, THING_FRAME, 0);
    place.y += (place.h - mark) / 2;
    place.h = mark;
    Shape *shape = draw_rect(view->list, place, view_px(view, 3), fill);
    view_edge(view, shape, edge, 1.4);
    rect_cut_left(box, view_px(view, 7));
    draw_text(view->list, rect_cut_left(box, width), ALIGN_LEFT, FONT_TEXT,
              size, view->least, COLOR_DIM, text);
    rect_cut_left(box, view_px(view, 18));
}

/* The width in pixels of the root, its sum and the label over it. */
static double root_width(const TreeLayout *at, uint32_t root)
{
    const View *view = at->view;
    size_t node = tree_index(at->tree, root, 0);
    const Access *access = tree_node_request(&at->state, node);
    int form = view_is_shared(view) ? label_form(at, root) : 3;
    double width = tree_layout_box(at, root, 0).w;
    char text[4 * VALUE_TEXT], label[96];

    if (at->levels[root].spell && spelled_sum(at, node, text))
        width = fmax(width, spelled_width(at, root, text));
    if (!access || form == 3)
        return width;
    label_text(view, access, form, label);
    return fmax(width,
                font_width(FONT_TEXT, view_size(view, tree_layout_label(view)),
                           label));
}

/* Is there a node in grey, whose word is in memory no more? */
static bool shows_gone(const TreeLayout *at)
{
    for (uint32_t m = 0; m < at->tree->levels; ++m)
        for (uint32_t x = at->levels[m].first;
             at->levels[m].style >= LEVEL_STAGGERED && x < at->levels[m].end;
             ++x) {
            size_t node = tree_index(at->tree, m, x);
            if (!tree_node_request(&at->state, node) &&
                tree_node_is_gone(&at->state, node))
                return true;
        }
    return false;
}

/* The legend of sums and prefixes, drawn once there are prefixes, or words that
 * are in memory no more. */
static void draw_meanings(const TreeLayout *at, bool inputs)
{
    uint32_t root = at->tree->levels - 1;
    size_t node = tree_index(at->tree, root, 0);
    Rect box = at->meanings, top = tree_layout_box(at, root, 0);
    bool gone = shows_gone(at);
    bool prefixes = tree_node_state(&at->state, node) == NODE_PREFIX;

    if (at->tree->n < 4 || !(prefixes || gone))
        return;
    if (root > 0 && box.y + box.h > at->levels[root - 1].top)
        return; /* rows are so low that it would cover the next one */
    double left = top.x + (top.w - root_width(at, root)) / 2;
    if (box.y + box.h > at->levels[root].y) /* beside the root, not over it */
        box.w = fmin(box.w, left - view_px(at->view, 8) - box.x);
    draw_meaning(at->view, &box, COLOR_HELD, COLOR_EDGE, "sum of its inputs");
    if (prefixes)
        draw_meaning(at->view, &box, COLOR_PANEL, COLOR_LINK,
                     at->tree->inclusive ? "inclusive sum" : "exclusive sum");
    if (gone)
        draw_meaning(at->view, &box, COLOR_CELL, COLOR_EDGE,
                     "no longer in memory");
    if (inputs)
        draw_meaning(at->view, &box, COLOR_NONE, COLOR_NONE,
                     "under a leaf: its input");
}

static void draw_level(TreeLayout *at, uint32_t level)
{
    if (at->levels[level].style < LEVEL_STAGGERED) {
        draw_folded(at, level);
        return;
    }
    choose_text(at, level);
    for (uint32_t x = at->levels[level].first; x < at->levels[level].end; ++x)
        draw_node(at, level, x);
}

void view_tree(const View *view, Rect box)
{
    display_list_area(view->list, AREA_TREE, view->panel, box);
    if (rect_is_empty(box) || view->analysed->tree.levels == 0)
        return;
    TreeLayout at = tree_layout(view, box);
    at.state = tree_state(view->moment, view->steps);
    bool clips = at.box.w > at.seen.w;
    if (clips)
        draw_clip(view->list, at.seen);
    draw_links(&at);
    draw_across(&at);
    for (uint32_t m = 0; m < at.tree->levels; ++m) {
        draw_level(&at, m);
        draw_labels(&at, m);
    }
    bool inputs = draw_inputs(&at);
    tree_animation_draw(&at);
    if (clips)
        draw_unclip(view->list);
    draw_meanings(&at, inputs);
    tree_state_free(&at.state);
}
