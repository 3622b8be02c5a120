/* SPDX-License-Identifier: MIT
 *
 * lesson_facts - the numbers in a lesson's text, told by the traces that the
 * stop shows, at its moment.
 *
 *     {T}                 of the first trace
 *     {2.T}               of the second
 *     {value cell 28}     at this moment
 *     {28 mod k}          arithmetic, from the left: + - * / div mod
 *     {~queue} {^queue}   in letters up to twelve: four, Four
 *
 * A number that is not in {} is the name of a thing, "cell 28", "T3", which
 * the trace must have; or it is declared in the lesson, by number:.  Code in
 * `backquotes` that has a digit stands in the program shown, or is a command.
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

/* Appends TEXT, which starts on LINE, to OUT, with the facts filled in.  False
 * and ERROR_USAGE, with file and line, if there is no such fact. */
bool lesson_fill(const Lesson *lesson, int line, const char *text,
                 const LessonMoment *moment, Text *out, Error *error);

/* True if each number in TEXT of STOP is a fact, the name of a thing that the
 * traces have, or declared.  False and ERROR_USAGE. */
bool lesson_check_numbers(const Lesson *lesson, const LessonStop *stop,
                          int line, const char *text,
                          const LessonMoment *moment, Error *error);

/* Appends a line of help for each fact: its name and what it tells. */
void lesson_facts_help(Text *text);

#endif
