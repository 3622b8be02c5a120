/* SPDX-License-Identifier: MIT */
#include "view/view_camera.h"

#include "analysis/shuffle.h"
#include "view/lane_layout.h"
#include "view/memory_numbers.h"
#include "view/shown_value.h"
#include "view/view_marks.h"
#include "view/view_motion.h"
#include "view/camera.h"

#include <math.h>

/* ---- Layout ---------------------------------------------------------------*/

typedef struct {
    Rect box;
    size_t abreast;                   /* cards in a row */
    double pitch, line;               /* from card to card, from row to row */
    double scale;                     /* of texts and lengths */
    double label, node, links, child; /* heights */
    int form;                         /* of labels; 2: none */
    double label_text;                /* their size, px at 1080 */
} CameraLayout;

static void set_labels(const Camera *camera, CameraLayout *at)
{
    const View *view = camera->view;
    double widest = camera_label_width(camera, 0, 1);
    double room = at->pitch - view_px(view, 14);

    if (widest * view->least > room) {
        widest = camera_label_width(camera, 1, 1);
        at->form = widest * view->least > room ? 2 : 1;
    }
    at->label_text = fmin(24 * fmin(fmax(1, at->scale), 1.4),
                          room / fmax(widest, 1e-6) / view->unit);
}

static CameraLayout camera_layout_of(const Camera *camera)
{
    const View *view = camera->view;
    CameraLayout at = {.box = camera->box};
    double lines = (double)camera->lines;

    at.abreast = (camera->cards_count + camera->lines - 1) / camera->lines;
    double count = fmax(1, (double)at.abreast);
    at.line = at.box.h / lines;
    at.scale =
        camera_scale(view, camera->rows, camera->digits, count, at.box.w);
    while (at.scale > 0.83 &&
           camera_row_height(view, camera->rows, at.scale) > at.line)
        at.scale -= 0.02;
    double least = camera_card_width(camera, 0, view->least);
    at.pitch = fmin(at.box.w / count,
                    fmax(least, view_px(view, 300) * fmax(1, at.scale)));
    at.box.x += (at.box.w - at.pitch * count) / 2;
    at.label = view->least * CAMERA_LABEL_SHARE * fmin(fmax(at.scale, 1), 1.4);
    at.node = view_px(view, CAMERA_NODE_TEXT * 1.5) * at.scale;
    at.child =
        camera->rows ? view_px(view, CAMERA_CHILD_TEXT * 1.4) * at.scale : 0;
    double spare = at.line - at.label - at.node - at.child - view_px(view, 8);
    at.links =
        camera->rows ? layout_clamp(spare, 0, view_px(view, 48) * at.scale) : 0;
    double all = at.label + at.node + at.links + at.child + view_px(view, 8);
    double space = view_px(view, CAMERA_ROW_SPACE) * 2;
    at.line = fmin(at.line, all + space);
    at.box.y += fmax(0, (at.box.h - at.line * lines) / 2) +
                fmax(0, (at.line - all) / 2) + view_px(view, 2);
    set_labels(camera, &at);
    return at;
}

/* The left end and the top of card I. */
static double card_x(const CameraLayout *at, size_t i)
{
    return at->box.x + at->pitch * (double)(i % at->abreast);
}

static double card_y(const CameraLayout *at, size_t i)
{
    return at->box.y + at->line * (double)(i / at->abreast);
}

/* The box of the label over card I. */
static Rect camera_layout_label(const CameraLayout *at, size_t i)
{
    return (Rect){card_x(at, i), card_y(at, i), at->pitch, at->label};
}

/* The box of its node, or value: as wide as the value needs. */
static Rect camera_layout_top(const Camera *camera, const CameraLayout *at,
                              size_t i)
{
    const View *view = camera->view;
    double width = at->pitch * 0.56,
           least = camera_value_width(camera, view->least);

    if (width < least)
        width = fmin(least, at->pitch - view_px(view, CAMERA_CARD_GAP));
    return rect_around(card_x(at, i) + at->pitch / 2,
                       card_y(at, i) + at->label + at->node / 2, width,
                       at->node);
}

