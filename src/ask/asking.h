/* SPDX-License-Identifier: MIT
 *
 * asking - a quiz: where the player stops, what is covered, what the band says,
 * and which keys and presses answer.
 *
 *     asking_start ─► question ─► answer ─► question ─► ... ─► end
 *                     covered     why                          score
 *                        Page Down and Enter ─►, ◄─ Page Up
 *
 * Window, terminal, worksheets and pages ask by it.  It uses no window; the
 * window passes it keys, named as commands name them, what is typed, and the
 * tags of what is pressed.
 */
#ifndef UPSWEEP_ASKING_H
#define UPSWEEP_ASKING_H

#include "ask/band.h"
#include "ask/quiz.h"

typedef enum {
    ASKING_OFF,
    ASKING_QUESTION, /* an answer is awaited */
    ASKING_TOLD,     /* the answer is shown */
    ASKING_END       /* the score is shown */
} AskingState;

typedef struct {
    AskingState state;
    const AnalysedTrace *traces[PLAYER_MAX_TRACES];
    Player *player;
    Quiz quiz;
    int at; /* the question that is shown; at the end, their number */
    Cover cover;
    uint32_t version; /* another for every change */
    Text summary;     /* at the end */
} Asking;

/* Begins a quiz on what PLAYER plays, from its position; at its end, from the
 * start.  False, with no change, if there is nothing to ask. */
bool asking_start(Asking *asking, const AnalysedTrace *const traces[],
                  Player *player, uint64_t seed);
/* Ends and clears it.  The player keeps its position. */
void asking_stop(Asking *asking);

/* Shows the score. */
void asking_end(Asking *asking);

/* What is shown, unless it is off or at the end. */
const Question *asking_question(const Asking *asking);
const Turn *asking_turn(const Asking *asking);

/* Answers the open question. */
void asking_answer(Asking *asking, const Answer *answer);
/* Handles a key, a sign that is typed, a click on SHAPE, or a whole line, see
 * turn.h; false if it means nothing to the quiz.  E ends it. */
bool asking_key(Asking *asking, const char *key);
bool asking_type(Asking *asking, const char *text);
bool asking_press(Asking *asking, const Shape *shape);
bool asking_line(Asking *asking, const char *line);

/* Appends "Question 3 of 10 · Padding", without a name that would answer. */
void asking_place(const Asking *asking, Text *text);
/* Appends what is said below the question: its hint or its form, or what is
 * wrong with what was typed; once it is answered, the verdict and why. */
void asking_say(const Asking *asking, Text *text);
/* The band of the window, which refers to ASKING. */
Band asking_band(const Asking *asking);
/* Covers in SCENE what would answer; nothing if the quiz is off. */
void asking_cover(const Asking *asking, Scene *scene);

#endif
