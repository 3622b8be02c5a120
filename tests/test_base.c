/* SPDX-License-Identifier: MIT
 *
 * Tests of src/util: numbers, text, files, atomic files, folders, signals,
 * progress bars.
 */
#include "util/atomic_file.h"
#include "util/base.h"
#include "util/interrupt.h"
#include "util/progress.h"
#include "util/remove_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_numbers(void)
{
    static const struct {
        uint32_t x, power;
        int log2;
        bool is_power;
    } cases[] = {
        {1, 1, 0, true},        {2, 2, 1, true},
        {3, 4, 1, false},       {1023, 1024, 9, false},
        {1024, 1024, 10, true}, {0x80000000u, 0x80000000u, 31, true},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_assert_cmpint(base_log2(cases[i].x), ==, cases[i].log2);
        g_assert_cmpuint(base_power_of_two(cases[i].x), ==, cases[i].power);
        g_assert_true(base_is_power_of_two(cases[i].x) == cases[i].is_power);
    }
    g_assert_false(base_is_power_of_two(0));
    g_assert_cmpuint(base_power_of_two(0), ==, 1);
}

static void test_error(void)
{
    Error error = {0};
    char name[2000];

    g_assert_false(error_set(&error, ERROR_NO, "no \"%s\"\n", "a\tb"));
    g_assert_cmpint(error.kind, ==, ERROR_NO);
    g_assert_cmpstr(error.text, ==, "no \"a\ufffdb\"\ufffd");
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    error_set(&error, ERROR_USAGE, "%s", name);
    g_assert_cmpuint(strlen(error.text), ==, sizeof error.text - 1);
    g_assert_false(error_set(NULL, ERROR_NO, "nobody asks why"));
}

typedef struct {
    char *folder, *file;
} Place;

static void place_open(Place *place, gconstpointer unused)
{
    (void)unused;
    place->folder = g_dir_make_tmp("upsweep-XXXXXX", NULL);
    g_assert_nonnull(place->folder);
    place->file = g_build_filename(place->folder, "file", NULL);
}

/* Fails if anything but FILE was left in the folder. */
static void place_close(Place *place, gconstpointer unused)
{
    (void)unused;
    g_unlink(place->file);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->file);
    g_free(place->folder);
}

static void holds(const char *path, const char *expected, size_t expected_bytes)
{
    Error error = {0};
    size_t bytes = 0;
    char *read = base_read_file(path, expected_bytes, &bytes, &error);

    g_assert_cmpstr(error.text, ==, "");
    g_assert_cmpuint(bytes, ==, expected_bytes);
    g_assert_true(memcmp(read, expected, bytes) == 0);
    g_assert_cmpint(read[bytes], ==, '\0');
    g_free(read);
}

