/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/session.c: what is shown, and replaced; and of
 * src/say/symbolic_trace.c.
 */
#include "record/record.h"
#include "say/symbolic_trace.h"
#include "trace/store.h"
#include "window/session.h"
#include "fixture.h"
#include "view/shown_value.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static Trace *traces[2];

static void open_both(Session *session)
{
    Error error;

    g_assert_true(
        session_open(session, (const Trace *const *)traces, 2, &error));
}

/* Changing what runs keeps the step; what fails changes nothing. */
static void test_change(void)
{
    Session session;
    Error error;
    Options options = {.passes = PLAN_USUAL,
                       .input = "random:1",
                       .operands = {"leftright", "padding"},
                       .operands_count = 2,
                       .n = 64,
                       .k = 8};

    open_both(&session);
    g_assert_null(session.wanted);
    player_seek(&session.player, session.player.step_ticks[3]);
    g_assert_true(session_change(&session, &options, true, &error));
    g_assert_cmpuint(session.changes, ==, 1);
    g_assert_cmpuint(session.shown[1].trace->run.k, ==, 8);
    g_assert_cmpuint(player_step(&session.player), ==, 2);
    g_assert_true(session.wanted->options.operands[0] != options.operands[0]);
    g_assert_cmpstr(session.wanted->options.operands[1], ==, "padding");

    options.operands_count = 1; /* the second one goes */
    g_assert_true(session_change(&session, &options, true, &error));
    g_assert_cmpint(session.player.count, ==, 1);
    g_assert_null(session.shown[1].trace);
    g_assert_cmpuint(player_step(&session.player), ==, 2);

    options.operands_count = 2; /* and another comes */
    options.operands[1] = "nopadding";
    g_assert_true(session_change(&session, &options, true, &error));
    g_assert_cmpstr(session.shown[1].trace->run.algorithm, ==, "nopadding");
    g_assert_cmpuint(player_step(&session.player), ==, 2);

    options.operands[1] = "nobody";
    g_assert_false(session_change(&session, &options, true, &error));
    g_assert_cmpuint(session.changes, ==, 3);
    g_assert_cmpstr(session.wanted->options.operands[1], ==, "nopadding");

    options.operands[1] = "padding";
    g_assert_true(session_change(&session, &options, false, &error));
    g_assert_cmpuint(session.player.tick, ==, 0);
    session_close(&session);
}

/* Nothing is shown at first. */
static void test_empty(void)
{
    Session session;
    Error error;
    Options options = {.passes = PLAN_USUAL,
                       .input = "random:1",
                       .operands = {"leftright"},
                       .operands_count = 1};

    g_assert_true(session_open(&session, NULL, 0, &error));
    g_assert_cmpuint(session.player.ticks, ==, 0);
    player_seek(&session.player, 9);
    player_move(&session.player, UNIT_STEP, 1);
    player_set_clock(&session.player, CLOCK_CYCLES);
    g_assert_false(player_advance(&session.player, 1));
    g_assert_cmpint(session_scene(&session, false).count, ==, 0);
    g_assert_true(session_change(&session, &options, true, &error));
    g_assert_cmpuint(session.player.ticks, >, 0);
    session_close(&session);
}

/* Where there was a word, there is the interval that it stands for; and all
 * else is as it was. */
static void test_labels(void)
{
    Trace *labels = symbolic_trace_of(traces[0]);
    Error error;
    char text[VALUE_TEXT];

    g_assert_cmpint(labels->run.op, ==, OP_INTERVAL);
    g_assert_true(trace_check(labels, &error));
    for (size_t i = 0; i < labels->accesses_count; ++i) {
        g_assert_cmphex(labels->accesses[i].value, ==,
                        traces[0]->accesses[i].interval);
        g_assert_true(trace_is_new_sum(labels, labels->accesses + i) ==
                      trace_is_new_sum(traces[0], traces[0]->accesses + i));
    }
    shown_value(OP_INTERVAL, interval_make(0, 3), false, text);
    g_assert_cmpstr(text, ==, "Σx0..x3");
    shown_value(OP_INTERVAL, interval_make(0, 3), true, text);
    g_assert_cmpstr(text, ==, "0-3");
    trace_free(labels);

    Session session;
    open_both(&session);
    Scene numbers = session_scene(&session, false);
    Scene sums = session_scene(&session, true);
    g_assert_true(numbers.analysed_traces[0] != sums.analysed_traces[0]);
    g_assert_cmpint(sums.analysed_traces[0]->op, ==, OP_ADD);
    Scene again = session_scene(&session, true); /* made once */
    g_assert_true(sums.analysed_traces[1] == again.analysed_traces[1]);
    session_close(&session);
}

