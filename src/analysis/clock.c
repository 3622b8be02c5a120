/* SPDX-License-Identifier: MIT */
#include "analysis/clock.h"

#include <stdlib.h>

enum { BITS = 3 /* of a key, that choose a slot */ };

Clocks clocks_new(uint64_t keys)
{
    Clocks clocks = {.levels = 1};

    while (keys >> BITS * clocks.levels)
        ++clocks.levels;
    base_push(&clocks, nodes, (ClockNode){0});
    return clocks;
}

void clocks_free(Clocks *clocks)
{
    free(clocks->nodes);
    *clocks = (Clocks){0};
}

static unsigned slot_of(uint64_t key, int level)
{
    return (unsigned)(key >> BITS * level) % CLOCK_WIDTH;
}

uint32_t clock_get(Clocks *clocks, Clock clock, uint64_t key)
{
    for (int level = clocks->levels; clock && level-- > 0; ++clocks->work)
        clock = clocks->nodes[clock].slots[slot_of(key, level)];
    return clock;
}

static Clock add_node(Clocks *clocks, const ClockNode *node)
{
    base_push(clocks, nodes, *node);
    return (Clock)(clocks->nodes_count - 1);
}

/* The same for the node NODE of LEVEL, or, below the lowest one, a value. */
static uint32_t set(Clocks *clocks, uint32_t node, int level, uint64_t key,
                    uint32_t value)
{
    if (level < 0)
        return node < value ? value : node;
    ++clocks->work;
    ClockNode copy = clocks->nodes[node];
    uint32_t *slot = &copy.slots[slot_of(key, level)];
    uint32_t now = set(clocks, *slot, level - 1, key, value);
    if (now == *slot)
        return node;
    *slot = now;
    return add_node(clocks, &copy);
}

Clock clock_set(Clocks *clocks, Clock clock, uint64_t key, uint32_t value)
{
    return clock == CLOCK_ALL || value == 0
               ? clock
               : set(clocks, clock, clocks->levels - 1, key, value);
}

/* The same for nodes of LEVEL, or, below the lowest one, for values.  One of
 * the two is the result if it knows all that the other one does. */
static uint32_t join(Clocks *clocks, uint32_t one, uint32_t other, int level)
{
    if (one == other || other == 0)
        return one;
    if (one == 0)
        return other;
    if (level < 0)
        return one < other ? other : one;
    ++clocks->work;
    ClockNode x = clocks->nodes[one], y = clocks->nodes[other], both;
    bool is_one = true, is_other = true;
    for (int i = 0; i < CLOCK_WIDTH; ++i) {
        both.slots[i] = join(clocks, x.slots[i], y.slots[i], level - 1);
        is_one &= both.slots[i] == x.slots[i];
        is_other &= both.slots[i] == y.slots[i];
    }
    return is_one ? one : is_other ? other : add_node(clocks, &both);
}

Clock clock_join(Clocks *clocks, Clock one, Clock other)
{
    return one == CLOCK_ALL || other == CLOCK_ALL
               ? CLOCK_ALL
               : join(clocks, one, other, clocks->levels - 1);
}
