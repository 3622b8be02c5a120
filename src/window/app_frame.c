/* SPDX-License-Identifier: MIT */
#include "window/app_state.h"

#include "draw/paint_cairo.h"
#include "view/frame.h"
#include "view/view.h"

#include <math.h>
#include <stdlib.h>

static void set_title(App *app, const Chart *chart)
{
    Text title = {0};

    if (app->state.start)
        text_add(&title, "Start");
    else if (chart)
        text_add(&title, "%s", chart->title.text);
    else if (app->asking.state == ASKING_QUESTION ||
             app->asking.state == ASKING_TOLD) /* names may answer */
        text_add(&title, "%s", asking_question(&app->asking)->sentence.text);
    else if (app->session.player.count)
        session_title(&app->session, &title);
    text_add(&title, " · Upsweep");
    window_title(app->window, title.text);
    text_free(&title);
}

/* True if what is shown is older than its program, which does not compile. */
static bool is_dimmed(const App *app)
{
    const ReloadFault *fault = app->reload ? reload_fault(app->reload) : NULL;

    return fault && !fault->ended;
}

Scene app_scene(App *app)
{
    Scene scene = session_scene(&app->session, app->state.labels);

    scene.theme = app->state.theme;
    scene.scale = app->state.scale > 0 ? app->state.scale : 1;
    if (app->window_share > 0) /* text is as large as a share of the window */
        scene.scale *= app->window_share;
    scene.projector = app->state.projector;
    scene.details = app->state.details;
    scene.keys = true;
    scene.thread = app->state.thread;
    scene.density = window_density(app->window);
    if (app->state.chart && app->chart.kind == app->state.chart)
        scene.chart = app->chart.chart;
    scene.only = app->state.time ? 1 + AREA_TIME : 0;
    scene.costs = &app->costs;
    if (app->tried.array && app->tried_changes == app->session.changes)
        scene.predicted = app->tried;
    scene.dimmed = is_dimmed(app);
    asking_cover(&app->asking, &scene);
    if (app->lesson && !app_is_asking(app))
        lesson_play_scene(app->lesson, &app->session, &scene);
    if (!app_is_asking(app))
        touch_light(&app->touch, &scene);
    return scene;
}

/* ---- Charts ---- */

/* Makes the requested chart, in under a second, unless it is kept. */
static bool make_chart(App *app, ChartKind kind, Error *error)
{
    ShownChart *shown = &app->chart;
    ChartWish wish = {.k = app->session.player.traces[0]->run.k,
                      .most_n = chart_kinds[kind].quick_n};

    if (shown->chart && shown->kind == kind && shown->k == wish.k)
        return true;
    Chart *chart = base_alloc(1, sizeof *chart);
    if (!chart_kind_make(kind, &wish, chart, error)) {
        free(chart);
        return false;
    }
    if (shown->chart)
        chart_free(shown->chart);
    free(shown->chart);
    shown->chart = chart;
    shown->kind = kind;
    shown->k = wish.k;
    return true;
}

void app_follow_chart(App *app)
{
    const Player *player = &app->session.player;
    ShownChart *shown = &app->chart;
    ChartKind *kind = &app->state.chart;
    bool moved = player->playing || player->tick != shown->tick ||
                 app->session.changes != shown->changes;
    Error error;

    if (moved && *kind == shown->followed)
        *kind = CHART_NONE;
    shown->followed = *kind;
    shown->tick = player->tick;
    shown->changes = app->session.changes;
    if (*kind && !make_chart(app, *kind, &error)) {
        *kind = CHART_NONE;
        app_say(app, true, error.text);
    }
}

/* ---- The frame ---- */

/* Paints the frame if it has changed.  New analysed traces may have the
 * addresses of freed ones, so equal scenes do not prove equal traces. */
static void update_frame(App *app, int width, int height)
{
    Painted *painted = &app->painted;

    app_follow_chart(app);
    Scene scene = app_scene(app);
    bool resized = width != painted->width || height != painted->height;
    if (!resized && app->session.changes == painted->changes &&
        scene_same(&scene, &painted->scene))
        return;
    if (resized) {
        free(painted->pixels);
        painted->pixels =
            base_alloc((size_t)width * (size_t)height, sizeof *painted->pixels);
        painted->width = width;
        painted->height = height;
    }
    painted->scene = scene;
    painted->changes = app->session.changes;
    frame_draw(&painted->frame, &scene, width, height);
    paint_cairo(&painted->frame, scene.theme, painted->pixels, width, height);
    ++painted->times;
    set_title(app, scene.chart);
    app->stale = app->fresh = true;
}

