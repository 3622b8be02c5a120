/* SPDX-License-Identifier: MIT
 *
 * upsweep record: run an algorithm and keep the trace as a file.
 */
#include "cli/request.h"
#include "cmd.h"
#include "config.h"
#ifdef HAVE_PICTURES
#include "export/export.h"
#endif
#include "trace/store.h"

#include <stdlib.h>

/* -o, or the algorithm's name, with the colon of three-phase:padding replaced,
 * which file names should not have. */
static void add_path(const Options *options, const Algorithm *algorithm,
                     Text *path)
{
    if (options->output) {
        text_add(path, "%s", options->output);
        return;
    }
    text_add(path, "%s.upsweep", algorithm->name);
    for (char *at = path->text; *at; ++at)
        if (*at == ':')
            *at = '-';
}

/* A trace named like a picture would be taken for one. */
static bool check_path(const Options *options, Error *error)
{
#ifdef HAVE_PICTURES
    const char *path = options->output;

    if (path && export_format_of(path) != EXPORT_FORMATS)
        return error_set(error, ERROR_USAGE,
                         "record writes a trace, and %.200s is a picture's "
                         "name; `upsweep export` makes pictures",
                         path);
#else
    (void)options;
    (void)error;
#endif
    return true;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    RecordOptions wanted;
    Text path = {0};

    for (int i = 0; i < options->operands_count; ++i)
        if (!catalog_find(options->operands[i], error))
            return false;
    if (options->operands_count != 1)
        return error_set(error, ERROR_USAGE,
                         "record takes one algorithm, and %d are given; "
                         "`upsweep list` shows them",
                         options->operands_count);
    const Algorithm *algorithm = catalog_find(options->operands[0], error);
    if (!algorithm || !check_path(options, error) ||
        !request_options(options, algorithm, &wanted, error))
        return false;
    add_path(options, algorithm, &path);

    Recorder *recorder = recorder_new();
    Trace *trace = record(recorder, &wanted, error);
    bool good = trace && store_write(trace, path.text, error);
    if (good && !options->quiet) {
        char *line = printable_line(path.text);
        fprintf(notes, "%s: %zu steps, %zu instructions, %zu accesses\n", line,
                trace->steps_count, trace->instructions_count,
                trace->accesses_count);
        free(line);
    }
    (void)out;
    trace_free(trace);
    recorder_free(recorder);
    free(wanted.input);
    text_free(&path);
    return good;
}

const Subcommand cmd_record = {"record",
                               "ALGO",
                               "run it and write ALGO.upsweep, or -o FILE",
                               OPTIONS_RUN | OPTION(OUTPUT) | OPTION(QUIET),
                               run,
                               NULL};
