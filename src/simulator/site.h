/* SPDX-License-Identifier: MIT
 *
 * site - places of a program where threads stop, with their callers, and their
 * order.
 *
 * A site is a return address behind its callers' return addresses: a function
 * that a kernel calls twice has two sites for each access.  The lower of two
 * sites is the one that comes first in the outermost function where they
 * differ; lanes at the lowest site go first, so that lanes that fell behind
 * catch up and all meet again behind a branch, a loop or a call.
 *
 *     kernel ── 0x401210 ── scan_warp ── 0x401100     lower, though its own
 *        └───── 0x401240                              address is higher
 */
#ifndef UPSWEEP_SIMULATOR_SITE_H
#define UPSWEEP_SIMULATOR_SITE_H

#include "program/program_log.h"

#include <stdbool.h>

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

#endif
