/* SPDX-License-Identifier: MIT
 *
 * turn - one person answers one question: what is typed or pressed, the hint,
 * the answer and its result.
 *
 *     keys, text, presses, lines ──► Turn.typed ──► Turn.answer, Turn.result
 *
 * Window, terminal and lessons use it.  It uses no window; keys are named as
 * commands name them.
 */
#ifndef UPSWEEP_TURN_H
#define UPSWEEP_TURN_H

#include "ask/question.h"

typedef enum {
    TURN_OPEN, /* asked, and not answered yet */
    TURN_RIGHT,
    TURN_WRONG,
    TURN_SHOWN, /* the answer was asked for */
    TURN_PASSED /* skipped: it does not count */
} TurnResult;

typedef struct {
    TurnResult result;
    Answer answer; /* that was given, if the result is right or wrong */
    bool hinted;   /* the hint was asked for */
    char typed[48];
    char error[256]; /* why what was typed is no answer; or "" */
} Turn;

/* True if a digit alone answers QUESTION. */
bool turn_by_digit(const Question *question);

/* Each handles what a person does, and returns false if it means nothing to an
 * open turn.  A key: digits, Space, Backspace, Enter, Page Down and H.  Text: a
 * minus, or a comma or period in an answer that has begun: a period alone comes
 * from a remote, to blank the screen.  A click on SHAPE.  A whole line, where
 * "?" asks for the hint, "" for the answer, and "-" skips. */
bool turn_key(Turn *turn, const Question *question, const char *key);
bool turn_type(Turn *turn, const char *text);
bool turn_press(Turn *turn, const Question *question, const Shape *shape);
bool turn_line(Turn *turn, const Question *question, const char *line);

/* Judges ANSWER; ends the turn without one, as RESULT says. */
void turn_answer(Turn *turn, const Question *question, const Answer *answer);
void turn_end(Turn *turn, TurnResult result);
/* The answer that was given; NULL: none was. */
const Answer *turn_given(const Turn *turn);

#endif
