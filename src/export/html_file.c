/* SPDX-License-Identifier: MIT
 *
 * html_file - writes a sequence of frames as one self-contained HTML file to
 * step through.
 *
 * The file has one drawing and its changes from moment to moment
 * (html_delta.h), a second one for phones (frame_spec_phone), the outlines of
 * the glyphs used, and a sentence for each moment.  Its script and style come
 * from assets/page.html.
 */
#include "draw/font.h"
#include "draw/glyph_outline.h"
#include "draw/paint_svg.h"
#include "export/formats.h"
#include "export/export_limits.h"
#include "export/html_cards.h"
#include "export/html_delta.h"
#include "export/html_locals.h"
#include "export/html_pack.h"
#include "export/theme_style.h"
#include "util/atomic_file.h"
#include "util/interrupt.h"
#include "util/resources.h"

#include <stdlib.h>
#include <string.h>

enum { CODES = 0x110000 };

typedef struct {
    const FrameSequence *frames;
    HtmlDelta *delta;
    HtmlDelta *small; /* the same for phones; NULL: there is none */
    FrameSpec phone;
    HtmlLocals *locals; /* of all threads; NULL: in the pictures */
    bool too_many;      /* there are, for all threads */
    HtmlCards *cards;   /* NULL: none */
    bool cards_left;    /* they were too many */
    Text questions;     /* of frames, as members of an array of JSON */
    uint8_t *codes;     /* a bit a font, for each code point that is used */
} Page;

typedef void AddPart(const Page *page, Text *text);

static void add_theme(const Page *page, Text *text)
{
    theme_style_classes(page->frames->spec.theme, page->frames->system_theme,
                        text);
    text_add(text, "%s", page->frames->spec.transparent ? " clear" : "");
}

static void add_title(const Page *page, Text *text)
{
    Text title = {0};

    frames_title(page->frames, FRAMES_ALL, &title);
    paint_svg_words(text, title.text);
    text_free(&title);
}

/* Each colour is a variable, called by the letter that html_delta_word gives
 * it. */
static void add_colors(const Page *page, Text *text)
{
    (void)page;
    theme_style(text);
    for (int color = 0; color < COLOR_NONE; ++color)
        text_add(text, ".f%c { fill: var(--%c) } ", 'a' + color, 'a' + color);
}

static void add_transparent(const Page *page, Text *text)
{
    text_add(text, "%s", page->frames->spec.transparent ? "true" : "false");
}

static void add_speed(const Page *page, Text *text)
{
    text_add_number(text, page->frames->speed);
}

static void add_steps(const Page *page, Text *text)
{
    const FrameSequence *frames = page->frames;

    for (size_t i = 0; i < frames->moments.moments_count; ++i) {
        const FrameMoment *moment = frames->moments.moments + i;
        Text sentence = {0};
        if (moment->between)
            continue;
        frames_sentence(frames, i, &sentence);
        text_add(text, "<li>");
        if (moment->started && !frames->pages)
            text_add(text, "Step %u. ", moment->step + 1);
        paint_svg_words(text, sentence.text);
        text_add(text, "</li>\n");
        text_free(&sentence);
    }
}

static void add_moments(const Page *page, Text *text)
{
    const FrameSequence *frames = page->frames;

    for (size_t i = 0; i < frames->moments.moments_count; ++i) {
        const FrameMoment *moment = frames->moments.moments + i;
        if (moment->between)
            continue;
        text_add(text, "%u", moment->started ? moment->step + 1 : 0);
        for (int t = 0; t < frames->spec.count; ++t)
            text_add(text, " %zu", moment->positions[t]);
        text_add(text, "\n");
    }
}

/* For each moment the cycles that the way to it takes, and then the share of
 * the way at which each picture between is shown; nothing without such ones. */
static void add_motion(const Page *page, Text *text)
{
    const FrameSequence *frames = page->frames;
    Text between = {0};
    bool any = false;

    for (size_t i = 0; i < frames->moments.moments_count; ++i)
        any = any || frames->moments.moments[i].between;
    for (size_t i = 0; any && i < frames->moments.moments_count; ++i) {
        const FrameMoment *moment = frames->moments.moments + i;
        if (moment->between) {
            text_add(&between, " ");
            text_add_number(&between, moment->share);
            continue;
        }
        text_add_number(text, moment->cycles);
        text_add(text, "%s\n", between.length ? between.text : "");
        between.length = 0;
        text_add_bytes(&between, "", 0);
    }
    text_free(&between);
}

