/* SPDX-License-Identifier: MIT
 *
 * narrate_step - a step of a trace in a sentence; see narrate.h.
 */
#include "say/narrate.h"
#include "say/phrases.h"
#include "trace/variable.h"

/* Accesses are counted by their numbers: a double is one. */
typedef struct {
    uint64_t sums;
    uint64_t accesses;
    uint64_t lanes[ACCESS_KINDS]; /* accesses of each kind */
    uint64_t instructions[ACCESS_KINDS];
    uint64_t updates, shared_updates; /* accesses that read and change */
    uint64_t inputs;                  /* of the grid */
    uint64_t identities;              /* stored identities */
    uint64_t published[PUBLISHED_KINDS], looks; /* statuses of tiles */
    uint8_t latency, wavefronts;                /* the most of an instruction */
} StepCount;

/* Adds the accesses of an instruction. */
static void count_accesses(const Trace *trace, const Instruction *at,
                           StepCount *count)
{
    const Access *access = trace_accesses(trace, at), *other;
    uint32_t numbers = 0;

    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        numbers += number_half(trace, at, access, &other) != HALF_HIGH;
        count->sums += access->sums;
        if (trace_is_store(at))
            count->identities += access->interval == INTERVAL_IDENTITY;
    }
    for (uint32_t i = 0; i < tile_status_count(trace, at); ++i) {
        if (tile_status_publishes(trace, at))
            ++count->published[tile_status_published(
                trace, at, tile_status_access(trace, at, i))];
        else
            ++count->looks;
    }
    count->accesses += numbers;
    if (tile_status_count(trace, at) == 0)
        count->lanes[at->kind] += numbers;
    if (trace_is_update(at))
        count->updates += numbers;
    if (trace_is_load(at) && trace_is_store(at))
        count->shared_updates += numbers;
    if (trace_is_global_load(at) &&
        at->array == trace_grid(trace, trace_step(trace, at))->in)
        count->inputs += numbers;
}

static StepCount count_step(const Trace *trace, const Step *step)
{
    StepCount count = {0};

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        BankCost cost = bank_cost(trace, at, NULL);
        ++count.instructions[at->kind];
        count_accesses(trace, at, &count);
        if (cost.latency > count.latency)
            count.latency = cost.latency;
        if (cost.wavefronts > count.wavefronts)
            count.wavefronts = cost.wavefronts;
    }
    return count;
}

/* True if the program ended early and the step is the last one that is known of
 * its block, which may have had more to do, or not have begun. */
static bool is_cut_off(const Trace *trace, const Step *step)
{
    const Block *block = &trace->blocks[step->block];
    uint32_t last = block->first_step + block->step_count - 1;

    return trace->run.unfinished && block->grid + 1 == trace->grids_count &&
           step == &trace->steps[last];
}

/* Adds the main work of STEP: the first of these things that it did. */
static void add_main(const Trace *trace, const Step *step,
                     const StepCount *count, Text *text)
{
    const struct {
        uint64_t count;
        const char *what;
    } things[] = {{count->sums, phrase_sum(trace)},
                  {count->inputs, "input"},
                  {count->lanes[ACCESS_GLOAD], "word"},
                  {count->lanes[ACCESS_GSTORE], "result"},
                  {count->updates, "atomic update"},
                  {count->shared_updates, "shared atomic update"},
                  {count->lanes[ACCESS_STORE], "store"},
                  {count->lanes[ACCESS_LOAD], "load"},
                  {count->lanes[ACCESS_SHFL], "word"}};

    if (count->identities > 0 && count->identities == count->accesses) {
        text_add(text, "the identity in ");
        phrase_count(count->identities, "cell", text);
        return;
    }
    for (size_t i = 0; i < sizeof things / sizeof *things; ++i)
        if (things[i].count) {
            phrase_count(things[i].count, things[i].what, text);
            return;
        }
    for (int kind = 0; kind < ACCESS_KINDS; ++kind)
        if (count->lanes[kind]) {
            phrase_count(count->lanes[kind],
                         trace_traits((AccessKind)kind)->name, text);
            return;
        }
    if (count->accesses == 0)
        text_add(text, is_cut_off(trace, step)
                           ? "no access before the program ended"
                           : "nothing to do");
}

/* Adds the separator between parts of the summary; nothing before the first. */
static void separate(Text *text)
{
    if (text->text[text->length - 1] != ' ')
        text_add(text, "; ");
}

static void add_statuses(const StepCount *count, Text *text)
{
    bool first = true;

    for (int kind = PUBLISHED_AGGREGATE; kind < PUBLISHED_KINDS; ++kind) {
        if (count->published[kind] == 0)
            continue;
        if (first)
            separate(text);
        text_add(text, "%s", first ? "publishes " : " and ");
        phrase_published(count->published[kind], (Published)kind, text);
        first = false;
    }
    if (count->looks) {
        separate(text);
        text_add(text, "looks at ");
        phrase_count(count->looks, "tile", text);
    }
}

void narrate_step(const Trace *trace, uint32_t index, Text *text)
{
    BASE_CHECK(index < trace->steps_count);
    const Step *step = trace->steps + index;
    StepCount count = count_step(trace, step);

    trace_step_name(trace, step, ", ", text);
    text_add(text, ": ");
    add_main(trace, step, &count, text);
    if (count.instructions[ACCESS_SHFL]) {
        text_add(text, "; ");
        phrase_count(count.instructions[ACCESS_SHFL], "shuffle", text);
    }
    add_statuses(&count, text);
    if (count.wavefronts == 1)
        text_add(text, count.looks
                           ? "; no lane waits at a bank" /* but for tiles */
                           : "; no lane waits for another");
    else if (count.wavefronts > 1)
        text_add(text,
                 count.wavefronts == count.latency
                     ? "; at worst %u lanes meet at one bank"
                     : "; at worst lanes ask one bank for %u words",
                 count.wavefronts);
}
