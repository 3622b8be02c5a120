/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/happens_before.c: PUBLISH and AWAIT that order accesses
 * of two blocks, and uses that do not.  The result shows in the races that are
 * found.  Each kernel runs under many orders of blocks.
 */
#include "analysis/happens_before.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "lab.h"

#include <glib.h>
#include <string.h>

#include "kernels/scan.h"

enum { SEEDS = 40 };

/* Own array 0 has plain words, 1 is of pairs. */
static Lab *new_lab(uint32_t blocks)
{
    Lab *lab = lab_new("tests/test_happens_before.c");

    lab->holds[1] = HOLDS_PAIRS;
    lab->launch.blocks = blocks;
    lab->launch.block_n = 4;
    return lab;
}

/* ---- Kernels --------------------------------------------------------------*/

/* Block b stores word b, then publishes; the next one waits, then loads it. */
KERNEL(handed_on)
{
    STEP("pass on", 0);
    if (thread == 0) {
        Word x = FROM_INT(0);
        if (block > 0)
            AWAIT(SCRATCH(1), block - 1, &x);
        Word before = FROM_INT(0);
        if (block > 0)
            before = GLOAD(SCRATCH(0), block - 1);
        GSTORE(SCRATCH(0), block, FROM_INT(TO_INT(before) + 1));
        PUBLISH(SCRATCH(1), block, 1, x);
    }
}

/* The last block awaits its neighbour only, and loads what the first stored. */
KERNEL(by_way_of_others)
{
    STEP("pass on", 0);
    if (thread == 0) {
        Word x = FROM_INT(0);
        if (block == 0)
            GSTORE(SCRATCH(0), 0, FROM_INT(7));
        if (block > 0)
            AWAIT(SCRATCH(1), block - 1, &x);
        if (block == blocks - 1)
            GLOAD(SCRATCH(0), 0);
        PUBLISH(SCRATCH(1), block, 1, x);
    }
}

/* It publishes, and only then stores. */
KERNEL(too_late)
{
    STEP("pass on", 0);
    if (thread == 0) {
        Word x = FROM_INT(0);
        if (block == 0)
            PUBLISH(SCRATCH(1), 0, 1, x);
        if (block == 0)
            GSTORE(SCRATCH(0), 5, FROM_INT(7)); // @late
        if (block == 1)
            AWAIT(SCRATCH(1), 0, &x);
        if (block == 1)
            GLOAD(SCRATCH(0), 5); // @early
    }
}

/* Nobody waits. */
KERNEL(no_word)
{
    STEP("pass on", 0);
    if (thread == 0 && block == 0)
        GSTORE(SCRATCH(0), 5, FROM_INT(7));
    if (thread == 2 && block == 1)
        GLOAD(SCRATCH(0), 5);
}

/* Another thread publishes than the one that stored, with no barrier between;
 * with one, when PART is 1. */
KERNEL(another_thread)
{
    STEP("store", 0);
    if (thread == 1 && block == 0)
        GSTORE(SCRATCH(0), 5, FROM_INT(7));
    if (part == 1)
        SYNC();
    if (thread == 0 && block == 0)
        PUBLISH(SCRATCH(1), 0, 1, FROM_INT(0));
    Word x = FROM_INT(0);
    if (thread == 0 && block == 1)
        AWAIT(SCRATCH(1), 0, &x);
    if (part == 1)
        SYNC();
    if (thread == 1 && block == 1)
        GLOAD(SCRATCH(0), 5);
}

/* The state is seen that came before the store, or the one after. */
KERNEL(two_states)
{
    STEP("store", 0);
    if (thread == 0 && block == 0) {
        PUBLISH(SCRATCH(1), 0, 1, FROM_INT(10));
        GSTORE(SCRATCH(0), 5, FROM_INT(7));
        PUBLISH(SCRATCH(1), 0, 2, FROM_INT(20));
    }
    if (thread == 0 && block == 1) {
        Word x = FROM_INT(0);
        int state = AWAIT(SCRATCH(1), 0, &x);
        Word loaded = GLOAD(SCRATCH(0), 5);
        STORE(0, FROM_INT(state));
        STORE(1, loaded);
    }
}

