/* SPDX-License-Identifier: MIT
 *
 * app_state - all that the application window holds: what it shows, what is
 * open, and what waits to be done.
 *
 * app.h has the picture of what happens to it.  app_frame draws it,
 * app_commands does what commands ask for, app_files opens programs, traces and
 * lessons, app and app_pointer handle what the user does.
 *
 *     start page ─┐
 *     dialogs    ─┼─► Wanted ─┬─ algorithms ──► recorded at once
 *     set-up     ─┤           └─ programs ────► asked about, if new; recorded
 *     drop       ─┘                             by another process: reload.h
 */
#ifndef UPSWEEP_APP_STATE_H
#define UPSWEEP_APP_STATE_H

#include "ask/asking.h"
#include "window/chrome.h"
#include "window/lesson_play.h"
#include "window/reload.h"
#include "window/sdl_events.h"
#include "window/setup.h"
#include "window/start.h"
#include "window/touch.h"
#include "window/window.h"

struct SDL_MouseWheelEvent;
struct SDL_MouseButtonEvent;
struct SDL_MouseMotionEvent;

/* The frame as last painted: a new one is painted only if its scene, size or
 * traces differ. */
typedef struct {
    Scene scene;
    uint64_t changes; /* Session.changes when the scene was painted */
    int width, height;
    DisplayList frame;
    uint32_t *pixels; /* rows without gaps */
    uint64_t times;   /* number of paints */
} Painted;

/* The chart that was made last. */
typedef struct {
    Chart *chart; /* of KIND and K; or NULL */
    ChartKind kind;
    uint32_t k;
    ChartKind followed; /* the chart, the tick and the session's changes when */
    uint32_t tick;      /* the run was last looked at */
    uint64_t changes;
} ShownChart;

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
    Painted painted;     /* the frame as last drawn */
    ShownChart chart;    /* in its place */
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
/* The band below the picture: of the quiz, or else of the lesson. */
bool app_shows_band(const App *app);
Band app_band(const App *app);
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
/* True if keys and presses may be answers. */
bool app_takes_answers(const App *app);
/* True if keys and presses may be for the lesson. */
bool app_is_in_lesson(const App *app);

/* ---- app_frame: the picture or the start page, and what lies over it ---- */

/* The scene that the state asks for. */
Scene app_scene(App *app);
/* The traces are newer, or shown otherwise: the frame is painted again, and
 * nothing is at its places before that. */
void app_forget_frame(App *app);
void app_free_frame(App *app);
/* Makes the requested chart, or closes it once the run has moved on. */
void app_follow_chart(App *app);
/* Opens the start page; closes it once something else is to be seen. */
void app_follow_start(App *app);
/* Makes the card of what is chosen, as the moment has it; true if it is
 * another one. */
bool app_update_card(App *app);
/* Gives the bar, panels and start page an event; returns what that asks for. */
ChromeAnswer app_show_chrome(App *app, int width, int height,
                             const UiInput *input);
/* Paints and presents what has changed. */
void app_draw(App *app);

/* ---- app_commands: what the state requests ---- */

/* Begins or ends the questions, if that was asked for. */
void app_follow_asking(App *app);
/* Goes to the moment and to the thing that a line of the card leads to. */
void app_go_along(App *app, const CardLine *line);
/* Applies the state to the window. */
void app_follow_state(App *app);
/* Runs COMMAND, unless it is NULL, or REPEATED by a held key where it is not to
 * be. */
void app_command(App *app, const Command *command, bool repeated);
/* Plays a lesson, which the app takes over. */
void app_play_lesson(App *app, LessonPlay *play);
/* Shows the stop of the lesson that waits. */
void app_show_stop(App *app);

/* Opens the dialog that the state asks for. */
void app_follow_dialog(App *app);
/* Opens DIALOG, which is taken over; closes the open one: a program that waits
 * for a yes is forgotten. */
void app_show_dialog(App *app, Dialog *dialog);
void app_close_dialog(App *app);

/* ---- app_files: programs, traces and lessons ---- */

/* Do what was chosen on the start page, in the set-up panel, in the dialog. */
void app_take_start(App *app, const StartChoice *choice);
void app_take_setup(App *app, SetupAnswer answer);
void app_take_dialog(App *app, DialogAnswer answer);

/* Opens what WANTED says, which is taken over; with KEEPS, at the same place.
 * False if algorithms cannot be run so; then ERROR says why. */
bool app_open_wanted(App *app, Wanted *wanted, bool keeps, Error *error);
/* Shows the files that were dropped. */
void app_open_dropped(App *app);

/* Shows what became of files that were saved.  New traces are drawn at once,
 * since the next event may be a press on the frame. */
void app_follow_files(App *app, double seconds);
/* Shows programs that were opened once they are recorded, or why they cannot
 * be.  A fault that is closed ends it. */
void app_follow_opening(App *app, double seconds);

/* ---- app: keys ---- */

/* A key was pressed, or clicked in the band; returns the command that it ran,
 * or NULL. */
const Command *app_key(App *app, const char *name);

/* ---- app_pointer: the mouse ---- */

/* Gives the bar, panels and start page an event, and does what it asks for.
 * True if it was for them. */
bool app_input(App *app, const UiInput *input);

void app_handle_wheel(App *app, const struct SDL_MouseWheelEvent *wheel);
void app_handle_button(App *app, const struct SDL_MouseButtonEvent *button);
void app_handle_motion(App *app, const struct SDL_MouseMotionEvent *motion);
/* Goes to the moment of FINDING of trace T, if it has one. */
void app_go_to_finding(App *app, int t, size_t finding);
/* The pointer has left the window. */
void app_pointer_leave(App *app);

#endif
