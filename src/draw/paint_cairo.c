/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - a display list painted by Cairo; see paint_cairo.h.
 *
 * Boxes lie on whole pixels.  Cairo 1.16 would put glyphs on whole pixels too,
 * which makes letters uneven, so text is painted from masks of glyphs at four
 * offsets within a pixel:
 *
 *     x = 17.00  17.25  17.50  17.75        one mask each, made once
 */
#include "draw/paint_cairo.h"

#include "draw/font.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Shapes without text ------------------------------------------------ */

static void set_color(cairo_t *cairo, uint32_t rgb, double alpha)
{
    cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0,
                          (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

void paint_cairo_color(cairo_t *cairo, Theme theme, Color color, double alpha)
{
    set_color(cairo, theme_color(theme, color), alpha);
}

/* Replaces the current path by BOX with round corners. */
static void box_path(cairo_t *cairo, Rect box, double radius)
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

/* Strokes the current path. */
static void stroke_path(cairo_t *cairo, Theme theme, const Shape *shape,
                        double width)
{
    double dash[2] = {shape->width * 3, shape->width * 3};
    LineStyle line = theme_line(theme, shape->edge);
    bool box = shape->kind == SHAPE_RECT && !shape->dashed;

    if (box) /* its thickness is what it says, in every theme */
        line = (LineStyle){theme_color(theme, shape->edge), 1};
    set_color(cairo, line.rgb, shape->alpha);
    cairo_set_line_width(cairo, width * line.weight);
    cairo_set_dash(cairo, dash, shape->dashed ? 2 : 0, 0);
    cairo_stroke(cairo);
}

static void paint_rect(cairo_t *cairo, Theme theme, const Shape *shape)
{
    Edge edge = shape_edge(shape);

    if (shape->fill != COLOR_NONE) {
        box_path(cairo, rect_whole(shape->box), shape->radius);
        paint_cairo_color(cairo, theme, shape->fill, shape->alpha);
        cairo_fill(cairo);
    }
    if (shape->edge != COLOR_NONE) {
        box_path(cairo, edge.box, edge.radius);
        stroke_path(cairo, theme, shape, edge.thick);
    }
}

static void paint_arrow(cairo_t *cairo, Theme theme, const Shape *shape)
{
    double x[3], y[3];

    if (!draw_arrow_head(shape, x, y))
        return;
    cairo_new_path(cairo);
    for (int i = 0; i < 3; ++i)
        cairo_line_to(cairo, x[i], y[i]);
    cairo_close_path(cairo);
    set_color(cairo, theme_line(theme, shape->fill).rgb, shape->alpha);
    cairo_fill(cairo);
}

static void paint_stroke(cairo_t *cairo, Theme theme, const Shape *shape)
{
    const double *x = shape->x, *y = shape->y;

    cairo_new_path(cairo);
    cairo_move_to(cairo, x[0], y[0]);
    if (shape->kind == SHAPE_LINE)
        cairo_line_to(cairo, x[1], y[1]);
    else
        cairo_curve_to(cairo, x[1], y[1], x[2], y[2], x[3], y[3]);
    stroke_path(cairo, theme, shape, shape->width);
}

void paint_cairo_shape(cairo_t *cairo, Theme theme, const Shape *shape)
{
    if (shape->kind == SHAPE_RECT)
        paint_rect(cairo, theme, shape);
    else if (shape->kind == SHAPE_ARROW)
        paint_arrow(cairo, theme, shape);
    else if (shape->kind != SHAPE_TEXT)
        paint_stroke(cairo, theme, shape);
}

/* ---- Text --------------------------------------------------------------- */

enum { PHASES = 4, SIZE_STEPS = 16, MASK_SLOTS = 4096 };

/* The coverage of a glyph; the key of an empty slot is 0. */
typedef struct {
    uint64_t key;
    int left, top; /* of the pen: first column, rows above the baseline */
    cairo_surface_t *cover;
} Mask;

static Mask masks[MASK_SLOTS];
static int masks_used;

static void masks_forget(void)
{
    for (int i = 0; i < MASK_SLOTS; ++i)
        if (masks[i].cover)
            cairo_surface_destroy(masks[i].cover);
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
    mask->cover =
        cairo_image_surface_create(CAIRO_FORMAT_A8, (int)bitmap->width,
                                   (int)bitmap->rows);
    unsigned char *to = cairo_image_surface_get_data(mask->cover);
    int stride = cairo_image_surface_get_stride(mask->cover);
    for (int y = 0; to && y < (int)bitmap->rows; ++y)
        memcpy(to + (ptrdiff_t)y * stride,
               bitmap->buffer + (ptrdiff_t)y * bitmap->pitch, bitmap->width);
    cairo_surface_mark_dirty(mask->cover);
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
        masks_forget();
        return mask_find(font, glyph, size, phase);
    }
    ++masks_used;
    masks[slot].key = key;
    mask_make(masks + slot, font, glyph, size, phase);
    return masks + slot;
}

static void paint_text(cairo_t *cairo, Theme theme, const Shape *shape,
                       const char *text)
{
    double x = shape->box.x, y = round(shape->baseline), advance;
    uint32_t code;

    paint_cairo_color(cairo, theme, shape->fill, shape->alpha);
    while ((code = font_next(&text))) {
        uint32_t glyph = font_glyph(shape->font, code, &advance);
        double place = round(x * PHASES) / PHASES, whole = floor(place);
        const Mask *mask =
            mask_find(shape->font, glyph, (int)(shape->size * SIZE_STEPS),
                      (int)((place - whole) * PHASES));
        if (mask->cover && code != ' ')
            cairo_mask_surface(cairo, mask->cover, whole + mask->left,
                               y - mask->top);
        x += advance * shape->size;
    }
}

/* ---- Pixels ------------------------------------------------------------- */

/* Frees both.  Cairo and its surface keep their first error: what came after
 * that was not drawn. */
static void close_surface(cairo_t *cairo, cairo_surface_t *surface)
{
    cairo_status_t drawn = cairo_status(cairo);

    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    cairo_status_t written = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (drawn == CAIRO_STATUS_NO_MEMORY || written == CAIRO_STATUS_NO_MEMORY)
        base_out_of_memory();
    BASE_CHECK(drawn == CAIRO_STATUS_SUCCESS &&
               written == CAIRO_STATUS_SUCCESS);
}

static void paint(const DisplayList *list, Theme theme, bool ground,
                  uint32_t *pixels, int width, int height)
{
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)pixels,
                                            CAIRO_FORMAT_ARGB32, width, height,
                                            width * 4);
    cairo_t *cairo = cairo_create(surface);

    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    paint_cairo_color(cairo, theme, COLOR_PAPER, ground ? 1 : 0);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind == SHAPE_TEXT)
            paint_text(cairo, theme, shape, shape_text(list, shape));
        else
            paint_cairo_shape(cairo, theme, shape);
    }
    close_surface(cairo, surface);
}

void paint_cairo(const DisplayList *list, Theme theme, uint32_t *pixels,
                 int width, int height)
{
    paint(list, theme, true, pixels, width, height);
}

/* One colour of PIXEL, not multiplied by its alpha. */
static uint32_t unmultiplied(uint32_t pixel, uint32_t alpha, int shift)
{
    uint32_t part = ((pixel >> shift & 255) * 255 + alpha / 2) / alpha;

    return (part < 255 ? part : 255) << shift;
}

void paint_cairo_clear(const DisplayList *list, Theme theme, uint32_t *pixels,
                       int width, int height)
{
    paint(list, theme, false, pixels, width, height);
    for (size_t i = 0; i < (size_t)width * (size_t)height; ++i) {
        uint32_t pixel = pixels[i], alpha = pixel >> 24;
        pixels[i] = alpha ? alpha << 24 | unmultiplied(pixel, alpha, 16) |
                                unmultiplied(pixel, alpha, 8) |
                                unmultiplied(pixel, alpha, 0)
                          : 0;
    }
}

void paint_cairo_done(void)
{
    masks_forget();
    font_done();
    cairo_debug_reset_static_data();
}
