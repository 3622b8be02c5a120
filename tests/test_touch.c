/* SPDX-License-Identifier: MIT
 *
 * Tests of src/simulator/touch.h: random accesses to one word, against a list
 * of all accesses before them.
 */
#include "simulator/touch.h"
#include "util/base.h"

#include <glib.h>

Toucher toucher;

enum { ROUNDS = 200000, MOST = 12, THREADS = 3 };

typedef enum { LOAD, STORE, COUNT, ACTIONS } Action;

typedef struct {
    Action action;
    uint32_t block, interval, thread;
} Entry;

static uint32_t below(uint64_t *seed, uint32_t count)
{
    return (uint32_t)(base_random(seed) >> 32) % count;
}

/* True if two accesses meet: no barrier of their block lies between, and the
 * order of the two matters.  Whose an addition was is not noted. */
static bool meets(const Entry *then, const Entry *now, bool shared)
{
    if (then->action == now->action && now->action != STORE)
        return false;
    if (then->block != now->block)
        return !shared;
    return then->interval == now->interval &&
           (then->thread != now->thread || then->action == COUNT);
}

static bool touch_act(Touch *touch, const Entry *entry, bool shared)
{
    uint32_t first = shared ? toucher.block : toucher.launch;

    return entry->action == LOAD    ? touch_load(touch, first)
           : entry->action == STORE ? touch_store(touch, first)
                                    : touch_count(touch, first);
}

/* One word from the start of a launch to the first two accesses that meet.
 * Nothing is counted where something was stored: the two are not distinguished.
 */
static bool play(uint64_t *seed, uint32_t launch)
{
    Entry entries[MOST];
    uint32_t block = launch, interval = launch;
    bool shared = below(seed, 3) == 0, stored = false, met = false;
    Touch touch = 0;

    touch_begin(below(seed, THREADS), launch - 1, launch - 1, launch - 1);
    g_assert_true(touch_store(&touch, toucher.launch)); /* of a launch before */
    for (int i = 0; i < MOST && !met; ++i) {
        uint32_t moves = below(seed, 6);
        if (moves < 2 && interval < TOUCH_INTERVALS) {
            ++interval;
            block = moves ? block : interval; /* another block begins */
            stored &= moves || !shared;
        }
        entries[i] = (Entry){(Action)below(seed, stored ? COUNT : ACTIONS),
                             block, interval, below(seed, THREADS)};
        if (below(seed, 2)) {
            touch_begin(entries[i].thread, interval, block, launch);
        } else {
            touch_begin(1023, interval, block, launch);
            touch_next(entries[i].thread);
        }
        for (int j = 0; j < i; ++j)
            met |= meets(entries + j, entries + i, shared);
        g_assert_cmpint(touch_act(&touch, entries + i, shared), ==, !met);
        stored |= entries[i].action == STORE;
    }
    return met;
}

static void test_list(void)
{
    static const uint32_t launches[] = {2, 100, TOUCH_INTERVALS - 3};
    uint64_t seed = 1;
    uint32_t met = 0;

    for (int round = 0; round < ROUNDS; ++round)
        met += play(&seed, launches[round % 3]);
    g_assert_cmpuint(met, >, ROUNDS / 4);
    g_assert_cmpuint(met, <, ROUNDS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/touch/agrees-with-list-of-accesses", test_list);
    return g_test_run();
}
