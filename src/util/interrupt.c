/* SPDX-License-Identifier: MIT */
#include "util/interrupt.h"

#include "util/remove_folder.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Cleaning up ---------------------------------------------------------*/

enum { MOST = 16 }; /* entries at a time */

/* A file, a folder or a process; an entry without any is free. */
typedef struct {
    const char *volatile path;
    volatile bool is_folder;
    volatile pid_t process;
    volatile pid_t owner; /* who registered it */
} Entry;

static Entry entries[MOST];

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU};

enum { ENDING = sizeof ending / sizeof *ending };

static sigset_t mask_before;

/* Calls only async-signal-safe functions, since a signal handler does: a flag
 * instead would have to be looked at in every loop of the program and of its
 * libraries, and Ctrl-C must end the program at once and leave no file behind.
 * Processes are killed first: one of them may be about to open the file. */
void cleanup_now(void)
{
    pid_t self = getpid();

    for (int i = 0; i < MOST; ++i)
        if (entries[i].owner == self && entries[i].process) {
            kill(entries[i].process, SIGKILL);
            waitpid(entries[i].process, NULL, 0);
        }
    for (int i = 0; i < MOST; ++i)
        if (entries[i].owner == self && entries[i].path) {
            if (entries[i].is_folder)
                remove_folder(entries[i].path);
            else
                unlink(entries[i].path);
        }
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
    for (int i = 0; i < ENDING; ++i)
        if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler == from)
            sigaction(ending[i], &action, NULL);
}

static void add(const char *path, bool is_folder, pid_t process)
{
    int i = 0;

    while (i < MOST && (entries[i].path || entries[i].process))
        ++i;
    if (i ==
        MOST) { /* BASE_CHECK would be a circle: base.c calls this module */
        cleanup_now();
        abort();
    }
    entries[i].owner = getpid();
    entries[i].is_folder = is_folder;
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
    add(path, false, 0);
}

void cleanup_folder(const char *path)
{
    add(path, true, 0);
}

void cleanup_forget_file(const char *path)
{
    forget(path, 0);
}

void cleanup_process(pid_t process)
{
    add(NULL, false, process);
}

void cleanup_forget_process(pid_t process)
{
    forget(NULL, process);
}

void cleanup_hold(void)
{
    sigset_t held;

    sigemptyset(&held);
    for (int i = 0; i < ENDING; ++i)
        sigaddset(&held, ending[i]);
    sigprocmask(SIG_BLOCK, &held, &mask_before);
}

void cleanup_release(void)
{
    sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

/* ---- Noting signals ------------------------------------------------------*/

static const int noted[] = {SIGINT, SIGTERM, SIGHUP};

enum { NOTED = sizeof noted / sizeof *noted };

static volatile sig_atomic_t which; /* has come; 0: none */
static struct sigaction before[NOTED];

static void note(int number)
{
    which = number;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = note};

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < NOTED; ++i) {
        sigaction(noted[i], NULL, before + i);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(noted[i], &action, NULL);
    }
}

bool interrupt_asked(void)
{
    return which != 0;
}

void interrupt_release(void)
{
    for (int i = 0; i < NOTED; ++i)
        sigaction(noted[i], before + i, NULL);
}

void interrupt_obey(void)
{
    if (!which)
        return;
    cleanup_now(); /* callers may have registered something, too */
    signal(which, SIG_DFL);
    raise(which);
}
