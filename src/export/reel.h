/* SPDX-License-Identifier: MIT
 *
 * reel - the pictures of one export, in their order, before it is said what
 * kind of file they become: pictures, document, film or page.
 */
#ifndef UPSWEEP_REEL_H
#define UPSWEEP_REEL_H

#include "export/shot.h"

typedef struct {
    Shot shot;
    Moments moments;
    int width, height; /* of each picture, pixels */
    bool svg_text;     /* SVG has text elements */
    int fps;           /* of films */
    int workers;       /* processes that draw */
    /* Called with how many are done; NULL if nobody asks. */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} Reel;

/* Tells of progress. */
void reel_tell(const Reel *reel, size_t done);

#endif
