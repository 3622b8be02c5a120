/* SPDX-License-Identifier: MIT
 *
 * What two recordings of the same source have in common: accesses that were
 * left out, done in another order, or store something else.
 */
#include "analysis/machine_code.h"

#include "fixture.h"

#include <glib.h>

/* How the second recording differs. */
typedef enum { SAME, SWAPPED, LEFT_OUT, OTHER_WORD, OTHER_CELL } Change;

/* Two loads and two stores of lanes 0 and 1, on lines 1 to 4. */
static Trace *make(Change change)
{
    Fixture *f = fixture_new(OP_ADD, 4, 2, 2, 8);

    fixture_step(f, "add", 0);
    for (int i = 0; i < 4; ++i) {
        int line = change == SWAPPED && i < 2 ? 2 - i : i + 1;
        if (change == LEFT_OUT && line == 2)
            continue;
        fixture_instruction(f, 0, line <= 2 ? ACCESS_LOAD : ACCESS_STORE, line);
        for (int lane = 0; lane < 2; ++lane) {
            uint32_t cell = (uint32_t)(2 * (line - 1) + lane);
            Word word = line == 3 ? 7 : 0;
            if (change == OTHER_WORD && line == 3)
                word = 8;
            if (change == OTHER_CELL && line == 4)
                cell ^= 1;
            fixture_access(f, lane, cell, word, INTERVAL_TOP);
        }
    }
    return fixture_done(f);
}

static MachineDiff compare(Change change)
{
    Trace *a = make(SAME), *b = make(change);
    MachineDiff diff = machine_diff(a, b);

    /* the lines' sources are gone with the traces, their numbers are not */
    trace_free(a);
    trace_free(b);
    return diff;
}

static void check(Change change, uint64_t equal, uint64_t moved,
                  uint64_t instructions, size_t line)
{
    MachineDiff diff = compare(change);

    g_assert_cmpuint(diff.equal, ==, equal);
    g_assert_cmpuint(diff.moved, ==, moved);
    g_assert_cmpuint(diff.instructions[0], ==, 4);
    g_assert_cmpuint(diff.instructions[1], ==, instructions);
    g_assert_cmpuint(diff.lines_count, ==, 4);
    g_assert_true(machine_diff_same(&diff) ==
                  (equal == 4 && instructions == 4));
    for (size_t i = 0; i < 4; ++i) {
        g_assert_cmpuint(diff.lines[i].line, ==, i + 1);
        g_assert_cmpuint(diff.lines[i].alone[0], ==, i + 1 == line);
        g_assert_cmpuint(diff.lines[i].accesses[0], ==, 2);
    }
    machine_diff_free(&diff);
}

static void test_changes(void)
{
    check(SAME, 4, 0, 4, 0);
    check(SWAPPED, 4, 1, 4, 0);
    check(LEFT_OUT, 3, 0, 3, 2);
    check(OTHER_WORD, 3, 0, 4, 3);
    check(OTHER_CELL, 3, 0, 4, 4);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/machine-diff/names-each-change", test_changes);
    return g_test_run();
}
