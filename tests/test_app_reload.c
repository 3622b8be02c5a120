/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/reload.c with src/window/app.c: a program is shown, its
 * files are saved, and the window follows, or says why it cannot.
 */
#include "cli/command_line.h"
#include "cli/request.h"
#include "trace/store.h"
#include "window/chrome.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum { DEADLINE = 120 }; /* seconds, for a machine that has much to do */

/* ---- Files ----------------------------------------------------------------*/

/* A folder for the sources and, in it, one for what is built. */
static char *folder, *scratch;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

/* As most editors do: another file takes the place of the old one. */
static void save(const char *name, const char *text)
{
    char *path = path_of(name);

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_free(path);
}

/* As the others do: the same file is written again. */
static void save_in_place(const char *name, const char *text)
{
    char *path = path_of(name);
    FILE *file = fopen(path, "w");

    g_assert_nonnull(file);
    g_assert_cmpint(fputs(text, file), >=, 0);
    g_assert_cmpint(fclose(file), ==, 0);
    g_free(path);
}

/* A program of STEPS steps, in which the threads of a block pass numbers on;
 * COMMENT stands beside the line that runs, DONE in main. */
static char *program(int threads, int steps, const char *comment,
                     const char *done)
{
    return g_strdup_printf(
        "#include <unistd.h>\n"
        "__global__ void pass(int *out, const int *in)\n"
        "{\n"
        "    __shared__ int ring[%d];\n"
        "    int i = threadIdx.x;\n"
        "    ring[i] = in[i];\n"
        "    for (int s = 0; s < %d; s++) {\n"
        "        __syncthreads();\n"
        "        int next = ring[(i + 1) %% %d];\n"
        "        __syncthreads();\n"
        "        ring[i] = next; // %s\n"
        "    }\n"
        "    out[i] = ring[i];\n"
        "}\n"
        "int main(void)\n"
        "{\n"
        "    int *out, *in;\n"
        "    cudaMalloc(&out, %d * 4), cudaMalloc(&in, %d * 4);\n"
        "    pass<<<1, %d>>>(out, in);\n"
        "    cudaDeviceSynchronize();\n"
        "    %s\n"
        "    return 0;\n"
        "}\n",
        threads, steps, threads, comment, threads, threads, threads, done);
}

static void save_program(const char *name, int steps, const char *comment,
                         const char *done)
{
    char *text = program(8, steps, comment, done);

    save(name, text);
    g_free(text);
}

/* ---- The window -----------------------------------------------------------*/

static Options options;
static char *names[2];
static Trace *traces[OPTIONS_MAX_OPERANDS];
static Reload *reload;

/* What `upsweep view FILE ...` does. */
static void open_files(const char *first, const char *second)
{
    char *line[] = {(char *)(uintptr_t) "view", (char *)(uintptr_t) "--yes",
                    NULL, NULL};
    Error error = {ERROR_NONE, ""};
    int count = second ? 2 : 1;

    line[2] = names[0] = path_of(first);
    line[3] = names[1] = second ? path_of(second) : NULL;
    if (!command_line_read(&options, ~UINT64_C(0), 2 + count, line, &error))
        g_error("%s", error.text);
    if (!request_traces(&options, 1, 4, traces, &error))
        g_error("%s", error.text);
    reload = reload_new(&options);
    g_assert_nonnull(reload);
    AppOptions app = {.width = 1280, .height = 720, .reload = reload};
    user_open_with(traces, count, &app);
    user_still(); /* without animation */
}

static bool is_mine(const char *process)
{
    char *path = g_build_filename("/proc", process, "cmdline", NULL);
    char *line = NULL;
    gsize length = 0;
    bool mine = false;

    if (g_ascii_isdigit(process[0]))
        g_file_get_contents(path, &line, &length, NULL);
    for (gsize i = 0; i < length && !mine; i += strlen(line + i) + 1)
        mine = strstr(line + i, scratch) != NULL;
    g_free(line);
    g_free(path);
    return mine;
}

/* How many processes were started from what was built here. */
static int count_processes(void)
{
    GDir *all = g_dir_open("/proc", 0, NULL);
    const char *name;
    int count = 0;

    while (all && (name = g_dir_read_name(all)))
        count += is_mine(name);
    if (all)
        g_dir_close(all);
    return count;
}

