/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/happens_before.c: signals that order accesses of two
 * blocks, and uses that do not.  The result shows in the races that are
 * found.  Each kernel runs under many orders of blocks.
 */
#include "analysis/happens_before.h"
#include "analysis/issue_order.h"
#include "analysis/race.h"
#include "analysis/tile_status.h"
#include "catalog/plan.h"
#include "fixture.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 40 };

/* Own array 0 has plain words, 1 is of pairs. */
enum { WORDS = GLOBAL_FIRST_SCRATCH, PAIRS };

/* ---- Runs -----------------------------------------------------------------*/

/* An access of one thread. */
typedef struct {
    uint32_t thread, step;
    AccessKind kind;
    uint8_t array;
    uint32_t cell;  /* of signals: the pair */
    uint32_t state; /* of signals; else 0 */
    bool signals;
    Word value;
    int line;
    uint32_t time;
} Act;

enum { MOST_BLOCKS = 17, MOST_ACTS = 8 };

/* What each block does, one access after the other. */
typedef struct {
    struct {
        Act acts[MOST_ACTS];
        int count, done;
    } block[MOST_BLOCKS];
    uint32_t blocks;
    bool other; /* another form of the kernel */
    bool unfenced;
    BlockRange held;
    /* of what is added next: */
    uint32_t b, thread, step;
    int line;
} Play;

/* Adds what block play->b does. */
typedef void Kernel(Play *play);

static Act *act(Play *play, AccessKind kind, uint8_t array, uint32_t cell)
{
    Act *added = play->block[play->b].acts + play->block[play->b].count++;

    g_assert_cmpint(play->block[play->b].count, <=, MOST_ACTS);
    *added = (Act){.thread = play->thread,
                   .step = play->step,
                   .kind = kind,
                   .array = array,
                   .cell = cell,
                   .line = play->line++};
    return added;
}

static void load(Play *play, uint32_t cell)
{
    act(play, ACCESS_GLOAD, WORDS, cell);
}

static void store(Play *play, uint32_t cell)
{
    act(play, ACCESS_GSTORE, WORDS, cell);
}

static void publish(Play *play, uint32_t pair, uint32_t state, Word value)
{
    Act *added = act(play, ACCESS_GSTORE, PAIRS, pair);

    added->signals = true;
    added->state = state;
    added->value = value;
}

static void await(Play *play, uint32_t pair)
{
    act(play, ACCESS_GLOAD, PAIRS, pair)->signals = true;
}

/* Performs the next access of block B at TIME; false if it must wait. */
static bool perform(Play *play, uint32_t b, const Act *pairs[MOST_BLOCKS],
                    uint32_t time)
{
    Act *next = play->block[b].acts + play->block[b].done;

    bool awaits = next->signals && next->kind == ACCESS_GLOAD;

    if (awaits && !pairs[next->cell])
        return false;
    if (awaits) {
        next->state = pairs[next->cell]->state;
        next->value = pairs[next->cell]->value;
    } else if (next->signals) {
        pairs[next->cell] = next;
    }
    next->time = time;
    ++play->block[b].done;
    return true;
}

/* Runs the blocks concurrently, in an order that follows from SEED. */
static void run(Play *play, Kernel *kernel, uint64_t seed)
{
    const Act *pairs[MOST_BLOCKS] = {NULL};
    uint32_t count = 0;

    for (play->b = 0; play->b < play->blocks; ++play->b) {
        play->block[play->b].count = play->block[play->b].done = 0;
        play->thread = play->step = 0;
        play->line = 1 + MOST_ACTS * (play->b > 0);
        kernel(play);
        count += (uint32_t)play->block[play->b].count;
    }
    for (uint32_t time = 0; time < count;) {
        uint32_t b = (uint32_t)(base_random(&seed) >> 32) % play->blocks;
        if (play->block[b].done < play->block[b].count)
            time += perform(play, b, pairs, time);
    }
}

