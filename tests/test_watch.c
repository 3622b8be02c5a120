/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/watch.c: what counts as saved, and when.
 */
#include "program/watch.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdio.h>
#include <utime.h>

static char *folder, *names[3]; /* a.cu, a.h, sub/b.h */

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");

    g_assert_nonnull(file);
    g_assert_cmpint(fputs(text, file), >=, 0);
    g_assert_cmpint(fclose(file), ==, 0);
}

static void setup(void)
{
    static const char *const parts[] = {"a.cu", "a.h", "sub"};

    folder = g_dir_make_tmp("test_watch_XXXXXX", NULL);
    for (int i = 0; i < 3; ++i)
        names[i] = g_build_filename(folder, parts[i], NULL);
    g_assert_cmpint(g_mkdir(names[2], 0700), ==, 0);
    g_free(names[2]);
    names[2] = g_build_filename(folder, "sub", "b.h", NULL);
    write_text(names[0], "#include \"a.h\"\n#include <stdio.h>\n");
    write_text(names[1], "#include \"sub/b.h\"\n");
    write_text(names[2], "#include \"../a.h\"\n#include \"later.h\"\n");
}

static void teardown(void)
{
    char *sub = g_build_filename(folder, "sub", NULL);

    for (int i = 0; i < 3; ++i) {
        g_unlink(names[i]);
        g_free(names[i]);
    }
    g_assert_cmpint(g_rmdir(sub), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(sub);
    g_free(folder);
}

/* How often the program counts as saved within a time. */
static int count_saved(Watch *watch, double seconds)
{
    int count = 0;

    while (seconds > 0) {
        double due = watch_due(watch);
        g_assert_cmpfloat(due, <=, 0.2);
        due = due > 0 ? due : 0.001;
        count += watch_saved(watch, due);
        seconds -= due;
    }
    return count;
}

/* Follows the first COUNT files, of which the last includes "later.h". */
static void follow(Watch *watch, size_t count)
{
    SnapshotFile files[3];
    char *missing[] = {"later.h"};
    Snapshot snapshot = {.files = files,
                         .files_count = count,
                         .missing = missing,
                         .missing_count = count == 3};

    for (size_t i = 0; i < count; ++i)
        files[i] = (SnapshotFile){.name = names[i],
                                  .path = names[i],
                                  .stamp = file_stamp(names[i])};
    watch_follow(watch, &snapshot);
}

static Watch *watch_it(void)
{
    Watch *watch = watch_new((const char *const *)names, 1);

    follow(watch, 3);
    return watch;
}

/* Each file that belongs to the program, once each time; nothing for nothing.
 */
static void test_each(void)
{
    setup();
    Watch *watch = watch_it();
    g_assert_cmpint(count_saved(watch, 2), ==, 0);
    for (int i = 2; i >= 0; --i) {
        Text text = {0};
        text_add(&text, "#include \"a.h\"\n// %d\n", i);
        write_text(names[i], text.text);
        g_assert_cmpint(count_saved(watch, 2), ==, 1);
        g_assert_cmpint(count_saved(watch, 2), ==, 0);
        text_free(&text);
    }
    /* The program does not include it any longer. */
    follow(watch, 2);
    write_text(names[2], "anything");
    g_assert_cmpint(count_saved(watch, 2), ==, 0);
    watch_free(watch);
    teardown();
}

/* By its size, by its time, and by its place. */
static void test_how(void)
{
    struct utimbuf times = {.actime = 1000, .modtime = 1000};

    setup();
    g_assert_cmpint(utime(names[0], &times), ==, 0);
    Watch *watch = watch_it();
    write_text(names[0], "#include \"a.h\" // longer, and of the same time\n");
    g_assert_cmpint(utime(names[0], &times), ==, 0);
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    times.modtime = 1001;
    g_assert_cmpint(utime(names[0], &times), ==, 0);
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    char *other = g_build_filename(folder, "a.cu~", NULL);
    write_text(other, "#include \"a.h\" // LONGER, and of the same time\n");
    g_assert_cmpint(utime(other, &times), ==, 0);
    g_assert_cmpint(g_rename(other, names[0]), ==, 0);
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    g_free(other);
    watch_free(watch);
    teardown();
}

/* Not while it is being written; within a third of a second once it is. */
static void test_when(void)
{
    setup();
    Watch *watch = watch_it();
    for (int i = 0; i < 20; ++i) {
        Text text = {0};
        for (int j = 0; j <= i; ++j)
            text_add(&text, "// a line\n");
        write_text(names[0], text.text);
        g_assert_cmpint(count_saved(watch, 0.04), ==, 0);
        text_free(&text);
    }
    g_assert_cmpint(count_saved(watch, 0.3), ==, 1);
    watch_free(watch);
    teardown();
}

/* A file that is gone for a moment was replaced; one that stays away was
 * saved, in a way; so was one that was missing and is there. */
static void test_there(void)
{
    char *later = NULL;

    setup();
    later = g_build_filename(folder, "sub", "later.h", NULL);
    Watch *watch = watch_it();
    g_assert_cmpint(g_unlink(names[1]), ==, 0);
    g_assert_cmpint(count_saved(watch, 0.6), ==, 0);
    write_text(names[1], "#include \"sub/b.h\" // again\n");
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    g_assert_cmpint(g_unlink(names[2]), ==, 0);
    g_assert_cmpint(count_saved(watch, 2), ==, 1);
    write_text(names[2], "#include \"later.h\"\n");
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    follow(watch, 3);
    write_text(later, "int later;\n");
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    write_text(later, "int even_later;\n");
    g_assert_cmpint(count_saved(watch, 1), ==, 1);
    g_unlink(later);
    g_free(later);
    watch_free(watch);
    teardown();
}

/* What another process has read is watched from when it was read. */
static void test_received(void)
{
    FILE *list = tmpfile();

    setup();
    g_assert_nonnull(list);
    Watch *there = watch_it(), *here = watch_new((const char *const *)names, 1);
    watch_receive(here, list); /* nothing was sent */
    watch_send(there, list);
    write_text(names[1], "// saved before the list arrives\n");
    watch_receive(here, list);
    g_assert_cmpint(count_saved(here, 1), ==, 1);
    g_assert_cmpint(count_saved(here, 1), ==, 0);
    write_text(names[2], "// saved after that\n");
    g_assert_cmpint(count_saved(here, 1), ==, 1);
    fclose(list);
    watch_free(there);
    watch_free(here);
    teardown();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/watch/each", test_each);
    g_test_add_func("/watch/how", test_how);
    g_test_add_func("/watch/when", test_when);
    g_test_add_func("/watch/there", test_there);
    g_test_add_func("/watch/received", test_received);
    return g_test_run();
}
