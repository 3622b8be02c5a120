/* SPDX-License-Identifier: MIT */
#include "sim/guard.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

enum {
    FAULTS = sizeof faults / sizeof *faults,
    TICK_MILLISECONDS = 100,
    HANDLER_STACK = 64 << 10
};

GuardLimits guard_limits = {.quiet = 2, .wait = 30, .launch = 120};

/* The machine that is running.  Signal handlers and the compiler's checks have
 * no argument for it. */
static SimShared *guarded;

/* The handlers that were installed before. */
static struct sigaction fault_before[FAULTS], tick_before;
static stack_t stack_before;

static Thread *running_thread(void)
{
    return guarded ? guarded->running : NULL;
}

/* ---- Signals of the processor ---------------------------------------------*/

/* Restores the handler that was installed before.  A faulting instruction
 * faults again when this handler returns; a signal that was sent is sent again.
 */
static void pass_on(int signal, const siginfo_t *info)
{
    for (int i = 0; i < FAULTS; ++i)
        if (faults[i] == signal)
            sigaction(signal, &fault_before[i], NULL);
    if (info->si_code <= 0)
        raise(signal);
}

/* For messages about a thread of which only the line of the last access is
 * known. */
static const char *after(const Thread *thread)
{
    return thread->line ? "; it was last seen on this line" : "";
}

static _Noreturn void die_of_memory(Thread *thread, const siginfo_t *info)
{
    /* A null pointer is noticed before it is followed; here NULL is what an
     * emulator says of an address that it does not know. */
    bool known = info->si_code > 0 && info->si_code != SI_KERNEL &&
                 info->si_addr != NULL;
    char at[32] = "";

    if (known && fiber_is_guard(thread->fiber, info->si_addr))
        thread_die(
            thread, thread->line,
            "needs more than %u KB of stack, by recursion or large local "
            "arrays%s",
            (unsigned)(FIBER_STACK_BYTES >> 10), after(thread));
    if (known)
        snprintf(at, sizeof at, " (to %p)", info->si_addr);
    thread_die(thread, thread->line,
               "follows a wrong pointer%s, or leaves a local array%s", at,
               after(thread));
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    Thread *thread = running_thread();

    (void)context;
    if (!thread) {
        pass_on(signal, info);
        return;
    }
    switch (signal) {
    case SIGSEGV:
    case SIGBUS:
        die_of_memory(thread, info);
    case SIGFPE: /* only some processors trap it */
        thread_die(thread, thread->line, "divides the least number by -1%s",
                   after(thread));
    case SIGABRT:
        thread_die(thread, thread->line, "aborts%s", after(thread));
    default:
        thread_die(thread, thread->line,
                   "comes to what is no instruction of the processor%s",
                   after(thread));
    }
}

/* ---- Time -----------------------------------------------------------------*/

static struct {
    uint64_t events;    /* number of events at the last timer tick */
    double begun;       /* processor time when the launch began, */
    double quiet_since; /* and at the first timer tick with that number */
    int quiet_ticks;    /* timer ticks since then */
} watched;

/* Processor time of this thread in seconds. */
static double processor_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void on_tick(int signal)
{
    Thread *thread = running_thread();
    double now = processor_time();

    (void)signal;
    if (!guarded)
        return;
    if (now - watched.begun > guard_limits.launch)
        guarded->late = 1;
    if (!thread || guarded->events != watched.events) {
        watched.events = guarded->events;
        watched.quiet_since = now;
        watched.quiet_ticks = 0;
        return;
    }
    ++watched.quiet_ticks;
    if (now - watched.quiet_since > guard_limits.quiet)
        thread_die(thread, thread->line, "does not end: it computes for %g s%s",
                   guard_limits.quiet, after(thread));
    if (watched.quiet_ticks > guard_limits.wait * 1000 / TICK_MILLISECONDS)
        thread_die(
            thread, thread->line,
            "does not end: it waits for %g s for something outside of the "
            "machine%s",
            guard_limits.wait, after(thread));
}

static timer_t timer;
static bool has_timer;

/* The process may have other threads, so timer ticks are sent to the thread
 * that runs the machine. */
