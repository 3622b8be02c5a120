/* SPDX-License-Identifier: MIT */
#include "catalog/plan.h"

#include <stdio.h>
#include <string.h>

uint8_t plan_array(Plan *plan, const char *name, uint32_t words, Holds holds)
{
    if (plan->arrays_count == PLAN_MAX_ARRAYS) {
        plan->full = true;
        return 0;
    }
    PlanArray *array = &plan->arrays[plan->arrays_count];
    snprintf(array->name, sizeof array->name, "%s", name);
    array->words = words;
    array->holds = holds;
    return (uint8_t)plan->arrays_count++;
}

uint32_t plan_threads(const Algorithm *algorithm, uint32_t n, uint32_t k)
{
    uint32_t workers = algorithm->workers(n, k);

    return workers < CATALOG_MAX_THREADS ? workers : CATALOG_MAX_THREADS;
}

uint32_t plan_usual_passes(uint32_t n, uint32_t k)
{
    int passes = base_log2(base_power_of_two(n)) - base_log2(k);

    return passes > 0 ? (uint32_t)passes : 0;
}

PlanGrid *plan_grid(Plan *plan, const Algorithm *kernel, uint32_t n,
                    uint32_t block_n, uint8_t in, uint8_t out)
{
    PlanGrid *grid = &plan->grids[plan->grids_count];
    uint32_t k = plan->sizes.k;
    uint32_t threads = plan->sizes.threads;

    if (plan->grids_count + 1 == PLAN_MAX_GRIDS)
        plan->full = true; /* the last place is scratch */
    else
        ++plan->grids_count;
    *grid = (PlanGrid){
        .kernel = kernel,
        .n = n,
        .block_n = block_n,
        .blocks = (uint32_t)(((uint64_t)n + block_n - 1) / block_n),
        .threads = threads ? threads : plan_threads(kernel, block_n, k),
        .words = kernel->words(block_n, k),
        .in = in,
        .out = out,
        .inclusive = plan->sizes.inclusive,
    };
    snprintf(grid->title, sizeof grid->title, "scan");
    return grid;
}

PlanGrid *plan_one_block(Plan *plan)
{
    uint32_t n = plan->sizes.n;

    const char *name = plan->algorithm->name;
    bool cut = !plan->usual && plan->sizes.block_n < n;

    if (cut && catalog_is_block_scan(plan->algorithm))
        snprintf(plan->refusal, sizeof plan->refusal,
                 "%s: runs in one block; for blocks of %u elements, use "
                 "three-phase:%s",
                 name, plan->sizes.block_n, name);
    else if (cut)
        snprintf(plan->refusal, sizeof plan->refusal,
                 "%s: runs in one block; remove --block-n %u", name,
                 plan->sizes.block_n);
    return plan_grid(plan, plan->algorithm, n, n, GLOBAL_IN, GLOBAL_OUT);
}

PlanGrid *plan_shared(Plan *plan)
{
    Sizes *sizes = &plan->sizes;

    if (plan->usual) {
        uint32_t threads = sizes->threads ? sizes->threads : sizes->block_n / 4;
        if (!sizes->threads && threads < sizes->k)
            threads = sizes->k;
        uint32_t items = sizes->block_n / threads;
        sizes->block_n = threads * (items > 1 ? (items - 1) | 1 : 1);
    }
    return plan_grid(plan, plan->algorithm, sizes->n, sizes->block_n, GLOBAL_IN,
                     GLOBAL_OUT);
}

/* The default number of elements of a block: a quarter of N, at least K and at
 * most MOST. */
static uint32_t block_n_of(uint32_t n, uint32_t k, uint32_t most)
{
    uint32_t quarter = base_power_of_two(n) / 4;

    if (quarter < k)
        quarter = k;
    return quarter < most ? quarter : most;
}

/* Scans the N words of array IN into OUT, block by block, and what is before
 * each block into OUT; LEVEL counts sums of sums. */
