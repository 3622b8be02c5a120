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

#include "moment/flow_state.h"
#include "moment/lane_state.h"
#include "moment/tree_state.h"
#include "trace/thing.h"

typedef struct {
    Thing from, to; /* a word of global memory: by its index in this trace */
    Word value;
    const Access *access; /* that moves it */
    double start, end;    /* in cycles of the instruction */
    int side; /* of TO, where it arrives: -1 left, 0 middle, 1 right */
} Token;

enum { TOKENS_MOST = 2 * TRACE_MAX_BANKS };

/* The words that the requests of SERVICE move between threads and cells, words
 * of global memory or other threads; returns how many, as all of these do. */
int service_tokens(const Service *service, Token tokens[TRACE_MAX_BANKS]);
/* The words that move to nodes of the tree, cells of the table of rounds, or
 * registers: operands of a sum, a prefix and what is added to it on their way
 * down, words of a shuffle, and words that come from global memory or go there.
 */
int tree_tokens(const TreeState *state, Token tokens[TOKENS_MOST]);
int flow_tokens(const FlowState *state, Token tokens[TOKENS_MOST]);
int lane_tokens(const Moment *moment, const WarpRegisters *lanes,
                Token tokens[TOKENS_MOST]);

#endif
