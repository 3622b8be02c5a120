/* SPDX-License-Identifier: MIT */
#include "view/banner.h"

#include "view/box.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double least_height = 190, pad = 14, strip_width = 9, outside = 6;
static const double place_size = 20, sentence_size = 32, line_size = 22;
static const double key_size = 20, key_pad = 8, key_gap = 22, row_gap = 6;
static const double score_size = 40, mark_side = 22, mark_gap = 5;

/* Of the width, at most the marks. */
static const double score_share = 0.3;

/* What is left out for lack of room, from the first to the last. */
enum { RANK_PLACE = 1, RANK_LINES, RANK_SCORE };

typedef struct {
    const Banner *banner;
    double unit, least;
    Box *root, *strip, *sign, *marks;
    Box *keys[BANNER_KEYS], *caps[BANNER_KEYS];
} Drawing;

static double px(const Drawing *at, double at_1080)
{
    return at_1080 * at->unit;
}

static TextStyle style_of(const Drawing *at, Font font, double at_1080,
                          Color color)
{
    return (TextStyle){font, fmax(px(at, at_1080), at->least), color,
                       ALIGN_LEFT};
}

static Color tone_color(BannerTone tone)
{
    return tone == BANNER_WRONG   ? COLOR_ALARM
           : tone == BANNER_TELLS ? COLOR_INK
                                  : COLOR_GOOD;
}

/* ---- Boxes ----------------------------------------------------------------*/

/* The sentence, large, with a sign before it and what is typed after it. */
static void add_sentence(Drawing *at, Box *column)
{
    const Banner *banner = at->banner;
    bool wrong = banner->tone == BANNER_WRONG;
    TextStyle style = style_of(at, FONT_STRONG, sentence_size,
                               wrong ? COLOR_ALARM : COLOR_INK);
    Box *row = box_row(column, px(at, key_pad));
    char text[400];

    if (wrong || banner->tone == BANNER_RIGHT)
        at->sign = box_part(row, style.size, style.size);
    snprintf(text, sizeof text, "%s%s%s%s", banner->sentence,
             banner->typed[0] ? "   " : "", banner->typed,
             banner->typed[0] ? "_" : "");
    box_grow(box_paragraph(row, &style, text, style.size), 1);
}

static void add_lines(const Drawing *at, Box *column)
{
    TextStyle style = style_of(at, FONT_TEXT, line_size, COLOR_INK);

    for (const char *text = at->banner->lines; *text;) {
        size_t length = strcspn(text, "\n");
        char part[600];
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        box_importance(box_paragraph(column, &style, part, style.size),
                       RANK_LINES);
        text += length + (text[length] == '\n');
    }
}

/* The keys in rows of WIDTH pixels. */
static void add_keys(Drawing *at, Box *column, double width)
{
    TextStyle strong = style_of(at, FONT_STRONG, key_size, COLOR_INK);
    TextStyle plain = style_of(at, FONT_TEXT, key_size, COLOR_DIM);
    double used = 0;
    Box *row = NULL;

    strong.align = ALIGN_CENTER;
    for (int i = 0; i < at->banner->keys_count; ++i) {
        const BannerKey *key = at->banner->keys + i;
        double cap = fmax(ceil(font_width(FONT_STRONG, strong.size, key->cap)) +
                              2 * px(at, key_pad),
                          1.6 * strong.size);
        double text = ceil(font_width(FONT_TEXT, plain.size, key->text));
        double gap = px(at, key->text[0] ? key_gap : row_gap);
        double all = cap + px(at, key_pad) + text;
        if (!row || used + all > width) {
            row = box_row(column, 0);
            used = 0;
        }
        Thing thing = {THING_ANSWER, (uint32_t)i, 0, 1};
        at->keys[i] = box_row(row, px(at, key_pad));
        at->caps[i] =
            box_thing(box_text(at->keys[i], &strong, key->cap), thing);
        box_least(at->caps[i], cap, 1.6 * strong.size);
        bool fits = cap + gap + text <= width;
        if (key->text[0])
            box_thing(fits ? box_text(at->keys[i], &plain, key->text)
                           : box_grow(box_paragraph(at->keys[i], &plain,
                                                    key->text, 1),
                                      1),
                      thing);
        box_part(row, gap, 0);
        used += all + gap;
    }
}

static void add_score(Drawing *at, Box *row, double width)
{
    const Banner *banner = at->banner;
    TextStyle large = style_of(at, FONT_STRONG, score_size, COLOR_INK);
    TextStyle small = style_of(at, FONT_TEXT, place_size, COLOR_DIM);
    double pitch = px(at, mark_side + mark_gap);
    Box *column = box_importance(box_column(row, px(at, row_gap)), RANK_SCORE);
    char text[32];

    at->marks =
        box_part(column, fmin(width * score_share, banner->marks_count * pitch),
                 px(at, mark_side));
    if (banner->counted == 0)
        return;
    large.align = small.align = ALIGN_RIGHT;
    snprintf(text, sizeof text, "%d of %d", banner->right, banner->counted);
    box_text(column, &large, text);
    box_text(column, &small, "correct so far");
}