/* One word in time, another too late. */
KERNEL(half_in_time)
{
    STEP("pass on", 0);
    if (thread == 0) {
        Word x = FROM_INT(0);
        if (block == 0)
            GSTORE(SCRATCH(0), 2, FROM_INT(7));
        if (block == 0)
            PUBLISH(SCRATCH(1), 0, 1, x);
        if (block == 0)
            GSTORE(SCRATCH(0), 5, FROM_INT(7));
        if (block == 1)
            AWAIT(SCRATCH(1), 0, &x);
        if (block == 1)
            GLOAD(SCRATCH(0), 2);
        if (block == 1)
            GLOAD(SCRATCH(0), 5);
    }
}

/* All others wait for block 0. */
KERNEL(to_all)
{
    STEP("pass on", 0);
    if (thread == 0) {
        Word x = FROM_INT(0);
        if (block == 0)
            GSTORE(SCRATCH(0), 5, FROM_INT(7));
        if (block == 0)
            PUBLISH(SCRATCH(1), 0, 1, x);
        if (block > 0)
            AWAIT(SCRATCH(1), 0, &x);
        if (block > 0)
            GLOAD(SCRATCH(0), 5);
    }
}

/* The same state twice, with other words, or with the same where PART is 1. */
KERNEL(state_again)
{
    STEP("store", 0);
    if (thread == 0 && block == 1) {
        PUBLISH(SCRATCH(1), 0, 1, FROM_INT(10));
        GSTORE(SCRATCH(0), 5, FROM_INT(7));
        PUBLISH(SCRATCH(1), 0, 1, FROM_INT(part == 1 ? 10 : 20)); // @again
    }
    if (thread == 0 && block == 0) {
        Word x = FROM_INT(0);
        AWAIT(SCRATCH(1), 0, &x); // @await
        Word loaded = GLOAD(SCRATCH(0), 5);
        STORE(0, x);
        STORE(1, loaded);
    }
}

/* All blocks count in one word. */
KERNEL(tickets)
{
    STEP("draw", 0);
    if (thread == 0)
        ATOMIC_ADD(SCRATCH(0), 3, FROM_INT(1));
    if (thread == 0 && block == 1 && part == 1)
        GLOAD(SCRATCH(0), 3);
}

/* A pair is read as if it were two words. */
KERNEL(half_a_pair)
{
    STEP("peek", 0);
    if (thread == 0 && block == 0)
        PUBLISH(SCRATCH(1), 2, 1, FROM_INT(9));
    if (thread == 0 && block == 1)
        GLOAD(SCRATCH(1), 5);
}

/* ---- What is found --------------------------------------------------------*/

static RaceList races_of(Lab *lab, ScanKernel *kernel, uint64_t seed,
                         Trace **trace)
{
    lab->launch.seed = seed;
    *trace = lab_trace(lab, kernel);
    return race_find(*trace);
}

