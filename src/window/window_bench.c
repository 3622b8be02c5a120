/* SPDX-License-Identifier: MIT
 *
 * window_bench - times the frames of a window; see window_bench.h.
 */
#include "window/window_bench.h"

#include "window/app.h"

#include <SDL.h>

enum { FASTER = 3 }; /* times twice the usual speed, so that much happens */

static void press(App *app, SDL_Keycode code)
{
    SDL_Event event = {.key = {.type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .keysym = {.sym = code}}};

    app_handle(app, &event);
}

static void type(App *app, char sign)
{
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT, .text = {sign}}};

    app_handle(app, &event);
}

/* What the system has to say; nobody is listened to. */
static void settle(App *app)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        if (event.type == SDL_WINDOWEVENT)
            app_handle(app, &event);
    app_draw(app);
}

static double milliseconds(void)
{
    return 1e3 * (double)SDL_GetPerformanceCounter() /
           (double)SDL_GetPerformanceFrequency();
}

bool window_bench(const Trace *const traces[], int count, double times[],
                  int frames, Error *error)
{
    AppOptions options = {.full_screen = true};
    App *app = app_open(traces, count, &options, error);

    if (!app)
        return false;
    settle(app);
    for (int i = 0; i < FASTER; ++i)
        type(app, '+');
    press(app, SDLK_SPACE);
    settle(app);
    for (int i = 0; i < frames; ++i) {
        double start = milliseconds();
        if (!app_look(app).player->playing)
            press(app, SDLK_SPACE); /* from the start again */
        app_tick(app, 1.0 / 60);
        settle(app);
        times[i] = milliseconds() - start;
    }
    app_close(app);
    return true;
}
