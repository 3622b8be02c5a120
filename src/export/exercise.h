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

/* The questions of a run in order, each answered right: page 2 i asks question
 * i, and page 2 i + 1 shows the answer. */
typedef struct {
    const ExerciseOptions *options;
    AnalysedTrace *traces[PLAYER_MAX_TRACES];
    int count;
    Player player;
    Asking asking;
    Scene scenes[2 * QUIZ_USUAL];
    Cover covers[2 * QUIZ_USUAL];
    int pages;
} Exercise;

/* False and *ERROR as above. */
bool exercise_open(Exercise *exercise, const Trace *const traces[], int count,
                   const ExerciseOptions *options, Error *error);
void exercise_close(Exercise *exercise);
const Question *exercise_question(const Exercise *exercise, int page);
/* Appends "10 questions", and if they are fewer than usual, why. */
void exercise_count(const Exercise *exercise, Text *text);

#endif
