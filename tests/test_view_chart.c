/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_chart.c: charts as display lists.
 *
 * In every chart, at four sizes: no two texts overlap; no text leaves the frame
 * or is too small; no curve, mark or leader runs through a text; each series
 * has its names, and its own colour or sign.  And the same chart twice is the
 * same pixels.
 */
#include "chart/chart.h"
#include "draw/paint_cairo.h"
#include "slow.h"
#include "view/plot.h"
#include "view/view.h"
#include "view/views.h"

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[][2] = {
    {640, 360}, {1280, 720}, {1920, 1080}, {3840, 2160}, {1024, 768}};
static const double hair = 0.01;

static bool overlap(Rect a, Rect b)
{
    return a.x + hair < b.x + b.w && b.x + hair < a.x + a.w &&
           a.y + hair < b.y + b.h && b.y + hair < a.y + a.h;
}

/* Does a line meet a box?  Tried at points no farther apart than the box is
 * high, so none slips through. */
static bool crosses(const Shape *line, Rect box)
{
    double length = hypot(line->x[1] - line->x[0], line->y[1] - line->y[0]);
    int steps = 1 + (int)(length / 2);

    for (int i = 0; i <= steps; ++i) {
        double t = (double)i / steps;
        double x = line->x[0] + t * (line->x[1] - line->x[0]);
        double y = line->y[0] + t * (line->y[1] - line->y[0]);
        if (x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h)
            return true;
    }
    return false;
}

static void check_text(const DisplayList *list, const Shape *text, double least)
{
    const char *words = shape_text(list, text);
    const Shape *end = list->shapes + list->shapes_count;
    Rect frame = {0, 0, list->width, list->height};

    if (text->box.x < -hair || text->box.y < -hair ||
        text->box.x + text->box.w > frame.w + hair ||
        text->box.y + text->box.h > frame.h + hair)
        g_error("\"%s\" leaves the frame of %g x %g", words, frame.w, frame.h);
    if (text->size < least - hair)
        g_error("\"%s\" is too small: %g", words, text->size);
    for (const Shape *other = list->shapes; other < end; ++other) {
        bool hit = false;
        if (other == text)
            continue;
        if (other->kind == SHAPE_TEXT || other->kind == SHAPE_ARROW ||
            (other->kind == SHAPE_RECT && other->thing.kind == THING_CHART))
            hit = overlap(text->box, other->box);
        else if (other->kind == SHAPE_LINE)
            hit = crosses(other, text->box);
        if (hit)
            g_error("\"%s\" at %g, %g meets shape %d (%s) at %g, %g, in %g x "
                    "%g",
                    words, text->box.x, text->box.y, (int)other->kind,
                    other->kind == SHAPE_TEXT ? shape_text(list, other) : "",
                    other->box.x, other->box.y, frame.w, frame.h);
    }
}

static bool says(const DisplayList *list, const char *words)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strcmp(shape_text(list, list->shapes + i), words) == 0)
            return true;
    return false;
}

/* True if a text has NAME in it, be its blanks such that no line ends there. */
static bool mentions(const DisplayList *list, const char *name)
{
    bool found = false;

    for (size_t i = 0; i < list->shapes_count && !found; ++i) {
        if (list->shapes[i].kind != SHAPE_TEXT)
            continue;
        GString *text = g_string_new(shape_text(list, list->shapes + i));
        g_string_replace(text, "\u00a0", " ", 0);
        found = strstr(text->str, name) != NULL;
        g_string_free(text, TRUE);
    }
    return found;
}

/* True if all names of SERIES stand in the frame. */
static bool is_named(const DisplayList *list, const ChartSeries *series)
{
    char **names = g_strsplit(series->names.text, "\n", -1);
    bool all = true;

    for (char **name = names; *name; ++name)
        all &= mentions(list, *name);
    g_strfreev(names);
    return all;
}

/* Each curve has its names and formula; in a SMALL frame it is said of how many
 * there is no room for them. */
static void check_names(const DisplayList *list, const Chart *chart, bool small)
{
    for (int p = 0; p < chart->plots_count; ++p) {
        size_t missing = 0;
        for (size_t s = 0; s < chart->plots[p].series_count; ++s) {
            const ChartSeries *series = chart->plots[p].series + s;
            if (!is_named(list, series)) {
                ++missing;
                if (!small)
                    g_error("%s has no name at %g x %g", series->names.text,
                            list->width, list->height);
            } else {
                g_assert_true(!series->formula || says(list, series->formula));
            }
        }
        /* A long name may be cut short, and is counted as missing here. */
        bool told = missing == 0;
        for (size_t all = missing ? missing - 1 : 0; all <= missing; ++all) {
            char *more = g_strdup_printf("\342\200\246 and %zu more", all);
            told |= says(list, more);
            g_free(more);
        }
        if (!told)
            g_error("%zu names are missing at %g x %g", missing, list->width,
                    list->height);
    }
}

