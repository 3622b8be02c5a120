/* SPDX-License-Identifier: MIT
 *
 * lesson_consent - a lesson from a file shows programs, which are compiled and
 * run: the user is asked once for all of them, before the lesson begins.
 */
#ifndef UPSWEEP_LESSON_CONSENT_H
#define UPSWEEP_LESSON_CONSENT_H

#include "lesson/lesson.h"

/* Lets the programs of LESSON be built: at once if it comes with Upsweep or
 * shows none, else as consent_obtain (cli/consent.h) has it.  False and
 * ERROR_USAGE. */
bool lesson_consent(Lesson *lesson, bool yes, Error *error);

#endif
