/* SPDX-License-Identifier: MIT
 *
 * Tests of runs that replay a recorded schedule: blocks that draw numbers and
 * wait for each other do what they did in the log that they follow, whatever
 * their own order would be.  (So the second run on the CPU machine follows the
 * first on a GPU.)
 */
#include "sim/simt.h"
#include "lab.h"

#include <glib.h>
#include <string.h>

#include "kernels/scan.h"

#define FILE_NAME "tests/test_replay_schedule.c"

enum { BLOCKS = 5, SEEDS = 12 };

/* The state and the word that a block finds hang on when the others ran. */
KERNEL(look_back)
{
    Word before = FROM_INT(0);
    int state = 0;

    STEP("draw", 0);
    if (thread == 0) {
        Word mine = ATOMIC_ADD(SCRATCH(0), 0, FROM_INT(1));
        STORE(0, mine);
    }
    SYNC();
    int number = TO_INT(LOAD(0));
    STEP("look back", 0);
    if (thread == 1) {
        PUBLISH(SCRATCH(1), number, 1, FROM_INT(10 + number));
        LOAD(1);
        if (number > 0)
            state = AWAIT(SCRATCH(1), number - 1, &before);
        PUBLISH(SCRATCH(1), number, 2, FROM_INT(20 + number));
        GSTORE(WHOLE(out), 2 * number, FROM_INT(state));
        GSTORE(WHOLE(out), 2 * number + 1, before);
    }
}

KERNEL(draw)
{
    STEP("draw", 0);
    if (thread == 0)
        ATOMIC_ADD(SCRATCH(0), 0, FROM_INT(1));
}

KERNEL(rest)
{
    STEP("rest", 0);
}

static Lab *lab_of_blocks(void)
{
    Lab *lab = lab_new(FILE_NAME);

    lab->launch.blocks = BLOCKS;
    lab->holds[1] = HOLDS_PAIRS;
    return lab;
}

/* The log of a run of its own. */
static Log *recorded_run(Lab *lab, ScanKernel *kernel, uint64_t seed)
{
    lab->launch.seed = seed;
    lab_good(lab, kernel);
    Log *recorded = lab->log;
    lab->log = NULL;
    return recorded;
}

static bool run_replay(Lab *lab, ScanKernel *kernel, const Log *recorded,
                       uint64_t seed)
{
    lab->launch.seed = seed;
    lab->launch.replay = replay_new(&lab->launch, recorded);
    bool good = lab_run(lab, kernel);
    replay_free(lab->launch.replay);
    lab->launch.replay = NULL;
    return good;
}

static bool same_events(const Log *x, const Log *y)
{
    for (uint32_t t = 0; t < x->blocks * x->threads; ++t)
        if (x->logs[t].events_count != y->logs[t].events_count ||
            memcmp(x->logs[t].events, y->logs[t].events,
                   x->logs[t].events_count * sizeof(Event)) != 0)
            return false;
    return true;
}

static void test_follows(void)
{
    Lab *lab = lab_of_blocks();
    int differ = 0;

    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        Log *recorded = recorded_run(lab, look_back_kernel, seed);
        Log *alone = recorded_run(lab, look_back_kernel, seed + 1);
        differ += !same_events(recorded, alone);
        log_free(alone);
        for (uint64_t other = 0; other < SEEDS; ++other) {
            if (!run_replay(lab, look_back_kernel, recorded, other))
                g_error("the replay failed: %s", lab->error.text);
            g_assert_true(same_events(recorded, lab->log));
        }
        log_free(recorded);
    }
    g_assert_cmpint(differ, >, SEEDS / 2);
    lab_free(lab);
}

static void check_refused(ScanKernel *kernel, ScanKernel *other)
{
    Lab *lab = lab_of_blocks();
    Log *recorded = recorded_run(lab, other, 1);

    g_assert_false(run_replay(lab, kernel, recorded, 1));
    g_assert_nonnull(strstr(lab->error.text, "takes another course"));
    log_free(recorded);
    lab_free(lab);
}

/* At the same place of its log a thread does the same kind of thing, at another
 * line; or the recorded run did nothing there. */
static void test_strays(void)
{
    check_refused(draw_kernel, look_back_kernel);
    check_refused(draw_kernel, rest_kernel);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/replay_schedule/follows", test_follows);
    g_test_add_func("/replay_schedule/strays", test_strays);
    return g_test_run();
}
