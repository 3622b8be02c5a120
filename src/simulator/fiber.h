/* SPDX-License-Identifier: MIT
 *
 * fiber - functions that can stop in the middle and continue later, each with
 * its own stack.  The simulator runs each CUDA thread as a fiber.
 *
 * A switch makes no system call and saves only the registers that the compiler
 * knows to be in use: a few instructions on x86-64, the compiler's own setjmp
 * and longjmp elsewhere.
 */
#ifndef UPSWEEP_FIBER_H
#define UPSWEEP_FIBER_H

#include "util/base.h"

#if defined(__SANITIZE_ADDRESS__)
#define FIBER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBER_ASAN 1
#endif
#endif

/* Bytes of a fiber's stack; below the stack lies a protected guard area. */
#ifdef FIBER_ASAN
#define FIBER_STACK_BYTES ((size_t)1 << 20)
#else
#define FIBER_STACK_BYTES ((size_t)256 << 10)
#endif

typedef struct Fiber Fiber;
typedef void FiberEntry(void *argument);

/* The stack that is running now, as a fiber that others can switch back to. */
Fiber *fiber_main(void);

/* A fiber that will call ENTRY(ARGUMENT) when first switched to; ENTRY must
 * never return.  It stays until the process ends, and can be restarted.  NULL
 * if there is no memory for its stack. */
Fiber *fiber_new(FiberEntry *entry, void *argument);

/* Makes a stopped fiber start again from its entry. */
void fiber_restart(Fiber *fiber);

/* Stops FROM, which is running, and runs TO. */
void fiber_switch(Fiber *from, Fiber *to);

/* True if ADDRESS lies in the guard area below the stack of FIBER, which is
 * touched when the stack overflows.  May be called by a signal handler. */
bool fiber_is_guard(const Fiber *fiber, const void *address);

/* The first byte of the stack of FIBER, which has FIBER_STACK_BYTES. */
const char *fiber_stack(const Fiber *fiber);

/* The byte behind that which FIBER uses of its stack. */
const char *fiber_stack_end(const Fiber *fiber);

/* True if ADDRESS lies in the stack of FIBER. */
bool fiber_owns(const Fiber *fiber, const void *address);

#endif
