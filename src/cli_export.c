/* SPDX-License-Identifier: MIT
 *
 * upsweep export: frames as PNG files, one or a numbered sequence.
 */
#include <string.h>

#include "cli.h"
#include "config.h"
#include "request.h"

#ifdef HAVE_PICTURES
#include "export.h"

static PlayerUnit unit(const char *name)
{
    if (strcmp(name, "phase") == 0)
        return UNIT_PHASE;
    return strcmp(name, "step") == 0 ? UNIT_STEP : UNIT_INSTRUCTION;
}

static bool check(const Options *options, Error *error)
{
    int moments = options_given(options, 'b') + options_given(options, 's') +
                  options_given(options, 'm');

    if (moments > 1)
        return error_set(error, ERROR_USAGE,
                         "--by, --step and --instruction exclude each other; "
                         "give one");
    if (options_given(options, 'b') && options_given(options, 'w'))
        return error_set(error, ERROR_USAGE,
                         "--moment is for one frame, --by for many; give one");
    if (!options->output)
        return error_set(error, ERROR_USAGE,
                         "say where to write: -o FRAME.png");
    return true;
}

/* Which files there are now; the names are those that export.h tells of. */
static void tell(const Options *options, size_t written, FILE *notes)
{
    const char *out = options->output;
    char last[24];

    fprintf(notes, "%zu frame%s: ", written, written == 1 ? "" : "s");
    if (!options->by) {
        fprintf(notes, "%s\n", out);
        return;
    }
    int digits = snprintf(last, sizeof last, "%03zu", written);
    int stem = (int)strlen(out) - (int)strlen(".png");
    fprintf(notes, "%.*s-%0*d%s", stem, out, digits, 1, out + stem);
    if (written > 1)
        fprintf(notes, " to %.*s-%s%s", stem, out, last, out + stem);
    fputc('\n', notes);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    int count = options->operands_count;
    size_t written = 0;

    (void)out;
    if (!check(options, error) || !request_traces(options, 1, 2, traces, error))
        return false;
    ExportOptions wanted = {.width =
                                options->width ? (int)options->width : 1920,
                            .height =
                                options->height ? (int)options->height : 1080,
                            .theme = options->dark ? THEME_DARK : THEME_LIGHT,
                            .all = options->by != NULL,
                            .by = options->by ? unit(options->by) : UNIT_STEP,
                            .at = EXPORT_CHOSEN,
                            .within = options->within,
                            .clock = options->race ? COURSE_RACE : COURSE_STEP};
    if (options_given(options, 's')) {
        wanted.at = EXPORT_STEP;
        wanted.moment = options->step;
    } else if (options_given(options, 'm')) {
        wanted.at = EXPORT_INSTRUCTION;
        wanted.moment = options->instruction;
    }
    bool good = export_png((const Trace *const *)traces, count, &wanted,
                           options->output, &written, error);
    if (good && !options->quiet)
        tell(options, written, notes);
    request_free(traces, count);
    return good;
}
#else
static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    (void)options;
    (void)out;
    (void)notes;
    return error_set(error, ERROR_FAILED,
                     "this build makes no pictures: install Cairo, FreeType "
                     "and libpng and configure again, or use `upsweep show`");
}
#endif

const Cli cli_export = {"export", "TRACE|ALGO [TRACE|ALGO]",
                        "frames for slides, as PNG", OPTIONS_RUN "OqTzbsmCw",
                        run};
