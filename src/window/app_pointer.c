/* SPDX-License-Identifier: MIT
 *
 * app_pointer - see app_pointer.h.
 */
#include "window/app_pointer.h"

#include "view/thing_shape.h"
#include "view/view.h"
#include "window/app_commands.h"
#include "window/app_files.h"
#include "window/chrome.h"

#include <SDL.h>

#include <math.h>

enum { MOST_WHEEL = 10 };

/* The entry of the start page at a point, or -1; the toolbar has none. */
static int entry_at(const App *app, double x, double y)
{
    return app_is_on_start(app) ? start_at(&app->painted.frame, x, y) : -1;
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

    if (x < 0 || app->state.start || app_is_asking(app) || app->state.help ||
        app->state.words || app->state.blank || app->dialog_kind ||
        scene->chart || app_frame_is_old(app) ||
        display_list_at(&app->chrome, x, y, THING_CHROME) ||
        display_list_at(&app->chrome, x, y, THING_CARD))
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
    PointerTarget target = app_pointer_target(app);
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
    const Shape *part = display_list_at(chrome, x, y, THING_DIALOG);
    const Shape *around = display_list_at(chrome, x, y, THING_CHROME);
    if (part)
        app_follow_answer(app,
                          dialog_press(&app->dialog, (DialogPart)part->thing.a,
                                       part->thing.b));
    else if (around && around->thing.a == CHROME_AROUND)
        app_follow_answer(app, DIALOG_IS_LEFT);
    else
        return false;
    return true;
}

static bool has_locals(const App *app, int t)
{
    return t >= 0 && t < app->session.player.count &&
           app->session.player.traces[t]->locals_count > 0;
}

/* Shows the locals of the thread under the pointer; if it is chosen already,
 * the locals of the lowest active thread. */
static void choose_thread(App *app)
{
    const Shape *shape = display_list_thread_at(&app->painted.frame,
                                                app->pointer.x, app->pointer.y);

    if (!shape || !has_locals(app, shape->thing.trace - 1))
        return;
    app->state.thread = app->state.thread == shape->thread ? 0 : shape->thread;
    app->stale = true;
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

    return display_list_at(&app->chrome, x, y, THING_CHROME) ||
           (app_shows_card(app) &&
            display_list_at(&app->chrome, x, y, THING_CARD));
}

/* Handles a press while something is asked: in a quiz no press means anything
 * else, in a lesson one that answers nothing points at things. */
static bool press_answer(App *app)
{
    bool quiz = app_takes_answers(app);

    if (app->pointer.hold == HOLD_BUTTON ||
        (!quiz && (!app_is_in_lesson(app) || is_covered(app))))
        return false;
    if (quiz)
        app->pointer.hold = HOLD_NONE; /* what is to come is covered */
    bool answers = press_shapes(app);
    if (!quiz && !answers)
        return false;
    app->stale = true;
    app_follow_state(app);
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
    const Shape *line = display_list_at(&app->chrome, app->pointer.x,
                                        app->pointer.y, THING_CARD);

    if (!line || !app_shows_card(app))
        return false;
    if (line->thing.a > 0 && line->thing.a <= app->touch.card.lines_count)
        app_go_along(app, app->touch.card.lines + line->thing.a - 1);
    return true;
}

static void press(App *app, int x, int y)
{
    PointerTarget target = app_pointer_target(app);

    point(app, x, y);
    if (app->state.blank || press_dialog(app)) {
        app->state.blank = false;
        app->stale = true;
        return;
    }
    if (app_is_in_lesson(app) &&
        lesson_play_choose(app->lesson, &app->session,
                           lesson_band_choice(&app->chrome, app->pointer.x,
                                              app->pointer.y))) {
        app->stale = true;
        return;
    }
    if (app_is_in_lesson(app) &&
        display_list_at(&app->chrome, app->pointer.x, app->pointer.y,
                        THING_SENTENCE)) {
        app_command(app, command_by_key("J"), false);
        return;
    }
    const Shape *chrome = display_list_at(&app->chrome, app->pointer.x,
                                          app->pointer.y, THING_CHROME);
    bool helps = pointer_press(&app->pointer, &target);
    if (press_answer(app))
        return;
    if (helps) {
        app->state.help = false;
        app->stale = true;
    } else if (chrome && chrome->thing.a == CHROME_WORDS) {
        app->state.words = false;
        app->stale = true;
    } else if (chrome && chrome->thing.a == CHROME_FAULT) {
        app->state.fault = false;
        app->stale = true;
    } else if (app->pointer.hold == HOLD_NONE && app->state.start) {
        int entry = entry_at(app, app->pointer.x, app->pointer.y);
        if (entry >= 0)
            app_open_entry(app, entry);
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
    PointerTarget target = app_pointer_target(app);
    size_t count;
    const Command *commands = command_all(&count);

    point(app, x, y);
    app->view_zoom.holds = false;
    if (app->touch.pressed && !was_dragged(app))
        choose_thing(app);
    app->touch.pressed = false;
    int button = pointer_release(&app->pointer, &target);
    if (button >= 0)
        app_command(app, commands + button, false);
}

void app_handle_wheel(App *app, const SDL_MouseWheelEvent *wheel)
{
    const char *key = wheel->y > 0 ? "Left" : "Right"; /* does the same */
    int turns = (int)fmin(fabs((double)wheel->y), MOST_WHEEL);

    if (!app->dialog_kind && SDL_GetModState() & KMOD_CTRL) {
        app->stale |= !app->state.help &&
                      zoom_pan_wheel(&app->view_zoom, &app->painted.frame,
                                     app->pointer.x, app->pointer.y, wheel->y);
        return;
    }
    if (app_shows_card(app) && display_list_at(&app->chrome, app->pointer.x,
                                               app->pointer.y, THING_CARD)) {
        touch_next_link(&app->touch, wheel->y > 0 ? -1 : 1);
        app->stale = true;
        return;
    }
    if (app_is_on_start(app)) {
        app->start_stale |= start_scroll(app->start, wheel->y > 0 ? -1 : 1);
        app->stale |= app->start_stale;
        return;
    }
    for (int i = 0; i < turns; ++i)
        if (app->dialog_kind)
            app_follow_answer(app, dialog_key(&app->dialog, key));
        else
            app_command(app, command_by_key(key), false);
}

void app_handle_button(App *app, const SDL_MouseButtonEvent *button)
{
    bool down = button->state == SDL_PRESSED;

    if (button->button == SDL_BUTTON_LEFT)
        (down ? press : release)(app, button->x, button->y);
    else if (button->button == SDL_BUTTON_MIDDLE && down)
        app_command(app, command_by_key("0"), false);
    else if (button->button == SDL_BUTTON_RIGHT && down)
        app_command(app, command_by_icon(ICON_TOOLBAR), false);
}

void app_handle_motion(App *app, const SDL_MouseMotionEvent *motion)
{
    if (!(motion->state & SDL_BUTTON_LMASK)) {
        app->pointer.hold = HOLD_NONE; /* released outside the window */
        app->view_zoom.holds = false;
    }
    point(app, motion->x, motion->y);
}
