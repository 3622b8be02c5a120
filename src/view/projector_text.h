/* SPDX-License-Identifier: MIT
 *
 * projector_text - what the projector's layout says, in a few words that can be
 * read from the last row.
 *
 *     Four lanes meet four banks: 1 cycle.
 *     T2 waits behind T0, T3 behind T1: 2 cycles.
 *     8 lanes queue at each of 4 banks: 8 cycles.
 *
 * Each text has briefer forms, for panels with less room; a frame takes the
 * first that fits.  The last form may be empty.
 */
#ifndef UPSWEEP_PROJECTOR_TEXT_H
#define UPSWEEP_PROJECTOR_TEXT_H

#include "view/view_panel.h"

enum { PROJECTOR_BRIEFS = 3 };

/* Appends the sentence on the moment of VIEW; BRIEF is 0 to PROJECTOR_BRIEFS -
 * 1. */
void projector_sentence(const View *view, PanelWait wait, int brief,
                        Text *text);
/* Appends "a race in step 2" or "wrong from step 3", or nothing if the run is
 * right. */
void projector_faults(const View *view, Text *text);
/* Appends "up-sweep, level 3: store the sums". */
void projector_phase(const View *view, Text *text);
/* Appends "64 numbers, 4 banks". */
void projector_sizes(const Scene *scene, Text *text);

#endif