static void close_files(void)
{
    user_close();
    reload_free(reload);
    request_free(traces, options.operands_count);
    g_free(names[0]);
    g_free(names[1]);
    /* There is neither a process nor a file. */
    g_assert_cmpint(waitpid(-1, NULL, WNOHANG), ==, -1);
    g_assert_cmpint(errno, ==, ECHILD);
    /* One that was killed may need a moment to be gone. */
    for (int i = 0; i < 100 && count_processes() > 0; ++i)
        g_usleep(20000);
    g_assert_cmpint(count_processes(), ==, 0);
    GDir *left = g_dir_open(scratch, 0, NULL);
    g_assert_null(g_dir_read_name(left));
    g_dir_close(left);
}

static bool frame_reads(const char *part)
{
    const DisplayList *list = user_look().frame;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strstr(shape_text(list, list->shapes + i), part))
            return true;
    return false;
}

/* Lets time pass until the window shows the text: in the frame, or, if it
 * starts so, in the chrome. */
static void wait_for(const char *text)
{
    gint64 start = g_get_monotonic_time(), last = start;

    while (!frame_reads(text) && !user_reads(text)) {
        gint64 now = g_get_monotonic_time();
        if (now - start > DEADLINE * G_USEC_PER_SEC)
            g_error("after %d s nothing reads \"%s\"", DEADLINE, text);
        g_assert_cmpfloat(app_due(user_app()), <=, 0.2); /* it stays awake */
        app_tick(user_app(), (double)(now - last) / G_USEC_PER_SEC);
        user_settle();
        last = now;
        g_usleep(5000);
    }
}

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

/* What was saved is shown, and not only what was saved before. */
static void wait_for_saved(void)
{
    struct rusage before, after;
    gint64 start = g_get_monotonic_time();

    getrusage(RUSAGE_CHILDREN, &before);
    wait_for("building ");
    wait_for("saved, ");
    getrusage(RUSAGE_CHILDREN, &after);
    g_test_message("from save to picture %.2f s; the processor worked %.2f s",
                   (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC,
                   seconds_of(&after.ru_utime) + seconds_of(&after.ru_stime) -
                       seconds_of(&before.ru_utime) -
                       seconds_of(&before.ru_stime));
}

/* ---- Tests ----------------------------------------------------------------*/

/* The new trace is at the place of the old one. */
static void test_saved(void)
{
    save_program("a.cu", 6, "at first", "");
    open_files("a.cu", NULL);
    g_assert_true(user_reads("watching a.cu"));
    for (int i = 0; i < 4; ++i)
        user_press(SDLK_RIGHT);
    for (int i = 0; i < 4; ++i)
        user_press(SDLK_RIGHT);
    user_press(SDLK_t);
    uint32_t tick = user_look().player->tick;
    g_assert_cmpuint(tick, ==, 8);
    g_assert_true(frame_reads("at first"));

    save_program("a.cu", 7, "and then", "");
    g_assert_true(frame_reads("at first")); /* until it is there */
    wait_for_saved();
    g_assert_true(frame_reads("and then"));
    g_assert_false(frame_reads("at first"));
    g_assert_cmpuint(user_look().player->tick, ==, tick);
    g_assert_cmpint(user_look().theme, ==, THEME_DARK);
    g_assert_false(user_look().player->playing);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().player->tick, ==, tick + 1);
    g_assert_true(user_reads("saved, recorded again"));
    close_files();
}

/* A header that is included, written in place; one that was not there yet. */
static void test_headers(void)
{
    save("n.h", "#define N 8 // one\n");
    save("b.cu", "#include \"n.h\"\n"
                 "__global__ void k(int *out)\n"
                 "{\n"
                 "    __shared__ int a[N];\n"
                 "    a[threadIdx.x] = N;\n"
                 "    out[threadIdx.x] = a[threadIdx.x];\n"
                 "}\n"
                 "int main()\n"
                 "{\n"
                 "    int *out;\n"
                 "    cudaMalloc(&out, N * 4);\n"
                 "    k<<<1, N>>>(out);\n"
                 "}\n");
    open_files("b.cu", NULL);
    g_assert_cmpuint(traces[0]->grids[0].threads, ==, 8);
    save_in_place("n.h", "#define N 16\n");
    wait_for_saved();
    const Trace *trace = user_look().player->traces[0];
    g_assert_cmpuint(trace->grids[0].threads, ==, 16);
    save_in_place("n.h", "#include \"m.h\"\n");
    wait_for("b.cu does not compile");
    save("m.h", "#define N 4\n");
    wait_for_saved();
    g_assert_cmpuint(user_look().player->traces[0]->grids[0].threads, ==, 4);
    close_files();
}

