/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/race.c, shared_races.c and global_races.c.
 */
#include "analysis/race.h"
#include "fixture.h"
#include "trace/epoch.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* What a lane does to a cell; warp 1 has threads 2 and 3 (k = 2). */
typedef struct {
    int warp, lane, cell;
    AccessKind kind;
} Act;

#define L ACCESS_LOAD
#define S ACCESS_STORE
#define BARRIER                                                                \
    {                                                                          \
        -1, 0, 0, ACCESS_LOAD                                                  \
    }

static Trace *act(const Act *acts, int count)
{
    Fixture *f = fixture_new(OP_ADD, 4, 2, 4, 8);

    fixture_step(f, "read", 0);
    for (int i = 0; i < count; ++i) {
        if (acts[i].warp < 0) {
            fixture_step(f, "write", 0);
            continue;
        }
        fixture_instruction(f, acts[i].warp, acts[i].kind, i + 1);
        fixture_access(f, acts[i].lane, (uint32_t)acts[i].cell, (Word)i + 1,
                       INTERVAL_TOP);
    }
    return fixture_done(f);
}

static void test_cases(void)
{
    static const struct {
        Act acts[6];
        int count;
        uint16_t first, second; /* lines, from 1; 0: no race */
    } cases[] = {
        {{{0, 0, 3, L}, {0, 1, 3, L}, {1, 0, 3, L}}, 3, 0, 0},
        {{{0, 0, 3, S}, {0, 0, 3, L}, {0, 0, 3, S}}, 3, 0, 0},
        {{{0, 0, 3, S}, {1, 0, 3, L}}, 2, 1, 2},
        {{{0, 0, 3, L}, {1, 0, 3, S}}, 2, 1, 2},
        {{{0, 0, 3, S}, {0, 1, 3, S}}, 2, 1, 2}, /* within a warp, too */
        {{{0, 0, 3, S}, BARRIER, {1, 0, 3, L}}, 3, 0, 0},
        {{{0, 0, 3, S}, {1, 0, 4, S}}, 2, 0, 0},
        {{{0, 0, 3, L}, {1, 0, 3, L}, {0, 0, 3, S}}, 3, 2, 3},
        {{{0, 0, 3, L}, {1, 0, 3, L}, {1, 1, 3, S}}, 3, 1, 3},
        {{{0, 0, 3, L}, {0, 0, 3, S}, {1, 0, 3, L}}, 3, 2, 3},
        {{{0, 0, 3, L}, {0, 0, 3, S}, {1, 0, 3, S}}, 3, 1, 3},
        {{{0, 0, 3, ACCESS_GSTORE}, {1, 0, 3, ACCESS_GSTORE}}, 2, 1, 2},
        {{{0, 0, 3, ACCESS_GSTORE}, {1, 0, 3, ACCESS_GLOAD}}, 2, 0, 0},
        {{{0, 0, 3, S}, {1, 0, 3, ACCESS_GSTORE}}, 2, 0, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = act(cases[i].acts, cases[i].count);
        RaceList list = race_find(trace);
        g_assert_cmpuint(list.races_count, ==, cases[i].first ? 1 : 0);
        if (cases[i].first) {
            g_assert_cmpuint(list.races[0].cell, ==, 3);
            g_assert_cmpuint(list.races[0].first.site, ==, cases[i].first);
            g_assert_cmpuint(list.races[0].second.site, ==, cases[i].second);
        }
        race_free(&list);
        trace_free(trace);
    }
}

static void test_order(void)
{
    static const Act acts[] = {{0, 0, 5, S}, {0, 1, 2, S}, {1, 0, 5, S},
                               {1, 1, 2, L}, {1, 0, 2, S}, BARRIER,
                               {1, 1, 0, S}, {0, 0, 0, L}};
    Trace *trace = act(acts, G_N_ELEMENTS(acts));
    RaceList list = race_find(trace);

    g_assert_cmpuint(list.races_count, ==, 3);
    g_assert_cmpuint(list.races[0].cell, ==, 2);
    g_assert_cmpuint(list.races[0].first.thread, ==, 1);
    g_assert_cmpuint(list.races[0].second.thread, ==, 3);
    g_assert_cmpuint(list.races[0].second.kind, ==, ACCESS_LOAD);
    g_assert_cmpuint(list.races[1].cell, ==, 5);
    g_assert_cmpuint(list.races[2].step, ==, 1);
    race_free(&list);
    trace_free(trace);
}

static void test_blocks(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 2, 2, 2);

    for (int block = 0; block < 2; ++block) {
        if (block)
            fixture_next_block(f);
        fixture_step(f, "load", 0);
        fixture_instruction(f, 0, ACCESS_STORE, 3);
        fixture_access(f, block, 0, 0, INTERVAL_IDENTITY);
    }
    Trace *trace = fixture_done(f);
    RaceList list = race_find(trace);
    g_assert_cmpuint(list.races_count, ==, 0);
    race_free(&list);
    trace_free(trace);
}

