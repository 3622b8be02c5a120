/* SPDX-License-Identifier: MIT */
#include "say/walkthrough.h"

#include "say/phrases.h"
#include "say/value_lines.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

/* The stride of the operands in the iteration of LEVEL: 1, 2, 4, ... from level
 * 1 on; 0 of a level that is no iteration, or too high to be one. */
static uint32_t stride_of(int32_t level)
{
    return level > 0 && level <= 32 ? 1u << (level - 1) : 0;
}

/* Notes the values that a step stores by element, and their sums. */
static void gather_sums(const Trace *trace, const Step *step, const Sum *of[],
                        Word *values)
{
    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        const Instruction *at =
            trace->instructions + step->first_instruction + j;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; trace_is_store(at) && a < at->lanes; ++a, ++access) {
            uint32_t element = access->cell % trace->run.n;
            values[element] = access->value;
            if (access->sums > 0)
                of[element] = trace_last_sum(trace, access);
        }
    }
}

/* "T4: 7 + 2 = 9", "T0: 8 (unchanged)" of each thread, and all values. */
static void add_lines(const Trace *trace, const Sum *of[], const Word *values,
                      bool full, Text *text)
{
    char value[VALUE_TEXT];
    uint32_t n = trace->run.n;

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
    text_add(text, "Resulting values\n");
    value_lines_words(trace, values, n, full, text);
}

/* "Iteration 3 of 4 (stride 4), steps 6 and 7 of 10", of steps FIRST to LAST,
 * whose printed numbers start at 1. */
static void add_heading(const Trace *trace, uint32_t first, uint32_t last,
                        Text *text)
{
    int32_t level = trace->steps[first].level, iterations = level;

    for (size_t s = last; s < trace->steps_count; ++s)
        if (trace->steps[s].level > iterations)
            iterations = trace->steps[s].level;
    text_add(text, "\nIteration %d of %d (stride %u), step%s %u", (int)level,
             (int)iterations, stride_of(level), first == last ? "" : "s",
             first + 1);
    if (first < last)
        text_add(text, " %s %u", last == first + 1 ? "and" : "to", last + 1);
    text_add(text, " of %zu\n", trace->steps_count);
}

void walkthrough_add(const Trace *trace, bool full, Text *text)
{
    uint32_t n = trace->run.n;
    const Sum **of = base_alloc(n, sizeof *of);
    Word *values = base_alloc(n, sizeof *values);
    bool started = false;

    text_add(text, "Thread T0 has the first element, T%u the last.\n\nInput\n",
             n - 1);
    value_lines_words(trace, trace->input, n, full, text);
    for (uint32_t last = 0; last < trace->steps_count; ++last) {
        uint32_t first = last;
        int32_t level = trace->steps[first].level;
        while (last + 1 < trace->steps_count &&
               trace->steps[last + 1].level == level)
            ++last;
        memset(of, 0, n * sizeof *of);
        for (uint32_t s = first; s <= last; ++s)
            gather_sums(trace, trace->steps + s, of, values);
        if (level > 0) {
            add_heading(trace, first, last, text);
            add_lines(trace, of, values, full, text);
        } else if (!started &&
                   memcmp(values, trace->input, n * sizeof *values) != 0) {
            text_add(text, "\nMoved up a place, since sums are exclusive\n");
            value_lines_words(trace, values, n, full, text);
        }
        started = true;
    }
    free(of);
    free(values);
}

/* True if thread i stores element i, unchanged or added to the element STRIDE
 * places to its left. */
static bool is_of_iteration(const Trace *trace, const Instruction *at,
                            const Access *access, uint32_t stride)
{
    uint32_t element = access->cell % trace->run.n;
    const Sum *sum = trace_sums(trace, access);

    if (trace_thread(trace, at, access) != element || access->sums > 1)
        return false;
    return !sum || (stride > 0 && element >= stride &&
                    trace_is_sum(trace, sum, access) &&
                    phrase_sum_stride(sum, stride) == stride);
}

static bool step_fits(const Trace *trace, const Step *step)
{
    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        const Instruction *at =
            trace->instructions + step->first_instruction + j;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; trace_is_store(at) && a < at->lanes; ++a)
            if (!is_of_iteration(trace, at, access + a, stride_of(step->level)))
                return false;
    }
    return true;
}

bool walkthrough_fits(const Trace *trace)
{
    enum { MOST_LEVEL = 16 }; /* of 65535 elements */
    int32_t level = 0;
    bool ended = false; /* at level 0 after the iterations */

    if (trace->variables_count > 0 || trace->blocks_count != 1 ||
        trace->run.words == 0 || trace->run.n == 0 || trace->run.condition[0] ||
        trace->run.words % trace->run.n != 0)
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        bool next = step->level == level || step->level == level + 1;
        if (step->level > MOST_LEVEL ||
            (step->level != 0 && (!next || ended)) || !step_fits(trace, step))
            return false;
        ended |= level > 0 && step->level == 0;
        level = step->level > level ? step->level : level;
    }
    return level > 0;
}
