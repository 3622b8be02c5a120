/* SPDX-License-Identifier: MIT
 *
 * child - another program, run to its end within limits of time and memory: the
 * compiler, and what the compiler made.
 */
#ifndef UPSWEEP_CHILD_H
#define UPSWEEP_CHILD_H

#include "program/child_watch.h"

/* Runs the program and waits for it.  A program that may not start others and
 * whose standard input is our terminal is in our process group, so that it
 * reads the terminal and ends by Ctrl+C as we do; others have a group, which is
 * killed when they end.  A program with RIGHTS can read the terminal and not
 * write to it: what it prints there is passed on without control characters
 * (plain_output.h).  One that may start others has no standard input.
 *
 * False and ERROR_FAILED if there is no process or no output for it, if this
 * system cannot take the rights from it, or if a signal asked Upsweep to stop
 * (interrupt.h). */
bool child_run(const ChildSpec *spec, ChildResult *result, Error *error);

#endif
