/* SPDX-License-Identifier: MIT
 *
 * Tests of src/simulator/touch.h: which threads meet at a word.
 */
#include "simulator/touch.h"

#include <glib.h>

/* Thread THREAD of BLOCK in interval NOW; those before 1 do not count. */
static Toucher by(uint32_t block, uint32_t thread, uint32_t now)
{
    return (Toucher){touch_who(block, thread), now, 1};
}

static bool loads(Touch *touch, Toucher toucher)
{
    return touch_load(touch, &toucher);
}

static bool stores(Touch *touch, Toucher toucher)
{
    return touch_store(touch, &toucher);
}

static void alone(void)
{
    Touch touch = {0};

    g_assert_true(loads(&touch, by(0, 3, 1)));
    g_assert_true(stores(&touch, by(0, 3, 1)));
    g_assert_true(loads(&touch, by(0, 3, 1)));
    g_assert_true(stores(&touch, by(0, 3, 1)));
}

static void loads_do_not_meet(void)
{
    Touch touch = {0};

    g_assert_true(loads(&touch, by(0, 3, 1)));
    g_assert_true(loads(&touch, by(0, 4, 1)));
    g_assert_true(loads(&touch, by(7, 3, 2)));
}

static void in_a_step(void)
{
    Touch stored = {0}, loaded = {0}, twice = {0};

    g_assert_true(stores(&stored, by(0, 3, 1)));
    g_assert_false(loads(&stored, by(0, 4, 1)));
    g_assert_true(loads(&loaded, by(0, 3, 1)));
    g_assert_false(stores(&loaded, by(0, 4, 1)));
    g_assert_true(stores(&twice, by(0, 3, 1)));
    g_assert_false(stores(&twice, by(0, 4, 1)));
}

static void behind_a_barrier(void)
{
    Touch touch = {0};

    g_assert_true(stores(&touch, by(0, 3, 1)));
    g_assert_true(loads(&touch, by(0, 4, 2)));
    g_assert_true(loads(&touch, by(0, 5, 2)));
    g_assert_true(stores(&touch, by(0, 6, 3)));
    g_assert_false(loads(&touch, by(0, 4, 3)));
}

/* The thread that loads last does not hide the one before it. */
static void several_loaded(void)
{
    Touch touch = {0};

    g_assert_true(loads(&touch, by(0, 3, 1)));
    g_assert_true(loads(&touch, by(0, 4, 1)));
    g_assert_true(loads(&touch, by(0, 4, 1)));
    g_assert_false(stores(&touch, by(0, 4, 1)));
}

/* No barrier lies between blocks. */
static void other_blocks(void)
{
    Touch stored = {0}, loaded = {0}, both = {0};

    g_assert_true(stores(&stored, by(0, 3, 1)));
    g_assert_false(loads(&stored, by(1, 3, 9)));
    g_assert_true(loads(&loaded, by(0, 3, 1)));
    g_assert_false(stores(&loaded, by(1, 3, 9)));
    g_assert_true(loads(&both, by(0, 3, 1)));
    g_assert_true(loads(&both, by(1, 3, 2)));
    g_assert_true(loads(&both, by(1, 3, 3)));
    g_assert_false(stores(&both, by(1, 3, 4)));
}

static void earlier_runs(void)
{
    Touch touch = {0};
    Toucher later = {touch_who(1, 0), 5, 5};

    g_assert_true(stores(&touch, by(0, 3, 4)));
    g_assert_true(touch_load(&touch, &later));
    g_assert_true(touch_store(&touch, &later));
}

static void the_last_block(void)
{
    uint32_t last = TOUCH_MOST_BLOCKS - 1;
    Touch touch = {0};

    g_assert_true(loads(&touch, by(last, 1023, 1)));
    g_assert_true(loads(&touch, by(0, 0, 1)));
    g_assert_true(loads(&touch, by(last, 1023, 1)));
    g_assert_false(stores(&touch, by(last, 1023, 1)));
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
    g_test_add_func("/touch/last", the_last_block);
    return g_test_run();
}
