/* SPDX-License-Identifier: MIT
 *
 * Each worker has two slots in memory that it shares with the parent, and two
 * pipes: reports go up one, and each byte that comes down the other gives a
 * slot back.  A worker whose pipe is closed has no more to do and ends.
 */
#include "util/workers.h"

#include "util/interrupt.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKERS = 64, SLOTS = 2 };

typedef struct {
    bool good;
    Error error;
} Report;

typedef struct {
    pid_t process;
    int reports; /* to read */
    int slots;   /* to write */
} Worker;

typedef struct {
    const WorkerJob *job;
    Worker workers[MOST_WORKERS];
    int count;
    size_t shared_bytes;
    char *shared;
} Workers;

int workers_cores(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return CPU_COUNT(&set);
    return 1;
}

static void *slot_of(const Workers *pool, size_t piece)
{
    size_t worker = piece % (size_t)pool->count;
    size_t turn = piece / (size_t)pool->count;

    if (!pool->shared)
        return NULL;
    return pool->shared +
           (worker * SLOTS + turn % SLOTS) * pool->job->slot_bytes;
}

/* All of BYTES, or false. */
static bool send(int pipe, const void *data, size_t bytes)
{
    ssize_t sent;

    do
        sent = write(pipe, data, bytes);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)bytes;
}

/* Reads all of BYTES; false at the end of the file, or if a signal asks to
 * stop. */
static bool receive(int pipe, void *data, size_t bytes)
{
    char *at = data;

    while (bytes) {
        ssize_t got = interrupt_asked() ? 0 : read(pipe, at, bytes);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        bytes -= (size_t)got;
    }
    return true;
}

/* ---- Workers ------------------------------------------------------------ */

static int own_reports = -1; /* this worker's report pipe */

/* Tells the parent that this worker has no memory, before it ends. */
static void report_out_of_memory(void)
{
    Report report = {.good = false};

    error_set(&report.error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    send(own_reports, &report, sizeof report);
}

/* The main loop of worker NUMBER.  Ctrl-C reaches the worker too, but the
 * parent decides when it ends: between two pieces. */
static _Noreturn void work(Workers *pool, int number, int reports, int slots)
{
    const WorkerJob *job = pool->job;
    int free_slots = SLOTS;
    char token;

    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    own_reports = reports;
    base_tell_out_of_memory(report_out_of_memory);
    for (int i = 0; i < number; ++i) {
        close(pool->workers[i].reports);
        close(pool->workers[i].slots);
    }
    for (size_t piece = (size_t)number; piece < job->count;
         piece += (size_t)pool->count) {
        Report report = {.good = false};
        while (free_slots == 0) {
            ssize_t got = read(slots, &token, 1);
            if (got == 0)
                _exit(0);
            free_slots += got > 0;
        }
        --free_slots;
        report.good =
            job->make(job->user, piece, slot_of(pool, piece), &report.error);
        if (!send(reports, &report, sizeof report) || !report.good)
            _exit(0);
    }
    _exit(0);
}

static bool start_worker(Workers *pool, int number, Error *error)
{
    Worker *worker = pool->workers + number;
    int up[2] = {-1, -1}, down[2] = {-1, -1};

    worker->process = -1;
    if (pipe(up) == 0 && pipe(down) == 0)
        worker->process = fork();
    if (worker->process == 0) {
        close(up[0]);
        close(down[1]);
        work(pool, number, up[1], down[0]);
    }
    int why = errno;
    close(up[1]);
    close(down[0]);
    worker->reports = up[0];
    worker->slots = down[1];
    if (worker->process > 0)
        return true;
    close(up[0]);
    close(down[1]);
    if (why == ENOMEM)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    return error_set(error, ERROR_FAILED,
                     "cannot start a drawing process: %s; close other programs "
                     "and try again",
                     strerror(why));
}

/* Closes the pipes of COUNT workers and waits for them to end.  Unless GOOD,
 * kills workers whose job is cuttable. */
static void end_workers(Workers *pool, int count, bool good)
{
    for (int i = 0; i < count; ++i) {
        close(pool->workers[i].slots);
        close(pool->workers[i].reports);
        if (!good && pool->job->cuttable)
            kill(pool->workers[i].process, SIGKILL);
    }
    for (int i = 0; i < count; ++i)
        while (waitpid(pool->workers[i].process, NULL, 0) < 0 && errno == EINTR)
            continue;
    if (pool->shared)
        munmap(pool->shared, pool->shared_bytes);
}

/* ---- The parent --------------------------------------------------------- */

static bool stopped(Error *error)
{
    return error_set(error, ERROR_FAILED, "stopped before the end");
}

static bool take(const Workers *pool, size_t piece, Error *error)
{
    const WorkerJob *job = pool->job;
    const Worker *worker = pool->workers + piece % (size_t)pool->count;
    Report report = {.good = false};

    if (!receive(worker->reports, &report, sizeof report)) {
        if (interrupt_asked())
            return stopped(error);
        return error_set(error, ERROR_FAILED,
                         "a drawing process ended early, perhaps for lack of "
                         "memory; use a smaller --size");
    }
    if (!report.good) {
        if (error)
            *error = report.error;
        return false;
    }
    if (job->take && !job->take(job->user, piece, slot_of(pool, piece), error))
        return false;
    send(worker->slots, "", 1); /* fails if the worker has already finished */
    return true;
}

static bool run_alone(const WorkerJob *job, Error *error)
{
    void *slot = job->slot_bytes ? base_alloc(job->slot_bytes, 1) : NULL;
    bool good = true;

    for (size_t i = 0; good && i < job->count; ++i)
        good = (!interrupt_asked() || stopped(error)) &&
               job->make(job->user, i, slot, error) &&
               (!job->take || job->take(job->user, i, slot, error));
    free(slot);
    return good;
}

static bool share_slots(Workers *pool, Error *error)
{
    pool->shared_bytes = (size_t)pool->count * SLOTS * pool->job->slot_bytes;
    if (!pool->shared_bytes)
        return true;
    pool->shared = mmap(NULL, pool->shared_bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pool->shared != MAP_FAILED)
        return true;
    return error_set(
        error, ERROR_FAILED,
        "out of memory: pictures need %zu bytes; use a smaller --size",
        pool->shared_bytes);
}

bool workers_run(const WorkerJob *job, int workers, Error *error)
{
    Workers pool = {.job = job};
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    int started = 0;

    pool.count = workers < MOST_WORKERS ? workers : MOST_WORKERS;
    if ((size_t)pool.count > job->count)
        pool.count = (int)job->count;
    if (job->count <= 1)
        return run_alone(job, error);
    if (!share_slots(&pool, error))
        return false;
    /* Writing to a worker that has ended gives an error, not a signal. */
    sigaction(SIGPIPE, &ignore, &before);
    bool good = true;
    while (good && started < pool.count) {
        good = start_worker(&pool, started, error);
        started += good;
    }
    for (size_t piece = 0; good && piece < job->count; ++piece)
        good = take(&pool, piece, error);
    end_workers(&pool, started, good);
    sigaction(SIGPIPE, &before, NULL);
    return good;
}
