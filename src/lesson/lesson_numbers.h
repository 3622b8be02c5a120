/* SPDX-License-Identifier: MIT
 *
 * lesson_numbers - checks the numbers in a lesson's text that are no facts.
 *
 * Digits that are not in {} are the name of a thing, "cell 28", "T3", which
 * the trace must have; or they are declared in the lesson, by number:.  Code in
 * `backquotes` that has a digit stands in the program shown, or is a command.
 */
#ifndef UPSWEEP_LESSON_NUMBERS_H
#define UPSWEEP_LESSON_NUMBERS_H

#include "lesson/lesson_facts.h"

/* True if each number in TEXT of STOP is a fact, the name of a thing that the
 * traces have, or declared.  False and ERROR_USAGE. */
bool lesson_check_numbers(const Lesson *lesson, const LessonStop *stop,
                          int line, const char *text,
                          const LessonMoment *moment, Error *error);

#endif