/* The compiler's message lies over the old picture, which stays as it is. */
static void test_fault(void)
{
    save_program("a.cu", 3, "first", "");
    open_files("a.cu", NULL);
    user_press(SDLK_RIGHT);
    save_program("a.cu", 3, "first", "undeclared = 1;");
    wait_for("a.cu does not compile");
    char *where = path_of("a.cu:21:5: error: ");
    g_assert_true(user_reads(where));
    g_assert_true(user_app()->state.fault);
    g_assert_true(user_app()->painted.scene.dimmed);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().player->tick, ==, 2);
    g_assert_true(user_reads(where));
    user_press(SDLK_ESCAPE);
    g_assert_false(user_reads(where));
    g_assert_true(user_reads("a.cu does not compile")); /* the note */
    g_assert_true(user_is_in());

    save_program("a.cu", 3, "other", "still_undeclared = 1;");
    wait_for("building ");
    wait_for(where); /* it is there again */
    save_program("a.cu", 3, "third", "");
    wait_for_saved();
    g_assert_false(user_reads(where));
    g_assert_false(user_reads("a.cu does not compile"));
    g_assert_false(user_app()->painted.scene.dimmed);
    g_assert_false(user_app()->state.fault);
    g_assert_cmpuint(user_look().player->tick, ==, 2);
    g_free(where);
    close_files();
}

/* What the program does wrong is one line over what was recorded before; a
 * press on it closes it. */
static void test_wrong(void)
{
    save_program("a.cu", 3, "first", "");
    open_files("a.cu", NULL);
    save_program("a.cu", 3, "second", "int never = *out; (void)never;");
    wait_for("a.cu ended early");
    char *where = path_of("a.cu:21: the host loads device memory");
    g_assert_true(user_reads(where));
    g_free(where);
    g_assert_true(user_app()->state.fault);
    user_press(SDLK_ESCAPE);
    g_assert_false(user_app()->state.fault);
    g_assert_true(user_reads("a.cu ended early"));
    user_press(SDLK_END);
    g_assert_true(frame_reads("second"));
    g_assert_true(frame_reads("Ended early:"));
    save_program("a.cu", 3, "third", "");
    wait_for_saved();
    g_assert_false(user_reads("a.cu ended early"));
    g_assert_false(frame_reads("Ended early:"));
    close_files();
}

/* Has NAME been built? */
static bool is_built(const char *name)
{
    GDir *all = g_dir_open(scratch, 0, NULL);
    const char *build = g_dir_read_name(all);
    char *file = build ? g_build_filename(scratch, build, name, NULL) : NULL;
    bool there = file && g_file_test(file, G_FILE_TEST_EXISTS);

    g_free(file);
    g_dir_close(all);
    return there;
}

/* The compiler, and what it has started, if it has; or it is done. */
static bool compiles(void)
{
    return count_processes() > 1 || is_built("0.o");
}

static bool runs(void)
{
    return is_built("program") && count_processes() == 1;
}

static void wait_until(bool (*check)(void))
{
    gint64 start = g_get_monotonic_time();

    while (!check()) {
        app_tick(user_app(), 0.002);
        user_settle();
        g_usleep(2000);
        g_assert_cmpint(g_get_monotonic_time() - start, <,
                        DEADLINE * G_USEC_PER_SEC);
    }
    g_assert_true(user_reads("building ") || user_reads("opening "));
}

/* While it is built or runs, the window closes at once, and so does what it has
 * started. */
static void test_closed(void)
{
    static const char sleeps[] = "sleep(600);";

    for (int late = 0; late < 3; ++late) {
        save_program("a.cu", 3, "first", "");
        open_files("a.cu", NULL);
        save_program("a.cu", 3, "first", sleeps);
        wait_for("building ");
        if (late)
            wait_until(late == 1 ? compiles : runs);
        close_files();
    }

    /* What is saved meanwhile takes the place of what runs. */
    save_program("a.cu", 3, "first", "");
    open_files("a.cu", NULL);
    save_program("a.cu", 3, "first", sleeps);
    wait_for("building ");
    wait_until(runs);
    save_program("a.cu", 3, "third", "");
    wait_for("saved, ");
    close_files();
}

