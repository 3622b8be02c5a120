/* SPDX-License-Identifier: MIT
 *
 * app_files - see app_files.h.
 */
#include "window/app_files.h"

#include "cli/recent.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_list.h"
#include "window/app_commands.h"
#include "window/app_frame.h"

#include <stdlib.h>

static void close_dialog(App *app)
{
    app->state.dialog = DIALOGS_NONE;
    app_follow_state(app);
}

static void show_dialog(App *app, DialogKind kind, const Dialog *dialog)
{
    app->dialog_kind = app->state.dialog = kind;
    app->dialog = *dialog;
    app->applying = false;
    app->stale = true;
}

void app_forget_waiting(App *app)
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
    app_forget_waiting(app);
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
        app_say(app, false, text.text);
    text_free(&text);
}

void app_apply_dialog(App *app)
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

/* Programs are recorded by another process; see app_follow_opening. */
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
        app_say(app, true, error.text);
}

/* Continues after a yes: opens files, or applies the form. */
static void take_yes(App *app)
{
    char **paths = app->waiting;
    int count = app->waiting_count;

    if (consent_is_current(&app->consent)) /* else it is asked again */
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
        app_say(app, false, "nothing was compiled or run");
    } else {
        show_dialog(app, DIALOGS_RUN, &app->form);
        error_set(&error, ERROR_USAGE, "nothing was compiled or run");
        dialog_fail(&app->dialog, &error);
    }
    app_forget_waiting(app);
}

void app_follow_answer(App *app, DialogAnswer answer)
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
    app_say(app, !good, good ? "opened" : error.text);
}

void app_open_dropped(App *app)
{
    const FileDrop *drop = &app->drop;

    app->state.blank = false;
    if (drop->count == 0)
        return;
    if (reload_is_program(drop->paths, drop->count)) {
        open_programs(app, drop->paths, drop->count);
    } else if (app->dialog_kind == DIALOGS_RUN) {
        dialogs_drop(&app->dialog, &app->session, drop->paths[0]);
        app->stale = true;
    } else {
        open_traces(app);
    }
}

void app_open_entry(App *app, int index)
{
    const StartEntry *entry = app->start->entries + index;
    Text text = {0};

    app->start->focus = (size_t)index;
    app->stale = true;
    if (entry->kind == START_FORM) {
        app_command(app, command_by_name("Set-up"), false);
        return;
    }
    app->opens = index;
    text_add(&text, "%s %s ...",
             entry->kind == START_RUN ? "recording" : "opening", entry->title);
    app_say(app, false, text.text);
    text_free(&text);
}

void app_apply_entry(App *app)
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
            app_play_lesson(app, lesson_play_new(lesson,
                                                 lesson_done_resume(lesson)));
    } else if (entry->kind == START_TRACE) {
        good = session_read(&app->session, &entry->what, 1, &error);
    } else {
        good = session_change(&app->session, &options, &error);
    }
    if (!good)
        app_say(app, true, error.text);
}

void app_follow_files(App *app, double seconds)
{
    if (!app->reload)
        return;
    ReloadEvent event = reload_tick(app->reload, &app->session, seconds);
    if (event == RELOAD_NOTHING)
        return;
    app->stale = true;
    const ReloadFault *fault = app_fault(app);
    if (event == RELOAD_FAILED ||
        (event == RELOAD_SHOWN && fault && fault->ended))
        app->state.fault = true;
    if (!fault)
        app->state.fault = false;
    if (event == RELOAD_SHOWN) {
        if (app->start_shown)
            app->start_changes = app->session.changes;
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
    app_say(app, false, "opened");
    frame_cache_renew(&app->painted, app->session.changes);
    app_draw(app);
}

void app_follow_opening(App *app, double seconds)
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
