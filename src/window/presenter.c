/* SPDX-License-Identifier: MIT
 *
 * presenter - renderer and texture, or the window's pixels; see presenter.h.
 *
 * The chrome is painted by SDL's renderer either way.  The one for the window's
 * pixels lives as long as they do: until the window changes its size.
 */
#include "window/presenter.h"

#include "window/paint_sdl.h"

#include <SDL.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Presenter {
    SDL_Window *window;
    SDL_Renderer *renderer;
    PaintSdl *paint;
    bool renew; /* nothing of the last picture can be relied on */

    /* with a renderer */
    SDL_Texture *texture; /* of the pixels; NULL: to be made */
    int width, height;    /* of the texture */

    /* without */
    bool is_plain;
    SDL_Surface *surface; /* the window's */
    const void *pixels;   /* of that */
};

/* ---- Opening and closing ---- */

/* Looks for devices first, because starting OpenGL takes as long as everything
 * else until the first picture. */
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

/* True if DRIVER is OpenGL in software. */
static bool is_software(const char *driver)
{
    static const char *const names[] = {"llvmpipe",    "softpipe",
                                        "swrast",      "Software",
                                        "SwiftShader", "GDI Generic"};
    enum { GL_RENDERER_NAME = 0x1f01 };
    const char *(*get_string)(unsigned) = NULL;

    if (strncmp(driver, "opengl", strlen("opengl")) != 0)
        return false;
    void *address = SDL_GL_GetProcAddress("glGetString");
    memcpy(&get_string, &address, sizeof get_string);
    const char *name = get_string ? get_string(GL_RENDERER_NAME) : NULL;
    for (size_t i = 0; name && i < sizeof names / sizeof names[0]; ++i)
        if (strstr(name, names[i]))
            return true;
    return false;
}

static bool is_gpu(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;

    return SDL_GetRendererInfo(renderer, &info) == 0 &&
           info.flags & SDL_RENDERER_ACCELERATED && !is_software(info.name);
}

/* Opens a hidden window to find out which renderer SDL chooses. */
PresenterKind presenter_choose(void)
{
    enum { SIDE = 64 };
    const char *asked = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool good;

    if (asked && asked[0])
        return PRESENTER_RENDERER;
    if (!may_have_gpu())
        return PRESENTER_PLAIN;
    window = SDL_CreateWindow("Upsweep", 0, 0, SIDE, SIDE, SDL_WINDOW_HIDDEN);
    renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
    good = renderer && is_gpu(renderer);
    if (renderer)
        SDL_DestroyRenderer(renderer);
    if (window)
        SDL_DestroyWindow(window);
    return good ? PRESENTER_RENDERER : PRESENTER_PLAIN;
}

static bool cannot_draw(const char *remedy, Error *error)
{
    return error_set(error, ERROR_FAILED, "cannot draw in the window: %s%s",
                     SDL_GetError(), remedy);
}

static bool open_renderer(Presenter *presenter, Error *error)
{
    presenter->renderer =
        SDL_CreateRenderer(presenter->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!presenter->renderer)
        presenter->renderer =
            SDL_CreateRenderer(presenter->window, -1, SDL_RENDERER_SOFTWARE);
    if (!presenter->renderer)
        return cannot_draw("; try SDL_RENDER_DRIVER=software", error);
    presenter->paint = paint_sdl_new(presenter->renderer, error);
    return presenter->paint != NULL;
}

static void drop_texture(Presenter *presenter)
{
    if (presenter->texture)
        SDL_DestroyTexture(presenter->texture);
    presenter->texture = NULL;
}

static void close_renderer(Presenter *presenter)
{
    drop_texture(presenter);
    paint_sdl_free(presenter->paint);
    if (presenter->renderer)
        SDL_DestroyRenderer(presenter->renderer);
    presenter->paint = NULL;
    presenter->renderer = NULL;
}

/* Takes the window's pixels, which change when the window changes its size;
 * false and ERROR_FAILED if there are none. */
static bool take_surface(Presenter *presenter, Error *error)
{
    SDL_Surface *surface = SDL_GetWindowSurface(presenter->window);

    if (surface && surface == presenter->surface &&
        surface->pixels == presenter->pixels &&
        surface->w == presenter->width && surface->h == presenter->height &&
        presenter->paint)
        return true;
    close_renderer(presenter);
    presenter->surface = surface;
    if (!surface)
        return cannot_draw("", error);
    presenter->pixels = surface->pixels;
    presenter->width = surface->w;
    presenter->height = surface->h;
    presenter->renew = true;
    presenter->renderer = SDL_CreateSoftwareRenderer(surface);
    if (!presenter->renderer)
        return cannot_draw("", error);
    presenter->paint = paint_sdl_new(presenter->renderer, error);
    return presenter->paint != NULL;
}

Presenter *presenter_new(SDL_Window *window, PresenterKind kind, Error *error)
{
    Presenter *presenter = base_alloc(1, sizeof *presenter);

    presenter->window = window;
    presenter->renew = true;
    presenter->is_plain = kind == PRESENTER_PLAIN;
    if (presenter->is_plain ? take_surface(presenter, error)
                            : open_renderer(presenter, error))
        return presenter;
    presenter_free(presenter);
    return NULL;
}

