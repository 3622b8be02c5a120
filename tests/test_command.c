/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/command.c.
 */
#include "window/command.h"
#include "fixture.h"

#include <glib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Trace *trace;
    Player player;
    CommandState state;
} Setup;

static void setup_open(Setup *setup)
{
    const Trace *traces[1];
    Error error;

    setup->trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4);
    traces[0] = setup->trace;
    g_assert_true(player_init(&setup->player, traces, 1, &error));
    setup->state = (CommandState){.player = &setup->player};
}

static void setup_close(Setup *setup)
{
    player_free(&setup->player);
    trace_free(setup->trace);
}

static void press(Setup *setup, const char *key)
{
    const Command *command = command_by_key(key);

    g_assert_nonnull(command);
    command_run(command, &setup->state);
}

/* W shows blocks in time, over the views and under charts. */
static void test_time(void)
{
    Setup setup;

    setup_open(&setup);
    press(&setup, "W");
    press(&setup, "C");
    press(&setup, "W"); /* back from the chart */
    g_assert_true(setup.state.time && !setup.state.chart);
    press(&setup, "W");
    g_assert_false(setup.state.time);
    setup_close(&setup);
}

/* Every command can be found and done in each of the ways that it says. */
static void test_table(void)
{
    size_t count;
    const Command *all = command_all(&count);
    int keys = 0;

    g_assert_cmpuint(count, >, 0);
    for (size_t i = 0; i < count; ++i) {
        const Command *command = all + i;
        bool has_key = command->keys[0] != NULL;
        g_assert_true(has_key || command->mouse);
        g_assert_nonnull(command->help);
        g_assert_true(command_by_name(command->name) == command);
        keys += has_key;
        for (int j = 0; j < COMMAND_KEYS && command->keys[j]; ++j)
            g_assert_true(command_by_key(command->keys[j]) == command);
    }
    g_assert_null(command_by_key("Y"));
    g_assert_null(command_by_name("Y"));
    g_assert_cmpint(keys, <=, 36);
}

static void test_moves(void)
{
    static const struct {
        const char *key, *back;
        PlayerUnit unit;
    } moves[] = {{"Right", "Left", UNIT_INSTRUCTION},
                 {"Down", "Up", UNIT_STEP},
                 {"PageDown", "PageUp", UNIT_STEP}};
    Setup setup;

    setup_open(&setup);
    Player *player = &setup.player, other = setup.player;
    for (size_t i = 0; i < G_N_ELEMENTS(moves); ++i) {
        player_seek(player, player->step_ticks[2]);
        player_seek(&other, player->step_ticks[2]);
        player->playing = true;
        press(&setup, moves[i].key);
        player_move(&other, moves[i].unit, 1);
        g_assert_cmpuint(player->tick, ==, other.tick);
        g_assert_false(player->playing);
        press(&setup, moves[i].back);
        player_move(&other, moves[i].unit, -1);
        g_assert_cmpuint(player->tick, ==, other.tick);
    }
    press(&setup, "End");
    g_assert_cmpuint(player->tick, ==, player->ticks);
    press(&setup, "Home");
    g_assert_cmpuint(player->tick, ==, 0);
    setup_close(&setup);
}

/* A key turns what it names on, and off again. */
static void test_switches(void)
{
    static const struct {
        const char *key;
        size_t flag;
    } cases[] = {{"V", offsetof(CommandState, labels)},
                 {"D", offsetof(CommandState, details)},
                 {"U", offsetof(CommandState, setup)},
                 {"M", offsetof(CommandState, menu)},
                 {"G", offsetof(CommandState, words)},
                 {"F1", offsetof(CommandState, help)},
                 {"F5", offsetof(CommandState, full_screen)},
                 {"L", offsetof(CommandState, projector)},
                 {"B", offsetof(CommandState, blank)},
                 {".", offsetof(CommandState, blank)},
                 {"S", offsetof(CommandState, save)},
                 {"J", offsetof(CommandState, note)},
                 {"Ctrl+Q", offsetof(CommandState, quit)}};
    Setup setup;
    CommandState *state = &setup.state;

    setup_open(&setup);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        const bool *flag = (const bool *)((const char *)state + cases[i].flag);
        for (int on = 1; on >= 0; --on) {
            press(&setup, cases[i].key);
            g_assert_cmpint(*flag, ==, on);
        }
    }
    for (int theme = 1; theme <= THEME_COUNT; ++theme) {
        press(&setup, "T");
        g_assert_cmpint(state->theme, ==, theme % THEME_COUNT);
    }
    for (int kind = 1; kind <= CHART_KINDS; ++kind) {
        press(&setup, "C");
        g_assert_cmpint(state->chart, ==, kind % CHART_KINDS);
    }
    press(&setup, "Ctrl++");
    g_assert_cmpfloat(state->scale, ==, 1.25);
    press(&setup, "Ctrl+-");
    g_assert_cmpfloat(state->scale, ==, 1);
    press(&setup, "B"); /* any other command lights the screen again */
    press(&setup, "PageDown");
    g_assert_false(state->blank);
    for (int i = 0; i < 20; ++i) { /* speeds double, and wrap */
        double before = setup.player.speed;
        press(&setup, "+");
        double after = setup.player.speed;
        g_assert_true(after == 2 * before || after == PLAYER_USUAL / 2);
        g_assert_cmpfloat(after, <=, PLAYER_FASTEST);
    }
    setup_close(&setup);
}

