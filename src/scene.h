/* SPDX-License-Identifier: MIT
 *
 * scene - what a frame shows: one or two traces, studied once, and a moment.
 *
 * An Exhibit is a trace with all that views ask of it at every frame, worked
 * out once.  A Scene is exhibits at positions; a frame is a pure function of a
 * Scene and a size.
 */
#ifndef UPSWEEP_SCENE_H
#define UPSWEEP_SCENE_H

#include "bank.h"
#include "canvas.h"
#include "cost.h"
#include "player.h"
#include "tree.h"

typedef struct {
    const Trace *trace;
    BankTable banks;
    Tree tree;           /* empty when the sums do not form a tree */
    uint32_t *conflicts; /* wavefronts beyond the first, before instruction i */
    uint32_t *work;      /* operators applied, before instruction i */
    uint8_t longest;     /* queue at any bank, ever */
    uint8_t digits;      /* of the longest word of input and output */
} Exhibit;

Exhibit *exhibit_new(const Trace *trace);
void exhibit_free(Exhibit *exhibit);

typedef struct {
    const Exhibit *exhibits[PLAYER_MAX_TRACES];
    int count;
    size_t positions[PLAYER_MAX_TRACES]; /* instructions executed */
    Theme theme;
} Scene;

#endif