/* Every curve, mark and title is within the frame, and all that a chart has to
 * say stands in it. */
static void check_scaled(const Chart *chart, bool all_names, double scale)
{
    Scene scene = {.chart = chart, .scale = scale};
    DisplayList list = {0};

    for (size_t i = 0; i < G_N_ELEMENTS(sizes); ++i) {
        double width = sizes[i][0], height = sizes[i][1];
        double least = view_least(&scene, view_unit(&scene, width, height));
        view_chart_frame(&list, &scene, width, height);
        for (size_t s = 0; s < list.shapes_count; ++s) {
            const Shape *shape = list.shapes + s;
            g_assert_true(isfinite(shape->box.x) && isfinite(shape->box.y));
            g_assert_cmpfloat(shape->box.x, >=, 0);
            g_assert_cmpfloat(shape->box.y, >=, 0);
            g_assert_cmpfloat(shape->box.x + shape->box.w, <=, width);
            g_assert_cmpfloat(shape->box.y + shape->box.h, <=, height);
            if (shape->kind == SHAPE_TEXT)
                check_text(&list, shape, least);
        }
        if (!says(&list, chart->title.text))
            g_error("no %s at %g x %g @ %g", chart->title.text, width, height,
                    scale);
        if (!says(&list, chart->plots[0].x_title))
            g_error("no %s in %s at %g x %g @ %g", chart->plots[0].x_title,
                    chart->title.text, width, height, scale);
        g_assert_true(says(&list, chart->plots[0].y_title));
        if (all_names)
            check_names(&list, chart, height < 720);
    }
    display_list_free(&list);
}

/* With text of the usual size, and as for the last row. */
static void check_chart(const Chart *chart, bool all_names)
{
    check_scaled(chart, all_names, 0);
    check_scaled(chart, false, 2);
}

static void test_counted(void)
{
    for (uint32_t k = 2; k <= 64; k *= 2) {
        ChartWish wish = {.k = k, .most_n = k == 16 ? 0 : 16 * k};
        Chart chart;
        Error error;
        g_assert_true(chart_latency(&wish, &chart, &error));
        check_chart(&chart, true);
        chart_free(&chart);
    }
    static const uint32_t largest[] = {16, 100, 2048, 32768};
    for (size_t i = 0; i < G_N_ELEMENTS(largest); ++i) {
        if (largest[i] > 2048 && !slow_is_asked())
            continue;
        ChartWish wish = {.k = 32, .most_n = largest[i]};
        Chart chart;
        Error error;
        g_assert_true(chart_work(&wish, &chart, &error));
        check_chart(&chart, true);
        chart_free(&chart);
    }
}

static void test_measured(void)
{
    ChartWish wish = {0};
    Chart chart;
    Error error;

    g_assert_true(chart_blocks(&wish, &chart, &error));
    check_chart(&chart, true);
    chart_free(&chart);
    g_assert_true(chart_large(&wish, &chart, &error));
    check_chart(&chart, true);
    chart_free(&chart);
    wish.names = (const char *const[]){"leftright-printed"};
    wish.names_count = 1;
    g_assert_true(chart_blocks(&wish, &chart, &error));
    check_chart(&chart, true);
    chart_free(&chart);
    wish.names = (const char *const[]){"three-phase:block-shuffle"};
    g_assert_true(chart_large(&wish, &chart, &error));
    check_chart(&chart, true);
    chart_free(&chart);
}

/* Tables that a user might bring: COUNT names, all alike or far apart. */
static void test_strange_tables(void)
{
    static const double slopes[] = {0, 1e-9, 1, 1e9};
    uint64_t random = 3;

    for (unsigned count = 1; count <= 24; ++count)
        for (unsigned i = 0; i < G_N_ELEMENTS(slopes); ++i) {
            if (!slow_takes(count + i, 3))
                continue;
            GString *text = g_string_new(
                "name,n,threads,median_us,least_us,most_us,gb_per_s,"
                "ratio_to_copy\n");
            for (int c = 0; c < (int)count; ++c) {
                int points = 1 + (int)(base_random(&random) % 5);
                for (int p = 0; p < points; ++p)
                    g_string_append_printf(
                        text,
                        "a-rather-long-name-of-a-kernel-%d,%d,0,%.9f,"
                        "0.000000001,%.9f,0,0\n",
                        c, 1 + p * 37, 7 + c * slopes[i], 7 + c * slopes[i]);
            }
            ChartWish wish = {.table = text->str,
                              .table_name = "strange.csv",
                              .table_bytes = text->len};
            Chart chart;
            Error error;
            g_assert_true(chart_blocks(&wish, &chart, &error));
            check_chart(&chart, false);
            chart_free(&chart);
            g_string_free(text, TRUE);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_chart/counted", test_counted);
    g_test_add_func("/view_chart/measured", test_measured);
    g_test_add_func("/view_chart/strange tables", test_strange_tables);
    int failed = g_test_run();
    paint_cairo_done();
    return failed;
}