/* All boxes of the banner, which is WIDTH pixels wide. */
static Drawing boxes_of(const Banner *banner, double width, double unit,
                        double least)
{
    Drawing at = {.banner = banner, .unit = unit, .least = least};
    TextStyle place = style_of(&at, FONT_TEXT, place_size, COLOR_DIM);

    at.root = box_pad(box_row(NULL, px(&at, pad)), 0, px(&at, outside));
    at.strip = box_part(at.root, px(&at, strip_width), 0);
    Box *words = box_pad(box_column(at.root, px(&at, row_gap)), 0,
                         px(&at, outside + row_gap));
    box_grow(words, 1);
    box_importance(box_text(words, &place, banner->place), RANK_PLACE);
    add_sentence(&at, words);
    add_lines(&at, words);
    box_grow(box_part(words, 0, 0), 1);
    add_keys(&at, words, width * (1 - score_share) - px(&at, 4 * pad));
    add_score(&at, box_pad(box_row(at.root, 0), 0, px(&at, outside + row_gap)),
              width);
    box_part(at.root, 0, 0);
    return at;
}

/* ---- Shapes ---------------------------------------------------------------*/

/* A check or a cross within BOX. */
static void draw_sign(DisplayList *list, Rect box, BannerTone tone)
{
    double width = fmax(1.5, box.w * 0.13), s = box.w;
    Rect inside = rect_inset(box, 0.2 * s, 0.2 * s);
    Color color = tone_color(tone);

    if (tone == BANNER_RIGHT)
        draw_check(list, rect_inset(inside, 0, 0.05 * s), width, color);
    else if (tone == BANNER_WRONG)
        draw_cross(list, inside, width, color);
    else if (tone == BANNER_TELLS)
        draw_line(list, box.x + s * 0.25, box.y + s * 0.5, box.x + s * 0.75,
                  box.y + s * 0.5, width, color);
}

static void outline(const Drawing *at, Shape *shape, double at_1080,
                    Color color)
{
    shape->edge = color;
    shape->width = fmax(1, px(at, at_1080));
}

/* The last marks, as many as there is room for, at the right of BOX. */
static void draw_marks(const Drawing *at, DisplayList *list, Rect box)
{
    const Banner *banner = at->banner;
    double side = round(px(at, mark_side));
    double pitch = side + round(px(at, mark_gap));
    int fit = (int)((box.w + pitch - side) / pitch);
    int first = int_most(0, banner->marks_count - fit);
    double x =
        box.x + box.w + pitch - side - (banner->marks_count - first) * pitch;

    for (int i = first; i < banner->marks_count; ++i, x += pitch) {
        bool asks = banner->marks[i] == BANNER_ASKS;
        Rect mark = {x, box.y, side, side};
        Shape *shape = draw_rect(list, mark, px(at, 4), COLOR_NONE);
        outline(at, shape, 2, asks ? COLOR_INK : tone_color(banner->marks[i]));
        shape->dashed = asks;
        draw_sign(list, rect_inset(mark, side * 0.12, side * 0.12),
                  banner->marks[i]);
    }
}

/* All of a key is pressed. */
static void draw_keys(const Drawing *at, DisplayList *list)
{
    for (int i = 0; i < at->banner->keys_count; ++i) {
        draw_thing(list, THING_ANSWER, 0, (uint32_t)i);
        draw_rect(list, box_place(at->keys[i]), 0, COLOR_PANEL);
        outline(at,
                draw_rect(list, box_place(at->caps[i]), px(at, 5), COLOR_NONE),
                1.6, COLOR_INK);
    }
    draw_thing(list, THING_FRAME, 0, 0);
}

double banner_height(const Banner *banner, double width, double unit,
                     double least)
{
    Drawing at = boxes_of(banner, width, unit, least);
    double height = box_height(at.root, width);

    box_free(at.root);
    return fmax(round(least_height * unit), ceil(height));
}

void banner_draw(DisplayList *list, const Banner *banner, Rect box, double unit,
                 double least)
{
    Drawing at = boxes_of(banner, box.w, unit, least);

    box_layout(at.root, box);
    draw_thing(list, THING_FRAME, 0, 0);
    outline(&at,
            draw_rect(list, rect_inset(box, 0, px(&at, outside)), px(&at, 12),
                      COLOR_PANEL),
            2.4, COLOR_INK);
    draw_rect(list, rect_inset(box_place(at.strip), px(&at, 1), px(&at, 10)), 0,
              tone_color(banner->tone));
    if (at.sign) {
        Rect sign = box_place(at.sign);
        draw_sign(list, rect_inset(sign, 0, (sign.h - sign.w) / 2),
                  banner->tone);
    }
    draw_marks(&at, list, box_place(at.marks));
    draw_keys(&at, list);
    box_draw(at.root, list);
    box_free(at.root);
}

void banner_lower(DisplayList *list, double by)
{
    list->height += by;
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape *shape = list->shapes + i;
        shape->box.y += by;
        shape->baseline += by;
        for (int p = 0; p < 4; ++p)
            shape->y[p] += by;
    }
    for (int panel = 0; panel < DISPLAY_LIST_PANELS; ++panel)
        for (int area = 0; area < AREA_COUNT; ++area)
            list->areas[area][panel].y += by;
}
