/* SPDX-License-Identifier: MIT
 *
 * app - window, events and drawing; see app.h.
 *
 * All places are in pixels of the renderer's output, from which the window's
 * own units differ on high-DPI screens; the pointer is converted on arrival.
 */
#include "app.h"

#include "command.h"
#include "frame.h"
#include "hand.h"
#include "lens.h"
#include "paint_cairo.h"
#include "paint_sdl.h"
#include "save.h"

#include <SDL.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_WIDTH = 640, LEAST_HEIGHT = 360 };
enum { USUAL_WIDTH = 1600, USUAL_HEIGHT = 900 };
enum { MOST_WHEEL = 10 };

static const double message_seconds = 4;
static const char no_display[] =
    "no display: %s; `upsweep export` writes pictures without one";

/* What the painted frame shows; when it differs from now, it is painted. */
typedef struct {
    Scene scene;
    int width, height;
} Painted;

struct App {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture; /* the frame; NULL: to be made */
    PaintSdl *paint;
    bool has_video;

    Player player;
    Exhibit *exhibits[PLAYER_MAX_TRACES];
    CommandState state;
    bool full_screen; /* as the window is, where state says what it should be */

    Canvas frame, chrome;
    uint32_t *pixels; /* of the frame */
    Painted painted;
    bool stale; /* there is something new to present */

    Hand hand;
    Lens lens;

    char message[640];
    double message_left; /* seconds */
    bool alarm;
    bool key_repeats; /* the key that was pressed last is being held */

    uint64_t paints, presents;
};

/* ---- Messages and the title ---- */

static void say(App *app, bool alarm, const char *text)
{
    snprintf(app->message, sizeof app->message, "%s", text);
    app->message_left = message_seconds;
    app->alarm = alarm;
    app->stale = true;
}

static void set_title(App *app)
{
    const Player *player = &app->player;
    Text title = {0};

    text_add(&title, "%s", player->traces[0]->run.title);
    if (player->count > 1)
        text_add(&title, " beside %s", player->traces[1]->run.title);
    text_add(&title, " · step %u of %u · instruction %zu of %zu · Upsweep",
             player->steps ? player_step(player) + 1 : 0, player->steps,
             player_position(player, 0), player->traces[0]->instructions_count);
    SDL_SetWindowTitle(app->window, title.text);
    text_free(&title);
}

/* ---- Drawing ---- */

static Scene scene_now(const App *app)
{
    Scene scene = {.count = app->player.count, .theme = app->state.theme};

    for (int t = 0; t < scene.count; ++t)
        scene.exhibits[t] = app->exhibits[t];
    for (int i = 0; i < ZOOM_COUNT; ++i)
        scene.zooms[i] = app->lens.zooms[i];
    scene_follow(&scene, &app->player);
    return scene;
}

static void forget_textures(App *app)
{
    if (app->texture)
        SDL_DestroyTexture(app->texture);
    app->texture = NULL;
    if (app->paint)
        paint_sdl_forget(app->paint);
    app->stale = true;
}

/* When the run has moved on, what is seen close goes with it. */
static void follow_with_lens(App *app)
{
    Scene now = scene_now(app);

    if (lens_is_close(&app->lens) &&
        now.positions[0] != app->painted.scene.positions[0])
        lens_follow(&app->lens, &now);
}

/* Paints the frame anew if it shows another scene or size. */
static void update_frame(App *app, int width, int height)
{
    follow_with_lens(app);
    Painted now = {scene_now(app), width, height};
    const Painted *was = &app->painted;
    bool resized = now.width != was->width || now.height != was->height;

    if (resized) {
        forget_textures(app);
        free(app->pixels);
        app->pixels = base_alloc((size_t)width * (size_t)height, 4);
    }
    if (resized || !scene_same(&now.scene, &was->scene)) {
        frame_draw(&app->frame, &now.scene, width, height);
        paint_cairo(&app->frame, now.scene.theme, app->pixels, width, height,
                    width * 4);
        set_title(app);
        ++app->paints;
    } else if (app->texture) {
        return;
    }
    app->painted = now;
    app->stale = true;
    if (!app->texture)
        app->texture =
            SDL_CreateTexture(app->renderer, SDL_PIXELFORMAT_ARGB8888,
                              SDL_TEXTUREACCESS_STREAMING, width, height);
    if (app->texture)
        SDL_UpdateTexture(app->texture, NULL, app->pixels, width * 4);
}

static HandView hand_view(const App *app)
{
    return (HandView){&app->frame, &app->chrome, &app->player};
}

