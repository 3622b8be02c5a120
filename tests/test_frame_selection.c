/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/frame_selection.c: the frames that a list selects.
 */
#include "export/frame_selection.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static Trace *traces[2];
static AnalysedTrace *analysed_traces[2];

static bool choose(int count, const SelectionOptions *options, Selection *list,
                   Error *error)
{
    Player player;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, count, error));
    bool good = selection_choose(&player, options, list, error);
    player_free(&player);
    return good;
}

static void test_steps(void)
{
    SelectionOptions options = {.all = true, .by = BY_STEP};
    Selection all, some;
    Error error;

    g_assert_true(choose(2, &options, &all, &error));
    g_assert_false(all.moments[0].started);
    g_assert_cmpuint(all.moments_count, ==, traces[0]->steps_count + 1);
    options.steps = "2-4,7";
    g_assert_true(choose(2, &options, &some, &error));
    g_assert_cmpuint(some.moments_count, ==, 4);
    static const uint32_t steps[] = {2, 3, 4, 7};
    for (int i = 0; i < 4; ++i) {
        g_assert_cmpuint(some.moments[i].step + 1, ==, steps[i]);
        g_assert_cmpuint(some.moments[i].positions[1], ==,
                         all.moments[steps[i]].positions[1]);
    }
    selection_free(&some);
    options.by = BY_INSTRUCTION;
    options.steps = "3";
    g_assert_true(choose(1, &options, &some, &error));
    g_assert_cmpuint(some.moments_count, ==,
                     traces[0]->steps[2].instruction_count);
    selection_free(&some);
    selection_free(&all);
}

/* The list that OPTIONS choose is what the window shows at each frame of a film
 * on CLOCK, FPS frames a second and SPEED cycles a second, and then at rest for
 * STANDS frames more. */
static void check_motion(const SelectionOptions *options, Clock clock, int fps,
                         double speed, size_t stands)
{
    Selection list;
    Player player;
    Error error;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    player_set_clock(&player, clock);
    double cycles = player.timelines[clock].times[player.ticks];
    g_assert_true(choose(2, options, &list, &error));
    size_t moving = list.moments_count - stands;
    g_assert_cmpuint(moving, ==, (size_t)ceil(cycles / speed * fps - 1e-6) + 1);
    player_animate(&player, true);
    player.speed = speed;
    player.playing = true;
    size_t between = 0;
    for (size_t i = 0; i + 1 < moving; ++i) {
        const FrameMoment *moment = list.moments + i;
        for (int t = 0; t < 2; ++t) {
            double remains;
            g_assert_cmpuint(moment->positions[t], ==,
                             player_shown(&player, t, &remains));
            g_assert_cmpfloat(moment->remains[t], ==, remains);
            between += remains > 0;
        }
        g_assert_cmpuint(moment->step, ==, player_shown_step(&player));
        g_assert_cmpint(moment->started, ==, i > 0);
        player_advance(&player, 1.0 / fps);
    }
    g_assert_cmpuint(between, >, 0);
    for (size_t i = moving - 1; i < list.moments_count; ++i)
        for (int t = 0; t < 2; ++t) {
            g_assert_cmpuint(list.moments[i].positions[t], ==,
                             traces[t]->instructions_count);
            g_assert_cmpfloat(list.moments[i].remains[t], ==, 0);
        }
    selection_free(&list);
    player_free(&player);
}

static void test_motion(void)
{
    check_motion(
        &(SelectionOptions){.all = true, .fps = 30, .speed = 4, .stand = 1.5},
        CLOCK_STEPS, 30, 4, 45);
    check_motion(&(SelectionOptions){.all = true, .by = BY_CYCLE}, CLOCK_CYCLES,
                 1, 1, 0);
}

/* Of some steps, each run of them moves from its beginning to its end. */
static void test_motion_of_steps(void)
{
    SelectionOptions options = {
        .all = true, .fps = 20, .speed = 8, .stand = 0.5, .steps = "2-3,5"};
    const Trace *trace = traces[0];
    size_t ends[2], found = 0;
    Selection list;
    Error error;

    g_assert_true(choose(1, &options, &list, &error));
    ends[0] = trace->steps[3].first_instruction;
    ends[1] = trace->steps[5].first_instruction;
    g_assert_cmpuint(list.moments[0].positions[0], ==,
                     trace->steps[1].first_instruction);
    for (size_t i = 0; i + 1 < list.moments_count; ++i) {
        const FrameMoment *moment = list.moments + i;
        bool wanted =
            (moment->step >= 1 && moment->step <= 2) || moment->step == 4;
        bool begins =
            moment->remains[0] == 0; /* at the end of the one before */
        g_assert_true(wanted || begins);
        if (moment->positions[0] == ends[found] && begins &&
            moment[1].positions[0] != ends[found])
            ++found;
    }
    g_assert_cmpuint(found, ==, 1);
    g_assert_cmpuint(list.moments[list.moments_count - 1].positions[0], ==,
                     ends[1]);
    options.most = list.moments_count / 2;
    selection_free(&list);
    g_assert_false(choose(1, &options, &list, &error));
    g_assert_nonnull(strstr(error.text, "this film: "));
    selection_free(&list);
}

