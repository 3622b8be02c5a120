/* SPDX-License-Identifier: MIT
 *
 * panels - what the window shows over the picture: the card of a thing, why
 * there is no newer trace, the glossary, the keys, and messages.
 *
 *     ┌───────────────────────────────┐
 *     │ cell 28, bank 0             × │
 *     │ why they wait: 4 requests ... │   a conflict, in its colour and strong
 *     │   T0: cell 8 = 2·4 + 0 ...  > │   a link
 *     │ holds 34, which is Σx16..x23  │
 *     │ 7 more lines                  │
 *     └───────────────────────────────┘
 *
 * All but the card return true if they are to be closed.
 */
#include "window/chrome.h"

#include "say/glossary.h"
#include "window/command.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LINES = 4, FAULT_LINES = 14 };

/* px at 1080 */
static const double margin = 14, card_width = 620, mark_size = 14;
static const double table_width = 1560, fault_width = 1400;
static const double most_share = 0.48; /* of the width, for the card */

static Rect middle(const Ui *ui, Rect above, double width, double height)
{
    double around = 2 * ui_px(ui, margin);

    return rect_around(round(above.x + above.w / 2),
                       round(above.y + above.h / 2),
                       round(layout_least(width, above.w - around)),
                       round(layout_least(height, above.h - around)));
}

/* ---- The card ---- */

static Rect card_column(const Ui *ui, Rect above, bool left)
{
    double around = ui_px(ui, margin);
    double width =
        round(layout_least(ui_px(ui, card_width), above.w * most_share));

    above = rect_inset(above, around, around);
    return left ? rect_cut_left(&above, width) : rect_cut_right(&above, width);
}

static UiText style_of(const CardLine *line)
{
    UiText style = line->kind == CARD_FACT || line->kind == CARD_EVENT
                       ? ui_text
                       : ui_strong;

    style.color = line->kind == CARD_FAULT      ? COLOR_FAULT
                  : line->kind == CARD_CONFLICT ? COLOR_ALARM
                  : line->kind == CARD_HEAD     ? COLOR_DIM
                                                : COLOR_INK;
    return style;
}

/* The part of ROW for the text of a line. */
static Rect inside(const Ui *ui, const CardLine *line, Rect row)
{
    rect_cut_left(&row, ui_px(ui, line->kind == CARD_EVENT ? 22 : 6));
    rect_cut_right(&row, 2 * ui_px(ui, mark_size));
    return row;
}

static double height_of(const Ui *ui, const Card *card, const CardLine *line,
                        double width)
{
    UiText style = style_of(line);
    Rect row = inside(ui, line, (Rect){0, 0, width, 1});

    return layout_least(ui_height(ui, &style, row.w, card_text(card, line)),
                        LINE_LINES * ui_line(ui, &style)) +
           ui_px(ui, 4);
}

/* True if the line was pressed. */
static bool show_line(Ui *ui, const Card *card, int i, Rect row)
{
    const CardLine *line = card->lines + i;
    double size = ui_px(ui, mark_size);
    UiText style = style_of(line);
    UiArea area = {0};

    draw_thing(ui->list, THING_WIDGET, 0, ui_id("card"));
    if (card_leads(line))
        area = ui_area(ui, row, ui_id("card line") + (uint32_t)i, NULL);
    if (line->now || area.hover || area.focus)
        ui_ground(ui, row, &area, COLOR_CELL, COLOR_NONE);
    if (card_leads(line))
        ui_icon(ui,
                (Rect){row.x + row.w - 1.5 * size, row.y, 1.5 * size,
                       ui_line(ui, &style)},
                UI_ICON_STEP, COLOR_INK, 1);
    ui_paragraph(ui, inside(ui, line, row), &style, card_text(card, line));
    return area.pressed;
}

static void draw_more(Ui *ui, Rect row, int count)
{
    char text[48];

    snprintf(text, sizeof text, "%d more line%s", count, count == 1 ? "" : "s");
    draw_thing(ui->list, THING_WIDGET, 0, ui_id("card"));
    ui_label(ui, row, &ui_dim, text);
}

/* The line that was pressed, or -1. */
static int show_lines(Ui *ui, const Card *card, int first, Rect box)
{
    double last = ui_line(ui, &ui_dim);
    int count = (int)card->lines_count, pressed = -1;

    if (first > 0)
        draw_more(ui, rect_cut_top(&box, last), first);
    for (int i = first; i < count; ++i) {
        double height = height_of(ui, card, card->lines + i, box.w);
        if (height + (i + 1 < count ? last : 0) > box.h + 0.5) {
            draw_more(ui, rect_cut_top(&box, last), count - i);
            break;
        }
        if (show_line(ui, card, i, rect_cut_top(&box, height)))
            pressed = i;
    }
    return pressed;
}

CardAnswer panel_card(Ui *ui, const Card *card, bool left, Rect above,
                      int *first)
{
    Rect column = card_column(ui, above, left), box;
    double width = column.w - 2 * ui_px(ui, 24), content = 0;
    UiPanel panel = {.name = "card", .title = card->title.text, .box = column};
    bool over = ui->input.x >= column.x && ui->input.x < column.x + column.w;

    for (size_t i = 0; i < card->lines_count; ++i)
        content += height_of(ui, card, card->lines + i, width);
    panel.box.h = layout_least(column.h, ui_panel_height(ui, panel.title,
                                                         column.w, content));
    *first += over ? ui->input.wheel : 0;
    *first = panel.box.h < column.h
                 ? 0
                 : int_most(0, int_least(*first, (int)card->lines_count - 1));
    CardAnswer answer = {.closes = ui_panel(ui, &panel, &box)};
    answer.line = show_lines(ui, card, *first, box);
    ui_panel_end(ui);
    return answer;
}

