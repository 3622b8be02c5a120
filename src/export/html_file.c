/* SPDX-License-Identifier: MIT
 *
 * html_file - writes a sequence of frames as one self-contained HTML page to
 * step through.
 *
 * The page has the pictures, the cards and the questions as one object of JSON
 * (html_scenes.h), compressed by zlib, and a sentence for each moment as text.
 * Its script and style come from assets/page.html.
 */
#include "draw/font.h"
#include "draw/glyph_outline.h"
#include "draw/paint_svg.h"
#include "ask/quiz.h"
#include "export/html_file.h"
#include "export/html_scenes.h"
#include "say/finding.h"
#include "util/atomic_file.h"
#include "util/interrupt.h"
#include "util/resources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { CODES = 0x110000 };

typedef struct {
    const FrameSequence *frames;
    HtmlScenes *scenes;
    Text questions; /* of frames, as members of an array of JSON */
    Text areas;     /* of the first frame: "[x,y,w,h]" */
    uint8_t *codes; /* a bit a font, for each code point that is used */
} Page;

/* ---- Questions ------------------------------------------------------------*/

/* [x, y, width, height, number] of what answers if it is pressed. */
static void add_box(const Shape *shape, uint32_t number, bool first, Text *json)
{
    text_add(json, "%s[", first ? "" : ",");
    text_add_number(json, shape->box.x);
    text_add(json, ",");
    text_add_number(json, shape->box.y);
    text_add(json, ",");
    text_add_number(json, shape->box.w);
    text_add(json, ",");
    text_add_number(json, shape->box.h);
    text_add(json, ",%u]", number);
}

/* The uppermost shapes come first. */
static void add_boxes(const Question *question, const DisplayList *list,
                      Text *json)
{
    bool first = true;

    text_add(json, ",\"boxes\":[");
    for (size_t i = list->shapes_count; i-- > 0;) {
        uint32_t number;
        if (list->shapes[i].kind == SHAPE_TEXT ||
            !question_pressed(question, list->shapes + i, &number))
            continue;
        add_box(list->shapes + i, number, first, json);
        first = false;
    }
    text_add(json, "]");
}

void html_question_json(const Question *question, const DisplayList *list,
                        Text *json)
{
    const struct {
        const char *name, *value;
    } strings[] = {
        {"kind", question_kind_name(question->kind)},
        {"form", question_form_name(question->form)},
        {"answer", question->answer.text},
        {"how", question->how.text},
        {"hint", question->hint.length ? question->hint.text : ""},
    };

    for (size_t i = 0; i < sizeof strings / sizeof *strings; ++i) {
        json_text_member(json, strings[i].name, strings[i].value);
        text_add(json, ",");
    }
    if (question->form != ANSWER_CHOICE && turn_by_digit(question))
        text_add(json, "\"digits\":%u,", question->k);
    text_add(json, "\"right\":[");
    for (int i = 0; i < question->right.count; ++i)
        text_add(json, "%s%lld", i ? "," : "",
                 (long long)question->right.numbers[i]);
    text_add(json, "],");
    text_add(json, "\"choices\":[");
    for (int i = 0; i < question_choices(question); ++i) {
        text_add(json, i ? "," : "");
        json_text_string(json, question->choices[i]);
    }
    text_add(json, "]");
    add_boxes(question, list, json);
}

/* ---- The data -------------------------------------------------------------*/

/* "fonts":[{"em":2048,"glyphs":{"41":[1234,"m..."]}}] */
static void add_fonts(const Page *page, Text *json)
{
    text_add(json, "\"fonts\":[");
    for (int font = 0; font < FONT_COUNT; ++font) {
        double em = glyph_outline_em((Font)font), advance;
        const char *comma = "";
        text_add(json, "%s{\"em\":", font ? "," : "");
        json_text_number(json, em);
        text_add(json, ",\"glyphs\":{");
        for (uint32_t code = 0; code < CODES; ++code) {
            if (!(page->codes[code] >> font & 1))
                continue;
            uint32_t glyph = font_glyph((Font)font, code, &advance);
            text_add(json, "%s\"%x\":[", comma, code);
            json_text_number(json, advance * em);
            text_add(json, ",");
            text_add(json, "\"");
            glyph_outline_glyph(json, (Font)font, glyph);
            text_add(json, "\"]");
            comma = ",";
        }
        text_add(json, "}}");
    }
    text_add(json, "]");
}

