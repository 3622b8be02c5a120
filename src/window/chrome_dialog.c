/* SPDX-License-Identifier: MIT
 *
 * chrome_dialog - fields, choices and the button; see chrome_dialog.h.
 */
#include "window/chrome_dialog.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* px at 1080, as long as there is room */
static const double pad = 28, title_height = 52, row_height = 48;
static const double foot_height = 62, label_width = 150, value_width = 330;
static const double list_width = 660, gap = 28, text_size = 19;
static const double choice_height = 40;

typedef struct {
    DisplayList *shapes;
    const Dialog *form;
    double unit, least;
} FormView;

static double px(const FormView *at, double at_1080)
{
    return round(at_1080 * at->unit);
}

static double text_px(const FormView *at, double at_1080)
{
    return layout_most(at_1080 * at->unit, at->least);
}

static void tag(const FormView *at, DialogPart part, int index)
{
    draw_tag(at->shapes, TAG_DIALOG, 0, DIALOG_TAG(part, index));
}

static void write(const FormView *at, Rect box, Align align, Font font,
                  Color color, const char *text)
{
    draw_text(at->shapes, box, align, font, text_px(at, text_size), at->least,
              color, text);
}

/* A key of one sign, to press. */
static void draw_sign(const FormView *at, Rect box, DialogPart part, int index,
                      Icon icon)
{
    double side = layout_least(box.w, box.h) * 0.62;

    tag(at, part, index);
    draw_rect(at->shapes, box, px(at, 6), COLOR_CELL);
    icon_draw(at->shapes,
              rect_around(box.x + box.w / 2, box.y + box.h / 2, side, side),
              icon, 1);
}

/* The end of what is too long: of a file's path, its name. */
static const char *tail_of(const FormView *at, const char *text, double width)
{
    while (*text &&
           font_width(FONT_CODE, text_px(at, text_size), text) > width) {
        ++text;
        while (((unsigned char)*text & 0xc0) == 0x80)
            ++text;
    }
    return text;
}

static void draw_value(const FormView *at, Rect box, int index)
{
    const DialogField *field = at->form->fields + index;
    bool focus = at->form->focus == index;
    char text[DIALOG_TEXT + 4];

    tag(at, DIALOG_FIELD, index);
    Shape *shape = draw_rect(at->shapes, box, px(at, 6), COLOR_PAPER);
    shape->edge = focus ? COLOR_INK : COLOR_EDGE;
    shape->width = layout_most(1, px(at, focus ? 2.5 : 1));
    box = rect_inset(box, px(at, 12), 0);
    bool typing = focus && !at->form->fresh;
    snprintf(text, sizeof text, "%s%s", field->value, typing ? "|" : "");
    write(at, box, ALIGN_LEFT, focus ? FONT_CODE_STRONG : FONT_CODE, COLOR_INK,
          tail_of(at, text, box.w * 0.98));
}

static void draw_field(const FormView *at, Rect row, int index)
{
    const DialogField *field = at->form->fields + index;

    row = rect_inset(row, 0, px(at, 3));
    tag(at, DIALOG_FIELD, index);
    write(at, rect_cut_left(&row, px(at, label_width)), ALIGN_LEFT, FONT_TEXT,
          at->form->focus == index ? COLOR_INK : COLOR_DIM, field->label);
    draw_sign(at, rect_cut_left(&row, row.h), DIALOG_LESS, index, ICON_SLOWER);
    rect_cut_left(&row, px(at, 6));
    Rect more = rect_cut_right(&row, row.h);
    rect_cut_right(&row, px(at, 6));
    draw_value(at, row, index);
    draw_sign(at, more, DIALOG_MORE, index, ICON_FASTER);
}

static int count_choices(const DialogField *field)
{
    int count = 0;

    while (field->choices && field->choices[count])
        ++count;
    return count;
}

static void draw_choice(const FormView *at, Rect box, const DialogField *field,
                        int index, double names)
{
    bool chosen = dialog_choice(field) == index;

    tag(at, DIALOG_CHOICE, index);
    Shape *shape =
        draw_rect(at->shapes, box, px(at, 5), chosen ? COLOR_HELD : COLOR_NONE);
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
        draw_text(at->shapes, box, ALIGN_LEFT, FONT_TEXT, text_px(at, 15),
                  at->least, COLOR_DIM, field->notes[index]);
}

