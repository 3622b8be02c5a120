/* SPDX-License-Identifier: MIT
 *
 * mosaic - numbers of tiles, and patches; see mosaic.h.
 *
 * A number has 64 bits, so that two tiles with other shapes have the same one
 * once in centuries.  What a shape is for (its tag) is not to be seen, and does
 * not count; the clip that it is under does.
 */
#include "paint/mosaic.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 64, MAX_CLIPS = 8 };
/* More patches than this are one patch: each costs a look at all shapes. */
enum { MOST_PATCHES = 48 };

static const uint64_t odd = 0x9e3779b97f4a7c15; /* 2^64 / the golden ratio */

static uint64_t mix(uint64_t number, uint64_t more)
{
    number = (number ^ more) * odd;
    return number ^ number >> 29;
}

static uint64_t mix_reals(uint64_t number, const double *reals, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, reals + i, sizeof bits);
        number = mix(number, bits);
    }
    return number;
}

static uint64_t mix_text(uint64_t number, const char *text)
{
    for (; *text; ++text)
        number = mix(number, (unsigned char)*text);
    return number;
}

/* Two shapes with one number look the same. */
static uint64_t shape_number(const Canvas *canvas, const Shape *shape,
                             Patch clip)
{
    const double reals[] = {shape->box.x, shape->box.y,  shape->box.w,
                            shape->box.h, shape->radius, shape->width,
                            shape->alpha, shape->hatch};
    uint64_t number = (uint64_t)shape->kind | (uint64_t)shape->fill << 8 |
                      (uint64_t)shape->edge << 16 |
                      (uint64_t)shape->font << 24 |
                      (uint64_t)shape->dashed << 32;

    number =
        mix(number, (uint64_t)(uint32_t)clip.left << 32 | (uint32_t)clip.right);
    number =
        mix(number, (uint64_t)(uint32_t)clip.top << 32 | (uint32_t)clip.bottom);
    number = mix_reals(number, reals, sizeof reals / sizeof reals[0]);
    if (shape->kind == SHAPE_TEXT) {
        number = mix_reals(number, (double[]){shape->size, shape->baseline}, 2);
        return mix_text(number, canvas_shape_text(canvas, shape));
    }
    if (shape->kind == SHAPE_RECT)
        return number;
    number = mix_reals(number, shape->x, 4);
    return mix_reals(number, shape->y, 4);
}

/* Where SHAPE may change pixels: with soft sides, lines twice as heavy as they
 * say (they are in print), heads of arrows, and glyphs that lean out. */
static Patch shape_reach(const Shape *shape, Patch clip)
{
    double out = 2 + (shape->kind == SHAPE_TEXT   ? shape->size / 2
                      : shape->kind == SHAPE_RECT ? 0
                                                  : shape->width * 2);
    Rect box = {shape->box.x - out, shape->box.y - out, shape->box.w + 2 * out,
                shape->box.h + 2 * out};

    return patch_common(patch_of(box), clip);
}

/* ---- Tiles ---- */

static int tiles_along(int pixels)
{
    return (pixels + TILE - 1) / TILE;
}

static void lay(Mosaic *mosaic, Patch reach, uint64_t number)
{
    int columns = tiles_along(mosaic->width);

    if (patch_is_empty(reach))
        return;
    for (int y = reach.top / TILE; y <= (reach.bottom - 1) / TILE; ++y)
        for (int x = reach.left / TILE; x <= (reach.right - 1) / TILE; ++x)
            mosaic->tiles[y * columns + x] =
                mix(mosaic->tiles[y * columns + x], number);
}

