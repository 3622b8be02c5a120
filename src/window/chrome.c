/* SPDX-License-Identifier: MIT
 *
 * chrome - toolbar, position strip, message; see chrome.h.
 *
 * Lengths are pixels at 1080 lines and follow the smaller side of the window,
 * down to half of that, below which nobody could read or hit them.
 */
#include "window/chrome.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "window/chrome_dialog.h"
#include "window/chrome_help.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double strip_height = 72, band_height = 22, margin = 20;
static const double button_size = 42, text_size = 18, speed_width = 66;
static const double group_gap = 18, button_least = 32, status_room = 560;

typedef struct {
    DisplayList *list;
    const Chrome *chrome;
} Drawing;

static double or_one(double x)
{
    return x > 0 ? x : 1;
}

static double unit_of(const ChromeSize *size)
{
    double unit = layout_least(size->width / 1920, size->height / 1080);

    return layout_most(unit * or_one(size->scale), 0.5 * or_one(size->density));
}

double chrome_px(const ChromeSize *size, double at_1080)
{
    return round(at_1080 * unit_of(size));
}

/* At 1080 lines under the scale of a projector, 14. */
double chrome_smallest(const ChromeSize *size)
{
    return layout_most(10 * or_one(size->density), 11.5 * unit_of(size));
}

/* A size of text given for 1080 lines. */
static double chrome_text_px(const ChromeSize *size, double at_1080)
{
    return layout_most(chrome_px(size, at_1080), chrome_smallest(size));
}

int chrome_strip(const ChromeSize *size, bool toolbar)
{
    return toolbar ? (int)chrome_px(size, strip_height) : 0;
}

static double px(const Drawing *drawing, double at_1080)
{
    return chrome_px(&drawing->chrome->size, at_1080);
}

static double text_px(const Drawing *drawing, double at_1080)
{
    return chrome_text_px(&drawing->chrome->size, at_1080);
}

static double smallest(const Drawing *drawing)
{
    return chrome_smallest(&drawing->chrome->size);
}

/* ---- The position strip ---- */

static Rect strip_box(const Chrome *chrome)
{
    const ChromeSize *size = &chrome->size;
    double height = chrome_strip(size, chrome->toolbar);

    return (Rect){0, size->height - height, size->width, height};
}

static Rect track_box(const Drawing *drawing)
{
    Rect strip = strip_box(drawing->chrome);
    Rect band = rect_cut_top(&strip, px(drawing, band_height));
    double unit = unit_of(&drawing->chrome->size);

    band = rect_inset(band, px(drawing, margin), 0);
    return rect_around(band.x + band.w / 2, band.y + band.h / 2 + unit, band.w,
                       layout_most(4, px(drawing, 6)));
}

uint32_t chrome_tick_at(const DisplayList *list, const Player *player, double x)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->tag.kind != TAG_CHROME || shape->tag.index != CHROME_TRACK)
            continue;
        double share = shape->box.w > 0 ? (x - shape->box.x) / shape->box.w : 0;
        return (uint32_t)lround(layout_clamp(share, 0, 1) * player->ticks);
    }
    return player->tick;
}

static double tick_x(const Chrome *chrome, Rect track, uint32_t tick)
{
    uint32_t ticks = chrome->player->ticks;

    return round(track.x + (ticks ? track.w * tick / ticks : 0));
}

/* One piece of the track, filled up to the current tick. */
static void draw_piece(const Drawing *drawing, Rect track, double from,
                       double to)
{
    const Chrome *chrome = drawing->chrome;
    double now = tick_x(chrome, track, chrome->player->tick);
    double radius = layout_least(track.h / 2, (to - from) / 2);
    Rect piece = {from, track.y, to - from, track.h};

    if (piece.w <= 0)
        return;
    draw_rect(drawing->list, piece, radius, COLOR_EDGE);
    piece.w = layout_clamp(now, from, to) - from;
    if (piece.w > 0)
        draw_rect(drawing->list, piece, layout_least(radius, piece.w / 2),
                  COLOR_LINK);
}

/* A small flag over each bookmark. */
static void draw_marks(const Drawing *drawing, Rect track, Rect band)
{
    const Bookmarks *marks = drawing->chrome->bookmarks;
    double width = layout_most(2, px(drawing, 2));

    for (size_t i = 0; marks && i < marks->ticks_count; ++i) {
        double x = tick_x(drawing->chrome, track, marks->ticks[i]);
        double top = band.y + layout_most(1, px(drawing, 1));
        draw_tag(drawing->list, TAG_CHROME, 0, CHROME_MARK);
        draw_rect(drawing->list,
                  (Rect){x - width / 2, top, width, track.y + track.h - top}, 0,
                  COLOR_ALARM);
        draw_rect(drawing->list,
                  (Rect){x - width / 2, top, px(drawing, 11),
                         layout_most(4, px(drawing, 7))},
                  0, COLOR_ALARM);
    }
}

