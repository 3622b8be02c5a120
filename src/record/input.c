/* SPDX-License-Identifier: MIT */
#include "record/input.h"

#include "util/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INPUT_MAX_BYTES ((size_t)4 << 20)

const char *const input_words[] = {"random:1",    "iota",    "ones",
                                   "walkthrough", "lecture", NULL};

static const Word walkthrough[] = {8, 3,  5,  7,  2,  9,  1,  6,
                                   4, 10, 12, 15, 11, 14, 13, 16};
static const Word lecture[] = {3, 1, 7, 0, 4, 1, 6, 3};

/* A small whole number as a word of OP: the number, the float, or the map
 * x -> number * x + number, which does not commute. */
static Word small_word(Op op, uint32_t number)
{
    switch (op) {
    case OP_FADD:
        return op_from_float((float)number);
    case OP_AFFINE:
        return (number % 3 + 1) << 16 | number;
    default:
        return number;
    }
}

static Word random_word(Op op, uint64_t *state)
{
    uint64_t random = base_random(state) >> 32;

    /* Tenths are not exact as floats, so the order of additions shows. */
    if (op == OP_FADD)
        return op_from_float((float)(random % 100) / 10.0f);
    if (op == OP_MAX || op == OP_MIN)
        return (Word)(random % 100);
    return small_word(op, (uint32_t)(random % 10));
}

typedef struct {
    Word *words;
    size_t words_count, words_capacity;
} List;

/* The byte-order mark with which some editors begin a file. */
static const char *skip_mark(const char *text)
{
    return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}

static const char *skip_space(const char *at)
{
    while (isspace((unsigned char)*at))
        ++at;
    return at;
}

/* ---- Values ----------------------------------------------------------------
 *
 * strtol and strtof would also take blanks, hexadecimal numbers, "nan" and
 * "infinity", which are no inputs of a scan: numbers consist of certain
 * characters. */

/* Reads an integer from LOW to HIGH. */
static bool parse_integer(const char **text, long low, long high, long *value)
{
    size_t sign = **text == '-' || **text == '+';
    char *end;

    if (!isdigit((unsigned char)(*text)[sign]))
        return false;
    errno = 0;
    *value = strtol(*text, &end, 10);
    *text = end;
    return errno == 0 && *value >= low && *value <= high;
}

static bool parse_float(const char **text, Word *value)
{
    size_t length = strspn(*text, "0123456789+-.eE");
    char *end;
    float number = strtof(*text, &end);

    *value = op_from_float(number);
    *text += length;
    return length > 0 && end == *text && isfinite(number);
}

/* Coefficients of an affine map count mod 2^16, so both -1 and 65535 are read.
 */
static bool parse_affine(const char **text, Word *value)
{
    long a = 1, b;

    if (!parse_integer(text, INT16_MIN, UINT16_MAX, &b))
        return false;
    if (**text == ':') {
        ++*text;
        a = b;
        if (!parse_integer(text, INT16_MIN, UINT16_MAX, &b))
            return false;
    }
    *value = (Word)(a & 0xffff) << 16 | (Word)(b & 0xffff);
    return true;
}

/* Reads one value at *TEXT and advances *TEXT past it: an integer, a decimal
 * number for fadd, `a:b` (or just b, meaning 1:b) for affine.  False if there
 * is none. */
static bool parse_value(Op op, const char **text, Word *value)
{
    long number;

    if (op == OP_FADD)
        return parse_float(text, value);
    if (op == OP_AFFINE)
        return parse_affine(text, value);
    if (!parse_integer(text, INT32_MIN, INT32_MAX, &number))
        return false;
    *value = (Word)(int32_t)number;
    return true;
}

/* ---- Lists ----------------------------------------------------------------*/

/* The element at *AT, which must be a value up to the next comma or space. */
static bool parse_element(const char **at, const char *where, Op op, List *list,
                          Error *error)
{
    enum { SHOWN = 20 };
    const char *element = *at;
    size_t length = strcspn(element, ", \t\n\v\f\r");
    Word word;

    if (length == 0)
        return error_set(error, ERROR_USAGE,
                         "%s: element %zu is missing before a comma; write it, "
                         "or remove the comma",
                         where, list->words_count);
    if (!parse_value(op, at, &word) || *at != element + length)
        return error_set(error, ERROR_USAGE,
                         "%s: element %zu, \"%.*s\", is not a value of %s; "
                         "write numbers, such as 3,1,7,0",
                         where, list->words_count,
                         (int)(length < SHOWN ? length : SHOWN), element,
                         op_name(op));
    base_push(list, words, word);
    return list->words_count <= INPUT_MAX_N ||
           error_set(error, ERROR_USAGE,
                     "%s: more than %d elements; shorten the list", where,
                     INPUT_MAX_N);
}

