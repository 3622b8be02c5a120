/* SPDX-License-Identifier: MIT */
#include "analysis/bank.h"

#include <stdlib.h>
#include <string.h>

/* The most distinct cells that lanes request of one bank.  The distinct cells
 * of a bank form a list by lane: heads[bank] -> lane -> lane -> none. */
static uint8_t count_wavefronts(const Trace *trace, const Access *accesses,
                                int lanes)
{
    uint8_t heads[TRACE_MAX_BANKS], next[TRACE_MAX_BANKS];
    uint8_t distinct[TRACE_MAX_BANKS] = {0};
    const uint8_t none = UINT8_MAX;
    uint8_t most = 0;

    memset(heads, none, sizeof heads);
    for (int i = 0; i < lanes; ++i) {
        uint32_t cell = accesses[i].cell, bank = bank_of(trace, cell);
        uint8_t at = heads[bank];
        while (at != none && accesses[at].cell != cell)
            at = next[at];
        if (at != none)
            continue;
        next[i] = heads[bank];
        heads[bank] = (uint8_t)i;
        if (++distinct[bank] > most)
            most = distinct[bank];
    }
    return most;
}

uint32_t bank_rows(const Trace *trace)
{
    return (trace->run.words + trace->run.k - 1) / trace->run.k;
}

/* The wavefront of access I: the same as of a lane before that asks for the
 * same word, else the next one of its bank, which has had *SERVED. */
static uint8_t turn_of(const Access *accesses, int i, bool serial,
                       const uint8_t turns[TRACE_MAX_BANKS], uint8_t *served)
{
    for (int before = i - 1; !serial && before >= 0; --before)
        if (accesses[before].cell == accesses[i].cell)
            return turns[before];
    return (*served)++;
}

void bank_places(const Trace *trace, const Instruction *at,
                 uint8_t places[TRACE_MAX_BANKS],
                 uint8_t turns[TRACE_MAX_BANKS])
{
    const Access *accesses = trace_accesses(trace, at);
    uint8_t queues[TRACE_MAX_BANKS] = {0}, served[TRACE_MAX_BANKS] = {0};

    for (int i = 0; i < at->lanes; ++i) {
        uint32_t bank = bank_of(trace, accesses[i].cell);
        places[i] = queues[bank]++;
        if (turns)
            turns[i] = turn_of(accesses, i, trace_traits_of(at)->serial, turns,
                               served + bank);
    }
}

/* Fills QUEUES[0 .. k-1], which are 0, with the requests at each bank. */
static BankCost count_requests(const Trace *trace, const Access *accesses,
                               int lanes, bool serial,
                               uint8_t queues[TRACE_MAX_BANKS])
{
    BankCost cost = {.lanes = (uint8_t)lanes};

    for (int i = 0; i < lanes; ++i) {
        uint8_t *queue = queues + bank_of(trace, accesses[i].cell);
        cost.busy_banks = (uint8_t)(cost.busy_banks + (*queue == 0));
        if (++*queue > cost.latency)
            cost.latency = *queue;
    }
    cost.wavefronts = cost.latency <= 1 || serial
                          ? cost.latency
                          : count_wavefronts(trace, accesses, lanes);
    return cost;
}

BankCost bank_cost_of(const Trace *trace, const Access *accesses, int lanes,
                      bool serial)
{
    uint8_t queues[TRACE_MAX_BANKS] = {0};

    return count_requests(trace, accesses, lanes, serial, queues);
}

BankCost bank_cost(const Trace *trace, const Instruction *at,
                   uint8_t queues[TRACE_MAX_BANKS])
{
    uint8_t counted[TRACE_MAX_BANKS] = {0};
    BankCost cost = {.lanes = at->lanes};

    if (trace_is_shared(at))
        cost = count_requests(trace, trace_accesses(trace, at), at->lanes,
                              trace_traits_of(at)->serial, counted);
    if (queues)
        memcpy(queues, counted, trace->run.k);
    return cost;
}

BankTable bank_table(const Trace *trace)
{
    BankTable table = {.count = trace->instructions_count};
    uint32_t clock = 0;

    table.costs = base_alloc(table.count + 1, sizeof *table.costs);
    table.starts = base_alloc(table.count + 1, sizeof *table.starts);
    for (size_t i = 0; i < table.count; ++i) {
        table.costs[i] = bank_cost(trace, trace->instructions + i, NULL);
        table.starts[i] = clock;
        clock += table.costs[i].wavefronts;
    }
    table.starts[table.count] = clock;
    return table;
}

void bank_table_free(BankTable *table)
{
    free(table->costs);
    free(table->starts);
    *table = (BankTable){0};
}

/* Instructions of no cycle start together with the next longer one, so the
 * last that has started is the one that runs. */
size_t bank_at_cycle(const BankTable *table, uint32_t cycle)
{
    size_t low = 0, high = table->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->starts[middle] <= cycle)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

/* True if each of LANES and the one whose number differs in the bit DISTANCE
 * have the same address, or one of the two is not in LANES. */
static bool alike(uint64_t lanes, const uint64_t *addresses, unsigned distance)
{
    for (unsigned i = 0; i < WIDE_LANES; ++i) {
        unsigned j = i ^ distance;
        if ((lanes >> i & 1) && (lanes >> j & 1) &&
            addresses[i] != addresses[j])
            return false;
    }
    return true;
}

int wide_parts(unsigned bytes, bool load, uint32_t k, uint64_t lanes,
               const uint64_t addresses[WIDE_LANES], uint64_t parts[WIDE_PARTS])
{
    unsigned words = bytes > 4 ? bytes / 4 : 1;
    unsigned size = k > words ? k / words : 1;
    int count = 0;

    if (load && size < k && 2 * size * words <= WIDE_LANES &&
        (alike(lanes, addresses, 1) ||
         (size > 1 && alike(lanes, addresses, 2))))
        size *= 2;
    for (unsigned first = 0; first < k; first += size) {
        uint64_t part = lanes & (UINT64_MAX >> (WIDE_LANES - size)) << first;
        if (part)
            parts[count++] = part;
    }
    return count;
}
