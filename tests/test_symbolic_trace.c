/* SPDX-License-Identifier: MIT
 *
 * Tests of src/say/symbolic_trace.c: which words are not sums of inputs.
 */
#include "say/symbolic_trace.h"
#include "fixture.h"

#include <glib.h>
#include <stdlib.h>

/* What one lane moves is a number where it is the same in both runs, but only
 * in a trace that draws tickets, and never where all words are intervals. */
static void check_moves(Holds holds)
{
    enum { OWN = GLOBAL_FIRST_SCRATCH };
    const Word one = interval_make(3, 3);
    const struct {
        AccessKind kind;
        Word value, interval;
        bool plain;
    } moves[] = {{ACCESS_ATOMIC, 2, one, true},
                 {ACCESS_STORE, 2, 2, true},
                 {ACCESS_STORE, 2, one, false},
                 {ACCESS_SHFL, 2, 2, true},
                 {ACCESS_LOAD, 4, one, false}};
    Fixture *f = fixture_new(OP_ADD, 8, 4, 8, 8);

    base_push(f->trace, arrays,
              ((Array){.name = base_strdup("own"),
                       .words = 1,
                       .holds = (uint8_t)holds}));
    fixture_step(f, "scan", 0);
    for (size_t i = 0; i < G_N_ELEMENTS(moves); ++i) {
        fixture_instruction(f, 0, moves[i].kind, 1);
        f->trace->instructions[i].array = OWN;
        fixture_access(f, 0, 0, moves[i].value, moves[i].interval);
    }
    Trace *trace = fixture_done(f);
    for (int intervals = 0; intervals < 2; ++intervals) {
        bool *numbers = symbolic_numbers(trace);
        for (size_t i = 0; i < G_N_ELEMENTS(moves); ++i)
            g_assert_true(numbers[i] == (moves[i].plain && !intervals &&
                                         holds == HOLDS_NUMBERS));
        free(numbers);
        trace->run.op = OP_INTERVAL;
    }
    trace_free(trace);
}

static void test_numbers(void)
{
    check_moves(HOLDS_NUMBERS);
    check_moves(HOLDS_SUMS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/symbolic_trace/numbers-are-the-same-in-both-runs",
                    test_numbers);
    return g_test_run();
}
