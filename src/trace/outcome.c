/* SPDX-License-Identifier: MIT
 *
 * outcome - what stores leave in the array out; see outcome.h.
 */
#include "trace/outcome.h"

#include "trace/value.h"

#include <stdlib.h>

/* What an output may be, of the stores seen so far. */
typedef struct {
    bool stored;
    bool several;                       /* threads of the step stored to it */
    uint32_t grid, block, step, thread; /* of the last store */
    Word word, interval;                /* that it stored */
    /* Does the output have the word, and the interval, of a store of this step;
     * of one of an earlier block? */
    bool has_word, has_interval;
    bool had_word, had_interval;
} Outcome;

typedef struct {
    const Trace *trace;
    Outcome *outcomes; /* of each output */
} Check;

/* Forgets the stores that one at PLACE overwrites for certain. */
static void overwrite(Outcome *outcome, const Outcome *place)
{
    if (!outcome->stored || outcome->grid != place->grid) {
        *outcome = *place;
        return;
    }
    bool same = outcome->block == place->block && outcome->step == place->step;
    bool other = same && (outcome->several || outcome->thread != place->thread);

    if (outcome->block != place->block) {
        outcome->had_word |= outcome->has_word;
        outcome->had_interval |= outcome->has_interval;
    }
    outcome->several = other;
    outcome->has_word &= other;
    outcome->has_interval &= other;
    outcome->block = place->block;
    outcome->step = place->step;
    outcome->thread = place->thread;
}

/* A store of WORD to output INDEX.  NULL: an unknown word, or interval. */
static void store(Check *check, const Outcome *place, uint32_t index,
                  const Word *word, const Word *interval)
{
    const Trace *trace = check->trace;
    Outcome *outcome = check->outcomes + index;

    overwrite(outcome, place);
    outcome->stored = true;
    outcome->word = word ? *word : trace->output[index];
    outcome->interval = interval ? *interval : trace->output_interval[index];
    outcome->has_word |= outcome->word == trace->output[index];
    outcome->has_interval |= outcome->interval == trace->output_interval[index];
}

static void visit(Check *check, const Instruction *at)
{
    const Trace *trace = check->trace;
    const Access *access = trace_accesses(trace, at);
    const Step *step = trace_step(trace, at);
    Outcome place = {.grid = trace_block(trace, step)->grid,
                     .block = step->block,
                     .step = at->step};

    if (at->array != GLOBAL_OUT)
        return;
    for (int i = 0; i < at->lanes; ++i, ++access) {
        place.thread = trace_thread(trace, at, access);
        if (trace_is_global_store(at))
            store(check, &place, access->cell, &access->value,
                  &access->interval);
        else if (trace_is_update(at))
            store(check, &place, access->cell, NULL, NULL);
    }
}

static void explain(const Trace *trace, const Outcome *outcome, uint32_t i,
                    Text *why)
{
    char is[VALUE_TEXT], left[VALUE_TEXT];
    bool words = outcome->has_word || outcome->had_word;

    if (words) {
        value_format_interval(trace->output_interval[i], is);
        value_format_interval(outcome->interval, left);
    } else {
        value_format(trace->run.op, trace->output[i], is);
        value_format(trace->run.op, outcome->word, left);
    }
    text_add(why, "output %u %s %s, but its events leave %s there", i,
             words ? "stands for" : "is", is, left);
}

bool outcome_check(const Trace *trace, Text *why)
{
    uint32_t n = trace->run.n, i = 0;
    Check check = {trace, base_alloc(n, sizeof *check.outcomes)};
    bool good = true;

    if (trace_is_whole(trace) && trace->run.origin == ORIGIN_CATALOG) {
        for (size_t at = 0; at < trace->instructions_count; ++at)
            visit(&check, trace->instructions + at);
        for (; good && i < n; ++i) {
            Outcome *outcome = check.outcomes + i;
            if (!outcome->stored) {
                outcome->interval = INTERVAL_UNSET;
                outcome->has_word = trace->output[i] == 0;
                outcome->has_interval =
                    trace->output_interval[i] == INTERVAL_UNSET;
            }
            good = (outcome->has_word || outcome->had_word) &&
                   (outcome->has_interval || outcome->had_interval);
            if (!good)
                explain(trace, outcome, i, why);
        }
    }
    free(check.outcomes);
    return good;
}
