/* SPDX-License-Identifier: MIT
 *
 * bar - controls, position, menu; see bar.h.
 */
#include "window/bar.h"

#include "view/box.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTROLS = 9 };

/* px at 1080 */
static const double pad = 12, button_height = 52, gap = 14,
                    position_least = 240;
static const double menu_width = 520, menu_row = 44;

/* In the order of the bar.  The position grows; what has no rank is never left
 * out. */
static const struct {
    const char *name;
    double width;
    int rank;
} controls[CONTROLS] = {
    {"Back", 78, 6},    {"Play", 78, 8},          {"Step", 78, 7},
    {"Position", 0, 5}, {"Next problem", 200, 4}, {"Speed", 96, 2},
    {"Predict", 96, 3}, {"Details", 96, 1},       {"More", 96, 0},
};

/* ---- Problems ---- */

/* Appends what is the next problem: "4-way conflict", "race"; sets *MARK to it.
 * False if there is none. */
static bool bar_problem(const Session *session, uint32_t tick, Text *text,
                        PlayerMark *mark)
{
    const Player *player = &session->player;
    unsigned marks = 0, ways = 0;

    for (int t = 0; tick > 0 && t < player->count; ++t) {
        const AnalysedTrace *analysed = session->shown[t].analysed;
        size_t end = player_position_at(player, t, tick);
        for (size_t i = player_position_at(player, t, tick - 1); i < end; ++i) {
            unsigned one = player->marks[t] ? player->marks[t][i] : 0;
            marks |= one;
            if (one & MARK_CONFLICT &&
                analysed->banks.costs[i].wavefronts > ways)
                ways = analysed->banks.costs[i].wavefronts;
        }
    }
    *mark = marks & MARK_FAULT ? MARK_FAULT : MARK_CONFLICT;
    if (marks & MARK_RACE)
        text_add(text, "race");
    else if (marks & MARK_WRONG)
        text_add(text, "wrong value");
    else if (marks & MARK_ENDED)
        text_add(text, "early end");
    else if (ways)
        text_add(text, "%u-way conflict", ways);
    else if (marks & MARK_CONFLICT)
        text_add(text, "conflict");
    return marks != 0;
}

void bar_marks_free(BarMarks *marks)
{
    free(marks->columns);
    *marks = (BarMarks){0};
}

/* Makes the marks of a position WIDTH pixels wide, unless they are there. */
static void marks_follow(BarMarks *marks, const Session *session, int width)
{
    const Player *player = &session->player;

    if (marks->columns && marks->width == width &&
        marks->changes == session->changes &&
        marks->steps == player->step_ticks)
        return;
    bar_marks_free(marks);
    *marks = (BarMarks){.columns = base_alloc((size_t)width + 1, 1),
                        .width = width,
                        .changes = session->changes,
                        .steps = player->step_ticks};
    for (uint32_t tick = 1; tick <= player->ticks; ++tick)
        for (int t = 0; t < player->count && player->marks[t]; ++t) {
            size_t end = player_position_at(player, t, tick);
            size_t i = player_position_at(player, t, tick - 1);
            uint8_t here = 0;
            for (; i < end; ++i)
                here |= player->marks[t][i];
            marks->all |= here;
            marks->columns[(uint64_t)width * tick / player->ticks] |= here;
        }
}

/* ---- The position ---- */

static double tick_x(const Player *player, Rect track, uint32_t tick)
{
    return round(track.x +
                 (player->ticks ? track.w * tick / player->ticks : 0));
}

/* One piece of the track, filled up to the current tick. */
static void draw_piece(Ui *ui, Rect track, double from, double to, double now)
{
    Rect piece = {from, track.y, to - from, track.h};
    double radius = layout_least(track.h / 2, piece.w / 2);

    if (piece.w <= 0)
        return;
    draw_rect(ui->list, piece, radius, COLOR_EDGE);
    piece.w = layout_clamp(now, from, to) - from;
    if (piece.w > 0)
        draw_rect(ui->list, piece, layout_least(radius, piece.w / 2),
                  COLOR_LINK);
}

