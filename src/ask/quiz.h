/* SPDX-License-Identifier: MIT
 *
 * quiz - questions in turn, from the start of a run to its end, and the score.
 *
 *     quiz_start ─► quiz_next ─► QuizEntry: question and turn ─┐
 *                      ▲                                       │
 *                      └───────────── quiz_adapt ◄─────────────┘ ─► quiz_score
 *
 * The first question is about the next instruction.  No question comes twice
 * and no two in a row are of one kind, so there may be fewer than wanted.  They
 * get harder after right answers and easier after others.  The same seed and
 * answers give the same questions.
 */
#ifndef UPSWEEP_QUIZ_H
#define UPSWEEP_QUIZ_H

#include "ask/question_choice.h"
#include "ask/score_code.h"
#include "ask/turn.h"

enum { QUIZ_USUAL = 10, QUIZ_MOST = 30 };

typedef struct {
    Question question;
    Turn turn;
} QuizEntry;

typedef struct {
    uint64_t seed;
    int most;                     /* questions, up to QUIZ_MOST */
    QuizEntry entries[QUIZ_MOST]; /* those asked; the last may be open */
    int count;
    size_t positions[PLAYER_MAX_TRACES]; /* of the last question */
    bool exhausted;                      /* there were fewer than MOST */
    int level;
} Quiz;

/* Begins a quiz of MOST questions at POSITIONS of COUNT traces. */
void quiz_start(Quiz *quiz, uint64_t seed, int most, const size_t positions[],
                int count);
/* Adds the next entry.  PLAYER, with the same traces, knows their positions at
 * each moment.  False if there is none, or MOST were asked. */
bool quiz_next(Quiz *quiz, const AnalysedTrace *const traces[],
               const Player *player);
/* The last tick of PLAYER at which the trace of QUESTION is at its position,
 * and the first at which the answer shows. */
uint32_t quiz_tick(const Player *player, const Question *question);
uint32_t quiz_end_tick(const Player *player, const Question *question);
/* Chooses the level that follows the last turn, which has ended. */
void quiz_adapt(Quiz *quiz);
void quiz_free(Quiz *quiz);

/* How many are right, were answered, and count: those and all that were shown.
 */
int quiz_right(const Quiz *quiz);
int quiz_answered(const Quiz *quiz);
int quiz_counted(const Quiz *quiz);
Score quiz_score(const Quiz *quiz, const Trace *const traces[], int count);
/* Appends "7 of 9 correct, 1 skipped."; then, as lines, what to review and why
 * there were fewer questions than wanted. */
void quiz_score_line(const Quiz *quiz, Text *text);
void quiz_advice(const Quiz *quiz, Text *text);

#endif
