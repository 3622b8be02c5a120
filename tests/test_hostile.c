/* SPDX-License-Identifier: MIT
 *
 * Traces that were made to do harm: each has a right digest, and is refused, or
 * read and then reported, shown and drawn at every moment without harm.
 */
#include "fixture.h"
#include "forge.h"
#include "hostile/attacks.h"
#include "hostile/worst.h"

#include "report/report.h"
#include "config.h"
#include "slow.h"
#include "say/text_dump.h"
#include "report/diff.h"
#include "trace/limits.h"
#include "trace/schema.h"
#include "trace/store.h"
#ifdef HAVE_PICTURES
#include "export/export.h"
#include "export/formats.h"
#include "view/frame.h"
#endif

#include <glib.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void run_sql(Forge *forge, const char *sql)
{
    if (!forge_sql(forge, "%s", sql))
        g_error("SQLite refuses: %s", sql);
}

/* ---- What is done with it -------------------------------------------------*/

#ifdef HAVE_PICTURES
static void draw(const Trace *trace)
{
    AnalysedTrace *analysed = analysed_new(trace);
    Scene scene = {.count = 1, .analysed_traces = {analysed}};
    DisplayList list = {0};

    int moments = slow_is_asked() ? 12 : 4;

    for (int i = 0; i <= moments; ++i) {
        scene.positions[0] =
            trace->instructions_count * (size_t)i / (size_t)moments;
        frame_draw(&list, &scene, 1280, 720);
        g_assert_cmpuint(list.shapes_count, >, 4);
    }
    display_list_free(&list);
    analysed_free(analysed);
}
#else
static void draw(const Trace *trace)
{
    (void)trace;
}
#endif

/* What a file says is data: it begins no line, and moves no terminal. */
static void check_text(const Text *text)
{
    g_assert_null(strstr(text->text, "\nFORGED"));
    g_assert_null(strstr(text->text, "\xe2\x80\xae"));
    for (const char *at = text->text; *at; ++at)
        g_assert_true((unsigned char)*at >= ' ' || *at == '\n');
}

static void follow(const Trace *trace)
{
    Text text = {0}, where = {0};
    json_t *json = report_json(trace, &schedule_costs);

    report_text(&trace, 1, &schedule_costs, &(DiagnosticStyle){0}, &text);
    text_dump_trace(trace, false, &text);
    text_dump_trace(trace, true, &text);
    g_assert_nonnull(json);
    g_assert_cmpuint(text.length, >, 100);
    check_text(&text);
    g_assert_true(diff_traces(trace, trace, &where));
    text_free(&where);
    json_decref(json);
    text_free(&text);
    draw(trace);
}

static char *temporary_path(void)
{
    char *path = NULL;
    int file = g_file_open_tmp("test_hostile_XXXXXX", &path, NULL);

    g_assert_cmpint(file, >=, 0);
    g_close(file, NULL);
    return path;
}

static void test_attacks(void)
{
    char *path = temporary_path();

    for (size_t i = 0; i < attacks_count; ++i) {
        const Attack *attack = attacks + i;
        Trace *seed = attack_record(attack->seed);
        Forge *forge = forge_open(seed);
        Error error = {ERROR_NONE, ""};
        run_sql(forge, attack->sql);
        if (!attack->refusal || !g_str_has_prefix(attack->refusal, "output "))
            forge_settle(forge); /* else outputs stay as they are */
        Trace *trace = forge_read(forge, path, &error);
        g_test_message("%s: %s", attack->what, trace ? "read" : error.text);
        if (attack->refusal) {
            g_assert_null(trace);
            g_assert_cmpint(error.kind, ==, ERROR_USAGE);
            if (!strstr(error.text, attack->refusal) ||
                strstr(error.text, "digest"))
                g_error("%s: %s", attack->what, error.text);
        } else {
            if (!trace)
                g_error("%s: %s", attack->what, error.text);
            follow(trace);
        }
        trace_free(trace);
        trace_free(seed);
        forge_close(forge);
    }
    g_remove(path);
    g_free(path);
}

/* ---- Limits ---------------------------------------------------------------*/

/* A value beyond a limit of the schema is refused, and named. */
static bool refuses(const Trace *seed, const char *path, const Layout *layout,
                    const Column *column, int64_t value)
{
    bool fact = layout == schema_tables + TABLE_RUN;
    Forge *forge = forge_open(seed);
    Error error = {ERROR_NONE, ""};

    if (fact)
        forge_sql(forge, "insert or replace into run values('%s', %lld)",
                  column->name, (long long)value);
    else
        forge_sql(forge,
                  "update %s set \"%s\" = %lld where id = "
                  "(select min(id) from %s)",
                  layout->name, column->name, (long long)value, layout->name);
    Trace *trace = forge_read(forge, path, &error);
    char *says =
        g_strdup_printf("table '%s'%s %s is %lld", layout->name,
                        fact ? ":" : ", row", column->name, (long long)value);
    bool refused = !trace && strstr(error.text, layout->name) &&
                   (fact || strstr(error.text, ", row")) &&
                   strstr(error.text, column->name);
    if (!refused)
        g_test_message("%s: %s", says, trace ? "read" : error.text);
    g_free(says);
    trace_free(trace);
    forge_close(forge);
    return refused;
}

