/* SPDX-License-Identifier: MIT
 *
 * block_order - whether the blocks of a trace may be played one after the
 * other, as the trace stores them.
 *
 *     stored order      block 0: x += 1           block 1: x += 1
 *     as it happened    block 1 loads x = 0 and stores 1, then block 0 loads 1
 *
 * Here they may not: block 0, played first, would find what block 1 has stored.
 */
#ifndef UPSWEEP_BLOCK_ORDER_H
#define UPSWEEP_BLOCK_ORDER_H

#include "trace/trace.h"

/* True if two blocks of a launch touch a byte of global memory, at least one of
 * them stores to it, and the block that comes first in the trace made its
 * access last. */
bool block_order_differs(const Trace *trace);

#endif
