/* SPDX-License-Identifier: MIT */
#include "record/record.h"

#include "gpu/cuda.h"
#include "record/timing.h"
#include "sim/simt.h"
#include "trace/condition.h"

#include <stdlib.h>
#include <string.h>

struct Recorder {
    Simt *machine;
    bool asked_gpu, has_gpu; /* asked_gpu: has_gpu is known */
    bool kernel_failed;      /* in the last recording */
    /* of the last run's launches, or NULL */
    Log *values[PLAN_MAX_GRIDS], *shadow[PLAN_MAX_GRIDS];
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
    for (int g = 0; g < PLAN_MAX_GRIDS; ++g) {
        log_free(recorder->values[g]);
        log_free(recorder->shadow[g]);
    }
    free(recorder);
}

bool recorder_kernel_failed(const Recorder *recorder)
{
    return recorder->kernel_failed;
}

static bool check_sizes(const RecordOptions *options, Error *error)
{
    const Algorithm *algorithm = options->algorithm;

    if (!trace_check_banks(options->k, error))
        return false;
    if (!catalog_accepts(algorithm, options->n, options->k, error))
        return false;
    if (algorithm->result == RESULT_COMPACT && options->op != OP_ADD)
        return error_set(error, ERROR_USAGE,
                         "%s counts what it keeps, which only sums of integers "
                         "do; ask for --op add",
                         algorithm->name);
    if (options->threads > CATALOG_MAX_THREADS)
        return error_set(error, ERROR_USAGE,
                         "%u threads asked for, but a block has 1 to %d",
                         options->threads, CATALOG_MAX_THREADS);
    return true;
}

bool record_plan(const RecordOptions *options, Plan *plan, Error *error)
{
    return check_sizes(options, error) &&
           plan_make(options->algorithm, &options->sizes, plan, error);
}

RecordOptions record_again(const Trace *trace, const Algorithm *algorithm)
{
    const Run *run = &trace->run;

    return (RecordOptions){.algorithm = algorithm,
                           .n = run->n,
                           .k = run->k,
                           .block_n = run->block_n,
                           .threads = run->threads,
                           .passes = (int)run->passes,
                           .inclusive = run->inclusive,
                           .condition = run->condition,
                           .op = run->op,
                           .seed = run->seed,
                           .input = trace->input};
}

Launch record_launch(const RecordOptions *options, const Plan *plan, int g)
{
    Launch launch = launch_of(plan, g);

    launch.op = options->op;
    launch.seed = options->seed;
    return launch;
}

/* Sets *GPU if this recording runs on the GPU.  DEVICE_AUTO uses one if there
 * is one. */
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

/* A GPU shuffles only within the 32 lanes of its warps: kernels that shuffle in
 * wider warps run on the CPU machine. */
static bool is_too_wide(const RecordOptions *options, const Plan *plan)
{
    enum { HARDWARE_LANES = 32 };
    bool shuffles = false;

    for (int g = 0; g < plan->grids_count; ++g)
        shuffles |= plan->grids[g].kernel->shuffles;
    return shuffles && options->k > HARDWARE_LANES;
}

/* ---- One run of all launches ----------------------------------------------*/

/* The arrays of one run; those of the shadow run hold intervals. */
typedef struct {
    Word *words[PLAN_MAX_ARRAYS];
} Arrays;

static void arrays_free(Arrays *arrays)
{
    for (int a = 0; a < PLAN_MAX_ARRAYS; ++a)
        free(arrays->words[a]);
}

/* Sets the arrays to their initial contents: the input, the flags, and zeros.
 * In a shadow run a word that was never stored is no sum of inputs. */
static Arrays arrays_new(const Plan *plan, const Word *input, const Word *flags,
                         bool shadow)
{
    Arrays arrays = {{NULL}};

    for (int a = 0; a < plan->arrays_count; ++a) {
        const PlanArray *array = &plan->arrays[a];
        Word *words = base_alloc(array->words, sizeof *words);
        for (uint32_t i = 0; i < array->words; ++i) {
            bool given = a == GLOBAL_IN || array->holds == HOLDS_FLAGS;
            if (given && shadow)
                words[i] = interval_make(i, i);
            else if (given)
                words[i] = a == GLOBAL_IN ? input[i] : flags[i];
            else if (shadow && array->holds == HOLDS_SUMS)
                words[i] = INTERVAL_UNSET;
        }
        arrays.words[a] = words;
    }
    return arrays;
}

typedef struct {
    Recorder *recorder;
    const RecordOptions *options;
    Plan plan;
    Launch launches[PLAN_MAX_GRIDS];
    char names[PLAN_MAX_GRIDS][64]; /* of their source files */
    const Word *flags;
    bool gpu;
} Recording;

/* Runs LAUNCH on the chosen machine.  The order in which blocks of a GPU waited
 * for each other cannot be repeated there, so the shadow of such a run replays
 * RECORDED on the CPU machine. */
