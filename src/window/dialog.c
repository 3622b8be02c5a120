/* SPDX-License-Identifier: MIT
 *
 * dialog - handling keys and presses, and drawing; see dialog.h.
 *
 * Words that begin a choice become that choice when the field is left: "le"
 * becomes "leftright".
 */
#include "window/dialog.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "ui/ui.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void dialog_set(DialogField *field, const char *value)
{
    snprintf(field->value, sizeof field->value, "%s", value);
}

void dialog_fail(Dialog *dialog, const Error *error)
{
    snprintf(dialog->error, sizeof dialog->error, "%s",
             error ? error->text : "");
}

int dialog_choice(const DialogField *field)
{
    for (int i = 0; field->choices && field->choices[i]; ++i)
        if (strcmp(field->choices[i], field->value) == 0)
            return i;
    return -1;
}

static int count_choices(const DialogField *field)
{
    int count = 0;

    while (field->choices && field->choices[count])
        ++count;
    return count;
}

bool dialog_number(const DialogField *field, uint32_t *number, Error *error)
{
    char *end;

    errno = 0;
    unsigned long value = strtoul(field->value, &end, 10);
    if (isdigit((unsigned char)field->value[0]) && !*end && !errno &&
        value >= field->least && value <= field->most) {
        *number = (uint32_t)value;
        return true;
    }
    return error_set(error, ERROR_USAGE,
                     "%s \"%.40s\": type an integer from %u to %u",
                     field->label, field->value, field->least, field->most);
}

/* The field in focus, or NULL if that is the button. */
static DialogField *focused(Dialog *dialog)
{
    return dialog->focus < dialog->count ? dialog->fields + dialog->focus
                                         : NULL;
}

/* Turns the beginning of a choice into the choice. */
static void complete(DialogField *field)
{
    size_t length = strlen(field->value);

    if (!field->choices || field->open || length == 0 ||
        dialog_choice(field) >= 0)
        return;
    for (int i = 0; field->choices[i]; ++i)
        if (strncasecmp(field->choices[i], field->value, length) == 0) {
            dialog_set(field, field->choices[i]);
            return;
        }
}

static void focus_on(Dialog *dialog, int focus)
{
    int places = dialog->count + 1;

    if (focused(dialog))
        complete(focused(dialog));
    dialog->focus = (focus + places) % places;
    dialog->fresh = true;
}

static uint32_t number_beside(const DialogField *field, uint32_t number,
                              int direction)
{
    uint64_t next = number;

    if (field->doubles)
        next = direction > 0 ? next * 2 : next / 2;
    else
        next = direction > 0 ? next + 1 : next > 0 ? next - 1 : 0;
    next = next < field->least ? field->least : next;
    return next > field->most ? field->most : (uint32_t)next;
}

/* Sets the choice or number before (-1) or after (+1). */
static void step(DialogField *field, int direction)
{
    int count = count_choices(field), at = dialog_choice(field);
    uint32_t number = field->least;
    Error ignored;

    if (field->most) {
        if (dialog_number(field, &number, &ignored))
            number = number_beside(field, number, direction);
        snprintf(field->value, sizeof field->value, "%u", number);
    } else if (count) {
        at = at < 0 ? (direction > 0 ? 0 : count - 1)
                    : (at + direction + count) % count;
        dialog_set(field, field->choices[at]);
    }
}

/* Takes away the last character, all bytes of it. */
static void erase(Dialog *dialog, DialogField *field)
{
    size_t length = dialog->fresh ? 0 : strlen(field->value);

    while (length > 0 && ((unsigned char)field->value[--length] & 0xc0) == 0x80)
        ;
    field->value[length] = '\0';
    dialog->fresh = false;
}

/* A character that has no room is left out as a whole. */
void dialog_type(Dialog *dialog, const char *text)
{
    DialogField *field = focused(dialog);
    size_t length, more = strlen(text);

    if (!field || more == 0 || (unsigned char)text[0] < ' ')
        return;
    if (field->most && !isdigit((unsigned char)text[0]))
        return;
    if (dialog->fresh)
        field->value[0] = '\0';
    dialog->fresh = false;
    dialog_fail(dialog, NULL);
    length = strlen(field->value);
    if (length + more < sizeof field->value)
        memcpy(field->value + length, text, more + 1);
}

static DialogAnswer done(Dialog *dialog)
{
    for (int i = 0; i < dialog->count; ++i)
        complete(dialog->fields + i);
    return DIALOG_IS_DONE;
}

