/* SPDX-License-Identifier: MIT */
#include "program/runtime/trial.h"

#include "program/runtime/log.h"
#include "program/runtime/machine.h"

#include <string.h>

enum { LEAST_TRIALS = 4 };

/* ---- Inputs ---------------------------------------------------------------*/

static bool holds_numbers(const GlobalArray *array)
{
    return array->element != ELEMENT_OTHER && array->element_bytes > 0 &&
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

/* The bits of a random element, so few that all sums of COUNT floating-point
 * elements are exact. */
static int random_bits(uint32_t element, uint64_t count)
{
    int mantissa = element == ELEMENT_F64   ? 53
                   : element == ELEMENT_F32 ? 24
                                            : 0;
    int used = 64 - __builtin_clzll(count | 1);

    if (!mantissa)
        return 64;
    return mantissa - used > 4 ? mantissa - used : 4;
}

void trial_fill(const GlobalArray *array, uint64_t *random)
{
    uint64_t count = array->bytes / array->element_bytes;
    int bits = random_bits(array->element, count);

    for (uint64_t i = 0; i < count; ++i) {
        char *to = array->address + i * array->element_bytes;
        uint64_t number = base_random(random) >> (64 - bits);
        float single = (float)number;
        double twice = (double)number;
        const void *from = array->element == ELEMENT_F32   ? (void *)&single
                           : array->element == ELEMENT_F64 ? (void *)&twice
                                                           : (void *)&number;
        memcpy(to, from, array->element_bytes);
    }
}

/* There are n^2/2 sums for each of n words. */
uint32_t trial_count(const GlobalArray *input)
{
    uint64_t n = input->bytes / input->element_bytes;
    int bits = random_bits(input->element, n);
    int log2 = 64 - __builtin_clzll(n | 1);
    uint32_t count = (uint32_t)((40 + 3 * log2) / (bits < 32 ? bits : 32) + 1);

    return count < LEAST_TRIALS ? LEAST_TRIALS : count;
}

/* ---- The whole program ----------------------------------------------------*/

static void log_whole(const GlobalArray *array, bool given)
{
    size_t count =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramWhole *record = log_add(RECORD_WHOLE, sizeof *record + count);

    record->given = given;
    record->number = memory_number(array);
    record->element = array->element;
    record->element_bytes = array->element_bytes;
    record->argument = array->argument;
    record->bytes = count;
    if (array->name)
        strncpy(record->name, array->name, sizeof record->name - 1);
    else if (array->argument)
        machine_argument(array->argument, record->name);
    memcpy(record + 1, array->address, count);
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

void trial_before(uint32_t number, const UpsweepLaunch *launch)
{
    ProgramLog *head = log_head();
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    if (!head)
        return;
    add_shape(head, launch);
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

void trial_after(uint32_t number)
{
    const ProgramLog *head = log_head();
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    if (!head || number != head->last_launch)
        return;
    for (size_t i = 0; i < count; ++i) {
        const char *before = arrays[i].copies[MEMORY_WHOLE];
        if (arrays[i].live && before &&
            memcmp(before, arrays[i].address, arrays[i].bytes) != 0)
            log_whole(&arrays[i], false);
    }
}
