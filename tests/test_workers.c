/* SPDX-License-Identifier: MIT
 *
 * Tests of src/util/workers.c: results and errors arrive in the order of their
 * pieces; no process and no descriptor is left, whichever process ends first.
 */
#include "util/interrupt.h"
#include "util/workers.h"

#include <dirent.h>
#include <errno.h>
#include <glib.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIECES = 57, NONE = 1000 };

typedef struct {
    size_t next;    /* piece to be taken */
    size_t bad;     /* piece that fails */
    size_t refused; /* piece that is not taken */
    size_t deadly;  /* piece whose worker ends */
    size_t large;   /* piece for which there is no memory */
} Work;

static bool make(void *user, size_t piece, void *slot, Error *error)
{
    const Work *work = user;
    size_t square = piece * piece;

    if (piece == work->deadly)
        _exit(9);
    if (piece == work->large)
        base_out_of_memory();
    memcpy(slot, &square, sizeof square);
    return piece != work->bad ||
           error_set(error, ERROR_FAILED, "piece %zu is bad", piece);
}

static bool take(void *user, size_t piece, const void *slot, Error *error)
{
    Work *work = user;
    size_t square;

    if (piece == work->refused)
        return error_set(error, ERROR_USAGE, "piece %zu is refused", piece);
    memcpy(&square, slot, sizeof square);
    g_assert_cmpuint(piece, ==, work->next);
    g_assert_cmpuint(square, ==, piece * piece);
    ++work->next;
    return true;
}

static bool run(Work *work, int workers, size_t count, Error *error)
{
    WorkerJob job = {.count = count,
                     .slot_bytes = sizeof(size_t),
                     .make = make,
                     .take = take,
                     .user = work};

    return workers_run(&job, workers, error);
}

