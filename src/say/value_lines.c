/* SPDX-License-Identifier: MIT
 *
 * value_lines - see value_lines.h.
 */
#include "say/value_lines.h"

#include "trace/value.h"
#include "trace/variable.h"

#include <string.h>

enum {
    FOLD_ENDS = 4, /* lines that are left at each end */
    ROW_CELLS = 16,
    MAX_CELL = 12
};

bool value_lines_fold(size_t i, size_t count, size_t most, bool full,
                      const char *what, Text *text)
{
    if (full || count <= most || i < FOLD_ENDS || i >= count - FOLD_ENDS)
        return true;
    if (i == FOLD_ENDS)
        text_add(text, "  ... %zu more %s (--full shows them)\n",
                 count - 2 * FOLD_ENDS, what);
    return false;
}

/* What word I is; "." of one that was never stored, "?" of one that is not
 * known, "<" of one that is the upper half of the number before it. */
static const char *value_text(const ValueLines *at, uint32_t i,
                              char value[VALUE_TEXT])
{
    if (at->intervals && at->intervals[i] == INTERVAL_UNSET)
        return ".";
    if (at->unknown && at->unknown[i])
        return "?";
    if (at->of == VALUES_PLAIN)
        return value_format(at->trace->run.op, at->words[i], value);
    if (at->of == VALUES_OF_SHARED)
        variable_memory_value(at->trace, at->which, i, at->words, false, value);
    else
        variable_words_value(at->trace, (uint8_t)at->which, i, at->words + i,
                             at->count, false, value);
    return value[0] ? value : "<";
}

void value_lines_add(const ValueLines *at, bool full, Text *text)
{
    char cell[VALUE_TEXT];
    int width = 1;

    for (uint32_t i = 0; i < at->count; ++i) {
        int length = (int)strlen(value_text(at, i, cell));
        width = length > width ? length : width;
    }
    width = width > MAX_CELL ? MAX_CELL : width;
    uint32_t k = at->trace->run.k;
    uint32_t row = at->of == VALUES_OF_SHARED && k < ROW_CELLS ? k : ROW_CELLS;
    for (uint32_t first = 0; first < at->count; first += row) {
        if (!value_lines_fold(first / row, (at->count + row - 1) / row,
                              VALUE_LINES_MOST, full, "rows", text))
            continue;
        text_add(text, "  %6u |", first);
        for (uint32_t i = first; i < first + row && i < at->count; ++i)
            text_add(text, " %*s", width, value_text(at, i, cell));
        text_add(text, "\n");
    }
}

void value_lines_words(const Trace *trace, const Word *words, uint32_t count,
                       bool full, Text *text)
{
    ValueLines values = {trace, words, NULL, count, VALUES_PLAIN, 0, NULL};

    value_lines_add(&values, full, text);
}

void value_lines_sum(const Trace *trace, const Sum *sum, Text *text)
{
    char left[VALUE_TEXT], right[VALUE_TEXT], result[VALUE_TEXT];
    Op op = trace->run.op;

    text_add(text, "%s %s %s = %s", value_format(op, sum->left, left),
             op_sign(op), value_format(op, sum->right, right),
             value_format(op, op_apply(op, sum->left, sum->right), result));
}
