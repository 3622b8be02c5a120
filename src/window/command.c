/* SPDX-License-Identifier: MIT
 *
 * command - the table and its actions; see command.h.
 */
#include "window/command.h"

#include "draw/layout.h"
#include "util/base.h"

#include <math.h>
#include <string.h>

/* ---- Actions ---- */

/* Who steps by hand has taken over: playing stops. */
static void move(const Command *command, CommandState *state)
{
    state->player->playing = false;
    player_move(state->player, command->unit, command->direction);
}

static void go_to_end(const Command *command, CommandState *state)
{
    state->player->playing = false;
    player_seek(state->player, command->direction < 0 ? 0 : UINT32_MAX);
}

static bool is_at_end(const Command *command, const CommandState *state)
{
    const Player *player = state->player;

    return player->tick == (command->direction < 0 ? 0 : player->ticks);
}

static void jump(const Command *command, CommandState *state)
{
    Player *player = state->player;

    player->playing = false;
    player_seek(player, player_find(player, command->mark, command->direction));
}

static bool is_the_last(const Command *command, const CommandState *state)
{
    return player_find(state->player, command->mark, command->direction) ==
           state->player->tick;
}

static void zoom(const Command *command, CommandState *state)
{
    state->chart = CHART_NONE;
    state->zoom += 0.5 * command->direction;
}

static void pan(const Command *command, CommandState *state)
{
    state->chart = CHART_NONE;
    state->pan += 0.25 * command->direction;
}

static void show_whole(const Command *command, CommandState *state)
{
    (void)command;
    state->chart = CHART_NONE;
    state->whole = true;
}

static void play(const Command *command, CommandState *state)
{
    (void)command;
    player_toggle(state->player);
}

static bool has_no_ticks(const Command *command, const CommandState *state)
{
    (void)command;
    return state->player->ticks == 0;
}

static void change_speed(const Command *command, CommandState *state)
{
    player_faster(state->player, command->direction);
}

static bool is_at_limit(const Command *command, const CommandState *state)
{
    Player player = *state->player;

    player_faster(&player, command->direction);
    return player.speed == state->player->speed;
}

static void animate(const Command *command, CommandState *state)
{
    (void)command;
    player_animate(state->player, !state->player->animated);
}

/* Bookmarks stay where they are in the first trace. */
static void change_clock(const Command *command, CommandState *state)
{
    Player *player = state->player;
    Bookmarks *marks = state->bookmarks, old = *marks;

    (void)command;
    if (player->count < 2)
        return;
    for (size_t i = 0; i < old.ticks_count; ++i)
        old.ticks[i] = (uint32_t)player_position_at(player, 0, old.ticks[i]);
    player_set_clock(player, player->clock == CLOCK_CYCLES ? CLOCK_STEPS
                                                           : CLOCK_CYCLES);
    *marks = (Bookmarks){0};
    for (size_t i = 0; i < old.ticks_count; ++i) {
        uint32_t done = old.ticks[i];
        uint32_t tick = done ? player_tick_of(player, 0, done - 1) : 0;
        if (!bookmark_is_at(marks, tick))
            bookmark_toggle(marks, tick);
    }
    bookmarks_free(&old);
}

static void change_theme(const Command *command, CommandState *state)
{
    (void)command;
    state->theme = (Theme)((state->theme + 1) % THEME_COUNT);
}

/* ---- Size of text ---- */

static const double scale_step = 1.25, least_scale = 0.5, most_scale = 3;

static double next_scale(const Command *command, const CommandState *state)
{
    double scale = state->scale > 0 ? state->scale : 1;

    scale = command->direction > 0 ? scale * scale_step : scale / scale_step;
    return layout_clamp(scale, least_scale, most_scale);
}

static void change_scale(const Command *command, CommandState *state)
{
    state->scale = next_scale(command, state);
}

static bool is_at_scale_limit(const Command *command, const CommandState *state)
{
    double scale = state->scale > 0 ? state->scale : 1;

    return fabs(next_scale(command, state) - scale) < 1e-9;
}

/* ---- Bookmarks ---- */

static void mark(const Command *command, CommandState *state)
{
    (void)command;
    bookmark_toggle(state->bookmarks, state->player->tick);
}

static void go_to_mark(const Command *command, CommandState *state)
{
    uint32_t tick;

    if (!bookmark_find(state->bookmarks, state->player->tick,
                       command->direction, &tick))
        return;
    state->player->playing = false;
    player_seek(state->player, tick);
}

