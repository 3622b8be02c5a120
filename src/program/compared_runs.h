/* SPDX-License-Identifier: MIT
 *
 * compared_runs - runs of a launch, or of a whole program, on random inputs,
 * side by side: what each was given and what each left, which of the inputs
 * count, and which outputs were stored.
 */
#ifndef UPSWEEP_COMPARED_RUNS_H
#define UPSWEEP_COMPARED_RUNS_H

#include "program/interval_search.h"
#include "program/launch_notes.h"
#include "trace/trace.h"

typedef struct {
    TrialInput input; /* its elements are as wide as sums of them */
    uint32_t given_element, given_width;    /* of the input: kind, bytes */
    unsigned char *widened[TRIALS_MOST];    /* the input in each, or NULL */
    uint32_t width;                         /* bytes of an output */
    const unsigned char *left[TRIALS_MOST]; /* the output in each */
    uint32_t outputs;                       /* elements of it, or 0 */
    bool outputs_cut;                       /* there may be more */
    uint64_t all;                           /* elements of the input ... */
    uint32_t first, end; /* ... that count: FIRST to END - 1 */
    NoteBytes recorded_given, recorded_left; /* of the recorded run, if known */
    bool cut; /* elements behind these count, and are not known */
} ComparedRuns;

/* A set of no runs yet, on an input of BYTES bytes, whose elements are of the
 * kind GIVEN, with outputs of the kind LEFT.  Sums of integers are as wide as
 * the outputs, if these are wider.  Free it with compared_free. */
ComparedRuns compared_none(uint32_t given, uint64_t bytes, uint32_t left);
void compared_free(ComparedRuns *compared);

/* Keeps what the recorded run was GIVEN and has LEFT.  Those of OUTPUTS become
 * INTERVAL_TOP whose sum of what it was given differs from what it has left; of
 * floating-point numbers by more than additions in any order can. */
void compared_check_recorded(ComparedRuns *compared, InputSpan *outputs,
                             NoteBytes given, NoteBytes left);

/* The elements GIVEN, each as wide as a sum, to be freed; NULL: they are. */
unsigned char *compared_widen(const ComparedRuns *compared, NoteBytes given);

/* Adds a run with the elements GIVEN and what it LEFT; false if they do not
 * fit. */
bool compared_add(ComparedRuns *compared, const NoteBytes *given,
                  const NoteBytes *left);

/* The elements of the input that are known, from the first one on. */
uint32_t compared_known(const ComparedRuns *compared);

/* Adds the elements of ARRAY that grid G loads to those that count. */
void compared_use_loaded(ComparedRuns *compared, const Trace *trace, uint32_t g,
                         uint8_t array);

/* Adds the elements behind those that are not 0 before grid G, the first one of
 * the program, as GIVEN has them: a program that does not load them forgets
 * them, unless it was told how many there are. */
void compared_use_given(ComparedRuns *compared, const Trace *trace, uint32_t g,
                        NoteBytes given);

/* Where it is not known what a launch loads: the inputs that count are those
 * that OUTPUTS, spans of them, are sums of. */
void compared_use_summed(ComparedRuns *compared, const InputSpan *outputs);

/* Marks as unset the outputs, of ARRAY, that grid G did not store.  Of one that
 * adds in place, what was there is an output, too. */
void compared_unset_others(const ComparedRuns *compared, const Trace *trace,
                           uint32_t g, uint8_t array, InputSpan *outputs);

/* True if all runs left output I as undefined memory is. */
bool compared_undefined(const ComparedRuns *compared, uint32_t i);

/* Where it is not known what a launch stores: outputs that are undefined memory
 * in all runs become unset; and those that are the same in all runs, behind the
 * outputs of all inputs that count, are no outputs. */
void compared_unset_undefined(ComparedRuns *compared, InputSpan *outputs);

/* True if the runs left the same for all inputs, as where the program gives the
 * last launch another input. */
bool compared_is_constant(const ComparedRuns *compared);

#endif
