/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - a display list painted by Cairo; see paint_cairo.h.
 *
 * Cairo draws slanted, curved and dashed shapes.  Rectangles and glyphs, of
 * which there are thousands, are written straight to the same pixels (blit.h).
 */
#include "draw/paint_cairo.h"

#include "draw/blit.h"
#include "draw/cairo_path.h"
#include "draw/font.h"
#include "draw/glyph_outline.h"

#include <cairo.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_CLIPS = 8 };

typedef struct {
    const DisplayList *list;
    Theme theme;
    cairo_surface_t *surface;
    cairo_t *cairo;
    Blit blit;
    IntRect part; /* the pixels that are wanted */
    Rect clips[MAX_CLIPS];
    int clips_count;
    bool direct; /* pixels were written that Cairo does not know of */
} Painter;

typedef void PaintShape(Painter *painter, const Shape *shape);

/* Blit and Cairo take turns on the same pixels. */
static const Blit *use_raster(Painter *painter)
{
    if (!painter->direct)
        cairo_surface_flush(painter->surface);
    painter->direct = true;
    return &painter->blit;
}

static cairo_t *use_cairo(Painter *painter)
{
    if (painter->direct)
        cairo_surface_mark_dirty(painter->surface);
    painter->direct = false;
    return painter->cairo;
}

static void paint_fill(void *user, const Shape *shape)
{
    const Painter *painter = user;

    blit_fill(use_raster(user), shape->box, shape->radius,
              theme_color(painter->theme, shape->fill), shape->alpha);
}

static void paint_hatch(void *user, const Shape *shape, Rect box, double period,
                        uint32_t rgb)
{
    blit_hatch(use_raster(user), box, period, rgb, shape->alpha);
}

static void paint_upright(void *user, const Shape *shape, Rect box,
                          double period, uint32_t rgb)
{
    Rect stripe;

    for (int i = 0; upright_stripe(box, period, i, &stripe); ++i)
        blit_fill(use_raster(user), stripe, 0, rgb, shape->alpha);
}

static void paint_edge(void *user, const Shape *shape)
{
    Painter *painter = user;
    Edge edge = shape_edge(shape);

    if (shape->dashed) {
        cairo_path_box(use_cairo(painter), edge.box, edge.radius);
        cairo_path_stroke(painter->cairo, painter->theme, shape);
        return;
    }
    blit_edge(use_raster(painter), shape->box, shape->radius, (int)edge.thick,
              theme_color(painter->theme, shape->edge), shape->alpha);
}

static void paint_rect(Painter *painter, const Shape *shape)
{
    static const RectParts parts = {NULL, paint_fill, paint_hatch,
                                    paint_upright, paint_edge};

    shape_paint_rect(shape, painter->theme, &parts, painter);
}

static void paint_path(Painter *painter, const Shape *shape)
{
    cairo_path_shape(use_cairo(painter), painter->theme, shape);
}

static void paint_text(Painter *painter, const Shape *shape)
{
    blit_text(use_raster(painter), shape->font, shape->size, shape->box.x,
              shape->baseline, shape_text(painter->list, shape),
              theme_color(painter->theme, shape->fill), shape->alpha);
}

static void clip_raster(Painter *painter)
{
    Blit *blit = &painter->blit;

    blit_clip(blit, painter->clips[painter->clips_count - 1]);
    blit->clip = irect_common(blit->clip, painter->part);
}

static void push_clip(Painter *painter, Rect clip)
{
    painter->clips[painter->clips_count++] = clip;
    clip_raster(painter);
    cairo_path_box(painter->cairo, rect_whole(clip), 0);
    cairo_clip(painter->cairo);
}

static void paint_clip(Painter *painter, const Shape *shape)
{
    cairo_t *cairo = use_cairo(painter);

    BASE_CHECK(painter->clips_count < MAX_CLIPS);
    Rect clip =
        rect_common(painter->clips[painter->clips_count - 1], shape->box);
    cairo_save(cairo);
    push_clip(painter, clip);
}

static void paint_unclip(Painter *painter, const Shape *shape)
{
    (void)shape;
    BASE_CHECK(painter->clips_count > 1);
    --painter->clips_count;
    clip_raster(painter);
    cairo_restore(use_cairo(painter));
}

/* Cairo and its surface keep their first error: what came after that was not
 * drawn. */
static void check(cairo_status_t status)
{
    if (status == CAIRO_STATUS_NO_MEMORY)
        base_out_of_memory();
    BASE_CHECK(status == CAIRO_STATUS_SUCCESS);
}

