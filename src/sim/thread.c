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

void thread_yield(Thread *thread)
{
    Warp *warp = thread->warp;
    Fiber *next = thread->shared->scheduler;

    if (warp->ready) {
        Thread *other = warp->lanes[__builtin_ctzll(warp->ready)];
        warp->ready &= warp->ready - 1;
        thread->shared->running = other;
        next = other->fiber;
        if (warp->ready) {
            const Thread *soon = warp->lanes[__builtin_ctzll(warp->ready)];
            if (soon->log->events_count > 0) { /* else it has not run yet */
                __builtin_prefetch(&soon->log->events[soon->log->events_count]);
                fiber_prefetch(soon->fiber);
            }
        }
    }
    fiber_switch(thread->fiber, next);
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

/* An access of KIND on LINE, number ACCESS in its file, that is not the one
 * that was SEEN there last: notes it if it is the first one of the run; ends
 * THREAD if two accesses share a line. */
static __attribute__((noinline)) void check_line(Thread *thread,
                                                 AccessKind kind, int line,
                                                 uint16_t access,
                                                 LineAccess *seen)
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
static _Noreturn __attribute__((noinline)) void refuse(Thread *thread, int line)
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

/* SITE is the line and, in the high bits, the number of the access in its file;
 * 0: unknown. */
Event *thread_note(Thread *thread, int kind, int site)
{
    SimShared *shared = thread->shared;
    ThreadLog *log = thread->log;
    int line = (int)((unsigned)site % THREAD_LINES);

    thread->line = line;
    if (log->events_count >= shared->launch->event_limit || shared->late ||
        (!thread->block->step_line && kind != EVENT_STEP))
        refuse(thread, line);
    if (kind < ACCESS_KINDS) {
        LineAccess *seen = &shared->sites[line];
        uint16_t access = (uint16_t)((unsigned)site / THREAD_LINES);
        if (seen->run != shared->run || seen->kind != kind ||
            seen->access != access)
            check_line(thread, (AccessKind)kind, line, access, seen);
        if (!shared->ahead)
            thread->warp->queued |= thread->bit;
    }
    ++shared->events;
    Event event = {.kind = (uint8_t)kind, .site = (uint16_t)line};
    base_push(log, events, event);
    return &log->events[log->events_count - 1];
}
