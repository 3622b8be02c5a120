/* SPDX-License-Identifier: MIT */
#include "analysis/bank.h"

#include <stdlib.h>
#include <string.h>

uint32_t bank_rows(const Trace *trace)
{
    return (trace->run.words + trace->run.k - 1) / trace->run.k;
}

/* What becomes of each request: how many its bank had before, and in which
 * wavefront it is served.  Accesses of one word share one, unless the
 * instruction is SERIAL.  The words of a bank form a list by lane: heads[bank]
 * -> lane -> lane -> none. */
typedef struct {
    uint8_t queues[TRACE_MAX_BANKS]; /* of each bank: requests */
    uint8_t places[TRACE_MAX_BANKS], turns[TRACE_MAX_BANKS]; /* by access */
} Requests;

static BankCost serve(const Trace *trace, const Access *accesses, int lanes,
                      bool serial, Requests *requests)
{
    const uint8_t none = UINT8_MAX;
    uint8_t heads[TRACE_MAX_BANKS], next[TRACE_MAX_BANKS];
    uint8_t served[TRACE_MAX_BANKS] = {0};
    BankCost cost = {.lanes = (uint8_t)lanes};

    memset(heads, none, sizeof heads);
    memset(requests->queues, 0, sizeof requests->queues);
    for (int i = 0; i < lanes; ++i) {
        uint32_t cell = accesses[i].cell, bank = bank_of(trace, cell);
        uint8_t at = serial ? none : heads[bank];
        while (at != none && accesses[at].cell != cell)
            at = next[at];
        if (at == none) {
            next[i] = heads[bank];
            heads[bank] = (uint8_t)i;
            requests->turns[i] = served[bank]++;
            if (served[bank] > cost.wavefronts)
                cost.wavefronts = served[bank];
        } else {
            requests->turns[i] = requests->turns[at];
        }
        requests->places[i] = requests->queues[bank]++;
        cost.busy_banks =
            (uint8_t)(cost.busy_banks + (requests->places[i] == 0));
        if (requests->queues[bank] > cost.latency)
            cost.latency = requests->queues[bank];
    }
    return cost;
}

void bank_places(const Trace *trace, const Instruction *at,
                 uint8_t places[TRACE_MAX_BANKS],
                 uint8_t turns[TRACE_MAX_BANKS])
{
    Requests requests;

    serve(trace, trace_accesses(trace, at), at->lanes,
          trace_traits_of(at)->serial, &requests);
    memcpy(places, requests.places, at->lanes);
    memcpy(turns, requests.turns, at->lanes);
}

BankCost bank_cost_of(const Trace *trace, const Access *accesses, int lanes,
                      bool serial)
{
    Requests requests;

    return serve(trace, accesses, lanes, serial, &requests);
}

BankCost bank_cost(const Trace *trace, const Instruction *at,
                   uint8_t queues[TRACE_MAX_BANKS])
{
    Requests requests = {.queues = {0}};
    BankCost cost = {.lanes = at->lanes};

    if (trace_is_shared(at))
        cost = serve(trace, trace_accesses(trace, at), at->lanes,
                     trace_traits_of(at)->serial, &requests);
    if (queues)
        memcpy(queues, requests.queues, trace->run.k);
    return cost;
}

BankTable bank_table_in(const Trace *trace, const uint32_t *order)
{
    BankTable table = {.count = trace->instructions_count};
    uint32_t clock = 0;

    table.costs = base_alloc(table.count + 1, sizeof *table.costs);
    table.starts = base_alloc(table.count + 1, sizeof *table.starts);
    for (size_t i = 0; i < table.count; ++i) {
        table.costs[i] =
            bank_cost(trace, trace->instructions + (order ? order[i] : i),
                      NULL);
        table.starts[i] = clock;
        clock += table.costs[i].wavefronts;
    }
    table.starts[table.count] = clock;
    return table;
}

BankTable bank_table(const Trace *trace)
{
    return bank_table_in(trace, NULL);
}

void bank_table_free(BankTable *table)
{
    free(table->costs);
    free(table->starts);
    *table = (BankTable){0};
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
