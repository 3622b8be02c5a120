/* SPDX-License-Identifier: MIT */
#include "analysis/launch_costs.h"

#include "analysis/happens_before.h"

#include <stdlib.h>
#include <string.h>

/* The difference of the counts AFTER and BEFORE. */
static Counted difference(const Counted *after, const Counted *before)
{
    return (Counted){
        .T = after->T - before->T,
        .W = after->W - before->W,
        .G_read = after->G_read - before->G_read,
        .G_write = after->G_write - before->G_write,
        .instructions = after->instructions - before->instructions,
        .accesses = after->accesses - before->accesses,
        .conflicts_load = after->conflicts_load - before->conflicts_load,
        .conflicts_store = after->conflicts_store - before->conflicts_store,
        .upsweep_store_T = after->upsweep_store_T - before->upsweep_store_T,
        .upsweep_W = after->upsweep_W - before->upsweep_W};
}

LaunchCosts launch_costs_of(const Trace *trace, const BankTable *banks)
{
    LaunchCosts costs = {.trace = trace};
    Counted before = {0};
    size_t at = 0;

    costs.rows = base_alloc(trace->grids_count + 1, sizeof *costs.rows);
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        LaunchCostRow *row = costs.rows + g;
        uint32_t first, end;
        happens_before_blocks(trace, g, &first, &end);
        row->held = end - first;
        row->first = row->held ? trace->blocks[first].index : 0;
        for (uint32_t b = first; b < end; ++b)
            row->steps += trace->blocks[b].step_count;
        while (at < trace->instructions_count &&
               trace_step(trace, trace->instructions + at)->block < end)
            row->shuffles += trace->instructions[at++].kind == ACCESS_SHFL;
        Counted after = cost_count_until(trace, banks, at);
        row->counted = difference(&after, &before);
        before = after;
        costs.shuffles += row->shuffles;
    }
    return costs;
}

void launch_costs_free(LaunchCosts *costs)
{
    free(costs->rows);
    *costs = (LaunchCosts){0};
}

bool launch_costs_applies(const Trace *trace)
{
    return trace->grids_count > 1 || trace->run.blocks > 1;
}

/* ---- In words -------------------------------------------------------------*/

/* "leftright" of "kernels/leftright.cu" */
static void add_kernel(const char *source, Text *text)
{
    const char *slash = strrchr(source, '/');
    const char *name = slash ? slash + 1 : source;

    text_add(text, "%-21.*s", (int)strcspn(name, "."), name);
}

static void add_row(const LaunchCosts *costs, uint32_t g, Text *text)
{
    const Grid *grid = costs->trace->grids + g;
    const LaunchCostRow *row = costs->rows + g;
    const Counted *counted = &row->counted;

    text_add(text, "  %2u %-20s ", g + 1, grid->title);
    add_kernel(costs->trace->sources[grid->source].name, text);
    text_add(text, " %6u %7u %6u %8llu %8llu %9llu %7llu %7llu\n", grid->blocks,
             grid->threads, row->steps, (unsigned long long)counted->T,
             (unsigned long long)counted->W,
             (unsigned long long)(counted->conflicts_load +
                                  counted->conflicts_store),
             (unsigned long long)counted->G_read,
             (unsigned long long)counted->G_write);
}

static void add_arrays(const Trace *trace, Text *text)
{
    static const char *const holds[HOLDS_KINDS] = {
        [HOLDS_SUMS] = "words",
        [HOLDS_NUMBERS] = "numbers",
        [HOLDS_FLAGS] = "flags",
        [HOLDS_PAIRS] = "words of pairs",
    };

    text_add(text, "  arrays: ");
    for (size_t a = 0; a < trace->arrays_count; ++a)
        text_add(text, "%s%s, %u %s", a ? "; " : "", trace->arrays[a].name,
                 trace->arrays[a].words, holds[trace->arrays[a].holds]);
    text_add(text, "\n");
}

static void add_held(const LaunchCosts *costs, Text *text)
{
    const Trace *trace = costs->trace;

    if (trace_is_whole(trace))
        return;
    text_add(text,
             "  The trace holds some blocks, and only these are counted: ");
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const LaunchCostRow *row = costs->rows + g;
        text_add(text, "%slaunch %u, ", g ? "; " : "", g + 1);
        if (row->held == 0)
            text_add(text, "none");
        else if (row->held == 1)
            text_add(text, "%u", row->first);
        else
            text_add(text, "%u to %u", row->first, row->first + row->held - 1);
        text_add(text, " of %u", trace->grids[g].blocks);
    }
    text_add(text, "\n");
}

void launch_costs_text(const LaunchCosts *costs, Text *text)
{
    const Trace *trace = costs->trace;
    size_t count = trace->grids_count;

    text_add(text, "\n%s: %u block%s of %u elements, %zu launch%s\n",
             trace->run.algorithm, trace->run.blocks,
             trace->run.blocks == 1 ? "" : "s", trace->run.block_n, count,
             count == 1 ? "" : "es");
    text_add(text, "     %-20s %-21s %6s %7s %6s %8s %8s %9s %7s %7s\n",
             "launch", "kernel", "blocks", "threads", "steps", "T", "W",
             "conflicts", "G read", "written");
    for (uint32_t g = 0; g < count; ++g)
        add_row(costs, g, text);
    add_arrays(trace, text);
    add_held(costs, text);
}
