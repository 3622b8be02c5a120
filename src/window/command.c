/* SPDX-License-Identifier: MIT
 *
 * command - the table of commands and their actions.
 */
#include "window/command.h"

#include "draw/layout.h"
#include "util/base.h"

#include <math.h>
#include <string.h>

/* ---- Actions ---- */

/* A manual step stops playback. */
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
    uint32_t tick = player_find(player, command->mark, command->direction);
    if (tick != player->tick) /* from before it, to see its queues */
        player_play_to(player, tick);
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

static void change_clock(const Command *command, CommandState *state)
{
    Clock clock =
        state->player->clock == CLOCK_CYCLES ? CLOCK_STEPS : CLOCK_CYCLES;

    (void)command;
    if (state->player->count > 1)
        bookmarks_set_clock(state->bookmarks, state->player, clock);
}

static void change_theme(const Command *command, CommandState *state)
{
    (void)command;
    state->theme = (Theme)((state->theme + 1) % THEME_COUNT);
}

/* ---- Threads ---- */

static void change_thread(const Command *command, CommandState *state)
{
    state->chart = CHART_NONE;
    state->threads += command->direction;
}

static void show_lowest(const Command *command, CommandState *state)
{
    (void)command;
    state->thread = 0;
}

static bool is_lowest(const Command *command, const CommandState *state)
{
    (void)command;
    return state->thread == 0;
}

/* ---- Cards ---- */

/* Chooses a thing for the arrow keys to move, or lets them move time again. */
static void choose(const Command *command, CommandState *state)
{
    (void)command;
    state->chart = CHART_NONE;
    state->arrows = !state->card || !state->arrows;
    state->choose = !state->card;
}

static void next_link(const Command *command, CommandState *state)
{
    state->links += command->direction;
}

static void follow_link(const Command *command, CommandState *state)
{
    (void)command;
    state->follow = true;
}

