/* SPDX-License-Identifier: MIT
 *
 * step_summary - totals of a step; see step_summary.h.
 */
#include "text/step_summary.h"

#include "analysis/tile_status.h"
#include "text/phrases.h"

typedef struct {
    uint64_t sums;
    uint64_t lanes[ACCESS_KINDS]; /* accesses of each kind */
    uint64_t instructions[ACCESS_KINDS];
    uint64_t inputs;     /* words of the grid's input */
    uint64_t identities; /* stored identities */
    uint64_t published[PUBLISHED_KINDS];
    uint8_t latency; /* of the slowest instruction */
} StepCount;

static void count_published(const Trace *trace, const Instruction *at,
                            const Grid *grid, StepCount *count)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i, ++access) {
        uint32_t tile = trace_pair_index(access);
        Word own = tile < grid->blocks ? tile_status_own(trace, grid, tile)
                                       : INTERVAL_TOP;
        ++count->published[tile_status_kind(own, access->interval)];
    }
}

static StepCount count_step(const Trace *trace, const Step *step)
{
    const Grid *grid = trace_grid(trace, step);
    StepCount count = {0};

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        const Access *access = trace_accesses(trace, at);
        BankCost cost = bank_cost(trace, at, NULL);
        count.lanes[at->kind] += at->lanes;
        ++count.instructions[at->kind];
        for (int lane = 0; lane < at->lanes; ++lane) {
            count.sums += access[lane].sums;
            count.identities += at->kind == ACCESS_STORE &&
                                access[lane].interval == INTERVAL_IDENTITY;
        }
        if (at->kind == ACCESS_GLOAD && at->array == grid->in)
            count.inputs += at->lanes;
        if (at->kind == ACCESS_PUBLISH)
            count_published(trace, at, grid, &count);
        if (cost.latency > count.latency)
            count.latency = cost.latency;
    }
    return count;
}

/* True if the step does nothing but store the identity. */
static bool only_clears(const StepCount *count)
{
    uint64_t all = 0;

    for (int kind = 0; kind < ACCESS_KINDS; ++kind)
        all += count->lanes[kind];
    return count->identities > 0 && count->identities == all;
}

/* Adds the main work of the step: the first of these kinds that it did. */
static void tell_main(const StepCount *count, Text *text)
{
    const struct {
        uint64_t count;
        const char *what;
    } things[] = {{count->sums, "sum"},
                  {count->inputs, "input"},
                  {count->lanes[ACCESS_GLOAD], "word"},
                  {count->lanes[ACCESS_GSTORE], "result"},
                  {count->lanes[ACCESS_ATOMIC], "atomic update"},
                  {count->lanes[ACCESS_STORE], "store"},
                  {count->lanes[ACCESS_LOAD], "load"},
                  {count->lanes[ACCESS_SHFL], "word"}};

    if (only_clears(count)) {
        text_add(text, "the identity in ");
        phrase_count(count->identities, "cell", text);
        return;
    }
    for (size_t i = 0; i < sizeof things / sizeof *things; ++i)
        if (things[i].count) {
            phrase_count(things[i].count, things[i].what, text);
            return;
        }
    if (count->lanes[ACCESS_PUBLISH] + count->lanes[ACCESS_AWAIT] == 0)
        text_add(text, "nothing to do");
}

/* Adds the separator between parts of the summary; nothing before the first. */
static void separate(Text *text)
{
    if (text->text[text->length - 1] != ' ')
        text_add(text, "; ");
}

static void tell_pairs(const StepCount *count, Text *text)
{
    bool first = true;

    for (int kind = PUBLISHED_AGGREGATE; kind < PUBLISHED_KINDS; ++kind) {
        if (count->published[kind] == 0)
            continue;
        if (first)
            separate(text);
        text_add(text, "%s%llu %s", first ? "publishes " : " and ",
                 (unsigned long long)count->published[kind],
                 tile_status_kind_name((Published)kind));
        if (count->published[kind] > 1)
            text_add(text, kind == PUBLISHED_PREFIX ? "es" : "s");
        first = false;
    }
    if (count->lanes[ACCESS_AWAIT]) {
        separate(text);
        text_add(text, "looks at ");
        phrase_count(count->lanes[ACCESS_AWAIT], "tile", text);
    }
}

void step_summary_step(const Trace *trace, uint32_t index, Text *text)
{
    BASE_CHECK(index < trace->steps_count);
    const Step *step = trace->steps + index;
    StepCount count = count_step(trace, step);

    text_add(text, "%s", trace_phase(trace, step));
    if (step->level != 0)
        text_add(text, ", level %d", (int)step->level);
    text_add(text, ": ");
    tell_main(&count, text);
    if (count.instructions[ACCESS_SHFL]) {
        text_add(text, "; ");
        phrase_count(count.instructions[ACCESS_SHFL], "shuffle", text);
    }
    tell_pairs(&count, text);
    if (count.latency == 1)
        text_add(text, "; no lane waits for another");
    else if (count.latency > 1)
        text_add(text, "; at worst %u lanes meet at one bank", count.latency);
}
