/* SPDX-License-Identifier: MIT
 *
 * fiber - functions that can stop in the middle and go on later, each with a
 * stack of its own.
 *
 * A fiber is begun with makecontext, once, and from then on switched with the
 * compiler's own setjmp and longjmp, which make no system call and save only
 * what the compiler knows to be in use.
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

/* What a fiber may use; below lies a part that may not be touched. */
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
 * never return.  NULL if there is no memory for its stack. */
Fiber *fiber_new(FiberEntry *entry, void *argument);

/* Makes a fiber that stopped anywhere start anew. */
void fiber_restart(Fiber *fiber);

/* Stops FROM, which is running, and runs TO. */
void fiber_switch(Fiber *from, Fiber *to);

/* Says that FIBER will be switched to soon, so that its stack is at hand. */
void fiber_prefetch(const Fiber *fiber);

/* Is ADDRESS in what lies below the stack of FIBER, and is touched when the
 * stack is too small?  May be called by a handler of signals. */
bool fiber_is_guard(const Fiber *fiber, const void *address);

void fiber_free(Fiber *fiber);

#endif
