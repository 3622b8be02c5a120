/* SPDX-License-Identifier: MIT
 *
 * result_form - what outputs are that are no sums: scans and reductions by
 * another operator, of numbers or of pairs, histograms, and functions of each
 * element.
 *
 *     in   5 3 9 2       max-scan   5 5 9 9      least    2
 *                        or-scan    5 7 15 15    2x + 1   11 7 19 5
 *
 * All runs must agree, and some of them must distinguish such outputs
 * (program/random_elements.h): the maximum of many plain random numbers
 * is also the maximum of most of their parts.
 */
#ifndef UPSWEEP_RESULT_FORM_H
#define UPSWEEP_RESULT_FORM_H

#include "trace/sum_result.h"

enum { RESULT_RUNS_MOST = 20, RESULT_ARRAYS_MOST = 4 };

/* What a run was given. */
typedef enum {
    RUN_PLAIN,
    RUN_RISING,
    RUN_FALLING,
    RUN_FACTORS,
    RUN_SPARSE,
    RUN_DENSE,
    RUN_HALF,
    RUN_RECORDED /* what the program gave it */
} RunStyle;

/* An array that was the same in all runs. */
typedef struct {
    const char *name;
    const unsigned char *at;
    uint32_t count, element;
} KeptArray;

/* Numbers are of the kind ELEMENT (ElementKind), those that were given of
 * GIVEN_ELEMENT, which is not wider.  An element of the input has PARTS
 * numbers, as an element of the output. */
typedef struct {
    uint32_t given_element, element, parts;
    uint32_t first, end;     /* the numbers of the input that count */
    uint32_t outputs;        /* numbers of the output */
    const InputSpan *stored; /* INTERVAL_UNSET for one that was not stored */
    uint32_t runs;
    RunStyle style[RESULT_RUNS_MOST];
    const unsigned char *given[RESULT_RUNS_MOST], *left[RESULT_RUNS_MOST];
    KeptArray kept[RESULT_ARRAYS_MOST];
    uint32_t kept_count;
    bool apart; /* no thread gives another one a word, but by arrays */
} ResultRuns;

/* Finds what the outputs of RUNS are, which RESULT calls no sums; RESULT
 * becomes that, or what most of them are, with the first wrong one.  False:
 * neither. */
bool result_form_find(const ResultRuns *runs, SumResult *result);

#endif
