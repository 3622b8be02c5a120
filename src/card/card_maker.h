/* SPDX-License-Identifier: MIT
 *
 * card_maker - what the makers of cards have in common: a trace at a moment,
 * the card that grows, and parts of sentences.
 *
 * All instructions are indices into the whole trace.  Those of a block lie one
 * after the other, in the order in which the block issued them.
 */
#ifndef UPSWEEP_CARD_MAKER_H
#define UPSWEEP_CARD_MAKER_H

#include "card/card_lines.h"
#include "view/pointing.h"

/* How many events a card lists, those around the moment, unless it is FULL. */
#define CARD_EVENTS 12

typedef struct {
    Card *card;
    const Thing *thing;
    PointedTrace at;
    const AnalysedTrace *whole;
    const Trace *trace;        /* the whole one */
    const Block *block;        /* that runs */
    uint32_t grid;             /* of that block */
    uint32_t first, end, done; /* of its instructions: those from FIRST to DONE
                                  - 1 have been executed */
    uint32_t running; /* the instruction; valid if at.running is not NULL */
    size_t position;
    bool full;
} CardMaker;

/* Makes the card of a kind of thing: its title and all lines. */
typedef void CardMake(CardMaker *maker);
CardMake card_make_thread, card_make_node, card_make_cell, card_make_bank,
    card_make_place, card_make_line, card_make_instruction, card_make_step,
    card_make_block, card_make_launch, card_make_word;

/* Each adds a line of KIND and returns it, valid until the next is added; its
 * text is written with text_add to card->texts before, from the offset START
 * on.  It leads nowhere. */
size_t card_start(const CardMaker *maker);
CardLine *card_end(CardMaker *maker, CardKind kind, size_t start);
CardLine *card_add(CardMaker *maker, CardKind kind, const char *format, ...)
    BASE_PRINTF(3, 4);

/* LINE leads to the moment after INSTRUCTION has been executed. */
void card_lead(const CardMaker *maker, CardLine *line, uint32_t instruction);
/* True if INSTRUCTION has been executed; the number of its step, from 1. */
bool card_is_done(const CardMaker *maker, uint32_t instruction);
uint32_t card_step(const CardMaker *maker, uint32_t instruction);

/* Append "step 4, line 75", or "step 4, line 75, block 2" of another block than
 * the one that runs. */
void card_when(const CardMaker *maker, uint32_t instruction, Text *text);
/* A line that leads to INSTRUCTION: "WORDS step 2, line 78". */
void card_moment(CardMaker *maker, const char *words, uint32_t instruction);
/* The instruction with an index, and what it costs. */
const Instruction *card_instruction(const CardMaker *maker, uint32_t i);
const BankCost *card_cost(const CardMaker *maker, uint32_t i);
/* "s", but "" of one. */
const char *card_plural(uint64_t count);
/* Appends "cell 5", of a program "temp[5]"; of an access "in[5]", too. */
void card_cell_name(const CardMaker *maker, uint32_t cell, Text *text);
void card_place_name(const CardMaker *maker, const Instruction *at,
                     const Access *access, Text *text);
/* Appends the word VALUE in the type of the word that an access moves. */
void card_value(const CardMaker *maker, const Instruction *at,
                const Access *access, Word value, Text *text);
/* Appends the number that ACCESS moves, of 8 bytes too. */
void card_moved(const CardMaker *maker, const Instruction *at,
                const Access *access, Text *text);
/* The same as a sum of inputs: "Σx4..x7"; false if it is not known as one. */
bool card_interval(const CardMaker *maker, Word interval, Text *text);
/* Appends "T0 stores 10", "T0 adds 1 to ...". */
void card_does(const CardMaker *maker, const Instruction *at,
               const Access *access, Text *text);
/* The same with the place: "T0 stores 10 to cell 5". */
void card_does_where(const CardMaker *maker, const Instruction *at,
                     const Access *access, Text *text);
/* Appends "T0", or "T0 of block 2" where another block runs. */
void card_thread(const CardMaker *maker, uint32_t instruction,
                 const Access *access, Text *text);

/* Accesses that are listed as events. */
typedef struct {
    uint32_t instruction;
    const Access *access;
} CardEvent;
typedef struct {
    CardEvent *events;
    size_t events_count, events_capacity;
} CardEvents;

/* Adds the EVENTS, "step 1: T1 stores 0, line 66", as many around the moment as
 * the card may have, and how many are left out. */
void card_list(CardMaker *maker, const CardEvents *events);

/* ---- Why, in card_why.c ---------------------------------------------------*/

/* If requests wait at BANK now: who asks for which cell, and how the bank
 * follows from the cell.  Adds nothing if none does. */
void card_why_waits(CardMaker *maker, uint32_t bank);
/* The races at CELL of the block that runs, of this step first; or at word CELL
 * of ARRAY in the launch that runs. */
void card_why_races(CardMaker *maker, uint8_t array, uint32_t cell);
/* If the word that ACCESS of INSTRUCTION moves is wrong: the path back to where
 * it became wrong. */
void card_why_wrong(CardMaker *maker, uint32_t instruction,
                    const Access *access);
/* What the barrier behind STEP, an index, protects. */
void card_why_barrier(CardMaker *maker, uint32_t step);

#endif
