/* SPDX-License-Identifier: MIT */
#include "view/view_motion.h"

#include "analysis/tile_status.h"
#include "draw/font.h"
#include "view/diagram.h"
#include "view/pointing.h"
#include "view/shown_value.h"

#include <math.h>
#include <string.h>

static const double text_size = 26, dot = 10; /* px at 1080 */

double view_eased(double from, double to, double share)
{
    return from + (to - from) * share * share * (3 - 2 * share);
}

/* How much of its time has passed; it waits at the end for the access. */
static double share_of(const View *view, const Token *token)
{
    double cycles = view->service->turns ? view->service->turns : 1;
    double now = view->moment->progress * cycles;

    return layout_clamp((now - token->start) / (token->end - token->start), 0,
                        1);
}

bool view_has_moves(const View *view)
{
    return view_is_moving(view) ||
           (view->list->wants_moves && view->running && !view->steps);
}

bool view_is_under_way(const View *view, const Token *token)
{
    double served = view_served(view, token->access);

    return view_is_moving(view) ? served > 0 && served < 1
                                : view_has_moves(view);
}

static void note_move(const View *view, const Token *token, Rect from, Rect to,
                      double size, const char *text)
{
    DisplayList *list = view->list;
    Move move = {.from = from,
                 .to = to,
                 .start = token->start,
                 .end = token->end,
                 .color = view_access_color(view, token->access),
                 .size = size,
                 .text = list->texts.length};

    text_add_bytes(&list->texts, text, strlen(text) + 1);
    base_push(list, moves, move);
}

static double middle_x(Rect box)
{
    return box.x + box.w / 2;
}

static double middle_y(Rect box)
{
    return box.y + box.h / 2;
}

/* Where a value of SIZE leaves FROM: outside of the side that faces TO, so that
 * it hides no digit. */
static Rect leaving(Rect from, Rect to, double size)
{
    double half = size * 0.7;

    if (to.y >= from.y + from.h)
        return (Rect){from.x, from.y + from.h + half, from.w, 0};
    if (to.y + to.h <= from.y)
        return (Rect){from.x, from.y - half, from.w, 0};
    return (Rect){to.x > from.x ? from.x + from.w + half : from.x - half,
                  middle_y(from), 0, 0};
}

void view_token(const View *view, const Token *token, Rect from, Rect to,
                double at_1080, const char *text)
{
    double size = view_size(view, at_1080);
    double share = share_of(view, token);
    double width = font_width(FONT_CODE_STRONG, size, text) + view_px(view, 12);
    double least = fmax(6, round(view_px(view, dot)));
    Color color = view_access_color(view, token->access);
    bool says = text[0] != '\0';

    to.x += token->side * to.w * 0.27;
    if (!view_is_moving(view)) {
        note_move(view, token, from, to, says ? size : least, text);
        return;
    }
    Rect box = rect_around(view_eased(middle_x(from), middle_x(to), share),
                           view_eased(middle_y(from), middle_y(to), share),
                           says ? width : least, says ? size * 1.4 : least);
    view_thing(view, THING_MOTION, 0);
    Shape *shape =
        draw_rect(view->list, box, fmin(view_px(view, 6), box.h / 2), color);
    if (!says)
        return;
    view_edge(view, shape, COLOR_PANEL, 1.5);
    view_label(view, box, FONT_CODE_STRONG, at_1080, view_on(color), text);
}

/* ---- Places of things -----------------------------------------------------*/

/* How far B is from A. */
static double distance(const Rect *a, const Rect *b)
{
    return hypot(middle_x(*a) - middle_x(*b), middle_y(*a) - middle_y(*b));
}

/* The place of THING among those that stand side by side on a strip. */
static bool find_on_strip(const View *view, const Thing *thing, Rect *box)
{
    const PointedTrace at = {.t = view->panel, .whole = view->whole};
    const DisplayList *list = view->list;

    for (size_t i = list->strips_count; i-- > 0;)
        if (thing_on_strip(&at, thing, list->strips + i, box))
            return true;
    return false;
}

/* The box of THING: the largest, as on a card and not in a map, and of those
 * that are alike the nearest to NEAR, or if that is NULL the last; false if
 * there is none. */
static bool find_place(const View *view, Thing thing, const Rect *near,
                       Rect *box)
{
    const DisplayList *list = view->list;

    thing.trace = view->panel + 1;
    bool strip = find_on_strip(view, &thing, box), found = strip;
    for (size_t i = list->shapes_count; i-- > 0;) {
        const Shape *shape = list->shapes + i;
        if (shape->kind != SHAPE_RECT || !thing_same(&shape->thing, &thing))
            continue;
        double size = found ? shape->box.h / box->h : 2;
        if (size > 1.2 || (size > 0.8 && near && !strip &&
                           distance(&shape->box, near) < distance(box, near)))
            *box = shape->box;
        found = true;
    }
    return found;
}

