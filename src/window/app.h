/* SPDX-License-Identifier: MIT
 *
 * app - the window: shows frames of one to four traces, and follows commands.
 *
 *     SDL event ─► key, button, wheel, place ─► Command ─► CommandState
 *                                                              │
 *   Session ─► Scene ─► frame_draw ─► paint_cairo: what is new ┤
 *     state ─► chrome_draw ────────────────────────────────────┴─► glass
 *
 * While a form is open, keys and presses go to it; what it says is done with
 * the next tick, after the window has said so, for recording may take a while.
 * So may the counting of a chart, which waits for the next tick, too.
 *
 * The frame is painted when what it shows or its size have changed, where it
 * does, and at no other time; the window is presented when there is something
 * new to see; between events nothing runs.
 *
 * The program needs only loop_run (loop.h).  These are its parts, which tests
 * that play the user have, too: open, hand in events, let time pass, draw,
 * look.
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
    CourseKind clock;
} AppOptions;

typedef struct App App;

/* NULL and ERROR_USAGE if the traces, one to four, cannot be compared,
 * ERROR_FAILED if there is no display or SDL fails.  An invisible driver is
 * taken only when SDL_VIDEODRIVER asks for it.  The traces must outlive the
 * app. */
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
    const Bookmarks *bookmarks;
    const Dialog *form; /* that is open, or NULL */
    Theme theme;
    double scale;
    bool help, toolbar, full_screen, blank, labels;
    ChartKind chart;     /* in place of the frame */
    const char *message; /* what the toolbar tells; NULL: nothing */
    const DisplayList *frame,
        *chrome;               /* as last drawn, in pixels of the window */
    uint64_t paints, presents; /* of the frame; of the window; so far */
} AppLook;
AppLook app_look(const App *app);

#endif
