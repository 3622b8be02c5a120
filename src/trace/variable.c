/* SPDX-License-Identifier: MIT */
#include "trace/variable.h"

#include <stdio.h>
#include <string.h>

enum { CELL = sizeof(Word) };

/* ---- Names ----------------------------------------------------------------*/

/* Appends the indices of element INDEX, outermost first: "[1][4]". */
static void add_indices(const uint32_t extents[TRACE_EXTENTS], uint64_t index,
                        Text *text)
{
    uint64_t inner = 1;
    int count = 0;

    while (count < TRACE_EXTENTS && extents[count])
        ++count;
    for (int i = 1; i < count; ++i)
        inner *= extents[i];
    for (int i = 0; i < count; ++i) {
        text_add(text, "[%llu]", (unsigned long long)(index / inner));
        index %= inner;
        if (i + 1 < count)
            inner /= extents[i + 1];
    }
}

/* Appends what the bytes FIRST to LAST of elements are: their indices, and
 * their place within an element that is larger. */
static void add_elements(const uint32_t extents[TRACE_EXTENTS],
                         uint32_t element_bytes, ElementKind element,
                         uint64_t first, uint64_t last, Text *text)
{
    uint64_t each = element_bytes ? element_bytes : CELL;
    bool number = element_width(element) == 2 * CELL;

    if (last / each > first / each && extents[0] && !extents[1]) {
        text_add(text, "[%llu..%llu]", (unsigned long long)(first / each),
                 (unsigned long long)(last / each));
        return;
    }
    add_indices(extents, first / each, text);
    if (last / each > first / each) {
        text_add(text, "..");
        add_indices(extents, last / each, text);
    } else if (each > CELL && number) {
        if (last - first < each - 1)
            text_add(text, first % each ? " high" : " low");
    } else if (each > CELL)
        text_add(text, "+%llu", (unsigned long long)(first % each));
}

/* The name of the bytes FIRST to LAST of shared memory, all in one cell or in
 * one number; the same of array ARRAY. */
static void add_shared_name(const Trace *trace, uint32_t grid, uint64_t first,
                            uint64_t last, Text *text)
{
    uint32_t cell = (uint32_t)(first / CELL);
    const Variable *variable = trace_variable_at(trace, grid, cell);

    if (!variable) {
        text_add(text, "cell %u", cell);
        return;
    }
    uint64_t end = (uint64_t)variable->first + variable->bytes;
    first = first < variable->first ? 0 : first - variable->first;
    last = (last < end ? last : end - 1) - variable->first;
    text_add(text, "%s", variable->name);
    add_elements(variable->extents, variable->element_bytes,
                 (ElementKind)variable->element, first, last, text);
}

static void add_array_name(const Trace *trace, uint8_t array, uint64_t first,
                           uint64_t last, Text *text)
{
    const Array *at = trace->arrays + array;
    const uint32_t extents[TRACE_EXTENTS] = {at->words};

    text_add(text, "%s", at->name);
    add_elements(extents, at->element_bytes, (ElementKind)at->element, first,
                 last, text);
}

void variable_cell_name(const Trace *trace, uint32_t grid, uint32_t cell,
                        Text *text)
{
    uint64_t first = (uint64_t)cell * CELL;

    add_shared_name(trace, grid, first, first + CELL - 1, text);
}

void variable_word_name(const Trace *trace, uint8_t array, uint32_t index,
                        Text *text)
{
    uint64_t first = (uint64_t)index * CELL;

    add_array_name(trace, array, first, first + CELL - 1, text);
}

void variable_access_name(const Trace *trace, const Instruction *at,
                          const Access *access, Text *text)
{
    uint32_t width = element_width(number_moved(trace, at, access).element);
    uint64_t first = (uint64_t)access->cell * CELL, last = first + CELL - 1;

    if (width > CELL) {
        first = first / width * width;
        last = first + width - 1;
    } else if (width > 0) {
        first += (unsigned)__builtin_ctz(access->bytes);
        last = first + width - 1;
    }
    if (trace_is_shared(at))
        add_shared_name(trace, trace_block(trace, trace_step(trace, at))->grid,
                        first, last, text);
    else
        add_array_name(trace, at->array, first, last, text);
}

/* Appends what a pointer to BYTE of what is called NAME points to. */
static void add_pointer(const char *name, const uint32_t extents[TRACE_EXTENTS],
                        uint32_t element_bytes, uint64_t byte, Text *text)
{
    uint64_t each = element_bytes ? element_bytes : CELL;

    if (extents[0] && byte == 0) {
        text_add(text, "%s", name);
        return;
    }
    text_add(text, "&%s", name);
    add_indices(extents, byte / each, text);
    if (byte % each)
        text_add(text, " + %llu", (unsigned long long)(byte % each));
}

void variable_shared_pointer(const Trace *trace, uint32_t grid, uint64_t byte,
                             Text *text)
{
    uint32_t cell = (uint32_t)(byte / CELL);
    const Variable *variable = trace_variable_at(trace, grid, cell);

    if (variable && byte >= variable->first)
        add_pointer(variable->name, variable->extents, variable->element_bytes,
                    byte - variable->first, text);
    else
        text_add(text, "byte %llu of shared memory", (unsigned long long)byte);
}

