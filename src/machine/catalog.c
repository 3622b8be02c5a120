/* SPDX-License-Identifier: MIT */
#include "machine/catalog.h"

#include "base/embed.h"
#include "trace/value.h"

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

bool catalog_is_block_scan(const Algorithm *algorithm)
{
    return !algorithm->plan && algorithm->fault == FAULT_NONE &&
           algorithm->result == RESULT_SCAN;
}

/* OUTER with INNER in it, made when it is first asked for and kept. */
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

/* The entry called NAME, without an inner one. */
static const Algorithm *find_one(const char *name, size_t length, Error *error)
{
    const char *names[LISTED + 1] = {NULL};
    const Algorithm *found = find_exact(name, length);
    char asked[64];

    if (found)
        return found;
    for (size_t i = 0; i < LISTED; ++i)
        names[i] = listed[i]->name;
    snprintf(asked, sizeof asked, "%.*s", (int)(length < 60 ? length : 60),
             name);
    const char *near = value_nearest(asked, names);
    if (near)
        error_set(error, ERROR_USAGE,
                  "no algorithm is called \"%s\"; did you mean \"%s\"?", asked,
                  near);
    else
        error_set(error, ERROR_USAGE,
                  "no algorithm is called \"%s\"; `upsweep list` shows all",
                  asked);
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
                  "%s has no inner algorithm; leave out \":%.60s\"",
                  outer->name, rest);
        return NULL;
    }
    const Algorithm *inner = find_one(rest, strlen(rest), error);
    if (!inner)
        return NULL;
    if (!catalog_is_block_scan(inner)) {
        error_set(error, ERROR_USAGE,
                  "%s cannot scan the blocks of %s: it is no plain scan of one "
                  "block; %s can, for example",
                  inner->name, outer->name, outer->inner->name);
        return NULL;
    }
    return combine(outer, inner);
}

/* Are the sizes such that a plan can be made at all? */
static bool check_block_n(const Algorithm *algorithm, const Sizes *sizes,
                          uint32_t most, Error *error)
{
    if (sizes->block_n > most)
        return error_set(error, ERROR_USAGE,
                         "a block of %u elements is too large for %s, which "
                         "takes %u at most",
                         sizes->block_n, algorithm->name, most);
    if (algorithm->inner && sizes->block_n == 1)
        return error_set(error, ERROR_USAGE,
                         "blocks of one element have as many sums as there "
                         "are elements; ask for 2 or more");
    return true;
}

bool catalog_plan(const Algorithm *algorithm, const Sizes *sizes, Plan *plan,
                  Error *error)
{
    enum { USUAL_BLOCK = 2048 };
    uint32_t most =
        algorithm->inner ? algorithm->inner->max_n : algorithm->max_n;

    if (!check_block_n(algorithm, sizes, most, error))
        return false;
    *plan = (Plan){.algorithm = algorithm,
                   .sizes = *sizes,
                   .usual = sizes->block_n == 0};
    if (plan->usual)
        plan->sizes.block_n =
            plan_block_n(sizes->n, sizes->k,
                         most < USUAL_BLOCK ? most : USUAL_BLOCK);
    if (plan->sizes.block_n > sizes->n)
        plan->sizes.block_n = sizes->n;
    plan_array(plan, "in", sizes->n, HOLDS_SUMS);
    plan_array(plan, "out", sizes->n, HOLDS_SUMS);
    if (algorithm->plan)
        algorithm->plan(plan);
    else
        (void)plan_one_block(plan);
    if (*plan->refusal)
        return error_set(error, ERROR_USAGE, "%s", plan->refusal);
    if (plan->full)
        return error_set(error, ERROR_USAGE,
                         "%u elements in blocks of %u are too many sums of "
                         "sums of sums; ask for larger blocks",
                         sizes->n, plan->sizes.block_n);
    return true;
}

bool catalog_cuts(const Algorithm *algorithm)
{
    const Sizes two_blocks = {.n = 8, .k = 4, .block_n = 4};
    Error ignored;
    Plan plan;

    return algorithm->plan &&
           catalog_plan(algorithm, &two_blocks, &plan, &ignored) &&
           plan.grids[0].blocks > 1;
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
    const char *text = embed_find(name, &bytes);
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
