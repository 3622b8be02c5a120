/* SPDX-License-Identifier: MIT
 *
 * scene - what a frame shows: one to four traces, studied once, and a moment.
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
#include "race.h"
#include "tree.h"
#include "value.h"

typedef struct {
    const Trace *trace;
    Op op; /* of the recording, also where the trace shows labels */
    BankTable banks;
    Tree tree; /* empty when the sums do not form a tree */
    RaceList races;
    uint32_t *conflicts; /* wavefronts beyond the first, before instruction i */
    uint32_t *work;      /* operators applied, before instruction i */
    uint8_t longest;     /* queue at any bank, ever */
    uint8_t digits;      /* of the longest word of input and output, in brief */
    uint8_t full_digits; /* and in full */
} Exhibit;

/* A word as pictures write it: as value_format does, but fractions to four
 * digits, and intervals as "Σx8..x15".  BRIEF: intervals are "8-15". */
const char *scene_value(Op op, Word value, bool brief, char text[VALUE_TEXT]);

Exhibit *exhibit_new(const Trace *trace);
void exhibit_free(Exhibit *exhibit);

typedef struct {
    const Exhibit *exhibits[PLAYER_MAX_TRACES];
    int count;
    size_t positions[PLAYER_MAX_TRACES]; /* instructions executed */
    Theme theme;
    double scale;   /* of text and all lengths; 0: 1 */
    double density; /* pixels a point of the screen; 0: 1 */
} Scene;

/* "LeftRight beside Padding", or "LeftRight, Padding and NoPadding". */
void scene_title(const Scene *scene, Text *text);

#endif
