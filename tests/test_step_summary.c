/* SPDX-License-Identifier: MIT
 *
 * Tests of narrate_step and of symbolic_is_number on traces made by hand: a
 * step in one sentence, and words that are not sums of inputs.
 */
#include "text/narrate.h"
#include "text/symbolic_trace.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

/* Array 2 of each trace; input and output are 0 and 1. */
enum { OWN = GLOBAL_FIRST_SCRATCH };

/* COUNT lanes of one instruction; lane i goes to cell FIRST + i * STRIDE. */
typedef struct {
    int count;
    AccessKind kind;
    uint8_t array;
    uint32_t first, stride;
    Word interval;
    int sums; /* made by each lane */
} Part;

static void add_part(Fixture *f, const Part *part)
{
    Trace *trace = f->trace;

    fixture_instruction(f, 0, part->kind, 1);
    trace->instructions[trace->instructions_count - 1].array = part->array;
    for (int lane = 0; lane < part->count; ++lane) {
        fixture_access(f, lane, part->first + (uint32_t)lane * part->stride, 9,
                       part->interval);
        for (int sum = 0; sum < part->sums; ++sum)
            fixture_sum(f, 4, INTERVAL_TOP, 5, INTERVAL_TOP);
    }
}

static void test_recap(void)
{
    const Word any = INTERVAL_TOP, none = INTERVAL_IDENTITY;
    const struct {
        const char *sentence;
        int level;
        Part parts[3];
    } cases[] = {
        {"scan: 1 load; no lane waits for another",
         0,
         {{1, ACCESS_LOAD, 0, 0, 1, any, 0}}},
        {"scan, level -1: 2 loads; at worst 2 lanes meet at one bank",
         -1,
         {{2, ACCESS_LOAD, 0, 0, 4, any, 0}}},
        {"scan: 5 loads; at worst 3 lanes meet at one bank",
         0,
         {{3, ACCESS_LOAD, 0, 0, 4, any, 0},
          {2, ACCESS_LOAD, 0, 0, 4, any, 0}}},
        {"scan, level 2: 4 stores; no lane waits for another",
         2,
         {{4, ACCESS_LOAD, 0, 0, 1, any, 0},
          {4, ACCESS_STORE, 0, 0, 1, any, 0}}},
        {"scan: 6 sums; no lane waits for another",
         0,
         {{4, ACCESS_LOAD, 0, 0, 1, any, 0},
          {2, ACCESS_STORE, 0, 0, 1, any, 3}}},
        {"scan: the identity in 2 cells; no lane waits for another",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, none, 0}}},
        {"scan: 3 stores; no lane waits for another",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, none, 0},
          {1, ACCESS_STORE, 0, 0, 1, any, 0}}},
        {"scan: 1 load; no lane waits for another",
         0,
         {{1, ACCESS_LOAD, 0, 0, 1, none, 0}}},
        {"scan: 3 inputs", 0, {{3, ACCESS_GLOAD, GLOBAL_IN, 0, 1, any, 0}}},
        {"scan: 3 words", 0, {{3, ACCESS_GLOAD, OWN, 0, 1, any, 0}}},
        {"scan: 2 inputs",
         0,
         {{3, ACCESS_GLOAD, OWN, 0, 1, any, 0},
          {2, ACCESS_GLOAD, GLOBAL_IN, 0, 1, any, 0}}},
        {"scan: 1 result",
         0,
         {{1, ACCESS_ATOMIC, OWN, 0, 1, any, 0},
          {1, ACCESS_GSTORE, GLOBAL_OUT, 0, 1, any, 0}}},
        {"scan: 1 atomic update; no lane waits for another",
         0,
         {{2, ACCESS_STORE, 0, 0, 1, any, 0},
          {1, ACCESS_ATOMIC, OWN, 0, 1, any, 0}}},
        {"scan: 2 words; 1 shuffle", 0, {{2, ACCESS_SHFL, 0, 0, 1, any, 0}}},
        {"scan: 4 words; 2 shuffles",
         0,
         {{2, ACCESS_SHFL, 0, 0, 1, any, 0},
          {2, ACCESS_SHFL, 0, 0, 1, any, 0}}},
        /* tile 1 has the inputs 4 to 7 */
        {"scan: looks at 2 tiles", 0, {{2, ACCESS_AWAIT, OWN, 4, 0, any, 0}}},
        {"scan: publishes 1 aggregate",
         0,
         {{1, ACCESS_PUBLISH, OWN, 4, 0, interval_make(4, 7), 0}}},
        {"scan: publishes 3 aggregates and 2 prefixes; looks at 1 tile",
         0,
         {{3, ACCESS_PUBLISH, OWN, 4, 0, interval_make(4, 7), 0},
          {2, ACCESS_PUBLISH, OWN, 4, 0, interval_make(0, 7), 0},
          {1, ACCESS_AWAIT, OWN, 4, 0, any, 0}}},
        {"scan: publishes 1 prefix and 2 bare states; looks at 2 tiles",
         0,
         {{1, ACCESS_PUBLISH, OWN, 4, 0, interval_make(0, 7), 0},
          {2, ACCESS_PUBLISH, OWN, 4, 0, none, 0},
          {2, ACCESS_AWAIT, OWN, 4, 0, any, 0}}},
        {"scan: publishes 1 wrong sum; looks at 4 tiles",
         0,
         {{1, ACCESS_PUBLISH, OWN, 4, 0, interval_make(5, 7), 0},
          {4, ACCESS_AWAIT, OWN, 4, 0, any, 0}}},
        {"scan: publishes 1 wrong sum", /* of a tile that is not there */
         0,
         {{1, ACCESS_PUBLISH, OWN, 40, 0, interval_make(0, 7), 0}}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Fixture *f = fixture_new(OP_ADD, 8, 4, 8, 32);
        Text text = {0};

        base_push(f->trace, arrays,
                  ((Array){base_strdup("own"), 8, HOLDS_SUMS}));
        /* another step and another block, which must not count */
        fixture_step(f, "before", 0);
        add_part(f, &(Part){4, ACCESS_STORE, 0, 0, 4, any, 2});
        fixture_step(f, "scan", cases[i].level);
        for (const Part *part = cases[i].parts; part->count; ++part) {
            add_part(f, part);
            if (part == cases[i].parts + 2)
                break;
        }
        fixture_next_block(f);
        fixture_step(f, "after", 0);
        add_part(f, &(Part){4, ACCESS_STORE, 0, 0, 4, any, 2});
        Trace *trace = fixture_done(f);
        narrate_step(trace, 1, &text);
        if (strcmp(text.text, cases[i].sentence) != 0)
            g_error("\"%s\", not \"%s\"", text.text, cases[i].sentence);
        text_free(&text);
        trace_free(trace);
    }
}

