/* SPDX-License-Identifier: MIT
 *
 * chrome - toolbar, position strip, help; see chrome.h.
 *
 * Lengths are pixels at 1080 lines and follow the smaller side of the window,
 * down to half of that, below which nobody could read or hit them.
 */
#include "chrome.h"

#include "font.h"
#include "layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double strip_height = 72, band_height = 22, margin = 20;
static const double button_size = 42, text_size = 18, smallest = 10;

typedef struct {
    Canvas *canvas;
    const Chrome *chrome;
    double unit;
} Drawing;

static double unit_of(double width, double height)
{
    return layout_most(layout_least(width / 1920, height / 1080), 0.5);
}

static double px(const Drawing *drawing, double at_1080)
{
    return round(at_1080 * drawing->unit);
}

static double text_px(const Drawing *drawing, double at_1080)
{
    return layout_most(px(drawing, at_1080), smallest);
}

int chrome_strip(int width, int height, bool toolbar)
{
    return toolbar ? (int)round(strip_height * unit_of(width, height)) : 0;
}

/* ---- Icons ---- */

/* Strokes on a field of 24 x 24. */
typedef struct {
    ChromeIcon icon;
    double x0, y0, x1, y1;
} IconStroke;

static const IconStroke strokes[] = {
    {ICON_FORWARD, 10, 6, 16, 12},
    {ICON_FORWARD, 16, 12, 10, 18},
    {ICON_FORWARD_STEP, 6, 6, 12, 12},
    {ICON_FORWARD_STEP, 12, 12, 6, 18},
    {ICON_FORWARD_STEP, 13, 6, 19, 12},
    {ICON_FORWARD_STEP, 19, 12, 13, 18},
    {ICON_FORWARD_PHASE, 3, 7, 8, 12},
    {ICON_FORWARD_PHASE, 8, 12, 3, 17},
    {ICON_FORWARD_PHASE, 9, 7, 14, 12},
    {ICON_FORWARD_PHASE, 14, 12, 9, 17},
    {ICON_FORWARD_PHASE, 15, 7, 20, 12},
    {ICON_FORWARD_PHASE, 20, 12, 15, 17},
    {ICON_LAST, 7, 6, 13, 12},
    {ICON_LAST, 13, 12, 7, 18},
    {ICON_LAST, 18, 6, 18, 18},
    {ICON_PLAY, 8, 5, 19, 12},
    {ICON_PLAY, 19, 12, 8, 19},
    {ICON_PLAY, 8, 19, 8, 5},
    {ICON_PAUSE, 8, 5, 8, 19},
    {ICON_PAUSE, 16, 5, 16, 19},
    {ICON_SLOWER, 6, 12, 18, 12},
    {ICON_FASTER, 6, 12, 18, 12},
    {ICON_FASTER, 12, 6, 12, 18},
    {ICON_CONFLICT, 3, 6, 10, 6},
    {ICON_CONFLICT, 3, 12, 10, 12},
    {ICON_CONFLICT, 3, 18, 10, 18},
    {ICON_CONFLICT, 15, 7, 20, 12},
    {ICON_CONFLICT, 20, 12, 15, 17},
    {ICON_RACE, 3, 6, 10, 18},
    {ICON_RACE, 3, 18, 10, 6},
    {ICON_RACE, 15, 7, 20, 12},
    {ICON_RACE, 20, 12, 15, 17},
    {ICON_MOTION, 3, 7, 10, 7},
    {ICON_MOTION, 3, 12, 12, 12},
    {ICON_MOTION, 3, 17, 10, 17},
    {ICON_MOTION, 15, 7, 21, 12},
    {ICON_MOTION, 21, 12, 15, 17},
    {ICON_MOTION, 15, 17, 15, 7},
    {ICON_CLOCK, 8, 3, 16, 3},
    {ICON_CLOCK, 16, 3, 21, 8},
    {ICON_CLOCK, 21, 8, 21, 16},
    {ICON_CLOCK, 21, 16, 16, 21},
    {ICON_CLOCK, 16, 21, 8, 21},
    {ICON_CLOCK, 8, 21, 3, 16},
    {ICON_CLOCK, 3, 16, 3, 8},
    {ICON_CLOCK, 3, 8, 8, 3},
    {ICON_CLOCK, 12, 7, 12, 12},
    {ICON_CLOCK, 12, 12, 16, 14},
    {ICON_SAVE, 12, 3, 12, 15},
    {ICON_SAVE, 7, 10, 12, 15},
    {ICON_SAVE, 17, 10, 12, 15},
    {ICON_SAVE, 4, 15, 4, 20},
    {ICON_SAVE, 4, 20, 20, 20},
    {ICON_SAVE, 20, 20, 20, 15},
    {ICON_FULL, 4, 9, 4, 4},
    {ICON_FULL, 4, 4, 9, 4},
    {ICON_FULL, 15, 4, 20, 4},
    {ICON_FULL, 20, 4, 20, 9},
    {ICON_FULL, 20, 15, 20, 20},
    {ICON_FULL, 20, 20, 15, 20},
    {ICON_FULL, 9, 20, 4, 20},
    {ICON_FULL, 4, 20, 4, 15},
    {ICON_TOOLBAR, 4, 19, 20, 19},
    {ICON_TOOLBAR, 7, 7, 12, 12},
    {ICON_TOOLBAR, 12, 12, 17, 7},
    {ICON_QUIT, 6, 6, 18, 18},
    {ICON_QUIT, 18, 6, 6, 18},
};

