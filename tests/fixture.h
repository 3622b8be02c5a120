/* SPDX-License-Identifier: MIT
 *
 * fixture - traces made by hand, without a machine, for the tests of the
 * modules that read them.
 *
 *     Fixture *f = fixture_new(OP_ADD, 4, 2, 2, 4);    n, k, threads, words
 *     fixture_step(f, "load", 0);
 *     fixture_instruction(f, 0, ACCESS_STORE, 7);      warp, kind, line
 *     fixture_access(f, 0, 3, 42, interval_make(0, 0));
 *     Trace *trace = fixture_done(f);
 */
#ifndef UPSWEEP_FIXTURE_H
#define UPSWEEP_FIXTURE_H

#include "trace/trace.h"

typedef struct {
    Trace *trace;
    Word *values, *intervals; /* shared memory now */
    uint32_t block;
} Fixture;

Fixture *fixture_new(Op op, uint32_t n, uint32_t k, uint32_t threads,
                     uint32_t words);
/* Ends the step before, if any; what follows belongs to the new one. */
void fixture_step(Fixture *f, const char *phase, int level);
/* The next step starts another block, with its own memory. */
void fixture_next_block(Fixture *f);
void fixture_instruction(Fixture *f, int warp, AccessKind kind, int site);
void fixture_access(Fixture *f, int lane, uint32_t cell, Word value,
                    Word interval);
/* An instruction of ARRAY that HOLDS_PAIRS, whose accesses fixture_status adds:
 * it stores or loads statuses of tiles. */
void fixture_statuses(Fixture *f, AccessKind kind, int site, uint8_t array);
void fixture_status(Fixture *f, int lane, uint32_t tile, Word state, Word sum,
                    Word interval);
/* A sum made for the access added last. */
void fixture_sum(Fixture *f, Word left, Word left_interval, Word right,
                 Word right_interval);
/* The trace; frees the fixture. */
Trace *fixture_done(Fixture *f);

/* Where the nodes of a tree lie. */
typedef enum { PLACE_NOPADDING, PLACE_PADDING, PLACE_LEFTRIGHT } Place;

/* The exclusive sum of 1, 2, ..., n by up-sweep and down-sweep, as a kernel
 * with N/2 threads (512 at most) would do it.  Lines of its accesses: */
enum {
    LINE_GLOAD = 2,
    LINE_FILL,
    LINE_UP_P,
    LINE_UP_Q,
    LINE_UP_SUM,
    LINE_UP_MOVE,
    LINE_CLEAR,
    LINE_DOWN_P,
    LINE_DOWN_Q,
    LINE_DOWN_STORE_P,
    LINE_DOWN_STORE_Q,
    LINE_READ,
    LINE_GSTORE
};
Trace *fixture_scan(Place place, Op op, uint32_t n, uint32_t k);

/* Hillis and Steele's inclusive sum in place, with n threads; with BARRIER
 * false there is none between reading and writing. */
Trace *fixture_hillis(uint32_t n, uint32_t k, bool barrier);

#endif
