/* SPDX-License-Identifier: MIT
 *
 * proof - is a scan right for every associative operator and every input?
 *
 * Theorem (Chong, Donaldson, Ketema; POPL 2014): a kernel whose control flow
 * does not depend on the data, that is free of races, and that is right for the
 * interval of summations, is right for every associative operator and every
 * input of that n.  So two things are checked: no races, and that output i
 * stands for exactly the inputs [0..i] (inclusive) or [0..i-1] (exclusive).
 * Control flow ignores the data since a kernel is a template over its elements,
 * and src/catalog/catalog.cu runs it on a type that can only be copied and
 * joined: what compares elements or converts them does not compile.
 *
 * If blocks wait for each other or draw tickets, a run is one of many: the
 * proof holds for the order in which its blocks ran (report/verify.h tries
 * others).  If a trace does not hold all blocks, its outputs are checked and
 * races are looked for in the blocks it holds, but nothing is proved.
 *
 * Of a user's program no intervals are known: it is not proved, and its words
 * are compared with nothing.  It is wrong if threads race, or if its user said
 * what it computes (Trace.expected) and runs on random inputs say something
 * else.
 *
 * The results of compact are not sums but the elements that are kept, in order:
 * [i..i] for each, and nothing after them; and their number, where an array
 * "size" was stored to.
 */
#ifndef UPSWEEP_PROOF_H
#define UPSWEEP_PROOF_H

#include "analysis/race.h"

/* Loads from memory where nothing was stored before.
 *
 *     __shared__ int s[64];   T63 loads s[64]     nobody has stored there
 *
 * What such a load brings is undefined: on a GPU what an earlier block has
 * left, or an earlier program.  Of global memory only arrays are looked at to
 * which nothing was stored at all before the first launch that touches them: a
 * counter from cudaMalloc without a cudaMemset.  A trace file does not
 * say which these are.  An access of several words is reported only if none of
 * its bytes was stored to, so that the padding within a structure that is
 * copied is not.
 *
 * Only programs on the simulator are looked at: a GPU's recording lacks
 * some stores to memory. */
enum { UNSET_SHARED = UINT8_MAX }; /* UnsetLoads.array: shared memory */

typedef struct {
    size_t count;
    ThreadAccess first; /* if there is one */
    uint32_t cell;      /* that it loads, or index in the array */
    uint8_t array;      /* of global memory, or UNSET_SHARED */
    bool atomic;        /* FIRST is an atomic operation that works on what it
                           finds: it goes before plain loads */
} UnsetLoads;

/* Shuffles in which a lane asks for the value of one that takes no part.
 *
 *     if (t < 16) v += __shfl_down_sync(0xffff, v, 16);     T0 asks lane 16
 *
 * What such a lane is given is undefined.  The simulator gives it its own
 * value, and a random one in runs on random inputs.  A lane that asks beyond
 * its warp, or the width, gets a defined value (its own, or for __shfl_sync the
 * one at the index modulo the width): no finding.
 *
 * Only programs on the simulator are looked at: a GPU's recording
 * has no shuffles. */

typedef struct {
    size_t count;
    ThreadAccess first; /* if there is one */
    uint32_t lane;      /* that it asks, of its warp */
} UnsetShuffles;

typedef struct {
    bool unchecked;  /* a program's: correct and intervals_ok are false, and
                        nothing is wrong but races */
    bool unexpected; /* a program's result is not the one that is expected */
    bool ended;      /* a program did not come to its end, see trace_ended */
    bool correct;    /* the words agree with the serial scan */
    bool race_free;
    bool race_cut; /* of a program: none was found, but there may be some, see
                      RaceList.cut; that is no fault */
    bool intervals_ok;
    bool whole;           /* the trace holds all blocks; for a program: of all
                             launches that were not cut off */
    bool ordered;         /* another order of blocks might behave differently */
    bool proved;          /* race_free, intervals_ok, and whole; of a program
                             race_free, its result proved, and whole */
    uint32_t wrong;       /* first output whose interval is wrong, or n */
    Word wrong_interval;  /* what it stands for */
    Word wanted_interval; /* what it should stand for; INTERVAL_UNSET: no
                             output at all */
    uint32_t wrong_value; /* first output whose word is wrong, or n */
    uint32_t results;     /* how many outputs there should be */
    bool size_wrong;      /* compact stored another number than results: */
    Word size;            /* this one */
    /* of a program; loads of what was never stored are reported, and are no
     * fault, but atomic operations and shuffles are */
    UnsetLoads unset;
    UnsetShuffles shuffles;
    const SumResult *wrong_result; /* of its results, the first that is wrong,
                                      see sum_result_wrong_one; or NULL */
    uint32_t returned;             /* the exit status of its main */
} Proof;

/* Checks TRACE, in which race_find found RACES. */
Proof proof_of(const Trace *trace, const RaceList *races);

/* True if nothing is wrong: proved, or no fault in a trace that holds only some
 * blocks, or no race in a program's. */
bool proof_is_good(const Proof *proof);

/* What the outputs of a catalog's run should be, run.n of them. */
typedef struct {
    uint32_t count;  /* of outputs that there should be */
    Word *words;     /* 0 where there should be none */
    Word *intervals; /* INTERVAL_UNSET there */
} ProofWanted;
ProofWanted proof_wanted(const Trace *trace);
void proof_wanted_free(ProofWanted *wanted);

/* The first output of a catalog's run that is wrong, as an interval or else as
 * a word; run.n if none is, or if only the size is wrong. */
uint32_t proof_first_wrong(const Trace *trace, const Proof *proof);

/* "Right" or "WRONG"; "Seen" of a program without races, or "So far" if it did
 * not come to its end. */
const char *proof_verdict(const Proof *proof);

#endif
