/* SPDX-License-Identifier: MIT */
#include "view/shown_value.h"

#include "trace/variable.h"

#include <stdio.h>
#include <string.h>

const char *shown_value(Op op, Word value, bool brief, char text[VALUE_TEXT])
{
    char four[VALUE_TEXT];

    value_format(op, value, text);
    if (op == OP_FADD) {
        snprintf(four, sizeof four, "%.4g", (double)op_float(value));
        if (strlen(four) < strlen(text))
            memcpy(text, four, sizeof four);
    }
    if (op != OP_INTERVAL)
        return text;
    bool sum = interval_is_range(value) &&
               interval_first(value) != interval_last(value);
    if (!brief)
        value_format_interval(value, text);
    else if (value == INTERVAL_IDENTITY)
        snprintf(text, VALUE_TEXT, "id");
    else if (sum)
        snprintf(text, VALUE_TEXT, "%u-%u", interval_first(value),
                 interval_last(value));
    return text;
}

const char *shown_value_operand(const Trace *trace, const Sum *sum, bool right,
                                bool brief, char text[VALUE_TEXT])
{
    if (trace_sum_is_of_words(trace, sum))
        return shown_value(trace->run.op, right ? sum->right : sum->left, brief,
                           text);
    return shown_value(OP_INTERVAL,
                       right ? sum->right_interval : sum->left_interval, false,
                       text);
}

/* So many words are looked at to find the longest. */
enum { MOST_WORDS = 1 << 16 };

/* The length of TEXT; a number of two words has the room of both. */
static size_t length_of(const char *text, Half half)
{
    return half == HALF_LOW ? (strlen(text) + 1) / 2 : strlen(text);
}

static size_t longer(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Of a program, whose words have different types: of what some of the steps
 * leave in shared memory. */
static size_t program_digits(const Trace *trace)
{
    uint32_t words = trace->run.words;
    size_t steps = trace->steps_count, most = 1;
    size_t stride = 1 + steps * words / MOST_WORDS;
    char text[VALUE_TEXT];

    for (size_t s = steps; words && s > 0; s -= s < stride ? s : stride) {
        uint32_t step = (uint32_t)(s - 1);
        const Word *values = trace_snapshot_after(trace, step);
        const Word *intervals = trace_snapshot_intervals_after(trace, step);
        uint32_t grid = trace_block(trace, trace->steps + step)->grid;
        for (uint32_t c = 0; c < words; ++c)
            if (intervals[c] != INTERVAL_UNSET)
                most =
                    longer(most,
                           length_of(variable_memory_value(trace, grid, c,
                                                           values, true, text),
                                     number_cell_half(trace, grid, c)));
    }
    return most;
}

/* The same of a program's array. */
static size_t array_digits(const Trace *trace, uint8_t array, const Word *words)
{
    const Array *at = trace->arrays + array;
    uint32_t n = trace->run.n;
    uint32_t stride = n > MOST_WORDS ? n / MOST_WORDS | 1 : 1; /* odd: halves */
    char text[VALUE_TEXT];
    size_t most = 1;

    for (uint32_t i = 0; i < n; i += stride) {
        if (at->element == ELEMENT_OTHER && at->members.count == 0)
            shown_value(trace->run.op, words[i], true, text);
        else
            variable_words_value(trace, array, i, words + i, n, true, text);
        most =
            longer(most, length_of(text, number_word_half(trace, array, i, n)));
    }
    return most;
}

uint8_t shown_value_digits(const Trace *trace)
{
    const Run *run = &trace->run;
    const Grid *last = trace->grids + trace->grids_count - 1;
    char text[VALUE_TEXT];
    size_t most = 1;

    if (trace_is_typed(trace) && run->words)
        return (uint8_t)program_digits(trace);
    if (trace_is_typed(trace))
        return (
            uint8_t)longer(array_digits(trace, trace->grids->in, trace->input),
                           array_digits(trace, last->out, trace->output));
    for (uint32_t i = 0; i < run->n; ++i) {
        most =
            longer(most,
                   strlen(shown_value(run->op, trace->input[i], true, text)));
        most =
            longer(most,
                   strlen(shown_value(run->op, trace->output[i], true, text)));
    }
    if (run->op == OP_INTERVAL) /* sums on the way: "12-15" */
        most = longer(most, (size_t)snprintf(text, sizeof text, "%u-%u",
                                             run->n - 1, run->n - 1));
    if (run->condition[0]) /* what it scans are counts, up to n */
        most = longer(most, (size_t)snprintf(text, sizeof text, "%u", run->n));
    return (uint8_t)most;
}
