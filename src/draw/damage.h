/* SPDX-License-Identifier: MIT
 *
 * damage - which parts of a picture look other than in the picture before.
 *
 * A picture is cut into tiles, and a tile has a number, made from all shapes
 * that reach into it, in their order.  Where the number is as before, so are
 * the shapes, and the tile need not be painted again.  Tiles that are not as
 * before are put together into patches:
 *
 *     before             now                patches
 *     . . . . . .        . . . . . .        . . . . . .
 *     . a . b . .        . a . c . .        . . . # # .
 *     . a . b . .        . a . c c .        . . . # # .
 *
 * It does not matter what moved or why: only what is there.
 */
#ifndef UPSWEEP_DAMAGE_H
#define UPSWEEP_DAMAGE_H

#include "draw/irect.h"

typedef struct {
    int width, height; /* of the picture; 0: there was none */
    Theme theme;
    uint64_t *tiles, *before; /* row by row */
    /* Where each shape of the list may change pixels. */
    IntRect *reaches;
    size_t reaches_count, reaches_capacity;
    /* What is not as before; no pixel is in two of them. */
    IntRect *patches;
    size_t patches_count, patches_capacity;
} Damage;

/* Looks at the next picture, CANVAS in a size and a theme.  In another size or
 * theme than the last one all of it is new. */
void damage_update(Damage *damage, const DisplayList *list, Theme theme,
                   int width, int height);
void damage_free(Damage *damage);

#endif
