/* SPDX-License-Identifier: MIT
 *
 * app - see app.h.
 */
#include "window/app.h"

#include "view/view.h"
#include "window/app_state.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The state ---- */

static const double message_seconds = 4;

bool app_is_asking(const App *app)
{
    return app->asking.state != ASKING_OFF;
}

void app_end_stale_questions(App *app)
{
    if (!app_is_asking(app) || app->asking_changes == app->session.changes)
        return;
    asking_stop(&app->asking);
    app->state.asking = false;
}

bool app_shows_band(const App *app)
{
    return (app->lesson || app_is_asking(app)) && !app->state.start;
}

Band app_band(const App *app)
{
    return app_is_asking(app) ? asking_band(&app->asking)
                              : lesson_play_band(app->lesson);
}

void app_say(App *app, bool alarm, const char *text)
{
    snprintf(app->message, sizeof app->message, "%s", text);
    app->message_left = message_seconds;
    app->alarm = alarm;
    app->stale = true;
}

bool app_shows_card(const App *app)
{
    return app->touch.thing.kind && !app->state.start && !app->state.chart;
}

bool app_shows_setup(const App *app)
{
    return app->state.setup && !app->state.start && app->session.player.count;
}

bool app_frame_is_old(const App *app)
{
    return app->painted.changes != app->session.changes;
}

const ReloadFault *app_fault(const App *app)
{
    const ReloadFault *fault = app->opening ? reload_fault(app->opening) : NULL;

    return fault || !app->reload ? fault : reload_fault(app->reload);
}

/* True if something lies over all that takes keys and presses. */
static bool is_covered(const App *app)
{
    return app->dialog || app->state.help || app->state.words ||
           app->state.menu || app->state.blank;
}

bool app_takes_answers(const App *app)
{
    return app_is_asking(app) && !is_covered(app) && !app->state.fault;
}

bool app_is_in_lesson(const App *app)
{
    return app_shows_band(app) && !app_is_asking(app) && !is_covered(app);
}

/* ---- Keys -----------------------------------------------------------------*/

/* The keys of a lesson, which mean something else without one: a presenter's
 * keys, and numbers.  False if KEY is none. */
static bool lesson_key(App *app, const char *key)
{
    int direction = strcmp(key, "PageDown") == 0 ? 1
                    : strcmp(key, "PageUp") == 0 ? -1
                                                 : 0;

    if (direction && !app->key_repeats) {
        app->state.stops = direction;
        app_follow_state(app);
        return true;
    }
    if (direction == 0 && !app->key_repeats &&
        lesson_play_key(app->lesson, &app->session, key)) {
        app->stale = true;
        return true;
    }
    return direction != 0;
}

/* The arrows move what is chosen, if Tab gave them to it; true if KEY is one.
 */
static bool move_choice(App *app, const char *key)
{
    static const struct {
        const char *key;
        int x, y;
    } moves[] = {{"Left", -1, 0},
                 {"Right", 1, 0},
                 {"Up", 0, -1},
                 {"Down", 0, 1}};

    if (!app->state.arrows || !app_shows_card(app) || app->state.help ||
        app->state.words || app->state.blank)
        return false;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        if (strcmp(moves[i].key, key) != 0)
            continue;
        Scene scene = app_scene(app);
        touch_move(&app->touch, &scene, moves[i].x, moves[i].y);
        app->stale = true;
        return true;
    }
    return false;
}

/* What is over the picture, or instead of it, takes keys and texts first. */
static bool ui_takes(App *app, const char *key, const char *text)
{
    UiInput input = {.x = app->x, .y = app->y, .key = key, .text = text};
    bool to_card = key && app_shows_card(app) &&
                   (strcmp(key, "Tab") == 0 || strcmp(key, "Shift+Tab") == 0 ||
                    strcmp(key, "Return") == 0);
    bool open = app->state.menu || app->state.help || app->state.words ||
                app->state.start || app->dialog ||
                (to_card && !app->state.fault) ||
                (app_shows_setup(app) && ui_has_panel_focus(&app->ui));

    return open && !app->state.blank && app_input(app, &input);
}

/* Keys of the questions, the lesson and the card that is open; true
 * if KEY was for one of them. */
