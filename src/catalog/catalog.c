/* SPDX-License-Identifier: MIT */
#include "catalog/catalog.h"

#include "util/nearest.h"
#include "trace/value.h"
#include "util/resources.h"

#include <stdio.h>
#include <string.h>

/* catalog_list.h has one CATALOG_ITEM(id) for each name in KERNELS. */
#define CATALOG_ITEM(id) extern const Algorithm algorithm_##id;
#include "catalog_list.h"
#undef CATALOG_ITEM

static const Algorithm *const listed[] = {
#define CATALOG_ITEM(id) &algorithm_##id,
#include "catalog_list.h"
#undef CATALOG_ITEM
};

#define LISTED (sizeof listed / sizeof listed[0])

const Algorithm *const *catalog_all(size_t *count)
{
    static const Algorithm *sorted[LISTED];
    size_t filled = 0;

    for (int mistakes = 0; mistakes <= 1; ++mistakes)
        for (size_t i = 0; i < LISTED; ++i)
            if ((listed[i]->fault != FAULT_NONE) == mistakes)
                sorted[filled++] = listed[i];
    *count = filled;
    return sorted;
}

/* ---- What an entry needs --------------------------------------------------*/

/* True if ID is NAME with every sign that C identifiers cannot have replaced.
 */
static bool is_called(const char *name, const char *id)
{
    while (*name && (*name == '-' ? '_' : *name) == *id) {
        ++name;
        ++id;
    }
    return !*name && !*id;
}

/* The first field that ENTRY lacks, or NULL. */
static const char *lacks(const Algorithm *entry)
{
    bool mistake = entry->fault != FAULT_NONE;
    const struct {
        bool there;
        const char *field;
    } needs[] = {
        {entry->name && *entry->name, ".name"},
        {entry->title && *entry->title, ".title"},
        {entry->summary && *entry->summary, ".summary"},
        {entry->origin && *entry->origin, ".origin"},
        {entry->max_n > 0, ".max_n"},
        {entry->words, ".words"},
        {entry->workers, ".workers"},
        {!mistake || (entry->wrong && *entry->wrong), ".wrong"},
        {!mistake || entry->wrong_from, ".wrong_from"},
        {!entry->accepts || (entry->accepted && *entry->accepted), ".accepted"},
    };

    for (size_t i = 0; i < sizeof needs / sizeof *needs; ++i)
        if (!needs[i].there)
            return needs[i].field;
    return NULL;
}

static bool check_entry(const Algorithm *entry, const char *id, Error *error)
{
    const char *field = lacks(entry);
    char file[64];

    snprintf(file, sizeof file, "kernels/%.40s.cu", id);
    for (char *at = file; *at; ++at)
        *at = *at == '_' ? '-' : *at;
    if (field)
        return error_set(error, ERROR_FAILED,
                         "%s: its CATALOG_ENTRY has no %s; "
                         "src/catalog/catalog.h lists the fields",
                         file, field);
    if (!is_called(entry->name, id))
        return error_set(error, ERROR_FAILED,
                         "%s: its CATALOG_ENTRY has the name \"%.40s\"; name "
                         "it as the file is named",
                         file, entry->name);
    if (entry->max_n > INTERVAL_MAX_N)
        return error_set(error, ERROR_FAILED,
                         "%s: its CATALOG_ENTRY has .max_n = %u; no trace has "
                         "more than %u elements",
                         file, entry->max_n, INTERVAL_MAX_N);
    return true;
}

bool catalog_check(Error *error)
{
    static const char *const ids[] = {
#define CATALOG_ITEM(id) #id,
#include "catalog_list.h"
#undef CATALOG_ITEM
    };

    for (size_t i = 0; i < LISTED; ++i)
        if (!check_entry(listed[i], ids[i], error))
            return false;
    return true;
}

bool catalog_accepts(const Algorithm *algorithm, uint32_t n, uint32_t k,
                     Error *error)
{
    if (n < 1 || n > algorithm->max_n)
        return error_set(
            error, ERROR_USAGE,
            "-n %u: %s takes 1 to %u elements; write a smaller number", n,
            algorithm->name, algorithm->max_n);
    if (algorithm->accepts && !algorithm->accepts(n, k))
        return error_set(error, ERROR_USAGE,
                         "-n %u with -k %u: %s takes %s; write other numbers",
                         n, k, algorithm->name, algorithm->accepted);
    return true;
}

/* ---- By name --------------------------------------------------------------*/

bool catalog_is_block_scan(const Algorithm *algorithm)
{
    return !algorithm->plan && algorithm->fault == FAULT_NONE &&
           algorithm->result == RESULT_SCAN && !algorithm->accepts;
}

/* OUTER with INNER as its inner algorithm; made once and cached. */
static const Algorithm *combine(const Algorithm *outer, const Algorithm *inner)
{
    static struct {
        Algorithm entry;
        char name[64], title[96];
    } made[LISTED * LISTED];
    static size_t count;
    char name[64];

    snprintf(name, sizeof name, "%s:%s", outer->name, inner->name);
    for (size_t i = 0; i < count; ++i)
        if (strcmp(made[i].name, name) == 0)
            return &made[i].entry;
    BASE_CHECK(count < LISTED * LISTED);
    made[count].entry = *outer;
    made[count].entry.inner = inner;
    snprintf(made[count].name, sizeof name, "%s", name);
    snprintf(made[count].title, sizeof made[count].title, "%s of %s",
             outer->title, inner->title);
    made[count].entry.name = made[count].name;
    made[count].entry.title = made[count].title;
    return &made[count++].entry;
}

