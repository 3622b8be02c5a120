/* SPDX-License-Identifier: MIT
 *
 * frame_selection - which moments of one or two traces there are pictures of.
 *
 *     by instruction   every beat of the player
 *     by step, phase   where one ends
 *     by cycle         every cycle of the player's clock (course.h): two traces
 *                      run against it, and the one that queues falls behind
 *
 * A list of all moments starts before the first instruction; a list of some
 * steps has only what happens in them.
 */
#ifndef UPSWEEP_FRAME_SELECTION_H
#define UPSWEEP_FRAME_SELECTION_H

#include "view/scene.h"

typedef enum { BY_INSTRUCTION, BY_STEP, BY_PHASE, BY_CYCLE } MomentUnit;

/* Which moment a single picture shows. */
typedef enum {
    AT_CHOSEN,     /* the last conflict of the first step that has one; the
                      middle if none has */
    AT_STEP,       /* the end of step MOMENT, counted from 1 as in frames */
    AT_INSTRUCTION /* after MOMENT instructions of the first trace */
} SelectionBy;

typedef struct {
    bool all;          /* a list, one moment a unit */
    MomentUnit by;     /* of a list */
    const char *steps; /* only these: "3-7,12", from 1; NULL: all */
    SelectionBy at;    /* of a single moment */
    uint32_t moment;
    double within; /* of a single moment: that share of its beat, above 0 and
                      below 1; 0: its end */
} SelectionOptions;

typedef struct {
    size_t positions[PLAYER_MAX_TRACES]; /* as in a Scene */
    double remains[PLAYER_MAX_TRACES];
    Standings standings;
    uint32_t step;
    bool started; /* something has been executed */
} Moment;

typedef struct {
    Moment *moments;
    size_t moments_count, moments_capacity;
} Selection;

/* The moments of PLAYER's traces, at least one; frees nothing of PLAYER, but
 * moves it.  False and ERROR_USAGE if there are none such. */
bool selection_choose(Player *player,
                      const AnalysedTrace *const analysed_traces[],
                      const SelectionOptions *options, Selection *list,
                      Error *error);
void selection_free(Selection *list);

/* The beat that AT_CHOSEN means. */
uint32_t selection_tick(const Player *player);

#endif
