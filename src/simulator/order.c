/* SPDX-License-Identifier: MIT */
#include "simulator/order.h"

#include "util/base.h"

#include <stdlib.h>

/* ---- Sites ----------------------------------------------------------------*/

/* All sites, in a hash table with open addressing. */
static struct {
    Site **slots;
    size_t count, capacity;
} table;

static size_t hash_of(const Site *parent, uint64_t pc)
{
    uint64_t x = pc * UINT64_C(0x9e3779b97f4a7c15) ^ (uintptr_t)parent >> 4;

    return (size_t)((x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 20);
}

static Site **slot_of(const Site *parent, uint64_t pc)
{
    size_t at = hash_of(parent, pc) & (table.capacity - 1);

    while (table.slots[at] &&
           (table.slots[at]->pc != pc || table.slots[at]->parent != parent))
        at = (at + 1) & (table.capacity - 1);
    return &table.slots[at];
}

static void table_grow(void)
{
    Site **old = table.slots;
    size_t count = table.capacity;

    table.capacity = count ? 2 * count : 256;
    table.slots = base_alloc(table.capacity, sizeof(Site *));
    for (size_t i = 0; i < count; ++i)
        if (old[i])
            *slot_of(old[i]->parent, old[i]->pc) = old[i];
    free(old);
}

Site *site_recent[SITE_RECENT];

Site *site_find_any(const Site *parent, uint64_t pc)
{
    if (2 * table.count >= table.capacity)
        table_grow();
    Site **slot = slot_of(parent, pc);
    if (!*slot) {
        Site *site = base_alloc(1, sizeof *site);
        *site = (Site){.parent = parent,
                       .pc = pc,
                       .depth = parent ? parent->depth + 1 : 1};
        *slot = site;
        ++table.count;
    }
    site_recent[(pc ^ pc >> 8) % SITE_RECENT] = *slot;
    return *slot;
}

void site_forget(uint32_t id)
{
    for (size_t i = 0; i < table.capacity; ++i)
        if (table.slots[i] && table.slots[i]->id > id)
            table.slots[i]->id = 0;
}

bool site_before(const Site *a, const Site *b)
{
    while (a->depth > b->depth)
        a = a->parent;
    while (b->depth > a->depth)
        b = b->parent;
    while (a->parent != b->parent) {
        a = a->parent;
        b = b->parent;
    }
    return a->pc < b->pc;
}

/* ---- The order of lanes ---------------------------------------------------*/

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
