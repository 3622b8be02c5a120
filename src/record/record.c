/* SPDX-License-Identifier: MIT */
#include "record/record.h"

#include "gpu/cuda.h"
#include "program/prebuilt.h"
#include "record/catalog_trace.h"
#include "analysis/condition.h"
#include "trace/limits.h"
#include "util/printable.h"

#include <stdlib.h>
#include <string.h>

struct Recorder {
    bool asked_gpu, has_gpu; /* asked_gpu: has_gpu is known */
    bool kernel_failed;      /* in the last recording */
    Prebuilt *prebuilt;      /* NULL: not needed so far */
};

Recorder *recorder_new(void)
{
    return base_alloc(1, sizeof(Recorder));
}

void recorder_free(Recorder *recorder)
{
    if (!recorder)
        return;
    prebuilt_free(recorder->prebuilt);
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
                         "%s: supports --op add only; remove --op",
                         algorithm->name);
    if (options->threads > CATALOG_MAX_THREADS)
        return error_set(
            error, ERROR_USAGE,
            "--threads %u: a block has 1 to %d threads; write a smaller number",
            options->threads, CATALOG_MAX_THREADS);
    return true;
}

bool record_plan(const RecordOptions *options, Plan *plan, Error *error)
{
    return check_sizes(options, error) &&
           plan_make(options->algorithm, &options->sizes, plan, error);
}

/* True if each launch of TRACE has the threads that OPTIONS give it. */
static bool has_threads(const Trace *trace, const RecordOptions *options)
{
    Plan plan;
    Error error;
    bool same = plan_make(options->algorithm, &options->sizes, &plan, &error) &&
                (size_t)plan.grids_count == trace->grids_count;

    for (size_t g = 0; same && g < trace->grids_count; ++g)
        same = plan.grids[g].threads == trace->grids[g].threads;
    return same;
}

RecordOptions record_again(const Trace *trace, const Algorithm *algorithm)
{
    const Run *run = &trace->run;
    RecordOptions options = {.algorithm = algorithm,
                             .n = run->n,
                             .k = run->k,
                             .block_n = run->block_n,
                             .passes = (int)run->passes,
                             .inclusive = run->inclusive,
                             .condition = run->condition,
                             .op = run->op,
                             .seed = run->seed,
                             .input = trace->input};

    if (!has_threads(trace, &options))
        options.threads = run->threads;
    return options;
}

/* Sets *GPU if this recording runs on the GPU.  DEVICE_AUTO uses one if there
 * is one, and warps are as wide as its. */
static bool pick_machine(Recorder *recorder, const RecordOptions *options,
                         bool *gpu, Error *error)
{
    enum { HARDWARE_LANES = 32 };
    Device device = options->device;
    Error why = {ERROR_NONE, ""};

    *gpu = false;
    if (device == DEVICE_CPU)
        return true;
    if (options->k != HARDWARE_LANES)
        return device != DEVICE_GPU ||
               error_set(error, ERROR_USAGE,
                         "-k: a GPU has 32 lanes in a warp, but k is %u; "
                         "remove -k, or use --device cpu",
                         options->k);
    if (!recorder->asked_gpu || device == DEVICE_GPU)
        recorder->has_gpu = cuda_ready(&why);
    recorder->asked_gpu = true;
    *gpu = recorder->has_gpu;
    return *gpu || device != DEVICE_GPU ||
           error_set(error, ERROR_FAILED, "%.300s, or use --device cpu",
                     why.text);
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
            "--block-range: %s runs in one block for n = %u; remove it%s",
            options->algorithm->name, options->n,
            plan_cuts(options->algorithm)
                ? ", or set smaller blocks with --block-n"
                : "");
    return options->blocks.last < blocks ||
           error_set(error, ERROR_USAGE,
                     "--block-range %u: %s has blocks 0 to %u for n = %u; "
                     "write a smaller number",
                     options->blocks.last, options->algorithm->name, blocks - 1,
                     options->n);
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

/* ---- What the program is asked for ----------------------------------------*/

/* The arguments of src/catalog/catalog.cu. */
typedef struct {
    Text flags, words[PLAN_MAX_ARRAYS + PLAN_MAX_GRIDS];
    const char *arguments[1 + PLAN_MAX_ARRAYS + PLAN_MAX_GRIDS];
    int count;
} Arguments;

static void add_argument(Arguments *arguments, const Text *text)
{
    arguments->arguments[arguments->count++] = text->text;
}

