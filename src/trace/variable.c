/* SPDX-License-Identifier: MIT */
#include "trace/variable.h"

#include "trace/member.h"

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

/* What the elements of a variable or of an array are. */
typedef struct {
    const Trace *trace;
    uint32_t extents[TRACE_EXTENTS];
    uint32_t bytes; /* of one; 0: not known */
    uint8_t element;
    MemberRange members, parts;
} Elements;

static Elements elements_of(const Trace *trace, const Variable *variable)
{
    Elements all = {trace,
                    {0},
                    variable->element_bytes,
                    variable->element,
                    variable->members,
                    variable->parts};
    int count = 0;

    memcpy(all.extents, variable->extents, sizeof all.extents);
    while (count < TRACE_EXTENTS && all.extents[count])
        ++count;
    if (all.parts.count && count && all.extents[count - 1] == all.parts.count)
        all.extents[count - 1] = 0;
    else
        all.parts.count = 0;
    return all;
}

static Elements elements_in(const Trace *trace, uint8_t array)
{
    const Array *at = trace->arrays + array;

    return (Elements){trace,       {at->words}, at->element_bytes,
                      at->element, at->members, at->parts};
}

/* Appends which members of a struct have its bytes FIRST to LAST: ".value",
 * ".a..c"; false if none has. */
static bool add_members(const Elements *all, uint64_t first, uint64_t last,
                        Text *text)
{
    const Member *low = member_between(all->trace, all->members, first, last);
    const Member *high = low;
    const Member *end =
        all->trace->members + all->members.first + all->members.count;

    if (!low)
        return false;
    while (high + 1 < end && high[1].first <= last)
        ++high;
    text_add(text, ".%s", low->name);
    if (high != low)
        text_add(text, "..%s", high->name);
    else if (element_width(low->element) == 2 * CELL &&
             last - first + 1 < 2 * CELL)
        text_add(text, first > low->first ? " high" : " low");
    return true;
}

/* Appends component NUMBER of all the vectors' ones: "[5].x", of a single
 * vector
 * ".x". */
static void add_part(const Elements *all, uint64_t number, Text *text)
{
    uint64_t count = all->parts.count;

    add_indices(all->extents, number / count, text);
    text_add(text, ".%s",
             all->trace->members[all->parts.first + number % count].name);
}

/* The same of those that have the bytes FIRST to LAST: "[5].x", "[2].z..[3].x",
 * "[1].y high". */
static void add_parts(const Elements *all, uint64_t first, uint64_t last,
                      Text *text)
{
    uint64_t width = element_width(all->element);

    add_part(all, first / width, text);
    if (last / width > first / width) {
        text_add(text, "..");
        add_part(all, last / width, text);
    } else if (width == 2 * CELL && last - first + 1 < width) {
        text_add(text, first % width ? " high" : " low");
    }
}

/* Appends what the bytes FIRST to LAST of elements are: their indices, and
 * their place within an element that is larger. */
static void add_elements(const Elements *all, uint64_t first, uint64_t last,
                         Text *text)
{
    const uint32_t *extents = all->extents;
    uint64_t each = all->bytes ? all->bytes : CELL;
    bool number = element_width(all->element) == 2 * CELL;

    if (all->parts.count) {
        add_parts(all, first, last, text);
        return;
    }
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
    } else if (!add_members(all, first % each, last % each, text) &&
               each > CELL)
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
    const Elements all = elements_of(trace, variable);
    add_elements(&all, first, last, text);
}

