/* SPDX-License-Identifier: MIT */
#include "program/gpu_names.h"

#include <stdio.h>
#include <string.h>

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

bool gpu_names_launch(const SourceFacts *facts, ProgramLaunch *launch)
{
    size_t length, bytes;
    const char *name = plain_name(launch->kernel, &length);

    for (size_t i = 0; i < facts->launches_count; ++i) {
        const LaunchFact *fact = &facts->launches[i];
        const char *other = plain_name(fact->kernel, &bytes);
        if (bytes != length || memcmp(name, other, length) != 0)
            continue;
        launch->line = fact->place.line;
        snprintf(launch->file, sizeof launch->file, "%s", fact->place.file);
        snprintf(launch->arguments, sizeof launch->arguments, "%s",
                 fact->arguments);
        return true;
    }
    return false;
}

/* Sets the extents of *VARIABLE: the first one follows from its bytes. */
static void set_extents(const SharedFact *fact, ProgramVariable *variable)
{
    uint64_t inner = variable->element_bytes;
    uint32_t count =
        fact->extents_count < PROGRAM_DIMENSIONS ? fact->extents_count : 0;

    memset(variable->extents, 0, sizeof variable->extents);
    for (uint32_t i = 0; i < count && inner <= variable->bytes; ++i)
        inner *= fact->extents[i];
    if (inner > variable->bytes || variable->bytes % inner != 0) {
        inner = variable->element_bytes;
        count = 0;
    }
    if (variable->bytes > variable->element_bytes)
        variable->extents[0] = (uint32_t)(variable->bytes / inner);
    for (uint32_t i = 0; i < count; ++i)
        variable->extents[i + 1] = fact->extents[i];
}

bool gpu_names_shared(const SourceFacts *facts, ProgramVariable *variable)
{
    for (size_t i = 0; i < facts->shared_count; ++i) {
        const SharedFact *fact = &facts->shared[i];
        size_t length = strcspn(fact->type, "[");
        if (strcmp(fact->name, variable->name) != 0)
            continue;
        while (length > 0 && fact->type[length - 1] == ' ')
            --length;
        snprintf(variable->type, sizeof variable->type, "%.*s", (int)length,
                 fact->type);
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
