/* SPDX-License-Identifier: MIT
 *
 * roff - escaping; see roff.h.
 */
#include "util/roff.h"

/* A dot or a quote at the start of a line would be a request. */
void roff_add(Text *text, const char *plain)
{
    bool starts = text->length == 0 || text->text[text->length - 1] == '\n';

    if (starts && (*plain == '.' || *plain == '\''))
        text_add(text, "\\&");
    for (; *plain; ++plain)
        if (*plain == '\\')
            text_add(text, "\\e");
        else if (*plain == '-')
            text_add(text, "\\-");
        else if (*plain == '\'')
            text_add(text, "\\(aq");
        else if (*plain == '`')
            text_add(text, "\\(ga");
        else
            text_add(text, "%c", *plain);
}

void roff_add_bold(Text *text, const char *plain)
{
    text_add(text, "\\fB");
    roff_add(text, plain);
    text_add(text, "\\fR");
}
