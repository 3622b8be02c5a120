/* SPDX-License-Identifier: MIT
 *
 * Tests of src/base/crew.c: pieces come in their order, and errors too.
 */
#include "base/crew.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

enum { PIECES = 57, NONE = 1000 };

typedef struct {
    size_t next;   /* piece to be taken */
    size_t bad;    /* piece that fails */
    size_t deadly; /* piece whose worker ends */
} Work;

static bool make(void *user, size_t piece, void *slot, Error *error)
{
    const Work *work = user;
    size_t square = piece * piece;

    if (piece == work->deadly)
        _exit(9);
    memcpy(slot, &square, sizeof square);
    return piece != work->bad ||
           error_set(error, ERROR_FAILED, "piece %zu is bad", piece);
}

static bool take(void *user, size_t piece, const void *slot, Error *error)
{
    Work *work = user;
    size_t square;

    (void)error;
    memcpy(&square, slot, sizeof square);
    g_assert_cmpuint(piece, ==, work->next);
    g_assert_cmpuint(square, ==, piece * piece);
    ++work->next;
    return true;
}

static bool run(Work *work, int workers, size_t count, Error *error)
{
    CrewJob job = {.count = count,
                   .slot_bytes = sizeof(size_t),
                   .make = make,
                   .take = take,
                   .user = work};

    return crew_run(&job, workers, error);
}

static void test_order(void)
{
    static const int workers[] = {1, 2, 3, 8, 100};
    Error error;

    for (int i = 0; i < 5; ++i) {
        Work work = {0, NONE, NONE};
        g_assert_true(run(&work, workers[i], PIECES, &error));
        g_assert_cmpuint(work.next, ==, PIECES);
    }
    Work one = {0, NONE, NONE}, none = {0, NONE, NONE};
    g_assert_true(run(&one, 4, 1, &error));
    g_assert_cmpuint(one.next, ==, 1);
    g_assert_true(run(&none, 4, 0, &error));
    g_assert_cmpuint(none.next, ==, 0);
}

static void test_errors(void)
{
    for (int workers = 1; workers <= 4; ++workers) {
        Work work = {0, 20, NONE};
        Error error = {ERROR_NONE, ""};
        g_assert_false(run(&work, workers, PIECES, &error));
        g_assert_cmpstr(error.text, ==, "piece 20 is bad");
        g_assert_cmpint(error.kind, ==, ERROR_FAILED);
        g_assert_cmpuint(work.next, ==, 20);
    }
}

static void test_death(void)
{
    Work work = {0, NONE, 11};
    Error error = {ERROR_NONE, ""};

    g_assert_false(run(&work, 3, PIECES, &error));
    g_assert_nonnull(strstr(error.text, "ended early"));
    g_assert_cmpuint(work.next, ==, 11);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/crew/in their order", test_order);
    g_test_add_func("/crew/the first error", test_errors);
    g_test_add_func("/crew/a worker that ends", test_death);
    return g_test_run();
}
