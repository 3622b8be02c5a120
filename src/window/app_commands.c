/* SPDX-License-Identifier: MIT */
#include "window/app_state.h"

#include "draw/paint_cairo.h"
#include "export/image_file.h"
#include "util/printable.h"
#include "view/frame.h"
#include "view/scene.h"
#include "view/view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Saving a frame -------------------------------------------------------*/

enum { MOST_ALIKE = 10000 };

/* Appends NAME, which may come from a file, with only such characters as are
 * safe in the name of a file. */
static void add_name(Text *path, const char *name)
{
    for (; *name; ++name) {
        bool safe = isalnum((unsigned char)*name) || *name == '-';
        text_add(path, "%c", safe ? *name : '_');
    }
}

/* Appends a name that no file in this folder has; false if all are taken. */
static bool free_name(const Scene *scene, Text *path)
{
    bool hides = scene->cover && scene->cover->names;
    struct stat found;

    if (scene->chart)
        text_add(path, "chart-%s", scene->chart->name);
    for (int t = 0; t < scene->count && !scene->chart; ++t) {
        text_add(path, "%s", t ? "-vs-" : "");
        add_name(path, hides ? "kernel"
                             : scene->analysed_traces[t]->trace->run.algorithm);
    }
    if (!scene->chart)
        text_add(path, "-instruction%03zu", scene->positions[0]);
    size_t stem = path->length;
    for (int i = 1; i <= MOST_ALIKE; ++i) {
        path->length = stem;
        if (i > 1)
            text_add(path, "-%d", i);
        text_add(path, ".png");
        if (lstat(path->text, &found) != 0)
            return true; /* free, or unreadable: then writing fails */
    }
    return false;
}

static bool write_frame(const Scene *scene, int width, int height,
                        const char *path, Error *error)
{
    DisplayList list = {0};
    uint32_t *pixels = base_alloc((size_t)width * (size_t)height, 4);

    frame_draw(&list, scene, width, height);
    paint_cairo(&list, scene->theme, pixels, width, height);
    bool good = png_write(path, pixels, width, height, false, error);
    display_list_free(&list);
    free(pixels);
    return good;
}

/* Writes SCENE at WIDTH x HEIGHT pixels, each at least 1, as
 * "leftright-vs-padding-instruction012.png", or "...-2.png" if that is there.
 * Appends the name and the folder to TOLD, or, if the result is false, the
 * error. */
static bool save_frame(const Scene *scene, int width, int height, Text *told)
{
    Error error = {ERROR_NONE, ""};
    Text path = {0};

    BASE_CHECK(width > 0 && height > 0);
    bool good = free_name(scene, &path)
                    ? write_frame(scene, width, height, path.text, &error)
                    : error_set(&error, ERROR_FAILED,
                                "cannot save the frame: %s and %d more "
                                "exist already; move them",
                                path.text, MOST_ALIKE - 1);
    char *folder = good ? getcwd(NULL, 0) : NULL;
    text_add(told, "%s%s", good ? "saved " : "", good ? path.text : error.text);
    char *shown = folder ? printable_line(folder) : NULL;
    if (shown)
        text_add(told, " in %s", shown);
    free(shown);
    free(folder);
    text_free(&path);
    return good;
}

/* Saves the frame in the size of the whole window, without the toolbar. */
static void save(App *app)
{
    Text told = {0};
    int width, height;

    app->state.save = false;
    if (!window_size(app->window, &width, &height))
        return;
    Scene scene = app_scene(app);
    bool good = save_frame(&scene, width, height, &told);
    app_say(app, !good, told.text);
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
        app_say(app, true, error.text);
    app->state.full_screen = app->full_screen;
}

/* Asks about the run, as numbers and in its views. */
static void start_asking(App *app)
{
    const AnalysedTrace *traces[PLAYER_MAX_TRACES];

    for (int t = 0; t < app->session.player.count; ++t)
        traces[t] = app->session.shown[t].analysed;
    app->state.start = app->state.labels = app->state.time = false;
    app->state.chart = CHART_NONE;
    app->asking_changes = app->session.changes;
    if (!asking_start(&app->asking, traces, &app->session.player, app->seed))
        app_say(
            app, false,
            "no questions about the rest of this run; go back to its start");
    ++app->seed;
}