/* One picture, with things on their way: halfway through the last tick. */
static void test_within(void)
{
    SelectionOptions options = {.at = AT_STEP, .moment = 2};
    Selection still, moving;
    Error error;

    g_assert_true(choose(1, &options, &still, &error));
    options.within = 0.5;
    g_assert_true(choose(1, &options, &moving, &error));
    g_assert_cmpfloat(still.moments[0].remains[0], ==, 0);
    g_assert_cmpfloat(moving.moments[0].remains[0], >, 0);
    g_assert_cmpuint(moving.moments[0].positions[0], ==,
                     still.moments[0].positions[0]);
    selection_free(&still);
    selection_free(&moving);
}

static void test_bad_steps(void)
{
    static const char *const bad[] = {"",
                                      "0",
                                      "1-",
                                      "-2",
                                      "5-3",
                                      "1,",
                                      ",1",
                                      "a",
                                      "1-2-3",
                                      "4000",
                                      "1 2",
                                      "+1",
                                      "99999999999999999999"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        SelectionOptions options = {.all = true,
                                    .by = BY_STEP,
                                    .steps = bad[i]};
        Error error = {ERROR_NONE, ""};
        Selection list;
        g_assert_false(choose(1, &options, &list, &error));
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        g_assert_nonnull(strstr(error.text, "write steps from 1 to"));
        selection_free(&list);
    }
    SelectionOptions phase = {.all = true, .by = BY_PHASE, .steps = "2"};
    Error error = {ERROR_NONE, ""};
    Selection list;
    g_assert_false(choose(1, &phase, &list, &error));
    g_assert_nonnull(strstr(error.text, "no phase ends"));
    selection_free(&list);
}

static void check_most(SelectionOptions options, size_t wanted,
                       const char *says)
{
    Error error = {ERROR_NONE, ""};
    Selection list;

    options.all = true;
    options.most = wanted;
    g_assert_true(choose(1, &options, &list, &error));
    g_assert_cmpuint(list.moments_count, ==, wanted);
    selection_free(&list);
    options.most = wanted - 1;
    g_assert_false(choose(1, &options, &list, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_cmpstr(error.text, ==, says);
    g_assert_cmpuint(list.moments_count, <, wanted);
    selection_free(&list);
}

/* A list that would be too long names its length, the most, and what to do. */
static void test_most(void)
{
    size_t steps = traces[0]->steps_count + 1;
    size_t all = traces[0]->instructions_count + 1;
    char *says = g_strdup_printf(
        "a frame for each instruction: %zu frames, and the limit is "
        "%zu; choose fewer with --steps 1-10 or --by step",
        all, all - 1);

    check_most((SelectionOptions){.by = BY_INSTRUCTION}, all, says);
    g_free(says);
    says = g_strdup_printf("a frame for each step: %zu frames, and the "
                           "limit is %zu; choose fewer with --steps "
                           "1-10 or --by phase",
                           steps, steps - 1);
    check_most((SelectionOptions){.by = BY_STEP}, steps, says);
    g_free(says);
    check_most((SelectionOptions){.by = BY_STEP, .steps = "2-4"}, 3,
               "a frame for each step: 3 frames, and the limit is 2; "
               "choose fewer with --steps 1-10 or --by phase");
}

/* Does any trace execute an instruction with a conflict at BEAT? */
static bool conflicts_at(const Player *player, uint32_t tick)
{
    for (int t = 0; t < player->count; ++t) {
        size_t from = player_position_at(player, t, tick - 1);
        if (player_position_at(player, t, tick) > from &&
            analysed_traces[t]->marks[from] & MARK_CONFLICT)
            return true;
    }
    return false;
}

/* The moment of a picture that nobody has asked for more closely: the last
 * conflict of the first step that has one. */
static void test_chosen(void)
{
    Player player;
    Error error;
    uint32_t step = 0;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    uint32_t chosen = selection_tick(&player);
    g_assert_true(conflicts_at(&player, chosen));
    while (player.step_ticks[step + 1] < chosen)
        ++step;
    for (uint32_t tick = 1; tick <= player.step_ticks[step]; ++tick)
        g_assert_false(conflicts_at(&player, tick));
    for (uint32_t tick = chosen + 1; tick <= player.step_ticks[step + 1];
         ++tick)
        g_assert_false(conflicts_at(&player, tick));
    player_free(&player);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 64, 4);
    traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4);
    for (int t = 0; t < 2; ++t)
        analysed_traces[t] = analysed_new(traces[t]);
    g_test_add_func("/frame_selection/a-list-has-the-steps-it-names",
                    test_steps);
    g_test_add_func("/frame_selection/a-film-shows-what-the-window-does",
                    test_motion);
    g_test_add_func("/frame_selection/each-run-of-steps-moves-to-its-end",
                    test_motion_of_steps);
    g_test_add_func("/frame_selection/one-picture-within-an-instruction",
                    test_within);
    g_test_add_func(
        "/frame_selection/the-last-conflict-of-the-first-step-is-chosen",
        test_chosen);
    g_test_add_func("/frame_selection/bad-lists-are-refused", test_bad_steps);
    g_test_add_func("/frame_selection/a-list-too-long-says-so", test_most);
    int failed = g_test_run();
    for (int t = 0; t < 2; ++t) {
        analysed_free(analysed_traces[t]);
        trace_free(traces[t]);
    }
    return failed;
}
