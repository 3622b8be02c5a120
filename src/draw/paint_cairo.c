/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - a display list painted by Cairo; see paint_cairo.h.
 *
 * Cairo draws slanted, curved and dashed shapes.  Rectangles and glyphs, of
 * which there are thousands, are written straight to the same pixels.
 */
#include "draw/paint_cairo.h"

#include "draw/font.h"
#include "draw/glyph_outline.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

void cairo_path_color(cairo_t *cairo, uint32_t rgb, double alpha)
{
    cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0,
                          (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

void cairo_path_box(cairo_t *cairo, Rect box, double radius)
{
    double right = box.x + box.w, bottom = box.y + box.h;

    radius = fmin(radius, fmin(box.w, box.h) / 2);
    cairo_new_path(cairo);
    if (radius < 0.5) {
        cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
        return;
    }
    cairo_move_to(cairo, box.x + radius, box.y); /* where SVG's dashes begin */
    cairo_arc(cairo, right - radius, box.y + radius, radius, -M_PI / 2, 0);
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, M_PI / 2);
    cairo_arc(cairo, box.x + radius, bottom - radius, radius, M_PI / 2, M_PI);
    cairo_arc(cairo, box.x + radius, box.y + radius, radius, M_PI, 1.5 * M_PI);
    cairo_close_path(cairo);
}

/* In themes without colours, the weight of a line shows its role. */
void cairo_path_stroke(cairo_t *cairo, Theme theme, const Shape *shape)
{
    double dash[2] = {shape->width * 3, shape->width * 3};
    Pattern pattern = theme_pattern(theme, shape->edge);

    cairo_path_color(cairo, pattern.line, shape->alpha);
    cairo_set_line_width(cairo, shape->width * pattern.weight);
    cairo_set_dash(cairo, dash, shape->dashed ? 2 : 0, 0);
    cairo_stroke(cairo);
}

static void fill_arrow(cairo_t *cairo, Theme theme, const Shape *shape)
{
    double x[3], y[3];

    if (!draw_arrow_head(shape, x, y))
        return;
    cairo_new_path(cairo);
    for (int i = 0; i < 3; ++i)
        cairo_line_to(cairo, x[i], y[i]);
    cairo_close_path(cairo);
    cairo_path_color(cairo, theme_pattern(theme, shape->fill).line,
                     shape->alpha);
    cairo_fill(cairo);
}

void cairo_path_shape(cairo_t *cairo, Theme theme, const Shape *shape)
{
    const double *x = shape->x, *y = shape->y;

    if (shape->kind == SHAPE_ARROW) {
        fill_arrow(cairo, theme, shape);
        return;
    }
    cairo_new_path(cairo);
    cairo_move_to(cairo, x[0], y[0]);
    if (shape->kind == SHAPE_LINE)
        cairo_line_to(cairo, x[1], y[1]);
    else
        cairo_curve_to(cairo, x[1], y[1], x[2], y[2], x[3], y[3]);
    cairo_path_stroke(cairo, theme, shape);
}

/* ---- Pixels ---------------------------------------------------------------*/

/* Writes the most frequent shapes straight into pixels: rectangles on whole
 * pixels (also with round corners or stripes) and glyphs.
 *
 * These functions replace Cairo because a path through Cairo costs
 * some microseconds however small it is, while a cell of 4 x 4 pixels costs 16
 * writes; a frame of 2048 cells has thousands of them.  Glyphs are cached as
 * masks at four offsets within a pixel, so that a letter is at most an eighth
 * of a pixel from where the advances put it:
 *
 *     x = 17.00  17.25  17.50  17.75        one mask each, made once */

/* How much of a pixel a round corner covers is read off the distance of the
 * pixel's middle from the corner's circle: half a pixel inside is all of it,
 * half a pixel outside none. */

/* The raster to write to: pixels 0xAARRGGBB, opaque.  Only pixels inside the
 * clip are changed.  The caller owns the pixels. */
typedef struct {
    uint32_t *pixels;
    int width, height;
    int stride; /* words a row */
    IntRect clip;
} Blit;

/* Sets the clip to the whole pixels of BOX that lie in the raster. */
static void blit_clip(Blit *blit, Rect box)
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

static void pixel_span(const Blit *blit, int left, int right, int y,
                       uint32_t color, uint32_t cover)
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

/* Fills BOX after moving its sides to the nearest whole pixels; RADIUS pixels
 * for the corners, COLOR 0xRRGGBB, ALPHA 0 .. 1, as in all that follow. */
static void blit_fill(const Blit *blit, Rect rect, double radius,
                      uint32_t color, double alpha)
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
            pixel_span(blit, x, x + 1, y, color,
                       cover_of(rounded_cover(box, radius, x, y), alpha));
        pixel_span(blit, left, right, y, color, whole);
        for (int x = right; x < at.right; ++x)
            pixel_span(blit, x, x + 1, y, color,
                       cover_of(rounded_cover(box, radius, x, y), alpha));
    }
}

/* Draws the border of such a box, THICK pixels thick, inside the box. */
static void blit_edge(const Blit *blit, Rect rect, double radius, int thick,
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
                pixel_span(blit, x, x + 1, y, color, cover_of(share, alpha));
        }
    }
}

/* Draws slanted stripes in BOX, rising to the right, PERIOD pixels apart. */
static void blit_hatch(const Blit *blit, Rect rect, double period,
                       uint32_t color, double alpha)
{
    IntRect at = irect_common(blit->clip, irect_of(rect));
    const double thickness = HATCH_THICKNESS;

    for (int y = at.top; y < at.bottom; ++y)
        for (int x = at.left; x < at.right; ++x) {
            /* Along the row a stripe at 45 degrees is as long as high. */
            double place = fmod(x + y, period) - period * thickness / 2;
            double inside = period * thickness / 2 - fabs(place) + 0.5;
            if (inside > 0)
                pixel_span(blit, x, x + 1, y, color,
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

/* Frees the cached glyph masks of all frames. */
static void blit_done(void)
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

/* Draws UTF-8 TEXT from X along BASELINE, SIZE pixels an em. */
static void blit_text(const Blit *blit, Font font, double size, double x,
                      double baseline, const char *text, uint32_t color,
                      double alpha)
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

/* ---- Shapes ---------------------------------------------------------------*/

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
