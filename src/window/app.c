/* SPDX-License-Identifier: MIT
 *
 * app - events, commands and drawing; see app.h.
 */
#include "window/app.h"

#include "cli/recent.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_list.h"
#include "view/view.h"
#include "window/chrome.h"
#include "window/save.h"

#include <SDL.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WHEEL = 10 };

static const double message_seconds = 4;

static bool is_asking(const App *app)
{
    return app->asking.state != ASKING_OFF;
}

/* Questions are about traces that are gone once others are shown. */
static void end_stale_questions(App *app)
{
    if (!is_asking(app) || app->asking_changes == app->session.changes)
        return;
    asking_stop(&app->asking);
    app->state.asking = false;
}

/* The band of a lesson leaves room for questions about the run. */
static bool shows_lesson(const App *app)
{
    return app->lesson && !app->state.start && !is_asking(app);
}

/* ---- Messages and the title ---- */

static void say(App *app, bool alarm, const char *text)
{
    snprintf(app->message, sizeof app->message, "%s", text);
    app->message_left = message_seconds;
    app->alarm = alarm;
    app->stale = true;
}

static void set_title(App *app, const Chart *chart)
{
    Text title = {0};

    if (app->state.start)
        text_add(&title, "Start");
    else if (chart)
        text_add(&title, "%s", chart->title.text);
    else if (app->asking.state == ASKING_QUESTION)
        text_add(&title, "%s", app->asking.quiz.question.sentence);
    else
        session_title(&app->session, &title);
    text_add(&title, " · Upsweep");
    window_title(app->window, title.text);
    text_free(&title);
}

/* ---- Drawing ---- */

static Scene scene_now(App *app)
{
    Scene scene = session_scene(&app->session, app->state.labels);

    scene.theme = app->state.theme;
    scene.scale = app->state.scale;
    scene.projector = app->state.projector;
    scene.keys = true;
    if (scene.projector && app->window_share > 0)
        scene.scale = fmax(1, scene.scale) * app->window_share;
    scene.thread = app->state.thread;
    scene.density = window_density(app->window);
    scene.chart = chart_cache_shown(&app->charts);
    scene.time = app->state.time;
    scene.costs = &app->costs;
    asking_cover(&app->asking, &scene);
    memcpy(scene.zooms, app->view_zoom.zooms, sizeof scene.zooms);
    if (app->lesson && !is_asking(app))
        lesson_play_scene(app->lesson, &app->session, &scene);
    if (!is_asking(app))
        touch_light(&app->touch, &scene);
    return scene;
}

/* Paints the frame anew if it shows something else; true if it was. */
static bool update_frame(App *app, int width, int height)
{
    chart_cache_follow(&app->charts);
    Scene scene = scene_now(app);

    if (!frame_cache_update(&app->painted, &scene, &app->view_zoom,
                            app->session.changes, width, height))
        return false;
    set_title(app, scene.chart);
    return app->stale = true;
}

/* Opens the start page; closes it once something else is to be seen. */
static void follow_start(App *app)
{
    bool opens = app->state.start && !app->start_shown;

    if (opens) {
        start_free(app->start);
        app->start = start_new();
        app->opens = -1;
        app->start_changes = app->session.changes;
        app->session.player.playing = false;
        player_rest(&app->session.player);
    } else if (app->start_changes != app->session.changes) {
        app->state.start = false;
    }
    if (app->start_shown != app->state.start)
        app->start_stale = app->stale = true;
    app->start_shown = app->state.start;
}

/* Draws the start page anew if it shows something else; true if it did. */
static bool update_start(App *app, const ChromeSize *size, int height)
{
    ChromeSize page = *size;
    const Start *start = app->start;

    page.height = height;
    if (!app->start_stale && page.width == start->size.width &&
        page.height == start->size.height && page.scale == start->size.scale &&
        page.density == start->size.density &&
        app->painted.damage.theme == app->state.theme &&
        app->painted.scene.count == 0)
        return false;
    app->start_stale = false;
    start_draw(&app->painted.frame, app->start, &page);
    frame_cache_paint(&app->painted, app->state.theme, (int)page.width, height);
    set_title(app, NULL);
    return app->stale = true;
}

/* The card of what is chosen, as the moment has it; true if it is another one.
 */
static bool update_card(App *app)
{
    if ((!app->state.card || is_asking(app)) && app->touch.thing.kind)
        touch_choose(&app->touch, (Thing){.kind = THING_NONE});
    Scene scene = scene_now(app);
    bool changed = touch_follow(&app->touch, &scene, app->session.changes);
    bool open = app->touch.thing.kind != THING_NONE;

    changed |= app->state.card != open;
    app->state.card = open;
    app->state.arrows &= open;
    app->stale |= changed;
    return changed;
}

/* Is a card to be seen? */
static bool shows_card(const App *app)
{
    return app->touch.thing.kind && !app->state.start && !app->state.chart;
}

/* True if the frame shows traces that others have taken the place of since:
 * there is nothing to point at in it. */
static bool is_frame_old(const App *app)
{
    return app->painted.changes != app->session.changes;
}

static PointerTarget pointer_target(const App *app)
{
    static const DisplayList nothing;

    return (PointerTarget){is_frame_old(app) ? &nothing : &app->painted.frame,
                           &app->chrome, &app->session.player};
}

/* What the reload says now. */
static void update_note(App *app)
{
    const Reload *reload = app->opening ? app->opening : app->reload;

    app->note.length = 0;
    if (reload)
        app->note_alarm = reload_note(reload, &app->note);
}

