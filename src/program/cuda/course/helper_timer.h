/* SPDX-License-Identifier: MIT
 *
 * helper_timer - the stopwatch of NVIDIA's samples (C++).
 */
#ifndef UPSWEEP_HELPER_TIMER_H
#define UPSWEEP_HELPER_TIMER_H

#include <time.h>

struct StopWatchInterface {
    double total, began; /* milliseconds */
    int laps;
    bool running;

    static double now()
    {
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
    }
    void start()
    {
        began = now();
        running = true;
    }
    void stop()
    {
        total += now() - began;
        running = false;
        ++laps;
    }
    void reset()
    {
        total = 0;
        laps = 0;
        began = now();
    }
    float getTime() const
    {
        return (float)(total + (running ? now() - began : 0));
    }
    float getAverageTime() const
    {
        return laps > 0 ? (float)(total / laps) : 0;
    }
};

inline bool sdkCreateTimer(StopWatchInterface **timer)
{
    *timer = new StopWatchInterface();
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    delete *timer;
    *timer = 0;
    return true;
}
#define UPSWEEP_TIMER(name, action)                                            \
    inline bool name(StopWatchInterface **timer)                               \
    {                                                                          \
        if (*timer)                                                            \
            (*timer)->action();                                                \
        return true;                                                           \
    }
UPSWEEP_TIMER(sdkStartTimer, start)
UPSWEEP_TIMER(sdkStopTimer, stop)
UPSWEEP_TIMER(sdkResetTimer, reset)
#undef UPSWEEP_TIMER
inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    return *timer ? (*timer)->getTime() : 0;
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    return *timer ? (*timer)->getAverageTime() : 0;
}

#endif
