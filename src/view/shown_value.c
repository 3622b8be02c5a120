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

/* Raises *MOST to the length of TEXT; a number of two words has the room of
 * both. */
static void note_length(const char *text, Half half, size_t *most)
{
    size_t length = strlen(text);

    length = half == HALF_LOW ? (length + 1) / 2 : length;
    *most = length > *most ? length : *most;
}

/* Of a program, whose words have different types: of what some of the steps
 * leave in shared memory. */
static void note_memory(const Trace *trace, size_t *most)
{
    uint32_t words = trace->run.words;
    size_t steps = trace->steps_count;
    size_t stride = 1 + steps * words / MOST_WORDS;
    char text[VALUE_TEXT];

    for (size_t s = steps; s > 0; s -= s < stride ? s : stride) {
        uint32_t step = (uint32_t)(s - 1);
        const Word *values = trace_snapshot_after(trace, step);
        const Word *intervals = trace_snapshot_intervals_after(trace, step);
        uint32_t grid = trace_block(trace, trace->steps + step)->grid;
        for (uint32_t c = 0; c < words; ++c)
            if (intervals[c] != INTERVAL_UNSET)
                note_length(variable_memory_value(trace, grid, c, values, true,
                                                  text),
                            number_cell_half(trace, grid, c), most);
    }
}

/* Of the first n words of an array. */
static void note_array(const Trace *trace, uint8_t array, const Word *words,
                       size_t *most)
{
    const Array *at = trace->arrays + array;
    bool typed = trace_is_typed(trace) &&
                 (at->element != ELEMENT_OTHER || at->members.count > 0);
    uint32_t n = trace->run.n;
    uint32_t stride = n > MOST_WORDS ? n / MOST_WORDS | 1 : 1; /* odd: halves */
    char text[VALUE_TEXT];

    for (uint32_t i = 0; i < n; i += stride)
        if (typed)
            note_length(variable_words_value(trace, array, i, words + i, n,
                                             true, text),
                        number_word_half(trace, array, i, n), most);
        else
            note_length(shown_value(trace->run.op, words[i], true, text),
                        HALF_NONE, most);
}

uint8_t shown_value_digits(const Trace *trace)
{
    const Run *run = &trace->run;
    const Grid *last = trace->grids + trace->grids_count - 1;
    char text[VALUE_TEXT];
    size_t most = 1;

    if (trace_is_typed(trace) && run->words) {
        note_memory(trace, &most);
        return (uint8_t)most;
    }
    note_array(trace, trace->grids->in, trace->input, &most);
    note_array(trace, last->out, trace->output, &most);
    snprintf(text, sizeof text, "%u-%u", run->n - 1, run->n - 1);
    if (run->op == OP_INTERVAL) /* sums on the way: "12-15" */
        note_length(text, HALF_NONE, &most);
    snprintf(text, sizeof text, "%u", run->n);
    if (run->condition[0]) /* what it scans are counts, up to n */
        note_length(text, HALF_NONE, &most);
    return (uint8_t)most;
}