void app_forget_frame(App *app)
{
    app->painted.changes = app->session.changes;
    app->painted.scene.count = 0; /* no scene is the same */
    display_list_clear(&app->painted.frame, app->painted.width,
                       app->painted.height);
}

void app_free_frame(App *app)
{
    display_list_free(&app->painted.frame);
    free(app->painted.pixels);
    if (app->chart.chart)
        chart_free(app->chart.chart);
    free(app->chart.chart);
}

/* ---- The start page, the card, the chrome ---- */

void app_follow_start(App *app)
{
    app->state.start |= app->session.player.count == 0;
    bool opens = app->state.start && !app->start_shown;
    if (opens) {
        start_free(app->start);
        app->start = start_new();
        app->start_changes = app->session.changes;
        app->session.player.playing = false;
        player_rest(&app->session.player);
    } else if (app->start_changes != app->session.changes) {
        app->state.start = false;
    }
    if (app->start_shown != app->state.start) {
        app->stale = true;
        set_title(app, NULL);
    }
    app->start_shown = app->state.start;
}

bool app_update_card(App *app)
{
    if ((!app->state.card || app_is_asking(app)) && app->touch.thing.kind)
        touch_choose(&app->touch, (Thing){.kind = THING_NONE});
    if (app->session.player.count == 0)
        return false;
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

static ChromeSize size_of(const App *app, int width, int height)
{
    return (ChromeSize){width, height, app->state.scale,
                        window_density(app->window), app->state.projector};
}

ChromeAnswer app_show_chrome(App *app, int width, int height,
                             const UiInput *input)
{
    const ReloadFault *fault = app->state.fault ? app_fault(app) : NULL;
    Band band = app_shows_band(app) ? app_band(app) : (Band){.text = NULL};
    app->setup.is_open &= app_shows_setup(app);
    Chrome chrome = {.size = size_of(app, width, height),
                     .session = &app->session,
                     .state = &app->state,
                     .marks = &app->marks,
                     .scroll = &app->scroll,
                     .start = app->state.start ? app->start : NULL,
                     .card = app_shows_card(app) ? &app->touch.card : NULL,
                     .left = app->touch.left,
                     .dialog = app->dialog,
                     .setup = app_shows_setup(app) ? &app->setup : NULL,
                     .message = app->message_left > 0 ? app->message : NULL,
                     .alarm = app->alarm,
                     .note = app->note.length ? app->note.text : NULL,
                     .note_alarm = app->note_alarm,
                     .band = app_shows_band(app) ? &band : NULL,
                     .fault = fault ? fault->title : NULL,
                     .fault_lines = fault ? fault->lines : NULL};

    return chrome_show(&app->ui, &app->chrome, &chrome, input);
}

static void draw_blank(App *app, int width, int height)
{
    display_list_clear(&app->chrome, width, height);
    window_blank(app->window);
    ++app->presents;
}

static void draw_all(App *app, const ChromeSize *size)
{
    if (app_shows_card(app))
        touch_make_way(&app->touch, &app->painted.frame);
    update_note(app);
    UiInput input = {.x = app->x, .y = app->y, .down = app->down};
    app_show_chrome(app, (int)size->width, (int)size->height, &input);
    bool start = app->state.start && app->start;
    Picture picture = {.pixels = start ? NULL : app->painted.pixels,
                       .width = app->painted.width,
                       .height = app->painted.height,
                       .theme = app->state.theme,
                       .fresh = app->fresh,
                       .chrome = &app->chrome};
    window_show(app->window, &picture);
    app->fresh &= start;
    ++app->presents;
}

void app_draw(App *app)
{
    int width, height;

    if (!window_size(app->window, &width, &height))
        return;
    ChromeSize size = size_of(app, width, height);
    app_end_stale_questions(app);
    app_follow_start(app);
    Rect above = chrome_above(&size, app_shows_band(app));
    if (above.h < 1)
        return;
    app->window_share = height / above.h;
    app_update_card(app);
    if (app_shows_setup(app))
        chrome_cut_setup(&size, &above);
    if (!app->state.start && app->session.player.count)
        update_frame(app, (int)above.w, (int)above.h);
    if (!app->stale)
        return;
    app->stale = false;
    if (app->state.blank)
        draw_blank(app, width, height);
    else
        draw_all(app, &size);
}
