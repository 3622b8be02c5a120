/* SPDX-License-Identifier: MIT
 *
 * upsweep export: frames as pictures, PDF, video and HTML.
 */
#include "cli/request.h"
#include "cmd.h"
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef HAVE_PICTURES
#include "util/printable.h"
#include "util/progress.h"
#include "cmd_chart.h"
#include "export/export.h"
#include "view/view.h"

enum { WIDTH = 1920, HEIGHT = 1080, FPS = 2 };

static const char *const areas[AREA_COUNT] = AREA_NAMES;

static SelectionUnit unit(const char *name)
{
    static const char *const names[] = {[BY_INSTRUCTION] = "instruction",
                                        [BY_STEP] = "step",
                                        [BY_PHASE] = "phase",
                                        [BY_CYCLE] = "cycle"};
    int i = BY_CYCLE;

    while (i > 0 && strcmp(names[i], name) != 0)
        --i;
    return (SelectionUnit)i;
}

/* ---- What the options say ----------------------------------------------- */

static bool exclude(const Options *options, const char *keys, const char *names,
                    Error *error)
{
    int given = 0;

    for (; *keys; ++keys)
        given += options_given(options, *keys);
    return given < 2 || error_set(error, ERROR_USAGE,
                                  "%s exclude each other; give one", names);
}

static bool read_area(const Options *options, FrameSpec *spec, Error *error)
{
    const char *name = options->view ? options->view : options->crop;
    Text names = {0};
    int i = 0;

    if (!name)
        return true;
    while (i < AREA_COUNT && strcmp(areas[i], name) != 0)
        ++i;
    spec->kind = options->view ? FRAME_SPEC_VIEW : FRAME_SPEC_CROP;
    spec->area = (Area)i;
    for (int a = 0; i == AREA_COUNT && a < AREA_COUNT; ++a)
        text_add(&names, "%s%s",
                 a == 0               ? ""
                 : a + 1 < AREA_COUNT ? ", "
                                      : " or ",
                 areas[a]);
    if (i == AREA_COUNT)
        error_set(error, ERROR_USAGE, "--%s %.40s: write %s",
                  options->view ? "view" : "crop", name, names.text);
    text_free(&names);
    return i < AREA_COUNT;
}

/* Sets the error: what is WRONG, and the names of all formats, each after
 * PREFIX. */
static bool refuse_format(const char *what, const char *wrong,
                          const char *prefix, Error *error)
{
    Text names = {0};

    export_format_names(prefix, &names);
    error_set(error, ERROR_USAGE, "%s %.200s: %s %s", what, wrong,
              *prefix ? "give a name that ends in" : "write", names.text);
    text_free(&names);
    return false;
}

/* The format that --format names, or else the ending of the file's name. */
static bool read_format(const Options *options, ExportFormat *format,
                        Error *error)
{
    const char *out = options->output;
    ExportFormat own = out ? export_format_of(out) : EXPORT_FORMATS;

    if (!options->format) {
        *format = own;
        if (own == EXPORT_FORMATS && !out)
            return error_set(error, ERROR_USAGE,
                             "say where to write: -o FRAME.png, or -o FOLDER/ "
                             "--format png");
        if (own == EXPORT_FORMATS && export_is_folder(out))
            return error_set(error, ERROR_USAGE,
                             "%.200s is a folder: say with --format what to "
                             "write there, such as --format png",
                             out);
        return own != EXPORT_FORMATS ||
               refuse_format("cannot write", out, ".", error);
    }
    *format = export_format_named(options->format);
    if (*format == EXPORT_FORMATS)
        return refuse_format("--format", options->format, "", error);
    return own == EXPORT_FORMATS || own == *format ||
           error_set(error, ERROR_USAGE,
                     "--format %s and -o %.200s say two things; give one",
                     options->format, out);
}

/* Reads the format; --slides implies one, and then --format is refused. */
static bool read_kind(const Options *options, ExportOptions *wanted,
                      Error *error)
{
    const char *out = options->output ? options->output : "";

    if (!options->slides)
        return read_format(options, &wanted->format, error);
    wanted->format = export_slides_named(options->slides);
    const FormatInfo *format = export_formats + wanted->format;
    if (options->format)
        return error_set(error, ERROR_USAGE,
                         "--slides %s says itself which files there are; leave "
                         "--format out",
                         options->slides);
    const char *ending = export_ending(out);
    if (!ending || strcasecmp(ending, format->ending) == 0 ||
        strcasecmp(ending, format->including) == 0)
        return true;
    return (export_format_of(out) == EXPORT_FORMATS &&
            strcasecmp(ending, "tex") != 0) ||
           error_set(
               error, ERROR_USAGE,
               "--slides %s makes %s, not %.200s; give a name that ends in "
               ".%s",
               options->slides, format->slides, out, format->ending);
}

