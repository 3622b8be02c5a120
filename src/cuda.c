/* SPDX-License-Identifier: MIT
 *
 * cuda - the traced and the timed way of a kernel; see cuda.h.
 */
#include "cuda.h"

#include <stdlib.h>
#include <string.h>

#include "cuda_device.h"

/* What one launch has on the device. */
typedef struct {
    ScanArgs args;
    CudaMemory memory;
} Session;

static bool upload(Session *session, const Launch *launch, Word blank,
                   Error *error)
{
    ScanArgs *args = &session->args;
    uint32_t padded = base_power_of_two(launch->n);

    args->n = (int)launch->n;
    args->padded_n = (int)padded;
    args->log2n = base_log2(padded);
    args->k = (int)launch->k;
    args->log2k = base_log2(launch->k);
    args->inclusive = launch->inclusive;
    args->op = launch->op;
    args->words = launch->words;
    args->blank = blank;
    for (int a = 0; a < launch->arrays_count; ++a) {
        const GlobalArray *array = &launch->arrays[a];
        if (!cuda_alloc(&session->memory, array->words, sizeof(Word),
                        &args->arrays[a], error) ||
            !cuda_upload(args->arrays[a], array->data,
                         array->words * sizeof(Word), error))
            return false;
    }
    return cuda_alloc(&session->memory, launch->blocks, sizeof(int),
                      &args->steps, error);
}

static bool run_way(const Launch *launch, CudaWay way, const ScanArgs *args,
                    Error *error)
{
    CudaLauncher *start = cuda_launcher(launch->algorithm, way);

    return cuda_good(start(args, launch->blocks, launch->threads),
                     "start this kernel", error) &&
           cuda_await(launch->source_name, error);
}

/* ---- Traced ---------------------------------------------------------------*/

/* How much the log needs: the kernel runs once and only counts.  COUNTS gets
 * the events of each thread. */
static bool measure_log(const Launch *launch, Session *session,
                        uint32_t counts[], uint32_t *most, int *steps,
                        Error *error)
{
    ScanArgs *args = &session->args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    int *block_steps = base_alloc(launch->blocks, sizeof *block_steps);

    args->log_capacity = 0;
    args->max_steps = 0;
    bool fine =
        cuda_alloc(&session->memory, threads, sizeof(uint32_t), &args->events,
                   error) &&
        run_way(launch, CUDA_TRACED, args, error) &&
        cuda_download(counts, args->events, threads * sizeof *counts, error) &&
        cuda_download(block_steps, args->steps,
                      launch->blocks * sizeof *block_steps, error);
    *most = 1;
    *steps = 0;
    for (size_t t = 0; fine && t < threads; ++t)
        *most = counts[t] > *most ? counts[t] : *most;
    for (uint32_t b = 0; fine && b < launch->blocks; ++b)
        *steps = block_steps[b] > *steps ? block_steps[b] : *steps;
    free(block_steps);
    return fine;
}

static bool fits(size_t need, Error *error)
{
    size_t available = 0, all = 0;

    if (!cuda_good(cudaMemGetInfo(&available, &all),
                   "say how much memory it has", error))
        return false;
    if (need < available)
        return true;
    return error_set(error, ERROR_FAILED,
                     "the log needs %zu MB and the GPU has %zu MB free; ask "
                     "for fewer elements with -n, or --device cpu",
                     need >> 20, available >> 20);
}

static bool fetch_log(const Launch *launch, const ScanArgs *args,
                      const uint32_t counts[], Log *log, Error *error)
{
    size_t threads = (size_t)launch->blocks * launch->threads;
    size_t shots = (size_t)args->max_steps * launch->words;
    Event *events = base_alloc(threads * args->log_capacity, sizeof *events);
    bool fine =
        cuda_download(events, args->log,
                      threads * args->log_capacity * sizeof *events, error);

    for (size_t t = 0; fine && t < threads; ++t) {
        ThreadLog *to = &log->logs[t];
        free(to->events);
        to->events = base_memdup(events + t * args->log_capacity,
                                 counts[t] * sizeof *events);
        to->events_count = to->events_capacity = counts[t];
    }
    free(events);
    for (uint32_t b = 0; fine && b < launch->blocks; ++b) {
        Snapshots *to = &log->snapshots[b];
        to->values = base_realloc(to->values, shots + 1, sizeof(Word));
        to->values_count = shots;
        to->values_capacity = shots + 1;
        fine = cuda_download(to->values, args->snapshots + b * shots,
                             shots * sizeof(Word), error);
    }
    return fine;
}

