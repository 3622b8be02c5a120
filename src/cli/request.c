/* SPDX-License-Identifier: MIT */
#include "cli/request.h"

#include "cli/consent.h"
#include "program/gpu_program.h"
#include "catalog/catalog.h"
#include "program/program.h"
#include "record/input.h"
#include "say/thread_dump.h"
#include "trace/store.h"
#include "trace/value.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool request_check(const Options *options, Error *error)
{
    bool passes = options_given(options, OPTION(PASSES) | OPTION(WIDTH));
    bool compacts = options_given(options, OPTION(WHERE));
    Error ignored;

    if (options->all)
        return true;
    for (int i = 0; i < options->operands_count; ++i) {
        const Algorithm *algorithm =
            catalog_find(options->operands[i], &ignored);
        passes &= !algorithm || !algorithm->is_hybrid;
        compacts &= !algorithm || algorithm->result != RESULT_COMPACT;
    }
    if (passes)
        return error_set(error, ERROR_USAGE,
                         "--passes and --width apply to hybrid only; remove "
                         "them, or add hybrid");
    return !compacts ||
           error_set(
               error, ERROR_USAGE,
               "--where applies to compact only; remove it, or add compact");
}

RecordOptions request_wanted(const Options *options, const Algorithm *algorithm,
                             Word *input, uint32_t n)
{
    bool compacts = algorithm->result == RESULT_COMPACT;
    RecordOptions wanted = {.algorithm = algorithm,
                            .sizes = options->sizes,
                            .blocks = options->block_range,
                            .some_blocks =
                                options_given(options, OPTION(BLOCK_RANGE)),
                            .condition = compacts ? options->where : NULL,
                            .op = options->op,
                            .device = options->device,
                            .seed = options->seed,
                            .input = input};

    wanted.n = n;
    wanted.k = options_banks(options);
    wanted.passes = options_passes(options, n);
    wanted.inclusive |= !options->exclusive && algorithm->inclusive;
    /* Only the simulator uses a seed. */
    if (options_given(options, OPTION(SEED)) && wanted.device == DEVICE_AUTO)
        wanted.device = DEVICE_CPU;
    return wanted;
}

Word *request_input(const Options *options, uint32_t *n, Error *error)
{
    Word *input = input_read(options->input, options->op, n, error);

    for (uint32_t i = 0; input && options->op == OP_INTERVAL && i < *n; ++i)
        input[i] = interval_make(i, i);
    return input;
}

bool request_options(const Options *options, const Algorithm *algorithm,
                     RecordOptions *wanted, Error *error)
{
    uint32_t n = options->n;
    Word *input = NULL;

    if (request_check(options, error))
        input = request_input(options, &n, error);
    if (input)
        *wanted = request_wanted(options, algorithm, input, n);
    return input != NULL;
}

/* Appends WORD, quoted for a shell. */
static void add_word(const char *word, Text *text)
{
    bool plain = *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyz"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_-+=:.,/@%")];

    text_add(text, plain ? " " : " '");
    for (; *word; ++word)
        text_add(text, *word == '\'' ? "'\\''" : "%c", *word);
    text_add(text, plain ? "" : "'");
}

void request_command(const Options *options, const RecordOptions *wanted,
                     Text *text)
{
    bool usual = wanted->inclusive == wanted->algorithm->inclusive;

    text_add(text, "upsweep record %s -n %u -k %u", wanted->algorithm->name,
             wanted->n, wanted->k);
    if (wanted->block_n)
        text_add(text, " --block-n %u", wanted->block_n);
    if (wanted->threads)
        text_add(text, " --threads %u", wanted->threads);
    if (wanted->algorithm->is_hybrid && wanted->passes != PLAN_USUAL)
        text_add(text, " --passes %d", wanted->passes);
    if (!usual)
        text_add(text, wanted->inclusive ? " --inclusive" : " --exclusive");
    if (wanted->op != OP_ADD)
        text_add(text, " --op %s", op_name(wanted->op));
    if (options_given(options, OPTION(INPUT))) {
        text_add(text, " --input");
        add_word(options->input, text);
    }
    if (wanted->condition) {
        text_add(text, " --where");
        add_word(wanted->condition, text);
    }
    text_add(text, " --seed %llu", (unsigned long long)wanted->seed);
}

/* A name with an ending, and the name of a folder, is not looked for in the
 * catalog. */
