/* SPDX-License-Identifier: MIT
 *
 * presenter - renderer and texture; see presenter.h.
 */
#include "window/presenter.h"

#include "window/paint_sdl.h"

#include <SDL.h>

#include <stdlib.h>
#include <unistd.h>

struct Presenter {
    SDL_Renderer *renderer;
    PaintSdl *paint;
    SDL_Texture *texture; /* of the pixels; NULL: to be made */
    int width, height;    /* of the texture */
};

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

Presenter *presenter_new(SDL_Window *window, Error *error)
{
    Presenter *presenter = base_alloc(1, sizeof *presenter);

    presenter->renderer = make_renderer(window);
    if (!presenter->renderer)
        error_set(error, ERROR_FAILED,
                  "cannot draw in the window: %s; try "
                  "SDL_RENDER_DRIVER=software",
                  SDL_GetError());
    else
        presenter->paint = paint_sdl_new(presenter->renderer, error);
    if (presenter->paint)
        return presenter;
    presenter_free(presenter);
    return NULL;
}

static void drop_texture(Presenter *presenter)
{
    if (presenter->texture)
        SDL_DestroyTexture(presenter->texture);
    presenter->texture = NULL;
}

void presenter_free(Presenter *presenter)
{
    if (!presenter)
        return;
    drop_texture(presenter);
    paint_sdl_free(presenter->paint);
    if (presenter->renderer)
        SDL_DestroyRenderer(presenter->renderer);
    free(presenter);
}

bool presenter_size(Presenter *presenter, int *width, int *height)
{
    return SDL_GetRendererOutputSize(presenter->renderer, width, height) == 0 &&
           *width > 0 && *height > 0;
}

void presenter_forget(Presenter *presenter)
{
    drop_texture(presenter);
    paint_sdl_forget(presenter->paint);
}

static void clear(const Presenter *presenter, uint32_t rgb)
{
    SDL_SetRenderDrawColor(presenter->renderer, (Uint8)(rgb >> 16),
                           (Uint8)(rgb >> 8), (Uint8)rgb, 255);
    SDL_RenderClear(presenter->renderer);
}

/* Brings the pixels into the texture.  One that cannot be updated is destroyed,
 * and made again for the next picture. */
static void upload(Presenter *presenter, const Picture *picture)
{
    bool fresh = picture->fresh;

    if (presenter->width != picture->width ||
        presenter->height != picture->height)
        drop_texture(presenter);
    if (!presenter->texture) {
        fresh = true;
        presenter->texture =
            SDL_CreateTexture(presenter->renderer, SDL_PIXELFORMAT_ARGB8888,
                              SDL_TEXTUREACCESS_STREAMING, picture->width,
                              picture->height);
        presenter->width = picture->width;
        presenter->height = picture->height;
        if (presenter->texture)
            SDL_SetTextureBlendMode(presenter->texture, SDL_BLENDMODE_NONE);
    }
    if (fresh && presenter->texture &&
        SDL_UpdateTexture(presenter->texture, NULL, picture->pixels,
                          picture->width * 4) != 0)
        drop_texture(presenter);
}

void presenter_show(Presenter *presenter, const Picture *picture)
{
    SDL_Rect place = {0, 0, picture->width, picture->height};

    clear(presenter, theme_color(picture->theme, COLOR_PAPER));
    if (picture->pixels)
        upload(presenter, picture);
    if (picture->pixels && presenter->texture)
        SDL_RenderCopy(presenter->renderer, presenter->texture, NULL, &place);
    paint_sdl(presenter->paint, picture->chrome, picture->theme);
    SDL_RenderPresent(presenter->renderer);
}

void presenter_blank(Presenter *presenter)
{
    clear(presenter, 0);
    SDL_RenderPresent(presenter->renderer);
}
