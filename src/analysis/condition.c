/* SPDX-License-Identifier: MIT */
#include "analysis/condition.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How x compares with the number: bits that an operator accepts. */
enum { LESS = 1, EQUAL = 2, MORE = 4 };

/* x % MODULUS compared with NUMBER; MODULUS 0: x itself. */
typedef struct {
    int64_t modulus, number;
    int accepts;
} Condition;

typedef struct {
    const char *text, *at;
    Error *error;
} Reading;

static bool fail(const Reading *reading, const char *what)
{
    return error_set(reading->error, ERROR_USAGE,
                     "--where \"%.80s\": %s at letter %zu; write a test of x "
                     "such as x>4 or x%%2==1",
                     reading->text, what,
                     (size_t)(reading->at - reading->text) + 1);
}

/* True if SIGN is next; then it is read. */
static bool take(Reading *reading, const char *sign)
{
    while (isspace((unsigned char)*reading->at))
        ++reading->at;
    size_t length = strlen(sign);
    if (strncmp(reading->at, sign, length) != 0)
        return false;
    reading->at += length;
    return true;
}

static bool read_number(Reading *reading, int64_t *number)
{
    bool negative = take(reading, "-");
    char *end;

    take(reading, "");
    if (!isdigit((unsigned char)*reading->at))
        return fail(reading, "a number is missing");
    errno = 0;
    long long value = strtoll(reading->at, &end, 0);
    if (errno || value > UINT32_MAX)
        return fail(reading, "the number does not fit in 32 bits");
    reading->at = end;
    *number = negative ? -value : value;
    return true;
}

static bool read_condition(Reading *reading, Condition *condition)
{
    static const struct {
        const char *sign;
        int accepts;
    } compares[] = {{"==", EQUAL},        {"!=", LESS | MORE},
                    {"<=", LESS | EQUAL}, {">=", MORE | EQUAL},
                    {"<", LESS},          {">", MORE}};

    *condition = (Condition){0, 0, 0};
    if (!take(reading, "x"))
        return fail(reading, "x is missing");
    if (take(reading, "%")) {
        if (!read_number(reading, &condition->modulus))
            return false;
        if (condition->modulus == 0)
            return fail(reading, "this divides by zero");
    }
    for (size_t i = 0; i < 6 && !condition->accepts; ++i)
        if (take(reading, compares[i].sign))
            condition->accepts = compares[i].accepts;
    if (!condition->accepts)
        return fail(reading, "a comparison is missing");
    if (!read_number(reading, &condition->number))
        return false;
    take(reading, "");
    return !*reading->at || fail(reading, "something is left over");
}

Word *condition_flags(const char *test, const Word *input, uint32_t n,
                      Error *error)
{
    Reading reading = {test, test, error};
    Condition condition;

    if (!read_condition(&reading, &condition))
        return NULL;
    Word *flags = base_alloc(n, sizeof *flags);
    for (uint32_t i = 0; i < n; ++i) {
        int64_t x = (int32_t)input[i];
        if (condition.modulus)
            x %= condition.modulus;
        int is = x < condition.number    ? LESS
                 : x == condition.number ? EQUAL
                                         : MORE;
        flags[i] = (condition.accepts & is) != 0;
    }
    return flags;
}
