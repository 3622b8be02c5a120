/* SPDX-License-Identifier: MIT
 *
 * upsweep export: frames as pictures, PDF, video and HTML; and numbers over n
 * as a chart.
 */
#include "cli/request.h"
#include "cmd.h"
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef HAVE_PICTURES
#include "chart/chart.h"
#include "export/exercise.h"
#include "export/export.h"
#include "export/image_file.h"
#include "lesson/lesson_list.h"
#include "lesson/lesson_stage.h"
#include "trace/store.h"
#include "trace/value.h"
#include "util/nearest.h"
#include "util/progress.h"
#include "view/view.h"
#include "view/views.h"

/* ---- What the options say ----------------------------------------------- */

/* False and ERROR for the first option that was given and is not in USED. */
static bool check_used(const Options *options, OptionSet used, const char *with,
                       Error *error)
{
    char name[OPTIONS_MAX_NAME];
    OptionSet others = options->given & ~used;

    return !others ||
           error_set(error, ERROR_USAGE,
                     "%s cannot be combined with %s; remove %s",
                     options_name(options_lowest(others), name), with, name);
}

static bool exclude(const Options *options, OptionSet set, const char *names,
                    Error *error)
{
    return options_given(options, set) < 2 ||
           error_set(error, ERROR_USAGE, "%s cannot be combined; keep one",
                     names);
}

/* Sets the error: GIVEN has an unknown format; lists the formats, each after
 * PREFIX. */
static bool refuse_format(const char *given, const char *prefix, Error *error)
{
    Text names = {0};

    export_format_names(prefix, &names);
    error_set(error, ERROR_USAGE, "%s%.200s: unknown format; %s %s",
              *prefix ? "" : "--format ", given,
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
            return error_set(
                error, ERROR_USAGE,
                "missing -o; write -o FRAME.png, or -o FOLDER/ --format png");
        if (own == EXPORT_FORMATS && export_is_folder(out))
            return error_set(error, ERROR_USAGE,
                             "%.200s: a folder needs a format; add --format "
                             "png, for example",
                             out);
        return own != EXPORT_FORMATS || refuse_format(out, ".", error);
    }
    *format = export_format_named(options->format);
    if (*format == EXPORT_FORMATS)
        return refuse_format(options->format, "", error);
    return own == EXPORT_FORMATS || own == *format ||
           error_set(
               error, ERROR_USAGE,
               "--format %s and -o %.200s: the formats differ; remove --format",
               options->format, out);
}

/* Reads the format; --slides implies one, and then --format is refused. */
static bool read_kind(const Options *options, ExportOptions *wanted,
                      Error *error)
{
    const char *out = options->output ? options->output : "";

    if (!options_given(options, OPTION(SLIDES)))
        return read_format(options, &wanted->format, error);
    wanted->format = (ExportFormat)(EXPORT_BEAMER + options->slides);
    const FormatInfo *format = export_formats + wanted->format;
    if (options->format)
        return error_set(
            error, ERROR_USAGE,
            "--slides %s and --format cannot be combined; remove --format",
            format->name);
    const char *ending = export_ending(out);
    if (!ending || strcasecmp(ending, format->ending) == 0 ||
        strcasecmp(ending, format->including) == 0)
        return true;
    return (export_format_of(out) == EXPORT_FORMATS &&
            strcasecmp(ending, "tex") != 0) ||
           error_set(error, ERROR_USAGE,
                     "--slides %s: writes %s, but the file is %.200s; give a "
                     "name that ends in .%s",
                     format->name, format->slides, out, format->ending);
}

/* From so many frames a second on, a film moves; those that one has for which
 * only a speed is given; and the most that players show of a GIF. */
enum { MOVING_FPS = 10, USUAL_FPS = 30, MOST_GIF_FPS = 50 };

/* Does a film in this format show what the window shows at each frame, and not
 * a moment a frame? */
static bool is_film(ExportFormat format)
{
    return format == EXPORT_GIF || format == EXPORT_MP4 ||
           format == EXPORT_WEBM || format == EXPORT_FILM;
}

