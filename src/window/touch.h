/* SPDX-License-Identifier: MIT
 *
 * touch - the thing that is chosen in the window, and its card.
 *
 *     a press on a shape ─┐
 *     Tab, arrows        ─┼─► Thing ─► lit in the frame, Card ─► links
 *     a link of the card ─┘
 *
 * A card is made again when the moment has changed, and stays open while a
 * trace plays, to see what happens to the thing.
 */
#ifndef UPSWEEP_TOUCH_H
#define UPSWEEP_TOUCH_H

#include "card/card.h"
#include "view/pointing.h"

typedef struct {
    Thing thing;   /* THING_NONE: nothing is chosen */
    Thing hovered; /* under the pointer; THING_NONE: nothing */
    Card card;
    bool left; /* the card is at the left side of the frame */
    /* What the card is of. */
    const AnalysedTrace *analysed;
    size_t position;
    uint64_t changes;
} Touch;

void touch_free(Touch *touch);

/* Chooses THING; THING_NONE ends the choice. */
void touch_choose(Touch *touch, Thing thing);
/* Makes the card of the chosen thing in SCENE if another one is open; CHANGES
 * distinguishes sessions.  Ends the choice if SCENE has no such thing.  True if
 * the card changed. */
bool touch_follow(Touch *touch, const Scene *scene, uint64_t changes);

/* Chooses the neighbour to the right and below; the first thing, if none is
 * chosen. */
void touch_move(Touch *touch, const Scene *scene, int x, int y);
/* Puts the chosen and the hovered thing into SCENE. */
void touch_light(const Touch *touch, Scene *scene);
/* Moves the card to the side of FRAME where the chosen thing is not. */
void touch_make_way(Touch *touch, const DisplayList *frame);

#endif