/* What a number may be, where choices would stand. */
static void draw_bounds(const FormView *at, Rect box, const DialogField *field)
{
    char text[96];

    if (field->most == 0)
        return;
    snprintf(text, sizeof text, "a whole number from %u to %u", field->least,
             field->most);
    tag(at, DIALOG_GROUND, 0);
    write(at, rect_cut_top(&box, px(at, row_height)), ALIGN_LEFT, FONT_TEXT,
          COLOR_DIM, text);
    write(at, rect_cut_top(&box, px(at, choice_height)), ALIGN_LEFT, FONT_TEXT,
          COLOR_DIM,
          field->doubles ? "− and + halve and double it, digits write it"
                         : "− and + change it, digits write it");
}

/* The first choice to show: the chosen one is among those that have ROOM. */
static int first_choice(const DialogField *field, int count, int room)
{
    int first = dialog_choice(field) - room / 2;

    if (first > count - room)
        first = count - room;
    return first > 0 ? first : 0;
}

/* As many as there is room for, and how many more there are. */
static void draw_choices(const FormView *at, Rect box)
{
    const DialogField *field = at->form->fields + at->form->focus;
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
    snprintf(more, sizeof more, "and %d more: − and +, or the wheel",
             count - room);
    tag(at, DIALOG_GROUND, 0);
    draw_text(at->shapes, rect_inset(rect_cut_top(&box, height), 10, 1),
              ALIGN_LEFT, FONT_TEXT, text_px(at, 15), at->least, COLOR_DIM,
              more);
}

static void draw_head(const FormView *at, Rect box)
{
    double side = px(at, 36);
    Rect close = rect_cut_right(&box, side);

    close.h = side;
    draw_sign(at, close, DIALOG_CLOSE, 0, ICON_QUIT);
    tag(at, DIALOG_GROUND, 0);
    box.h = side;
    draw_text(at->shapes, box, ALIGN_LEFT, FONT_STRONG, text_px(at, 26),
              at->least, COLOR_INK, at->form->title);
}

static void draw_foot(const FormView *at, Rect box)
{
    const Dialog *form = at->form;
    bool focus = form->focus == form->count;

    rect_cut_top(&box, px(at, 14));
    Rect button = rect_cut_right(&box, px(at, 190));
    tag(at, DIALOG_BUTTON, 0);
    Shape *shape = draw_rect(at->shapes, button, px(at, 8), COLOR_HELD);
    shape->edge = focus ? COLOR_INK : COLOR_LINK;
    shape->width = layout_most(1, px(at, focus ? 3 : 1));
    write(at, button, ALIGN_CENTER, FONT_STRONG, COLOR_INK, form->verb);
    rect_cut_right(&box, px(at, 20));
    tag(at, DIALOG_GROUND, 0);
    write(at, box, ALIGN_LEFT, form->error[0] ? FONT_STRONG : FONT_TEXT,
          form->error[0] ? COLOR_ALARM : COLOR_DIM,
          form->error[0] ? form->error : "Return does it, Escape leaves");
}

static bool has_lists(const Dialog *form)
{
    for (int i = 0; i < form->count; ++i)
        if (form->fields[i].choices)
            return true;
    return false;
}

void chrome_dialog(DisplayList *shapes, const Dialog *form,
                   const ChromeSize *size, Rect above)
{
    bool lists = has_lists(form);
    double fields = label_width + value_width + 2 * row_height;
    double wide = fields + 2 * pad + (lists ? gap + list_width : 120);
    double high =
        title_height + form->count * row_height + foot_height + 2 * pad;
    double unit = chrome_px(size, 100) / 100;

    unit = layout_least(unit, layout_least((above.w - 8) / wide,
                                           (above.h - 8) / high));
    FormView at = {shapes, form, unit, chrome_smallest(size)};
    Rect panel = rect_around(round(above.w / 2), round(above.h / 2),
                             px(&at, wide), px(&at, high));
    draw_tag(shapes, TAG_CHROME, 0, CHROME_AROUND);
    draw_rect(shapes, above, 0, COLOR_PAPER)->alpha = lists ? 0.6 : 0;
    tag(&at, DIALOG_GROUND, 0);
    Shape *ground = draw_rect(shapes, panel, px(&at, 12), COLOR_PANEL);
    ground->edge = COLOR_LINK;
    ground->width = layout_most(1, px(&at, 1.5));
    Rect box = rect_inset(panel, px(&at, pad), px(&at, pad));
    draw_head(&at, rect_cut_top(&box, px(&at, title_height)));
    draw_foot(&at, rect_cut_bottom(&box, px(&at, foot_height)));
    Rect list = box;
    if (lists) {
        box = rect_cut_left(&list, px(&at, fields));
        rect_cut_left(&list, px(&at, gap));
    }
    if (lists && form->focus < form->count) {
        draw_choices(&at, list);
        draw_bounds(&at, list, form->fields + form->focus);
    }
    for (int i = 0; i < form->count; ++i)
        draw_field(&at, rect_cut_top(&box, px(&at, row_height)), i);
}
