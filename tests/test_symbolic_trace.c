/* SPDX-License-Identifier: MIT
 *
 * Tests of src/text/symbolic_trace.c: which words are not sums of inputs.
 */
#include "say/symbolic_trace.h"
#include "fixture.h"

#include <glib.h>
#include <stdlib.h>

/* Array 2 of each trace; input and output are 0 and 1. */
enum { OWN = GLOBAL_FIRST_SCRATCH };

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

static bool is_number(const Trace *trace, size_t index)
{
    bool *numbers = symbolic_numbers(trace), number = numbers[index];

    free(numbers);
    return number;
}

static void check_moves(const Move *moves, size_t count, Holds holds)
{
    Fixture *f = fixture_new(OP_ADD, 8, 4, 8, 8);

    base_push(f->trace, arrays,
              ((Array){.name = base_strdup("own"),
                       .words = 1,
                       .holds = (uint8_t)holds}));
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
        if (is_number(trace, i) != plain)
            g_error("instruction %zu is %splain", i, plain ? "not " : "");
    }
    trace->run.op = OP_INTERVAL; /* its words are intervals, all of them */
    for (size_t i = 0; i < count; ++i)
        g_assert_false(is_number(trace, i));
    trace_free(trace);
}

static void test_numbers(void)
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
        {ACCESS_ATOMIC, 1, 0, 2, 2, true, false},
        {ACCESS_LOAD, 0, 7, 2, 2, false, false}, /* of another warp */
        {ACCESS_STORE, 1, 4, 2, 2, true, false},
    };

    check_moves(moves, G_N_ELEMENTS(moves), HOLDS_NUMBERS);
    check_moves(moves, G_N_ELEMENTS(moves), HOLDS_SUMS);
}

/* Shared memory is a block's own: what another has drawn and stored in the same
 * cell is not what this one loads. */
static void test_numbers_of_blocks(void)
{
    Fixture *f = fixture_new(OP_ADD, 8, 4, 4, 8);

    base_push(f->trace, arrays,
              ((Array){.name = base_strdup("own"),
                       .words = 1,
                       .holds = HOLDS_NUMBERS}));
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
    g_assert_true(is_number(trace, 2));
    g_assert_false(is_number(trace, 3));
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/symbolic_trace/numbers", test_numbers);
    g_test_add_func("/symbolic_trace/numbers of blocks",
                    test_numbers_of_blocks);
    return g_test_run();
}
