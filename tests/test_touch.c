/* SPDX-License-Identifier: MIT
 *
 * Tests of src/simulator/touch.h: which threads meet at a word.
 */
#include "simulator/touch.h"

#include <glib.h>

Toucher toucher;

enum { FIRST = 2 }; /* interval of the launch */

/* Thread THREAD runs in interval NOW of a block that began with interval
 * BLOCK. */
typedef struct {
    uint32_t block, thread, now;
} By;

static By by(uint32_t block, uint32_t thread, uint32_t now)
{
    return (By){block, thread, now};
}

static bool loads(Touch *touch, By who)
{
    touch_begin(who.thread, who.now, who.block, FIRST);
    return touch_load(touch, toucher.launch);
}

static bool stores(Touch *touch, By who)
{
    touch_begin(who.thread, who.now, who.block, FIRST);
    return touch_store(touch, toucher.launch);
}

static void alone(void)
{
    Touch touch = 0;

    g_assert_true(loads(&touch, by(2, 3, 2)));
    g_assert_true(stores(&touch, by(2, 3, 2)));
    g_assert_true(loads(&touch, by(2, 3, 2)));
    g_assert_true(stores(&touch, by(2, 3, 2)));
}

static void loads_do_not_meet(void)
{
    Touch touch = 0;

    g_assert_true(loads(&touch, by(2, 3, 2)));
    g_assert_true(loads(&touch, by(2, 4, 2)));
    g_assert_true(loads(&touch, by(7, 3, 8)));
}

static void in_a_step(void)
{
    Touch stored = 0, loaded = 0, twice = 0;

    g_assert_true(stores(&stored, by(2, 3, 2)));
    g_assert_false(loads(&stored, by(2, 4, 2)));
    g_assert_true(loads(&loaded, by(2, 3, 2)));
    g_assert_false(stores(&loaded, by(2, 4, 2)));
    g_assert_true(stores(&twice, by(2, 3, 2)));
    g_assert_false(stores(&twice, by(2, 4, 2)));
}

static void behind_a_barrier(void)
{
    Touch touch = 0;

    g_assert_true(stores(&touch, by(2, 3, 2)));
    g_assert_true(loads(&touch, by(2, 4, 3)));
    g_assert_true(loads(&touch, by(2, 5, 3)));
    g_assert_true(stores(&touch, by(2, 6, 4)));
    g_assert_false(loads(&touch, by(2, 4, 4)));
}

/* The thread that loads last does not hide the one before it. */
static void several_loaded(void)
{
    Touch touch = 0;

    g_assert_true(loads(&touch, by(2, 3, 2)));
    g_assert_true(loads(&touch, by(2, 4, 2)));
    g_assert_true(loads(&touch, by(2, 4, 2)));
    g_assert_false(stores(&touch, by(2, 4, 2)));
}

/* No barrier lies between blocks. */
static void other_blocks(void)
{
    Touch stored = 0, loaded = 0, both = 0;

    g_assert_true(stores(&stored, by(2, 3, 2)));
    g_assert_false(loads(&stored, by(9, 3, 9)));
    g_assert_true(loads(&loaded, by(2, 3, 2)));
    g_assert_false(stores(&loaded, by(9, 3, 9)));
    g_assert_true(loads(&both, by(2, 3, 2)));
    g_assert_true(loads(&both, by(5, 3, 5)));
    g_assert_true(loads(&both, by(5, 3, 6)));
    g_assert_false(stores(&both, by(5, 3, 7)));
}

/* Shared memory is a block's own. */
static void own_memory(void)
{
    Touch touch = 0;

    g_assert_true(stores(&touch, by(2, 3, 4)));
    touch_begin(5, 6, 6, FIRST);
    g_assert_true(touch_load(&touch, toucher.block));
    g_assert_true(touch_store(&touch, toucher.block));
}

static bool counts(Touch *touch, By who)
{
    touch_begin(who.thread, who.now, who.block, FIRST);
    return touch_count(touch, toucher.launch);
}

/* Additions whose results nobody uses meet other accesses only. */
static void counted(void)
{
    Touch touch = 0, loaded = 0, behind = 0;

    g_assert_true(counts(&touch, by(2, 3, 2)));
    g_assert_true(counts(&touch, by(2, 4, 2)));
    g_assert_true(counts(&touch, by(5, 4, 5)));
    g_assert_true(counts(&touch, by(5, 3, 6)));
    g_assert_false(loads(&touch, by(5, 3, 7)));
    g_assert_false(stores(&touch, by(5, 3, 7)));
    g_assert_true(loads(&loaded, by(2, 3, 2)));
    g_assert_true(counts(&loaded, by(2, 3, 2)));
    g_assert_false(counts(&loaded, by(2, 4, 2)));
    g_assert_true(counts(&behind, by(2, 3, 2)));
    g_assert_false(loads(&behind, by(2, 4, 2)));
    g_assert_true(loads(&behind, by(2, 4, 3)));
}

static void earlier_runs(void)
{
    Touch touch = 0;

    g_assert_true(stores(&touch, by(1, 3, 1)));
    g_assert_true(loads(&touch, by(2, 0, 2)));
    g_assert_true(stores(&touch, by(2, 0, 2)));
}

static void the_last_interval(void)
{
    uint32_t last = TOUCH_INTERVALS;
    Touch touch = 0;

    g_assert_true(loads(&touch, by(last, 1023, last)));
    g_assert_true(stores(&touch, by(last, 1023, last)));
    g_assert_false(loads(&touch, by(last, 0, last)));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/touch/alone", alone);
    g_test_add_func("/touch/loads", loads_do_not_meet);
    g_test_add_func("/touch/step", in_a_step);
    g_test_add_func("/touch/barrier", behind_a_barrier);
    g_test_add_func("/touch/several", several_loaded);
    g_test_add_func("/touch/blocks", other_blocks);
    g_test_add_func("/touch/runs", earlier_runs);
    g_test_add_func("/touch/shared", own_memory);
    g_test_add_func("/touch/counted", counted);
    g_test_add_func("/touch/last", the_last_interval);
    return g_test_run();
}
