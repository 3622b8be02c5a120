/* SPDX-License-Identifier: MIT */
#include "export/html_pack.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST = 5,          /* bytes of a copy: what it takes itself */
    SHORT = LEAST + 62, /* units that one digit holds, as 0 is a sign and */
    LONG = 63,          /* this one is before two more; all they hold: */
    MOST = 64 * 64 - 1,
    NEAR = 64 * 64, /* units back, that two digits hold; three: */
    FAR = NEAR * 64,
    TRIES = 256, /* places that are looked at for the longest copy */
    HASHES = 1 << 16
};

typedef struct {
    const char *text;
    size_t length;
    uint32_t *units;   /* before each byte */
    uint32_t *heads;   /* 1 + the last place of each hash */
    uint32_t *befores; /* of each place: the same, before it */
} Packing;

static bool within_letter(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static uint32_t hash_of(const char *at)
{
    uint32_t four;

    memcpy(&four, at, sizeof four);
    return four * 0x9e3779b1u >> 16;
}

static void note_place(Packing *packing, size_t at)
{
    if (at + 4 > packing->length)
        return;
    uint32_t hash = hash_of(packing->text + at);
    packing->befores[at] = packing->heads[hash];
    packing->heads[hash] = (uint32_t)at + 1;
}

/* The bytes that are the same at A and, later, at B: whole letters. */
static size_t same_bytes(const Packing *packing, size_t a, size_t b)
{
    size_t count = 0;

    while (count < MOST && b + count < packing->length &&
           packing->text[a + count] == packing->text[b + count])
        ++count;
    while (count && b + count < packing->length &&
           within_letter(packing->text[b + count]))
        --count;
    return count;
}

/* The longest text before AT that equals the text at AT: sets *FROM, and
 * returns how long it is. */
static size_t longest(const Packing *packing, size_t at, size_t *from)
{
    size_t most = 0;
    int tries = 0;

    if (at + LEAST > packing->length || within_letter(packing->text[at]))
        return 0;
    for (uint32_t next = packing->heads[hash_of(packing->text + at)];
         next && tries < TRIES; next = packing->befores[next - 1], ++tries) {
        if (packing->units[at] - packing->units[next - 1] >= FAR)
            break;
        size_t count = same_bytes(packing, next - 1, at);
        if (count <= most)
            continue;
        most = count;
        *from = next - 1;
    }
    return most;
}

static void add_digit(Text *out, uint32_t digit)
{
    text_add_bytes(out, &HTML_PACK_DIGITS[digit % 64], 1);
}

static void add_copy(Text *out, uint32_t units, uint32_t back)
{
    text_add_bytes(out, back < NEAR ? "`" : "~", 1);
    if (units < SHORT) {
        add_digit(out, units - LEAST + 1);
    } else {
        add_digit(out, LONG);
        add_digit(out, units / 64);
        add_digit(out, units);
    }
    if (back >= NEAR)
        add_digit(out, back / NEAR);
    add_digit(out, back / 64);
    add_digit(out, back);
}

static void pack_all(Packing *packing, Text *out)
{
    const char *text = packing->text;

    for (size_t at = 0; at < packing->length;) {
        size_t from = 0, later, count = longest(packing, at, &from);
        if (count && count < SHORT &&
            longest(packing, at + 1, &later) > count + 1)
            count = 0;
        uint32_t units = packing->units[at + count] - packing->units[at];
        if (units >= LEAST) {
            add_copy(out, units, packing->units[at] - packing->units[from]);
        } else {
            count = 1;
            text_add_bytes(out, text + at, 1);
            if (text[at] == '`' || text[at] == '~')
                add_digit(out, 0);
        }
        for (; count; --count)
            note_place(packing, at++);
    }
}

void html_pack(Text *out, const char *text, size_t length)
{
    Packing packing = {.text = text, .length = length};

    packing.units = base_alloc(length + 1, sizeof *packing.units);
    packing.befores = base_alloc(length + 1, sizeof *packing.befores);
    packing.heads = base_alloc(HASHES, sizeof *packing.heads);
    for (size_t i = 0; i < length; ++i)
        packing.units[i + 1] =
            packing.units[i] + !within_letter(text[i]) +
            ((unsigned char)text[i] >= 0xf0); /* a pair of surrogates */
    text_add(out, "|%u\n", packing.units[length]);
    pack_all(&packing, out);
    text_add(out, "\n");
    free(packing.units);
    free(packing.befores);
    free(packing.heads);
}