/* Backward icons are forward ones in a mirror. */
static ChromeIcon mirror_of(ChromeIcon icon)
{
    static const ChromeIcon mirrors[][2] = {
        {ICON_BACK, ICON_FORWARD},
        {ICON_BACK_STEP, ICON_FORWARD_STEP},
        {ICON_BACK_PHASE, ICON_FORWARD_PHASE},
        {ICON_FIRST, ICON_LAST},
        {ICON_BACK_CONFLICT, ICON_CONFLICT},
        {ICON_BACK_RACE, ICON_RACE},
    };

    for (size_t i = 0; i < sizeof mirrors / sizeof mirrors[0]; ++i)
        if (mirrors[i][0] == icon)
            return mirrors[i][1];
    return ICON_NONE;
}

/* A disc, half of it full. */
static void draw_theme_icon(const Drawing *drawing, Rect box, double width)
{
    Rect disc = rect_inset(box, round(box.w / 6), round(box.h / 6));
    Shape *ring = canvas_rect(drawing->canvas, disc, disc.w / 2, COLOR_NONE);

    ring->edge = COLOR_INK;
    ring->width = width;
    canvas_clip(drawing->canvas, (Rect){disc.x, disc.y, disc.w / 2, disc.h});
    canvas_rect(drawing->canvas, disc, disc.w / 2, COLOR_INK);
    canvas_unclip(drawing->canvas);
}

static void draw_icon(const Drawing *drawing, Rect box, ChromeIcon icon,
                      double alpha)
{
    ChromeIcon mirrored = mirror_of(icon);
    double scale = box.w / 24, sign = mirrored ? -1 : 1;
    double x = box.x + (mirrored ? box.w : 0);
    double width = layout_most(1, round(2 * scale * 2) / 2);

    if (icon == ICON_THEME)
        draw_theme_icon(drawing, box, width);
    if (icon == ICON_HELP)
        canvas_text(drawing->canvas, box, ALIGN_CENTER, FONT_STRONG,
                    round(box.h * 0.9), smallest, COLOR_INK, "?");
    for (size_t i = 0; i < sizeof strokes / sizeof strokes[0]; ++i) {
        const IconStroke *at = strokes + i;
        if (at->icon != (mirrored ? mirrored : icon))
            continue;
        canvas_line(drawing->canvas, x + sign * at->x0 * scale,
                    box.y + at->y0 * scale, x + sign * at->x1 * scale,
                    box.y + at->y1 * scale, width, COLOR_INK)
            ->alpha = alpha;
    }
}

/* ---- The position strip ---- */

static Rect strip_box(const Chrome *chrome)
{
    double height =
        chrome_strip((int)chrome->width, (int)chrome->height, chrome->toolbar);

    return (Rect){0, chrome->height - height, chrome->width, height};
}

/* Of a window of this size that has a toolbar. */
static Rect track_box(double width, double height)
{
    double unit = unit_of(width, height);
    double top = height - chrome_strip((int)width, (int)height, true);
    Rect band = {0, top, width, round(band_height * unit)};

    band = rect_inset(band, round(margin * unit), 0);
    return rect_around(band.x + band.w / 2, band.y + band.h / 2 + unit, band.w,
                       layout_most(4, round(6 * unit)));
}

