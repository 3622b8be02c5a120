/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"
#include "store.h"

bool request_options(const Options *options, const Algorithm *algorithm,
                     RecordOptions *wanted, Error *error)
{
    uint32_t n = options->n;
    Word *input = input_read(options->input, options->op, &n, error);

    if (!input)
        return false;
    bool inclusive =
        options->inclusive || (!options->exclusive && algorithm->inclusive);
    *wanted = (RecordOptions){.algorithm = algorithm,
                              .n = n,
                              .k = options->k,
                              .threads = options->threads,
                              .passes = options_passes(options, n),
                              .op = options->op,
                              .inclusive = inclusive,
                              .device = options->device,
                              .seed = options->seed,
                              .input = input};
    if (wanted->op == OP_INTERVAL)
        for (uint32_t i = 0; i < n; ++i)
            input[i] = interval_make(i, i);
    return true;
}

/* A folder is no trace, and has no business being looked for in the catalog. */
static bool refuse_folder(const char *name, Error *error)
{
    struct stat status;

    if (stat(name, &status) == 0 && S_ISDIR(status.st_mode))
        return error_set(error, ERROR_USAGE,
                         "%.200s is a folder; name a trace or an algorithm",
                         name);
    return true;
}

static Trace *run(const Options *options, const Trace *like, Recorder *recorder,
                  const char *name, Error *error)
{
    RecordOptions wanted;
    const Algorithm *algorithm = catalog_find(name, error);
    Word *own = NULL;

    if (!algorithm) {
        refuse_folder(name, error);
        return NULL;
    }
    if (like) {
        wanted = (RecordOptions){.algorithm = algorithm,
                                 .n = like->run.n,
                                 .k = like->run.k,
                                 .passes = RECORD_USUAL,
                                 .op = like->run.op,
                                 .inclusive = like->run.inclusive,
                                 .input = like->input};
    } else {
        if (!request_options(options, algorithm, &wanted, error))
            return NULL;
        own = (Word *)(uintptr_t)wanted.input;
    }
    Trace *trace = record(recorder, &wanted, error);
    free(own);
    return trace;
}

static bool refuse_run_options(const Options *options, const char *what,
                               Error *error)
{
    for (const char *key = OPTIONS_RUN; *key; ++key)
        if (options_given(options, *key))
            return error_set(error, ERROR_USAGE,
                             "%.200s is recorded already: what to run is not "
                             "asked again; leave -n, -k, --op and the like out",
                             what);
    return true;
}

void request_free(Trace *traces[], int count)
{
    for (int i = 0; i < count; ++i)
        trace_free(traces[i]);
}

bool request_passes(const Options *options, Error *error)
{
    Error ignored;
    bool hybrid = options->all ||
                  !(options_given(options, 'p') || options_given(options, 'w'));

    for (int i = 0; i < options->operands_count; ++i) {
        const Algorithm *algorithm =
            catalog_find(options->operands[i], &ignored);
        hybrid |= algorithm && algorithm->is_hybrid;
    }
    return hybrid || error_set(error, ERROR_USAGE,
                               "--passes and --width are for hybrid, which is "
                               "not among what was asked for");
}

/* Files first, so that an algorithm beside one can do as it does. */
static bool read_or_run(const Options *options, Trace *traces[], Error *error)
{
    const Trace *like = NULL;
    bool good = true;
    Recorder *recorder = recorder_new();

    for (int i = 0; good && i < options->operands_count; ++i) {
        const char *what = options->operands[i];
        if (!store_is_path(what))
            continue;
        good = refuse_run_options(options, what, error) &&
               (traces[i] = store_read(what, error));
        like = like ? like : traces[i];
    }
    good = good && request_passes(options, error);
    for (int i = 0; good && i < options->operands_count; ++i)
        if (!traces[i])
            good = (traces[i] = run(options, like, recorder,
                                    options->operands[i], error));
    recorder_free(recorder);
    return good;
}

static bool refuse_count(int count, int least, int most, Error *error)
{
    const char *are = count == 1 ? "is" : "are";

    if (least == most)
        return error_set(error, ERROR_USAGE,
                         "this takes %d algorithm%s or trace%s, and %d %s "
                         "given; `upsweep list` shows the algorithms",
                         least, least == 1 ? "" : "s", least == 1 ? "" : "s",
                         count, are);
    return error_set(error, ERROR_USAGE,
                     "this takes %d%s%d algorithms or traces, and %d %s given; "
                     "`upsweep list` shows the algorithms",
                     least, most == least + 1 ? " or " : " to ", most, count,
                     are);
}

bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error)
{
    int count = options->operands_count;

    if (count < least || count > most)
        return refuse_count(count, least, most, error);
    for (int i = 0; i < count; ++i)
        traces[i] = NULL;
    if (read_or_run(options, traces, error))
        return true;
    request_free(traces, count);
    return false;
}
