/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/window.c: after any input of the user or event of the
 * system, the window shows the same pixels as a full repaint.
 */
#include "draw/paint_cairo.h"
#include "window/paint_sdl.h"
#include "user.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint32_t below(uint32_t end)
{
    return (uint32_t)(base_random(&state) >> 33) % end;
}

/* Paints over PIXELS, as wide as the chrome. */
static void add_chrome(uint32_t *pixels, const DisplayList *chrome, Theme theme)
{
    int width = (int)chrome->width, height = (int)chrome->height;
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormatFrom(pixels, width, height, 32, width * 4,
                                           SDL_PIXELFORMAT_RGB888);
    SDL_Renderer *renderer = SDL_CreateSoftwareRenderer(surface);
    Error error;
    PaintSdl *paint = paint_sdl_new(renderer, &error);

    g_assert_nonnull(paint);
    paint_sdl(paint, chrome, theme);
    SDL_RenderFlush(renderer);
    paint_sdl_free(paint);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
}

static uint32_t *pixels_meant(void)
{
    UserLook look = user_look();
    int width = (int)look.chrome->width, height = (int)look.chrome->height;
    size_t count = (size_t)width * (size_t)height;
    uint32_t *pixels = base_alloc(count, sizeof *pixels);

    if (look.blank)
        return pixels;
    for (size_t i = 0; i < count; ++i)
        pixels[i] = theme_color(look.theme, COLOR_PAPER);
    if (!user_app()->state.start)
        paint_cairo(look.frame, look.theme, pixels, width,
                    (int)look.frame->height);
    add_chrome(pixels, look.chrome, look.theme);
    return pixels;
}

static void check(const char *what)
{
    int width = (int)user_look().chrome->width;
    int height = (int)user_look().chrome->height;
    uint32_t *meant = pixels_meant(), *seen = user_pixels();

    for (int i = 0; i < width * height; ++i)
        if (seen[i] != (meant[i] & 0xffffff))
            g_error("pixel %d, %d is %x, not %x, after %s", i % width,
                    i / width, seen[i], meant[i] & 0xffffff, what);
    free(meant);
    free(seen);
}

/* ---- What may happen ---- */

static void some_step(void)
{
    static const SDL_Keycode keys[] = {SDLK_RIGHT, SDLK_RIGHT, SDLK_LEFT,
                                       SDLK_DOWN,  SDLK_UP,    SDLK_HOME,
                                       SDLK_END};

    user_press(keys[below(G_N_ELEMENTS(keys))]);
}

static void some_time(void)
{
    app_tick(user_app(), below(500) / 1000.0);
    app_draw(user_app());
}

static void some_play(void)
{
    user_press(SDLK_SPACE);
    some_time();
    some_time();
}

/* Over a button, or over a view. */
static void some_move(void)
{
    user_move(below(900), below(2) ? below(640) : 620, false);
}

/* What lies over the frame or beside it: panels, a chart, a theme, sums for
 * numbers, another clock, the size of text, nothing at all. */
static void some_command(void)
{
    static const SDL_Keycode keys[] = {SDLK_F1, SDLK_g, SDLK_ESCAPE, SDLK_c,
                                       SDLK_t,  SDLK_v, SDLK_r,      SDLK_b,
                                       SDLK_m,  SDLK_d, SDLK_ESCAPE, SDLK_w,
                                       SDLK_l};

    if (below(6) == 0)
        user_key(below(2) ? SDLK_EQUALS : SDLK_MINUS, KMOD_CTRL, false);
    user_press(keys[below(G_N_ELEMENTS(keys))]);
}

static void some_size(void)
{
    static const int sizes[][2] = {
        {900, 640}, {640, 360}, {901, 641}, {1280, 720}, {700, 700}};
    uint32_t size = below(G_N_ELEMENTS(sizes));

    SDL_SetWindowSize(user_window(), sizes[size][0], sizes[size][1]);
    if (below(2))
        user_settle();
    /* and back at once: the same size, but other pixels */
    if (below(3) == 0)
        SDL_SetWindowSize(user_window(), 900, 640);
    user_settle();
}

/* The system loses what was shown, or the textures. */
static void some_loss(void)
{
    SDL_Renderer *renderer = SDL_GetRenderer(user_window());

    SDL_SetRenderDrawColor(renderer, 255, 0, 0, 255);
    SDL_RenderClear(renderer);
    if (below(2))
        user_event(SDL_RENDER_DEVICE_RESET, 0);
    else
        user_event(SDL_WINDOWEVENT, SDL_WINDOWEVENT_EXPOSED);
}

static void some_hiding(void)
{
    SDL_HideWindow(user_window());
    some_step();
    some_time();
    SDL_ShowWindow(user_window());
    user_settle();
}

typedef struct {
    const char *name;
    void (*happens)(void);
    uint32_t often;
} Act;

static const Act acts[] = {
    {"a step", some_step, 6},       {"time", some_time, 6},
    {"playing", some_play, 3},      {"a move", some_move, 4},
    {"a command", some_command, 5}, {"another size", some_size, 1},
    {"a loss", some_loss, 1},       {"hiding", some_hiding, 1}};

static const Act *some_act(void)
{
    uint32_t all = 0, at;

    for (size_t i = 0; i < G_N_ELEMENTS(acts); ++i)
        all += acts[i].often;
    at = below(all);
    for (const Act *act = acts;; at -= act++->often)
        if (at < act->often)
            return act;
}

static void walk(int count, int steps)
{
    state = (uint64_t)steps;
    user_open(user_traces, count, 900, 640);
    check("opening");
    for (int i = 0; i < steps; ++i) {
        const Act *act = some_act();
        act->happens();
        check(act->name);
    }
    user_close();
}

static void test_plain(void)
{
    walk(2, 120);
    walk(1, 40);
}

/* A renderer that is asked for by name is used. */
static void test_renderer(void)
{
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    user_open(user_traces, 2, 900, 640);
    g_assert_nonnull(SDL_GetRenderer(user_window()));
    check("opening");
    user_close();
    walk(2, 20);
}

static const UserTest tests[] = {
    {"/presenter/plain", test_plain},
    {"/presenter/renderer", test_renderer},
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 16, tests, G_N_ELEMENTS(tests));
}