/* The entry with the NAME of LENGTH letters, or NULL. */
static const Algorithm *find_exact(const char *name, size_t length)
{
    for (size_t i = 0; i < LISTED; ++i)
        if (strlen(listed[i]->name) == length &&
            memcmp(listed[i]->name, name, length) == 0)
            return listed[i];
    return NULL;
}

/* The name that ASKED may stand for: "kernels/padding.cu" is padding's file.
 * NULL if none is near. */
static const char *nearest(const char *asked)
{
    const char *names[LISTED + 1] = {NULL};
    const char *slash = strrchr(asked, '/');
    char bare[64];

    for (size_t i = 0; i < LISTED; ++i)
        names[i] = listed[i]->name;
    snprintf(bare, sizeof bare, "%s", slash ? slash + 1 : asked);
    size_t length = strlen(bare);
    if (length > 3 && strcmp(bare + length - 3, ".cu") == 0)
        bare[length - 3] = '\0';
    return nearest_name(bare, names);
}

/* Sets the error for the unknown name ASKED, with the nearest name. */
static void refuse(const char *asked, Error *error)
{
    const char *near = nearest(asked), *dot = strrchr(asked, '.');

    if (!*asked)
        error_set(
            error, ERROR_USAGE,
            "the name of an algorithm is empty; `upsweep list` lists all");
    else if (!asked[strspn(asked, "0123456789")])
        error_set(error, ERROR_USAGE,
                  "%s: not an algorithm; write elements as -n %s, and a list "
                  "as --input 3,1,7,0",
                  asked, asked);
    else if (dot && strcmp(dot, ".upsweep") == 0)
        error_set(error, ERROR_USAGE,
                  "%s: not an algorithm; use report, show, view, export or "
                  "diff with a trace (`upsweep list` lists the algorithms)",
                  asked);
    else if (near)
        error_set(error, ERROR_USAGE,
                  "unknown algorithm \"%s\"; did you mean \"%s\"?", asked,
                  near);
    else
        error_set(error, ERROR_USAGE,
                  "unknown algorithm \"%s\"; `upsweep list` lists all", asked);
}

/* The entry called NAME, without an inner one. */
static const Algorithm *find_one(const char *name, size_t length, Error *error)
{
    const Algorithm *found = find_exact(name, length);
    char asked[64];

    if (found)
        return found;
    snprintf(asked, sizeof asked, "%.*s", (int)(length < 60 ? length : 60),
             name);
    refuse(asked, error);
    return NULL;
}

const Algorithm *catalog_find(const char *name, Error *error)
{
    size_t length = strcspn(name, ":");
    const Algorithm *outer = find_one(name, length, error);

    if (!outer || !name[length])
        return outer;
    const char *rest = name + length + 1;
    if (!outer->inner) {
        error_set(error, ERROR_USAGE,
                  "%s: has no inner algorithm; remove \":%.60s\"", outer->name,
                  rest);
        return NULL;
    }
    const Algorithm *inner = find_one(rest, strlen(rest), error);
    if (!inner)
        return NULL;
    if (!catalog_is_block_scan(inner)) {
        error_set(error, ERROR_USAGE,
                  "%s: cannot scan the blocks of %s, because it is not a scan "
                  "of one block; use %s, for example",
                  inner->name, outer->name, outer->inner->name);
        return NULL;
    }
    return combine(outer, inner);
}

const Algorithm *catalog_of(const Trace *trace)
{
    Error ignored;

    return trace_command(trace) ? NULL
                                : catalog_find(trace->run.algorithm, &ignored);
}

uint64_t catalog_seed(const Algorithm *algorithm)
{
    return algorithm->fault != FAULT_NONE && algorithm->waits ? 1 : 0;
}

void catalog_source_name(const Algorithm *algorithm, char name[64])
{
    snprintf(name, 64, "kernels/%.*s.cu", (int)strcspn(algorithm->name, ":"),
             algorithm->name);
}

const char *catalog_source(const Algorithm *algorithm)
{
    char name[64];
    size_t bytes = 0;

    catalog_source_name(algorithm, name);
    const char *text = resource_find(name, &bytes);
    BASE_CHECK(text && bytes > 0);
    return text;
}

uint32_t catalog_none(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 0;
}

uint32_t catalog_n(uint32_t n, uint32_t k)
{
    (void)k;
    return n;
}

uint32_t catalog_padded_n(uint32_t n, uint32_t k)
{
    (void)k;
    return base_power_of_two(n);
}

uint32_t catalog_half_n(uint32_t n, uint32_t k)
{
    (void)k;
    return n > 2 ? base_power_of_two(n) / 2 : 1;
}

uint32_t catalog_one(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 1;
}