static void test_files(Place *place, gconstpointer unused)
{
    Error error = {0};

    (void)unused;
    g_assert_true(base_may_replace(place->file, &error));
    g_assert_true(atomic_file_save(place->file, "first", 5, &error));
    g_assert_true(atomic_file_save(place->file, "se\0nd", 5, &error));
    holds(place->file, "se\0nd", 5);
    g_assert_null(base_read_file(place->file, 4, NULL, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_true(atomic_file_save(place->file, NULL, 0, &error));
    holds(place->file, "", 0);
}

/* A link stays one, and what it leads to is written. */
static void test_link(Place *place, gconstpointer unused)
{
    Error error = {0};
    char *link = g_build_filename(place->folder, "link", NULL);

    (void)unused;
    g_assert_true(atomic_file_save(place->file, "old", 3, &error));
    g_assert_cmpint(symlink("file", link), ==, 0);
    g_assert_true(atomic_file_save(link, "new", 3, &error));
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    holds(place->file, "new", 3);
    g_unlink(link);
    g_free(link);
}

/* What would be waited for, or is no file, is refused, and says what it is. */
static void test_no_files(Place *place, gconstpointer unused)
{
    char *nowhere = g_build_filename("/dev/null", "file", NULL);
    const struct {
        const char *path, *says;
    } cases[] = {{place->file, "is a pipe"},
                 {"/dev/zero", "is a device"},
                 {place->folder, "this is a folder"},
                 {nowhere, nowhere}};

    (void)unused;
    g_assert_cmpint(mkfifo(place->file, 0600), ==, 0);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error = {0};
        g_assert_null(base_read_file(cases[i].path, 9, NULL, &error));
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        g_assert_nonnull(strstr(error.text, cases[i].says));
        g_assert_false(atomic_file_save(cases[i].path, "x", 1, &error));
        g_assert_cmpint(error.kind, ==, ERROR_FAILED);
        g_assert_nonnull(strstr(error.text, cases[i].path));
    }
    g_free(nowhere);
}

/* What the program calls, so that a disk can refuse. */
static bool disk_refuses;

int fsync(int file)
{
    (void)file;
    errno = EIO;
    return disk_refuses ? -1 : 0;
}

/* What the disk does not take is no success, and the old file stays. */
static void test_disk(Place *place, gconstpointer unused)
{
    Error error = {0};

    (void)unused;
    g_assert_true(atomic_file_save(place->file, "old", 3, &error));
    disk_refuses = true;
    g_assert_false(atomic_file_save(place->file, "new", 3, &error));
    disk_refuses = false;
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, g_strerror(EIO)));
    holds(place->file, "old", 3);
}

/* A file that another process of this number has left is not in the way. */
static void test_stale(Place *place, gconstpointer unused)
{
    Error error = {0};
    char *stale = g_strdup_printf("%s.%ld.part", place->file, (long)getpid());

    (void)unused;
    g_assert_true(g_file_set_contents(stale, "stale", 5, NULL));
    g_assert_true(atomic_file_save(place->file, "new", 3, &error));
    holds(place->file, "new", 3);
    holds(stale, "stale", 5);
    g_unlink(stale);
    g_free(stale);
}

/* AddressSanitizer asks for these: a request that is too large is refused, as
 * by the C library, instead of ending the process. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Ways in which a process ends with a file half written. */
static void end_without_memory(void)
{
    free(base_alloc(SIZE_MAX / 2, 1));
}

static void end_by_signal(void)
{
    raise(SIGTERM);
}

static void end_by_check(void)
{
    volatile bool holds = false;

    BASE_CHECK(holds);
}

/* The status of a process that ends so while it writes FILE. */
static int status_of(const char *file, void (*end)(void))
{
    Error error;
    AtomicFile output;
    int status = -1, nowhere = open("/dev/null", O_WRONLY);
    pid_t process = fork();

    if (process == 0) {
        dup2(nowhere, STDERR_FILENO);
        if (atomic_file_open(&output, file, &error) &&
            atomic_file_write(&output, "half", 4))
            end();
        _exit(99);
    }
    close(nowhere);
    g_assert_cmpint(waitpid(process, &status, 0), ==, process);
    return status;
}

/* The old file stays, and place_close finds nothing beside it. */
static void test_ends(Place *place, gconstpointer unused)
{
    Error error = {0};

    (void)unused;
    g_assert_true(atomic_file_save(place->file, "old", 3, &error));
    int status = status_of(place->file, end_without_memory);
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), ==, ERROR_FAILED);
    status = status_of(place->file, end_by_signal);
    g_assert_true(WIFSIGNALED(status));
    g_assert_cmpint(WTERMSIG(status), ==, SIGTERM);
    status = status_of(place->file, end_by_check);
    g_assert_true(WIFSIGNALED(status));
    g_assert_cmpint(WTERMSIG(status), ==, SIGABRT);
    holds(place->file, "old", 3);
}

/* Makes a chain of COUNT folders below FOLDER, deeper than a path is long; the
 * innermost one gets a file. */