/* The word as the whole trace has it: a block has only its part of an array. */
static void set_word(const View *view, const Access *access, Thing *thing)
{
    if (thing->kind == THING_WORD)
        thing->b = view->all->service.accesses[access - view->accesses].cell;
}

/* A place of a word that is not shown: below BOX, as over it is a name, or
 * where the computation ends there, over it. */
static Rect beside(const View *view, Rect box)
{
    Rect area = view->list->areas[AREA_TREE][view->panel];
    double bottom = box.y + box.h, room = area.y + area.h - bottom;

    if (room < view_px(view, 1.5 * text_size))
        return (Rect){box.x, box.y - 1.3 * box.h, box.w, box.h};
    return (Rect){box.x, bottom, box.w, fmin(room, 1.6 * box.h)};
}

static bool find_places(const View *view, Token *token, Rect *from, Rect *to)
{
    set_word(view, token->access, &token->from);
    set_word(view, token->access, &token->to);
    bool arrives = find_place(view, token->to, NULL, to);
    bool leaves = find_place(view, token->from, arrives ? to : NULL, from);
    if (arrives && !leaves && token->from.kind == THING_WORD)
        *from = beside(view, *to);
    else if (leaves && !arrives && token->to.kind == THING_WORD)
        *to = beside(view, *from);
    else
        return arrives && leaves;
    return true;
}

/* BOX, moved so far that a value of SIZE in its middle stays in ROOM. */
static Rect moved_into(Rect box, Rect room, double size)
{
    double half = size * 0.7, middle = middle_y(box);

    box.y +=
        layout_clamp(middle, room.y + half, room.y + room.h - half) - middle;
    return box;
}

static void draw_one(const View *view, Rect room, Token *token)
{
    Rect from, to;
    char text[VALUE_TEXT] = "";

    if (!view_is_under_way(view, token) ||
        view_moves_half(view, view->running, token->access) ||
        !find_places(view, token, &from, &to))
        return;
    if (token->value == token->access->value)
        view_moved(view, view->running, token->access, text);
    else if (!view_has_variables(view))
        shown_value(view->trace->run.op, token->value, true, text);
    if (view_least_width(view, FONT_CODE_STRONG, text) > fmax(from.w, to.w) ||
        fmax(from.h, to.h) < view->least * 1.2)
        text[0] = '\0';
    double size = fmin(text_size, fmin(from.h, to.h) * 0.6 / view->unit);
    double pixels = view_size(view, size);
    from = moved_into(leaving(from, to, pixels), room, pixels);
    to = moved_into(to, room, pixels);
    view_token(view, token, from, to, size, text);
}

/* The statuses of tiles that a block publishes, up into its card, or looks at:
 * from the card of their tile to its own. */
static void draw_statuses(const View *view, Rect room)
{
    View whole = view_whole(view);
    const Trace *trace = whole.trace;
    const Block *own = trace_block(trace, trace_step(trace, whole.running));
    uint32_t count = tile_status_count(trace, whole.running);
    const WarpRegisters *lanes = &view->analysed->lanes;
    size_t index = (size_t)(view->running - view->trace->instructions);
    uint32_t row =
        lanes->rows_count ? (uint32_t)registers_row(lanes, index) : 0;

    for (uint32_t i = 0; i < count; ++i) {
        const Access *access = tile_status_access(trace, whole.running, i);
        const Block *block =
            tile_status_block(trace, whole.analysed->sums, own->grid,
                              tile_status_tile(trace, whole.running, access));
        Thing thread = {THING_LANE, row,
                        trace_thread(trace, whole.running, access), 0};
        Thing mine = {THING_BLOCK, own->grid, own->index, 0};
        if (!block)
            continue;
        Token token = {.from = thread, .to = mine, .access = access};
        token.end = whole.service->turns ? whole.service->turns : 1;
        if (block != own)
            token.from = (Thing){THING_BLOCK, block->grid, block->index, 0};
        token.value = access->value;
        draw_one(&whole, room, &token);
    }
}

void view_motion(const View *view, Rect room)
{
    Token tokens[TOKENS_MOST];
    int count = 0;

    if (!view_has_moves(view))
        return;
    if (view->whole != view->analysed &&
        tile_status_count(view->whole->trace, view->all->service.at)) {
        draw_statuses(view, room);
        return;
    }
    Diagram at = diagram_open(view);
    if (at.kind == &diagram_tree)
        count = tree_tokens(&at.tree, tokens);
    else if (at.kind == &diagram_flow)
        count = flow_tokens(&at.flow, tokens);
    else if (at.kind == &diagram_lanes)
        count = lane_tokens(view->moment, at.lanes, tokens);
    for (int i = 0; i < count; ++i)
        draw_one(view, room, tokens + i);
    diagram_close(&at);
}
