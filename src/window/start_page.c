/* SPDX-License-Identifier: MIT
 *
 * start_page - shows the start page; see start.h.
 */
#include "window/start.h"

#include "catalog/catalog.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* px at 1080 */
static const double margin = 72, gap = 36, inset = 30;
static const double door_height = 660; /* from which on it has a second line */
static const double page_width = 1900;

static const UiText title_text = {FONT_STRONG, 50, COLOR_INK, ALIGN_LEFT};
static const UiText claim_text = {FONT_TEXT, 28, COLOR_DIM, ALIGN_LEFT};
static const UiText door_text = {FONT_STRONG, 36, COLOR_INK, ALIGN_LEFT};
static const UiText center_text = {FONT_STRONG, 26, COLOR_INK, ALIGN_CENTER};
static const UiText disc_text = {FONT_STRONG, 20, COLOR_DIM, ALIGN_CENTER};

static const char claim[] =
    "See what a GPU does with shared memory, one access at a time.";
static const char keys[] = "Arrow keys and Enter, or the mouse   ·   F1 help   "
                           "·   Ctrl+O open";

/* ---- Doors ---- */

/* A door with its title; what remains of its inside. TEXT has no place where
 * that is low. */
static Rect open_door(Ui *ui, Rect box, const char *title, const char *text)
{
    draw_thing(ui->list, THING_WIDGET, 0, ui_id(title));
    Shape *ground = draw_rect(ui->list, box, ui_px(ui, 16), COLOR_PANEL);
    ground->edge = COLOR_EDGE;
    ground->width = layout_most(1, ui_px(ui, 2));
    Rect inside = rect_inset(box, ui_px(ui, inset), ui_px(ui, inset * 0.8));
    ui_label(ui, rect_cut_top(&inside, ui_line(ui, &door_text)), &door_text,
             title);
    if (box.h > ui_px(ui, door_height))
        ui_label(ui, rect_cut_top(&inside, ui_line(ui, &ui_dim)), &ui_dim,
                 text);
    rect_cut_top(&inside, ui_px(ui, 14));
    return inside;
}

/* Writes TEXT at the right of *BOX and cuts it off, unless it takes most of it.
 */
static void label_right(Ui *ui, Rect *box, const UiText *style,
                        const char *text)
{
    double width = ui_width(ui, style, text);

    if (width > box->w * 0.62)
        return;
    ui_label(ui, rect_cut_right(box, width), style, text);
    rect_cut_right(box, ui_px(ui, 16));
}

/* ---- Learn ---- */

static void draw_sign(Ui *ui, Rect box, const StartLesson *lesson, size_t i)
{
    double side = layout_least(box.w, ui_line(ui, &disc_text) * 1.2);
    Rect disc = rect_around(box.x + box.w / 2, box.y + box.h / 2, side, side);
    Shape *shape = draw_rect(ui->list, disc, side / 2,
                             lesson->done ? COLOR_GOOD : COLOR_PANEL);
    char number[8];

    shape->edge = lesson->done ? COLOR_GOOD : COLOR_EDGE;
    shape->width = layout_most(1, ui_px(ui, 2));
    if (lesson->done) {
        ui_icon(ui, rect_inset(disc, side * 0.12, side * 0.12), UI_ICON_CHECK,
                COLOR_PANEL, 1);
        return;
    }
    snprintf(number, sizeof number, "%zu", i + 1);
    ui_label(ui, disc, &disc_text, number);
}

static void draw_lesson(Ui *ui, const UiRows *row, const Start *start)
{
    size_t i = (size_t)row->i;
    bool next = i == start->next;
    UiText word = ui_strong;
    Rect box = rect_inset(row->box, 0, ui_px(ui, 3));

    ui_ground(ui, box, &row->area, next ? COLOR_HELD : COLOR_PANEL,
              next ? COLOR_LOAD : COLOR_PANEL);
    box = rect_inset(box, ui_px(ui, 10), 0);
    draw_sign(ui, rect_cut_left(&box, ui_px(ui, 50)), start->lessons + i, i);
    rect_cut_left(&box, ui_px(ui, 12));
    word.color = COLOR_LOAD;
    if (next)
        label_right(ui, &box, &word, "next");
    ui_label(ui, box, next ? &ui_strong : &ui_text, start->lessons[i].title);
}