/* A piece for each phase. */
static void draw_track(Ui *ui, const Player *player, Rect track, double now)
{
    const Trace *trace = player->traces[0];
    double from = track.x, between = layout_most(2, ui_px(ui, 4));

    for (uint32_t s = 1; s < player->steps && s < trace->steps_count; ++s) {
        double x = tick_x(player, track, player->step_ticks[s]);
        if (trace->steps[s].phase == trace->steps[s - 1].phase ||
            x - from < 4 * between)
            continue;
        draw_piece(ui, track, from, x - between / 2, now);
        from = x + between / 2;
    }
    draw_piece(ui, track, from, track.x + track.w, now);
}

/* Where lanes wait, and where something is wrong; with a COVER, up to it. */
static void draw_marks(Ui *ui, const BarMarks *marks, Rect track, double cover)
{
    double high = ui_px(ui, 26), least = layout_most(2, ui_px(ui, 4));

    for (int fault = 0; fault < 2; ++fault) {
        uint8_t wanted = fault ? MARK_FAULT : MARK_CONFLICT;
        for (int x = 0; x <= marks->width; ++x) {
            int from = x;
            while (x <= marks->width && marks->columns[x] & wanted)
                ++x;
            if (x == from || track.x + from > cover)
                continue;
            double width = layout_most(least, x - from);
            Rect mark = {track.x + from - least / 2,
                         track.y + (track.h - high) / 2, width, high};
            draw_rect(ui->list, mark, ui_px(ui, 2),
                      fault ? COLOR_FAULT : COLOR_CONFLICT);
        }
    }
}

/* Appends where TICK is: "step 5 of 15", in a program "line 12 · step 5". */
static void add_place(const Session *session, uint32_t tick, Text *text)
{
    Player there = session->player;
    const Trace *trace = there.traces[0];

    player_seek(&there, tick);
    size_t place = player_position(&there, 0);
    if (tick == 0 || place == 0) {
        text_add(text, "start");
        return;
    }
    const Instruction *at =
        trace->instructions + player_instruction(&there, 0, place - 1);
    if (there.count == 1 && analysed_has_lines(session->shown[0].analysed))
        text_add(text, "line %u · ", at->site);
    text_add(text, "step %u of %u", player_step(&there) + 1, there.steps);
}

/* What the colours of the marks mean; that there are any is no hint. */
static const char *legend_of(const Bar *bar)
{
    unsigned all = bar->state->asking ? 0 : bar->marks->all;

    return all & MARK_FAULT && all & MARK_CONFLICT
               ? "orange: lanes wait · red: something is wrong"
           : all & MARK_FAULT    ? "red: something is wrong"
           : all & MARK_CONFLICT ? "orange: where lanes wait"
                                 : "";
}

static void draw_captions(Ui *ui, const Bar *bar, Rect box)
{
    const char *right = bar->note ? bar->note : legend_of(bar);
    UiText style = ui_dim;
    Text place = {0};

    add_place(bar->session, player_shown_tick(&bar->session->player), &place);
    double width = ui_width(ui, &ui_dim, place.text);
    ui_label(ui, rect_cut_left(&box, width), &ui_dim, place.text);
    text_free(&place);
    rect_cut_left(&box, ui_px(ui, 24));
    style.align = ALIGN_RIGHT;
    style.color = bar->note && bar->note_alarm ? COLOR_ALARM : COLOR_DIM;
    if (bar->note || ui_width(ui, &style, right) <= box.w)
        ui_label(ui, box, &style, right);
}

/* The tick to which the user has moved the position, or -1. */
static int64_t show_position(Ui *ui, const Bar *bar, Rect box)
{
    const Player *player = &bar->session->player;
    Rect top = rect_cut_top(&box, ui_px(ui, button_height));
    double knob = ui_px(ui, 26), high = layout_most(4, ui_px(ui, 8));
    Rect track = {top.x + knob / 2, round(top.y + (top.h - high) / 2),
                  top.w - knob, high};
    double share = (ui->input.x - track.x) / layout_most(track.w, 1);
    uint32_t under =
        (uint32_t)lround(layout_clamp(share, 0, 1) * player->ticks);
    Text tip = {0};

    add_place(bar->session, under, &tip);
    UiArea area = ui_area(ui, top, ui_id("Position"), tip.text);
    text_free(&tip);
    double now = tick_x(player, track, player_shown_tick(player));
    marks_follow(bar->marks, bar->session, (int)layout_most(track.w, 1));
    draw_track(ui, player, track, now);
    draw_marks(ui, bar->marks, track, bar->state->asking ? now : INFINITY);
    draw_rect(ui->list, rect_around(now, track.y + track.h / 2, knob, knob),
              knob / 2, COLOR_INK);
    draw_captions(ui, bar, box);
    return area.held && !bar->state->asking ? (int64_t)under : -1;
}

