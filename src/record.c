/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "assemble.h"
#include "cuda.h"
#include "simt.h"

struct Recorder {
    Simt *machine;
    bool asked_gpu, has_gpu; /* is there a device?  Asked once. */
    Log *values, *shadow;    /* of the last run's shape, or NULL */
};

Recorder *recorder_new(void)
{
    Recorder *recorder = base_alloc(1, sizeof *recorder);

    recorder->machine = simt_new();
    return recorder;
}

void recorder_free(Recorder *recorder)
{
    if (!recorder)
        return;
    simt_free(recorder->machine);
    log_free(recorder->values);
    log_free(recorder->shadow);
    free(recorder);
}

uint32_t record_threads(const Algorithm *algorithm, uint32_t n, uint32_t k)
{
    uint32_t workers = algorithm->workers(n, k);

    return workers < CATALOG_MAX_THREADS ? workers : CATALOG_MAX_THREADS;
}

static bool check_sizes(const RecordOptions *options, Error *error)
{
    const Algorithm *algorithm = options->algorithm;

    if (options->n < 1 || options->n > algorithm->max_n)
        return error_set(error, ERROR_USAGE,
                         "n is %u, but %s takes 1 to %u elements", options->n,
                         algorithm->name, algorithm->max_n);
    if (options->k < 2 || options->k > TRACE_MAX_BANKS ||
        !base_is_power_of_two(options->k))
        return error_set(error, ERROR_USAGE,
                         "k is %u, but the number of banks is a power of two "
                         "from 2 to %d",
                         options->k, TRACE_MAX_BANKS);
    if (options->threads > CATALOG_MAX_THREADS)
        return error_set(error, ERROR_USAGE,
                         "%u threads asked for, but a block has 1 to %d",
                         options->threads, CATALOG_MAX_THREADS);
    return true;
}

bool record_launch(const RecordOptions *options, Launch *launch, Error *error)
{
    const Algorithm *algorithm = options->algorithm;

    if (!check_sizes(options, error))
        return false;
    *launch = (Launch){
        .algorithm = algorithm,
        .source = catalog_source(algorithm),
        .n = options->n,
        .k = options->k,
        .threads = options->threads
                       ? options->threads
                       : record_threads(algorithm, options->n, options->k),
        .blocks = 1,
        .words = algorithm->words(options->n, options->k),
        .op = options->op,
        .inclusive = options->inclusive,
        .seed = options->seed,
        .event_limit = launch_event_limit(options->n),
    };
    return true;
}

/* Does this recording run on the GPU?  Auto takes one where there is one. */
static bool pick_machine(Recorder *recorder, Device device, bool *gpu,
                         Error *error)
{
    Error why = {ERROR_NONE, ""};

    *gpu = false;
    if (device == DEVICE_CPU)
        return true;
    if (!recorder->asked_gpu || device == DEVICE_GPU)
        recorder->has_gpu = cuda_ready(&why);
    recorder->asked_gpu = true;
    *gpu = recorder->has_gpu;
    return *gpu || device != DEVICE_GPU ||
           error_set(error, ERROR_FAILED, "%.300s; or use --device cpu",
                     why.text);
}

/* One run: its log, and what the kernel wrote to OUTPUT. */
static bool run_once(Recorder *recorder, bool gpu, Launch launch, Log **log,
                     Word *input, Word *output, Error *error)
{
    Log *old = *log;
    char name[64];
    Word blank = launch.op == OP_INTERVAL ? INTERVAL_UNSET : 0;

    if (old && (old->blocks != launch.blocks || old->words != launch.words ||
                old->threads != launch.threads)) {
        log_free(old);
        old = NULL;
    }
    if (old)
        log_reset(old);
    else
        old = log_new(launch.blocks, launch.threads, launch.words);
    *log = old;

    catalog_source_name(launch.algorithm, name);
    launch.source_name = name;
    launch.arrays[GLOBAL_IN] = (GlobalArray){"in", input, launch.n};
    launch.arrays[GLOBAL_OUT] = (GlobalArray){"out", output, launch.n};
    launch.arrays_count = GLOBAL_FIRST_OWN;
    for (uint32_t i = 0; i < launch.n; ++i)
        output[i] = blank;
    return gpu ? cuda_run(&launch, blank, old, error)
               : simt_run(recorder->machine, &launch, blank, old, error);
}

/* Measured cycles a step, from the kernel without tracing; the plain way exists
 * for sums of integers on 32 banks only. */
static bool time_steps(Trace *trace, Launch launch, const Word *input,
                       Error *error)
{
    enum { TIMED_ROUNDS = 15 };
    size_t steps = trace->steps_count;

    if (launch.k != 32 || launch.op != OP_ADD)
        return true;
    uint64_t *cycles = base_alloc(steps, sizeof *cycles);
    Word *words = base_memdup(input, launch.n * sizeof *words);
    launch.arrays[GLOBAL_IN] = (GlobalArray){"in", words, launch.n};
    launch.arrays[GLOBAL_OUT] = (GlobalArray){"out", words, launch.n};
    launch.arrays_count = GLOBAL_FIRST_OWN;
    launch.source_name = launch.algorithm->name;
    bool good = cuda_time(&launch, TIMED_ROUNDS, cycles, steps, error);
    for (size_t s = 0; good && s < steps; ++s)
        trace->steps[s].cycles =
            cycles[s] < UINT32_MAX ? (uint32_t)cycles[s] : UINT32_MAX;
    free(cycles);
    free(words);
    return good;
}

static void describe(Trace *trace, const Launch *launch, bool gpu)
{
    const Algorithm *algorithm = launch->algorithm;
    char name[64];

    catalog_source_name(algorithm, name);
    trace->run.algorithm = base_strdup(algorithm->name);
    trace->run.title = base_strdup(algorithm->title);
    trace->run.summary = base_strdup(algorithm->summary);
    trace->run.source_name = base_strdup(name);
    trace->run.source = base_strdup(launch->source);
    trace->run.device = base_strdup(gpu ? "gpu" : "cpu");
    trace->run.device_name =
        base_strdup(gpu ? cuda_device_name() : "CPU machine");
}

Trace *record(Recorder *recorder, const RecordOptions *options, Error *error)
{
    Launch launch;
    uint32_t n = options->n;
    Trace *trace = NULL;
    bool gpu;

    if (!record_launch(options, &launch, error) ||
        !pick_machine(recorder, options->device, &gpu, error))
        return NULL;
    Word *input = base_memdup(options->input, n * sizeof *input);
    Word *output = base_alloc(n, sizeof *output);
    Word *shadow_input = base_alloc(n, sizeof *shadow_input);
    Word *shadow_output = base_alloc(n, sizeof *shadow_output);
    Launch shadow = launch;
    shadow.op = OP_INTERVAL;
    for (uint32_t i = 0; i < n; ++i)
        shadow_input[i] = interval_make(i, i);

    if (run_once(recorder, gpu, launch, &recorder->values, input, output,
                 error) &&
        run_once(recorder, gpu, shadow, &recorder->shadow, shadow_input,
                 shadow_output, error))
        trace = assemble(&launch, recorder->values, recorder->shadow, error);
    free(shadow_input);
    if (!trace) {
        free(input);
        free(output);
        free(shadow_output);
        return NULL;
    }
    describe(trace, &launch, gpu);
    memcpy(input, options->input, n * sizeof *input);
    trace->input = input;
    trace->output = output;
    trace->output_interval = shadow_output;
    if (trace_check(trace, error) &&
        (!gpu || time_steps(trace, launch, trace->input, error)))
        return trace;
    trace_free(trace);
    return NULL;
}
