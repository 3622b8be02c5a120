/* SPDX-License-Identifier: MIT
 *
 * question_kind - the kinds of questions: for each a function that finds what
 * to ask at a place of a trace, and one that makes the question.
 *
 *     place, kind ─► find: is there something to ask here? which lane, which
 *                    threads?  ─► make: the sentences and the right answer
 *
 * A find sets the members of PLACE that its make needs.
 */
#ifndef UPSWEEP_QUESTION_KIND_H
#define UPSWEEP_QUESTION_KIND_H

#include "ask/question_place.h"

typedef bool QuestionFind(QuestionPlace *place);
typedef void QuestionMake(const QuestionPlace *place, Question *question);

/* bank_questions.c */
QuestionFind question_find_bank, question_find_cell, question_find_cycles,
    question_find_waits;
QuestionMake question_make_bank, question_make_cell, question_make_cycles,
    question_make_waits;
/* sum_questions.c */
QuestionFind question_find_sum, question_find_elements;
QuestionMake question_make_sum, question_make_elements;
/* order_questions.c */
QuestionFind question_find_barrier, question_find_race;
QuestionMake question_make_barrier, question_make_race;
/* size_questions.c */
QuestionFind question_find_from;
QuestionMake question_make_from;
/* run_questions.c */
QuestionFind question_find_faster, question_find_right;
QuestionMake question_make_faster, question_make_right;

#endif