static bool refuse_name(const char *name, Error *error)
{
    const char *dot = strrchr(name, '.');
    struct stat status;

    if (dot)
        error_set(error, ERROR_USAGE,
                  "%.200s: no such file; check the name, or choose an "
                  "algorithm from `upsweep list`",
                  name);
    if (stat(name, &status) == 0 && S_ISDIR(status.st_mode))
        return error_set(
            error, ERROR_USAGE,
            "%.200s: this is a folder; name a trace or an algorithm", name);
    return true;
}

/* The options for ALGORITHM beside a recorded run. */
static RecordOptions as_recorded(const Trace *trace, const Algorithm *algorithm)
{
    const Run *run = &trace->run;
    RecordOptions options = record_again(trace, algorithm);

    options.passes = PLAN_USUAL;
    options.threads = 0;
    if (run->blocks == 1 || !plan_cuts(algorithm))
        options.block_n = 0;
    if (algorithm->result != RESULT_COMPACT || !run->condition[0])
        options.condition = NULL;
    return options;
}

/* The command that runs the plain kernels of WANTED, ended by NULL; its texts
 * and itself are to be freed. */
static char **plain_command(const Options *options, const RecordOptions *wanted,
                            int *count)
{
    char **words = base_alloc(24, sizeof *words);
    char own[PATH_MAX] = "";
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    const struct {
        const char *name;
        uint32_t value;
        bool given;
    } numbers[] = {{"-n", wanted->n, true},
                   {"-k", wanted->k, true},
                   {"--block-n", wanted->block_n, wanted->block_n > 0},
                   {"--threads", wanted->threads, wanted->threads > 0},
                   {"--passes", (uint32_t)wanted->passes,
                    wanted->passes != PLAN_USUAL}};

    words[(*count)++] = base_strdup(length > 0 ? own : "upsweep");
    words[(*count)++] = base_strdup("plain");
    words[(*count)++] = base_strdup(wanted->algorithm->name);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        Text text = {0};
        if (!numbers[i].given)
            continue;
        text_add(&text, "%u", numbers[i].value);
        words[(*count)++] = base_strdup(numbers[i].name);
        words[(*count)++] = text.text;
    }
    words[(*count)++] =
        base_strdup(wanted->inclusive ? "--inclusive" : "--exclusive");
    words[(*count)++] = base_strdup("--input");
    words[(*count)++] = base_strdup(options->input);
    if (wanted->condition) {
        words[(*count)++] = base_strdup("--where");
        words[(*count)++] = base_strdup(wanted->condition);
    }
    return words;
}

Trace *request_plain(const Options *options, const RecordOptions *wanted,
                     Error *error)
{
    Plan plan;
    Text name = {0};
    int count = 0;
    ProgramSource sources[PLAN_MAX_GRIDS];
    char names[PLAN_MAX_GRIDS][64];

    if (options->device != DEVICE_GPU) {
        error_set(error, ERROR_USAGE,
                  "--plain: records instructions of a GPU; add --device gpu");
        return NULL;
    }
    if (strcmp(options->input, "-") == 0) {
        error_set(
            error, ERROR_USAGE,
            "--plain: cannot read standard input; write the input to a file");
        return NULL;
    }
    if (!record_plan(wanted, &plan, error))
        return NULL;
    for (int g = 0; g < plan.grids_count; ++g) {
        catalog_source_name(plan.grids[g].kernel, names[g]);
        sources[g] =
            (ProgramSource){names[g], catalog_source(plan.grids[g].kernel)};
    }
    text_add(&name, "%s --plain", wanted->algorithm->name);
    char **words = plain_command(options, wanted, &count);
    ProgramOptions program = {.gpu = true,
                              .every = true,
                              .name = name.text,
                              .sources = sources,
                              .sources_count = (size_t)plan.grids_count,
                              .arguments = (const char *const *)words,
                              .arguments_count = count,
                              .last_block = UINT32_MAX};
    if (options_given(options, OPTION(BLOCK_RANGE))) {
        program.first_block = options->block_range.first;
        program.last_block = options->block_range.last;
    }
    Trace *trace = gpu_program_record(&program, error);
    for (int i = 0; i < count; ++i)
        free(words[i]);
    free(words);
    text_free(&name);
    return trace;
}

