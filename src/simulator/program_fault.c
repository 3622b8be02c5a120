/* SPDX-License-Identifier: MIT
 *
 * What a user's program does wrong: which thread it was, and where.
 */
#include "simulator/machine.h"

#include "simulator/history.h"
#include "simulator/launch.h"
#include "simulator/log.h"
#include "simulator/record.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

void program_fault_who(const Thread *thread, char text[128])
{
    const char *kernel = thread ? machine.launch->kernel : "";

    if (!thread)
        snprintf(text, 128, "the host");
    else if (machine.total > 1)
        snprintf(text, 128, "thread %u of block %u of %.60s", thread->number,
                 thread->block->number, kernel);
    else
        snprintf(text, 128, "thread %u of %.60s", thread->number, kernel);
}

/* Return addresses, PROGRAM_DEPTH at most. */
typedef struct {
    uint64_t *items;
    uint32_t count;
} Frames;

static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context,
                                      void *user)
{
    Frames *frames = user;
    int interrupted = 0; /* before the instruction, not after a call */
    uint64_t pc = _Unwind_GetIPInfo(context, &interrupted);

    frames->items[frames->count++] = pc + (interrupted != 0);
    return frames->count < PROGRAM_DEPTH ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void machine_note_frames(uint64_t *frames)
{
    memset(frames, 0, PROGRAM_DEPTH * sizeof *frames);
    _Unwind_Backtrace(note_frame, &(Frames){frames, 0});
}

void program_fault_note_frames(void)
{
    if (log_head())
        machine_note_frames(log_head()->fault_frames);
}

void program_fault_note_site(const Site *site)
{
    uint64_t *frames = log_head()->fault_frames;

    for (uint32_t i = 0; i < PROGRAM_DEPTH; ++i) {
        frames[i] = site ? site->pc : 0;
        site = site ? site->parent : NULL;
    }
}

/* The callers of host code are in no site. */
static void note_place(ProgramLog *head, uint64_t pc)
{
    if (pc)
        program_fault_note_site(machine_site(pc));
    if (!pc || !machine_thread)
        _Unwind_Backtrace(note_frame, &(Frames){head->fault_frames, pc != 0});
}

/* A signal is handled. */
static volatile sig_atomic_t in_signal;

/* Ends the program, or the trial that runs: the thread that runs does WHAT;
 * BARE: WHAT says all. */
static _Noreturn void fail(uint64_t pc, ProgramEnding ending, bool bare,
                           const char *what)
{
    ProgramLog *head = log_head();
    char by[128], text[400];

    if (machine_thread && ((machine.fast && !machine.plain) || machine.trial)) {
        in_signal = 0;
        program_fault_who(machine_thread, by);
        snprintf(text, sizeof text, "%s %s", by, what);
        replay_note_fault(text);
        machine.faulty = machine_thread->block->number + 1;
        /* in the fast way, which thread is the first depends on the order */
        machine_halt(machine.fast ? HALT_AGAIN : HALT_FAULT);
    }
    if (history.replaying)
        replay_abandon();
    if (machine.halt == HALT_END) { /* another thread did wrong before */
        in_signal = 0;
        early_end();
    }
    program_fault_who(machine_thread, by);
    if (machine_thread && !bare)
        snprintf(text, sizeof text, "%s %s", by, what);
    else
        snprintf(text, sizeof text, "%s", what);
    if (!head) {
        fprintf(stderr, "%s\n", text);
        _exit(3);
    }
    memcpy(head->fault, text, sizeof head->fault);
    head->ending = ending;
    early_end_note_launch(head);
    note_place(head, pc);
    in_signal = 0; /* other lanes may do wrong, too */
    early_end();
}

_Noreturn void machine_fault(uint64_t pc, const char *format, ...)
{
    char what[240];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fail(pc, PROGRAM_FAULT, false, what);
}

_Noreturn void machine_missing(uint64_t pc, const char *format, ...)
{
    char what[240];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fail(pc, PROGRAM_MISSING, false, what);
}

void upsweep_fault(const char *what)
{
    machine_fault((uint64_t)(uintptr_t)__builtin_return_address(0), "%s", what);
}

void upsweep_missing(const char *what)
{
    fail((uint64_t)(uintptr_t)__builtin_return_address(0), PROGRAM_MISSING,
         true, what);
}

/* ---- Memory ---------------------------------------------------------------*/

void machine_short(size_t bytes)
{
    ProgramLog *head = log_head();

    if (!head || head->short_bytes || machine.launch)
        return;
    head->short_bytes = bytes;
    head->short_used = upsweep_global_used();
    machine_note_frames(head->short_frames);
}

/* Addresses of memory that kernels asked for are in this range. */
static struct {
    uintptr_t low, high;
} heap;

void machine_note_heap(const void *memory, size_t bytes)
{
    uintptr_t low = (uintptr_t)memory, high = low + bytes;

    if (!machine_thread || !memory)
        return;
    if (heap.high == 0 || low < heap.low)
        heap.low = low;
    if (high > heap.high)
        heap.high = high;
}

bool machine_is_heap(const void *address)
{
    return (uintptr_t)address >= heap.low && (uintptr_t)address < heap.high;
}

/* The machine has no memory for its own needs, of which there are most where it
 * records a launch.  Allocates nothing. */
static void tell_out_of_memory(void)
{
    const Launch *launch = machine.launch;
    ProgramLog *head = log_head();

    head->ending = PROGRAM_MISSING;
    if (launch)
        snprintf(head->fault, sizeof head->fault,
                 "launch %u, %.60s, has %u blocks of %u threads, too many for "
                 "the memory to %s; %sgive the program less to do",
                 machine.number, launch->kernel, machine.total, machine.threads,
                 machine.records ? "record it" : "run it",
                 machine.records && grid_kept_blocks() > 1
                     ? "record fewer blocks with --block-range, or "
                     : "");
    else
        snprintf(head->fault, sizeof head->fault,
                 "the program has used all its memory; give it less to do");
    program_fault_note_frames();
}

/* ---- Accesses -------------------------------------------------------------*/

/* An index that is less below 0 than this has gone there, if it is unsigned. */
enum { MOST_BELOW = 1 << 12 };
#define BELOW_ZERO ": an unsigned index goes below 0"

_Noreturn void machine_fault_element(uint64_t pc, const GlobalArray *array,
                                     const char *address, const char *verb)
{
    size_t bytes = memory_element_bytes(&array->element);
    size_t element = bytes ? bytes : 1;
    long long index = (long long)(address - array->address);
    char name[64] = "an array";

    index = index < 0 ? (index - (long long)element + 1) / (long long)element
                      : index / (long long)element;
    if (array->name)
        snprintf(name, sizeof name, "%.60s", array->name);
    else if (array->argument && machine.launch)
        machine_argument(array->argument, name);
    else if (array->line)
        snprintf(name, sizeof name, "the array allocated at line %u",
                 array->line);
    if (!array->live)
        machine_fault(pc, "%s element %lld of %s, which was freed", verb, index,
                      name);
    machine_fault(pc, "%s element %lld of %s, which has %zu%s", verb, index,
                  name, array->bytes / element,
                  index > UINT32_MAX - MOST_BELOW && index <= UINT32_MAX
                      ? BELOW_ZERO
                      : "");
}

/* The array before whose begin ADDRESS would lie, had an index not been
 * unsigned and so become 2^32 more; NULL: none. */
static const GlobalArray *wrapped_array(const char *address)
{
    for (uint64_t bytes = 1; bytes <= 16; ++bytes) {
        uintptr_t at = (uintptr_t)address - (uintptr_t)(bytes << 32);
        const GlobalArray *array = memory_array((const char *)at, true);

        if (array && memory_element_bytes(&array->element) == bytes &&
            at < (uintptr_t)array->address)
            return array;
    }
    return NULL;
}

/* The same of SHARED, the shared memory of a block. */
static bool wraps_shared(const char *address, const char *shared)
{
    for (uint64_t bytes = 1; bytes <= 16; ++bytes) {
        uintptr_t at = (uintptr_t)address - (uintptr_t)(bytes << 32);

        if (at < (uintptr_t)shared &&
            (uintptr_t)shared - at <= MOST_BELOW * bytes)
            return true;
    }
    return false;
}

void machine_fault_at(uint64_t pc, const char *address, const char *verb)
{
    const GlobalArray *near = memory_array(address, true);
    const char *shared = machine_thread->block->shared;

    if (near)
        machine_fault_element(pc, near, address, verb);
    if (address < (const char *)65536)
        machine_fault(pc, "%s a null pointer", verb);
    if ((near = wrapped_array(address)) != NULL)
        machine_fault_element(pc, near, address, verb);
    if (wraps_shared(address, shared))
        machine_fault(pc, "%s byte %lld of shared memory, which has %u%s", verb,
                      (long long)(address - shared), shared_bytes(),
                      BELOW_ZERO);
    if (upsweep_in_global_space(address))
        machine_fault(pc, "%s device memory outside all arrays", verb);
    if (address <= shared - SHARED_LIMIT ||
        address >= shared + 2 * SHARED_LIMIT)
        return;
    const SharedVariable *absent = shared_absent(address);
    if (absent)
        machine_fault(
            pc,
            "%s %.60s, but the launch gives no bytes of dynamic shared memory; "
            "give them as the third argument of <<<>>>",
            verb, absent->name);
    machine_fault(pc, "%s byte %lld of shared memory, which has %u", verb,
                  (long long)(address - shared), shared_bytes());
}

/* ---- Signals --------------------------------------------------------------*/

/* The stack pointer of what a signal interrupted. */
static const char *stack_pointer(const ucontext_t *context)
{
#ifdef __aarch64__
    return (const char *)context->uc_mcontext.sp;
#else
    return (const char *)context->uc_mcontext.gregs[REG_RSP];
#endif
}

/* A thread of a kernel was interrupted by SIGNAL, one of an access to ADDRESS
 * or of another kind, with its stack at STACK. */
static _Noreturn void end_thread(int signal, const char *address,
                                 const char *stack)
{
    if (signal == SIGFPE)
        machine_fault(0, "divides by zero");
    if (signal == SIGILL)
        machine_fault(0, "executes an illegal instruction");
    if (signal == SIGABRT)
        machine_fault(0, "aborts");
    if (signal == SIGSEGV && (fiber_is_guard(machine_thread->fiber, address) ||
                              stack < fiber_stack(machine_thread->fiber)))
        machine_fault(0, "overflows its stack");
    if (signal == SIGSEGV)
        machine_fault_at(0, address, "touches");
    machine_fault(0, "accesses address %p, which is not its memory",
                  (const void *)address);
}

/* The same of the host, in global memory. */
static _Noreturn void end_host(const char *address)
{
    const GlobalArray *near = memory_array(address, true);

    if (near && near->managed)
        machine_fault_element(0, near, address, "the host accesses");
    machine_fault(0,
                  "the host accesses device memory; copy it with cudaMemcpy");
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    const char *address = info->si_addr;
    struct sigaction usual = {.sa_handler = SIG_DFL};

    if (signal == SIGXCPU && !history.replaying) {
        early_end_late();
        return;
    }
    if (history.replaying && (signal == SIGXCPU || !machine_thread))
        replay_abandon();
    if (in_signal++)
        _exit(3); /* the machine's own memory was overwritten */
    if (machine_thread)
        end_thread(signal, address, stack_pointer(context));
    if (signal == SIGSEGV && upsweep_in_global_space(address))
        end_host(address);
    sigaction(SIGSEGV, &usual, NULL);
    sigaction(SIGBUS, &usual, NULL);
    sigaction(signal, &usual, NULL);
    program_fault_note_frames();
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

static void note_end(int status, void *unused)
{
    ProgramLog *head = log_head();

    (void)unused;
    if (!head || head->ending != PROGRAM_RUNS)
        return;
    head->ending = PROGRAM_ENDED;
    replay_all(status);
}

__attribute__((constructor)) static void begin(void)
{
    if (log_head()) {
        catch_signals();
        log_is_full = early_end_full;
        on_exit(note_end, NULL);
        base_tell_out_of_memory(tell_out_of_memory);
        setvbuf(stdout, NULL, _IOLBF, 0);
    }
}
