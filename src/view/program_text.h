/* SPDX-License-Identifier: MIT
 *
 * program_text - what a frame says of a user's program: which launch it shows,
 * and what that computes.
 *
 *     prescan<<<1, 32>>> · 512 bytes of shared memory · clang++ -O0
 *     No races; out is the exclusive sum of in; checked on 4 random inputs.
 */
#ifndef UPSWEEP_PROGRAM_TEXT_H
#define UPSWEEP_PROGRAM_TEXT_H

#include "say/statement.h"
#include "view/view.h"

/* Appends the first line, for the launch of the running instruction of WHOLE,
 * see view_whole; with several launches "launch 2 of 3" before it. */
void program_text_launch(const View *whole, Text *text);

/* Adds what is known of the launch.  Returns its colour: COLOR_FAULT where there
 * is a fault. */
Color program_text_verdict(const View *whole, Statement *statement);

#endif
