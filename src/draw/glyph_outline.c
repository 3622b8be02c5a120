/* SPDX-License-Identifier: MIT
 *
 * glyph_outline - converts FreeType outlines to path data; see glyph_outline.h.
 */
#include "draw/glyph_outline.h"

#include "draw/font.h"
#include "util/base.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <math.h>

/* The path so far, its current point, and the contour's first. */
typedef struct {
    Text *words;
    long x, y, start_x, start_y;
    bool open;
} Pen;

/* Adds a point relative to the current one, which stays. */
static void add_point(Pen *pen, const FT_Vector *to, bool first)
{
    long dx = to->x - pen->x, dy = -to->y - pen->y;

    if (!first && dx >= 0)
        text_add_bytes(pen->words, " ", 1);
    text_add_number(pen->words, (double)dx);
    if (dy >= 0)
        text_add_bytes(pen->words, " ", 1);
    text_add_number(pen->words, (double)dy);
}

static void go_to(Pen *pen, const FT_Vector *to)
{
    pen->x = to->x;
    pen->y = -to->y;
}

static void close_contour(Pen *pen)
{
    if (pen->open)
        text_add_bytes(pen->words, "z", 1);
    pen->open = false;
    pen->x = pen->start_x;
    pen->y = pen->start_y;
}

static int move_to(const FT_Vector *to, void *user)
{
    Pen *pen = user;

    close_contour(pen);
    text_add_bytes(pen->words, "m", 1);
    add_point(pen, to, true);
    go_to(pen, to);
    pen->start_x = pen->x;
    pen->start_y = pen->y;
    pen->open = true;
    return 0;
}

static int add_segment(Pen *pen, char command, const FT_Vector *const points[],
                       int count)
{
    text_add_bytes(pen->words, &command, 1);
    for (int i = 0; i < count; ++i)
        add_point(pen, points[i], i == 0);
    go_to(pen, points[count - 1]);
    return 0;
}

static int line_to(const FT_Vector *to, void *pen)
{
    return add_segment(pen, 'l', &to, 1);
}

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *pen)
{
    return add_segment(pen, 'q', (const FT_Vector *[]){control, to}, 2);
}

static int cubic_to(const FT_Vector *one, const FT_Vector *two,
                    const FT_Vector *to, void *pen)
{
    return add_segment(pen, 'c', (const FT_Vector *[]){one, two, to}, 3);
}

double glyph_outline_em(Font font)
{
    return font_face(font)->units_per_EM;
}

void glyph_outline_glyph(Text *path, Font font, uint32_t glyph)
{
    static const FT_Outline_Funcs steps = {move_to,  line_to, conic_to,
                                           cubic_to, 0,       0};
    struct FT_FaceRec_ *face = font_face(font);
    Pen pen = {.words = path};

    if (FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) == 0 &&
        face->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
        FT_Outline_Decompose(&face->glyph->outline, &steps, &pen);
    close_contour(&pen);
}

void glyph_outline_add(Text *path, Font font, double size, double from,
                       const char *text)
{
    double x = from, advance, em = glyph_outline_em(font);
    uint32_t code;

    while ((code = font_next(&text))) {
        uint32_t glyph = font_glyph(font, code, &advance);
        if (code != ' ') {
            text_add_bytes(path, "M", 1);
            text_add_number(path, (round(x * 4) / 4 - from) * em / size);
            text_add_bytes(path, " 0", 2);
            glyph_outline_glyph(path, font, glyph);
        }
        x += advance * size;
    }
}