static bool key_of_mode(App *app, const char *key)
{
    if (app_takes_answers(app) &&
        (app->key_repeats || asking_key(&app->asking, key))) {
        app->stale = true;
        app_follow_state(app);
        return app->ignores_text = true;
    }
    if (app_is_in_lesson(app) && lesson_key(app, key))
        return app->ignores_text = true;
    return false;
}

const Command *app_key(App *app, const char *name)
{
    if (ui_takes(app, name, NULL) || key_of_mode(app, name) ||
        move_choice(app, name))
        return NULL;
    const Command *command = command_by_key(name);
    app_command(app, command, app->key_repeats);
    return command;
}

/* A key was pressed, or is held. */
static void app_handle_key(App *app, const SDL_Event *event)
{
    char name[KEY_TEXT];
    bool to_command = key_is_for_commands(event);

    app->key_repeats = event->key.repeat != 0;
    app->ignores_text = false;
    key_name(event, name);
    if (!name[0])
        return;
    bool presses = strcmp(name, "Return") == 0 || strcmp(name, "Space") == 0;
    if ((app->dialog || app->state.start) && app->key_repeats && presses)
        return; /* the key that opened a dialog is no answer */
    const Dialog *before = app->dialog;
    const Command *command = to_command ? command_by_key(name) : NULL;
    if (to_command)
        app_command(app, command, app->key_repeats);
    else
        app_key(app, name);
    app->ignores_text |=
        app->dialog != before || (command && event->key.keysym.mod & KMOD_CTRL);
}

/* TEXT was typed. */
static void app_handle_text(App *app, const char *text)
{
    if (app->ignores_text || ui_takes(app, NULL, text))
        return;
    if (app_takes_answers(app) && asking_type(&app->asking, text)) {
        app->stale = true;
    } else if (app_is_in_lesson(app) && lesson_play_type(app->lesson, text)) {
        app->stale = true;
    } else if (key_is_sign(text)) {
        app_command(app, command_by_key(text), app->key_repeats);
    }
}

static void handle_drop(App *app, const SDL_Event *event)
{
    if (file_drop_event(&app->drop, event)) {
        app_open_dropped(app);
        file_drop_clear(&app->drop);
    }
}

static void handle_window(App *app, const SDL_WindowEvent *window)
{
    if (window->event == SDL_WINDOWEVENT_LEAVE)
        app_pointer_leave(app);
    if (window->event == SDL_WINDOWEVENT_CLOSE)
        app->state.quit = true;
    window_fit(app->window);
    app->stale = true;
}

bool app_handle(App *app, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        app->state.quit = true;
        break;
    case SDL_KEYDOWN:
        app_handle_key(app, event);
        break;
    case SDL_TEXTINPUT:
        app_handle_text(app, event->text.text);
        break;
    case SDL_MOUSEWHEEL:
        app_handle_wheel(app, &event->wheel);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        app_handle_button(app, &event->button);
        break;
    case SDL_MOUSEMOTION:
        app_handle_motion(app, &event->motion);
        break;
    case SDL_WINDOWEVENT:
        handle_window(app, &event->window);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        window_forget(app->window);
        app->stale = true;
        break;
    default:
        handle_drop(app, event);
        break;
    }
    return !app->state.quit;
}

/* ---- Time ---- */

void app_tick(App *app, double seconds)
{
    if (app->lesson && app->lesson->waits)
        app_show_stop(app);
    app->stale |= player_advance(&app->session.player, seconds);
    if (app->message_left > 0) {
        app->message_left -= seconds;
        app->stale |= app->message_left <= 0;
    }
    app_end_stale_questions(app);
    app_follow_files(app, seconds);
    app_follow_opening(app, seconds);
}

