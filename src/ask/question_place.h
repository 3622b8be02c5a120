/* SPDX-License-Identifier: MIT
 *
 * question_place - a place of a trace where something may be asked, and words
 * about it.
 */
#ifndef UPSWEEP_QUESTION_PLACE_H
#define UPSWEEP_QUESTION_PLACE_H

#include "moment/service.h"
#include "ask/question.h"
#include "view/scene.h"

/* An access of a thread to a word. */
typedef struct {
    uint64_t word; /* the array, RACE_SHARED of shared memory, times 2^32, and
                      the cell or index */
    uint32_t thread, instruction;
    bool writes, atomic;
} QuestionTouch;

#define QUESTION_ANY_THREAD UINT32_MAX

/* Where to ask, and about what. */
typedef struct {
    const AnalysedTrace *const *traces;
    int count, panel;
    const AnalysedTrace *analysed;
    const Trace *trace;
    size_t position;
    size_t index;               /* of the instruction that comes next */
    const Instruction *at;      /* that instruction */
    const Access *accesses;     /* its accesses */
    Service service;            /* its requests */
    const Instruction *running; /* the one that the picture shows, or NULL */
    uint64_t random;            /* see base_random */
    uint32_t wanted;            /* a thread, or QUESTION_ANY_THREAD */

    /* Set by find. */
    int lane;                 /* an access of AT */
    const Sum *sum;           /* a sum that its thread makes */
    Word value, interval;     /* the result of that sum */
    uint32_t step;            /* a step that begins at the position */
    uint32_t first, second;   /* two threads; two amounts of cycles */
    uint32_t cycles[4];       /* of two algorithms at two n */
    bool yes;                 /* the answer */
    QuestionTouch touches[2]; /* of one word, that make it so */
} QuestionPlace;

/* Sets PLACE to a position of a trace; false beyond its last instruction. */
bool question_place(const AnalysedTrace *const traces[], int count, int panel,
                    size_t position, uint64_t seed, QuestionPlace *place);
/* True if the picture shows the block of the next instruction, so that one may
 * press on what is asked about. */
bool question_shows(const QuestionPlace *place);
/* True if access LANE of the next instruction is of the thread that is wanted,
 * or if any may be asked about. */
bool question_wants(const QuestionPlace *place, int lane);
/* True if a step begins at the position, and the one that ends there is the one
 * before it of the same block; sets place->step. */
bool question_at_step(QuestionPlace *place);

/* Appends "T2"; with several blocks "T2 of block 3". */
void question_thread(const QuestionPlace *place, uint32_t thread, Text *text);
/* Appends "line 45", or "line 45 (2nd access)". */
void question_line(const QuestionPlace *place, const Instruction *at,
                   Text *text);
/* Appends "step 3 (up-sweep, level 2)". */
void question_step(const QuestionPlace *place, uint32_t step, Text *text);
/* Appends NUMBERS with PREFIX before each: "T0", "T0 and T2", "T0, T2 and T3".
 */
void question_list(const uint32_t numbers[], size_t count, const char *prefix,
                   Text *text);
/* Sets question->about to what the next instruction does, without where. */
void question_about(const QuestionPlace *place, Question *question);
/* Sets the position, the end, the thread (of an access of AT, -1: none). */
void question_stand(const QuestionPlace *place, int lane, Question *question);

#endif
