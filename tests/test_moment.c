/* SPDX-License-Identifier: MIT
 *
 * Tests of src/moment/: whatever a moment comes from, and in whatever order, it
 * has the facts that a replay of the run from its start has.
 */
#include "catalog/catalog.h"
#include "fixture.h"
#include "moment/token.h"
#include "record/record.h"
#include "slow_memory.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;

static Trace *make(const char *name, uint32_t n, uint32_t k)
{
    Error error;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .seed = 3,
                             .device = DEVICE_CPU};
    Word *input = base_alloc(n, sizeof *input);

    g_assert_nonnull(options.algorithm);
    for (uint32_t i = 0; i < n; ++i)
        input[i] = i % 7;
    options.input = input;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    free(input);
    return trace;
}

/* A trace of random accesses to shared and global memory, in one launch or two;
 * before the second one, the host may have stored anything. */
static Trace *make_random(GRand *random)
{
    enum { WORDS = 8 };
    static const AccessKind kinds[] = {ACCESS_LOAD,   ACCESS_STORE,
                                       ACCESS_GLOAD,  ACCESS_GSTORE,
                                       ACCESS_ATOMIC, ACCESS_GLOAD};
    Fixture *f = fixture_new(OP_ADD, WORDS, 4, 8, WORDS);
    Trace *trace = f->trace;

    base_push(trace, arrays,
              ((Array){.name = base_strdup("count"),
                       .words = WORDS,
                       .holds = HOLDS_NUMBERS}));
    base_push(trace, arrays,
              ((Array){.name = base_strdup("flags"),
                       .words = WORDS,
                       .holds = HOLDS_FLAGS}));
    bool again = g_rand_boolean(random);
    for (int step = 0; step < 4; ++step) {
        if (again && step == 2)
            fixture_next_block(f);
        fixture_step(f, "other", step);
        for (int i = 0; i < 8; ++i) {
            AccessKind kind = kinds[g_rand_int_range(random, 0, 6)];
            fixture_instruction(f, g_rand_int_range(random, 0, 2), kind, 1);
            trace->instructions[trace->instructions_count - 1].array =
                (uint8_t)g_rand_int_range(random, 0, 4);
            for (int lane = 0; lane < 4; ++lane) {
                fixture_access(f, lane,
                               (uint32_t)g_rand_int_range(random, 0, WORDS),
                               g_rand_int(random) % 100, INTERVAL_TOP);
                if (kind != ACCESS_STORE && g_rand_int_range(random, 0, 4) == 0)
                    trace->accesses[trace->accesses_count - 1].bytes =
                        (uint8_t)g_rand_int_range(random, 1, 15);
            }
        }
    }
    fixture_done(f);
    if (again) {
        Grid grid = trace->grids[0];
        grid.title = base_strdup("again");
        base_push(trace, grids, grid);
        trace->grids[0].blocks = trace->grids[1].blocks = 1;
        trace->blocks[1].grid = 1;
        trace->blocks[1].index = 0;
    }
    if (g_rand_boolean(random)) {
        trace->run.origin = ORIGIN_PROGRAM;
        trace->arrays[3].holds = HOLDS_SUMS;
        for (uint32_t i = 0; i < WORDS; ++i)
            trace->output[i] = g_rand_int(random) % 100;
    }
    return trace;
}

/* ---- The slow twin --------------------------------------------------------*/

/* Shared memory, replayed from the start of the block that runs. */
static void compare_cells(const Moment *moment, const uint32_t *order)
{
    const Trace *trace = moment->trace;
    size_t words = trace->run.words, bytes = words * sizeof(Word);
    Word *values = base_alloc(words + 1, sizeof *values);
    Word *intervals = base_alloc(words + 1, sizeof *intervals);
    const Instruction *now = moment->service.at;
    uint32_t b = now ? trace_step(trace, now)->block : 0;
    uint32_t first = trace->blocks[b].first_step;

    if (bytes) {
        memcpy(values, trace_snapshot(trace, first), bytes);
        memcpy(intervals, trace_snapshot_intervals(trace, first), bytes);
    }
    for (size_t p = 0; p < moment->position; ++p) {
        const Instruction *at = trace->instructions + issue_order_at(order, p);
        const Access *access = trace_accesses(trace, at);
        if (trace_step(trace, at)->block != b || !trace_is_store(at))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (at != now || moment_done(moment, access))
                trace_store(access, values + access->cell,
                            intervals + access->cell);
    }
    g_assert_true(memcmp(moment->values, values, bytes) == 0);
    g_assert_true(memcmp(moment->intervals, intervals, bytes) == 0);
    free(values);
    free(intervals);
}

/* Which bytes of a word are wrong: what was stored there last, so far. */
static uint8_t wrong_bytes(const Moment *moment, const uint32_t *order,
                           size_t a, uint32_t i)
{
    const Trace *trace = moment->trace;
    uint8_t wrong = 0;

    for (size_t p = 0; p < moment->position; ++p) {
        const Instruction *at = trace->instructions + issue_order_at(order, p);
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_global(at) || at->array != a ||
            !trace_traits_of(at)->writes)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (access->cell == i &&
                (at != moment->service.at || moment_done(moment, access)))
                wrong = (uint8_t)(wrong_words_shown(moment->of->wrong, trace,
                                                    access)
                                      ? wrong | access->bytes
                                      : wrong & ~access->bytes);
    }
    return wrong;
}

