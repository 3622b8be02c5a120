/* SPDX-License-Identifier: MIT
 *
 * step - states what a step of a trace does; see say.h.
 */
#include "say/phrases.h"
#include "say/say.h"
#include "trace/variable.h"

/* Accesses are counted by their numbers: a double is one. */
typedef struct {
    uint64_t sums; /* operations of the scan's operator */
    uint64_t accesses;
    uint64_t lanes[ACCESS_KINDS]; /* accesses of each kind */
    uint64_t instructions[ACCESS_KINDS];
    uint64_t updates, shared_updates; /* accesses that read and change */
    uint64_t inputs;                  /* of the grid */
    uint64_t identities;              /* stored identities */
    uint64_t published[PUBLISHED_KINDS], looks; /* statuses of tiles */
    uint8_t wavefronts;                         /* the most of an instruction */
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

/* Appends the main work of STEP: the first of these things that it did; nothing
 * if that is its statuses. */
static void add_main(const Trace *trace, const Step *step,
                     const StepCount *count, Text *text)
{
    const struct {
        uint64_t count;
        const char *what;
    } things[] = {{count->sums, phrase_work(trace)},
                  {count->inputs, "input"},
                  {count->lanes[ACCESS_GLOAD], "value"},
                  {count->lanes[ACCESS_GSTORE], "result"},
                  {count->updates, "atomic update"},
                  {count->shared_updates, "shared atomic update"},
                  {count->lanes[ACCESS_STORE], "store"},
                  {count->lanes[ACCESS_LOAD], "load"},
                  {count->lanes[ACCESS_SHFL], "value"}};

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

/* Appends "publishes 3 aggregates and 2 prefixes, looks at 1 tile". */
static void add_statuses(const StepCount *count, Text *text)
{
    const char *before = "publishes ";

    for (int kind = PUBLISHED_AGGREGATE; kind < PUBLISHED_KINDS; ++kind) {
        if (count->published[kind] == 0)
            continue;
        text_add(text, "%s", before);
        phrase_published(count->published[kind], (Published)kind, text);
        before = " and ";
    }
    if (!count->looks)
        return;
    text_add(text, "%slooks at ", before[0] == 'p' ? "" : ", ");
    phrase_count(count->looks, "tile", text);
}

void say_step(const Trace *trace, uint32_t index, Statement *statement)
{
    BASE_CHECK(index < trace->steps_count);
    const Step *step = trace->steps + index;
    StepCount count = count_step(trace, step);
    Text work = {0}, statuses = {0};

    add_main(trace, step, &count, &work);
    add_statuses(&count, &statuses);
    Text *text = statement_add(statement, 0);
    trace_step_name(trace, step, ", ", text);
    text_add(text, ": %s", work.length ? work.text : statuses.text);
    text_add(statement_brief(statement), "%s",
             work.length ? work.text : statuses.text);
    if (count.instructions[ACCESS_SHFL])
        phrase_count(count.instructions[ACCESS_SHFL], "shuffle",
                     statement_add(statement, 2));
    if (work.length && statuses.length)
        statement_say(statement, 1, "%s", statuses.text);
    if (count.wavefronts == 1) {
        statement_say(statement, 0, "no bank conflicts");
    } else if (count.wavefronts > 1) {
        text = statement_add(statement, 0);
        text_add(text, "worst access: ");
        say_way(count.wavefronts, text);
        say_way(count.wavefronts, statement_brief(statement));
    }
    text_free(&work);
    text_free(&statuses);
}
