/* SPDX-License-Identifier: MIT
 *
 * gputimer - the stopwatch of Udacity's course cs344 (C++).
 */
#ifndef UPSWEEP_GPUTIMER_H
#define UPSWEEP_GPUTIMER_H

#include "helper_timer.h"

struct GpuTimer {
    StopWatchInterface watch = {};
    UPSWEEP_RETURNS(void Start(), watch.reset(), watch.start())
    UPSWEEP_RETURNS(void Stop(), watch.stop())
    UPSWEEP_RETURNS(float Elapsed(), watch.getTime()) /* in milliseconds */
};

#endif