/* The box of its left (SIDE 0) or right child or operand. */
static Rect camera_layout_child(const Camera *camera, const CameraLayout *at,
                                size_t i, int side)
{
    const View *view = camera->view;
    double gap = view_px(view, CAMERA_PAIR_GAP);
    double width = (at->pitch - view_px(view, CAMERA_CARD_GAP) - gap) / 2;
    double x = card_x(at, i) + view_px(view, CAMERA_CARD_GAP) / 2 +
               side * (width + gap);
    double most = at->pitch * 0.4;
    Rect box = {x, card_y(at, i) + at->label + at->node + at->links, width,
                at->child};

    if (width > most && most > camera_value_width(camera, view->least))
        box = rect_around(x + width / 2, box.y + box.h / 2, most, box.h);
    return box;
}

/* The largest size, the same in all cards, at which values fit. */
static double text_at(const Camera *camera, double likes, double scale,
                      double width)
{
    const View *view = camera->view;
    double most = (width - view_px(view, 2)) /
                  camera_value_ems(camera->digits) / view->unit;

    return fmax(fmin(likes * scale, most), view->least / view->unit);
}

static void draw_value(const View *view, Rect box, Font font, double size,
                       Color color, Word value)
{
    Rect inside = rect_inset(box, view_px(view, 1), 0);
    char text[VALUE_TEXT];

    view_value(view, value, font, inside.w, text);
    view_label(view, inside, font, fmin(size, box.h * 0.8 / view->unit), color,
               text);
}

/* A box as view_tree draws a node. */
static void draw_node(const Camera *camera, uint32_t level, uint32_t x,
                      Rect box, double size)
{
    const View *view = camera->view;
    const TreeState *state = &camera->state;
    size_t node = tree_index(&view->analysed->tree, level, x);
    NodeState is = tree_node_state(state, node);
    bool awaited = tree_node_is_awaited(state, node);
    const Access *access = awaited ? NULL : tree_node_access(state, node);
    bool wrong = tree_node_is_wrong(state, node);
    Color fill = access                     ? tree_node_color(view, state, node)
                 : is == NODE_SUM && !wrong ? COLOR_HELD
                                            : COLOR_PANEL;

    view_pair(view, THING_NODE, level, x);
    Shape *shape = draw_rect(view->list, box, view_px(view, 8), fill);
    if (awaited)
        view_edge(view, shape,
                  view_access_color(view, tree_node_request(state, node)), 3);
    else if (!access)
        view_edge(view, shape, is == NODE_COMING ? COLOR_EDGE : COLOR_LINK, 2);
    shape->dashed = !access && !awaited && is == NODE_COMING;
    Color on = access ? view_on(fill) : wrong ? COLOR_FAULT : COLOR_INK;
    if ((access && view_is_wrong(view, access)) || (wrong && !awaited))
        on = view_fill_wrong(view, shape);
    if (tree_node_holds(state, node))
        draw_value(view, box, FONT_CODE_STRONG, size, on,
                   tree_node_value(state, node));
    else if (level == 0 && !awaited && !view->trace->run.condition[0])
        draw_value(view, box, FONT_CODE, size, COLOR_DIM,
                   view->trace->input[x]);
}

static void draw_link(const View *view, Rect top, Rect child, Color color,
                      bool strong)
{
    view_thing(view, THING_FRAME, 0);
    draw_line(view->list, top.x + top.w / 2, top.y + top.h,
              child.x + child.w / 2, child.y, view_px(view, strong ? 4 : 2),
              color);
}

/* A token from FROM to TO; its text, if that is not too wide for the boxes. */
static void draw_token(const View *view, const Token *token, Rect from, Rect to)
{
    char text[VALUE_TEXT];

    shown_value(view->trace->run.op, token->value, true, text);
    if (view_least_width(view, FONT_CODE_STRONG, text) > from.w)
        text[0] = '\0';
    view_token(view, token, view_leaving(view, from, to, CAMERA_CHILD_TEXT), to,
               CAMERA_CHILD_TEXT, text);
}

