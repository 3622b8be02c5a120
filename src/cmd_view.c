/* SPDX-License-Identifier: MIT
 *
 * upsweep view: the window; two to four traces make a comparison.
 */
#include "cli/request.h"
#include "cmd.h"
#include "config.h"

#ifdef HAVE_WINDOW
#include "view/view.h"
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
    bool sized = options_given(options, OPTION(SIZE));
    double scale = options->text_scale > 0 ? options->text_scale : 1;
    if (options->projector && scale < VIEW_PROJECTOR)
        scale = VIEW_PROJECTOR;
    AppOptions app = {.theme = options->theme,
                      .scale = scale,
                      .full_screen = options->full_screen,
                      .width = sized ? options->frame_width : 0,
                      .height = sized ? options->frame_height : 0,
                      .clock = options->clock ? CLOCK_CYCLES : CLOCK_STEPS};
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
