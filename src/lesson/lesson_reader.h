/* SPDX-License-Identifier: MIT
 *
 * lesson_reader - reads a lesson from the text of its file, line by line;
 * lesson.h says what stands there.
 */
#ifndef UPSWEEP_LESSON_READER_H
#define UPSWEEP_LESSON_READER_H

#include "lesson/lesson.h"

/* Reads a lesson from TEXT, LENGTH bytes, that comes from FILE and is called
 * NAME.  NULL and ERROR_USAGE, "FILE:LINE: ...". */
Lesson *lesson_read(const char *name, const char *file, const char *text,
                    size_t length, Error *error);

#endif
