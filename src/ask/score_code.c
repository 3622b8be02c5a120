/* SPDX-License-Identifier: MIT
 *
 * score_code - codes of results; see score_code.h.  assets/exercise.js makes
 * the same codes.
 */
#include "ask/score_code.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DIGITS = 36, CHECKED = DIGITS * DIGITS * DIGITS * DIGITS };

/* FNV-1a. */
static uint32_t mix(uint32_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        hash = (hash ^ (uint8_t)bytes[i]) * 16777619u;
    return hash;
}

static uint32_t mix_text(uint32_t hash, const char *text)
{
    return mix(hash, text, strlen(text) + 1);
}

static uint32_t mix_number(uint32_t hash, uint32_t number)
{
    char bytes[4] = {(char)number, (char)(number >> 8), (char)(number >> 16),
                     (char)(number >> 24)};

    return mix(hash, bytes, sizeof bytes);
}

static const uint32_t start = 2166136261u;

uint32_t score_exercise(const Trace *const traces[], int count)
{
    uint32_t hash = start;

    for (int t = 0; t < count; ++t) {
        const Run *run = &traces[t]->run;
        hash = mix_text(hash, run->algorithm);
        hash = mix_number(hash, run->n);
        hash = mix_number(hash, run->k);
        hash = mix_number(hash, run->threads);
        hash = mix_number(hash, run->op);
        hash = mix_number(hash, run->inclusive);
        for (uint32_t i = 0; i < run->n; ++i)
            hash = mix_number(hash, traces[t]->input[i]);
    }
    return hash % CHECKED;
}

/* Appends NUMBER in base 36, with LEAST digits at least. */
static void add_number(uint64_t number, int least, Text *text)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char buffer[16];
    int count = 0;

    do
        buffer[count++] = digits[number % DIGITS];
    while ((number /= DIGITS) || count < least);
    while (count)
        text_add_bytes(text, buffer + --count, 1);
}

static uint32_t check_of(const char *text, size_t length)
{
    return mix(start, text, length) % CHECKED;
}

void score_code(const Score *score, Text *text)
{
    Text code = {0};

    text_add(&code, "%u-%u-", score->right, score->counted);
    add_number(score->seed, 1, &code);
    text_add(&code, "-");
    add_number(score->exercise, 4, &code);
    text_add(&code, "-");
    add_number(score->rights, 1, &code);
    text_add(&code, "-");
    add_number(check_of(code.text, code.length), 4, &code);
    text_add(text, "%s", code.text);
    text_free(&code);
}

/* Reads a number in BASE at *P and the dash after it, or the end. */
static bool read_number(const char **p, int base, uint64_t most,
                        uint64_t *number)
{
    char *end;

    if (!isalnum((unsigned char)**p) || strcspn(*p, "-") > 13)
        return false;
    *number = strtoull(*p, &end, base);
    if (*number > most || (*end != '-' && *end))
        return false;
    *p = *end ? end + 1 : end;
    return true;
}

bool score_read(const char *code, Score *score, Error *error)
{
    const char *p = code;
    uint64_t right = 0, counted = 0, exercise = 0, rights = 0, check = 0;
    Text again = {0};

    *score = (Score){.right = 0};
    bool good = read_number(&p, 10, 99, &right) &&
                read_number(&p, 10, 99, &counted) &&
                read_number(&p, DIGITS, UINT64_MAX, &score->seed) &&
                read_number(&p, DIGITS, CHECKED - 1, &exercise) &&
                read_number(&p, DIGITS, UINT32_MAX, &rights) &&
                read_number(&p, DIGITS, CHECKED - 1, &check) && !*p;
    if (!good) {
        char *line = printable_name(code, "", 60);
        error_set(error, ERROR_USAGE,
                  "\"%s\" is no code; an exercise ends with one like "
                  "7-10-0-K3F9-1B7-Q2XZ",
                  line);
        free(line);
        return false;
    }
    score->right = (uint32_t)right;
    score->counted = (uint32_t)counted;
    score->exercise = (uint32_t)exercise;
    score->rights = (uint32_t)rights;
    score_code(score, &again);
    good = strcasecmp(again.text, code) == 0;
    text_free(&again);
    return good || error_set(error, ERROR_NO,
                             "the check of this code does not fit: it was "
                             "miscopied, or changed");
}
