/* SPDX-License-Identifier: MIT
 *
 * quiz - questions one after the other, from the start of a run to its end, and
 * how many were answered right.
 *
 *     quiz_start ─► quiz_next ─► Question ─► quiz_answer ─┐
 *                      ▲                     quiz_pass    │
 *                      └──────────────────────────────────┘   ─► quiz_summary
 *
 * No question comes twice, and no two in a row are of one kind, so that there
 * may be fewer than were wanted.  They get harder after answers
 * that are right, and easier after others.  The same seed and the same answers
 * give the same questions.
 */
#ifndef UPSWEEP_QUIZ_H
#define UPSWEEP_QUIZ_H

#include "ask/question_choice.h"
#include "ask/score_code.h"

enum { QUIZ_USUAL = 10, QUIZ_MOST = 30 };

typedef enum {
    QUIZ_OPEN,  /* asked, and not answered yet */
    QUIZ_RIGHT, /* answered */
    QUIZ_WRONG,
    QUIZ_SHOWN, /* the answer was asked for */
    QUIZ_PASSED /* not now: it does not count */
} QuizResult;

typedef struct {
    QuestionKind kind;
    QuizResult result;
    bool hinted; /* the hint was asked for */
} QuizEntry;

typedef struct {
    uint64_t seed;
    int most; /* questions, up to QUIZ_MOST */
    QuizEntry entries[QUIZ_MOST];
    uint64_t asked[QUIZ_MOST];           /* question_identity of each */
    int count;                           /* of questions asked */
    size_t positions[PLAYER_MAX_TRACES]; /* that the questions have come to */
    bool exhausted; /* nothing else was left to ask, before MOST were */
    int level;
    Question question; /* the last one */
} Quiz;

/* Begins a quiz of MOST questions at POSITIONS of COUNT traces (NULL: at their
 * starts). */
void quiz_start(Quiz *quiz, uint64_t seed, int most, const size_t positions[],
                int count);
/* Asks the next question: sets quiz->question, which the quiz owns.  PLAYER,
 * with the same traces, tells where the others are when one has come to a
 * position.  False if there is none any more, or MOST were asked. */
bool quiz_next(Quiz *quiz, const AnalysedTrace *const traces[],
               const Player *player);
/* The last tick of PLAYER at which the trace that QUESTION is about has come to
 * its position, and the first at which it has come to the end of what the
 * question is about. */
uint32_t quiz_tick(const Player *player, const Question *question);
uint32_t quiz_end_tick(const Player *player, const Question *question);
/* What became of the question: it was answered; or it was shown, or passed. */
void quiz_answer(Quiz *quiz, const Answer *answer);
void quiz_pass(Quiz *quiz, QuizResult result);
/* The hint was asked for. */
void quiz_hint(Quiz *quiz);
void quiz_free(Quiz *quiz);

/* How many were right, and how many count: all that were answered, or shown. */
int quiz_right(const Quiz *quiz);
int quiz_counted(const Quiz *quiz);
Score quiz_score(const Quiz *quiz, const Trace *const traces[], int count);
/* Appends "7 of 9 right.", what to look at again, and why there were fewer
 * questions than were wanted, a line each. */
void quiz_summary(const Quiz *quiz, Text *text);

#endif