/* Why there is no newer trace, or none of the files that were dropped. */
static const ReloadFault *find_fault(const App *app)
{
    const ReloadFault *fault = app->opening ? reload_fault(app->opening) : NULL;

    return fault || !app->reload ? fault : reload_fault(app->reload);
}

static void draw_chrome(App *app, const ChromeSize *size)
{
    const ReloadFault *fault = app->state.fault ? find_fault(app) : NULL;
    LessonBand band =
        app->lesson ? lesson_play_band(app->lesson) : (LessonBand){0};
    CardPanel card = {.card = &app->touch.card,
                      .link = app->touch.link,
                      .left = app->touch.left,
                      .hint = app->state.arrows
                                  ? "arrows: another · Enter: follow · K: next "
                                    "link · Escape"
                                  : "Tab: arrows choose · K, Enter: links · "
                                    "Escape"};
    Chrome chrome = {.size = *size,
                     .card = shows_card(app) ? &card : NULL,
                     .state = &app->state,
                     .dialog = app->dialog_kind ? &app->dialog : NULL,
                     .hover = app->pointer.button,
                     .hover_tick = app->pointer.tick,
                     .message = app->message_left > 0 ? app->message : NULL,
                     .alarm = app->alarm,
                     .note = app->note.length ? app->note.text : NULL,
                     .note_alarm = app->note_alarm,
                     .lesson = shows_lesson(app) ? &band : NULL,
                     .fault = fault ? fault->title : NULL,
                     .fault_lines = fault ? fault->lines : NULL};

    chrome_draw(&app->chrome, &chrome);
}

static void draw_blank(App *app, int width, int height)
{
    display_list_clear(&app->chrome, width, height);
    presenter_blank(app->window->presenter);
    ++app->presents;
}

/* Moves the card away from what it is of. */
static void place_card(App *app, const ChromeSize *size)
{
    Rect above = chrome_above(size, app->state.toolbar);
    double unit = chrome_unit(size);
    Rect columns[2] = {card_panel_column(above, unit, false),
                       card_panel_column(above, unit, true)};

    touch_make_way(&app->touch, &app->painted.frame, columns);
}

static void draw_all(App *app, const ChromeSize *size, bool fresh)
{
    if (shows_card(app))
        place_card(app, size);
    update_note(app);
    draw_chrome(app, size);
    PointerTarget target = pointer_target(app);
    if (app->pointer.x >= 0 &&
        pointer_move(&app->pointer, &target, app->pointer.x, app->pointer.y))
        draw_chrome(app, size); /* another button is under the pointer */
    Picture picture = {.pixels = app->painted.pixels,
                       .damage = &app->painted.damage,
                       .fresh = fresh,
                       .chrome = &app->chrome};
    presenter_show(app->window->presenter, &picture);
    ++app->presents;
}

/* For the last row, toolbar and dialogs are as large as the frame. */
static double chrome_scale(const App *app)
{
    return app->state.projector ? fmax(app->state.scale, CHROME_PROJECTOR)
                                : app->state.scale;
}

void app_draw(App *app)
{
    int width, height;

    if (!window_size(app->window, &width, &height))
        return;
    ChromeSize size = {width, height, chrome_scale(app),
                       window_density(app->window)};
    int strip = chrome_strip(&size, app->state.toolbar);
    if (strip >= height)
        return;
    end_stale_questions(app);
    follow_start(app);
    app->window_share = (double)height / (height - strip);
    update_card(app);
    int band = shows_lesson(app) ? chrome_band(&size, strip) : 0;
    bool fresh = app->state.start
                     ? update_start(app, &size, height - strip)
                     : update_frame(app, width, height - strip - band);
    if (!app->stale)
        return;
    app->stale = false;
    if (app->state.blank)
        draw_blank(app, width, height);
    else
        draw_all(app, &size, fresh);
}

/* ---- Commands ---- */

/* Saves the frame in the size of the whole window, without the toolbar. */
static void save(App *app)
{
    Text told = {0};
    int width, height;

    app->state.save = false;
    if (!window_size(app->window, &width, &height))
        return;
    Scene scene = scene_now(app);
    bool good =
        save_frame(&scene, app->session.player.tick, width, height, &told);
    say(app, !good, told.text);
    text_free(&told);
}

static void follow_full_screen(App *app)
{
    Error error;

    if (app->state.full_screen == app->full_screen)
        return;
    if (window_fill(app->window, app->state.full_screen, &error))
        app->full_screen = app->state.full_screen;
    else
        say(app, true, error.text);
    app->state.full_screen = app->full_screen;
}

/* Shows the locals of the thread that is so many after the one shown, of those
 * in the block that runs. */
static void follow_threads(App *app)
{
    int by = app->state.threads;
    uint32_t shown, count;

    app->state.threads = 0;
    if (by == 0)
        return;
    Scene scene = scene_now(app);
    for (int t = 0; t < scene.count; ++t) {
        count = scene_threads(&scene, t, &shown);
        if (count == 0)
            continue;
        uint32_t on = by < 0 ? count - (uint32_t)-by % count : (uint32_t)by;
        app->state.thread = (shown + on) % count + 1;
        return;
    }
    say(app, false,
        "there are no local variables here; `upsweep view --thread 0` looks "
        "them up");
}

/* ---- Questions ---- */