static void make_chain(int folder, const char *name, int count)
{
    int inner = dup(folder);

    for (int i = 0; i < count; ++i) {
        int outer = inner;
        g_assert_cmpint(mkdirat(outer, name, 0700), ==, 0);
        inner = openat(outer, name, O_RDONLY | O_DIRECTORY);
        g_assert_cmpint(inner, >=, 0);
        close(outer);
    }
    int file = openat(inner, "file", O_CREAT | O_WRONLY, 0);
    g_assert_cmpint(file, >=, 0);
    close(file);
    close(inner);
}

/* Makes PATH, what a hostile program leaves: deep chains, names of folders that
 * are removed, modes without rights, and links to OTHER. */
static void fill_hostile(const char *path, const char *other)
{
    static const mode_t modes[] = {0, 0100, 0200, 0300, 0400, 0500};
    char longest[256], name[32];

    memset(longest, 'n', 255);
    longest[255] = '\0';
    g_assert_cmpint(mkdir(path, 0700), ==, 0);
    int folder = open(path, O_RDONLY | O_DIRECTORY);
    g_assert_cmpint(folder, >=, 0);
    make_chain(folder, "deep", 1000);
    make_chain(folder, longest, 40);
    for (int i = 0; i < 200; ++i) {
        snprintf(name, sizeof name, "%x", (unsigned)i);
        if (i % 3) {
            g_assert_cmpint(mkdirat(folder, name, 0700), ==, 0);
            int inner = openat(folder, name, O_RDONLY | O_DIRECTORY);
            make_chain(inner, name, 2);
            g_assert_cmpint(symlinkat(other, inner, "link"), ==, 0);
            close(inner);
            g_assert_cmpint(fchmodat(folder, name,
                                     modes[(size_t)i % G_N_ELEMENTS(modes)], 0),
                            ==, 0);
        } else {
            close(openat(folder, name, O_CREAT | O_WRONLY, 0));
        }
    }
    g_assert_cmpint(fchmod(folder, 0), ==, 0);
    close(folder);
}

/* Ends the process with PATH registered, which END does; NULL: removes it. */
static void end_with_folder(const char *path, void (*end)(void))
{
    cleanup_folder(path);
    if (end && freopen("/dev/null", "w", stderr))
        end();
    remove_folder(path);
}

/* Fills PATH as the user USER, and removes it by END. */
static void remove_hostile(const char *path, const char *other, uid_t user,
                           void (*end)(void))
{
    if (user && (chown(other, user, user) != 0 || setgid(user) != 0 ||
                 setuid(user) != 0))
        _exit(1);
    fill_hostile(path, other);
    end_with_folder(path, end);
    _exit(0);
}

/* The folder of a hostile program is removed, for root and for other users,
 * however the process ends; what its links lead to stays as it was. */
static void test_hostile_folder(Place *place, gconstpointer unused)
{
    static void (*const ends[])(void) = {end_without_memory, end_by_signal,
                                         end_by_check, NULL, NULL};
    char *made = g_build_filename(place->folder, "made", NULL);
    char *other = g_build_filename(place->folder, "other", NULL);
    char *file = g_build_filename(other, "file", NULL);
    struct stat status;

    (void)unused;
    g_assert_cmpint(g_mkdir(other, 0755), ==, 0);
    g_assert_true(g_file_set_contents(file, "x", 1, NULL));
    g_assert_cmpint(chmod(place->folder, 0777), ==, 0);
    for (size_t i = 0; i < G_N_ELEMENTS(ends); ++i) {
        bool last = i + 1 == G_N_ELEMENTS(ends);
        int ended;
        pid_t process = fork();
        if (process == 0)
            remove_hostile(made, other, last && getuid() == 0 ? 65534 : 0,
                           ends[i]);
        g_assert_cmpint(waitpid(process, &ended, 0), ==, process);
        g_assert_true(ends[i] || ended == 0);
        g_assert_cmpint(lstat(made, &status), ==, -1);
        g_assert_true(g_file_test(file, G_FILE_TEST_EXISTS));
        g_assert_cmpint(stat(other, &status), ==, 0);
        g_assert_cmpint(status.st_mode & 0777, ==, 0755);
    }
    remove_folder(made); /* nothing is there: nothing happens */
    remove_folder(other);
    g_assert_false(g_file_test(other, G_FILE_TEST_EXISTS));
    g_free(made);
    g_free(other);
    g_free(file);
}