/* Escape leaves one thing at a time, what was entered last first. */
static void test_leave(void)
{
    Setup setup;
    CommandState *state = &setup.state;

    setup_open(&setup);
    press(&setup, "F5");
    state->fault = state->card = state->lesson = true;
    press(&setup, "W");
    press(&setup, "Ctrl+O");
    press(&setup, "Escape");
    g_assert_cmpint(state->dialog, ==, DIALOGS_NONE);
    press(&setup, "F1");
    g_assert_true(state->full_screen && state->help);
    press(&setup, "Escape");
    g_assert_true(state->full_screen && !state->help && !state->quit);
    g_assert_true(state->fault);
    press(&setup, "Escape");
    g_assert_true(state->full_screen && !state->fault && !state->quit);
    press(&setup, "Escape");
    g_assert_true(!state->full_screen && state->card);
    press(&setup, "Escape");
    g_assert_true(!state->card && state->time);
    press(&setup, "Escape");
    g_assert_true(!state->time && !state->start);
    for (int i = 0; i < 4; ++i) { /* to the start page, and back */
        press(&setup, "Escape");
        g_assert_true(state->start == !(i % 2));
        g_assert_true(state->lesson && !state->quit);
    }
    press(&setup, "Ctrl+Q");
    g_assert_true(state->quit);
    setup_close(&setup);
}

/* A command that is shown as idle changes nothing, and no other is. */
static void test_idle(void)
{
    Setup setup;
    size_t count;
    const Command *all = command_all(&count);

    setup_open(&setup);
    for (int tick = 0; tick < 2; ++tick)
        for (int speed = 0; speed < 20; ++speed) {
            player_seek(&setup.player, tick ? UINT32_MAX : 0);
            setup.state.scale = 0.5 + speed * 0.125;
            for (size_t i = 0; i < count; ++i) {
                Player was = setup.player;
                double scale = setup.state.scale;
                if (!all[i].is_idle || strcmp(all[i].name, "Play") == 0)
                    continue;
                bool idle = command_is_idle(all + i, &setup.state);
                command_run(all + i, &setup.state);
                g_assert_true(idle == (was.tick == setup.player.tick &&
                                       was.speed == setup.player.speed &&
                                       fabs(scale - setup.state.scale) < 1e-9));
                setup.player = was;
                setup.state.scale = scale;
            }
            player_faster(&setup.player, tick ? 1 : -1);
        }
    setup_close(&setup);
}

/* A race starts on the clock of cycles, and there is one for two. */
static void test_race(void)
{
    Trace *traces[2] = {fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4),
                        fixture_scan(PLACE_NOPADDING, OP_ADD, 16, 4)};
    Player player;
    Error error;
    CommandState state = {.player = &player};
    const Command *race = command_by_key("R");

    for (int count = 1; count <= 2; ++count) {
        g_assert_true(
            player_init(&player, (const Trace *const *)traces, count, &error));
        player_seek(&player, 9);
        g_assert_true(command_is_idle(race, &state) == (count < 2));
        command_run(race, &state);
        g_assert_true(player.playing == (count == 2));
        g_assert_cmpint(player.clock, ==,
                        count == 2 ? CLOCK_CYCLES : CLOCK_STEPS);
        g_assert_cmpuint(player.tick, ==, count == 2 ? 0 : 9);
        command_run(race, &state);
        g_assert_cmpint(player.clock, ==, CLOCK_STEPS);
        g_assert_false(player.playing);
        player_free(&player);
    }
    trace_free(traces[0]);
    trace_free(traces[1]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/command/table", test_table);
    g_test_add_func("/command/time", test_time);
    g_test_add_func("/command/moves", test_moves);
    g_test_add_func("/command/switches", test_switches);
    g_test_add_func("/command/race", test_race);
    g_test_add_func("/command/leave", test_leave);
    g_test_add_func("/command/idle", test_idle);
    return g_test_run();
}
