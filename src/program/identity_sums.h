/* SPDX-License-Identifier: MIT
 *
 * identity_sums - the additions of a program in which an operand is 0.
 *
 * The word of x + 0 is x, and the word of 0 + 0 is 0: by their words alone
 * these additions are taken for moves.  But all lanes of a line do the same.
 * Where a line stored the sum of what two other lines loaded, as for most
 * threads
 *
 *     temp[b] += temp[a];        loads temp[b] and temp[a], stores their sum
 *
 * a thread that made both loads and then this store added as well, also where
 * temp[a] is padding.
 */
#ifndef UPSWEEP_IDENTITY_SUMS_H
#define UPSWEEP_IDENTITY_SUMS_H

#include "trace/trace.h"

/* Adds these sums to the sums of TRACE, a program's, whose words have their
 * intervals. */
void identity_sums_add(Trace *trace);

#endif
