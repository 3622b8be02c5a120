/* SPDX-License-Identifier: MIT
 *
 * run - runs a launch: in the fast way or in lockstep, recorded or not, and
 * again on random inputs if it was recorded.
 */
#include "simulator/launch.h"

#include "simulator/machine.h"
#include "simulator/history.h"
#include "simulator/locals.h"
#include "simulator/log.h"
#include "simulator/record.h"
#include "simulator/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Which launches are recorded ------------------------------------------*/

static bool fits(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);

    return strncmp(name, wanted, length) == 0 &&
           (name[length] == '\0' || name[length] == '<');
}

/* True if WANTED is the name of the kernel of LAUNCH, or what that calls it:
 * "scan" also is "scan<float, 256>". */
static bool kernel_name_is(const Launch *launch, const char *wanted)
{
    return fits(launch->kernel, wanted) || fits(launch->function, wanted) ||
           fits(launch->text, wanted);
}

static bool is_chosen(const Launch *launch)
{
    const ProgramLog *head = log_head();

    if (!head)
        return false;
    if (head->every)
        return true;
    if (head->launch)
        return head->launch == machine.number;
    if (head->kernel[0] && !kernel_name_is(launch, head->kernel))
        return false;
    bool first = !launch->entry->seen;
    launch->entry->seen = true;
    return first;
}

/* Finds which arrays the arguments of LAUNCH point to. */
static void name_arrays(const Launch *launch)
{
    size_t arrays_count;
    GlobalArray *arrays = memory_arrays(&arrays_count);
    uint32_t count;
    const LaunchPointer *pointers = launch_pointers(launch, &count);

    for (size_t i = 0; i < arrays_count; ++i)
        arrays[i].argument = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const LaunchPointer *at = &pointers[i];
        const char *shadow = memory_shadow(at->pointer);
        GlobalArray *array = memory_array(at->pointer, false);
        if (shadow)
            machine_fault(
                launch->place,
                "the host passes %s to %.60s, but the name of a device "
                "variable is not its address; use cudaGetSymbolAddress",
                shadow, launch->kernel);
        if (!array)
            array = memory_freed_array(at->pointer);
        if (!array || array->argument)
            continue;
        array->argument = at->argument;
        if (at->element.bytes &&
            (memory_knows(&at->element) || !memory_knows(&array->element)))
            array->element = at->element;
    }
}

/* ---- Records --------------------------------------------------------------*/

static ProgramLaunch *log_launch(uint32_t trial, uint32_t input)
{
    const Launch *launch = machine.launch;
    ProgramLaunch *record = log_add(RECORD_LAUNCH, sizeof *record);

    record->number = machine.number;
    record->trial = trial;
    record->input = input;
    record->line = (uint32_t)launch->line;
    memcpy(record->grid, &launch->grid, sizeof record->grid);
    memcpy(record->block, &launch->block, sizeof record->block);
    record->dynamic = (uint32_t)launch->shared;
    strncpy(record->kernel, launch->kernel, sizeof record->kernel - 1);
    strncpy(record->file, launch->file, sizeof record->file - 1);
    strncpy(record->arguments, launch->arguments, sizeof record->arguments - 1);
    return record;
}

static ProgramEnd *log_end(void)
{
    ProgramEnd *record = log_add(RECORD_END, sizeof *record);

    record->shared_bytes = shared_bytes();
    return record;
}

/* ---- How much is recorded, and checked ------------------------------------*/

/* What the log may take: all launches together, one of them, and one at least;
 * and the threads of one.  What is recorded must be kept small enough for
 * somebody who waits. */
enum {
    MOST_BYTES = 160 << 20,
    LAUNCH_BYTES_KEPT = 96 << 20,
    LEAST_BYTES = 2 << 20,
    MOST_THREADS = 1 << 21
};

/* What the log would take of a launch that is checked and not recorded; of a
 * thread of which nothing is known. */
enum { CHECKED_BYTES = 8 << 20, THREAD_BYTES = 256 };

static uint64_t kept_bytes; /* of the log, by launches that were recorded */
static bool can_restart;    /* the launch at hand: memory was saved */

/* True if Upsweep chooses which blocks are recorded. */
static bool has_budget(void)
{
    const ProgramLog *head = log_head();

    return head && head->first_kept == 0 && head->last_kept == UINT32_MAX &&
           !head->every && !history.replaying && !machine.launch->cooperative;
}

/* The log of the launch at hand is long enough. */
static bool is_enough(void)
{
    uint64_t used = log_used() - machine.launch_at;
    uint64_t left = kept_bytes < MOST_BYTES ? MOST_BYTES - kept_bytes : 0;

    left = left < LAUNCH_BYTES_KEPT ? left : LAUNCH_BYTES_KEPT;
    left = left > LEAST_BYTES ? left : LEAST_BYTES;
    if (used > 2 * left && !machine.fast && machine.blocks_count > 1 &&
        can_restart)
        machine.halt = HALT_FEWER;
    return used > left;
}

