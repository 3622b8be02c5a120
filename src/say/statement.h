/* SPDX-License-Identifier: MIT
 *
 * statement - a sentence as data: clauses that know how important they are and
 * how to say the same in fewer words.
 *
 *     rank  text                                     brief
 *     0     threads 0 to 3 store their sums          sums are stored
 *     1     2 lanes queue at bank 1: 2 cycles        2 cycles
 *     2     28 lanes idle                            (none)
 *
 * Whoever has little room writes less of it; nobody cuts a sentence that is
 * already written.  A clause has no capital at its start and no stop at its
 * end: statement_write adds them.  A name of a program keeps its letters where
 * it has a character that no English word has: temp[3], x_0.
 */
#ifndef UPSWEEP_STATEMENT_H
#define UPSWEEP_STATEMENT_H

#include "util/base.h"

typedef struct {
    Text text;
    Text brief; /* the same in fewer words; empty: it has no shorter form */
    int rank; /* 0: always written; the clause of the highest rank goes first */
    bool opens; /* it begins a new sentence */
} Clause;

typedef struct {
    Clause *clauses;
    size_t clauses_count, clauses_capacity;
    bool plain; /* a label: it has no capital and no full stop */
} Statement;

/* Adds a clause of RANK to STATEMENT and returns its text, to append to.  The
 * pointer is valid until the next clause is added. */
Text *statement_add(Statement *statement, int rank);
/* Adds a clause of RANK with this text. */
void statement_say(Statement *statement, int rank, const char *format, ...)
    BASE_PRINTF(3, 4);
/* The shorter form of the last clause, to append to. */
Text *statement_brief(Statement *statement);
/* The last clause begins a new sentence. */
void statement_open(Statement *statement);
/* Adds BY to the rank of every clause: all of them go before those that are
 * added next. */
void statement_yield(Statement *statement, int by);
/* Moves the clauses of FROM to the end of STATEMENT; FROM is empty then. */
void statement_append(Statement *statement, Statement *from);
void statement_free(Statement *statement);

/* How STATEMENT can be written: level 0 is all of it, each further level says
 * less, and statement_levels() - 1 least: first clauses take their brief form,
 * the highest rank first, then clauses of that rank go. */
int statement_levels(const Statement *statement);
/* Appends STATEMENT at LEVEL: clauses joined by "; ", each sentence with a
 * capital and a full stop.  Nothing if it has no clause. */
void statement_write(const Statement *statement, int level, Text *text);
/* Appends all of STATEMENT and frees it. */
void statement_take(Statement *statement, Text *text);
/* Appends the same without capital and full stop, to follow other words. */
void statement_write_plain(const Statement *statement, int level, Text *text);

/* True if TEXT fits where it is to go, as DATA has it. */
typedef bool StatementFits(const char *text, void *data);
/* Appends STATEMENT at the first level that FITS; at the last one if none
 * does. */
void statement_fit(const Statement *statement, StatementFits *fits, void *data,
                   Text *text);

/* ---- Sentences with parts in braces, which are words about some data:
 *
 *     "{who} {does}{where}"  ─►  T0 stores 10 to cell 5
 */
typedef void TemplateWords(const void *data, Text *text);
typedef struct {
    const char *name; /* "{who}"; NULL ends a table */
    TemplateWords *words;
} TemplatePart;

/* Appends SENTENCE; what is in braces and not in PARTS stays. */
void template_write(const char *sentence, const TemplatePart parts[],
                    const void *data, Text *text);

#endif
