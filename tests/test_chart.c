/* SPDX-License-Identifier: MIT
 *
 * Tests of src/chart/chart.c, chart_count.c, chart_table.c and axis.c:
 * what charts show, before anything is drawn.
 */
#include "analysis/cost.h"
#include "catalog/catalog.h"
#include "chart/chart.h"
#include "fixture.h"
#include "util/resources.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEADER                                                                 \
    "name,n,threads,median_us,least_us,most_us,gb_per_s,ratio_to_copy\n"

/* ---- chart ----------------------------------------------------------------
 */

static ChartSeries *add(ChartPlot *plot, const char *name, double first,
                        double last, double factor)
{
    ChartSeries *series = chart_add_series(plot, name, plot->series_count);

    for (double x = first; x <= last; x *= 2)
        chart_mark(series, x, factor * x, factor * x, factor * x);
    return series;
}

static const ChartFormula twice = {"2x", 0, 2, 0, 0};

static void test_merge(void)
{
    Chart chart = {0};
    ChartPlot *plot = chart_add_plot(&chart, "x", "y");

    add(plot, "short", 2, 64, 1);
    add(plot, "none", 2, 1, 1);
    add(plot, "long", 2, 256, 1);
    add(plot, "tiny", 2, 8, 1); /* says too little about the long one */
    add(plot, "other", 2, 64, 2);
    chart_bend(add(plot, "bent", 2, 64, 1), 2, 2);
    chart_merge(plot);
    g_assert_cmpuint(plot->series_count, ==, 4);
    g_assert_cmpstr(plot->series[0].names.text, ==, "short\nlong");
    g_assert_cmpuint(plot->series[0].marks_count, ==, 8);
    g_assert_cmpstr(plot->series[1].names.text, ==, "tiny");
    g_assert_cmpstr(plot->series[2].names.text, ==, "other");
    g_assert_cmpstr(plot->series[3].names.text, ==, "bent");
    chart_explain(plot, &twice);
    g_assert_null(plot->series[0].formula);
    g_assert_cmpstr(plot->series[2].formula, ==, "2x");
    g_assert_cmpuint(plot->series[2].curve_count, ==, 6);
    chart_free(&chart);
}

/* Points that logarithmic axes have no place for are left out. */
static void test_places(void)
{
    Chart chart = {0};
    ChartPlot *plot = chart_add_plot(&chart, "x", "y");
    ChartSeries *series = chart_add_series(plot, "a", 0);
    ChartRange range;

    g_assert_false(chart_range(plot, &range));
    chart_mark(series, 0, 1, 1, 1);
    chart_mark(series, 1, 0, 0, 0);
    chart_mark(series, NAN, 1, 1, 1);
    chart_bend(series, 1, INFINITY);
    chart_bend(series, 1, -1);
    g_assert_false(chart_range(plot, &range));
    chart_mark(series, 2, 3, 0, 4);
    chart_bend(series, 8, 1);
    g_assert_true(chart_range(plot, &range));
    g_assert_cmpfloat(range.left, ==, 2);
    g_assert_cmpfloat(range.right, ==, 8);
    g_assert_cmpfloat(range.low, ==, 1);
    g_assert_cmpfloat(range.high, ==, 4);
    g_assert_cmpfloat(chart_end(series).x, ==, 8);
    chart_mark(series, 16, 5, 5, 5); /* beyond the curve */
    g_assert_cmpfloat(chart_end(series).x, ==, 16);
    chart_free(&chart);
}

/* ---- Counted --------------------------------------------------------------
 */

static void test_span(void)
{
    Trace *tree = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4);
    Trace *rounds = fixture_hillis(64, 4, true);

    g_assert_cmpuint(chart_count_span(tree), ==, 11); /* 2 log2 n - 1 */
    g_assert_cmpuint(chart_count_span(rounds), ==, 6);
    trace_free(tree);
    trace_free(rounds);
}

static void test_T(void)
{
    Trace *tree = fixture_scan(PLACE_NOPADDING, OP_ADD, 64, 4);
    Trace *rounds = fixture_hillis(64, 4, true);

    g_assert_cmpuint(chart_count_T(tree), ==, 47);
    g_assert_cmpuint(chart_count_T(rounds), ==, 81);
    trace_free(tree);
    trace_free(rounds);
}

