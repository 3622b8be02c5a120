/* SPDX-License-Identifier: MIT
 *
 * lesson_keys - the keys of a file of a lesson, and what each of them says of
 * the lesson or of the stop that is being read.
 *
 * lesson_reader finds keys and their values, line by line.
 */
#ifndef UPSWEEP_LESSON_KEYS_H
#define UPSWEEP_LESSON_KEYS_H

#include "lesson/lesson.h"

enum { LESSON_MOST_KEY = 16 }; /* bytes of the name of a key */

/* A key with its value, which may go over several lines. */
typedef struct {
    const struct LessonKey *key; /* NULL: a paragraph of a stop's text */
    bool open;                   /* the next line may go on with it */
    int line;                    /* where it starts */
    Text value;
} LessonEntry;

typedef struct {
    Lesson *lesson;
    LessonStop *stop; /* that is being read; NULL: the head of the lesson */
    LessonEntry entry;
    int line;
    Error *error;
} LessonReader;

typedef struct LessonKey {
    const char *name;
    enum { KEY_HEAD = 1, KEY_STOP = 2 } place; /* a set */
    bool (*take)(LessonReader *reader, const char *value);
} LessonKey;

/* The key of a name of LENGTH bytes, of a choice "-" or "+"; NULL: there is
 * none.
 */
const LessonKey *lesson_key(const char *name, size_t length);
/* Takes a paragraph of the text of a stop. */
bool lesson_keys_text(LessonReader *reader, const char *value);
/* Ends the stop that is being read: is it whole? */
bool lesson_keys_end_stop(LessonReader *reader);

/* Sets an error about the entry that is being read; returns false. */
bool lesson_wrong(const LessonReader *reader, const char *format, ...)
    BASE_PRINTF(2, 3);

#endif
