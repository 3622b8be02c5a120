/* SPDX-License-Identifier: MIT
 *
 * value - parsing and printing of words; see value.h.
 *
 * Numbers are read by hand up to the point where their extent is known, and
 * only then given to the C library: strtol and strtof would also take blanks,
 * hexadecimal numbers, "nan" and "infinity", which are no inputs of a scan.
 */
#include "trace/value.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAME_MAX_LENGTH   63
#define NUMBER_MAX_LENGTH 63

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

    const char *near = value_nearest(name, names);
    if (near)
        return error_set(
            error, ERROR_USAGE,
            "no operator is called \"%.60s\"; did you mean \"%s\"?", name,
            near);
    return error_set(error, ERROR_USAGE,
                     "no operator is called \"%.60s\"; there are add, max, "
                     "min, fadd, affine and interval",
                     name);
}

/* Reads an integer from LOW to HIGH. */
static bool parse_integer(const char **text, long low, long high, long *value)
{
    const char *at = *text;
    bool negative = *at == '-';
    long sum = 0;

    if (*at == '-' || *at == '+')
        ++at;
    if (!isdigit((unsigned char)*at))
        return false;
    for (; isdigit((unsigned char)*at); ++at) {
        sum = sum * 10 + (*at - '0');
        if (sum > (1L << 40))
            return false;
    }
    if (negative)
        sum = -sum;
    if (sum < low || sum > high)
        return false;
    *value = sum;
    *text = at;
    return true;
}

static const char *skip_digits(const char *at)
{
    while (isdigit((unsigned char)*at))
        ++at;
    return at;
}

/* The end of the decimal number at AT, or AT itself if none is there. */
static const char *number_end(const char *at)
{
    const char *start = at;
    size_t digits;

    if (*at == '-' || *at == '+')
        ++at;
    const char *whole = at;
    at = skip_digits(at);
    digits = (size_t)(at - whole);
    if (*at == '.') {
        const char *fraction = at + 1;
        at = skip_digits(fraction);
        digits += (size_t)(at - fraction);
    }
    if (digits == 0)
        return start;
    if (*at == 'e' || *at == 'E') {
        const char *power = at + 1;
        if (*power == '-' || *power == '+')
            ++power;
        const char *end = skip_digits(power);
        if (end > power)
            at = end;
    }
    return at;
}

static bool parse_float(const char **text, Word *value)
{
    const char *end = number_end(*text);
    size_t length = (size_t)(end - *text);
    char copy[NUMBER_MAX_LENGTH + 1];

    if (length == 0 || length > NUMBER_MAX_LENGTH)
        return false;
    memcpy(copy, *text, length);
    copy[length] = '\0';
    float number = strtof(copy, NULL);
    if (!isfinite(number))
        return false;
    *value = op_from_float(number);
    *text = end;
    return true;
}

/* Coefficients of an affine map count mod 2^16, so both -1 and 65535 are read.
 */
static bool parse_affine(const char **text, Word *value)
{
    const char *at = *text;
    long a, b;

    if (!parse_integer(&at, INT16_MIN, UINT16_MAX, &b))
        return false;
    a = 1;
    if (*at == ':') {
        ++at;
        a = b;
        if (!parse_integer(&at, INT16_MIN, UINT16_MAX, &b))
            return false;
    }
    *value = (Word)(a & 0xffff) << 16 | (Word)(b & 0xffff);
    *text = at;
    return true;
}

/* One input (5 or x5) or a stretch of them (0..3 or x0..x3). */
static bool parse_interval(const char **text, Word *value)
{
    const char *at = *text;
    long first, last;

    at += *at == 'x';
    if (!parse_integer(&at, 0, INTERVAL_MAX_N - 1, &first))
        return false;
    last = first;
    if (at[0] == '.' && at[1] == '.') {
        at += 2;
        at += *at == 'x';
        if (!parse_integer(&at, first, INTERVAL_MAX_N - 1, &last))
            return false;
    }
    *value = interval_make((uint32_t)first, (uint32_t)last);
    *text = at;
    return true;
}

bool value_parse(Op op, const char **text, Word *value)
{
    long number;

    if (op == OP_FADD)
        return parse_float(text, value);
    if (op == OP_AFFINE)
        return parse_affine(text, value);
    if (op == OP_INTERVAL)
        return parse_interval(text, value);
    if (!parse_integer(text, INT32_MIN, INT32_MAX, &number))
        return false;
    *value = (Word)(int32_t)number;
    return true;
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

static int min_int(int x, int y)
{
    return x < y ? x : y;
}

static bool same_letter(char x, char y)
{
    return tolower((unsigned char)x) == tolower((unsigned char)y);
}

/* Letters to insert, drop, change or swap with their neighbour (Damerau and
 * Levenshtein, each stretch edited once) to get from A to B. */
static int edit_distance(const char *a, const char *b)
{
    int rows[3][NAME_MAX_LENGTH + 1];
    int *before_last = rows[0], *last = rows[1], *row = rows[2];
    int a_length = (int)strlen(a), b_length = (int)strlen(b);

    for (int j = 0; j <= b_length; ++j)
        row[j] = j;
    for (int i = 1; i <= a_length; ++i) {
        int *oldest = before_last;
        before_last = last;
        last = row;
        row = oldest;
        row[0] = i;
        for (int j = 1; j <= b_length; ++j) {
            int change = !same_letter(a[i - 1], b[j - 1]);
            row[j] =
                min_int(min_int(last[j], row[j - 1]) + 1, last[j - 1] + change);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = min_int(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b_length];
}

const char *value_nearest(const char *typed, const char *const *names)
{
    const char *best = NULL;
    size_t length = strlen(typed);
    int best_distance = 1 + (int)length / 3; /* a typing slip in 3 letters */

    if (length == 0 || length > NAME_MAX_LENGTH)
        return NULL;
    if (best_distance < 2)
        best_distance = 2;
    for (; *names; ++names) {
        if (strlen(*names) > NAME_MAX_LENGTH)
            continue;
        int distance = edit_distance(typed, *names);
        /* a prefix of a name is an abbreviation, not a typing error */
        if (length >= 3 && strncasecmp(typed, *names, length) == 0)
            distance = min_int(distance, 1);
        if (distance < best_distance) {
            best_distance = distance;
            best = *names;
        }
    }
    return best;
}