static void read_motion(const Options *options, ExportOptions *wanted)
{
    SelectionOptions *moments = &wanted->moments;
    bool speed = options_given(options, OPTION(SPEED));
    bool film = wanted->format == EXPORT_FILM;
    int fps = (speed || film) && !options_given(options, OPTION(FPS))
                  ? USUAL_FPS
                  : options->fps;

    wanted->speed = speed ? options->speed : options->fps;
    if (!is_film(wanted->format) || fps < MOVING_FPS ||
        options_given(options, OPTION(BY)))
        return;
    if (wanted->format == EXPORT_GIF && fps > MOST_GIF_FPS)
        fps = MOST_GIF_FPS;
    wanted->fps = moments->fps = fps;
    moments->speed = speed ? options->speed : PLAYER_USUAL;
    moments->stand = wanted->format == EXPORT_GIF ? 0 : 2;
    moments->by = BY_INSTRUCTION;
}

static void read_moments(const Options *options, ExportOptions *wanted)
{
    SelectionOptions *moments = &wanted->moments;
    bool by = options_given(options, OPTION(BY));
    bool one = options_given(options, OPTION(STEP) | OPTION(INSTRUCTION));
    const FormatInfo *format = export_formats + wanted->format;
    bool moves = format->moves;

    moments->steps = options->steps;
    moments->all = by || options->steps || (!one && (moves || format->slides));
    moments->by = by                         ? (SelectionUnit)options->by
                  : moves && !options->steps ? BY_INSTRUCTION
                                             : BY_STEP;
    if (options_given(options, OPTION(STEP))) {
        moments->at = AT_STEP;
        moments->moment = options->step;
    } else if (one) {
        moments->at = AT_INSTRUCTION;
        moments->moment = options->instruction;
    }
    moments->within = options->at;
    wanted->clock = options->clock ? CLOCK_CYCLES : CLOCK_STEPS;
    read_motion(options, wanted);
}

static bool check_within(const Options *options, const ExportOptions *wanted,
                         Error *error)
{
    return !options_given(options, OPTION(AT)) || !wanted->moments.all ||
           error_set(error, ERROR_USAGE,
                     "--at applies to one frame, but --by, --steps, films and "
                     "slides have many; remove one");
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
         "--transparent: an MP4 film has no transparency; write .webm, .gif or "
         ".png"},
        {options_given(options, OPTION(FPS)) && !moves,
         "--fps applies to films and pages only; remove it, or write .mp4, "
         ".webm, .gif or .html"},
        {options_given(options, OPTION(SPEED)) && !moves,
         "--speed applies to films and pages only; remove it, or write .mp4, "
         ".webm, .gif or .html"},
        {options_given(options, OPTION(SPEED)) && is_film(format) &&
             options_given(options, OPTION(FPS)) && options->fps < MOVING_FPS,
         "--speed needs continuous motion; write --fps 10 to 60"},
        {options_given(options, OPTION(SVG_TEXT)) && format != EXPORT_SVG &&
             format != EXPORT_REVEAL,
         "--svg-text applies to SVG only; remove it, or write .svg"},
        {options_given(options, OPTION(STEP) | OPTION(INSTRUCTION)) && moves,
         "--step and --instruction select one frame, but films and pages have "
         "many; use --steps, or write .png, .svg or .pdf"},
        {options->theme == THEME_PRINT && format == EXPORT_HTML,
         "--theme print: a page has its own colours for print; remove it"},
    };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; ++i)
        if (checks[i].wrong)
            return error_set(error, ERROR_USAGE, "%s", checks[i].why);
    return true;
}

static bool read_wanted(const Options *options, ExportOptions *wanted,
                        Error *error)
{
    const OptionSet one = OPTION(STEP) | OPTION(INSTRUCTION);
    bool view = options_given(options, OPTION(VIEW));
    bool crop = options_given(options, OPTION(CROP));

    *wanted = (ExportOptions){
        .spec = {.width = options->frame_width,
                 .height = options->frame_height,
                 .scale = options->scale,
                 .projector = options->projector,
                 /* of a thread, for its locals */
                 .details =
                     options->details || options_given(options, OPTION(THREAD)),
                 .thread = options_given(options, OPTION(THREAD))
                               ? options->thread + 1
                               : 0,
                 .theme = options->theme,
                 .costs = &options->costs,
                 .kind = view   ? FRAME_SPEC_VIEW
                         : crop ? FRAME_SPEC_CROP
                                : FRAME_SPEC_FRAME,
                 .area = options->area,
                 .no_caption = options->caption,
                 .transparent = options->transparent},
        .points = options->points,
        .points_count = options->points_count,
        .svg_text = options->svg_text,
        .system_theme = !options_given(options, OPTION(THEME)),
        .fps = options->fps};
    if (!exclude(options, OPTION(BY) | one, "--by, --step and --instruction",
                 error) ||
        !exclude(options, OPTION(STEPS) | one,
                 "--steps, --step and --instruction", error) ||
        !exclude(options, OPTION(SPEED) | OPTION(BY), "--speed and --by",
                 error) ||
        !exclude(options, OPTION(VIEW) | OPTION(CROP), "--view and --crop",
                 error) ||
        !read_kind(options, wanted, error) ||
        !check_format(options, wanted, error))
        return false;
    wanted->spec.projector |= export_formats[wanted->format].slides != NULL;
    read_moments(options, wanted);
    return check_within(options, wanted, error);
}

