/* SPDX-License-Identifier: MIT */
#include "trace/number.h"

#include "trace/member.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOTH = 2 * sizeof(Word) };

uint32_t number_bytes(const Array *array)
{
    uint32_t width = element_width(array->element);

    return width ? width : (uint32_t)sizeof(Word);
}

uint64_t number_index(const Access *access, uint32_t bytes)
{
    return ((uint64_t)access->cell * sizeof(Word) +
            (unsigned)__builtin_ctz(access->bytes)) /
           bytes;
}

/* Which part of the number at PLACE a word is, of COUNT words, that begins at
 * BYTE. */
static Half half_at(NumberPlace place, uint64_t byte, uint64_t count)
{
    if (element_width(place.element) != BOTH || place.first % (BOTH) ||
        place.first + BOTH > count * sizeof(Word))
        return HALF_NONE;
    return byte == place.first ? HALF_LOW : HALF_HIGH;
}

Half number_cell_half(const Trace *trace, uint32_t grid, uint32_t cell)
{
    uint64_t byte = (uint64_t)cell * sizeof(Word);

    return half_at(member_shared_place(trace, grid, byte), byte,
                   trace->run.words);
}

Half number_word_half(const Trace *trace, uint8_t array, uint32_t index,
                      uint32_t count)
{
    uint64_t byte = (uint64_t)index * sizeof(Word);

    return half_at(member_array_place(trace, array, byte), byte, count);
}

/* The kind of the number at PLACE, if a word that begins at BYTE is that
 * number, or a HALF of it. */
static uint8_t kind_at(NumberPlace place, uint64_t byte, Half half)
{
    uint32_t width = element_width(place.element);

    return half != HALF_NONE || (width == sizeof(Word) && place.first == byte)
               ? place.element
               : (uint8_t)ELEMENT_OTHER;
}

uint8_t number_cell_element(const Trace *trace, uint32_t grid, uint32_t cell)
{
    uint64_t byte = (uint64_t)cell * sizeof(Word);

    return kind_at(member_shared_place(trace, grid, byte), byte,
                   number_cell_half(trace, grid, cell));
}

uint8_t number_word_element(const Trace *trace, uint8_t array, uint32_t index,
                            uint32_t count)
{
    uint64_t byte = (uint64_t)index * sizeof(Word);

    return kind_at(member_array_place(trace, array, byte), byte,
                   number_word_half(trace, array, index, count));
}

/* ---- What accesses move ---------------------------------------------------*/

/* The kind of what an access moves; of a shuffle, which does not tell it, that
 * of the launch's input. */