/* "moments":[[step, cycles of the way to it],...] */
static void add_moments(const Page *page, Text *json)
{
    const Selection *moments = &page->frames->moments;

    text_add(json, ",\"moments\":[");
    for (size_t i = 0; i < moments->moments_count; ++i) {
        const FrameMoment *moment = moments->moments + i;
        text_add(json, "%s[%u,", i ? "," : "",
                 moment->started ? moment->step + 1 : 0);
        json_text_number(json, moment->cycles);
        text_add(json, "]");
    }
    text_add(json, "]");
}

static const char *or_empty(const Text *text)
{
    return text->length ? text->text : "";
}

static void add_data(const Page *page, Text *json)
{
    const FrameSequence *frames = page->frames;

    text_add(json,
             "{\"width\":%d,\"height\":%d,\"transparent\":%s,"
             "\"unit\":\"%s\",\"panels\":%d,\"speed\":",
             frames->width, frames->height,
             frames->spec.transparent ? "true" : "false",
             frames->pages ? frames->pages->unit : "step", frames->spec.count);
    json_text_number(json, frames->speed);
    text_add(json, ",\"areas\":[%s],", or_empty(&page->areas));
    add_fonts(page, json);
    add_moments(page, json);
    html_scenes_json(page->scenes, json);
    text_add(json, ",\"exercise\":%s,\"questions\":[%s]}",
             frames->pages && frames->pages->exercise ? frames->pages->exercise
                                                      : "null",
             or_empty(&page->questions));
}

/* ---- The parts of the page ------------------------------------------------*/

/* What stands for @@NAME@@ in the asset. */
typedef struct {
    const char *name;
    Text text;
} PagePart;

/* Appends the asset PATH, in which signs such as @@title@@ stand for PARTS. */
static void page_fill(const char *path, const PagePart parts[], size_t count,
                      Text *page)
{
    const char *at = resource_find(path, NULL), *sign;

    BASE_CHECK(at);
    while ((sign = strstr(at, "@@"))) {
        size_t length = strcspn(sign + 2, "@"), i = 0;
        text_add_bytes(page, at, (size_t)(sign - at));
        while (i < count && (strlen(parts[i].name) != length ||
                             memcmp(parts[i].name, sign + 2, length) != 0))
            ++i;
        BASE_CHECK(i < count);
        if (parts[i].text.length)
            text_add_bytes(page, parts[i].text.text, parts[i].text.length);
        at = sign + 2 + length + 2;
    }
    text_add(page, "%s", at);
}

static void add_base64(const unsigned char *bytes, size_t length, Text *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrs"
                                 "tuvwxyz0123456789+/";

    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        unsigned word = (unsigned)bytes[i] << 16 |
                        (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        char four[4] = {digits[word >> 18], digits[word >> 12 & 63],
                        left > 1 ? digits[word >> 6 & 63] : '=',
                        left > 2 ? digits[word & 63] : '='};
        text_add_bytes(text, four, sizeof four);
    }
}

/* Appends the JSON, compressed by zlib and encoded in base 64. */
static void page_pack(const Text *json, Text *page)
{
    uLongf room = compressBound((uLong)json->length);
    unsigned char *packed = base_alloc(room, 1);

    BASE_CHECK(compress2(packed, &room, (const unsigned char *)json->text,
                         (uLong)json->length, Z_BEST_COMPRESSION) == Z_OK);
    add_base64(packed, room, page);
    free(packed);
}

