/* SPDX-License-Identifier: MIT
 *
 * lesson_stage - what a stop of a lesson shows: its traces, recorded now, and
 * the moment.
 *
 *     show: nopadding -n 16 -k 4 ──► request_traces ──► Trace ┐
 *     at: step 3 ─────────────────► player ─────────────────► LessonMoment
 *
 * Programs that a lesson names lie beside the lesson's file.  Those of the
 * lessons that come with Upsweep, its examples and its kernels are in the
 * program itself.  They are compiled in a temporary folder.
 */
#ifndef UPSWEEP_LESSON_STAGE_H
#define UPSWEEP_LESSON_STAGE_H

#include "cli/options.h"
#include "lesson/lesson.h"
#include "lesson/lesson_facts.h"
#include "playback/player.h"
#include "view/thing_text.h"

/* Records what STOP shows into TRACES, *COUNT of them; the caller frees them
 * with trace_free.  False and ERROR, with nothing left to free: ERROR_USAGE,
 * with file and line, if the lesson is wrong, ERROR_FAILED if, say, there is no
 * compiler. */
bool lesson_traces(const Lesson *lesson, const LessonStop *stop,
                   Trace *traces[LESSON_MOST_TRACES], int *count, Error *error);
/* True if both stops show the same traces. */
bool lesson_shows_same(const LessonStop *a, const LessonStop *b);

/* Moves PLAYER, which plays the traces of STOP, to its moment.  False and
 * ERROR_USAGE if there is none. */
bool lesson_seek(const Lesson *lesson, const LessonStop *stop, Player *player,
                 Error *error);

/* A stop on the stage: what its text is filled from. */
typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    Trace *traces[LESSON_MOST_TRACES];
    int count;
    uint32_t *orders[LESSON_MOST_TRACES];
    Player player;
    LessonMoment moment;
} LessonStage;

/* Records STOP and goes to its moment; where BEFORE is not NULL and shows the
 * same traces, they are taken from it, and BEFORE is left empty.  False and
 * ERROR; free with lesson_stage_free either way. */
bool lesson_stage_open(LessonStage *stage, const Lesson *lesson,
                       const LessonStop *stop, LessonStage *before,
                       Error *error);
void lesson_stage_free(LessonStage *stage);

/* The moment of PLAYER's current tick; ORDERS are those of its traces. */
LessonMoment lesson_moment(const Player *player,
                           const uint32_t *const orders[]);

/* What STOP points at, of COUNT traces; returns how many.  -1 and ERROR_USAGE
 * if no trace has it. */
int lesson_things(const Lesson *lesson, const LessonStop *stop,
                  const Trace *const traces[], int count,
                  Thing things[LESSON_MOST_POINTS], Error *error);

/* True if the stop has at most LESSON_MOST_READ words, the traces have what it
 * points at, and its numbers are facts, things or declared. */
bool lesson_stage_check(const LessonStage *stage, Error *error);

/* Lets the programs of LESSON be built: at once if it comes with Upsweep or
 * shows none, else as consent_obtain (cli/consent.h) has it.  False and
 * ERROR_USAGE. */
bool lesson_consent(Lesson *lesson, bool yes, Error *error);

#endif
