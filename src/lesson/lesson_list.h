/* SPDX-License-Identifier: MIT
 *
 * lesson_list - the lessons that come with Upsweep, and those in files.
 */
#ifndef UPSWEEP_LESSON_LIST_H
#define UPSWEEP_LESSON_LIST_H

#include "lesson/lesson.h"

typedef struct {
    Lesson **lessons; /* by their order */
    size_t lessons_count, lessons_capacity;
} LessonList;

/* All that come with Upsweep; free it with lesson_list_free. */
LessonList lesson_list(void);
void lesson_list_free(LessonList *list);

/* The lesson that WORD names: one that comes with Upsweep, by its name, its
 * number in the list or a start of its name, or else a file.  NULL and
 * ERROR_USAGE; free it with lesson_free. */
Lesson *lesson_find(const char *word, Error *error);

#endif