static void add_array_name(const Trace *trace, uint8_t array, uint64_t first,
                           uint64_t last, Text *text)
{
    const Array *at = trace->arrays + array;
    const Elements all = elements_in(trace, array);

    text_add(text, "%s", at->name);
    if (at->holds == HOLDS_PAIRS)
        text_add(text, "[%llu].%s", (unsigned long long)(first / (2 * CELL)),
                 first % (2 * CELL) ? "sum" : "state");
    else
        add_elements(&all, first, last, text);
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

void variable_number_name(const Trace *trace, const char *array, uint32_t index,
                          Text *text)
{
    size_t a = 0;

    while (a < trace->arrays_count && strcmp(trace->arrays[a].name, array) != 0)
        ++a;
    text_add(text, "%s", array);
    if (a < trace->arrays_count && trace->arrays[a].parts.count) {
        const Elements all = elements_in(trace, (uint8_t)a);
        add_part(&all, index, text);
        return;
    }
    text_add(text, "[%u]", index);
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

/* Appends the vector that begins at BYTE, "[5]", or the component, "[5].y". */
static void add_vector(const Elements *all, uint64_t byte, Text *text)
{
    uint64_t width = element_width(all->element), number = byte / width;

    if (number % all->parts.count == 0)
        add_indices(all->extents, number / all->parts.count, text);
    else
        add_part(all, number, text);
    if (byte % width)
        text_add(text, " + %llu", (unsigned long long)(byte % width));
}

/* Appends what a pointer to BYTE of what is called NAME points to. */
static void add_pointer(const char *name, const Elements *all, uint64_t byte,
                        Text *text)
{
    uint64_t each = all->bytes ? all->bytes : CELL, rest = byte % each;

    if (all->extents[0] && byte == 0) {
        text_add(text, "%s", name);
        return;
    }
    text_add(text, "&%s", name);
    if (all->parts.count) {
        add_vector(all, byte, text);
        return;
    }
    add_indices(all->extents, byte / each, text);
    const Member *member = member_between(all->trace, all->members, rest, rest);
    if (rest && member && member->first == rest)
        text_add(text, ".%s", member->name);
    else if (rest)
        text_add(text, " + %llu", (unsigned long long)rest);
}

void variable_shared_pointer(const Trace *trace, uint32_t grid, uint64_t byte,
                             Text *text)
{
    uint32_t cell = (uint32_t)(byte / CELL);
    const Variable *variable = trace_variable_at(trace, grid, cell);

    if (!variable || byte < variable->first) {
        text_add(text, "byte %llu of shared memory", (unsigned long long)byte);
        return;
    }
    const Elements all = elements_of(trace, variable);
    add_pointer(variable->name, &all, byte - variable->first, text);
}

void variable_array_pointer(const Trace *trace, uint8_t array, uint64_t byte,
                            Text *text)
{
    const Elements all = elements_in(trace, array);

    add_pointer(trace->arrays[array].name, &all, byte, text);
}

/* ---- Values ---------------------------------------------------------------*/

/* The numbers of the kind ELEMENT that are in WORD, the lowest first; returns
 * how many. */
static int plain_numbers(uint8_t element, Word word,
                         Number numbers[VARIABLE_NUMBERS])
{
    unsigned bits = 8 * element_width(element), all = 8 * CELL;
    int count = 0;

    for (unsigned from = 0; bits && bits <= all && from < all; from += bits)
        numbers[count++] =
            (Number){word >> from & UINT64_MAX >> (64 - bits), element};
    return count;
}

/* The numbers of a struct's members that begin in WORD, whose first byte is
 * FIRST of the struct; none, if not all of one is there. */
static int member_numbers(const Elements *all, uint64_t first, Word word,
                          Number numbers[VARIABLE_NUMBERS])
{
    int count = 0;

    for (unsigned byte = 0; byte < CELL; ++byte) {
        uint64_t at = (first + byte) % all->bytes;
        const Member *member = member_between(all->trace, all->members, at, at);
        unsigned width = member ? element_width(member->element) : 1;
        if (!member)
            continue;
        if (member->first != at || byte + width > CELL)
            return 0;
        numbers[count++] =
            (Number){word >> 8 * byte & UINT64_MAX >> (64 - 8 * width),
                     member->element};
        byte += width - 1;
    }
    return count;
}

static int numbers_of(const Elements *all, uint64_t first, Word word,
                      Number numbers[VARIABLE_NUMBERS])
{
    return all->members.count ? member_numbers(all, first, word, numbers)
                              : plain_numbers(all->element, word, numbers);
}

/* WORD, whose first byte is FIRST of the elements: its numbers, or its bits. */
static const char *format_elements(const Elements *all, uint64_t first,
                                   Word word, char value[VALUE_TEXT])
{
    Number numbers[VARIABLE_NUMBERS];
    int count = numbers_of(all, first, word, numbers);
    size_t length = 0;

    if (count == 0)
        return number_text((Number){word, ELEMENT_OTHER}, false, value);
    for (int i = 0; i < count; ++i) {
        char text[VALUE_TEXT];
        number_text(numbers[i], false, text);
        length += (size_t)snprintf(value + length, VALUE_TEXT - length, "%s%s",
                                   i ? " " : "", text);
    }
    return value;
}

/* The byte of its VARIABLE at which CELL begins. */
static uint64_t byte_within(const Variable *variable, uint32_t cell)
{
    uint64_t byte = (uint64_t)cell * CELL;

    return byte > variable->first ? byte - variable->first : 0;
}

const char *variable_cell_value(const Trace *trace, uint32_t grid,
                                uint32_t cell, Word word,
                                char value[VALUE_TEXT])
{
    const Variable *variable = trace_variable_at(trace, grid, cell);

    if (!variable || !trace_is_typed(trace))
        return value_format(trace->run.op, word, value);
    const Elements all = elements_of(trace, variable);
    return format_elements(&all, byte_within(variable, cell), word, value);
}

/* The number of the kind ELEMENT that is at WORDS, of 4 or of 8 bytes. */
static Number number_from(uint8_t element, const Word *words)
{
    if (element_width(element) <= CELL)
        return (Number){words[0], element};
    return (Number){(uint64_t)words[1] << 32 | words[0], element};
}

const char *variable_memory_value(const Trace *trace, uint32_t grid,
                                  uint32_t cell, const Word *words, bool brief,
                                  char value[VALUE_TEXT])
{
    value[0] = '\0';
    if (number_cell_half(trace, grid, cell) == HALF_HIGH)
        return value;
    Number number = variable_memory_number(trace, grid, cell, words);
    return number.element == ELEMENT_OTHER
               ? variable_cell_value(trace, grid, cell, words[cell], value)
               : number_text(number, brief, value);
}

Number variable_memory_number(const Trace *trace, uint32_t grid, uint32_t cell,
                              const Word *words)
{
    if (!trace_is_typed(trace) ||
        number_cell_half(trace, grid, cell) == HALF_HIGH)
        return (Number){words[cell], ELEMENT_OTHER};
    return number_from(number_cell_element(trace, grid, cell), words + cell);
}

int variable_cell_numbers(const Trace *trace, uint32_t grid, uint32_t cell,
                          const Word *words, Number numbers[VARIABLE_NUMBERS])
{
    const Variable *variable = trace_variable_at(trace, grid, cell);

    numbers[0] = variable_memory_number(trace, grid, cell, words);
    if (numbers[0].element != ELEMENT_OTHER)
        return 1;
    if (!variable || !trace_is_typed(trace) ||
        number_cell_half(trace, grid, cell) == HALF_HIGH)
        return 0;
    const Elements all = elements_of(trace, variable);
    return numbers_of(&all, byte_within(variable, cell), words[cell], numbers);
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

const char *variable_word_value(const Trace *trace, uint8_t array,
                                uint32_t index, Word word,
                                char value[VALUE_TEXT])
{
    const Elements all = elements_in(trace, array);

    return trace_is_typed(trace)
               ? format_elements(&all, (uint64_t)index * CELL, word, value)
               : value_format(trace->run.op, word, value);
}

const char *variable_array_value(const Trace *trace, uint8_t array,
                                 uint32_t index, const Word *words,
                                 uint32_t count, bool brief,
                                 char value[VALUE_TEXT])
{
    return variable_words_value(trace, array, index, words + index, count,
                                brief, value);
}

const char *variable_words_value(const Trace *trace, uint8_t array,
                                 uint32_t index, const Word *at, uint32_t count,
                                 bool brief, char value[VALUE_TEXT])
{
    uint8_t element = number_word_element(trace, array, index, count);

    value[0] = '\0';
    if (number_word_half(trace, array, index, count) == HALF_HIGH)
        return value;
    return element != ELEMENT_OTHER && trace_is_typed(trace)
               ? number_text(number_from(element, at), brief, value)
               : variable_word_value(trace, array, index, *at, value);
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
               ? variable_word_value(trace, at->array, access->cell,
                                     access->value, value)
               : value_format(trace->run.op, access->value, value);
}
