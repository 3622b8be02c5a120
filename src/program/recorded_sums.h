/* SPDX-License-Identifier: MIT
 *
 * recorded_sums - whether what the recorded run of a launch left are the sums
 * that its runs on random inputs made: a kernel may do otherwise for the values
 * at hand, as one that skips elements that are 0.
 */
#ifndef UPSWEEP_RECORDED_SUMS_H
#define UPSWEEP_RECORDED_SUMS_H

#include "program/launch_notes.h"
#include "trace/sum_result.h"

/* OUTPUTS are COUNT spans of inputs, each of the kind ELEMENT (ElementKind)
 * that is known.  Those become INTERVAL_TOP whose sum, of the elements in
 * GIVEN, differs from what is in LEFT; of floating-point numbers by more than
 * additions in any order can.  Nothing is said of what is not in both. */
void recorded_sums_check(InputSpan *outputs, uint32_t count, uint32_t element,
                         NoteBytes given, NoteBytes left);

#endif
