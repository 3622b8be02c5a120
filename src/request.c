/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <stdlib.h>
#include <string.h>

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

static Trace *run(const Options *options, Recorder *recorder, const char *name,
                  Error *error)
{
    RecordOptions wanted;
    const Algorithm *algorithm = catalog_find(name, error);

    if (!algorithm || !request_options(options, algorithm, &wanted, error))
        return NULL;
    Trace *trace = record(recorder, &wanted, error);
    free((void *)(uintptr_t)wanted.input);
    return trace;
}

Trace *request_trace(const Options *options, Recorder *recorder,
                     const char *what, Error *error)
{
    if (!store_is_path(what))
        return run(options, recorder, what, error);
    for (const char *key = OPTIONS_RUN; *key; ++key)
        if (options_given(options, *key)) {
            error_set(error, ERROR_USAGE,
                      "%.200s is recorded already: what to run is not asked "
                      "again; leave -n, -k, --op and the like out",
                      what);
            return NULL;
        }
    return store_read(what, error);
}

void request_free(Trace *traces[], int count)
{
    for (int i = 0; i < count; ++i)
        trace_free(traces[i]);
}

bool request_traces(const Options *options, int least, int most,
                    Trace *traces[OPTIONS_MAX_OPERANDS], Error *error)
{
    int count = options->operands_count;

    if (count < least || count > most)
        return error_set(error, ERROR_USAGE,
                         "%d algorithms or traces given, but this takes %d%s%d",
                         count, least, most == least + 1 ? " or " : " to ",
                         most);
    Recorder *recorder = recorder_new();
    for (int i = 0; i < count; ++i) {
        traces[i] =
            request_trace(options, recorder, options->operands[i], error);
        if (!traces[i]) {
            request_free(traces, i);
            recorder_free(recorder);
            return false;
        }
    }
    recorder_free(recorder);
    return true;
}