static void save_sized(const char *name, int threads)
{
    char *text = program(threads, 2, "sized", "");

    save(name, text);
    g_free(text);
}

/* Of two programs, both are followed; versions that do not compare wait for
 * each other. */
static void test_pair(void)
{
    save_program("a.cu", 3, "a first", "");
    save_program("c.cu", 3, "c first", "");
    open_files("a.cu", "c.cu");
    g_assert_true(user_reads("watching 2 programs"));
    save_program("c.cu", 3, "c then", "");
    wait_for_saved();
    g_assert_true(user_look().player->traces[0] == traces[0]);
    g_assert_true(user_look().player->traces[1] != traces[1]);
    const Trace *second = user_look().player->traces[1];

    save_program("a.cu", 3, "a then", "undeclared = 1;");
    wait_for("a.cu does not compile");
    save_program("c.cu", 4, "c again", "");
    wait_for("building and running c.cu ...");
    wait_for("a.cu does not compile");
    g_assert_true(user_look().player->traces[1] != second);
    save_program("a.cu", 3, "a again", "");
    wait_for_saved();
    g_assert_true(user_look().player->traces[0] != traces[0]);

    save_sized("a.cu", 16);
    wait_for("cannot compare");
    g_assert_cmpuint(user_look().player->traces[0]->grids[0].threads, ==, 8);
    save_sized("c.cu", 16);
    wait_for_saved();
    for (int t = 0; t < 2; ++t)
        g_assert_cmpuint(user_look().player->traces[t]->grids[0].threads, ==,
                         16);
    close_files();
}

/* ---- Files that are dropped
 * ------------------------------------------------*/

/* Of files that may be new the user says that they may be built. */
static void say_yes(void)
{
    if (user_app()->dialog && user_app()->dialog->kind == DIALOGS_PROGRAM)
        user_press(SDLK_RETURN);
}

static void drop_only(const char *const names_of[], int count)
{
    user_drop(SDL_DROPBEGIN, NULL);
    for (int i = 0; i < count; ++i) {
        char *path = path_of(names_of[i]);
        user_drop(SDL_DROPFILE, path);
        g_free(path);
    }
    user_drop(SDL_DROPCOMPLETE, NULL);
}

static void drop(const char *const names_of[], int count)
{
    drop_only(names_of, count);
    say_yes();
}

static void drop_one(const char *name)
{
    drop(&name, 1);
}

/* As close_files, where the window was opened on traces. */
static void open_catalog(int count)
{
    options = (Options){0};
    names[0] = names[1] = NULL;
    reload = NULL;
    user_open(user_traces, count, 1280, 720);
    user_still();
}

/* A program takes the place of what is shown once it is recorded; meanwhile
 * that is as it was, and can be walked.  Then it is watched. */
static void test_dropped(void)
{
    save_program("a.cu", 3, "dropped", "");
    open_catalog(2);
    drop_one("a.cu");
    g_assert_true(user_reads("opening a.cu ..."));
    g_assert_cmpint(user_look().player->count, ==, 2);
    g_assert_cmpfloat(app_due(user_app()), ==, 0);
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().player->tick, ==, 1);
    wait_for("opened");
    g_assert_cmpint(user_look().player->count, ==, 1);
    g_assert_cmpuint(user_look().player->tick, ==, 0);
    user_press(SDLK_RIGHT);
    g_assert_true(frame_reads("dropped"));
    app_tick(user_app(), 5); /* the message's end */
    user_settle();
    g_assert_true(user_reads("watching a.cu"));
    save_program("a.cu", 3, "saved then", "");
    wait_for_saved();
    g_assert_true(frame_reads("saved then"));
    g_assert_cmpuint(user_look().player->tick, ==, 1);
    close_files();
}