/* Asks about the run, as numbers and in its views. */
static void start_asking(App *app)
{
    const AnalysedTrace *traces[PLAYER_MAX_TRACES];

    for (int t = 0; t < app->session.player.count; ++t)
        traces[t] = app->session.shown[t].analysed;
    app->state.start = app->state.labels = app->state.time = false;
    app->state.chart = CHART_NONE;
    app->state.whole = true;
    app->asking_changes = app->session.changes;
    if (!asking_start(&app->asking, traces, &app->session.player, app->seed))
        say(app, false, "there is nothing to ask about the rest of this run");
    ++app->seed;
}

/* Begins or ends the questions, if that was asked for. */
static void follow_asking(App *app)
{
    bool wanted = app->state.ask;

    app->state.ask = false;
    if (is_asking(app) && (wanted || app->state.start ||
                           app->asking_changes != app->session.changes))
        asking_stop(&app->asking);
    else if (wanted && !is_asking(app))
        start_asking(app);
    app->state.asking = is_asking(app);
}

/* The lesson is over once other traces are shown, or the user leaves it. */
static void follow_lesson(App *app)
{
    LessonPlay *play = app->lesson;
    bool other =
        play && play->shows && !lesson_play_is_shown(play, &app->session);

    if (!play || (app->state.lesson && !other)) {
        app->state.stops = 0;
        app->state.note = false;
        return;
    }
    lesson_play_free(play);
    app->lesson = NULL;
    app->state.lesson = false;
    app->stale = true;
}

/* Goes on in the lesson, as the state requests; behind its end is the start
 * page. */
static void move_lesson(App *app)
{
    LessonPlay *play = app->lesson;
    int by = app->state.stops;

    app->state.stops = 0;
    if (!play)
        return;
    play->note ^= app->state.note;
    app->state.note = false;
    if (by == 0 || lesson_play_move(play, &app->session, by)) {
        if (play->waits && lesson_play_records(play, &app->session))
            say(app, false, "recording ...");
        return;
    }
    if (by > 0) {
        Text score = {0};
        if (play->asked)
            text_add(&score, "%d of %d answers right", play->right,
                     play->asked);
        say(app, false, play->asked ? score.text : "the lesson is done");
        text_free(&score);
        app->state.lesson = false;
        app->state.start = true;
    }
}

/* Goes to the moment and to the thing that a line of the card leads to. */
static void go_along(App *app, const CardLine *line)
{
    Player *player = &app->session.player;
    int t = app->touch.thing.trace ? app->touch.thing.trace - 1 : 0;

    if (!line || !card_leads(line))
        return;
    Thing thing = line->thing;
    size_t position = line->position;
    if (thing.kind) {
        thing.trace = t + 1;
        touch_choose(&app->touch, thing);
    }
    if (position != CARD_NOWHERE && position > 0) {
        size_t index = player_instruction(player, t, position - 1);
        player->playing = false;
        player_seek(player, player_tick_of(player, t, index));
    }
    app->stale = true;
}

/* Chooses, and follows links, as commands have asked. */
static void follow_card(App *app)
{
    CommandState *state = &app->state;

    if (state->choose) {
        Scene scene = scene_now(app);
        touch_move(&app->touch, &scene, 0, 0);
        state->card = true;
    }
    update_card(app);
    if (state->links && state->card)
        touch_next_link(&app->touch, state->links);
    if (state->follow && state->card)
        go_along(app, touch_link(&app->touch));
    state->choose = state->follow = false;
    state->links = 0;
}

/* Applies the state to the window. */
static void follow_state(App *app)
{
    app->stale = true;
    follow_asking(app);
    move_lesson(app);
    follow_lesson(app);
    follow_start(app);
    follow_full_screen(app);
    if (app->state.dialog != app->dialog_kind) {
        app->dialog_kind = app->state.dialog;
        app->applying = false;
        if (app->dialog_kind)
            app->dialog = dialogs_make(app->dialog_kind, &app->session);
    }
    chart_cache_follow(&app->charts);
    if (chart_cache_waits(&app->charts))
        say(app, false, "counting for the chart …");
    Scene scene = scene_now(app);
    zoom_pan_move(&app->view_zoom, &scene, app->state.zoom, app->state.pan,
                  app->state.whole);
    app->state.zoom = app->state.pan = 0;
    follow_threads(app);
    follow_card(app);
    app->state.whole = false;
    if (app->state.save)
        save(app);
}

static void do_command(App *app, const Command *command, bool repeated)
{
    if (!command || (repeated && !command->repeats))
        return;
    command_run(command, &app->state);
    if (repeated) /* moves by a held key are not animated */
        player_rest(&app->session.player);
    follow_state(app);
}

/* Computes the requested chart. */
static void make_chart(App *app)
{
    Error error = {ERROR_NONE, ""};

    app->message_left = 0;
    app->stale = true;
    if (!chart_cache_make(&app->charts, &error))
        say(app, true, error.text);
}

/* ---- Dialogs and files ---- */

static void close_dialog(App *app)
{
    app->state.dialog = DIALOGS_NONE;
    follow_state(app);
}

static void show_dialog(App *app, DialogKind kind, const Dialog *dialog)
{
    app->dialog_kind = app->state.dialog = kind;
    app->dialog = *dialog;
    app->applying = false;
    app->stale = true;
}

static void forget_waiting(App *app)
{
    for (int i = 0; i < app->waiting_count; ++i)
        free(app->waiting[i]);
    free(app->waiting);
    app->waiting = NULL;
    app->waiting_count = 0;
    consent_free(&app->consent);
}

