/* SPDX-License-Identifier: MIT
 *
 * verdict_text - what a frame says of a run as a whole: that it is proved,
 * wrong, or raced.
 *
 *     at the end        proved           for every associative operator
 *                       wrong            output 17 is 136, not 68
 *                       raced            output 4 is 20, not 23
 *     from the start    race in step 2; wrong values from step 3
 *
 * What a program computes, and whether that was checked, is in program_text.h.
 */
#ifndef UPSWEEP_VERDICT_TEXT_H
#define UPSWEEP_VERDICT_TEXT_H

#include "say/statement.h"
#include "view/view.h"

/* What a badge says: two words, and at the end what goes with them. */
typedef struct {
    Text verdict, detail;
    Color color;
    bool loud; /* a race or a wrong sum: louder than a conflict */
} Badge;

void badge_free(Badge *badge);

/* The badge of the moment of WHOLE: what its step or instruction costs, and at
 * the end the verdict.  Free it with badge_free. */
Badge verdict_badge(const View *whole);

/* Adds where races and wrong values begin, a label; nothing if there are none.
 */
void verdict_text_faults(const AnalysedTrace *whole, Statement *statement);
/* The colour of that: dim while it lies ahead. */
Color verdict_faults_color(const AnalysedTrace *whole, size_t position);
/* Adds what is said of wrong values that arise in the instruction that runs at
 * POSITION; at the end what is said of the whole run, if it is wrong.  False if
 * that is nothing. */
bool verdict_text_wrong(const AnalysedTrace *whole, size_t position,
                        Statement *statement);
/* Adds what the step did that ends at POSITION, and the first thing that is
 * wrong with it. */
void verdict_text_step(const AnalysedTrace *whole, size_t position,
                       Statement *statement);
/* Adds all that is said of the instruction that runs at POSITION: what it does,
 * and what is wrong with it. */
void verdict_text_instruction(const AnalysedTrace *whole, size_t position,
                              Statement *statement);
/* Adds what is said of the moment of VIEW: at the end the verdict, before that
 * what the step or the instruction does. */
void verdict_text_now(const View *view, Statement *statement);

#endif
