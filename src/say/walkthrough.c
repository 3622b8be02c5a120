/* SPDX-License-Identifier: MIT
 *
 * walkthrough - see walkthrough.h.
 */
#include "say/walkthrough.h"

#include "say/phrases.h"
#include "say/value_lines.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

/* A round of the walkthrough: consecutive steps with one level. */
static void add_round_lines(const Trace *trace, const Sum *of[], uint32_t n,
                            const Word *values, bool full, Text *text)
{
    char value[VALUE_TEXT];

    for (uint32_t i = 0; i < n; ++i) {
        if (!value_lines_fold(i, n, VALUE_LINES_MOST, full, "threads", text))
            continue;
        text_add(text, "  T%u: ", i);
        if (of[i])
            value_lines_sum(trace, of[i], text);
        else
            text_add(text, "%s (unchanged)",
                     value_format(trace->run.op, values[i], value));
        text_add(text, "\n");
    }
}

/* Adds ": T4 to T15 add the value 4 places to their left; T0 to T3 keep
 * theirs"; nothing if the stores do not all fit this. */
static void add_round_sentence(const Sum *of[], uint32_t n, uint32_t distance,
                               bool adds, Text *text)
{
    uint32_t first = 0, end = n, sums = 0;

    while (first < n && !of[first])
        ++first;
    while (end > first && !of[end - 1])
        --end;
    for (uint32_t i = first; i < end; ++i)
        sums += of[i] && phrase_apart(of[i], distance) == distance;
    if (sums == 0 || first + sums != end)
        return;
    text_add(text, ": T%u", first);
    if (sums > 1)
        text_add(text, " %s T%u", sums == 2 ? "and" : "to", end - 1);
    text_add(text, " %s%s%s the value %u place%s to %s left",
             adds ? "add" : "combine", sums == 1 ? "s" : "",
             adds ? "" : " with", distance, distance == 1 ? "" : "s",
             sums == 1 ? "its" : "their");
    if (first == 1)
        text_add(text, "; T0 keeps its own");
    else if (first > 1)
        text_add(text, "; T0 %s T%u keep theirs", first == 2 ? "and" : "to",
                 first - 1);
}

/* The element that a stored word belongs to: the last input in its interval or,
 * in an exclusive scan, the one after it. */
static void gather_sums(const Trace *trace, uint32_t step, const Sum *of[],
                        Word *values)
{
    const Step *at = &trace->steps[step];

    for (uint32_t j = 0; j < at->instruction_count; ++j) {
        const Instruction *i = &trace->instructions[at->first_instruction + j];
        if (!trace_is_store(i))
            continue;
        for (int a = 0; a < i->lanes; ++a) {
            const Access *access = &trace_accesses(trace, i)[a];
            uint32_t element = access->cell % trace->run.n;
            values[element] = access->value;
            if (access->sums > 0)
                of[element] = trace_last_sum(trace, access);
        }
    }
}

static bool same_round(const Trace *trace, uint32_t step, int32_t level)
{
    return step < trace->steps_count && trace->steps[step].level == level;
}

/* Adds the values before the first round, if they are not the input. */
static void add_start(const Trace *trace, const Word *values, bool full,
                      Text *text)
{
    const Run *run = &trace->run;

    if (memcmp(values, trace->input, run->n * sizeof *values) == 0)
        return;
    if (run->condition[0])
        text_add(text, "\nFlags of %s, moved up a place\n", run->condition);
    else
        text_add(text, "\nMoved up a place, since sums are exclusive\n");
    value_lines_words(trace, values, run->n, full, text);
}

/* How far apart the operands of round LEVEL are: 1, 2, 4, ... from level 1 on;
 * 0 of a level that is no round, or too high to be one. */
static uint32_t round_distance(int32_t level)
{
    return level > 0 && level <= 32 ? 1u << (level - 1) : 0;
}

/* Adds "Round 3 of 4, steps 6 and 7 of 10 (distance 4)", of steps FIRST to
 * LAST, whose printed numbers start at 1. */
static void add_round_heading(const Trace *trace, uint32_t first, uint32_t last,
                              uint32_t rounds, Text *text)
{
    int32_t level = trace->steps[first].level;

    text_add(text, "\nRound %d of %u, step%s %u", (int)level, rounds,
             first == last ? "" : "s", first + 1);
    if (first < last)
        text_add(text, " %s %u", last == first + 1 ? "and" : "to", last + 1);
    text_add(text, " of %zu (distance %u)", trace->steps_count,
             round_distance(level));
}

void walkthrough_add(const Trace *trace, bool full, Text *text)
{
    uint32_t n = trace->run.n;
    const Sum **of = base_alloc(n, sizeof *of);
    Word *values = base_alloc(n, sizeof *values);
    uint32_t rounds = 0, step = 0;
    bool started = false;

    for (uint32_t s = 0; s < trace->steps_count; ++s)
        if (trace->steps[s].level > 0 &&
            (s == 0 || trace->steps[s - 1].level != trace->steps[s].level))
            ++rounds;
    text_add(text, "Thread T0 has the first element, T%u the last.\n\n", n - 1);
    text_add(text, "Input\n");
    value_lines_words(trace, trace->input, n, full, text);
    for (; step < trace->steps_count; ++step) {
        int32_t level = trace->steps[step].level;
        memset(of, 0, n * sizeof *of);
        uint32_t first = step;
        while (same_round(trace, step + 1, level))
            ++step;
        for (uint32_t s = first; s <= step; ++s)
            gather_sums(trace, s, of, values);
        if (level == 0) {
            if (!started)
                add_start(trace, values, full, text);
            started = true;
            continue;
        }
        add_round_heading(trace, first, step, rounds, text);
        add_round_sentence(of, n, round_distance(level), phrase_adds(trace),
                           text);
        text_add(text, "\n");
        add_round_lines(trace, of, n, values, full, text);
        text_add(text, "Resulting values\n");
        value_lines_words(trace, values, n, full, text);
    }
    free(of);
    free(values);
}

/* True if thread i stores element i, unchanged or added to the element DISTANCE
 * places to its left. */
static bool is_of_round(const Trace *trace, const Instruction *at,
                        const Access *access, uint32_t distance)
{
    uint32_t element = access->cell % trace->run.n;
    const Sum *sum = trace_sums(trace, access);

    if (trace_thread(trace, at, access) != element || access->sums > 1)
        return false;
    return !sum || (distance > 0 && element >= distance &&
                    trace_is_sum(trace, sum, access) &&
                    phrase_apart(sum, distance) == distance);
}

static bool step_is_of_round(const Trace *trace, const Step *step)
{
    uint32_t distance = round_distance(step->level);

    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        const Instruction *at =
            trace->instructions + step->first_instruction + j;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; trace_is_store(at) && a < at->lanes; ++a)
            if (!is_of_round(trace, at, access + a, distance))
                return false;
    }
    return true;
}

bool walkthrough_fits(const Trace *trace)
{
    enum { MOST_LEVEL = 16 }; /* of 65535 elements */
    int32_t rounds = 0;
    bool ended = false; /* at level 0 after the rounds */

    if (trace->variables_count > 0 || trace->blocks_count != 1 ||
        trace->run.words == 0 || trace->run.n == 0 ||
        trace->run.words % trace->run.n != 0)
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        bool next = step->level == rounds || step->level == rounds + 1;
        if (step->level > MOST_LEVEL ||
            (step->level != 0 && (!next || ended)) ||
            !step_is_of_round(trace, step))
            return false;
        ended |= rounds > 0 && step->level == 0;
        rounds = step->level > rounds ? step->level : rounds;
    }
    return rounds > 0;
}
