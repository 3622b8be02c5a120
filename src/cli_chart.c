/* SPDX-License-Identifier: MIT
 *
 * upsweep export chart: numbers over n as a picture.
 *
 *     upsweep export chart latency|work|blocks|large [NAME ...] -o CHART.png
 */
#include <stdlib.h>
#include <string.h>

#include "cli_chart.h"

#include "chart_count.h"
#include "chart_table.h"
#include "paint_cairo.h"
#include "png_file.h"
#include "value.h"
#include "view_chart.h"

typedef struct {
    const char *name;
    bool (*make)(const ChartWish *wish, Chart *chart, Error *error);
    bool measured;
} ChartKind;

static const ChartKind kinds[] = {
    {"latency", chart_latency, false},
    {"work", chart_work, false},
    {"blocks", chart_blocks, true},
    {"large", chart_large, true},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

bool cli_chart_asked(const Options *options)
{
    return options->table || (options->operands_count > 0 &&
                              strcmp(options->operands[0], "chart") == 0);
}

static const ChartKind *find(const Options *options, Error *error)
{
    const char *name = options->operands_count > 1 ? options->operands[1] : "";
    const char *names[KINDS + 1] = {NULL};

    if (strcmp(options->operands_count ? options->operands[0] : "", "chart")) {
        error_set(error, ERROR_USAGE,
                  "--table goes with `upsweep export chart blocks` or `large`");
        return NULL;
    }
    for (int i = 0; i < KINDS; ++i) {
        names[i] = kinds[i].name;
        if (strcmp(names[i], name) == 0)
            return kinds + i;
    }
    const char *near = value_nearest(name, names);
    error_set(error, ERROR_USAGE,
              "%s%.60s%s; the charts are latency, work, blocks and large",
              near    ? "did you mean \""
              : *name ? "no chart is called \""
                      : "",
              near    ? near
              : *name ? name
                      : "say which chart",
              near    ? "\"?"
              : *name ? "\""
                      : "");
    return NULL;
}

/* Options of `export` that mean nothing to this chart. */
static bool check(const Options *options, const ChartKind *kind, Error *error)
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
    };

    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (options_given(options, others[i].key) &&
            (kind->measured || !others[i].counted))
            return error_set(error, ERROR_USAGE,
                             "chart %s takes no %s; --help shows the options",
                             kind->name, others[i].name);
    if (options->table && !kind->measured)
        return error_set(error, ERROR_USAGE,
                         "chart %s is counted here; --table goes with chart "
                         "blocks or large",
                         kind->name);
    if (!options->output)
        return error_set(error, ERROR_USAGE,
                         "say where to write: -o CHART.png");
    size_t length = strlen(options->output);
    return (length > 4 && strcmp(options->output + length - 4, ".png") == 0) ||
           error_set(error, ERROR_USAGE,
                     "cannot write %.200s: charts are PNG files; give a name "
                     "that ends in .png",
                     options->output);
}

static bool write_chart(const Options *options, const Chart *chart,
                        Error *error)
{
    int width = options->width ? (int)options->width : 1920;
    int height = options->height ? (int)options->height : 1080;
    Canvas canvas = {0};

    if (!base_may_replace(options->output, error))
        return false;
    uint32_t *pixels =
        base_alloc((size_t)width * (size_t)height, sizeof *pixels);
    view_chart_frame(&canvas, chart, width, height);
    paint_cairo(&canvas, options->theme, pixels, width, height, width * 4);
    bool good =
        png_write(options->output, pixels, width, height, width * 4, error);
    canvas_free(&canvas);
    free(pixels);
    return good;
}

bool cli_chart(const Options *options, FILE *notes, Error *error)
{
    const ChartKind *kind = find(options, error);
    Chart chart;
    char *table = NULL;

    if (!kind || !check(options, kind, error))
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
    bool good = kind->make(&wish, &chart, error);
    if (good) {
        good = write_chart(options, &chart, error);
        chart_free(&chart);
    }
    if (good && !options->quiet)
        fprintf(notes, "1 chart: %s\n", options->output);
    free(table);
    return good;
}
