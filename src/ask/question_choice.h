/* SPDX-License-Identifier: MIT
 *
 * question_choice - chooses what to ask about a run, by a seed.
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
/* How hard questions of a kind are: 1 to QUESTION_LEVELS. */
enum { QUESTION_LEVELS = 3 };

/* What question_choose is to choose. */
typedef struct {
    uint64_t seed;
    int level;             /* how hard, 1 to QUESTION_LEVELS */
    unsigned except;       /* bit i: not of kind i, such as that asked before */
    const uint64_t *asked; /* question_identity of those asked before, */
    int asked_count;       /* none of which is to come again */
    /* In each trace, the positions at which it may be asked; END included. */
    size_t first[PLAYER_MAX_TRACES], end[PLAYER_MAX_TRACES];
} QuestionWish;

/* A wish for a question anywhere in the run. */
QuestionWish question_wish(const AnalysedTrace *const traces[], int count,
                           uint64_t seed);
/* Makes *QUESTION, which question_free frees.  False if there is none. */
bool question_choose(const AnalysedTrace *const traces[], int count,
                     const QuestionWish *wish, Question *question);
/* The same for a question of KIND about trace PANEL, exactly at POSITION. */
bool question_at(const AnalysedTrace *const traces[], int count, int panel,
                 QuestionKind kind, size_t position, uint64_t seed,
                 Question *question);
/* The same about thread THREAD, if a question of KIND is about one. */
bool question_at_thread(const AnalysedTrace *const traces[], int count,
                        int panel, QuestionKind kind, size_t position,
                        uint32_t thread, uint64_t seed, Question *question);

/* Hides in COVER what would answer QUESTION, which is open; ANALYSED is the
 * trace that it is about. */
void question_cover(const Question *question, const AnalysedTrace *analysed,
                    Cover *cover);

#endif
