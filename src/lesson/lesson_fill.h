/* SPDX-License-Identifier: MIT
 *
 * lesson_fill - fills facts into a lesson's text.
 *
 *     {T}                 of the first trace
 *     {2.T}               of the second
 *     {value cell 28}     at this moment
 *     {28 mod k}          arithmetic, from the left: + - * / div mod
 *     {~queue} {^queue}   in letters up to twelve: four, Four
 */
#ifndef UPSWEEP_LESSON_FILL_H
#define UPSWEEP_LESSON_FILL_H

#include "lesson/lesson_facts.h"

/* Bytes of an expression between { and }. */
enum { LESSON_MOST_EXPRESSION = 120 };

/* Appends TEXT, which starts on LINE, to OUT, with the facts filled in.  False
 * and ERROR_USAGE, with file and line, if there is no such fact. */
bool lesson_fill(const Lesson *lesson, int line, const char *text,
                 const LessonMoment *moment, Text *out, Error *error);

#endif
