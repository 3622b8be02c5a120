/* SPDX-License-Identifier: MIT
 *
 * glass - renderer and texture, or the window's pixels; see glass.h.
 *
 * The chrome is painted by SDL's renderer either way.  The one for the window's
 * pixels lives as long as they do: until the window changes its size.
 */
#include "window/glass.h"

#include "window/paint_sdl.h"

#include <SDL.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Glass {
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
    Mosaic chrome;
    SDL_Rect *rects; /* that are shown next */
    size_t rects_count, rects_capacity;
};

/* ---- Opening and closing ---- */

/* To start OpenGL in order to learn that there is no GPU takes as long as all
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

/* Does OpenGL run on the processor? */
static bool is_played(const char *driver)
{
    static const char *const players[] = {"llvmpipe",    "softpipe",
                                          "swrast",      "Software",
                                          "SwiftShader", "GDI Generic"};
    enum { GL_RENDERER_NAME = 0x1f01 };
    const char *(*get_string)(unsigned) = NULL;

    if (strncmp(driver, "opengl", strlen("opengl")) != 0)
        return false;
    void *address = SDL_GL_GetProcAddress("glGetString");
    memcpy(&get_string, &address, sizeof get_string);
    const char *name = get_string ? get_string(GL_RENDERER_NAME) : NULL;
    for (size_t i = 0; name && i < sizeof players / sizeof players[0]; ++i)
        if (strstr(name, players[i]))
            return true;
    return false;
}

static bool is_gpu(SDL_Renderer *renderer)
{
    SDL_RendererInfo info;

    return SDL_GetRendererInfo(renderer, &info) == 0 &&
           info.flags & SDL_RENDERER_ACCELERATED && !is_played(info.name);
}

/* A window that is never seen shows which renderer there would be. */
GlassKind glass_choose(void)
{
    enum { SIDE = 64 };
    const char *asked = SDL_GetHint(SDL_HINT_RENDER_DRIVER);
    SDL_Window *window;
    SDL_Renderer *renderer;
    bool good;

    if (asked && asked[0])
        return GLASS_RENDERER;
    if (!may_have_gpu())
        return GLASS_PLAIN;
    window = SDL_CreateWindow("Upsweep", 0, 0, SIDE, SIDE, SDL_WINDOW_HIDDEN);
    renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
    good = renderer && is_gpu(renderer);
    if (renderer)
        SDL_DestroyRenderer(renderer);
    if (window)
        SDL_DestroyWindow(window);
    return good ? GLASS_RENDERER : GLASS_PLAIN;
}