static void timer_start(void)
{
    const struct itimerspec every = {{0, TICK_MILLISECONDS * 1000000},
                                     {0, TICK_MILLISECONDS * 1000000}};
    struct sigevent event = {.sigev_signo = SIGALRM};

#if defined(SIGEV_THREAD_ID) && defined(SYS_gettid)
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
#else
    event.sigev_notify = SIGEV_SIGNAL;
#endif
    has_timer = timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    if (has_timer)
        timer_settime(timer, 0, &every, NULL);
}

/* ---- Begin and end --------------------------------------------------------*/

void guard_begin(SimShared *shared)
{
    static char stack[HANDLER_STACK];
    const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    /* a handler leaves by longjmp, so its signal must not stay blocked */
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags =
                                   SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

    BASE_CHECK(!guarded);
    watched.events = shared->events;
    watched.begun = watched.quiet_since = processor_time();
    watched.quiet_ticks = 0;
    shared->late = 0;
    shared->time_limit = guard_limits.launch;
    guarded = shared;
    sigaltstack(&own, &stack_before);
    for (int i = 0; i < FAULTS; ++i)
        sigaction(faults[i], &action, &fault_before[i]);
    action =
        (struct sigaction){.sa_handler = on_tick,
                           .sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART};
    sigaction(SIGALRM, &action, &tick_before);
    timer_start();
}

void guard_end(void)
{
    if (has_timer)
        timer_delete(timer);
    sigaction(SIGALRM, &tick_before, NULL);
    for (int i = 0; i < FAULTS; ++i)
        sigaction(faults[i], &fault_before[i], NULL);
    sigaltstack(&stack_before, NULL);
    guarded = NULL;
}

/* ---- Checks that the compiler adds ----------------------------------------*/

/* Reports an error on LINE of FILE as a fault and stops the thread.  Outside a
 * kernel, as in the functions of a catalog entry, ends the program. */
static _Noreturn void die_at(const char *file, int line, const char *what)
{
    Thread *thread = running_thread();

    if (thread)
        thread_die(thread, line, "%s", what);
    fflush(stdout);
    fprintf(stderr, "upsweep: %s:%d: a function of the entry %s\n", file, line,
            what);
    _exit(ERROR_FAILED);
}

void *guard_forbid(const char *name, const char *file, int line);
int guard_forbid_int(const char *name, const char *file, int line);

void *guard_forbid(const char *name, const char *file, int line)
{
    char what[160];

    snprintf(what, sizeof what,
             "calls %s, which a kernel must not: its memory is what LOAD, "
             "STORE, GLOAD and GSTORE reach, and it ends by itself",
             name);
    die_at(file, line, what);
}

int guard_forbid_int(const char *name, const char *file, int line)
{
    return guard_forbid(name, file, line) != NULL;
}

/* The source location with which the data of every check begins. */
typedef struct {
    const char *file;
    uint32_t line;
    uint32_t column;
} CheckPlace;

_Noreturn void __ubsan_handle_divrem_overflow_abort(CheckPlace *place,
                                                    uintptr_t left,
                                                    uintptr_t right);
_Noreturn void __ubsan_handle_out_of_bounds_abort(CheckPlace *place,
                                                  uintptr_t index);
_Noreturn void __ubsan_handle_type_mismatch_v1_abort(CheckPlace *place,
                                                     uintptr_t pointer);
_Noreturn void __stack_chk_fail(void);

_Noreturn void __ubsan_handle_divrem_overflow_abort(CheckPlace *place,
                                                    uintptr_t left,
                                                    uintptr_t right)
{
    (void)left;
    (void)right;
    die_at(place->file, (int)place->line, "divides by zero");
}

_Noreturn void __ubsan_handle_out_of_bounds_abort(CheckPlace *place,
                                                  uintptr_t index)
{
    char what[80];

    snprintf(what, sizeof what, "leaves a local array, at index %lld",
             (long long)(intptr_t)index);
    die_at(place->file, (int)place->line, what);
}

_Noreturn void __ubsan_handle_type_mismatch_v1_abort(CheckPlace *place,
                                                     uintptr_t pointer)
{
    die_at(place->file, (int)place->line,
           pointer ? "follows a pointer that is not aligned"
                   : "follows a null pointer");
}

/* Called when a function returns and the memory beyond one of its local arrays
 * was overwritten. */
_Noreturn void __stack_chk_fail(void)
{
    Thread *thread = running_thread();

    if (thread)
        thread_die(thread, thread->line,
                   "writes beyond the end of a local array%s", after(thread));
    base_die(__FILE__, __LINE__, "the stack is whole");
}
