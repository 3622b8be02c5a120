/* SPDX-License-Identifier: MIT */
#include "analysis/line_costs.h"

#include <stdlib.h>

typedef struct {
    LineCost *rows; /* of each line of each source, in a row */
    size_t *first;  /* row of line 0 of each source */
    size_t count;
} Sheet;

/* A row for every line of every source. */
static Sheet sheet_new(const Trace *trace)
{
    Sheet sheet = {.first =
                       base_alloc(trace->sources_count + 1, sizeof(size_t))};

    for (size_t s = 0; s < trace->sources_count; ++s) {
        size_t lines = 2; /* from 1, and what follows the last line's end */
        for (const char *at = trace->sources[s].text; *at; ++at)
            lines += *at == '\n';
        sheet.first[s] = sheet.count;
        sheet.count += lines;
    }
    sheet.first[trace->sources_count] = sheet.count;
    sheet.rows = base_alloc(sheet.count + 1, sizeof *sheet.rows);
    return sheet;
}

static void add(Sheet *sheet, const Trace *trace, const Instruction *at)
{
    uint8_t queues[TRACE_MAX_BANKS];
    size_t row = sheet->first[at->source] + at->site;

    if (row >= sheet->first[at->source + 1])
        return;
    LineCost *cost = &sheet->rows[row];
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
    Sheet sheet = sheet_new(trace);
    LineCost *rows = sheet.rows;

    for (size_t i = 0; i < trace->instructions_count; ++i)
        add(&sheet, trace, &trace->instructions[i]);
    *count = 0;
    for (size_t i = 0; i < sheet.count; ++i)
        if (rows[i].accesses + rows[i].global > 0)
            rows[(*count)++] = rows[i];
    free(sheet.first);
    return rows;
}