static bool run_launch(Recording *work, Launch *launch, Log *log,
                       const Log *recorded, Error *error)
{
    Word blank = launch->op == OP_INTERVAL ? INTERVAL_UNSET : 0;
    Simt *machine = work->recorder->machine;

    if (!work->gpu)
        return simt_run(machine, launch, blank, log, error);
    if (!recorded || !launch->algorithm->waits)
        return cuda_run(launch, blank, log, error);
    launch->replay = replay_new(launch, recorded);
    bool good = simt_run(machine, launch, blank, log, error);
    replay_free(launch->replay);
    launch->replay = NULL;
    return good;
}

static void give_arrays(const Recording *work, Launch *launch,
                        const Arrays *arrays)
{
    for (int a = 0; a < work->plan.arrays_count; ++a) {
        const PlanArray *array = &work->plan.arrays[a];
        launch->arrays[a] = (GlobalArray){array->name, arrays->words[a],
                                          array->words, array->holds};
    }
}

/* Prepares LAUNCH for a run with the operator OP on ARRAYS. */
static void set_up(const Recording *work, Launch *launch, Op op,
                   const Arrays *arrays)
{
    launch->op = op;
    launch->flags = work->flags;
    give_arrays(work, launch, arrays);
}

/* Runs the launches from number FIRST on with the operator OP on ARRAYS;
 * RECORDED are the logs of the run to replay, or NULL. */
static bool run_from(Recording *work, int first, Op op, const Arrays *arrays,
                     Log *logs[], Log *const recorded[], Error *error)
{
    for (int g = first; g < work->plan.grids_count; ++g) {
        Launch *launch = &work->launches[g];
        set_up(work, launch, op, arrays);
        logs[g] =
            log_fit(logs[g], launch->blocks, launch->threads, launch->words);
        if (!run_launch(work, launch, logs[g], recorded ? recorded[g] : NULL,
                        error))
            return false;
    }
    return true;
}

/* Runs launches together with their shadows, as long as that goes; returns how
 * many.  FAULT: why it went no further, if a kernel has one. */
static int run_together(Recording *work, const Arrays *values,
                        const Arrays *shadow, Error *fault)
{
    Recorder *recorder = work->recorder;

    for (int g = 0; g < work->plan.grids_count; ++g) {
        Launch *launch = &work->launches[g];
        Log **log = &recorder->values[g], **other = &recorder->shadow[g];
        set_up(work, launch, work->options->op, values);
        Launch shadowed = *launch;
        set_up(work, &shadowed, OP_INTERVAL, shadow);
        *log = log_fit(*log, launch->blocks, launch->threads, launch->words);
        *other =
            log_fit(*other, launch->blocks, launch->threads, launch->words);
        if (!simt_run_both(recorder->machine, launch, &shadowed, *log, *other,
                           fault))
            return g;
    }
    return work->plan.grids_count;
}

/* Runs all launches, and their shadows: together if that can be.  If a kernel
 * has a fault, it has it in the run on values alone, which tells of it. */
static bool run_both(Recording *work, const Arrays *values,
                     const Arrays *shadow, Error *error)
{
    Recorder *recorder = work->recorder;
    Error fault = {0};
    int done = work->gpu ? 0 : run_together(work, values, shadow, &fault);

    if (done == work->plan.grids_count)
        return true;
    work->launches[done].lockstep = fault.kind != ERROR_NONE;
    if (!run_from(work, done, work->options->op, values, recorder->values, NULL,
                  error) ||
        !run_from(work, done, OP_INTERVAL, shadow, recorder->shadow,
                  recorder->values, error))
        return false;
    if (fault.kind == ERROR_NONE)
        return true;
    *error = fault; /* of a kernel that keeps something from run to run */
    return false;
}

/* Measures the cycles of each step, on the initial arrays. */
static bool time_steps(Recording *work, Trace *trace, Error *error)
{
    Arrays arrays = arrays_new(&work->plan, trace->input, work->flags, false);
    int count = work->plan.grids_count;

    for (int g = 0; g < count; ++g)
        give_arrays(work, &work->launches[g], &arrays);
    bool good = timing_measure(trace, work->launches, count, error);
    arrays_free(&arrays);
    return good;
}

static void describe(Trace *trace, const Recording *work)
{
    const Algorithm *algorithm = work->options->algorithm;
    const char *condition = work->options->condition;
    bool compacts = algorithm->result == RESULT_COMPACT;

    trace->run.algorithm = printable_line(algorithm->name);
    trace->run.title = printable_line(algorithm->title);
    trace->run.summary = printable_line(algorithm->summary);
    trace->run.condition = printable_line(!compacts   ? ""
                                          : condition ? condition
                                                      : CONDITION_USUAL);
    trace->run.command = base_strdup("");
    trace->run.compiler = base_strdup("");
    trace->run.device = printable_line(work->gpu ? "gpu" : "cpu");
    trace->run.device_name =
        printable_line(work->gpu ? cuda_device_name() : "CPU machine");
}

