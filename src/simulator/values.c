/* SPDX-License-Identifier: MIT */
#include "simulator/values.h"

#include "simulator/log.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

Values values_state;

void values_launch(size_t threads)
{
    free(values_state.launch);
    free(values_state.trial);
    free(values_state.first);
    values_state.launch = base_alloc(threads, sizeof *values_state.launch);
    values_state.trial = base_alloc(threads, sizeof *values_state.trial);
    values_state.first = base_alloc(threads + 1, sizeof *values_state.first);
    values_state.threads = threads;
    values_state.tries = false;
    values_state.fits = true;
}

void values_trial(void)
{
    for (size_t i = 0; i < values_state.threads; ++i)
        values_state.first[i + 1] =
            values_state.first[i] + values_state.launch[i].words;
    memset(values_state.trial, 0,
           values_state.threads * sizeof *values_state.trial);
    size_t bytes = values_state.first[values_state.threads] * sizeof(uint32_t);
    ProgramValues *record = log_add(RECORD_VALUES, sizeof *record + bytes);
    record->words = values_state.first[values_state.threads];
    values_state.room = (unsigned char *)(record + 1);
    values_state.tries = true;
    values_state.fits = true;
}

ValuesKept values_keep(void)
{
    size_t threads = values_state.threads;

    return (ValuesKept){base_memdup(values_state.launch,
                                    threads * sizeof *values_state.launch),
                        threads};
}

void values_return(const ValuesKept *kept)
{
    values_launch(kept->threads);
    memcpy(values_state.launch, kept->launch,
           kept->threads * sizeof *kept->launch);
}

void values_free(ValuesKept *kept)
{
    free(kept->launch);
    *kept = (ValuesKept){0};
}

bool values_agree(void)
{
    for (size_t i = 0; i < values_state.threads; ++i)
        if (values_state.launch[i].course != values_state.trial[i].course ||
            values_state.launch[i].words != values_state.trial[i].words)
            return false;
    return true;
}
