/* SPDX-License-Identifier: MIT
 *
 * frame_selection - chooses the moments of one to four traces to export.
 *
 *     by instruction   every tick of the player
 *     by step, phase   the end of each step or phase
 *     by cycle         every cycle, in motion as below, on the clock of cycles
 *
 * A list of all moments starts before the first instruction; a list of some
 * steps has only the moments in those steps.
 *
 * In motion, the traces play as in the window, and a moment is what it shows at
 * each frame of a film:
 *
 *     instruction  |     load, 1 cycle     |   store, 2 cycles  ...
 *     frames       |   |   |   |   |   |   |   |   |   |   |
 *
 * They begin where the first step begins, end at rest, and the last one stands
 * still for a while; of some steps, each run of steps that follow one another
 * is played so.
 */
#ifndef UPSWEEP_FRAME_SELECTION_H
#define UPSWEEP_FRAME_SELECTION_H

#include "view/scene.h"

typedef enum { BY_INSTRUCTION, BY_STEP, BY_PHASE, BY_CYCLE } SelectionUnit;

/* How the moment of a single picture is given. */
typedef enum {
    AT_CHOSEN,     /* the last conflict of the first step that has one; the
                      middle of the trace if no step has one */
    AT_STEP,       /* the end of step SelectionOptions.moment, from 1 */
    AT_INSTRUCTION /* after that many instructions of the first trace */
} SelectionBy;

typedef struct {
    bool all;          /* a list, one moment a unit */
    SelectionUnit by;  /* of a list */
    int fps;           /* of a list in motion: frames a second; 0: no motion */
    double speed;      /* of a list in motion, see Player.speed */
    double stand;      /* of a list in motion: seconds that its end stands */
    const char *steps; /* only these: "3-7,12", from 1; NULL: all */
    SelectionBy at;    /* of a single moment */
    uint32_t moment;
    double within; /* of a single moment: the share of its tick that has passed,
                      above 0 and below 1; 0: the end of the tick */
    size_t most;   /* moments of a list; 0: no bound */
} SelectionOptions;

typedef struct {
    size_t positions[PLAYER_MAX_TRACES]; /* as in a Scene */
    double remains[PLAYER_MAX_TRACES];
    Standings standings;
    uint32_t step;
    bool started;  /* at least one instruction has been executed */
    double cycles; /* that the way to it takes; 0: unknown */
} FrameMoment;

typedef struct {
    FrameMoment *moments;
    size_t moments_count, moments_capacity;
} Selection;

/* Sets *LIST to the moments of PLAYER's traces that OPTIONS choose, at least
 * one; PLAYER's position changes.  False and ERROR_USAGE if there is none, or
 * if there are too many.  Free the list with selection_free. */
bool selection_choose(Player *player, const SelectionOptions *options,
                      Selection *list, Error *error);
void selection_free(Selection *list);

/* The tick that AT_CHOSEN stands for. */
uint32_t selection_tick(const Player *player);

#endif