static void draw_chrome(App *app, int width, int height)
{
    size_t count;
    ChromeItem *items = command_items(&app->state);

    command_all(&count);
    Chrome chrome = {.width = width,
                     .height = height,
                     .items = items,
                     .items_count = (int)count,
                     .player = &app->player,
                     .toolbar = app->state.toolbar,
                     .help = app->state.help,
                     .hover = app->hand.button,
                     .hover_beat = app->hand.beat,
                     .message = app->message_left > 0 ? app->message : NULL,
                     .alarm = app->alarm};
    chrome_draw(&app->chrome, &chrome);
    free(items);
}

/* The size of the window in pixels; false if there is nothing to draw on. */
static bool app_size(const App *app, int *width, int *height)
{
    const Uint32 unseen = SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN;
    bool hidden = SDL_GetWindowFlags(app->window) & unseen;

    return !hidden &&
           SDL_GetRendererOutputSize(app->renderer, width, height) == 0 &&
           *width > 0 && *height > chrome_strip(*width, *height, true);
}

void app_draw(App *app)
{
    int width, height;
    uint32_t paper = canvas_color(app->state.theme, COLOR_PAPER);

    if (!app_size(app, &width, &height))
        return;
    int strip = chrome_strip(width, height, app->state.toolbar);
    update_frame(app, width, height - strip);
    if (!app->stale)
        return;
    app->stale = false;
    draw_chrome(app, width, height);
    HandView view = hand_view(app);
    if (app->hand.x >= 0 &&
        hand_move(&app->hand, &view, app->hand.x, app->hand.y))
        draw_chrome(app, width, height); /* it moved under the pointer */
    SDL_SetRenderDrawColor(app->renderer, (Uint8)(paper >> 16),
                           (Uint8)(paper >> 8), (Uint8)paper, 255);
    SDL_RenderClear(app->renderer);
    SDL_Rect place = {0, 0, width, height - strip};
    if (app->texture)
        SDL_RenderCopy(app->renderer, app->texture, NULL, &place);
    paint_sdl(app->paint, &app->chrome, app->state.theme);
    SDL_RenderPresent(app->renderer);
    ++app->presents;
}

/* ---- Commands ---- */

/* As large as the window with its toolbar, but without one. */
static void save(App *app)
{
    Error error = {ERROR_NONE, ""};
    Scene scene = scene_now(app);
    Text path = {0}, saved = {0};
    int width, height;

    if (!app_size(app, &width, &height))
        return;
    bool good =
        save_frame(&scene, app->player.beat, width, height, &path, &error);
    text_add(&saved, "saved %s", path.text);
    say(app, !good, good ? saved.text : error.text);
    text_free(&path);
    text_free(&saved);
}

/* Makes the window be what the state says. */
static void follow_state(App *app)
{
    app->stale = true;
    if (app->state.full_screen != app->full_screen) {
        Uint32 flags =
            app->state.full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0;
        if (SDL_SetWindowFullscreen(app->window, flags) != 0) {
            say(app, true, SDL_GetError());
            app->state.full_screen = app->full_screen;
        }
        app->full_screen = app->state.full_screen;
    }
    if (app->state.zoom != 0) {
        Scene scene = scene_now(app);
        lens_zoom(&app->lens, &scene, app->state.zoom);
    }
    if (app->state.pan != 0)
        lens_pan(&app->lens, app->state.pan);
    if (app->state.whole)
        lens_whole(&app->lens);
    app->state.zoom = app->state.pan = 0;
    app->state.whole = false;
    if (app->state.save) {
        app->state.save = false;
        save(app);
    }
}

static void do_command(App *app, const Command *command, bool repeated)
{
    if (!command || (repeated && !command->repeats))
        return;
    command_run(command, &app->state);
    if (repeated) /* who holds a key wants to get on */
        player_rest(&app->player);
    follow_state(app);
}

/* "Ctrl+Right": the key as the command table names it. */
static void handle_key(App *app, const SDL_KeyboardEvent *key)
{
    const SDL_Keysym *sym = &key->keysym;
    const char *name = SDL_GetKeyName(sym->sym);
    char text[64];

    app->key_repeats = key->repeat != 0;
    /* What types a sign comes again as text, whichever key it lies on. */
    if (name[0] && !name[1] && !isalnum((unsigned char)name[0]))
        return;
    snprintf(text, sizeof text, "%s%s%s%s", sym->mod & KMOD_CTRL ? "Ctrl+" : "",
             sym->mod & KMOD_ALT ? "Alt+" : "",
             sym->mod & KMOD_SHIFT ? "Shift+" : "", name);
    do_command(app, command_by_key(text), app->key_repeats);
}

