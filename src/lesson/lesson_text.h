/* SPDX-License-Identifier: MIT
 *
 * lesson_text - lessons in the terminal: the list of them, and a stop in
 * sentences.  All functions append to Text, lines of at most 79 columns.
 */
#ifndef UPSWEEP_LESSON_TEXT_H
#define UPSWEEP_LESSON_TEXT_H

#include "lesson/lesson_list.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_words.h"

/* The list, with what has been done. */
void lesson_text_list(const LessonList *list, Text *text);
/* Title and stops. */
void lesson_text_head(const Lesson *lesson, Text *text);
/* A stop: its title and text, what is seen at the moment, unless that answers
 * its question, and the code that it points at. */
void lesson_text_stop(const LessonStage *stage, const LessonWords *words,
                      Text *text);
/* What is seen at the moment of a stop: what happens, and shared memory, if it
 * is small; at the end the verdict, and the cost. */
void lesson_text_seen(const LessonStage *stage, Text *text);
/* The question, with its choices by number. */
void lesson_text_question(const LessonWords *words, Text *text);
/* BEFORE, the verdict on GIVEN, or if it is NULL the right answer; and why. */
void lesson_text_answer(const LessonWords *words, const Answer *given,
                        const char *before, Text *text);

/* WORDS in lines of at most 79 columns, each after INDENT blanks. */
void lesson_text_wrap(const char *words, int indent, Text *text);

#endif