void variable_array_pointer(const Trace *trace, uint8_t array, uint64_t byte,
                            Text *text)
{
    const Array *at = trace->arrays + array;
    const uint32_t extents[TRACE_EXTENTS] = {at->words};

    add_pointer(at->name, extents, at->element_bytes, byte, text);
}

/* ---- Values ---------------------------------------------------------------*/

/* The numbers of the kind ELEMENT that are in WORD, the lowest first. */
static const char *format(ElementKind element, Word word,
                          char value[VALUE_TEXT])
{
    unsigned bits = 8 * element_width(element), all = 8 * CELL;
    size_t length = 0;

    if (bits == 0 || bits > all) {
        element = ELEMENT_OTHER;
        bits = all;
    }
    for (unsigned from = 0; from < all; from += bits) {
        uint64_t part = word >> from & UINT64_MAX >> (64 - bits);
        char text[VALUE_TEXT];
        number_text((Number){part, (uint8_t)element}, false, text);
        int added = snprintf(value + length, VALUE_TEXT - length, "%s%s",
                             from ? " " : "", text);
        length += (size_t)added;
    }
    return value;
}

const char *variable_cell_value(const Trace *trace, uint32_t grid,
                                uint32_t cell, Word word,
                                char value[VALUE_TEXT])
{
    const Variable *variable = trace_variable_at(trace, grid, cell);

    return variable && number_is_typed(trace)
               ? format((ElementKind)variable->element, word, value)
               : value_format(trace->run.op, word, value);
}

/* The number of 8 bytes, of the kind ELEMENT, that is in two words. */
static const char *format_both(uint32_t element, const Word words[2],
                               bool brief, char value[VALUE_TEXT])
{
    uint64_t bits = (uint64_t)words[1] << 32 | words[0];

    return number_text((Number){bits, (uint8_t)element}, brief, value);
}

const char *variable_memory_value(const Trace *trace, uint32_t grid,
                                  uint32_t cell, const Word *words, bool brief,
                                  char value[VALUE_TEXT])
{
    const Variable *variable = trace_variable_at(trace, grid, cell);
    Half half = number_cell_half(trace, grid, cell);

    value[0] = '\0';
    if (half == HALF_HIGH)
        return value;
    if (half == HALF_LOW && number_is_typed(trace))
        return format_both(variable->element, words + cell, brief, value);
    variable_cell_value(trace, grid, cell, words[cell], value);
    if (brief && variable && number_is_typed(trace) &&
        variable->element == ELEMENT_F32)
        number_text((Number){words[cell], ELEMENT_F32}, true, value);
    return value;
}

Number variable_memory_number(const Trace *trace, uint32_t grid, uint32_t cell,
                              const Word *words)
{
    const Variable *variable = trace_variable_at(trace, grid, cell);
    uint32_t width = variable ? element_width(variable->element) : 0;

    if (width == CELL && number_is_typed(trace))
        return (Number){words[cell], variable->element};
    if (number_cell_half(trace, grid, cell) == HALF_LOW &&
        number_is_typed(trace))
        return (Number){(uint64_t)words[cell + 1] << 32 | words[cell],
                        variable->element};
    return (Number){words[cell], ELEMENT_OTHER};
}

void variable_declaration(const Variable *variable, Text *text)
{
    size_t length = strcspn(variable->type, "[");
    const char *extents = variable->type + length;
    int most = 0;

    /* those of the elements, as of float4, are not declared */
    for (; *extents; ++extents)
        most += *extents == '[';
    if (most == 0)
        most = TRACE_EXTENTS;
    while (length > 0 && variable->type[length - 1] == ' ')
        --length;
    text_add(text, "%.*s %s", (int)length, variable->type, variable->name);
    for (int i = 0; i < most && variable->extents[i]; ++i)
        text_add(text, "[%u]", variable->extents[i]);
}

const char *variable_word_value(const Trace *trace, uint8_t array, Word word,
                                char value[VALUE_TEXT])
{
    return number_is_typed(trace)
               ? format((ElementKind)trace->arrays[array].element, word, value)
               : value_format(trace->run.op, word, value);
}

const char *variable_array_value(const Trace *trace, uint8_t array,
                                 uint32_t index, const Word *words,
                                 uint32_t count, bool brief,
                                 char value[VALUE_TEXT])
{
    Half half = number_word_half(trace, array, index, count);

    value[0] = '\0';
    if (brief && number_is_typed(trace) &&
        trace->arrays[array].element == ELEMENT_F32)
        return number_text((Number){words[index], ELEMENT_F32}, true, value);
    if (half == HALF_LOW && number_is_typed(trace))
        return format_both(trace->arrays[array].element, words + index, brief,
                           value);
    return half == HALF_HIGH
               ? value
               : variable_word_value(trace, array, words[index], value);
}

const char *variable_access_value(const Trace *trace, const Instruction *at,
                                  const Access *access, char value[VALUE_TEXT])
{
    Number number = number_moved(trace, at, access);

    if (number.element != ELEMENT_OTHER)
        return number_text(number, false, value);
    if (trace_is_shared(at))
        return variable_cell_value(
            trace, trace_block(trace, trace_step(trace, at))->grid,
            access->cell, access->value, value);
    return trace_is_global(at)
               ? variable_word_value(trace, at->array, access->value, value)
               : value_format(trace->run.op, access->value, value);
}