static uint32_t element_of(const Trace *trace, const Instruction *at,
                           const Access *access)
{
    const Grid *grid = trace_grid(trace, trace_step(trace, at));

    if (!trace_is_typed(trace))
        return ELEMENT_OTHER;
    uint64_t byte = (uint64_t)access->cell * sizeof(Word) +
                    (unsigned)__builtin_ctz(access->bytes);
    if (trace_is_shuffle(at))
        return trace->arrays[grid->in].element;
    NumberPlace place =
        trace_is_global(at)
            ? member_array_place(trace, at->array, byte)
            : member_shared_place(trace, (uint32_t)(grid - trace->grids), byte);
    return element_width(place.element) > sizeof(Word) || place.first == byte
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
    Half half =
        trace_is_global(at)
            ? number_word_half(trace, at->array, access->cell,
                               trace->arrays[at->array].words)
            : number_cell_half(trace,
                               trace_block(trace, trace_step(trace, at))->grid,
                               access->cell);
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
    if (element_width(element) <= sizeof(Word)) {
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

/* ---- Sums and texts -------------------------------------------------------*/

static uint64_t sum_of_doubles(uint64_t a, uint64_t b)
{
    double x, y, sum;
    uint64_t bits;

    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    sum = x + y;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

Number number_sum(Number a, Number b)
{
    uint32_t width = element_width(a.element);

    if (a.element != b.element || width == 0)
        return (Number){0, ELEMENT_OTHER};
    if (a.element == ELEMENT_F64)
        return (Number){sum_of_doubles(a.bits, b.bits), a.element};
    if (a.element == ELEMENT_F32)
        return (Number){op_apply(OP_FADD, (Word)a.bits, (Word)b.bits),
                        a.element};
    return (Number){(a.bits + b.bits) & UINT64_MAX >> (64 - 8 * width),
                    a.element};
}

static const double most_whole = 1e7; /* larger ones have a power of ten */

static const char *float_text(Number number, bool brief, char text[VALUE_TEXT])
{
    double value = op_float((Word)number.bits);
    char four[VALUE_TEXT];

    if (number.element == ELEMENT_F32) {
        value_format(OP_FADD, (Word)number.bits, text);
    } else {
        memcpy(&value, &number.bits, sizeof value);
        snprintf(text, VALUE_TEXT, "%.9g", value);
    }
    snprintf(four, sizeof four, "%.4g", value);
    if (strchr(four, 'e') && fabs(value) >= 1 && fabs(value) < most_whole)
        snprintf(four, sizeof four, "%.0f", value);
    if (brief && strlen(four) < strlen(text))
        memcpy(text, four, sizeof four);
    return text;
}

/* The number of an integer type with a sign. */
static int64_t with_sign(Number number)
{
    unsigned left = 64 - 8 * element_width(number.element);

    return (int64_t)(number.bits << left) >> left;
}

const char *number_text(Number number, bool brief, char text[VALUE_TEXT])
{
    switch (number.element) {
    case ELEMENT_F32:
    case ELEMENT_F64:
        return float_text(number, brief, text);
    case ELEMENT_I8:
    case ELEMENT_I16:
    case ELEMENT_I32:
    case ELEMENT_I64:
        snprintf(text, VALUE_TEXT, "%" PRId64, with_sign(number));
        return text;
    case ELEMENT_U8:
    case ELEMENT_U16:
    case ELEMENT_U32:
    case ELEMENT_U64:
        snprintf(text, VALUE_TEXT, "%" PRIu64, number.bits);
        return text;
    default:
        snprintf(text, VALUE_TEXT, "0x%08" PRIx64, number.bits);
        return text;
    }
}

/* The number as a double, exactly unless it has more than 53 bits. */
static double value_of(Number number)
{
    double value;

    switch (number.element) {
    case ELEMENT_F32:
        return op_float((Word)number.bits);
    case ELEMENT_F64:
        memcpy(&value, &number.bits, sizeof value);
        return value;
    case ELEMENT_I8:
    case ELEMENT_I16:
    case ELEMENT_I32:
    case ELEMENT_I64:
        return (double)with_sign(number);
    default:
        return (double)number.bits;
    }
}

/* Makes "1.1e+12" and "1e-05" of TEXT "1.1e12" and "1e-5". */
static void shorten_exponent(char *text)
{
    char *from = strchr(text, 'e');
    char *to = from ? from + 1 : NULL;

    if (!from)
        return;
    if (*++from == '-')
        *to++ = '-';
    ++from;
    from += strspn(from, "0");
    memmove(to, from, strlen(from) + 1);
}

/* Zeros at the end of a fraction show that it is rounded: "4.0". */
static void print_digits(double value, int digits, char text[VALUE_TEXT])
{
    snprintf(text, VALUE_TEXT, "%.*g", digits, value);
    shorten_exponent(text);
    if (strpbrk(text, "ein")) /* 1e6, inf, nan */
        return;
    snprintf(text, VALUE_TEXT, "%#.*g", digits, value);
    if (text[strlen(text) - 1] == '.')
        text[strlen(text) - 1] = '\0';
}

/* Prints DIGITS digits of VALUE in MOST characters at most, if there is room;
 * 99.5 is rather 100 than 1e2, and 10034 is not 1e4, but 1.0e4. */
static bool print_short(Number number, int digits, size_t most,
                        char text[VALUE_TEXT])
{
    double value = value_of(number);
    print_digits(value, digits, text);
    bool large = strchr(text, 'e') && fabs(value) >= 1;
    char whole[VALUE_TEXT];

    if (large && element_is_float(number.element) &&
        snprintf(whole, sizeof whole, "%.0f", value) <= (int)most) {
        memcpy(text, whole, sizeof whole);
        return true;
    }
    if (large && !strchr(text, '.')) {
        snprintf(text, VALUE_TEXT, "%#.*g", digits, value);
        shorten_exponent(text);
    }
    return strlen(text) <= most && !(digits == 1 && strchr(text, 'e'));
}

bool number_shorten(Number number, size_t most, char text[VALUE_TEXT])
{
    char shorter[VALUE_TEXT];

    if (element_width(number.element) == 0)
        return false;
    for (int digits = 4; digits > 0; --digits)
        if (print_short(number, digits, most, shorter)) {
            memcpy(text, shorter, sizeof shorter);
            return true;
        }
    return false;
}

bool number_power(Number number, int digits, char text[VALUE_TEXT])
{
    double value = value_of(number);

    if (element_width(number.element) == 0 || !isfinite(value) ||
        fabs(value) < 1000)
        return false;
    snprintf(text, VALUE_TEXT, "%.*e", digits - 1, value);
    shorten_exponent(text);
    return true;
}

bool number_fixed(Number number, int decimals, char text[VALUE_TEXT])
{
    char fixed[VALUE_TEXT];
    double value = value_of(number);

    if (!element_is_float(number.element) || !isfinite(value) ||
        snprintf(fixed, sizeof fixed, "%.*f", decimals, value) >= VALUE_TEXT)
        return false;
    memcpy(text, fixed, sizeof fixed);
    return true;
}

/* How far what TEXT says is from NUMBER. */
static double distance(Number number, const char *text)
{
    double said = strtod(text, NULL);

    if (number.element == ELEMENT_F32)
        said = (double)(float)said;
    return fabs(said - value_of(number));
}

bool number_is_rounded(Number number, const char *text)
{
    double value = value_of(number);
    char four[VALUE_TEXT];

    if (element_width(number.element) == 0 || !isfinite(value))
        return false;
    snprintf(four, sizeof four, "%.4g", value);
    return distance(number, text) > distance(number, four);
}