static void draw_tree_card(const Camera *camera, const CameraLayout *at,
                           size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    const TreeState *state = &camera->state;
    const Tree *tree = &view->analysed->tree;
    size_t node = tree_index(tree, card->level, card->x);
    Rect top = camera_layout_top(camera, at, i);
    uint32_t children = camera_children(camera, card);

    for (uint32_t c = 0; c < children; ++c) {
        size_t below = tree_index(tree, card->level - 1, 2 * card->x + c);
        const Access *of = tree_node_access(state, below);
        const Access *to = tree_node_access(state, node);
        bool up = to && tree_node_is_made(state, node) &&
                  (view->steps || trace_is_store(view->running));
        const Access *strong = up ? to : of;
        draw_link(view, top, camera_layout_child(camera, at, i, (int)c),
                  strong ? view_access_color(view, strong) : COLOR_LINK,
                  strong != NULL);
    }
    Rect first = camera_layout_child(camera, at, i, 0);
    for (uint32_t c = 0; c < children; ++c)
        draw_node(camera, card->level - 1, 2 * card->x + c,
                  camera_layout_child(camera, at, i, (int)c),
                  text_at(camera, CAMERA_CHILD_TEXT, at->scale, first.w));
    draw_node(camera, card->level, card->x, top,
              text_at(camera, CAMERA_NODE_TEXT, at->scale, top.w));
}

/* What a lane holds, in the colour of its request once that is served; returns
 * the colour. */
static Color draw_held(const View *view, const CameraCard *card, Rect box,
                       bool comes)
{
    const RegisterCell *cell = camera_card_register(view, card);
    bool half = cell && !cell->kept && cell->last >= view->position;
    bool shown =
        view->steps || !comes || (view_done(view, card->access) && !half);
    bool keeps = trace_is_shuffle(card->by) &&
                 shuffle_keeps_own(view->trace, card->by, card->access);
    Color color = keeps ? COLOR_HELD : view_access_color(view, card->access);
    uint32_t lane = trace_thread(view->trace, card->by, card->access);

    view_thing(view, THING_THREAD, lane);
    Shape *shape = draw_rect(view->list, box, view_px(view, 8),
                             shown ? color : COLOR_PANEL);
    if (!shown)
        view_edge(view, shape, color, 3);
    view_thread(view, shape, lane);
    if (view_is_wrong(view, card->access))
        view_mark_wrong(view, shape);
    else if (!view->steps && view_races(view, card->access))
        view_mark_raced(view, shape);
    return shown ? color : COLOR_PANEL;
}

/* The value of a card of a lane, or an operand of its SUM, which is not NULL
 * then. */
static void draw_lane_value(const Camera *camera, const CameraCard *card,
                            const Sum *sum, bool right, Rect box, double size,
                            Color color)
{
    const View *view = camera->view;
    const RegisterCell *cell = camera_card_register(view, card);
    char text[VALUE_TEXT];

    if (!view_has_variables(view)) {
        draw_value(view, box, FONT_CODE_STRONG, size, color,
                   sum    ? right ? sum->right : sum->left
                   : cell ? lane_word(view->moment, cell)
                          : card->access->value);
        return;
    }
    if (camera->hidden)
        return;
    camera_card_value(view, card, sum, right, camera->digits, text);
    view_label(view, rect_inset(box, view_px(view, 1), 0), FONT_CODE_STRONG,
               fmin(size, box.h * 0.8 / view->unit), color, text);
}