static void make_arguments(const Plan *plan, const Word *flags,
                           Arguments *arguments)
{
    Text *text = arguments->words;

    text_add(&arguments->flags, "%s", flags ? "" : "-");
    for (uint32_t i = 0; flags && i < plan->sizes.n; ++i)
        text_add(&arguments->flags, "%d", flags[i] != 0);
    add_argument(arguments, &arguments->flags);
    for (int a = 0; a < plan->arrays_count; ++a, ++text) {
        text_add(text, "array %u %d", plan->arrays[a].words,
                 (int)plan->arrays[a].holds);
        add_argument(arguments, text);
    }
    for (int g = 0; g < plan->grids_count; ++g, ++text) {
        const PlanGrid *grid = plan->grids + g;
        text_add(text, "%s %d %u %u %u %u %u %d %d %d %d %d %d %d",
                 grid->kernel->name, grid->part, grid->blocks, grid->threads,
                 grid->words, grid->n, grid->block_n, grid->in, grid->out,
                 grid->own[0], grid->own[1], grid->own[2], grid->inclusive,
                 plan->sizes.passes);
        add_argument(arguments, text);
    }
}

static void arguments_free(Arguments *arguments)
{
    text_free(&arguments->flags);
    for (int i = 0; i < PLAN_MAX_ARRAYS + PLAN_MAX_GRIDS; ++i)
        text_free(&arguments->words[i]);
}

/* The files of kernels. */
typedef struct {
    ProgramSource sources[PLAN_MAX_GRIDS + 1];
    char names[PLAN_MAX_GRIDS + 1][64];
    size_t count;
} Sources;

static void add_source(Sources *sources, const Algorithm *kernel)
{
    const char *text = catalog_source(kernel);

    for (size_t s = 0; s < sources->count; ++s)
        if (sources->sources[s].text == text)
            return;
    char *name = sources->names[sources->count];
    catalog_source_name(kernel, name);
    sources->sources[sources->count++] = (ProgramSource){name, text};
}

/* ---- A recording ----------------------------------------------------------*/

/* Says in TRACE in words what was run. */
static void describe(Trace *trace, const RecordOptions *options)
{
    const Algorithm *algorithm = options->algorithm;
    bool compacts = algorithm->result == RESULT_COMPACT;
    const struct {
        char **to;
        const char *text;
    } texts[] = {
        {&trace->run.algorithm, algorithm->name},
        {&trace->run.title, algorithm->title},
        {&trace->run.summary, algorithm->summary},
        {&trace->run.condition, !compacts            ? ""
                                : options->condition ? options->condition
                                                     : CONDITION_USUAL},
        {&trace->run.command, ""},
        {&trace->run.compiler, ""},
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        free(*texts[i].to);
        *texts[i].to = printable_line(texts[i].text);
    }
}

/* Runs the program; the trace of it. */
static Trace *run_program(Recorder *recorder, const RecordOptions *options,
                          const Plan *plan, const Word *flags, bool gpu,
                          uint32_t numbers[LIMITS_ARRAYS], Error *error)
{
    Arguments arguments = {.count = 0};
    Sources sources = {.count = 0};
    Trace *trace = NULL;

    make_arguments(plan, flags, &arguments);
    add_source(&sources, plan->algorithm);
    for (int g = 0; g < plan->grids_count; ++g)
        add_source(&sources, plan->grids[g].kernel);
    PrebuiltRun run = {.arguments = arguments.arguments,
                       .count = arguments.count,
                       .sources = sources.sources,
                       .sources_count = sources.count,
                       .gpu = gpu,
                       .lanes = options->k,
                       .locals = options->locals,
                       .seed = options->seed,
                       .numbers = numbers};
    if (!recorder->prebuilt)
        recorder->prebuilt = prebuilt_open(error);
    if (recorder->prebuilt)
        trace = prebuilt_run(recorder->prebuilt, &run, &recorder->kernel_failed,
                             error);
    arguments_free(&arguments);
    return trace;
}

static Trace *record_with(Recorder *recorder, const RecordOptions *options,
                          const Plan *plan, const Word *flags, bool gpu,
                          Error *error)
{
    uint32_t numbers[LIMITS_ARRAYS];
    CatalogRun run = {.plan = plan,
                      .op = options->op,
                      .input = options->input,
                      .flags = flags,
                      .numbers = numbers,
                      .blocks = options->some_blocks
                                    ? options->blocks
                                    : (BlockRange){0, UINT32_MAX}};
    Trace *trace =
        run_program(recorder, options, plan, flags, gpu, numbers, error);

    if (trace && catalog_trace(trace, &run, error)) {
        describe(trace, options);
        if (trace_check(trace, error))
            return trace;
    }
    trace_free(trace);
    return NULL;
}