uint32_t chrome_beat_at(const Canvas *canvas, const Player *player, double x)
{
    Rect track = track_box(canvas->width, canvas->height);
    double share = track.w > 0 ? (x - track.x) / track.w : 0;

    return (uint32_t)lround(layout_clamp(share, 0, 1) * player->beats);
}

static double beat_x(const Chrome *chrome, Rect track, uint32_t beat)
{
    uint32_t beats = chrome->player->beats;

    return round(track.x + (beats ? track.w * beat / beats : 0));
}

/* One piece of the track, full up to the current beat. */
static void draw_piece(const Drawing *drawing, Rect track, double from,
                       double to)
{
    const Chrome *chrome = drawing->chrome;
    double now = beat_x(chrome, track, chrome->player->beat);
    double radius = layout_least(track.h / 2, (to - from) / 2);
    Rect piece = {from, track.y, to - from, track.h};

    if (piece.w <= 0)
        return;
    canvas_rect(drawing->canvas, piece, radius, COLOR_EDGE);
    piece.w = layout_clamp(now, from, to) - from;
    if (piece.w > 0)
        canvas_rect(drawing->canvas, piece, layout_least(radius, piece.w / 2),
                    COLOR_LINK);
}

/* Where phases meet; steps are told apart only while there is room for them. */
static bool is_seam(const Chrome *chrome, uint32_t step, double room)
{
    const Trace *trace = chrome->player->traces[0];

    return room >= 10 || step >= trace->steps_count ||
           trace->steps[step].phase != trace->steps[step - 1].phase;
}

static void draw_position(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    const Player *player = chrome->player;
    Rect track = track_box(chrome->width, chrome->height), knob;
    double from = track.x, gap = layout_most(1, px(drawing, 2));
    double room = player->steps ? track.w / player->steps : 0;
    Rect strip = strip_box(chrome);
    Rect band = rect_cut_top(&strip, px(drawing, band_height));

    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_POSITION);
    canvas_rect(drawing->canvas, band, 0, COLOR_NONE);
    for (uint32_t s = 1; s < player->steps; ++s) {
        double x = beat_x(chrome, track, player->step_beats[s]);
        if (x - from < 2 * gap + 2 || !is_seam(chrome, s, room))
            continue;
        draw_piece(drawing, track, from, x - gap);
        from = x;
    }
    draw_piece(drawing, track, from, track.x + track.w);
    double size = layout_most(8, px(drawing, 14));
    knob = rect_around(beat_x(chrome, track, player->beat),
                       track.y + track.h / 2, size, size);
    canvas_rect(drawing->canvas, knob, size / 2, COLOR_INK);
}

/* ---- The toolbar ---- */

static void draw_button(const Drawing *drawing, Rect box, int number)
{
    const Chrome *chrome = drawing->chrome;
    const ChromeItem *item = chrome->items + number;
    bool lit = chrome->hover == number && !item->idle;
    double inset = round(box.w * 0.2);

    canvas_tag(drawing->canvas, TAG_BUTTON, 0, (uint32_t)number);
    canvas_rect(drawing->canvas, box, px(drawing, 8),
                lit ? COLOR_HELD : COLOR_NONE);
    draw_icon(drawing, rect_inset(box, inset, inset), item->icon,
              item->idle ? 0.3 : 1);
}

static int group_count(const Chrome *chrome, ChromeGroup group)
{
    int count = 0;

    for (int i = 0; i < chrome->items_count; ++i)
        count += chrome->items[i].icon && chrome->items[i].group == group;
    return count;
}

/* How fast it plays, right of the button for slower. */
static void draw_speed(const Drawing *drawing, Rect box)
{
    char text[32];

    snprintf(text, sizeof text, "%g/s", drawing->chrome->player->speed);
    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_GROUND);
    canvas_text(drawing->canvas, box, ALIGN_CENTER, FONT_TEXT,
                text_px(drawing, text_size), smallest, COLOR_INK, text);
}

/* Buttons of a group from the left of BOX, which loses them. */
static void draw_group(const Drawing *drawing, Rect *box, ChromeGroup group)
{
    const Chrome *chrome = drawing->chrome;
    double size = px(drawing, button_size);

    for (int i = 0; i < chrome->items_count; ++i) {
        const ChromeItem *item = chrome->items + i;
        if (!item->icon || item->group != group)
            continue;
        draw_button(drawing, rect_cut_left(box, size), i);
        if (item->icon == ICON_SLOWER)
            draw_speed(drawing, rect_cut_left(box, px(drawing, 66)));
    }
}

