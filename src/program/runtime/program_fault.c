/* SPDX-License-Identifier: MIT
 *
 * What a user's program does wrong: which thread it was, and where.
 */
#include "program/runtime/access.h"
#include "program/runtime/log.h"
#include "program/runtime/machine_state.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "thread 5 of block 2" */
static void who(const Thread *thread, char text[64])
{
    if (!thread) {
        snprintf(text, 64, "the host");
        return;
    }
    if (machine.total > 1)
        snprintf(text, 64, "thread %u of block %u", thread->number,
                 thread->block->number);
    else
        snprintf(text, 64, "thread %u", thread->number);
}

static void note_place(ProgramLog *head, uint64_t pc)
{
    const Thread *thread = machine_thread;
    const Site *site = thread ? thread->request.site : NULL;

    if (pc)
        site = machine_site(pc);
    if (site)
        head->fault_site = access_site(site) + 1;
}

/* A signal is handled. */
static volatile sig_atomic_t in_signal;

_Noreturn void machine_end_trial(int ending)
{
    in_signal = 0;
    longjmp(machine.given_up, machine.runs_on ? MACHINE_GAVE_UP : ending);
}

_Noreturn void machine_fault(uint64_t pc, const char *format, ...)
{
    ProgramLog *head = log_head();
    char what[240], by[64], text[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (machine.trial)
        machine_end_trial(PROGRAM_TRIAL_FAULT);
    who(machine_thread, by);
    if (machine_thread)
        snprintf(text, sizeof text, "%s of %.60s %s", by,
                 machine.launch->kernel, what);
    else
        snprintf(text, sizeof text, "%s", what);
    if (!head) {
        fprintf(stderr, "%s\n", text);
        _exit(3);
    }
    note_place(head, pc);
    memcpy(head->fault, text, sizeof head->fault);
    head->ending = PROGRAM_FAULT;
    fflush(NULL);
    _exit(3);
}

void upsweep_fault(const char *what)
{
    machine_fault((uint64_t)(uintptr_t)__builtin_return_address(0), "%s", what);
}

void upsweep_missing(const char *what)
{
    ProgramLog *head = log_head();

    if (!head) {
        fprintf(stderr, "%s\n", what);
        _exit(3);
    }
    note_place(head, (uint64_t)(uintptr_t)__builtin_return_address(0));
    snprintf(head->fault, sizeof head->fault, "%s", what);
    head->ending = PROGRAM_MISSING;
    fflush(NULL);
    _exit(3);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    const char *address = info->si_addr;

    (void)context;
    if (in_signal++)
        _exit(3); /* the machine's own memory was overwritten */
    if (machine_thread) {
        if (signal == SIGFPE)
            machine_fault(0, "divides by zero, after this line");
        if (signal == SIGSEGV && fiber_is_guard(machine_thread->fiber, address))
            machine_fault(0, "overflows its stack, after this line");
        if (signal == SIGABRT)
            machine_fault(0, "aborts, after this line");
        if (signal == SIGXCPU)
            machine.trial = false;
        if (signal == SIGXCPU)
            machine_fault(0, "does not end: it is at this line, or after it, "
                             "when the time is over");
        machine_fault(0,
                      "touches address %p, which it may not, after this line",
                      (const void *)address);
    }
    if (signal == SIGSEGV && upsweep_in_global_space(address))
        machine_fault(0, "the host touches memory of the device; copy it with "
                         "cudaMemcpy");
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, NULL);
    raise(signal);
}

static void catch_signals(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,
                                  SIGILL,  SIGABRT, SIGXCPU};
    static char stack[64 << 10];
    stack_t place = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_signal,
                               .sa_flags =
                                   SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

    sigaltstack(&place, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i)
        sigaction(signals[i], &action, NULL);
}

static void note_end(void)
{
    ProgramLog *head = log_head();

    if (head && head->ending == PROGRAM_RUNS)
        head->ending = PROGRAM_ENDED;
}

__attribute__((constructor)) static void begin(void)
{
    if (log_head()) {
        catch_signals();
        atexit(note_end);
        setvbuf(stdout, NULL, _IOLBF, 0);
    }
}
