/* SPDX-License-Identifier: MIT */
#include "sim/fiber.h"

#include "config.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#ifdef HAVE_VALGRIND_VALGRIND_H
#include <valgrind/valgrind.h>
#endif

#ifdef FIBER_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

enum { GUARD_BYTES = 64 << 10 };

struct Fiber {
    void *jump[5];     /* for the compiler's own setjmp */
    FiberEntry *entry; /* NULL for the main fiber */
    void *argument;
    char *memory;        /* guard, then the stack */
    size_t stack_used;   /* bytes of the stack, less its colour */
    bool fresh;          /* not yet switched to */
    ucontext_t *context; /* how it starts; apart, so that fibers lie close */
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
/* The stack that was left last: the sanitizer tells the bounds of the main
 * stack only to who comes from it. */
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

/* Stacks that there are.  Each guard makes two mappings of one, and Linux gives
 * a process 65530; the stacks of 64 blocks would want more, so the later ones
 * go without: there a stack that is too small runs into that of a neighbour. */
enum { MOST_GUARDED = 30000 };
static size_t stacks;

/* makecontext passes ints, so the fiber's address comes in two halves. */
static void trampoline(unsigned low, unsigned high)
{
    Fiber *fiber =
        (Fiber *)((uintptr_t)low | (uintptr_t)((uint64_t)high << 32));

    switch_ended(fiber);
    fiber->entry(fiber->argument);
    base_die(__FILE__, __LINE__, "a fiber's entry returned");
}

Fiber *fiber_main(void)
{
    return base_alloc(1, sizeof(Fiber));
}

Fiber *fiber_new(FiberEntry *entry, void *argument)
{
    void *memory =
        mmap(NULL, GUARD_BYTES + FIBER_STACK_BYTES, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (stacks < MOST_GUARDED &&
        mprotect(memory, GUARD_BYTES, PROT_NONE) != 0) {
        munmap(memory, GUARD_BYTES + FIBER_STACK_BYTES);
        return NULL;
    }
    ++stacks;
    Fiber *fiber = base_alloc(1, sizeof *fiber);
    fiber->entry = entry;
    fiber->argument = argument;
    fiber->memory = memory;
    /* Stacks that all began at the same place of a page would all want the same
     * lines of the cache; so each begins a few lines further down. */
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
    uint64_t address = (uint64_t)(uintptr_t)fiber;

    if (!fiber->context)
        fiber->context = base_alloc(1, sizeof *fiber->context);
    BASE_CHECK(fiber->entry && getcontext(fiber->context) == 0);
    fiber->context->uc_stack.ss_sp = fiber->memory + GUARD_BYTES;
    fiber->context->uc_stack.ss_size = fiber->stack_used;
    fiber->context->uc_link = NULL;
    makecontext(fiber->context, (void (*)(void))trampoline, 2,
                (unsigned)address, (unsigned)(address >> 32));
    fiber->fresh = true;
#ifdef FIBER_ASAN
    fiber->stack = fiber->memory + GUARD_BYTES;
    fiber->stack_bytes = fiber->stack_used;
    fiber->fake_stack = NULL;
#endif
}

/* The compiler wants this apart from the function that can be jumped to. */
static __attribute__((noinline)) _Noreturn void go(Fiber *to)
{
    if (!to->fresh)
        __builtin_longjmp(to->jump, 1);
    to->fresh = false;
    setcontext(to->context);
    base_die(__FILE__, __LINE__, "setcontext returned");
}

__attribute__((noinline)) void fiber_switch(Fiber *from, Fiber *to)
{
    switch_begins(from, to);
    if (__builtin_setjmp(from->jump) == 0)
        go(to);
    switch_ended(from);
}

void fiber_prefetch(const Fiber *fiber)
{
    const char *stack = fiber->jump[2];

    __builtin_prefetch(stack);
    __builtin_prefetch(stack + 64);
    __builtin_prefetch(stack + 128);
}

bool fiber_is_guard(const Fiber *fiber, const void *address)
{
    uintptr_t low = (uintptr_t)fiber->memory;

    return (uintptr_t)address - low < GUARD_BYTES;
}

void fiber_free(Fiber *fiber)
{
    if (!fiber)
        return;
#ifdef HAVE_VALGRIND_VALGRIND_H
    if (fiber->memory)
        VALGRIND_STACK_DEREGISTER(fiber->valgrind_id);
#endif
    if (fiber->memory) {
        munmap(fiber->memory, GUARD_BYTES + FIBER_STACK_BYTES);
        --stacks;
    }
    free(fiber->context);
    free(fiber);
}
