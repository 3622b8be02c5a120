/* SPDX-License-Identifier: MIT
 *
 * digest - a checksum over all rows of a .upsweep file.
 *
 * FNV-1a with 64 bits, taken over words of 32 bits instead of bytes, table
 * after table, row after row, column after column.  It detects accidental
 * damage, not forgery.
 */
#ifndef UPSWEEP_DIGEST_H
#define UPSWEEP_DIGEST_H

#include "trace/schema.h"

#define DIGEST_TEXT  (SCHEMA_DIGEST + 1) /* with the NUL */
#define DIGEST_START UINT64_C(0xcbf29ce484222325)

/* Each updates *DIGEST, which begins as DIGEST_START.  Multiplying by an odd
 * number loses nothing, so a change to one word always changes the digest. */
static inline void digest_word(uint64_t *digest, uint32_t word)
{
    *digest = (*digest ^ word) * UINT64_C(0x100000001b3);
}
static inline void digest_number(uint64_t *digest, int64_t number)
{
    digest_word(digest, (uint32_t)number);
    digest_word(digest, (uint32_t)((uint64_t)number >> 32));
}
/* The number that a column of type TYPE has.  A span that has a name counts as
 * the interval does. */
static inline void digest_column(uint64_t *digest, ColumnType type,
                                 int64_t number)
{
    uint32_t first = (uint32_t)(number >> 32), last = (uint32_t)number;

    if (type == COLUMN_SPAN && first <= UINT16_MAX && last <= UINT16_MAX)
        digest_word(digest, interval_make(first, last));
    else if (type == COLUMN_I64 || type == COLUMN_SPAN)
        digest_number(digest, number);
    else
        digest_word(digest, (uint32_t)number);
}
void digest_text(uint64_t *digest, const char *text);
/* Row ID of a table. */
void digest_row(uint64_t *digest, const Layout *layout, int64_t id,
                const void *row);

/* Writes the digest into TEXT and returns TEXT. */
const char *digest_format(uint64_t digest, char text[DIGEST_TEXT]);

#endif