/* Paints PART, but strokes in whole rows: a stroke that Cairo clips at the
 * sides of PART is rounded differently along the rows in which it is clipped.
 * REACHES are the pixels that each shape may change; NULL: any. */
static void paint_part(const DisplayList *list, Theme theme, uint32_t ground,
                       uint32_t *pixels, int width, int height, IntRect part,
                       const IntRect *reaches)
{
    static PaintShape *const paint[] = {
        [SHAPE_RECT] = paint_rect,     [SHAPE_LINE] = paint_path,
        [SHAPE_CURVE] = paint_path,    [SHAPE_ARROW] = paint_path,
        [SHAPE_TEXT] = paint_text,     [SHAPE_CLIP] = paint_clip,
        [SHAPE_UNCLIP] = paint_unclip,
    };
    Painter painter = {.list = list, .theme = theme, .part = part};

    painter.blit = (Blit){.pixels = pixels,
                          .width = width,
                          .height = height,
                          .stride = width};
    painter.surface =
        cairo_image_surface_create_for_data((unsigned char *)pixels,
                                            CAIRO_FORMAT_ARGB32, width, height,
                                            width * 4);
    painter.cairo = cairo_create(painter.surface);
    check(cairo_status(painter.cairo));
    push_clip(&painter, (Rect){0, part.top, width, part.bottom - part.top});
    blit_fill(use_raster(&painter), painter.clips[0], 0, ground, 1);
    for (size_t i = 0; i < list->shapes_count; ++i)
        if (!reaches || irect_touches(reaches[i], part))
            paint[list->shapes[i].kind](&painter, list->shapes + i);
    check(cairo_status(use_cairo(&painter)));
    cairo_destroy(painter.cairo);
    cairo_surface_finish(painter.surface);
    check(cairo_surface_status(painter.surface));
    cairo_surface_destroy(painter.surface);
}

static void copy(const uint32_t *from, uint32_t *to, IntRect part, int width)
{
    size_t bytes = (size_t)(part.right - part.left) * sizeof *to;

    for (int y = part.top; y < part.bottom; ++y) {
        ptrdiff_t at = (ptrdiff_t)y * width + part.left;
        memcpy(to + at, from + at, bytes);
    }
}

void paint_cairo_damage(const DisplayList *list, const Damage *damage,
                        uint32_t *pixels, uint32_t *scratch)
{
    uint32_t ground = theme_color(damage->theme, COLOR_PAPER);

    for (size_t i = 0; i < damage->patches_count; ++i) {
        paint_part(list, damage->theme, ground, scratch, damage->width,
                   damage->height, damage->patches[i], damage->reaches);
        copy(scratch, pixels, damage->patches[i], damage->width);
    }
}

static void paint_on(const DisplayList *list, Theme theme, uint32_t ground,
                     uint32_t *pixels, int width, int height)
{
    paint_part(list, theme, ground, pixels, width, height,
               (IntRect){0, 0, width, height}, NULL);
}

void paint_cairo(const DisplayList *list, Theme theme, uint32_t *pixels,
                 int width, int height)
{
    paint_on(list, theme, theme_color(theme, COLOR_PAPER), pixels, width,
             height);
}

/* One colour of a pixel that is BLACK on black and WHITE on white. */
static uint32_t unmixed(uint32_t black, uint32_t alpha, int shift)
{
    uint32_t part = (black >> shift & 255) * 255 / alpha;

    return (part < 255 ? part : 255) << shift;
}

/* Recovers alpha: a pixel that is equal on black and on white is opaque, and
 * the difference is its transparency. */
static void unmix(uint32_t *on_black, const uint32_t *on_white, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint32_t black = on_black[i];
        uint32_t through = (on_white[i] >> 8 & 255) - (black >> 8 & 255);
        uint32_t alpha = through > 255 ? 255 : 255 - through;
        on_black[i] = alpha ? alpha << 24 | unmixed(black, alpha, 16) |
                                  unmixed(black, alpha, 8) |
                                  unmixed(black, alpha, 0)
                            : 0;
    }
}

void paint_cairo_clear(const DisplayList *list, Theme theme, uint32_t *pixels,
                       int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    uint32_t *on_white = base_alloc(count, sizeof *on_white);

    paint_on(list, theme, 0, pixels, width, height);
    paint_on(list, theme, 0xffffff, on_white, width, height);
    unmix(pixels, on_white, count);
    free(on_white);
}

void paint_cairo_done(void)
{
    blit_done();
    glyph_outline_done();
    font_done();
    cairo_debug_reset_static_data();
}