/* Makes both runs, and the trace from them. */
static Trace *record_both(Recording *work, Arrays *values, Arrays *shadow,
                          Error *error)
{
    const RecordOptions *options = work->options;
    Recorder *recorder = work->recorder;
    int count = work->plan.grids_count;
    BlockRange window = options->some_blocks ? options->blocks
                                             : (BlockRange){0, UINT32_MAX - 1};

    if (!run_both(work, values, shadow, error))
        return NULL;
    for (int g = 0; g < count; ++g)
        work->launches[g].op = options->op;
    Trace *trace = trace_builder_begin(work->launches, (size_t)count);
    /* the algorithm's own file comes first */
    char name[64];
    catalog_source_name(options->algorithm, name);
    trace_source_add(trace, name, catalog_source(options->algorithm));
    bool good = true;
    for (int g = 0; g < count && good; ++g)
        good =
            trace_builder_add(trace, &work->launches[g], window,
                              recorder->values[g], recorder->shadow[g], error);
    if (good)
        return trace;
    trace_free(trace);
    return NULL;
}

/* Checks that the blocks which the trace is to hold exist. */
static bool check_blocks(const RecordOptions *options, const Plan *plan,
                         Error *error)
{
    uint32_t blocks = plan->grids[0].blocks;

    if (!options->some_blocks)
        return true;
    if (blocks == 1)
        return error_set(
            error, ERROR_USAGE,
            "--block-range chooses among several blocks, and %s runs in "
            "one for n = %u; leave it out%s",
            options->algorithm->name, options->n,
            plan_cuts(options->algorithm)
                ? ", or ask for smaller ones with --block-n"
                : "");
    return options->blocks.last < blocks ||
           error_set(error, ERROR_USAGE,
                     "block %u asked for, but %s has blocks 0 to %u for n = %u",
                     options->blocks.last, options->algorithm->name, blocks - 1,
                     options->n);
}

/* Makes the launches of the plan; false and ERROR if the trace cannot hold the
 * requested blocks. */
static bool prepare(Recording *work, Error *error)
{
    const RecordOptions *options = work->options;

    Device device = options->device;

    if (!record_plan(options, &work->plan, error))
        return false;
    bool wide = is_too_wide(options, &work->plan);
    if (wide && device == DEVICE_GPU)
        return error_set(error, ERROR_USAGE,
                         "%s shuffles in warps of %u, and a GPU's have 32 "
                         "lanes; ask for -k 32 or fewer, or --device cpu",
                         options->algorithm->name, options->k);
    if (!pick_machine(work->recorder, wide ? DEVICE_CPU : device, &work->gpu,
                      error))
        return false;
    for (int g = 0; g < work->plan.grids_count; ++g) {
        work->launches[g] = record_launch(options, &work->plan, g);
        catalog_source_name(work->plan.grids[g].kernel, work->names[g]);
        work->launches[g].source_name = work->names[g];
    }
    return check_blocks(options, &work->plan, error);
}

/* The flags of what compact keeps, else NULL; false if the condition is wrong.
 */
static bool make_flags(const RecordOptions *options, Word **flags, Error *error)
{
    *flags = NULL;
    if (options->algorithm->result == RESULT_COMPACT)
        *flags = condition_flags(options->condition ? options->condition
                                                    : CONDITION_USUAL,
                                 options->input, options->n, error);
    return *flags || options->algorithm->result != RESULT_COMPACT;
}

bool record_plain(const RecordOptions *options, Error *error)
{
    Plan plan;
    Word *flags = NULL;

    if (options->op != OP_ADD || options->k != 32)
        return error_set(error, ERROR_USAGE,
                         "the plain kernels add integers in warps of 32; leave "
                         "--op and -k out");
    if (!record_plan(options, &plan, error) ||
        !make_flags(options, &flags, error))
        return false;
    Arrays arrays = arrays_new(&plan, options->input, flags, false);
    bool good = cuda_plain(&plan, (const Word *const *)arrays.words, error);
    arrays_free(&arrays);
    free(flags);
    return good;
}

Trace *record(Recorder *recorder, const RecordOptions *options, Error *error)
{
    Recording work = {.recorder = recorder, .options = options};
    Word *flags = NULL;

    recorder->kernel_failed = false;
    if (!prepare(&work, error) || !make_flags(options, &flags, error))
        return NULL;
    work.flags = flags;
    Arrays values = arrays_new(&work.plan, options->input, flags, false);
    Arrays shadow = arrays_new(&work.plan, options->input, flags, true);
    Trace *trace = record_both(&work, &values, &shadow, error);
    recorder->kernel_failed =
        !trace && !work.gpu && !simt_lacked_memory(recorder->machine);
    if (trace) {
        describe(trace, &work);
        trace->input =
            base_memdup(options->input, options->n * sizeof *trace->input);
        trace->output = values.words[GLOBAL_OUT];
        trace->output_interval = shadow.words[GLOBAL_OUT];
        values.words[GLOBAL_OUT] = shadow.words[GLOBAL_OUT] = NULL;
        if (!trace_check(trace, error) || (work.gpu && !options->untimed &&
                                           !time_steps(&work, trace, error))) {
            trace_free(trace);
            trace = NULL;
        }
    }
    arrays_free(&values);
    arrays_free(&shadow);
    free(flags);
    return trace;
}