static const ChartSeries *find(const ChartPlot *plot, const char *name)
{
    for (size_t s = 0; s < plot->series_count; ++s) {
        char **names = g_strsplit(plot->series[s].names.text, "\n", -1);
        bool found = g_strv_contains((const char *const *)names, name);
        g_strfreev(names);
        if (found)
            return plot->series + s;
    }
    return NULL;
}

/* DESIGN's tables: counted T lies on the closed form of trees, where it
 * holds. */
static void test_latency(void)
{
    static const char *const trees[] = {"NoPadding", "Padding", "LeftRight"};
    static const uint32_t many_k[] = {4, 16, 32};

    for (size_t j = 0; j < G_N_ELEMENTS(many_k); ++j) {
        uint32_t k = many_k[j];
        ChartWish wish = {.k = k, .most_n = 4096};
        Chart chart;
        Error error;
        g_assert_true(chart_latency(&wish, &chart, &error));
        g_assert_null(find(chart.plots, "Sequential")); /* no closed form */
        g_assert_nonnull(find(chart.plots, "Hillis-Steele"));
        for (size_t t = 0; t < G_N_ELEMENTS(trees); ++t) {
            const ChartSeries *series = find(chart.plots, trees[t]);
            double first = t == 1 ? k * k : k;
            g_assert_nonnull(series);
            g_assert_cmpfloat(series->marks[0].x, ==, k);
            g_assert_cmpfloat(series->curve[0].x, ==, first);
            g_assert_cmpfloat(chart_end(series).x, ==, 4096);
            size_t skip = series->marks_count - series->curve_count;
            for (size_t i = 0; i < series->curve_count; ++i)
                g_assert_cmpfloat(fabs(series->marks[i + skip].y -
                                       series->curve[i].y),
                                  <, 1e-6);
        }
        chart_free(&chart);
    }
}

/* Every algorithm of one block has its place; mistakes only by name. */
static void test_work(void)
{
    ChartWish wish = {.k = 32, .most_n = 256};
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    Chart chart;
    Error error;

    g_assert_true(chart_work(&wish, &chart, &error));
    g_assert_cmpint(chart.plots_count, ==, 2);
    for (size_t i = 0; i < count; ++i)
        for (int p = 0; p < 2; ++p)
            if (all[i]->fault != FAULT_NONE || all[i]->plan)
                g_assert_null(find(chart.plots + p, all[i]->title));
            else if (all[i]->max_n >= 16)
                g_assert_nonnull(find(chart.plots + p, all[i]->title));
    g_assert_cmpstr(find(chart.plots, "LeftRight")->formula, ==, "2(n − 1)");
    g_assert_cmpstr(find(chart.plots, "Sequential")->formula, ==, "n − 1");
    g_assert_cmpstr(find(chart.plots, "Ping-Pong")->formula, ==,
                    "n log₂ n − n + 1");
    g_assert_cmpstr(find(chart.plots + 1, "Hillis-Steele")->formula, ==,
                    "log₂ n");
    g_assert_cmpstr(find(chart.plots + 1, "Padding")->formula, ==,
                    "2 log₂ n − 1");
    chart_free(&chart);

    wish.most_n = 16; /* three sizes are the least */
    g_assert_true(chart_work(&wish, &chart, &error));
    g_assert_cmpuint(find(chart.plots, "LeftRight")->marks_count, ==, 3);
    chart_free(&chart);
    wish.most_n = 256;
    wish.names = (const char *const[]){"hillis-steele-racy"};
    wish.names_count = 1;
    g_assert_true(chart_work(&wish, &chart, &error));
    g_assert_cmpuint(chart.plots[0].series_count, ==, 1);
    chart_free(&chart);
}

