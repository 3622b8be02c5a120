/* SPDX-License-Identifier: MIT */
#include "trace/variable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = sizeof(Word), BOTH = 2 * CELL };

/* ---- What memory holds ----------------------------------------------------*/

/* The range to which MEMBER belongs. */
static MemberRange *range_of(Trace *trace, const Member *member)
{
    if (member->space == SPACE_SHARED) {
        Variable *variable = trace->variables + member->owner;
        return variable->element == ELEMENT_OTHER ? &variable->members
                                                  : &variable->parts;
    }
    Array *array = trace->arrays + member->owner;
    return array->element == ELEMENT_OTHER ? &array->members : &array->parts;
}

void member_link(Trace *trace)
{
    const MemberRange none = {0, 0};

    for (size_t i = 0; i < trace->variables_count; ++i)
        trace->variables[i].members = trace->variables[i].parts = none;
    for (size_t i = 0; i < trace->arrays_count; ++i)
        trace->arrays[i].members = trace->arrays[i].parts = none;
    for (size_t i = 0; i < trace->members_count; ++i) {
        MemberRange *range = range_of(trace, trace->members + i);
        if (range->count++ == 0)
            range->first = (uint32_t)i;
    }
}

/* The member of MEMBERS that has a byte of an element between FIRST and LAST,
 * the first one of them; NULL: none has. */
static const Member *member_between(const Trace *trace, MemberRange members,
                                    uint64_t first, uint64_t last)
{
    for (uint32_t i = 0; i < members.count; ++i) {
        const Member *member = trace->members + members.first + i;
        if (member->first <= last &&
            member->first + element_width(member->element) > first)
            return member;
    }
    return NULL;
}

/* What the elements of a variable or of an array are. */
typedef struct {
    const Trace *trace;
    const char *name; /* NULL: no variable is there */
    uint64_t first;   /* byte of shared memory, or 0 */
    uint64_t end;     /* of a variable */
    uint64_t all;     /* bytes of its memory */
    uint32_t extents[TRACE_EXTENTS];
    uint32_t bytes; /* of one; 0: not known */
    uint8_t element;
    bool pairs;
    MemberRange members, parts;
} Elements;

/* The elements of shared memory at CELL in the blocks of grid GRID. */
static Elements elements_at(const Trace *trace, uint32_t grid, uint32_t cell)
{
    const Variable *at = trace_variable_at(trace, grid, cell);
    Elements all = {.trace = trace, .all = trace->run.words * CELL};
    int count = 0;

    if (!at)
        return all;
    all.name = at->name;
    all.first = at->first;
    all.end = (uint64_t)at->first + at->bytes;
    all.bytes = at->element_bytes;
    all.element = at->element;
    all.members = at->members;
    memcpy(all.extents, at->extents, sizeof all.extents);
    while (count < TRACE_EXTENTS && all.extents[count])
        ++count;
    if (at->parts.count && count && all.extents[count - 1] == at->parts.count) {
        all.extents[count - 1] = 0;
        all.parts = at->parts;
    }
    return all;
}

/* The elements of an array, of which COUNT words are known. */
static Elements elements_in(const Trace *trace, uint8_t array, uint32_t count)
{
    const Array *at = trace->arrays + array;

    return (Elements){.trace = trace,
                      .name = at->name,
                      .end = UINT64_MAX,
                      .all = (uint64_t)count * CELL,
                      .extents = {at->words},
                      .bytes = at->element_bytes,
                      .element = at->element,
                      .pairs = at->holds == HOLDS_PAIRS,
                      .members = at->members,
                      .parts = at->parts};
}

/* The elements that ACCESS, one of AT's, touches. */
static Elements elements_of_access(const Trace *trace, const Instruction *at,
                                   const Access *access)
{
    return trace_is_shared(at)
               ? elements_at(trace,
                             trace_block(trace, trace_step(trace, at))->grid,
                             access->cell)
               : elements_in(trace, at->array, trace->arrays[at->array].words);
}

/* BYTE of memory, counted from the first element. */
static uint64_t byte_within(const Elements *all, uint64_t byte)
{
    return byte > all->first ? byte - all->first : 0;
}

