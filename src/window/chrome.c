/* SPDX-License-Identifier: MIT
 *
 * chrome - toolbar, position strip, help, message; see chrome.h.
 *
 * Lengths are pixels at 1080 lines and follow the smaller side of the window,
 * down to half of that, below which nobody could read or hit them.
 */
#include "window/chrome.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "window/fault_panel.h"
#include "window/words_panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double strip_height = 72, band_height = 22, margin = 20;
static const double button_size = 42, text_size = 18, speed_width = 66;
static const double group_gap = 18, button_least = 32, status_room = 560;

typedef struct {
    DisplayList *list;
    const Chrome *chrome;
    const CommandState *state;
    const Command *commands;
    int commands_count;
} Drawing;

static double or_one(double x)
{
    return x > 0 ? x : 1;
}

double chrome_unit(const ChromeSize *size)
{
    double unit = layout_least(size->width / 1920, size->height / 1080);

    return layout_most(unit * or_one(size->scale), 0.5 * or_one(size->density));
}

static double size_px(const ChromeSize *size, double at_1080)
{
    return round(at_1080 * chrome_unit(size));
}

double chrome_smallest(const ChromeSize *size)
{
    return layout_most(10 * or_one(size->density), 11.5 * chrome_unit(size));
}

int chrome_strip(const ChromeSize *size, bool toolbar)
{
    return toolbar ? (int)size_px(size, strip_height) : 0;
}

static double px(const Drawing *drawing, double at_1080)
{
    return size_px(&drawing->chrome->size, at_1080);
}

/* The size of the toolbar's text. */
static double words_size(const Drawing *drawing)
{
    return layout_most(px(drawing, text_size),
                       chrome_smallest(&drawing->chrome->size));
}

/* A line of text in the font of the toolbar, in BOX. */
static void draw_words(const Drawing *drawing, Rect box, Align align, Font font,
                       Color color, const char *text)
{
    draw_text(drawing->list, box, align, font, words_size(drawing),
              chrome_smallest(&drawing->chrome->size), color, text);
}

/* ---- The position strip ---- */

static Rect strip_box(const Chrome *chrome)
{
    const ChromeSize *size = &chrome->size;
    double height = chrome_strip(size, chrome->state->toolbar);

    return (Rect){0, size->height - height, size->width, height};
}

static Rect track_box(const Drawing *drawing)
{
    Rect strip = strip_box(drawing->chrome);
    Rect band = rect_cut_top(&strip, px(drawing, band_height));
    double unit = chrome_unit(&drawing->chrome->size);

    band = rect_inset(band, px(drawing, margin), 0);
    return rect_around(band.x + band.w / 2, band.y + band.h / 2 + unit, band.w,
                       layout_most(4, px(drawing, 6)));
}

uint32_t chrome_tick_at(const DisplayList *list, const Player *player, double x)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->thing.kind != THING_CHROME || shape->thing.a != CHROME_TRACK)
            continue;
        double share = shape->box.w > 0 ? (x - shape->box.x) / shape->box.w : 0;
        return (uint32_t)lround(layout_clamp(share, 0, 1) * player->ticks);
    }
    return player->tick;
}

static double tick_x(const Chrome *chrome, Rect track, uint32_t tick)
{
    uint32_t ticks = chrome->state->player->ticks;

    return round(track.x + (ticks ? track.w * tick / ticks : 0));
}

/* One piece of the track, filled up to the current tick. */
static void draw_piece(const Drawing *drawing, Rect track, double from,
                       double to)
{
    const Chrome *chrome = drawing->chrome;
    double now =
        tick_x(chrome, track, player_shown_tick(chrome->state->player));
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
    const Bookmarks *marks = drawing->state->bookmarks;
    double width = layout_most(2, px(drawing, 2));

    for (size_t i = 0; i < marks->ticks_count; ++i) {
        double x = tick_x(drawing->chrome, track, marks->ticks[i]);
        double top = band.y + layout_most(1, px(drawing, 1));
        draw_thing(drawing->list, THING_CHROME, 0, CHROME_MARK);
        draw_rect(drawing->list,
                  (Rect){x - width / 2, top, width, track.y + track.h - top}, 0,
                  COLOR_ALARM);
        draw_rect(drawing->list,
                  (Rect){x - width / 2, top, px(drawing, 11),
                         layout_most(4, px(drawing, 7))},
                  0, COLOR_ALARM);
    }
}

