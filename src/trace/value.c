/* SPDX-License-Identifier: MIT */
#include "trace/value.h"

#include "util/nearest.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *noun, *sign;
} ops[OP_COUNT] = {
    [OP_ADD] = {"add", "sum", "+"},
    [OP_MAX] = {"max", "maximum", "max"},
    [OP_MIN] = {"min", "minimum", "min"},
    [OP_FADD] = {"fadd", "sum", "+"},
    [OP_AFFINE] = {"affine", "composition", "then"},
    [OP_INTERVAL] = {"interval", "interval", "\u2295"},
};

const char *op_name(Op op)
{
    return ops[op].name;
}

const char *op_noun(Op op)
{
    return ops[op].noun;
}

const char *op_verb(Op op)
{
    bool adds = op == OP_ADD || op == OP_FADD || op == OP_INTERVAL;

    return adds ? "add" : ops[op].noun;
}

const char *op_sign(Op op)
{
    return ops[op].sign;
}

bool op_parse(const char *name, Op *op, Error *error)
{
    const char *names[OP_COUNT + 1] = {NULL};

    for (int i = 0; i < OP_COUNT; ++i) {
        names[i] = ops[i].name;
        if (strcmp(name, ops[i].name) == 0) {
            *op = (Op)i;
            return true;
        }
    }

    const char *near = nearest_name(name, names);
    if (near)
        return error_set(error, ERROR_USAGE,
                         "--op %.60s: unknown operator; did you mean \"%s\"?",
                         name, near);
    return error_set(error, ERROR_USAGE,
                     "--op %.60s: unknown operator; write add, max, min, fadd, "
                     "affine or interval",
                     name);
}

/* The shortest text that reads back as the same float. */
static void format_float(float number, char text[VALUE_TEXT])
{
    for (int digits = 6; digits <= FLT_DECIMAL_DIG; ++digits) {
        snprintf(text, VALUE_TEXT, "%.*g", digits, (double)number);
        if (!isfinite(number) ||
            op_from_float(strtof(text, NULL)) == op_from_float(number))
            return;
    }
}

/* 2x+3; x for the identity; 7 for a map that forgets its argument. */
static void format_affine(Word value, char text[VALUE_TEXT])
{
    int a = (int16_t)(value >> 16);
    int b = (int16_t)(value & 0xffffu);
    char slope[12] = "";

    if (a == 0) {
        snprintf(text, VALUE_TEXT, "%d", b);
        return;
    }
    if (a == -1)
        snprintf(slope, sizeof slope, "-");
    else if (a != 1)
        snprintf(slope, sizeof slope, "%d", a);
    if (b == 0)
        snprintf(text, VALUE_TEXT, "%sx", slope);
    else
        snprintf(text, VALUE_TEXT, "%sx%+d", slope, b);
}

/* An interval without the sign of a sum: x5, x0..x3. */
static void format_range(Word interval, char text[VALUE_TEXT])
{
    if (interval == INTERVAL_IDENTITY)
        snprintf(text, VALUE_TEXT, "identity");
    else if (interval == INTERVAL_UNSET)
        snprintf(text, VALUE_TEXT, "nothing");
    else if (!interval_is_range(interval))
        snprintf(text, VALUE_TEXT, "?");
    else if (interval_first(interval) == interval_last(interval))
        snprintf(text, VALUE_TEXT, "x%u", interval_first(interval));
    else
        snprintf(text, VALUE_TEXT, "x%u..x%u", interval_first(interval),
                 interval_last(interval));
}

const char *value_format(Op op, Word value, char text[VALUE_TEXT])
{
    if (op == OP_FADD)
        format_float(op_float(value), text);
    else if (op == OP_AFFINE)
        format_affine(value, text);
    else if (op == OP_INTERVAL)
        format_range(value, text);
    else
        snprintf(text, VALUE_TEXT, "%d", (int)(int32_t)value);
    return text;
}

const char *value_format_interval(Word interval, char text[VALUE_TEXT])
{
    if (interval_is_range(interval) &&
        interval_first(interval) != interval_last(interval))
        snprintf(text, VALUE_TEXT, "\u03a3x%u..x%u", interval_first(interval),
                 interval_last(interval));
    else
        format_range(interval, text);
    return text;
}

void value_scan(Op op, bool inclusive, const Word *in, Word *out, uint32_t n)
{
    Word before = op_identity(op);

    for (uint32_t i = 0; i < n; ++i) {
        Word x = in[i];
        Word sum = i == 0 ? x : op_apply(op, before, x);
        out[i] = inclusive ? sum : before;
        before = sum;
    }
}

/* True if RESULT may come from adding TERMS floats in some order, whose sum is
 * SUM and whose absolute values add up to SIZE (both in double precision). */
static bool float_is_near(float result, double sum, double size, uint32_t terms)
{
    const double u = 0x1p-24;

    if (!(size <= (double)FLT_MAX))
        return true; /* some order overflows: then any result is accepted */
    double bound = terms > 1 ? (terms - 1) * u * size : 0;
    bound += terms * 0x1p-53 * size;
    return fabs((double)result - sum) <= bound;
}

static uint32_t check_float(bool inclusive, const Word *in, const Word *result,
                            uint32_t n)
{
    double sum = 0, size = 0;

    for (uint32_t i = 0; i < n; ++i) {
        double x = (double)op_float(in[i]);
        if (inclusive) {
            sum += x;
            size += fabs(x);
        }
        if (!float_is_near(op_float(result[i]), sum, size, i + inclusive))
            return i;
        if (!inclusive) {
            sum += x;
            size += fabs(x);
        }
    }
    return n;
}

uint32_t value_check(Op op, bool inclusive, const Word *in, const Word *result,
                     uint32_t n)
{
    Word before = op_identity(op);

    if (op == OP_FADD)
        return check_float(inclusive, in, result, n);
    for (uint32_t i = 0; i < n; ++i) {
        Word sum = i == 0 ? in[i] : op_apply(op, before, in[i]);
        if (result[i] != (inclusive ? sum : before))
            return i;
        before = sum;
    }
    return n;
}

/* ---- Numbers --------------------------------------------------------------*/

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

double number_value(Number number)
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