static void add_block(Play *play, Fixture *f, uint32_t b)
{
    fixture_step(f, "pass on", 0);
    for (int i = 0; i < play->block[b].count; ++i) {
        const Act *from = play->block[b].acts + i;
        if (i > 0 && from->step != from[-1].step)
            fixture_step(f, "pass on", 0);
        if (from->signals) {
            fixture_statuses(f, from->kind, from->line, from->array);
            fixture_status(f, (int)from->thread, from->cell, from->state,
                           from->value, from->value);
        } else {
            fixture_instruction(f, 0, from->kind, from->line);
            fixture_access(f, (int)from->thread, from->cell, from->value,
                           from->value);
        }
        Instruction *at = f->trace->instructions + f->trace->instructions_count;
        at[-1].time = from->time;
        at[-1].array = from->array;
    }
}

/* The trace of a run of KERNEL. */
static Trace *trace_of(Play *play, Kernel *kernel, uint64_t seed)
{
    Fixture *f = fixture_new(OP_ADD, 4 * play->blocks, 4, 4, 1);
    Trace *trace = f->trace;

    run(play, kernel, seed);
    base_push(trace, arrays,
              ((Array){.name = base_strdup("own"),
                       .words = 64,
                       .holds = HOLDS_NUMBERS}));
    base_push(trace, arrays,
              ((Array){.name = base_strdup("pairs"),
                       .words = 64,
                       .holds = HOLDS_PAIRS}));
    for (uint32_t b = play->held.first;
         b < play->blocks && b <= play->held.last; ++b) {
        if (b > play->held.first)
            fixture_next_block(f);
        add_block(play, f, b);
        trace->blocks[trace->blocks_count - 1].index = b;
    }
    trace->run.blocks = play->blocks;
    trace = fixture_done(f);
    trace->grids[0].unfenced = play->unfenced;
    return trace;
}

/* All blocks are in the trace. */
static Play new_play(uint32_t blocks)
{
    return (Play){.blocks = blocks, .held = {0, UINT32_MAX}};
}

/* ---- Kernels --------------------------------------------------------------*/

/* Block b stores word b, then publishes; the next one waits, then loads it. */
static void handed_on(Play *play)
{
    if (play->b > 0) {
        await(play, play->b - 1);
        load(play, play->b - 1);
    }
    store(play, play->b);
    publish(play, play->b, 1, 0);
}

/* The last block awaits its neighbour only, and loads what the first stored. */
static void by_way_of_others(Play *play)
{
    if (play->b == 0)
        store(play, 0);
    else
        await(play, play->b - 1);
    if (play->b == play->blocks - 1)
        load(play, 0);
    publish(play, play->b, 1, 0);
}

/* It publishes, and only then stores. */
enum { LATE = 2, EARLY = 2 + MOST_ACTS }; /* lines */

static void too_late(Play *play)
{
    if (play->b == 0) {
        publish(play, 0, 1, 0);
        store(play, 5); /* LATE */
    } else {
        await(play, 0);
        load(play, 5); /* EARLY */
    }
}

/* Nobody waits. */
static void no_word(Play *play)
{
    play->thread = play->b == 0 ? 0 : 2;
    if (play->b == 0)
        store(play, 5);
    else if (play->b == 1)
        load(play, 5);
}

/* Another thread publishes than the one that stored, with no barrier between;
 * with one in the other form. */
static void another_thread(Play *play)
{
    if (play->b == 0) {
        play->thread = 1;
        store(play, 5);
        play->step = play->other;
        play->thread = 0;
        publish(play, 0, 1, 0);
    } else {
        await(play, 0);
        play->step = play->other;
        play->thread = 1;
        load(play, 5);
    }
}

/* The state is seen that came before the store, or the one after. */
static void two_states(Play *play)
{
    if (play->b == 0) {
        publish(play, 0, 1, 10);
        store(play, 5);
        publish(play, 0, 2, 20);
    } else {
        await(play, 0);
        load(play, 5);
    }
}

