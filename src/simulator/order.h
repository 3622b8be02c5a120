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

#include "program/program_log.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Sites ----------------------------------------------------------------*/

/* Places of a program where threads stop, with their callers, and their order.
 *
 * A site is a return address after its callers' return addresses: a function
 * that a kernel calls twice has two sites for each access.  The lower of two
 * sites is the one that comes first in the outermost function where they
 * differ; lanes at the lowest site go first, so that lanes that fell behind
 * catch up and all meet again behind a branch, a loop or a call.
 *
 *     kernel ── 0x401210 ── scan_warp ── 0x401100     lower, though its own
 *        └───── 0x401240                              address is higher
 */
typedef struct Site Site;
struct Site {
    const Site *parent; /* NULL: of a kernel's caller */
    uint64_t pc;
    uint32_t depth;
    uint32_t id; /* in the log, from 1; 0: not yet written there */
    const struct LocalScope *scope; /* of locals.c; NULL: not asked for so far
                                     */
};

/* The sites that were found last, by the low bits of their pc. */
enum { SITE_RECENT = 256 };
extern __attribute__((visibility("hidden"))) Site *site_recent[SITE_RECENT];

/* The same as site_find, in the table of all sites. */
Site *site_find_any(const Site *parent, uint64_t pc);

/* The site of PC called from PARENT (NULL: none); do not free. */
static inline Site *site_find(const Site *parent, uint64_t pc)
{
    Site *site = site_recent[(pc ^ pc >> 8) % SITE_RECENT];

    return site && site->pc == pc && site->parent == parent
               ? site
               : site_find_any(parent, pc);
}
/* Sites with a number in the log above ID have none from now on. */
void site_forget(uint32_t id);

/* True if A comes before B. */
bool site_before(const Site *a, const Site *b);

/* ---- The order of lanes ---------------------------------------------------*/

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
