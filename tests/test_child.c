/* SPDX-License-Identifier: MIT
 *
 * Another program is run to its end: its output, its status, its limits.
 */
#include "program/child.h"
#include "program/sandbox.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs SCRIPT within the limits of SPEC. */
static ChildResult run(const char *script, ChildSpec spec)
{
    const char *const words[] = {"/bin/sh", "-c", script, NULL};
    const char *const settings[] = {"UPSWEEP_TRY", "hello", NULL};
    ChildResult result;
    Error error;

    spec.arguments = spec.arguments ? spec.arguments : words;
    spec.settings = settings;
    spec.keep = -1;
    g_assert_true(child_run(&spec, &result, &error));
    return result;
}

/* A file of its output takes the place of what was there. */
static void test_output(void)
{
    char *folder = g_dir_make_tmp("child-XXXXXX", NULL);
    char *path = g_build_filename(folder, "out", NULL), *text;

    for (int empty = 0; empty < 2; ++empty) {
        ChildResult result = run(empty ? "exit 7" : "echo $UPSWEEP_TRY; exit 7",
                                 (ChildSpec){.output = path});
        g_assert_cmpint(result.number, ==, 7);
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_assert_cmpstr(text, ==, empty ? "" : "hello\n");
        g_free(text);
    }
    g_unlink(path);
    g_rmdir(folder);
    /* a file that cannot be made */
    const char *const words[] = {"/bin/sh", "-c", ":", NULL};
    ChildSpec spec = {.arguments = words, .output = path, .keep = -1};
    ChildResult result;
    Error error;
    g_assert_false(child_run(&spec, &result, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, path));
    g_free(path);
    g_free(folder);
}

/* Settings take the place of variables; others, whose names begin or end alike,
 * stay, and so does our own environment. */
static void test_environment(void)
{
    g_setenv("UPSWEEP_TRY", "ours", true);
    g_setenv("UPSWEEP_TRY_MORE", "more", true);
    g_setenv("UPSWEEP_TR", "less", true);
    ChildResult result = run("[ $UPSWEEP_TRY$UPSWEEP_TRY_MORE$UPSWEEP_TR = "
                             "hellomoreless ] && "
                             "[ $(env | grep -c ^UPSWEEP_TRY=) = 1 ]",
                             (ChildSpec){.seconds = 20});
    g_assert_cmpint(result.ending, ==, CHILD_ENDED);
    g_assert_cmpint(result.number, ==, 0);
    g_assert_cmpstr(g_getenv("UPSWEEP_TRY"), ==, "ours");
    g_unsetenv("UPSWEEP_TRY");
    g_unsetenv("UPSWEEP_TRY_MORE");
    g_unsetenv("UPSWEEP_TR");
}

/* How a program ends within limits, and what is reported. */
static void test_endings(void)
{
    char *folder = g_dir_make_tmp("child-XXXXXX", NULL);
    const char *const share[] = {"/proc/self/exe", "--share", NULL};
    const char *const missing[] = {"/nonexistent/program", NULL};
    const char *const reads[] = {"/", NULL};
    const Rights starts = {.reads = reads, .starts = true};
    const struct {
        const char *script;
        ChildSpec spec;
        ChildEnding ending;
        int number; /* -1: any */
        bool waited;
    } cases[] = {
        {"exit 0", {.seconds = 0}, CHILD_ENDED, 0, false},
        {"", {.arguments = missing}, CHILD_ENDED, 127, false},
        {"kill -TERM $$", {.seconds = 20}, CHILD_SIGNAL, SIGTERM, false},
        {"sleep 30", {.seconds = 0.2}, CHILD_LATE, -1, false},
        {"sleep 30", {.waiting = 0.3}, CHILD_LATE, -1, true},
        /* one that is busy, or would be if others let it, does not wait */
        {"i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done",
         {.waiting = 0.3},
         CHILD_ENDED,
         0,
         false},
        /* SIGXCPU comes again and again, and it may still end by itself */
        {"n=0; trap 'n=$((n + 1)); [ $n = 2 ] && exit 7' XCPU\n"
         "while :; do sleep 0.1; done",
         {.seconds = 0.3, .processor = 20},
         CHILD_LATE,
         7,
         false},
        /* the processor time of all processes of a compiler counts */
        {"for i in 1 2 3; do while :; do :; done & done; wait",
         {.rights = &starts, .processor = 2},
         CHILD_LATE,
         -1,
         false},
        /* it may not fill the disk, in files that nobody sees either */
        {"exec 3>a; rm a; head -c 100000000 /dev/zero >&3; sleep 30",
         {.folder = folder,
          .seconds = 20,
          .disk = folder,
          .disk_bytes = 30000000},
         CHILD_WROTE,
         -1,
         false},
        /* shared memory counts, which limits of the system leave out */
        {"",
         {.arguments = share, .seconds = 20, .memory = 100 << 20},
         CHILD_GREW,
         -1,
         false},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        ChildResult result = run(cases[i].script, cases[i].spec);
        g_test_message("%s", cases[i].script);
        g_assert_cmpint(result.ending, ==, cases[i].ending);
        g_assert_cmpint(result.waited, ==, cases[i].waited);
        if (cases[i].number >= 0)
            g_assert_cmpint(result.number, ==, cases[i].number);
    }
    g_rmdir(folder);
    g_free(folder);
}

