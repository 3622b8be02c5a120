/* SPDX-License-Identifier: MIT
 *
 * window_bench - how long a frame takes in a real window, by the clock.
 *
 * What it takes to paint is the smaller part of that: the rest is what SDL, the
 * display and a GPU do until the frame is on the screen.
 */
#ifndef UPSWEEP_WINDOW_BENCH_H
#define UPSWEEP_WINDOW_BENCH_H

#include "trace/trace.h"

/* Fills the screen and plays COUNT traces in it, 60 frames a second of their
 * time but as fast as they can be shown; TIMES gets the milliseconds that each
 * of FRAMES took.  False and ERROR_FAILED where there is no display. */
bool window_bench(const Trace *const traces[], int count, double times[],
                  int frames, Error *error);

#endif
