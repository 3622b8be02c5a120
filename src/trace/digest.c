/* SPDX-License-Identifier: MIT */
#include "trace/digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FNV_PRIME UINT64_C(0x100000001b3)

/* Multiplying by an odd number loses nothing, so a change to one word always
 * changes the digest. */
static void add_word(uint64_t *digest, uint32_t word)
{
    *digest = (*digest ^ word) * FNV_PRIME;
}

void digest_number(uint64_t *digest, int64_t number)
{
    add_word(digest, (uint32_t)number);
    add_word(digest, (uint32_t)((uint64_t)number >> 32));
}

void digest_text(uint64_t *digest, const char *text)
{
    digest_number(digest, (int64_t)strlen(text));
    for (; *text; ++text)
        add_word(digest, (unsigned char)*text);
}

void digest_row(uint64_t *digest, const Layout *layout, int64_t id,
                const void *row)
{
    digest_number(digest, id);
    for (const Column *c = layout->columns; c->name; ++c)
        if (c->type == COLUMN_NAME || c->type == COLUMN_LINES)
            digest_text(digest, schema_text(c, row));
        else if (c->type == COLUMN_I64)
            digest_number(digest, schema_number(c, row));
        else
            add_word(digest, (uint32_t)schema_number(c, row));
}

const char *digest_format(uint64_t digest, char text[DIGEST_TEXT])
{
    snprintf(text, DIGEST_TEXT, "%016" PRIx64, digest);
    return text;
}