/* Replaces one trace, or both, by newer ones. */
static void replace(Session *session, Trace *first, Trace *second)
{
    Trace *fresh[PLAYER_MAX_TRACES] = {first, second};
    Error error = {ERROR_NONE, ""};

    if (!session_replace(session, fresh, session->player.count, &error))
        g_error("%s", error.text);
}

/* A newer trace is shown at the place of the old one, by either clock; the
 * other stays. */
static void test_replace(void)
{
    for (int clock = 0; clock < CLOCK_COUNT; ++clock) {
        Session session;
        open_both(&session);
        Player *player = &session.player;
        player_animate(player, true);
        player->speed = 4;
        player_set_clock(player, (Clock)clock);
        const AnalysedTrace *kept = session.shown[0].analysed;
        uint32_t ticks = player->ticks;
        for (uint32_t tick = 0; tick <= ticks; ++tick) {
            player_seek(player, tick);
            size_t place = player_position(player, 0);
            uint32_t step = player_step(player);
            uint64_t changes = session.changes;
            player->playing = true;
            replace(&session, NULL, fixture_scan(PLACE_PADDING, OP_ADD, 32, 4));
            g_assert_cmpint(player->clock, ==, clock);
            g_assert_cmpuint(player->ticks, ==, ticks);
            g_assert_cmpuint(player_position(player, 0), ==, place);
            g_assert_cmpuint(player->tick, ==, tick);
            g_assert_cmpuint(player_step(player), ==, step);
            g_assert_true(player->playing == (player->tick < player->ticks));
            g_assert_true(player->animated);
            g_assert_cmpfloat(player->speed, ==, 4);
            g_assert_cmpuint(session.changes, ==, changes + 1);
            g_assert_true(session.shown[0].trace == traces[0]);
            g_assert_true(session.shown[0].analysed == kept);
            g_assert_true(player->traces[1] == session.shown[1].own);
            g_assert_true(player->marks[1] == session.shown[1].analysed->marks);
        }
        session_close(&session);
    }
}

/* Steps and instructions that the newer trace does not have. */
static void test_replace_shorter(void)
{
    const Trace *long_one[] = {traces[0]};
    Session session;
    Error error;

    g_assert_true(session_open(&session, long_one, 1, &error));
    Player *player = &session.player;
    uint32_t ticks = player->ticks;
    player_seek(player, ticks - 1);
    replace(&session, fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 4, 4), NULL);
    g_assert_cmpuint(player->ticks, <, ticks / 2);
    g_assert_cmpuint(player->tick, ==, player->ticks);

    /* The second step has fewer instructions now. */
    replace(&session, fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 64, 4), NULL);
    uint32_t start = player->step_ticks[1];
    g_assert_cmpuint(player->step_ticks[2] - start, >, 6);
    player_seek(player, start + 6);
    replace(&session, fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 8, 4), NULL);
    g_assert_cmpuint(player->step_ticks[2] - player->step_ticks[1], <, 6);
    g_assert_cmpuint(player->tick, ==, player->step_ticks[2]);
    session_close(&session);
}

/* Traces that do not compare change nothing, and belong to the caller. */
static void test_replace_refused(void)
{
    Trace *fresh[PLAYER_MAX_TRACES] = {
        fixture_scan(PLACE_PADDING, OP_ADD, 16, 4)};
    Session session;
    Error error;

    open_both(&session);
    player_seek(&session.player, 7);
    g_assert_false(session_replace(&session, fresh, 2, &error));
    g_assert_nonnull(strstr(error.text, "cannot compare"));
    g_assert_cmpuint(session.player.tick, ==, 7);
    g_assert_cmpuint(session.changes, ==, 0);
    g_assert_true(session.shown[0].trace == traces[0]);
    trace_free(fresh[0]);
    session_close(&session);
}

int main(int argc, char **argv)
{
    g_setenv("XDG_STATE_HOME", "/dev/null", FALSE); /* keeps nothing */
    g_test_init(&argc, &argv, NULL);
    traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 32, 4);
    traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, 32, 4);
    g_test_add_func("/session/change", test_change);
    g_test_add_func("/session/empty", test_empty);
    g_test_add_func("/session/labels", test_labels);
    g_test_add_func("/session/replace", test_replace);
    g_test_add_func("/session/replace shorter", test_replace_shorter);
    g_test_add_func("/session/replace refused", test_replace_refused);
    int status = g_test_run();
    trace_free(traces[0]);
    trace_free(traces[1]);
    return status;
}
