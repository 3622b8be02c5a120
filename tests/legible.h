/* SPDX-License-Identifier: MIT
 *
 * legible - can everything that is written on a display list be read?
 *
 * Texts are as wide as they are measured and as high as their ink, as painters
 * draw them, less what a clip hides of them.  On a crowded list
 *
 *     [ 107 ][120][136]    [ 41 ← T0 |      (up-sw…      T12
 *      touches: too close   a clip, panel,   cut short    T9  overlaps
 *                           box or the frame
 *                           cuts it
 *
 * or a text is under the least size, or painted over.  Words under way
 * (THING_MOTION) lie over others by intention, and hide what they lie over.
 */
#ifndef UPSWEEP_LEGIBLE_H
#define UPSWEEP_LEGIBLE_H

#include "draw/display_list.h"
#include "playback/player.h"

typedef enum {
    LEGIBLE_OVERLAPS,
    LEGIBLE_TOUCHES,      /* the next text of its line is too close */
    LEGIBLE_LEAVES_FRAME, /* sticks out of the picture */
    LEGIBLE_LEAVES_PANEL, /* out of the panel that its middle is in */
    LEGIBLE_LEAVES_BOX,   /* out of the rectangle that it was drawn into */
    LEGIBLE_CUT_SHORT,    /* ends with an ellipsis */
    LEGIBLE_TOO_SMALL,    /* smaller than the least size */
    LEGIBLE_PAINTED_OVER, /* something filled lies over it */
    LEGIBLE_KINDS
} LegibleKind;

/* "overlaps", ... */
const char *legible_kind_name(LegibleKind kind);

/* OTHER: what TEXT collides with, or leaves; NULL: the frame. */
typedef struct {
    LegibleKind kind;
    const Shape *text, *other;
} LegibleFault;

/* Calls REPORT with DATA for each fault of LIST; LEAST is the least size of
 * text, in pixels.  Returns the number of texts that are seen. */
int legible_each(const DisplayList *list, double least,
                 void (*report)(void *data, const LegibleFault *fault),
                 void *data);

/* Appends "“8” (x, y, w x h, size s) touches “16” (...)", for a failing test.
 */
void legible_describe(const DisplayList *list, const LegibleFault *fault,
                      Text *text);

/* A frame of what PLAYER walks through, or, if that is NULL, anything: the
 * first fault ends the test, and is reported with its moment. */
void legible_check(const DisplayList *list, const Player *player, double least);
/* What lies over the frame: toolbar, help, a form.  It may be cut short, as
 * what is typed into a field is, and keys may touch. */
void legible_check_chrome(const DisplayList *list, const Player *player,
                          double least);

#endif
