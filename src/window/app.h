/* SPDX-License-Identifier: MIT
 *
 * app - the application window: shows frames of one to four traces and runs
 * commands.
 *
 *     SDL event ─► key, button, wheel, point ─► Command ─► CommandState
 *                                                              │
 *   Session ─► Scene ─► frame_draw ─► paint_cairo ─────────────┤
 *     state ─► chrome_draw ────────────────────────────────────┴─► Presenter
 *
 * While a dialog is open, keys and presses go to the dialog.  Its result is
 * applied in the next app_tick, after a message is shown, because recording may
 * take seconds.  A chart that must be computed also waits for the next
 * app_tick.
 *
 * A program that was saved, or dropped on the window, is recorded by another
 * process, and then shown in the place of what was there; see reload.h.
 *
 * The frame is painted only when its scene or size has changed, and only where
 * it differs; the window is presented only when it changes.  While no event
 * comes and nothing is due, the process sleeps; while it watches files, it
 * looks at them a few times a second.
 *
 *     wait ─► app_tick ─► app_handle, for each event ─► app_draw ─┐
 *       └──────────◄──────────────────────────────────────────────┘
 *
 * The program only calls app_run, which calls the other functions.  Tests call
 * them to play the user: open, handle events, advance time, draw, look.
 */
#ifndef UPSWEEP_APP_H
#define UPSWEEP_APP_H

#include "window/app_state.h"

union SDL_Event;

typedef struct {
    Theme theme;
    double scale;               /* of text and all lengths; 0: 1 */
    bool projector;             /* in the layout for the last row */
    const ScheduleCosts *costs; /* of the view of time; NULL: schedule_costs */
    uint32_t thread;   /* 1 + the one whose locals are shown; see Scene */
    int width, height; /* of the window; 0: as suits the screen */
    bool full_screen;
    bool start;         /* with the start page before the traces */
    bool ask;           /* asks about the run from the start */
    uint64_t seed;      /* of the questions */
    LessonPlay *lesson; /* that is played, taken over by app_open, and
                           whose stop the traces are of; or NULL */
    Clock clock;
    /* How the traces were asked for; without traces, what is opened first. */
    const Options *wanted;
    Reload *reload; /* of the programs that are shown, owned by the caller;
                       NULL: none is watched */
} AppOptions;

/* As the command line says. */
AppOptions app_options(const Options *options);

/* Shows up to four traces, or without any the start page, until the user closes
 * the window.  False and *ERROR as from app_open, or ERROR_FAILED if the window
 * is lost. */
bool app_run(const Trace *const traces[], int count, const AppOptions *options,
             Error *error);

/* Opens the window on one to four traces, which must outlive the app.  NULL and
 * ERROR_USAGE if the traces cannot be compared, ERROR_FAILED if there is no
 * display or SDL fails.  An invisible video driver is used only if
 * SDL_VIDEODRIVER names it. */
App *app_open(const Trace *const traces[], int count, const AppOptions *options,
              Error *error);
void app_close(App *app); /* NULL is fine */

/* Handles an event; false once the user has asked to quit. */
bool app_handle(App *app, const union SDL_Event *event);
/* Advances time: plays, ends messages, follows files that were saved, and does
 * the work that waits. */
void app_tick(App *app, double seconds);
/* Seconds until app_tick has something to do; negative: never. */
double app_due(const App *app);

#endif