void presenter_free(Presenter *presenter)
{
    if (!presenter)
        return;
    close_renderer(presenter);
    free(presenter);
}

bool presenter_size(Presenter *presenter, int *width, int *height)
{
    Error error;

    if (!presenter->is_plain)
        return SDL_GetRendererOutputSize(presenter->renderer, width, height) ==
                   0 &&
               *width > 0 && *height > 0;
    if (!take_surface(presenter, &error))
        return false;
    *width = presenter->width;
    *height = presenter->height;
    return true;
}

void presenter_renew(Presenter *presenter)
{
    presenter->renew = true;
}

void presenter_forget(Presenter *presenter)
{
    drop_texture(presenter);
    if (presenter->paint)
        paint_sdl_forget(presenter->paint);
    presenter->renew = true;
}

/* ---- By a renderer ---- */

static void clear(const Presenter *presenter, uint32_t rgb)
{
    SDL_SetRenderDrawColor(presenter->renderer, (Uint8)(rgb >> 16),
                           (Uint8)(rgb >> 8), (Uint8)rgb, 255);
    SDL_RenderClear(presenter->renderer);
}

/* Makes the texture if there is none of that size. */
static void make_texture(Presenter *presenter, int width, int height)
{
    if (presenter->width != width || presenter->height != height)
        drop_texture(presenter);
    if (presenter->texture)
        return;
    presenter->texture =
        SDL_CreateTexture(presenter->renderer, SDL_PIXELFORMAT_ARGB8888,
                          SDL_TEXTUREACCESS_STREAMING, width, height);
    presenter->width = width;
    presenter->height = height;
    presenter->renew = true;
}

/* A texture that cannot be updated is destroyed, and created again for the
 * next picture. */
static void upload(Presenter *presenter, const Picture *picture)
{
    make_texture(presenter, picture->width, picture->height);
    if ((presenter->renew || picture->fresh) && presenter->texture &&
        SDL_UpdateTexture(presenter->texture, NULL, picture->pixels,
                          picture->width * 4) != 0)
        drop_texture(presenter);
    presenter->renew = false;
}

static void show_by_renderer(Presenter *presenter, const Picture *picture)
{
    SDL_Rect place = {0, 0, picture->width, picture->height};

    upload(presenter, picture);
    clear(presenter, theme_color(picture->theme, COLOR_PAPER));
    if (presenter->texture)
        SDL_RenderCopy(presenter->renderer, presenter->texture, NULL, &place);
    paint_sdl(presenter->paint, picture->chrome, picture->theme);
    SDL_RenderPresent(presenter->renderer);
}

/* ---- Into the window's pixels ---- */

static void put_pixels(SDL_Surface *surface, const Picture *picture)
{
    int width = picture->width < surface->w ? picture->width : surface->w;
    int height = picture->height < surface->h ? picture->height : surface->h;

    if (SDL_MUSTLOCK(surface) && SDL_LockSurface(surface) != 0)
        return;
    SDL_ConvertPixels(width, height, SDL_PIXELFORMAT_ARGB8888, picture->pixels,
                      picture->width * 4, surface->format->format,
                      surface->pixels, surface->pitch);
    if (SDL_MUSTLOCK(surface))
        SDL_UnlockSurface(surface);
}

/* Paper below the pixels, where the bar is. */
static void put_paper(SDL_Surface *surface, const Picture *picture)
{
    uint32_t rgb = theme_color(picture->theme, COLOR_PAPER);
    SDL_Rect below = {0, picture->height, surface->w,
                      surface->h - picture->height};

    SDL_SetClipRect(surface, NULL); /* the renderer has left one */
    if (below.h > 0)
        SDL_FillRect(surface, &below,
                     SDL_MapRGB(surface->format, (Uint8)(rgb >> 16),
                                (Uint8)(rgb >> 8), (Uint8)rgb));
}

static void show_plain(Presenter *presenter, const Picture *picture)
{
    Error error;

    if (!take_surface(presenter, &error))
        return;
    put_pixels(presenter->surface, picture);
    put_paper(presenter->surface, picture);
    paint_sdl(presenter->paint, picture->chrome, picture->theme);
    SDL_RenderFlush(presenter->renderer);
    presenter->renew = SDL_UpdateWindowSurface(presenter->window) != 0;
}

/* ---- Either way ---- */

void presenter_show(Presenter *presenter, const Picture *picture)
{
    if (presenter->is_plain)
        show_plain(presenter, picture);
    else
        show_by_renderer(presenter, picture);
}

void presenter_blank(Presenter *presenter)
{
    Error error;

    presenter->renew = true;
    if (!presenter->is_plain) {
        clear(presenter, 0);
        SDL_RenderPresent(presenter->renderer);
    } else if (take_surface(presenter, &error)) {
        SDL_SetClipRect(presenter->surface, NULL);
        SDL_FillRect(presenter->surface, NULL,
                     SDL_MapRGB(presenter->surface->format, 0, 0, 0));
        SDL_UpdateWindowSurface(presenter->window);
    }
}
