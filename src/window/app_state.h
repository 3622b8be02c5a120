/* SPDX-License-Identifier: MIT
 *
 * app_state - all that the application window holds: what it shows, what is
 * open, and what waits to be done.
 *
 * app.h has the picture of what happens to it.  app_frame draws it,
 * app_commands does what commands ask for, app_files opens programs, traces and
 * lessons, app and app_pointer handle what the user does.
 */
#ifndef UPSWEEP_APP_STATE_H
#define UPSWEEP_APP_STATE_H

#include "ask/asking.h"
#include "window/chrome.h"
#include "window/frame_cache.h"
#include "window/lesson_play.h"
#include "window/reload.h"
#include "window/sdl_events.h"
#include "window/setup.h"
#include "window/start.h"
#include "window/touch.h"
#include "window/window.h"

/* The members are changed by the modules app_* only; tests and `bench` read
 * them. */
typedef struct {
    Window *window;
    Session session;
    CommandState state;
    bool full_screen; /* as the window is, where state says what it should be */
    ScheduleCosts costs; /* of the view of time */

    Dialog *dialog;     /* the open one; NULL: none is */
    Consent consent;    /* what a dialog of DIALOGS_PROGRAM asks about, */
    Wanted *waiting;    /* and what is opened after a yes; or NULL */
    bool waiting_keeps; /* at the same place */
    Setup setup;
    uint64_t noted;    /* 1 + Session.changes when what was found was noted */
    bool ignores_text; /* of a key that has run a command */

    double window_share; /* height of the window, over the frame's */
    FrameCache painted;  /* the frame as last drawn */
    ChartCache charts;   /* in its place */
    DisplayList chrome;  /* as last drawn */
    bool stale;          /* there is something new to present */
    bool fresh;          /* the frame has changed since it was presented */

    Reload *reload;
    Reload *opening; /* what was dropped and is not shown yet; or NULL */
    Reload *own;     /* RELOAD, if it was dropped */
    Text note;       /* of the reload, as last drawn */
    bool note_alarm;

    PaddedArray tried;      /* shown as it would be; without an array: none */
    uint64_t tried_changes; /* Session.changes when it was tried */

    Touch touch;
    Ui ui;
    BarMarks marks;
    ChromeScroll scroll;
    double x, y; /* of the pointer, pixels; negative: not over the window */
    bool down;   /* its button is held */
    int drags;   /* 1 + the panel whose timeline is dragged; 0: none is */
    FileDrop drop;

    Start *start;           /* the start page, once it has been shown */
    bool start_shown;       /* as state.start was when last looked at */
    uint64_t start_changes; /* Session.changes when it was opened */

    Asking asking;           /* the questions about the run */
    uint64_t asking_changes; /* Session.changes when they began */
    uint64_t seed;           /* of the questions that are asked next */
    LessonPlay *lesson;      /* that is played, or NULL */

    char message[640];
    double message_left; /* seconds; 0 or less: no message is shown */
    bool alarm;          /* the message is about something that failed */
    bool key_repeats;    /* the key that was pressed last is being held */

    uint64_t presents; /* number of presentations */
} App;

/* True while questions about the run are asked. */
bool app_is_asking(const App *app);
/* The band of a lesson leaves room for questions about the run. */
bool app_shows_lesson(const App *app);
/* Questions are about traces that are gone once others are shown. */
void app_end_stale_questions(App *app);
/* Shows a message for a while; ALARM: something failed. */
void app_say(App *app, bool alarm, const char *text);
/* Is the set-up panel to be seen? */
bool app_shows_setup(const App *app);
/* Is a card to be seen? */
bool app_shows_card(const App *app);
/* True if the frame shows traces that others have taken the place of since:
 * there is nothing to point at in it. */
bool app_frame_is_old(const App *app);
/* Why there is no newer trace, or none of the files that were dropped. */
const ReloadFault *app_fault(const App *app);
/* True if keys and presses are for the start page. */
bool app_is_on_start(const App *app);
/* True if keys and presses may be answers. */
bool app_takes_answers(const App *app);
/* True if keys and presses may be for the lesson. */
bool app_is_in_lesson(const App *app);

#endif
