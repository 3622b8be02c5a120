/* SPDX-License-Identifier: MIT
 *
 * exercise - questions about a run as files: a worksheet on paper with a second
 * one that has the solution, a page that asks and keeps the score, and the same
 * as a SCORM 1.2 package for a learning platform.
 *
 *     traces, seed ─► a quiz answered right ─► frames that ask and answer
 *                                                │
 *                     sheet.pdf, sheet-solution.pdf | x.html | x.zip
 */
#ifndef UPSWEEP_EXERCISE_H
#define UPSWEEP_EXERCISE_H

#include "ask/asking.h"

typedef struct {
    uint64_t seed;
    int questions; /* at most */
    Theme theme;
    bool system_theme; /* pages are light or dark as the reader's system is */
} ExerciseOptions;

/* Each writes PATH, whole or not at all, and appends what was written to TOLD.
 * False and ERROR_USAGE if there is nothing to ask, or the traces cannot be
 * compared; ERROR_FAILED if the file cannot be written. */
typedef bool ExerciseWriter(const Trace *const traces[], int count,
                            const ExerciseOptions *options, const char *path,
                            Text *told, Error *error);

/* "sheet.pdf" and "sheet-solution.pdf", A4. */
ExerciseWriter exercise_worksheet;
/* A page without a network; a package with that page. */
ExerciseWriter exercise_page, exercise_package;

/* A walk through the questions: EACH is called when one is asked, and when it
 * is answered, as asking->state says, with a scene of that moment.  Returns how
 * many there were; -1 and *ERROR as above. */
typedef void ExerciseEach(void *user, const Asking *asking, const Scene *scene);
int exercise_walk(const Trace *const traces[], int count,
                  const ExerciseOptions *options, ExerciseEach *each,
                  void *user, Error *error);
/* Appends "10 questions", and if they are fewer than were wanted, why. */
void exercise_count(int questions, const ExerciseOptions *options, Text *text);

#endif