/* The number that has a byte. */
typedef struct {
    uint8_t element; /* ElementKind; ELEMENT_OTHER: it is not known */
    uint64_t first;  /* its first byte */
} Place;

static Place place_of(const Elements *all, uint64_t byte)
{
    uint64_t at = byte_within(all, byte);
    uint32_t width = element_width(all->element);

    if (all->members.count == 0)
        return (Place){all->element,
                       all->first + (width ? at - at % width : at)};
    uint64_t rest = at % all->bytes;
    const Member *member = member_between(all->trace, all->members, rest, rest);
    return member ? (Place){member->element,
                            all->first + at - rest + member->first}
                  : (Place){ELEMENT_OTHER, all->first + at};
}

/* Which part of a number the word that begins at BYTE is. */
static Half half_at(const Elements *all, uint64_t byte)
{
    Place place = place_of(all, byte);

    if (element_width(place.element) != BOTH || place.first % BOTH ||
        place.first + BOTH > all->all)
        return HALF_NONE;
    return byte == place.first ? HALF_LOW : HALF_HIGH;
}

/* The kind of the number that this word is, or has a half of. */
static uint8_t kind_at(const Elements *all, uint64_t byte)
{
    Place place = place_of(all, byte);
    bool whole = element_width(place.element) == CELL && place.first == byte;

    return whole || half_at(all, byte) != HALF_NONE ? place.element
                                                    : (uint8_t)ELEMENT_OTHER;
}

Half number_cell_half(const Trace *trace, uint32_t grid, uint32_t cell)
{
    Elements all = elements_at(trace, grid, cell);

    return half_at(&all, (uint64_t)cell * CELL);
}

Half number_word_half(const Trace *trace, uint8_t array, uint32_t index,
                      uint32_t count)
{
    Elements all = elements_in(trace, array, count);

    return half_at(&all, (uint64_t)index * CELL);
}

uint32_t number_bytes(const Array *array)
{
    uint32_t width = element_width(array->element);

    return width ? width : CELL;
}

/* The first byte of memory that ACCESS touches. */
static uint64_t byte_of(const Access *access)
{
    return (uint64_t)access->cell * CELL +
           (unsigned)__builtin_ctz(access->bytes);
}

uint64_t number_index(const Access *access, uint32_t bytes)
{
    return byte_of(access) / bytes;
}

/* ---- What accesses move ---------------------------------------------------*/

/* The kind of what an access moves; for a shuffle, which does not have it, the
 * kind of the launch's input. */
static uint32_t element_of(const Trace *trace, const Instruction *at,
                           const Access *access)
{
    if (!trace_is_typed(trace))
        return ELEMENT_OTHER;
    if (trace_is_shuffle(at))
        return trace->arrays[trace_grid(trace, trace_step(trace, at))->in]
            .element;
    Elements all = elements_of_access(trace, at, access);
    uint64_t byte = byte_of(access);
    Place place = place_of(&all, byte);
    return element_width(place.element) > CELL || place.first == byte
               ? place.element
               : (uint32_t)ELEMENT_OTHER;
}

bool number_are_halves(const Instruction *low, const Instruction *high)
{
    return trace_is_shuffle(low) && trace_is_shuffle(high) &&
           low->occurrence % TRACE_EXECUTION == 0 &&
           high->occurrence == low->occurrence + 1 && high->site == low->site &&
           high->source == low->source && high->place == low->place &&
           high->step == low->step && high->warp == low->warp &&
           high->lanes == low->lanes;
}

static Half half_shuffled(const Trace *trace, const Instruction *at,
                          const Access *access, const Access **other)
{
    const Instruction *all = trace->instructions;

    if (at + 1 < all + trace->instructions_count &&
        number_are_halves(at, at + 1)) {
        *other = access + at->lanes;
        return HALF_LOW;
    }
    if (at == all || !number_are_halves(at - 1, at))
        return HALF_NONE;
    *other = access - at->lanes;
    return HALF_HIGH;
}

