/* SPDX-License-Identifier: MIT */
#include "simulator/trial.h"

#include "simulator/log.h"
#include "simulator/launch.h"
#include "program/random_elements.h"

#include <string.h>

/* ---- Inputs ---------------------------------------------------------------*/

static bool holds_numbers(const GlobalArray *array)
{
    return array->element.kind != ELEMENT_OTHER && array->element.bytes > 0 &&
           !array->name;
}

/* True if neither the program's request for memory nor the launch has told of
 * what type the elements are. */
static bool has_no_type(const GlobalArray *array)
{
    return !memory_knows(&array->element) && !array->name;
}

ProgramTrialKind trial_input(uint32_t run, GlobalArray **input)
{
    size_t count;
    GlobalArray *arrays = memory_arrays(&count);
    bool loads = false, untyped = false;

    *input = NULL;
    for (size_t i = 0; i < count; ++i) {
        if (arrays[i].launch != run || !arrays[i].live ||
            !arrays[i].loaded_first)
            continue;
        loads = true;
        untyped |= has_no_type(&arrays[i]);
        if (holds_numbers(&arrays[i]) &&
            (!*input || arrays[i].loads > (*input)->loads))
            *input = &arrays[i];
    }
    return *input    ? PROGRAM_TRIES
           : untyped ? PROGRAM_NO_TYPE
           : loads   ? PROGRAM_NO_NUMBERS
                     : PROGRAM_NO_INPUT;
}

void trial_fill(const GlobalArray *array, uint64_t *random)
{
    memory_fill_undefined(PROGRAM_TRIAL_MEMORY);
    random_elements_fill(array->address, array->bytes, array->element.kind,
                         random);
}

uint32_t trial_count(const GlobalArray *input)
{
    return random_elements_trials(input->bytes, input->element.kind);
}

/* ---- The whole program ----------------------------------------------------*/

/* Logs what is in ARRAY, or was, as the copy CONTENTS of it tells. */
static ProgramWhole *log_whole(const GlobalArray *array, ProgramWholeKind kind,
                               const char *contents)
{
    size_t count =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramWhole *record = log_add(RECORD_WHOLE, sizeof *record + count);

    record->kind = kind;
    record->number = memory_number(array);
    record->element = array->element.kind;
    record->element_bytes = array->element.bytes;
    record->argument = array->argument;
    record->bytes = count;
    if (array->name)
        strncpy(record->name, array->name, sizeof record->name - 1);
    else if (array->argument)
        machine_argument(array->argument, record->name);
    memcpy(record + 1, contents, count);
    return record;
}

static uint64_t hash_add(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

static uint64_t hash_name(uint64_t hash, const char *name)
{
    for (const char *c = name; *c; ++c)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}

/* Adds the kernel and the sizes of a launch to a hash. */
static uint64_t hash_shape(uint64_t hash, const Launch *launch)
{
    const uint32_t sizes[] = {launch->grid.x,          launch->grid.y,
                              launch->grid.z,          launch->block.x,
                              launch->block.y,         launch->block.z,
                              (uint32_t)launch->shared};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        hash = (hash ^ sizes[i]) * UINT64_C(0x100000001b3);
    return hash_name(hash, launch->kernel);
}

/* ---- Calls ----------------------------------------------------------------*/

/* Bytes that may be copied, all told, so that launches are compared. */
#define MOST_COMPARED ((uint64_t)1 << 30)

/* The launch at hand. */
static struct {
    uint64_t kernel, shape, call; /* see ProgramCall */
    uint64_t copied;              /* bytes so far */
    bool compared;                /* all arrays were copied before it */
} call;

/* Adds the array that POINTER points into, whatever its address. */
static uint64_t hash_pointer(uint64_t hash, const void *pointer)
{
    const GlobalArray *array = memory_array(pointer, false);

    if (!array)
        return hash_add(hash, (uint64_t)(uintptr_t)pointer);
    hash = hash_add(hash, array->bytes);
    return hash_add(hash, (uint64_t)((const char *)pointer - array->address));
}

static void begin_call(const Launch *launch)
{
    uint32_t count;
    const LaunchPointer *pointers = launch_pointers(launch, &count);

    call.kernel = hash_name(0, launch->kernel);
    call.shape = hash_shape(0, launch);
    call.call = hash_add(call.shape, launch_values(launch));
    for (uint32_t i = 0; i < count; ++i)
        call.call = hash_pointer(hash_add(call.call, pointers[i].argument),
                                 pointers[i].pointer);
}

/* Copies all arrays, so that it can be told what the launch changes. */
static void begin_comparing(ProgramLog *head, uint32_t number)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    call.compared = head->compares == PROGRAM_COMPARES && head->given_launch &&
                    number >= head->given_launch;
    if (!call.compared)
        return;
    for (size_t i = 0; i < count; ++i)
        if (arrays[i].live)
            call.copied += arrays[i].bytes;
    if (number > PROGRAM_CALLS || call.copied > MOST_COMPARED ||
        !memory_save(MEMORY_WHOLE, PROGRAM_TRIAL_MEMORY)) {
        head->compares = PROGRAM_COMPARES_NO_MORE;
        call.compared = false;
    }
}