static void draw_lane_card(const Camera *camera, const CameraLayout *at,
                           size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    const Sum *sum = camera->rows ? camera_card_sum(view, card) : NULL;
    bool comes = trace_traits_of(card->by)->brings;
    Rect top = camera_layout_top(camera, at, i);
    double size = text_at(camera, CAMERA_NODE_TEXT, at->scale, top.w);

    for (int side = 0; sum && side < 2; ++side) {
        Rect box = camera_layout_child(camera, at, i, side);
        draw_link(view, top, box, view_access_color(view, card->access), true);
        view_thing(view, THING_TOTALS, (uint32_t)i);
        Shape *shape = draw_rect(view->list, box, view_px(view, 8), COLOR_HELD);
        view_edge(view, shape, COLOR_LINK, 2);
        draw_lane_value(camera, card, sum, side, box,
                        text_at(camera, CAMERA_CHILD_TEXT, at->scale, box.w),
                        COLOR_INK);
    }
    Color fill = draw_held(view, card, top, comes);
    if (fill != COLOR_PANEL)
        draw_lane_value(camera, card, NULL, false, top, size, view_on(fill));
}

static void draw_label(const Camera *camera, const CameraLayout *at, size_t i)
{
    const View *view = camera->view;
    const CameraCard *card = camera->cards + i;
    Text text = {0};

    if (at->form == 2 || !card->access)
        return;
    camera_card_label(view, card, at->form, &text);
    bool waits = view_access_color(view, card->access) == COLOR_CONFLICT;
    view_thing(view, THING_FRAME, 0);
    view_label(view, camera_layout_label(at, i), FONT_STRONG, at->label_text,
               waits ? COLOR_ALARM : COLOR_INK, text.text);
    text_free(&text);
}

/* Where the node that NODE is stands on card I; false if it does not. */
static bool find_node(const Camera *camera, const CameraLayout *at, size_t i,
                      const Thing *node, Rect *box)
{
    const CameraCard *card = camera->cards + i;
    uint32_t child = node->b - 2 * card->x;

    if (node->a == card->level && node->b == card->x) {
        *box = camera_layout_top(camera, at, i);
        return true;
    }
    if (node->a + 1 != card->level || child >= camera_children(camera, card))
        return false;
    *box = camera_layout_child(camera, at, i, (int)child);
    return true;
}

static void draw_tokens(const Camera *camera, const CameraLayout *at, size_t i,
                        uint32_t level, uint32_t x)
{
    Token tokens[2];
    int count = tree_tokens(&camera->state, level, x, tokens);
    Rect from, to;

    for (int t = 0; t < count; ++t)
        if (view_is_under_way(camera->view, tokens + t) &&
            find_node(camera, at, i, &tokens[t].from, &from) &&
            find_node(camera, at, i, &tokens[t].to, &to))
            draw_token(camera->view, tokens + t, from, to);
}

/* The operands of a sum on their way up, or a prefix on its way down.  What is
 * merely moved to another cell stays where it is in the tree. */
static void draw_motion(const Camera *camera, const CameraLayout *at, size_t i)
{
    const CameraCard *card = camera->cards + i;

    draw_tokens(camera, at, i, card->level, card->x);
    for (uint32_t c = 0; c < camera_children(camera, card); ++c)
        draw_tokens(camera, at, i, card->level - 1, 2 * card->x + c);
}

static void draw_note(const Camera *camera)
{
    static const char *const hidden[] = {"values left out: one has no room",
                                         "values left out", "no values"};
    static const char *const rounded[] = {MEMORY_ROUNDED " values are rounded",
                                          MEMORY_ROUNDED " rounded",
                                          MEMORY_ROUNDED};
    const View *view = camera->view;

    view_thing(view, THING_FRAME, 0);
    view_text_fitting(view, rect_inset(camera->note, view_px(view, 10), 0),
                      FONT_TEXT, 24, COLOR_DIM,
                      camera->hidden ? hidden : rounded, 3);
}

void view_camera(const Camera *camera)
{
    const View *view = camera->view;
    CameraLayout at = camera_layout_of(camera);

    if (camera->hidden || camera->rounded)
        draw_note(camera);
    for (size_t i = 0; i < camera->cards_count; ++i) {
        draw_label(camera, &at, i);
        if (camera->cards[i].tree)
            draw_tree_card(camera, &at, i);
        else
            draw_lane_card(camera, &at, i);
    }
    for (size_t i = 0; view_is_moving(view) && i < camera->cards_count; ++i)
        if (camera->cards[i].tree)
            draw_motion(camera, &at, i);
}
