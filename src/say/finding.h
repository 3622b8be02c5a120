/* SPDX-License-Identifier: MIT
 *
 * say/finding - what a finding says, in parts, to be printed where there is
 * room.
 *
 *     title     race
 *     is        thread 0 stores temp[63] while thread 31 may still load it
 *     where     scan.cu:16 and scan.cu:12, step 4 (down-sweep); no barrier
 *               between them
 *     at        thread 0 stores temp[63]; no barrier between
 *     other     thread 31 loads temp[63]
 *     why       a stride of 2, 4, 8 ... brings up to 16 lanes to one bank
 *     fix       add __syncthreads() before line 16
 *     evidence  checked on 4 random inputs
 *
 * No part has a capital at its start or a full stop.  A new kind of finding has
 * a row of the table in finding.c.
 */
#ifndef UPSWEEP_SAY_FINDING_H
#define UPSWEEP_SAY_FINDING_H

#include "findings/finding.h"
#include "say/statement.h"

typedef struct {
    Statement is, evidence;
    Text where;     /* for a sentence that stands alone */
    Text at, other; /* labels of both places */
    Text why, fix;  /* "": not known */
} FindingWords;

/* The kind, in one to three words; some are the same word. */
const char *finding_title(FindingKind kind);

/* The parts of FINDING, one of ALL; free them with finding_words_free. */
FindingWords finding_words(const Findings *all, const Finding *finding);
void finding_words_free(FindingWords *words);

/* Appends what FINDING is, where, and the evidence, as one sentence. */
void finding_write(const Findings *all, const Finding *finding, Text *text);
/* Appends what would help, ""; if nothing is known to. */
void finding_write_fix(const Findings *all, const Finding *finding, Text *text);
/* Appends the conflicts that are predicted with the fix of FINDING, "
 * (predicted: 20 and 15)"; nothing if none are. */
void finding_write_prediction(const Finding *finding, Text *text);
/* Appends all findings but costs, and but that the program ended early, as one
 * sentence of clauses. */
void findings_write(const Findings *all, Text *text);

/* Appends the first wrong output of a run of the catalog: "output 17 is 136,
 * not 68".  Where the value is right by chance, its interval is printed. */
void finding_write_output(const Trace *trace, const Proof *proof, Text *text);

#endif