static size_t lessons_done(const Start *start)
{
    size_t done = 0;

    for (size_t i = 0; i < start->lessons_count; ++i)
        done += start->lessons[i].done;
    return done;
}

static void show_learn(Ui *ui, Start *start, Rect box, StartChoice *choice)
{
    char text[80];
    uint32_t id = ui_id("lessons");
    int count = (int)start->lessons_count;

    snprintf(text, sizeof text, "%d short lessons, with questions", count);
    if (lessons_done(start))
        snprintf(text, sizeof text, "%zu of %d lessons done",
                 lessons_done(start), count);
    Rect inside = open_door(ui, box, "Learn", text);
    double height = layout_clamp(inside.h / layout_most(count, 1),
                                 ui_line(ui, &ui_text) * 1.45, ui_px(ui, 64));
    if (start->fresh && start->next < start->lessons_count) {
        int seen = (int)(inside.h / height);
        start->lesson_first =
            (int)start->next < seen ? 0 : (int)start->next - seen / 2;
        ui_focus(ui, id + (uint32_t)start->next);
    }
    UiRows rows = ui_rows(ui, inside, id, &start->lesson_first, count, height);
    while (ui_next_row(&rows)) {
        draw_lesson(ui, &rows, start);
        if (rows.area.pressed)
            *choice = (StartChoice){START_LESSON, (size_t)rows.i};
    }
}

/* ---- Compare ---- */

static Color color_of(char thing, bool work)
{
    return thing == '!'   ? COLOR_CONFLICT
           : thing == 'w' ? COLOR_FAULT
           : thing == 'o' ? (work ? COLOR_STORE : COLOR_LOAD)
           : thing == 's' ? COLOR_NONE
                          : COLOR_EDGE;
}

/* Cells in rows, of this pitch. */
static void draw_cells(Ui *ui, Rect box, const char *drawing, double pitch,
                       bool work)
{
    double side = pitch - layout_most(1, pitch * 0.18);
    int x = 0, y = 0;

    for (; *drawing; ++drawing) {
        if (*drawing == '/') {
            x = 0;
            ++y;
            continue;
        }
        Rect cell = {box.x + pitch * x, box.y + pitch * y, side, side};
        Shape *shape =
            draw_rect(ui->list, cell, side * 0.2, color_of(*drawing, work));
        if (*drawing == 's') {
            shape->edge = COLOR_LINK;
            shape->width = layout_most(1, ui_px(ui, 1.5));
        }
        ++x;
    }
}

static int rows_of(const char *drawing)
{
    int rows = 1;

    for (; *drawing; ++drawing)
        rows += *drawing == '/';
    return rows;
}

static void draw_pair(Ui *ui, Rect box, const StartPair *pair, bool work)
{
    int columns = (int)strcspn(pair->drawings[0], "/");
    int rows = int_most(rows_of(pair->drawings[0]), rows_of(pair->drawings[1]));
    double pitch = floor(layout_least(box.w / (2 * columns + 1), box.h / rows));

    pitch = layout_least(pitch, ui_px(ui, 20));
    double left = box.x + (box.w - pitch * (2 * columns + 1)) / 2;
    for (int side = 0; side < 2; ++side) {
        const char *drawing = pair->drawings[side];
        Rect room = {left + side * pitch * (columns + 1),
                     box.y + (box.h - pitch * rows_of(drawing)) / 2, 0, 0};
        draw_cells(ui, room, drawing, pitch, work);
    }
}

/* The width of the drawings beside all titles in a card of WIDTH; 0: there is
 * no room for them. */
static double drawing_width(const Ui *ui, double width)
{
    double titles = 0;

    for (int i = 0; i < START_PAIRS; ++i)
        titles =
            layout_most(titles, ui_width(ui, &ui_strong, start_pairs[i].title));
    double rest = width - titles - ui_px(ui, 2 * 16 + 20);
    return rest < ui_px(ui, 100) ? 0 : layout_least(rest, ui_px(ui, 180));
}

