/* SPDX-License-Identifier: MIT
 *
 * view_tree - the tree of a kernel's sums as a diagram: a row a level, the root
 * at the top.
 *
 * A node is over the inputs that it sums.  It is dashed until its sum is
 * stored, filled while it holds the sum, and round and empty once the
 * down-sweep has stored its prefix.  Its word stays there, in grey, when it is
 * in memory no more.
 *
 *                      [  95 ]
 *              T0 ▶ bank 0
 *              [ 41 ]          [ 54 ]
 *           [23]    [18]    [25]    [29]
 *           / \      / \     / \     / \
 */
#include "view/diagram.h"
#include "view/shown_value.h"

#include "trace/variable.h"

static const Tree *tree_of_diagram(const Diagram *at)
{
    return &at->view->analysed->tree;
}

static uint32_t level_of(const Diagram *at, size_t row)
{
    return tree_of_diagram(at)->levels - 1 - (uint32_t)row;
}

static size_t row_of(const Diagram *at, uint32_t level)
{
    return tree_of_diagram(at)->levels - 1 - level;
}

static uint32_t count(const Diagram *at, size_t row)
{
    return tree_width(tree_of_diagram(at), level_of(at, row));
}

static void span(const Diagram *at, size_t row, uint32_t x, uint32_t *first,
                 uint32_t *end)
{
    uint32_t level = level_of(at, row), n = tree_of_diagram(at)->n;

    *first = x << level;
    *end = (x + 1) << level;
    *end = *end < n ? *end : n;
}

static Thing thing(const Diagram *at, size_t row)
{
    return (Thing){THING_NODE, level_of(at, row), 0, 0};
}

/* ---- Nodes ----------------------------------------------------------------*/

/* The operands of the sum that the running access has just stored. */
static void set_sum(const View *view, const Access *access, DiagramNode *node)
{
    const Sum *sum = trace_sums(view->trace, access);

    if (sum && access->sums == 1 && trace_is_new_sum(view->trace, access) &&
        trace_sum_is_of_words(view->trace, sum))
        diagram_sum(view, sum, NULL, node);
}

/* The input of leaf X, which will stand there; nothing, if leaves are no words
 * of the first launch's input. */
static void set_input(const View *view, uint32_t x, DiagramNode *node)
{
    const Trace *trace = view->trace;

    if (trace->run.condition[0] || view_grid(view) > 0 ||
        number_bytes(trace->arrays + trace->grids->in) != sizeof(Word))
        return;
    diagram_value(view, node->number, trace->input[x], node);
    node->item.ink = COLOR_DIM;
}

static void set_texts(const Diagram *at, uint32_t level, uint32_t x,
                      const Access *access, bool awaited, DiagramNode *node)
{
    const TreeState *state = &at->tree;
    size_t index = tree_index(tree_of_diagram(at), level, x);

    if (tree_node_holds(state, index))
        diagram_value(at->view, node->number, tree_node_value(state, index),
                      node);
    else if (level == 0 && !awaited)
        set_input(at->view, x, node);
    if (access && node->text[0])
        set_sum(at->view, access, node);
}

static void look(const Diagram *at, size_t row, uint32_t x, DiagramNode *node)
{
    const View *view = at->view;
    const TreeState *state = &at->tree;
    uint32_t level = level_of(at, row);
    size_t index = tree_index(tree_of_diagram(at), level, x);
    NodeState is = tree_node_state(state, index);
    bool awaited = tree_node_is_awaited(state, index);
    const Access *access = awaited ? NULL : tree_node_access(state, index);
    Item *item = &node->item;

    node->access = tree_node_request(state, index);
    item->round = is == NODE_PREFIX;
    item->strong = access != NULL;
    item->fill = access           ? view_access_color(view, access)
                 : is == NODE_SUM ? COLOR_HELD
                                  : COLOR_PANEL;
    if (access)
        item->ink = view_on(item->fill);
    if (awaited) {
        item->edge = view_access_color(view, node->access);
        item->edge_width = 2.4;
    } else if (!access) {
        item->edge = is == NODE_COMING ? COLOR_EDGE : COLOR_LINK;
        item->edge_width = at->text ? 1.4 : 1;
        item->dashed = is == NODE_COMING && at->text;
    }
    if (at->text && !at->cards && !access && !awaited &&
        tree_node_is_gone(state, index)) {
        item->fill = is == NODE_SUM ? COLOR_CELL : COLOR_PANEL;
        item->edge = COLOR_EDGE;
        item->ink = COLOR_DIM;
    }
    item->wrong = !awaited && (tree_node_is_wrong(state, index) ||
                               (access && view_is_wrong(view, access)));
    if (at->text)
        set_texts(at, level, x, access, awaited, node);
}

