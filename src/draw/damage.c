/* SPDX-License-Identifier: MIT
 *
 * damage - hashes of tiles, and patches of changed tiles; see damage.h.
 *
 * A hash has 64 bits, so that two different tiles have the same hash once in
 * centuries.  What a shape shows is not visible and is not hashed; its clip is.
 */
#include "draw/damage.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 64, MAX_CLIPS = 8 };
/* More patches than this are joined to one, because painting each patch visits
 * all shapes. */
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
static uint64_t shape_number(const DisplayList *list, const Shape *shape,
                             IntRect clip)
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
        return mix_text(number, shape_text(list, shape));
    }
    if (shape->kind == SHAPE_RECT)
        return number;
    number = mix_reals(number, shape->x, 4);
    return mix_reals(number, shape->y, 4);
}

/* The pixels that SHAPE may change, including antialiased sides, lines of twice
 * their width (as in print), arrow heads, and glyphs beyond their box. */
static IntRect shape_reach(const Shape *shape, IntRect clip)
{
    double out = 2 + (shape->kind == SHAPE_TEXT   ? shape->size / 2
                      : shape->kind == SHAPE_RECT ? 0
                                                  : shape->width * 2);
    Rect box = {shape->box.x - out, shape->box.y - out, shape->box.w + 2 * out,
                shape->box.h + 2 * out};

    return irect_common(irect_of(box), clip);
}

/* ---- Tiles ---- */

static int tiles_along(int pixels)
{
    return (pixels + TILE - 1) / TILE;
}

static void add_to_tiles(Damage *damage, IntRect reach, uint64_t number)
{
    int columns = tiles_along(damage->width);

    if (irect_is_empty(reach))
        return;
    for (int y = reach.top / TILE; y <= (reach.bottom - 1) / TILE; ++y)
        for (int x = reach.left / TILE; x <= (reach.right - 1) / TILE; ++x)
            damage->tiles[y * columns + x] =
                mix(damage->tiles[y * columns + x], number);
}

static void hash_tiles(Damage *damage, const DisplayList *list)
{
    const IntRect all = {0, 0, damage->width, damage->height};
    Rect clips[MAX_CLIPS] = {{0, 0, damage->width, damage->height}};
    int depth = 0;

    damage->reaches_count = 0;
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        IntRect reach = all; /* clips count everywhere */
        if (shape->kind == SHAPE_CLIP) {
            BASE_CHECK(depth + 1 < MAX_CLIPS);
            clips[depth + 1] = rect_common(clips[depth], shape->box);
            ++depth;
        } else if (shape->kind == SHAPE_UNCLIP) {
            BASE_CHECK(depth > 0);
            --depth;
        } else {
            IntRect clip = irect_common(irect_of(clips[depth]), all);
            reach = shape_reach(shape, clip);
            add_to_tiles(damage, reach, shape_number(list, shape, clip));
        }
        base_push(damage, reaches, reach);
    }
}

/* ---- Patches ---- */

/* Adds a row of changed tiles to the patch directly above it if that is as
 * wide, else as a new patch. */
static void add_run(Damage *damage, IntRect run)
{
    for (size_t i = 0; i < damage->patches_count; ++i) {
        IntRect *above = damage->patches + i;
        if (above->bottom == run.top && above->left == run.left &&
            above->right == run.right) {
            above->bottom = run.bottom;
            return;
        }
    }
    base_push(damage, patches, run);
}

/* Joins all patches to one if there are too many. */
static void join(Damage *damage)
{
    IntRect *patches = damage->patches;

    if (damage->patches_count <= MOST_PATCHES)
        return;
    for (size_t i = 1; i < damage->patches_count; ++i) {
        const IntRect *next = patches + i;
        *patches = (IntRect){int_least(patches->left, next->left),
                             int_least(patches->top, next->top),
                             int_most(patches->right, next->right),
                             int_most(patches->bottom, next->bottom)};
    }
    damage->patches_count = 1;
}

static void find_patches(Damage *damage)
{
    const IntRect all = {0, 0, damage->width, damage->height};
    int columns = tiles_along(damage->width),
        rows = tiles_along(damage->height);

    damage->patches_count = 0;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const uint64_t *now = damage->tiles + y * columns;
            const uint64_t *then = damage->before + y * columns;
            int start = x;
            while (x < columns && now[x] != then[x])
                ++x;
            IntRect run = {start * TILE, y * TILE, x * TILE, (y + 1) * TILE};
            if (x > start)
                add_run(damage, irect_common(run, all));
        }
    join(damage);
}

/* ---- Update ---- */

static void resize(Damage *damage, int width, int height)
{
    size_t count = (size_t)tiles_along(width) * (size_t)tiles_along(height);

    free(damage->tiles);
    free(damage->before);
    damage->width = width;
    damage->height = height;
    damage->tiles = base_alloc(count, sizeof *damage->tiles);
    damage->before = base_alloc(count, sizeof *damage->before);
}

void damage_update(Damage *damage, const DisplayList *list, Theme theme,
                   int width, int height)
{
    bool fresh = width != damage->width || height != damage->height ||
                 theme != damage->theme;

    if (fresh)
        resize(damage, width, height);
    damage->theme = theme;
    uint64_t *last = damage->before;
    damage->before = damage->tiles;
    damage->tiles = last;
    memset(last, 0,
           (size_t)tiles_along(width) * (size_t)tiles_along(height) *
               sizeof *last);
    hash_tiles(damage, list);
    if (!fresh) {
        find_patches(damage);
        return;
    }
    IntRect all = {0, 0, width, height};
    damage->patches_count = 0;
    base_push(damage, patches, all);
}

void damage_free(Damage *damage)
{
    free(damage->tiles);
    free(damage->before);
    free(damage->reaches);
    free(damage->patches);
    *damage = (Damage){0};
}