static void lay_all(Mosaic *mosaic, const Canvas *canvas)
{
    const Patch all = {0, 0, mosaic->width, mosaic->height};
    Rect clips[MAX_CLIPS] = {{0, 0, mosaic->width, mosaic->height}};
    int depth = 0;

    mosaic->reaches_count = 0;
    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        const Shape *shape = canvas->shapes + i;
        Patch reach = all; /* clips count everywhere */
        if (shape->kind == SHAPE_CLIP) {
            BASE_CHECK(depth + 1 < MAX_CLIPS);
            clips[depth + 1] = canvas_common(clips[depth], shape->box);
            ++depth;
        } else if (shape->kind == SHAPE_UNCLIP) {
            BASE_CHECK(depth > 0);
            --depth;
        } else {
            Patch clip = patch_common(patch_of(clips[depth]), all);
            reach = shape_reach(shape, clip);
            lay(mosaic, reach, shape_number(canvas, shape, clip));
        }
        base_push(mosaic, reaches, reach);
    }
}

/* ---- Patches ---- */

/* Adds a run of tiles to the patch above it that is as wide, if there is one,
 * else as one of its own. */
static void add_run(Mosaic *mosaic, Patch run)
{
    for (size_t i = 0; i < mosaic->patches_count; ++i) {
        Patch *above = mosaic->patches + i;
        if (above->bottom == run.top && above->left == run.left &&
            above->right == run.right) {
            above->bottom = run.bottom;
            return;
        }
    }
    base_push(mosaic, patches, run);
}

/* All as one, where they are too many. */
static void join(Mosaic *mosaic)
{
    Patch *patches = mosaic->patches;

    if (mosaic->patches_count <= MOST_PATCHES)
        return;
    for (size_t i = 1; i < mosaic->patches_count; ++i) {
        const Patch *next = patches + i;
        patches->left = next->left < patches->left ? next->left : patches->left;
        patches->top = next->top < patches->top ? next->top : patches->top;
        patches->right =
            next->right > patches->right ? next->right : patches->right;
        patches->bottom =
            next->bottom > patches->bottom ? next->bottom : patches->bottom;
    }
    mosaic->patches_count = 1;
}

static void find_patches(Mosaic *mosaic)
{
    const Patch all = {0, 0, mosaic->width, mosaic->height};
    int columns = tiles_along(mosaic->width),
        rows = tiles_along(mosaic->height);

    mosaic->patches_count = 0;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const uint64_t *now = mosaic->tiles + y * columns;
            const uint64_t *then = mosaic->before + y * columns;
            int start = x;
            while (x < columns && now[x] != then[x])
                ++x;
            Patch run = {start * TILE, y * TILE, x * TILE, (y + 1) * TILE};
            if (x > start)
                add_run(mosaic, patch_common(run, all));
        }
    join(mosaic);
}

/* ---- The mosaic ---- */

static void resize(Mosaic *mosaic, int width, int height)
{
    size_t count = (size_t)tiles_along(width) * (size_t)tiles_along(height);

    free(mosaic->tiles);
    free(mosaic->before);
    mosaic->width = width;
    mosaic->height = height;
    mosaic->tiles = base_alloc(count, sizeof *mosaic->tiles);
    mosaic->before = base_alloc(count, sizeof *mosaic->before);
}

void mosaic_update(Mosaic *mosaic, const Canvas *canvas, Theme theme, int width,
                   int height)
{
    bool fresh = width != mosaic->width || height != mosaic->height ||
                 theme != mosaic->theme;

    if (fresh)
        resize(mosaic, width, height);
    mosaic->theme = theme;
    uint64_t *last = mosaic->before;
    mosaic->before = mosaic->tiles;
    mosaic->tiles = last;
    memset(last, 0,
           (size_t)tiles_along(width) * (size_t)tiles_along(height) *
               sizeof *last);
    lay_all(mosaic, canvas);
    if (!fresh) {
        find_patches(mosaic);
        return;
    }
    Patch all = {0, 0, width, height};
    mosaic->patches_count = 0;
    base_push(mosaic, patches, all);
}

void mosaic_free(Mosaic *mosaic)
{
    free(mosaic->tiles);
    free(mosaic->before);
    free(mosaic->reaches);
    free(mosaic->patches);
    *mosaic = (Mosaic){0};
}
