/* SPDX-License-Identifier: MIT
 *
 * Tests of src/playback/player.c.
 */
#include "playback/player.h"
#include "fixture.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* The LeftRight and the Padding tree, side by side. */
typedef struct {
    Trace *traces[2];
    Player player;
} Pair;

static Pair pair_new(uint32_t n, uint32_t k)
{
    Pair pair;
    Error error;

    pair.traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, n, k);
    pair.traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, n, k);
    g_assert_true(player_init(&pair.player, (const Trace *const *)pair.traces,
                              2, &error));
    return pair;
}

static void pair_free(Pair *pair)
{
    player_free(&pair->player);
    trace_free(pair->traces[0]);
    trace_free(pair->traces[1]);
}

/* From every tick: forward and back, by every unit, ends where a jump to the
 * stop before would. */
static void test_forward_then_back(void)
{
    Pair pair = pair_new(32, 4);
    Player *player = &pair.player;

    for (int unit = UNIT_INSTRUCTION; unit <= UNIT_PHASE; ++unit) {
        uint32_t stops[512], count = 0;
        player_seek(player, 0);
        do {
            stops[count++] = player->tick;
            g_assert_cmpuint(count, <, G_N_ELEMENTS(stops));
            player_move(player, (PlayerUnit)unit, 1);
        } while (player->tick != stops[count - 1]);
        g_assert_cmpuint(stops[count - 1], ==, player->ticks);
        for (uint32_t i = 0; i + 1 < count; ++i) {
            player_seek(player, stops[i]);
            player_move(player, (PlayerUnit)unit, 1);
            g_assert_cmpuint(player->tick, ==, stops[i + 1]);
            player_move(player, (PlayerUnit)unit, -1);
            g_assert_cmpuint(player->tick, ==, stops[i]);
        }
        player_seek(player, 0);
        player_move(player, (PlayerUnit)unit, -1);
        g_assert_cmpuint(player->tick, ==, 0);
    }
    pair_free(&pair);
}

/* What an animated player shows continues from where it was to where it is, and
 * rests there; by either clock. */
static void test_shown(void)
{
    Pair pair = pair_new(16, 4);
    Player *player = &pair.player;

    player_animate(player, true);
    for (int kind = 0; kind < CLOCK_COUNT; ++kind) {
        player_set_clock(player, (Clock)kind);
        for (int unit = UNIT_INSTRUCTION; unit <= UNIT_PHASE; ++unit) {
            player_seek(player, 0);
            while (player->tick < player->ticks) {
                double last[2] = {0, 0}, remains;
                for (int t = 0; t < 2; ++t)
                    last[t] =
                        (double)player_shown(player, t, &remains) - remains;
                player_move(player, (PlayerUnit)unit, 1);
                g_assert_cmpfloat(player_due(player), >, 0);
                for (int i = 0; player_due(player) >= 0; ++i) {
                    g_assert_cmpint(i, <, 100);
                    g_assert_true(player_advance(player, 0.05));
                    for (int t = 0; t < 2; ++t) {
                        double now =
                            (double)player_shown(player, t, &remains) - remains;
                        g_assert_cmpfloat(now, >=, last[t] - 1e-9);
                        last[t] = now;
                    }
                }
                for (int t = 0; t < 2; ++t)
                    g_assert_cmpuint((size_t)(last[t] + 1e-9), ==,
                                     player_position(player, t));
            }
            player_move(player, (PlayerUnit)unit, -1); /* back: at once */
            g_assert_cmpfloat(player_due(player), <, 0);
        }
    }
    pair_free(&pair);
}