static bool parse_list(const char *text, const char *where, Op op, List *list,
                       Error *error)
{
    const char *at = skip_space(skip_mark(text));

    while (*at != '\0') {
        if (!parse_element(&at, where, op, list, error))
            return false;
        at = skip_space(at);
        if (*at != ',')
            continue;
        at = skip_space(at + 1);
        if (*at == '\0' || *at == ',')
            return error_set(error, ERROR_USAGE,
                             "%s: element %zu is missing after a comma; write "
                             "it, or remove the comma",
                             where, list->words_count);
    }
    if (list->words_count == 0)
        return error_set(
            error, ERROR_USAGE,
            "%s: the list is empty; write numbers, such as 3,1,7,0", where);
    return true;
}

static bool looks_like_list(const char *spec)
{
    const char *at = skip_space(skip_mark(spec));

    if (*at == '\0' || *at == ',')
        return true;
    if (*at == '-' || *at == '+' || *at == '.')
        ++at;
    return isdigit((unsigned char)*at);
}

/* Sets ERROR: SPEC names no input.  Suggests what may have been meant. */
static bool refuse_spec(const char *spec, Error *error)
{
    const char *near = nearest_name(spec, input_words);

    return error_set(error, ERROR_USAGE, "--input %.100s: no such file; %s%s%s",
                     spec, near ? "did you mean " : "write a list as 3,1,7,0",
                     near ? near : "", near ? "?" : "");
}

static bool read_list(const char *spec, Op op, List *list, Error *error)
{
    size_t bytes;

    if (strcmp(spec, "-") != 0 && looks_like_list(spec))
        return parse_list(spec, "--input", op, list, error);
    if (strcmp(spec, "-") != 0 && access(spec, F_OK) != 0 && errno == ENOENT)
        return refuse_spec(spec, error);
    char *text = base_read_file(spec, INPUT_MAX_BYTES, &bytes, error);
    if (!text) {
        error->kind = ERROR_USAGE;
        return false;
    }
    const char *where = strcmp(spec, "-") == 0 ? "standard input" : spec;
    bool good = strlen(text) == bytes
                    ? parse_list(text, where, op, list, error)
                    : error_set(error, ERROR_USAGE,
                                "%s: not a text file; write numbers as plain "
                                "text, such as 3,1,7,0",
                                where);
    free(text);
    return good;
}

/* Makes N words of an endless input; false if SPEC is none of them. */
static bool generate(const char *spec, Op op, uint32_t n, Word **words,
                     Error *error)
{
    bool random = strncmp(spec, "random:", 7) == 0;
    bool iota = strcmp(spec, "iota") == 0;
    uint64_t seed = 0;

    if (!random && !iota && strcmp(spec, "ones") != 0)
        return false;
    if (random) {
        char *end;
        errno = 0;
        seed = strtoull(spec + 7, &end, 10);
        if (!isdigit((unsigned char)spec[7]) || *end || errno) {
            error_set(
                error, ERROR_USAGE,
                "--input %.40s: the seed is not a whole number; write random:1",
                spec);
            return true;
        }
    }
    *words = base_alloc(n, sizeof **words);
    for (uint32_t i = 0; i < n; ++i)
        (*words)[i] =
            random ? random_word(op, &seed) : small_word(op, iota ? i : 1);
    return true;
}

static void take_fixed(const Word *words, size_t count, Op op, List *list)
{
    for (size_t i = 0; i < count; ++i)
        base_push(list, words, small_word(op, words[i]));
}

Word *input_read(const char *spec, Op op, uint32_t *n, Error *error)
{
    List list = {0};
    Word *words = NULL;

    if (generate(spec, op, *n ? *n : INPUT_DEFAULT_N, &words, error)) {
        *n = *n ? *n : INPUT_DEFAULT_N;
        return words;
    }
    if (strcmp(spec, "walkthrough") == 0)
        take_fixed(walkthrough, sizeof walkthrough / sizeof(Word), op, &list);
    else if (strcmp(spec, "lecture") == 0)
        take_fixed(lecture, sizeof lecture / sizeof(Word), op, &list);
    else if (!read_list(spec, op, &list, error))
        goto fail;
    if (*n && *n != list.words_count) {
        error_set(error, ERROR_USAGE,
                  "--input: the length is %zu, but -n is %u; remove -n",
                  list.words_count, *n);
        goto fail;
    }
    *n = (uint32_t)list.words_count;
    return list.words;
fail:
    free(list.words);
    return NULL;
}