/* ---- Buttons ---- */

static void add_tip(const Command *command, Text *text)
{
    text_add(text, "%s", command->help);
    for (int i = 0; i < COMMAND_KEYS && command->keys[i]; ++i)
        text_add(text, "%s%s", i ? ", " : ": ", command->keys[i]);
}

/* How the button of COMMAND looks; its text is in TEXT. */
static UiButton look_of(const Bar *bar, const Command *command, Text *text)
{
    const Player *player = bar->state->player;
    bool idle = command_is_idle(command, bar->state);
    UiButton look = {.idle = idle, .on = command_is_on(command, bar->state)};
    PlayerMark mark = MARK_CONFLICT;

    if (strcmp(command->name, "Back") == 0 ||
        strcmp(command->name, "Step") == 0) {
        look.icon = command->direction < 0 ? UI_ICON_BACK : UI_ICON_STEP;
        look.fill = look.edge = COLOR_NONE;
    } else if (strcmp(command->name, "Play") == 0) {
        look.icon = player->playing ? UI_ICON_PAUSE : UI_ICON_PLAY;
        look.fill = look.edge = COLOR_INK;
        look.round = true;
    } else if (strcmp(command->name, "Next problem") == 0) {
        if (!idle &&
            bar_problem(bar->session, command_problem(player, 1), text, &mark))
            look.fill = look.edge =
                mark == MARK_FAULT ? COLOR_FAULT : COLOR_CONFLICT;
        else
            text_add(text, bar->state->asking ? "?" : "none");
    } else if (strcmp(command->name, "Speed") == 0) {
        text_add(text, "%g×", player->speed / PLAYER_USUAL);
    } else if (strcmp(command->name, "Predict") == 0) {
        text_add(text, "?");
    } else {
        look.icon = strcmp(command->name, "Details") == 0 ? UI_ICON_DETAILS
                                                          : UI_ICON_MENU;
    }
    look.text = text->length ? text->text : NULL;
    return look;
}

static bool show_button(Ui *ui, const Bar *bar, Rect box,
                        const Command *command)
{
    Rect button = rect_cut_top(&box, ui_px(ui, button_height));
    Text text = {0}, tip = {0};
    UiText caption = ui_dim;
    UiButton look = look_of(bar, command, &text);

    add_tip(command, &tip);
    look.tip = tip.text;
    if (look.round)
        button = rect_around(button.x + button.w / 2, button.y + button.h / 2,
                             button.h, button.h);
    bool pressed = ui_button(ui, button, ui_id(command->name), &look);
    caption.align = ALIGN_CENTER;
    ui_label(ui, box, &caption, command->name);
    text_free(&text);
    text_free(&tip);
    return pressed;
}

/* ---- The bar ---- */

double bar_height(const Ui *ui)
{
    return 2 * ui_px(ui, pad) + ui_px(ui, button_height) + ui_line(ui, &ui_dim);
}

/* The places of the controls; empty for those that have no room. */
static void place_controls(const Ui *ui, double width, Rect places[CONTROLS])
{
    Box *row = box_row(NULL, ui_px(ui, gap)), *parts[CONTROLS];

    for (int i = 0; i < CONTROLS; ++i) {
        double least = ui_width(ui, &ui_dim, controls[i].name);
        double wide = controls[i].width ? ui_px(ui, controls[i].width)
                                        : ui_px(ui, position_least);
        parts[i] = box_part(row, ceil(layout_most(wide, least)),
                            ui_px(ui, button_height));
        if (!controls[i].width)
            box_grow(parts[i], 1);
        if (controls[i].rank)
            box_importance(parts[i], controls[i].rank);
    }
    box_layout(row,
               (Rect){ui_px(ui, 2 * pad), 0, width - 2 * ui_px(ui, 2 * pad),
                      ui_px(ui, button_height)});
    for (int i = 0; i < CONTROLS; ++i)
        places[i] = box_place(parts[i]);
    box_free(row);
}

