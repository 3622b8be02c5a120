/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/export.c: which files there are, and which there are not.
 */
#include "draw/paint_cairo.h"
#include "export/export.h"
#include "fixture.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

static char *folder;

static Trace *traces[2];

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static bool exists(const char *name)
{
    char *path = path_of(name);
    bool there = g_file_test(path, G_FILE_TEST_EXISTS);

    g_free(path);
    return there;
}

static void forget(const char *name)
{
    char *path = path_of(name);

    g_assert_cmpint(g_remove(path), ==, 0);
    g_free(path);
}

static bool export_file(int count, const ExportOptions *options,
                        const char *name, Text *told, Error *error)
{
    char *path = path_of(name);
    bool good = export_traces((const Trace *const *)traces, count, options,
                              path, told, error);

    g_free(path);
    return good;
}

static const ExportOptions one_frame = {
    .spec = {.width = 128, .height = 72, .scale = 1}, .fps = 2, .workers = 2};

/* Exports twice and gives the bytes, which must be the same. */
static char *twice(int count, const ExportOptions *options, const char *name,
                   size_t *length)
{
    Error error;
    char *path = path_of(name), *a, *b;
    size_t b_length;

    g_assert_true(export_file(count, options, name, NULL, &error));
    g_assert_true(g_file_get_contents(path, &a, length, NULL));
    g_assert_true(export_file(count, options, name, NULL, &error));
    g_assert_true(g_file_get_contents(path, &b, &b_length, NULL));
    g_assert_cmpuint(*length, ==, b_length);
    g_assert_true(memcmp(a, b, b_length) == 0);
    forget(name);
    g_free(b);
    g_free(path);
    return a;
}

/* The same command twice gives the same bytes, of the right kind. */
static void test_formats(void)
{
    static const struct {
        ExportFormat format;
        const char *name, *starts;
    } kinds[] = {{EXPORT_PNG, "one.png", "\x89PNG"},
                 {EXPORT_SVG, "one.svg", "<svg "},
                 {EXPORT_PDF, "one.pdf", "%PDF-"},
                 {EXPORT_HTML, "one.html", "<!DOCTYPE html>"}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        ExportOptions options = one_frame;
        size_t length;
        options.format = kinds[i].format;
        char *bytes = twice(2, &options, kinds[i].name, &length);
        g_assert_true(g_str_has_prefix(bytes, kinds[i].starts));
        g_free(bytes);
    }
}

/* Every instruction of the comparison is less than two megabytes, with its
 * cards. */
static void test_small_page(void)
{
    ExportOptions options = one_frame;
    size_t length;

    options.spec.width = 1920;
    options.spec.height = 1080;
    options.moments.all = true;
    options.format = EXPORT_HTML;
    char *page = twice(2, &options, "page.html", &length);
    g_assert_cmpuint(length, <, 2000000);
    g_assert_null(strstr(page, "@@"));
    g_assert_null(strstr(page, "http://"));
    g_assert_null(strstr(page, "https://"));
    GHashTable *ids =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (const char *at = page; (at = strstr(at, " id=\"")); ++at)
        g_assert_true(
            g_hash_table_add(ids, g_strndup(at + 5, strcspn(at + 5, "\""))));
    g_assert_cmpuint(g_hash_table_size(ids), >, 15);
    g_hash_table_destroy(ids);
    g_free(page);
}

static void test_small_pictures(void)
{
    ExportOptions options = one_frame;
    static const FrameSpecKind kinds[] = {FRAME_SPEC_VIEW, FRAME_SPEC_CROP};
    size_t length;

    for (int kind = 0; kind < 2; ++kind)
        for (int area = 0; area < AREA_COUNT; ++area)
            for (int count = 1; count <= 2; ++count) {
                if (kinds[kind] == FRAME_SPEC_CROP && area == AREA_TIME)
                    continue; /* no part of a frame */
                options.spec.kind = kinds[kind];
                options.spec.area = (Area)area;
                options.spec.transparent = kind > 0;
                if (area != AREA_BLOCKS)
                    g_free(twice(count, &options, "view.png", &length));
            }
}

/* A view that no trace has is refused. */
static void test_no_such_view(void)
{
    ExportOptions options = one_frame;
    Error error = {ERROR_NONE, ""};
    char *path = path_of("none.png");

    options.spec.kind = FRAME_SPEC_VIEW;
    options.spec.area = AREA_BLOCKS;
    g_assert_false(export_file(2, &options, "none.png", NULL, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text,
                            "one block without global memory, so this view is "
                            "empty; choose another --view or --crop"));
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    g_free(path);
}

static void test_size(void)
{
    ExportOptions options = one_frame;
    size_t length;

    options.spec.scale = 3;
    char *png = twice(1, &options, "large.png", &length);
    g_assert_true(memcmp(png + 16, "\0\0\1\x80\0\0\0\xd8", 8) == 0);
    g_free(png);
}

static void test_sequence(void)
{
    ExportOptions options = one_frame;
    Player player;
    Error error;
    Text told = {0};

    options.moments.all = true;
    options.moments.by = BY_STEP;
    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    g_assert_true(export_file(2, &options, "a/b/frame.png", &told, &error));
    char *says =
        g_strdup_printf("%u frames: %s/a/b/frame-001.png to "
                        "%s/a/b/frame-%03u.png",
                        player.steps + 1, folder, folder, player.steps + 1);
    g_assert_cmpstr(told.text, ==, says);
    g_free(says);
    text_free(&told);
    for (size_t i = 1; i <= player.steps + 1; ++i) {
        char *name = g_strdup_printf("a/b/frame-%03zu.png", i);
        g_assert_true(exists(name));
        forget(name);
        g_free(name);
    }
    forget("a/b"); /* nothing else is in it */
    forget("a");
    player_free(&player);
}