static void test_wishes_refused(void)
{
    static const char *const sequential[] = {"sequential"};
    static const char *const unknown[] = {"leftrigth"};
    static const struct {
        ChartWish wish;
        const char *says;
    } rows[] = {
        {{.k = 3}, "power of two"},
        {{.k = 0}, "power of two"},
        {{.k = 32, .most_n = 64}, "-n 64"},
        {{.k = 32, .names = sequential, .names_count = 1},
         "has no closed form of T; remove it, or use"},
        {{.k = 32, .names = unknown, .names_count = 1}, "did you mean"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i) {
        Chart chart;
        Error error;
        g_assert_false(chart_latency(&rows[i].wish, &chart, &error));
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        g_assert_nonnull(strstr(error.text, rows[i].says));
    }
}

/* ---- Measured -------------------------------------------------------------
 */

/* Where a table that the program carries has this text. */
static const char *embedded_row(const char *name, const char *text)
{
    size_t bytes;
    const char *row = strstr(resource_find(name, &bytes), text);

    g_assert_nonnull(row);
    return row;
}

static void test_own_tables(void)
{
    ChartWish wish = {0};
    Chart chart;
    Error error;

    g_assert_true(chart_blocks(&wish, &chart, &error));
    const ChartSeries *series = find(chart.plots, "LeftRight");
    g_assert_nonnull(series);
    g_assert_cmpuint(series->marks_count, ==, 11);
    const char *row = embedded_row("doc/gpu-blocks.csv", "\nleftright,32,");
    double median, least, most;
    g_assert_cmpint(sscanf(row, "\nleftright,32,%*u,%lf,%lf,%lf", &median,
                           &least, &most),
                    ==, 3);
    g_assert_cmpfloat(fabs(series->marks[0].y - median), <, 1e-9);
    g_assert_cmpfloat(fabs(series->marks[0].least - least), <, 1e-9);
    g_assert_cmpfloat(fabs(series->marks[0].most - most), <, 1e-9);
    g_assert_false(series->peer);
    g_assert_true(find(chart.plots, "copy")->peer);
    for (size_t s = 0; s < chart.plots[0].series_count; ++s)
        g_assert_null(strstr(chart.plots[0].series[s].names.text, "print"));
    g_assert_nonnull(strstr(chart.note.text, "NVIDIA H200"));
    chart_free(&chart);

    g_assert_true(chart_large(&wish, &chart, &error));
    series = find(chart.plots, "cub::DeviceScan");
    g_assert_nonnull(series);
    g_assert_cmpfloat(series->marks[series->marks_count - 1].x, ==, 268435456);
    g_assert_true(series->peer);
    /* what joins blocks is of the catalog, too, and looks as its blocks do */
    series = find(chart.plots, "Three Phases of LeftRight");
    g_assert_nonnull(series);
    g_assert_false(series->peer);
    size_t style = series->style;
    chart_free(&chart);
    g_assert_true(chart_blocks(&wish, &chart, &error));
    g_assert_cmpuint(find(chart.plots, "LeftRight")->style, ==, style);
    chart_free(&chart);
}

static bool read_table(const char *text, size_t bytes, Chart *chart,
                       Error *error)
{
    ChartWish wish = {.table = text,
                      .table_name = "own.csv",
                      .table_bytes = bytes};

    return chart_blocks(&wish, chart, error);
}

static void test_a_table(void)
{
    static const char text[] =
        "\xef\xbb\xbf# GTX 275, 2010\r\n" HEADER "b,64,1,20,10,30,1,1\r\n"
        "\r\n# more\nb,32,1,2.5,2.5,2.50,1,1\nleftright,32,16,.5,1,2,1,1";
    Chart chart;
    Error error;

    /* The last row is wrong: .5 has no digit before its point. */
    g_assert_false(read_table(text, strlen(text), &chart, &error));
    g_assert_nonnull(strstr(error.text, "own.csv:7: median_us"));
    size_t good = (size_t)(strstr(text, "\nleftright") - text);
    g_assert_true(read_table(text, good, &chart, &error));
    g_assert_cmpuint(chart.plots[0].series_count, ==, 1);
    g_assert_cmpfloat(chart.plots[0].series[0].marks[0].x, ==, 32);
    g_assert_cmpfloat(chart.plots[0].series[0].marks[0].y, ==, 2.5);
    g_assert_cmpstr(chart.note.text, ==, "Measured: GTX 275, 2010; own.csv");
    chart_free(&chart);
}

static void test_hostile_tables(void)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "own.csv:1: no times in it"},
        {"\n\n", "own.csv:2: no times in it"},
        {HEADER, "own.csv:1: no times in it"},
        {"name,n\na,1\n", "own.csv:1: the first line is not name,n,threads"},
        {"#\n" HEADER "a,1\n", "own.csv:3: 2 fields"},
        {HEADER "a,32,1,2,1,3,4,5,6\n", "own.csv:2: 9 fields"},
        {HEADER ",32,1,2,1,3,4,5\n", "own.csv:2: the name"},
        {HEADER "a\x1b[2J,32,1,2,1,3,4,5\n", "own.csv:2: the name"},
        {HEADER "\xff,32,1,2,1,3,4,5\n", "own.csv:2: the name"},
        {"# \x07\n" HEADER, "own.csv:1: the remark"},
        {HEADER "a,0,1,2,1,3,4,5\n", "own.csv:2: n is not an integer"},
        {HEADER "a,1.5,1,2,1,3,4,5\n", "own.csv:2: n is not an integer"},
        {HEADER "a,2000000000000,1,2,1,3,4,5\n", "own.csv:2: n is not"},
        {HEADER "a,99999999999,1,2,1,3,4,5\na,inf,1,2,1,3,4,5\n",
         "own.csv:3: n is not a number"},
        {HEADER "a,32,1,nan,1,3,4,5\n", "own.csv:2: median_us is not a number"},
        {HEADER "a,32,1,1e3,1,3,4,5\n", "own.csv:2: median_us"},
        {HEADER "a,32,1,-2,1,3,4,5\n", "own.csv:2: median_us"},
        {HEADER "a,32,1,2.,1,3,4,5\n", "own.csv:2: median_us"},
        {HEADER "a,32,1, 2,1,3,4,5\n", "own.csv:2: median_us"},
        {HEADER "a,32,1,2,,3,4,5\n", "own.csv:2: least_us"},
        {HEADER "a,32,1,2,1,3,4,x\n", "own.csv:2: ratio_to_copy"},
        {HEADER "a,32,1,2,0,3,4,5\n", "own.csv:2: a time is 0"},
        {HEADER "a,32,1,2,1,1.5,4,5\n", "own.csv:2: the median"},
        {HEADER "a,32,1,2,1,3,4,5\nb,32,1,2,1,3,4,5\na,32,1,2,1,3,4,5\n",
         "own.csv:4: a has this n on line 2, too"},
        {HEADER "leftright-eq2,32,1,2,1,3,4,5\n", "fault"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i) {
        Chart chart;
        Error error = {ERROR_NONE, ""};
        g_assert_false(
            read_table(rows[i].text, strlen(rows[i].text), &chart, &error));
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        if (!strstr(error.text, rows[i].says))
            g_error("row %zu says: %s", i, error.text);
        g_assert_null(strchr(error.text, '\n'));
    }
    Chart chart;
    Error error;
    g_assert_false(
        read_table(HEADER "a\0b", strlen(HEADER) + 3, &chart, &error));
    g_assert_nonnull(strstr(error.text, "own.csv:2: a NUL"));
}