/* "7 / 85", in a place that stays as wide as its widest. */
static void draw_count(const Drawing *drawing, Rect *box)
{
    const Player *player = drawing->chrome->player;
    double size = text_px(drawing, text_size);
    char text[48];

    snprintf(text, sizeof text, "%u / %u", player->beats, player->beats);
    double width = font_width(FONT_CODE, size, text) + 1;
    snprintf(text, sizeof text, "%u / %u", player->beat, player->beats);
    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_GROUND);
    canvas_text(drawing->canvas, rect_cut_left(box, width), ALIGN_RIGHT,
                FONT_CODE, size, smallest, COLOR_INK, text);
}

static void add_keys(Text *text, const ChromeItem *item)
{
    for (int i = 0; i < CHROME_MAX_KEYS && item->keys[i]; ++i)
        text_add(text, "%s%s", i ? ", " : "  ·  ", item->keys[i]);
}

static void add_place(Text *text, const Chrome *chrome)
{
    Player there = *chrome->player;
    const Trace *trace = there.traces[0];

    player_seek(&there, (uint32_t)chrome->hover_beat);
    uint32_t step = player_step(&there);
    if (there.beat == 0 || step >= trace->steps_count)
        text_add(text, "go to %s", there.beat ? "the end" : "the start");
    else
        text_add(text, "go to step %u, %s", step + 1,
                 trace_phase(trace, trace->steps + step));
}

/* What there is to say: a message, what the pointer is on, or how to get help.
 */
static void add_status(Text *text, const Chrome *chrome)
{
    int item = chrome->hover;

    if (chrome->message) {
        text_add(text, "%s", chrome->message);
        return;
    }
    if (item < 0 && chrome->hover_beat >= 0) {
        add_place(text, chrome);
        return;
    }
    for (int i = 0; item < 0 && i < chrome->items_count; ++i)
        item = chrome->items[i].icon == ICON_HELP ? i : item;
    if (item < 0)
        return;
    text_add(text, "%s", chrome->items[item].name);
    add_keys(text, chrome->items + item);
}

static void draw_status(const Drawing *drawing, Rect box)
{
    const Chrome *chrome = drawing->chrome;
    Color color = !chrome->message ? COLOR_DIM
                  : chrome->alarm  ? COLOR_ALARM
                                   : COLOR_INK;
    Text text = {0};

    add_status(&text, chrome);
    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_GROUND);
    if (text.text)
        canvas_text(drawing->canvas, box, ALIGN_CENTER, FONT_TEXT,
                    text_px(drawing, text_size), smallest, color, text.text);
    text_free(&text);
}

static void draw_strip(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    Rect box = strip_box(chrome), line = box;
    double size = px(drawing, button_size), gap = px(drawing, 22);

    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_GROUND);
    canvas_rect(drawing->canvas, box, 0, COLOR_PANEL);
    canvas_rect(drawing->canvas,
                rect_cut_top(&line, layout_most(1, px(drawing, 1))), 0,
                COLOR_EDGE);
    draw_position(drawing);
    rect_cut_top(&box, px(drawing, band_height));
    rect_cut_bottom(&box, box.h - size);
    box = rect_inset(box, px(drawing, margin / 2), 0);
    Rect right =
        rect_cut_right(&box, size * group_count(chrome, CHROME_WINDOW));
    draw_group(drawing, &right, CHROME_WINDOW);
    draw_group(drawing, &box, CHROME_MOVE);
    rect_cut_left(&box, gap);
    draw_group(drawing, &box, CHROME_SPEED);
    rect_cut_left(&box, gap);
    draw_count(drawing, &box);
    draw_status(drawing, rect_inset(box, gap, 0));
}

/* A message while there is no strip to say it in. */
static void draw_toast(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    double size = text_px(drawing, text_size), pad = px(drawing, 16);
    double width = font_width(FONT_TEXT, size, chrome->message) + 2 * pad + 1;
    double height = px(drawing, 44);
    Rect box =
        rect_around(chrome->width / 2, chrome->height - height,
                    layout_least(width, chrome->width - 2 * pad), height);

    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_GROUND);
    Shape *shape =
        canvas_rect(drawing->canvas, box, px(drawing, 8), COLOR_PANEL);
    shape->edge = chrome->alarm ? COLOR_ALARM : COLOR_EDGE;
    shape->width = layout_most(1, px(drawing, 2));
    canvas_text(drawing->canvas, rect_inset(box, pad, 0), ALIGN_CENTER,
                FONT_TEXT, size, smallest,
                chrome->alarm ? COLOR_ALARM : COLOR_INK, chrome->message);
}

