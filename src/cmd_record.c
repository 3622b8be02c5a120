/* SPDX-License-Identifier: MIT
 *
 * upsweep record: run an algorithm and keep the trace as a file.
 */
#include "cli/consent.h"
#include "cli/recent.h"
#include "cli/request.h"
#include "cmd.h"
#include "config.h"
#ifdef HAVE_PICTURES
#include "export/export.h"
#endif
#include "trace/store.h"

#include <stdlib.h>
#include <string.h>

/* -o, or the name of the algorithm or of the program's first file without its
 * ending; the colon of three-phase:padding, which file names should not have,
 * is replaced. */
static void add_path(const Options *options, Text *path)
{
    const char *name = options->operands[0];
    const char *slash = strrchr(name, '/');
    bool program = options->programs[0].count > 0;

    if (options->output) {
        text_add(path, "%s", options->output);
        return;
    }
    if (program && slash)
        name = slash + 1;
    const char *dot = program ? strrchr(name, '.') : NULL;
    text_add(path, "%.*s.upsweep",
             (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name)),
             name);
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
                         "%.200s: record writes a trace, and this is the name "
                         "of a picture; use `upsweep export`",
                         path);
#else
    (void)options;
    (void)error;
#endif
    return true;
}

/* Runs the one operand; NULL and ERROR. */
static Trace *record_operand(const Options *options, Error *error)
{
    RecordOptions wanted;

    if (options->programs[0].count > 0)
        return request_program(options, 0, NULL, error);
    const Algorithm *algorithm = catalog_find(options->operands[0], error);
    if (!algorithm || !request_options(options, algorithm, &wanted, error))
        return NULL;
    Recorder *recorder = recorder_new();
    Trace *trace = options->plain ? request_plain(options, &wanted, error)
                                  : record(recorder, &wanted, error);
    recorder_free(recorder);
    free(wanted.input);
    return trace;
}

static bool check_operands(const Options *options, Error *error)
{
    for (int i = 0; i < options->operands_count; ++i)
        if (options->programs[i].count == 0 &&
            !catalog_find(options->operands[i], error))
            return false;
    return options->operands_count == 1 ||
           error_set(
               error, ERROR_USAGE,
               "record: needs one algorithm, got %d; `upsweep list` lists them",
               options->operands_count);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Text path = {0};

    (void)out;
    if (!check_operands(options, error) || !check_path(options, error) ||
        !consent_ask(options, error))
        return false;
    Trace *trace = record_operand(options, error);
    if (trace)
        request_tell(notes, &trace, 1);
    if (trace)
        add_path(options, &path);
    bool good = trace && store_write(trace, path.text, error);
    if (good)
        recent_add(path.text);
    if (good && !options->quiet) {
        char *line = printable_line(path.text);
        fprintf(notes, "%s: %zu step%s, %zu instruction%s, %zu access%s\n",
                line, trace->steps_count, trace->steps_count == 1 ? "" : "s",
                trace->instructions_count,
                trace->instructions_count == 1 ? "" : "s",
                trace->accesses_count, trace->accesses_count == 1 ? "" : "es");
        free(line);
    }
    good = good && request_succeeded(&trace, 1, error);
    trace_free(trace);
    text_free(&path);
    return good;
}

const Subcommand cmd_record = {
    .name = "record",
    .operands = "ALGORITHM|FILE.cu ...",
    .help = "save the trace of a run",
    .about = "Runs an algorithm or your program and writes its trace, "
             "ALGORITHM.upsweep or FILE.",
    .examples = {{"upsweep record leftright -n 256", "write leftright.upsweep"},
                 {"upsweep record scan.cu -o a.upsweep", "run your program"},
                 {"upsweep record padding --input 3,1,7,0",
                  "use your own input"}},
    .options = OPTIONS_RUN | OPTION(OUTPUT) | OPTION(QUIET) | OPTION(YES),
    .run = run};

/* ---- plain ----------------------------------------------------------------*/

/* Runs the plain kernels of algorithms on the GPU, one after the other, for
 * those who record or measure them from outside: `upsweep record ALGO --device
 * gpu --plain`, and tests.  Not meant for people, and not in the help. */
static bool run_plain(const Options *options, FILE *out, FILE *notes,
                      Error *error)
{
    bool good = true;

    (void)out;
    (void)notes;
    for (int i = 0; good && i < options->operands_count; ++i) {
        const Algorithm *algorithm = catalog_find(options->operands[i], error);
        RecordOptions wanted;

        if (!algorithm || !request_options(options, algorithm, &wanted, error))
            return false;
        good = record_plain(&wanted, error);
        free(wanted.input);
    }
    return good;
}

const Subcommand cmd_plain = {.name = "plain",
                              .operands = "ALGORITHM ...",
                              .about = "Runs the timed kernel of an algorithm "
                                       "on the GPU, for others to measure.",
                              .options = OPTIONS_RUN,
                              .run = run_plain};
