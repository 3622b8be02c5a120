/* SPDX-License-Identifier: MIT */
#include "analysis/line_costs.h"

#include "trace/line_index.h"

#include <stdlib.h>

/* Adds the instruction to ROWS, which has a row for each row of INDEX. */
static void add(LineCost *rows, const LineIndex *index, const Trace *trace,
                const Instruction *at)
{
    uint8_t queues[TRACE_MAX_BANKS];
    size_t row = index->first[at->source] + at->site;

    if (row >= index->first[at->source + 1])
        return;
    LineCost *cost = rows + row;
    cost->source = at->source;
    cost->line = at->site;
    if (trace_is_global(at))
        cost->global += at->lanes;
    if (!trace_is_shared(at))
        return;
    BankCost bank = bank_cost(trace, at, queues);
    uint64_t conflicts = bank.wavefronts > 0 ? bank.wavefronts - 1u : 0;
    cost->accesses += at->lanes;
    ++cost->instructions;
    if (trace_traits_of(at)->writes)
        cost->conflicts_store += conflicts;
    else
        cost->conflicts_load += conflicts;
    if (bank.wavefronts > cost->worst)
        cost->worst = bank.wavefronts;
}

LineCost *line_costs(const Trace *trace, size_t *count)
{
    LineIndex index = line_index_new(trace);
    size_t all = index.first[trace->sources_count];
    LineCost *rows = base_alloc(all + 1, sizeof *rows);

    for (size_t i = 0; i < trace->instructions_count; ++i)
        add(rows, &index, trace, &trace->instructions[i]);
    *count = 0;
    for (size_t i = 0; i < all; ++i)
        if (rows[i].accesses + rows[i].global > 0)
            rows[(*count)++] = rows[i];
    line_index_free(&index);
    return rows;
}