static void handle_text(App *app, const char *text)
{
    if (text[0] && !text[1] && !isalnum((unsigned char)text[0]))
        do_command(app, command_by_key(text), app->key_repeats);
}

/* ---- The pointer ---- */

/* Moves the pointer, and what it drags with it. */
static void point(App *app, int x, int y)
{
    HandView view = hand_view(app);
    int width = 1, height = 1, wide = 1, high = 1;

    SDL_GetWindowSize(app->window, &width, &height);
    SDL_GetRendererOutputSize(app->renderer, &wide, &high);
    if (width < 1 || height < 1)
        return;
    app->stale |= hand_move(&app->hand, &view, (x + 0.5) * wide / width,
                            (y + 0.5) * high / height);
    app->stale |= lens_drag(&app->lens, &app->frame, app->hand.x, app->hand.y);
    if (!hand_drags(&app->hand))
        return;
    app->player.playing = false;
    app->stale = true;
    if (app->hand.beat >= 0)
        player_seek(&app->player, (uint32_t)app->hand.beat);
}

static void press(App *app, int x, int y)
{
    HandView view = hand_view(app);

    point(app, x, y);
    if (hand_press(&app->hand, &view)) {
        app->state.help = false;
        app->stale = true;
    } else if (app->hand.hold == HOLD_NONE && !app->state.help) {
        lens_press(&app->lens, &app->frame, app->hand.x, app->hand.y);
    }
    point(app, x, y);
}

static void release(App *app, int x, int y)
{
    HandView view = hand_view(app);
    size_t count;
    const Command *commands = command_all(&count);

    point(app, x, y);
    lens_release(&app->lens);
    int button = hand_release(&app->hand, &view);
    if (button >= 0)
        do_command(app, commands + button, false);
}

static void handle_wheel(App *app, const SDL_MouseWheelEvent *wheel)
{
    ChromeIcon icon = wheel->y > 0 ? ICON_BACK : ICON_FORWARD;

    if (SDL_GetModState() & KMOD_CTRL) {
        app->stale |=
            !app->state.help && lens_wheel(&app->lens, &app->frame, app->hand.x,
                                           app->hand.y, wheel->y);
        return;
    }

    for (int i = 0; i < abs(wheel->y) && i < MOST_WHEEL; ++i)
        do_command(app, command_by_icon(icon), false);
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
        app->hand.hold = HOLD_NONE; /* released where nobody saw it */
        lens_release(&app->lens);
    }
    point(app, motion->x, motion->y);
}

static void handle_window(App *app, const SDL_WindowEvent *window)
{
    if (window->event == SDL_WINDOWEVENT_LEAVE && !hand_drags(&app->hand))
        hand_leave(&app->hand);
    if (window->event == SDL_WINDOWEVENT_CLOSE)
        app->state.quit = true;
    app->stale = true;
}

bool app_handle(App *app, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        app->state.quit = true;
        break;
    case SDL_KEYDOWN:
        handle_key(app, &event->key);
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
        forget_textures(app);
        break;
    default:
        break;
    }
    return !app->state.quit;
}

/* ---- Time ---- */

void app_tick(App *app, double seconds)
{
    app->stale |= player_advance(&app->player, seconds);
    if (app->message_left > 0) {
        app->message_left -= seconds;
        app->stale |= app->message_left <= 0;
    }
}

double app_due(const App *app)
{
    double message = app->message_left > 0 ? app->message_left : -1;
    double player = player_due(&app->player);

    return message < 0 || (player >= 0 && player < message) ? player : message;
}

/* ---- Opening and closing ---- */

/* SDL falls back on drivers that show nothing, after complaints of its own on
 * stderr; only who asks for one by name gets it. */
static bool may_open_video(const char *asked, Error *error)
{
    const char *x11 = SDL_getenv("DISPLAY");
    const char *wayland = SDL_getenv("WAYLAND_DISPLAY");

#ifdef __APPLE__
    return true;
#endif
    if ((asked && asked[0]) || (x11 && x11[0]) || (wayland && wayland[0]))
        return true;
    return error_set(error, ERROR_FAILED, no_display,
                     "neither DISPLAY nor WAYLAND_DISPLAY is set");
}

static bool open_video(App *app, Error *error)
{
    static const char *const invisible[] = {"dummy", "offscreen", "evdev"};
    const char *asked = SDL_getenv("SDL_VIDEODRIVER");

    if (!may_open_video(asked, error))
        return false;
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return error_set(error, ERROR_FAILED, no_display, SDL_GetError());
    app->has_video = true;
    const char *driver = SDL_GetCurrentVideoDriver();
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; ++i)
        if (!(asked && asked[0]) && driver && strcmp(driver, invisible[i]) == 0)
            return error_set(error, ERROR_FAILED, no_display,
                             "SDL found nothing to open a window on");
    return true;
}

