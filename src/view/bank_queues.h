/* SPDX-License-Identifier: MIT
 *
 * bank_queues - the queues of the banks in the projector's layout, and what
 * moves between them and the cells.
 *
 *     ═══════════    ════════ ========   ═══════════
 *       [ T0 ]                 ▪  ▪        [ T2 ]
 *       [ T1 ]
 *       [ +6 ]                                          of eight
 */
#ifndef UPSWEEP_BANK_QUEUES_H
#define UPSWEEP_BANK_QUEUES_H

#include "view/bank_layout.h"

/* The queues at rest. */
void bank_queues_draw(const BankLayout *layout);
/* Requests on their way from over the banks into the queues. */
void bank_queues_entering(const BankLayout *layout);
/* Values on their way between the queues and the cells. */
void bank_queues_tokens(const BankLayout *layout);

#endif
