/* SPDX-License-Identifier: MIT
 *
 * Tests of src/program/background.c: what comes back from another process, and
 * that nothing of it stays.
 */
#include "program/background.h"

#include <glib.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEADLINE = 60 };

static void wait_for(Background *job)
{
    gint64 end = g_get_monotonic_time() + DEADLINE * G_USEC_PER_SEC;

    while (!background_ended(job)) {
        g_assert_cmpint(g_get_monotonic_time(), <, end);
        g_usleep(1000);
    }
}

static Background *start(BackgroundWork *work, void *user)
{
    Error error;
    Background *job = background_start(work, user, &error);

    g_assert_nonnull(job);
    return job;
}

static void end(Background *job)
{
    background_free(job);
    g_assert_cmpint(waitpid(-1, NULL, 0), ==, -1);
    g_assert_cmpint(errno, ==, ECHILD);
}

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(9);
}

static bool answer(void *user, int file, Error *error)
{
    const char *text = user;

    say("# asked\n");
    return write(file, text, strlen(text)) == (ssize_t)strlen(text) ||
           error_set(error, ERROR_FAILED, "no file");
}

static void test_result(void)
{
    char got[32] = "";
    char question[] = "forty-two";
    Background *job = start(answer, question);
    Error error = {ERROR_NONE, ""};

    wait_for(job);
    g_assert_true(background_good(job, &error));
    int file = background_file(job);
    g_assert_cmpint(pread(file, got, sizeof got, 0), ==, 9);
    g_assert_cmpstr(got, ==, "forty-two");
    g_assert_cmpstr(background_said(job), ==, "# asked\n");
    end(job);
}

static bool refuse(void *user, int file, Error *error)
{
    (void)file;
    return error_set(error, ERROR_USAGE, "not with %s", (const char *)user);
}

static bool crash(void *user, int file, Error *error)
{
    (void)user;
    (void)file;
    (void)error;
    kill(getpid(), SIGKILL);
    return true;
}

static bool use_up_memory(void *user, int file, Error *error)
{
    (void)user;
    (void)file;
    (void)error;
    base_out_of_memory();
}

static void test_faults(void)
{
    static const struct {
        BackgroundWork *work;
        const char *why;
        ErrorKind kind;
    } cases[] = {{refuse, "not with me", ERROR_USAGE},
                 {crash, "ended early", ERROR_FAILED},
                 {use_up_memory, "out of memory", ERROR_FAILED}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        char me[] = "me";
        Background *job = start(cases[i].work, me);
        Error error = {ERROR_NONE, ""};
        wait_for(job);
        g_assert_false(background_good(job, &error));
        g_assert_nonnull(strstr(error.text, cases[i].why));
        g_assert_cmpint(error.kind, ==, cases[i].kind);
        end(job);
    }
}

static bool sleep_long(void *user, int file, Error *error)
{
    (void)file;
    (void)error;
    if (user)
        signal(SIGTERM, SIG_IGN);
    say("# asleep\n");
    sleep(DEADLINE * 10);
    return true;
}

/* It ends when it is asked to, and also when it does not listen. */
static void test_stop(void)
{
    for (int deaf = 0; deaf < 2; ++deaf) {
        Background *job = start(sleep_long, deaf ? &deaf : NULL);
        Error error;
        gint64 start_time = g_get_monotonic_time();
        while (!background_ended(job) && !background_said(job)[0])
            g_usleep(1000);
        background_stop(job);
        if (!deaf) {
            wait_for(job);
            g_assert_false(background_good(job, &error));
        }
        end(job);
        g_assert_cmpint(g_get_monotonic_time() - start_time, <,
                        DEADLINE * G_USEC_PER_SEC);
    }
}

/* More than is kept, or than a pipe holds, does not stop it. */
static bool chatter(void *user, int file, Error *error)
{
    char line[1024];

    (void)user;
    (void)file;
    (void)error;
    memset(line, 'x', sizeof line);
    line[sizeof line - 2] = '\n';
    line[sizeof line - 1] = '\0';
    for (int i = 0; i < 1000; ++i)
        say(line);
    return true;
}

static void test_chatter(void)
{
    int kept = dup(STDERR_FILENO), ends[2];
    Error error;

    /* stderr is a pipe that nobody empties. */
    g_assert_cmpint(pipe(ends), ==, 0);
    dup2(ends[1], STDERR_FILENO);
    Background *job = start(chatter, NULL);
    wait_for(job);
    dup2(kept, STDERR_FILENO);
    g_assert_true(background_good(job, &error));
    g_assert_cmpuint(strlen(background_said(job)), ==, 16384);
    end(job);
    close(kept);
    close(ends[0]);
    close(ends[1]);
}

/* It ends with the process that has started it, however that ends. */
static void test_parent(void)
{
    int ends[2];
    char byte;

    g_assert_cmpint(pipe(ends), ==, 0);
    pid_t parent = fork();
    if (parent == 0) {
        close(ends[0]);
        Error error;
        Background *job = background_start(sleep_long, NULL, &error);
        while (job && !background_said(job)[0])
            background_ended(job);
        kill(getpid(), SIGKILL);
    }
    close(ends[1]);
    /* Both have the other end. */
    g_assert_cmpint(read(ends[0], &byte, 1), ==, 0);
    close(ends[0]);
    g_assert_cmpint(waitpid(parent, NULL, 0), ==, parent);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/background/result", test_result);
    g_test_add_func("/background/faults", test_faults);
    g_test_add_func("/background/stop", test_stop);
    g_test_add_func("/background/chatter", test_chatter);
#ifdef __linux__
    g_test_add_func("/background/parent", test_parent);
#endif
    return g_test_run();
}
