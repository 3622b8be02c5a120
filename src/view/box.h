/* SPDX-License-Identifier: MIT
 *
 * box - where things go: a tree of boxes that share their parent's room.
 *
 *     column ┌──────────────────────────────┐
 *       row  │ text          grows │  text  │
 *            ├──────────────────────────────┤
 *      part  │ 120 px or more, grows        │
 *            ├──────────────────────────────┤
 *      part  │ importance 1: goes first     │
 *            └──────────────────────────────┘
 *
 * Sizes are asked bottom up: texts are measured, a row is as wide as its
 * children together, a column as high.  Room is given top down: first what each
 * needs, then what each likes, then the rest to those that grow.  If the room
 * is too small for all needs, the boxes of the least importance are left out,
 * all of the same importance at once, so that panels side by side show the
 * same.  Nothing is squeezed.
 *
 *     Box *panel = box_column(NULL, 8);
 *     Box *head = box_row(panel, 12);
 *     box_grow(box_text(head, &strong, "Padding"), 1);
 *     box_importance(box_text(head, &dim, "4-way conflict"), 2);
 *     Box *memory = box_part(panel, 200, 120);
 *     box_layout(panel, room);
 *     box_draw(panel, list);
 *     view_memory(view, box_place(memory));
 *     box_free(panel);
 *
 * Sizes are pixels.  All functions return the box they add or change.
 */
#ifndef UPSWEEP_BOX_H
#define UPSWEEP_BOX_H

#include "draw/display_list.h"
#include "say/statement.h"

typedef struct Box Box;

typedef struct {
    Font font;
    double size; /* pixels an em; texts are never smaller */
    Color color;
    Align align;
} TextStyle;

/* A box of children side by side, or one below the other, GAP apart.  PARENT
 * NULL: the root of a new tree. */
Box *box_row(Box *parent, double gap);
Box *box_column(Box *parent, double gap);
/* A box without children, of at least this size, for the caller to draw in. */
Box *box_part(Box *parent, double width, double height);
/* A line of text.  box_or adds a briefer form of it: the first that fits is
 * drawn.  The texts are copied. */
Box *box_text(Box *parent, const TextStyle *style, const char *text);
Box *box_or(Box *box, const char *briefer);
/* All levels of STATEMENT, which is freed; NULL if it says nothing. */
Box *box_statement(Box *parent, const TextStyle *style, Statement *statement);
/* Text broken between words, as high as its lines are in the width that it
 * gets; WIDTH is the least that it needs. */
Box *box_paragraph(Box *parent, const TextStyle *style, const char *text,
                   double width);

/* The least size, if that is more than what the content needs. */
Box *box_least(Box *box, double width, double height);
/* The size that it takes if there is room. */
Box *box_likes(Box *box, double width, double height);
/* Its share of the room that is left; at most so far as LIMIT pixels. */
Box *box_grow(Box *box, double weight);
Box *box_grow_to(Box *box, double weight, double limit);
/* Room between its sides and its children. */
Box *box_pad(Box *box, double x, double y);
/* From 1, the first to be left out; without a call it is never left out as
 * long as something else can be. */
Box *box_importance(Box *box, int rank);
/* Of the shapes of its text. */
Box *box_thing(Box *box, Thing thing);

/* Gives each box its place in ROOM. */
void box_layout(Box *root, Rect room);
/* The place of BOX after that; empty if it, or a box around it, was left out.
 */
Rect box_place(const Box *box);
/* The height that the tree needs in WIDTH, before box_layout. */
double box_height(Box *root, double width);
/* Draws all texts that have a place. */
void box_draw(const Box *root, DisplayList *list);
/* Frees the whole tree; NULL is fine. */
void box_free(Box *root);

#endif
