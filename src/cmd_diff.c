/* SPDX-License-Identifier: MIT
 *
 * upsweep diff: are two recordings the same, whatever they were made on?
 */
#include "cli/request.h"
#include "cmd.h"
#include "trace/diff.h"

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Text where = {0};

    (void)notes;
    if (!request_traces(options, 2, 2, traces, error))
        return false;
    bool same = diff_traces(traces[0], traces[1], &where);
    if (same)
        fprintf(out,
                "equal: %zu steps, %zu instructions, %zu accesses (%s, "
                "%s)\n",
                traces[0]->steps_count, traces[0]->instructions_count,
                traces[0]->accesses_count, traces[0]->run.device_name,
                traces[1]->run.device_name);
    else
        error_set(error, ERROR_NO, "they differ: %s", where.text);
    text_free(&where);
    request_free(traces, 2);
    return same;
}

const Subcommand cmd_diff = {"diff",
                             "TRACE|ALGO|FILE.cu ...",
                             "are two recordings the same, event for event?",
                             OPTIONS_RUN,
                             run,
                             NULL};
