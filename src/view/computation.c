/* SPDX-License-Identifier: MIT */
#include "view/computation.h"

#include <math.h>

/* px at 1080 */
static const double level_likes = 17, map_least = 62, map_most = 150;
static const double level_most = 40, map_leaves_out = 36;
static const double gap = 12, frame_out = 4, frame_near = 16, frame_width = 3;

/* ---- Layout ---------------------------------------------------------------*/

static bool is_whole(const Diagram *at, Rect box)
{
    return diagram_whole_least(at, box.w) <= box.h + 1e-6;
}

/* Rows of the map, about. */
static double rows_of(const Diagram *at)
{
    return at->kind == &diagram_tree ? (double)at->rows
                                     : fmax(8, (double)at->rows);
}

static double map_height(const Diagram *at)
{
    return at->kind ? view_px(at->view, layout_clamp(rows_of(at) * level_likes,
                                                     map_least, map_most))
                    : 0;
}

double view_computation_least(const View *view, double width)
{
    Diagram at = diagram_open(view);
    double whole = diagram_whole_least(&at, width);

    diagram_close(&at);
    return fmin(whole, camera_least_height(view));
}

double view_computation_height(const View *view, double width)
{
    Diagram at = diagram_open(view);
    double whole = diagram_whole_height(&at, width);
    double cards = map_height(&at) + view_px(view, 2 * gap) +
                   camera_likes_height(view, width);

    diagram_close(&at);
    return isfinite(whole) ? whole : cards;
}

bool view_computation_is_whole(const View *view, double width, double height)
{
    Diagram at = diagram_open(view);
    bool whole = is_whole(&at, (Rect){0, 0, width, height});

    diagram_close(&at);
    return whole;
}

/* Cuts the map off *BOX, which is then the camera's: the map gives way first,
 * and has the more of what the camera does not need. */
static Rect cut_map(const Diagram *at, Rect *box)
{
    const View *view = at->view;
    double least = camera_least_height(view), map = map_height(at);
    double likes = camera_likes_height(view, box->w);
    double between = view_px(view, gap);

    if (map <= 0)
        return (Rect){0, 0, 0, 0};
    map = fmax(fmin(map, box->h - least - between),
               fmin(view_px(view, rows_of(at) * level_most),
                    box->h - 1.6 * likes - between));
    if (map < view_px(view, map_leaves_out))
        return (Rect){0, 0, 0, 0};
    Rect part = rect_cut_top(box, map);
    rect_cut_top(box, between);
    return part;
}

static Camera cards_in(const Diagram *at, Rect box)
{
    const View *view = at->view;

    return camera_of(at, rect_inset(box, view_px(view, 8), view_px(view, 4)));
}

/* ---- Frames in the map ----------------------------------------------------*/

static Rect joined(Rect a, Rect b)
{
    if (rect_is_empty(a) || rect_is_empty(b))
        return rect_is_empty(a) ? b : a;
    double left = fmin(a.x, b.x), top = fmin(a.y, b.y);
    return (Rect){left, top, fmax(a.x + a.w, b.x + b.w) - left,
                  fmax(a.y + a.h, b.y + b.h) - top};
}

/* The place in the map of a thing on a card. */
static Rect place_of(const Diagram *at, const Thing *thing)
{
    bool tree = at->kind == &diagram_tree;

    if (thing->kind != THING_NODE && thing->kind != THING_LANE)
        return (Rect){0, 0, 0, 0};
    return diagram_box(at, tree ? at->rows - 1 - thing->a : thing->a, thing->b);
}

static Rect card_place(const Diagram *at, const CameraCard *card)
{
    Rect box = place_of(at, &card->thing);

    for (int p = 0; p < card->count; ++p)
        box = joined(box, place_of(at, card->things + p));
    return box;
}

static void draw_frame(const View *view, Rect box, Rect seen)
{
    double out = view_px(view, frame_out);
    Rect frame =
        rect_common(rect_inset(box, -out, -out), rect_inset(seen, -out, -out));

    view_thing(view, THING_FRAME, 0);
    view_edge(view, draw_rect(view->list, frame, out, COLOR_NONE), COLOR_INK,
              frame_width);
}

/* Is card I beside the one before it, or so near that frames would touch? */
static bool is_next(const Diagram *at, const CameraCard *cards, size_t i)
{
    const Thing *one = &cards[i - 1].thing, *other = &cards[i].thing;
    Rect left = card_place(at, cards + i - 1),
         right = card_place(at, cards + i);

    return one->a == other->a &&
           (other->b == one->b + 1 ||
            right.x - left.x - left.w < view_px(at->view, frame_near));
}

/* Frames on what the cards show, one for cards side by side. */
static void draw_frames(const Diagram *at, const Camera *camera)
{
    for (size_t i = 0, end; i < camera->cards_count; i = end) {
        Rect box = card_place(at, camera->cards + i);
        end = i + 1;
        while (end < camera->cards_count && is_next(at, camera->cards, end))
            box = joined(box, card_place(at, camera->cards + end++));
        if (!rect_is_empty(box))
            draw_frame(at->view, box, at->box);
    }
}

/* ---- The whole ------------------------------------------------------------*/

static void draw_cards(Diagram *at, Rect box)
{
    const View *view = at->view;
    Rect map = cut_map(at, &box);
    bool fits = box.h >= camera_least_height(view) * 0.98;
    Camera camera = cards_in(at, box);

    if (!rect_is_empty(map)) {
        double inset = view_px(view, frame_out);
        bool arrays = view->details && view->trace->blocks_count == 1;
        diagram_lay(at,
                    rect_inset(arrays ? view_beside_names(view, map) : map,
                               arrays ? 0 : inset, inset),
                    false);
        diagram_draw(at);
        draw_frames(at, &camera);
    }
    if (fits && camera.cards_count > 0) {
        view_thing(view, THING_FRAME, 0);
        Shape *ground =
            draw_rect(view->list, box, view_px(view, 10), COLOR_PAPER);
        view_edge(view, ground, COLOR_INK, frame_width);
        camera_draw(&camera);
    }
    camera_free(&camera);
}

void view_computation(const View *view, Rect box)
{
    if (rect_is_empty(box))
        return;
    display_list_area(view->list, AREA_TREE, view->panel, box);
    Diagram at = diagram_open(view);
    if (is_whole(&at, box)) {
        diagram_lay(&at, box, true);
        diagram_draw(&at);
    } else {
        draw_cards(&at, box);
    }
    diagram_close(&at);
}

Rect view_computation_columns(const View *view, Rect box)
{
    Diagram at = diagram_open(view);
    Rect columns = {0, 0, 0, 0};

    if (isfinite(diagram_whole_least(&at, box.w)))
        diagram_lay(&at, box, true);
    if (at.text && at.columns == view->trace->run.n) {
        columns = (Rect){at.box.x, box.y, at.box.w, box.h};
    }
    diagram_close(&at);
    return columns;
}