static Trace *run(const Options *options, const Trace *like, Recorder *recorder,
                  const char *name, Error *error)
{
    RecordOptions wanted;
    const Algorithm *algorithm = catalog_find(name, error);
    Word *own = NULL;

    if (!algorithm) {
        refuse_name(name, error);
        return NULL;
    }
    if (like) {
        wanted = as_recorded(like, algorithm);
    } else {
        if (!request_options(options, algorithm, &wanted, error))
            return NULL;
        own = wanted.input;
    }
    Trace *trace = options->plain ? request_plain(options, &wanted, error)
                                  : record(recorder, &wanted, error);
    free(own);
    return trace;
}

bool request_thread(const Options *options, Trace *trace, Error *error)
{
    bool lacks = trace->locals_count == 0 && catalog_of(trace);

    if (!options_given(options, OPTION(THREAD)))
        return true;
    if (lacks && options->thread < trace->run.threads &&
        !record_locals(trace, error))
        return false;
    return thread_check(trace, options->thread, error);
}

/* False and ERROR if one of REFUSED was given with the file WHAT. */
static bool check_no_option(const Options *options, OptionSet refused,
                            const char *what, Error *error)
{
    char name[OPTIONS_MAX_NAME];
    OptionSet given = options->given & refused;

    return !given ||
           error_set(error, ERROR_USAGE,
                     "%s does not apply to %.200s; remove %s",
                     options_name(options_lowest(given), name), what, name);
}

Trace *request_program(const Options *options, int i, ProgramBlame *blame,
                       Error *error)
{
    const OptionSet others =
        OPTIONS_RUN &
        ~(OPTION(KERNEL) | OPTION(LAUNCH) | OPTION(BLOCK_RANGE) | OPTION(SEED) |
          OPTION(DEVICE) | OPTION(K) | OPTION(CXXFLAGS));
    bool some = options_given(options, OPTION(BLOCK_RANGE));
    ProgramOptions wanted = {
        .files = options->sources + options->programs[i].first,
        .files_count = options->is_built ? 0 : options->programs[i].count,
        .gpu = options->device == DEVICE_GPU,
        .arguments = options->arguments,
        .arguments_count = options->arguments_count,
        .silent = options->silent,
        .kernel = options->kernel,
        .launch = options->launch,
        .first_block = some ? options->block_range.first : 0,
        .last_block = some ? options->block_range.last : UINT32_MAX,
        .seed = options->seed,
        .lanes = options->k,
        .blame = blame};

    if (!check_no_option(options, others, options->operands[i], error))
        return NULL;
    if (wanted.gpu && options->k) {
        error_set(error, ERROR_USAGE,
                  "-k: a GPU has 32 banks; remove -k, or run %.200s with "
                  "--device cpu",
                  options->operands[i]);
        return NULL;
    }
    if (wanted.files_count &&
        !(wanted.snapshot = consent_snapshot(options, i, error))) {
        if (blame)
            *blame = error->kind == ERROR_USAGE ? BLAME_LIMIT : BLAME_MACHINE;
        return NULL;
    }
    return wanted.gpu ? gpu_program_record(&wanted, error)
                      : program_record(&wanted, error);
}

/* The choices of --expect from which on the operator is another. */
enum { EXPECT_MAX = 8, EXPECT_MIN = 11 };

SumKind request_expected(const Options *options)
{
    static const SumKind kinds[] = {SUM_EXCLUSIVE, SUM_INCLUSIVE, SUM_REDUCE,
                                    SUM_COPY,      SUM_PERMUTE,   SUM_UNKNOWN,
                                    SUM_HISTOGRAM, SUM_MAP,       SUM_EXCLUSIVE,
                                    SUM_INCLUSIVE, SUM_REDUCE,    SUM_EXCLUSIVE,
                                    SUM_INCLUSIVE, SUM_REDUCE};

    return options_given(options, OPTION(EXPECT)) ? kinds[options->expect]
                                                  : SUM_UNKNOWN;
}

void request_expect(const Options *options, Trace *trace)
{
    if (catalog_of(trace))
        return;
    trace->expected = request_expected(options);
    trace->expected_op = options->expect >= EXPECT_MIN   ? SUM_MIN
                         : options->expect >= EXPECT_MAX ? SUM_MAX
                                                         : SUM_ADD;
    trace->expects_any = options_given(options, OPTION(EXPECT)) &&
                         trace->expected == SUM_UNKNOWN;
}

/* Notes in the traces of programs what they are expected to compute; false if
 * all are of the catalog. */
