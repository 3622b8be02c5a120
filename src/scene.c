/* SPDX-License-Identifier: MIT
 *
 * scene - studying a trace once; see scene.h.
 */
#include "scene.h"

#include "value.h"

#include <stdlib.h>
#include <string.h>

static uint32_t instruction_work(const Trace *trace, const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);
    uint32_t sums = 0;

    for (int i = 0; i < at->lanes; ++i)
        sums += accesses[i].sums;
    return sums;
}

static uint8_t count_digits(const Trace *trace)
{
    const Run *run = &trace->run;
    char text[VALUE_TEXT];
    size_t most = 1;

    for (uint32_t i = 0; i < run->n; ++i) {
        size_t in = strlen(value_format(run->op, trace->input[i], text));
        size_t out = strlen(value_format(run->op, trace->output[i], text));
        most = in > most ? in : most;
        most = out > most ? out : most;
    }
    return (uint8_t)most;
}

Exhibit *exhibit_new(const Trace *trace)
{
    Exhibit *exhibit = base_alloc(1, sizeof *exhibit);
    size_t count = trace->instructions_count;

    exhibit->trace = trace;
    exhibit->banks = bank_table(trace);
    exhibit->tree = tree_of(trace);
    exhibit->digits = count_digits(trace);
    exhibit->conflicts = base_alloc(count + 1, sizeof *exhibit->conflicts);
    exhibit->work = base_alloc(count + 1, sizeof *exhibit->work);
    for (size_t i = 0; i < count; ++i) {
        const BankCost *cost = exhibit->banks.costs + i;
        uint32_t beyond = cost->wavefronts ? cost->wavefronts - 1u : 0;
        exhibit->conflicts[i + 1] = exhibit->conflicts[i] + beyond;
        exhibit->work[i + 1] =
            exhibit->work[i] + instruction_work(trace, trace->instructions + i);
        if (cost->latency > exhibit->longest)
            exhibit->longest = cost->latency;
    }
    return exhibit;
}

void exhibit_free(Exhibit *exhibit)
{
    if (!exhibit)
        return;
    bank_table_free(&exhibit->banks);
    tree_free(&exhibit->tree);
    free(exhibit->conflicts);
    free(exhibit->work);
    free(exhibit);
}
