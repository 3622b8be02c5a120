/* SPDX-License-Identifier: MIT
 *
 * window - opening, sizes and places; see window.h.
 */
#include "window/window.h"

#include "window/paint_sdl.h"

#include <SDL.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_WIDTH = 640, LEAST_HEIGHT = 360 };
enum { USUAL_WIDTH = 1600, USUAL_HEIGHT = 900, TITLE_BAR = 40 };

static const char no_display[] =
    "no display: %s; `upsweep export` writes pictures without one";

struct Window {
    SDL_Window *sdl;
    SDL_Renderer *renderer;
    PaintSdl *paint;
    SDL_Texture *texture; /* of the pixels; NULL: to be made */
    int texture_width, texture_height;
    bool has_video; /* SDL has been started */
    bool fits;      /* window_fit has made it fit */
};

/* ---- The renderer ---- */

/* Looks for devices, because OpenGL in software is slower than SDL's own
 * renderer. */
static bool may_have_gpu(void)
{
#ifdef __linux__
    static const char *const devices[] = {"/dev/dri", "/dev/nvidiactl",
                                          "/dev/dxg"};

    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i)
        if (access(devices[i], F_OK) == 0)
            return true;
    return false;
#else
    return true;
#endif
}

static SDL_Renderer *make_renderer(SDL_Window *window)
{
    const char *asked = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    bool choose = (asked && asked[0]) || may_have_gpu();
    SDL_Renderer *renderer =
        choose ? SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC)
               : NULL;

    return renderer ? renderer
                    : SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
}

static bool open_renderer(Window *window, Error *error)
{
    window->renderer = make_renderer(window->sdl);
    if (!window->renderer)
        return error_set(error, ERROR_FAILED,
                         "cannot draw in the window: %s; try "
                         "SDL_RENDER_DRIVER=software",
                         SDL_GetError());
    window->paint = paint_sdl_new(window->renderer, error);
    return window->paint != NULL;
}

static void drop_texture(Window *window)
{
    if (window->texture)
        SDL_DestroyTexture(window->texture);
    window->texture = NULL;
}

/* ---- Opening and closing ---- */

/* Without a display SDL would print warnings and fall back on an invisible
 * driver, so that is an error unless ASKED names a driver. */
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

static bool open_video(Window *window, Error *error)
{
    static const char *const invisible[] = {"dummy", "offscreen", "evdev"};
    const char *asked = SDL_getenv("SDL_VIDEODRIVER");

    if (!may_open_video(asked, error))
        return false;
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "nearest");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0)
        return error_set(error, ERROR_FAILED, no_display, SDL_GetError());
    window->has_video = true;
    const char *driver = SDL_GetCurrentVideoDriver();
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; ++i)
        if (!(asked && asked[0]) && driver && strcmp(driver, invisible[i]) == 0)
            return error_set(error, ERROR_FAILED, no_display,
                             "SDL found no display");
    return true;
}

/* A size that was asked for, or one that the screen has room for, with a title
 * bar as most systems have it. */
static void choose_size(int *width, int *height)
{
    SDL_Rect room = {0, 0, USUAL_WIDTH, USUAL_HEIGHT};
    int title = *height > 0 ? 0 : TITLE_BAR;

    *width = *width > 0 ? *width : USUAL_WIDTH;
    *height = *height > 0 ? *height : USUAL_HEIGHT;
    if (SDL_GetDisplayUsableBounds(0, &room) != 0)
        return;
    room.h -= room.h > 10 * title ? title : 0;
    *width = room.w > 0 && room.w < *width ? room.w : *width;
    *height = room.h > 0 && room.h < *height ? room.h : *height;
}

static bool open_window(Window *window, int width, int height, bool full_screen,
                        Error *error)
{
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;

    choose_size(&width, &height);
    if (full_screen)
        flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    window->sdl =
        SDL_CreateWindow("Upsweep", SDL_WINDOWPOS_CENTERED,
                         SDL_WINDOWPOS_CENTERED, width, height, flags);
    if (!window->sdl)
        return error_set(error, ERROR_FAILED, no_display, SDL_GetError());
    SDL_SetWindowMinimumSize(window->sdl, LEAST_WIDTH, LEAST_HEIGHT);
    return open_renderer(window, error);
}

Window *window_open(int width, int height, bool full_screen, Error *error)
{
    Window *window = base_alloc(1, sizeof *window);

    if (open_video(window, error) &&
        open_window(window, width, height, full_screen, error)) {
        SDL_StartTextInput();
        return window;
    }
    window_close(window);
    return NULL;
}

void window_close(Window *window)
{
    if (!window)
        return;
    drop_texture(window);
    paint_sdl_free(window->paint);
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->sdl)
        SDL_DestroyWindow(window->sdl);
    if (window->has_video)
        SDL_Quit();
    free(window);
}