/* A program of test_endings. */
static int share_memory(void)
{
    enum { BYTES = 200 << 20 };
    char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return 1;
    memset(memory, 1, BYTES);
    sleep(30);
    return 0;
}

/* From now on this process lives on a system without Landlock and without
 * filters of system calls; false if the real one has no filters. */
static bool begin_poor_system(void)
{
    enum { CREATE_RULESET = 444 }; /* of Landlock, on all machines */
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CREATE_RULESET, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {sizeof code / sizeof *code, code};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Runs a program that changes the file PATH. */
static bool run_with_few_rights(const char *path, bool apart, Error *error)
{
    const char *const words[] = {"/bin/sh", "-c", "echo more >\"$0\"", path,
                                 NULL};
    Rights rights = {.starts = false};
    ChildSpec spec = {.rights = &rights,
                      .arguments = words,
                      .keep = -1,
                      .seconds = 20,
                      .apart = apart};
    ChildResult result;

    return child_run(&spec, &result, error) && result.ending == CHILD_ENDED &&
           result.number == 0;
}

/* Without any guard a program is not run, and the system is named, not the
 * program; nor is it built. */
static int be_refused(const char *path)
{
    Error error = {.kind = 0}, first = {.kind = 0};

    if (!begin_poor_system())
        return 77;
    if (run_with_few_rights(path, false, &error) ||
        error.kind != ERROR_FAILED || !strstr(error.text, "seccomp"))
        return 1;
    if (sandbox_check("mine.cu", &first) || first.kind != ERROR_FAILED ||
        !g_str_has_prefix(first.text, "mine.cu is not run") ||
        !strstr(first.text, "UPSWEEP_SANDBOX=optional"))
        return 2;
    return strstr(sandbox_says(), "all your rights") ? 0 : 3;
}

/* Where the user allows that, it is run. */
static int be_allowed(const char *path)
{
    Error error;

    g_setenv("UPSWEEP_SANDBOX", "optional", true);
    if (!begin_poor_system())
        return 77;
    if (!sandbox_check("mine.cu", &error) ||
        !run_with_few_rights(path, false, &error))
        return 1;
    return run_with_few_rights(path, true, &error) ? 0 : 2;
}

/* That takes no guard away that there is. */
static int be_guarded(const char *path)
{
    Error error;

    g_setenv("UPSWEEP_SANDBOX", "optional", true);
    if (!rights_files() && !call_filter_here())
        return 77;
    return run_with_few_rights(path, false, &error) ? 1 : 0;
}

/* Calls DOES in its own process, since it cannot go back. */
static void check_apart(int (*does)(const char *path))
{
    char *folder = g_dir_make_tmp("child-XXXXXX", NULL);
    char *path = g_build_filename(folder, "out", NULL);
    int status;
    pid_t child = fork();

    if (child == 0)
        _exit(does(path));
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        g_test_skip("this system has no seccomp");
    else
        g_assert_cmpint(WEXITSTATUS(status), ==, 0);
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

static void test_poor_system(void)
{
    check_apart(be_refused);
}

static void test_without_sandbox(void)
{
    check_apart(be_allowed);
}

static void test_optional(void)
{
    check_apart(be_guarded);
}

static void test_setting(void)
{
    Error error;

    g_setenv("UPSWEEP_SANDBOX", "off", true);
    g_assert_false(sandbox_check("mine.cu", &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_nonnull(strstr(error.text, "\"off\"; write required"));
    g_unsetenv("UPSWEEP_SANDBOX");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--share") == 0)
        return share_memory();
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/child/output-goes-to-a-file", test_output);
    g_test_add_func("/child/settings-replace-variables", test_environment);
    g_test_add_func("/child/endings-and-limits", test_endings);
    g_test_add_func("/child/refused-without-any-guard", test_poor_system);
    g_test_add_func("/child/allowed-without-any-guard", test_without_sandbox);
    g_test_add_func("/child/guarded-although-optional", test_optional);
    g_test_add_func("/child/unknown-setting-is-refused", test_setting);
    return g_test_run();
}
