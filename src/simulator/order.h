/* SPDX-License-Identifier: MIT
 *
 * order - which lanes of a warp make its next instruction.  Pure: what it
 * answers depends on nothing but where each lane stands, and where it stood
 * before since the last barrier.
 *
 * The lanes at the lowest site go first, so that those that fell behind catch
 * up and all meet again behind a branch, a loop or a call.  Of lanes at one
 * site those go that were there least often: a lane in its second round of a
 * loop waits for one in its first.
 *
 *     lane    0   1   2   3
 *     site   12  10  12  10      lanes 1 and 3 go; then, at 12, all four
 */
#ifndef UPSWEEP_SIMULATOR_ORDER_H
#define UPSWEEP_SIMULATOR_ORDER_H

#include "simulator/site.h"

#include <stdint.h>

enum { MACHINE_LANES = 64 }; /* of a warp, at most */

typedef uint64_t LaneSet; /* bit i for lane i */

/* How often each lane of a warp was at a site. */
typedef struct {
    const Site *site; /* NULL: free, as where STEP is another one */
    uint32_t step;
    uint32_t of[MACHINE_LANES];
} SiteVisits;

/* The same of all sites, since the last barrier.  Starts as zeros. */
typedef struct {
    SiteVisits *slots;
    uint32_t count, capacity;
    uint32_t step; /* barriers so far */
} Visits;

/* The lanes of AMONG, which is not empty, that stand at the lowest site: lane i
 * stands at NEXT[i]. */
LaneSet order_lowest(const Site *const next[], LaneSet among);

/* Of the lanes of SET, all at SITE, those that go; counts their visit, before
 * which each was there *OCCURRENCE times. */
LaneSet order_go(Visits *visits, LaneSet set, const Site *site,
                 uint32_t *occurrence);

/* The visits of each lane to SITE; valid until the next call. */
uint32_t *order_visits(Visits *visits, const Site *site);
/* A barrier was passed. */
void order_reset(Visits *visits);
void order_free(Visits *visits);

#endif
