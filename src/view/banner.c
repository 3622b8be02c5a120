/* SPDX-License-Identifier: MIT */
#include "view/banner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double height_at_1080 = 190, pad = 14, strip = 9;
static const double place_size = 18, sentence_size = 32, line_size = 20;
static const double key_size = 18, key_height = 32, row_gap = 6;
static const double score_size = 40, score_width = 330;

/* Lines of a key's text, in its size. */
static const double key_line = 1.3;

typedef struct {
    DisplayList *list;
    const Banner *banner;
    double unit, least;
} Drawing;

static double px(const Drawing *at, double at_1080)
{
    return at_1080 * at->unit;
}

static double size_of(const Drawing *at, double at_1080)
{
    return fmax(px(at, at_1080), at->least);
}

static Color tone_color(BannerTone tone)
{
    return tone == BANNER_WRONG   ? COLOR_ALARM
           : tone == BANNER_TELLS ? COLOR_INK
                                  : COLOR_GOOD;
}

/* ---- Marks ----------------------------------------------------------------*/

/* A check or a cross within BOX. */
static void draw_sign(const Drawing *at, Rect box, BannerTone tone)
{
    double width = fmax(1.5, box.w * 0.13);
    double x = box.x, y = box.y, s = box.w;
    Color color = tone_color(tone);

    if (tone == BANNER_RIGHT) {
        draw_line(at->list, x + s * 0.2, y + s * 0.55, x + s * 0.42,
                  y + s * 0.77, width, color);
        draw_line(at->list, x + s * 0.4, y + s * 0.77, x + s * 0.82,
                  y + s * 0.25, width, color);
    } else if (tone == BANNER_WRONG) {
        draw_line(at->list, x + s * 0.24, y + s * 0.24, x + s * 0.76,
                  y + s * 0.76, width, color);
        draw_line(at->list, x + s * 0.76, y + s * 0.24, x + s * 0.24,
                  y + s * 0.76, width, color);
    } else if (tone == BANNER_TELLS) {
        draw_line(at->list, x + s * 0.25, y + s * 0.5, x + s * 0.75,
                  y + s * 0.5, width, color);
    }
}

static void draw_marks(const Drawing *at, Rect box)
{
    const Banner *banner = at->banner;
    double side = round(px(at, 22)), pitch = side + round(px(at, 5));
    int fit = (int)((box.w + pitch - side) / pitch);
    int first = banner->marks_count > fit ? banner->marks_count - fit : 0;
    double x =
        box.x + box.w - (banner->marks_count - first) * pitch + pitch - side;

    for (int i = first; i < banner->marks_count; ++i, x += pitch) {
        Rect mark = {x, box.y, side, side};
        Shape *shape = draw_rect(at->list, mark, px(at, 4), COLOR_NONE);
        shape->edge = banner->marks[i] == BANNER_ASKS
                          ? COLOR_INK
                          : tone_color(banner->marks[i]);
        shape->width = fmax(1, px(at, 2));
        shape->dashed = banner->marks[i] == BANNER_ASKS;
        draw_sign(at, rect_inset(mark, side * 0.12, side * 0.12),
                  banner->marks[i]);
    }
}

static void draw_score(const Drawing *at, Rect box)
{
    const Banner *banner = at->banner;
    char text[32];

    draw_marks(at, rect_cut_top(&box, px(at, 34)));
    if (banner->counted == 0)
        return;
    snprintf(text, sizeof text, "%d of %d", banner->right, banner->counted);
    draw_text(at->list, rect_cut_top(&box, px(at, 50)), ALIGN_RIGHT,
              FONT_STRONG, size_of(at, score_size), at->least, COLOR_INK, text);
    draw_text(at->list, rect_cut_top(&box, px(at, 28)), ALIGN_RIGHT, FONT_TEXT,
              size_of(at, place_size), at->least, COLOR_DIM, "correct so far");
}

/* ---- Keys -----------------------------------------------------------------*/

static double key_width(const Drawing *at, const BannerKey *key)
{
    double size = size_of(at, key_size);
    double cap = font_width(FONT_STRONG, size, key->cap);

    return fmax(cap + px(at, 16), px(at, 32));
}

/* Draws key I with its text at the left of ROW, in as many LINES as that has.
 */
static void draw_key(const Drawing *at, int i, Rect row, double cap,
                     double text, int lines)
{
    const BannerKey *key = at->banner->keys + i;
    double size = size_of(at, key_size), line = row.h;
    double gap = key->text[0] ? px(at, 8) : 0;
    Rect box = rect_cut_left(&row, cap), whole = box;

    draw_thing(at->list, THING_ANSWER, 0, (uint32_t)i);
    whole.w += gap + text;
    draw_rect(at->list, whole, 0, COLOR_PANEL); /* all of it is pressed */
    box.h = fmin(box.h, px(at, key_height));
    Shape *edge = draw_rect(at->list, box, px(at, 5), COLOR_NONE);
    edge->edge = COLOR_INK;
    edge->width = fmax(1, px(at, 1.6));
    draw_text(at->list, rect_inset(box, 1, 0), ALIGN_CENTER, FONT_STRONG, size,
              at->least, COLOR_INK, key->cap);
    rect_cut_left(&row, gap);
    if (lines > 1)
        line = size * key_line;
    layout_paragraph(at->list, rect_cut_left(&row, text + 1), line, FONT_TEXT,
                     size, at->least, COLOR_DIM, key->text);
    draw_thing(at->list, THING_FRAME, 0, 0);
}

/* Sets the keys in rows from the left, and draws them if there is a list; a
 * text that is longer than a row has lines.  Returns the height of all. */
