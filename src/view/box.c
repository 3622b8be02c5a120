/* SPDX-License-Identifier: MIT */
#include "view/box.h"

#include "draw/layout.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { WIDTH, HEIGHT, AXES };

enum { KEPT = INT_MAX };

/* Of the size of a text, its line. */
static const double line_share = 1.35;

/* Less than this is an error of rounding. */
static const double nothing = 1e-6;

struct Box {
    Box *first, *last, *next;
    int axis; /* along which its children stand */
    double gap, pad[AXES];
    double least[AXES], likes[AXES];
    double grow, limit;
    int rank;
    bool out;  /* left out for lack of room */
    bool wrap; /* its text is a paragraph */
    TextStyle style;
    char **forms; /* of its text, from the fullest */
    size_t forms_count, forms_capacity;
    Thing thing;
    double needs[AXES], wants[AXES]; /* while it is laid out */
    double at[AXES], length[AXES];   /* the place */
};

/* ---- The tree -------------------------------------------------------------*/

static Box *add(Box *parent, int axis, double gap)
{
    Box *box = base_alloc(1, sizeof *box);

    box->axis = axis;
    box->gap = gap;
    box->rank = KEPT;
    box->limit = INFINITY;
    if (parent && parent->last)
        parent->last->next = box;
    else if (parent)
        parent->first = box;
    if (parent)
        parent->last = box;
    return box;
}

Box *box_row(Box *parent, double gap)
{
    return add(parent, WIDTH, gap);
}

Box *box_column(Box *parent, double gap)
{
    return add(parent, HEIGHT, gap);
}

Box *box_part(Box *parent, double width, double height)
{
    return box_least(add(parent, HEIGHT, 0), width, height);
}

Box *box_text(Box *parent, const TextStyle *style, const char *text)
{
    Box *box = add(parent, HEIGHT, 0);

    box->style = *style;
    return box_or(box, text);
}

Box *box_or(Box *box, const char *briefer)
{
    char *copy = base_strdup(briefer);

    base_push(box, forms, copy);
    return box;
}

Box *box_statement(Box *parent, const TextStyle *style, Statement *statement)
{
    Box *box = NULL;

    for (int level = 0; level < statement_levels(statement); ++level) {
        Text text = {0};
        statement_write(statement, level, &text);
        if (text.length && box)
            box_or(box, text.text);
        else if (text.length)
            box = box_text(parent, style, text.text);
        text_free(&text);
    }
    statement_free(statement);
    return box;
}

Box *box_paragraph(Box *parent, const TextStyle *style, const char *text,
                   double width)
{
    Box *box = box_text(parent, style, text);

    box->wrap = true;
    return box_least(box, width, 0);
}

Box *box_least(Box *box, double width, double height)
{
    box->least[WIDTH] = width;
    box->least[HEIGHT] = height;
    return box;
}

Box *box_likes(Box *box, double width, double height)
{
    box->likes[WIDTH] = width;
    box->likes[HEIGHT] = height;
    return box;
}

Box *box_grow(Box *box, double weight)
{
    return box_grow_to(box, weight, INFINITY);
}

Box *box_grow_to(Box *box, double weight, double limit)
{
    box->grow = weight;
    box->limit = limit;
    return box;
}

Box *box_pad(Box *box, double x, double y)
{
    box->pad[WIDTH] = x;
    box->pad[HEIGHT] = y;
    return box;
}

Box *box_importance(Box *box, int rank)
{
    box->rank = rank;
    return box;
}

Box *box_thing(Box *box, Thing thing)
{
    box->thing = thing;
    return box;
}

void box_free(Box *root)
{
    if (!root)
        return;
    for (Box *child = root->first, *next; child; child = next) {
        next = child->next;
        box_free(child);
    }
    for (size_t i = 0; i < root->forms_count; ++i)
        free(root->forms[i]);
    free(root->forms);
    free(root);
}

/* ---- What is asked for ----------------------------------------------------*/

static double text_width(const Box *box, size_t form)
{
    return ceil(font_width(box->style.font, box->style.size, box->forms[form]));
}

