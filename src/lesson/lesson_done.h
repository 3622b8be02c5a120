/* SPDX-License-Identifier: MIT
 *
 * lesson_done - how far the user has come in each lesson, for the list of
 * lessons, the start page, and to go on there.
 *
 *     $XDG_STATE_HOME/upsweep/lessons
 *
 *     7 12 banks            stop 7 of 12 was the last, and the lesson is not
 * done 12 12! one-thread     it is
 */
#ifndef UPSWEEP_LESSON_DONE_H
#define UPSWEEP_LESSON_DONE_H

#include "lesson/lesson.h"

typedef struct {
    uint32_t stop;  /* the last that was seen, from 1; 0: none */
    uint32_t stops; /* how many the lesson had then */
    bool done;      /* the last stop has been seen */
} LessonDone;

/* What is known of LESSON. */
LessonDone lesson_done(const Lesson *lesson);
/* Notes that STOP, from 1, is seen now.  A lesson that is done stays so. */
void lesson_done_note(const Lesson *lesson, uint32_t stop);
/* The stop, from 0, to go on at: where one left a lesson that is not at its
 * end, else the first. */
size_t lesson_done_resume(const Lesson *lesson);

#endif