/* Several files with one main are one program, in whatever order. */
static void test_dropped_parts(void)
{
    static const char *const parts[] = {"k.cuh", "part.cu", "m.cu"};

    save("k.cuh", "__global__ void k(int *out);\nvoid launch(int *out);\n");
    save("part.cu", "#include \"k.cuh\"\n"
                    "__global__ void k(int *out)\n"
                    "{\n"
                    "    __shared__ int a[16];\n"
                    "    a[threadIdx.x] = 7;\n"
                    "    out[threadIdx.x] = a[threadIdx.x];\n"
                    "}\n"
                    "void launch(int *out)\n"
                    "{\n"
                    "    k<<<1, 16>>>(out);\n"
                    "}\n");
    save("m.cu", "#include \"k.cuh\"\n"
                 "int main()\n"
                 "{\n"
                 "    int *out;\n"
                 "    cudaMalloc(&out, 64);\n"
                 "    launch(out);\n"
                 "    cudaDeviceSynchronize();\n"
                 "}\n");
    open_catalog(1);
    drop(parts, 3);
    g_assert_true(user_reads("opening m.cu ...")); /* which has the main */
    wait_for("opened");
    g_assert_cmpint(user_look().player->count, ==, 1);
    g_assert_cmpuint(user_look().player->traces[0]->grids[0].threads, ==, 16);
    close_files();
}

/* Each with a main is its own program; a trace stands beside them. */
static void test_dropped_pair(void)
{
    static const char *const both[] = {"a.cu", "some.upsweep", "c.cu"};
    char *path = path_of("some.upsweep");
    Error error;

    save_program("a.cu", 3, "a", "");
    save_program("c.cu", 3, "c", "");
    open_catalog(1);
    drop(both, 3);
    g_assert_true(user_look().message &&
                  strstr(user_look().message, "some.upsweep"));
    g_assert_null(user_app()->opening);
    g_assert_cmpint(user_look().player->count, ==, 1);

    drop_one("a.cu");
    wait_for("opened");
    g_assert_true(store_write(user_look().player->traces[0], path, &error));
    drop(both, 3);
    g_assert_true(user_reads("opening 2 programs ..."));
    gint64 start = g_get_monotonic_time();
    while (user_app()->opening) {
        app_tick(user_app(), 0.01);
        user_settle();
        g_usleep(5000);
        g_assert_cmpint(g_get_monotonic_time() - start, <,
                        DEADLINE * G_USEC_PER_SEC);
    }
    g_assert_cmpint(user_look().player->count, ==, 3);
    close_files();
    g_unlink(path);
    g_free(path);
}

/* What does not compile, does something wrong, or is no program is reported
 * over the old picture, which stays; saved again, it opens. */
static void test_dropped_bad(void)
{
    save_program("a.cu", 3, "first", "");
    save_program("b.cu", 3, "bad", "undeclared = 1;");
    open_files("a.cu", NULL);
    user_press(SDLK_RIGHT);
    drop_one("b.cu");
    wait_for("b.cu does not compile");
    char *where = path_of("b.cu:21:5: error: ");
    g_assert_true(user_reads(where));
    g_assert_true(frame_reads("first"));
    g_assert_cmpuint(user_look().player->tick, ==, 1);
    g_assert_true(user_look().player->traces[0] == traces[0]);
    user_press(SDLK_ESCAPE); /* gives it up */
    app_tick(user_app(), 0.01);
    user_settle();
    g_assert_false(user_reads("b.cu"));
    g_assert_true(user_reads("watching a.cu"));
    save_program("a.cu", 3, "first again", "");
    wait_for_saved();
    g_assert_true(frame_reads("first again"));

    drop_one("b.cu");
    wait_for("b.cu does not compile");
    save_program("b.cu", 3, "fixed", "");
    wait_for("opened");
    user_press(SDLK_RIGHT);
    g_assert_true(frame_reads("fixed"));
    g_assert_false(user_app()->state.fault);

    save_program("b.cu", 3, "fixed", "int never = *out; (void)never;");
    wait_for("b.cu ended early");
    save("n.h", "#define N 8\n");
    drop_one("n.h");
    char *alone = path_of("n.h does not link"); /* it has no main */
    wait_for(alone);
    g_free(alone);
    g_assert_true(frame_reads("fixed"));
    user_press(SDLK_ESCAPE);
    app_tick(user_app(), 0.01);
    user_settle();
    g_assert_true(user_is_in());
    drop_one("nowhere.cu");
    g_assert_true(user_look().message &&
                  strstr(user_look().message, "nowhere.cu"));
    g_assert_null(user_app()->opening);
    g_assert_true(frame_reads("fixed"));
    g_free(where);
    close_files();
}