static void add_variables(const char *name, Theme theme, Text *text)
{
    text_add(text, ".%s { ", name);
    for (int color = 0; color < COLOR_NONE; ++color)
        text_add(text, "--%c: #%06x; ", 'a' + color,
                 theme_color(theme, (Color)color));
    text_add(text, "}");
}

static void add_themes(Text *text)
{
    add_variables("light", THEME_LIGHT, text);
    text_add(text, "\n");
    add_variables("dark", THEME_DARK, text);
    text_add(text, "\n@media (prefers-color-scheme: dark) { ");
    add_variables("auto", THEME_DARK, text);
    text_add(text, " }\n");
}

/* Each colour is a variable, called by the letter that html_shape_add gives it.
 */
static void add_colors(Text *text)
{
    add_themes(text);
    for (int color = 0; color < COLOR_NONE; ++color)
        text_add(text, ".f%c { fill: var(--%c) } ", 'a' + color, 'a' + color);
}

static void add_steps(const FrameSequence *frames, Text *text)
{
    for (size_t i = 0; i < frames->moments.moments_count; ++i) {
        const FrameMoment *moment = frames->moments.moments + i;
        Text sentence = {0};
        frames_sentence(frames, i, &sentence);
        text_add(text, "<li>");
        if (moment->started && !frames->pages)
            text_add(text, "Step %u. ", moment->step + 1);
        paint_svg_words(text, sentence.text);
        text_add(text, "</li>\n");
        text_free(&sentence);
    }
}

/* What is wrong with trace T, and what costs, the worst first; each with the
 * moment at which it shows.  As in the window, faults and conflicts are
 * problems. */
static void add_findings(const FrameSequence *frames, int t, Text *text)
{
    const AnalysedTrace *analysed = frames->spec.analysed_traces[t];
    const Findings *all = analysed_findings(analysed);

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *finding = all->findings + i;
        Text words = {0};
        size_t place;
        text_add(text, "<li class=\"%s\"", severity_name(finding->severity));
        if (finding_moment(all, finding, &place))
            text_add(text, " data-moment=\"%zu\"",
                     html_scenes_picture(frames, t, place + 1));
        if (finding->severity == SEVERITY_FAULT ||
            finding->kind == FINDING_CONFLICTS)
            text_add(text, " data-problem");
        if (frames->spec.count > 1)
            text_add(&words, "%s: ", analysed->trace->run.title);
        text_add(&words, "%s: ", finding_title(finding->kind));
        finding_write(all, finding, &words);
        if (finding->at.line != FINDING_NOWHERE)
            text_add(&words, " (line %u)", finding->at.line);
        text_add(text, ">");
        paint_svg_words(text, words.text);
        text_add(text, "</li>\n");
        text_free(&words);
    }
}

/* What the page has to choose a thing with. */
static const char *point_attributes(const Page *page)
{
    if (html_scenes_lacks_cards(page->scenes))
        return "disabled title=\"too many steps and things for cards: export "
               "fewer steps\"";
    return page->frames->pages
               ? "hidden"
               : "title=\"choose a thing to read its card (or click it)\"";
}

static void fill_in(const Page *page, Text *text)
{
    enum { THEME, TITLE, COLORS, STEPS, FINDINGS, POINT, DATA, PARTS };
    PagePart parts[PARTS] = {
        [THEME] = {.name = "theme"},       [TITLE] = {.name = "title"},
        [COLORS] = {.name = "colors"},     [STEPS] = {.name = "steps"},
        [FINDINGS] = {.name = "findings"}, [POINT] = {.name = "point"},
        [DATA] = {.name = "data"}};
    const FrameSequence *frames = page->frames;
    Text title = {0}, json = {0};

    text_add(&parts[THEME].text, "%s%s%s",
             frames->spec.theme == THEME_DARK ? "dark" : "light",
             frames->system_theme ? " auto" : "",
             frames->spec.transparent ? " clear" : "");
    frames_title(frames, FRAMES_ALL, &title);
    paint_svg_words(&parts[TITLE].text, title.text);
    add_colors(&parts[COLORS].text);
    add_steps(frames, &parts[STEPS].text);
    for (int t = 0; !frames->pages && t < frames->spec.count; ++t)
        add_findings(frames, t, &parts[FINDINGS].text);
    text_add(&parts[POINT].text, "%s", point_attributes(page));
    add_data(page, &json);
    page_pack(&json, &parts[DATA].text);
    page_fill("assets/page.html", parts, PARTS, text);
    for (int i = 0; i < PARTS; ++i)
        text_free(&parts[i].text);
    text_free(&title);
    text_free(&json);
}