bool cuda_run(const Launch *launch, Word blank, Log *log, Error *error)
{
    Session session = {.memory = {.count = 0}};
    ScanArgs *args = &session.args;
    size_t threads = (size_t)launch->blocks * launch->threads;
    uint32_t *counts = base_alloc(threads, sizeof *counts);
    uint32_t most;
    int steps;

    bool fine = cuda_ready(error) && upload(&session, launch, blank, error) &&
                measure_log(launch, &session, counts, &most, &steps, error);
    if (fine) {
        args->log_capacity = most;
        args->max_steps = steps + 1;
        size_t shots = (size_t)launch->blocks * (size_t)args->max_steps;
        fine = fits(threads * most * sizeof(Event) +
                        shots * launch->words * sizeof(Word),
                    error) &&
               cuda_alloc(&session.memory, threads * most, sizeof(Event),
                          &args->log, error) &&
               cuda_alloc(&session.memory, shots * launch->words, sizeof(Word),
                          &args->snapshots, error) &&
               run_way(launch, CUDA_TRACED, args, error) &&
               fetch_log(launch, args, counts, log, error);
    }
    for (int a = 0; fine && a < launch->arrays_count; ++a)
        fine = cuda_download(launch->arrays[a].data, args->arrays[a],
                             launch->arrays[a].words * sizeof(Word), error);
    cuda_free_all(&session.memory);
    free(counts);
    return fine;
}

/* ---- Timed ----------------------------------------------------------------*/

static int by_size(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x;
    uint64_t b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* ROUNDS runs; SAMPLES[s * rounds + r] is step s of round r. */
static bool take_samples(const Launch *launch, Session *session, int rounds,
                         uint64_t samples[], size_t steps, Error *error)
{
    const ScanArgs *args = &session->args;
    long long *clocks = base_alloc(steps + 1, sizeof *clocks);
    int had = 0;
    bool fine = true;

    for (int r = -1; fine && r < rounds; ++r) {
        fine = run_way(launch, CUDA_TIMED, args, error) &&
               cuda_download(&had, args->steps, sizeof had, error) &&
               cuda_download(clocks, args->clocks, (steps + 1) * sizeof *clocks,
                             error);
        if (fine && (size_t)had != steps)
            fine = error_set(error, ERROR_FAILED,
                             "%s has %d steps when timed and %zu when traced",
                             launch->algorithm->name, had, steps);
        for (size_t s = 0; fine && r >= 0 && s < steps; ++s)
            samples[s * (size_t)rounds + (size_t)r] =
                (uint64_t)(clocks[s + 1] - clocks[s]);
    }
    free(clocks);
    return fine;
}

bool cuda_time(const Launch *launch, int rounds, uint64_t cycles[],
               size_t steps, Error *error)
{
    Session session = {.memory = {.count = 0}};
    uint64_t *samples = base_alloc(steps * (size_t)rounds, sizeof *samples);

    BASE_CHECK(launch->k == 32 && launch->op == OP_ADD);
    session.args.max_steps = (int)steps + 1;
    bool fine = cuda_ready(error) && upload(&session, launch, 0, error) &&
                cuda_alloc(&session.memory, launch->blocks * (steps + 1),
                           sizeof(long long), &session.args.clocks, error) &&
                take_samples(launch, &session, rounds, samples, steps, error);
    for (size_t s = 0; fine && s < steps; ++s) {
        uint64_t *of = samples + s * (size_t)rounds;
        qsort(of, (size_t)rounds, sizeof *of, by_size);
        cycles[s] = of[rounds / 2];
    }
    cuda_free_all(&session.memory);
    free(samples);
    return fine;
}
