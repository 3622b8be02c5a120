/* SPDX-License-Identifier: MIT
 *
 * gpu_bench - the first experiment of S0 on the GPU at hand: 10752 blocks of
 * 2^5 elements and more, every kernel beside a plain copy and cub::BlockScan.
 *
 * Of hybrid alone there is a row for each number of its reduce passes, which is
 * S3's trade-off on the clock; among all algorithms it has the passes that
 * leave a warp's width, as everywhere.
 */
#ifndef UPSWEEP_GPU_BENCH_H
#define UPSWEEP_GPU_BENCH_H

#include "catalog/catalog.h"

#include <stdio.h>

typedef enum { BENCH_TABLE, BENCH_CSV, BENCH_JSON } BenchFormat;

/* What to time; zeros and NULL mean all, or the best. */
typedef struct {
    BenchFormat format;
    const Algorithm *const *only; /* so many of the catalog; 0: all */
    size_t only_count;
    uint32_t n;
    uint32_t threads; /* 0: the number that is fastest, of the powers of two */
    uint32_t passes;  /* of hybrid, if that is all of ONLY */
    bool some_passes; /* ... this unset: a row for each number of them */
    uint32_t blocks;  /* 0: 10752, as in S0 */
    bool large;       /* experiment (ii): one array, its blocks joined */
} GpuBenchOptions;

/* Each result is checked against the serial scan before it counts.  Prints to
 * OUT as it goes; ERROR_FAILED without a device, or when a result is wrong. */
bool gpu_bench(const GpuBenchOptions *options, FILE *out, Error *error);

#endif
