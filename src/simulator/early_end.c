/* SPDX-License-Identifier: MIT
 *
 * early_end - how a program ends in the midst of a launch: after a fault, or
 * when its time is over.  What the launch that is recorded did so far is
 * logged, and its end, as of one that has ended (ProgramLog.cut).
 *
 * An access is logged when its warp executes it, before its lanes make it:
 *
 *     lanes 0 1 2 3    log s[i]    0 stores, continues to its next stop
 *                                  1 stores, does wrong: early_end
 *                                  2 stores, continues, then 3
 *     scheduler        early_end_now
 *
 * So the lanes after the one that did wrong still continue to where they stop.
 * If no lane of the launch has made an access so far, the lanes of the warp
 * that stopped at their first one make it.
 */
#include "simulator/machine.h"

#include "simulator/launch.h"
#include "simulator/log.h"
#include "simulator/record.h"
#include "simulator/history.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Seconds that the other lanes of a warp have to come to their next stop. */
enum { PATIENCE = 2 };

/* The bytes that are kept of a launch with too many accesses for a log. */
enum { SHOWN_BYTES = 1 << 20 };

double early_end_time(void)
{
    struct timespec time;

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        return 0;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void early_end_note_launch(ProgramLog *head)
{
    if (!machine.launch)
        return;
    head->running = machine.number;
    head->is_recorded = machine.records;
    head->is_trial = machine.trial;
    snprintf(head->running_name, sizeof head->running_name, "%s",
             machine.launch->kernel);
}

/* ---- What is left out -----------------------------------------------------*/

static bool is_of_block(uint32_t kind)
{
    return kind == RECORD_BLOCK || kind == RECORD_ACCESS ||
           kind == RECORD_BARRIER || kind == RECORD_LOCALS;
}

/* The record in which the byte AT of the launch's log lies, or the record of
 * the locals before it. */
static uint64_t record_at(uint64_t at)
{
    uint64_t record = machine.launch_at, locals = 0;

    while (record + log_at(record)->bytes <= at) {
        if (log_at(record)->kind == RECORD_LOCALS)
            locals = record;
        else if (is_of_block(log_at(record)->kind))
            locals = 0;
        record += log_at(record)->bytes;
    }
    return locals ? locals : record;
}

/* Takes what blocks did out of the log from the byte AT on; what describes
 * sites, arrays and variables stays. */
static void leave_out(uint64_t at)
{
    uint64_t from = record_at(at);
    uint64_t to, end = log_used(), bytes;

    for (to = from; from < end; from += bytes) {
        const ProgramRecord *record = log_at(from);
        bytes = record->bytes;
        if (is_of_block(record->kind))
            continue;
        memmove(log_at(to), record, bytes);
        to += bytes;
    }
    log_cut(to);
}

/* ---- The end of the log ---------------------------------------------------*/

/* True if the log of the launch has an access. */
static bool has_access(void)
{
    uint64_t at = machine.launch_at, end = log_used();

    while (at < end && log_at(at)->kind != RECORD_ACCESS)
        at += log_at(at)->bytes;
    return at < end;
}

/* Logs the end of the launch that is recorded, with what it did before the byte
 * END_AT of the log. */
static void end_launch(ProgramLog *head, uint64_t end_at)
{
    GlobalArray *input;

    if (end_at < log_used())
        leave_out(end_at);
    if (!has_access())
        return;
    record_contents(machine.run, MEMORY_BEFORE);
    trial_input(machine.run, &input);
    ProgramEnd *end = log_add(RECORD_END, sizeof *end);
    end->shared_bytes = shared_bytes();
    end->input = input ? input->id + 1 : 0;
    end->fenced = memory_fenced;
    end->untried = PROGRAM_CUT_OFF;
    head->cut = 1;
}

/* True while the log of a launch has no end.  Behind that the launch is
 * complete, and its trials are left out. */
static bool is_open(void)
{
    return machine.sink == SINK_LOG &&
           log_head()->complete < log_head()->recorded;
}

bool early_end_is_empty(void)
{
    return is_open() && !has_access();
}

static _Noreturn void finish(void)
{
    static bool begun;

    if (begun) /* the log cannot be ended */
        _exit(3);
    begun = true;
    if (is_open())
        end_launch(log_head(), log_used());
    fflush(NULL);
    _exit(3);
}

void early_end_full(void)
{
    ProgramLog *head = log_head();
    uint64_t bytes = log_used() - machine.launch_at;

    early_end_note_launch(head);
    if (!is_open())
        return;
    if (has_access())
        program_fault_note_site(record_last_site());
    end_launch(head, machine.launch_at +
                         (bytes > 2 * SHOWN_BYTES ? SHOWN_BYTES : bytes / 2));
}

/* ---- Faults ---------------------------------------------------------------*/

/* The system says that the time is over in a moment. */
static void limit_time(void)
{
    struct rlimit limit;
    rlim_t soon = (rlim_t)early_end_time() + PATIENCE;

    if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur <= soon)
        return;
    limit.rlim_cur = soon;
    setrlimit(RLIMIT_CPU, &limit);
}