BarAnswer bar_show(Ui *ui, const Bar *bar, Rect box)
{
    BarAnswer answer = {.tick = -1};
    Rect places[CONTROLS], line = box;

    draw_thing(ui->list, THING_WIDGET, 0, ui_id("bar"));
    draw_rect(ui->list, box, 0, COLOR_PAPER);
    draw_rect(ui->list, rect_cut_top(&line, layout_most(1, ui_px(ui, 2))), 0,
              COLOR_EDGE);
    place_controls(ui, box.w, places);
    for (int i = 0; i < CONTROLS; ++i) {
        const Command *command = command_by_name(controls[i].name);
        Rect place = {box.x + places[i].x, box.y + ui_px(ui, pad), places[i].w,
                      ui_px(ui, button_height) + ui_line(ui, &ui_dim)};
        if (places[i].w <= 0)
            continue;
        if (!controls[i].width)
            answer.tick = show_position(ui, bar, place);
        else if (show_button(ui, bar, place, command))
            answer.command = command;
    }
    return answer;
}

/* ---- The menu ---- */

/* Sets what the menu has: what has no place in the bar, and all others. */
static int menu_of(const Ui *ui, const Command *rows[])
{
    Rect places[CONTROLS];
    size_t count;
    const Command *all = command_all(&count);
    int used = 0;

    place_controls(ui, ui->width, places);
    for (int i = 0; i < CONTROLS; ++i)
        if (places[i].w <= 0 && controls[i].width)
            rows[used++] = command_by_name(controls[i].name);
    for (size_t i = 0; i < count; ++i)
        if (all[i].place == COMMAND_MENU)
            rows[used++] = all + i;
    return used;
}

static void draw_item(Ui *ui, const Bar *bar, const UiRows *rows,
                      const Command *command)
{
    bool idle = command_is_idle(command, bar->state);
    Rect box = rows->box;
    UiText name = ui_text, key = ui_dim;

    name.color = idle ? COLOR_LINK : COLOR_INK;
    key.align = ALIGN_RIGHT;
    ui_ground(ui, box, &rows->area, COLOR_NONE, COLOR_NONE);
    Rect mark = rect_cut_left(&box, box.h);
    if (command_is_on(command, bar->state))
        ui_icon(ui, rect_inset(mark, 0, ui_px(ui, 10)), UI_ICON_CHECK,
                COLOR_INK, 1);
    rect_cut_right(&box, ui_px(ui, 12));
    if (command->keys[0])
        ui_label(ui, rect_cut_right(&box, ui_width(ui, &key, command->keys[0])),
                 &key, command->keys[0]);
    ui_label(ui, box, &name, command->name);
}

BarAnswer bar_menu(Ui *ui, const Bar *bar, Rect above, int *first)
{
    const Command *all[64];
    BarAnswer answer = {.tick = -1};
    int count = menu_of(ui, all);
    double around = ui_px(ui, 24), row = ui_px(ui, menu_row);
    double width = layout_least(ui_px(ui, menu_width), above.w - around);
    double most = floor((above.h - 2.5 * around) / row) * row;
    double height = layout_least(count * row, most) + 2 * around;
    UiPanel panel = {.name = "menu",
                     .modal = true,
                     .box = {above.x + above.w - width - around / 2,
                             above.y + above.h - height - around / 4, width,
                             height}};
    Rect inside;

    answer.closes = ui_panel(ui, &panel, &inside);
    UiRows rows = ui_rows(ui, inside, ui_id("item"), first, count, row);
    while (ui_next_row(&rows)) {
        draw_item(ui, bar, &rows, all[rows.i]);
        if (rows.area.pressed && !command_is_idle(all[rows.i], bar->state))
            answer.command = all[rows.i];
    }
    ui_panel_end(ui);
    return answer;
}
