/* SPDX-License-Identifier: MIT
 *
 * paint_pdf - painting with Cairo's PDF surface; see paint_pdf.h.
 */
#include "draw/paint_pdf.h"

#include "draw/font.h"
#include "draw/paint_cairo.h"

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo.h>

#include <ft2build.h>
#include FT_FREETYPE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Pdf {
    PdfWrite *write;
    void *to;
    cairo_surface_t *surface;
    cairo_t *cairo;
    cairo_font_face_t *fonts[FONT_COUNT];
    const DisplayList *list;
    Theme theme;
    int pages;
    bool failed;
};

static const double point = 0.5; /* points a pixel */

/* Added to places of glyphs, so that a reader that rounds down to quarters of a
 * pixel gets the intended quarter, not the one below. */
static const double hair = 1.0 / 32;

/* Glyphs, and which bytes of the text each stands for, so that it can be copied
 * out. */
static void paint_text(Pdf *pdf, const Shape *shape)
{
    const char *at = shape_text(pdf->list, shape);
    size_t most = strlen(at);
    cairo_glyph_t *glyphs = base_alloc(most, sizeof *glyphs);
    cairo_text_cluster_t *parts = base_alloc(most, sizeof *parts);
    double x = shape->box.x, y = round(shape->baseline) + hair, advance;
    Text text = {0}; /* the same, but UTF-8 for certain */
    int count = 0;
    uint32_t code;

    while ((code = font_next(&at))) {
        size_t before = text.length;
        font_add(&text, code);
        uint32_t glyph = font_glyph(shape->font, code, &advance);
        glyphs[count] = (cairo_glyph_t){glyph, round(x * 4) / 4 + hair, y};
        parts[count++] = (cairo_text_cluster_t){(int)(text.length - before), 1};
        x += advance * shape->size;
    }
    cairo_set_font_face(pdf->cairo, pdf->fonts[shape->font]);
    cairo_set_font_size(pdf->cairo, shape->size);
    paint_cairo_color(pdf->cairo, pdf->theme, shape->fill, shape->alpha);
    if (count)
        cairo_show_text_glyphs(pdf->cairo, text.text, (int)text.length, glyphs,
                               count, parts, count, 0);
    text_free(&text);
    free(glyphs);
    free(parts);
}

/* ---- The document ------------------------------------------------------- */

/* Hides a failed write from Cairo: Cairo 1.16 crashes when its first one fails.
 * paint_pdf_close says so. */
static cairo_status_t take(void *user, const unsigned char *data,
                           unsigned length)
{
    Pdf *pdf = user;

    if (!pdf->failed && !pdf->write(pdf->to, data, length))
        pdf->failed = true;
    return CAIRO_STATUS_SUCCESS;
}

static void load_fonts(Pdf *pdf)
{
    cairo_font_options_t *options = cairo_font_options_create();

    for (int i = 0; i < FONT_COUNT; ++i)
        pdf->fonts[i] =
            cairo_ft_font_face_create_for_ft_face(font_face((Font)i),
                                                  FT_LOAD_NO_HINTING);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(pdf->cairo, options);
    cairo_font_options_destroy(options);
}

Pdf *paint_pdf_open(PdfWrite *write, void *to, const char *title)
{
    static const char date[] = "2000-01-01T00:00:00Z";
    Pdf *pdf = base_alloc(1, sizeof *pdf);

    pdf->write = write;
    pdf->to = to;
    pdf->surface = cairo_pdf_surface_create_for_stream(take, pdf, 1, 1);
    cairo_pdf_surface_set_metadata(pdf->surface, CAIRO_PDF_METADATA_TITLE,
                                   title);
    cairo_pdf_surface_set_metadata(pdf->surface, CAIRO_PDF_METADATA_CREATOR,
                                   "Upsweep");
    cairo_pdf_surface_set_metadata(pdf->surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   date);
    cairo_pdf_surface_set_metadata(pdf->surface, CAIRO_PDF_METADATA_MOD_DATE,
                                   date);
    pdf->cairo = cairo_create(pdf->surface);
    load_fonts(pdf);
    return pdf;
}

void paint_pdf_page(Pdf *pdf, const DisplayList *list, Theme theme,
                    bool transparent, const char *label)
{
    char where[32];

    pdf->list = list;
    pdf->theme = theme;
    cairo_pdf_surface_set_size(pdf->surface, list->width * point,
                               list->height * point);
    cairo_save(pdf->cairo);
    cairo_scale(pdf->cairo, point, point);
    if (!transparent) {
        paint_cairo_color(pdf->cairo, theme, COLOR_PAPER, 1);
        cairo_paint(pdf->cairo);
    }
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind == SHAPE_TEXT)
            paint_text(pdf, shape);
        else
            paint_cairo_shape(pdf->cairo, theme, shape);
    }
    cairo_restore(pdf->cairo);
    snprintf(where, sizeof where, "page=%d", ++pdf->pages);
    if (label)
        cairo_pdf_surface_add_outline(pdf->surface, CAIRO_PDF_OUTLINE_ROOT,
                                      label, where, 0);
    cairo_show_page(pdf->cairo);
}

bool paint_pdf_close(Pdf *pdf)
{
    cairo_status_t drawn = cairo_status(pdf->cairo);

    cairo_destroy(pdf->cairo);
    cairo_surface_finish(pdf->surface);
    cairo_status_t written = cairo_surface_status(pdf->surface);
    if (drawn == CAIRO_STATUS_NO_MEMORY || written == CAIRO_STATUS_NO_MEMORY)
        base_out_of_memory();
    bool good = drawn == CAIRO_STATUS_SUCCESS && !pdf->failed &&
                written == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(pdf->surface);
    for (int i = 0; i < FONT_COUNT; ++i)
        cairo_font_face_destroy(pdf->fonts[i]);
    free(pdf);
    return good;
}
