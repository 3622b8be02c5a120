/* SPDX-License-Identifier: MIT
 *
 * condition - a test of x, parsed and evaluated by recursive descent; see
 * condition.h.
 */
#include "analysis/condition.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text, *at;
    int64_t x;
    int depth;  /* of parentheses and signs */
    int unused; /* > 0: a && or || does not need the value of what is being read
                 */
    Error *error;
    bool failed;
} Reading;

enum { MAX_DEPTH = 50 };

static int64_t fail(Reading *reading, const char *what)
{
    if (!reading->failed)
        error_set(reading->error, ERROR_USAGE,
                  "--where \"%.80s\": %s at letter %zu; write a test of x such "
                  "as x>4 or x%%2==1",
                  reading->text, what,
                  (size_t)(reading->at - reading->text) + 1);
    reading->failed = true;
    return 0;
}

/* Is SIGN next?  Then it is read. */
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

static int64_t either(Reading *reading);

static int64_t number(Reading *reading)
{
    char *end;

    errno = 0;
    long long value = strtoll(reading->at, &end, 0);
    if (errno || value > INT32_MAX * 2LL + 1)
        return fail(reading, "the number does not fit in 32 bits");
    reading->at = end;
    return value;
}

static int64_t factor(Reading *reading)
{
    int64_t value;

    if (reading->depth >= MAX_DEPTH)
        return fail(reading, "this is nested too deeply");
    ++reading->depth;
    if (take(reading, "-")) {
        value = (int64_t)(0 - (uint64_t)factor(reading));
    } else if (take(reading, "(")) {
        value = either(reading);
        if (!take(reading, ")"))
            fail(reading, "a closing parenthesis is missing");
    } else if (take(reading, "x")) {
        value = reading->x;
    } else if (isdigit((unsigned char)*reading->at)) {
        value = number(reading);
    } else {
        value = fail(reading, "x or a number is missing");
    }
    --reading->depth;
    return value;
}

/* What does not fit in 64 bits wraps around, as unsigned numbers do. */
static int64_t product(Reading *reading)
{
    int64_t value = factor(reading);

    while (!reading->failed) {
        bool times = take(reading, "*");
        bool over = !times && take(reading, "/");
        if (!times && !over && !take(reading, "%"))
            break;
        int64_t right = factor(reading);
        if (times)
            value = (int64_t)((uint64_t)value * (uint64_t)right);
        else if (right == 0)
            value = reading->unused ? 0 : fail(reading, "this divides by zero");
        else if (right == -1)
            value = over ? (int64_t)(0 - (uint64_t)value) : 0;
        else
            value = over ? value / right : value % right;
    }
    return value;
}

static int64_t sum(Reading *reading)
{
    int64_t value = product(reading);

    while (!reading->failed) {
        if (take(reading, "+"))
            value = (int64_t)((uint64_t)value + (uint64_t)product(reading));
        else if (take(reading, "-"))
            value = (int64_t)((uint64_t)value - (uint64_t)product(reading));
        else
            break;
    }
    return value;
}

static int64_t compare(Reading *reading)
{
    static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">"};
    int64_t left = sum(reading);

    for (int i = 0; i < 6; ++i) {
        if (!take(reading, signs[i]))
            continue;
        int64_t right = sum(reading);
        const bool results[] = {left == right, left != right, left <= right,
                                left >= right, left<right, left> right};
        return results[i];
    }
    return left;
}

static int64_t both(Reading *reading)
{
    int64_t value = compare(reading);

    while (!reading->failed && take(reading, "&&")) {
        reading->unused += !value;
        int64_t right = compare(reading);
        reading->unused -= !value;
        value = value && right;
    }
    return value;
}

static int64_t either(Reading *reading)
{
    int64_t value = both(reading);

    while (!reading->failed && take(reading, "||")) {
        reading->unused += value != 0;
        int64_t right = both(reading);
        reading->unused -= value != 0;
        value = value || right;
    }
    return value;
}

Word *condition_flags(const char *test, const Word *input, uint32_t n,
                      Error *error)
{
    Word *flags = base_alloc(n, sizeof *flags);

    for (uint32_t i = 0; i < n; ++i) {
        Reading reading = {.text = test,
                           .at = test,
                           .x = (int32_t)input[i],
                           .error = error};
        int64_t value = either(&reading);

        take(&reading, ""); /* skips blanks */
        if (!reading.failed && *reading.at)
            fail(&reading, "something is left over");
        if (reading.failed) {
            free(flags);
            return NULL;
        }
        flags[i] = value != 0;
    }
    return flags;
}
