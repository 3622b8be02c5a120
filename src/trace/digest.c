/* SPDX-License-Identifier: MIT */
#include "trace/digest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void digest_text(uint64_t *digest, const char *text)
{
    digest_number(digest, (int64_t)strlen(text));
    for (; *text; ++text)
        digest_word(digest, (unsigned char)*text);
}

void digest_row(uint64_t *digest, const Layout *layout, int64_t id,
                const void *row)
{
    digest_number(digest, id);
    for (const Column *c = layout->columns; c->name; ++c)
        if (schema_is_text(c))
            digest_text(digest, schema_text(c, row));
        else
            digest_column(digest, c->type, schema_number(c, row));
}

const char *digest_format(uint64_t digest, char text[DIGEST_TEXT])
{
    snprintf(text, DIGEST_TEXT, "%016" PRIx64, digest);
    return text;
}
