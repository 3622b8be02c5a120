/* SPDX-License-Identifier: MIT */
#include "simulator/fiber.h"

#include "config.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifdef __x86_64__
#define FIBER_SWAPS 1 /* swap(), below, instead of setjmp and ucontext */
#else
#include <ucontext.h>
#endif

#ifdef HAVE_VALGRIND_VALGRIND_H
#include <valgrind/valgrind.h>
#endif

#ifdef FIBER_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/* A mapping has the guard, the stack, and a page more: an odd number of pages,
 * so that the upper pages of the stacks, which are in use, spread over all sets
 * of the processor's table of pages. */
#define MAPPED_BYTES (GUARD_BYTES + FIBER_STACK_BYTES + SPREAD_BYTES)

enum { GUARD_BYTES = 64 << 10, SPREAD_BYTES = 4 << 10 };

struct Fiber {
    void *jump[5];     /* where it continues: frame, code, stack pointer, as
                          __builtin_setjmp has them */
    FiberEntry *entry; /* NULL for the main fiber */
    void *argument;
    char *memory;      /* guard, then the stack */
    size_t stack_used; /* bytes of the stack, without its offset */
#ifndef FIBER_SWAPS
    bool fresh; /* not yet switched to */
    ucontext_t
        *context; /* for the start; allocated apart, to keep Fiber small */
#endif
#ifdef FIBER_ASAN
    const void *stack;
    size_t stack_bytes;
    void *fake_stack;
#endif
#ifdef HAVE_VALGRIND_VALGRIND_H
    unsigned valgrind_id;
#endif
};

#ifdef FIBER_ASAN
/* The fiber that was left last: the sanitizer reports the bounds of the main
 * stack only to a fiber that was switched to from it. */
static Fiber *left;

static void switch_begins(Fiber *from, Fiber *to)
{
    left = from;
    __sanitizer_start_switch_fiber(&from->fake_stack, to->stack,
                                   to->stack_bytes);
}

static void switch_ended(Fiber *now)
{
    const void *stack;
    size_t bytes;

    __sanitizer_finish_switch_fiber(now->fake_stack, &stack, &bytes);
    left->stack = stack;
    left->stack_bytes = bytes;
}
#else
static void switch_begins(Fiber *from, Fiber *to)
{
    (void)from;
    (void)to;
}

static void switch_ended(Fiber *now)
{
    (void)now;
}
#endif

/* The number of stacks with a guard area.  Each guard splits a mapping in two,
 * and Linux allows a process 65530; the stacks of 64 blocks would need more, so
 * later stacks have no guard, and an overflow there damages a neighbour. */
enum { MOST_GUARDED = 30000 };
static size_t stacks;

static _Noreturn void start(Fiber *fiber)
{
    switch_ended(fiber);
    fiber->entry(fiber->argument);
    base_die(__FILE__, __LINE__, "a fiber's entry returned");
}

#ifdef FIBER_SWAPS
static Fiber *entered; /* the fiber that was switched to last */

static _Noreturn void begin(void)
{
    start(entered);
}

/* The code at which a fresh fiber starts; the stack is then as after a call. */
static void prepare(Fiber *fiber)
{
    char *top = fiber->memory + GUARD_BYTES + fiber->stack_used;
    void **stack = (void **)(void *)(top - 2 * sizeof(void *));

    *--stack = NULL; /* nobody to return to */
    fiber->jump[0] = NULL;
    fiber->jump[1] = (void *)(uintptr_t)begin;
    fiber->jump[2] = stack;
}

/* Leaves the running code for TO's, and comes back when FROM is switched to.  A
 * jump, no return: the processor has predicted where calls return to, and
 * threads that stop in the same function return to the same places. */
static inline void swap(Fiber *from, Fiber *to)
{
    entered = to;
    __asm__ volatile("movq %%rbp, 0(%[from])\n\t"
                     "leaq 1f(%%rip), %%rax\n\t"
                     "movq %%rax, 8(%[from])\n\t"
                     "movq %%rsp, 16(%[from])\n\t"
                     "movq 0(%[to]), %%rbp\n\t"
                     "movq 16(%[to]), %%rsp\n\t"
                     "jmpq *8(%[to])\n\t"
                     "1:\n\t"
#ifdef __CET__
                     "endbr64\n\t"
#endif
                     : [from] "+D"(from), [to] "+S"(to)
                     :
                     : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11",
                       "r12", "r13", "r14", "r15", "memory", "cc", "xmm0",
                       "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7",
                       "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                       "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)",
                       "st(4)", "st(5)", "st(6)", "st(7)");
}
#else
/* makecontext passes ints, so the fiber's address is passed in two halves. */
static void trampoline(unsigned low, unsigned high)
{
    start((Fiber *)((uintptr_t)low | (uintptr_t)((uint64_t)high << 32)));
}

