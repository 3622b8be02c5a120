/* SPDX-License-Identifier: MIT
 *
 * proof - is the scan right for every associative operator and every input?
 *
 * Theorem (Chong, Donaldson, Ketema; POPL 2014): a kernel whose control flow
 * does not depend on the data, that is free of races, and that is right for the
 * interval of summations, is right for every associative operator and every
 * input of that n.  So two things are checked: no races, and that output i
 * stands for exactly the inputs [0..i] (inclusive) or [0..i-1] (exclusive).
 * The first premise is a rule of kernels/scan.h; assemble.c checks only that
 * the run on this input and its shadow run did the same, so a branch on data
 * that both of them take the same way escapes it.
 *
 * A run whose blocks wait for each other, or draw tickets, is one of many: what
 * is proved of it is proved of the order in which its blocks ran (verify.h
 * tries others).  Of a trace that does not hold all blocks the outputs are
 * judged, and races are looked for in what it holds, but nothing is proved.
 *
 * Of compact not sums are wanted but the elements that are kept, in order:
 * [i..i] for each, and after them nothing; and their number, where an array
 * "size" was stored to.
 */
#ifndef UPSWEEP_PROOF_H
#define UPSWEEP_PROOF_H

#include "analysis/race.h"

typedef struct {
    bool correct; /* the words agree with the serial scan */
    bool race_free;
    bool intervals_ok;
    bool whole;           /* the trace holds all blocks */
    bool ordered;         /* another order of blocks might do otherwise */
    bool proved;          /* race_free, intervals_ok, and whole */
    uint32_t wrong;       /* first output whose interval is wrong, or n */
    Word wrong_interval;  /* what it stands for */
    Word wanted_interval; /* what it should stand for; INTERVAL_UNSET: no
                             output at all */
    uint32_t wrong_value; /* first output whose word is wrong, or n */
    uint32_t results;     /* outputs that there should be */
    bool size_wrong;      /* compact stored another number of them ... */
    Word size;            /* ... which is this */
} Proof;

Proof proof_of(const Trace *trace, const RaceList *races);

/* True if nothing is wrong: proved, or as much as a trace of some blocks can
 * show. */
bool proof_is_good(const Proof *proof);

/* What is wrong, as a sentence with element, intervals, threads and lines; or
 * "proved ..." when nothing is. */
void proof_explain(const Trace *trace, const Proof *proof,
                   const RaceList *races, Text *text);

#endif
