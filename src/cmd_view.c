/* SPDX-License-Identifier: MIT
 *
 * upsweep view: the window; two to four traces make a comparison.
 */
#include "cli/request.h"
#include "cmd.h"
#include "config.h"

#ifdef HAVE_WINDOW
#include "window/app.h"

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Options defaults = *options;

    (void)out;
    (void)notes;
    if (defaults.operands_count == 0) {
        defaults.operands[0] = "leftright";
        defaults.operands[1] = "padding";
        defaults.operands_count = 2;
    }
    if (!request_traces(&defaults, 1, 4, traces, error))
        return false;
    AppOptions app = app_options(options);
    bool good = app_run((const Trace *const *)traces, defaults.operands_count,
                        &app, error);
    request_free(traces, defaults.operands_count);
    return good;
}
#else
#define run NULL
#endif

const Subcommand cmd_view = {
    "view",
    "[TRACE|ALGO ...]",
    "the window; two to four make a comparison",
    OPTIONS_RUN | OPTION(THEME) | OPTION(SIZE) | OPTION(TEXT_SCALE) |
        OPTION(PROJECTOR) | OPTION(FULL_SCREEN) | OPTION(CLOCK),
    run,
    "this build has no window: install SDL2, SDL2_ttf and Cairo and configure "
    "again, or use `upsweep show`"};
