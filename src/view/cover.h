/* SPDX-License-Identifier: MIT
 *
 * cover - what a frame hides while something is asked.
 *
 * A scene with a cover shows nothing of what is still to come: the timelines
 * end at the present, and totals of the run, races and wrong sums ahead are
 * left out.  While an answer is awaited, what has just run is hidden as well,
 * as far as it may give the answer: sentences say only what comes next, and a
 * question mark replaces verdicts and queues.
 */
#ifndef UPSWEEP_COVER_H
#define UPSWEEP_COVER_H

#include "playback/player.h"

typedef struct {
    bool answer; /* an answer is awaited */
    bool names;  /* the names of the traces may give it away */
    int panel;   /* that the question is about */
    /* The lines of the source that come next; 0: unknown. */
    int lines[PLAYER_MAX_TRACES];
    /* What comes next in each panel, a clause; "": nothing is said. */
    char about[PLAYER_MAX_TRACES][160];
} Cover;

#endif
