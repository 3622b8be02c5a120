/* SPDX-License-Identifier: MIT
 *
 * app - the window: shows frames of one or two traces, and follows commands.
 *
 *     SDL event ─► key, button, wheel, place ─► Command ─► CommandState
 *                                                              │
 *     Scene ─► frame_draw ─► paint_cairo ─► texture ───────────┤
 *     state ─► chrome_draw ─► paint_sdl over it ───────────────┴─► present
 *
 * The frame is painted when beat, theme or size have changed and at no other
 * time; the window is presented when there is something new to see; between
 * events nothing runs.
 *
 * app_run is all that the program needs.  The rest is its parts, for tests that
 * play the user: open, hand in events, let time pass, draw, look.
 */
#ifndef UPSWEEP_APP_H
#define UPSWEEP_APP_H

#include "canvas.h"
#include "player.h"

union SDL_Event;

typedef struct {
    Theme theme;
    int width, height; /* of the window; 0: as suits the screen */
    bool full_screen;
    CourseKind clock;
} AppOptions;

/* Shows one or two traces until the user closes the window.  False and
 * ERROR_USAGE if they cannot be compared, ERROR_FAILED if there is no display
 * or SDL fails.  An invisible driver is taken only when SDL_VIDEODRIVER asks
 * for it. */
bool app_run(const Trace *const traces[], int count, const AppOptions *options,
             Error *error);

typedef struct App App;

/* NULL and ERROR as app_run.  The traces must outlive the app. */
App *app_open(const Trace *const traces[], int count, const AppOptions *options,
              Error *error);
void app_close(App *app); /* NULL is fine */

/* Does what an event says; false once the user wants to leave. */
bool app_handle(App *app, const union SDL_Event *event);
/* Lets time pass: plays, and ends messages. */
void app_tick(App *app, double seconds);
/* Seconds until app_tick has something to do; negative: never. */
double app_due(const App *app);
/* Brings the window up to date. */
void app_draw(App *app);

/* What there is to be seen. */
typedef struct {
    const Player *player;
    Theme theme;
    bool help, toolbar, full_screen;
    const char *message;          /* what the toolbar tells; NULL: nothing */
    const Canvas *frame, *chrome; /* as last drawn, in pixels of the window */
    uint64_t paints, presents;    /* of the frame; of the window; so far */
} AppLook;
AppLook app_look(const App *app);

#endif
