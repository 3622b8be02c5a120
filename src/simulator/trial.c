/* SPDX-License-Identifier: MIT
 *
 * trial - what runs on random inputs are given, and what they leave.
 */
#include "simulator/history.h"

#include "program/random_elements.h"
#include "simulator/launch.h"
#include "simulator/log.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Inputs ---------------------------------------------------------------*/

static bool holds_numbers(const GlobalArray *array)
{
    return memory_numbers(&array->element) != ELEMENT_OTHER &&
           array->element.bytes > 0 && !array->name;
}

/* True if neither the program's request for memory nor the launch has given the
 * type of the elements. */
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

void trial_fill(const GlobalArray *array, uint32_t trial, RandomRange range,
                uint64_t *random)
{
    uint32_t element = memory_numbers(&array->element);

    memory_fill_undefined(PROGRAM_TRIAL_MEMORY);
    if (range.limited)
        random_elements_within(array->address, array->bytes, element, range,
                               random);
    else if (trial > RANDOM_STYLED)
        random_elements_style(array->address, array->bytes, element,
                              (RandomStyle)(trial - RANDOM_STYLED), *random);
    else
        random_elements_fill(array->address, array->bytes, element, random);
}

RandomRange trial_range(const GlobalArray *array)
{
    return random_range_of(array->address, array->bytes,
                           memory_numbers(&array->element));
}

uint32_t trial_next(uint32_t trial, uint32_t count, RandomRange range)
{
    if (trial >= count && trial < RANDOM_STYLED)
        trial = range.limited ? RANDOM_STYLED + RANDOM_STYLES : RANDOM_STYLED;
    return trial + 1 < RANDOM_STYLED + RANDOM_STYLES ? trial + 1 : 0;
}

uint32_t trial_count(const GlobalArray *input)
{
    return random_elements_trials(input->bytes,
                                  memory_numbers(&input->element));
}

/* ---- What is printed ------------------------------------------------------*/

int trial_hide(void)
{
    fflush(stdout);
    int output = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    close(nothing);
    return output;
}

void trial_show(int output)
{
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
}

/* ---- The whole program ----------------------------------------------------*/

/* Logs what is in ARRAY, or what was: the copy CONTENTS. */
static ProgramWhole *log_whole(const GlobalArray *array, ProgramWholeKind kind,
                               const char *contents)
{
    size_t count =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramWhole *record = log_add(RECORD_WHOLE, sizeof *record + count);

    record->kind = kind;
    record->number = memory_number(array);
    record->element = memory_numbers(&array->element);
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

void trial_log_given(const GlobalArray *array, uint32_t trial)
{
    log_whole(array, PROGRAM_WHOLE_GIVEN, array->address)->trial = trial;
}

/* Logs the arrays that the last launch changed, or those that it left as they
 * were, as KIND; true if there are any. */
static bool log_left(ProgramWholeKind kind, bool same, uint32_t trial)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    bool any = false;

    for (size_t i = 0; i < count; ++i) {
        const char *before = arrays[i].copies[MEMORY_WHOLE];
        if (!arrays[i].live || !before ||
            (memcmp(before, arrays[i].address, arrays[i].bytes) == 0) != same)
            continue;
        ProgramWhole *whole = log_whole(&arrays[i], kind, arrays[i].address);
        whole->same = same;
        whole->commuted = kind == PROGRAM_WHOLE_PROVED && proof_commuted;
        whole->trial = trial;
        any = true;
    }
    return any;
}

void trial_log_left(uint32_t trial)
{
    if (!log_left(PROGRAM_WHOLE_LEFT, false, trial))
        log_left(PROGRAM_WHOLE_LEFT, true, trial);
}

void trial_log_proved(uint32_t number)
{
    log_left(PROGRAM_WHOLE_PROVED, false, number);
}

void trial_before(uint32_t number, const Launch *launch)
{
    ProgramLog *head = log_head();
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    if (!head)
        return;
    memory_fenced = false;
    history_begin_stores(launch);
    history_begin_launch(launch);
    if (head->given_launch)
        memory_fill_undefined(PROGRAM_TRIAL_MEMORY);
    if (number == head->given_launch && head->given_array < count) {
        const GlobalArray *array = &arrays[head->given_array];
        uint64_t random = head->given_seed;
        if (array->live && array->bytes == head->given_bytes &&
            holds_numbers(array)) {
            trial_fill(array, 0, (RandomRange){0}, &random);
            trial_log_given(array, (uint32_t)head->given_seed);
        }
    }
    if (number == head->last_launch)
        memory_save(MEMORY_WHOLE, PROGRAM_TRIAL_MEMORY);
}

void trial_after(uint32_t number)
{
    const ProgramLog *head = log_head();

    if (!head)
        return;
    history_end_stores();
    if (number == head->last_launch)
        trial_log_left((uint32_t)head->given_seed);
}