DialogAnswer dialog_key(Dialog *dialog, const char *key)
{
    static const struct {
        const char *key;
        int focus, step;
    } moves[] = {{"Up", -1, 0},        {"Down", 1, 0},    {"Tab", 1, 0},
                 {"Shift+Tab", -1, 0}, {"Left", 0, -1},   {"Right", 0, 1},
                 {"PageUp", 0, -1},    {"PageDown", 0, 1}};
    DialogField *field = focused(dialog);

    if (strcmp(key, "Escape") == 0)
        return DIALOG_IS_LEFT;
    if (strcmp(key, "Return") == 0 || strcmp(key, "Keypad Enter") == 0)
        return done(dialog);
    if (!field && strcmp(key, "Space") == 0)
        return done(dialog);
    dialog_fail(dialog, NULL);
    if (field && strcmp(key, "Backspace") == 0)
        erase(dialog, field);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; ++i) {
        if (strcmp(moves[i].key, key) != 0)
            continue;
        if (moves[i].focus)
            focus_on(dialog, dialog->focus + moves[i].focus);
        else if (field)
            step(field, moves[i].step);
        dialog->fresh = true;
    }
    return DIALOG_GOES_ON;
}

DialogAnswer dialog_press(Dialog *dialog, DialogPart part, uint32_t index)
{
    DialogField *field = focused(dialog);
    bool is_field = (int)index < dialog->count;

    dialog_fail(dialog, NULL);
    if (part == DIALOG_CLOSE)
        return DIALOG_IS_LEFT;
    if (part == DIALOG_BUTTON)
        return done(dialog);
    if (part == DIALOG_CHOICE && field && (int)index < count_choices(field)) {
        dialog_set(field, field->choices[index]);
        dialog->fresh = true;
    }
    if (part != DIALOG_FIELD && part != DIALOG_LESS && part != DIALOG_MORE)
        return DIALOG_GOES_ON;
    if (is_field) {
        focus_on(dialog, (int)index);
        if (part != DIALOG_FIELD)
            step(dialog->fields + index, part == DIALOG_MORE ? 1 : -1);
    }
    return DIALOG_GOES_ON;
}

/* ---- Drawing ---- */

enum { LEAST_ROWS = 5 };

/* px at 1080, as long as there is room */
static const double pad = 28, title_height = 52, row_height = 48;
static const double foot_height = 62, label_width = 170, value_width = 330;
static const double list_width = 660, gap = 28, text_size = 19;
static const double choice_height = 40;
static const double message_line = 1.4; /* over the size of its text */

typedef struct {
    DisplayList *list;
    const Dialog *dialog;
    double unit, least;
} DialogView;

static double px(const DialogView *at, double at_1080)
{
    return round(at_1080 * at->unit);
}

static double text_px(const DialogView *at, double at_1080)
{
    return layout_most(at_1080 * at->unit, at->least);
}

static void set_part(const DialogView *at, DialogPart part, int index)
{
    at->list->thing = (Thing){THING_DIALOG, part, (uint32_t)index, 1};
}

static void write(const DialogView *at, Rect box, Align align, Font font,
                  Color color, const char *text)
{
    draw_text(at->list, box, align, font, text_px(at, text_size), at->least,
              color, text);
}

/* A small button with an icon. */
static void draw_sign(const DialogView *at, Rect box, DialogPart part,
                      int index, UiIcon icon)
{
    double side = layout_least(box.w, box.h) * 0.62;

    set_part(at, part, index);
    draw_rect(at->list, box, px(at, 6), COLOR_CELL);
    ui_icon(&(Ui){.list = at->list},
            rect_around(box.x + box.w / 2, box.y + box.h / 2, side, side), icon,
            COLOR_INK, 1);
}

/* The longest end of TEXT that fits WIDTH: of a path, the file's name. */
static const char *tail_of(const DialogView *at, const char *text, double width)
{
    while (*text &&
           font_width(FONT_CODE, text_px(at, text_size), text) > width) {
        ++text;
        while (((unsigned char)*text & 0xc0) == 0x80)
            ++text;
    }
    return text;
}

static void draw_value(const DialogView *at, Rect box, int index)
{
    const DialogField *field = at->dialog->fields + index;
    bool focus = at->dialog->focus == index;
    char text[DIALOG_TEXT + 4];

    set_part(at, DIALOG_FIELD, index);
    Shape *shape = draw_rect(at->list, box, px(at, 6), COLOR_PAPER);
    shape->edge = focus ? COLOR_INK : COLOR_EDGE;
    shape->width = layout_most(1, px(at, focus ? 2.5 : 1));
    box = rect_inset(box, px(at, 12), 0);
    bool typing = focus && !at->dialog->fresh;
    snprintf(text, sizeof text, "%s%s", field->value, typing ? "|" : "");
    write(at, box, ALIGN_LEFT, focus ? FONT_CODE_STRONG : FONT_CODE, COLOR_INK,
          tail_of(at, text, box.w * 0.98));
}

