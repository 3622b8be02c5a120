/* SPDX-License-Identifier: MIT
 *
 * paint_sdl - outlines as triangles, and texts; see paint_sdl.h.
 *
 * Everything but text is an outline: points with, at each, the direction out of
 * the form.  A fill is a fan of triangles; a stroke is a band along the
 * outline.  Both end in a band that fades from half a pixel inside to half a
 * pixel outside:
 *
 *        alpha 1 ───────┐
 *                        \        a pixel
 *        alpha 0          └─────
 */
#include "window/paint_sdl.h"

#include "draw/layout.h"

#include <SDL.h>
#include <SDL_ttf.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORNER = 12, POINTS = 4 * (CORNER + 1), MOST_VERTICES = 6 * POINTS };
enum { MOST_LABELS = 512, MOST_FONTS = 32 };

static const double pi = 3.14159265358979323846;

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
    Label *labels;
    size_t labels_count, labels_capacity;
    const DisplayList *list; /* that is being painted */
    Theme theme;
};

/* ---- Triangles ---- */

typedef struct {
    double x, y;         /* on the border */
    double out_x, out_y; /* of length 1 */
} OutlinePoint;

typedef struct {
    OutlinePoint points[POINTS];
    int count;
    bool open; /* the last point is not joined to the first */
} Outline;

static SDL_Color color_of(const PaintSdl *painter, Color color, double alpha)
{
    uint32_t rgb = theme_color(painter->theme, color);

    return (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb,
                       (Uint8)lround(alpha * 255)};
}

static SDL_Vertex vertex_at(const OutlinePoint *point, double out,
                            SDL_Color color)
{
    return (SDL_Vertex){.position = {(float)(point->x + out * point->out_x),
                                     (float)(point->y + out * point->out_y)},
                        .color = color};
}

/* The band along OUTLINE between two distances from it, each with a colour. */
static void paint_band(const PaintSdl *painter, const Outline *outline,
                       double from, SDL_Color from_color, double to,
                       SDL_Color to_color)
{
    SDL_Vertex vertices[MOST_VERTICES];
    int used = 0;

    for (int i = outline->open; i < outline->count; ++i) {
        const OutlinePoint *a =
            outline->points + (i + outline->count - 1) % outline->count;
        const OutlinePoint *b = outline->points + i;
        SDL_Vertex corners[4] = {vertex_at(a, from, from_color),
                                 vertex_at(b, from, from_color),
                                 vertex_at(a, to, to_color),
                                 vertex_at(b, to, to_color)};
        static const int order[] = {0, 1, 2, 1, 2, 3};
        for (int j = 0; j < 6; ++j)
            vertices[used++] = corners[order[j]];
    }
    SDL_RenderGeometry(painter->renderer, NULL, vertices, used, NULL, 0);
}

/* Of colour INK from one distance to another, and fading at both. */
static void paint_stroke(const PaintSdl *painter, const Outline *outline,
                         double from, double to, SDL_Color ink)
{
    SDL_Color none = {ink.r, ink.g, ink.b, 0};

    paint_band(painter, outline, from - 0.5, none, from + 0.5, ink);
    if (to - from > 1)
        paint_band(painter, outline, from + 0.5, ink, to - 0.5, ink);
    paint_band(painter, outline, to - 0.5, ink, to + 0.5, none);
}

static void paint_inside(const PaintSdl *painter, const Outline *outline,
                         SDL_Color ink)
{
    SDL_Vertex vertices[3 * POINTS];
    SDL_Color none = {ink.r, ink.g, ink.b, 0};
    int used = 0;

    for (int i = 2; i < outline->count; ++i) {
        vertices[used++] = vertex_at(outline->points, -0.5, ink);
        vertices[used++] = vertex_at(outline->points + i - 1, -0.5, ink);
        vertices[used++] = vertex_at(outline->points + i, -0.5, ink);
    }
    SDL_RenderGeometry(painter->renderer, NULL, vertices, used, NULL, 0);
    paint_band(painter, outline, -0.5, ink, 0.5, none);
}

static void paint_plain(const PaintSdl *painter, Rect box, SDL_Color ink)
{
    SDL_Rect rect = {(int)box.x, (int)box.y, (int)box.w, (int)box.h};

    SDL_SetRenderDrawColor(painter->renderer, ink.r, ink.g, ink.b, ink.a);
    SDL_RenderFillRect(painter->renderer, &rect);
}

/* The edge of BOX, WIDTH pixels inside it. */
static void paint_frame(const PaintSdl *painter, Rect box, double width,
                        SDL_Color ink)
{
    paint_plain(painter, rect_cut_top(&box, width), ink);
    paint_plain(painter, rect_cut_bottom(&box, width), ink);
    paint_plain(painter, rect_cut_left(&box, width), ink);
    paint_plain(painter, rect_cut_right(&box, width), ink);
}

/* The outline of BOX with round corners. */
static Outline outline_of(Rect box, double radius)
{
    Outline outline = {.count = 0};

    for (int corner = 0; corner < 4; ++corner) {
        bool right = corner == 0 || corner == 3, lower = corner < 2;
        double x = right ? box.x + box.w - radius : box.x + radius;
        double y = lower ? box.y + box.h - radius : box.y + radius;
        for (int i = 0; i <= CORNER; ++i) {
            double angle = pi / 2 * (corner + (double)i / CORNER);
            double dx = cos(angle), dy = sin(angle);
            outline.points[outline.count++] =
                (OutlinePoint){x + radius * dx, y + radius * dy, dx, dy};
        }
    }
    return outline;
}

