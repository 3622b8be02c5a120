/* SPDX-License-Identifier: MIT */
#include "simulator/order.h"

#include "util/base.h"

#include <stdlib.h>

LaneSet order_lowest(const Site *const next[], LaneSet among)
{
    const Site *low = next[__builtin_ctzll(among)];
    LaneSet set = 0;

    for (LaneSet rest = among; rest; rest &= rest - 1) {
        const Site *site = next[__builtin_ctzll(rest)];
        if (site == low) {
            set |= rest & -rest;
        } else if (site_before(site, low)) {
            low = site;
            set = rest & -rest;
        }
    }
    return set;
}

LaneSet order_go(Visits *visits, LaneSet set, const Site *site,
                 uint32_t *occurrence)
{
    uint32_t *of = order_visits(visits, site);
    uint32_t least = of[__builtin_ctzll(set)];
    LaneSet chosen = 0;

    for (LaneSet rest = set; rest; rest &= rest - 1) {
        uint32_t times = of[__builtin_ctzll(rest)];
        if (times < least) {
            least = times;
            chosen = 0;
        }
        if (times == least)
            chosen |= rest & -rest;
    }
    for (LaneSet rest = chosen; rest; rest &= rest - 1)
        ++of[__builtin_ctzll(rest)];
    *occurrence = least;
    return chosen;
}

/* ---- Visits ---------------------------------------------------------------*/

static bool is_free(const Visits *visits, const SiteVisits *slot)
{
    return !slot->site || slot->step != visits->step;
}

static SiteVisits *find(const Visits *visits, const Site *site)
{
    uint32_t at = (uint32_t)((uintptr_t)site >> 5) & (visits->capacity - 1);

    while (!is_free(visits, &visits->slots[at]) &&
           visits->slots[at].site != site)
        at = (at + 1) & (visits->capacity - 1);
    return &visits->slots[at];
}

static void grow(Visits *visits)
{
    Visits old = *visits;

    visits->capacity = old.capacity ? 2 * old.capacity : 16;
    visits->slots = base_alloc(visits->capacity, sizeof *visits->slots);
    for (uint32_t i = 0; i < old.capacity; ++i)
        if (!is_free(&old, &old.slots[i]))
            *find(visits, old.slots[i].site) = old.slots[i];
    free(old.slots);
}

uint32_t *order_visits(Visits *visits, const Site *site)
{
    if (2 * visits->count >= visits->capacity)
        grow(visits);
    SiteVisits *found = find(visits, site);
    if (is_free(visits, found)) {
        *found = (SiteVisits){.site = site, .step = visits->step};
        ++visits->count;
    }
    return found->of;
}

void order_reset(Visits *visits)
{
    visits->count = 0;
    ++visits->step;
}

void order_free(Visits *visits)
{
    free(visits->slots);
    *visits = (Visits){0};
}
