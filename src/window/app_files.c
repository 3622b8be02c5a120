/* SPDX-License-Identifier: MIT */
#include "window/app_state.h"

#include "cli/recent.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_list.h"
#include "say/badge.h"
#include "say/finding.h"
#include "util/atomic_file.h"
#include "util/resources.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ALIKE = 100 };

/* ---- Opening --------------------------------------------------------------*/

static bool has_programs(const Options *options)
{
    for (int i = 0; i < options->operands_count; ++i)
        if (options->programs[i].count > 0)
            return true;
    return false;
}

static void note_files(const Options *options)
{
    for (int i = options->operands_count; i-- > 0;)
        if (wanted_file(options, i))
            recent_add(wanted_file(options, i));
}

/* Asks about what is new among the programs of WANTED; false if nothing is. */
static bool ask_consent(App *app, Wanted *wanted, bool keeps)
{
    app_close_dialog(app);
    consent_add_options(&app->consent, &wanted->options);
    if (wanted->options.yes || !consent_needed(&app->consent)) {
        consent_free(&app->consent);
        return false;
    }
    app->waiting = wanted;
    app->waiting_keeps = keeps;
    app_show_dialog(app, dialog_program(&app->consent));
    return true;
}

/* Programs are recorded by another process; see app_follow_opening. */
static void open_programs(App *app, Wanted *wanted, bool keeps)
{
    Error error = {ERROR_NONE, ""};

    if (ask_consent(app, wanted, keeps))
        return;
    Wanted *files = wanted_copy(&wanted->options);
    reload_free(app->opening);
    app->opening = reload_open(wanted, keeps, &error);
    app->message_left = 0;
    app->state.fault = false;
    app->stale = true;
    if (app->opening)
        note_files(&files->options);
    else
        app_say(app, true, error.text);
    wanted_free(files);
}

bool app_open_wanted(App *app, Wanted *wanted, bool keeps, Error *error)
{
    app->stale = true;
    if (has_programs(&wanted->options)) {
        open_programs(app, wanted, keeps);
        return true;
    }
    bool good = session_change(&app->session, &wanted->options, keeps, error);
    if (good) {
        reload_free(app->opening);
        app->opening = NULL;
        app->state.fault = false;
        note_files(&wanted->options);
    }
    wanted_free(wanted);
    return good;
}

static void open_files(App *app, char *const paths[], int count)
{
    Error error = {ERROR_NONE, ""};
    Wanted *wanted = wanted_files(paths, count, &error);

    if (!wanted || !app_open_wanted(app, wanted, false, &error))
        app_say(app, true, error.text);
}

static void open_algorithms(App *app, const char *const names[], int count)
{
    Options options = start_options(names, count);
    Error error = {ERROR_NONE, ""};

    if (!app_open_wanted(app, wanted_copy(&options), false, &error))
        app_say(app, true, error.text);
}

static void open_lesson(App *app, const char *name)
{
    Error error = {ERROR_NONE, ""};
    Lesson *lesson = lesson_find(name, &error);

    if (lesson)
        app_play_lesson(app,
                        lesson_play_new(lesson, lesson_done_resume(lesson)));
    else
        app_say(app, true, error.text);
}

void app_open_dropped(App *app)
{
    const FileDrop *drop = &app->drop;

    app->state.blank = false;
    if (drop->count == 0)
        return;
    app_close_dialog(app);
    open_files(app, drop->paths, drop->count);
}

/* Writes the example NAME into the current folder, under a name that no other
 * file has; the same text that is there already is taken.  NULL and ERROR, or
 * the path, to be freed. */
static char *copy_example(const char *name, Error *error)
{
    size_t bytes, there;
    const char *text = resource_find(name, &bytes);
    const char *base = base_name(name);
    int stem = (int)strcspn(base, ".");
    Error ignored;
    struct stat found;

    for (int i = 1; text && i <= MOST_ALIKE; ++i) {
        Text path = {0};
        text_add(&path, "./%.*s", stem, base);
        if (i > 1)
            text_add(&path, "-%d", i);
        text_add(&path, "%s", base + stem);
        bool is_new = lstat(path.text, &found) != 0;
        char *old =
            is_new ? NULL
                   : base_read_file(path.text, bytes + 1, &there, &ignored);
        bool same = old && there == bytes && memcmp(old, text, bytes) == 0;
        free(old);
        if (same || (is_new && atomic_file_save(path.text, text, bytes, error)))
            return path.text;
        text_free(&path);
        if (is_new)
            return NULL;
    }
    error_set(error, ERROR_FAILED, "%s: too many files have this name", name);
    return NULL;
}

static void open_example(App *app, const char *name)
{
    Error error = {ERROR_NONE, ""};
    char *path = copy_example(name, &error);

    if (path)
        open_files(app, &path, 1);
    else
        app_say(app, true, error.text);
    free(path);
}

/* ---- What is chosen -------------------------------------------------------*/