Half number_half(const Trace *trace, const Instruction *at,
                 const Access *access, const Access **other)
{
    const Access *first = trace_accesses(trace, at), *end = first + at->lanes;

    if (element_width(element_of(trace, at, access)) != BOTH)
        return HALF_NONE;
    if (trace_is_shuffle(at))
        return half_shuffled(trace, at, access, other);
    Elements all = elements_of_access(trace, at, access);
    Half half = half_at(&all, (uint64_t)access->cell * CELL);
    if (half == HALF_NONE)
        return HALF_NONE;
    *other = half == HALF_LOW ? access + 1 : access - 1;
    if (*other < first || *other >= end || (*other)->lane != access->lane ||
        (*other)->cell != (access->cell ^ 1))
        return HALF_NONE;
    return half;
}

/* The number of at most 4 bytes that ACCESS moves. */
static Number moved_within(const Instruction *at, const Access *access,
                           uint32_t element)
{
    Number whole = {access->value, ELEMENT_OTHER};
    uint32_t width = element_width(element);

    if (trace_is_shuffle(at))
        return width == at->width ? (Number){access->value, (uint8_t)element}
                                  : whole;
    if ((unsigned)__builtin_popcount(access->bytes) != width)
        return whole;
    return (Number){(access->value & trace_byte_bits(access->bytes)) >>
                        8 * __builtin_ctz(access->bytes),
                    (uint8_t)element};
}

Number number_moved(const Trace *trace, const Instruction *at,
                    const Access *access)
{
    uint32_t element = element_of(trace, at, access);
    Number none = {access->value, ELEMENT_OTHER};
    const Access *other;

    if (!element_width(element))
        return none;
    if (element_width(element) <= CELL) {
        bool part = trace_is_shuffle(at) &&
                    half_shuffled(trace, at, access, &other) != HALF_NONE;
        return part ? none : moved_within(at, access, element);
    }
    switch (number_half(trace, at, access, &other)) {
    case HALF_LOW:
        return (Number){(uint64_t)other->value << 32 | access->value,
                        (uint8_t)element};
    case HALF_HIGH:
        return (Number){(uint64_t)access->value << 32 | other->value,
                        (uint8_t)element};
    default:
        return none;
    }
}

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

/* The name of the bytes FIRST to LAST of memory, all in one word or in one
 * number. */
static void add_name(const Elements *all, uint64_t first, uint64_t last,
                     Text *text)
{
    if (!all->name) {
        text_add(text, "cell %llu", (unsigned long long)(first / CELL));
        return;
    }
    text_add(text, "%s", all->name);
    if (all->pairs)
        text_add(text, "[%llu].%s", (unsigned long long)(first / BOTH),
                 first % BOTH ? "sum" : "state");
    else
        add_elements(all, byte_within(all, first),
                     (last < all->end ? last : all->end - 1) - all->first,
                     text);
}

void variable_cell_name(const Trace *trace, uint32_t grid, uint32_t cell,
                        Text *text)
{
    const Elements all = elements_at(trace, grid, cell);
    uint64_t first = (uint64_t)cell * CELL;

    add_name(&all, first, first + CELL - 1, text);
}

void variable_word_name(const Trace *trace, uint8_t array, uint32_t index,
                        Text *text)
{
    const Elements all = elements_in(trace, array, 0);
    uint64_t first = (uint64_t)index * CELL;

    add_name(&all, first, first + CELL - 1, text);
}

