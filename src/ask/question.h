/* SPDX-License-Identifier: MIT
 *
 * question - a question about a run, and answers to it.  question_choice.h
 * makes questions.
 *
 *     traces, seed ─► question_choose ─► Question ─► question_read ─► answer
 *                                          │         question_is_right
 *                                          └─ the run stops at its position
 *
 * A Question is about one trace at a position: it asks what happens next, or
 * compares what is to come.  The trace alone decides the answer.  No
 * question has two right answers, and none is asked whose answer the picture
 * shows.  The same traces, seed and place give the same question.
 *
 * Positions count instructions in the order of playing, as in a Scene.
 */
#ifndef UPSWEEP_QUESTION_H
#define UPSWEEP_QUESTION_H

#include "draw/display_list.h"
#include "trace/trace.h"

typedef enum {
    QUESTION_BANK,     /* which bank does a thread access? */
    QUESTION_CELL,     /* which cell does it access? */
    QUESTION_SUM,      /* which value does it compute? */
    QUESTION_ELEMENTS, /* which elements does a sum add? */
    QUESTION_CYCLES,   /* how many cycles does an instruction take? */
    QUESTION_WAITS,    /* which threads are not served in the first cycle? */
    QUESTION_BARRIER,  /* is the barrier between two steps needed? */
    QUESTION_RACE,     /* would two threads race? */
    QUESTION_FASTER,   /* which trace, or which step, takes fewer cycles? */
    QUESTION_KINDS
} QuestionKind;

/* What is asked: a question of KIND about trace PANEL, and about THREAD if the
 * kind is about one.  Among equals SEED chooses. */
#define QUESTION_ANY_THREAD UINT32_MAX
typedef struct {
    QuestionKind kind;
    int panel;
    uint32_t thread; /* or QUESTION_ANY_THREAD */
    uint64_t seed;
} QuestionAsk;

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
    int panel;       /* which trace, */
    uint32_t k;      /* and its banks */
    size_t position; /* where the run stops */
    size_t end;      /* where the answer shows */
    /* The thread in question, and its block; UINT32_MAX: none. */
    uint32_t thread, block;
    AnswerForm form;
    ThingKind click; /* a click on such a thing answers with its number, or adds
                        it to the threads; THING_NONE: none does */
    char *choices[QUESTION_CHOICES]; /* NULL after the last */
    Answer right;
    Text about;    /* what happens next, without the answer: "Threads 0 to 3
                      load a value each (line 41)"; or "" */
    Text sentence; /* the question */
    Text how;      /* the form of an answer: "a bank, 0 to 3" */
    Text hint;     /* a sentence */
    Text answer;   /* the right answer: "bank 0" */
    Text why;      /* lines, each a sentence; they repeat the answer */
} Question;

void question_free(Question *question); /* and clears it */
/* How many choices it has. */
int question_choices(const Question *question);
/* True if both read the same and have the same answer. */
bool question_same(const Question *a, const Question *b);

/* Reads a typed answer: "3", "bank 3", "4-7", "x4..x7", "1 3",
 * "yes", or the number (from 1) of a choice.  False and ERROR_USAGE,
 * with the form of an answer, if it is none. */
bool question_read(const Question *question, const char *typed, Answer *answer,
                   Error *error);
bool question_is_right(const Question *question, const Answer *answer);
/* Sets *NUMBER to what a press on SHAPE answers; of threads, to one thread.
 * False if it answers nothing. */
bool question_pressed(const Question *question, const Shape *shape,
                      uint32_t *number);
/* "number", "range", "threads" or "choice". */
const char *question_form_name(AnswerForm form);
/* Appends NUMBERS with PREFIX before each: "T0", "T0 and T2", "T0, T2 and T3".
 */
void question_list(const int64_t numbers[], int count, const char *prefix,
                   Text *text);
/* Appends an answer in the words of the right one: "bank 3". */
void question_answer(const Question *question, const Answer *answer,
                     Text *text);
/* Appends "Correct." or "Not correct. Answer: bank 0."; without ANSWER
 * "Answer: bank 0." */
void question_verdict(const Question *question, const Answer *answer,
                      Text *text);

#endif