/* The other clock starts where this one was, and there and back is no move. */
static void test_clocks(void)
{
    Pair pair = pair_new(16, 4);
    Player *player = &pair.player;

    for (uint32_t tick = 0; tick <= player->ticks; ++tick) {
        player_set_clock(player, CLOCK_STEPS);
        player_seek(player, tick);
        size_t position = player_position(player, 0);
        player_set_clock(player, CLOCK_CYCLES);
        if (tick < player->timelines[CLOCK_STEPS].ticks)
            g_assert_cmpuint(player_position(player, 0), ==, position);
        player_set_clock(player, CLOCK_STEPS);
        g_assert_cmpuint(player_position(player, 0), ==, position);
    }
    player_set_clock(player, CLOCK_CYCLES);
    player_seek(player, player->ticks);
    for (int t = 0; t < 2; ++t)
        g_assert_cmpuint(player_position(player, t), ==,
                         pair.traces[t]->instructions_count);
    pair_free(&pair);
}

/* Jumps stop at every marked instruction of any trace, both ways. */
static void test_marks(void)
{
    Pair pair = pair_new(16, 4);
    Player *player = &pair.player;
    size_t count = pair.traces[1]->instructions_count;
    uint8_t *marks = base_alloc(count, 1);
    static const size_t at[] = {0, 3, 4, 20};

    g_assert_cmpuint(player_find(player, MARK_CONFLICT, 1), ==, 0);
    for (size_t i = 0; i < G_N_ELEMENTS(at); ++i)
        marks[at[i]] = MARK_CONFLICT;
    marks[9] = MARK_RACE;
    for (int t = 0; t < 2; ++t) { /* whichever trace has them */
        player->marks[t] = marks;
        g_assert_cmpuint(player_find(player, MARK_CONFLICT, 1), ==,
                         player_tick_of(player, t, 0));
        player->marks[t] = NULL;
    }
    player->marks[1] = marks;
    for (size_t i = 0; i < G_N_ELEMENTS(at); ++i) {
        player_seek(player, player_find(player, MARK_CONFLICT, 1));
        g_assert_cmpuint(player_position(player, 1), ==, at[i] + 1);
    }
    g_assert_cmpuint(player_find(player, MARK_CONFLICT, 1), ==, player->tick);
    for (size_t i = G_N_ELEMENTS(at) - 1; i-- > 0;) {
        player_seek(player, player_find(player, MARK_CONFLICT, -1));
        g_assert_cmpuint(player_position(player, 1), ==, at[i] + 1);
    }
    g_assert_cmpuint(player_find(player, MARK_CONFLICT, -1), ==, player->tick);
    player_seek(player, player_find(player, MARK_RACE, 1));
    g_assert_cmpuint(player_position(player, 1), ==, 10);
    free(marks);
    pair_free(&pair);
}

/* What is under way when the hand moves or stops the player, comes to its end,
 * and no further. */
static void test_on_the_way(void)
{
    Pair pair = pair_new(16, 4);
    Player *player = &pair.player;
    const double *times = player->timelines[player->clock].times;

    player_animate(player, true);
    player_toggle(player);
    g_assert_true(player_advance(player, 0.01)); /* within a tick */
    double passed = player->pending;
    g_assert_cmpfloat(passed, >, 0);
    player_move(player, UNIT_INSTRUCTION, 1);
    g_assert_cmpfloat(player->pending, ==, passed - times[1]);
    player_toggle(player);
    g_assert_cmpfloat(player->pending, <, 0);
    g_assert_true(player_advance(player, 1000));
    g_assert_cmpfloat(player->pending, ==, 0);
    g_assert_cmpuint(player->tick, ==, 1);

    for (int i = 0; i < 20; ++i)
        player_faster(player, -1);
    g_assert_cmpfloat(player->speed, ==, 0.25);
    player_toggle(player);
    g_assert_true(player_advance(player, 0.1));
    player_toggle(player); /* stopped, it does not crawl */
    g_assert_cmpfloat(player->rush, >, player->speed);
    for (int i = 0; i < 20; ++i)
        player_faster(player, 1);
    g_assert_cmpfloat(player->speed, ==, 64);
    player_seek(player, 0);
    player_toggle(player);
    g_assert_true(player_advance(player, 0.001));
    player_toggle(player); /* nor does it slow down */
    g_assert_cmpfloat(player->rush, ==, 64);
    pair_free(&pair);
}

/* Plays all of it: by step each tick takes as long as any other, unless values
 * travel; else as long as its cycles. */