/* As many blocks as have COUNT threads, or some other thing of which each has
 * EACH; at least one. */
static uint32_t blocks_of(uint64_t count, uint64_t each)
{
    uint64_t blocks = count / (each ? each : 1);

    return blocks < 1               ? 1
           : blocks > machine.total ? machine.total
                                    : (uint32_t)blocks;
}

void run_waits(void)
{
    machine.launch->entry->waits = true;
}

/* ---- Runs -----------------------------------------------------------------*/

/* Runs the launch, in the fast way or in lockstep. */
static Halt run(bool fast)
{
    ++machine.run;
    machine.turns = 0;
    machine.fast = fast;
    shared_begin(machine.run, (uint32_t)machine.launch->shared);
    record_begin(machine.run);
    machine.random = log_head() ? log_head()->seed : 0;
    machine.burst = 0;
    if (!machine.trial)
        machine.undefined = log_head() && log_head()->given_launch
                                ? log_head()->given_seed | 1
                                : 0;
    if (machine.sink == SINK_LOG)
        values_launch((size_t)grid_kept_blocks() * machine.threads);
    Halt halt = grid_run();
    machine.fast = false;
    return halt;
}

/* Runs the launch in the fast way if that is right, else in lockstep; true if
 * it was. */
static bool run_well(void)
{
    Kernel *kernel = machine.launch->entry;
    RecordMark mark = {0};
    bool logs = machine.sink == SINK_LOG;
    uint32_t end = machine.end;

    if (logs)
        mark = record_mark();
    machine.faulty = 0;
    if (!kernel->needs_lockstep[logs]) {
        Halt halt = run(true);
        undo_end(halt != HALT_NONE);
        if (halt == HALT_NONE)
            return true;
        kernel->needs_lockstep[logs] = true;
        machine.end = end;
        /* of long blocks only those up to the one that did wrong run again */
        if (machine.faulty && logs && has_budget() &&
            log_used() - mark.used > LEAST_BYTES)
            machine.end = machine.faulty;
        if (logs)
            record_take_back(&mark);
    }
    run(false);
    return false;
}

/* Runs the blocks from FIRST on, which are not recorded: by the plain code but
 * for the last one, which often is the one that goes too far. */
static void run_rest(uint32_t first)
{
    const Kernel *kernel = machine.launch->entry;
    uint32_t last = machine.total - 1;

    if (first > last)
        return;
    history_lose("a launch is too large to run again");
    machine.plain = true;
    machine.first = first;
    machine.end = last;
    memory_mark_ends();
    if (first < last)
        run(!kernel->waits);
    machine.plain = false;
    memory_check_ends(machine.launch->place);
    machine.first = last;
    machine.end = machine.total;
    run_well();
}

/* ---- Trials ---------------------------------------------------------------*/

/* Runs the launch, and logs the values of its threads: in the fast way if FAST,
 * and, where that is not right, in at most LOCKSTEP_TURNS turns. */
static Halt run_values(bool fast, uint64_t lockstep_turns)
{
    uint64_t begun = log_used();
    Halt halt = HALT_AGAIN;

    if (fast) {
        values_trial();
        halt = run(true);
        undo_end(halt || !values_agree());
    }
    if (halt || !values_agree()) {
        log_cut(begun);
        machine.most_turns = lockstep_turns;
        values_trial();
        halt = run(false);
    }
    return halt;
}

/* Runs the launch again on random elements of INPUT; what it does is logged,
 * what it prints is not seen.  FAST: the launch itself ran so. */
static Halt try_random(uint32_t number, GlobalArray *input, RandomRange range,
                       uint64_t *random, bool fast)
{
    static const uint32_t endings[] = {[HALT_NONE] = PROGRAM_TRIED,
                                       [HALT_FAULT] = PROGRAM_TRIAL_FAULT,
                                       [HALT_LATE] = PROGRAM_TRIAL_LATE};

    memory_restore(MEMORY_BEFORE);
    trial_fill(input, number, range, random);
    machine.undefined = *random | 1;
    memory_save(MEMORY_GIVEN, PROGRAM_TRIAL_MEMORY);
    log_launch(number, input->id);
    Halt halt = run_values(fast, machine.most_turns);
    record_contents(machine.run, MEMORY_GIVEN);
    ProgramEnd *end = log_end();
    end->fault = endings[halt];
    end->agrees = halt == HALT_NONE && values_agree();
    return halt;
}

/* Runs the launch, which has begun, by its TWIN. */
static Halt run_as(const Launch *twin)
{
    const Launch *launch = machine.launch;

    machine.launch = twin;
    run_well();
    machine.launch = launch;
    return machine.halt;
}

