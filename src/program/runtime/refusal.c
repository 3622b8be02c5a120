/* SPDX-License-Identifier: MIT */
#include "program/runtime/refusal.h"

#include "program/runtime/cuda_host.h"
#include "program/runtime/log.h"

#include <stdio.h>

/* What a launch asks for, and the most that it may. */
typedef struct {
    uint64_t asked, most;
    const char *what, *remedy;
} Demand;

static void note(const UpsweepLaunch *launch, const Demand *demand)
{
    ProgramLog *head = log_head();
    const char *bound = demand->asked ? "most" : "least";
    uint64_t limit = demand->asked ? demand->most : 1;

    if (!head)
        return;
    ++head->refused;
    if (head->unasked++ > 0)
        return;
    snprintf(head->refusal, sizeof head->refusal,
             "%.160s:%d: %.60s does not run: the launch asks for %llu %s, and "
             "the %s is %llu%s",
             launch->file, launch->line, launch->kernel,
             (unsigned long long)demand->asked, demand->what, bound,
             (unsigned long long)limit, demand->remedy);
}

/* The threads of a block, or the blocks of a grid; of very many some number
 * that is too large as well. */
static uint64_t count_of(const UpsweepDim *extent)
{
    uint64_t rows = (uint64_t)extent->x * extent->y;

    return rows > INT32_MAX ? rows : rows * extent->z;
}

/* The first of COUNT demands that cannot be met; NULL: there is none. */
static const Demand *first_excess(const Demand *demands, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (demands[i].asked < 1 || demands[i].asked > demands[i].most)
            return &demands[i];
    return NULL;
}

int refusal_of(const UpsweepLaunch *launch)
{
    const Demand sizes[] = {
        {count_of(&launch->block), 1024, "threads a block", ""},
        {launch->block.z, 64, "threads a block in z", ""},
        {count_of(&launch->grid), INT32_MAX, "blocks", ""},
        {launch->grid.y, 65535, "blocks in y", ""},
        {launch->grid.z, 65535, "blocks in z", ""},
    };
    const Demand shared = {launch->shared, upsweep_dynamic_limit(),
                           "bytes of dynamic shared memory",
                           " (cudaFuncSetAttribute raises that)"};
    const Demand *excess = first_excess(sizes, sizeof sizes / sizeof *sizes);

    if (excess) {
        note(launch, excess);
        return cudaErrorInvalidConfiguration;
    }
    if (shared.asked > shared.most) {
        note(launch, &shared);
        return cudaErrorInvalidValue;
    }
    return 0;
}

void refusal_asked(void)
{
    if (log_head())
        log_head()->unasked = 0;
}
