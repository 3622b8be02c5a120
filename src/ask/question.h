/* SPDX-License-Identifier: MIT
 *
 * question - what is asked about a run before it is shown, and answers.
 * question_choice.h makes questions.
 *
 *     traces, seed ─► question_choose ─► Question ─► question_read ─► answer
 *                                          │         question_is_right
 *                                          └─ the run stops at its position
 *
 * A Question is about one trace, at a moment: the run has come to a position,
 * and what is asked happens after it, or is a fact of the whole run.  Its
 * answer follows from the trace alone; a question without exactly one right
 * answer, or whose answer the picture of that moment shows, is not asked.  The
 * same traces, seed and place give the same question.
 *
 * Positions count instructions in the order of playing, as in a Scene.
 */
#ifndef UPSWEEP_QUESTION_H
#define UPSWEEP_QUESTION_H

#include "draw/display_list.h"
#include "trace/trace.h"

typedef enum {
    QUESTION_BANK,     /* which bank does a thread meet? */
    QUESTION_CELL,     /* which cell does it load or store to? */
    QUESTION_SUM,      /* which value does it compute? */
    QUESTION_ELEMENTS, /* of which elements is that the sum? */
    QUESTION_CYCLES,   /* how many cycles does an instruction take? */
    QUESTION_WAITS,    /* which threads have to wait? */
    QUESTION_BARRIER,  /* is the barrier between two steps needed? */
    QUESTION_RACE,     /* would two threads race? */
    QUESTION_FASTER,   /* which trace, or which step, takes fewer cycles? */
    QUESTION_FROM,     /* from which n on is one trace the faster? */
    QUESTION_RIGHT,    /* will the output be right? */
    QUESTION_KINDS
} QuestionKind;

typedef enum {
    ANSWER_NUMBER,  /* a number */
    ANSWER_RANGE,   /* the first and the last of some elements */
    ANSWER_THREADS, /* the numbers of threads, rising */
    ANSWER_CHOICE   /* one of the choices, from 0 */
} AnswerForm;

typedef struct {
    int64_t numbers[TRACE_MAX_BANKS];
    int count; /* 1; of a range 2; of threads, how many */
} Answer;

enum { QUESTION_CHOICES = 6 };

typedef struct {
    QuestionKind kind;
    int panel;       /* which trace */
    size_t position; /* at which it stops, see above */
    size_t end;      /* at which the answer is seen */
    /* The thread that is asked about, and its block; UINT32_MAX: none. */
    uint32_t thread, block;
    Word interval; /* of the sum that is asked about; INTERVAL_UNSET: none */
    AnswerForm form;
    ThingKind click; /* a press on a shape of such a thing answers with its
                        number; of threads, adds it; THING_NONE: none does */
    char *choices[QUESTION_CHOICES]; /* NULL after the last */
    Answer right;
    char *about;    /* what happens next, a clause without the answer:
                       "Threads 0 to 3 load a word each (line 41)"; or "" */
    char *sentence; /* the question */
    char *how;      /* how to answer it: "a bank: 0 to 3" */
    char *hint;     /* a sentence */
    char *answer;   /* the right answer in words: "bank 0" */
    char *why;      /* lines, each a sentence, from the trace's numbers; they
                       have the words of the answer in them */
} Question;

void question_free(Question *question); /* and clears it */
/* A hash of what is asked and what is right: questions that read the same and
 * have the same answer have the same one. */
uint64_t question_identity(const Question *question);

/* Reads an answer as people type it: "3", "bank 3", "4-7", "x4..x7", "1 3",
 * "yes", the letter or the number (from 1) of a choice.  False and ERROR_USAGE,
 * with what would be an answer, if it is none. */
bool question_read(const Question *question, const char *typed, Answer *answer,
                   Error *error);
bool question_is_right(const Question *question, const Answer *answer);
/* Sets *NUMBER to what a press on SHAPE answers; of threads, to one thread.
 * False if it answers nothing.  The trace that is asked about has K banks. */
bool question_pressed(const Question *question, uint32_t k, const Shape *shape,
                      uint32_t *number);
/* "number", "range", "threads" or "choice". */
const char *question_form_name(AnswerForm form);
/* What stands before the number of an answer, after 1, and after others, with |
 * between: "bank ||", "| cycle| cycles". */
const char *question_unit(const Question *question);
/* Appends an answer in the words of the right one: "bank 3". */
void question_answer(const Question *question, const Answer *answer,
                     Text *text);
/* Appends what the verdict on ANSWER is, or, if that is NULL, only what is
 * right: "Not bank 3: bank 0." */
void question_verdict(const Question *question, const Answer *answer,
                      Text *text);

#endif