void app_follow_asking(App *app)
{
    bool wanted = app->state.ask;

    app->state.ask = false;
    if (app_is_asking(app) && (wanted || app->state.start ||
                               app->asking_changes != app->session.changes))
        asking_stop(&app->asking);
    else if (wanted && !app_is_asking(app))
        start_asking(app);
    app->state.asking = app_is_asking(app);
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
            app_say(app, false, "recording ...");
        return;
    }
    if (by > 0) {
        Text score = {0};
        if (play->asked)
            text_add(&score, "%d of %d answers correct", play->right,
                     play->asked);
        app_say(app, false, play->asked ? score.text : "end of the lesson");
        text_free(&score);
        app->state.lesson = false;
        app->state.start = true;
    }
}

void app_go_along(App *app, const CardLine *line)
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

/* Chooses a thing, if a command has asked for that. */
static void follow_card(App *app)
{
    if (app->state.choose) {
        Scene scene = app_scene(app);
        touch_move(&app->touch, &scene, 0, 0);
        app->state.card = true;
    }
    app->state.choose = false;
    app_update_card(app);
}

/* ---- Dialogs --------------------------------------------------------------*/

void app_show_dialog(App *app, Dialog *dialog)
{
    dialog_free(app->dialog);
    dialog->before = app->ui.focus;
    app->dialog = dialog;
    app->state.dialog = dialog->kind;
    app->stale = true;
}

void app_close_dialog(App *app)
{
    if (app->dialog)
        ui_focus(&app->ui, app->dialog->before);
    dialog_free(app->dialog);
    app->dialog = NULL;
    app->state.dialog = DIALOGS_NONE;
    wanted_free(app->waiting);
    app->waiting = NULL;
    consent_free(&app->consent);
    app->stale = true;
}

/* The folder of what is shown, or the current one. */
static Dialog *files_dialog(const App *app)
{
    const Wanted *wanted = app->session.wanted;
    const char *file = wanted ? wanted_file(&wanted->options, 0) : NULL;
    const char *slash = file ? strrchr(file, '/') : NULL;
    char *folder = slash ? base_strdup(file) : base_strdup(".");

    if (slash)
        folder[slash - file + 1] = '\0';
    Dialog *dialog = dialog_files(folder);
    free(folder);
    return dialog;
}

void app_follow_dialog(App *app)
{
    DialogKind kind = app->state.dialog;

    if (app->dialog ? app->dialog->kind == kind : kind == DIALOGS_NONE)
        return;
    app_close_dialog(app);
    if (kind == DIALOGS_FILE) {
        app_show_dialog(app, files_dialog(app));
    } else if (kind == DIALOGS_CATALOG || kind == DIALOGS_SECOND) {
        app_show_dialog(app, dialog_catalog(kind));
    } else if (kind == DIALOGS_EXAMPLE) {
        app_show_dialog(app, dialog_examples());
    }
}

/* ---- Following the state ---- */

void app_follow_state(App *app)
{
    app->stale = true;
    app_follow_asking(app);
    move_lesson(app);
    follow_lesson(app);
    app_follow_start(app);
    follow_full_screen(app);
    app_follow_dialog(app);
    if (app->session.player.count == 0)
        return;
    app_follow_chart(app);
    follow_card(app);
    if (app->state.save)
        save(app);
}

void app_command(App *app, const Command *command, bool repeated)
{
    if (!command || (repeated && !command->repeats))
        return;
    command_run(command, &app->state);
    if (repeated) /* moves by a held key are not animated */
        player_rest(&app->session.player);
    app_follow_state(app);
}

void app_play_lesson(App *app, LessonPlay *play)
{
    if (app->lesson != play)
        lesson_play_free(app->lesson);
    app->lesson = play;
    app->state.lesson = true;
    app->state.start = app->session.player.count == 0;
    app->state.labels = app->state.time = false;
    app->state.chart = CHART_NONE;
    app->stale = true;
}

void app_show_stop(App *app)
{
    LessonPlay *play = app->lesson;
    bool records = lesson_play_records(play, &app->session);

    lesson_play_show(play, &app->session);
    if (app->session.player.count == 0) { /* nothing could be recorded */
        app_say(app, true, play->fault);
        app->state.lesson = false;
        app_follow_state(app);
        return;
    }
    app->message_left = records ? 0 : app->message_left;
    app->state.labels = false;
    app->state.time = play->lesson->stops[play->at].time;
    app->state.thread = 0;
    app->stale = true;
}