static bool has_no_card(const Command *command, const CommandState *state)
{
    (void)command;
    return !state->card;
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
static void open_dialog(const Command *command, CommandState *state)
{
    bool is_open = state->dialog == command->dialog;

    state->dialog = is_open ? DIALOGS_NONE : command->dialog;
}

/* Inverts the flag of the command. */
static void toggle(const Command *command, CommandState *state)
{
    bool *flag = (bool *)((char *)state + command->flag);

    *flag = !*flag;
}

static void show_labels(const Command *command, CommandState *state)
{
    (void)command;
    state->chart = CHART_NONE;
    state->labels = !state->labels;
}

static void show_time(const Command *command, CommandState *state)
{
    (void)command;
    state->time = state->chart || !state->time;
    state->chart = CHART_NONE;
}

/* Shows the next chart; after the last one, the frame. */
static void show_chart(const Command *command, CommandState *state)
{
    (void)command;
    state->player->playing = false;
    player_rest(state->player);
    state->help = false;
    state->chart = (ChartKind)((state->chart + 1) % CHART_KINDS);
}

static void go_on(const Command *command, CommandState *state)
{
    state->stops += command->direction;
}

static bool is_without_lesson(const Command *command, const CommandState *state)
{
    (void)command;
    return !state->lesson;
}

/* Leaves the view of the run, then the run. */
static void leave_run(CommandState *state)
{
    if (state->chart)
        state->chart = CHART_NONE;
    else if (state->card)
        state->card = state->arrows = false;
    else if (state->time)
        state->time = false;
    else if (state->zoomed)
        state->whole = true;
    else if (state->lesson)
        state->lesson = false;
    else
        state->start = true;
}

/* Closes a panel, then full screen, then the run, but never the window: a
 * presenter's remote sends Escape and F5 in turn. */
static void leave(const Command *command, CommandState *state)
{
    (void)command;
    if (state->blank)
        state->blank = false;
    else if (state->dialog)
        state->dialog = DIALOGS_NONE;
    else if (state->help)
        state->help = false;
    else if (state->words)
        state->words = false;
    else if (state->fault)
        state->fault = false;
    else if (state->full_screen)
        state->full_screen = false;
    else if (!state->start)
        leave_run(state);
}

/* ---- The table ---- */

#define COMMAND(name_, help_, keys_, ...)                                      \
    {                                                                          \
        .name = name_, .help = help_, .keys = keys_, __VA_ARGS__               \
    }
#define KEYS(...)                                                              \
    {                                                                          \
        __VA_ARGS__                                                            \
    }
#define MOVE(icon_, unit_, direction_)                                         \
    .icon = icon_, .group = COMMANDS_MOVE, .repeats = true, .act = move,       \
    .is_idle = is_at_end, .unit = unit_, .direction = direction_
#define END(icon_, direction_)                                                 \
    .icon = icon_, .group = COMMANDS_MOVE, .act = go_to_end,                   \
    .is_idle = is_at_end, .direction = direction_
#define SPEED(icon_, direction_)                                               \
    .icon = icon_, .group = COMMANDS_SPEED, .repeats = true,                   \
    .act = change_speed, .is_idle = is_at_limit, .direction = direction_
#define JUMP(icon_, mark_, direction_)                                         \
    .icon = icon_, .group = COMMANDS_MOVE, .repeats = true, .act = jump,       \
    .is_idle = is_the_last, .mark = mark_, .direction = direction_
#define ZOOM(icon_, act_, direction_)                                          \
    .icon = icon_, .group = COMMANDS_SPEED, .repeats = true, .act = act_,      \
    .direction = direction_
#define SCALE(icon_, direction_)                                               \
    .icon = icon_, .group = COMMANDS_WINDOW, .repeats = true,                  \
    .act = change_scale, .is_idle = is_at_scale_limit, .direction = direction_
#define MARK(icon_, direction_)                                                \
    .icon = icon_, .group = COMMANDS_PLACE, .act = go_to_mark,                 \
    .is_idle = is_without_mark, .direction = direction_
#define THREAD(direction_)                                                     \
    .icon = ICON_NONE, .group = COMMANDS_PLACE, .repeats = true,               \
    .act = change_thread, .direction = direction_
#define STOP(direction_)                                                       \
    .icon = ICON_NONE, .group = COMMANDS_PLACE, .act = go_on,                  \
    .is_idle = is_without_lesson, .direction = direction_
#define CARD(act_, direction_)                                                 \
    .icon = ICON_NONE, .group = COMMANDS_PLACE, .act = act_,                   \
    .direction = direction_
#define DIALOG(icon_, group_, dialog_)                                         \
    .icon = icon_, .group = group_, .act = open_dialog, .dialog = dialog_
#define FLAG(icon_, flag_)                                                     \
    .icon = icon_, .group = COMMANDS_WINDOW, .act = toggle,                    \
    .flag = offsetof(CommandState, flag_)
#define ACT(icon_, group_, act_) .icon = icon_, .group = group_, .act = act_

static const Command commands[] = {
    COMMAND("First", "go to the start", KEYS("Home"), END(ICON_FIRST, -1)),
    COMMAND("Previous phase", "previous phase", KEYS("Ctrl+Left", "Ctrl+Up"),
            MOVE(ICON_BACK_PHASE, UNIT_PHASE, -1)),
    COMMAND("Previous step", "previous step",
            KEYS("Up", "PageUp", "Shift+Left"),
            MOVE(ICON_BACK_STEP, UNIT_STEP, -1)),
    COMMAND("Previous instruction", "previous instruction", KEYS("Left"),
            MOVE(ICON_BACK, UNIT_INSTRUCTION, -1), .mouse = "wheel up"),
    COMMAND("Play or pause", "play or pause", KEYS("Space"),
            ACT(ICON_PLAY, COMMANDS_MOVE, play), .is_idle = has_no_ticks),
    COMMAND("Next instruction", "next instruction", KEYS("Right"),
            MOVE(ICON_FORWARD, UNIT_INSTRUCTION, 1), .mouse = "wheel down"),
    COMMAND("Next step", "next step", KEYS("Down", "PageDown", "Shift+Right"),
            MOVE(ICON_FORWARD_STEP, UNIT_STEP, 1)),
    COMMAND("Next phase", "next phase", KEYS("Ctrl+Right", "Ctrl+Down"),
            MOVE(ICON_FORWARD_PHASE, UNIT_PHASE, 1)),
    COMMAND("Last", "go to the end", KEYS("End"), END(ICON_LAST, 1)),
    COMMAND("Jump", "go to an instruction, step or phase", KEYS(NULL),
            .group = COMMANDS_MOVE, .mouse = "click or drag a timeline"),
    COMMAND("Previous conflict", "previous bank conflict", KEYS("Shift+X"),
            JUMP(ICON_BACK_CONFLICT, MARK_CONFLICT, -1)),
    COMMAND("Next conflict", "next bank conflict", KEYS("X"),
            JUMP(ICON_CONFLICT, MARK_CONFLICT, 1)),
    COMMAND("Previous fault", "previous race or wrong value", KEYS("Shift+D"),
            JUMP(ICON_BACK_RACE, MARK_FAULT, -1)),
    COMMAND("Next fault", "next race or wrong value", KEYS("D"),
            JUMP(ICON_RACE, MARK_FAULT, 1)),
    COMMAND("Slower", "half the speed", KEYS("-"), SPEED(ICON_SLOWER, -1)),
    COMMAND("Faster", "twice the speed", KEYS("+", "="), SPEED(ICON_FASTER, 1)),
    COMMAND("Animation", "animation of values", KEYS("A"),
            ACT(ICON_MOTION, COMMANDS_SPEED, animate), .while_asked = true),
    COMMAND("Clock", "compare by steps or by cycles", KEYS("R"),
            ACT(ICON_CLOCK, COMMANDS_SPEED, change_clock)),
    COMMAND("Closer", "zoom in", KEYS("Z"), ZOOM(ICON_NONE, zoom, 1),
            .mouse = "Ctrl+wheel up"),
    COMMAND("Farther", "zoom out", KEYS("Shift+Z"), ZOOM(ICON_NONE, zoom, -1),
            .mouse = "Ctrl+wheel down"),
    COMMAND("Pan right", "move the zoomed view right", KEYS("Alt+Right"),
            ZOOM(ICON_NONE, pan, 1), .mouse = "drag to the left"),
    COMMAND("Pan left", "move the zoomed view left", KEYS("Alt+Left"),
            ZOOM(ICON_NONE, pan, -1), .mouse = "drag to the right"),
    COMMAND("Whole", "show everything", KEYS("0"),
            ZOOM(ICON_NONE, show_whole, 0), .mouse = "middle click"),
    COMMAND("Previous bookmark", "previous bookmark", KEYS("["),
            MARK(ICON_PREVIOUS_MARK, -1)),
    COMMAND("Bookmark", "set or remove a bookmark", KEYS("M"),
            ACT(ICON_MARK, COMMANDS_PLACE, mark)),
    COMMAND("Next bookmark", "next bookmark", KEYS("]"),
            MARK(ICON_NEXT_MARK, 1)),
    COMMAND("Go to step", "go to a step by number", KEYS("G", "#"),
            DIALOG(ICON_STEP, COMMANDS_PLACE, DIALOGS_STEP)),
    COMMAND("Next stop", "lesson: the answer, then the next stop",
            KEYS("Ctrl+PageDown"), STOP(1), .mouse = "in a lesson, Page Down"),
    COMMAND("Previous stop", "lesson: previous stop", KEYS("Ctrl+PageUp"),
            STOP(-1), .mouse = "in a lesson, Page Up"),
    COMMAND("Speaker notes", "lesson: speaker notes", KEYS("J"),
            FLAG(ICON_NONE, note), .is_idle = is_without_lesson,
            .mouse = "click its text"),
    COMMAND("Start page", "start page", KEYS("O"), FLAG(ICON_START, start),
            .at_start = true),
    COMMAND("Record a run", "choose and record a run",
            KEYS("N", "Ctrl+N", "Ctrl+O"),
            DIALOG(ICON_RUN, COMMANDS_WINDOW, DIALOGS_RUN), .at_start = true),
    COMMAND("Open", "open 1 to 4 traces or programs", KEYS(NULL),
            .group = COMMANDS_WINDOW, .mouse = "drop files on the window",
            .at_start = true),
    COMMAND("Values", "values as numbers or as sums Σ", KEYS("V"),
            ACT(ICON_LABELS, COMMANDS_WINDOW, show_labels)),
    COMMAND("Time", "timeline of warps", KEYS("W"),
            ACT(ICON_TIME, COMMANDS_WINDOW, show_time)),
    COMMAND("Charts", "next chart over n", KEYS("P"),
            ACT(ICON_CHART, COMMANDS_WINDOW, show_chart)),
    COMMAND("Predict", "predict mode", KEYS("E"), FLAG(ICON_NONE, ask),
            .while_asked = true, .mouse = "click an answer"),
    COMMAND("Next thread", "local variables of the next thread", KEYS("L"),
            THREAD(1), .mouse = "click a lane"),
    COMMAND("Previous thread", "local variables of the previous thread",
            KEYS("Shift+L"), THREAD(-1), .mouse = "click a name in a queue"),
    COMMAND("Lowest thread", "local variables of the lowest active thread",
            KEYS("Ctrl+L"), ACT(ICON_NONE, COMMANDS_PLACE, show_lowest),
            .is_idle = is_lowest, .mouse = "click it again"),
    COMMAND("Point", "choose a thing with the arrow keys", KEYS("Tab"),
            CARD(choose, 0), .mouse = "click it"),
    COMMAND("Next link", "next link of the card", KEYS("K"), CARD(next_link, 1),
            .repeats = true, .is_idle = has_no_card,
            .mouse = "wheel down on it"),
    COMMAND("Previous link", "previous link of the card", KEYS("Shift+K"),
            CARD(next_link, -1), .repeats = true, .is_idle = has_no_card,
            .mouse = "wheel up on it"),
    COMMAND("Follow", "follow the link", KEYS("Return"), CARD(follow_link, 0),
            .is_idle = has_no_card, .mouse = "click the link"),
    COMMAND("Smaller", "smaller text", KEYS("Ctrl+-"), SCALE(ICON_SMALLER, -1),
            .while_asked = true, .at_start = true),
    COMMAND("Larger", "larger text", KEYS("Ctrl++", "Ctrl+=", "Ctrl+Shift+="),
            SCALE(ICON_LARGER, 1), .while_asked = true, .at_start = true),
    COMMAND("Projector", "projector layout", KEYS("Shift+P"),
            FLAG(ICON_PROJECTOR, projector), .while_asked = true,
            .at_start = true),
    COMMAND("Colours", "colours: light, dark or print", KEYS("T"),
            ACT(ICON_THEME, COMMANDS_WINDOW, change_theme), .while_asked = true,
            .at_start = true),
    COMMAND("Blank", "blank screen", KEYS("B", "."), FLAG(ICON_BLANK, blank),
            .keeps_blank = true, .while_asked = true, .at_start = true),
    COMMAND("Save", "save the frame as PNG", KEYS("S", "Ctrl+S"),
            FLAG(ICON_SAVE, save), .while_asked = true),
    COMMAND("Full screen", "full screen", KEYS("F", "F11", "F5"),
            FLAG(ICON_FULL, full_screen), .while_asked = true,
            .at_start = true),
    COMMAND("Toolbar", "toolbar", KEYS("C"), FLAG(ICON_TOOLBAR, toolbar),
            .mouse = "right click", .while_asked = true, .at_start = true),
    COMMAND("Glossary", "glossary", KEYS("I"), FLAG(ICON_WORDS, words),
            .while_asked = true, .at_start = true),
    COMMAND("Help", "this help", KEYS("H", "?", "F1"), FLAG(ICON_HELP, help),
            .while_asked = true, .at_start = true),
    COMMAND("Leave", "close a panel, or go to the start page", KEYS("Escape"),
            .group = COMMANDS_WINDOW, .act = leave, .keeps_blank = true,
            .mouse = "click outside", .while_asked = true, .at_start = true),
    COMMAND("Quit", "quit", KEYS("Q", "Ctrl+Q"), FLAG(ICON_QUIT, quit),
            .while_asked = true, .at_start = true),
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
        for (int j = 0; j < COMMAND_KEYS && commands[i].keys[j]; ++j)
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

void command_run(const Command *command, CommandState *state)
{
    if (!command->keeps_blank)
        state->blank = false;
    if (command->act && (command->at_start || !state->start) &&
        (command->while_asked || !state->asking))
        command->act(command, state);
}

bool command_is_idle(const Command *command, const CommandState *state)
{
    return (state->start && !command->at_start) ||
           (state->asking && !command->while_asked) ||
           (command->is_idle && command->is_idle(command, state));
}

void command_manual(Text *text)
{
    for (int i = 0; i < COMMANDS; ++i) {
        const Command *command = commands + i;
        text_add(text, ".TP\n");
        for (int j = 0; j < COMMAND_KEYS && command->keys[j]; ++j) {
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