static void draw_card(Ui *ui, const UiRows *row, double drawing)
{
    const StartPair *pair = start_pairs + row->i;
    double line = ui_line(ui, &ui_text);
    Rect box = rect_inset(row->box, 0, ui_px(ui, 6));

    ui_ground(ui, box, &row->area, COLOR_PANEL, COLOR_EDGE);
    box = rect_inset(box, ui_px(ui, 16), ui_px(ui, 8));
    bool two = box.h >= 2 * line;
    if (two && drawing > 0) {
        draw_pair(ui, rect_cut_left(&box, drawing), pair,
                  row->i == START_PAIRS - 1);
        rect_cut_left(&box, ui_px(ui, 20));
    }
    Rect words = rect_around(box.x + box.w / 2, box.y + box.h / 2, box.w,
                             two ? 2 * line : line);
    ui_label(ui, rect_cut_top(&words, line), &ui_strong, pair->title);
    if (two)
        ui_label(ui, words, &ui_dim, pair->text);
}

static void show_compare(Ui *ui, Start *start, Rect box, StartChoice *choice)
{
    size_t count;
    char text[40];

    catalog_all(&count);
    snprintf(text, sizeof text, "All %zu algorithms ...", count);
    Rect inside =
        open_door(ui, box, "Compare", "Two runs side by side, on one clock");
    double line = ui_line(ui, &ui_text);
    Rect all = rect_cut_bottom(&inside, line * 1.9);
    rect_cut_bottom(&inside, ui_px(ui, 10));
    double height = layout_clamp(inside.h / START_PAIRS, line * 1.9,
                                 layout_most(ui_px(ui, 190), line * 3.2));
    UiRows rows = ui_rows(ui, inside, ui_id("comparisons"), &start->pair_first,
                          START_PAIRS, height);
    double drawing = drawing_width(ui, rows.rest.w);
    while (ui_next_row(&rows)) {
        draw_card(ui, &rows, drawing);
        if (rows.area.pressed)
            *choice = (StartChoice){START_PAIR, (size_t)rows.i};
    }
    if (ui_button(ui, all, ui_id("all algorithms"), &(UiButton){.text = text}))
        choice->kind = START_CATALOG;
}

/* ---- My program ---- */

static void show_drop(Ui *ui, Rect box, StartChoice *choice)
{
    double line = ui_line(ui, &center_text), high = line * 1.7;
    UiButton open = {.text = "Open ...", .fill = COLOR_INK, .edge = COLOR_INK};
    bool two = box.h > line + high + ui_px(ui, 40);
    Rect middle = rect_around(box.x + box.w / 2, box.y + box.h / 2, box.w,
                              two ? line + high + ui_px(ui, 14) : high);

    if (two) {
        Shape *shape = draw_rect(ui->list, box, ui_px(ui, 12), COLOR_PAPER);
        shape->edge = COLOR_LINK;
        shape->width = layout_most(1, ui_px(ui, 2));
        ui_label(ui, rect_cut_top(&middle, line), &center_text,
                 "Drop a .cu file here");
        rect_cut_top(&middle, ui_px(ui, 14));
    }
    Rect button = rect_around(middle.x + middle.w / 2, middle.y + high / 2,
                              layout_least(ui_px(ui, 220), box.w), high);
    if (ui_button(ui, button, ui_id("open"), &open))
        choice->kind = START_OPEN;
}

static Color state_color(RecentState state)
{
    return state == RECENT_FAULT  ? COLOR_FAULT
           : state == RECENT_COST ? COLOR_ALARM
           : state == RECENT_GOOD ? COLOR_GOOD
                                  : COLOR_DIM;
}

static void draw_recent(Ui *ui, const UiRows *row, const Start *start)
{
    const RecentFile *file = start->recent.files + row->i;
    Rect box = rect_inset(row->box, 0, ui_px(ui, 4));
    double dot = ui_px(ui, 20);
    UiText found = ui_text;
    char *name = printable_line(base_name(file->path));
    char *words = printable_line(file->found);

    found.color = state_color(file->state);
    ui_ground(ui, box, &row->area, COLOR_PANEL, COLOR_EDGE);
    box = rect_inset(box, ui_px(ui, 18), 0);
    Rect sign = rect_cut_left(&box, dot);
    Shape *shape =
        draw_rect(ui->list,
                  rect_around(sign.x + dot / 2, sign.y + sign.h / 2, dot, dot),
                  dot / 2,
                  file->state == RECENT_UNKNOWN ? COLOR_NONE : found.color);
    shape->edge = found.color;
    shape->width = layout_most(1, ui_px(ui, 2));
    rect_cut_left(&box, ui_px(ui, 14));
    label_right(ui, &box, &found, words);
    ui_label(ui, box, &ui_strong, name);
    free(name);
    free(words);
}