/* ---- Drafts ---- */

/* Nothing is there until it is kept; dropped, nothing ever is. */
static void test_atomic_file(Place *place, gconstpointer unused)
{
    Error error = {0};
    AtomicFile output;

    (void)unused;
    for (int kept = 0; kept < 2; ++kept) {
        g_assert_true(atomic_file_open(&output, place->file, &error));
        g_assert_true(atomic_file_write(&output, "first ", 6));
        g_assert_true(atomic_file_write(&output, "second", 6));
        g_assert_false(g_file_test(place->file, G_FILE_TEST_EXISTS));
        pid_t child = fork();
        if (child == 0) { /* what it cleans up is its own */
            cleanup_now();
            _exit(0);
        }
        g_assert_cmpint(waitpid(child, NULL, 0), ==, child);
        g_assert_true(g_file_test(output.temporary, G_FILE_TEST_EXISTS));
        if (kept)
            g_assert_true(atomic_file_keep(&output, &error));
        else
            atomic_file_drop(&output);
        g_assert_true(g_file_test(place->file, G_FILE_TEST_EXISTS) == kept);
    }
    holds(place->file, "first second", 12);
    atomic_file_drop(&output); /* kept, it stays */
    holds(place->file, "first second", 12);
    /* what may not be replaced is refused at once, by its name */
    g_assert_false(atomic_file_open(&output, place->folder, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, place->folder));
    atomic_file_drop(&output);
}

/* All folders on the way are made, but not the last name; a file in the way is
 * named. */
static void test_make_folders(Place *place, gconstpointer unused)
{
    Error error = {0};
    char *deep = g_build_filename(place->folder, "a", "b", "c", NULL);
    char *below = g_build_filename(place->file, "b", NULL);

    (void)unused;
    for (int again = 0; again < 2; ++again)
        g_assert_true(base_make_folders(deep, &error));
    g_assert_false(g_file_test(deep, G_FILE_TEST_EXISTS));
    g_assert_cmpint(g_mkdir(deep, 0777), ==, 0);
    for (int depth = 0; depth < 3; ++depth) { /* and none besides */
        g_assert_cmpint(g_rmdir(deep), ==, 0);
        *strrchr(deep, '/') = '\0';
    }
    g_assert_cmpstr(deep, ==, place->folder);
    g_assert_true(g_file_set_contents(place->file, "x", 1, NULL));
    char *deeper = g_build_filename(below, "c", NULL);
    g_assert_false(base_make_folders(deeper, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, below));
    g_free(deeper);
    g_free(below);
    g_free(deep);
}

/* ---- Signals ---- */

/* A signal that came is noted, and ends the program when it obeys; one that was
 * ignored still is. */
static void test_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < G_N_ELEMENTS(signals); ++i)
        for (int ignored = 0; ignored < 2; ++ignored) {
            int status = 0;
            pid_t child = fork();
            if (child == 0) {
                if (ignored)
                    signal(signals[i], SIG_IGN);
                interrupt_catch();
                interrupt_obey(); /* nothing has come */
                raise(signals[i]);
                if (interrupt_asked() == (ignored != 0))
                    _exit(1);
                interrupt_release();
                interrupt_obey();
                _exit(ignored ? 0 : 2);
            }
            g_assert_cmpint(waitpid(child, &status, 0), ==, child);
            if (ignored)
                g_assert_cmpint(status, ==, 0);
            else
                g_assert_true(WIFSIGNALED(status) &&
                              WTERMSIG(status) == signals[i]);
        }
}

/* ---- Bars of progress ---- */

