/* SPDX-License-Identifier: MIT */
#include "window/app_state.h"

#include "view/pointing.h"
#include "view/view.h"

#include <SDL.h>

#include <math.h>

enum { MOST_WHEEL = 10 };

/* Does what was asked for; a command has a repeated key only by itself. */
static void follow_chrome(App *app, const ChromeAnswer *answer)
{
    Player *player = &app->session.player;

    if (answer->tick >= 0) {
        player->playing = false;
        player_seek(player, (uint32_t)answer->tick);
    }
    if (answer->line >= 0)
        app_go_along(app, app->touch.card.lines + answer->line);
    app_take_start(app, &answer->start);
    app_take_setup(app, answer->setup);
    app_take_dialog(app, answer->dialog);
    if (answer->command)
        app_command(app, answer->command, false);
    else
        app_follow_state(app);
}

bool app_input(App *app, const UiInput *input)
{
    int width, height;

    if (!window_size(app->window, &width, &height))
        return false;
    bool was_held = app->ui.held != 0;
    ChromeAnswer answer = app_show_chrome(app, width, height, input);
    bool over =
        app->ui.held || was_held || ui_is_covered(&app->ui, input->x, input->y);
    app->stale = true;
    bool used = app->ui.used_key || app->ui.used_text ||
                ((input->press || input->wheel || input->down) && over);
    if (input->press || used || answer.tick >= 0)
        follow_chrome(app, &answer);
    return used;
}

static UiInput input_of(const App *app)
{
    return (UiInput){.x = app->x, .y = app->y, .down = app->down};
}

