/* SPDX-License-Identifier: MIT
 *
 * Tests of src/sim/convergence.c: which lanes of a warp execute together.
 */
#include "sim/convergence.h"

#include <glib.h>

/* A lane's way through the lines of a kernel. */
typedef struct {
    const uint16_t *lines; /* ends in 0 */
    int at;
} Path;

/* An instruction that is expected. */
typedef struct {
    uint16_t line;
    uint32_t occurrence;
    uint64_t lanes;
} Issue;

/* Lets COUNT lanes go their ways and compares with WANTED, which ends in
 * {0}. */
static void walk(const uint16_t *const lines[], int count, const Issue *wanted)
{
    static Convergence state;
    Path paths[TRACE_MAX_BANKS];
    Event events[TRACE_MAX_BANKS] = {{0}};
    const Event *heads[TRACE_MAX_BANKS] = {NULL};
    uint32_t occurrence;

    convergence_reset(&state);
    for (int i = 0; i < count; ++i)
        paths[i] = (Path){lines[i], 0};
    for (;; ++wanted) {
        uint64_t lanes = 0;
        for (int i = 0; i < count; ++i) {
            events[i].site = paths[i].lines[paths[i].at];
            heads[i] = &events[i];
            if (events[i].site)
                lanes |= UINT64_C(1) << i;
        }
        uint64_t set = convergence_next(&state, heads, lanes, &occurrence);
        g_assert_cmphex(set, ==, wanted->lanes);
        if (!set)
            return;
        g_assert_cmpuint(occurrence, ==, wanted->occurrence);
        for (int i = 0; i < count; ++i)
            if (set >> i & 1)
                g_assert_cmpuint(paths[i].lines[paths[i].at++], ==,
                                 wanted->line);
    }
}

static void test_together(void)
{
    static const uint16_t same[] = {10, 20, 30, 0};
    static const uint16_t *const lines[] = {same, same, same, same};

    walk(lines, 4,
         (Issue[]){{10, 0, 0xf}, {20, 0, 0xf}, {30, 0, 0xf}, {0, 0, 0}});
}

/* if (...) line 10, else line 20; then all line 30. */
static void test_branch(void)
{
    static const uint16_t yes[] = {10, 30, 0}, no[] = {20, 30, 0};
    static const uint16_t *const lines[] = {yes, no, no, yes};

    walk(lines, 4,
         (Issue[]){{10, 0, 0x9}, {20, 0, 0x6}, {30, 0, 0xf}, {0, 0, 0}});
}

/* A loop over lines 10 and 11, gone through 0 to 3 times. */
static void test_loop(void)
{
    static const uint16_t none[] = {20, 0}, once[] = {10, 11, 20, 0},
                          twice[] = {10, 11, 10, 11, 20, 0},
                          thrice[] = {10, 11, 10, 11, 10, 11, 20, 0};
    static const uint16_t *const lines[] = {none, thrice, once, twice};

    walk(lines, 4,
         (Issue[]){{10, 0, 0xe},
                   {11, 0, 0xe},
                   {10, 1, 0xa},
                   {11, 1, 0xa},
                   {10, 2, 0x2},
                   {11, 2, 0x2},
                   {20, 0, 0xf},
                   {0, 0, 0}});
}

/* A line that lane 0 leaves out the first time round: it stays one visit
 * behind, and the visits do not mix. */
static void test_visits(void)
{
    static const uint16_t late[] = {20, 10, 20, 0},
                          full[] = {10, 20, 10, 20, 0};
    static const uint16_t *const lines[] = {late, full, full};

    walk(lines, 3,
         (Issue[]){{10, 0, 0x6},
                   {20, 0, 0x7},
                   {10, 0, 0x1},
                   {10, 1, 0x6},
                   {20, 1, 0x7},
                   {0, 0, 0}});
}

static void test_widest(void)
{
    static const uint16_t same[] = {65535, 0};
    const uint16_t *lines[TRACE_MAX_BANKS];

    for (int i = 0; i < TRACE_MAX_BANKS; ++i)
        lines[i] = same;
    walk(lines, TRACE_MAX_BANKS, (Issue[]){{65535, 0, UINT64_MAX}, {0, 0, 0}});
}

static void test_nobody(void)
{
    static Convergence state;
    const Event *heads[TRACE_MAX_BANKS] = {NULL};
    uint32_t occurrence;

    convergence_reset(&state);
    g_assert_cmphex(convergence_next(&state, heads, 0, &occurrence), ==, 0);
}

static void test_full(void)
{
    static Convergence state;
    Event event = {0};
    const Event *heads[] = {&event};
    uint32_t occurrence;

    convergence_reset(&state);
    for (int line = 1; line <= CONVERGENCE_MAX_SITES; ++line) {
        g_assert_false(convergence_full(&state, (uint16_t)line));
        event.site = (uint16_t)line;
        convergence_next(&state, heads, 1, &occurrence);
    }
    g_assert_true(convergence_full(&state, CONVERGENCE_MAX_SITES + 1));
    g_assert_false(convergence_full(&state, 1)); /* has its place already */
    g_assert_cmphex(convergence_next(&state, heads, 1, &occurrence), ==, 1);
    g_assert_cmpuint(occurrence, ==, 1);
    convergence_reset(&state);
    g_assert_false(convergence_full(&state, CONVERGENCE_MAX_SITES + 1));
    convergence_next(&state, heads, 1, &occurrence);
    g_assert_cmpuint(occurrence, ==, 0);
}

/* Of lanes at one line those that were there less often go first, whichever
 * lane it is: lane 0 waited there for another block. */
static void test_less_often(void)
{
    static Convergence state;
    Event event = {.site = 10};
    const Event *heads[] = {&event, &event, &event};
    uint32_t occurrence;

    convergence_reset(&state);
    g_assert_cmphex(convergence_next(&state, heads, 5, &occurrence), ==, 5);
    g_assert_cmphex(convergence_next(&state, heads, 7, &occurrence), ==, 2);
    g_assert_cmpuint(occurrence, ==, 0);
    g_assert_cmphex(convergence_next(&state, heads, 7, &occurrence), ==, 7);
    g_assert_cmpuint(occurrence, ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/convergence/together", test_together);
    g_test_add_func("/convergence/branch", test_branch);
    g_test_add_func("/convergence/loop", test_loop);
    g_test_add_func("/convergence/visits", test_visits);
    g_test_add_func("/convergence/widest", test_widest);
    g_test_add_func("/convergence/nobody", test_nobody);
    g_test_add_func("/convergence/full", test_full);
    g_test_add_func("/convergence/less often", test_less_often);
    return g_test_run();
}
