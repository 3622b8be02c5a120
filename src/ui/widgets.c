/* SPDX-License-Identifier: MIT
 *
 * widgets - icons, buttons, fields, lists and tables; see ui.h.
 */
#include "ui/ui.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_key(const Ui *ui, const char *key)
{
    return ui->input.key && !ui->used_key && strcmp(ui->input.key, key) == 0;
}

/* ---- Icons ---- */

/* The points of each icon, "x,y" on a field of 24 x 24, joined by lines; a
 * semicolon starts another polyline. */
static const char *const icons[] = {
    [UI_ICON_NONE] = "",
    [UI_ICON_BACK] = "15,5 8,12 15,19",
    [UI_ICON_PLAY] =
        "8,5 19,12 8,19 8,5; 9,8 16,12 9,16 9,8; 10,11 13,12 10,13",
    [UI_ICON_PAUSE] = "8,5 8,19; 16,5 16,19",
    [UI_ICON_STEP] = "9,5 16,12 9,19",
    [UI_ICON_DETAILS] = "5,7 19,7; 5,12 19,12; 5,17 19,17",
    [UI_ICON_MENU] = "5,12 5.01,12; 12,12 12.01,12; 19,12 19.01,12",
    [UI_ICON_LESS] = "6,12 18,12",
    [UI_ICON_MORE] = "6,12 18,12; 12,6 12,18",
    [UI_ICON_CLOSE] = "6,6 18,18; 18,6 6,18",
    [UI_ICON_CHECK] = "5,13 10,18 19,7",
};

void ui_icon(Ui *ui, Rect box, UiIcon icon, Color color, double alpha)
{
    const char *points = icons[icon];
    double scale = layout_least(box.w, box.h) / 24, x = 0, y = 0;
    double left = box.x + (box.w - 24 * scale) / 2;
    double top = box.y + (box.h - 24 * scale) / 2;
    double width = layout_most(1.5, (icon == UI_ICON_MENU ? 4 : 2.4) * scale);
    char *end;

    for (bool first = true; *points; first = *end == ';') {
        double to_x = left + strtod(points, &end) * scale;
        double to_y = top + strtod(end + 1, &end) * scale;
        if (!first)
            draw_line(ui->list, x, y, to_x, to_y, width, color)->alpha = alpha;
        x = to_x;
        y = to_y;
        points = end + (*end == ';');
    }
}

/* ---- Buttons and fields ---- */

void ui_ground(Ui *ui, Rect box, const UiArea *area, Color fill, Color edge)
{
    bool ring = area->focus && ui->keys;
    bool plain = fill == COLOR_PANEL || fill == COLOR_NONE;
    Shape *ground =
        draw_rect(ui->list, box, layout_least(ui_px(ui, 10), box.h / 2),
                  area->hover && plain ? COLOR_CELL : fill);

    ground->edge = ring ? COLOR_INK : edge;
    ground->width = layout_most(1, ui_px(ui, ring ? 4 : 2));
}

static Color ink_on(Color fill)
{
    return fill == COLOR_INK || fill == COLOR_ALARM || fill == COLOR_FAULT ||
                   fill == COLOR_GOOD
               ? COLOR_PANEL
           : fill == COLOR_CONFLICT ? COLOR_ON_STRONG
                                    : COLOR_INK;
}

bool ui_button(Ui *ui, Rect box, uint32_t id, const UiButton *button)
{
    bool usual = !button->fill && !button->edge;
    Color fill = usual ? (button->on ? COLOR_HELD : COLOR_PANEL) : button->fill;
    Color edge = usual ? (button->on ? COLOR_LOAD : COLOR_EDGE) : button->edge;
    UiArea area = ui_area(ui, box, id, button->tip);
    UiText style = ui_strong;

    if (button->idle) {
        fill = button->fill == COLOR_NONE ? COLOR_NONE : COLOR_PANEL;
        edge = button->edge == COLOR_NONE ? COLOR_NONE : COLOR_EDGE;
        area.hover = false;
    }
    ui_ground(ui, box, &area, fill, edge);
    if (button->round) {
        Shape *ground = ui->list->shapes + ui->list->shapes_count - 1;
        ground->radius = layout_least(box.w, box.h) / 2;
    }
    style.align = ALIGN_CENTER;
    style.color = button->idle ? COLOR_LINK : ink_on(fill);
    if (button->icon)
        ui_icon(ui, rect_inset(box, 0, ui_px(ui, 8)), button->icon,
                ink_on(fill), button->idle ? 0.35 : 1);
    if (button->text)
        ui_label(ui, rect_inset(box, ui_px(ui, 6), 0), &style, button->text);
    return area.pressed && !button->idle;
}