static void draw_field(const DialogView *at, Rect row, int index)
{
    const DialogField *field = at->dialog->fields + index;

    row = rect_inset(row, 0, px(at, 3));
    set_part(at, DIALOG_FIELD, index);
    write(at, rect_cut_left(&row, px(at, label_width)), ALIGN_LEFT, FONT_TEXT,
          at->dialog->focus == index ? COLOR_INK : COLOR_DIM, field->label);
    draw_sign(at, rect_cut_left(&row, row.h), DIALOG_LESS, index, UI_ICON_LESS);
    rect_cut_left(&row, px(at, 6));
    Rect more = rect_cut_right(&row, row.h);
    rect_cut_right(&row, px(at, 6));
    draw_value(at, row, index);
    draw_sign(at, more, DIALOG_MORE, index, UI_ICON_MORE);
}

static void draw_choice(const DialogView *at, Rect box,
                        const DialogField *field, int index, double names)
{
    bool chosen = dialog_choice(field) == index;

    set_part(at, DIALOG_CHOICE, index);
    Shape *shape =
        draw_rect(at->list, box, px(at, 5), chosen ? COLOR_HELD : COLOR_NONE);
    if (chosen) {
        shape->edge = COLOR_INK;
        shape->width = layout_most(1, px(at, 1.5));
    }
    box = rect_inset(box, px(at, 10), 0);
    write(at, rect_cut_left(&box, layout_least(names, box.w)), ALIGN_LEFT,
          chosen ? FONT_CODE_STRONG : FONT_CODE, COLOR_INK,
          field->choices[index]);
    rect_cut_left(&box, px(at, 16));
    if (field->notes && box.w > px(at, 80))
        draw_text(at->list, box, ALIGN_LEFT, FONT_TEXT, text_px(at, 15),
                  at->least, COLOR_DIM, field->notes[index]);
}

/* The bounds of a number, in the place of choices. */
static void draw_bounds(const DialogView *at, Rect box,
                        const DialogField *field)
{
    char text[96];

    if (field->most == 0)
        return;
    snprintf(text, sizeof text, "an integer from %u to %u", field->least,
             field->most);
    set_part(at, DIALOG_GROUND, 0);
    write(at, rect_cut_top(&box, px(at, row_height)), ALIGN_LEFT, FONT_TEXT,
          COLOR_DIM, text);
    write(at, rect_cut_top(&box, px(at, choice_height)), ALIGN_LEFT, FONT_TEXT,
          COLOR_DIM,
          field->doubles ? "−, +: halve, double; or type a number"
                         : "−, +: change; or type a number");
}

/* The first choice to show: the chosen one is among those that have ROOM. */
static int first_choice(const DialogField *field, int count, int room)
{
    int first = dialog_choice(field) - room / 2;

    if (first > count - room)
        first = count - room;
    return first > 0 ? first : 0;
}

/* Draws as many choices as have room, and the number of the others. */
static void draw_choices(const DialogView *at, Rect box)
{
    const DialogField *field = at->dialog->fields + at->dialog->focus;
    int count = count_choices(field);
    double height = layout_clamp(box.h / (count ? count : 1),
                                 layout_most(at->least * 1.5, px(at, 26)),
                                 px(at, choice_height));
    int room = (int)floor(box.h / height);
    double size = text_px(at, text_size), names = 0;
    char more[64];

    room -= room < count;
    int first = first_choice(field, count, room);
    for (int i = 0; i < count; ++i)
        names = layout_most(names, font_width(FONT_CODE_STRONG, size,
                                              field->choices[i]));
    for (int i = first; i < count && i < first + room; ++i)
        draw_choice(at, rect_inset(rect_cut_top(&box, height), 0, 1), field, i,
                    ceil(names) + 1);
    if (room >= count)
        return;
    snprintf(more, sizeof more, "%d more: −, + or the wheel", count - room);
    set_part(at, DIALOG_GROUND, 0);
    draw_text(at->list, rect_inset(rect_cut_top(&box, height), 10, 1),
              ALIGN_LEFT, FONT_TEXT, text_px(at, 15), at->least, COLOR_DIM,
              more);
}

static void draw_head(const DialogView *at, Rect box)
{
    double side = px(at, 36);
    Rect close = rect_cut_right(&box, side);

    close.h = side;
    draw_sign(at, close, DIALOG_CLOSE, 0, UI_ICON_CLOSE);
    set_part(at, DIALOG_GROUND, 0);
    box.h = side;
    draw_text(at->list, box, ALIGN_LEFT, FONT_STRONG, text_px(at, 26),
              at->least, COLOR_INK, at->dialog->title);
}