/* A program that is new is built only after a yes. */
static void test_asked(void)
{
    const char *name = "asked.cu";

    save_program(name, 3, "asked", "");
    open_catalog(1);
    drop_only(&name, 1);
    g_assert_nonnull(user_look().dialog);
    g_assert_true(user_reads("Build and run"));
    g_assert_true(user_reads("Upsweep must compile and run it."));
    g_assert_nonnull(strstr(user_look().dialog->title, "/asked.cu is new"));
    user_key(SDLK_RETURN, KMOD_NONE, true); /* a key that is still held */
    g_assert_nonnull(user_look().dialog);
    user_press(SDLK_ESCAPE);
    g_assert_null(user_look().dialog);
    g_assert_true(user_reads("nothing was compiled or run"));
    g_assert_false(user_reads("opening "));
    g_assert_cmpfloat(app_due(user_app()), >, 1);
    drop_only(&name, 1);
    user_press(SDLK_RETURN);
    g_assert_true(user_reads("opening asked.cu ..."));
    wait_for("opened");
    user_press(SDLK_RIGHT);
    g_assert_true(frame_reads("asked"));
    save_program(name, 3, "asked once", "");
    wait_for_saved();
    g_assert_null(user_look().dialog);
    drop_only(&name, 1);
    g_assert_null(user_look().dialog);
    wait_for("opened");
    close_files();
}

/* Arguments that are changed in the set-up run the program again. */
static void test_setup(void)
{
    const char *name = "setup.cu";

    save_program(name, 3, "set up", "");
    open_catalog(1);
    drop_one(name);
    wait_for("opened");
    user_press(SDLK_DOWN);
    uint32_t step = player_step(user_look().player);
    user_press(SDLK_u);
    g_assert_true(user_reads("Arguments"));
    g_assert_false(user_reads("Elements, n"));
    Rect box = ui_box_of(user_look().chrome, ui_id("arguments"));
    user_click(box.x + 5, box.y + 5);
    user_type(SDLK_UNKNOWN, "12 x");
    user_press(SDLK_RETURN);
    g_assert_true(user_reads("opening setup.cu ..."));
    wait_for("opened");
    const Options *asked = &user_app()->session.wanted->options;
    g_assert_cmpint(asked->arguments_count, ==, 2);
    g_assert_cmpstr(asked->arguments[1], ==, "x");
    g_assert_cmpuint(player_step(user_look().player), ==, step);
    close_files();
}

static const UserTest tests[] = {
    {"/app_reload/asked", test_asked},
    {"/app_reload/setup", test_setup},
    {"/app_reload/saved", test_saved},
    {"/app_reload/headers", test_headers},
    {"/app_reload/fault", test_fault},
    {"/app_reload/wrong", test_wrong},
    {"/app_reload/closed", test_closed},
    {"/app_reload/pair", test_pair},
    {"/app_reload/dropped", test_dropped},
    {"/app_reload/dropped_parts", test_dropped_parts},
    {"/app_reload/dropped_pair", test_dropped_pair},
    {"/app_reload/dropped_bad", test_dropped_bad},
};

static void remove_all(const char *path)
{
    GDir *all = g_dir_open(path, 0, NULL);
    const char *name;

    while (all && (name = g_dir_read_name(all))) {
        char *file = g_build_filename(path, name, NULL);
        remove_all(file);
        g_remove(file);
        g_free(file);
    }
    if (all)
        g_dir_close(all);
}

/* Can a program be recorded here? */
static bool records(Error *error)
{
    char *line[] = {(char *)(uintptr_t) "view", NULL};
    Options asked;

    save_program("a.cu", 1, "", "");
    line[1] = path_of("a.cu");
    bool good = command_line_read(&asked, ~UINT64_C(0), 2, line, error);
    asked.yes = true;
    Trace *trace = good ? request_program(&asked, 0, NULL, error) : NULL;
    trace_free(trace);
    g_free(line[1]);
    return trace != NULL;
}

int main(int argc, char **argv)
{
    Error error = {ERROR_NONE, ""};
    int status = 0;

    folder = g_dir_make_tmp("test_app_reload_XXXXXX", NULL);
    scratch = g_build_filename(folder, "scratch", NULL);
    g_mkdir(scratch, 0700);
    g_setenv("TMPDIR", scratch, true);
    if (records(&error))
        status = user_main(argc, argv, 8, tests, G_N_ELEMENTS(tests));
    else if (strstr(error.text, "needs clang") ||
             strstr(error.text, "does not run programs"))
        printf("1..0 # SKIP %s\n", error.text);
    else
        g_error("%s", error.text);
    remove_all(folder);
    g_rmdir(folder);
    g_free(scratch);
    g_free(folder);
    return status;
}
