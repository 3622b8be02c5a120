/* SPDX-License-Identifier: MIT
 *
 * tree_animation - see tree_animation.h.
 */
#include "view/tree_animation.h"

#include "draw/font.h"
#include "trace/value.h"
#include "view/shown_value.h"
#include "view/view_motion.h"

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
