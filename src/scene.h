/* SPDX-License-Identifier: MIT
 *
 * scene - what a frame shows: one or two traces, studied once, and a moment.
 *
 * An Exhibit is a trace with all that views ask of it at every frame, worked
 * out once.  A Scene is exhibits at positions; a frame is a pure function of a
 * Scene and a size.  A scene that is all zeros but for its exhibits and
 * positions is at rest: nothing moves, and every view shows the whole.
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
#include "zoom.h"

typedef struct {
    const Trace *trace;
    BankTable banks;
    Tree tree; /* empty when the sums do not form a tree */
    RaceList races;
    uint8_t *marks;      /* PlayerMarks of each instruction */
    uint32_t *conflicts; /* wavefronts beyond the first, before instruction i */
    uint32_t *work;      /* operators applied, before instruction i */
    uint8_t longest;     /* queue at any bank, ever */
    uint8_t digits;      /* of the longest word of input and output, in brief */
    uint8_t full_digits; /* and in full */
} Exhibit;

/* A word as pictures write it: as value_format does, but fractions to four
 * digits.  BRIEF: intervals are "8-15", not "x8..x15". */
const char *scene_value(Op op, Word value, bool brief, char text[VALUE_TEXT]);

Exhibit *exhibit_new(const Trace *trace);
void exhibit_free(Exhibit *exhibit);

/* What can be zoomed, in both panels at once: tree or flow, along the elements;
 * memory, along its rows; timelines, along the cycles. */
typedef enum { ZOOM_UPPER, ZOOM_MEMORY, ZOOM_TIME, ZOOM_COUNT } ZoomKind;

/* How a race stands. */
typedef struct {
    bool on, measured;              /* in cycles of the model, or of a GPU */
    double cycle;                   /* that the clock shows */
    double ends[COURSE_MAX_TRACES]; /* when each trace is done */
    int leader;                     /* a trace, or -1 */
    double gaps[COURSE_MAX_TRACES]; /* cycles by which each is behind it */
} Contest;

typedef struct {
    const Exhibit *exhibits[PLAYER_MAX_TRACES];
    int count;
    size_t positions[PLAYER_MAX_TRACES]; /* instructions executed, or begun */
    /* What of the last one is still to happen: 0, none, to 1, all of it. */
    double remains[PLAYER_MAX_TRACES];
    Contest contest;
    Zoom zooms[ZOOM_COUNT];
    Theme theme;
} Scene;

/* Sets positions, remains and contest to what PLAYER shows. */
void scene_follow(Scene *scene, const Player *player);
/* Would both give the same frame? */
bool scene_same(const Scene *a, const Scene *b);

#endif
