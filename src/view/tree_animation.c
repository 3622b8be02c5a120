/* SPDX-License-Identifier: MIT
 *
 * tree_animation - see tree_animation.h.
 */
#include "view/tree_animation.h"

#include "draw/font.h"
#include "trace/value.h"
#include "view/shown_value.h"
#include "view/view_motion.h"

/* A word on its way to a node. */
typedef struct {
    uint32_t level, x; /* the node that it comes from */
    Word value;
    double side; /* of the node where it arrives: -1 left, 0 middle, 1 right */
} Operand;

static void draw_token(const TreeLayout *at, const Operand *operand, Rect to,
                       double text_size, const Access *access)
{
    const View *view = at->view;
    Rect from = tree_layout_box(at, operand->level, operand->x);
    char text[VALUE_TEXT] = "";

    if (text_size > 0 && from.w >= view_least_width(view, FONT_CODE, "00"))
        shown_value(view->trace->run.op, operand->value, true, text);
    from = view_leaving(view, from, to, text_size);
    to.x += operand->side * to.w * 0.27;
    view_moving(view, from, to, view_served(view, access), text_size,
                view_access_color(view, access), text);
}

/* The words that a prefix on the way down, or a word of a round across, is made
 * of; how many travel. */
static int find_prefix(const TreeLayout *at, uint32_t level, uint32_t x,
                       const Access *access, Operand operands[2])
{
    const Tree *tree = at->tree;
    const Sum *sum = trace_sums(at->view->trace, access);

    if (tree_is_across(tree, at->view->position)) {
        if (!sum || !interval_is_range(sum->left_interval))
            return 0;
        operands[0] =
            (Operand){level, interval_last(sum->left_interval) >> level,
                      sum->left, -1};
        return 1;
    }
    if (level + 1 == tree->levels ||
        tree->nodes[tree_index(tree, level, x)].prefix_by + 1 !=
            at->view->position)
        return 0;
    operands[0] = (Operand){level + 1, x / 2, access->value, 0};
    if (sum && tree->inclusive && x > 0 && x % 2 == 0) {
        operands[0] = (Operand){level + 1, x / 2 - 1, sum->left, -1};
        return 1;
    }
    if (!sum || tree->inclusive || x % 2 == 0)
        return 1;
    operands[0] = (Operand){level + 1, x / 2, sum->left, 1};
    operands[1] = (Operand){level, x - 1, sum->right, -1};
    return 2;
}

/* What a store to node X of LEVEL is made of; how many words. */
static int find_operands(const TreeLayout *at, uint32_t level, uint32_t x,
                         const Access *access, Operand operands[2])
{
    const Sum *sum = trace_sums(at->view->trace, access);
    uint32_t below = level ? tree_width(at->tree, level - 1) : 0;

    if (!sum || !tree_node_is_made(&at->state, tree_index(at->tree, level, x)))
        return find_prefix(at, level, x, access, operands);
    if (2 * x >= below)
        return 0;
    operands[0] = (Operand){level - 1, 2 * x, sum->left, -1};
    operands[1] = (Operand){level - 1, 2 * x + 1, sum->right, 1};
    return 2 * x + 1 < below ? 2 : 1;
}

static void draw_moving_word(const TreeLayout *at, uint32_t level, uint32_t x)
{
    size_t node = tree_index(at->tree, level, x);
    const Access *access = tree_node_access(&at->state, node);
    const Level *row = at->levels + level;
    Operand operands[2];

    if (!access || !trace_is_shared(at->view->running) ||
        !tree_node_is_awaited(&at->state, node))
        return;
    int count = find_operands(at, level, x, access, operands);
    for (int i = 0; i < count; ++i)
        draw_token(at, operands + i, tree_layout_box(at, level, x),
                   row->style >= LEVEL_STAGGERED ? row->text : 0, access);
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
            draw_moving_word(at, m, x);
    }
}
