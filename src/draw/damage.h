/* SPDX-License-Identifier: MIT
 *
 * damage - finds the parts of a picture that differ from the previous picture,
 * so that only those are painted again.
 *
 * The picture is divided into tiles.  Each tile has a hash of all shapes that
 * reach into it, in their order.  A tile whose hash is unchanged has the same
 * shapes as before and is not painted again.  Changed tiles are joined to
 * rectangles, the patches:
 *
 *     before             now                patches
 *     . . . . . .        . . . . . .        . . . . . .
 *     . a . b . .        . a . c . .        . . . # # .
 *     . a . b . .        . a . c c .        . . . # # .
 *
 * Only the display lists are compared; views need not say what they changed.
 */
#ifndef UPSWEEP_DAMAGE_H
#define UPSWEEP_DAMAGE_H

#include "draw/layout.h"

typedef struct {
    int width, height; /* of the picture, pixels; 0: no picture yet */
    Theme theme;
    uint64_t *tiles, *before; /* hashes of this and of the previous picture */
    /* For each shape of the list, the pixels that the shape may change. */
    IntRect *reaches;
    size_t reaches_count, reaches_capacity;
    /* The rectangles that have changed; they do not overlap. */
    IntRect *patches;
    size_t patches_count, patches_capacity;
} Damage;

/* Compares the next picture, LIST in a size and a theme, with the previous one
 * and sets the patches.  If the size or the theme has changed, the whole
 * picture is one patch.  DAMAGE is all zeros before the first call. */
void damage_update(Damage *damage, const DisplayList *list, Theme theme,
                   int width, int height);
/* Frees what DAMAGE owns, not DAMAGE itself. */
void damage_free(Damage *damage);

#endif
