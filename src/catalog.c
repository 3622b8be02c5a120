/* SPDX-License-Identifier: MIT */
#include "catalog.h"

#include <stdio.h>
#include <string.h>

#include "embed.h"
#include "value.h"

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

const Algorithm *catalog_find(const char *name, Error *error)
{
    const char *names[LISTED + 1] = {NULL};
    size_t count = 0;
    const Algorithm *const *all = catalog_all(&count);

    for (size_t i = 0; i < count; ++i) {
        names[i] = all[i]->name;
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    }
    const char *near = value_nearest(name, names);
    if (near)
        error_set(error, ERROR_USAGE,
                  "no algorithm is called \"%.60s\"; did you mean \"%s\"?",
                  name, near);
    else
        error_set(error, ERROR_USAGE,
                  "no algorithm is called \"%.60s\"; `upsweep list` shows all",
                  name);
    return NULL;
}

void catalog_source_name(const Algorithm *algorithm, char name[64])
{
    snprintf(name, 64, "kernels/%s.cu", algorithm->name);
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