static void read_moments(const Options *options, ExportOptions *wanted)
{
    SelectionOptions *moments = &wanted->moments;
    bool one = options_given(options, 's') || options_given(options, 'm');
    const FormatInfo *format = export_formats + wanted->format;
    bool moves = format->moves;

    moments->steps = options->steps;
    moments->all =
        options->by || options->steps || (!one && (moves || format->slides));
    moments->by = options->by                ? unit(options->by)
                  : moves && !options->steps ? BY_INSTRUCTION
                                             : BY_STEP;
    if (options_given(options, 's')) {
        moments->at = AT_STEP;
        moments->moment = options->step;
    } else if (options_given(options, 'm')) {
        moments->at = AT_INSTRUCTION;
        moments->moment = options->instruction;
    }
    moments->within = options->within;
    wanted->clock = options->by_cycles ? CLOCK_CYCLES : CLOCK_STEPS;
}

static bool check_within(const Options *options, const ExportOptions *wanted,
                         Error *error)
{
    return !options_given(options, 'w') || !wanted->moments.all ||
           error_set(error, ERROR_USAGE,
                     "--at is for one frame, and --by, --steps, videos and "
                     "slides are for many; give one");
}

/* Refuses options that the chosen format would ignore. */
static bool check_format(const Options *options, const ExportOptions *wanted,
                         Error *error)
{
    ExportFormat format = wanted->format;
    bool moves = export_formats[format].moves;
    const struct {
        bool wrong;
        const char *why;
    } checks[] = {
        {options->transparent && format == EXPORT_MP4,
         "an MP4 cannot be transparent; use .webm, .gif or .png"},
        {options_given(options, '9') && !moves,
         "--fps is for videos and pages; leave it out, or write .mp4, .webm, "
         ".gif or .html"},
        {options_given(options, '0') && format != EXPORT_SVG &&
             format != EXPORT_REVEAL,
         "--svg-text is for SVG; leave it out, or write .svg"},
        {(options_given(options, 's') || options_given(options, 'm')) && moves,
         "--step and --instruction give one frame, and videos and pages have "
         "many; use --steps, or write .png, .svg or .pdf"},
        {options->theme == THEME_PRINT && format == EXPORT_HTML,
         "--theme print is for pictures: a page has its light and dark, and "
         "prints by itself; leave it out"},
    };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; ++i)
        if (checks[i].wrong)
            return error_set(error, ERROR_USAGE, "%s", checks[i].why);
    return true;
}

static bool read_wanted(const Options *options, ExportOptions *wanted,
                        Error *error)
{
    *wanted = (ExportOptions){
        .spec = {.width = options->width ? (int)options->width : WIDTH,
                 .height = options->height ? (int)options->height : HEIGHT,
                 .scale = options->enlarge ? options->enlarge : 1,
                 .text_scale = options->projector ? VIEW_PROJECTOR : 0,
                 .theme = options->theme,
                 .no_caption = options->no_caption,
                 .transparent = options->transparent},
        .svg_text = options->svg_text,
        .fps = options->fps ? (int)options->fps : FPS};
    if (!exclude(options, "bsm", "--by, --step and --instruction", error) ||
        !exclude(options, "1sm", "--steps, --step and --instruction", error) ||
        !exclude(options, "45", "--view and --crop", error) ||
        !read_kind(options, wanted, error) ||
        !read_area(options, &wanted->spec, error) ||
        !check_format(options, wanted, error))
        return false;
    read_moments(options, wanted);
    return check_within(options, wanted, error);
}

/* ---- Export ------------------------------------------------------------- */

static void show_progress(void *user, size_t done, size_t all)
{
    progress_show(user, done, all);
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    ExportOptions wanted;
    Progress progress = progress_new(notes, "frames", !options->quiet);
    Text told = {0};

    (void)out;
    if (cmd_chart_asked(options))
        return cmd_chart(options, notes, error);
    if (!cmd_chart_check(options, error) ||
        !read_wanted(options, &wanted, error) ||
        !request_traces(options, 1, 4, traces, error))
        return false;
    wanted.progress = show_progress;
    wanted.user = &progress;
    bool good =
        export_traces((const Trace *const *)traces, options->operands_count,
                      &wanted, options->output, &told, error);
    progress_end(&progress);
    if (good && !options->quiet) {
        char *line = printable_line(told.text);
        fprintf(notes, "%s\n", line);
        free(line);
    }
    text_free(&told);
    request_free(traces, options->operands_count);
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

const Cli cmd_export = {"export", "TRACE|ALGO ...",
                        "frames for slides: pictures, videos, pages; or chart "
                        "latency, work, blocks or large",
                        OPTIONS_RUN "OqTzPbsmCwV1234567890", run};