/* What a text needs, and what it likes. */
static void ask_text(Box *box, int axis)
{
    if (axis == WIDTH && !box->wrap) {
        box->needs[axis] = text_width(box, box->forms_count - 1);
        box->wants[axis] = text_width(box, 0);
    } else if (axis == HEIGHT) {
        int lines = box->wrap ? layout_lines(box->style.font, box->style.size,
                                             box->length[WIDTH], box->forms[0])
                              : 1;
        box->needs[axis] = ceil(lines * box->style.size * line_share);
        box->wants[axis] = box->needs[axis];
    }
}

/* Sets what BOX and all in it need and like along AXIS. */
static void ask(Box *box, int axis)
{
    double gap = 0;

    box->needs[axis] = box->wants[axis] = 0;
    if (box->out)
        return;
    if (box->forms_count)
        ask_text(box, axis);
    for (Box *child = box->first; child; child = child->next) {
        ask(child, axis);
        if (child->out)
            continue;
        if (axis == box->axis) {
            box->needs[axis] += gap + child->needs[axis];
            box->wants[axis] += gap + child->wants[axis];
            gap = box->gap;
        } else {
            box->needs[axis] = fmax(box->needs[axis], child->needs[axis]);
            box->wants[axis] = fmax(box->wants[axis], child->wants[axis]);
        }
    }
    box->needs[axis] += 2 * box->pad[axis];
    box->wants[axis] += 2 * box->pad[axis];
    box->needs[axis] = fmax(box->needs[axis], box->least[axis]);
    box->wants[axis] =
        fmax(box->wants[axis], fmax(box->needs[axis], box->likes[axis]));
}

/* ---- What is left out -----------------------------------------------------*/

/* The lowest rank over ABOVE of a box; KEPT: there is none. */
static int next_rank(const Box *box, int above)
{
    int rank = box->rank > above ? box->rank : KEPT;

    for (const Box *child = box->first; child; child = child->next)
        rank = int_least(rank, next_rank(child, above));
    return rank;
}

/* Leaves out all boxes of RANK, or brings back those that were not OUT. */
static void set_out(Box *box, int rank, bool out)
{
    if (box->rank == rank)
        box->out = out;
    for (Box *child = box->first; child; child = child->next)
        set_out(child, rank, out);
}

static bool is_out(const Box *box, int rank)
{
    bool out = box->rank == rank && box->out;

    for (const Box *child = box->first; child && !out; child = child->next)
        out = is_out(child, rank);
    return out;
}

static bool fits(Box *root, int axis, double room)
{
    ask(root, axis);
    return root->needs[axis] <= room + nothing;
}

/* Brings back the ranks up to HIGHEST for which there is room after all, as
 * what was left out after them was larger; the boxes of WAS stay out. */
static void bring_back(Box *root, int axis, double room, int highest,
                       const bool *was)
{
    for (int rank = highest; rank > 0; --rank) {
        if (was[rank] || !is_out(root, rank))
            continue;
        set_out(root, rank, false);
        if (!fits(root, axis, room))
            set_out(root, rank, true);
    }
}

/* Leaves out what has no room along AXIS, the least important first. */
static void leave_out(Box *root, int axis, double room)
{
    enum { MOST_RANKS = 64 };
    bool was[MOST_RANKS] = {false};
    int rank = 0, highest = 0;

    while (!fits(root, axis, room) && (rank = next_rank(root, rank)) != KEPT) {
        BASE_CHECK(rank > 0 && rank < MOST_RANKS);
        was[rank] = is_out(root, rank);
        set_out(root, rank, true);
        highest = rank;
    }
    bring_back(root, axis, room, highest, was);
    ask(root, axis);
}

/* ---- What is given --------------------------------------------------------*/

static bool can_grow(const Box *child, int axis)
{
    return !child->out && child->length[axis] >= child->needs[axis] &&
           child->length[axis] < child->limit - nothing;
}

/* Gives the children of BOX what is left of ROOM by their weights, none more
 * than its limit. */
static void grow_children(Box *box, int axis, double room)
{
    double weights;

    do {
        double given = 0;
        weights = 0;
        for (Box *child = box->first; child; child = child->next)
            weights += can_grow(child, axis) ? child->grow : 0;
        for (Box *child = box->first; child && weights > 0;
             child = child->next) {
            if (!can_grow(child, axis))
                continue;
            double more = fmin(room * child->grow / weights,
                               child->limit - child->length[axis]);
            child->length[axis] += more;
            given += more;
        }
        room -= given;
    } while (weights > 0 && room > nothing);
}

