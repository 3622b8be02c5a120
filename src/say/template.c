/* SPDX-License-Identifier: MIT */
#include "say/template.h"

#include <string.h>

void template_write(const char *sentence, const TemplatePart parts[],
                    const void *data, Text *text)
{
    while (*sentence) {
        const TemplatePart *part = parts;
        while (part->name &&
               strncmp(sentence, part->name, strlen(part->name)) != 0)
            ++part;
        size_t length =
            part->name ? strlen(part->name) : 1 + strcspn(sentence + 1, "{");
        if (part->name)
            part->words(data, text);
        else
            text_add_bytes(text, sentence, length);
        sentence += length;
    }
}
