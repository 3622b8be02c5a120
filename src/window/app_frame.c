/* SPDX-License-Identifier: MIT
 *
 * app_frame - see app_frame.h.
 */
#include "window/app_frame.h"

#include "view/view.h"
#include "window/chrome.h"

#include <math.h>
#include <string.h>

static void set_title(App *app, const Chart *chart)
{
    Text title = {0};

    if (app->state.start)
        text_add(&title, "Start");
    else if (chart)
        text_add(&title, "%s", chart->title.text);
    else if (app->asking.state == ASKING_QUESTION)
        text_add(&title, "%s", app->asking.quiz.question.sentence.text);
    else
        session_title(&app->session, &title);
    text_add(&title, " · Upsweep");
    window_title(app->window, title.text);
    text_free(&title);
}

Scene app_scene(App *app)
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
    if (app->lesson && !app_is_asking(app))
        lesson_play_scene(app->lesson, &app->session, &scene);
    if (!app_is_asking(app))
        touch_light(&app->touch, &scene);
    return scene;
}

/* Paints the frame if it has changed; true if it has. */
static bool update_frame(App *app, int width, int height)
{
    chart_cache_follow(&app->charts);
    Scene scene = app_scene(app);

    if (!frame_cache_update(&app->painted, &scene, &app->view_zoom,
                            app->session.changes, width, height))
        return false;
    set_title(app, scene.chart);
    return app->stale = true;
}

void app_follow_start(App *app)
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

/* Draws the start page if it has changed; true if it has. */
static bool update_start(App *app, const ChromeSize *size, int height)
{
    ChromeSize page = *size;
    const Start *start = app->start;

    page.height = height;
    if (!app->start_stale && page.width == start->size.width &&
        page.height == start->size.height && page.scale == start->size.scale &&
        page.density == start->size.density &&
        app->painted.theme == app->state.theme && app->painted.scene.count == 0)
        return false;
    app->start_stale = false;
    start_draw(&app->painted.frame, app->start, &page);
    frame_cache_paint(&app->painted, app->state.theme, (int)page.width, height);
    set_title(app, NULL);
    return app->stale = true;
}

bool app_update_card(App *app)
{
    if ((!app->state.card || app_is_asking(app)) && app->touch.thing.kind)
        touch_choose(&app->touch, (Thing){.kind = THING_NONE});
    Scene scene = app_scene(app);
    bool changed = touch_follow(&app->touch, &scene, app->session.changes);
    bool open = app->touch.thing.kind != THING_NONE;

    changed |= app->state.card != open;
    app->state.card = open;
    app->state.arrows &= open;
    app->stale |= changed;
    return changed;
}

/* What the reload says now. */
static void update_note(App *app)
{
    const Reload *reload = app->opening ? app->opening : app->reload;

    app->note.length = 0;
    if (reload)
        app->note_alarm = reload_note(reload, &app->note);
}

static void draw_chrome(App *app, const ChromeSize *size)
{
    const ReloadFault *fault = app->state.fault ? app_fault(app) : NULL;
    LessonBand band =
        app->lesson ? lesson_play_band(app->lesson) : (LessonBand){0};
    CardPanel card = {.card = &app->touch.card,
                      .link = app->touch.link,
                      .left = app->touch.left,
                      .hint =
                          app->state.arrows
                              ? "arrows: move · Enter: follow · K: next link "
                                "· Esc: close"
                              : "Tab: move with arrows · K, Enter: links · "
                                "Esc: close"};
    Chrome chrome = {.size = *size,
                     .card = app_shows_card(app) ? &card : NULL,
                     .state = &app->state,
                     .dialog = app->dialog_kind ? &app->dialog : NULL,
                     .hover = app->pointer.button,
                     .hover_tick = app->pointer.tick,
                     .message = app->message_left > 0 ? app->message : NULL,
                     .alarm = app->alarm,
                     .note = app->note.length ? app->note.text : NULL,
                     .note_alarm = app->note_alarm,
                     .lesson = app_shows_lesson(app) ? &band : NULL,
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
    if (app_shows_card(app))
        place_card(app, size);
    update_note(app);
    draw_chrome(app, size);
    PointerTarget target = app_pointer_target(app);
    if (app->pointer.x >= 0 &&
        pointer_move(&app->pointer, &target, app->pointer.x, app->pointer.y))
        draw_chrome(app, size); /* another button is under the pointer */
    Picture picture = {.pixels = app->painted.pixels,
                       .width = app->painted.width,
                       .height = app->painted.height,
                       .theme = app->painted.theme,
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
    app_end_stale_questions(app);
    app_follow_start(app);
    app->window_share = (double)height / (height - strip);
    app_update_card(app);
    int band = app_shows_lesson(app) ? chrome_band(&size, strip) : 0;
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