/* On a terminal, at once, and taken away again; elsewhere nothing. */
static void test_progress(void)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    char seen[400] = "";

    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        g_test_skip("no terminal is to be had");
        return;
    }
    alarm(60); /* who reads what was not sent would wait for ever */
    FILE *terminal = fopen(ptsname(master), "w");
    FILE *file = tmpfile();
    g_assert_true(terminal && file);
    for (int i = 0; i < 4; ++i) {
        Progress progress = progress_new(i == 0   ? terminal
                                         : i == 1 ? NULL
                                         : i == 2 ? file
                                                  : terminal,
                                         "frames", i < 3);
        progress_show(&progress, 1, 4);
        progress_show(&progress, 1, 4);
        if (i == 0) {
            g_assert_cmpint(read(master, seen, sizeof seen - 1), >, 0);
            g_assert_cmpstr(seen, ==,
                            "\r[##########..............................]"
                            "  1 of 4 frames");
        }
        progress_end(&progress);
        progress_end(&progress);
        if (i == 0) {
            memset(seen, 0, sizeof seen);
            g_assert_cmpint(read(master, seen, sizeof seen - 1), >, 0);
            g_assert_cmpstr(seen, ==, "\r\033[K");
        }
    }
    g_assert_cmpint((int)ftell(file), ==, 0);
    fputs("only this", terminal);
    fclose(terminal);
    memset(seen, 0, sizeof seen);
    g_assert_cmpint(read(master, seen, sizeof seen - 1), >, 0);
    g_assert_cmpstr(seen, ==, "only this");
    alarm(0);
    fclose(file);
    close(master);
}

/* A path without the folders that it leaves again. */
static void test_plain_path(void)
{
    static const char *const cases[][2] = {
        {"/a/b", "/a/b"},       {"//a/./b/", "/a/b"}, {"/a/../b", "/b"},
        {"/a/b/../../c", "/c"}, {"/../a", "/a"},      {"/a/..", ""},
        {"/a/b/..", "/a"},      {"/.../a", "/.../a"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char *plain = base_plain_path(cases[i][0]);
        g_assert_cmpstr(plain, ==, cases[i][1]);
        free(plain);
    }
}

static void test_shortest_number(void)
{
    static const struct {
        double x;
        const char *text;
    } cases[] = {{0, "0"},       {17, "17"},         {0.25, ".25"},
                 {-3.999, "-4"}, {0.004, "0"},       {-0.004, "0"},
                 {-0.5, "-.5"},  {1.005, "1"},       {100.1, "100.1"},
                 {0.05, ".05"},  {-12.34, "-12.34"}, {1e300, "1000000000000"},
                 {1920, "1920"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Text text = {0};
        text_add_number(&text, cases[i].x);
        g_assert_cmpstr(text.text, ==, cases[i].text);
        text_free(&text);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*test)(Place *place, gconstpointer unused);
    } tests[] = {
        {"/base/a-file-is-what-was-saved-last", test_files},
        {"/base/a-link-stays-one", test_link},
        {"/base/what-is-no-file-is-refused", test_no_files},
        {"/base/a-stale-part-is-not-in-the-way", test_stale},
        {"/base/a-disk-that-refuses-leaves-the-old-file", test_disk},
        {"/base/no-end-leaves-half-a-file", test_ends},
        {"/base/hostile-folders-are-removed", test_hostile_folder},
        {"/base/drafts-appear-when-kept", test_atomic_file},
        {"/base/folders-on-the-way-are-made", test_make_folders},
    };

    /* nohup and shells in the background hand on signals that are ignored. */
    signal(SIGHUP, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(tests); ++i)
        g_test_add(tests[i].name, Place, NULL, place_open, tests[i].test,
                   place_close);
    g_test_add_func("/base/powers-of-two", test_numbers);
    g_test_add_func("/base/an-error-is-one-printable-line", test_error);
    g_test_add_func("/base/signals-are-noted-then-obeyed", test_signals);
    g_test_add_func("/base/progress-on-terminals-only", test_progress);
    g_test_add_func("/base/paths-leave-no-detours", test_plain_path);
    g_test_add_func("/base/shortest-number", test_shortest_number);
    return g_test_run();
}