static void test_kernels(void)
{
    static const struct {
        ScanKernel *kernel;
        uint32_t blocks;
        int part;
        bool race;
        uint32_t word;
        const char *array;
    } cases[] = {
        {handed_on_kernel, 2, 0, false, 0, NULL},
        {handed_on_kernel, 5, 0, false, 0, NULL},
        {handed_on_kernel, 17, 0, false, 0, NULL},
        {by_way_of_others_kernel, 2, 0, false, 0, NULL},
        {by_way_of_others_kernel, 9, 0, false, 0, NULL},
        {too_late_kernel, 2, 0, true, 5, NULL},
        {half_in_time_kernel, 2, 0, true, 5, NULL},
        {to_all_kernel, 4, 0, false, 0, NULL},
        {no_word_kernel, 2, 0, true, 5, NULL},
        {another_thread_kernel, 2, 0, true, 5, NULL},
        {another_thread_kernel, 2, 1, false, 0, NULL},
        {tickets_kernel, 5, 0, false, 0, NULL},
        {tickets_kernel, 5, 1, true, 3, NULL},
        {half_a_pair_kernel, 2, 0, true, 5, NULL},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        for (uint64_t seed = 0; seed < SEEDS; ++seed) {
            Lab *lab = new_lab(cases[i].blocks);
            Trace *trace;
            lab->launch.part = cases[i].part;
            RaceList list = races_of(lab, cases[i].kernel, seed, &trace);
            if (list.races_count != cases[i].race)
                g_error("case %zu, seed %d: %zu races", i, (int)seed,
                        list.races_count);
            if (cases[i].race) {
                const Race *race = list.races;
                g_assert_cmpuint(race->cell, ==, cases[i].word);
                g_assert_cmpuint(race->array, !=, RACE_SHARED);
                g_assert_cmpuint(race->first.block, !=, race->second.block);
            }
            race_free(&list);
            trace_free(trace);
            lab_free(lab);
        }
}

/* Which it is depends on the run; both are seen in forty. */
static void test_two_states(void)
{
    Lab *lab = new_lab(2);
    int seen[3] = {0};

    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        Trace *trace;
        RaceList list = races_of(lab, two_states_kernel, seed, &trace);
        uint32_t state = lab_cell(lab, 1, 0);
        g_assert_cmpuint(state, >=, 1);
        g_assert_cmpuint(state, <=, 2);
        g_assert_cmpuint(list.races_count, ==, state == 1);
        ++seen[state];
        race_free(&list);
        trace_free(trace);
    }
    g_assert_cmpint(seen[1], >, 0);
    g_assert_cmpint(seen[2], >, 0);
    lab_free(lab);
}

static Instruction *at_mark(const Lab *lab, Trace *trace, const char *mark)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].site == lab_line(lab, mark))
            return trace->instructions + i;
    g_error("nothing happened at @%s", mark);
}

/* Of two that published the same state, the word tells which was seen, though a
 * GPU may note the two in another order; where the words are the same, the
 * newest was. */
static void test_state_again(void)
{
    Lab *lab = new_lab(2);
    int seen[2][2] = {{0}};

    for (uint64_t seed = 0; seed < 2 * SEEDS; ++seed) {
        int same = lab->launch.part = seed % 2;
        lab->launch.seed = seed;
        Trace *trace = lab_trace(lab, state_again_kernel);
        Instruction *await = at_mark(lab, trace, "await");
        Instruction *again = at_mark(lab, trace, "again");
        bool early = await->time < again->time;
        uint32_t time = await->time;
        if (!same) {
            g_assert_true(early == (lab_cell(lab, 0, 0) == 10));
            await->time = again->time;
            again->time = time;
        }
        RaceList list = race_find(trace);
        g_assert_cmpuint(list.races_count, ==, early);
        ++seen[same][early];
        race_free(&list);
        trace_free(trace);
    }
    for (int i = 0; i < 4; ++i)
        g_assert_cmpint(seen[i / 2][i % 2], >, 0);
    lab_free(lab);
}

/* In a trace that holds all blocks, what nobody published orders nothing. */
static void test_unpublished(void)
{
    Lab *lab = new_lab(2);
    Trace *trace = lab_trace(lab, handed_on_kernel);

    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace->instructions[i].kind == ACCESS_PUBLISH)
            ++trace->accesses[trace->instructions[i].first_access].cell;
    RaceList list = race_find(trace);
    g_assert_cmpuint(list.races_count, ==, 1);
    race_free(&list);
    trace_free(trace);
    lab_free(lab);
}

