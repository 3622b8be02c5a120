/* SPDX-License-Identifier: MIT
 *
 * upsweep view: the window; two to four traces make a comparison.  Programs are
 * recorded again when they are saved.
 */
#include "cli/consent.h"
#include "cli/request.h"
#include "cmd.h"
#include "config.h"

#ifdef HAVE_WINDOW
#include "window/app.h"

/* True if a new program must be accepted, and only the window can ask. */
static bool asks_in_window(const Options *options)
{
    Consent consent = {.items = NULL};

    if (options->yes || consent_can_ask())
        return false;
    consent_add_options(&consent, options);
    bool needed = consent_needed(&consent);
    consent_free(&consent);
    return needed;
}

/* Shows the runs that OPTIONS name. */
static bool show_runs(const Options *options, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    AppOptions app = app_options(options);
    int count = options->operands_count;

    if (!request_traces(options, 1, PLAYER_MAX_TRACES, traces, error))
        return false;
    request_tell(notes, traces, count);
    app.wanted = options;
    app.reload = reload_new(options);
    bool good = true;
    for (int t = 0; t < count; ++t)
        good = good && request_thread(options, traces[t], error);
    good = good && app_run((const Trace *const *)traces, count, &app, error) &&
           request_succeeded(traces, count, error);
    request_free(traces, count);
    reload_free(app.reload);
    return good;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Options pair = *options;
    AppOptions app = app_options(options);

    (void)out;
    app.start = true;
    if (options->operands_count == 0) {
        if (!options_given(options, OPTIONS_RUN))
            return app_run(NULL, 0, &app, error);
        pair.operands[pair.operands_count++] = "leftright";
        pair.operands[pair.operands_count++] = "padding";
    }
    if (!asks_in_window(&pair))
        return show_runs(&pair, notes, error);
    app.wanted = &pair;
    return app_run(NULL, 0, &app, error);
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
