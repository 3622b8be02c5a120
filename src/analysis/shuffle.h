/* SPDX-License-Identifier: MIT
 *
 * shuffle - which lane's word each lane receives in a shuffle of a trace.
 */
#ifndef UPSWEEP_SHUFFLE_H
#define UPSWEEP_SHUFFLE_H

#include "trace/trace.h"

/* The distance between lanes in a shuffle, if it is the same for all lanes but
 * those that receive their own word; else 0. */
int shuffle_distance(const Trace *trace, const Instruction *at);
/* The lane whose word all lanes receive in a shuffle; -1 if there are several.
 */
int shuffle_source(const Trace *trace, const Instruction *at);
/* True if ACCESS of a shuffle brought its lane the lane's own word, because no
 * other was meant for it, as below the distance of a shift. */
bool shuffle_keeps_own(const Trace *trace, const Instruction *at,
                       const Access *access);
/* The word that a lane sends in a shuffle, as somebody receives it; NULL:
 * nobody does. */
const Access *shuffle_sent(const Trace *trace, const Instruction *at, int lane);

#endif
