/* SPDX-License-Identifier: MIT */
#include "sim/thread.h"

#include "sim/convergence.h"
#include "trace/trace.h"

#include <stdio.h>

static void fault_text(const Thread *thread, int line, const char *format,
                       va_list arguments)
{
    SimShared *shared = thread->shared;
    const Launch *launch = shared->launch;
    char what[256];
    char where[96] = "before its first STEP";
    char of[32] = "", at[16] = "";

    if (shared->error.kind != ERROR_NONE)
        return;
    vsnprintf(what, sizeof what, format, arguments);
    if (thread->block->step_line) {
        char phase[LAUNCH_PHASE];
        launch_phase(launch->source, thread->block->step_line,
                     thread->block->phase, phase);
        snprintf(where, sizeof where, "in step %u (%s, level %d)",
                 thread->block->step, phase, (int)thread->block->level);
    }
    if (launch->blocks > 1)
        snprintf(of, sizeof of, " of block %u", thread->block->index);
    if (line) /* or a site, see check_site */
        snprintf(at, sizeof at, ":%d", line % THREAD_LINES);
    error_set(&shared->error, ERROR_FAILED, "%s%s: thread %u%s %s, %s",
              launch->source_name, at, thread->index, of, what, where);
}

void thread_fault(const Thread *thread, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_text(thread, line, format, arguments);
    va_end(arguments);
}

/* Leaves the thread for good. */
static _Noreturn void thread_stop(Thread *thread)
{
    fiber_switch(thread->fiber, thread->shared->scheduler);
    base_die(__FILE__, __LINE__, "a dead thread ran");
}

_Noreturn void thread_give_up(Thread *thread)
{
    thread->shared->gave_up = true;
    thread_stop(thread);
}

_Noreturn void thread_die(Thread *thread, int line, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_text(thread, line, format, arguments);
    va_end(arguments);
    thread_stop(thread);
}

/* Calls nothing but at its end, so it needs no frame. */
void thread_yield(Thread *thread)
{
    enum { STACK_LINES = 6 }; /* of the cache, that a thread needs first */
    Warp *warp = thread->warp;
    uint64_t ready = warp->ready;

    if (!ready) {
        fiber_switch(thread->fiber, thread->shared->scheduler);
        return;
    }
    Thread *next = warp->lanes[__builtin_ctzll(ready)];
    ready &= ready - 1;
    warp->ready = ready;
    thread->shared->running = next;
    if (!ready) {
        fiber_switch(thread->fiber, next->fiber);
        return;
    }
    const Thread *soon = warp->lanes[__builtin_ctzll(ready)];
    if (soon->log->events_count > 0) /* else it has not run yet */
        __builtin_prefetch(&soon->log->events[soon->log->events_count]);
    fiber_prefetch_lines(soon->fiber, STACK_LINES);
    fiber_switch(thread->fiber, next->fiber);
}

static KernelArgs args_of(const Thread *thread)
{
    const Launch *launch = thread->shared->launch;
    int padded = (int)base_power_of_two(launch->block_n);

    return (KernelArgs){
        .n = (int)launch_block_n(launch, thread->block->index),
        .N = padded,
        .log2n = base_log2((uint32_t)padded),
        .k = (int)launch->k,
        .log2k = base_log2(launch->k),
        .block = (int)thread->block->index,
        .blocks = (int)launch->blocks,
        .thread = (int)thread->index,
        .threads = (int)launch->threads,
        .inclusive = launch->inclusive,
        .in = CATALOG_OF_BLOCK | GLOBAL_IN,
        .out = CATALOG_OF_BLOCK | GLOBAL_OUT,
        .block_n = (int)launch->block_n,
        .total = (int)launch->n,
        .part = launch->part,
        .passes = launch->passes,
    };
}

void thread_main(void *argument)
{
    Thread *thread = argument;

    for (;;) {
        const KernelArgs args = args_of(thread);
        thread->shared->launch->algorithm->run(thread, &args);
        thread_yield(thread);
    }
}

void thread_shares_line(const Thread *thread, int line, AccessKind kind,
                        uint32_t block, uint32_t other, AccessKind other_kind)
{
    char who[64] = "its own";

    if (block != thread->block->index)
        snprintf(who, sizeof who, "thread %u of block %u", other, block);
    else if (other != thread->index)
        snprintf(who, sizeof who, "thread %u", other);
    thread_fault(thread, line,
                 "shares its line with another access: %s after %s of %s; "
                 "write one access to a line",
                 trace_traits(kind)->name, trace_traits(other_kind)->name, who);
}

void thread_check_line(Thread *thread, AccessKind kind, int line,
                       uint16_t access, LineAccess *seen)
{
    SimShared *shared = thread->shared;

    if (seen->run != shared->run) {
        *seen = (LineAccess){shared->run, thread->block->index, thread->index,
                             access, (uint8_t)kind};
        /* only in lockstep is it known whether a step has too many */
        if (++shared->lines > CONVERGENCE_MAX_SITES && shared->ahead)
            thread_give_up(thread);
    }
    if (shared->ahead && seen->kind != (uint8_t)kind)
        thread_give_up(thread);
    if (seen->access == access)
        return;
    thread_shares_line(thread, line, kind, seen->block, seen->thread,
                       (AccessKind)seen->kind);
    thread_stop(thread);
}

/* Ends THREAD, which may not go on. */
static _Noreturn void refuse(Thread *thread, int line)
{
    const Launch *launch = thread->shared->launch;

    if (thread->log->events_count >= launch->event_limit)
        thread_die(thread, line, "does not end: %u accesses so far",
                   launch->event_limit);
    if (thread->shared->late)
        thread_die(thread, line,
                   "does not end: the launch has taken more than %g s of "
                   "processor time",
                   thread->shared->time_limit);
    thread_die(thread, line,
               "does something before the first STEP; begin the "
               "kernel with STEP");
}

void thread_make_room(Thread *thread, int kind, int line)
{
    size_t limit = thread->shared->launch->event_limit;
    ThreadLog *log = thread->log, *shadow = thread->shadow;

    if (log->events_count >= limit || thread->shared->late ||
        (!thread->block->step_line && kind != EVENT_STEP))
        refuse(thread, line);
    if (log->events_count == log->events_capacity)
        log->events = base_grow(log->events, log->events_count,
                                &log->events_capacity, sizeof *log->events);
    thread->room = log->events_capacity < limit ? log->events_capacity : limit;
    while (shadow && shadow->events_capacity < thread->room)
        shadow->events =
            base_grow(shadow->events, shadow->events_capacity,
                      &shadow->events_capacity, sizeof *shadow->events);
}