/* Asks about what is new among the programs of COUNT files, or, with none,
 * among those that the open form names; false if nothing is. */
static bool ask_consent(App *app, char *const paths[], int count)
{
    forget_waiting(app);
    if (count)
        reload_consent(paths, count, &app->consent);
    else
        dialogs_programs(&app->dialog, &app->session, &app->consent);
    if (!consent_needed(&app->consent))
        return false;
    app->waiting = base_alloc((size_t)count + 1, sizeof *app->waiting);
    for (int i = 0; i < count; ++i)
        app->waiting[app->waiting_count++] = base_strdup(paths[i]);
    if (!count)
        app->form = app->dialog;
    Dialog dialog = dialogs_ask(&app->consent);
    show_dialog(app, DIALOGS_PROGRAM, &dialog);
    return true;
}

/* Shows what applying the dialog will do; app_tick does it, which may take a
 * while. */
static void announce(App *app)
{
    Text text = {0};

    if (app->dialog_kind == DIALOGS_RUN && ask_consent(app, NULL, 0))
        return;
    app->applying = true;
    dialogs_tell(app->dialog_kind, &app->dialog, &text);
    if (text.length)
        say(app, false, text.text);
    text_free(&text);
}

static void apply_dialog(App *app)
{
    Error error = {ERROR_NONE, ""};
    bool good =
        dialogs_apply(app->dialog_kind, &app->dialog, &app->session, &error);

    app->applying = false;
    app->message_left = 0;
    app->stale = true;
    if (good)
        close_dialog(app);
    else
        dialog_fail(&app->dialog, &error);
}

/* Programs are recorded by another process; see follow_opening. */
static void open_programs(App *app, char *const paths[], int count)
{
    Error error = {ERROR_NONE, ""};

    if (app->dialog_kind)
        close_dialog(app);
    if (ask_consent(app, paths, count))
        return;
    reload_free(app->opening);
    app->opening = reload_open(paths, count, &error);
    for (int i = count; app->opening && i-- > 0;)
        recent_add(paths[i]);
    app->message_left = 0;
    app->stale = true;
    if (!app->opening)
        say(app, true, error.text);
}

/* What waited for a yes goes on: files are opened, or the form is applied. */
static void take_yes(App *app)
{
    char **paths = app->waiting;
    int count = app->waiting_count;

    consent_accept(&app->consent);
    app->waiting = NULL;
    app->waiting_count = 0;
    if (count) {
        open_programs(app, paths, count);
    } else {
        show_dialog(app, DIALOGS_RUN, &app->form);
        announce(app);
    }
    for (int i = 0; i < count; ++i)
        free(paths[i]);
    free(paths);
}

/* Without a yes the form is there again, and nothing else has changed. */
static void take_no(App *app)
{
    Error error;

    if (app->waiting_count) {
        close_dialog(app);
        say(app, false, "nothing was built or run");
    } else {
        show_dialog(app, DIALOGS_RUN, &app->form);
        error_set(&error, ERROR_USAGE, "nothing was built or run");
        dialog_fail(&app->dialog, &error);
    }
    forget_waiting(app);
}

static void follow_answer(App *app, DialogAnswer answer)
{
    bool program = app->dialog_kind == DIALOGS_PROGRAM;

    app->stale = true;
    if (answer == DIALOG_IS_LEFT)
        (program ? take_no : close_dialog)(app);
    else if (answer == DIALOG_IS_DONE)
        (program ? take_yes : announce)(app);
}

static void open_traces(App *app)
{
    Error error = {ERROR_NONE, ""};
    const FileDrop *drop = &app->drop;
    bool good = session_read(&app->session, drop->paths, drop->count, &error);

    reload_free(app->opening);
    app->opening = NULL;
    say(app, !good, good ? "opened" : error.text);
}

/* Shows the files that were dropped, or enters one in the open dialog. */
static void open_dropped(App *app)
{
    const FileDrop *drop = &app->drop;

    app->state.blank = false;
    if (drop->count == 0)
        return;
    if (reload_is_program(drop->paths, drop->count)) {
        open_programs(app, drop->paths, drop->count);
    } else if (app->dialog_kind == DIALOGS_RUN) {
        dialogs_drop(&app->dialog, drop->paths[0]);
        app->stale = true;
    } else {
        open_traces(app);
    }
}

/* Opens an entry of the start page.  Files of programs are recorded by another
 * process; what is recorded here may take seconds, so a message comes first. */
static void open_entry(App *app, int index)
{
    const StartEntry *entry = app->start->entries + index;
    Text text = {0};

    app->start->focus = (size_t)index;
    app->start_stale = app->stale = true;
    if (entry->kind == START_FORM) {
        do_command(app, command_by_icon(ICON_RUN), false);
        return;
    }
    app->opens = index;
    text_add(&text, "%s %s ...",
             entry->kind == START_RUN ? "recording" : "opening", entry->title);
    say(app, false, text.text);
    text_free(&text);
}

static void play_lesson(App *app, LessonPlay *play)
{
    if (app->lesson != play)
        lesson_play_free(app->lesson);
    app->lesson = play;
    app->state.lesson = true;
    app->state.start = false;
    app->state.labels = app->state.time = false;
    app->state.chart = CHART_NONE;
    app->stale = true;
}