void variable_number_name(const Trace *trace, const char *array, uint32_t index,
                          Text *text)
{
    size_t a = 0;

    while (a < trace->arrays_count && strcmp(trace->arrays[a].name, array) != 0)
        ++a;
    text_add(text, "%s", array);
    if (a < trace->arrays_count && trace->arrays[a].parts.count) {
        const Elements all = elements_in(trace, (uint8_t)a, 0);
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
    const Elements all = elements_of_access(trace, at, access);
    add_name(&all, first, last, text);
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

/* Appends what a pointer to BYTE of memory points to. */
static void add_pointer(const Elements *all, uint64_t byte, Text *text)
{
    if (!all->name || byte < all->first) {
        text_add(text, "byte %llu of shared memory", (unsigned long long)byte);
        return;
    }
    byte -= all->first;
    if (all->extents[0] && byte == 0) {
        text_add(text, "%s", all->name);
        return;
    }
    uint64_t each = all->bytes ? all->bytes : CELL, rest = byte % each;
    text_add(text, "&%s", all->name);
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
    const Elements all = elements_at(trace, grid, (uint32_t)(byte / CELL));

    add_pointer(&all, byte, text);
}

void variable_array_pointer(const Trace *trace, uint8_t array, uint64_t byte,
                            Text *text)
{
    const Elements all = elements_in(trace, array, 0);

    add_pointer(&all, byte, text);
}

void variable_declaration(const Variable *variable, Text *text)
{
    size_t length = strcspn(variable->type, "[");
    const char *extents = variable->type + length;
    int most = 0;

    /* extents of the elements, as of float4, are not declared */
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

/* WORD, which begins at BYTE of memory. */
static const char *word_value(const Elements *all, uint64_t byte, Word word,
                              char value[VALUE_TEXT])
{
    if (!all->name || !trace_is_typed(all->trace))
        return value_format(all->trace->run.op, word, value);
    return format_elements(all, byte_within(all, byte), word, value);
}

/* The number that is all of a word, which AT points to, or of it and the next
 * one. */
static Number number_at(const Elements *all, uint64_t byte, const Word *at)
{
    uint8_t element = kind_at(all, byte);

    if (!trace_is_typed(all->trace) || half_at(all, byte) == HALF_HIGH)
        return (Number){*at, ELEMENT_OTHER};
    return element_width(element) <= CELL
               ? (Number){*at, element}
               : (Number){(uint64_t)at[1] << 32 | *at, element};
}

/* What is to be written for a word, which AT points to. */
static const char *value_at(const Elements *all, uint64_t byte, const Word *at,
                            bool brief, char value[VALUE_TEXT])
{
    value[0] = '\0';
    if (half_at(all, byte) == HALF_HIGH)
        return value;
    Number number = number_at(all, byte, at);
    return number.element == ELEMENT_OTHER ? word_value(all, byte, *at, value)
                                           : number_text(number, brief, value);
}

const char *variable_cell_value(const Trace *trace, uint32_t grid,
                                uint32_t cell, Word word,
                                char value[VALUE_TEXT])
{
    const Elements all = elements_at(trace, grid, cell);

    return word_value(&all, (uint64_t)cell * CELL, word, value);
}

const char *variable_word_value(const Trace *trace, uint8_t array,
                                uint32_t index, Word word,
                                char value[VALUE_TEXT])
{
    const Elements all = elements_in(trace, array, 0);

    return word_value(&all, (uint64_t)index * CELL, word, value);
}

const char *variable_memory_value(const Trace *trace, uint32_t grid,
                                  uint32_t cell, const Word *words, bool brief,
                                  char value[VALUE_TEXT])
{
    const Elements all = elements_at(trace, grid, cell);

    return value_at(&all, (uint64_t)cell * CELL, words + cell, brief, value);
}

const char *variable_words_value(const Trace *trace, uint8_t array,
                                 uint32_t index, const Word *at, uint32_t count,
                                 bool brief, char value[VALUE_TEXT])
{
    const Elements all = elements_in(trace, array, count);

    return value_at(&all, (uint64_t)index * CELL, at, brief, value);
}

int variable_cell_numbers(const Trace *trace, uint32_t grid, uint32_t cell,
                          const Word *words, Number numbers[VARIABLE_NUMBERS])
{
    const Elements all = elements_at(trace, grid, cell);
    uint64_t byte = (uint64_t)cell * CELL;

    numbers[0] = number_at(&all, byte, words + cell);
    if (numbers[0].element != ELEMENT_OTHER)
        return 1;
    if (!all.name || !trace_is_typed(trace) || half_at(&all, byte) == HALF_HIGH)
        return 0;
    return numbers_of(&all, byte_within(&all, byte), words[cell], numbers);
}

const char *variable_access_value(const Trace *trace, const Instruction *at,
                                  const Access *access, char value[VALUE_TEXT])
{
    Number number = number_moved(trace, at, access);

    if (number.element != ELEMENT_OTHER)
        return number_text(number, false, value);
    if (trace_is_shuffle(at))
        return value_format(trace->run.op, access->value, value);
    const Elements all = elements_of_access(trace, at, access);
    return word_value(&all, (uint64_t)access->cell * CELL, access->value,
                      value);
}