/* "0 em 2048", then "0 41 1234 m..." for A, of each font that is used. */
static void add_glyphs(const Page *page, Text *text)
{
    for (int font = 0; font < FONT_COUNT; ++font) {
        double em = glyph_outline_em((Font)font), advance;
        text_add(text, "%d em ", font);
        text_add_number(text, em);
        text_add(text, "\n");
        for (uint32_t code = 0; code < CODES; ++code) {
            if (!(page->codes[code] >> font & 1))
                continue;
            uint32_t glyph = font_glyph((Font)font, code, &advance);
            text_add(text, "%d %x ", font, code);
            text_add_number(text, advance * em);
            text_add(text, " %s\n", glyph_outline_glyph((Font)font, glyph));
        }
    }
}

/* Appends PLAIN, packed if it is long, and frees it. */
static void add_packed(const Page *page, Text *plain, Text *text)
{
    enum { SHORT = 4096 };

    if (page->frames->packed && plain->length > SHORT)
        html_pack(text, plain->text, plain->length);
    else if (plain->length)
        text_add_bytes(text, plain->text, plain->length);
    text_free(plain);
}

/* What PART appends of DELTA, which may be NULL. */
static void add_delta(const Page *page, const HtmlDelta *delta,
                      void part(const HtmlDelta *delta, Text *text), Text *text)
{
    Text plain = {0};

    if (delta)
        part(delta, &plain);
    add_packed(page, &plain, text);
}

static void add_shapes(const Page *page, Text *text)
{
    add_delta(page, page->delta, html_delta_shapes, text);
}

static void add_pictures(const Page *page, Text *text)
{
    add_delta(page, page->delta, html_delta_pictures, text);
}

static void add_small_shapes(const Page *page, Text *text)
{
    add_delta(page, page->small, html_delta_shapes, text);
}

static void add_small_pictures(const Page *page, Text *text)
{
    add_delta(page, page->small, html_delta_pictures, text);
}

/* What the moments' first numbers count. */
static void add_unit(const Page *page, Text *text)
{
    text_add(text, "%s",
             page->frames->pages ? page->frames->pages->unit : "step");
}

/* The class of the body: does it have two drawings? */
static void add_drawings(const Page *page, Text *text)
{
    text_add(text, "%s", page->small ? "two" : "one");
}

static void add_running(const Page *page, Text *text)
{
    Text plain = {0};

    if (page->locals)
        html_locals_running(page->locals, &plain);
    add_packed(page, &plain, text);
}

static void add_words(const Page *page, Text *text)
{
    Text plain = {0};

    if (page->locals)
        html_locals_words(page->locals, &plain);
    add_packed(page, &plain, text);
}

static void add_locals(const Page *page, Text *text)
{
    Text plain = {0};

    if (page->locals)
        html_locals_threads(page->locals, &plain);
    add_packed(page, &plain, text);
}

static void add_card_things(const Page *page, Text *text)
{
    Text plain = {0};

    if (page->cards)
        html_cards_things(page->cards, &plain);
    add_packed(page, &plain, text);
}

static void add_card_lines(const Page *page, Text *text)
{
    Text plain = {0};

    if (page->cards)
        html_cards_lines(page->cards, &plain);
    add_packed(page, &plain, text);
}

static void add_questions(const Page *page, Text *text)
{
    text_add(text, "[%s]", page->questions.length ? page->questions.text : "");
}

static void add_answer(const Page *page, Text *text)
{
    if (page->questions.length)
        text_add(text, "%s",
                 (const char *)resource_find("assets/answer.js", NULL));
}

/* What the page has to point at things with. */
static void add_point(const Page *page, Text *text)
{
    if (page->cards_left)
        text_add(text, "disabled title=\"too many steps and things for cards: "
                       "export fewer steps\"");
    else
        text_add(text,
                 "%stitle=\"choose a thing to read its card (or click it)\"",
                 page->cards ? "" : "hidden ");
}

/* What the page has to choose a thread with: nothing, where no thread has any
 * locals. */
static void add_threads(const Page *page, Text *text)
{
    if (page->too_many)
        text_add(text, "disabled title=\"too many steps and threads: the page "
                       "shows the lowest active thread; export fewer steps\"");
    else
        text_add(text,
                 "%stitle=\"local variables of a thread: next (L), "
                 "previous (Shift+L)\"",
                 page->locals && !html_locals_empty(page->locals) ? ""
                                                                  : "hidden ");
}

/* The one that is chosen at first, or -1. */
static void add_chosen(const Page *page, Text *text)
{
    text_add(text, "%d", (int)page->frames->spec.thread - 1);
}

