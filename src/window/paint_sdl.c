/* SPDX-License-Identifier: MIT
 *
 * paint_sdl - rectangles, masks and texts; see paint_sdl.h.
 *
 * A mask is a white texture whose alpha says how much of each pixel a form
 * covers: with d the distance from the pixel's middle to the form's border,
 * negative inside, that is 1/2 - d, cut to 0 .. 1.
 *
 *     disc    four quarters of it are the corners of a rectangle
 *     ring    the same for its edge
 *     stroke  a curve with round ends
 *
 * Colour and alpha come when it is drawn, so one mask serves every theme.
 */
#include "window/paint_sdl.h"

#include "draw/font.h"

#include <SDL.h>
#include <SDL_ttf.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CLIPS = 8, MASK_NUMBERS = 9, MOST_MASKS = 256 };
enum { MOST_LABELS = 256, MOST_FONTS = 32 };

/* A form, given by the distance of a point from its border, in pixels from the
 * corner of its mask. */
typedef struct {
    double (*distance)(const double *numbers, double x, double y);
    double numbers[MASK_NUMBERS];
} MaskForm;

typedef struct {
    MaskForm form;
    int width, height;
    SDL_Texture *texture;
} Mask;

typedef struct {
    Font font;
    int size;
    char *text;
    int width, height;
    SDL_Texture *texture;
} Label;

typedef struct {
    Font font;
    int size;
    TTF_Font *ttf;
} Opened;

struct PaintSdl {
    SDL_Renderer *renderer;
    Opened *fonts;
    size_t fonts_count, fonts_capacity;
    Mask *masks;
    size_t masks_count, masks_capacity;
    Label *labels;
    size_t labels_count, labels_capacity;
    /* of the list that is being painted */
    const DisplayList *list;
    Theme theme;
    SDL_Rect clips[MAX_CLIPS];
    int clips_count;
};

/* ---- Forms ---- */

/* numbers: radius */
static double disc_distance(const double *numbers, double x, double y)
{
    return hypot(x - numbers[0], y - numbers[0]) - numbers[0];
}

/* numbers: radius outside, width */
static double ring_distance(const double *numbers, double x, double y)
{
    double half = numbers[1] / 2, middle = numbers[0] - half;

    return fabs(hypot(x - numbers[0], y - numbers[0]) - middle) - half;
}

static double line_distance(double x0, double y0, double x1, double y1,
                            double x, double y)
{
    double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
    double t = length > 0 ? ((x - x0) * dx + (y - y0) * dy) / length : 0;

    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - x0 - t * dx, y - y0 - t * dy);
}

/* A point of the cubic with these four coordinates. */
static double cubic(const double *at, double t)
{
    double s = 1 - t;

    return s * s * s * at[0] + 3 * s * s * t * at[1] + 3 * s * t * t * at[2] +
           t * t * t * at[3];
}

/* numbers: four x, four y, width */
static double stroke_distance(const double *numbers, double x, double y)
{
    enum { PIECES = 16 };
    double least = INFINITY;

    for (int i = 0; i < PIECES; ++i) {
        double t = (double)i / PIECES, u = (double)(i + 1) / PIECES;
        double d =
            line_distance(cubic(numbers, t), cubic(numbers + 4, t),
                          cubic(numbers, u), cubic(numbers + 4, u), x, y);
        least = d < least ? d : least;
    }
    return least - numbers[8] / 2;
}

/* ---- Textures ---- */

static void masks_forget(PaintSdl *painter)
{
    for (size_t i = 0; i < painter->masks_count; ++i)
        SDL_DestroyTexture(painter->masks[i].texture);
    painter->masks_count = 0;
}

static void labels_forget(PaintSdl *painter)
{
    for (size_t i = 0; i < painter->labels_count; ++i) {
        SDL_DestroyTexture(painter->labels[i].texture);
        free(painter->labels[i].text);
    }
    painter->labels_count = 0;
}