static void apply_entry(App *app)
{
    StartEntry *entry = app->start->entries + app->opens;
    Options options = start_options(entry);
    Error error = {ERROR_NONE, ""};
    bool good = true;

    app->opens = -1;
    app->message_left = 0;
    app->stale = true;
    if (entry->kind == START_PROGRAM) {
        open_programs(app, &entry->what, 1);
    } else if (entry->kind == START_LESSON) {
        Lesson *lesson = lesson_find(entry->what, &error);
        good = lesson != NULL;
        if (good)
            play_lesson(app,
                        lesson_play_new(lesson, lesson_done_resume(lesson)));
    } else if (entry->kind == START_TRACE) {
        good = session_read(&app->session, &entry->what, 1, &error);
    } else {
        good = session_change(&app->session, &options, &error);
    }
    if (!good)
        say(app, true, error.text);
}

static void handle_drop(App *app, const SDL_Event *event)
{
    if (file_drop_event(&app->drop, event)) {
        open_dropped(app);
        file_drop_clear(&app->drop);
    }
}

/* True if keys and presses are for the start page. */
static bool is_on_start(const App *app)
{
    return app->state.start && app->start && !app->dialog_kind &&
           !app->state.help && !app->state.words && !app->state.blank &&
           !app->state.fault;
}

/* True if keys and presses may be answers. */
static bool takes_answers(const App *app)
{
    return is_asking(app) && !app->dialog_kind && !app->state.help &&
           !app->state.words && !app->state.blank && !app->state.fault;
}

/* ---- Lessons ---- */

/* Shows the stop that waits. */
static void show_stop(App *app)
{
    LessonPlay *play = app->lesson;
    unsigned view = play->lesson->stops[play->at].view;
    bool records = lesson_play_records(play, &app->session);

    lesson_play_show(play, &app->session);
    app->message_left = records ? 0 : app->message_left;
    app->state.labels = (view & LESSON_LABELS) != 0;
    app->state.time = (view & LESSON_TIME) != 0;
    app->state.thread = 0;
    app->stale = true;
}

static bool is_in_lesson(const App *app)
{
    return shows_lesson(app) && !app->dialog_kind && !app->state.help &&
           !app->state.words && !app->state.blank;
}

/* The keys of a lesson, which mean something else without one: those of a
 * presenter, and numbers.  False if KEY is none. */
static bool lesson_key(App *app, const char *key)
{
    int direction = strcmp(key, "PageDown") == 0 ? 1
                    : strcmp(key, "PageUp") == 0 ? -1
                                                 : 0;

    if (direction && !app->key_repeats) {
        app->state.stops = direction;
        follow_state(app);
        return true;
    }
    if (direction == 0 && !app->key_repeats &&
        lesson_play_key(app->lesson, &app->session, key)) {
        app->stale = true;
        return true;
    }
    return direction != 0;
}

/* ---- The keyboard ---- */

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

    if (!app->state.arrows || !shows_card(app) || app->state.help ||
        app->state.words || app->state.blank)
        return false;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        if (strcmp(moves[i].key, key) != 0)
            continue;
        Scene scene = scene_now(app);
        touch_move(&app->touch, &scene, moves[i].x, moves[i].y);
        app->stale = true;
        return true;
    }
    return false;
}

static void handle_key(App *app, const SDL_Event *event)
{
    char name[KEY_TEXT];
    bool to_dialog = app->dialog_kind && !app->state.blank;

    app->key_repeats = event->key.repeat != 0;
    app->ignores_text = false;
    key_name(event, name);
    if (!name[0])
        return;
    if (to_dialog && app->dialog_kind == DIALOGS_PROGRAM && app->key_repeats)
        return; /* the key that opened it is no answer */
    if (to_dialog && !key_is_for_commands(event)) {
        follow_answer(app, dialog_key(&app->dialog, name));
        return;
    }
    if (is_on_start(app) && !key_is_for_commands(event)) {
        StartAnswer answer = start_key(app->start, name);
        app->start_stale |= answer != START_IGNORES;
        app->stale |= app->start_stale;
        if (answer == START_OPENS && !app->key_repeats)
            open_entry(app, (int)app->start->focus);
        if (answer != START_IGNORES)
            return;
    }
    if (takes_answers(app) && !key_is_for_commands(event) &&
        (app->key_repeats || asking_key(&app->asking, name))) {
        app->ignores_text = app->stale = true;
        follow_state(app);
        return;
    }
    if (is_in_lesson(app) && lesson_key(app, name)) {
        app->ignores_text = true;
        return;
    }
    if (move_choice(app, name))
        return;
    DialogKind before = app->dialog_kind;
    const Command *command = command_by_key(name);
    do_command(app, command, app->key_repeats);
    app->ignores_text = app->dialog_kind != before ||
                        (command && event->key.keysym.mod & KMOD_CTRL);
}

static void handle_text(App *app, const char *text)
{
    if (app->ignores_text)
        return;
    if (app->dialog_kind && !app->state.blank) {
        dialog_type(&app->dialog, text);
        app->stale = true;
    } else if (takes_answers(app) && asking_type(&app->asking, text)) {
        app->stale = true;
    } else if (is_in_lesson(app) && lesson_play_type(app->lesson, text)) {
        app->stale = true;
    } else if (key_is_sign(text)) {
        do_command(app, command_by_key(text), app->key_repeats);
    }
}

/* ---- The pointer ---- */

/* The entry of the start page at a point, or -1; the toolbar has none. */
static int entry_at(const App *app, double x, double y)
{
    return is_on_start(app) ? start_at(&app->painted.frame, x, y) : -1;
}