/* Blocks of one launch and a word of global memory: nothing orders them, and
 * the number of a thread is no help. */
static void test_global(void)
{
    static const struct {
        struct {
            AccessKind kind;
            int lane;
            uint32_t cell;
        } of[2]; /* each block */
        bool race;
    } cases[] = {
        {{{ACCESS_GSTORE, 0, 1}, {ACCESS_GSTORE, 0, 1}}, true},
        {{{ACCESS_GSTORE, 0, 1}, {ACCESS_GSTORE, 1, 1}}, true},
        {{{ACCESS_GSTORE, 0, 1}, {ACCESS_GLOAD, 0, 1}}, true},
        {{{ACCESS_GLOAD, 1, 1}, {ACCESS_GSTORE, 1, 1}}, true},
        {{{ACCESS_GLOAD, 0, 1}, {ACCESS_GLOAD, 0, 1}}, false},
        {{{ACCESS_GSTORE, 0, 1}, {ACCESS_GSTORE, 0, 2}}, false},
        {{{ACCESS_ATOMIC, 0, 1}, {ACCESS_ATOMIC, 0, 1}}, false},
        {{{ACCESS_ATOMIC, 0, 1}, {ACCESS_GLOAD, 0, 1}}, true},
        {{{ACCESS_GSTORE, 0, 1}, {ACCESS_ATOMIC, 0, 1}}, true},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Fixture *f = fixture_new(OP_ADD, 4, 2, 2, 2);
        for (int block = 0; block < 2; ++block) {
            if (block)
                fixture_next_block(f);
            fixture_step(f, "write", 0);
            fixture_instruction(f, 0, cases[i].of[block].kind, 3 + block);
            f->trace->instructions[block].array = GLOBAL_OUT;
            fixture_access(f, cases[i].of[block].lane, cases[i].of[block].cell,
                           (Word)block + 1, INTERVAL_TOP);
        }
        Trace *trace = fixture_done(f);
        RaceList list = race_find(trace);
        g_assert_cmpuint(list.races_count, ==, cases[i].race);
        if (cases[i].race) {
            const Race *race = list.races;
            g_assert_cmpuint(race->array, ==, GLOBAL_OUT);
            g_assert_cmpuint(race->cell, ==, 1);
            g_assert_cmpuint(race->first.block + race->second.block, ==, 1);
            g_assert_cmpint(race->first.site + race->second.site, ==, 7);
        }
        race_free(&list);
        trace_free(trace);
    }
}

/* The plain way, looking at every pair, says the same. */
static bool has_race(const Act *acts, int count, int cell)
{
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j)
            if (acts[i].cell == cell && acts[j].cell == cell &&
                (acts[i].kind == S || acts[j].kind == S) &&
                (acts[i].warp != acts[j].warp || acts[i].lane != acts[j].lane))
                return true;
    return false;
}

static void test_against_all_pairs(void)
{
    uint64_t seed = 3;

    for (int round = 0; round < 2000; ++round) {
        Act acts[10];
        int count = 1 + (int)(base_random(&seed) % G_N_ELEMENTS(acts));
        for (int i = 0; i < count; ++i)
            acts[i] = (Act){(int)(base_random(&seed) % 2),
                            (int)(base_random(&seed) % 2),
                            (int)(base_random(&seed) % 4),
                            base_random(&seed) % 3 ? L : S};
        Trace *trace = act(acts, count);
        RaceList list = race_find(trace);
        size_t next = 0;
        for (uint32_t cell = 0; cell < 4; ++cell)
            if (has_race(acts, count, (int)cell))
                g_assert_cmpuint(list.races[next++].cell, ==, cell);
        g_assert_cmpuint(next, ==, list.races_count);
        race_free(&list);
        trace_free(trace);
    }
}

/* ---- Warps that meet ---- */

enum { LANES = 8, WARPS = 2, EVENTS = 12 };