static void assert_error(int count, const ExportOptions *options,
                         const char *name, ErrorKind kind, const char *says)
{
    Error error = {ERROR_NONE, ""};
    Text told = {0};

    g_assert_false(export_file(count, options, name, &told, &error));
    g_assert_cmpint(error.kind, ==, kind);
    g_assert_nonnull(strstr(error.text, says));
    g_assert_null(strchr(error.text, '\n'));
    g_assert_cmpuint(told.length, ==, 0);
}

static void test_moments(void)
{
    ExportOptions options = one_frame;
    Error error;

    options.moments.at = AT_STEP;
    options.moments.moment = 1;
    g_assert_true(export_file(1, &options, "step.png", NULL, &error));
    forget("step.png");
    options.moments.moment = 0;
    assert_error(1, &options, "step.png", ERROR_USAGE, "step 0");
    options.moments.moment = 4000;
    assert_error(1, &options, "step.png", ERROR_USAGE, "4000");
    options.moments.at = AT_INSTRUCTION;
    assert_error(1, &options, "step.png", ERROR_USAGE, "4000");
    options.moments.moment = (uint32_t)traces[0]->instructions_count;
    g_assert_true(export_file(1, &options, "step.png", NULL, &error));
    forget("step.png");
    options.moments.moment = 0;
    g_assert_true(export_file(1, &options, "step.png", NULL, &error));
    forget("step.png");
}

static void test_bad_names(void)
{
    ExportOptions options = one_frame;

    char *path = path_of("folder.png");
    g_assert_cmpint(g_mkdir(path, 0777), ==, 0);
    g_free(path);
    assert_error(1, &options, "folder.png", ERROR_FAILED, "folder.png");
    forget("folder.png");
    path = path_of("file");
    g_assert_true(g_file_set_contents(path, "x", 1, NULL));
    g_free(path);
    assert_error(1, &one_frame, "file/frame.png", ERROR_FAILED, "file");
    forget("file");
}

static void test_endings(void)
{
    g_assert_cmpint(export_format_of("a.png"), ==, EXPORT_PNG);
    g_assert_cmpint(export_format_of("b.c/a.WebM"), ==, EXPORT_WEBM);
    g_assert_cmpint(export_format_of("a.bmp"), ==, EXPORT_FORMATS);
    g_assert_cmpint(export_format_of("a"), ==, EXPORT_FORMATS);
    g_assert_cmpint(export_format_of("b.png/a"), ==, EXPORT_FORMATS);
    g_assert_cmpint(export_format_of(".png"), ==, EXPORT_FORMATS);
    g_assert_cmpint(export_format_named("html"), ==, EXPORT_HTML);
    g_assert_cmpint(export_format_named(""), ==, EXPORT_FORMATS);
}

/* In a folder, files are called after what they show. */
static void test_own_names(void)
{
    ExportOptions options = one_frame;
    Error error;

    g_assert_true(export_file(2, &options, "slides/", NULL, &error));
    forget("slides/fixture-fixture-n64-k4.png");
    options.moments.steps = "2,4-5";
    options.moments.all = true;
    options.moments.by = BY_STEP;
    g_assert_true(export_file(1, &options, "slides/", NULL, &error));
    forget("slides/fixture-n64-k4-001.png");
    forget("slides/fixture-n64-k4-002.png");
    forget("slides/fixture-n64-k4-003.png");
    forget("slides");
}

static void test_too_large(void)
{
    ExportOptions options = one_frame;

    options.spec.width = 16384;
    options.spec.scale = 2;
    assert_error(1, &options, "large.png", ERROR_USAGE, "32768x144");
}

static void test_palette(void)
{
    uint32_t colors[256];

    for (int theme = 0; theme < THEME_COUNT; ++theme) {
        video_palette((Theme)theme, colors);
        g_assert_cmphex(colors[255], ==, 0);
        for (int i = 0; i < 255; ++i)
            g_assert_cmphex(colors[i] >> 24, ==, 0xff);
        for (int i = 0; i < COLOR_NONE; ++i) {
            uint32_t color = theme_color((Theme)theme, (Color)i);
            int at = 0;
            while (at < 255 && (colors[at] & 0xffffff) != color)
                ++at;
            g_assert_cmpint(at, <, 255);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-export-XXXXXX", NULL);
    traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 64, 4);
    traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4);
    g_test_add_func("/export/the-same-command-gives-the-same-bytes",
                    test_formats);
    g_test_add_func("/export/a-page-is-below-two-megabytes", test_small_page);
    g_test_add_func("/export/every-view-is-drawn-alone-and-cut-out",
                    test_small_pictures);
    g_test_add_func("/export/a-view-that-no-trace-has-is-refused",
                    test_no_such_view);
    g_test_add_func("/export/a-scale-multiplies-pixels", test_size);
    g_test_add_func("/export/an-ending-names-a-format", test_endings);
    g_test_add_func("/export/files-in-a-folder-are-named-after-runs",
                    test_own_names);
    g_test_add_func("/export/a-picture-too-large-is-refused", test_too_large);
    g_test_add_func("/export/a-palette-has-every-colour-of-its-theme",
                    test_palette);
    g_test_add_func("/export/a-sequence-is-numbered", test_sequence);
    g_test_add_func("/export/a-moment-outside-the-run-is-refused",
                    test_moments);
    g_test_add_func("/export/a-name-that-cannot-be-written-is-refused",
                    test_bad_names);
    int failed = g_test_run();
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* nothing was left */
    g_free(folder);
    trace_free(traces[0]);
    trace_free(traces[1]);
    paint_cairo_done();
    return failed;
}