static void prepare(Fiber *fiber)
{
    uint64_t address = (uint64_t)(uintptr_t)fiber;

    if (!fiber->context)
        fiber->context = base_alloc(1, sizeof *fiber->context);
    BASE_CHECK(getcontext(fiber->context) == 0);
    fiber->context->uc_stack.ss_sp = fiber->memory + GUARD_BYTES;
    fiber->context->uc_stack.ss_size = fiber->stack_used;
    fiber->context->uc_link = NULL;
    makecontext(fiber->context, (void (*)(void))trampoline, 2,
                (unsigned)address, (unsigned)(address >> 32));
    fiber->fresh = true;
}

/* A separate function: __builtin_longjmp may not jump within one. */
static __attribute__((noinline)) _Noreturn void go(Fiber *to)
{
    if (!to->fresh)
        __builtin_longjmp(to->jump, 1);
    to->fresh = false;
    setcontext(to->context);
    base_die(__FILE__, __LINE__, "setcontext returned");
}

static inline void swap(Fiber *from, Fiber *to)
{
    if (__builtin_setjmp(from->jump) == 0)
        go(to);
}
#endif

Fiber *fiber_main(void)
{
    return base_alloc(1, sizeof(Fiber));
}

Fiber *fiber_new(FiberEntry *entry, void *argument)
{
    void *memory = mmap(NULL, MAPPED_BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (stacks < MOST_GUARDED &&
        mprotect(memory, GUARD_BYTES, PROT_NONE) != 0) {
        munmap(memory, MAPPED_BYTES);
        return NULL;
    }
    ++stacks;
    Fiber *fiber = base_alloc(1, sizeof *fiber);
    fiber->entry = entry;
    fiber->argument = argument;
    fiber->memory = memory;
    /* Stacks at the same offset in a page would compete for the same cache
     * lines, so each begins a few lines further down. */
    static size_t made;
    fiber->stack_used = FIBER_STACK_BYTES - made++ * 5 % 64 * 64;
#ifdef HAVE_VALGRIND_VALGRIND_H
    fiber->valgrind_id = VALGRIND_STACK_REGISTER(fiber->memory + GUARD_BYTES,
                                                 fiber->memory + GUARD_BYTES +
                                                     FIBER_STACK_BYTES);
#endif
    fiber_restart(fiber);
    return fiber;
}

void fiber_restart(Fiber *fiber)
{
    BASE_CHECK(fiber->entry);
#ifdef FIBER_ASAN
    /* frames that were left without a return, here or in a stack of before */
    ASAN_UNPOISON_MEMORY_REGION(fiber->memory + GUARD_BYTES, FIBER_STACK_BYTES);
#endif
    prepare(fiber);
#ifdef FIBER_ASAN
    fiber->stack = fiber->memory + GUARD_BYTES;
    fiber->stack_bytes = fiber->stack_used;
    fiber->fake_stack = NULL;
#endif
}

__attribute__((noinline)) void fiber_switch(Fiber *from, Fiber *to)
{
    switch_begins(from, to);
    swap(from, to);
    switch_ended(from);
}

bool fiber_is_guard(const Fiber *fiber, const void *address)
{
    uintptr_t low = (uintptr_t)fiber->memory;

    return (uintptr_t)address - low < GUARD_BYTES;
}

const char *fiber_stack(const Fiber *fiber)
{
    return fiber->memory + GUARD_BYTES;
}

const char *fiber_stack_end(const Fiber *fiber)
{
    return fiber_stack(fiber) + fiber->stack_used;
}

bool fiber_owns(const Fiber *fiber, const void *address)
{
    return (uintptr_t)address - (uintptr_t)fiber_stack(fiber) <
           FIBER_STACK_BYTES;
}
