/* SPDX-License-Identifier: MIT
 *
 * command - the table of commands and their actions.
 */
#include "window/command.h"

#include "draw/layout.h"
#include "util/base.h"

#include <math.h>
#include <string.h>

/* ---- Time ---- */

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

uint32_t command_problem(const Player *player, int direction)
{
    const PlayerMark any = (PlayerMark)(MARK_CONFLICT | MARK_FAULT);
    uint32_t tick = player_find(player, any, direction);

    if (tick == player->tick) {
        Player other = *player;
        other.tick = direction < 0 ? player->ticks + 1 : 0;
        tick = player_find(&other, any, direction);
        tick = tick > player->ticks || tick == 0 ? player->tick : tick;
    }
    return tick;
}

static void jump(const Command *command, CommandState *state)
{
    Player *player = state->player;
    uint32_t tick = command_problem(player, command->direction);

    player->playing = false;
    if (tick != player->tick) /* from before it, to see its queues */
        player_play_to(player, tick);
}

static bool has_no_problem(const Command *command, const CommandState *state)
{
    return command_problem(state->player, command->direction) ==
           state->player->tick;
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

/* Twice the speed; after the fastest comes half of the usual one. */
static void change_speed(const Command *command, CommandState *state)
{
    Player *player = state->player;

    if (command->direction > 0 && player->speed >= PLAYER_FASTEST / 2)
        player->speed = PLAYER_USUAL / 2;
    else
        player_faster(player, command->direction);
}

static bool is_race(const CommandState *state)
{
    return state->player->clock == CLOCK_CYCLES;
}

/* Runs all traces on one clock of cycles, from the start. */
static void race(const Command *command, CommandState *state)
{
    Player *player = state->player;
    bool starts = !is_race(state);

    (void)command;
    if (player->count < 2)
        return;
    player_set_clock(player, starts ? CLOCK_CYCLES : CLOCK_STEPS);
    if (starts)
        player_seek(player, 0);
    player->playing = starts;
}

static bool is_alone(const Command *command, const CommandState *state)
{
    (void)command;
    return state->player->count < 2;
}

static bool is_asked(const CommandState *state)
{
    return state->asking;
}

/* ---- Cards ---- */

/* Chooses a thing, which the arrow keys then move. */
static void choose(const Command *command, CommandState *state)
{
    (void)command;
    state->chart = CHART_NONE;
    state->arrows = true;
    state->choose = !state->card;
}

/* ---- Looks ---- */

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

static void change_theme(const Command *command, CommandState *state)
{
    (void)command;
    state->theme = (Theme)((state->theme + 1) % THEME_COUNT);
}

/* ---- The window ---- */

/* The command that has opened a dialog closes it again. */
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

/* The same of what only the frame shows. */
static void toggle_view(const Command *command, CommandState *state)
{
    state->chart = CHART_NONE;
    toggle(command, state);
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
    state->chart = (ChartKind)((state->chart + 1) % CHART_KINDS);
}

static bool is_chart(const CommandState *state)
{
    return state->chart != CHART_NONE;
}

static bool is_without_lesson(const Command *command, const CommandState *state)
{
    (void)command;
    return !state->lesson;
}

/* Leaves the view of the run, then the run. */
static void leave_run(CommandState *state)
{
    if (state->asking)
        state->ask = true; /* which ends it */
    else if (state->chart)
        state->chart = CHART_NONE;
    else if (state->card)
        state->card = state->arrows = false;
    else if (state->time)
        state->time = false;
    else
        state->start = true;
}

/* Closes what is uppermost, then full screen, then the run, but never the
 * window: a presenter's remote sends Escape and F5 in turn. */
static void leave(const Command *command, CommandState *state)
{
    bool *const open[] = {&state->blank,      &state->menu,  &state->help,
                          &state->words,      &state->fault, &state->setup,
                          &state->full_screen};

    (void)command;
    if (!state->blank && state->dialog) {
        state->dialog = DIALOGS_NONE;
        return;
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; ++i)
        if (*open[i]) {
            *open[i] = false;
            return;
        }
    if (!state->start)
        leave_run(state);
    else if (state->player->count)
        state->start = false;
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
#define BAR       .place = COMMAND_BAR
#define MENU      .place = COMMAND_MENU
#define ACT(act_) .act = act_
#define MOVE(unit_, direction_)                                                \
    .repeats = true, .act = move, .is_idle = is_at_end, .unit = unit_,         \
    .direction = direction_
#define END(direction_)                                                        \
    .act = go_to_end, .is_idle = is_at_end, .direction = direction_
#define SPEED(direction_)                                                      \
    .repeats = true, .act = change_speed, .direction = direction_,             \
    .while_asked = true
#define JUMP(direction_)                                                       \
    .repeats = true, .act = jump, .is_idle = has_no_problem,                   \
    .direction = direction_
#define SCALE(direction_)                                                      \
    MENU, .repeats = true, .act = change_scale, .is_idle = is_at_scale_limit,  \
          .direction = direction_, ALWAYS
#define FLAG(act_, flag_) .act = act_, .flag = offsetof(CommandState, flag_)
#define ALWAYS            .while_asked = true, .at_start = true

static const Command commands[] = {
    COMMAND("Back", "previous instruction", KEYS("Left"), BAR,
            MOVE(UNIT_INSTRUCTION, -1), .mouse = "wheel up"),
    COMMAND("Play", "play or pause", KEYS("Space"), BAR, ACT(play),
            .is_idle = has_no_ticks),
    COMMAND("Step", "next instruction", KEYS("Right"), BAR,
            MOVE(UNIT_INSTRUCTION, 1), .mouse = "wheel down"),
    COMMAND("Position", "go to an instruction", KEYS(NULL), BAR,
            .mouse = "click or drag the position, click a timeline"),
    COMMAND("Next problem", "next bank conflict or fault", KEYS("N"), BAR,
            JUMP(1)),
    COMMAND("Speed", "twice the speed", KEYS("+"), BAR, SPEED(1)),
    COMMAND("Predict", "predict what comes next", KEYS("P"), BAR,
            FLAG(toggle, ask), .is_on = is_asked, .while_asked = true,
            .mouse = "click an answer"),
    COMMAND("Details", "code, totals, global memory, registers", KEYS("D"), BAR,
            FLAG(toggle_view, details), .while_asked = true),
    COMMAND("More", "all other commands", KEYS("M"), BAR, FLAG(toggle, menu),
            .while_asked = true),
    COMMAND("Race", "run all sides on one clock of cycles", KEYS("R"), MENU,
            ACT(race), .is_on = is_race, .is_idle = is_alone),
    COMMAND("Timeline of warps", "what each warp does, over time", KEYS("W"),
            MENU, ACT(show_time), .flag = offsetof(CommandState, time)),
    COMMAND("Charts", "next chart over n", KEYS("C"), MENU, ACT(show_chart),
            .is_on = is_chart),
    COMMAND("Values as sums", "values as numbers or as sums Σ", KEYS("V"), MENU,
            FLAG(toggle_view, labels)),
    COMMAND("Set-up", "choose what runs: algorithm, size, banks, input",
            KEYS("U"), MENU, FLAG(toggle, setup)),
    COMMAND("Open", "open a program or a trace", KEYS("Ctrl+O"), MENU,
            ACT(open_dialog), .dialog = DIALOGS_FILE,
            .mouse = "drop files on the window", .at_start = true),
    COMMAND("Start page", "start page", KEYS("O"), MENU, FLAG(toggle, start),
            .at_start = true),
    COMMAND("Save picture", "save the picture as PNG", KEYS("S"), MENU,
            FLAG(toggle, save), .while_asked = true),
    COMMAND("Full screen", "full screen", KEYS("F5"), MENU,
            FLAG(toggle, full_screen), ALWAYS),
    COMMAND("Blank screen", "blank screen", KEYS("B", "."), MENU,
            FLAG(toggle, blank), .keeps_blank = true, ALWAYS),
    COMMAND("Projector", "larger text, for the last row", KEYS("L"), MENU,
            FLAG(toggle, projector), ALWAYS),
    COMMAND("Larger text", "larger text", KEYS("Ctrl++"), SCALE(1)),
    COMMAND("Smaller text", "smaller text", KEYS("Ctrl+-"), SCALE(-1)),
    COMMAND("Theme", "light, dark or print", KEYS("T"), MENU, ACT(change_theme),
            ALWAYS),
    COMMAND("Speaker notes", "lesson: speaker notes", KEYS("J"), MENU,
            FLAG(toggle, note), .is_idle = is_without_lesson,
            .mouse = "click the text of the lesson"),
    COMMAND("Glossary", "glossary", KEYS("G"), MENU, FLAG(toggle, words),
            ALWAYS),
    COMMAND("Keys", "all keys", KEYS("F1"), MENU, FLAG(toggle, help), ALWAYS),
    COMMAND("Quit", "end the program", KEYS("Ctrl+Q"), MENU, FLAG(toggle, quit),
            ALWAYS),
    COMMAND("Next step", "next step; in a lesson, the next stop",
            KEYS("Down", "PageDown"), MOVE(UNIT_STEP, 1)),
    COMMAND("Previous step", "previous step; in a lesson, the previous stop",
            KEYS("Up", "PageUp"), MOVE(UNIT_STEP, -1)),
    COMMAND("First", "go to the start", KEYS("Home"), END(-1)),
    COMMAND("Last", "go to the end", KEYS("End"), END(1)),
    COMMAND("Previous problem", "previous bank conflict or fault",
            KEYS("Shift+N"), JUMP(-1)),
    COMMAND("Slower", "half the speed", KEYS("-"), SPEED(-1)),
    COMMAND("Point", "choose a thing, by the arrow keys; links of its card",
            KEYS("Tab"), ACT(choose), .mouse = "click it"),
    COMMAND("Leave",
            "close a panel, leave full screen, or go to the start page and "
            "back",
            KEYS("Escape"), ACT(leave), .keeps_blank = true,
            .mouse = "click outside", ALWAYS),
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

const Command *command_by_name(const char *name)
{
    for (int i = 0; i < COMMANDS; ++i)
        if (strcmp(commands[i].name, name) == 0)
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

bool command_is_on(const Command *command, const CommandState *state)
{
    if (command->is_on)
        return command->is_on(state);
    return command->flag &&
           *(const bool *)((const char *)state + command->flag);
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
        if (!command->keys[0] && !command->mouse)
            text_add(text, "More");
        text_add(text, "\n");
        text_add_roff(text, command->help);
        text_add(text, "\n");
    }
}
