/* SPDX-License-Identifier: MIT
 *
 * page - filling in assets/page.html; see page.h.
 */
#include "export/page.h"

#include "base/decimal.h"
#include "base/draft.h"
#include "base/embed.h"
#include "base/stop.h"
#include "export/flip.h"
#include "paint/font.h"
#include "paint/outline.h"
#include "paint/paint_svg.h"

#include <stdlib.h>
#include <string.h>

enum { CODES = 0x110000 };

typedef struct {
    const Reel *reel;
    Flip *flip;
    uint8_t *codes; /* a bit a font, for each code point that is used */
} Page;

typedef void AddPart(const Page *page, Text *text);

static void add_theme(const Page *page, Text *text)
{
    text_add(text, "%s%s",
             page->reel->shot.theme == THEME_DARK ? "dark" : "light",
             page->reel->shot.transparent ? " clear" : "");
}

static void add_title(const Page *page, Text *text)
{
    Text title = {0};

    shot_title(&page->reel->shot, NULL, &title);
    paint_svg_words(text, title.text);
    text_free(&title);
}

/* Each colour is a variable, called by the letter that flip_word gives it. */
static void add_colors(const Page *page, Text *text)
{
    static const char *const names[] = {
        [THEME_LIGHT] = "light", [THEME_DARK] = "dark"};

    (void)page;
    for (int theme = THEME_LIGHT; theme <= THEME_DARK; ++theme) {
        text_add(text, ".%s { ", names[theme]);
        for (int color = 0; color < COLOR_NONE; ++color)
            text_add(text, "--%c: #%06x; ", 'a' + color,
                     canvas_color((Theme)theme, (Color)color));
        text_add(text, "}\n");
    }
    for (int color = 0; color < COLOR_NONE; ++color)
        text_add(text, ".f%c { fill: var(--%c) } ", 'a' + color, 'a' + color);
}

static void add_width(const Page *page, Text *text)
{
    text_add(text, "%d", page->reel->width);
}

static void add_height(const Page *page, Text *text)
{
    text_add(text, "%d", page->reel->height);
}

static void add_fps(const Page *page, Text *text)
{
    text_add(text, "%d", page->reel->fps);
}

static void add_transparent(const Page *page, Text *text)
{
    text_add(text, "%s", page->reel->shot.transparent ? "true" : "false");
}

static void add_slots(const Page *page, Text *text)
{
    text_add(text, "%zu", flip_slots(page->flip));
}

static void add_steps(const Page *page, Text *text)
{
    const Reel *reel = page->reel;

    for (size_t i = 0; i < reel->moments.moments_count; ++i) {
        const Moment *moment = reel->moments.moments + i;
        Text sentence = {0};
        shot_sentence(&reel->shot, moment, &sentence);
        text_add(text, "<li>");
        if (moment->started)
            text_add(text, "Step %u. ", moment->step + 1);
        paint_svg_words(text, sentence.text);
        text_add(text, "</li>\n");
        text_free(&sentence);
    }
}

static void add_moments(const Page *page, Text *text)
{
    const Reel *reel = page->reel;

    for (size_t i = 0; i < reel->moments.moments_count; ++i) {
        const Moment *moment = reel->moments.moments + i;
        text_add(text, "%u", moment->started ? moment->step + 1 : 0);
        for (int t = 0; t < reel->shot.count; ++t)
            text_add(text, " %zu", moment->positions[t]);
        text_add(text, "\n");
    }
}

/* "0 em 2048", then "0 41 1234 m..." for A, of each font that is used. */
static void add_glyphs(const Page *page, Text *text)
{
    for (int font = 0; font < FONT_COUNT; ++font) {
        double em = outline_em((Font)font), advance;
        text_add(text, "%d em ", font);
        decimal_add(text, em);
        text_add(text, "\n");
        for (uint32_t code = 0; code < CODES; ++code) {
            if (!(page->codes[code] >> font & 1))
                continue;
            uint32_t glyph = font_glyph((Font)font, code, &advance);
            text_add(text, "%d %x ", font, code);
            decimal_add(text, advance * em);
            text_add(text, " %s\n", outline_glyph((Font)font, glyph));
        }
    }
}

static void add_shapes(const Page *page, Text *text)
{
    flip_shapes(page->flip, text);
}

static void add_pictures(const Page *page, Text *text)
{
    flip_pictures(page->flip, text);
}

/* What stands between two signs @@ in assets/page.html. */
static const struct {
    const char *name;
    AddPart *add;
} parts[] = {
    {"theme", add_theme},       {"title", add_title},
    {"colors", add_colors},     {"width", add_width},
    {"height", add_height},     {"fps", add_fps},
    {"slots", add_slots},       {"transparent", add_transparent},
    {"steps", add_steps},       {"moments", add_moments},
    {"glyphs", add_glyphs},     {"shapes", add_shapes},
    {"pictures", add_pictures},
};

static void add_part(const Page *page, const char *name, size_t length,
                     Text *text)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strlen(parts[i].name) == length &&
            strncmp(parts[i].name, name, length) == 0) {
            parts[i].add(page, text);
            return;
        }
    base_die(__FILE__, __LINE__, "every part of assets/page.html is known");
}

static void fill_in(const Page *page, Text *text)
{
    const char *at = embed_find("assets/page.html", NULL), *sign;

    BASE_CHECK(at);
    while ((sign = strstr(at, "@@"))) {
        text_add_bytes(text, at, (size_t)(sign - at));
        const char *name = sign + 2, *end = strstr(name, "@@");
        BASE_CHECK(end);
        add_part(page, name, (size_t)(end - name), text);
        at = end + 2;
    }
    text_add(text, "%s", at);
}

/* Notes which letters CANVAS needs; as paint_svg_words changes them. */
static void note_codes(Page *page, const Canvas *canvas)
{
    Text words = {0};
    uint32_t code;

    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        const Shape *shape = canvas->shapes + i;
        if (shape->kind != SHAPE_TEXT)
            continue;
        words.length = 0;
        paint_svg_words(&words, canvas_shape_text(canvas, shape));
        for (const char *at = words.text; (code = font_next(&at));)
            page->codes[code] |= (uint8_t)(1 << shape->font);
        for (const char *mark = "<>&\""; *mark; ++mark)
            page->codes[(unsigned char)*mark] |= (uint8_t)(1 << shape->font);
    }
    text_free(&words);
}

bool page_write(const Reel *reel, const char *path, Error *error)
{
    Page page = {.reel = reel,
                 .flip = flip_new(),
                 .codes = base_alloc(CODES, 1)};
    Canvas canvas = {0};
    Text text = {0};
    bool good = base_may_replace(path, error);

    for (size_t i = 0; good && i < reel->moments.moments_count; ++i) {
        shot_draw(&reel->shot, reel->moments.moments + i, &canvas);
        note_codes(&page, &canvas);
        flip_add(page.flip, &canvas);
        reel_tell(reel, i + 1);
        if (stop_asked())
            good = error_set(error, ERROR_FAILED, "stopped before it was done");
    }
    if (good) {
        fill_in(&page, &text);
        good = draft_file(path, text.text, text.length, error);
    }
    canvas_free(&canvas);
    text_free(&text);
    flip_free(page.flip);
    free(page.codes);
    return good;
}
