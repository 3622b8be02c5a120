/* SPDX-License-Identifier: MIT */
#include "program/runtime/machine.h"

#include "program/arguments.h"
#include "program/cuda/upsweep_device.h"
#include "program/runtime/access.h"
#include "program/runtime/early_end.h"
#include "program/runtime/frame.h"
#include "program/runtime/grid.h"
#include "program/runtime/log.h"
#include "program/runtime/refusal.h"
#include "program/runtime/trial.h"
#include "program/runtime/values.h"
#include "util/base.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Names of kernels -----------------------------------------------------*/

/* What the launches named so far. */
typedef struct {
    const char *text;
    const void *function;
} Named;

static struct {
    Named *items;
    size_t items_count, items_capacity;
} launched;

/* The name that Upsweep has told of the function at ADDRESS; NULL: none.  The
 * names stand at the head of the log, behind functions and lines. */
static const char *function_name(const void *address)
{
    const char *at = (const char *)log_head();
    ProgramRecord head;

    if (!at || !address)
        return NULL;
    at += sizeof(ProgramLog);
    for (;; at += head.bytes) {
        memcpy(&head, at, sizeof head);
        if (head.kind != RECORD_FUNCTION && head.kind != RECORD_LINES)
            break;
    }
    if (head.kind != RECORD_NAMES)
        return NULL;
    const ProgramNames *record = (const void *)at;
    const ProgramName *names = (const void *)(record + 1);
    for (uint32_t i = 0; i < record->count; ++i)
        if (names[i].address == (uint64_t)(uintptr_t)address)
            return names[i].name;
    return NULL;
}

/* The last identifier of TEXT before the arguments of a template, which end it,
 * and its LENGTH; 0: it ends otherwise, as "table[i]". */