/* ---- Sizes and places ---- */

void window_fit(Window *window)
{
    int top, left, bottom, right, width, height;
    SDL_Rect room;

    if (window->fits ||
        SDL_GetWindowFlags(window->sdl) & SDL_WINDOW_FULLSCREEN_DESKTOP ||
        SDL_GetWindowBordersSize(window->sdl, &top, &left, &bottom, &right) ||
        top + left + bottom + right == 0 ||
        SDL_GetDisplayUsableBounds(SDL_GetWindowDisplayIndex(window->sdl),
                                   &room))
        return;
    window->fits = true;
    SDL_GetWindowSize(window->sdl, &width, &height);
    room.w -= left + right;
    room.h -= top + bottom;
    if (width <= room.w && height <= room.h)
        return;
    width = SDL_min(width, room.w);
    height = SDL_min(height, room.h);
    SDL_SetWindowSize(window->sdl, width, height);
    SDL_SetWindowPosition(window->sdl, room.x + left + (room.w - width) / 2,
                          room.y + top + (room.h - height) / 2);
}

bool window_size(const Window *window, int *width, int *height)
{
    const Uint32 unseen = SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN;
    bool hidden = SDL_GetWindowFlags(window->sdl) & unseen;

    return !hidden &&
           SDL_GetRendererOutputSize(window->renderer, width, height) == 0 &&
           *width > 0 && *height > 0;
}

bool window_point(const Window *window, int x, int y, double *at_x,
                  double *at_y)
{
    int width = 0, height = 0, wide = 0, high = 0;

    SDL_GetWindowSize(window->sdl, &width, &height);
    SDL_GetRendererOutputSize(window->renderer, &wide, &high);
    if (width < 1 || height < 1)
        return false;
    *at_x = (x + 0.5) * wide / width;
    *at_y = (y + 0.5) * high / height;
    return true;
}

double window_density(const Window *window)
{
    int width = 0, height = 0, wide = 0, high = 0;

    SDL_GetWindowSize(window->sdl, &width, &height);
    SDL_GetRendererOutputSize(window->renderer, &wide, &high);
    return width > 0 && wide > width ? (double)wide / width : 1;
}

void window_title(Window *window, const char *title)
{
    if (strcmp(SDL_GetWindowTitle(window->sdl), title) != 0)
        SDL_SetWindowTitle(window->sdl, title);
}

bool window_fill(Window *window, bool full_screen, Error *error)
{
    Uint32 flags = full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0;

    return SDL_SetWindowFullscreen(window->sdl, flags) == 0 ||
           error_set(error, ERROR_FAILED, "cannot fill the screen: %s",
                     SDL_GetError());
}

/* ---- Pictures ---- */

void window_forget(Window *window)
{
    drop_texture(window);
    paint_sdl_forget(window->paint);
}

static void clear(const Window *window, uint32_t rgb)
{
    SDL_SetRenderDrawColor(window->renderer, (Uint8)(rgb >> 16),
                           (Uint8)(rgb >> 8), (Uint8)rgb, 255);
    SDL_RenderClear(window->renderer);
}

/* Brings the pixels into the texture.  One that cannot be updated is destroyed,
 * and made again for the next picture. */
static void upload(Window *window, const Picture *picture)
{
    bool fresh = picture->fresh;

    if (window->texture_width != picture->width ||
        window->texture_height != picture->height)
        drop_texture(window);
    if (!window->texture) {
        fresh = true;
        window->texture =
            SDL_CreateTexture(window->renderer, SDL_PIXELFORMAT_ARGB8888,
                              SDL_TEXTUREACCESS_STREAMING, picture->width,
                              picture->height);
        window->texture_width = picture->width;
        window->texture_height = picture->height;
        if (window->texture)
            SDL_SetTextureBlendMode(window->texture, SDL_BLENDMODE_NONE);
    }
    if (fresh && window->texture &&
        SDL_UpdateTexture(window->texture, NULL, picture->pixels,
                          picture->width * 4) != 0)
        drop_texture(window);
}

void window_show(Window *window, const Picture *picture)
{
    SDL_Rect place = {0, 0, picture->width, picture->height};

    clear(window, theme_color(picture->theme, COLOR_PAPER));
    if (picture->pixels)
        upload(window, picture);
    if (picture->pixels && window->texture)
        SDL_RenderCopy(window->renderer, window->texture, NULL, &place);
    paint_sdl(window->paint, picture->chrome, picture->theme);
    SDL_RenderPresent(window->renderer);
}

void window_blank(Window *window)
{
    clear(window, 0);
    SDL_RenderPresent(window->renderer);
}