/* Runs the launch again on intervals in INPUT, if that can be. */
static void prove(const GlobalArray *input)
{
    const Launch *launch = machine.launch;
    Launch twin;

    if (!proof_twin(launch, &twin))
        return;
    memory_restore(MEMORY_BEFORE);
    proof_blank(launch, &twin);
    machine.sink = SINK_NONE;
    proof_commuted = false;
    if (proof_fill(launch, &twin, input) &&
        memory_save(MEMORY_WHOLE, PROGRAM_TRIAL_MEMORY) &&
        run_as(&twin) == HALT_NONE)
        trial_log_proved(machine.number);
}

/* Makes COUNT trials and leaves memory as the launch did. */
static void make_trials(uint32_t count, GlobalArray *input, bool fast)
{
    uint64_t random = machine.number;
    RandomRange range = {0};

    machine.most_turns = 2 * machine.turns + 1000;
    if (!memory_save(MEMORY_AFTER, PROGRAM_TRIAL_MEMORY))
        return;
    machine.sink = SINK_VALUES;
    machine.trial = true;
    int output = trial_hide();
    for (uint32_t i = 0; (i = trial_next(i, count, range));) {
        uint64_t begun = log_used();
        uint64_t seed = i > RANDOM_STYLED ? machine.number : random;
        Halt halt = try_random(i, input, range, &seed, fast);
        random = seed;
        if (halt == HALT_FAULT && i == 1 && !range.limited) {
            memory_restore(MEMORY_BEFORE);
            range = trial_range(input);
            if (!range.limited)
                continue;
            log_cut(begun);
            random = machine.number;
            count = log_head()->trials;
            i = 0;
        }
    }
    prove(input);
    trial_show(output);
    memory_restore(MEMORY_AFTER);
    machine.sink = SINK_NONE;
    machine.trial = false;
}

/* True if the log of the launch, which begins at FIRST, is so long that FURTHER
 * ones may not fit into the file. */
static bool is_long(uint64_t first, uint32_t further)
{
    uint64_t used = log_used() + record_spared() - locals_bytes();

    return used - first > PROGRAM_TRIAL_LOG &&
           used + further * (used - first) > log_head()->limit;
}

/* All that was logged so far is complete. */
static void note_complete(ProgramLog *head)
{
    head->complete = head->recorded;
    head->complete_bytes = log_used();
}

/* Runs the launch and logs what it does; then, if it is not too large, the
 * trials. */
static void record_launch(void)
{
    ProgramLog *head = log_head();
    uint64_t first = log_used() + record_spared() - locals_bytes();

    ++head->recorded;
    machine.launch_at = log_used();
    bool saved = memory_save(MEMORY_BEFORE, PROGRAM_TRIAL_MEMORY);
    machine.records = true;
    machine.sink = SINK_LOG;
    log_launch(0, 0);
    if (has_budget()) {
        machine.enough = is_enough;
        machine.end = blocks_of(MOST_THREADS, machine.threads);
        can_restart = saved;
    }
    RecordMark mark = record_mark();
    bool fast = run_well();
    while (machine.halt == HALT_FEWER) { /* of those that run at a time */
        machine.end = (machine.blocks_count + 7) / 8;
        record_take_back(&mark);
        memory_restore(MEMORY_BEFORE);
        run(false);
    }
    uint32_t end = machine.end;
    bool whole = end == machine.total;
    uint64_t bytes = log_used() - machine.launch_at;
    machine.enough = NULL;
    machine.sink = SINK_NONE;
    machine.launch->entry->logged = bytes / end;
    kept_bytes += bytes;
    if (whole)
        history_end_launch(fast);
    record_contents(machine.run, MEMORY_BEFORE);
    GlobalArray *input;
    ProgramTrialKind kind = trial_input(machine.run, &input);
    if (kind == PROGRAM_TRIES && !saved)
        kind = PROGRAM_LARGE;
    uint32_t enough = input ? trial_count(input) : 0;
    if (kind == PROGRAM_TRIES && (!whole || is_long(first, enough)))
        kind = PROGRAM_LONG_LOG;
    ProgramEnd *record = log_end();
    record->input = input ? input->id + 1 : 0;
    record->trials = enough;
    record->fenced = memory_fenced;
    history_note_recorded(kind, input, enough);
    bool tries = kind == PROGRAM_TRIES && head->trials > 0;
    record->untried = tries ? PROGRAM_NO_TIME : kind;
    note_complete(head);
    if (tries)
        make_trials(enough < head->trials ? enough : head->trials, input,
                    fast && grid_kept_blocks() == machine.total);
    record->untried = kind;
    machine.records = false;
    memory_forget();
    note_complete(head);
    if (!whole) {
        run_rest(end);
        history_end_launch(fast);
    }
}