/* The lengths of the children of BOX along its axis, ROOM in all. */
static void share(Box *box, double room)
{
    int axis = box->axis;
    double left = room + box->gap, likes = 0;

    for (Box *child = box->first; child; child = child->next) {
        double needs = child->needs[axis];
        bool has_room = !child->out && needs + box->gap <= left + nothing;
        child->length[axis] = has_room ? needs : 0;
        if (!has_room)
            continue;
        left -= needs + box->gap;
        likes += child->wants[axis] - needs;
    }
    left = fmax(left, 0);
    for (Box *child = box->first; child; child = child->next) {
        double more = child->wants[axis] - child->needs[axis];
        if (child->out || !child->forms_count || more > left)
            continue; /* a text has all that it likes, or a briefer form */
        child->length[axis] += more;
        left -= more;
        likes -= more;
    }
    double part = likes > 0 ? fmin(1, left / likes) : 0;
    for (Box *child = box->first; child; child = child->next)
        if (!child->out && child->length[axis] >= child->needs[axis] &&
            child->length[axis] < child->wants[axis])
            child->length[axis] +=
                part * (child->wants[axis] - child->needs[axis]);
    if (left - part * likes > nothing)
        grow_children(box, axis, left - part * likes);
}

/* Gives BOX the place from AT along AXIS, and all in it theirs. */
static void give(Box *box, int axis, double at, double length)
{
    double inner = fmax(0, length - 2 * box->pad[axis]);

    box->at[axis] = at;
    box->length[axis] = length;
    at += box->pad[axis];
    if (axis == box->axis)
        share(box, inner);
    for (Box *child = box->first; child; child = child->next) {
        if (axis != box->axis)
            child->length[axis] =
                child->out || child->needs[axis] > inner + nothing ? 0 : inner;
        give(child, axis, at, child->length[axis]);
        if (axis == box->axis && !child->out && child->length[axis] > 0)
            at += child->length[axis] + box->gap;
    }
}

static void bring_all(Box *box)
{
    box->out = false;
    for (Box *child = box->first; child; child = child->next)
        bring_all(child);
}

void box_layout(Box *root, Rect room)
{
    bring_all(root);
    leave_out(root, WIDTH, room.w);
    give(root, WIDTH, room.x, room.w);
    leave_out(root, HEIGHT, room.h);
    give(root, HEIGHT, room.y, room.h);
}

double box_height(Box *root, double width)
{
    bring_all(root);
    leave_out(root, WIDTH, width);
    give(root, WIDTH, 0, width);
    ask(root, HEIGHT);
    return root->needs[HEIGHT];
}

Rect box_place(const Box *box)
{
    if (box->out || box->length[WIDTH] <= 0 || box->length[HEIGHT] <= 0)
        return (Rect){box->at[WIDTH], box->at[HEIGHT], 0, 0};
    return (Rect){box->at[WIDTH], box->at[HEIGHT], box->length[WIDTH],
                  box->length[HEIGHT]};
}

/* ---- Texts ----------------------------------------------------------------*/

static void draw_forms(const Box *box, DisplayList *list, Rect place)
{
    const TextStyle *style = &box->style;

    list->thing = box->thing;
    if (box->wrap) {
        layout_paragraph(list, place, style->size * line_share, style->font,
                         style->size, style->size, style->color, box->forms[0]);
        return;
    }
    for (size_t i = 0; i < box->forms_count; ++i)
        if (font_width(style->font, style->size, box->forms[i]) <= place.w) {
            draw_text(list, place, style->align, style->font, style->size,
                      style->size, style->color, box->forms[i]);
            return;
        }
}

void box_draw(const Box *root, DisplayList *list)
{
    Rect place = box_place(root);

    if (rect_is_empty(place))
        return;
    if (root->forms_count)
        draw_forms(root, list, place);
    for (const Box *child = root->first; child; child = child->next)
        box_draw(child, list);
}
