/* SPDX-License-Identifier: MIT
 *
 * position_text - the moment that a frame shows, in words, for the frame's
 * title, the title of the window and slides.
 *
 *     step 4 of 14 · instruction 12 of 89
 *     launch 1 of 3 · block 2 · step 20 of 45 · instruction 97 of 324
 *     block 3 on tile 1 · step 26 of 48 · instruction 200 of 366
 *     cycles · cycle 24 of 86 · NoPadding is 12 cycles behind
 *
 * A step has the same number everywhere: its index, from 1, among all steps of
 * the run in the order of playing.  `show` prints this number, and the window
 * and `--step` take it.  Steps are not numbered within a block.
 */
#ifndef UPSWEEP_POSITION_TEXT_H
#define UPSWEEP_POSITION_TEXT_H

#include "view/scene.h"

/* The number of the current step, from 1 (0: nothing has been executed); sets
 * *STEPS to the number of steps.  Traces side by side are in the same step, and
 * *STEPS is that of the longest; where blocks wait for each other, both numbers
 * are those of the first trace. */
uint32_t position_step(const AnalysedTrace *const analysed_traces[], int count,
                       const size_t positions[], uint32_t *steps);

/* Appends which launch of a program runs at POSITION: "launch 2 of 3 ·
 * prescan<<<1, 32>>> · 512 bytes of shared memory · simulated". */
void position_launch(const AnalysedTrace *whole, size_t position, Text *text);
/* Appends the position of SCENE to TEXT, as in the examples above. */
void position_text(const Scene *scene, Text *text);
/* Adds why one trace of a comparison on cycles leads the last one, up to the
 * end of the step in which that is; false if SCENE shows none. */
bool position_lead(const Scene *scene, Statement *statement);

#endif
