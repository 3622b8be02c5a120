/* SPDX-License-Identifier: MIT
 *
 * upsweep export chart: numbers over n as a picture.
 *
 *     upsweep export chart latency|work|blocks|large [NAME ...] -o CHART.png
 *
 * The ending of the file says what it is: PNG, SVG or PDF.
 */
#include "cmd_chart.h"

#include "chart/chart_kind.h"
#include "export/export.h"
#include "export/image_file.h"
#include "trace/store.h"
#include "trace/value.h"
#include "util/printable.h"
#include "view/view.h"
#include "view/views.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1920, HEIGHT = 1080 };

bool cmd_chart_asked(const Options *options)
{
    return options->table || (options->operands_count > 0 &&
                              strcmp(options->operands[0], "chart") == 0);
}

bool cmd_chart_check(const Options *options, Error *error)
{
    for (int i = 0; i < options->operands_count; ++i) {
        const char *name = options->operands[i];
        if (strcmp(name, "chart") != 0 &&
            (store_is_path(name) || !chart_kind_named(name)))
            continue;
        return error_set(error, ERROR_USAGE,
                         "%.60s: a chart is asked for as `upsweep export chart "
                         "KIND -o CHART.png`, KIND being latency, work, blocks "
                         "or large",
                         name);
    }
    return true;
}

static bool find(const Options *options, ChartKind *kind, Error *error)
{
    const char *name = options->operands_count > 1 ? options->operands[1] : "";
    const char *names[CHART_KINDS] = {NULL};

    if (strcmp(options->operands_count ? options->operands[0] : "", "chart"))
        return error_set(
            error, ERROR_USAGE,
            "--table goes with `upsweep export chart blocks` or `large`");
    *kind = *name ? chart_kind_named(name) : CHART_NONE;
    if (*kind)
        return true;
    for (int i = CHART_NONE + 1; i < CHART_KINDS; ++i)
        names[i - 1] = chart_kinds[i].name;
    const char *near = value_nearest(name, names);
    return error_set(error, ERROR_USAGE,
                     "%s%.60s%s; the charts are latency, work, blocks and "
                     "large",
                     near    ? "did you mean \""
                     : *name ? "no chart is called \""
                             : "say which chart",
                     near ? near : name,
                     near    ? "\"?"
                     : *name ? "\""
                             : "");
}

/* False and ERROR for options of `export` that this chart does not use. */
static bool check_options(const Options *options, ChartKind kind, Error *error)
{
    static const struct {
        char key;
        const char *name;
        bool counted; /* fine where something is counted */
    } others[] = {
        {'n', "-n", true},           {'k', "-k", true},
        {'t', "--threads", false},   {'o', "--op", false},
        {'I', "--input", false},     {'i', "--inclusive", false},
        {'e', "--exclusive", false}, {'d', "--device", false},
        {'S', "--seed", false},      {'b', "--by", false},
        {'s', "--step", false},      {'m', "--instruction", false},
        {'1', "--steps", false},     {'w', "--at", false},
        {'C', "--clock", false},     {'3', "--slides", false},
        {'4', "--view", false},      {'5', "--crop", false},
        {'7', "--caption", false},   {'9', "--fps", false},
        {'N', "--block-n", false},   {'W', "--block-range", false},
        {'R', "--passes", false},    {'D', "--width", false},
        {'K', "--where", false},
    };
    bool measured = chart_kinds[kind].measured;

    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (options_given(options, others[i].key) &&
            (measured || !others[i].counted))
            return error_set(error, ERROR_USAGE,
                             "chart %s takes no %s; --help shows the options",
                             chart_kinds[kind].name, others[i].name);
    return !options->table || measured ||
           error_set(error, ERROR_USAGE,
                     "chart %s is counted here; --table goes with chart "
                     "blocks or large",
                     chart_kinds[kind].name);
}

/* The kind of file, by the ending of its name. */
static bool read_format(const Options *options, ExportFormat *format,
                        Error *error)
{
    const char *out = options->output;

    if (!out)
        return error_set(error, ERROR_USAGE,
                         "say where to write: -o CHART.png");
    *format = export_format_of(out);
    if (*format != EXPORT_PNG && *format != EXPORT_SVG && *format != EXPORT_PDF)
        return error_set(error, ERROR_USAGE,
                         "cannot write %.200s: a chart is one picture; give a "
                         "name that ends in .png, .svg or .pdf",
                         out);
    return !options->format ||
           export_format_named(options->format) == *format ||
           error_set(error, ERROR_USAGE,
                     "--format %.40s and -o %.200s say two things; give one",
                     options->format, out);
}

static bool read_size(const Options *options, int *width, int *height,
                      Error *error)
{
    int times = options->enlarge ? (int)options->enlarge : 1;

    *width = times * (options->width ? (int)options->width : WIDTH);
    *height = times * (options->height ? (int)options->height : HEIGHT);
    return export_check_size(*width, *height, error);
}

static bool write_chart(const Options *options, const Chart *chart,
                        ExportFormat format, Error *error)
{
    Scene scene = {.chart = chart,
                   .theme = options->theme,
                   .scale = options->projector ? VIEW_PROJECTOR : 0};
    ImageFile image = {.format = format,
                       .theme = options->theme,
                       .transparent = options->transparent,
                       .svg_text = options->svg_text,
                       .title = chart->title.text,
                       .description = chart->note.text};
    DisplayList list = {0};
    int width, height;

    if (!read_size(options, &width, &height, error))
        return false;
    view_chart_frame(&list, &scene, width, height);
    bool good = image_file_write(&image, &list, options->output, error);
    display_list_free(&list);
    return good;
}

bool cmd_chart(const Options *options, FILE *notes, Error *error)
{
    ChartKind kind;
    ExportFormat format = EXPORT_PNG;
    Chart chart;
    char *table = NULL;

    if (!find(options, &kind, error) || !check_options(options, kind, error) ||
        !read_format(options, &format, error))
        return false;
    ChartWish wish = {.k = options->k,
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
    if (good && !options->quiet) {
        char *line = printable_line(options->output);
        fprintf(notes, "1 chart: %s\n", line);
        free(line);
    }
    free(table);
    return good;
}