/* Removes the last character. */
static void shorten(char *value)
{
    size_t length = strlen(value);

    while (length > 0 && ((unsigned char)value[length - 1] & 0xc0) == 0x80)
        --length;
    value[length > 0 ? length - 1 : 0] = '\0';
}

/* Appends what is printable and has room, character by character. */
static bool append(char *value, size_t bytes, const char *text)
{
    size_t length = strlen(value), before = length;

    while (*text) {
        const char *start = text;
        uint32_t code = font_next(&text);
        size_t more = (size_t)(text - start);
        if (code < ' ' || code == 0x7f)
            continue;
        if (length + more >= bytes)
            break;
        memcpy(value + length, start, more);
        length += more;
        value[length] = '\0';
    }
    return length > before;
}

/* The longest end of TEXT that fits WIDTH: of a path, the file's name. */
static const char *tail_of(const Ui *ui, const char *text, double width)
{
    while (*text && ui_width(ui, &ui_code, text) > width)
        font_next(&text);
    return text;
}

static bool edit(Ui *ui, char *value, size_t bytes)
{
    bool changed = false;

    if (is_key(ui, "Backspace") && value[0]) {
        shorten(value);
        changed = ui->used_key = true;
    } else if (is_key(ui, "Ctrl+U") && value[0]) {
        value[0] = '\0';
        changed = ui->used_key = true;
    }
    if (ui->input.text && !ui->used_text) {
        changed |= append(value, bytes, ui->input.text);
        ui->used_text = true;
    }
    return changed;
}

bool ui_field(Ui *ui, Rect box, uint32_t id, char *value, size_t bytes,
              const char *hint)
{
    bool space = is_key(ui, "Space"), changed = false;

    if (space) /* a character, as text */
        ui->used_key = true;
    UiArea area = ui_area(ui, box, id, NULL);
    if (space)
        ui->used_key = area.focus;
    if (area.focus)
        changed = edit(ui, value, bytes);
    ui_ground(ui, box, &(UiArea){0}, COLOR_PAPER,
              area.focus ? COLOR_INK : COLOR_LINK);
    Rect inside = rect_inset(box, ui_px(ui, 14), 0);
    if (!value[0] && !area.focus && hint) {
        ui_label(ui, inside, &ui_dim, hint);
        return changed;
    }
    const char *tail = tail_of(ui, value, inside.w - ui_px(ui, 6));
    ui_label(ui, inside, &ui_code, tail);
    double at = inside.x + (tail[0] ? ui_width(ui, &ui_code, tail) : 0);
    if (area.focus)
        draw_rect(ui->list,
                  (Rect){at, box.y + ui_px(ui, 10), ui_px(ui, 2),
                         box.h - 2 * ui_px(ui, 10)},
                  0, COLOR_INK);
    return changed;
}

int ui_steps(Ui *ui, Rect *box, const char *name)
{
    static const struct {
        const char *end;
        UiButton look;
        int by;
    } sides[] = {{"less", {.icon = UI_ICON_LESS}, -1},
                 {"more", {.icon = UI_ICON_MORE}, 1}};
    double side = box->h, between = ui_px(ui, 8);
    int by = 0;

    for (int i = 0; i < 2; ++i) {
        Rect part = i ? rect_cut_right(box, side) : rect_cut_left(box, side);
        char id[64];
        snprintf(id, sizeof id, "%s %s", name, sides[i].end);
        if (ui_button(ui, part, ui_id(id), &sides[i].look))
            by = sides[i].by;
    }
    *box = rect_inset(*box, between, 0);
    return by;
}

/* ---- Lists ---- */

/* The wheel over BOX moves *FIRST, of which MOST is the last. */
static void scroll(Ui *ui, Rect box, int *first, int most)
{
    const UiInput *input = &ui->input;
    bool over = input->x >= box.x && input->x < box.x + box.w &&
                input->y >= box.y && input->y < box.y + box.h;

    if (over && input->wheel)
        *first += input->wheel;
    *first = int_most(0, int_least(*first, most));
}

/* A bar that shows which of COUNT rows are seen, at the right of *BOX. */
static void draw_bar(Ui *ui, Rect *box, int first, int seen, int count)
{
    Rect bar = rect_cut_right(box, ui_px(ui, 16));

    if (seen >= count)
        return;
    bar = (Rect){bar.x + bar.w - ui_px(ui, 6), bar.y + bar.h * first / count,
                 ui_px(ui, 6), bar.h * seen / count};
    draw_rect(ui->list, bar, bar.w / 2, COLOR_LINK);
}