static double set_keys(const Drawing *at, Rect box)
{
    double size = size_of(at, key_size), height = px(at, key_height), low = 0;
    Rect row = {box.x, box.y, box.w, height};

    for (int i = 0; i < at->banner->keys_count; ++i) {
        const BannerKey *key = at->banner->keys + i;
        double cap = key_width(at, key);
        double text = font_width(FONT_TEXT, size, key->text);
        double gap = key->text[0] ? px(at, 8) : 0;
        if (cap + gap + text > row.w && row.w < box.w)
            row = (Rect){box.x, low + px(at, row_gap), box.w, height};
        int lines = 1;
        if (cap + gap + text > row.w) {
            text = fmax(row.w - cap - gap, 1);
            lines = layout_lines(FONT_TEXT, size, text, key->text);
            row.h = fmax(height, lines * size * key_line);
        }
        if (at->list)
            draw_key(at, i, row, cap, text, lines);
        low = row.y + row.h;
        rect_cut_left(&row, cap + gap + text +
                                (key->text[0] ? px(at, 22) : px(at, 5)));
    }
    return low > 0 ? low - box.y : 0;
}

/* ---- Sentences ------------------------------------------------------------*/

/* Sets the lines of TEXT, each broken between words, as far as BOX goes, and
 * draws them if there is a list.  Returns their height. */
static double set_lines(const Drawing *at, Rect box, const char *text)
{
    double size = size_of(at, line_size), line = size * 1.36, height = 0;

    while (*text && box.h >= line * 0.98) {
        char part[600];
        int length = (int)strcspn(text, "\n");
        snprintf(part, sizeof part, "%.*s", length, text);
        int lines = layout_lines(FONT_TEXT, size, box.w, part);
        if (at->list)
            lines = layout_paragraph(at->list, box, line, FONT_TEXT, size,
                                     at->least, COLOR_INK, part);
        rect_cut_top(&box, lines * line);
        height += lines * line;
        text += length + (text[length] == '\n');
    }
    return height;
}

static void draw_place(const Drawing *at, Rect box)
{
    draw_text(at->list, box, ALIGN_LEFT, FONT_TEXT, size_of(at, place_size),
              at->least, COLOR_DIM, at->banner->place);
}

/* The sign before the sentence, cut off the left of *ROW. */
static void set_sign(const Drawing *at, Rect *row, double line)
{
    BannerTone tone = at->banner->tone;

    if (tone != BANNER_RIGHT && tone != BANNER_WRONG)
        return;
    Rect sign = rect_cut_left(row, line);
    sign.h = sign.w;
    if (at->list)
        draw_sign(at, sign, tone);
    rect_cut_left(row, px(at, 8));
}

/* Sets the sentence at the top of BOX, large, or smaller if one line is too
 * short, and draws it if there is a list.  Returns its height. */
static double set_sentence(const Drawing *at, Rect box)
{
    const Banner *banner = at->banner;
    double size = size_of(at, sentence_size), line = size * 1.2;
    char text[400];

    set_sign(at, &box, line);
    snprintf(text, sizeof text, "%s%s%s%s", banner->sentence,
             banner->typed[0] ? "   " : "", banner->typed,
             banner->typed[0] ? "_" : "");
    if (font_width(FONT_STRONG, size, text) > box.w) {
        size = size_of(at, sentence_size * 0.8);
        line = size * 1.2;
    }
    int lines = layout_lines(FONT_STRONG, size, box.w, text);
    if (at->list)
        lines =
            layout_paragraph(at->list, box, line, FONT_STRONG, size, at->least,
                             banner->tone == BANNER_WRONG ? COLOR_ALARM
                                                          : COLOR_INK,
                             text);
    return lines * line + px(at, 4);
}

/* ---- The banner -----------------------------------------------------------*/

/* What of BOX is left for the words and keys, and for the score. */
static Rect inside(const Drawing *at, Rect box, Rect *score)
{
    box = rect_inset(box, 0, px(at, 6));
    rect_cut_left(&box, px(at, strip));
    box = rect_inset(box, px(at, pad), px(at, 6));
    *score = rect_cut_right(&box, fmin(px(at, score_width), box.w * 0.3));
    rect_cut_right(&box, px(at, pad));
    return box;
}

double banner_height(const Banner *banner, double width, double unit,
                     double least)
{
    Drawing at = {NULL, banner, unit, least};
    Rect score, box = inside(&at, (Rect){0, 0, width, 1e6}, &score);
    double height = 4 * px(&at, 6) + size_of(&at, place_size) * 1.3 +
                    set_sentence(&at, box) +
                    set_lines(&at, box, banner->lines) + set_keys(&at, box);

    return fmax(round(px(&at, height_at_1080)), ceil(height));
}

void banner_draw(DisplayList *list, const Banner *banner, Rect box, double unit,
                 double least)
{
    Drawing at = {list, banner, unit, least},
            measure = {NULL, banner, unit, least};
    Rect score;

    draw_thing(list, THING_FRAME, 0, 0);
    Rect edge = rect_inset(box, 0, px(&at, 6));
    Shape *ground = draw_rect(list, edge, px(&at, 12), COLOR_PANEL);
    ground->edge = COLOR_INK;
    ground->width = fmax(1, px(&at, 2.4));
    Rect side = rect_cut_left(&edge, px(&at, strip));
    draw_rect(list, rect_inset(side, px(&at, 1), px(&at, 10)), 0,
              tone_color(banner->tone));
    box = inside(&at, box, &score);
    draw_score(&at, score);
    Rect keys = rect_cut_bottom(&box, set_keys(&measure, box));
    draw_place(&at, rect_cut_top(&box, size_of(&at, place_size) * 1.3));
    rect_cut_top(&box, set_sentence(&at, box));
    set_lines(&at, box, banner->lines);
    set_keys(&at, keys);
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