static bool holds(Rect box, double x, double y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

/* True if the point is on the picture, and nothing lies over it. */
static bool is_on_picture(const App *app, double x, double y)
{
    return x >= 0 && y < app->painted.height && !app->state.start &&
           !app->state.blank && !app->dialog && !ui_is_covered(&app->ui, x, y);
}

/* The thing of the picture under the pointer; THING_NONE if there is none, or
 * the frame is not drawn yet. */
static Thing thing_under(const App *app)
{
    const Scene *scene = &app->painted.scene;

    if (!is_on_picture(app, app->x, app->y) || app_is_asking(app) ||
        scene->chart || app_frame_is_old(app))
        return (Thing){.kind = THING_NONE};
    return thing_at(scene, &app->painted.frame, app->x, app->y);
}

/* ---- Moving ---- */

/* True if moving the pointer to or from X, Y changes what is drawn over the
 * picture. */
static bool is_on_chrome(const App *app, double x, double y)
{
    return app->state.start || y >= app->painted.height ||
           ui_is_covered(&app->ui, x, y) || app->dialog;
}

static void move(App *app, int x, int y)
{
    Thing thing = {.kind = THING_NONE};
    bool was_on = is_on_chrome(app, app->x, app->y);

    if (!window_point(app->window, x, y, &app->x, &app->y))
        return;
    if (app->ui.held) {
        UiInput input = input_of(app);
        app_input(app, &input);
    }
    if (!app->ui.held && !app->session.player.playing)
        thing = thing_under(app);
    app->stale |= was_on || is_on_chrome(app, app->x, app->y) ||
                  !thing_same(&thing, &app->touch.hovered);
    app->touch.hovered = thing;
}

void app_pointer_leave(App *app)
{
    if (app->ui.held)
        return;
    app->x = app->y = -1;
    app->touch.hovered = (Thing){.kind = THING_NONE};
}

/* ---- Pressing ---- */

static bool has_locals(const App *app, int t)
{
    return t >= 0 && t < app->session.player.count &&
           app->session.player.traces[t]->locals_count > 0;
}

/* Shows the locals of the thread under the pointer; if it is chosen already,
 * the locals of the lowest active thread. */
static void choose_thread(App *app)
{
    const Shape *shape =
        display_list_thread_at(&app->painted.frame, app->x, app->y);

    if (!shape || !has_locals(app, shape->thing.trace - 1))
        return;
    app->state.thread = app->state.thread == shape->thread ? 0 : shape->thread;
}

/* Handles a press on a shape as an answer to the question that is open. */
static bool press_shape(App *app, const Shape *shape)
{
    if (app_takes_answers(app))
        return asking_press(&app->asking, shape);
    return lesson_play_press(app->lesson, &app->session, shape);
}

/* The same of what lies under the pointer, the uppermost first; false if none
 * of it answers. */
static bool press_shapes(App *app)
{
    const DisplayList *frame = &app->painted.frame;

    for (size_t i = frame->shapes_count; i-- > 0;)
        if (holds(frame->shapes[i].box, app->x, app->y) &&
            press_shape(app, frame->shapes + i))
            return true;
    return false;
}

/* Handles a press while something is asked: in a quiz no press in the picture
 * means anything else, in a lesson one that answers nothing points at things.
 */
static bool press_answer(App *app)
{
    bool quiz = app_takes_answers(app);
    bool answers = (quiz || app_is_in_lesson(app)) && press_shapes(app);

    if (answers)
        app_follow_state(app);
    return quiz || answers;
}

/* A key of the band, or a choice; or the text of a lesson, which the notes
 * replace. */
static bool press_band(App *app)
{
    const DisplayList *chrome = &app->chrome;
    const Shape *key = display_list_at(chrome, app->x, app->y, THING_ANSWER);
    const Shape *choice = display_list_at(chrome, app->x, app->y, THING_CHOICE);

    if (!app_takes_answers(app) && !app_is_in_lesson(app))
        return false;
    Band band = app_band(app);
    app->key_repeats = false;
    if (key && key->thing.a < (uint32_t)band.keys_count) {
        app_key(app, band.keys[key->thing.a].key);
        return true;
    }
    if (choice && press_shape(app, choice)) {
        app_follow_state(app);
        return true;
    }
    if (app_is_in_lesson(app) &&
        display_list_at(chrome, app->x, app->y, THING_SENTENCE))
        app_command(app, command_by_name("Speaker notes"), false);
    return app->y >= app->painted.height;
}

/* Shows what the remedy of a finding would change, or things as they are. */
static void try_remedy(App *app, const Finding *finding)
{
    const Session *session = &app->session;
    bool shown = app->tried.array == finding->array &&
                 app->tried_changes == session->changes;

    app->tried = (PaddedArray){shown ? NULL : finding->array, finding->remedy};
    app->tried_changes = session->changes;
    app_forget_frame(app);
}

void app_go_to_finding(App *app, int t, size_t finding)
{
    Player *player = &app->session.player;
    const Findings *all = analysed_findings(app->session.shown[t].analysed);
    size_t place;

    if (finding >= all->findings_count ||
        !finding_moment(all, all->findings + finding, &place))
        return;
    player->playing = false;
    player_play_to(player, player_tick_of(player, t, place));
}

/* Goes to the moment of a finding whose button is under the pointer, and shows
 * what its remedy would change, or lists all findings; false if there is no
 * button. */
static bool press_finding(App *app)
{
    const Shape *shape =
        display_list_at(&app->painted.frame, app->x, app->y, THING_FINDING);
    int t = shape && shape->thing.trace ? shape->thing.trace - 1 : 0;

    if (!shape || shape->thing.b == FINDING_TEXT ||
        t >= app->session.player.count)
        return false;
    const AnalysedTrace *analysed = app->session.shown[t].analysed;
    const Findings *all = analysed_findings(analysed);
    if (shape->thing.b == FINDING_MORE)
        app_show_dialog(app, dialog_findings(analysed_notes(analysed), t));
    if (shape->thing.b == FINDING_MORE || shape->thing.a >= all->findings_count)
        return true;
    if (shape->thing.b == FINDING_TRY)
        try_remedy(app, all->findings + shape->thing.a);
    app_go_to_finding(app, t, shape->thing.a);
    return true;
}

/* Goes to the instruction whose bar is under the pointer. */
static bool press_instruction(App *app)
{
    Player *player = &app->session.player;
    Thing thing = thing_under(app);

    if (thing.kind != THING_INSTRUCTION)
        return false;
    player->playing = false;
    player_seek(player,
                player_tick_of(player, thing.trace ? thing.trace - 1 : 0,
                               thing.a));
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
}

static void press_picture(App *app)
{
    if (press_answer(app) || press_finding(app) || press_instruction(app))
        return;
    choose_thread(app);
    choose_thing(app);
}

static void press(App *app)
{
    UiInput input = input_of(app);

    input.press = true;
    app->stale = true;
    if (app->state.blank) {
        app->state.blank = false;
    } else if (app_input(app, &input) || press_band(app)) {
        return;
    } else if (is_on_picture(app, app->x, app->y)) {
        press_picture(app);
    }
}

void app_handle_button(App *app, const SDL_MouseButtonEvent *button)
{
    bool down = button->state == SDL_PRESSED;

    if (button->button != SDL_BUTTON_LEFT)
        return;
    move(app, button->x, button->y);
    app->down = down;
    if (down) {
        press(app);
    } else {
        app->ui.held = 0;
        app->stale = true;
    }
}

void app_handle_motion(App *app, const SDL_MouseMotionEvent *motion)
{
    if (!(motion->state & SDL_BUTTON_LMASK)) { /* released outside */
        app->down = false;
        app->ui.held = 0;
    }
    move(app, motion->x, motion->y);
}

void app_handle_wheel(App *app, const SDL_MouseWheelEvent *wheel)
{
    const char *key = wheel->y > 0 ? "Left" : "Right"; /* does the same */
    int turns = (int)fmin(fabs((double)wheel->y), MOST_WHEEL);
    UiInput input = input_of(app);

    input.wheel = wheel->y > 0 ? -turns : turns;
    app->stale = true;
    if (!app_input(app, &input) && !app->state.start && !app->dialog) {
        for (int i = 0; i < turns; ++i)
            app_command(app, command_by_key(key), false);
    }
}