/* One word in time, another too late. */
static void half_in_time(Play *play)
{
    if (play->b == 0) {
        store(play, 2);
        publish(play, 0, 1, 0);
        store(play, 5);
    } else {
        await(play, 0);
        load(play, 2);
        load(play, 5);
    }
}

/* All others wait for block 0. */
static void to_all(Play *play)
{
    if (play->b == 0) {
        store(play, 5);
        publish(play, 0, 1, 0);
    } else {
        await(play, 0);
        load(play, 5);
    }
}

/* The same state twice, with other words, or with the same in the other form.
 */
static void state_again(Play *play)
{
    if (play->b == 1) {
        publish(play, 0, 1, 10);
        store(play, 5);
        publish(play, 0, 1, play->other ? 10 : 20);
    } else {
        await(play, 0);
        load(play, 5);
    }
}

/* All blocks count in one word, without a fence. */
static void tickets(Play *play)
{
    act(play, ACCESS_ATOMIC, WORDS, 3);
    if (play->b == 1 && play->other)
        load(play, 3);
}

/* A pair is read as if it were two words. */
static void half_a_pair(Play *play)
{
    if (play->b == 0)
        publish(play, 2, 1, 9);
    else
        act(play, ACCESS_GLOAD, PAIRS, 5);
}

/* ---- What is found --------------------------------------------------------*/

static RaceList races_of(Play *play, Kernel *kernel, uint64_t seed,
                         Trace **trace)
{
    *trace = trace_of(play, kernel, seed);
    return race_find(*trace);
}

static void test_kernels(void)
{
    static const struct {
        Kernel *kernel;
        uint32_t blocks;
        bool other, race;
        uint32_t word;
        uint8_t array;
    } cases[] = {
        {handed_on, 2, false, false, 0, 0},
        {handed_on, 5, false, false, 0, 0},
        {handed_on, 17, false, false, 0, 0},
        {by_way_of_others, 2, false, false, 0, 0},
        {by_way_of_others, 9, false, false, 0, 0},
        {too_late, 2, false, true, 5, WORDS},
        {half_in_time, 2, false, true, 5, WORDS},
        {to_all, 4, false, false, 0, 0},
        {no_word, 2, false, true, 5, WORDS},
        {another_thread, 2, false, true, 5, WORDS},
        {another_thread, 2, true, false, 0, 0},
        {tickets, 5, false, false, 0, 0},
        {tickets, 5, true, true, 3, WORDS},
        {half_a_pair, 2, false, true, 5, PAIRS},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        for (uint64_t seed = 0; seed < SEEDS; ++seed) {
            Play play = new_play(cases[i].blocks);
            Trace *trace;
            play.other = cases[i].other;
            play.unfenced = cases[i].kernel == tickets;
            RaceList list = races_of(&play, cases[i].kernel, seed, &trace);
            if (list.races_count != cases[i].race)
                g_error("case %zu, seed %d: %zu races", i, (int)seed,
                        list.races_count);
            if (cases[i].race) {
                const Race *race = list.races;
                g_assert_cmpuint(race->cell, ==, cases[i].word);
                g_assert_cmpuint(race->array, ==, cases[i].array);
                g_assert_cmpuint(race->first.block, !=, race->second.block);
            }
            race_free(&list);
            trace_free(trace);
        }
}

/* Which it is depends on the run; both are seen in forty. */
static void test_two_states(void)
{
    Play play = new_play(2);
    int seen[3] = {0};

    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        Trace *trace;
        RaceList list = races_of(&play, two_states, seed, &trace);
        uint32_t state = play.block[1].acts[0].state;
        g_assert_cmpuint(list.races_count, ==, state == 1);
        ++seen[state];
        race_free(&list);
        trace_free(trace);
    }
    g_assert_cmpint(seen[1], >, 0);
    g_assert_cmpint(seen[2], >, 0);
}

