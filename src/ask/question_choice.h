/* SPDX-License-Identifier: MIT
 *
 * question_choice - chooses a question about a run by a seed.
 *
 *     QuestionWish ─► a kind ─► a place in a trace ─► Question
 */
#ifndef UPSWEEP_QUESTION_CHOICE_H
#define UPSWEEP_QUESTION_CHOICE_H

#include "ask/question.h"
#include "view/scene.h"

/* The name of a kind: "bank", "cell", ...; the kind called NAME, or
 * QUESTION_KINDS. */
const char *question_kind_name(QuestionKind kind);
QuestionKind question_kind_named(const char *name);
/* Kinds are of level 1, easy, to QUESTION_LEVELS, hard.  Those of level 1 are
 * about the next instruction. */
enum { QUESTION_LEVELS = 3 };
int question_kind_level(QuestionKind kind);

/* Makes *QUESTION of ASK exactly at POSITION; free it with question_free.
 * False if there is none. */
bool question_at(const AnalysedTrace *const traces[], int count,
                 const QuestionAsk *ask, size_t position, Question *question);

/* What to choose. */
typedef struct {
    uint64_t seed;
    int level;                    /* 1 to QUESTION_LEVELS */
    unsigned except;              /* bit i: not of kind i */
    const Question *const *asked; /* before; they do not come again */
    int asked_count;
    /* Positions of each trace; END included. */
    size_t first[PLAYER_MAX_TRACES], end[PLAYER_MAX_TRACES];
} QuestionWish;

/* A wish for a question anywhere in the run. */
QuestionWish question_wish(const AnalysedTrace *const traces[], int count,
                           uint64_t seed);
/* Makes a question that is wished, as question_at does. */
bool question_choose(const AnalysedTrace *const traces[], int count,
                     const QuestionWish *wish, Question *question);

/* Sets COVER to what would answer QUESTION; ANALYSED is its trace. */
void question_cover(const Question *question, const AnalysedTrace *analysed,
                    Cover *cover);

/* True if the names of TRACE say what is wrong with it, and so would answer
 * questions about it. */
bool question_hides_names(const Trace *trace);
/* Appends the title of TRACE, or SCENE_HIDDEN if it would answer; and the
 * titles of COUNT traces, "LeftRight and Padding". */
void question_name(const Trace *trace, Text *text);
void question_title(const Trace *const traces[], int count, Text *text);
/* Appends the source up to the next line to run, which is the last of COUNT
 * lines at most, with their numbers; without names that would answer. */
void question_source(const Question *question, const AnalysedTrace *analysed,
                     int count, Text *text);

#endif
