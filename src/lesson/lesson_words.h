/* SPDX-License-Identifier: MIT
 *
 * lesson_words - what a stop says at its moment: its text with facts filled in,
 * and its question, which the author wrote or which is made of the traces.
 *
 *     question: How many?   - two  + {~k}     choices, the author's
 *     ask: bank of thread 2                   typed, or pressed in the picture
 */
#ifndef UPSWEEP_LESSON_WORDS_H
#define UPSWEEP_LESSON_WORDS_H

#include "ask/question_choice.h"
#include "lesson/lesson_facts.h"

/* A wrong answer that the lesson explains. */
typedef struct {
    Answer answer; /* of choices: the number of one, from 0 */
    Text why;
} LessonWrong;

/* What a stop says, with its facts filled in. */
typedef struct {
    Text text, note, question, why;
    Text answer; /* the right one, in words */
    Text choices[LESSON_MOST_CHOICES];
    int choices_count, right; /* no choices: the answer is typed */
    LessonWrong wrongs[LESSON_MOST_CHOICES];
    int wrongs_count;
    bool asks; /* the question is ASKED, made of the traces */
    Question asked;
    uint32_t k;  /* banks of the trace that it is about */
    Cover cover; /* what would answer it */
} LessonWords;

/* False and ERROR_USAGE if a fact is none, if two choices are the same, or if
 * there is nothing to ask; free with lesson_words_free either way. */
bool lesson_words(const Lesson *lesson, const LessonStop *stop,
                  const LessonMoment *moment, LessonWords *words, Error *error);
void lesson_words_free(LessonWords *words);
bool lesson_is_right(const LessonWords *words, const Answer *given);
/* Why the wrong answer GIVEN is wrong; "" if the lesson does not say so. */
const char *lesson_why_wrong(const LessonWords *words, const Answer *given);
/* True if STOP has a question. */
bool lesson_has_question(const LessonStop *stop);
/* The tick of PLAYER, which is at the moment of the stop, at which the answer
 * is seen: the same, unless the traces were asked. */
uint32_t lesson_told_tick(const LessonWords *words, const Player *player);

#endif
