/* SPDX-License-Identifier: MIT
 *
 * instruction_marks - which instructions of a trace have something that one
 * looks for: a conflict, a race, a word that goes wrong, an early end.
 *
 * Marks are PlayerMarks, one for each instruction in the order of playing (see
 * issue_order.h).
 */
#ifndef UPSWEEP_INSTRUCTION_MARKS_H
#define UPSWEEP_INSTRUCTION_MARKS_H

#include "analysis/bank.h"
#include "analysis/race_list.h"
#include "analysis/wrong_words.h"
#include "playback/player.h"

/* The marks of TRACE with all but MARK_WRONG; free them. */
uint8_t *instruction_marks_of(const Trace *trace, const uint32_t *order,
                              const BankTable *banks, const RaceList *races);
/* Marks where the WRONG words of TRACE arise. */
void instruction_marks_add_wrong(uint8_t *marks, const Trace *trace,
                                 const uint32_t *order,
                                 const WrongWords *wrong);

#endif
