/* SPDX-License-Identifier: MIT
 *
 * question_kind - the kinds of questions.  Each has a function that finds what
 * to ask at a place of a trace, and one that makes the question.
 *
 *     place, kind ─► find: is there something to ask? about which lane?
 *                 ─► make: the sentences and the right answer
 *
 * A find sets the members of QuestionPlace that its make needs.
 */
#ifndef UPSWEEP_QUESTION_KIND_H
#define UPSWEEP_QUESTION_KIND_H

#include "ask/question.h"
#include "moment/service.h"
#include "view/scene.h"

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
    int lane;               /* an access of AT */
    const Sum *sum;         /* a sum that its thread computes */
    Word value, interval;   /* the result of that sum */
    uint32_t step;          /* a step that begins at the position */
    uint32_t first, second; /* two threads; two amounts of cycles */
    bool yes;               /* the answer */
    Race race;              /* if the answer is yes: why */
} QuestionPlace;

/* Sets PLACE to where ASK is at POSITION; false after the last instruction. */
bool question_place(const AnalysedTrace *const traces[], int count,
                    const QuestionAsk *ask, size_t position,
                    QuestionPlace *place);
/* True if the picture shows the block of the next instruction, so that one can
 * click on what is asked about. */
bool question_shows(const QuestionPlace *place);
/* True if access LANE of the next instruction is of the wanted thread. */
bool question_wants(const QuestionPlace *place, int lane);
/* The block of an instruction; the thread of access LANE. */
const Block *question_block(const QuestionPlace *place, const Instruction *at);
uint32_t question_thread(const QuestionPlace *place, int lane);

/* Appends FORMAT as printf does, then replaces parts in braces by words about
 * PLACE:
 *
 *     {who}    T2; T2 of block 3 if there are several
 *     {cell}   cell 28 = 7·4 + 0         {left}    Σx8..x9
 *     {bank}   bank 0                    {right}   Σx10..x11
 *     {does}   stores to                 {sum}     Σx8..x11
 *     {line}   line 45                   {result}  19 + 15 = 34
 *     {step}   step 3 (up-sweep, level 2); {last} and {next} around it
 */
void question_say(const QuestionPlace *place, Text *text, const char *format,
                  ...) BASE_PRINTF(3, 4);
/* Begins QUESTION: position, end, thread (of access LANE of the next
 * instruction; -1: none), empty texts. */
void question_begin(const QuestionPlace *place, int lane, Question *question);
/* Sets what the next instruction does, without where. */
void question_about(const QuestionPlace *place, Question *question);
/* Sets a number as the right answer. */
void question_number(Question *question, int64_t number);
/* Sets COUNT choices, of which RIGHT is right. */
void question_choose_of(Question *question, const char *const choices[],
                        int count, int right);

typedef bool QuestionFind(QuestionPlace *place);
typedef void QuestionMake(const QuestionPlace *place, Question *question);

/* bank_questions.c */
QuestionFind question_find_bank, question_find_cycles, question_find_waits,
    question_find_faster;
QuestionMake question_make_bank, question_make_cell, question_make_cycles,
    question_make_waits, question_make_faster;
/* sum_questions.c */
QuestionFind question_find_sum, question_find_elements;
QuestionMake question_make_sum, question_make_elements;
/* order_questions.c */
QuestionFind question_find_barrier, question_find_race;
QuestionMake question_make_barrier, question_make_race;

#endif
