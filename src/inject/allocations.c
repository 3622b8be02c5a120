/* SPDX-License-Identifier: MIT */
#include "inject/allocations.h"

#include "util/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By rising address. */
static struct {
    Allocation *items;
    size_t items_count, items_capacity;
} table;

/* How many begin at ADDRESS or below. */
static size_t count_below(uint64_t address)
{
    size_t low = 0, high = table.items_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table.items[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void allocations_add(uint64_t address, uint64_t bytes, bool managed)
{
    static uint32_t count;
    Allocation added = {.address = address,
                        .bytes = bytes,
                        .number = count++,
                        .managed = managed};

    allocations_remove(address);
    size_t at = count_below(address);
    base_push(&table, items, added);
    memmove(table.items + at + 1, table.items + at,
            (table.items_count - 1 - at) * sizeof *table.items);
    table.items[at] = added;
}

void allocation_forget(Allocation *allocation)
{
    free(allocation->before);
    free(allocation->after);
    free(allocation->given);
    allocation->before = allocation->after = allocation->given = NULL;
}

void allocations_remove(uint64_t address)
{
    size_t at = count_below(address);

    if (at == 0 || table.items[at - 1].address != address)
        return;
    allocation_forget(&table.items[at - 1]);
    memmove(table.items + at - 1, table.items + at,
            (table.items_count - at) * sizeof *table.items);
    --table.items_count;
}

void allocations_add_variable(uint64_t address, uint64_t bytes,
                              const char *name, const void *owner)
{
    allocations_add(address, bytes, false);
    Allocation *added = allocations_find(address);
    if (!added)
        return;
    added->owner = owner;
    snprintf(added->name, sizeof added->name, "%s", name);
}

void allocations_remove_variables(const void *owner)
{
    for (size_t i = table.items_count; i-- > 0;)
        if (table.items[i].owner == owner)
            allocations_remove(table.items[i].address);
}

Allocation *allocations_find(uint64_t address)
{
    size_t at = count_below(address);
    Allocation *found = at ? table.items + at - 1 : NULL;

    return found && address - found->address < found->bytes ? found : NULL;
}

Allocation *allocations_at(size_t i)
{
    return i < table.items_count ? table.items + i : NULL;
}
