/* SPDX-License-Identifier: MIT
 *
 * upsweep view: the window; two to four traces make a comparison.  Programs are
 * recorded again when they are saved.
 */
#include "cli/recent.h"
#include "cli/request.h"
#include "cmd.h"
#include "config.h"

#ifdef HAVE_WINDOW
#include "trace/store.h"
#include "window/app.h"

/* Keeps in mind what is opened, programs by their first file. */
static void note_files(const Options *options)
{
    for (int i = options->operands_count; i-- > 0;)
        if (options->programs[i].count > 0 && !options->is_built)
            recent_add(options->sources[options->programs[i].first]);
        else if (store_is_path(options->operands[i]))
            recent_add(options->operands[i]);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    Options defaults = *options;

    (void)out;
    bool start = defaults.operands_count == 0;
    if (start) {
        defaults.operands[0] = "leftright";
        defaults.operands[1] = "padding";
        defaults.operands_count = 2;
    }
    bool good = request_traces(&defaults, 1, 4, traces, error);
    Reload *reload = good ? reload_new(&defaults) : NULL;
    if (good) {
        request_tell(notes, traces, defaults.operands_count);
        note_files(&defaults);
        AppOptions app = app_options(options);
        app.reload = reload;
        app.start = start && !options_given(options, OPTIONS_RUN);
        for (int t = 0; t < defaults.operands_count; ++t)
            good = good && request_thread(options, traces[t], error);
        good = good && app_run((const Trace *const *)traces,
                               defaults.operands_count, &app, error);
        good =
            good && request_succeeded(traces, defaults.operands_count, error);
        request_free(traces, defaults.operands_count);
    }
    reload_free(reload);
    return good;
}
#define RUN run
#else
#define RUN NULL
#endif

const Subcommand cmd_view = {
    .name = "view",
    .operands = "[TRACE|ALGORITHM|FILE.cu ...]",
    .help = "open the window",
    .about = "Shows a run in the window; two to four runs are compared. "
             "Without an operand, the window opens with its start page. When "
             "you save a program, the window shows the new version.",
    .examples = {{"upsweep view", "the start page"},
                 {"upsweep view leftright padding", "compare two scans"},
                 {"upsweep view scan.cu", "your program"}},
    .options = OPTIONS_RUN | OPTION(EXPECT) | OPTION(THEME) | OPTION(SIZE) |
               OPTION(TEXT_SCALE) | OPTION(PROJECTOR) | OPTION(FULL_SCREEN) |
               OPTION(CLOCK) | OPTION(THREAD) | OPTION(COSTS) | OPTION(ASK) |
               OPTION(YES),
    .run = RUN,
    .missing = "view: this build has no window; install SDL2, SDL2_ttf and "
               "Cairo and configure again, or use `upsweep show`"};