/* Two warps whose lanes access one cell and meet in tiles of 2^LEVEL lanes. */
typedef struct {
    uint32_t epochs[WARPS][LANES];
    /* what each thread knows of: how many accesses of each */
    int known[WARPS * LANES][WARPS * LANES];
} Meetings;

static void meet(Meetings *all, uint32_t warp, uint32_t first, uint32_t count)
{
    uint32_t epoch = 0, set = ((1u << count) - 1) << first;
    int *const mine = all->known[warp * LANES + first];

    for (uint32_t i = first; i < first + count; ++i) {
        epoch = epoch_join(epoch, all->epochs[warp][i]);
        for (int t = 0; t < WARPS * LANES; ++t)
            mine[t] = MAX(mine[t], all->known[warp * LANES + i][t]);
    }
    epoch = count == LANES ? epoch_after_all(epoch) : epoch_after(epoch, set);
    for (uint32_t i = first; i < first + count; ++i) {
        all->epochs[warp][i] = epoch;
        memcpy(all->known[warp * LANES + i], mine, sizeof all->known[0]);
    }
}

/* Adds an access at random; true if it races with an earlier one. */
static bool access_one(Fixture *f, Meetings *all, uint64_t *seed, bool *stored)
{
    uint32_t warp = (uint32_t)(base_random(seed) % WARPS);
    uint32_t lane = (uint32_t)(base_random(seed) % LANES);
    int own = (int)(warp * LANES + lane);
    bool stores = base_random(seed) % 4 == 0, race = false;

    fixture_instruction(f, (int)warp, stores ? S : L, 1);
    f->trace->instructions[f->trace->instructions_count - 1].epoch =
        all->epochs[warp][lane];
    fixture_access(f, (int)lane, 0, (Word)f->trace->accesses_count + 1,
                   INTERVAL_TOP);
    size_t count = f->trace->accesses_count;
    stored[count - 1] = stores;
    int number[WARPS * LANES] = {0};
    for (size_t i = 0; i + 1 < count; ++i) {
        int by =
            f->trace->instructions[i].warp * LANES + f->trace->accesses[i].lane;
        race |= ++number[by] > all->known[own][by] && by != own &&
                (stores || stored[i]);
    }
    all->known[own][own] = number[own] + 1;
    return race;
}

/* Races are those accesses of which neither knows the other; with tiles of
 * different sizes some may be missed. */
static void test_meetings(void)
{
    uint64_t seed = 5;

    for (int round = 0; round < 20000; ++round) {
        Meetings all = {0};
        bool mixed = round % 2, race = false, stored[EVENTS];
        uint32_t level = (uint32_t)(base_random(&seed) % 3) + 1;
        Fixture *f = fixture_new(OP_ADD, 4, LANES, WARPS * LANES, 2);
        fixture_step(f, "read", 0);
        for (int i = 0; i < EVENTS; ++i) {
            if (base_random(&seed) % 2) {
                race |= access_one(f, &all, &seed, stored);
                continue;
            }
            if (mixed)
                level = (uint32_t)(base_random(&seed) % 3) + 1;
            uint32_t count = base_random(&seed) % 4 ? 1u << level : LANES;
            uint32_t tile = (uint32_t)(base_random(&seed) % LANES) / count;
            meet(&all, (uint32_t)(base_random(&seed) % WARPS), tile * count,
                 count);
        }
        Trace *trace = fixture_done(f);
        RaceList list = race_find(trace);
        if (!mixed)
            g_assert_cmpuint(list.races_count, ==, race);
        g_assert_cmpuint(list.races_count, <=, race);
        race_free(&list);
        trace_free(trace);
    }
}

static void test_scans(void)
{
    Trace *trace = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 256, 4);
    RaceList list = race_find(trace);

    g_assert_cmpuint(list.races_count, ==, 0);
    trace_free(trace);
    trace = fixture_hillis(16, 4, false);
    list = race_find(trace);
    g_assert_cmpuint(list.races_count, >, 0);
    g_assert_cmpuint(list.races[0].step, ==, 1);
    race_free(&list);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/race/cases", test_cases);
    g_test_add_func("/race/order", test_order);
    g_test_add_func("/race/blocks", test_blocks);
    g_test_add_func("/race/global", test_global);
    g_test_add_func("/race/against-all-pairs", test_against_all_pairs);
    g_test_add_func("/race/meetings", test_meetings);
    g_test_add_func("/race/scans", test_scans);
    return g_test_run();
}