/* Each word of global memory; one under way is as it was. */
static void compare_global(Moment *moment, const uint32_t *order)
{
    const Trace *trace = moment->trace;
    const Instruction *at = moment->service.at;
    SlowMemory after = slow_memory_at(trace, order, moment->position);

    if (at && trace_is_global(at) && trace_traits_of(at)->writes) {
        SlowMemory before = slow_memory_at(trace, order, moment->position - 1);
        for (int lane = 0; lane < at->lanes; ++lane) {
            const Access *access = moment->service.accesses + lane;
            if (!moment_done(moment, access) &&
                access->cell < after.arrays[at->array].length)
                after.arrays[at->array].words[access->cell] =
                    before.arrays[at->array].words[access->cell];
        }
        slow_memory_free(&before);
    }
    for (size_t a = 0; a < after.count; ++a)
        for (uint32_t i = 0; i < after.arrays[a].length; ++i) {
            GlobalWord is = moment_word(moment, (uint8_t)a, i);
            const GlobalWord *should = after.arrays[a].words + i;
            g_assert_cmpint(is.held, ==, should->held);
            g_assert_cmphex(is.value, ==, should->value);
            g_assert_cmphex(is.interval, ==, should->interval);
            g_assert_cmphex(is.bytes, ==, should->bytes);
            if (moment->of->wrong->accesses)
                g_assert_cmphex(is.wrong, ==, wrong_bytes(moment, order, a, i));
        }
    slow_memory_free(&after);
}

/* Which cells are wrong, by all that was stored or taken so far. */
static void compare_wrong(const Moment *moment, const uint32_t *order)
{
    const Trace *trace = moment->trace;
    const WrongWords *wrong = moment->of->wrong;
    uint8_t *cells = base_alloc((size_t)trace->run.words + 1, 1);

    if (!wrong->accesses || trace->blocks_count != 1) {
        g_assert_null(moment->wrong);
        free(cells);
        return;
    }
    for (size_t p = 0; p < moment->position; ++p) {
        size_t index = issue_order_at(order, p);
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; trace_is_shared(at) && lane < at->lanes;
             ++lane, ++access) {
            bool shown = wrong_words_shown(wrong, trace, access);
            if ((at == moment->service.at && !moment_done(moment, access)) ||
                (trace_is_load(at) && !shown))
                continue;
            cells[access->cell] =
                shown || wrong_words_lost(wrong, access->cell, index);
        }
    }
    g_assert_true(memcmp(moment->wrong, cells, trace->run.words) == 0);
    free(cells);
}

/* The queues: each request once, in the order of lanes. */
static void compare_queues(const Moment *moment)
{
    const Service *service = &moment->service;
    uint32_t all = 0;

    for (uint32_t bank = 0; bank < service->trace->run.k; ++bank) {
        int last = -1;
        for (uint32_t place = 0; place < service->queues[bank]; ++place) {
            int i = service_at(service, bank, place);
            g_assert_cmpint(i, >, last);
            g_assert_cmpuint(service->accesses[i].cell % service->trace->run.k,
                             ==, bank);
            last = i;
            ++all;
        }
        g_assert_cmpint(service_at(service, bank, service->queues[bank]), ==,
                        -1);
    }
    if (service_is_shared(service))
        g_assert_cmpuint(all, ==, service->at->lanes);
}

/* A value that comes to a cell changes it when it arrives, and one that leaves
 * a cell is what the cell holds. */
static void compare_tokens(Moment *moment)
{
    Service service = moment->service;
    Token tokens[TRACE_MAX_BANKS];
    int count = service_tokens(&service, tokens);
    size_t position = moment->position;

    for (int i = 0; i < count; ++i) {
        const Token *token = tokens + i;
        uint32_t cell = token->access->cell;
        double cycles = MAX(service.turns, 1);
        g_assert_true(token->access == service.accesses + i);
        g_assert_true(token->start >= 0 && token->start < token->end &&
                      token->end < cycles + 1e-9);
        g_assert_cmphex(token->value, ==, token->access->value);
        if (token->to.kind == THING_CELL) {
            g_assert_cmpuint(token->to.a, ==, cell);
            moment_go(moment, position,
                      (token->start + token->end) / 2 / cycles);
            g_assert_false(moment_done(moment, token->access));
            if (token->end + 1e-6 < cycles)
                moment_go(moment, position, (token->end + 1e-6) / cycles);
            else
                moment_go(moment, position, 1);
            g_assert_true(moment_done(moment, token->access));
            bool again = false; /* another lane stores there, too */
            for (int j = 0; j < count; ++j)
                again |= j != i && tokens[j].access->cell == cell;
            if (!again && token->access->bytes == TRACE_WORD)
                g_assert_cmphex(moment->values[cell], ==, token->value);
        } else if (token->from.kind == THING_CELL) {
            g_assert_cmpuint(token->from.a, ==, cell);
            g_assert_cmpint(token->to.kind, ==, THING_THREAD);
        } else if (token->from.kind == THING_WORD ||
                   token->to.kind == THING_WORD) {
            g_assert_true(trace_is_global(service.at));
        }
    }
}

