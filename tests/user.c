/* SPDX-License-Identifier: MIT
 *
 * user - what a user does, as SDL's events; see user.h.
 */
#include "user.h"

#include "draw/paint_cairo.h"
#include "fixture.h"

#include <glib.h>

Trace *user_traces[2];

static App *app;
static bool is_open; /* what app_handle said last */

UserLook user_look(void)
{
    return (UserLook){.player = &app->session.player,
                      .dialog = app->dialog,
                      .theme = app->state.theme,
                      .scale = app->state.scale,
                      .help = app->state.help,
                      .menu = app->state.menu,
                      .full_screen = app->full_screen,
                      .blank = app->state.blank,
                      .labels = app->state.labels,
                      .chart = app->state.chart,
                      .message = app->message_left > 0 ? app->message : NULL,
                      .frame = &app->painted.frame,
                      .chrome = &app->chrome,
                      .paints = app->painted.times,
                      .presents = app->presents};
}

void user_settle(void)
{
    SDL_Event event;

    while (SDL_PollEvent(&event))
        is_open = app_handle(app, &event);
    app_draw(app);
}

SDL_Window *user_window(void)
{
    for (Uint32 id = 1; id < 1000; ++id)
        if (SDL_GetWindowFromID(id))
            return SDL_GetWindowFromID(id);
    g_error("there is no window");
    return NULL;
}

void user_open_with(Trace *const traces[], int count, const AppOptions *options)
{
    Error error = {ERROR_NONE, ""};

    app = app_open((const Trace *const *)traces, count, options, &error);
    if (!app)
        g_error("%s", error.text);
    is_open = true;
    /* Also where that is more than the screen has, which app_open minds. */
    SDL_SetWindowSize(user_window(), options->width, options->height);
    user_settle();
}

void user_open(Trace *const traces[], int count, int width, int height)
{
    AppOptions options = {.width = width, .height = height};

    user_open_with(traces, count, &options);
}

void user_close(void)
{
    app_close(app);
    app = NULL;
}

static void user_push(SDL_Event event)
{
    g_assert_cmpint(SDL_PushEvent(&event), ==, 1);
    user_settle();
}

void user_key(SDL_Keycode key, int modifiers, bool repeat)
{
    SDL_Event event = {
        .key = {.type = SDL_KEYDOWN,
                .state = SDL_PRESSED,
                .repeat = repeat,
                .keysym = {.sym = key, .mod = (Uint16)modifiers}}};

    user_push(event);
}

void user_press(SDL_Keycode code)
{
    user_key(code, KMOD_NONE, false);
}

void user_text(const char *text)
{
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};

    g_strlcpy(event.text.text, text, sizeof event.text.text);
    user_push(event);
}

void user_type(SDL_Keycode code, const char *sign)
{
    user_key(code, KMOD_NONE, false);
    user_text(sign);
}

void user_move(double x, double y, bool held)
{
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION,
                                  .state = held ? SDL_BUTTON_LMASK : 0,
                                  .x = (int)x,
                                  .y = (int)y}};

    user_push(event);
}

void user_button(Uint8 which, bool down, double x, double y)
{
    Uint32 kind = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    SDL_Event event = {.button = {.type = kind,
                                  .button = which,
                                  .state = down ? SDL_PRESSED : SDL_RELEASED,
                                  .x = (int)x,
                                  .y = (int)y}};

    user_push(event);
}

void user_click(double x, double y)
{
    user_move(x, y, false);
    user_button(SDL_BUTTON_LEFT, true, x, y);
    user_button(SDL_BUTTON_LEFT, false, x, y);
}

void user_wheel(int y)
{
    SDL_Event event = {.wheel = {.type = SDL_MOUSEWHEEL, .y = y}};

    user_push(event);
}

void user_still(void)
{
    player_animate(&app->session.player, false);
}

void user_widget(const char *name)
{
    Rect box = ui_box_of(&app->chrome, ui_id(name));

    if (box.w <= 0)
        g_error("there is no %s", name);
    user_click(box.x + box.w / 2, box.y + box.h / 2);
}

void user_event(Uint32 kind, Uint8 what)
{
    SDL_Event event = {.type = kind};

    if (kind == SDL_WINDOWEVENT)
        event.window.event = what;
    user_push(event);
}

void user_drop(Uint32 kind, const char *path)
{
    SDL_Event event = {.drop = {.type = kind}};

    event.drop.file = path ? SDL_strdup(path) : NULL;
    user_push(event);
}

const Shape *user_find(const DisplayList *list, Thing thing)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (thing_same(&shape->thing, &thing) && shape->kind == SHAPE_RECT)
            return shape;
    }
    g_error("there is no shape of %s %u %u", thing_name(thing.kind), thing.a,
            thing.b);
    return NULL;
}

bool user_reads(const char *start)
{
    const DisplayList *list = user_look().chrome;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            g_str_has_prefix(shape_text(list, list->shapes + i), start))
            return true;
    return false;
}

App *user_app(void)
{
    return app;
}

uint32_t *user_pixels(void)
{
    SDL_Renderer *renderer = SDL_GetRenderer(user_window());
    int width, height;

    SDL_GetWindowSize(user_window(), &width, &height);
    size_t count = (size_t)width * (size_t)height;
    uint32_t *pixels = base_alloc(count, sizeof *pixels);
    g_assert_cmpint(SDL_RenderReadPixels(renderer, NULL,
                                         SDL_PIXELFORMAT_ARGB8888, pixels,
                                         width * 4),
                    ==, 0);
    for (size_t i = 0; i < count; ++i)
        pixels[i] &= 0xffffff;
    return pixels;
}

bool user_is_in(void)
{
    return is_open;
}

static void skip(void)
{
    g_test_skip("SDL does not start, not even with its dummy driver");
}

int user_main(int argc, char **argv, uint32_t n, const UserTest *tests,
              size_t count)
{
    g_setenv("XDG_STATE_HOME", "/dev/null", FALSE); /* keeps nothing */
    g_test_init(&argc, &argv, NULL);
    g_setenv("SDL_VIDEODRIVER", "dummy", true);
    g_unsetenv("SDL_RENDER_DRIVER");
    bool starts = SDL_Init(SDL_INIT_VIDEO) == 0;
    SDL_Quit();
    user_traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, n, 4);
    user_traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, n, 4);
    for (size_t i = 0; i < count; ++i)
        g_test_add_func(tests[i].path, starts ? tests[i].test : skip);
    int status = g_test_run();
    trace_free(user_traces[0]);
    trace_free(user_traces[1]);
    paint_cairo_done();
    return status;
}
