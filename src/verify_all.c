/* SPDX-License-Identifier: MIT
 *
 * verify_all - many algorithms at a time: worker processes take one after the
 * other, those that take long first, and their lines are printed in order.
 *
 *     worker 0   look-back   copy    ...    each writes a file without a name
 *     worker 1   compact     hybrid  ...
 */
#include "report/answer.h"
#include "report/sweep.h"
#include "util/workers.h"
#include "verify_work.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of an algorithm, in memory that all processes share. */
typedef struct {
    int file; /* what it prints */
    bool done, complains;
    Complaint complaint; /* its texts are the program's own */
} Finding;

typedef struct {
    Verification *work;
    const Algorithm *const *algorithms;
    size_t count;
    size_t *order;       /* in which they are begun */
    atomic_size_t *next; /* the place of the one that is begun next */
    Finding *results;
} Job;

/* ---- In a worker ----------------------------------------------------------*/

/* Verifies algorithm I as if it were the only one. */
static bool verify_one(const Job *job, size_t i, Error *error)
{
    Finding *result = job->results + i;
    Verification own = *job->work;

    own.out = fdopen(dup(result->file), "w");
    if (!own.out)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    own.number = i + 1;
    own.runs = job->work->runs ? json_array() : NULL;
    own.complaints = NULL;
    own.complaints_count = own.complaints_capacity = 0;
    bool good = verify_algorithm(&own, job->algorithms[i], error);
    if (own.runs)
        json_dumpf(own.runs, own.out, JSON_COMPACT);
    json_decref(own.runs);
    result->complains = own.complaints_count > 0;
    if (result->complains)
        result->complaint = own.complaints[0];
    free(own.complaints);
    result->done = fclose(own.out) == 0 && good;
    return good && (result->done ||
                    error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY));
}

static bool work_on(void *user, size_t piece, void *slot, Error *error)
{
    const Job *job = user;
    size_t place;

    (void)piece;
    (void)slot;
    while ((place = atomic_fetch_add(job->next, 1)) < job->count)
        if (!verify_one(job, job->order[place], error))
            return false;
    return true;
}

/* ---- Beginning and end ----------------------------------------------------*/

/* How long an algorithm takes, roughly: its sizes, each as often as there are
 * orders of its blocks to be tried. */
static double effort(const Verification *work, const Algorithm *algorithm)
{
    SweepAsked asked = {.sizes = work->options->sizes,
                        .max_n = work->options->max_n,
                        .all = true};
    Sweep sweep = sweep_of(algorithm, &asked);
    double sum = 0;

    for (size_t i = 0; i < sweep.sizes_count; ++i)
        sum += (sweep.sizes[i].n + 100) *
               (double)(sweep.sizes[i].many && algorithm->waits
                            ? work->options->schedules
                            : 1);
    sweep_free(&sweep);
    return sum;
}

static size_t *order_of(const Job *job)
{
    size_t *order = base_alloc(job->count, sizeof *order);
    double *efforts = base_alloc(job->count, sizeof *efforts);

    for (size_t i = 0; i < job->count; ++i) {
        size_t at = i;
        efforts[i] = effort(job->work, job->algorithms[i]);
        for (; at > 0 && efforts[order[at - 1]] < efforts[i]; --at)
            order[at] = order[at - 1];
        order[at] = i;
    }
    free(efforts);
    return order;
}

/* Prints what worker processes have found of algorithm I. */
static bool take(const Job *job, size_t i, Error *error)
{
    Verification *work = job->work;
    const Finding *result = job->results + i;
    off_t bytes = lseek(result->file, 0, SEEK_END);
    void *text = bytes > 0 ? mmap(NULL, (size_t)bytes, PROT_READ, MAP_PRIVATE,
                                  result->file, 0)
                           : NULL;

    if (text == MAP_FAILED)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    if (work->runs && text) {
        json_t *runs = json_loadb(text, (size_t)bytes, 0, NULL);
        if (runs)
            json_array_extend(work->runs, runs);
        json_decref(runs);
    } else if (text) {
        fwrite(text, 1, (size_t)bytes, work->out);
        fflush(work->out);
    }
    if (result->complains)
        base_push(work, complaints, result->complaint);
    if (text)
        munmap(text, (size_t)bytes);
    return true;
}

static bool open_files(Job *job, Error *error)
{
    bool good = true;

    for (size_t i = 0; i < job->count; ++i) {
        job->results[i].file = memfd_create("upsweep-verify", MFD_CLOEXEC);
        good &= job->results[i].file >= 0;
    }
    return good || error_set(error, ERROR_FAILED,
                             "cannot make a file in memory; close others");
}

bool verify_many(Verification *work, const Algorithm *const algorithms[],
                 size_t count, int workers, Error *error)
{
    size_t bytes = sizeof(atomic_size_t) + count * sizeof(Finding);
    Job job = {.work = work, .algorithms = algorithms, .count = count};
    void *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (shared == MAP_FAILED)
        return error_set(error, ERROR_FAILED, "%s", BASE_OUT_OF_MEMORY);
    Error other;
    job.results = shared;
    job.next = (void *)(job.results + count);
    job.order = order_of(&job);
    WorkerJob pieces = {.count = (size_t)workers,
                        .make = work_on,
                        .user = &job};
    bool good = open_files(&job, error) && workers_run(&pieces, workers, error);
    for (size_t i = 0; i < count; ++i) {
        if (job.results[i].done && !take(&job, i, good ? error : &other))
            good = false;
        if (job.results[i].file >= 0)
            close(job.results[i].file);
    }
    free(job.order);
    munmap(shared, bytes);
    return good;
}