static void plan_level(Plan *plan, uint32_t n, uint8_t in, uint8_t out,
                       int level)
{
    const Algorithm *self = plan->algorithm;
    uint32_t block_n = plan->sizes.block_n;
    bool inclusive = plan->sizes.inclusive && level == 0;
    char name[24];

    PlanGrid *scan = plan_grid(plan, self->inner, n, block_n, in, out);
    uint32_t blocks = scan->blocks;
    scan->inclusive = inclusive;
    snprintf(scan->title, sizeof scan->title, "scan %s",
             level == 0 ? "each block" : plan->arrays[in].name);
    if (blocks == 1 || plan->full)
        return;

    snprintf(name, sizeof name, "sums %d", level + 1);
    uint8_t sums = plan_array(plan, name, blocks, HOLDS_SUMS);
    snprintf(name, sizeof name, "before %d", level + 1);
    uint8_t before = plan_array(plan, name, blocks, HOLDS_SUMS);

    PlanGrid *collect = plan_grid(plan, self, n, block_n, in, out);
    collect->part = PLAN_SUMS;
    collect->threads = 1;
    collect->words = 0;
    collect->own[0] = sums;
    collect->inclusive = inclusive;
    snprintf(collect->title, sizeof collect->title, "collect %s",
             plan->arrays[sums].name);

    plan_level(plan, blocks, sums, before, level + 1);

    PlanGrid *add = plan_grid(plan, self, n, block_n, in, out);
    add->part = PLAN_ADD;
    add->words = 0;
    add->own[0] = before;
    add->inclusive = inclusive;
    snprintf(add->title, sizeof add->title, "add %s",
             plan->arrays[before].name);
}

void plan_three_phase(Plan *plan)
{
    plan_level(plan, plan->sizes.n, GLOBAL_IN, GLOBAL_OUT, 0);
}

/* ---- A plan
 * -----------------------------------------------------------------*/

static bool check_passes(const Algorithm *algorithm, const Sizes *sizes,
                         Error *error)
{
    int most = base_log2(base_power_of_two(sizes->n));

    return !algorithm->is_hybrid || sizes->passes <= most ||
           error_set(error, ERROR_USAGE,
                     "--passes %d: %u elements allow 0 to %d passes; write one "
                     "of these",
                     sizes->passes, sizes->n, most);
}

/* False and ERROR if the algorithm cannot have blocks of the size asked for. */
static bool check_block_n(const Algorithm *algorithm, const Sizes *sizes,
                          uint32_t most, Error *error)
{
    if (sizes->block_n > most)
        return error_set(error, ERROR_USAGE,
                         "--block-n %u: %s takes at most %u elements; write a "
                         "smaller number",
                         sizes->block_n, algorithm->name, most);
    if (algorithm->inner && sizes->block_n == 1)
        return error_set(error, ERROR_USAGE,
                         "--block-n 1: a block needs at least 2 elements; "
                         "write a larger number");
    return true;
}

/* Checks that a machine can run the grids, whose sizes come from functions of
 * the entry. */
static bool check_grids(const Plan *plan, Error *error)
{
    for (int g = 0; g < plan->grids_count; ++g) {
        const PlanGrid *grid = &plan->grids[g];
        bool wide = grid->words > CATALOG_MAX_WORDS;
        bool idle = grid->threads == 0;
        char file[64];

        catalog_source_name(grid->kernel, file);
        if (wide)
            return error_set(error, ERROR_FAILED,
                             "%s: its .words asks for %u words of shared "
                             "memory at n = %u, k = %u; a block has %u at most",
                             file, grid->words, grid->block_n, plan->sizes.k,
                             CATALOG_MAX_WORDS);
        if (idle)
            return error_set(error, ERROR_FAILED,
                             "%s: its .workers asks for no threads at n = %u, "
                             "k = %u; a block has 1 at least",
                             file, grid->block_n, plan->sizes.k);
    }
    return true;
}

bool plan_make(const Algorithm *algorithm, const Sizes *sizes, Plan *plan,
               Error *error)
{
    enum { USUAL_BLOCK = 2048 };
    uint32_t most =
        algorithm->inner ? algorithm->inner->max_n : algorithm->max_n;

    if (!check_passes(algorithm, sizes, error) ||
        !check_block_n(algorithm, sizes, most, error))
        return false;
    *plan = (Plan){.algorithm = algorithm,
                   .sizes = *sizes,
                   .usual = sizes->block_n == 0};
    if (!algorithm->is_hybrid)
        plan->sizes.passes = 0;
    else if (sizes->passes == PLAN_USUAL)
        plan->sizes.passes = (int)plan_usual_passes(sizes->n, sizes->k);
    if (plan->usual)
        plan->sizes.block_n =
            block_n_of(sizes->n, sizes->k,
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
                         "%u elements in blocks of %u: too many levels of "
                         "sums; write a larger --block-n",
                         sizes->n, plan->sizes.block_n);
    return check_grids(plan, error);
}

bool plan_cuts(const Algorithm *algorithm)
{
    const Sizes two_blocks = {.n = 8, .k = 4, .block_n = 4};
    Error ignored;
    Plan plan;

    return algorithm->plan &&
           plan_make(algorithm, &two_blocks, &plan, &ignored) &&
           plan.grids[0].blocks > 1;
}
