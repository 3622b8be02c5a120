/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export.c: which files there are, and which there are not.
 */
#include "../src/bank.h"
#include "../src/export.h"
#include "../src/paint_cairo.h"
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

static bool export(int count, const ExportOptions *options, const char *name,
                   size_t *written, Error *error)
{
    char *path = path_of(name);
    bool good = export_png((const Trace *const *)traces, count, options, path,
                           written, error);

    g_free(path);
    return good;
}

static const ExportOptions one_frame = {.width = 128, .height = 72};

static void test_one(void)
{
    Error error;
    size_t written;
    char *path = path_of("one.png"), *a, *b;
    size_t a_length, b_length;

    g_assert_true(export(2, &one_frame, "one.png", &written, &error));
    g_assert_cmpuint(written, ==, 1);
    g_assert_true(g_file_get_contents(path, &a, &a_length, NULL));
    g_assert_true(export(2, &one_frame, "one.png", NULL, &error));
    g_assert_true(g_file_get_contents(path, &b, &b_length, NULL));
    g_assert_cmpuint(a_length, ==, b_length);
    g_assert_true(memcmp(a, b, a_length) == 0);
    g_assert_true(memcmp(a, "\x89PNG", 4) == 0);
    forget("one.png");
    g_free(a);
    g_free(b);
    g_free(path);
}

static void test_sequence(void)
{
    ExportOptions options = one_frame;
    Player player;
    Error error;
    size_t written;

    options.all = true;
    options.by = UNIT_STEP;
    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    g_assert_true(export(2, &options, "a/b/frame.png", &written, &error));
    g_assert_cmpuint(written, ==, player.steps + 1);
    for (size_t i = 1; i <= written; ++i) {
        char *name = g_strdup_printf("a/b/frame-%03zu.png", i);
        g_assert_true(exists(name));
        forget(name);
        g_free(name);
    }
    forget("a/b"); /* nothing else is in it */
    forget("a");
    player_free(&player);
}

static void test_chosen(void)
{
    Player player;
    Error error;

    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 2, &error));
    uint32_t beat = export_chosen_beat(&player);
    size_t position = player_position_at(&player, 1, beat);
    const Trace *padding = traces[1];
    BankCost cost =
        bank_cost(padding, padding->instructions + position - 1, NULL);
    g_assert_cmpuint(cost.wavefronts, >, 1);
    player_free(&player);
    g_assert_true(
        player_init(&player, (const Trace *const *)traces, 1, &error));
    g_assert_cmpuint(export_chosen_beat(&player), ==, player.beats / 2);
    player_free(&player);
}

static void assert_error(int count, const ExportOptions *options,
                         const char *name, ErrorKind kind, const char *says)
{
    Error error = {ERROR_NONE, ""};
    size_t written = 99;

    g_assert_false(export(count, options, name, &written, &error));
    g_assert_cmpint(error.kind, ==, kind);
    g_assert_nonnull(strstr(error.text, says));
    g_assert_null(strchr(error.text, '\n'));
    g_assert_cmpuint(written, ==, 0);
}

static void test_moments(void)
{
    ExportOptions options = one_frame;
    Error error;

    options.at = EXPORT_STEP;
    options.moment = 1;
    g_assert_true(export(1, &options, "step.png", NULL, &error));
    forget("step.png");
    options.moment = 0;
    assert_error(1, &options, "step.png", ERROR_USAGE, "step 0");
    options.moment = 4000;
    assert_error(1, &options, "step.png", ERROR_USAGE, "4000");
    options.at = EXPORT_INSTRUCTION;
    assert_error(1, &options, "step.png", ERROR_USAGE, "4000");
    options.moment = (uint32_t)traces[0]->instructions_count;
    g_assert_true(export(1, &options, "step.png", NULL, &error));
    forget("step.png");
    options.moment = 0;
    g_assert_true(export(1, &options, "step.png", NULL, &error));
    forget("step.png");
}

static void test_bad_names(void)
{
    assert_error(1, &one_frame, "frame.gif", ERROR_USAGE, "frame.gif");
    assert_error(1, &one_frame, "frame", ERROR_USAGE, ".png");
    assert_error(1, &one_frame, ".png", ERROR_USAGE, ".png");
    char *path = path_of("folder.png");
    g_assert_cmpint(g_mkdir(path, 0777), ==, 0);
    g_free(path);
    assert_error(1, &one_frame, "folder.png", ERROR_FAILED, "folder.png");
    forget("folder.png");
    path = path_of("file");
    g_assert_true(g_file_set_contents(path, "x", 1, NULL));
    g_free(path);
    assert_error(1, &one_frame, "file/frame.png", ERROR_FAILED, "file");
    forget("file");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("upsweep-export-XXXXXX", NULL);
    traces[0] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, 64, 4);
    traces[1] = fixture_scan(PLACE_PADDING, OP_ADD, 64, 4);
    g_test_add_func("/export/one frame", test_one);
    g_test_add_func("/export/sequence", test_sequence);
    g_test_add_func("/export/chosen moment", test_chosen);
    g_test_add_func("/export/moments", test_moments);
    g_test_add_func("/export/bad names", test_bad_names);
    int failed = g_test_run();
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* nothing was left */
    g_free(folder);
    trace_free(traces[0]);
    trace_free(traces[1]);
    paint_cairo_done();
    return failed;
}