static void point_start(App *app, double x, double y)
{
    int hover = entry_at(app, x, y);

    if (!app->state.start || !app->start || app->start->hover == hover)
        return;
    app->start->hover = hover;
    app->start_stale = app->stale = true;
}

/* The thing of the frame under the pointer; THING_NONE if the frame shows none
 * there, or is covered, or not drawn yet. */
static Thing thing_under(const App *app)
{
    const Scene *scene = &app->painted.scene;
    double x = app->pointer.x, y = app->pointer.y;

    if (x < 0 || app->state.start || is_asking(app) || app->state.help ||
        app->state.words || app->state.blank || app->dialog_kind ||
        scene->chart || is_frame_old(app) ||
        display_list_at(&app->chrome, x, y, TAG_CHROME) ||
        display_list_at(&app->chrome, x, y, TAG_CARD))
        return (Thing){.kind = THING_NONE};
    return thing_at(scene, &app->painted.frame, x, y);
}

static void hover(App *app)
{
    Thing thing = {.kind = THING_NONE};

    if (app->pointer.hold == HOLD_NONE && !app->view_zoom.holds &&
        !app->session.player.playing)
        thing = thing_under(app);
    app->stale |= !thing_same(&thing, &app->touch.hovered);
    app->touch.hovered = thing;
}

/* Moves the pointer, and what it drags with it. */
static void point(App *app, int x, int y)
{
    PointerTarget target = pointer_target(app);
    double at_x, at_y;

    if (!window_point(app->window, x, y, &at_x, &at_y))
        return;
    point_start(app, at_x, at_y);
    app->stale |= pointer_move(&app->pointer, &target, at_x, at_y);
    app->stale |= zoom_pan_drag(&app->view_zoom, &app->painted.frame,
                                app->pointer.x, app->pointer.y);
    hover(app);
    if (!pointer_drags(&app->pointer))
        return;
    app->session.player.playing = false;
    app->stale = true;
    if (app->pointer.tick >= 0)
        player_seek(&app->session.player, (uint32_t)app->pointer.tick);
}

/* Handles a press on the open dialog, or one beside it, which closes it; false
 * if no dialog is open or the press is on neither. */
static bool press_dialog(App *app)
{
    const DisplayList *chrome = &app->chrome;
    double x = app->pointer.x, y = app->pointer.y;

    if (!app->dialog_kind)
        return false;
    const Shape *part = display_list_at(chrome, x, y, TAG_DIALOG);
    const Shape *around = display_list_at(chrome, x, y, TAG_CHROME);
    if (part)
        follow_answer(app, dialog_press(&app->dialog,
                                        DIALOG_TAG_PART(part->tag.index),
                                        DIALOG_TAG_INDEX(part->tag.index)));
    else if (around && around->tag.index == CHROME_AROUND)
        follow_answer(app, DIALOG_IS_LEFT);
    else
        return false;
    return true;
}

static bool has_locals(const App *app, int t)
{
    return t >= 0 && t < app->session.player.count &&
           app->session.player.traces[t]->locals_count > 0;
}

/* Shows the locals of the thread under the pointer; if they are shown already
 * because it was chosen, those of the lowest that runs. */
static void choose_thread(App *app)
{
    const Shape *shape = display_list_thread_at(&app->painted.frame,
                                                app->pointer.x, app->pointer.y);

    if (!shape || !has_locals(app, shape->tag.panel))
        return;
    app->state.thread = app->state.thread == shape->thread ? 0 : shape->thread;
    app->stale = true;
}

/* Handles a press on a shape as an answer to the question that is open. */
static bool press_shape(App *app, const Shape *shape)
{
    if (takes_answers(app))
        return asking_press(&app->asking, &shape->tag, shape->thread);
    return lesson_play_press(app->lesson, &app->session, &shape->tag,
                             shape->thread);
}

/* The same of what lies under the pointer, the uppermost first; false if none
 * of it answers. */
static bool press_shapes(App *app)
{
    const DisplayList *frame = &app->painted.frame;

    for (size_t i = frame->shapes_count; i-- > 0;) {
        const Shape *shape = frame->shapes + i;
        Rect box = shape->box;
        if (app->pointer.x >= box.x && app->pointer.x < box.x + box.w &&
            app->pointer.y >= box.y && app->pointer.y < box.y + box.h &&
            press_shape(app, shape))
            return true;
    }
    return false;
}

/* True if a card, or what else lies over the frame, is under the pointer. */
static bool is_covered(const App *app)
{
    double x = app->pointer.x, y = app->pointer.y;

    return display_list_at(&app->chrome, x, y, TAG_CHROME) ||
           (shows_card(app) && display_list_at(&app->chrome, x, y, TAG_CARD));
}

/* Handles a press while something is asked: in a quiz no press means anything
 * else, in a lesson one that answers nothing points at things. */
static bool press_answer(App *app)
{
    bool quiz = takes_answers(app);

    if (app->pointer.hold == HOLD_BUTTON ||
        (!quiz && (!is_in_lesson(app) || is_covered(app))))
        return false;
    if (quiz)
        app->pointer.hold = HOLD_NONE; /* what is to come is covered */
    bool answers = press_shapes(app);
    if (!quiz && !answers)
        return false;
    app->stale = true;
    follow_state(app);
    return true;
}

/* Chooses what is under the pointer, and opens its card; what is chosen
 * already, or a press on nothing, ends that. */
