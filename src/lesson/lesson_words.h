/* SPDX-License-Identifier: MIT
 *
 * lesson_words - what a stop says at its moment: its text with facts filled in,
 * and its question.  The author's question is one with choices; "ask:" is a
 * question about the traces.  Both are a Question (ask/question.h), so that one
 * code reads and judges answers.
 */
#ifndef UPSWEEP_LESSON_WORDS_H
#define UPSWEEP_LESSON_WORDS_H

#include "ask/band.h"
#include "lesson/lesson_facts.h"

/* A wrong answer that the lesson explains. */
typedef struct {
    Answer answer;
    Text why;
} LessonWrong;

/* What a stop says, with its facts filled in. */
typedef struct {
    Text text, note;
    bool asks;      /* it has QUESTION, */
    bool of_traces; /* by ask: */
    Question question;
    LessonWrong wrongs[LESSON_MOST_CHOICES];
    int wrongs_count;
    Cover cover; /* hides what would answer it */
} LessonWords;

/* False and ERROR_USAGE if a fact does not exist, if two choices are the same,
 * or if the traces have no such question; free with lesson_words_free either
 * way. */
bool lesson_words(const Lesson *lesson, const LessonStop *stop,
                  const LessonMoment *moment, LessonWords *words, Error *error);
void lesson_words_free(LessonWords *words);

/* Shows in SCENE, which has the traces of STOP at its moment, what the stop
 * asks for.  False and ERROR_USAGE if it points at what is not there. */
bool lesson_scene(const Lesson *lesson, const LessonStop *stop, Scene *scene,
                  Error *error);
/* Hides in SCENE what STOP hides; TELLS: its question has been answered. WORDS,
 * or NULL, must outlive SCENE. */
void lesson_cover(const LessonStop *stop, const LessonWords *words, bool tells,
                  Scene *scene);
/* The band below the frame of STOP, without keys: with NOTE, of the lecturer's
 * note; TELLS: its question has been answered, as TURN has it, or NULL. */
Band lesson_band(const Lesson *lesson, const LessonStop *stop,
                 const LessonWords *words, bool note, bool tells,
                 const Turn *turn);
/* Why the wrong answer GIVEN is wrong; "" if the lesson does not say so. */
const char *lesson_why_wrong(const LessonWords *words, const Answer *given);
/* The tick of PLAYER, which is at the moment of the stop, at which the answer
 * is seen: the same, unless the traces were asked. */
uint32_t lesson_told_tick(const LessonWords *words, const Player *player);

#endif