/* ---- The pictures ---------------------------------------------------------*/

/* Records the letters used in LIST, after the changes of paint_svg_words. */
static void note_codes(Page *page, const DisplayList *list)
{
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

/* The question of frame I, which LIST shows: {"at":I,"question":{...}} */
static void add_question(Page *page, size_t i, const DisplayList *list)
{
    const FramePages *pages = page->frames->pages;
    Text question = {0};

    if (!pages || !pages->question)
        return;
    pages->question(pages->user, i, list, &question);
    if (question.length)
        text_add(&page->questions, "%s{\"at\":%zu,\"question\":%s}",
                 page->questions.length ? "," : "", i, question.text);
    text_free(&question);
}

/* Where the views of the first frame are, panel by panel: a phone shows them
 * one below the other. */
static void add_areas(Page *page, const DisplayList *list)
{
    static const Area order[] = {AREA_TREE, AREA_MEMORY};

    for (int t = 0; t < page->frames->spec.count; ++t)
        for (size_t i = 0; i < sizeof order / sizeof *order; ++i) {
            Rect box = rect_whole(list->areas[order[i]][t]);
            if (box.w > 0 && box.h > 0)
                text_add(&page->areas, "%s[%.0f,%.0f,%.0f,%.0f]",
                         page->areas.length ? "," : "", box.x, box.y, box.w,
                         box.h);
        }
}

static bool check_bytes(const Page *page, size_t count, Error *error)
{
    size_t most = page->frames->page_bytes;

    return !most || html_scenes_bytes(page->scenes) <= most ||
           error_set(error, ERROR_USAGE,
                     "frame %zu of %zu makes the page too large: it would take "
                     "more than %zu MB; choose fewer frames with --steps",
                     count, page->frames->moments.moments_count, most >> 20);
}

static bool draw_frames(Page *page, Error *error)
{
    const FrameSequence *frames = page->frames;
    DisplayList list = {.wants_moves = true};
    bool good = true;

    for (size_t i = 0; good && i < frames->moments.moments_count; ++i) {
        frames_draw(frames, i, &list);
        if (i == 0)
            add_areas(page, &list);
        add_question(page, i, &list);
        note_codes(page, &list);
        html_scenes_add(page->scenes, &list);
        good = check_bytes(page, i + 1, error);
        frames_tell(frames, i + 1);
        if (good && interrupt_asked())
            good = error_set(error, ERROR_FAILED, "stopped before the end");
    }
    display_list_free(&list);
    return good;
}

bool html_file_text(const FrameSequence *frames, Text *text, Error *error)
{
    Page page = {.frames = frames, .scenes = html_scenes_new(frames)};

    page.codes = base_alloc(CODES, 1);
    bool good = draw_frames(&page, error);
    if (good)
        fill_in(&page, text);
    html_scenes_free(page.scenes);
    free(page.codes);
    text_free(&page.questions);
    text_free(&page.areas);
    return good;
}

bool html_file_write(const FrameSequence *frames, const char *path,
                     Error *error)
{
    Text text = {0};
    bool good = base_may_replace(path, error) &&
                html_file_text(frames, &text, error) &&
                atomic_file_save(path, text.text, text.length, error);

    text_free(&text);
    return good;
}