Trace *record(Recorder *recorder, const RecordOptions *options, Error *error)
{
    Plan plan;
    Word *flags = NULL;
    Trace *trace = NULL;
    bool gpu;

    recorder->kernel_failed = false;
    if (record_plan(options, &plan, error) &&
        pick_machine(recorder, options, &gpu, error) &&
        check_blocks(options, &plan, error) &&
        make_flags(options, &flags, error))
        trace = record_with(recorder, options, &plan, flags, gpu, error);
    free(flags);
    return trace;
}

/* ---- Locals ---------------------------------------------------------------*/

/* True if both have the same instructions: the same accesses of the same cells.
 */
static bool same_accesses(const Trace *a, const Trace *b)
{
    if (a->instructions_count != b->instructions_count ||
        a->accesses_count != b->accesses_count)
        return false;
    for (size_t i = 0; i < a->instructions_count; ++i) {
        const Instruction *x = a->instructions + i, *y = b->instructions + i;
        if (x->kind != y->kind || x->site != y->site || x->warp != y->warp ||
            x->first_access != y->first_access)
            return false;
    }
    for (size_t i = 0; i < a->accesses_count; ++i)
        if (a->accesses[i].cell != b->accesses[i].cell ||
            a->accesses[i].lane != b->accesses[i].lane)
            return false;
    return true;
}

/* Moves the locals of FROM, which runs as TRACE does. */
static void take_locals(Trace *trace, Trace *from)
{
    for (size_t i = 0; i < from->locals_count; ++i)
        from->locals[i].source =
            trace_source_add(trace, from->sources[from->locals[i].source].name,
                             from->sources[from->locals[i].source].text);
    trace->locals = from->locals;
    trace->locals_count = from->locals_count;
    trace->locals_capacity = from->locals_capacity;
    trace->local_changes = from->local_changes;
    trace->local_changes_count = from->local_changes_count;
    trace->local_changes_capacity = from->local_changes_capacity;
    from->locals = NULL;
    from->locals_count = from->locals_capacity = 0;
    from->local_changes = NULL;
    from->local_changes_count = from->local_changes_capacity = 0;
}

bool record_locals(Trace *trace, Error *error)
{
    const Algorithm *algorithm = catalog_find(trace->run.algorithm, error);

    if (!algorithm)
        return false;
    RecordOptions options = record_again(trace, algorithm);
    options.device = DEVICE_CPU;
    options.locals = true;
    if (!trace_is_whole(trace)) {
        options.some_blocks = true;
        options.blocks =
            (BlockRange){trace->blocks[0].index,
                         trace->blocks[trace->blocks_count - 1].index};
    }
    Recorder *recorder = recorder_new();
    Trace *again = record(recorder, &options, error);
    bool good = again && same_accesses(trace, again);
    if (good)
        take_locals(trace, again);
    else if (again)
        error_set(error, ERROR_FAILED,
                  "%.60s: unknown local variables, because its accesses here "
                  "differ from the trace; record it again",
                  trace->run.algorithm);
    trace_free(again);
    recorder_free(recorder);
    return good;
}

/* ---- Plain kernels --------------------------------------------------------*/

/* The arrays of PLAN as they are at first: the input, the flags, and zeros. */
static void make_arrays(const Plan *plan, const Word *input, const Word *flags,
                        Word *arrays[PLAN_MAX_ARRAYS])
{
    for (int a = 0; a < plan->arrays_count; ++a) {
        const PlanArray *array = &plan->arrays[a];
        const Word *from = a == GLOBAL_IN                ? input
                           : array->holds == HOLDS_FLAGS ? flags
                                                         : NULL;
        arrays[a] = base_alloc((size_t)array->words + 1, sizeof(Word));
        if (from)
            memcpy(arrays[a], from, array->words * sizeof(Word));
    }
}

bool record_plain(const RecordOptions *options, Error *error)
{
    Plan plan;
    Word *flags = NULL, *arrays[PLAN_MAX_ARRAYS] = {NULL};

    if (options->op != OP_ADD || options->k != 32)
        return error_set(
            error, ERROR_USAGE,
            "--plain supports --op add and 32 banks only; remove --op and -k");
    if (!record_plan(options, &plan, error) ||
        !make_flags(options, &flags, error))
        return false;
    make_arrays(&plan, options->input, flags, arrays);
    bool good = cuda_plain(&plan, (const Word *const *)arrays, error);
    for (int a = 0; a < plan.arrays_count; ++a)
        free(arrays[a]);
    free(flags);
    return good;
}