/* The borders of phases; those of steps only if there is room for them. */
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
    Rect track = track_box(drawing), knob;
    double from = track.x, gap = layout_most(1, px(drawing, 2));
    double room = player->steps ? track.w / player->steps : 0;
    Rect strip = strip_box(chrome);
    Rect band = rect_cut_top(&strip, px(drawing, band_height));

    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_TRACK);
    draw_rect(drawing->list, track, 0, COLOR_NONE);
    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_POSITION);
    draw_rect(drawing->list, band, 0, COLOR_NONE);
    for (uint32_t s = 1; s < player->steps; ++s) {
        double x = tick_x(chrome, track, player->step_ticks[s]);
        if (x - from < 2 * gap + 2 || !is_seam(chrome, s, room))
            continue;
        draw_piece(drawing, track, from, x - gap);
        from = x;
    }
    draw_piece(drawing, track, from, track.x + track.w);
    draw_marks(drawing, track, band);
    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_POSITION);
    draw_rect(drawing->list, band, 0, COLOR_NONE); /* over the flags */
    double size = layout_most(8, px(drawing, 14));
    knob = rect_around(tick_x(chrome, track, player->tick),
                       track.y + track.h / 2, size, size);
    draw_rect(drawing->list, knob, size / 2, COLOR_INK);
}

/* ---- The toolbar ---- */

static void draw_button(const Drawing *drawing, Rect box, int number)
{
    const Chrome *chrome = drawing->chrome;
    const ChromeItem *item = chrome->items + number;
    bool lit = chrome->hover == number && !item->idle;
    double inset = round(box.w * 0.2);

    draw_tag(drawing->list, TAG_BUTTON, 0, (uint32_t)number);
    draw_rect(drawing->list, box, px(drawing, 8),
              lit ? COLOR_HELD : COLOR_NONE);
    icon_draw(drawing->list, rect_inset(box, inset, inset), item->icon,
              item->idle ? 0.3 : 1);
}

static int count_buttons(const Chrome *chrome)
{
    int count = 0;

    for (int i = 0; i < chrome->items_count; ++i)
        count += chrome->items[i].icon != ICON_NONE;
    return count;
}

static double group_width(const Chrome *chrome, ChromeGroup group, double side)
{
    double width = 0;

    for (int i = 0; i < chrome->items_count; ++i) {
        const ChromeItem *item = chrome->items + i;
        if (!item->icon || item->group != group)
            continue;
        width += side;
        width +=
            item->icon == ICON_SLOWER ? side * speed_width / button_size : 0;
    }
    return width;
}

/* The side of a button: smaller than usual where the status needs the room, but
 * not so small that it is hard to hit while the toolbar has any to give. */
static double button_side(const Drawing *drawing)
{
    double free =
        drawing->chrome->size.width - CHROME_GROUPS * px(drawing, group_gap);
    double count = count_buttons(drawing->chrome) + speed_width / button_size;
    double most = floor(free / count);
    double roomy = floor((free - px(drawing, status_room)) / count);
    double least = px(drawing, button_least);

    return layout_least(px(drawing, button_size),
                        layout_most(roomy, layout_least(most, least)));
}

/* How fast it plays, right of the button for slower. */
static void draw_speed(const Drawing *drawing, Rect box)
{
    char text[32];

    snprintf(text, sizeof text, "%g/s", drawing->chrome->player->speed);
    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_GROUND);
    draw_text(drawing->list, box, ALIGN_CENTER, FONT_TEXT,
              text_px(drawing, text_size), smallest(drawing), COLOR_INK, text);
}

/* Buttons of a group from the left of BOX, which loses them. */
static void draw_group(const Drawing *drawing, Rect *box, ChromeGroup group)
{
    const Chrome *chrome = drawing->chrome;
    double size = button_side(drawing);

    for (int i = 0; i < chrome->items_count; ++i) {
        const ChromeItem *item = chrome->items + i;
        if (!item->icon || item->group != group)
            continue;
        draw_button(drawing, rect_cut_left(box, size), i);
        if (item->icon == ICON_SLOWER)
            draw_speed(drawing,
                       rect_cut_left(box, size * speed_width / button_size));
    }
}