static void draw_foot(const DialogView *at, Rect box)
{
    const Dialog *dialog = at->dialog;
    bool focus = dialog->focus == dialog->count;

    rect_cut_top(&box, px(at, 14));
    Rect button = rect_cut_right(&box, px(at, 190));
    set_part(at, DIALOG_BUTTON, 0);
    Shape *shape = draw_rect(at->list, button, px(at, 8), COLOR_HELD);
    shape->edge = focus ? COLOR_INK : COLOR_LINK;
    shape->width = layout_most(1, px(at, focus ? 3 : 1));
    write(at, button, ALIGN_CENTER, FONT_STRONG, COLOR_INK, dialog->verb);
    rect_cut_right(&box, px(at, 20));
    set_part(at, DIALOG_GROUND, 0);
    write(at, box, ALIGN_LEFT, dialog->error[0] ? FONT_STRONG : FONT_TEXT,
          dialog->error[0] ? COLOR_ALARM : COLOR_DIM,
          dialog->error[0] ? dialog->error : "Enter: run, Esc: cancel");
}

bool dialog_has_choices(const Dialog *dialog)
{
    for (int i = 0; i < dialog->count; ++i)
        if (dialog->fields[i].choices)
            return true;
    return false;
}

/* As many fields as there are rows, the one in focus among them; a bar shows
 * which. */
static void draw_fields(const DialogView *at, Rect box, int rows)
{
    int count = at->dialog->count;
    int first = int_least(at->dialog->focus - rows / 2, count - rows);
    double row = layout_least(px(at, row_height), box.h / rows);

    first = int_most(first, 0);
    if (rows < count) {
        Rect bar = {box.x - px(at, pad / 2), box.y + row * rows * first / count,
                    layout_most(2, px(at, 4)), row * rows * rows / count};
        set_part(at, DIALOG_GROUND, 0);
        draw_rect(at->list, bar, 0, COLOR_LINK);
    }
    for (int i = first; i < count && i < first + rows; ++i)
        draw_field(at, rect_cut_top(&box, row), i);
}

/* Draws the paragraphs of the message, or, without a LIST, counts their lines.
 */
static int draw_message(const DialogView *at, DisplayList *list, Rect box)
{
    const char *message = at->dialog->message;
    double size = text_px(at, text_size), height = ceil(size * message_line);
    int lines = 0;

    while (*message) {
        char paragraph[DIALOG_MESSAGE];
        size_t length = strcspn(message, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, message);
        message += length + (message[length] == '\n');
        int its = layout_lines(FONT_TEXT, size, box.w, paragraph);
        box.h = its * height + 1; /* as high as it needs to be */
        if (list)
            layout_paragraph(list, box, height, FONT_TEXT, size, at->least,
                             COLOR_INK, paragraph);
        box.y += its * height;
        lines += its;
    }
    return lines;
}

/* The height of what stands between title and foot, with ROWS fields. */
static double body_height(const DialogView *at, double width, int rows)
{
    Rect box = {0, 0, width, 0};

    if (!at->dialog->message[0])
        return rows * px(at, row_height);
    return draw_message(at, NULL, box) *
           ceil(text_px(at, text_size) * message_line);
}

void dialog_draw(DisplayList *list, const Dialog *dialog, Rect above,
                 double unit, double least)
{
    bool lists = dialog_has_choices(dialog);
    double fields = label_width + value_width + 2 * row_height;
    double wide = fields + 2 * pad + (lists ? gap + list_width : 120);
    double usual = layout_least(unit, (above.w - 8) / wide), high;
    int rows = dialog->count + 1;

    do {
        --rows;
        high = title_height + rows * row_height + foot_height + 2 * pad;
        unit = layout_least(usual, (above.h - 8) / high);
    } while (rows > LEAST_ROWS && unit < usual && unit * text_size < least);
    DialogView at = {list, dialog, unit, least};
    double width = px(&at, wide), inside = width - 2 * px(&at, pad);
    Rect panel = rect_around(round(above.w / 2), round(above.h / 2), width,
                             body_height(&at, inside, rows) +
                                 px(&at, title_height + foot_height + 2 * pad));
    set_part(&at, DIALOG_GROUND, 0);
    Shape *ground = draw_rect(list, panel, px(&at, 12), COLOR_PANEL);
    ground->edge = COLOR_LINK;
    ground->width = layout_most(1, px(&at, 1.5));
    Rect box = rect_inset(panel, px(&at, pad), px(&at, pad));
    draw_head(&at, rect_cut_top(&box, px(&at, title_height)));
    draw_foot(&at, rect_cut_bottom(&box, px(&at, foot_height)));
    Rect choices = box;
    if (lists) {
        box = rect_cut_left(&choices, px(&at, fields));
        rect_cut_left(&choices, px(&at, gap));
    }
    if (lists && dialog->focus < dialog->count) {
        draw_choices(&at, choices);
        draw_bounds(&at, choices, dialog->fields + dialog->focus);
    }
    set_part(&at, DIALOG_GROUND, 0);
    if (dialog->message[0])
        draw_message(&at, list, box);
    else
        draw_fields(&at, box, rows);
}