static void show_recent(Ui *ui, Start *start, Rect box, StartChoice *choice)
{
    double line = ui_line(ui, &ui_text), row = line * 2;
    UiText heading = ui_strong;

    if (start->recent.count == 0 || box.h < row + line)
        return;
    heading.color = COLOR_DIM;
    rect_cut_top(&box, ui_px(ui, 10));
    ui_label(ui, rect_cut_top(&box, line), &heading, "Recent");
    rect_cut_top(&box, ui_px(ui, 6));
    UiRows rows = ui_rows(ui, box, ui_id("recent"), &start->recent_first,
                          start->recent.count, row);
    while (ui_next_row(&rows)) {
        draw_recent(ui, &rows, start);
        if (rows.area.pressed)
            *choice = (StartChoice){START_RECENT, (size_t)rows.i};
    }
}

static void show_program(Ui *ui, Start *start, Rect box, StartChoice *choice)
{
    double line = ui_line(ui, &ui_text);
    UiButton example = {.text = "Start from an example ..."};
    Rect inside = open_door(ui, box, "My program",
                            "Your CUDA file, as it is; no GPU needed");
    Rect last = rect_cut_bottom(&inside, line * 1.9);

    rect_cut_bottom(&inside, ui_px(ui, 10));
    double most = start->recent.count ? inside.h * 0.4 : inside.h;
    show_drop(ui,
              rect_cut_top(&inside,
                           layout_clamp(most, line * 2.4, ui_px(ui, 250))),
              choice);
    show_recent(ui, start, inside, choice);
    if (ui_button(ui, last, ui_id("examples"), &example))
        choice->kind = START_EXAMPLES;
}

/* ---- The page ---- */

static void draw_head(Ui *ui, Rect box)
{
    double width = ui_width(ui, &title_text, "Upsweep");
    Rect name = rect_cut_left(&box, width);

    ui_label(ui, name, &title_text, "Upsweep");
    rect_cut_left(&box, ui_px(ui, 26));
    if (ui_width(ui, &claim_text, claim) <= box.w)
        ui_label(ui, box, &claim_text, claim);
    else
        ui_label(ui, box, &ui_dim, "shared memory, access by access");
}

/* Divides BOX in three: columns, or rows where it is tall. */
static void lay_out(const Ui *ui, Rect box, Rect doors[3])
{
    double between = ui_px(ui, gap);
    double wide = floor((box.w - 2 * between) / 3);
    double high = floor((box.h - 2 * between) / 3);
    bool rows = high > wide;

    for (int i = 0; i < 3; ++i) {
        if (rows) {
            doors[i] = rect_cut_top(&box, high);
            rect_cut_top(&box, between);
        } else {
            doors[i] = rect_cut_left(&box, wide);
            rect_cut_left(&box, between);
        }
    }
}

StartChoice start_show(Ui *ui, Start *start, Rect box)
{
    StartChoice choice = {START_NOTHING, 0};
    Rect doors[3];

    draw_thing(ui->list, THING_WIDGET, 0, ui_id("start"));
    draw_rect(ui->list, box, 0, COLOR_PAPER);
    double side = layout_most((box.w - ui_px(ui, page_width)) / 2,
                              layout_least(ui_px(ui, margin), box.w * 0.04));
    Rect page = rect_inset(box, side, 0);
    rect_cut_top(&page, layout_least(ui_px(ui, 48), box.h * 0.04));
    draw_head(ui, rect_cut_top(&page, ui_line(ui, &title_text)));
    rect_cut_top(&page, ui_px(ui, 20));
    Rect foot = rect_cut_bottom(&page, ui_line(ui, &ui_dim) * 2);
    ui_label(ui, foot, &ui_dim, keys);
    lay_out(ui, page, doors);
    show_learn(ui, start, doors[0], &choice);
    show_compare(ui, start, doors[1], &choice);
    show_program(ui, start, doors[2], &choice);
    start->fresh = false;
    return choice;
}
