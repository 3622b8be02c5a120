/* SPDX-License-Identifier: MIT */
#include "program/trials.h"

#include "program/log_reader.h"
#include "program/program_trace.h"

#include <stdlib.h>

/* Takes what the launch behind GRID was given in TRIAL, the record that was
 * read last. */
static void take_input(const LogReader *reader, const Trace *trace,
                       uint32_t grid, uint32_t trial,
                       const ProgramContents *contents, SumsInput *input)
{
    uint64_t count = contents->bytes / sizeof(Word);
    bool first = true;

    for (uint32_t t = 0; t < SUMS_MOST_TRIALS; ++t)
        first &= input->bytes[t] == NULL;
    input->array = trace->grids[grid].in;
    input->element = trace->arrays[input->array].element;
    if (first || count < input->count)
        input->count = (uint32_t)count;
    input->bytes[trial - 1] = log_reader_contents(reader);
}

/* What each launch was given in the trials; false if the log is damaged. */
static bool find_inputs(const void *log, size_t bytes, const Trace *trace,
                        SumsInput *inputs, Error *error)
{
    LogReader reader;
    LogRecord record;
    ProgramLog head;
    bool more = true;
    uint32_t launch = 0, trial = 0, array = 0;

    if (!log_reader_begin(&reader, log, bytes, &head, error))
        return false;
    while (log_reader_next(&reader, &record, &more) && more) {
        if (record.head.kind == RECORD_LAUNCH) {
            trial = record.launch.trial;
            launch += trial == 0;
            array = record.launch.input;
        }
        if (record.head.kind == RECORD_CONTENTS && trial > 0 &&
            trial <= SUMS_MOST_TRIALS && launch > 0 &&
            launch <= trace->grids_count && !record.contents.after &&
            record.contents.array == array)
            take_input(&reader, trace, launch - 1, trial, &record.contents,
                       &inputs[launch - 1]);
    }
    return !more;
}

/* The trials that every launch has which has any. */
static uint32_t count_trials(const SumsInput *inputs, size_t grids)
{
    uint32_t count = 0;

    for (size_t g = 0; g < grids; ++g) {
        uint32_t own = 0;
        while (own < SUMS_MOST_TRIALS && inputs[g].bytes[own])
            ++own;
        if (own > 0)
            count = count && count < own ? count : own;
    }
    return count;
}

bool trials_add_sums(Trace *trace, const void *log, size_t bytes,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error)
{
    Trace *trials[SUMS_MOST_TRIALS] = {NULL};
    SumsInput *inputs = base_alloc(trace->grids_count, sizeof *inputs);
    ProgramFacts of_trial = *facts;
    Error none;
    bool good = find_inputs(log, bytes, trace, inputs, error), whole = good;
    uint32_t count = count_trials(inputs, trace->grids_count);

    for (uint32_t t = 0; t < count && whole; ++t) {
        of_trial.trial = t + 1;
        trials[t] = program_trace(log, bytes, symbols, &of_trial, &none);
        whole = trials[t] && trials[t]->run.n == trace->run.n;
    }
    if (whole)
        sums_find(trace, (const Trace *const *)trials, count, inputs);
    for (uint32_t t = 0; t < SUMS_MOST_TRIALS; ++t)
        trace_free(trials[t]);
    free(inputs);
    return good;
}