static bool expect_all(const Options *options, Trace *traces[], Error *error)
{
    bool any = !options_given(options, OPTION(EXPECT));

    for (int i = 0; i < options->operands_count; ++i) {
        request_expect(options, traces[i]);
        any |= !catalog_of(traces[i]);
    }
    return any || error_set(error, ERROR_USAGE,
                            "--expect applies to programs only; remove it");
}

void request_free(Trace *traces[], int count)
{
    for (int i = 0; i < count; ++i)
        trace_free(traces[i]);
}

void request_tell(FILE *notes, Trace *const traces[], int count)
{
    for (int i = 0; i < count; ++i) {
        const char *at = NULL;
        if (trace_refused(traces[i]))
            fprintf(notes, "%s\n", trace_refused(traces[i]));
        if (trace_uncopied(traces[i]))
            fprintf(notes, "%s\n", trace_uncopied(traces[i]));
        for (Operation is; trace_next_operation(traces[i], &at, &is);) {
            Text line = {0};
            trace_write_operation(traces[i], &is, &line);
            fprintf(notes, "%s (undefined in C++)\n", line.text);
            text_free(&line);
        }
        if (trace_left_out(traces[i]))
            fprintf(notes, "%s\n", trace_left_out(traces[i]));
        if (trace_ended(traces[i]))
            fprintf(notes, "%s\n", trace_ended(traces[i]));
    }
}

bool request_whole(Trace *const traces[], int count, Error *error)
{
    for (int i = 0; i < count; ++i)
        if (traces[i]->failed || traces[i]->run.unfinished)
            return error_set(error, ERROR_FAILED, "%s", trace_ended(traces[i]));
    return true;
}

bool request_succeeded(Trace *const traces[], int count, Error *error)
{
    for (int i = 0; i < count; ++i)
        if (traces[i]->failed)
            return error_set(error, ERROR_FAILED, "%s",
                             ""); /* request_tell printed it */
    return true;
}

/* Files first: an algorithm that is compared with one takes its sizes. */
static bool read_or_run(const Options *options, Trace *traces[], Error *error)
{
    const Trace *like = NULL;
    bool good = true;
    Recorder *recorder = recorder_new();

    for (int i = 0; good && i < options->operands_count; ++i) {
        const char *what = options->operands[i];
        if (options->programs[i].count > 0 || !store_is_path(what))
            continue;
        good = check_no_option(options, OPTIONS_RUN, what, error) &&
               (traces[i] = store_read(what, error));
        like = like ? like : traces[i];
    }
    good = good && request_check(options, error) && consent_ask(options, error);
    for (int i = 0; good && i < options->operands_count; ++i) {
        Options own = *options;
        if (own.device == DEVICE_BOTH) {
            own.device = i == 0 ? DEVICE_CPU : DEVICE_GPU;
            own.plain &= i == 1;
        }
        if (!traces[i])
            good = (traces[i] = own.programs[i].count > 0
                                    ? request_program(&own, i, NULL, error)
                                    : run(&own, like, recorder, own.operands[i],
                                          error));
    }
    recorder_free(recorder);
    return good;
}

/* An unknown name is reported before a wrong number of operands, as in `show
 * padding 64`. */
static bool check_names(const Options *options, Error *error)
{
    for (int i = 0; i < options->operands_count; ++i)
        if (options->programs[i].count == 0 &&
            !store_is_path(options->operands[i]) &&
            !catalog_find(options->operands[i], error))
            return false;
    return true;
}

static bool refuse_count(int count, int least, int most, Error *error)
{
    if (least == most)
        return error_set(error, ERROR_USAGE,
                         "needs %d algorithm%s or trace%s, got %d; `upsweep "
                         "list` lists the algorithms",
                         least, least == 1 ? "" : "s", least == 1 ? "" : "s",
                         count);
    return error_set(error, ERROR_USAGE,
                     "needs %d to %d algorithms or traces, got %d; `upsweep "
                     "list` lists the algorithms",
                     least, most, count);
}

bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error)
{
    int count = options->operands_count;

    if (count < least || count > most)
        return check_names(options, error) &&
               refuse_count(count, least, most, error);
    for (int i = 0; i < count; ++i)
        traces[i] = NULL;
    if (read_or_run(options, traces, error) &&
        expect_all(options, traces, error))
        return true;
    request_free(traces, count);
    return false;
}
