/* SPDX-License-Identifier: MIT
 *
 * program_text - what a frame says of a user's program: which launch it shows,
 * and what that computes.
 *
 *     prescan<<<1, 32>>> · 512 bytes of shared memory · clang++ -O0
 *     no races; out is the exclusive sum of in, checked by 4 runs on random
 *     inputs
 */
#ifndef UPSWEEP_PROGRAM_TEXT_H
#define UPSWEEP_PROGRAM_TEXT_H

#include "view/view.h"

/* Appends the first line, for the launch of the running instruction of WHOLE,
 * see view_whole; with several launches "launch 2 of 3" before it. */
void program_text_launch(const View *whole, Text *text);

/* How a verdict is written, from the longest on: with the odds of a mistake,
 * without, and with fewer words for the runs. */
enum { PROGRAM_TEXT_BRIEFS = 3 };

/* Appends what is known of the launch, as brief as BRIEF says.  Returns its
 * colour: that of an alarm where there is a race, or an output unlike the
 * others.
 */
Color program_text_verdict(const View *whole, int brief, Text *text);

/* The verdict in two or three words, "exclusive sum", and what goes with it,
 * "4 runs on random inputs"; for the badge at the end. */
Color program_text_end(const View *whole, Text *verdict, Text *detail);

/* Appends what is wrong with the outputs of LAUNCH, from 0, if it is known
 * which scan or sum they are: "31 of 64 outputs are wrong", or, if RACED,
 * "the outputs are right this time"; without a race nothing if they are right.
 */
void program_text_outputs(const Trace *trace, uint32_t launch, bool raced,
                          Text *text);
/* Appends "not the exclusive sum that was asked for", of a program whose result
 * is another than what is expected. */
void program_text_unexpected(const Trace *trace, Text *text);

#endif