static bool open_renderer(Glass *glass, Error *error)
{
    glass->renderer =
        SDL_CreateRenderer(glass->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (!glass->renderer)
        glass->renderer =
            SDL_CreateRenderer(glass->window, -1, SDL_RENDERER_SOFTWARE);
    if (!glass->renderer)
        return error_set(error, ERROR_FAILED,
                         "cannot draw in the window: %s; try "
                         "SDL_RENDER_DRIVER=software",
                         SDL_GetError());
    glass->paint = paint_sdl_new(glass->renderer, error);
    return glass->paint != NULL;
}

static void drop_texture(Glass *glass)
{
    if (glass->texture)
        SDL_DestroyTexture(glass->texture);
    glass->texture = NULL;
}

static void close_renderer(Glass *glass)
{
    drop_texture(glass);
    paint_sdl_free(glass->paint);
    if (glass->renderer)
        SDL_DestroyRenderer(glass->renderer);
    glass->paint = NULL;
    glass->renderer = NULL;
}

/* Takes the window's pixels, which are others after it has changed its size;
 * false if there are none. */
static bool take_surface(Glass *glass, Error *error)
{
    SDL_Surface *surface = SDL_GetWindowSurface(glass->window);

    if (surface && surface == glass->surface &&
        surface->pixels == glass->pixels && surface->w == glass->width &&
        surface->h == glass->height && glass->paint)
        return true;
    close_renderer(glass);
    glass->surface = surface;
    if (!surface)
        return error_set(error, ERROR_FAILED, "cannot draw in the window: %s",
                         SDL_GetError());
    glass->pixels = surface->pixels;
    glass->width = surface->w;
    glass->height = surface->h;
    glass->renew = true;
    glass->renderer = SDL_CreateSoftwareRenderer(surface);
    if (!glass->renderer)
        return error_set(error, ERROR_FAILED, "cannot draw in the window: %s",
                         SDL_GetError());
    glass->paint = paint_sdl_new(glass->renderer, error);
    return glass->paint != NULL;
}

Glass *glass_new(SDL_Window *window, GlassKind kind, Error *error)
{
    Glass *glass = base_alloc(1, sizeof *glass);

    glass->window = window;
    glass->renew = true;
    glass->is_plain = kind == GLASS_PLAIN;
    if (glass->is_plain ? take_surface(glass, error)
                        : open_renderer(glass, error))
        return glass;
    glass_free(glass);
    return NULL;
}

void glass_free(Glass *glass)
{
    if (!glass)
        return;
    close_renderer(glass);
    mosaic_free(&glass->chrome);
    free(glass->rects);
    free(glass);
}

bool glass_size(Glass *glass, int *width, int *height)
{
    Error error;

    if (!glass->is_plain)
        return SDL_GetRendererOutputSize(glass->renderer, width, height) == 0 &&
               *width > 0 && *height > 0;
    if (!take_surface(glass, &error))
        return false;
    *width = glass->width;
    *height = glass->height;
    return true;
}

void glass_renew(Glass *glass)
{
    glass->renew = true;
}

void glass_forget(Glass *glass)
{
    drop_texture(glass);
    if (glass->paint)
        paint_sdl_forget(glass->paint);
    glass->renew = true;
}

/* ---- By a renderer ---- */

static SDL_Rect rect_of(Patch patch)
{
    return (SDL_Rect){patch.left, patch.top, patch.right - patch.left,
                      patch.bottom - patch.top};
}

static void clear(const Glass *glass, uint32_t rgb)
{
    SDL_SetRenderDrawColor(glass->renderer, (Uint8)(rgb >> 16),
                           (Uint8)(rgb >> 8), (Uint8)rgb, 255);
    SDL_RenderClear(glass->renderer);
}

/* Makes the texture, if there is none of that size; all of it is new then. */
static void make_texture(Glass *glass, int width, int height)
{
    if (glass->width != width || glass->height != height)
        drop_texture(glass);
    if (glass->texture)
        return;
    glass->texture =
        SDL_CreateTexture(glass->renderer, SDL_PIXELFORMAT_ARGB8888,
                          SDL_TEXTUREACCESS_STREAMING, width, height);
    glass->width = width;
    glass->height = height;
    glass->renew = true;
}

/* A texture that fails goes, and is made anew with the next picture. */
static void upload(Glass *glass, const Picture *picture, Patch patch)
{
    int width = picture->news->width;
    SDL_Rect rect = rect_of(patch);
    const uint32_t *from =
        picture->pixels + (ptrdiff_t)patch.top * width + patch.left;

    if (glass->texture &&
        SDL_UpdateTexture(glass->texture, &rect, from, width * 4) != 0)
        drop_texture(glass);
}

static void upload_news(Glass *glass, const Picture *picture)
{
    const Mosaic *news = picture->news;

    make_texture(glass, news->width, news->height);
    if (glass->renew)
        upload(glass, picture, (Patch){0, 0, news->width, news->height});
    else if (picture->fresh)
        for (size_t i = 0; i < news->patches_count; ++i)
            upload(glass, picture, news->patches[i]);
    glass->renew = false;
}

static void show_by_renderer(Glass *glass, const Picture *picture)
{
    SDL_Rect place = {0, 0, picture->news->width, picture->news->height};

    upload_news(glass, picture);
    clear(glass, canvas_color(picture->news->theme, COLOR_PAPER));
    if (glass->texture)
        SDL_RenderCopy(glass->renderer, glass->texture, NULL, &place);
    paint_sdl(glass->paint, picture->chrome, picture->news->theme);
    SDL_RenderPresent(glass->renderer);
}

/* ---- Into the window's pixels ---- */

static void put_paper(SDL_Surface *surface, Theme theme, Patch patch)
{
    uint32_t rgb = canvas_color(theme, COLOR_PAPER);
    SDL_Rect rect = rect_of(patch);

    SDL_SetClipRect(surface, NULL); /* the renderer has left one */
    if (!patch_is_empty(patch))
        SDL_FillRect(surface, &rect,
                     SDL_MapRGB(surface->format, (Uint8)(rgb >> 16),
                                (Uint8)(rgb >> 8), (Uint8)rgb));
}

static void put_pixels(SDL_Surface *surface, const Picture *picture,
                       Patch patch)
{
    const SDL_PixelFormat *format = surface->format;
    int width = patch.right - patch.left, height = patch.bottom - patch.top;
    const uint32_t *from = picture->pixels +
                           (ptrdiff_t)patch.top * picture->news->width +
                           patch.left;
    char *to = (char *)surface->pixels + (ptrdiff_t)patch.top * surface->pitch +
               (ptrdiff_t)patch.left * format->BytesPerPixel;

    if (patch_is_empty(patch))
        return;
    if (format->BytesPerPixel != 4 || format->Rmask != 0xff0000 ||
        format->Gmask != 0xff00 || format->Bmask != 0xff) {
        SDL_ConvertPixels(width, height, SDL_PIXELFORMAT_ARGB8888, from,
                          picture->news->width * 4, format->format, to,
                          surface->pitch);
        return;
    }
    for (int y = 0; y < height; ++y)
        memcpy(to + (ptrdiff_t)y * surface->pitch,
               from + (ptrdiff_t)y * picture->news->width, (size_t)width * 4);
}

static void put(Glass *glass, const Picture *picture, Patch patch)
{
    SDL_Rect rect = rect_of(patch);
    Patch pixels = {0, 0, picture->news->width, picture->news->height};
    Patch below = {0, picture->news->height, glass->width, glass->height};

    if (SDL_MUSTLOCK(glass->surface) && SDL_LockSurface(glass->surface) != 0)
        return;
    put_pixels(glass->surface, picture, patch_common(patch, pixels));
    if (SDL_MUSTLOCK(glass->surface))
        SDL_UnlockSurface(glass->surface);
    put_paper(glass->surface, picture->news->theme, patch_common(patch, below));
    paint_sdl_within(glass->paint, picture->chrome, picture->news->theme,
                     &glass->chrome, patch);
    SDL_RenderFlush(glass->renderer);
    base_push(glass, rects, rect);
}

static void put_news(Glass *glass, const Picture *picture, const Mosaic *news)
{
    for (size_t i = 0; i < news->patches_count; ++i)
        put(glass, picture, news->patches[i]);
}

static void show_plain(Glass *glass, const Picture *picture)
{
    Error error;

    if (!take_surface(glass, &error))
        return;
    mosaic_update(&glass->chrome, picture->chrome, picture->news->theme,
                  glass->width, glass->height);
    glass->rects_count = 0;
    if (glass->renew) {
        put(glass, picture, (Patch){0, 0, glass->width, glass->height});
    } else {
        put_news(glass, picture, &glass->chrome);
        if (picture->fresh)
            put_news(glass, picture, picture->news);
    }
    glass->renew = glass->rects_count > 0 &&
                   SDL_UpdateWindowSurfaceRects(glass->window, glass->rects,
                                                (int)glass->rects_count) != 0;
}

/* ---- Either way ---- */

void glass_show(Glass *glass, const Picture *picture)
{
    if (glass->is_plain)
        show_plain(glass, picture);
    else
        show_by_renderer(glass, picture);
}

void glass_blank(Glass *glass)
{
    Error error;

    glass->renew = true;
    if (!glass->is_plain) {
        clear(glass, 0);
        SDL_RenderPresent(glass->renderer);
    } else if (take_surface(glass, &error)) {
        SDL_SetClipRect(glass->surface, NULL);
        SDL_FillRect(glass->surface, NULL,
                     SDL_MapRGB(glass->surface->format, 0, 0, 0));
        SDL_UpdateWindowSurface(glass->window);
    }
}
