/* SPDX-License-Identifier: MIT */
#include "program/runtime/values.h"

#include "program/runtime/log.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t course;
    uint32_t words, accesses;
} Course;

static struct {
    Course *launch, *trial; /* of each thread */
    size_t *first;          /* of each thread: words of those before it */
    size_t threads;
    bool tries;
    bool fits;
    unsigned char *room; /* in the log */
} state;

void values_launch(size_t threads)
{
    free(state.launch);
    free(state.trial);
    free(state.first);
    state.launch = base_alloc(threads, sizeof *state.launch);
    state.trial = base_alloc(threads, sizeof *state.trial);
    state.first = base_alloc(threads + 1, sizeof *state.first);
    state.threads = threads;
    state.tries = false;
    state.fits = true;
}

void values_trial(void)
{
    for (size_t i = 0; i < state.threads; ++i)
        state.first[i + 1] = state.first[i] + state.launch[i].words;
    memset(state.trial, 0, state.threads * sizeof *state.trial);
    size_t bytes = state.first[state.threads] * sizeof(uint32_t);
    ProgramValues *record = log_add(RECORD_VALUES, sizeof *record + bytes);
    record->words = state.first[state.threads];
    state.room = (unsigned char *)(record + 1);
    state.tries = true;
    state.fits = true;
}

unsigned char *values_add(size_t thread, uint64_t pc, uint64_t where,
                          unsigned words)
{
    Course *course = state.tries ? &state.trial[thread] : &state.launch[thread];
    uint64_t mixed = (course->course ^ pc) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = course->words;

    course->course =
        (mixed ^ mixed >> 29 ^ where) * UINT64_C(0xbf58476d1ce4e5b9);
    course->words += words;
    ++course->accesses;
    if (!state.tries)
        return NULL;
    bool fits = course->words <= state.launch[thread].words &&
                course->accesses <= state.launch[thread].accesses;
    state.fits &= fits;
    return fits && words > 0
               ? state.room + (state.first[thread] + at) * sizeof(uint32_t)
               : NULL;
}

bool values_fit(void)
{
    return state.fits;
}

bool values_agree(void)
{
    for (size_t i = 0; i < state.threads; ++i)
        if (state.launch[i].course != state.trial[i].course ||
            state.launch[i].words != state.trial[i].words)
            return false;
    return true;
}