/* Borders of phases, and of steps if there is room for them. */
static bool is_seam(const Chrome *chrome, uint32_t step, double room)
{
    const Trace *trace = chrome->state->player->traces[0];

    return room >= 10 || step >= trace->steps_count ||
           trace->steps[step].phase != trace->steps[step - 1].phase;
}

static void draw_position(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    const Player *player = chrome->state->player;
    Rect track = track_box(drawing), knob;
    double from = track.x, gap = layout_most(1, px(drawing, 2));
    double room = player->steps ? track.w / player->steps : 0;
    Rect strip = strip_box(chrome);
    Rect band = rect_cut_top(&strip, px(drawing, band_height));

    draw_thing(drawing->list, THING_CHROME, 0, CHROME_TRACK);
    draw_rect(drawing->list, track, 0, COLOR_NONE);
    draw_thing(drawing->list, THING_CHROME, 0, CHROME_POSITION);
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
    draw_thing(drawing->list, THING_CHROME, 0, CHROME_POSITION);
    draw_rect(drawing->list, band, 0, COLOR_NONE); /* over the flags */
    double size = layout_most(8, px(drawing, 14));
    knob = rect_around(tick_x(chrome, track, player_shown_tick(player)),
                       track.y + track.h / 2, size, size);
    draw_rect(drawing->list, knob, size / 2, COLOR_INK);
}

/* ---- The toolbar ---- */

static void draw_button(const Drawing *drawing, Rect box, int number)
{
    const Command *command = drawing->commands + number;
    bool idle = command_is_idle(command, drawing->state);
    bool lit = drawing->chrome->hover == number && !idle;
    bool pauses = command->icon == ICON_PLAY && drawing->state->player->playing;
    double inset = round(box.w * 0.2);

    draw_thing(drawing->list, THING_BUTTON, 0, (uint32_t)number);
    draw_rect(drawing->list, box, px(drawing, 8),
              lit ? COLOR_HELD : COLOR_NONE);
    icon_draw(drawing->list, rect_inset(box, inset, inset),
              pauses ? ICON_PAUSE : command->icon, idle ? 0.3 : 1);
}

static bool has_button(const Drawing *drawing, int number, int group)
{
    const Command *command = drawing->commands + number;

    return command->icon != ICON_NONE && (int)command->group == group;
}

/* The width of a group in buttons; the speed takes more than one. */
static double group_buttons(const Drawing *drawing, int group)
{
    double width = 0;

    for (int i = 0; i < drawing->commands_count; ++i)
        if (has_button(drawing, i, group))
            width += drawing->commands[i].icon == ICON_SLOWER
                         ? 1 + speed_width / button_size
                         : 1;
    return width;
}

/* The side of a button: smaller than usual where the status needs the room, but
 * not so small that it is hard to hit while the toolbar has any to give. */
static double button_side(const Drawing *drawing)
{
    double free =
        drawing->chrome->size.width - COMMANDS_GROUPS * px(drawing, group_gap);
    double count = 0;

    for (int group = 0; group < COMMANDS_GROUPS; ++group)
        count += group_buttons(drawing, group);
    double most = floor(free / count);
    double roomy = floor((free - px(drawing, status_room)) / count);
    double least = px(drawing, button_least);

    return layout_least(px(drawing, button_size),
                        layout_most(roomy, layout_least(most, least)));
}

/* Buttons of a group from the left of BOX, which loses them; the speed stands
 * right of the button for slower. */
static void draw_group(const Drawing *drawing, Rect *box, int group)
{
    double side = button_side(drawing);
    char speed[32];

    snprintf(speed, sizeof speed, "%g/s", drawing->state->player->speed);
    for (int i = 0; i < drawing->commands_count; ++i) {
        if (!has_button(drawing, i, group))
            continue;
        draw_button(drawing, rect_cut_left(box, side), i);
        if (drawing->commands[i].icon != ICON_SLOWER)
            continue;
        draw_thing(drawing->list, THING_CHROME, 0, CHROME_GROUND);
        draw_words(drawing,
                   rect_cut_left(box, side * speed_width / button_size),
                   ALIGN_CENTER, FONT_TEXT, COLOR_INK, speed);
    }
}

/* "7 / 85", in a place that stays as wide as its widest; nothing where that is
 * too much. */
static void draw_count(const Drawing *drawing, Rect *box)
{
    const Player *player = drawing->state->player;
    char text[48];

    snprintf(text, sizeof text, "%u / %u", player->ticks, player->ticks);
    double width = font_width(FONT_CODE, words_size(drawing), text) + 1;
    if (width > box->w)
        return;
    snprintf(text, sizeof text, "%u / %u", player_shown_tick(player),
             player->ticks);
    draw_thing(drawing->list, THING_CHROME, 0, CHROME_GROUND);
    draw_words(drawing, rect_cut_left(box, width), ALIGN_RIGHT, FONT_CODE,
               COLOR_INK, text);
}

