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
#ifndef UPSWEEP_RUNTIME_SITE_H
#define UPSWEEP_RUNTIME_SITE_H

#include "program/program_log.h"

#include <stdbool.h>

typedef struct Site Site;
struct Site {
    const Site *parent; /* NULL: of a kernel's caller */
    uint64_t pc;
    uint32_t depth;
    uint32_t id;    /* in the log, from 1; 0: not yet written there */
    uint8_t copies; /* see announce.c: 0 unknown, 1 no, 2 yes */
};

/* The site of PC called from PARENT (NULL: none); do not free. */
Site *site_find(const Site *parent, uint64_t pc);
/* True if A comes before B. */
bool site_before(const Site *a, const Site *b);

/* How often a thread has been at each site since its last barrier. */
typedef struct {
    struct {
        const Site *site; /* NULL: free, as where STEP is another one */
        uint32_t visits;
        uint32_t step;
    } * slots;
    uint32_t count, capacity;
    uint32_t step; /* barriers so far */
} Visits;

uint32_t *visits_at(Visits *visits, const Site *site);
void visits_reset(Visits *visits);

#endif