/* "7 / 85", in a place that stays as wide as its widest; nothing where that is
 * too much. */
static void draw_count(const Drawing *drawing, Rect *box)
{
    const Player *player = drawing->chrome->player;
    double size = text_px(drawing, text_size);
    char text[48];

    snprintf(text, sizeof text, "%u / %u", player->ticks, player->ticks);
    double width = font_width(FONT_CODE, size, text) + 1;
    if (width > box->w)
        return;
    snprintf(text, sizeof text, "%u / %u", player->tick, player->ticks);
    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_GROUND);
    draw_text(drawing->list, rect_cut_left(box, width), ALIGN_RIGHT, FONT_CODE,
              size, smallest(drawing), COLOR_INK, text);
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

    player_seek(&there, (uint32_t)chrome->hover_tick);
    size_t place = player_position(&there, 0);
    if (there.tick == 0 || there.tick == there.ticks || place == 0) {
        text_add(text, "go to %s", place ? "the end" : "the start");
        return;
    }
    const Instruction *at =
        trace->instructions + player_instruction(&there, 0, place - 1);
    text_add(text, "go to step %u, %s", player_step(&there) + 1,
             trace_phase(trace, trace_step(trace, at)));
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
    if (item < 0 && chrome->hover_tick >= 0) {
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
    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_GROUND);
    if (text.text)
        draw_text(drawing->list, box, ALIGN_CENTER, FONT_TEXT,
                  text_px(drawing, text_size), smallest(drawing), color,
                  text.text);
    text_free(&text);
}

static void draw_toolbar(const Drawing *drawing, Rect box)
{
    double side = button_side(drawing), gap = px(drawing, group_gap);

    rect_cut_bottom(&box, box.h - side);
    box = rect_inset(box, px(drawing, margin / 2), 0);
    Rect right =
        rect_cut_right(&box, group_width(drawing->chrome, CHROME_WINDOW, side));
    draw_group(drawing, &right, CHROME_WINDOW);
    for (int group = CHROME_MOVE; group < CHROME_WINDOW; ++group) {
        draw_group(drawing, &box, (ChromeGroup)group);
        rect_cut_left(&box, gap);
    }
    draw_count(drawing, &box);
    draw_status(drawing, rect_inset(box, gap, 0));
}

static void draw_strip(const Drawing *drawing)
{
    Rect box = strip_box(drawing->chrome), line = box;

    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_GROUND);
    draw_rect(drawing->list, box, 0, COLOR_PANEL);
    draw_rect(drawing->list,
              rect_cut_top(&line, layout_most(1, px(drawing, 1))), 0,
              COLOR_EDGE);
    draw_position(drawing);
    rect_cut_top(&box, px(drawing, band_height));
    draw_toolbar(drawing, box);
}

/* A message while there is no strip to say it in. */
static void draw_toast(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    double size = text_px(drawing, text_size), pad = px(drawing, 16);
    double width = font_width(FONT_TEXT, size, chrome->message) + 2 * pad + 1;
    double height = px(drawing, 44);
    Rect box =
        rect_around(chrome->size.width / 2, chrome->size.height - height,
                    layout_least(width, chrome->size.width - 2 * pad), height);

    draw_tag(drawing->list, TAG_CHROME, 0, CHROME_GROUND);
    Shape *shape = draw_rect(drawing->list, box, px(drawing, 8), COLOR_PANEL);
    shape->edge = chrome->alarm ? COLOR_ALARM : COLOR_EDGE;
    shape->width = layout_most(1, px(drawing, 2));
    draw_text(drawing->list, rect_inset(box, pad, 0), ALIGN_CENTER, FONT_TEXT,
              size, smallest(drawing), chrome->alarm ? COLOR_ALARM : COLOR_INK,
              chrome->message);
}

void chrome_draw(DisplayList *list, const Chrome *chrome)
{
    Drawing drawing = {list, chrome};
    Rect above = {0, 0, chrome->size.width,
                  chrome->size.height - strip_box(chrome).h};

    display_list_clear(list, chrome->size.width, chrome->size.height);
    if (chrome->toolbar)
        draw_strip(&drawing);
    if (chrome->form)
        chrome_dialog(list, chrome->form, &chrome->size, above);
    if (chrome->help)
        chrome_help(list, chrome, above);
    if (chrome->message && !chrome->toolbar)
        draw_toast(&drawing);
}