static void say_written(const Options *options, const char *what,
                        const char *path, FILE *notes)
{
    char *line = printable_line(path);

    if (!options->quiet)
        fprintf(notes, "%s%s\n", what, line);
    free(line);
}

/* ---- Charts ---------------------------------------------------------------*/

static bool is_chart(const Options *options)
{
    return options->table || (options->operands_count > 0 &&
                              strcmp(options->operands[0], "chart") == 0);
}

/* False and ERROR if an operand suggests that a chart was meant. */
static bool check_no_chart(const Options *options, Error *error)
{
    for (int i = 0; i < options->operands_count; ++i) {
        const char *name = options->operands[i];
        if (strcmp(name, "chart") != 0 &&
            (store_is_path(name) || !chart_kind_named(name)))
            continue;
        return error_set(
            error, ERROR_USAGE,
            "%.60s: incomplete chart command; write `upsweep export chart KIND "
            "-o CHART.png` (KIND: latency, work, blocks or large)",
            name);
    }
    return true;
}

static bool find_chart(const Options *options, ChartKind *kind, Error *error)
{
    const char *name = options->operands_count > 1 ? options->operands[1] : "";
    const char *names[CHART_KINDS] = {NULL};

    if (strcmp(options->operands_count ? options->operands[0] : "", "chart"))
        return error_set(error, ERROR_USAGE,
                         "--table applies to charts only; write `upsweep "
                         "export chart blocks` or `large`");
    *kind = *name ? chart_kind_named(name) : CHART_NONE;
    if (*kind)
        return true;
    for (int i = CHART_NONE + 1; i < CHART_KINDS; ++i)
        names[i - 1] = chart_kinds[i].name;
    const char *near = nearest_name(name, names);
    return error_set(error, ERROR_USAGE,
                     "chart \"%.60s\": unknown kind; %s%s%s", name,
                     near ? "did you mean \"" : "",
                     near ? near : "write latency, work, blocks or large",
                     near ? "\"?" : "");
}

/* False and ERROR for options of `export` that this chart does not use. */
static bool check_chart(const Options *options, ChartKind kind, Error *error)
{
    bool measured = chart_kinds[kind].measured;
    OptionSet used = OPTION(OUTPUT) | OPTION(QUIET) | OPTION(THEME) |
                     OPTION(SIZE) | OPTION(PROJECTOR) | OPTION(TABLE) |
                     OPTION(FORMAT) | OPTION(TRANSPARENT) | OPTION(SCALE) |
                     OPTION(SVG_TEXT);

    if (!measured)
        used |= OPTION(N) | OPTION(K);
    if (!check_used(options, used, "a chart of this kind", error))
        return false;
    return !options->table || measured ||
           error_set(error, ERROR_USAGE,
                     "--table applies to chart blocks and chart large only; "
                     "remove it");
}

/* The kind of file, by the ending of its name. */
static bool read_chart_format(const Options *options, ExportFormat *format,
                              Error *error)
{
    const char *out = options->output;

    if (!out)
        return error_set(error, ERROR_USAGE, "missing -o; write -o CHART.png");
    *format = export_format_of(out);
    if (*format != EXPORT_PNG && *format != EXPORT_SVG && *format != EXPORT_PDF)
        return error_set(error, ERROR_USAGE,
                         "%.200s: a chart is one picture; give a name that "
                         "ends in .png, .svg or .pdf",
                         out);
    return !options->format ||
           export_format_named(options->format) == *format ||
           error_set(error, ERROR_USAGE,
                     "--format %.40s and -o %.200s: the formats differ; remove "
                     "--format",
                     options->format, out);
}

