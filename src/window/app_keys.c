/* SPDX-License-Identifier: MIT
 *
 * app_keys - see app_keys.h.
 */
#include "window/app_keys.h"

#include "view/view.h"
#include "window/app_commands.h"
#include "window/app_files.h"
#include "window/app_frame.h"

#include <SDL.h>

#include <string.h>

/* The keys of a lesson, which mean something else without one: those of a
 * presenter, and numbers.  False if KEY is none. */
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

void app_handle_key(App *app, const SDL_Event *event)
{
    char name[KEY_TEXT];
    bool to_dialog = app->dialog_kind && !app->state.blank;

    app->key_repeats = event->key.repeat != 0;
    app->ignores_text = false;
    key_name(event, name);
    if (!name[0])
        return;
    if (app->state.full_screen && strcmp(name, "F5") == 0)
        return; /* a remote sends it to begin, and Escape to end */
    if (to_dialog && app->dialog_kind == DIALOGS_PROGRAM && app->key_repeats)
        return; /* the key that opened it is no answer */
    if (to_dialog && !key_is_for_commands(event)) {
        app_follow_answer(app, dialog_key(&app->dialog, name));
        return;
    }
    if (app_is_on_start(app) && !key_is_for_commands(event)) {
        StartAnswer answer = start_key(app->start, name);
        app->start_stale |= answer != START_IGNORES;
        app->stale |= app->start_stale;
        if (answer == START_OPENS && !app->key_repeats)
            app_open_entry(app, (int)app->start->focus);
        if (answer != START_IGNORES)
            return;
    }
    if (app_takes_answers(app) && !key_is_for_commands(event) &&
        !(app->state.full_screen && strcmp(name, "Escape") == 0) &&
        (app->key_repeats || asking_key(&app->asking, name))) {
        app->ignores_text = app->stale = true;
        app_follow_state(app);
        return;
    }
    if (app_is_in_lesson(app) && lesson_key(app, name)) {
        app->ignores_text = true;
        return;
    }
    if (move_choice(app, name))
        return;
    DialogKind before = app->dialog_kind;
    const Command *command = command_by_key(name);
    app_command(app, command, app->key_repeats);
    app->ignores_text = app->dialog_kind != before ||
                        (command && event->key.keysym.mod & KMOD_CTRL);
}

void app_handle_text(App *app, const char *text)
{
    if (app->ignores_text)
        return;
    if (app->dialog_kind && !app->state.blank) {
        dialogs_type(app->dialog_kind, &app->dialog, &app->session, text);
        app->stale = true;
    } else if (app_takes_answers(app) && asking_type(&app->asking, text)) {
        app->stale = true;
    } else if (app_is_in_lesson(app) && lesson_play_type(app->lesson, text)) {
        app->stale = true;
    } else if (key_is_sign(text)) {
        app_command(app, command_by_key(text), app->key_repeats);
    }
}
