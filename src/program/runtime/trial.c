/* SPDX-License-Identifier: MIT */
#include "program/runtime/trial.h"

#include "program/runtime/log.h"
#include "program/runtime/machine.h"
#include "program/runtime/random_elements.h"

#include <string.h>

/* ---- Inputs ---------------------------------------------------------------*/

static bool holds_numbers(const GlobalArray *array)
{
    return array->element.kind != ELEMENT_OTHER && array->element.bytes > 0 &&
           !array->name;
}

ProgramTrialKind trial_input(uint32_t run, GlobalArray **input)
{
    size_t count;
    GlobalArray *arrays = memory_arrays(&count);
    bool loads = false;

    *input = NULL;
    for (size_t i = 0; i < count; ++i) {
        if (arrays[i].launch != run || !arrays[i].live ||
            !arrays[i].loaded_first)
            continue;
        loads = true;
        if (holds_numbers(&arrays[i]) &&
            (!*input || arrays[i].loads > (*input)->loads))
            *input = &arrays[i];
    }
    return *input  ? PROGRAM_TRIES
           : loads ? PROGRAM_NO_NUMBERS
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

static ProgramWhole *log_whole(const GlobalArray *array, bool given)
{
    size_t count =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramWhole *record = log_add(RECORD_WHOLE, sizeof *record + count);

    record->given = given;
    record->number = memory_number(array);
    record->element = array->element.kind;
    record->element_bytes = array->element.bytes;
    record->argument = array->argument;
    record->bytes = count;
    if (array->name)
        strncpy(record->name, array->name, sizeof record->name - 1);
    else if (array->argument)
        machine_argument(array->argument, record->name);
    memcpy(record + 1, array->address, count);
    return record;
}

/* Adds a launch to the hash of all. */
static void add_shape(ProgramLog *head, const UpsweepLaunch *launch)
{
    const uint32_t sizes[] = {launch->grid.x,          launch->grid.y,
                              launch->grid.z,          launch->block.x,
                              launch->block.y,         launch->block.z,
                              (uint32_t)launch->shared};
    uint64_t hash = head->shapes;

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        hash = (hash ^ sizes[i]) * UINT64_C(0x100000001b3);
    for (const char *c = launch->kernel; *c; ++c)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    head->shapes = hash;
}

/* ---- What is stored to ----------------------------------------------------*/

/* The launch at hand: those that were recorded before it, the last run in which
 * an array was touched before, and whether all blocks would be recorded. */
static struct {
    uint32_t recorded, run;
    bool all;
} stores;

static void begin_stores(const ProgramLog *head, const UpsweepLaunch *launch)
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

void trial_before(uint32_t number, const UpsweepLaunch *launch)
{
    ProgramLog *head = log_head();
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    if (!head)
        return;
    memory_begin_fences();
    begin_stores(head, launch);
    add_shape(head, launch);
    if (head->given_launch)
        memory_fill_undefined(PROGRAM_TRIAL_MEMORY);
    if (number == head->given_launch && head->given_array < count) {
        const GlobalArray *array = &arrays[head->given_array];
        uint64_t random = head->given_seed;
        if (array->live && array->bytes == head->given_bytes &&
            holds_numbers(array)) {
            trial_fill(array, &random);
            log_whole(array, true);
        }
    }
    if (number == head->last_launch)
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
        log_whole(&arrays[i], false)->same = same;
        any = true;
    }
    return any;
}

void trial_after(uint32_t number)
{
    const ProgramLog *head = log_head();

    if (head)
        end_stores(head);
    if (head && number == head->last_launch && !log_left(false))
        log_left(true);
}