/* ---- Shapes ---- */

/* A straight stroke with round ends. */
static void paint_segment(const PaintSdl *painter, double x0, double y0,
                          double x1, double y1, double width, SDL_Color ink)
{
    double length = hypot(x1 - x0, y1 - y0), half = layout_most(width, 1) / 2;
    double ux = length > 0 ? (x1 - x0) / length : 1;
    double uy = length > 0 ? (y1 - y0) / length : 0;
    Outline outline =
        outline_of((Rect){-half, -half, length + 2 * half, 2 * half}, half);

    for (int i = 0; i < outline.count; ++i) {
        OutlinePoint *point = outline.points + i, was = *point;
        point->x = x0 + was.x * ux - was.y * uy;
        point->y = y0 + was.x * uy + was.y * ux;
        point->out_x = was.out_x * ux - was.out_y * uy;
        point->out_y = was.out_x * uy + was.out_y * ux;
    }
    paint_inside(painter, &outline, ink);
}

static void paint_rect(PaintSdl *painter, const Shape *shape)
{
    Rect box = rect_whole(shape->box);
    double radius = layout_least(shape->radius, layout_least(box.w, box.h) / 2);
    double width = layout_most(1, round(shape->width));

    if (box.w <= 0 || box.h <= 0)
        return;
    Outline outline = outline_of(box, radius);
    SDL_Color fill = color_of(painter, shape->fill, shape->alpha);
    if (shape->fill != COLOR_NONE && radius > 0)
        paint_inside(painter, &outline, fill);
    else if (shape->fill != COLOR_NONE)
        paint_plain(painter, box, fill);
    if (shape->edge == COLOR_NONE)
        return;
    SDL_Color ink = color_of(painter, shape->edge, shape->alpha);
    if (radius > 0)
        paint_stroke(painter, &outline, -width, 0, ink);
    else
        paint_frame(painter, box, width, ink);
}

static void paint_line(PaintSdl *painter, const Shape *shape)
{
    paint_segment(painter, shape->x[0], shape->y[0], shape->x[1], shape->y[1],
                  shape->width, color_of(painter, shape->edge, shape->alpha));
}

static void paint_nothing(PaintSdl *painter, const Shape *shape)
{
    (void)painter;
    (void)shape;
}

/* ---- Text ---- */

static void labels_forget(PaintSdl *painter)
{
    for (size_t i = 0; i < painter->labels_count; ++i) {
        SDL_DestroyTexture(painter->labels[i].texture);
        free(painter->labels[i].text);
    }
    painter->labels_count = 0;
}

static void fonts_forget(PaintSdl *painter)
{
    for (size_t i = 0; i < painter->fonts_count; ++i)
        if (painter->fonts[i].ttf)
            TTF_CloseFont(painter->fonts[i].ttf);
    painter->fonts_count = 0;
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

static void paint_text(PaintSdl *painter, const Shape *shape)
{
    int size = int_most(1, (int)floor(shape->size + 1e-6));
    const Label *label = label_find(painter, shape->font, size,
                                    shape_text(painter->list, shape));
    TTF_Font *ttf = font_open(painter, shape->font, size);
    SDL_Color ink = color_of(painter, shape->fill, shape->alpha);

    if (!ttf || !label->texture)
        return;
    SDL_Rect to = {(int)lround(shape->box.x),
                   (int)lround(shape->baseline) - TTF_FontAscent(ttf),
                   label->width, label->height};
    SDL_SetTextureColorMod(label->texture, ink.r, ink.g, ink.b);
    SDL_SetTextureAlphaMod(label->texture, ink.a);
    SDL_RenderCopy(painter->renderer, label->texture, NULL, &to);
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
    labels_forget(painter);
}

void paint_sdl_free(PaintSdl *painter)
{
    if (!painter)
        return;
    labels_forget(painter);
    fonts_forget(painter);
    free(painter->fonts);
    free(painter->labels);
    free(painter);
    TTF_Quit();
}

void paint_sdl(PaintSdl *painter, const DisplayList *list, Theme theme)
{
    static void (*const paint[])(PaintSdl *, const Shape *) = {
        [SHAPE_RECT] = paint_rect,     [SHAPE_LINE] = paint_line,
        [SHAPE_CURVE] = paint_nothing, [SHAPE_ARROW] = paint_nothing,
        [SHAPE_TEXT] = paint_text,
    };

    /* Few texts are new in a frame; forget all when there are many. */
    if (painter->labels_count > MOST_LABELS)
        labels_forget(painter);
    if (painter->fonts_count > MOST_FONTS)
        fonts_forget(painter);
    painter->list = list;
    painter->theme = theme;
    SDL_SetRenderDrawBlendMode(painter->renderer, SDL_BLENDMODE_BLEND);
    for (size_t i = 0; i < list->shapes_count; ++i)
        paint[list->shapes[i].kind](painter, list->shapes + i);
}