static SDL_Texture *mask_texture(const PaintSdl *painter, const MaskForm *form,
                                 int width, int height)
{
    SDL_Texture *texture =
        SDL_CreateTexture(painter->renderer, SDL_PIXELFORMAT_ARGB8888,
                          SDL_TEXTUREACCESS_STATIC, width, height);
    uint32_t *pixels =
        base_alloc((size_t)width * (size_t)height, sizeof *pixels);

    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double inside =
                0.5 - form->distance(form->numbers, x + 0.5, y + 0.5);
            inside = inside < 0 ? 0 : inside > 1 ? 1 : inside;
            pixels[y * width + x] = 0xffffffu | (uint32_t)lround(inside * 255)
                                                    << 24;
        }
    if (texture) {
        SDL_UpdateTexture(texture, NULL, pixels, width * 4);
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
    }
    free(pixels);
    return texture;
}

static void fonts_forget(PaintSdl *painter)
{
    for (size_t i = 0; i < painter->fonts_count; ++i)
        if (painter->fonts[i].ttf)
            TTF_CloseFont(painter->fonts[i].ttf);
    painter->fonts_count = 0;
}

/* The mask of a form, made when it is first asked for. */
static const Mask *mask_find(PaintSdl *painter, const MaskForm *form, int width,
                             int height)
{
    for (size_t i = 0; i < painter->masks_count; ++i) {
        const Mask *mask = painter->masks + i;
        if (mask->width == width && mask->height == height &&
            mask->form.distance == form->distance &&
            memcmp(mask->form.numbers, form->numbers, sizeof form->numbers) ==
                0)
            return mask;
    }
    Mask mask = {*form, width, height,
                 mask_texture(painter, form, width, height)};
    base_push(painter, masks, mask);
    return painter->masks + painter->masks_count - 1;
}

static TTF_Font *font_open(PaintSdl *painter, Font font, int size)
{
    size_t bytes;

    for (size_t i = 0; i < painter->fonts_count; ++i)
        if (painter->fonts[i].font == font && painter->fonts[i].size == size)
            return painter->fonts[i].ttf;
    const void *data = font_data(font, &bytes);
    TTF_Font *ttf =
        TTF_OpenFontRW(SDL_RWFromConstMem(data, (int)bytes), 1, size);
    if (ttf) {
        /* Places as font.h measured them: parts of pixels, no kerning. */
        TTF_SetFontHinting(ttf, TTF_HINTING_LIGHT_SUBPIXEL);
        TTF_SetFontKerning(ttf, 0);
    }
    Opened opened = {font, size, ttf};
    base_push(painter, fonts, opened);
    return ttf;
}

static const Label *label_find(PaintSdl *painter, Font font, int size,
                               const char *text)
{
    const SDL_Color white = {255, 255, 255, 255};

    for (size_t i = 0; i < painter->labels_count; ++i) {
        const Label *label = painter->labels + i;
        if (label->font == font && label->size == size &&
            strcmp(label->text, text) == 0)
            return label;
    }
    Label label = {.font = font, .size = size, .text = base_strdup(text)};
    TTF_Font *ttf = font_open(painter, font, size);
    SDL_Surface *surface =
        ttf ? TTF_RenderUTF8_Blended(ttf, text, white) : NULL;
    if (surface) {
        label.width = surface->w;
        label.height = surface->h;
        label.texture =
            SDL_CreateTextureFromSurface(painter->renderer, surface);
        SDL_FreeSurface(surface);
    }
    base_push(painter, labels, label);
    return painter->labels + painter->labels_count - 1;
}

/* Draws PART of a texture (NULL: all of it) in a colour; nothing if TEXTURE,
 * which could not be made, is NULL. */
static void draw_texture(const PaintSdl *painter, SDL_Texture *texture,
                         const SDL_Rect *part, const SDL_Rect *to, Color color,
                         double alpha)
{
    uint32_t rgb = theme_color(painter->theme, color);

    if (!texture)
        return;
    SDL_SetTextureColorMod(texture, (Uint8)(rgb >> 16), (Uint8)(rgb >> 8),
                           (Uint8)rgb);
    SDL_SetTextureAlphaMod(texture, (Uint8)lround(alpha * 255));
    SDL_RenderCopy(painter->renderer, texture, part, to);
}

static void fill(const PaintSdl *painter, int x, int y, int w, int h,
                 Color color, double alpha)
{
    uint32_t rgb = theme_color(painter->theme, color);
    SDL_Rect box = {x, y, w, h};

    if (w <= 0 || h <= 0)
        return;
    SDL_SetRenderDrawBlendMode(painter->renderer, SDL_BLENDMODE_BLEND);
    SDL_SetRenderDrawColor(painter->renderer, (Uint8)(rgb >> 16),
                           (Uint8)(rgb >> 8), (Uint8)rgb,
                           (Uint8)lround(alpha * 255));
    SDL_RenderFillRect(painter->renderer, &box);
}