static bool write_chart(const Options *options, const Chart *chart,
                        ExportFormat format, Error *error)
{
    Scene scene = {.chart = chart,
                   .theme = options->theme,
                   .projector = options->projector};
    ImageFile image = {.format = format,
                       .theme = options->theme,
                       .transparent = options->transparent,
                       .svg_text = options->svg_text,
                       .title = chart->title.text,
                       .description = chart->note.text};
    DisplayList list = {0};
    int width = options->frame_width * options->scale;
    int height = options->frame_height * options->scale;

    if (!export_check_size(width, height, error))
        return false;
    view_chart_frame(&list, &scene, width, height);
    bool good = image_file_write(&image, &list, options->output, error);
    display_list_free(&list);
    return good;
}

static bool export_chart(const Options *options, FILE *notes, Error *error)
{
    ChartKind kind;
    ExportFormat format = EXPORT_PNG;
    Chart chart;
    char *table = NULL;

    if (!find_chart(options, &kind, error) ||
        !check_chart(options, kind, error) ||
        !read_chart_format(options, &format, error))
        return false;
    ChartWish wish = {.k = options->k ? options->k : OPTIONS_GPU_K,
                      .most_n = options->n,
                      .names = options->operands + 2,
                      .names_count = options->operands_count - 2,
                      .table_name = options->table};
    if (options->table && strcmp(options->table, "-") == 0)
        wish.table_name = "standard input";
    if (options->table &&
        !(table = base_read_file(options->table, CHART_TABLE_BYTES,
                                 &wish.table_bytes, error)))
        return false;
    wish.table = table;
    bool good = chart_kind_make(kind, &wish, &chart, error);
    if (good) {
        good = write_chart(options, &chart, format, error);
        chart_free(&chart);
    }
    if (good)
        say_written(options, "1 chart: ", options->output, notes);
    free(table);
    return good;
}

/* ---- Exercises ------------------------------------------------------------*/

static bool is_exercise(const Options *options)
{
    return options_given(options, OPTION(ASK) | OPTION(WORKSHEET)) > 0;
}

/* The writer that the options and the name of the file ask for. */
static bool find_exercise(const Options *options, ExerciseWriter **writer,
                          Error *error)
{
    OptionSet used = OPTIONS_RUN | OPTION(OUTPUT) | OPTION(QUIET) |
                     OPTION(ASK) | OPTION(WORKSHEET) | OPTION(THEME) |
                     OPTION(YES);
    const char *out = options->output;
    const char *ending = out ? export_ending(out) : NULL;
    bool ask = options_given(options, OPTION(ASK));

    if (!exclude(options, OPTION(ASK) | OPTION(WORKSHEET),
                 "--ask and --worksheet", error))
        return false;
    if (!check_used(options, used, ask ? "--ask" : "--worksheet", error))
        return false;
    *writer = !ending                                  ? NULL
              : !ask && strcasecmp(ending, "pdf") == 0 ? exercise_worksheet
              : ask && strcasecmp(ending, "html") == 0 ? exercise_page
              : ask && strcasecmp(ending, "zip") == 0  ? exercise_package
                                                       : NULL;
    return *writer ||
           error_set(error, ERROR_USAGE, "%s",
                     ask ? "--ask writes a page or a SCORM package; write -o "
                           "x.html or -o x.zip"
                         : "--worksheet writes a PDF; write -o sheet.pdf");
}

static bool export_exercise(const Options *options, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    ExerciseOptions wanted = {.seed = options->seed,
                              .theme = options->theme,
                              .system_theme =
                                  !options_given(options, OPTION(THEME))};
    ExerciseWriter *writer = NULL;
    Text told = {0};

    if (!find_exercise(options, &writer, error) ||
        !request_traces(options, 1, 2, traces, error))
        return false;
    bool good = request_whole(traces, options->operands_count, error) &&
                writer((const Trace *const *)traces, options->operands_count,
                       &wanted, options->output, &told, error);
    if (good)
        say_written(options, "", told.text, notes);
    text_free(&told);
    request_free(traces, options->operands_count);
    return good;
}

/* ---- Frames ---------------------------------------------------------------*/

static void show_progress(void *user, size_t done, size_t all)
{
    progress_show(user, done, all);
}