/* Adds the words of ARRAY that are not what they were BEFORE. */
static uint64_t hash_changes(uint64_t hash, const GlobalArray *array,
                             const char *before)
{
    enum { PAGE = 4096 };

    for (size_t page = 0; page < array->bytes; page += PAGE) {
        size_t end = page + PAGE < array->bytes ? page + PAGE : array->bytes;
        if (memcmp(before + page, array->address + page, end - page) == 0)
            continue;
        for (size_t at = page; at < end; at += 4) {
            size_t bytes = end - at < 4 ? end - at : 4;
            uint32_t word = 0;
            if (memcmp(before + at, array->address + at, bytes) == 0)
                continue;
            memcpy(&word, array->address + at, bytes);
            hash = hash_add(hash_add(hash, at), word);
        }
    }
    return hash;
}

static void end_call(uint32_t number)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    uint64_t hash = 0;
    bool changes = false;

    if (number > PROGRAM_CALLS)
        return;
    for (size_t i = 0; i < count && call.compared; ++i) {
        const char *before = arrays[i].copies[MEMORY_WHOLE];
        if (!arrays[i].live || !before ||
            memcmp(before, arrays[i].address, arrays[i].bytes) == 0)
            continue;
        hash = hash_changes(hash_add(hash, i), &arrays[i], before);
        changes = true;
    }
    ProgramCall *record = log_add(RECORD_CALL, sizeof *record);
    record->number = number;
    record->changes = changes;
    record->kernel = call.kernel;
    record->shape = call.shape;
    record->call = call.call;
    record->changed = hash;
}

/* ---- What is stored to ----------------------------------------------------*/

/* The launch at hand: those that were recorded before it, the last run in which
 * an array was touched before, and whether all blocks would be recorded. */
static struct {
    uint32_t recorded, run;
    bool all;
} stores;

static void begin_stores(const ProgramLog *head, const Launch *launch)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    uint64_t blocks =
        (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;

    stores.recorded = head->recorded;
    stores.run = 0;
    stores.all = head->first_kept == 0 && head->last_kept >= blocks - 1;
    for (size_t i = 0; i < count; ++i)
        if (arrays[i].launch > stores.run)
            stores.run = arrays[i].launch;
}

/* Of a launch that was not recorded it is not known which arrays it touched. */
static void end_stores(const ProgramLog *head)
{
    bool known = stores.all && head->recorded > stores.recorded;
    size_t count;
    GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < count; ++i)
        if (!known || arrays[i].launch > stores.run)
            arrays[i].stored = true;
}

bool trial_skips(uint32_t number)
{
    const ProgramLog *head = log_head();

    return head && number >= head->skip_first && number <= head->skip_last;
}

void trial_before(uint32_t number, const Launch *launch)
{
    ProgramLog *head = log_head();
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    if (!head)
        return;
    memory_begin_fences();
    begin_stores(head, launch);
    head->shapes = hash_shape(head->shapes, launch);
    begin_call(launch);
    if (head->given_launch)
        memory_fill_undefined(PROGRAM_TRIAL_MEMORY);
    if (number == head->given_launch && head->given_array < count) {
        const GlobalArray *array = &arrays[head->given_array];
        uint64_t random = head->given_seed;
        if (array->live && array->bytes == head->given_bytes &&
            holds_numbers(array)) {
            trial_fill(array, &random);
            log_whole(array, PROGRAM_WHOLE_GIVEN, array->address);
        }
    }
    begin_comparing(head, number);
    if (number == head->last_launch && !call.compared)
        memory_save(MEMORY_WHOLE, PROGRAM_TRIAL_MEMORY);
}

/* Logs the arrays that the last launch changed, or those that it left as they
 * were; true if there are any. */
static bool log_left(bool same)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    bool any = false;

    for (size_t i = 0; i < count; ++i) {
        const char *before = arrays[i].copies[MEMORY_WHOLE];
        if (!arrays[i].live || !before ||
            (memcmp(before, arrays[i].address, arrays[i].bytes) == 0) != same)
            continue;
        log_whole(&arrays[i], PROGRAM_WHOLE_LEFT, arrays[i].address)->same =
            same;
        any = true;
    }
    return any;
}

/* Logs what was in the arrays that the last launch changed, and the others, so
 * that it can be told which of their words depend on launches before it. */
static void log_compared(void)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < count; ++i) {
        const char *before = arrays[i].copies[MEMORY_WHOLE];
        if (!arrays[i].live || !before)
            continue;
        if (memcmp(before, arrays[i].address, arrays[i].bytes) == 0)
            log_whole(&arrays[i], PROGRAM_WHOLE_KEPT, before);
        else
            log_whole(&arrays[i], PROGRAM_WHOLE_BEFORE, before);
    }
}

void trial_after(uint32_t number)
{
    const ProgramLog *head = log_head();

    if (!head)
        return;
    if (!trial_skips(number))
        end_stores(head);
    if (number == head->last_launch && !log_left(false))
        log_left(true);
    if (number == head->last_launch && call.compared)
        log_compared();
    if (!head->every)
        end_call(number);
}