/* Runs the launch, which is not recorded. */
static bool run_unrecorded(void)
{
    uint64_t each = machine.launch->entry->logged;

    if (has_budget())
        machine.end = blocks_of(CHECKED_BYTES,
                                each ? each : machine.threads * THREAD_BYTES);
    uint32_t end = machine.end;
    bool fast = run_well();
    run_rest(end);
    return fast;
}

/* ---- Launches -------------------------------------------------------------*/

static void begin(const Launch *launch, uint32_t number)
{
    machine.number = number;
    (void)upsweep_lanes();
    if (!machine.scheduler)
        machine.scheduler = fiber_main();
    machine.begun = early_end_time();
    machine.launch = launch;
    machine.total = launch->grid.x * launch->grid.y * launch->grid.z;
    machine.threads = launch->block.x * launch->block.y * launch->block.z;
    machine.first = 0;
    machine.end = machine.total;
    upsweep_on_device = 1;
    upsweep_block_shape = launch->block;
    upsweep_grid_shape = launch->grid;
    name_arrays(launch);
}

static void end(void)
{
    machine.launch = NULL;
    upsweep_on_device = 0;
    upsweep_thread_at = upsweep_block_at = (UpsweepDim){0, 0, 0};
    upsweep_block_shape = upsweep_grid_shape = (UpsweepDim){1, 1, 1};
}

/* The launch that Upsweep asked for has run: nobody needs what follows. */
static _Noreturn void end_program(ProgramLog *head)
{
    head->ending = PROGRAM_ENDED;
    fflush(NULL);
    _exit(0);
}

void run_launch(const Launch *launch)
{
    ProgramLog *head = log_head();

    begin(launch, machine.number + 1);
    if (head)
        head->launches = machine.number;
    trial_before(machine.number, launch);
    if (is_chosen(launch))
        record_launch();
    else
        history_end_launch(run_unrecorded());
    trial_after(machine.number);
    end();
    if (head && head->launch == machine.number)
        end_program(head);
}

void run_again(uint32_t number, bool records)
{
    const Launch *launch = history.items[number - 1].launch;

    begin(launch, number);
    history_begin_stores(launch);
    if (records)
        record_launch();
    else
        run_well();
    history_end_stores();
    end();
}

/* A run in lockstep takes more turns than one in the fast way. */
static uint64_t most_turns(const PastLaunch *item, bool fast)
{
    return fast == item->fast ? 2 * item->turns + 1000
                              : 1000 * (item->turns + 1000);
}

/* Runs the launch of ITEM, and logs the values of its threads. */
static Halt try_values(const PastLaunch *item, uint32_t trial)
{
    machine.records = true;
    machine.sink = SINK_VALUES;
    log_launch(trial, 0)->replayed = 1;
    values_return(&item->kept);
    Halt halt = run_values(!item->launch->entry->needs_lockstep[true],
                           most_turns(item, false));
    ProgramEnd *end = log_end();
    end->agrees = halt == HALT_NONE && values_agree();
    machine.sink = SINK_NONE;
    machine.records = false;
    return halt;
}

Halt run_twin(uint32_t number, const Launch *twin)
{
    const PastLaunch *item = &history.items[number - 1];

    begin(item->launch, number);
    machine.trial = true;
    machine.undefined = 1;
    machine.most_turns = most_turns(item, false);
    Halt halt = run_as(twin);
    machine.trial = false;
    end();
    return halt;
}

Halt run_trial(uint32_t number, uint32_t trial, uint64_t random)
{
    const PastLaunch *item = &history.items[number - 1];
    bool logs = trial && item->kept.launch;
    bool fast = !item->launch->entry->needs_lockstep[logs];

    begin(item->launch, number);
    machine.trial = true;
    machine.undefined = random | 1;
    machine.most_turns = most_turns(item, fast);
    if (logs)
        machine.halt = try_values(item, trial);
    else if (!run_well() && fast && machine.halt == HALT_LATE) {
        machine.most_turns = most_turns(item, false);
        run(false);
    }
    machine.trial = false;
    end();
    return machine.halt;
}

/* ---- Requests: src/catalog/catalog.cu -------------------------------------*/

static unsigned numbers; /* given to sums so far */

unsigned upsweep_number(void);
unsigned upsweep_number(void)
{
    return numbers++;
}

/* The program begins again: it has made no launch and has no array, and the log
 * has what Upsweep has written. */
void upsweep_restart(void);
void upsweep_restart(void)
{
    history_restart();
    launch_restart();
    memory_restart();
    record_restart();
    machine.number = 0;
    machine.lanes = 0;
    numbers = 0;
}

/* It has come to its end. */
void upsweep_done(void);
void upsweep_done(void)
{
    log_head()->ending = PROGRAM_ENDED;
}