/* ---- Shapes ---- */

static SDL_Rect whole_pixels(Rect box)
{
    int x = (int)lround(box.x), y = (int)lround(box.y);

    return (SDL_Rect){x, y, (int)lround(box.x + box.w) - x,
                      (int)lround(box.y + box.h) - y};
}

/* The quarters of a round form in the corners of BOX. */
static void draw_corners(PaintSdl *painter, SDL_Rect box, int radius,
                         const MaskForm *form, Color color, double alpha)
{
    const Mask *mask = mask_find(painter, form, 2 * radius, 2 * radius);

    for (int i = 0; i < 4; ++i) {
        int right = i % 2, lower = i / 2;
        SDL_Rect part = {right * radius, lower * radius, radius, radius};
        SDL_Rect to = {right ? box.x + box.w - radius : box.x,
                       lower ? box.y + box.h - radius : box.y, radius, radius};
        draw_texture(painter, mask->texture, &part, &to, color, alpha);
    }
}

static void paint_fill(PaintSdl *painter, const Shape *shape, SDL_Rect box,
                       int radius)
{
    MaskForm form = {disc_distance, {radius}};
    int inner = box.w - 2 * radius;

    if (radius)
        draw_corners(painter, box, radius, &form, shape->fill, shape->alpha);
    fill(painter, box.x + radius, box.y, inner, radius, shape->fill,
         shape->alpha);
    fill(painter, box.x, box.y + radius, box.w, box.h - 2 * radius, shape->fill,
         shape->alpha);
    fill(painter, box.x + radius, box.y + box.h - radius, inner, radius,
         shape->fill, shape->alpha);
}

static void paint_edge(PaintSdl *painter, const Shape *shape, SDL_Rect box,
                       int radius)
{
    int width = shape->width < 1 ? 1 : (int)lround(shape->width);
    MaskForm form = {ring_distance, {radius, width}};
    int around = radius > width ? radius : width;
    int high = box.h - 2 * around, wide = box.w - 2 * radius;
    int right = box.x + box.w - width, bottom = box.y + box.h - width;

    if (radius)
        draw_corners(painter, box, radius, &form, shape->edge, shape->alpha);
    fill(painter, box.x + radius, box.y, wide, width, shape->edge,
         shape->alpha);
    fill(painter, box.x + radius, bottom, wide, width, shape->edge,
         shape->alpha);
    fill(painter, box.x, box.y + around, width, high, shape->edge,
         shape->alpha);
    fill(painter, right, box.y + around, width, high, shape->edge,
         shape->alpha);
}

static void paint_rect(PaintSdl *painter, const Shape *shape)
{
    SDL_Rect box = whole_pixels(shape->box);
    int most = (box.w < box.h ? box.w : box.h) / 2;
    int radius = (int)lround(shape->radius);

    radius = radius < most ? radius : most;
    if (shape->fill != COLOR_NONE)
        paint_fill(painter, shape, box, radius);
    if (shape->edge != COLOR_NONE)
        paint_edge(painter, shape, box, radius);
}

static void paint_curve(PaintSdl *painter, const Shape *shape)
{
    MaskForm form = {.distance = stroke_distance};
    double *x = form.numbers, *y = form.numbers + 4;
    double reach = shape->width / 2 + 1;
    double left = shape->x[0], right = left, top = shape->y[0], bottom = top;

    for (int i = 1; i < 4; ++i) {
        left = fmin(left, shape->x[i]);
        right = fmax(right, shape->x[i]);
        top = fmin(top, shape->y[i]);
        bottom = fmax(bottom, shape->y[i]);
    }
    SDL_Rect to = {(int)floor(left - reach), (int)floor(top - reach), 0, 0};
    to.w = (int)ceil(right + reach) - to.x;
    to.h = (int)ceil(bottom + reach) - to.y;
    for (int i = 0; i < 4; ++i) {
        /* Finer than the eye, so that equal icons share a mask. */
        x[i] = round((shape->x[i] - to.x) * 16) / 16;
        y[i] = round((shape->y[i] - to.y) * 16) / 16;
    }
    form.numbers[8] = shape->width;
    draw_texture(painter, mask_find(painter, &form, to.w, to.h)->texture, NULL,
                 &to, shape->edge, shape->alpha);
}

