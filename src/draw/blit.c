/* SPDX-License-Identifier: MIT
 *
 * blit - rectangles, stripes and glyph masks written to pixels; see blit.h.
 *
 * How much of a pixel a round corner covers is read off the distance of the
 * pixel's middle from the corner's circle: half a pixel inside is all of it,
 * half a pixel outside none.
 */
#include "draw/blit.h"

#include "draw/font.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

void blit_clip(Blit *blit, Rect box)
{
    IntRect all = {0, 0, blit->width, blit->height};

    blit->clip = irect_common(irect_of(box), all);
}

/* COVER in 0 .. 256. */
static void blend(uint32_t *pixel, uint32_t color, uint32_t cover)
{
    uint32_t old = *pixel, rest = 256 - cover;
    uint32_t red_blue =
        ((color & 0xff00ff) * cover + (old & 0xff00ff) * rest) >> 8;
    uint32_t green = ((color & 0xff00) * cover + (old & 0xff00) * rest) >> 8;

    *pixel = 0xff000000 | (red_blue & 0xff00ff) | (green & 0xff00);
}

static void span(const Blit *blit, int left, int right, int y, uint32_t color,
                 uint32_t cover)
{
    uint32_t *row = blit->pixels + (ptrdiff_t)y * blit->stride;

    if (cover == 256)
        for (int x = left; x < right; ++x)
            row[x] = 0xff000000 | color;
    else
        for (int x = left; x < right; ++x)
            blend(row + x, color, cover);
}

/* Share of pixel (X, Y) inside BOX with round corners, 0 .. 1. */
static double rounded_cover(IntRect box, double radius, int x, int y)
{
    double px = x + 0.5, py = y + 0.5;
    double dx = fmax(box.left + radius - px, px - (box.right - radius));
    double dy = fmax(box.top + radius - py, py - (box.bottom - radius));

    if (dx <= 0 || dy <= 0)
        return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    double inside = radius - sqrt(dx * dx + dy * dy) + 0.5;
    return inside < 0 ? 0 : inside > 1 ? 1 : inside;
}

static uint32_t cover_of(double share, double alpha)
{
    return (uint32_t)(share * alpha * 256 + 0.5);
}

static double fitting_radius(IntRect box, double radius)
{
    double half = int_least(box.right - box.left, box.bottom - box.top) / 2.0;

    return radius < half ? radius : half;
}

void blit_fill(const Blit *blit, Rect rect, double radius, uint32_t color,
               double alpha)
{
    IntRect box = irect_of(rect), at = irect_common(blit->clip, box);
    uint32_t whole = cover_of(1, alpha);

    if (irect_is_empty(at))
        return;
    radius = fitting_radius(box, radius);
    int corner = radius < 0.5 ? 0 : (int)ceil(radius);
    for (int y = at.top; y < at.bottom; ++y) {
        int left = at.left, right = at.right;
        if (y < box.top + corner || y >= box.bottom - corner) {
            left = int_least(int_most(left, box.left + corner), at.right);
            right = int_most(int_least(right, box.right - corner), left);
        }
        for (int x = at.left; x < left; ++x)
            span(blit, x, x + 1, y, color,
                 cover_of(rounded_cover(box, radius, x, y), alpha));
        span(blit, left, right, y, color, whole);
        for (int x = right; x < at.right; ++x)
            span(blit, x, x + 1, y, color,
                 cover_of(rounded_cover(box, radius, x, y), alpha));
    }
}

void blit_edge(const Blit *blit, Rect rect, double radius, int thick,
               uint32_t color, double alpha)
{
    IntRect box = irect_of(rect), at = irect_common(blit->clip, box);
    IntRect hole = {box.left + thick, box.top + thick, box.right - thick,
                    box.bottom - thick};

    radius = fitting_radius(box, radius);
    double inner = radius > thick ? radius - thick : 0;
    int band = int_most(thick, (int)ceil(radius));
    for (int y = at.top; y < at.bottom; ++y) {
        bool between = y >= box.top + band && y < box.bottom - band;
        for (int x = at.left; x < at.right; ++x) {
            bool middle = x >= box.left + band && x < box.right - band;
            if (middle && (between || (y >= hole.top && y < hole.bottom))) {
                x = int_least(at.right, box.right - band) - 1;
                continue;
            }
            double share = rounded_cover(box, radius, x, y);
            if (hole.left < hole.right && hole.top < hole.bottom)
                share -= rounded_cover(hole, inner, x, y);
            if (share > 0)
                span(blit, x, x + 1, y, color, cover_of(share, alpha));
        }
    }
}

