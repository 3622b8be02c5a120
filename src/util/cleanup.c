/* SPDX-License-Identifier: MIT
 *
 * cleanup - see cleanup.h.
 */
#include "util/cleanup.h"

#include "util/base.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 16 }; /* entries at a time */

/* A file or a process; an entry without either is free. */
typedef struct {
    const char *volatile path;
    volatile pid_t process;
    volatile pid_t owner; /* who registered it */
} Entry;

static Entry entries[MOST];

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU};

enum { SIGNALS = sizeof signals / sizeof *signals };

static sigset_t before;

/* Calls only async-signal-safe functions.  Processes are killed first: one of
 * them may be about to open the file. */
void cleanup_now(void)
{
    pid_t self = getpid();

    for (int i = 0; i < MOST; ++i)
        if (entries[i].owner == self && entries[i].process) {
            kill(entries[i].process, SIGKILL);
            waitpid(entries[i].process, NULL, 0);
        }
    for (int i = 0; i < MOST; ++i)
        if (entries[i].owner == self && entries[i].path)
            unlink(entries[i].path);
}

static void on_signal(int number)
{
    cleanup_now();
    signal(number, SIG_DFL);
    raise(number);
}

/* Sets the handler TO for each signal whose handler is FROM. */
static void change_handlers(void (*from)(int), void (*to)(int))
{
    struct sigaction action = {.sa_handler = to}, now;

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; ++i)
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == from)
            sigaction(signals[i], &action, NULL);
}

static void add(const char *path, pid_t process)
{
    int i = 0;

    while (i < MOST && (entries[i].path || entries[i].process))
        ++i;
    BASE_CHECK(i < MOST);
    entries[i].owner = getpid();
    entries[i].path = path;
    entries[i].process = process;
    change_handlers(SIG_DFL, on_signal);
}

static void forget(const char *path, pid_t process)
{
    int others = 0;

    for (int i = 0; i < MOST; ++i) {
        if (entries[i].path == path && entries[i].process == process) {
            entries[i].path = NULL;
            entries[i].process = 0;
        }
        others += entries[i].path || entries[i].process;
    }
    if (!others)
        change_handlers(on_signal, SIG_DFL);
}

void cleanup_file(const char *path)
{
    add(path, 0);
}

void cleanup_forget_file(const char *path)
{
    forget(path, 0);
}

void cleanup_process(pid_t process)
{
    add(NULL, process);
}

void cleanup_forget_process(pid_t process)
{
    forget(NULL, process);
}

void cleanup_hold(void)
{
    sigset_t held;

    sigemptyset(&held);
    for (int i = 0; i < SIGNALS; ++i)
        sigaddset(&held, signals[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
}

void cleanup_release(void)
{
    sigprocmask(SIG_SETMASK, &before, NULL);
}