/* The script's function that undoes html_pack. */
static void add_unpack(const Page *page, Text *text)
{
    (void)page;
    text_add(text, "%s", (const char *)resource_find("assets/unpack.js", NULL));
}

/* The text between two signs @@ in assets/page.html. */
static const struct {
    const char *name;
    AddPart *add;
} parts[] = {
    {"theme", add_theme},
    {"title", add_title},
    {"colors", add_colors},
    {"transparent", add_transparent},
    {"steps", add_steps},
    {"moments", add_moments},
    {"glyphs", add_glyphs},
    {"shapes", add_shapes},
    {"pictures", add_pictures},
    {"running", add_running},
    {"words", add_words},
    {"locals", add_locals},
    {"threads", add_threads},
    {"things", add_card_things},
    {"cards", add_card_lines},
    {"point", add_point},
    {"chosen", add_chosen},
    {"speed", add_speed},
    {"motion", add_motion},
    {"small_shapes", add_small_shapes},
    {"small_pictures", add_small_pictures},
    {"drawings", add_drawings},
    {"unit", add_unit},
    {"unpack", add_unpack},
    {"questions", add_questions},
    {"answer", add_answer},
};

static void add_part(const Page *page, const char *name, Text *text)
{
    size_t ring = (size_t)page->frames->height / 360;
    int width = 0, height = 0;

    if (page->small && page->frames->pages)
        page->frames->pages->small_size(page->frames->pages->user, &width,
                                        &height);
    else if (page->small)
        frame_spec_size(&page->phone, &width, &height);
    const struct {
        const char *name;
        size_t value;
    } numbers[] = {{"width", (size_t)page->frames->width},
                   {"height", (size_t)page->frames->height},
                   {"ring", ring > 2 ? ring : 2},
                   {"slots", html_delta_slots(page->delta)},
                   {"small_width", (size_t)width},
                   {"small_height", (size_t)height},
                   {"small_slots",
                    page->small ? html_delta_slots(page->small) : 0}};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        if (strcmp(parts[i].name, name) == 0) {
            parts[i].add(page, text);
            return;
        }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        if (strcmp(numbers[i].name, name) == 0) {
            text_add(text, "%zu", numbers[i].value);
            return;
        }
    base_die(__FILE__, __LINE__, "assets/page.html has an unknown part");
}

static void fill_in(const Page *page, Text *text)
{
    const char *at = resource_find("assets/page.html", NULL), *sign;

    BASE_CHECK(at);
    while ((sign = strstr(at, "@@"))) {
        text_add_bytes(text, at, (size_t)(sign - at));
        const char *name = sign + 2, *end = strstr(name, "@@");
        BASE_CHECK(end);
        char *part = base_memdup(name, (size_t)(end - name) + 1);
        part[end - name] = '\0';
        add_part(page, part, text);
        free(part);
        at = end + 2;
    }
    text_add(text, "%s", at);
}

/* Records the letters used in LIST, after the changes of paint_svg_words. */
static void note_codes(void *user, const DisplayList *list)
{
    Page *page = user;
    Text words = {0};
    uint32_t code;

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind != SHAPE_TEXT)
            continue;
        words.length = 0;
        paint_svg_words(&words, shape_text(list, shape));
        for (const char *at = words.text; (code = font_next(&at));)
            page->codes[code] |= (uint8_t)(1 << shape->font);
        for (const char *mark = "<>&\""; *mark; ++mark)
            page->codes[(unsigned char)*mark] |= (uint8_t)(1 << shape->font);
    }
    text_free(&words);
}

/* Is the page too large, with the first COUNT frames? */
static bool check_bytes(const Page *page, size_t count, Error *error)
{
    const FrameSequence *frames = page->frames;
    size_t most = frames->page_bytes;
    size_t bytes = html_delta_bytes(page->delta) +
                   (page->small ? html_delta_bytes(page->small) : 0) +
                   (page->locals ? html_locals_bytes(page->locals) : 0) +
                   (page->cards ? html_cards_bytes(page->cards) : 0);

    return !most || bytes <= most ||
           error_set(error, ERROR_USAGE,
                     "frame %zu of %zu makes the page too large: it would take "
                     "more than %zu MB; choose fewer frames with --steps",
                     count, frames->moments.moments_count, most >> 20);
}

/* The question of frame I, which LIST and SMALL show:
 * {"at":I,"question":{...}} */
