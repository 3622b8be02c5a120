/* SPDX-License-Identifier: MIT
 *
 * lesson_fill - fills facts into a lesson's text, and checks other numbers.
 *
 *     {T}                 of the first trace
 *     {2.T}               of the second
 *     {value cell 28}     at this moment
 *     {28 mod k}          arithmetic, from the left: + - * / div mod
 *     {~queue} {^queue}   in letters up to twelve: four, Four
 *
 * Digits that are not in {} are the name of a thing, "cell 28", "T3", which
 * the traces must have; or they are declared by number:.  Code in `backquotes`
 * that has a digit is in the program shown, or is a command.
 */
#ifndef UPSWEEP_LESSON_FILL_H
#define UPSWEEP_LESSON_FILL_H

#include "lesson/lesson_facts.h"

/* Appends TEXT, which starts on LINE, to OUT, with the facts filled in.  False
 * and ERROR_USAGE, with file and line, if there is no such fact. */
bool lesson_fill(const Lesson *lesson, int line, const char *text,
                 const LessonMoment *moment, Text *out, Error *error);

/* True if each number in TEXT of STOP is a fact, the name of a thing that the
 * traces have, or declared.  False and ERROR_USAGE. */
bool lesson_check_numbers(const Lesson *lesson, const LessonStop *stop,
                          int line, const char *text,
                          const LessonMoment *moment, Error *error);

#endif
