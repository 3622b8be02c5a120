/* SPDX-License-Identifier: MIT
 *
 * card_maker - makes cards: the trace at a moment, the card under construction,
 * and templates of lines, which all kinds of cards share.
 *
 * Instructions are indices into the whole trace.  Those of a block follow each
 * other in the order in which the block issued them.
 */
#ifndef UPSWEEP_CARD_MAKER_H
#define UPSWEEP_CARD_MAKER_H

#include "card/card.h"
#include "view/pointing.h"

enum { CARD_EVENTS = 6 }; /* a list has no more, unless the card is full */

typedef struct {
    Card *card;
    const Thing *thing;
    PointedTrace at;
    const AnalysedTrace *whole;
    const Trace *trace;        /* the whole one */
    const Block *block;        /* that runs */
    uint32_t grid;             /* of that block */
    uint32_t first, end, done; /* instructions of the block; FIRST to DONE - 1
                                  have been executed */
    uint32_t running; /* instruction; valid if at.running is not NULL */
    size_t position;
    bool full;
} CardMaker;

/* An access, or an instruction where ACCESS is NULL. */
typedef struct {
    uint32_t instruction;
    const Access *access;
} CardEvent;
typedef struct {
    CardEvent *events;
    size_t events_count, events_capacity;
} CardEvents;

/* Makes the card of one kind of thing. */
typedef void CardMake(CardMaker *maker);
CardMake card_make_thread, card_make_node, card_make_cell, card_make_bank,
    card_make_place, card_make_line, card_make_instruction, card_make_step,
    card_make_block, card_make_launch, card_make_word;

/* Adds a line of KIND, valid until the next is added.  After printf, parts in
 * braces are replaced by words about EVENT:
 *
 *     {who}    T0; T0 of block 2 if another block runs
 *     {does}   stores 10
 *     {where}   to cell 5;  of a program  to s[5]; nothing for a shuffle
 *     {bank}   , bank 1; nothing if it is not an access to shared memory
 *     {step}   step 3              the line leads there
 *     {line}   line 78             "
 *     {s} {es}  after a word, unless the number before it is 1
 */
CardLine *card_event(CardMaker *maker, CardKind kind, const CardEvent *event,
                     const char *format, ...) BASE_PRINTF(4, 5);
/* The same without an event; it leads nowhere. */
CardLine *card_add(CardMaker *maker, CardKind kind, const char *format, ...)
    BASE_PRINTF(3, 4);
/* The same of INSTRUCTION. */
CardLine *card_moment(CardMaker *maker, uint32_t instruction,
                      const char *format);

/* LINE leads to the moment after INSTRUCTION; to cell CELL, or element CELL of
 * global array ARRAY. */
void card_lead(const CardMaker *maker, CardLine *line, uint32_t instruction);
void card_lead_to(CardLine *line, uint8_t array, uint32_t cell);

/* True if INSTRUCTION has been executed; the number of its step, from 1. */
bool card_is_done(const CardMaker *maker, uint32_t instruction);
uint32_t card_step(const CardMaker *maker, uint32_t instruction);
const Instruction *card_instruction(const CardMaker *maker, uint32_t i);
const BankCost *card_cost(const CardMaker *maker, uint32_t i);

/* Appends VALUE in the type of EVENT's place; the value that EVENT moves. */
void card_value(const CardMaker *maker, const CardEvent *event, Word value,
                Text *text);
void card_moved(const CardMaker *maker, const CardEvent *event, Text *text);
/* Appends "Σx4..x7"; false, with nothing appended, if INTERVAL is not a sum of
 * neighbours. */
bool card_interval(const CardMaker *maker, Word interval, Text *text);

/* Adds a line in the form FORMAT for each event, those around the moment if
 * there are too many, and frees the list. */
void card_list(CardMaker *maker, CardEvents *list, const char *format);

/* ---- Why: card_why.c ------------------------------------------------------*/

/* Adds the conflict or broadcast at BANK of the running instruction, if any. */
void card_why_waits(CardMaker *maker, uint32_t bank);
/* Adds a race at CELL of the running block, of this step first; or at element
 * CELL of ARRAY in the running launch. */
void card_why_races(CardMaker *maker, uint8_t array, uint32_t cell);
/* Adds the path back from a wrong value to the instruction that made it. */
void card_why_wrong(CardMaker *maker, const CardEvent *event);
/* Adds what the barrier after STEP, an index, protects. */
void card_why_barrier(CardMaker *maker, uint32_t step);

#endif
