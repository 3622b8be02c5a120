/* SPDX-License-Identifier: MIT */
#include "report/sweep.h"

#include <stdlib.h>

static const uint32_t usual_ks[] = {4, 16, 32};
static const uint32_t large[] = {512, 1024, 2048};
static const uint32_t block_counts[] = {2, 3, 5, 17};

enum { DENSE_N = 300, KS = 3, LARGE = 3, BLOCK_COUNTS = 4, PASSES_N = 256 };

typedef struct {
    const Algorithm *algorithm;
    const SweepAsked *asked;
    Sweep *sweep;
    uint32_t most; /* the largest n */
    bool cuts;
} Plotter;

static void add(Plotter *plotter, SweepSize size)
{
    if (size.n <= plotter->most &&
        catalog_accepts(plotter->algorithm, size.n, size.k, NULL))
        base_push(plotter->sweep, sizes, size);
}

static bool is_near_power(uint32_t n)
{
    return base_is_power_of_two(n - (n > 1)) || base_is_power_of_two(n) ||
           base_is_power_of_two(n + 1);
}

static void add_dense(Plotter *plotter, uint32_t k, bool sparse)
{
    const SweepAsked *asked = plotter->asked;
    uint32_t end = asked->max_n ? asked->max_n : DENSE_N;
    SweepSize size = {.k = k, .block_n = asked->block_n, .passes = PLAN_USUAL};

    for (size.n = 1; size.n <= end; ++size.n)
        if (!sparse || is_near_power(size.n))
            add(plotter, size);
    for (int l = 0; l < LARGE && !asked->max_n; ++l) {
        size.n = large[l];
        add(plotter, size);
    }
}

static void add_blocks(Plotter *plotter, uint32_t k)
{
    uint32_t asked = plotter->asked->block_n;
    const uint32_t block_ns[] = {asked ? asked : 2 * k, 2 * k + 3};

    for (int i = 0; i < (asked ? 1 : 2); ++i)
        for (int b = 0; b < BLOCK_COUNTS; ++b) {
            uint32_t full = block_counts[b] * block_ns[i];
            SweepSize size = {.n = full - block_ns[i] / 2,
                              .k = k,
                              .block_n = block_ns[i],
                              .passes = PLAN_USUAL,
                              .many = true};
            add(plotter, size);
            size.n = full;
            add(plotter, size);
        }
}

static void add_passes(Plotter *plotter, uint32_t k)
{
    for (uint32_t n = 1; n <= PASSES_N; n *= 2)
        for (int passes = 0; passes <= base_log2(n); ++passes) {
            add(plotter, (SweepSize){.n = n, .k = k, .passes = passes});
            if (n > 2)
                add(plotter,
                    (SweepSize){.n = n - n / 4, .k = k, .passes = passes});
        }
}

static void add_k(Plotter *plotter, uint32_t k, bool first)
{
    const Algorithm *algorithm = plotter->algorithm;
    const SweepAsked *asked = plotter->asked;

    if (asked->n && asked->all &&
        !catalog_accepts(algorithm, asked->n, k, NULL))
        return;
    if (asked->n) {
        base_push(plotter->sweep, sizes,
                  ((SweepSize){.n = asked->n,
                               .k = k,
                               .block_n = asked->block_n,
                               .passes = PLAN_USUAL,
                               .many = true}));
        return;
    }
    add_dense(plotter, k, plotter->cuts && !first);
    if (plotter->cuts)
        add_blocks(plotter, k);
    if (algorithm->is_hybrid && asked->passes == PLAN_USUAL)
        add_passes(plotter, k);
}

Sweep sweep_of(const Algorithm *algorithm, const SweepAsked *asked)
{
    Sweep sweep = {0};
    Plotter plotter = {.algorithm = algorithm,
                       .asked = asked,
                       .sweep = &sweep,
                       .most = algorithm->max_n,
                       .cuts = plan_cuts(algorithm)};

    if (asked->max_n && asked->max_n < plotter.most)
        plotter.most = asked->max_n;
    for (int i = 0; i < (asked->k ? 1 : KS); ++i)
        add_k(&plotter, asked->k ? asked->k : usual_ks[i], i == 0);
    return sweep;
}

void sweep_free(Sweep *sweep)
{
    free(sweep->sizes);
    *sweep = (Sweep){0};
}
