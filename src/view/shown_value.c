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

/* The length of what is written in a cell of WORDS, which a block of grid GRID
 * has in shared memory; a number of two cells has the room of both. */
static size_t cell_length(const Trace *trace, uint32_t grid, uint32_t cell,
                          const Word *words, bool brief)
{
    char text[VALUE_TEXT];
    size_t length =
        strlen(variable_memory_value(trace, grid, cell, words, brief, text));

    return number_cell_half(trace, grid, cell) == HALF_LOW ? (length + 1) / 2
                                                           : length;
}

/* The same for a program, whose words have different types: of what some of the
 * steps leave in shared memory. */
static size_t program_digits(const Trace *trace, bool brief)
{
    enum { MOST_WORDS = 1 << 16 };
    uint32_t words = trace->run.words;
    size_t steps = trace->steps_count, most = 1;
    size_t stride = 1 + steps * words / MOST_WORDS;

    for (size_t s = steps; words && s > 0; s -= s < stride ? s : stride) {
        uint32_t step = (uint32_t)(s - 1);
        const Word *values = trace_snapshot_after(trace, step);
        const Word *intervals = trace_snapshot_intervals_after(trace, step);
        uint32_t grid = trace_block(trace, trace->steps + step)->grid;
        for (uint32_t c = 0; c < words; ++c) {
            if (intervals[c] == INTERVAL_UNSET)
                continue;
            size_t length = cell_length(trace, grid, c, values, brief);
            most = length > most ? length : most;
        }
    }
    return most;
}

/* The most that is written for one of the words of a program's array, or for
 * some of very many; a number of two words has the room of both. */
static size_t array_digits(const Trace *trace, uint8_t array, const Word *words,
                           bool brief)
{
    enum { MOST_WORDS = 1 << 16 };
    uint32_t n = trace->run.n;
    uint32_t stride = n > MOST_WORDS ? n / MOST_WORDS | 1 : 1; /* odd: halves */
    char text[VALUE_TEXT];
    size_t most = 1;

    for (uint32_t i = 0; i < n; i += stride) {
        size_t length =
            strlen(trace->arrays[array].element == ELEMENT_OTHER &&
                           trace->arrays[array].members.count == 0
                       ? shown_value(trace->run.op, words[i], brief, text)
                       : variable_words_value(trace, array, i, words + i, n,
                                              brief, text));
        if (number_word_half(trace, array, i, n) == HALF_LOW)
            length = (length + 1) / 2;
        most = length > most ? length : most;
    }
    return most;
}

/* Of a program that uses no shared memory: of its first input and its last
 * output. */
static size_t end_digits(const Trace *trace, bool brief)
{
    const Grid *last = trace->grids + trace->grids_count - 1;
    size_t in = array_digits(trace, trace->grids->in, trace->input, brief);
    size_t out = array_digits(trace, last->out, trace->output, brief);

    return in > out ? in : out;
}

uint8_t shown_value_digits(const Trace *trace, bool brief)
{
    const Run *run = &trace->run;
    char text[VALUE_TEXT];
    size_t most = 1;

    if (trace_is_typed(trace))
        return (uint8_t)(run->words ? program_digits(trace, brief)
                                    : end_digits(trace, brief));
    for (uint32_t i = 0; i < run->n; ++i) {
        size_t in = strlen(shown_value(run->op, trace->input[i], brief, text));
        size_t out =
            strlen(shown_value(run->op, trace->output[i], brief, text));
        most = in > most ? in : most;
        most = out > most ? out : most;
    }
    if (run->condition[0]) { /* what it scans are counts, up to n */
        size_t count = (size_t)snprintf(text, sizeof text, "%u", run->n);
        most = count > most ? count : most;
    }
    return (uint8_t)most;
}
