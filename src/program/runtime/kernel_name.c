/* SPDX-License-Identifier: MIT */
#include "program/runtime/kernel_name.h"

#include "program/runtime/log.h"
#include "util/base.h"

#include <ctype.h>
#include <string.h>

/* What the launches named so far. */
typedef struct {
    const char *text;
    const void *function;
} Named;

static struct {
    Named *items;
    size_t items_count, items_capacity;
} named;

/* The name that Upsweep has told of the function at ADDRESS; NULL: none.  The
 * names stand at the head of the log, behind functions and lines. */
static const char *function_name(const void *address)
{
    const char *at = (const char *)log_head();
    ProgramRecord head;

    if (!at || !address)
        return NULL;
    at += sizeof(ProgramLog);
    for (;; at += head.bytes) {
        memcpy(&head, at, sizeof head);
        if (head.kind != RECORD_FUNCTION && head.kind != RECORD_LINES)
            break;
    }
    if (head.kind != RECORD_NAMES)
        return NULL;
    const ProgramNames *record = (const void *)at;
    const ProgramName *names = (const void *)(record + 1);
    for (uint32_t i = 0; i < record->count; ++i)
        if (names[i].address == (uint64_t)(uintptr_t)address)
            return names[i].name;
    return NULL;
}

/* The last identifier of TEXT before the arguments of a template, which end it,
 * and its LENGTH; 0: it ends otherwise, as "table[i]". */
static const char *identifier(const char *text, size_t *length)
{
    const char *end = text + strcspn(text, "<");
    const char *begin;

    while (end > text && end[-1] == ' ')
        --end;
    begin = end;
    while (begin > text &&
           (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        --begin;
    *length = (size_t)(end - begin);
    return begin;
}

static bool is_named(const char *text, const char *function)
{
    size_t x, y;
    const char *a = identifier(text, &x), *b = identifier(function, &y);

    return x > 0 && x == y && memcmp(a, b, x) == 0;
}

/* True if TEXT stood for another function in an earlier launch. */
static bool named_another(const char *text, const void *function)
{
    for (size_t i = 0; i < named.items_count; ++i)
        if (strcmp(named.items[i].text, text) == 0)
            return named.items[i].function != function;
    base_push(&named, items, ((Named){base_strdup(text), function}));
    return false;
}

const char *kernel_name(const UpsweepLaunch *launch)
{
    const char *name = function_name(launch->function);

    if (!name || (is_named(launch->kernel, name) &&
                  !named_another(launch->kernel, launch->function)))
        return launch->kernel;
    return name;
}

static bool fits(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);

    return strncmp(name, wanted, length) == 0 &&
           (name[length] == '\0' || name[length] == '<');
}

bool kernel_name_is(const UpsweepLaunch *launch, const char *wanted)
{
    const char *name = function_name(launch->function);

    return fits(launch->kernel, wanted) || (name && fits(name, wanted));
}