static bool is_without_mark(const Command *command, const CommandState *state)
{
    uint32_t tick;

    return !bookmark_find(state->bookmarks, state->player->tick,
                          command->direction, &tick);
}

/* ---- The window ---- */

/* The button that has opened a dialog closes it again. */
static void open_panel(CommandState *state, PanelKind panel)
{
    state->panel = state->panel == panel ? DIALOGS_NONE : panel;
}

static void choose_run(const Command *command, CommandState *state)
{
    (void)command;
    open_panel(state, DIALOGS_RUN);
}

static void choose_step(const Command *command, CommandState *state)
{
    (void)command;
    open_panel(state, DIALOGS_STEP);
}

static void show_labels(const Command *command, CommandState *state)
{
    (void)command;
    state->chart = CHART_NONE;
    state->labels = !state->labels;
}

/* One after the other, and then the frame again. */
static void show_chart(const Command *command, CommandState *state)
{
    (void)command;
    state->player->playing = false;
    player_rest(state->player);
    state->help = false;
    state->chart = (ChartKind)((state->chart + 1) % CHART_KINDS);
}

static void show_nothing(const Command *command, CommandState *state)
{
    (void)command;
    state->blank = !state->blank;
}

static void save(const Command *command, CommandState *state)
{
    (void)command;
    state->save = true;
}

static void fill_screen(const Command *command, CommandState *state)
{
    (void)command;
    state->full_screen = !state->full_screen;
}

static void show_toolbar(const Command *command, CommandState *state)
{
    (void)command;
    state->toolbar = !state->toolbar;
}

static void show_help(const Command *command, CommandState *state)
{
    (void)command;
    state->help = !state->help;
}

/* Out of what was entered last; out of the window if there is nothing else. */
static void leave(const Command *command, CommandState *state)
{
    (void)command;
    if (state->blank)
        state->blank = false;
    else if (state->panel)
        state->panel = DIALOGS_NONE;
    else if (state->help)
        state->help = false;
    else if (state->chart)
        state->chart = CHART_NONE;
    else if (state->full_screen)
        state->full_screen = false;
    else
        state->quit = true;
}

static void quit(const Command *command, CommandState *state)
{
    (void)command;
    state->quit = true;
}

/* ---- The table ---- */

#define MOVE(icon_, unit_, direction_)                                         \
    .icon = icon_, .group = CHROME_MOVE, .repeats = true, .act = move,         \
    .is_idle = is_at_end, .unit = unit_, .direction = direction_
#define END(icon_, direction_)                                                 \
    .icon = icon_, .group = CHROME_MOVE, .act = go_to_end,                     \
    .is_idle = is_at_end, .direction = direction_
#define SPEED(icon_, direction_)                                               \
    .icon = icon_, .group = CHROME_SPEED, .repeats = true,                     \
    .act = change_speed, .is_idle = is_at_limit, .direction = direction_
#define JUMP(icon_, mark_, direction_)                                         \
    .icon = icon_, .group = CHROME_MOVE, .repeats = true, .act = jump,         \
    .is_idle = is_the_last, .mark = mark_, .direction = direction_
#define ZOOM(icon_, act_, direction_)                                          \
    .icon = icon_, .group = CHROME_SPEED, .repeats = true, .act = act_,        \
    .direction = direction_
#define SCALE(icon_, direction_)                                               \
    .icon = icon_, .group = CHROME_WINDOW, .repeats = true,                    \
    .act = change_scale, .is_idle = is_at_scale_limit, .direction = direction_
#define MARK(icon_, direction_)                                                \
    .icon = icon_, .group = CHROME_PLACE, .act = go_to_mark,                   \
    .is_idle = is_without_mark, .direction = direction_
#define PLACE(icon_, act_)  .icon = icon_, .group = CHROME_PLACE, .act = act_
#define WINDOW(icon_, act_) .icon = icon_, .group = CHROME_WINDOW, .act = act_