/* ---- The help ---- */

/* A key as a small cap; the box loses it. */
static void draw_key(const Drawing *drawing, Rect *box, double size,
                     const char *key)
{
    double pad = px(drawing, 8);
    double width = ceil(font_width(FONT_CODE, size, key)) + 2 * pad;
    double height = layout_least(box->h - 2, round(size * 1.55));

    if (width > box->w)
        return;
    Rect cap = rect_cut_left(box, width);
    cap = rect_around(cap.x + cap.w / 2, cap.y + cap.h / 2, cap.w, height);
    Shape *shape =
        canvas_rect(drawing->canvas, cap, px(drawing, 5), COLOR_CELL);
    shape->edge = COLOR_EDGE;
    shape->width = 1;
    canvas_text(drawing->canvas, rect_inset(cap, pad - 1, 0), ALIGN_CENTER,
                FONT_CODE, size, smallest, COLOR_INK, key);
    rect_cut_left(box, px(drawing, 8));
}

static void draw_help_row(const Drawing *drawing, Rect row,
                          const ChromeItem *item)
{
    double size = text_px(drawing, 18);
    double side = layout_least(row.h, px(drawing, 28));
    Rect icon = rect_cut_left(&row, px(drawing, 44));
    Rect help = rect_cut_left(&row, px(drawing, 440));
    Rect keys = rect_cut_left(&row, px(drawing, 390));

    icon = rect_around(icon.x + side / 2, icon.y + icon.h / 2, side, side);
    if (item->icon)
        draw_icon(drawing, icon, item->icon, 1);
    canvas_text(drawing->canvas, help, ALIGN_LEFT, FONT_TEXT, size, smallest,
                COLOR_INK, item->help);
    for (int i = 0; i < CHROME_MAX_KEYS && item->keys[i]; ++i)
        draw_key(drawing, &keys, layout_most(size - 2, smallest),
                 item->keys[i]);
    if (item->mouse)
        canvas_text(drawing->canvas, row, ALIGN_LEFT, FONT_TEXT, size, smallest,
                    COLOR_DIM, item->mouse);
}

static void draw_help(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    double above = chrome->height - strip_box(chrome).h, pad = px(drawing, 36);
    double head = px(drawing, 56);
    double room = above - 2 * pad - head - px(drawing, 24);
    double row =
        floor(layout_least(px(drawing, 40), room / chrome->items_count));
    Rect all = {0, 0, chrome->width, above};
    Rect panel =
        rect_around(round(all.w / 2), round(above / 2),
                    layout_least(px(drawing, 1180), all.w - px(drawing, 16)),
                    head + row * chrome->items_count + 2 * pad);

    canvas_tag(drawing->canvas, TAG_CHROME, 0, CHROME_HELP);
    canvas_rect(drawing->canvas, all, 0, COLOR_PAPER)->alpha = 0.75;
    Shape *ground =
        canvas_rect(drawing->canvas, panel, px(drawing, 12), COLOR_PANEL);
    ground->edge = COLOR_EDGE;
    ground->width = layout_most(1, px(drawing, 1));
    Rect box = rect_inset(panel, pad, pad), title = rect_cut_top(&box, head);
    title.h = px(drawing, 36);
    Rect right = rect_cut_right(&title, title.w / 2);
    canvas_text(drawing->canvas, title, ALIGN_LEFT, FONT_STRONG,
                text_px(drawing, 26), smallest, COLOR_INK, "Keys and mouse");
    canvas_text(drawing->canvas, right, ALIGN_RIGHT, FONT_TEXT,
                text_px(drawing, 18), smallest, COLOR_DIM,
                "Escape or a click closes this");
    for (int i = 0; i < chrome->items_count; ++i)
        draw_help_row(drawing, rect_cut_top(&box, row), chrome->items + i);
}

void chrome_draw(Canvas *canvas, const Chrome *chrome)
{
    Drawing drawing = {canvas, chrome, unit_of(chrome->width, chrome->height)};

    canvas_clear(canvas, chrome->width, chrome->height);
    if (chrome->toolbar)
        draw_strip(&drawing);
    if (chrome->help)
        draw_help(&drawing);
    if (chrome->message && !chrome->toolbar)
        draw_toast(&drawing);
}