/* Of a tree: what is on its way to a node is there before, and makes its word.
 */
static void test_tree_tokens(void)
{
    Trace *trace = make("padding", 64, 4);
    Tree tree = tree_of(trace);
    Moments *moments = moments_new(trace, NULL, &(WrongWords){0}, &tree);
    int sums = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        Moment *moment = moment_at(moments, p, 0.99);
        TreeState state = tree_state(moment, false);
        Token tokens[TOKENS_MOST];
        int count = tree_tokens(&state, tokens);
        for (int i = 0; i < count; ++i) {
            const Token *token = tokens + i;
            if (token->from.kind != THING_NODE || token->to.kind != THING_NODE)
                continue;
            g_assert_true(
                tree_node_holds(&state, tree_index(&tree, token->from.a,
                                                   token->from.b)));
            /* the two halves of a sum follow each other */
            if (i + 1 == count || !thing_same(&token->to, &token[1].to))
                continue;
            g_assert_cmpuint(token->value + token[1].value, ==,
                             token->access->value);
            ++sums;
        }
        tree_state_free(&state);
        moment_put(moment);
    }
    g_assert_cmpint(sums, >, 63);
    moments_free(moments);
    tree_free(&tree);
    trace_free(trace);
}

static void walk(Trace *trace, GRand *random, int steps)
{
    uint32_t *order = issue_order_of(trace);
    Proof proof = {0};
    WrongWords wrong = {0};
    Tree tree = tree_of(trace);
    RaceList races = race_find(trace);

    if (trace->run.origin == ORIGIN_CATALOG && trace->sums_count > 0) {
        proof = proof_of(trace, &races);
        wrong = wrong_words_of(trace, order, &proof);
    }
    Moments *moments = moments_new(trace, order, &wrong, &tree);
    Moment *moment = moment_at(moments, 0, 1);
    int64_t last = (int64_t)trace->instructions_count, position = 0;
    for (int i = 0; i < steps; ++i) {
        int by = g_rand_int_range(random, 0, 4);
        position += by == 0   ? 1
                    : by == 1 ? -1
                    : by == 2 ? g_rand_int_range(random, -9, 9)
                              : 0;
        if (by == 3)
            position = g_rand_int_range(random, 0, (gint32)last + 1);
        position = position < 0 ? 0 : position > last ? last : position;
        double progress =
            position && g_rand_boolean(random) ? g_rand_double(random) : 1;
        if (g_rand_int_range(random, 0, 5) == 0) { /* another one meanwhile */
            Moment *other = moment_at(moments, (size_t)last / 2, 1);
            moment_put(moment);
            moment = moment_at(moments, (size_t)position, progress);
            moment_put(other);
        } else {
            moment_go(moment, (size_t)position, progress);
        }
        compare_cells(moment, order);
        compare_global(moment, order);
        compare_wrong(moment, order);
        compare_queues(moment);
        compare_tokens(moment);
    }
    moment_put(moment);
    moments_free(moments);
    wrong_words_free(&wrong);
    race_free(&races);
    tree_free(&tree);
    free(order);
    trace_free(trace);
}

static void test_catalog(void)
{
    static const char *const names[] = {"leftright",     "padding",
                                        "hillis-steele", "hillis-steele-racy",
                                        "leftright-eq2", "three-phase",
                                        "look-back",     "torn-look-back",
                                        "compact",       "hybrid"};
    GRand *random = g_rand_new_with_seed(1);

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        walk(make(names[i], 64, 4), random, 150);
    g_rand_free(random);
}

static void test_random(void)
{
    GRand *random = g_rand_new_with_seed(2);

    for (int i = 0; i < 40; ++i)
        walk(make_random(random), random, 60);
    g_rand_free(random);
}

/* Each access is in the history of its word, and nowhere else. */
static void test_history(void)
{
    Trace *trace = make("padding", 64, 4);
    History history = history_of(trace, NULL);
    size_t all = 0;

    for (size_t word = 0; word < history.words; ++word)
        all += history.starts[word + 1] - history.starts[word];
    g_assert_cmpuint(all, ==, trace->accesses_count);
    for (uint32_t cell = 0; cell < trace->run.words; ++cell) {
        size_t count;
        const WordEvent *events =
            history_events(&history, HISTORY_SHARED, cell, &count);
        for (size_t i = 0; i < count; ++i) {
            g_assert_cmpuint(history_access(&history, events + i)->cell, ==,
                             cell);
            if (i)
                g_assert_cmpuint(events[i - 1].access, <, events[i].access);
        }
    }
    history_free(&history);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/moment/history", test_history);
    g_test_add_func("/moment/catalog", test_catalog);
    g_test_add_func("/moment/random", test_random);
    g_test_add_func("/moment/tree-tokens", test_tree_tokens);
    int result = g_test_run();
    recorder_free(recorder);
    return result;
}
