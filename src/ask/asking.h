/* SPDX-License-Identifier: MIT
 *
 * asking - a quiz beside a frame: where the player stops, what is covered, what
 * the banner says, and which keys and presses answer.
 *
 *     asking_start ─► question ─► answer ─► question ─► ... ─► end
 *                     covered     why                          score
 *
 * It uses no window; the window passes it keys, named as commands name them,
 * what is typed, and the tags of what is pressed.
 */
#ifndef UPSWEEP_ASKING_H
#define UPSWEEP_ASKING_H

#include "ask/answer_entry.h"
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
    QuizResult result; /* of the question whose answer is shown */
    Answer answer;     /* if one was given */
    AnswerEntry entry;
    Cover cover;
    Banner banner;
} Asking;

/* Begins a quiz on what PLAYER plays, from its position; at its end, from the
 * start.  False, with no change, if there is nothing to ask. */
bool asking_start(Asking *asking, const AnalysedTrace *const traces[],
                  Player *player, uint64_t seed);
/* Ends and clears it.  The player keeps its position. */
void asking_stop(Asking *asking);

/* Answers the open question. */
void asking_answer(Asking *asking, const Answer *answer);
/* Handles a key; false if it means nothing to the quiz. */
bool asking_key(Asking *asking, const char *key);
/* Handles a character that is no letter and no digit, as text. */
bool asking_type(Asking *asking, const char *text);
/* Handles a click on SHAPE; false if it answers nothing. */
bool asking_press(Asking *asking, const Shape *shape);

/* Adds cover and banner to SCENE; nothing if the quiz is off. */
void asking_cover(const Asking *asking, Scene *scene);

#endif
