/* SPDX-License-Identifier: MIT
 *
 * upsweep show: walk through a trace in the terminal.
 */
#include "cli/request.h"
#include "cmd.h"
#include "text/text_dump.h"

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Text text = {0};

    (void)notes;
    if (!request_traces(options, 1, 1, traces, error))
        return false;
    text_dump_trace(traces[0], options->full, &text);
    fputs(text.text, out);
    text_free(&text);
    request_free(traces, 1);
    return true;
}

const Subcommand cmd_show = {"show",
                             "TRACE|ALGO",
                             "walk through it in the terminal",
                             OPTIONS_RUN | OPTION(FULL),
                             run,
                             NULL};