static const char *identifier(const char *text, size_t *length)
{
    const char *end = text + strcspn(text, "<");
    const char *begin;

    while (end > text && end[-1] == ' ')
        --end;
    begin = end;
    while (begin > text &&
           (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        --begin;
    *length = (size_t)(end - begin);
    return begin;
}

static bool is_named(const char *text, const char *function)
{
    size_t x, y;
    const char *a = identifier(text, &x), *b = identifier(function, &y);

    return x > 0 && x == y && memcmp(a, b, x) == 0;
}

/* True if TEXT stood for another function in an earlier launch. */
static bool named_another(const char *text, const void *function)
{
    for (size_t i = 0; i < launched.items_count; ++i)
        if (strcmp(launched.items[i].text, text) == 0)
            return launched.items[i].function != function;
    base_push(&launched, items, ((Named){base_strdup(text), function}));
    return false;
}

/* What the kernel of LAUNCH is called, "scan<256>": as the launch names it, if
 * it names the function and no other one before; else by the name of the
 * function.  The name lives as long as the program. */
static const char *kernel_name(const UpsweepLaunch *launch)
{
    const char *name = function_name(launch->function);

    if (!name || (is_named(launch->kernel, name) &&
                  !named_another(launch->kernel, launch->function)))
        return launch->kernel;
    return name;
}

static bool fits(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);

    return strncmp(name, wanted, length) == 0 &&
           (name[length] == '\0' || name[length] == '<');
}

/* True if WANTED is the name of the kernel of LAUNCH: "scan" also is
 * "scan<float, 256>". */
static bool kernel_name_is(const UpsweepLaunch *launch, const char *wanted)
{
    const char *name = function_name(launch->function);

    return fits(launch->kernel, wanted) || (name && fits(name, wanted));
}

Machine machine;

bool machine_records(void)
{
    return machine.records;
}

bool machine_tries(void)
{
    return machine.trial;
}

void machine_argument(uint32_t number, char name[64])
{
    if (!arguments_array(machine.launch->arguments, number, false, name, 64))
        name[0] = '\0';
}

/* ---- Launches -------------------------------------------------------------*/

/* True if the kernels of two launches are one: where it is not known of which
 * functions they are, if they are named alike and are given alike. */
static bool is_same_kernel(const UpsweepLaunch *a, const UpsweepLaunch *b)
{
    if (a->function || b->function)
        return a->function == b->function;
    return strcmp(a->kernel, b->kernel) == 0 &&
           (!a->types || !b->types || strcmp(a->types, b->types) == 0);
}

/* True if LAUNCH, which names its kernel as the program does, is to be
 * recorded. */
static bool is_chosen(const UpsweepLaunch *launch)
{
    static UpsweepLaunch *seen;
    static size_t count;
    const ProgramLog *head = log_head();

    if (!head)
        return false;
    if (head->every)
        return true;
    if (head->launch && !head->launch_end)
        return head->launch == machine.number;
    if (head->launch_end &&
        (machine.number < head->launch || machine.number > head->launch_end))
        return false;
    if (head->kernel[0] && !kernel_name_is(launch, head->kernel))
        return false;
    for (size_t i = 0; i < count; ++i)
        if (is_same_kernel(&seen[i], launch))
            return false;
    seen = base_realloc(seen, count + 1, sizeof *seen);
    seen[count] = *launch;
    seen[count++].kernel = base_strdup(launch->kernel);
    return true;
}

static void name_arrays(const UpsweepPointer *pointers, int count)
{
    size_t arrays_count;
    GlobalArray *arrays = memory_arrays(&arrays_count);

    for (size_t i = 0; i < arrays_count; ++i)
        arrays[i].argument = 0;
    for (int i = 0; i < count; ++i) {
        GlobalArray *array = memory_array(pointers[i].pointer, false);
        const GlobalArray *symbol = memory_device_symbol(pointers[i].pointer);
        if (symbol && !symbol->asked)
            machine_fault(0,
                          "the host gives %s to %.60s: the name of a variable "
                          "of the device is no address there; use "
                          "cudaGetSymbolAddress",
                          symbol->name, machine.launch->kernel);
        if (!array)
            array = memory_freed_array(pointers[i].pointer);
        if (!array || array->argument)
            continue;
        array->argument = pointers[i].argument;
        if (pointers[i].element.bytes && (memory_knows(&pointers[i].element) ||
                                          !memory_knows(&array->element)))
            array->element = pointers[i].element;
    }
}

static void log_launch(uint32_t trial, uint32_t input)
{
    const UpsweepLaunch *launch = machine.launch;
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
}

static ProgramEnd *log_end(void)
{
    ProgramEnd *record = log_add(RECORD_END, sizeof *record);

    record->shared_bytes = shared_bytes();
    return record;
}

static void run_once(void)
{
    ++machine.run;
    machine.turns = 0;
    shared_begin(machine.run, (uint32_t)machine.launch->shared);
    access_begin(machine.run);
    machine.random = log_head() ? log_head()->seed : 0;
    machine.burst = 0;
    if (!machine.trial)
        machine.undefined = log_head() && log_head()->given_launch
                                ? log_head()->given_seed | 1
                                : 0;
    grid_run();
}

/* ---- Trials ---------------------------------------------------------------*/

/* Runs the launch on the random elements that it was given, in lockstep unless
 * RUN_ON; PROGRAM_TRIED or what ended it. */
static int run_trial(bool run_on)
{
    values_trial();
    int ending = setjmp(machine.given_up);
    machine.trial = ending == PROGRAM_TRIED;
    machine.runs_on = run_on;
    if (ending == PROGRAM_TRIED) {
        run_once();
    } else {
        grid_abandon();
    }
    machine.trial = machine.runs_on = false;
    return ending;
}

/* Runs the launch again on random elements of INPUT; what it does is logged,
 * what it prints is not seen. */
static void try_random(uint32_t number, GlobalArray *input, uint64_t *random,
                       bool run_on)
{
    memory_restore(MEMORY_BEFORE);
    trial_fill(input, random);
    machine.undefined = *random | 1;
    memory_save(MEMORY_GIVEN, PROGRAM_TRIAL_MEMORY);
    log_launch(number, input->id);
    uint64_t begun = log_used();
    int ending = run_on ? run_trial(true) : MACHINE_GAVE_UP;
    if (ending == MACHINE_GAVE_UP || (run_on && !values_agree())) {
        log_cut(begun);
        memory_restore(MEMORY_GIVEN);
        ending = run_trial(false);
    }
    access_contents(machine.run, MEMORY_GIVEN);
    ProgramEnd *end = log_end();
    end->fault = (uint32_t)ending;
    end->agrees = ending == PROGRAM_TRIED && values_agree();
}

/* Makes COUNT trials and leaves memory as the launch did. */
static void make_trials(uint32_t count, GlobalArray *input)
{
    uint64_t random = machine.number;
    bool run_on = !machine.ordered && grid_kept_blocks() == machine.total;

    machine.most_turns = 2 * machine.turns + 1000;
    if (!memory_save(MEMORY_AFTER, PROGRAM_TRIAL_MEMORY))
        return;
    fflush(stdout);
    int output = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    for (uint32_t i = 1; i <= count; ++i)
        try_random(i, input, &random, run_on);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    close(nothing);
    memory_restore(MEMORY_AFTER);
}

/* Runs the launch that is recorded. */
static void run_launch(void)
{
    values_launch((size_t)grid_kept_blocks() * machine.threads);
    machine.ordered = machine.total > TOUCH_MOST_BLOCKS;
    run_once();
}

/* The same with threads that run ahead of their warps, see pending.h; false,
 * with nothing done, if that cannot be.  All memory was saved. */
static bool run_ahead(void)
{
    AccessMark mark = access_mark();

    if (grid_kept_blocks() != machine.total ||
        machine.total > TOUCH_MOST_BLOCKS)
        return false;
    int ending = setjmp(machine.given_up);
    machine.ahead = ending == 0;
    if (machine.ahead) {
        run_launch();
        machine.ahead = false;
        return true;
    }
    grid_abandon();
    memory_restore(MEMORY_BEFORE);
    access_take_back(&mark);
    return false;
}

/* True if the log of the launch, which begins at FIRST, is so long that FURTHER
 * ones may not fit into the file. */
static bool is_long(uint64_t first, uint32_t further)
{
    uint64_t used = log_used() + access_spared() - frame_bytes();

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
static void record(void)
{
    ProgramLog *head = log_head();
    uint64_t first = log_used() + access_spared() - frame_bytes();

    ++head->recorded;
    machine.launch_at = log_used();
    bool saved = memory_save(MEMORY_BEFORE, PROGRAM_TRIAL_MEMORY);
    machine.records = true;
    log_launch(0, 0);
    if (!saved || !run_ahead())
        run_launch();
    access_contents(machine.run, MEMORY_BEFORE);
    GlobalArray *input;
    ProgramTrialKind kind = trial_input(machine.run, &input);
    if (kind == PROGRAM_TRIES && !saved)
        kind = PROGRAM_LARGE;
    uint32_t enough = input ? trial_count(input) : 0;
    if (kind == PROGRAM_TRIES && is_long(first, enough))
        kind = PROGRAM_LONG_LOG;
    ProgramEnd *end = log_end();
    end->input = input ? input->id + 1 : 0;
    end->trials = enough;
    end->fenced = memory_fenced();
    bool tries = kind == PROGRAM_TRIES && head->trials > 0;
    end->untried = tries ? PROGRAM_NO_TIME : kind;
    note_complete(head);
    if (tries)
        make_trials(enough < head->trials ? enough : head->trials, input);
    end->untried = kind;
    machine.records = false;
    memory_forget();
    note_complete(head);
}

int upsweep_launch(const UpsweepLaunch *launch, const UpsweepPointer *pointers,
                   int count, void (*body)(void *user), void *user)
{
    UpsweepLaunch named = *launch;

    named.kernel = kernel_name(launch);
    int code = refusal_of(&named);

    if (code)
        return code;
    if (machine_thread)
        upsweep_missing("a launch from a kernel (dynamic parallelism) is not "
                        "supported");
    ++machine.number;
    if (log_head())
        log_head()->launches = machine.number;
    if (!machine.scheduler)
        machine.scheduler = fiber_main();
    machine.begun = early_end_time();
    machine.launch = &named;
    upsweep_on_device = 1;
    upsweep_block_shape = launch->block;
    upsweep_grid_shape = launch->grid;
    machine.body = body;
    machine.user = user;
    machine.total = launch->grid.x * launch->grid.y * launch->grid.z;
    machine.threads = launch->block.x * launch->block.y * launch->block.z;
    name_arrays(pointers, count);
    trial_before(machine.number, &named, pointers, count);
    bool chosen = is_chosen(launch), skipped = trial_skips(machine.number);
    if (chosen && !skipped)
        record();
    else if (!skipped)
        run_once();
    trial_after(machine.number);
    machine.launch = NULL;
    upsweep_on_device = 0;
    upsweep_thread_at = upsweep_block_at = (UpsweepDim){0, 0, 0};
    upsweep_block_shape = upsweep_grid_shape = (UpsweepDim){1, 1, 1};
    return 0;
}
