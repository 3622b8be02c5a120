/* SPDX-License-Identifier: MIT */
#include "inject/trial.h"

#include <stdlib.h>
#include <time.h>

enum { MOST_SECONDS = 5, PAUSE_NANOSECONDS = 200000 };

ProgramTrialKind trial_input(uint32_t run, Allocation **input)
{
    Allocation *array;
    bool loads = false;

    *input = NULL;
    for (size_t i = 0; (array = allocations_at(i)); ++i) {
        if (array->launch != run || !array->loaded_first)
            continue;
        loads = true;
        if (array->argument && array->element != ELEMENT_OTHER &&
            array->element_bytes > 0 &&
            (!*input || array->loads > (*input)->loads))
            *input = array;
    }
    return *input  ? PROGRAM_TRIES
           : loads ? PROGRAM_NO_NUMBERS
                   : PROGRAM_NO_INPUT;
}

bool trial_wait(CUstream stream)
{
    struct timespec now, pause = {.tv_nsec = PAUSE_NANOSECONDS};
    CUresult result;

    clock_gettime(CLOCK_MONOTONIC, &now);
    time_t end = now.tv_sec + MOST_SECONDS;
    while ((result = api.QueryStream(stream)) == CUDA_ERROR_NOT_READY &&
           now.tv_sec < end) {
        nanosleep(&pause, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
    }
    return result == CUDA_SUCCESS;
}
