/* SPDX-License-Identifier: MIT
 *
 * gpu_bench - the first experiment of S0 on this machine's GPU: 10752 blocks of
 * 2^5 elements and more, every kernel beside a plain copy and cub::BlockScan.
 *
 * If hybrid is the only algorithm, there is a row for each number of its reduce
 * passes: S3's trade-off, timed.  Among other algorithms hybrid has its default
 * passes, which leave a warp's width.
 */
#ifndef UPSWEEP_GPU_BENCH_H
#define UPSWEEP_GPU_BENCH_H

#include "catalog/plan.h"

#include <stdio.h>

typedef enum { BENCH_TABLE, BENCH_CSV, BENCH_JSON } BenchFormat;

/* What to time; zeros and NULL mean all, or the best. */
typedef struct {
    BenchFormat format;
    const Algorithm *const *only; /* the algorithms to time, only_count */
    size_t only_count;            /* 0: all of the catalog */
    SIZES; /* n: of a block, 0: all sizes; threads, 0: the number that is
              fastest, of the powers of two; passes, where hybrid is the only
              algorithm, PLAN_USUAL: a row for each number; the others are
              not used */
    uint32_t blocks; /* 0: 10752, as in S0 */
    bool one_array;  /* experiment (ii): scan one array, not each block */
} GpuBenchOptions;

/* Times the kernels and prints rows to OUT as they are measured.  Each result
 * is first checked against the serial scan.  False with ERROR_FAILED without a
 * device, or if a result is wrong. */
bool gpu_bench(const GpuBenchOptions *options, FILE *out, Error *error);

#endif
