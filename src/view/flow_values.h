/* SPDX-License-Identifier: MIT
 *
 * flow_values - the words of the table of the flow of values, as texts that
 * fit: what a cell shows, and the operands on their way to their sums.
 */
#ifndef UPSWEEP_FLOW_VALUES_H
#define UPSWEEP_FLOW_VALUES_H

#include "view/flow_layout.h"

/* The running access that shows at a cell of the table: the store itself, a
 * load of what the round before left there, or a global access at the ends. */
const Access *flow_values_running(const FlowLayout *at, size_t round,
                                  uint32_t column);
/* The same once it is visible: a store when its word has arrived. */
const Access *flow_values_shown(const FlowLayout *at, size_t round,
                                uint32_t column);
/* The part of a cell that text may fill. */
Rect flow_values_inside(Rect box);
/* The word of the upper half of a number whose lower half is in COLUMN; 0 of
 * another column. */
Word flow_values_high(const FlowLayout *at, size_t round, uint32_t column);
/* Formats WORD, the one of a column, so that it fits in WIDTH if it can; of the
 * lower half of a number of 8 bytes the number, whose other half is in HIGH. */
void flow_values_text(const FlowLayout *at, uint32_t column, Word word,
                      Word high, Font font, double width,
                      char text[VALUE_TEXT]);
/* Is there a word in a row that has no room in its cell?  Then none is written:
 * numbers that stop half-way would look as if there were no more. */
bool flow_values_hidden(const FlowLayout *at, size_t round);
/* Inputs come down into the first row, outputs leave their row downwards. */
void flow_values_global(const FlowLayout *at);
/* What the stores that are under way are made of. */
void flow_values_tokens(const FlowLayout *at);

#endif