/* Of two that published the same state the newest was seen. */
static void test_state_again(void)
{
    int seen[2][2] = {{0}};

    for (uint64_t seed = 0; seed < 2 * SEEDS; ++seed) {
        Play play = new_play(2);
        play.other = seed % 2;
        Trace *trace = trace_of(&play, state_again, seed);
        Instruction *await = trace->instructions;
        Instruction *again = trace->instructions + 4;
        bool early = await->time < again->time;
        g_assert_true(tile_status_looks(trace, await));
        g_assert_true(tile_status_publishes(trace, again));
        RaceList list = race_find(trace);
        g_assert_cmpuint(list.races_count, ==, early);
        ++seen[play.other][early];
        race_free(&list);
        trace_free(trace);
    }
    for (int i = 0; i < 4; ++i)
        g_assert_cmpint(seen[i / 2][i % 2], >, 0);
}

/* In a trace that holds all blocks, what nobody published orders nothing. */
static void test_unpublished(void)
{
    Play play = new_play(2);
    Trace *trace = trace_of(&play, handed_on, 0);

    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (tile_status_publishes(trace, trace->instructions + i))
            for (uint32_t w = 0; w < 2; ++w)
                trace->accesses[trace->instructions[i].first_access + w].cell +=
                    2u;
    RaceList list = race_find(trace);
    g_assert_cmpuint(list.races_count, ==, 1);
    race_free(&list);
    trace_free(trace);
}

/* Whole sentences, with the array, both blocks and both lines. */
static void test_words(void)
{
    Play play = new_play(2);
    Trace *trace;
    RaceList list = races_of(&play, too_late, 0, &trace);
    Text text = {0};
    char late[64], early[64];

    race_explain(trace, list.races, &text);
    g_test_message("%s", text.text);
    g_snprintf(late, sizeof late, "thread 0 stores it (fixture.cu:%d)", LATE);
    g_snprintf(early, sizeof early, "thread 0 loads it (fixture.cu:%d)", EARLY);
    g_assert_nonnull(strstr(text.text, "race at own[5]: "));
    g_assert_nonnull(strstr(text.text, late));
    g_assert_nonnull(strstr(text.text, early));
    /* the step of each is the first of its block, and of the run's two */
    for (uint32_t b = 0; b < 2; ++b) {
        char place[64];
        g_snprintf(place, sizeof place, "block %u, step %u (pass on)", b,
                   issue_order_number(trace, trace->blocks[b].first_step));
        g_assert_nonnull(strstr(text.text, place));
    }
    g_assert_cmpuint(issue_order_number(trace, 0) +
                         issue_order_number(trace, 1),
                     ==, 3);
    g_assert_nonnull(strstr(text.text, "nothing orders the two"));
    text_free(&text);
    race_free(&list);
    trace_free(trace);
}

/* What the trace does not hold may have handed on anything: no race is made up.
 * What it does hold is judged. */
static void test_held(void)
{
    for (uint64_t seed = 0; seed < SEEDS; ++seed) {
        Play play = new_play(5);
        Trace *trace;
        play.held = (BlockRange){2, 4};
        RaceList list = races_of(&play, handed_on, seed, &trace);
        g_assert_cmpuint(trace->blocks_count, ==, 3);
        g_assert_cmpuint(list.races_count, ==, 0);
        trace_free(trace);
        play.held = (BlockRange){1, 1};
        list = races_of(&play, no_word, seed, &trace);
        g_assert_cmpuint(list.races_count, ==, 0);
        trace_free(trace);
        play.held = (BlockRange){0, 1};
        list = races_of(&play, no_word, seed, &trace);
        g_assert_cmpuint(list.races_count, ==, 1);
        race_free(&list);
        trace_free(trace);
    }
}

/* Places of one block, without a trace of signals. */
static void test_places(void)
{
    Play play = new_play(2);
    Trace *trace;
    RaceList list = races_of(&play, no_word, 0, &trace);
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