_Noreturn void early_end(void)
{
    if (machine.sink != SINK_LOG || !machine.chained || !machine_thread)
        finish();
    if (machine.halt != HALT_END)
        limit_time();
    machine_halt(HALT_END);
}

_Noreturn void early_end_now(const Warp *warp)
{
    const Thread *first = warp->lanes[0];
    ProgramLog *head = log_head();

    if (head && head->ending == PROGRAM_LATE && !head->fault[0]) {
        program_fault_who(first, head->fault);
        if (first->block->recorded && warp->next[0])
            program_fault_note_site(warp->next[0]);
    }
    finish();
}

/* ---- Time -----------------------------------------------------------------*/

static uint32_t milliseconds(double seconds)
{
    return seconds < 0     ? 0
           : seconds > 1e6 ? 1000000000
                           : (uint32_t)(1000 * seconds);
}

static double over; /* when the time was over; 0: it is not */

static void note_late(ProgramLog *head)
{
    double now = over;

    head->ending = PROGRAM_LATE;
    early_end_note_launch(head);
    head->used_time = milliseconds(now);
    head->launch_time = milliseconds(now - machine.begun);
    if (machine_thread)
        program_fault_who(machine_thread, head->fault);
    if (machine_thread || !machine.launch)
        program_fault_note_frames();
}

/* True if what runs is not recorded.  *WORKS: blocks have ended, or passed
 * barriers, since the last call. */
static bool is_unrecorded(bool *works)
{
    static uint64_t ended;

    *works = machine.ended != ended;
    ended = machine.ended;
    return !machine.records && !machine.trial && !history.replaying &&
           log_head()->complete > 0;
}

static _Noreturn void stop(ProgramLog *head)
{
    early_end_note_launch(head);
    head->running = machine.number;
    head->used_time = milliseconds(over);
    head->ending = PROGRAM_STOPPED;
    fflush(NULL);
    _exit(3);
}

void early_end_late(void)
{
    static const Thread *ran; /* when the signal came before */
    Thread *thread = machine_thread;
    bool first = over == 0, works;

    if (first)
        over = early_end_time();
    if (is_unrecorded(&works)) { /* a second shows whether anything is done */
        if (first)
            return;
        if (works)
            stop(log_head());
    }

    if (!machine.launch) { /* the host runs */
        note_late(log_head());
        _exit(3);
    }
    if (log_head()->ending == PROGRAM_RUNS)
        note_late(log_head());
    /* A thread that did not stop for a second has made the store before it; of
     * the machine's own code it is not known what it has done. */
    if (thread && machine.late && thread == ran) {
        if (machine.fast) { /* which accesses it has made is not logged */
            machine.late = false;
            machine_halt(HALT_AGAIN);
        }
        if (machine.halt == HALT_END) /* a second thread */
            finish();
        early_end();
    }
    machine.late = true;
    ran = thread;
}
