/* SPDX-License-Identifier: MIT
 *
 * token - the values that are on their way while an instruction runs: from
 * which thing to which, and when.
 *
 *     23: thread 0 ──► cell 3      cycles 0.35 to 1.18
 *
 * A view knows where the things are, and places a token between them.
 */
#ifndef UPSWEEP_TOKEN_H
#define UPSWEEP_TOKEN_H

#include "moment/tree_state.h"
#include "trace/thing.h"

typedef struct {
    Thing from, to;
    Word value;
    const Access *access; /* that moves it */
    double start, end;    /* in cycles of the instruction */
    int side; /* of TO, where it arrives: -1 left, 0 middle, 1 right */
} Token;

/* The words that the requests of SERVICE move between threads and cells, words
 * of global memory or other threads; returns how many. */
int service_tokens(const Service *service, Token tokens[TRACE_MAX_BANKS]);
/* The words that the running store to node X of LEVEL is made of: operands of a
 * sum on their way up, a prefix and what is added to it on their way down, or a
 * word of a round across. */
int tree_tokens(const TreeState *state, uint32_t level, uint32_t x,
                Token tokens[2]);

#endif