/* The recording whose file has rows in the most tables. */
static Trace *fullest(void)
{
    Trace *best = NULL;

    for (size_t i = 0; i < attacks_count && !best; ++i) {
        Trace *trace = attack_record(attacks[i].seed);
        if (trace->members_count && trace->local_changes_count &&
            trace->results_count)
            best = trace;
        else
            trace_free(trace);
    }
    g_assert_nonnull(best);
    return best;
}

static void test_limits(void)
{
    char *path = temporary_path();
    Trace *seed = fullest();
    int tried = 0;

    for (int t = 0; t < TABLES; ++t) {
        const Layout *layout = schema_tables + t;
        Rows rows = schema_rows(seed, layout);
        for (size_t i = 0; i < layout->columns_count; ++i) {
            const Column *column = layout->columns + i;
            int64_t most =
                column->of ? (int64_t)schema_rows(seed, column->of).count - 1
                           : column->high;
            if (schema_is_text(column) || column->low == INT64_MIN ||
                (t != TABLE_RUN && layout->rows && rows.count == 0) ||
                t == TABLE_SNAPSHOT)
                continue;
            g_assert_true(refuses(seed, path, layout, column, column->low - 1));
            g_assert_true(refuses(seed, path, layout, column, most + 1));
            ++tried;
        }
    }
    g_assert_cmpint(tried, >, 100);
    trace_free(seed);
    g_remove(path);
    g_free(path);
}

/* ---- Time -----------------------------------------------------------------*/

enum { MOST_SECONDS = 10 }; /* of a processor, with sanitizers */

static Trace *read_worst(size_t i, const char *path)
{
    Forge *forge = worst_forge(i);
    Error error = {ERROR_NONE, ""};
    Trace *trace = forge_read(forge, path, &error);
    GStatBuf status;

    if (!trace)
        g_error("%s: %s", worst_name(i), error.text);
    g_assert_cmpint(g_stat(path, &status), ==, 0);
    g_assert_cmpint(status.st_size, <, 7 << 18);
    forge_close(forge);
    return trace;
}

#ifdef HAVE_PICTURES
/* Asks for a frame of everything; it is refused, or there are not many. */
static void check_export(const Trace *trace, SelectionUnit by, Clock clock,
                         ExportFormat format)
{
    Error error = {ERROR_NONE, ""};
    Text told = {0};
    ExportOptions options = {.spec = {.kind = FRAME_SPEC_VIEW,
                                      .area = AREA_SOURCE,
                                      .width = 320,
                                      .height = 180,
                                      .scale = 1},
                             .moments = {.all = true, .by = by},
                             .clock = clock,
                             .format = format,
                             .fps = 2,
                             .workers = 1};

    if (export_traces(&trace, 1, &options, "/dev/null/x", &told, &error))
        g_error("something was written: %s", told.text);
    bool many = strstr(error.text, "the limit is");
    if (!many && !strstr(error.text, "/dev/null"))
        g_error("%s", error.text);
    if (by == BY_INSTRUCTION && format != EXPORT_HTML)
        g_assert_cmpint(many, ==,
                        trace->instructions_count + 1 > EXPORT_PICTURES);
    text_free(&told);
}

static void check_exports(const Trace *trace)
{
    check_export(trace, BY_INSTRUCTION, CLOCK_STEPS, EXPORT_PNG);
    check_export(trace, BY_STEP, CLOCK_STEPS, EXPORT_PDF);
    check_export(trace, BY_CYCLE, CLOCK_STEPS, EXPORT_SVG);
    check_export(trace, BY_CYCLE, CLOCK_CYCLES, EXPORT_PNG);
}
#else
static void check_exports(const Trace *trace)
{
    (void)trace;
}
#endif

static void test_time(void)
{
    char *path = temporary_path();

    for (size_t i = 0; i < worst_count; ++i) {
        Trace *trace = read_worst(i, path);
        clock_t start = clock();
        follow(trace);
        check_exports(trace);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        g_test_message("%s: %.1f s", worst_name(i), seconds);
        g_assert_cmpfloat(seconds, <, MOST_SECONDS * slow_factor());
        trace_free(trace);
    }
    g_remove(path);
    g_free(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hostile/attacks", test_attacks);
    g_test_add_func("/hostile/limits", test_limits);
    g_test_add_func("/hostile/time", test_time);
    return g_test_run();
}