static const Command commands[] = {
    {"First", "to the start", {"Home"}, NULL, END(ICON_FIRST, -1)},
    {"Previous phase",
     "back to where a phase starts",
     {"Ctrl+Left", "Ctrl+Up"},
     NULL,
     MOVE(ICON_BACK_PHASE, UNIT_PHASE, -1)},
    {"Previous step",
     "back to where a step starts",
     {"Up", "PageUp", "Shift+Left"},
     NULL,
     MOVE(ICON_BACK_STEP, UNIT_STEP, -1)},
    {"Previous instruction",
     "back by one instruction",
     {"Left"},
     "wheel up",
     MOVE(ICON_BACK, UNIT_INSTRUCTION, -1)},
    {"Play or pause",
     "play, or pause",
     {"Space"},
     NULL,
     .icon = ICON_PLAY,
     .group = CHROME_MOVE,
     .act = play,
     .is_idle = has_no_ticks},
    {"Next instruction",
     "forward by one instruction",
     {"Right"},
     "wheel down",
     MOVE(ICON_FORWARD, UNIT_INSTRUCTION, 1)},
    {"Next step",
     "forward to the end of a step",
     {"Down", "PageDown", "Shift+Right"},
     NULL,
     MOVE(ICON_FORWARD_STEP, UNIT_STEP, 1)},
    {"Next phase",
     "forward to the end of a phase",
     {"Ctrl+Right", "Ctrl+Down"},
     NULL,
     MOVE(ICON_FORWARD_PHASE, UNIT_PHASE, 1)},
    {"Last", "to the end", {"End"}, NULL, END(ICON_LAST, 1)},
    {"Jump",
     "to any instruction, step or phase",
     {NULL},
     "click or drag a timeline",
     .group = CHROME_MOVE},
    {"Previous conflict",
     "back to where lanes wait",
     {"Shift+X"},
     NULL,
     JUMP(ICON_BACK_CONFLICT, MARK_CONFLICT, -1)},
    {"Next conflict",
     "forward to where lanes wait",
     {"X"},
     NULL,
     JUMP(ICON_CONFLICT, MARK_CONFLICT, 1)},
    {"Previous race",
     "back to where threads race",
     {"Shift+D"},
     NULL,
     JUMP(ICON_BACK_RACE, MARK_RACE, -1)},
    {"Next race",
     "forward to where threads race",
     {"D"},
     NULL,
     JUMP(ICON_RACE, MARK_RACE, 1)},
    {"Slower", "play at half the speed", {"-"}, NULL, SPEED(ICON_SLOWER, -1)},
    {"Faster",
     "play at twice the speed",
     {"+", "="},
     NULL,
     SPEED(ICON_FASTER, 1)},
    {"Animation",
     "let values travel, or not",
     {"A"},
     NULL,
     .icon = ICON_MOTION,
     .group = CHROME_SPEED,
     .act = animate},
    {"Clock",
     "compare by step, or by cycles",
     {"R"},
     NULL,
     .icon = ICON_CLOCK,
     .group = CHROME_SPEED,
     .act = change_clock},
    {"Closer",
     "zoom in on what runs",
     {"Z"},
     "Ctrl+wheel up",
     ZOOM(ICON_NONE, zoom, 1)},
    {"Farther",
     "zoom out",
     {"Shift+Z"},
     "Ctrl+wheel down",
     ZOOM(ICON_NONE, zoom, -1)},
    {"Along",
     "zoomed in, move to the right",
     {"Alt+Right"},
     "drag to the left",
     ZOOM(ICON_NONE, pan, 1)},
    {"Back along",
     "zoomed in, move to the left",
     {"Alt+Left"},
     "drag to the right",
     ZOOM(ICON_NONE, pan, -1)},
    {"Whole",
     "zoom all the way out",
     {"0"},
     "middle click",
     ZOOM(ICON_NONE, show_whole, 0)},
    {"Previous bookmark",
     "back to a bookmark",
     {"["},
     NULL,
     MARK(ICON_PREVIOUS_MARK, -1)},
    {"Bookmark",
     "set a bookmark, or take it away",
     {"M"},
     NULL,
     PLACE(ICON_MARK, mark)},
    {"Next bookmark",
     "forward to a bookmark",
     {"]"},
     NULL,
     MARK(ICON_NEXT_MARK, 1)},
    {"Go to step",
     "to a step by its number",
     {"G", "#"},
     NULL,
     PLACE(ICON_STEP, choose_step)},
    {"What runs",
     "choose what runs, and record it",
     {"N", "Ctrl+N", "Ctrl+O"},
     NULL,
     WINDOW(ICON_RUN, choose_run)},
    {"Open",
     "open traces, one to four",
     {NULL},
     "drop files on the window",
     .group = CHROME_WINDOW},
    {"Values",
     "values as numbers, or as sums Σ",
     {"V"},
     NULL,
     WINDOW(ICON_LABELS, show_labels)},
    {"Charts",
     "charts over n, one after the other",
     {"P"},
     NULL,
     WINDOW(ICON_CHART, show_chart)},
    {"Smaller", "smaller text", {"Ctrl+-"}, NULL, SCALE(ICON_SMALLER, -1)},
    {"Larger",
     "larger text",
     {"Ctrl++", "Ctrl+=", "Ctrl+Shift+="},
     NULL,
     SCALE(ICON_LARGER, 1)},
    {"Colours",
     "colours: light, dark, print",
     {"T"},
     NULL,
     WINDOW(ICON_THEME, change_theme)},
    {"Blank",
     "blank the screen, or not",
     {"B", "."},
     NULL,
     WINDOW(ICON_BLANK, show_nothing)},
    {"Save",
     "save the frame as a PNG file",
     {"S", "Ctrl+S"},
     NULL,
     WINDOW(ICON_SAVE, save)},
    {"Full screen",
     "fill the screen, or not",
     {"F", "F11", "F5"},
     NULL,
     WINDOW(ICON_FULL, fill_screen)},
    {"Toolbar",
     "hide the toolbar, or show it",
     {"C"},
     "right click",
     WINDOW(ICON_TOOLBAR, show_toolbar)},
    {"Help",
     "show this help, or hide it",
     {"H", "?", "F1"},
     NULL,
     WINDOW(ICON_HELP, show_help)},
    {"Leave",
     "leave what is open, or the window",
     {"Escape"},
     "click beside it",
     .group = CHROME_WINDOW,
     .act = leave},
    {"Quit",
     "close the window",
     {"Q", "Ctrl+Q"},
     NULL,
     WINDOW(ICON_QUIT, quit)},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

const Command *command_all(size_t *count)
{
    *count = COMMANDS;
    return commands;
}

const Command *command_by_key(const char *key)
{
    for (int i = 0; i < COMMANDS; ++i)
        for (int j = 0; j < CHROME_MAX_KEYS && commands[i].keys[j]; ++j)
            if (strcmp(commands[i].keys[j], key) == 0)
                return commands + i;
    return NULL;
}

const Command *command_by_icon(Icon icon)
{
    for (int i = 0; i < COMMANDS; ++i)
        if (icon != ICON_NONE && commands[i].icon == icon)
            return commands + i;
    return NULL;
}

/* Every command but blank and leave un-blanks the screen. */
void command_run(const Command *command, CommandState *state)
{
    bool waits = command->act == show_nothing || command->act == leave;

    if (!waits)
        state->blank = false;
    if (command->act)
        command->act(command, state);
}

ChromeItem *command_items(const CommandState *state)
{
    ChromeItem *items = base_alloc(COMMANDS, sizeof *items);

    for (int i = 0; i < COMMANDS; ++i) {
        const Command *command = commands + i;
        items[i] = (ChromeItem){.name = command->name,
                                .help = command->help,
                                .mouse = command->mouse,
                                .icon = command->icon,
                                .group = command->group,
                                .idle = command->is_idle &&
                                        command->is_idle(command, state)};
        memcpy(items[i].keys, command->keys, sizeof items[i].keys);
        if (command->icon == ICON_PLAY && state->player->playing)
            items[i].icon = ICON_PAUSE;
    }
    return items;
}

void command_help_text(Text *text)
{
    text_add(text, "| key | mouse | what it does |\n|---|---|---|\n");
    for (int i = 0; i < COMMANDS; ++i) {
        const Command *command = commands + i;
        text_add(text, "|");
        for (int j = 0; j < CHROME_MAX_KEYS && command->keys[j]; ++j)
            text_add(text, "%s `%s`", j ? "," : "", command->keys[j]);
        text_add(text, " | %s%s%s | %s |\n", command->icon ? "button" : "",
                 command->icon && command->mouse ? ", " : "",
                 command->mouse ? command->mouse : "", command->help);
    }
}

void command_manual(Text *text)
{
    for (int i = 0; i < COMMANDS; ++i) {
        const Command *command = commands + i;
        text_add(text, ".TP\n");
        for (int j = 0; j < CHROME_MAX_KEYS && command->keys[j]; ++j) {
            text_add(text, "%s", j ? ", " : "");
            text_add_roff_bold(text, command->keys[j]);
        }
        if (command->mouse) {
            text_add(text, "%s", command->keys[0] ? ", " : "");
            text_add_roff(text, command->mouse);
        }
        text_add(text, "\n");
        text_add_roff(text, command->help);
        text_add(text, "\n");
    }
}
