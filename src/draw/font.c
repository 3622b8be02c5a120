/* SPDX-License-Identifier: MIT
 *
 * font - measuring text with FreeType; see font.h.
 *
 * What is asked of a code point is kept, because a frame asks for the same
 * digits a thousand times:
 *
 *     code point 0x2190 ──► pages[0x21] ──► glyphs[0x90]
 */
#include "draw/font.h"

#include "util/printable.h"
#include "util/resources.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_MODULE_H
#include FT_TRUETYPE_TABLES_H

#include <stdlib.h>

enum { PAGE_GLYPHS = 256, PAGES = 0x110000 / PAGE_GLYPHS };

/* All lengths in ems. */
typedef struct {
    uint32_t number;
    bool known;
    float advance;
    float above, below; /* the baseline */
} Glyph;

typedef struct {
    FT_Face face; /* NULL until it is asked for */
    double capital;
    Glyph *pages[PAGES];
} FontFace;

static FT_Library library;
static FontFace *faces[FONT_COUNT];

static const char *const files[FONT_COUNT] = {
    [FONT_TEXT] = "assets/Inter-Regular.otf",
    [FONT_STRONG] = "assets/Inter-SemiBold.otf",
    [FONT_CODE] = "assets/JetBrainsMono-Regular.ttf",
    [FONT_CODE_STRONG] = "assets/JetBrainsMono-Bold.ttf",
};

const void *font_data(Font font, size_t *bytes)
{
    const void *data = resource_find(files[font], bytes);

    BASE_CHECK(data);
    return data;
}

/* ---- FreeType's memory: a request that is refused ends the program ----- */

static void *allocate(FT_Memory memory, long bytes)
{
    (void)memory;
    return base_realloc(NULL, (size_t)bytes, 1);
}

static void *resize(FT_Memory memory, long before, long bytes, void *old)
{
    (void)memory;
    (void)before;
    return base_realloc(old, (size_t)bytes, 1);
}

static void release(FT_Memory memory, void *old)
{
    (void)memory;
    free(old);
}

static void library_open(void)
{
    static struct FT_MemoryRec_ memory = {NULL, allocate, release, resize};

    BASE_CHECK(FT_New_Library(&memory, &library) == 0);
    FT_Add_Default_Modules(library);
}

/* ---- Faces and glyphs --------------------------------------------------- */

static FontFace *face_of(Font font)
{
    FontFace *face = faces[font];
    size_t bytes = 0;

    if (face)
        return face;
    if (!library)
        library_open();
    face = faces[font] = base_alloc(1, sizeof *face);
    const void *data = font_data(font, &bytes);
    BASE_CHECK(
        FT_New_Memory_Face(library, data, (FT_Long)bytes, 0, &face->face) == 0);

    const TT_OS2 *os2 = FT_Get_Sfnt_Table(face->face, FT_SFNT_OS2);
    double em = face->face->units_per_EM;
    BASE_CHECK(os2 && os2->sCapHeight > 0 && em > 0);
    face->capital = os2->sCapHeight / em;
    return face;
}

struct FT_FaceRec_ *font_face(Font font)
{
    return face_of(font)->face;
}

static void glyph_load(FontFace *face, uint32_t code, Glyph *glyph)
{
    double em = face->face->units_per_EM;

    glyph->known = true;
    glyph->number = FT_Get_Char_Index(face->face, code);
    if (FT_Load_Glyph(face->face, glyph->number, FT_LOAD_NO_SCALE) != 0)
        return;
    const FT_Glyph_Metrics *metrics = &face->face->glyph->metrics;
    glyph->advance = (float)((double)metrics->horiAdvance / em);
    if (metrics->height > 0) {
        glyph->above = (float)((double)metrics->horiBearingY / em);
        glyph->below =
            (float)((double)(metrics->height - metrics->horiBearingY) / em);
    }
}

static const Glyph *glyph_of(Font font, uint32_t code)
{
    FontFace *face = face_of(font);

    if (code >= 0x110000)
        code = 0xfffd;
    Glyph **page = &face->pages[code / PAGE_GLYPHS];
    if (!*page)
        *page = base_alloc(PAGE_GLYPHS, sizeof **page);
    Glyph *glyph = *page + code % PAGE_GLYPHS;
    if (!glyph->known)
        glyph_load(face, code, glyph);
    return glyph;
}

uint32_t font_glyph(Font font, uint32_t code, double *advance)
{
    const Glyph *glyph = glyph_of(font, code);

    *advance = (double)glyph->advance;
    return glyph->number;
}

uint32_t font_next(const char **text)
{
    return **text ? printable_code(text) : 0;
}

void font_add(Text *text, uint32_t code)
{
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    bool good = code < 0x110000 && (code < 0xd800 || code > 0xdfff);
    char bytes[4];

    code = good ? code : 0xfffd;
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)(first[length] | code);
    text_add_bytes(text, bytes, length);
}

double font_width(Font font, double size, const char *text)
{
    double ems = 0;
    uint32_t code;

    while ((code = font_next(&text)))
        ems += (double)glyph_of(font, code)->advance;
    return ems * size;
}

void font_ink(Font font, double size, const char *text, double *above,
              double *below)
{
    float top = 0, bottom = 0;
    bool any = false;
    uint32_t code;

    while ((code = font_next(&text))) {
        const Glyph *glyph = glyph_of(font, code);
        if (glyph->above == 0.0f && glyph->below == 0.0f)
            continue;
        if (!any || glyph->above > top)
            top = glyph->above;
        if (!any || glyph->below > bottom)
            bottom = glyph->below;
        any = true;
    }
    *above = (double)top * size;
    *below = (double)bottom * size;
}

double font_capital(Font font, double size)
{
    return face_of(font)->capital * size;
}

void font_done(void)
{
    for (int i = 0; i < FONT_COUNT; ++i) {
        if (!faces[i])
            continue;
        for (int page = 0; page < PAGES; ++page)
            free(faces[i]->pages[page]);
        FT_Done_Face(faces[i]->face);
        free(faces[i]);
        faces[i] = NULL;
    }
    if (library)
        FT_Done_Library(library);
    library = NULL;
}
