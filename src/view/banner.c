/* SPDX-License-Identifier: MIT */
#include "view/banner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080 */
static const double height_at_1080 = 190, pad = 14, strip = 9;
static const double place_size = 18, sentence_size = 32, line_size = 20;
static const double key_size = 18, score_size = 40, score_width = 330;

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

double banner_height(double unit)
{
    return round(height_at_1080 * unit);
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
              size_of(at, place_size), at->least, COLOR_DIM, "right so far");
}

/* ---- Keys -----------------------------------------------------------------*/

static double key_width(const Drawing *at, const BannerKey *key)
{
    double size = size_of(at, key_size);
    double cap = font_width(FONT_STRONG, size, key->cap);

    return fmax(cap + px(at, 16), px(at, 32));
}

/* Draws the keys from the left, those that have room. */
static void draw_keys(const Drawing *at, Rect row)
{
    double size = size_of(at, key_size);

    for (int i = 0; i < at->banner->keys_count; ++i) {
        const BannerKey *key = at->banner->keys + i;
        double cap = key_width(at, key);
        double text = font_width(FONT_TEXT, size, key->text);
        double gap = key->text[0] ? px(at, 8) : 0;
        if (cap + gap + text > row.w)
            return;
        draw_tag(at->list, TAG_ANSWER, 0, (uint32_t)i);
        Rect box = rect_cut_left(&row, cap);
        Rect whole = box;
        whole.w += gap + text;
        draw_rect(at->list, whole, 0, COLOR_PANEL); /* all of it is pressed */
        Shape *edge = draw_rect(at->list, box, px(at, 5), COLOR_NONE);
        edge->edge = COLOR_INK;
        edge->width = fmax(1, px(at, 1.6));
        draw_text(at->list, rect_inset(box, 1, 0), ALIGN_CENTER, FONT_STRONG,
                  size, at->least, COLOR_INK, key->cap);
        rect_cut_left(&row, gap);
        draw_text(at->list, rect_cut_left(&row, text + 1), ALIGN_LEFT,
                  FONT_TEXT, size, at->least, COLOR_DIM, key->text);
        rect_cut_left(&row, key->text[0] ? px(at, 22) : px(at, 5));
    }
    draw_tag(at->list, TAG_FRAME, 0, 0);
}

/* ---- Sentences ------------------------------------------------------------*/

/* Draws the lines of TEXT, each broken between words, as far as BOX goes. */
static void draw_lines(const Drawing *at, Rect box, const char *text)
{
    double size = size_of(at, line_size), line = size * 1.36;

    while (*text && box.h >= line * 0.98) {
        char part[600];
        int length = (int)strcspn(text, "\n");
        snprintf(part, sizeof part, "%.*s", length, text);
        int used = layout_paragraph(at->list, box, line, FONT_TEXT, size,
                                    at->least, COLOR_INK, part);
        rect_cut_top(&box, used * line);
        text += length + (text[length] == '\n');
    }
}

static void draw_place(const Drawing *at, Rect box)
{
    draw_text(at->list, box, ALIGN_LEFT, FONT_TEXT, size_of(at, place_size),
              at->least, COLOR_DIM, at->banner->place);
}

/* The sentence, large, in one line or two; cuts it off *BOX. */
static void draw_sentence(const Drawing *at, Rect *box)
{
    const Banner *banner = at->banner;
    double size = size_of(at, sentence_size), line = size * 1.2;
    Rect row = *box;
    char text[400];

    if (banner->tone == BANNER_RIGHT || banner->tone == BANNER_WRONG) {
        Rect sign = rect_cut_left(&row, line);
        sign.h = sign.w;
        draw_sign(at, sign, banner->tone);
        rect_cut_left(&row, px(at, 8));
    }
    snprintf(text, sizeof text, "%s%s%s%s", banner->sentence,
             banner->typed[0] ? "   " : "", banner->typed,
             banner->typed[0] ? "_" : "");
    if (font_width(FONT_STRONG, size, text) > row.w) {
        size = size_of(at, sentence_size * 0.8);
        line = size * 1.2;
    }
    row.h = fmin(row.h, 2 * line);
    int used =
        layout_paragraph(at->list, row, line, FONT_STRONG, size, at->least,
                         banner->tone == BANNER_WRONG ? COLOR_ALARM : COLOR_INK,
                         text);
    rect_cut_top(box, used * line + px(at, 4));
}

void banner_draw(DisplayList *list, const Banner *banner, Rect box, double unit,
                 double least)
{
    Drawing at = {list, banner, unit, least};

    draw_tag(list, TAG_FRAME, 0, 0);
    box = rect_inset(box, 0, px(&at, 6));
    Shape *ground = draw_rect(list, box, px(&at, 12), COLOR_PANEL);
    ground->edge = COLOR_INK;
    ground->width = fmax(1, px(&at, 2.4));
    Rect side = rect_cut_left(&box, px(&at, strip));
    draw_rect(list, rect_inset(side, px(&at, 1), px(&at, 10)), 0,
              tone_color(banner->tone));
    box = rect_inset(box, px(&at, pad), px(&at, 6));
    Rect score = rect_cut_right(&box, fmin(px(&at, score_width), box.w * 0.3));
    rect_cut_right(&box, px(&at, pad));
    draw_score(&at, score);
    Rect keys = rect_cut_bottom(&box, px(&at, 32));
    draw_place(&at, rect_cut_top(&box, size_of(&at, place_size) * 1.3));
    draw_sentence(&at, &box);
    draw_lines(&at, box, banner->lines);
    draw_keys(&at, keys);
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
    for (int panel = 0; panel < DISPLAY_LIST_PANELS; ++panel) {
        for (int area = 0; area < AREA_COUNT; ++area)
            list->areas[area][panel].y += by;
        list->locals[panel].box.y += by;
    }
    list->clip.y += by;
}
