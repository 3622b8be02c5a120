/* SPDX-License-Identifier: MIT
 *
 * position_text - at which moment a frame is, in words: in its head, in the
 * title of the window, on slides.
 *
 *     step 4 of 14 · instruction 12 of 89
 *     launch 1 of 3 · block 2 · step 20 of 45 · instruction 97 of 324
 *     race · cycle 24 of 86 · NoPadding is 12 cycles behind
 *
 * A step has one number, everywhere: its place among all steps of the run, as
 * they are played.  That is what `show` prints, what the window goes to, and
 * what `--step` takes.  Steps of a block by itself are not numbered.
 */
#ifndef UPSWEEP_POSITION_TEXT_H
#define UPSWEEP_POSITION_TEXT_H

#include "view/scene.h"

/* The step under way, from 1 (0: nothing has been executed), of *STEPS.  Traces
 * side by side are in the same step, and the longest says how many there are;
 * where blocks wait for each other, the first trace says it. */
uint32_t position_step(const AnalysedTrace *const analysed_traces[], int count,
                       const size_t positions[], uint32_t *steps);

/* Adds where SCENE is. */
void position_text(const Scene *scene, Text *text);
/* How trace T stands in a race: "5 cycles behind". */
void position_in_race(const Scene *scene, int t, char *text, size_t room);

#endif