static void check_playing(Player *player)
{
    const double *times = player->timelines[player->clock].times;
    double left = 0;

    player_seek(player, 0);
    player_toggle(player);
    for (uint32_t tick = 0; tick < player->ticks; ++tick) {
        double lasts = player->clock == CLOCK_STEPS && !player->animated
                           ? 1
                           : times[tick + 1] - times[tick];
        double seconds = lasts / player->speed;
        g_assert_cmpuint(player->tick, ==, tick);
        g_assert_true(player_advance(player, seconds / 4) == player->animated);
        left = player->animated ? 1.0 / 75 : seconds * 3 / 4;
        g_assert_cmpfloat_with_epsilon(player_due(player), left, 1e-9);
        g_assert_true(player_advance(player, seconds * 3 / 4 + 1e-12));
    }
    g_assert_false(player->playing);
    g_assert_cmpfloat(player_due(player), <, 0);
}

static void test_playing(void)
{
    Trace *slow = fixture_scan(PLACE_NOPADDING, OP_ADD, 16, 4);
    Trace *fast = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 16, 4);
    const Trace *traces[] = {slow, fast};
    Player player;
    Error error;

    g_assert_true(player_init(&player, traces, 2, &error));
    for (int kind = 0; kind < CLOCK_COUNT; ++kind)
        for (int animated = 0; animated < 2; ++animated) {
            player_set_clock(&player, (Clock)kind);
            player_animate(&player, animated != 0);
            check_playing(&player);
        }
    player_animate(&player, false); /* then moves are shown at once */
    player_seek(&player, 0);
    player_move(&player, UNIT_STEP, 1);
    g_assert_cmpfloat(player_due(&player), <, 0);
    g_assert_cmpfloat(player.pending, ==, 0);
    player_free(&player);
    trace_free(slow);
    trace_free(fast);
}

/* A moment within a tick, as it is halted, is shown by either clock. */
static void test_halt(void)
{
    Pair pair = pair_new(16, 4);
    Player *player = &pair.player;

    for (int kind = 0; kind < CLOCK_COUNT; ++kind) {
        player_set_clock(player, (Clock)kind);
        const Timeline *timeline = player->timelines + kind;
        player_animate(player, false);
        player_seek(player, 0);
        player_halt(player, 0.5);
        g_assert_true(player->animated);
        g_assert_cmpfloat(player->pending, ==, 0);
        for (uint32_t tick = 1; tick <= player->ticks; ++tick)
            for (int i = 1; i <= 4; ++i) {
                player_animate(player, false);
                player_seek(player, tick);
                player_halt(player, i / 4.0);
                for (int t = 0; t < 2; ++t) {
                    double remains, expected;
                    size_t place = player_shown(player, t, &remains);
                    g_assert_cmpuint(place, ==,
                                     timeline_place(timeline, t, tick, i / 4.0,
                                                    &expected));
                    g_assert_cmpfloat_with_epsilon(remains, expected, 1e-9);
                }
                g_assert_cmpfloat_with_epsilon(player_cycle(player),
                                               timeline_cycle(timeline, tick,
                                                              i / 4.0),
                                               1e-9);
            }
        player_halt(player, 0.5);
        player_rest(player);
        g_assert_cmpfloat(player->pending, ==, 0);
        player_halt(player, 0.5);
        player_animate(player, true);
        g_assert_cmpfloat(player->pending, ==, 0);
        player->pending = 0.5; /* of the next tick: that is no move by hand */
        player_rest(player);
        g_assert_cmpfloat(player->pending, ==, 0.5);
    }
    pair_free(&pair);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/player/on-the-way", test_on_the_way);
    g_test_add_func("/player/forward then back", test_forward_then_back);
    g_test_add_func("/player/shown", test_shown);
    g_test_add_func("/player/clocks", test_clocks);
    g_test_add_func("/player/playing", test_playing);
    g_test_add_func("/player/halt", test_halt);
    g_test_add_func("/player/marks", test_marks);
    return g_test_run();
}
