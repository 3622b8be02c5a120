/* SPDX-License-Identifier: MIT
 *
 * loop - waiting, and letting time pass; see loop.h.
 */
#include "window/loop.h"

#include <SDL.h>

#include <math.h>

static double seconds_since(Uint64 then)
{
    return (double)(SDL_GetPerformanceCounter() - then) /
           (double)SDL_GetPerformanceFrequency();
}

/* Waits until there is an event or something to do; *GOT says which.  What is
 * due counts from LAST, the tick before: drawing has taken its share of it.
 * False if SDL cannot wait any more. */
static bool wait_for(const App *app, Uint64 last, SDL_Event *event, bool *got)
{
    double due = app_due(app);

    if (due < 0)
        return *got = SDL_WaitEvent(event);
    due -= seconds_since(last);
    *got = SDL_WaitEventTimeout(event, due > 0 ? (int)ceil(due * 1000) : 0);
    return true;
}

bool loop_run(const Trace *const traces[], int count, const AppOptions *options,
              Error *error)
{
    App *app = app_open(traces, count, options, error);
    bool open = app != NULL, good = open, got;
    Uint64 last = SDL_GetPerformanceCounter();
    SDL_Event event;

    if (open)
        app_draw(app);
    while (open) {
        good = wait_for(app, last, &event, &got);
        if (!good) {
            error_set(error, ERROR_FAILED, "the window was lost: %s",
                      SDL_GetError());
            break;
        }
        Uint64 now = SDL_GetPerformanceCounter();
        app_tick(app,
                 (double)(now - last) / (double)SDL_GetPerformanceFrequency());
        last = now;
        for (; got && open; got = SDL_PollEvent(&event))
            open = app_handle(app, &event);
        app_draw(app);
    }
    app_close(app);
    return good;
}
