/* SPDX-License-Identifier: MIT */
#include "program/source_facts.h"

#include "util/printable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = INT32_MAX };

/* ---- Reading --------------------------------------------------------------*/

static bool is_text(const char *text, size_t room)
{
    return memchr(text, '\0', room) && printable_is(text);
}

static bool is_good(const Fact *fact)
{
    bool good = fact->kind < FACT_KINDS && fact->line >= 1 &&
                fact->line <= MOST_LINE && fact->last_line <= MOST_LINE &&
                fact->element < ELEMENT_KINDS &&
                fact->bytes <= FACTS_MOST_BYTES &&
                is_text(fact->file, sizeof fact->file) &&
                is_text(fact->name, sizeof fact->name) &&
                is_text(fact->text, sizeof fact->text);

    for (int d = 0; d < PROGRAM_DIMENSIONS; ++d)
        good = good && fact->extents[d] <= FACTS_MOST_BYTES;
    switch (fact->kind) {
    case FACT_LAUNCH:
        return good && fact->last_line >= fact->line;
    case FACT_ALLOCATION:
        return good && fact->bytes > 0;
    case FACT_PROBLEM:
        return good && fact->text[0];
    default:
        return good;
    }
}

bool source_facts_read(SourceFacts *facts, const void *bytes, size_t length,
                       Error *error)
{
    size_t count = length / sizeof(Fact), before = facts->items_count;
    size_t good = 0;
    Fact fact;

    for (; good < count; ++good) {
        memcpy(&fact, (const char *)bytes + good * sizeof fact, sizeof fact);
        if (!is_good(&fact))
            break;
        base_push(facts, items, fact);
    }
    if (good == count && length % sizeof(Fact) == 0)
        return true;
    facts->items_count = before;
    return error_set(error, ERROR_FAILED,
                     "the program's facts are damaged at number %zu; its "
                     "source may attack clang: do not run it",
                     good + 1);
}

const Fact *source_facts_next(const SourceFacts *facts, FactKind kind,
                              size_t *i)
{
    while (*i < facts->items_count) {
        const Fact *fact = &facts->items[(*i)++];
        if (fact->kind == kind)
            return fact;
    }
    return NULL;
}

/* ---- Names for a GPU's log ------------------------------------------------*/

/* The name of a kernel without its scope, of LENGTH bytes without the arguments
 * of its template. */
static const char *plain_name(const char *name, size_t *length)
{
    size_t end = strcspn(name, "<"), begin = end;

    while (begin > 0 && name[begin - 1] != ':')
        --begin;
    while (end > begin && name[end - 1] == ' ')
        --end;
    *length = end - begin;
    return name + begin;
}

bool source_facts_name_launch(const SourceFacts *facts, ProgramLaunch *launch)
{
    size_t length, bytes, i = 0;
    const char *name = plain_name(launch->kernel, &length);
    const Fact *fact;

    while ((fact = source_facts_next(facts, FACT_LAUNCH, &i)) != NULL) {
        const char *other = plain_name(fact->name, &bytes);
        if (bytes != length || memcmp(name, other, length) != 0)
            continue;
        launch->line = fact->line;
        snprintf(launch->file, sizeof launch->file, "%.255s", fact->file);
        snprintf(launch->arguments, sizeof launch->arguments, "%.511s",
                 fact->text);
        return true;
    }
    return false;
}

/* Sets the extents of *VARIABLE: the first one follows from its bytes. */
static void set_extents(const Fact *fact, ProgramVariable *variable)
{
    uint64_t inner = variable->element_bytes;
    uint32_t count = 0;

    memset(variable->extents, 0, sizeof variable->extents);
    while (count < PROGRAM_DIMENSIONS && fact->extents[count] &&
           inner <= variable->bytes)
        inner *= fact->extents[count++];
    if (count == PROGRAM_DIMENSIONS || inner > variable->bytes ||
        variable->bytes % inner != 0) {
        inner = variable->element_bytes;
        count = 0;
    }
    if (variable->bytes > variable->element_bytes)
        variable->extents[0] = (uint32_t)(variable->bytes / inner);
    for (uint32_t i = 0; i < count; ++i)
        variable->extents[i + 1] = fact->extents[i];
}

bool source_facts_name_shared(const SourceFacts *facts,
                              ProgramVariable *variable)
{
    const Fact *fact;
    size_t i = 0;

    while ((fact = source_facts_next(facts, FACT_SHARED, &i)) != NULL) {
        size_t length = strcspn(fact->text, "[");
        if (strcmp(fact->name, variable->name) != 0)
            continue;
        while (length > 0 && fact->text[length - 1] == ' ')
            --length;
        snprintf(variable->type, sizeof variable->type, "%.*s", (int)length,
                 fact->text);
        variable->element = ELEMENT_OTHER;
        if (fact->element != ELEMENT_OTHER && fact->bytes > 0 &&
            variable->bytes % fact->bytes == 0) {
            variable->element = fact->element;
            variable->element_bytes = fact->bytes;
            set_extents(fact, variable);
        }
        return true;
    }
    return false;
}
