/* SPDX-License-Identifier: MIT
 *
 * round_sums - words of a raced run that are not what their round makes of the
 * words of the round before.
 *
 *     level 1      6   13    7    4    4
 *     level 2      6   13   13   17   17       thread 4 loaded the 13 that
 *                             ╰────────╯       thread 2 had just stored, and
 *                                              not the 7: 17 is not 7 + 4
 *
 * Such a word may be a sum of neighbours, and its round may be long before the
 * one whose sums are none.
 */
#ifndef UPSWEEP_ROUND_SUMS_H
#define UPSWEEP_ROUND_SUMS_H

#include "analysis/dataflow.h"

/* Calls FOUND for the index of each access to shared memory of TRACE, a single
 * block, that moves such a word, and each that moves it on; ARISES: it was made
 * of words that are right, of which one came too early. */
void round_sums_find(const Trace *trace,
                     void found(void *data, uint32_t access, bool arises),
                     void *data);

#endif