/* ---- Links ----------------------------------------------------------------*/

/* The link from node X of LEVEL up to its parent.  That of a prefix which is
 * just stored leads to where it came from: the parent, but in inclusive scans a
 * left child asks its parent's left neighbour. */
static void draw_link(const Diagram *at, uint32_t level, uint32_t x)
{
    const View *view = at->view;
    const Tree *tree = tree_of_diagram(at);
    size_t row = row_of(at, level), over = row - 1;
    size_t parent = tree_index(tree, level + 1, x / 2);
    NodeState up = tree_node_state(&at->tree, parent);
    const Access *from = tree_node_access(&at->tree, parent);
    const Access *to = tree_node_access(&at->tree, tree_index(tree, level, x));
    bool store =
        view->steps || (view->running && trace_is_store(view->running));
    bool made = from && from->sums && tree_node_is_made(&at->tree, parent);
    bool down = to && up == NODE_PREFIX;
    bool aside = down && tree->inclusive && x > 0 && x % 2 == 0;
    const Access *runs = !store ? NULL : made ? from : down ? to : NULL;

    if (!diagram_has_links(at, row, runs != NULL))
        return;
    if (!runs || aside)
        diagram_link(at, over, x / 2, row, x, LINK_THIN,
                     up == NODE_COMING ? COLOR_EDGE : COLOR_LINK);
    if (runs)
        diagram_link(at, over, aside ? x / 2 - 1 : x / 2, row, x, LINK_STRONG,
                     view_access_color(view, runs));
}

/* In a round across the top level: from each node whose word is added to the
 * node that it is added to, under the row. */
static void draw_across(const Diagram *at, size_t row)
{
    const View *view = at->view;
    uint32_t level = level_of(at, row);

    if (row > 0 || !tree_is_across(tree_of_diagram(at), view->position) ||
        !view->running || !trace_is_store(view->running) ||
        !diagram_has_links(at, row, true))
        return;
    for (uint32_t x = 0; x < count(at, row); ++x) {
        const Access *access =
            tree_node_access(&at->tree,
                             tree_index(tree_of_diagram(at), level, x));
        const Sum *sum = access ? trace_sums(view->trace, access) : NULL;
        if (sum && interval_is_range(sum->left_interval))
            diagram_arc(at, row, interval_last(sum->left_interval) >> level, x,
                        false, view_access_color(view, access));
    }
}

static void links(const Diagram *at, size_t row)
{
    draw_across(at, row);
    for (uint32_t x = 0; row > 0 && x < count(at, row); ++x)
        draw_link(at, level_of(at, row), x);
}

/* ---- Legend ---------------------------------------------------------------*/

/* A mark and what it means, cut off the left of BOX if there is room. */
static void draw_meaning(const View *view, Rect *box, const Item *item,
                         const char *text)
{
    double mark = view->least, width = view_least_width(view, FONT_TEXT, text);

    if (mark * 2.3 + width > box->w)
        return;
    Rect place = rect_cut_left(box, mark * 1.5);
    place = (Rect){place.x, place.y + (place.h - mark) / 2, mark * 1.2, mark};
    view_thing(view, THING_FRAME, 0);
    Shape *shape =
        draw_rect(view->list, place, item->round ? mark / 2 : view_px(view, 3),
                  item->fill);
    view_edge(view, shape, item->edge, 1.4);
    view_text(view, rect_cut_left(box, width), FONT_TEXT, 0, COLOR_DIM, text);
    rect_cut_left(box, mark * 0.8);
}

/* What sums, prefixes and words in grey are, once there are prefixes. */
static void legend(const Diagram *at, Rect box)
{
    const Tree *tree = tree_of_diagram(at);
    const Item sum = {.fill = COLOR_HELD, .edge = COLOR_LINK};
    const Item prefix = {.fill = COLOR_PANEL,
                         .edge = COLOR_LINK,
                         .round = true};
    const Item gone = {.fill = COLOR_CELL, .edge = COLOR_EDGE};

    if (tree->n < 4 ||
        tree_node_state(&at->tree, tree_index(tree, tree->levels - 1, 0)) !=
            NODE_PREFIX)
        return;
    draw_meaning(at->view, &box, &sum, "sum");
    draw_meaning(at->view, &box, &prefix,
                 tree->inclusive ? "inclusive sum" : "exclusive sum");
    draw_meaning(at->view, &box, &gone, "overwritten");
}

const DiagramKind diagram_tree = {.count = count,
                                  .span = span,
                                  .thing = thing,
                                  .look = look,
                                  .links = links,
                                  .legend = legend,
                                  .tree = true};