/* ---- Words that are plain numbers ---- */

/* An instruction of one lane in a trace whose lane 0 has drawn the number 2:
 * what it moves is that number unless said otherwise. */
typedef struct {
    AccessKind kind;
    int warp;
    uint32_t cell;
    Word value, interval;
    bool plain;
    bool step; /* begins with another step */
} Move;

static void check_moves(const Move *moves, size_t count, Holds holds)
{
    Fixture *f = fixture_new(OP_ADD, 8, 4, 8, 8);

    base_push(f->trace, arrays,
              ((Array){base_strdup("own"), 1, (uint8_t)holds}));
    fixture_step(f, "scan", 0);
    for (size_t i = 0; i < count; ++i) {
        if (moves[i].step)
            fixture_step(f, "scan", 0);
        fixture_instruction(f, moves[i].warp, moves[i].kind, 1);
        f->trace->instructions[i].array = OWN;
        fixture_access(f, 0, moves[i].cell, moves[i].value, moves[i].interval);
    }
    Trace *trace = fixture_done(f);
    for (size_t i = 0; i < count; ++i) {
        bool plain = moves[i].plain && holds == HOLDS_NUMBERS;
        if (symbolic_is_number(trace, i) != plain)
            g_error("instruction %zu is %splain", i, plain ? "not " : "");
    }
    trace->run.op = OP_INTERVAL; /* its words are intervals, all of them */
    for (size_t i = 0; i < count; ++i)
        g_assert_false(symbolic_is_number(trace, i));
    trace_free(trace);
}

static void test_plain(void)
{
    const Word one = interval_make(3, 3);
    const Move moves[] = {
        {ACCESS_ATOMIC, 0, 0, 2, 2, true, false},
        {ACCESS_STORE, 0, 5, 2, 2, true, false},  /* what was drawn */
        {ACCESS_STORE, 1, 6, 2, 2, false, false}, /* of a warp that drew none */
        {ACCESS_LOAD, 0, 5, 2, 2, true, true},
        {ACCESS_SHFL, 0, 0, 2, 2, true, false},  /* the furthest from it */
        {ACCESS_SHFL, 0, 0, 2, 2, false, false}, /* too far */
        {ACCESS_LOAD, 1, 6, 2, 2, false, false},
        {ACCESS_LOAD, 1, 7, 2, 2, false, false},   /* nobody stored it */
        {ACCESS_SHFL, 1, 0, 2, 2, false, true},    /* first of its step */
        {ACCESS_LOAD, 0, 5, 2, one, false, false}, /* it stands for an input */
        {ACCESS_STORE, 0, 5, 4, one, false, false},
        {ACCESS_LOAD, 0, 5, 2, 2, false, false}, /* stored over */
        {ACCESS_ATOMIC, 1, 0, 2, one, true, false},
        {ACCESS_STORE, 1, 5, 2, one, false, false},
    };

    check_moves(moves, G_N_ELEMENTS(moves), HOLDS_NUMBERS);
    check_moves(moves, G_N_ELEMENTS(moves), HOLDS_SUMS);
}

/* Shared memory is a block's own: what another has drawn and stored in the same
 * cell is not what this one loads. */
static void test_plain_blocks(void)
{
    Fixture *f = fixture_new(OP_ADD, 8, 4, 4, 8);

    base_push(f->trace, arrays,
              ((Array){base_strdup("own"), 1, HOLDS_NUMBERS}));
    for (int block = 0; block < 2; ++block) {
        if (block)
            fixture_next_block(f);
        fixture_step(f, "scan", 0);
        if (!block) {
            fixture_instruction(f, 0, ACCESS_ATOMIC, 1);
            f->trace->instructions[0].array = OWN;
            fixture_access(f, 0, 0, 2, 2);
            fixture_instruction(f, 0, ACCESS_STORE, 2);
            fixture_access(f, 0, 5, 2, 2);
        }
        fixture_instruction(f, 0, ACCESS_LOAD, 3);
        fixture_access(f, 0, 5, 2, 2);
    }
    Trace *trace = fixture_done(f);
    g_assert_true(symbolic_is_number(trace, 2));
    g_assert_false(symbolic_is_number(trace, 3));
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/recap/sentences", test_recap);
    g_test_add_func("/plain/moves", test_plain);
    g_test_add_func("/plain/blocks", test_plain_blocks);
    return g_test_run();
}
