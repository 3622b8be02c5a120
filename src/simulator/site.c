/* SPDX-License-Identifier: MIT */
#include "simulator/site.h"

#include "util/base.h"

#include <stdlib.h>

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
