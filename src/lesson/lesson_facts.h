/* SPDX-License-Identifier: MIT
 *
 * lesson_facts - what a lesson can ask of the traces that a stop shows, at its
 * moment: "T", "queue", "value" of cell 28.
 */
#ifndef UPSWEEP_LESSON_FACTS_H
#define UPSWEEP_LESSON_FACTS_H

#include "lesson/lesson.h"
#include "trace/trace.h"

enum { LESSON_MOST_TRACES = 4 };

/* The traces that a stop shows, each after so many instructions in the order of
 * playing. */
typedef struct {
    const Trace *traces[LESSON_MOST_TRACES];
    const uint32_t *orders[LESSON_MOST_TRACES]; /* see issue_order.h */
    size_t positions[LESSON_MOST_TRACES];
    int count;
} LessonMoment;

enum { LESSON_TOKEN_BYTES = 40, LESSON_FACT_BYTES = 80 };

/* A number; or a text, or both: an amount with its unit. */
typedef struct {
    bool is_text; /* and no number */
    double number;
    char text[LESSON_FACT_BYTES];
} LessonValue;

/* What a fact is asked about: "28" of {value cell 28}. */
typedef struct {
    char words[2][LESSON_TOKEN_BYTES];
    uint32_t number; /* the first, if the fact takes one */
} LessonArguments;

/* True if WORD is a whole number of 32 bits; sets *NUMBER. */
bool lesson_is_number(const char *word, double *number);

/* How many arguments the fact NAME takes, 0 to 2; -1: there is no such fact.
 * One is a whole number. */
int lesson_fact_arguments(const char *name);
/* Tells the fact NAME of trace T of MOMENT; false if the trace has no such
 * thing then. */
bool lesson_fact(const LessonMoment *moment, int t, const char *name,
                 const LessonArguments *arguments, LessonValue *value);

/* Appends a line of help for each fact: its name and what it tells. */
void lesson_facts_help(Text *text);

#endif