static void add_question(Page *page, size_t i, const DisplayList *list,
                         const DisplayList *small)
{
    const FramePages *pages = page->frames->pages;
    Text question = {0};

    if (!pages || !pages->question)
        return;
    pages->question(pages->user, i, list, small, &question);
    if (question.length)
        text_add(&page->questions, "%s{\"at\":%zu,\"question\":%s}",
                 page->questions.length ? "," : "", i, question.text);
    text_free(&question);
}

/* The same moment for phones, if they have a drawing; there no thread is
 * chosen. */
static void add_small(Page *page, DisplayList *list)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        list->shapes[i].thread = 0;
    note_codes(page, list);
    html_delta_add(page->small, list);
}

/* The cards of what is shown; all are dropped once they are too many. */
static void add_cards(Page *page, const FrameMoment *moment,
                      const DisplayList *list, const DisplayList *small)
{
    if (!page->cards || moment->between ||
        html_cards_add(page->cards, moment, list, page->small ? small : NULL))
        return;
    html_cards_free(page->cards);
    page->cards = NULL;
    page->cards_left = true;
}

/* Draws all frames.  False with ERROR, or without one if the locals of all
 * threads are too many. */
static bool draw_frames(Page *page, Error *error)
{
    const FrameSequence *frames = page->frames;
    FrameSpec spec = frames->spec;
    DisplayList list = {0}, small = {0};
    bool good = true;

    if (page->locals)
        spec.thread = 0; /* the page marks it */
    for (size_t i = 0; good && i < frames->moments.moments_count; ++i) {
        const FrameMoment *moment = frames->moments.moments + i;
        if (frames->pages)
            frames_draw(frames, i, &list);
        else
            frame_spec_draw(&spec, moment, &list);
        if (page->locals && moment->between) {
            html_locals_take_out(&list);
        } else if (page->locals && !html_locals_add(page->locals, moment, &list,
                                                    note_codes, page)) {
            page->too_many = true;
            good = false;
            break;
        }
        if (page->small && frames->pages)
            frames->pages->draw_small(frames->pages->user, i, &small);
        else if (page->small)
            frame_spec_draw(&page->phone, moment, &small);
        add_cards(page, moment, &list, &small);
        add_question(page, i, &list, &small);
        for (size_t s = 0; !page->locals && s < list.shapes_count; ++s)
            list.shapes[s].thread = 0; /* there is nothing to choose */
        note_codes(page, &list);
        html_delta_add(page->delta, &list);
        if (page->small)
            add_small(page, &small);
        good = check_bytes(page, i + 1, error);
        frames_tell(frames, i + 1);
        if (interrupt_asked())
            good = error_set(error, ERROR_FAILED, "stopped before the end");
    }
    display_list_free(&list);
    display_list_free(&small);
    return good;
}

static bool has_locals(const FrameSpec *spec)
{
    for (int t = 0; t < spec->count; ++t)
        if (spec->analysed_traces[t]->trace->locals_count > 0)
            return true;
    return false;
}

static void page_clear(Page *page)
{
    html_delta_free(page->delta);
    if (page->small)
        html_delta_free(page->small);
    html_locals_free(page->locals);
    html_cards_free(page->cards);
    page->cards = NULL;
    free(page->codes);
    text_free(&page->questions);
    page->questions = (Text){0};
    page->delta = page->small = NULL;
    page->locals = NULL;
    page->codes = NULL;
}

static void page_begin(Page *page, bool locals)
{
    page->delta = html_delta_new();
    page->codes = base_alloc(CODES, 1);
    if (page->frames->phone &&
        frame_spec_phone(&page->frames->spec, &page->phone))
        page->small = html_delta_new();
    if (page->frames->cards && !page->cards_left && !page->frames->pages)
        page->cards =
            html_cards_new(&page->frames->spec, page->frames->moments.moments,
                           page->frames->moments.moments_count,
                           page->frames->cards);
    if (locals)
        page->locals =
            html_locals_new(&page->frames->spec, page->frames->locals);
}

bool html_file_write(const FrameSequence *frames, const char *path,
                     Error *error)
{
    Page page = {.frames = frames};
    Text text = {0};
    bool good = base_may_replace(path, error);

    page_begin(&page, has_locals(&frames->spec));
    good = good && draw_frames(&page, error);
    if (page.too_many) {
        page_clear(&page);
        page_begin(&page, false);
        good = draw_frames(&page, error);
    }
    if (good) {
        fill_in(&page, &text);
        good = atomic_file_save(path, text.text, text.length, error);
    }
    text_free(&text);
    page_clear(&page);
    return good;
}
