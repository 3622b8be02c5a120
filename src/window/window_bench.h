/* SPDX-License-Identifier: MIT
 *
 * window_bench - measures how long a frame takes in a real window.
 *
 * Painting is the smaller part of that time; the rest is what SDL, the display
 * and the GPU take until the frame is on the screen.
 */
#ifndef UPSWEEP_WINDOW_BENCH_H
#define UPSWEEP_WINDOW_BENCH_H

#include "trace/trace.h"

/* Plays COUNT traces full screen, advancing 1/60 second of playing time a frame
 * and showing frames as fast as possible.  Sets TIMES to the milliseconds that
 * each of FRAMES frames took.  False and ERROR_FAILED if there is no display.
 */
bool window_bench(const Trace *const traces[], int count, double times[],
                  int frames, Error *error);

#endif