/* Appends where a click would go. */
static void add_place(const Drawing *drawing, Text *text)
{
    Player there = *drawing->state->player;
    const Trace *trace = there.traces[0];

    player_seek(&there, (uint32_t)drawing->chrome->hover_tick);
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

/* Appends the message, what the pointer is on, or how to get help. */
static void add_status(const Drawing *drawing, Text *text)
{
    const Chrome *chrome = drawing->chrome;
    const Command *command = chrome->hover < 0
                                 ? command_by_icon(ICON_HELP)
                                 : drawing->commands + chrome->hover;

    if (chrome->message) {
        text_add(text, "%s", chrome->message);
    } else if (chrome->hover < 0 && chrome->hover_tick >= 0) {
        add_place(drawing, text);
    } else {
        text_add(text, "%s", command->name);
        for (int i = 0; i < COMMAND_KEYS && command->keys[i]; ++i)
            text_add(text, "%s%s", i ? ", " : "  ·  ", command->keys[i]);
    }
}

static double width_of(const Drawing *drawing, const char *text)
{
    return ceil(font_width(FONT_TEXT, words_size(drawing), text)) + 1;
}

/* The note, right of the status.  Where there is no room for both, it yields to
 * what the user does, but not to the hint at the help. */
static void draw_note(const Drawing *drawing, const char *status, Rect *box)
{
    const Chrome *chrome = drawing->chrome;
    double width = width_of(drawing, chrome->note);
    double gap = px(drawing, 2 * group_gap);
    bool is_hint =
        !chrome->message && chrome->hover < 0 && chrome->hover_tick < 0;
    bool fit = width + gap + width_of(drawing, status) <= box->w;

    if (!fit && !is_hint)
        return;
    Rect place = fit ? rect_cut_right(box, width) : *box;
    box->w -= fit ? gap : box->w;
    draw_words(drawing, place, ALIGN_RIGHT, FONT_TEXT,
               chrome->note_alarm ? COLOR_ALARM : COLOR_INK, chrome->note);
}

static void draw_status(const Drawing *drawing, Rect box)
{
    const Chrome *chrome = drawing->chrome;
    Color color = !chrome->message ? COLOR_DIM
                  : chrome->alarm  ? COLOR_ALARM
                                   : COLOR_INK;
    Text text = {0};

    add_status(drawing, &text);
    draw_thing(drawing->list, THING_CHROME, 0, CHROME_GROUND);
    if (chrome->note)
        draw_note(drawing, text.text, &box);
    draw_words(drawing, box, ALIGN_CENTER, FONT_TEXT, color, text.text);
    text_free(&text);
}

static void draw_toolbar(const Drawing *drawing, Rect box)
{
    double side = button_side(drawing), gap = px(drawing, group_gap);

    rect_cut_bottom(&box, box.h - side);
    box = rect_inset(box, px(drawing, margin / 2), 0);
    Rect right =
        rect_cut_right(&box, side * group_buttons(drawing, COMMANDS_WINDOW));
    draw_group(drawing, &right, COMMANDS_WINDOW);
    for (int group = 0; group < COMMANDS_WINDOW; ++group) {
        draw_group(drawing, &box, group);
        rect_cut_left(&box, gap);
    }
    if (!drawing->state->start)
        draw_count(drawing, &box);
    draw_status(drawing, rect_inset(box, gap, 0));
}

static void draw_strip(const Drawing *drawing)
{
    Rect box = strip_box(drawing->chrome), line = box;

    draw_thing(drawing->list, THING_CHROME, 0, CHROME_GROUND);
    draw_rect(drawing->list, box, 0, COLOR_PANEL);
    draw_rect(drawing->list,
              rect_cut_top(&line, layout_most(1, px(drawing, 1))), 0,
              COLOR_EDGE);
    if (!drawing->state->start)
        draw_position(drawing);
    rect_cut_top(&box, px(drawing, band_height));
    draw_toolbar(drawing, box);
}

/* The message, over the frame, while the strip is hidden. */
static void draw_toast(const Drawing *drawing)
{
    const Chrome *chrome = drawing->chrome;
    double size = words_size(drawing), pad = px(drawing, 16);
    double width = font_width(FONT_TEXT, size, chrome->message) + 2 * pad + 1;
    double height = px(drawing, 44);
    Rect box =
        rect_around(chrome->size.width / 2, chrome->size.height - height,
                    layout_least(width, chrome->size.width - 2 * pad), height);

    draw_thing(drawing->list, THING_CHROME, 0, CHROME_GROUND);
    Shape *shape = draw_rect(drawing->list, box, px(drawing, 8), COLOR_PANEL);
    shape->edge = chrome->alarm ? COLOR_ALARM : COLOR_EDGE;
    shape->width = layout_most(1, px(drawing, 2));
    draw_words(drawing, rect_inset(box, pad, 0), ALIGN_CENTER, FONT_TEXT,
               chrome->alarm ? COLOR_ALARM : COLOR_INK, chrome->message);
}

/* ---- The help ---- */

enum { COLUMNS = 2 };

/* px at 1080, as long as there is room: the rows shrink until all have it, but
 * no further than letters can be read.  Keys that have no room are left out. */
static const double row_height = 40, head_height = 56;
static const double panel_width = 1840, help_pad = 32, column_gap = 40;
static const double icon_width = 40, words_width = 380;

typedef struct {
    DisplayList *list;
    double unit; /* pixels a pixel at 1080 */
    double text; /* size */
    double least;
} Help;

static double help_text(const Help *help, double at_1080)
{
    return layout_most(at_1080 * help->unit, help->least);
}

/* A key as a small cap; the box loses it. */
static void draw_key(const Help *help, Rect *box, const char *key)
{
    double size = layout_most(help->text - 2, help->least);
    double inside = round(7 * help->unit);
    double width = ceil(font_width(FONT_CODE, size, key)) + 2 * inside;
    double height = layout_least(box->h - 2, round(size * 1.55));

    if (width > box->w)
        return;
    Rect cap = rect_cut_left(box, width);
    cap = rect_around(cap.x + cap.w / 2, cap.y + cap.h / 2, cap.w, height);
    Shape *shape =
        draw_rect(help->list, cap, round(5 * help->unit), COLOR_CELL);
    shape->edge = COLOR_EDGE;
    shape->width = 1;
    draw_text(help->list, rect_inset(cap, inside - 1, 0), ALIGN_CENTER,
              FONT_CODE, size, help->least, COLOR_INK, key);
    rect_cut_left(box, round(6 * help->unit));
}

static void draw_row(const Help *help, Rect row, const Command *command)
{
    double side = layout_least(row.h, round(28 * help->unit));
    Rect icon = rect_cut_left(&row, round(icon_width * help->unit));
    double width =
        font_width(FONT_TEXT, help->text, command->help) + 12 * help->unit;
    Rect words =
        rect_cut_left(&row, layout_most(words_width * help->unit, width));

    icon = rect_around(icon.x + side / 2, icon.y + icon.h / 2, side, side);
    if (command->icon)
        icon_draw(help->list, icon, command->icon, 1);
    draw_text(help->list, words, ALIGN_LEFT, FONT_TEXT, help->text, help->least,
              COLOR_INK, command->help);
    for (int i = 0; i < COMMAND_KEYS && command->keys[i]; ++i)
        draw_key(help, &row, command->keys[i]);
    if (command->mouse &&
        font_width(FONT_TEXT, help->least, command->mouse) <= row.w)
        draw_text(help->list, row, ALIGN_LEFT, FONT_TEXT, help->text,
                  help->least, COLOR_DIM, command->mouse);
}

static void draw_title(const Help *help, Rect title)
{
    title.h = round(36 * help->unit);
    Rect right = rect_cut_right(&title, title.w / 2);
    draw_text(help->list, title, ALIGN_LEFT, FONT_STRONG, help_text(help, 26),
              help->least, COLOR_INK, "Keys and mouse");
    draw_text(help->list, right, ALIGN_RIGHT, FONT_TEXT,
              help_text(help, text_size), help->least, COLOR_DIM,
              "Esc or a click: close");
}

/* The unit at which panel and rows fit ABOVE. */
static double fitting_unit(const ChromeSize *size, Rect above, int rows)
{
    double usual = size_px(size, 100) / 100;
    double wide = (above.w - 8) / panel_width;
    double high =
        (above.h - 8) / (head_height + 2 * help_pad + rows * row_height);

    return layout_least(usual, layout_least(wide, high * 1.25));
}

/* Every command with its keys, in two columns, over the whole of ABOVE. */
static void draw_help(const Drawing *drawing, Rect above)
{
    DisplayList *list = drawing->list;
    int count = drawing->commands_count, rows = (count + COLUMNS - 1) / COLUMNS;
    double unit = fitting_unit(&drawing->chrome->size, above, rows);
    Help help = {list, unit, 0, chrome_smallest(&drawing->chrome->size)};
    double around = round(help_pad * unit), head = round(head_height * unit);
    double room = above.h - 8 - 2 * around - head;
    double row = floor(layout_least(row_height * unit, room / rows));
    double width = layout_least(panel_width * unit, above.w - 8);
    Rect panel = rect_around(round(above.w / 2), round(above.h / 2),
                             round(width), head + row * rows + 2 * around);

    help.text = help_text(&help, text_size);
    draw_thing(list, THING_CHROME, 0, CHROME_HELP);
    draw_rect(list, above, 0, COLOR_PAPER)->alpha = 0.75;
    Shape *ground = draw_rect(list, panel, round(12 * unit), COLOR_PANEL);
    ground->edge = COLOR_EDGE;
    ground->width = layout_most(1, round(unit));
    Rect box = rect_inset(panel, around, around);
    draw_title(&help, rect_cut_top(&box, head));
    double column = (box.w - column_gap * unit) / COLUMNS;
    for (int first = 0; first < count; first += rows) {
        Rect rest = rect_cut_left(&box, column);
        rect_cut_left(&box, column_gap * unit);
        for (int i = first; i < first + rows && i < count; ++i)
            draw_row(&help, rect_cut_top(&rest, row), drawing->commands + i);
    }
}

int chrome_band(const ChromeSize *size, int strip)
{
    return lesson_band_height(size->height - strip,
                              size->scale >= CHROME_PROJECTOR);
}

/* The lesson's band, between frame and strip. */
static void draw_lesson(const Drawing *drawing)
{
    const ChromeSize *size = &drawing->chrome->size;
    Rect strip = strip_box(drawing->chrome);
    double below = size->height - strip.h;
    int height = chrome_band(size, (int)strip.h);
    double unit = size_px(size, 100) / 100;

    lesson_band_draw(drawing->list, drawing->chrome->lesson,
                     (Rect){0, below - height, size->width, height}, unit,
                     chrome_smallest(size));
}

Rect chrome_above(const ChromeSize *size, bool toolbar)
{
    return (Rect){0, 0, size->width,
                  size->height - chrome_strip(size, toolbar)};
}

/* The card, over the frame, but not over a lesson's band. */
static void draw_card(const Drawing *drawing, Rect above)
{
    const ChromeSize *size = &drawing->chrome->size;

    if (drawing->chrome->lesson)
        above.h -= chrome_band(size, (int)strip_box(drawing->chrome).h);
    card_panel_draw(drawing->list, drawing->chrome->card, above,
                    size_px(size, 100) / 100, chrome_smallest(size));
}

void chrome_draw(DisplayList *list, const Chrome *chrome)
{
    size_t count;
    const Command *commands = command_all(&count);
    Drawing drawing = {list, chrome, chrome->state, commands, (int)count};
    Rect above = chrome_above(&chrome->size, chrome->state->toolbar);

    display_list_clear(list, chrome->size.width, chrome->size.height);
    if (chrome->state->toolbar)
        draw_strip(&drawing);
    if (chrome->lesson)
        draw_lesson(&drawing);
    if (chrome->card)
        draw_card(&drawing, above);
    if (chrome->fault) {
        draw_thing(list, THING_CHROME, 0, CHROME_FAULT);
        fault_panel_draw(list, above, size_px(&chrome->size, 100) / 100,
                         chrome_smallest(&chrome->size), chrome->fault,
                         chrome->fault_lines);
    }
    if (chrome->dialog) {
        draw_thing(list, THING_CHROME, 0, CHROME_AROUND);
        draw_rect(list, above, 0, COLOR_PAPER)->alpha =
            dialog_has_choices(chrome->dialog) ? 0.6 : 0;
        dialog_draw(list, chrome->dialog, above,
                    size_px(&chrome->size, 100) / 100,
                    chrome_smallest(&chrome->size));
    }
    if (chrome->state->words) {
        draw_thing(list, THING_CHROME, 0, CHROME_WORDS);
        words_panel_draw(list, above, size_px(&chrome->size, 100) / 100,
                         chrome_smallest(&chrome->size));
    }
    if (chrome->state->help)
        draw_help(&drawing, above);
    if (chrome->message && !chrome->state->toolbar)
        draw_toast(&drawing);
}