/* Whole sentences, with the array, both blocks and both lines. */
static void test_words(void)
{
    Lab *lab = new_lab(2);
    Trace *trace;
    RaceList list = races_of(lab, too_late_kernel, 0, &trace);
    Text text = {0};
    char late[64], early[64];

    race_explain(trace, list.races, &text);
    g_test_message("%s", text.text);
    g_snprintf(late, sizeof late,
               "thread 0 stores it (tests/test_happens_before.c:%d)",
               lab_line(lab, "late"));
    g_snprintf(early, sizeof early,
               "thread 0 loads it (tests/test_happens_before.c:%d)",
               lab_line(lab, "early"));
    g_assert_nonnull(strstr(text.text, "race at word 5 of \"own\": "));
    g_assert_nonnull(strstr(text.text, late));
    g_assert_nonnull(strstr(text.text, early));
    /* the step of each is the first of its block, and of the run's two */
    for (uint32_t b = 0; b < 2; ++b) {
        char place[64];
        g_snprintf(place, sizeof place, "block %u, step %u (pass on, level 0)",
                   b, issue_order_number(trace, trace->blocks[b].first_step));
        g_assert_nonnull(strstr(text.text, place));
    }
    g_assert_cmpuint(issue_order_number(trace, 0) +
                         issue_order_number(trace, 1),
                     ==, 3);
    g_assert_nonnull(strstr(text.text, "nothing orders the two"));
    text_free(&text);
    race_free(&list);
    trace_free(trace);
    lab_free(lab);
}

/* What the trace does not hold may have handed on anything: no race is made up.
 * What it does hold is judged. */
static void test_held(void)
{
    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        Lab *lab = new_lab(5);
        Trace *trace;
        lab->held = (BlockRange){2, 4};
        RaceList list = races_of(lab, handed_on_kernel, seed, &trace);
        g_assert_cmpuint(trace->blocks_count, ==, 3);
        g_assert_cmpuint(list.races_count, ==, 0);
        trace_free(trace);
        lab->held = (BlockRange){1, 1};
        list = races_of(lab, no_word_kernel, seed, &trace);
        g_assert_cmpuint(list.races_count, ==, 0);
        trace_free(trace);
        lab->held = (BlockRange){0, 1};
        list = races_of(lab, no_word_kernel, seed, &trace);
        g_assert_cmpuint(list.races_count, ==, 1);
        race_free(&list);
        trace_free(trace);
        lab_free(lab);
    }
}

/* Places of one block, without a trace of signals. */
static void test_places(void)
{
    Lab *lab = new_lab(2);
    Trace *trace;
    RaceList list = races_of(lab, no_word_kernel, 0, &trace);
    Order *order = happens_before_new(trace, 0);
    const ThreadAccess a = {.thread = 1, .instruction = 4, .plain = true},
                       later = {.thread = 1, .instruction = 5, .plain = true},
                       next = {.step = 1,
                               .thread = 3,
                               .instruction = 9,
                               .plain = true};
    const ThreadAccess other = {.thread = 2, .instruction = 5, .plain = true},
                       far = {.block = 1,
                              .step = 1,
                              .thread = 1,
                              .instruction = 9,
                              .plain = true};
    uint32_t first, end;

    g_assert_true(happens_before(order, &a, &later));
    g_assert_false(happens_before(order, &later, &a));
    g_assert_false(happens_before(order, &a, &other));
    g_assert_true(happens_before(order, &other, &next));
    g_assert_false(happens_before(order, &a, &far));
    trace_grid_blocks(trace, 0, &first, &end);
    g_assert_cmpuint(first, ==, 0);
    g_assert_cmpuint(end, ==, 2);
    trace_grid_blocks(trace, 1, &first, &end);
    g_assert_cmpuint(first, ==, end);
    happens_before_free(order);
    race_free(&list);
    trace_free(trace);
    lab_free(lab);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/happens_before/kernels", test_kernels);
    g_test_add_func("/happens_before/two-states", test_two_states);
    g_test_add_func("/happens_before/state-again", test_state_again);
    g_test_add_func("/happens_before/unpublished", test_unpublished);
    g_test_add_func("/happens_before/words", test_words);
    g_test_add_func("/happens_before/held", test_held);
    g_test_add_func("/happens_before/places", test_places);
    return g_test_run();
}
