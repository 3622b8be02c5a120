/* SPDX-License-Identifier: MIT
 *
 * card - what is known of a thing of a trace at a moment, in a title and short
 * lines, some of which lead to another moment or another thing.
 *
 *     cell 5, bank 1
 *     holds 10, which is Σx4..x7
 *     10 = 3 + 7
 *     written by T0 in step 3, line 78                         ►
 *     read next by T0 in step 4, line 75                       ►
 *     history: 3 stores, 4 loads
 *     step 1: T1 stores 0, line 66                             ►
 *
 * A card is a pure function of the analysed trace, the position and the thing.
 * Every number in it is the trace's, or counted from the trace.
 */
#ifndef UPSWEEP_CARD_H
#define UPSWEEP_CARD_H

#include "card/card_lines.h"
#include "view/scene.h"

/* The card of THING in ANALYSED, which has it, after POSITION instructions.
 * Free it with card_free. */
Card card_of(const AnalysedTrace *analysed, size_t position, const Thing *thing,
             bool full);
#endif