void app_take_start(App *app, const StartChoice *choice)
{
    char *path;

    switch (choice->kind) {
    case START_LESSON:
        open_lesson(app, app->start->lessons[choice->i].name);
        break;
    case START_PAIR:
        open_algorithms(app, start_pairs[choice->i].names, 2);
        break;
    case START_RECENT:
        path = base_strdup(app->start->recent.files[choice->i].path);
        open_files(app, &path, 1);
        free(path);
        break;
    case START_OPEN:
        app->state.dialog = DIALOGS_FILE;
        break;
    case START_CATALOG:
        app->state.dialog = DIALOGS_CATALOG;
        break;
    case START_EXAMPLES:
        app->state.dialog = DIALOGS_EXAMPLE;
        break;
    case START_NOTHING:
        return;
    }
    app_follow_dialog(app);
    app->stale = true;
}

/* Shows what the fields say; what is wrong with it is said at the field. */
static void apply_setup(App *app)
{
    Error error = {ERROR_NONE, ""};
    Wanted *wanted = wanted_copy(&app->setup.wanted->options);

    if (!app_open_wanted(app, wanted, true, &error))
        setup_fail(&app->setup, &error);
}

void app_take_setup(App *app, SetupAnswer answer)
{
    if (answer == SETUP_CHANGED)
        apply_setup(app);
    else if (answer == SETUP_CHOOSES_FIRST)
        app->state.dialog = DIALOGS_CATALOG;
    else if (answer == SETUP_CHOOSES_SECOND)
        app->state.dialog = DIALOGS_SECOND;
    app_follow_dialog(app);
    app->stale |= answer != SETUP_GOES_ON;
}

/* Continues after a yes. */
static void take_yes(App *app)
{
    Wanted *wanted = app->waiting;

    if (consent_is_current(&app->consent)) /* else it is asked again */
        consent_accept(&app->consent);
    app->waiting = NULL;
    app_close_dialog(app);
    open_programs(app, wanted, app->waiting_keeps);
}

/* An algorithm that was chosen for the set-up, or to be shown alone. */
static void take_algorithm(App *app, bool second, const char *name)
{
    if (app_shows_setup(app) && app->setup.wanted) {
        setup_choose(&app->setup, second, name);
        apply_setup(app);
    } else {
        open_algorithms(app, &name, 1);
    }
}

static void take_value(App *app, DialogKind kind, char *value)
{
    if (kind == DIALOGS_FILE)
        open_files(app, &value, 1);
    else if (kind == DIALOGS_EXAMPLE)
        open_example(app, value);
    else if (kind == DIALOGS_FINDING)
        app_go_to_finding(app, value[0] - '0', strtoul(value + 2, NULL, 10));
    else
        take_algorithm(app, kind == DIALOGS_SECOND, value);
}

void app_take_dialog(App *app, DialogAnswer answer)
{
    if (!app->dialog || answer == DIALOG_GOES_ON)
        return;
    DialogKind kind = app->dialog->kind;
    if (answer == DIALOG_IS_LEFT) {
        app_close_dialog(app);
        if (kind == DIALOGS_PROGRAM)
            app_say(app, false, "nothing was compiled or run");
    } else if (kind == DIALOGS_PROGRAM) {
        take_yes(app);
    } else {
        char *value = base_strdup(dialog_value(app->dialog));
        app_close_dialog(app);
        take_value(app, kind, value);
        free(value);
    }
    app->stale = true;
}

/* ---- What was found -------------------------------------------------------*/

/* The worst that is known of a run, in few words. */
static RecentState worst_of(const Findings *all, Text *text)
{
    const Finding *fault = findings_fault(all, FAULT_NONE);
    uint64_t conflicts = findings_conflicts(all);
    bool no_race = findings_first(all, FINDING_NO_RACE) ||
                   findings_first(all, FINDING_PROVED);
    Text detail = {0};

    if (fault) {
        text_add(text, "%s", finding_title(fault->kind));
        if (fault->at.line != FINDING_NOWHERE)
            text_add(text, ", line %u", fault->at.line);
        return RECENT_FAULT;
    }
    if (conflicts) {
        text_add(text, "%llu bank conflict%s", (unsigned long long)conflicts,
                 conflicts == 1 ? "" : "s");
        return RECENT_COST;
    }
    Severity severity = badge_write(all, text, &detail);
    text_free(&detail);
    if (severity != SEVERITY_GOOD)
        text->length = 0;
    if (no_race)
        text_add(text, "%sno races", text->length ? ", " : "");
    return text->length ? RECENT_GOOD : RECENT_UNKNOWN;
}

/* Notes what was found in each file that is shown, once. */
static void note_found(App *app)
{
    Session *session = &app->session;
    const Options *options = session->wanted ? &session->wanted->options : NULL;

    if (app->noted == session->changes + 1 || !session->player.count)
        return;
    app->noted = session->changes + 1;
    for (int t = session->player.count; options && t-- > 0;) {
        const char *file = wanted_file(options, t);
        Text found = {0};
        if (!file)
            continue;
        RecentState state =
            worst_of(analysed_findings(session->shown[t].analysed), &found);
        if (state != RECENT_UNKNOWN)
            recent_add_found(file, state, found.text);
        else
            recent_add(file);
        text_free(&found);
    }
}

/* ---- What was saved, and what is opened -----------------------------------*/

void app_follow_files(App *app, double seconds)
{
    note_found(app);
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
        app_forget_frame(app);
        app_draw(app);
    }
}

/* What was opened takes the place of what is shown and watched. */
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
    app_forget_frame(app);
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
