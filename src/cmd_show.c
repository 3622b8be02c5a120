/* SPDX-License-Identifier: MIT
 *
 * upsweep show: walk through a trace in the terminal.
 */
#include "cli/request.h"
#include "cmd.h"
#include "text/text_dump.h"
#include "text/thread_dump.h"

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Text text = {0};

    (void)notes;
    if (!request_traces(options, 1, 1, traces, error))
        return false;
    bool good = true;
    if (options_given(options, OPTION(THREAD)))
        good = request_thread(options, traces[0], error) &&
               thread_dump(traces[0], options->thread, options->full, &text,
                           error);
    else
        text_dump_trace(traces[0], options->full, &text);
    if (good)
        fputs(text.text, out);
    text_free(&text);
    request_free(traces, 1);
    return good;
}

const Subcommand cmd_show = {"show",
                             "TRACE|ALGO|FILE.cu ...",
                             "walk through it in the terminal",
                             OPTIONS_RUN | OPTION(FULL) | OPTION(THREAD),
                             run,
                             NULL};