static void choose_thing(App *app)
{
    Thing thing = thing_under(app);

    if (thing_same(&thing, &app->touch.thing))
        thing.kind = THING_NONE;
    touch_choose(&app->touch, thing);
    app->state.card = thing.kind != THING_NONE;
    app->stale = true;
}

/* Follows the line of a card under the pointer; false if there is no card. */
static bool press_card(App *app)
{
    const Shape *line =
        display_list_at(&app->chrome, app->pointer.x, app->pointer.y, TAG_CARD);

    if (!line || !shows_card(app))
        return false;
    if (line->tag.index > 0 && line->tag.index <= app->touch.card.lines_count)
        go_along(app, app->touch.card.lines + line->tag.index - 1);
    return true;
}

static void press(App *app, int x, int y)
{
    PointerTarget target = pointer_target(app);

    point(app, x, y);
    if (app->state.blank || press_dialog(app)) {
        app->state.blank = false;
        app->stale = true;
        return;
    }
    if (is_in_lesson(app) &&
        lesson_play_choose(app->lesson, &app->session,
                           lesson_band_choice(&app->chrome, app->pointer.x,
                                              app->pointer.y))) {
        app->stale = true;
        return;
    }
    if (is_in_lesson(app) && display_list_at(&app->chrome, app->pointer.x,
                                             app->pointer.y, TAG_SENTENCE)) {
        do_command(app, command_by_key("J"), false);
        return;
    }
    const Shape *chrome = display_list_at(&app->chrome, app->pointer.x,
                                          app->pointer.y, TAG_CHROME);
    bool helps = pointer_press(&app->pointer, &target);
    if (press_answer(app))
        return;
    if (helps) {
        app->state.help = false;
        app->stale = true;
    } else if (chrome && chrome->tag.index == CHROME_WORDS) {
        app->state.words = false;
        app->stale = true;
    } else if (chrome && chrome->tag.index == CHROME_FAULT) {
        app->state.fault = false;
        app->stale = true;
    } else if (app->pointer.hold == HOLD_NONE && app->state.start) {
        int entry = entry_at(app, app->pointer.x, app->pointer.y);
        if (entry >= 0)
            open_entry(app, entry);
    } else if (app->pointer.hold == HOLD_NONE && !app->state.help) {
        if (press_card(app))
            return;
        if (!chrome)
            choose_thread(app);
        app->touch.pressed = !chrome;
        app->touch.x = app->pointer.x;
        app->touch.y = app->pointer.y;
        zoom_pan_press(&app->view_zoom, &app->painted.frame, app->pointer.x,
                       app->pointer.y);
    }
    point(app, x, y);
}

/* Has the pointer moved since the press, as to zoom or pan? */
static bool was_dragged(const App *app)
{
    const double most = 6;

    return fabs(app->pointer.x - app->touch.x) > most ||
           fabs(app->pointer.y - app->touch.y) > most;
}

static void release(App *app, int x, int y)
{
    PointerTarget target = pointer_target(app);
    size_t count;
    const Command *commands = command_all(&count);

    point(app, x, y);
    app->view_zoom.holds = false;
    if (app->touch.pressed && !was_dragged(app))
        choose_thing(app);
    app->touch.pressed = false;
    int button = pointer_release(&app->pointer, &target);
    if (button >= 0)
        do_command(app, commands + button, false);
}

static void handle_wheel(App *app, const SDL_MouseWheelEvent *wheel)
{
    const char *key = wheel->y > 0 ? "Left" : "Right"; /* does the same */
    int turns = (int)fmin(fabs((double)wheel->y), MOST_WHEEL);

    if (!app->dialog_kind && SDL_GetModState() & KMOD_CTRL) {
        app->stale |= !app->state.help &&
                      zoom_pan_wheel(&app->view_zoom, &app->painted.frame,
                                     app->pointer.x, app->pointer.y, wheel->y);
        return;
    }
    if (shows_card(app) && display_list_at(&app->chrome, app->pointer.x,
                                           app->pointer.y, TAG_CARD)) {
        touch_next_link(&app->touch, wheel->y > 0 ? -1 : 1);
        app->stale = true;
        return;
    }
    if (is_on_start(app)) {
        app->start_stale |= start_scroll(app->start, wheel->y > 0 ? -1 : 1);
        app->stale |= app->start_stale;
        return;
    }
    for (int i = 0; i < turns; ++i)
        if (app->dialog_kind)
            follow_answer(app, dialog_key(&app->dialog, key));
        else
            do_command(app, command_by_key(key), false);
}

static void handle_button(App *app, const SDL_MouseButtonEvent *button)
{
    bool down = button->state == SDL_PRESSED;

    if (button->button == SDL_BUTTON_LEFT)
        (down ? press : release)(app, button->x, button->y);
    else if (button->button == SDL_BUTTON_MIDDLE && down)
        do_command(app, command_by_key("0"), false);
    else if (button->button == SDL_BUTTON_RIGHT && down)
        do_command(app, command_by_icon(ICON_TOOLBAR), false);
}

static void handle_motion(App *app, const SDL_MouseMotionEvent *motion)
{
    if (!(motion->state & SDL_BUTTON_LMASK)) {
        app->pointer.hold = HOLD_NONE; /* released outside the window */
        app->view_zoom.holds = false;
    }
    point(app, motion->x, motion->y);
}