/* A line is a curve whose inner points lie on it. */
static void paint_line(PaintSdl *painter, const Shape *shape)
{
    Shape curve = *shape;
    double dx = shape->x[1] - shape->x[0], dy = shape->y[1] - shape->y[0];

    for (int i = 0; i < 4; ++i) {
        curve.x[i] = shape->x[0] + dx * i / 3;
        curve.y[i] = shape->y[0] + dy * i / 3;
    }
    paint_curve(painter, &curve);
}

static void paint_text(PaintSdl *painter, const Shape *shape)
{
    int size = (int)floor(shape->size + 1e-6);
    const Label *label = label_find(painter, shape->font, size < 1 ? 1 : size,
                                    shape_text(painter->list, shape));
    TTF_Font *ttf = font_open(painter, shape->font, label->size);

    if (!ttf)
        return;
    SDL_Rect to = {(int)lround(shape->box.x),
                   (int)lround(shape->baseline) - TTF_FontAscent(ttf),
                   label->width, label->height};
    draw_texture(painter, label->texture, NULL, &to, shape->fill, shape->alpha);
}

static void set_clip(const PaintSdl *painter)
{
    int count = painter->clips_count;

    SDL_RenderSetClipRect(painter->renderer,
                          count ? painter->clips + count - 1 : NULL);
}

static void paint_clip(PaintSdl *painter, const Shape *shape)
{
    int count = painter->clips_count;
    SDL_Rect box = whole_pixels(shape->box), within = box;

    BASE_CHECK(count < MAX_CLIPS);
    if (count > 0 &&
        !SDL_IntersectRect(painter->clips + count - 1, &box, &within))
        within.w = within.h = 0;
    painter->clips[painter->clips_count++] = within;
    set_clip(painter);
}

static void paint_unclip(PaintSdl *painter, const Shape *shape)
{
    (void)shape;
    BASE_CHECK(painter->clips_count > 0);
    --painter->clips_count;
    set_clip(painter);
}

/* ---- The painter ---- */

PaintSdl *paint_sdl_new(SDL_Renderer *renderer, Error *error)
{
    if (TTF_Init() != 0) {
        error_set(error, ERROR_FAILED,
                  "cannot draw text in the window: %s; install SDL2_ttf again",
                  TTF_GetError());
        return NULL;
    }
    PaintSdl *painter = base_alloc(1, sizeof *painter);
    painter->renderer = renderer;
    return painter;
}

void paint_sdl_forget(PaintSdl *painter)
{
    masks_forget(painter);
    labels_forget(painter);
}

void paint_sdl_free(PaintSdl *painter)
{
    if (!painter)
        return;
    paint_sdl_forget(painter);
    fonts_forget(painter);
    free(painter->fonts);
    free(painter->masks);
    free(painter->labels);
    free(painter);
    TTF_Quit();
}

/* Few textures are new in a frame; clear the cache when it gets large. */
static void forget_much(PaintSdl *painter)
{
    if (painter->masks_count > MOST_MASKS)
        masks_forget(painter);
    if (painter->labels_count > MOST_LABELS)
        labels_forget(painter);
    if (painter->fonts_count > MOST_FONTS)
        fonts_forget(painter);
}

void paint_sdl(PaintSdl *painter, const DisplayList *list, Theme theme)
{
    static void (*const paint[])(PaintSdl *, const Shape *) = {
        [SHAPE_RECT] = paint_rect,     [SHAPE_LINE] = paint_line,
        [SHAPE_CURVE] = paint_curve,   [SHAPE_ARROW] = paint_curve,
        [SHAPE_TEXT] = paint_text,     [SHAPE_CLIP] = paint_clip,
        [SHAPE_UNCLIP] = paint_unclip,
    };

    forget_much(painter);
    painter->list = list;
    painter->theme = theme;
    painter->clips_count = 0;
    set_clip(painter);
    for (size_t i = 0; i < list->shapes_count; ++i)
        paint[list->shapes[i].kind](painter, list->shapes + i);
    painter->clips_count = 0;
    set_clip(painter);
}
