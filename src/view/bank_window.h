/* SPDX-License-Identifier: MIT
 *
 * bank_window - shared memory and its queues as the projector's layout shows
 * them: the rows and banks that are touched, large; all others folded to thin
 * lines.
 *
 *     cell   bank 0        bank 1   ||||||||   bank 10
 *        0  [ T0 ▶ 27 ]   [   6  ]  ||||||||  [   13    ]
 *           ──────────────────────────────────────────────   rows 4 to 16
 *       20  [    2    ]   [   8  ]  ||||||||  [ T2 ▶ 34 ]
 *           ═══════════    ════════ ========   ═══════════
 *             [ T0 ]                 ▪  ▪        [ T2 ]       queues
 *             [ T1 ]
 *             [ +6 ]                                          of eight
 *
 * Under it stands what the lines are: "banks 2 to 9 and cells 4 to
 * 19". A queue that is longer than the room for it ends with the number of
 * those that are not shown; while it is served, it moves up.
 */
#ifndef UPSWEEP_BANK_WINDOW_H
#define UPSWEEP_BANK_WINDOW_H

#include "view/bank_layout.h"

/* Draws memory and queues, with the words that move between them. */
void bank_window_draw(const BankLayout *layout);

#endif