/* False and ERROR for options that are the lesson's own to say. */
static bool check_lesson(const Options *options, Error *error)
{
    const OptionSet others =
        OPTIONS_RUN | OPTION(BY) | OPTION(STEP) | OPTION(STEPS) |
        OPTION(INSTRUCTION) | OPTION(CLOCK) | OPTION(AT) | OPTION(TABLE) |
        OPTION(VIEW) | OPTION(CROP) | OPTION(TRANSPARENT) | OPTION(SPEED) |
        OPTION(THREAD) | OPTION(POINT) | OPTION(CAPTION) | OPTION(EXPECT);

    if (options->operands_count)
        return error_set(error, ERROR_USAGE,
                         "%.100s cannot be combined with --lesson; remove one",
                         options->operands[0]);
    return check_used(options, ~others, "--lesson", error);
}

static bool export_lesson(const Options *options, FILE *notes, Error *error)
{
    ExportOptions wanted;
    Progress progress = progress_new(notes, "frames", !options->quiet);
    Text told = {0};
    Lesson *lesson = NULL;

    if (check_lesson(options, error) && read_wanted(options, &wanted, error))
        lesson = lesson_find(options->lesson, error);
    if (!lesson || !lesson_consent(lesson, options->yes, error)) {
        lesson_free(lesson);
        return false;
    }
    wanted.progress = show_progress;
    wanted.user = &progress;
    bool good = lesson_export(lesson, &wanted, options->output, &told, error);
    progress_end(&progress);
    if (good)
        say_written(options, "", told.text, notes);
    text_free(&told);
    lesson_free(lesson);
    return good;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];
    ExportOptions wanted;
    Progress progress = progress_new(notes, "frames", !options->quiet);
    Text told = {0};

    (void)out;
    if (options->lesson)
        return export_lesson(options, notes, error);
    if (is_chart(options))
        return export_chart(options, notes, error);
    if (is_exercise(options))
        return export_exercise(options, notes, error);
    if (!check_no_chart(options, error) ||
        !read_wanted(options, &wanted, error) ||
        !request_traces(options, 1, 4, traces, error))
        return false;
    request_tell(notes, traces, options->operands_count);
    wanted.progress = show_progress;
    wanted.user = &progress;
    bool good = true;
    for (int t = 0; t < options->operands_count; ++t)
        good = good && request_thread(options, traces[t], error);
    good = good &&
           export_traces((const Trace *const *)traces, options->operands_count,
                         &wanted, options->output, &told, error);
    progress_end(&progress);
    if (good)
        say_written(options, "", told.text, notes);
    text_free(&told);
    good = good && request_succeeded(traces, options->operands_count, error);
    request_free(traces, options->operands_count);
    return good;
}
#define RUN run
#else
#define RUN NULL
#endif

const Subcommand cmd_export = {
    .name = "export",
    .operands = "TRACE|ALGORITHM|FILE.cu ...",
    .help = "write pictures, films, slides, pages or charts",
    .about = "Writes frames of runs as pictures, films, slides or a web page, "
             "or questions for an exercise. `upsweep export chart KIND` draws "
             "a chart over n; KIND is latency, work, blocks or large.",
    .examples = {{"upsweep export padding --step 4 -o frame.png", "one frame"},
                 {"upsweep export leftright padding --fps 30 -o scans.mp4",
                  "a film of two scans"},
                 {"upsweep export chart latency -o chart.svg", "a chart"}},
    .options =
        OPTIONS_RUN | OPTION(EXPECT) | OPTION(OUTPUT) | OPTION(QUIET) |
        OPTION(THEME) | OPTION(SIZE) | OPTION(PROJECTOR) | OPTION(DETAILS) |
        OPTION(BY) | OPTION(STEP) | OPTION(INSTRUCTION) | OPTION(CLOCK) |
        OPTION(AT) | OPTION(TABLE) | OPTION(STEPS) | OPTION(FORMAT) |
        OPTION(SLIDES) | OPTION(VIEW) | OPTION(CROP) | OPTION(COSTS) |
        OPTION(TRANSPARENT) | OPTION(CAPTION) | OPTION(SCALE) | OPTION(FPS) |
        OPTION(SPEED) | OPTION(SVG_TEXT) | OPTION(ASK) | OPTION(WORKSHEET) |
        OPTION(THREAD) | OPTION(POINT) | OPTION(LESSON) | OPTION(YES),
    .run = RUN,
    .missing = "export: this build makes no pictures; install Cairo, FreeType "
               "and libpng and configure again, or use `upsweep show`"};