/* The earlier of two times, of which a negative one never comes. */
static double earlier(double a, double b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

double app_due(const App *app)
{
    double message = app->message_left > 0 ? app->message_left : -1;
    double player = player_due(&app->session.player);
    double reload = app->reload ? reload_due(app->reload) : -1;
    double opening = app->opening ? reload_due(app->opening) : -1;

    if (app->lesson && app->lesson->waits)
        return 0;
    return earlier(earlier(message, player), earlier(reload, opening));
}

/* ---- Opening and closing ---- */

App *app_open(const Trace *const traces[], int count, const AppOptions *options,
              Error *error)
{
    App *app = base_alloc(1, sizeof *app);
    Error ignored;

    app_pointer_leave(app);
    app->stale = true;
    app->full_screen = options->full_screen;
    app->reload = options->reload;
    app->lesson = options->lesson;
    app->costs = options->costs ? *options->costs : schedule_costs;
    app->state = (CommandState){.player = &app->session.player,
                                .theme = options->theme,
                                .scale = options->scale,
                                .projector = options->projector,
                                .thread = options->thread,
                                .start = options->start,
                                .full_screen = options->full_screen};
    if (session_open(&app->session, traces, count, error))
        app->window = window_open(options->width, options->height,
                                  options->full_screen, error);
    if (!app->window) {
        app_close(app);
        return NULL;
    }
    player_set_clock(&app->session.player, options->clock);
    player_animate(&app->session.player, true);
    app->seed = options->seed;
    if (count)
        session_ask(&app->session, options->wanted);
    else if (options->wanted &&
             !app_open_wanted(app, wanted_copy(options->wanted), false,
                              &ignored))
        app_say(app, true, ignored.text);
    app->state.ask = options->ask;
    if (options->ask)
        app_follow_asking(app);
    if (options->lesson) {
        lesson_play_begin(options->lesson, &app->session);
        app_play_lesson(app, options->lesson);
    }
    return app;
}

void app_close(App *app)
{
    if (!app)
        return;
    window_close(app->window);
    asking_stop(&app->asking);
    session_close(&app->session);
    file_drop_clear(&app->drop);
    reload_free(app->opening);
    reload_free(app->own);
    lesson_play_free(app->lesson);
    app_close_dialog(app);
    setup_free(&app->setup);
    start_free(app->start);
    touch_free(&app->touch);
    app_free_frame(app);
    bar_marks_free(&app->marks);
    display_list_free(&app->chrome);
    text_free(&app->note);
    free(app);
}

/* ---- Running ---- */

static double seconds_between(Uint64 from, Uint64 to)
{
    return (double)(to - from) / (double)SDL_GetPerformanceFrequency();
}

/* Waits until there is an event, and *GOT is true, or app_tick has something to
 * do, counted from LAST, when it was last called.  False if SDL cannot wait any
 * more. */
static bool wait_for_event(const App *app, Uint64 last, SDL_Event *event,
                           bool *got)
{
    double due = app_due(app);

    if (due < 0)
        return *got = SDL_WaitEvent(event);
    due -= seconds_between(last, SDL_GetPerformanceCounter());
    *got = SDL_WaitEventTimeout(event, due > 0 ? (int)ceil(due * 1000) : 0);
    return true;
}

AppOptions app_options(const Options *options)
{
    bool sized = options_given(options, OPTION(SIZE));
    double scale = options->text_scale > 0 ? options->text_scale : 1;

    return (AppOptions){.theme = options->theme,
                        .ask = options->ask,
                        .seed = options->seed,
                        .scale = scale,
                        .projector = options->projector,
                        .thread = options_given(options, OPTION(THREAD))
                                      ? options->thread + 1
                                      : 0,
                        .costs = &options->costs,
                        .full_screen = options->full_screen,
                        .width = sized ? options->frame_width : 0,
                        .height = sized ? options->frame_height : 0,
                        .clock = options->clock ? CLOCK_CYCLES : CLOCK_STEPS};
}

bool app_run(const Trace *const traces[], int count, const AppOptions *options,
             Error *error)
{
    App *app = app_open(traces, count, options, error);
    bool open = app != NULL, good = open, got;
    Uint64 last = SDL_GetPerformanceCounter();
    SDL_Event event;

    if (open)
        app_draw(app);
    while (open) {
        good = wait_for_event(app, last, &event, &got);
        if (!good) {
            error_set(error, ERROR_FAILED, "the window was lost: %s",
                      SDL_GetError());
            break;
        }
        Uint64 now = SDL_GetPerformanceCounter();
        app_tick(app, seconds_between(last, now));
        last = now;
        for (; got && open; got = SDL_PollEvent(&event))
            open = app_handle(app, &event);
        app_draw(app);
    }
    app_close(app);
    return good;
}
