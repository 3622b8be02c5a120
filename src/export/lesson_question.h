/* SPDX-License-Identifier: MIT
 *
 * lesson_question - a lesson's question as a page asks it: what answers it, by
 * a button, typed, or by a press in the picture.
 */
#ifndef UPSWEEP_LESSON_QUESTION_H
#define UPSWEEP_LESSON_QUESTION_H

#include "ask/turn.h"
#include "lesson/lesson_words.h"

/* Appends how QUESTION is answered, and what is right, as members of an object
 * of JSON, as assets/answer.js reads them. */
void question_json(const Question *question, Text *json);
/* Appends the question of WORDS as an object of JSON; LIST is the picture that
 * stands above it.  assets/page.html describes its members. */
void lesson_question_json(const LessonWords *words, const DisplayList *list,
                          Text *json);

#endif
