/* SPDX-License-Identifier: MIT
 *
 * gallery - the charts that a window shows in place of its frame, each made
 * once and kept.
 *
 *     asked for ──► made before? ──► yes: it hangs there, and is seen
 *                       └──────────► no: it is waited for, until gallery_hang
 *                                    has made it, which takes under a second
 *
 * What is measured is the same for every k; what is counted hangs there once
 * for each k that was looked at.
 */
#ifndef UPSWEEP_GALLERY_H
#define UPSWEEP_GALLERY_H

#include "chart/chart_kind.h"
#include "window/session.h"

enum { GALLERY_BANKS = 7 }; /* k is 2^0 to 2^6 */

typedef struct {
    const Session *session;
    ChartKind *asked; /* which chart is asked for; cleared when it goes */
    Chart *charts[CHART_KINDS][GALLERY_BANKS];
    const Chart *last;  /* that was seen, until the next one hangs there */
    ChartKind followed; /* what was asked for last, and when */
    uint32_t beat;
    uint64_t changes;
} Gallery;

void gallery_free(Gallery *gallery);

/* Call it when anything has happened.  A chart goes once the session plays or
 * has moved on, for whoever does that wants to see it. */
void gallery_follow(Gallery *gallery);

/* The chart that is asked for; while it is waited for, what was seen before it;
 * NULL for the frame. */
const Chart *gallery_seen(const Gallery *gallery);
/* Must it be made first? */
bool gallery_waits(const Gallery *gallery);
/* Makes it; what cannot be made is asked for no longer. */
bool gallery_hang(Gallery *gallery, Error *error);

#endif