/* ---- A fault ---- */

bool panel_fault(Ui *ui, const char *title, const char *lines, Rect above)
{
    double line = ui_line(ui, &ui_code), around = ui_px(ui, 24);
    double width = layout_least(ui_px(ui, fault_width), above.w - 2 * around);
    int count = 0, most;
    UiPanel panel = {.name = "fault", .title = title, .edge = COLOR_FAULT};
    Rect box;

    for (const char *c = lines; *c; ++c)
        count += *c == '\n' || !c[1];
    count = int_least(count, FAULT_LINES);
    panel.box =
        (Rect){above.x + floor((above.w - width) / 2),
               above.y + floor(above.h * 0.165), width,
               layout_least(ui_panel_height(ui, title, width, count * line),
                            above.h * 0.6)};
    bool closes = ui_panel(ui, &panel, &box);
    for (most = (int)(box.h / line); *lines && most > 0; --most) {
        size_t length = strcspn(lines, "\n");
        char *text = base_strdup(lines);
        text[length] = '\0';
        lines += length + (lines[length] == '\n');
        ui_label(ui, rect_cut_top(&box, line), &ui_code,
                 most == 1 && *lines ? "…" : text);
        free(text);
    }
    ui_panel_end(ui);
    return closes;
}

/* ---- Tables ---- */

static bool show_table(Ui *ui, const char *name, const char *title,
                       const UiTable *table, Rect above, int *first)
{
    UiPanel panel = {.name = name,
                     .title = title,
                     .modal = true,
                     .box = middle(ui, above, ui_px(ui, table_width), above.h)};
    Rect box;
    bool closes = ui_panel(ui, &panel, &box);

    ui_table(ui, box, ui_id("table"), table, first);
    ui_panel_end(ui);
    return closes;
}

bool panel_words(Ui *ui, Rect above, int *first)
{
    static const double widths[] = {0.22, 0.22, 0.56};
    size_t count;
    const GlossaryWord *words = glossary_all(&count);
    const char **cells = base_alloc(3 * count, sizeof *cells);
    UiTable table = {.columns = 3,
                     .rows = (int)count,
                     .widths = widths,
                     .styles = {&ui_strong, &ui_code, &ui_text},
                     .cells = cells};

    for (size_t i = 0; i < count; ++i) {
        cells[3 * i] = words[i].word;
        cells[3 * i + 1] = words[i].cuda;
        cells[3 * i + 2] = words[i].text;
    }
    bool closes = show_table(ui, "words", "Glossary", &table, above, first);
    free(cells);
    return closes;
}

bool panel_keys(Ui *ui, Rect above, int *first)
{
    static const double widths[] = {0.22, 0.44, 0.34};
    size_t count;
    const Command *commands = command_all(&count);
    const char **cells = base_alloc(3 * count, sizeof *cells);
    char(*keys)[64] = base_alloc(count, sizeof *keys);
    UiTable table = {.columns = 3,
                     .rows = (int)count,
                     .widths = widths,
                     .styles = {&ui_code, &ui_text, &ui_dim},
                     .cells = cells};

    for (size_t i = 0; i < count; ++i) {
        const Command *command = commands + i;
        const char *other = command->keys[0] ? command->keys[1] : NULL;
        snprintf(keys[i], sizeof keys[i], "%s%s%s",
                 command->keys[0] ? command->keys[0] : "", other ? ", " : "",
                 other ? other : "");
        cells[3 * i] = keys[i];
        cells[3 * i + 1] = command->help;
        cells[3 * i + 2] = command->mouse ? command->mouse
                           : keys[i][0]   ? ""
                                          : "More";
    }
    bool closes =
        show_table(ui, "keys", "Keys and mouse", &table, above, first);
    free(keys);
    free(cells);
    return closes;
}

/* ---- Messages ---- */

void panel_message(Ui *ui, const char *message, bool alarm, Rect above)
{
    double pad = ui_px(ui, 24), around = ui_px(ui, margin);
    double most = above.w - 2 * around;
    double width =
        layout_least(ui_width(ui, &ui_text, message) + 2 * pad, most);
    double height = ui_height(ui, &ui_text, width - 2 * pad, message) + pad;
    UiText style = ui_text;
    Rect box = {above.x + round((above.w - width) / 2),
                above.y + above.h - height - around, width, height};

    style.color = alarm ? COLOR_ALARM : COLOR_INK;
    draw_thing(ui->list, THING_WIDGET, 0, ui_id("message"));
    Shape *ground = draw_rect(ui->list, box, ui_px(ui, 8), COLOR_PANEL);
    ground->edge = alarm ? COLOR_ALARM : COLOR_LINK;
    ground->width = layout_most(1, ui_px(ui, 2));
    ui_paragraph(ui, rect_inset(box, pad, pad / 2), &style, message);
}