/* A table of any bytes is read or refused, and never more than that. */
static void test_noise(void)
{
    static const char good[] = HEADER "a,32,1,2,1,3,4,5\nb,64,1,2.25,1,3,4,5\n";
    uint64_t random = 7;

    for (int round = 0; round < 5000; ++round) {
        char text[sizeof good];
        memcpy(text, good, sizeof good);
        for (int i = 0; i < 1 + round % 3; ++i) {
            size_t at = base_random(&random) % (sizeof good - 1);
            text[at] = round % 2 ? (char)base_random(&random)
                                 : good[base_random(&random) % sizeof good];
        }
        size_t bytes = base_random(&random) % sizeof good;
        char *exact = g_memdup2(text, bytes);
        Chart chart;
        Error error = {ERROR_NONE, ""};
        if (read_table(exact ? exact : "", bytes, &chart, &error))
            chart_free(&chart);
        else
            g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        g_free(exact);
    }
}

static void test_too_many(void)
{
    GString *text = g_string_new(HEADER);
    Chart chart;
    Error error;

    for (int i = 0; i < 25; ++i)
        g_string_append_printf(text, "kernel-%d,32,1,2,1,3,4,5\n", i);
    g_assert_false(read_table(text->str, text->len, &chart, &error));
    g_assert_nonnull(strstr(error.text, "25 names"));
    g_string_free(text, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/chart/merge", test_merge);
    g_test_add_func("/chart/places", test_places);
    g_test_add_func("/chart/span", test_span);
    g_test_add_func("/chart/T", test_T);
    g_test_add_func("/chart/latency", test_latency);
    g_test_add_func("/chart/work", test_work);
    g_test_add_func("/chart/wishes refused", test_wishes_refused);
    g_test_add_func("/chart/own tables", test_own_tables);
    g_test_add_func("/chart/a table", test_a_table);
    g_test_add_func("/chart/hostile tables", test_hostile_tables);
    g_test_add_func("/chart/noise", test_noise);
    g_test_add_func("/chart/too many", test_too_many);
    return g_test_run();
}