static bool no_child_left(void)
{
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static void test_order(void)
{
    static const int workers[] = {1, 2, 3, 8, 100};
    static const size_t counts[] = {0, 1, PIECES};

    for (size_t i = 0; i < G_N_ELEMENTS(workers); ++i)
        for (size_t c = 0; c < G_N_ELEMENTS(counts); ++c) {
            Work work = {0, NONE, NONE, NONE, NONE};
            Error error;
            g_assert_true(run(&work, workers[i], counts[c], &error));
            g_assert_cmpuint(work.next, ==, counts[c]);
        }
}

/* The first piece that is not good ends the work, whose error that is; what a
 * worker does in the process of the parent ends that, too. */
static void test_errors(void)
{
    static const struct {
        Work work;
        size_t taken;
        ErrorKind kind;
        const char *says;
        bool alone; /* a parent that works alone says so, too */
    } cases[] = {
        {{0, 20, 41, NONE, NONE}, 20, ERROR_FAILED, "piece 20 is bad", true},
        {{0, 41, 3, NONE, NONE}, 3, ERROR_USAGE, "piece 3 is refused", true},
        {{0, NONE, NONE, 11, NONE}, 11, ERROR_FAILED, "ended early", false},
        {{0, NONE, NONE, NONE, 7}, 7, ERROR_FAILED, "memory", false},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i)
        for (int workers = cases[i].alone ? 1 : 2; workers <= 4; ++workers) {
            Work work = cases[i].work;
            Error error = {ERROR_NONE, ""};
            g_assert_false(run(&work, workers, PIECES, &error));
            g_assert_nonnull(strstr(error.text, cases[i].says));
            g_assert_cmpint(error.kind, ==, cases[i].kind);
            g_assert_cmpuint(work.next, ==, cases[i].taken);
            g_assert_true(no_child_left());
        }
}

/* ---- What parent and workers share, to watch them ---- */

typedef struct {
    atomic_int made, taken;
    atomic_int ahead;       /* the most pieces made and not yet taken */
    atomic_int descriptors; /* the most that a worker had open */
    atomic_int finished;    /* pieces that ended after the error */
} Watched;

static Watched *watched_new(void)
{
    Watched *watched = mmap(NULL, sizeof *watched, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    g_assert_true(watched != MAP_FAILED);
    return watched;
}

static void raise_to(atomic_int *most, int now)
{
    int before = atomic_load(most);

    while (before < now && !atomic_compare_exchange_weak(most, &before, now))
        continue;
}

static int descriptors_open(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = -1; /* less the folder itself */

    g_assert_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* Waits until *COUNT is at least VALUE; false after ten seconds. */
static bool comes_to(atomic_int *count, int value)
{
    for (int i = 0; i < 10000 && atomic_load(count) < value; ++i)
        g_usleep(1000);
    return atomic_load(count) >= value;
}

static bool make_watched(void *user, size_t piece, void *slot, Error *error)
{
    Watched *watched = user;

    (void)piece, (void)slot, (void)error;
    raise_to(&watched->descriptors, descriptors_open());
    atomic_fetch_add(&watched->made, 1);
    return true;
}

enum { WORKERS = 5, AHEAD = 2 * WORKERS };

/* Waits with the first piece until the workers come no further. */
static bool take_slowly(void *user, size_t piece, const void *slot,
                        Error *error)
{
    Watched *watched = user;

    (void)slot, (void)error;
    if (piece == 0) {
        g_assert_true(comes_to(&watched->made, AHEAD));
        g_usleep(30000);
    }
    raise_to(&watched->ahead,
             atomic_load(&watched->made) - atomic_load(&watched->taken));
    atomic_fetch_add(&watched->taken, 1);
    return true;
}

/* However slowly the parent takes them, a worker is two pieces ahead and not
 * more; it has its own two pipes and no other's. */
static void test_ahead(void)
{
    Watched *watched = watched_new();
    WorkerJob job = {.count = 40,
                     .make = make_watched,
                     .take = take_slowly,
                     .user = watched};
    int before = descriptors_open();
    Error error;

    g_assert_true(workers_run(&job, WORKERS, &error));
    g_assert_cmpint(watched->made, ==, 40);
    g_assert_cmpint(watched->taken, ==, 40);
    g_assert_cmpint(watched->ahead, ==, AHEAD);
    g_assert_cmpint(descriptors_open(), ==, before);
    g_assert_true(no_child_left());
    g_assert_cmpint(watched->descriptors, <=, before + 2);
    munmap(watched, sizeof *watched);
}

/* ---- Ends ---- */

static bool make_late(void *user, size_t piece, void *slot, Error *error)
{
    Watched *watched = user;

    (void)slot;
    atomic_fetch_add(&watched->made, 1);
    if (piece == 0)
        return comes_to(&watched->made, 2) &&
               error_set(error, ERROR_NO, "the first has failed");
    g_usleep(300000);
    atomic_fetch_add(&watched->finished, 1);
    return true;
}

/* Pieces under way when one has failed are finished, unless they can be cut. */
static void test_cuttable(void)
{
    for (int cuttable = 0; cuttable < 2; ++cuttable) {
        Watched *watched = watched_new();
        WorkerJob job = {.count = 8,
                         .make = make_late,
                         .user = watched,
                         .cuttable = cuttable != 0};
        Error error = {ERROR_NONE, ""};
        g_assert_false(workers_run(&job, 2, &error));
        g_assert_cmpstr(error.text, ==, "the first has failed");
        g_assert_cmpint(error.kind, ==, ERROR_NO);
        g_assert_true(no_child_left());
        g_assert_cmpint(watched->finished, ==, cuttable ? 0 : 1);
        munmap(watched, sizeof *watched);
    }
}

static bool make_signalled(void *user, size_t piece, void *slot, Error *error)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

    (void)user, (void)slot, (void)error;
    raise(signals[piece % G_N_ELEMENTS(signals)]);
    return true;
}

/* Ctrl-C reaches workers too, but it is the parent who says when to end. */
static void test_signalled(void)
{
    WorkerJob job = {.count = 9, .make = make_signalled};
    struct sigaction before[16], after;
    Error error;

    for (int number = 1; number < 16; ++number)
        sigaction(number, NULL, before + number);
    g_assert_true(workers_run(&job, 3, &error));
    /* and in the parent all is as it was */
    for (int number = 1; number < 16; ++number) {
        sigaction(number, NULL, &after);
        g_assert_true(after.sa_handler == before[number].sa_handler);
    }
}

static bool make_twice(void *user, size_t piece, void *slot, Error *error)
{
    size_t twice = 2 * piece;

    (void)user, (void)error;
    memcpy(slot, &twice, sizeof twice);
    return true;
}

static bool take_and_stop(void *user, size_t piece, const void *slot,
                          Error *error)
{
    size_t *next = user;

    (void)slot, (void)error;
    g_assert_cmpuint(piece, ==, *next);
    if (++*next == 3)
        raise(SIGINT);
    return true;
}

/* Asked to stop, it takes no more; in its own process, for a signal that
 * has come stays noted. */
static void test_stop(void)
{
    for (int workers = 0; workers < 4; ++workers)
        if (fork() == 0) {
            size_t next = 0;
            /* with no worker: a single piece, asked to stop before it */
            WorkerJob job = {.count = workers ? 20 : 1,
                             .slot_bytes = sizeof(size_t),
                             .make = make_twice,
                             .take = take_and_stop,
                             .user = &next};
            Error error = {ERROR_NONE, ""};
            interrupt_catch();
            if (!workers)
                raise(SIGTERM);
            bool good = workers_run(&job, workers + 1, &error);
            _exit(good                                           ? 1
                  : next != (workers ? 3 : 0)                    ? 2
                  : error.kind != ERROR_FAILED                   ? 3
                  : strcmp(error.text, "stopped before the end") ? 4
                  : !no_child_left()                             ? 5
                                                                 : 0);
        } else {
            int status = 0;
            g_assert_cmpint(wait(&status), >, 0);
            g_assert_cmpint(status, ==, 0);
        }
}

static bool make_and_tell(void *user, size_t piece, void *slot, Error *error)
{
    int *pipe_ends = user;

    (void)piece, (void)slot, (void)error;
    return write(pipe_ends[1], "", 1) == 1;
}

static bool take_and_die(void *user, size_t piece, const void *slot,
                         Error *error)
{
    (void)user, (void)slot, (void)error;
    return piece < 8 || raise(SIGKILL) != 0;
}

/* Workers whose parent is killed end by themselves: the pipe that all of them
 * hold open comes to its end. */
static void test_killed_parent(void)
{
    int ends[2];
    char bytes[64];
    ssize_t got;

    g_assert_cmpint(pipe(ends), ==, 0);
    pid_t parent = fork();
    if (parent == 0) {
        WorkerJob job = {.count = 1000,
                         .make = make_and_tell,
                         .take = take_and_die,
                         .user = ends};
        Error error;
        workers_run(&job, 4, &error);
        _exit(1);
    }
    close(ends[1]);
    g_assert_cmpint(waitpid(parent, NULL, 0), ==, parent);
    while ((got = read(ends[0], bytes, sizeof bytes)) > 0)
        continue;
    g_assert_cmpint((int)got, ==, 0);
    close(ends[0]);
}

int main(int argc, char **argv)
{
    /* nohup and shells in the background hand on signals that are ignored. */
    signal(SIGHUP, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    g_test_init(&argc, &argv, NULL);
    alarm(120); /* who waits for a pipe in vain would wait for ever */
    g_test_add_func("/workers/results-come-in-order", test_order);
    g_test_add_func("/workers/the-first-error-ends-the-work", test_errors);
    g_test_add_func("/workers/two-pieces-ahead-and-no-more", test_ahead);
    g_test_add_func("/workers/only-cuttable-pieces-are-cut", test_cuttable);
    g_test_add_func("/workers/signals-reach-the-parent-only", test_signalled);
    g_test_add_func("/workers/a-signal-stops-between-pieces", test_stop);
    g_test_add_func("/workers/workers-end-with-their-parent",
                    test_killed_parent);
    return g_test_run();
}