/* Moves the focus from row to row, and the rows with it. */
static void move_in_rows(Ui *ui, uint32_t id, int *first, int seen, int count)
{
    static const struct {
        const char *key;
        int rows, pages;
    } moves[] = {{"Down", 1, 0},    {"Up", -1, 0},    {"PageDown", 0, 1},
                 {"PageUp", 0, -1}, {"End", 4096, 0}, {"Home", -4096, 0}};
    int at = (int)(ui->focus - id);

    if (ui->focus - id >= (uint32_t)count || ui->layer != ui->last_count)
        return;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; ++i) {
        int to = at + moves[i].rows + moves[i].pages * seen;
        if (!is_key(ui, moves[i].key))
            continue;
        if (moves[i].rows == 0 || moves[i].rows > 1 || moves[i].rows < -1)
            to = int_most(0, int_least(to, count - 1));
        if (to < 0 || to >= count)
            return; /* leaves the list */
        at = to;
        ui->focus = id + (uint32_t)at;
        ui->used_key = true;
    }
    *first = int_most(at - seen + 1, int_least(*first, at));
}

UiRows ui_rows(Ui *ui, Rect box, uint32_t id, int *first, int count,
               double height)
{
    int seen = int_most(1, (int)floor(box.h / height + 0.01));

    scroll(ui, box, first, count - seen);
    if (ui->input.key)
        move_in_rows(ui, id, first, seen, count);
    draw_thing(ui->list, THING_WIDGET, 0, 0);
    if (seen < count)
        draw_bar(ui, &box, *first, seen, count);
    return (UiRows){.ui = ui,
                    .rest = box,
                    .id = id,
                    .i = *first - 1,
                    .count = int_least(count, *first + seen),
                    .height = height};
}

bool ui_next_row(UiRows *rows)
{
    if (++rows->i >= rows->count)
        return false;
    rows->box = rect_cut_top(&rows->rest, rows->height);
    rows->area =
        ui_area(rows->ui, rows->box, rows->id + (uint32_t)rows->i, NULL);
    return true;
}

/* ---- Tables ---- */

static const char *cell_of(const UiTable *table, int row, int column)
{
    const char *cell = table->cells[row * table->columns + column];

    return cell ? cell : "";
}

static double column_width(const Ui *ui, const UiTable *table, double width,
                           int column)
{
    return floor(width * table->widths[column]) - ui_px(ui, 20);
}

static double row_height(const Ui *ui, const UiTable *table, double width,
                         int row)
{
    double height = ui_line(ui, &ui_text);

    for (int c = 0; c < table->columns; ++c)
        height =
            layout_most(height, ui_height(ui, table->styles[c],
                                          column_width(ui, table, width, c),
                                          cell_of(table, row, c)));
    return height + ui_px(ui, 8);
}

static void draw_row(Ui *ui, Rect box, const UiTable *table, int row)
{
    double all = box.w;

    for (int c = 0; c < table->columns; ++c) {
        Rect cell = rect_cut_left(&box, floor(all * table->widths[c]));
        cell.w = column_width(ui, table, all, c);
        ui_paragraph(ui, cell, table->styles[c], cell_of(table, row, c));
    }
}

/* The first row from which the last ones fill BOX. */
static int last_first(const Ui *ui, const UiTable *table, Rect box)
{
    double used = 0;
    int row = table->rows;

    while (row > 0) {
        used += row_height(ui, table, box.w, row - 1);
        if (used > box.h)
            break;
        --row;
    }
    return row;
}

void ui_table(Ui *ui, Rect box, uint32_t id, const UiTable *table, int *first)
{
    Rect rows = box;
    rect_cut_right(&rows, ui_px(ui, 16));
    int most = last_first(ui, table, rows), row;
    int page = int_most(1, table->rows - most - 1);
    int by = is_key(ui, "Down")       ? 1
             : is_key(ui, "Up")       ? -1
             : is_key(ui, "PageDown") ? page
             : is_key(ui, "PageUp")   ? -page
                                      : 0;

    if (ui->layer != ui->last_count)
        by = 0;
    ui->used_key |= by != 0;
    *first += by;
    scroll(ui, box, first, most);
    draw_thing(ui->list, THING_WIDGET, 0, id);
    for (row = *first; row < table->rows; ++row) {
        double height = row_height(ui, table, rows.w, row);
        if (height > rows.h)
            break;
        draw_row(ui, rect_cut_top(&rows, height), table, row);
    }
    draw_bar(ui, &box, *first, row - *first, table->rows);
}
