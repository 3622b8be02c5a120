/* SPDX-License-Identifier: MIT
 *
 * app - the application window: shows frames of one to four traces and runs
 * commands.
 *
 *     SDL event ─► key, button, wheel, point ─► Command ─► CommandState
 *                                                              │
 *   Session ─► Scene ─► frame_draw ─► paint_cairo_damage ──────┤
 *     state ─► chrome_draw ────────────────────────────────────┴─► Presenter
 *
 * While a dialog is open, keys and presses go to the dialog.  Its result is
 * applied in the next app_tick, after a message is shown, because recording may
 * take seconds.  A chart that must be computed also waits for the next
 * app_tick.
 *
 * The frame is painted only when its scene or size has changed, and only where
 * it differs; the window is presented only when it changes.  Between events
 * nothing runs.
 *
 * The program only calls loop_run (loop.h), which calls these functions.  Tests
 * call them to play the user: open, handle events, advance time, draw, look.
 */
#ifndef UPSWEEP_APP_H
#define UPSWEEP_APP_H

#include "chart/chart_kind.h"
#include "draw/display_list.h"
#include "playback/bookmark.h"
#include "playback/player.h"
#include "window/dialog.h"

union SDL_Event;

typedef struct {
    Theme theme;
    double scale;      /* of text and all lengths; 0: 1 */
    int width, height; /* of the window; 0: as suits the screen */
    bool full_screen;
    Clock clock;
} AppOptions;

typedef struct App App;

/* Opens the window on one to four traces, which must outlive the app.  NULL and
 * ERROR_USAGE if the traces cannot be compared, ERROR_FAILED if there is no
 * display or SDL fails.  An invisible video driver is used only if
 * SDL_VIDEODRIVER names it. */
App *app_open(const Trace *const traces[], int count, const AppOptions *options,
              Error *error);
void app_close(App *app); /* NULL is fine */

/* Handles an event; false once the user has asked to quit. */
bool app_handle(App *app, const union SDL_Event *event);
/* Advances time: plays, ends messages, and does the work that waits. */
void app_tick(App *app, double seconds);
/* Seconds until app_tick has something to do; negative: never. */
double app_due(const App *app);
/* Paints and presents what has changed. */
void app_draw(App *app);

/* The state of the window, for tests; the pointers belong to the app. */
typedef struct {
    const Player *player;
    const Bookmarks *bookmarks;
    const Dialog *form; /* the open dialog, or NULL */
    Theme theme;
    double scale;
    bool help, toolbar, full_screen, blank, labels;
    ChartKind chart;     /* shown in place of the frame */
    const char *message; /* shown in the toolbar; NULL: none */
    const DisplayList *frame,
        *chrome;               /* as last drawn, in pixels of the window */
    uint64_t paints, presents; /* of the frame; of the window; so far */
} AppLook;
AppLook app_look(const App *app);

#endif