void blit_hatch(const Blit *blit, Rect rect, double period, uint32_t color,
                double alpha)
{
    IntRect at = irect_common(blit->clip, irect_of(rect));
    const double thickness = HATCH_THICKNESS;

    for (int y = at.top; y < at.bottom; ++y)
        for (int x = at.left; x < at.right; ++x) {
            /* Along the row a stripe at 45 degrees is as long as high. */
            double place = fmod(x + y, period) - period * thickness / 2;
            double inside = period * thickness / 2 - fabs(place) + 0.5;
            if (inside > 0)
                span(blit, x, x + 1, y, color,
                     cover_of(inside < 1 ? inside : 1, alpha));
        }
}

enum { PHASES = 4, SIZE_STEPS = 16, MASK_SLOTS = 4096 };

/* The coverage of a glyph; the key of an empty slot is 0. */
typedef struct {
    uint64_t key;
    int left, top; /* of the pen: first column, rows above the baseline */
    int columns, rows;
    uint8_t *cover;
} Mask;

static Mask masks[MASK_SLOTS];
static int masks_used;

void blit_done(void)
{
    for (int i = 0; i < MASK_SLOTS; ++i)
        free(masks[i].cover);
    memset(masks, 0, sizeof masks);
    masks_used = 0;
}

static void mask_make(Mask *mask, Font font, uint32_t glyph, int size,
                      int phase)
{
    struct FT_FaceRec_ *face = font_face(font);

    /* FreeType counts in 64ths of a pixel. */
    if (FT_Set_Char_Size(face, 0, size * 64 / SIZE_STEPS, 72, 72) != 0 ||
        FT_Load_Glyph(face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0)
        return;
    FT_Outline_Translate(&face->glyph->outline, phase * 64 / PHASES, 0);
    if (FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0)
        return;
    const FT_Bitmap *bitmap = &face->glyph->bitmap;
    mask->left = face->glyph->bitmap_left;
    mask->top = face->glyph->bitmap_top;
    mask->columns = (int)bitmap->width;
    mask->rows = (int)bitmap->rows;
    mask->cover = base_alloc((size_t)bitmap->width * bitmap->rows + 1, 1);
    for (int y = 0; y < mask->rows; ++y)
        memcpy(mask->cover + (ptrdiff_t)y * mask->columns,
               bitmap->buffer + (ptrdiff_t)y * bitmap->pitch,
               (size_t)mask->columns);
}

static const Mask *mask_find(Font font, uint32_t glyph, int size, int phase)
{
    uint64_t key = 1 | (uint64_t)phase << 1 | (uint64_t)font << 4 |
                   (uint64_t)glyph << 8 | (uint64_t)size << 32;
    uint64_t state = key;
    size_t slot = base_random(&state) % MASK_SLOTS;

    while (masks[slot].key && masks[slot].key != key)
        slot = (slot + 1) % MASK_SLOTS;
    if (masks[slot].key == key)
        return masks + slot;
    if (masks_used > MASK_SLOTS / 2) {
        blit_done();
        return mask_find(font, glyph, size, phase);
    }
    ++masks_used;
    masks[slot].key = key;
    mask_make(masks + slot, font, glyph, size, phase);
    return masks + slot;
}

static void mask_put(const Blit *blit, const Mask *mask, int x, int y,
                     uint32_t color, double alpha)
{
    int left = x + mask->left, top = y - mask->top;
    IntRect at =
        irect_common(blit->clip, (IntRect){left, top, left + mask->columns,
                                           top + mask->rows});
    uint32_t strength = cover_of(1, alpha);

    for (int row = at.top; row < at.bottom; ++row) {
        const uint8_t *cover =
            mask->cover + (ptrdiff_t)(row - top) * mask->columns - left;
        uint32_t *pixels = blit->pixels + (ptrdiff_t)row * blit->stride;
        for (int column = at.left; column < at.right; ++column) {
            uint32_t share = cover[column];
            if (share)
                blend(pixels + column, color,
                      ((share + (share >> 7)) * strength) >> 8);
        }
    }
}

void blit_text(const Blit *blit, Font font, double size, double x,
               double baseline, const char *text, uint32_t color, double alpha)
{
    int steps = (int)(size * SIZE_STEPS);
    int y = irect_pixel(baseline);
    uint32_t code;

    while ((code = font_next(&text))) {
        double advance;
        uint32_t glyph = font_glyph(font, code, &advance);
        int quarters = irect_pixel(x * PHASES);
        int phase = ((quarters % PHASES) + PHASES) % PHASES;
        if (code != ' ')
            mask_put(blit, mask_find(font, glyph, steps, phase),
                     (quarters - phase) / PHASES, y, color, alpha);
        x += advance * size;
    }
}