/* A size that was asked for, or one that the screen has room for. */
static void choose_size(const AppOptions *options, int *width, int *height)
{
    SDL_Rect room = {0, 0, USUAL_WIDTH, USUAL_HEIGHT};

    *width = options->width > 0 ? options->width : USUAL_WIDTH;
    *height = options->height > 0 ? options->height : USUAL_HEIGHT;
    if (SDL_GetDisplayUsableBounds(0, &room) != 0)
        return;
    *width = room.w > 0 && room.w < *width ? room.w : *width;
    *height = room.h > 0 && room.h < *height ? room.h : *height;
}

static bool open_window(App *app, const AppOptions *options, Error *error)
{
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    int width, height;

    choose_size(options, &width, &height);
    if (options->full_screen)
        flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    app->window =
        SDL_CreateWindow("Upsweep", SDL_WINDOWPOS_CENTERED,
                         SDL_WINDOWPOS_CENTERED, width, height, flags);
    if (!app->window)
        return error_set(error, ERROR_FAILED, no_display, SDL_GetError());
    SDL_SetWindowMinimumSize(app->window, LEAST_WIDTH, LEAST_HEIGHT);
    app->renderer =
        SDL_CreateRenderer(app->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!app->renderer)
        app->renderer =
            SDL_CreateRenderer(app->window, -1, SDL_RENDERER_SOFTWARE);
    if (!app->renderer)
        return error_set(error, ERROR_FAILED,
                         "cannot draw in the window: %s; try "
                         "SDL_RENDER_DRIVER=software",
                         SDL_GetError());
    app->paint = paint_sdl_new(app->renderer, error);
    return app->paint != NULL;
}

App *app_open(const Trace *const traces[], int count, const AppOptions *options,
              Error *error)
{
    App *app = base_alloc(1, sizeof *app);

    hand_leave(&app->hand);
    app->stale = true;
    app->full_screen = options->full_screen;
    app->state = (CommandState){.player = &app->player,
                                .theme = options->theme,
                                .toolbar = true,
                                .full_screen = options->full_screen};
    if (!player_init(&app->player, traces, count, error) ||
        !open_video(app, error) || !open_window(app, options, error)) {
        app_close(app);
        return NULL;
    }
    player_set_clock(&app->player, options->clock);
    player_animate(&app->player, true);
    for (int t = 0; t < count; ++t)
        app->player.marks[t] =
            (app->exhibits[t] = exhibit_new(traces[t]))->marks;
    SDL_StartTextInput();
    return app;
}

void app_close(App *app)
{
    if (!app)
        return;
    if (app->texture)
        SDL_DestroyTexture(app->texture);
    paint_sdl_free(app->paint);
    if (app->renderer)
        SDL_DestroyRenderer(app->renderer);
    if (app->window)
        SDL_DestroyWindow(app->window);
    if (app->has_video)
        SDL_Quit();
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        exhibit_free(app->exhibits[t]);
    player_free(&app->player);
    canvas_free(&app->frame);
    canvas_free(&app->chrome);
    free(app->pixels);
    free(app);
}

/* Waits until there is an event or something to do; *GOT says which.  False if
 * SDL cannot wait any more. */
static bool wait_for(const App *app, SDL_Event *event, bool *got)
{
    double due = app_due(app);

    if (due < 0)
        return *got = SDL_WaitEvent(event);
    *got = SDL_WaitEventTimeout(event, (int)ceil(due * 1000) + 1);
    return true;
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
        good = wait_for(app, &event, &got);
        if (!good) {
            error_set(error, ERROR_FAILED, "the window was lost: %s",
                      SDL_GetError());
            break;
        }
        Uint64 now = SDL_GetPerformanceCounter();
        app_tick(app,
                 (double)(now - last) / (double)SDL_GetPerformanceFrequency());
        last = now;
        for (; got && open; got = SDL_PollEvent(&event))
            open = app_handle(app, &event);
        app_draw(app);
    }
    app_close(app);
    return good;
}

AppLook app_look(const App *app)
{
    return (AppLook){.player = &app->player,
                     .theme = app->state.theme,
                     .help = app->state.help,
                     .toolbar = app->state.toolbar,
                     .full_screen = app->full_screen,
                     .message = app->message_left > 0 ? app->message : NULL,
                     .frame = &app->frame,
                     .chrome = &app->chrome,
                     .paints = app->paints,
                     .presents = app->presents};
}
