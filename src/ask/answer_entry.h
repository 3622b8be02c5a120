/* SPDX-License-Identifier: MIT
 *
 * answer_entry - the answer to a question while it is typed, or pressed in the
 * picture.
 *
 *     keys, text, presses ──► AnswerEntry.typed ──► question_read ──► Answer
 *
 * It uses no window; keys are named as commands name them.
 */
#ifndef UPSWEEP_ANSWER_ENTRY_H
#define UPSWEEP_ANSWER_ENTRY_H

#include "ask/question.h"

typedef struct {
    char typed[48];
    char error[256]; /* why what was typed is no answer; or "" */
} AnswerEntry;

typedef enum {
    ENTRY_IGNORES, /* it means nothing here */
    ENTRY_TAKES,   /* the entry has changed, or says why it is no answer */
    ENTRY_ANSWERS  /* the answer is given */
} EntryResult;

/* True if a digit alone answers QUESTION, which is about a trace of K banks. */
bool answer_entry_by_digit(const Question *question, uint32_t k);

/* Handles a key: digits, Space, Backspace, and Enter unless nothing is typed.
 * ENTRY_ANSWERS sets *ANSWER, here and below. */
EntryResult answer_entry_key(AnswerEntry *entry, const Question *question,
                             uint32_t k, const char *key, Answer *answer);
/* Handles a sign that stands in answers and is no digit; false if TEXT is
 * none. */
bool answer_entry_type(AnswerEntry *entry, const char *text);
/* Handles a click on SHAPE. */
EntryResult answer_entry_press(AnswerEntry *entry, const Question *question,
                               uint32_t k, const Shape *shape, Answer *answer);

#endif