static void handle_window(App *app, const SDL_WindowEvent *window)
{
    if (window->event == SDL_WINDOWEVENT_LEAVE && !pointer_drags(&app->pointer))
        pointer_leave(&app->pointer);
    if (app->pointer.x < 0)
        app->touch.hovered = (Thing){.kind = THING_NONE};
    if (window->event == SDL_WINDOWEVENT_CLOSE)
        app->state.quit = true;
    presenter_renew(app->window->presenter);
    app->stale = true;
}

bool app_handle(App *app, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        app->state.quit = true;
        break;
    case SDL_KEYDOWN:
        handle_key(app, event);
        break;
    case SDL_TEXTINPUT:
        handle_text(app, event->text.text);
        break;
    case SDL_MOUSEWHEEL:
        handle_wheel(app, &event->wheel);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        handle_button(app, &event->button);
        break;
    case SDL_MOUSEMOTION:
        handle_motion(app, &event->motion);
        break;
    case SDL_WINDOWEVENT:
        handle_window(app, &event->window);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        presenter_forget(app->window->presenter);
        app->stale = true;
        break;
    default:
        handle_drop(app, event);
        break;
    }
    return !app->state.quit;
}

/* ---- Time ---- */

/* Shows what became of files that were saved.  New traces are drawn at once,
 * since the next event may be a press on the frame. */
static void follow_files(App *app, double seconds)
{
    if (!app->reload)
        return;
    ReloadEvent event = reload_tick(app->reload, &app->session, seconds);
    if (event == RELOAD_NOTHING)
        return;
    app->stale = true;
    if (event == RELOAD_FAILED)
        app->state.fault = true;
    if (!find_fault(app))
        app->state.fault = false;
    if (event == RELOAD_SHOWN) {
        if (app->start_shown)
            app->start_changes = app->session.changes;
        app->start_stale = true;
        frame_cache_renew(&app->painted, app->session.changes);
        app_draw(app);
    }
}

/* What was dropped takes the place of what is shown and watched. */
static void take_opened(App *app)
{
    if (app->reload)
        reload_tick(app->reload, &app->session, 0); /* ends its work */
    reload_free(app->own);
    app->own = app->reload = app->opening;
    app->opening = NULL;
    app->state.fault = false;
    app->state.thread = 0;
    app->state.chart = CHART_NONE;
    say(app, false, "opened");
    frame_cache_renew(&app->painted, app->session.changes);
    app_draw(app);
}

/* Shows programs that were dropped once they are recorded, or why they cannot
 * be.  A fault that is closed ends it. */
static void follow_opening(App *app, double seconds)
{
    if (!app->opening)
        return;
    bool fault = reload_fault(app->opening) != NULL;
    ReloadEvent event = reload_tick(app->opening, &app->session, seconds);
    app->stale |= event != RELOAD_NOTHING;
    if (event == RELOAD_FAILED) {
        app->state.fault = true;
    } else if (event == RELOAD_SHOWN) {
        take_opened(app);
    } else if (fault && !app->state.fault) {
        reload_free(app->opening);
        app->opening = NULL;
        app->stale = true;
    }
}

/* Pictures of the start page are made while nothing else is done. */
static bool draws_pictures(const App *app)
{
    return app->state.start && app->start && !app->state.blank &&
           start_lacks_picture(app->start);
}

void app_tick(App *app, double seconds)
{
    if (chart_cache_waits(&app->charts))
        make_chart(app);
    if (app->applying)
        apply_dialog(app);
    if (app->lesson && app->lesson->waits)
        show_stop(app);
    if (app->opens >= 0)
        apply_entry(app);
    else if (draws_pictures(app)) {
        start_make_picture(app->start);
        app->start_stale = app->stale = true;
    }
    app->stale |= player_advance(&app->session.player, seconds);
    if (app->message_left > 0) {
        app->message_left -= seconds;
        app->stale |= app->message_left <= 0;
    }
    end_stale_questions(app);
    follow_files(app, seconds);
    follow_opening(app, seconds);
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

    if (app->applying || app->opens >= 0 || draws_pictures(app) ||
        (app->lesson && app->lesson->waits) || chart_cache_waits(&app->charts))
        return 0;
    return earlier(earlier(message, player), earlier(reload, opening));
}

/* ---- Opening and closing ---- */

App *app_open(const Trace *const traces[], int count, const AppOptions *options,
              Error *error)
{
    App *app = base_alloc(1, sizeof *app);

    pointer_leave(&app->pointer);
    app->stale = true;
    app->opens = -1;
    app->full_screen = options->full_screen;
    app->reload = options->reload;
    app->lesson = options->lesson;
    app->costs = options->costs ? *options->costs : schedule_costs;
    app->state = (CommandState){.player = &app->session.player,
                                .bookmarks = &app->session.bookmarks,
                                .theme = options->theme,
                                .scale = options->scale,
                                .projector = options->projector,
                                .thread = options->thread,
                                .toolbar = true,
                                .start = options->start,
                                .full_screen = options->full_screen};
    app->charts =
        (ChartCache){.session = &app->session, .asked = &app->state.chart};
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
    app->state.ask = options->ask;
    if (options->ask)
        follow_asking(app);
    if (options->lesson) {
        lesson_play_begin(options->lesson, &app->session);
        play_lesson(app, options->lesson);
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
    forget_waiting(app);
    start_free(app->start);
    touch_free(&app->touch);
    frame_cache_free(&app->painted);
    chart_cache_free(&app->charts);
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
