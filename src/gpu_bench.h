/* SPDX-License-Identifier: MIT
 *
 * gpu_bench - the first experiment of S0 on the GPU at hand: 10752 blocks of
 * 2^5 elements and more, every kernel beside a plain copy and cub::BlockScan.
 */
#ifndef UPSWEEP_GPU_BENCH_H
#define UPSWEEP_GPU_BENCH_H

#include <stdio.h>

#include "catalog.h"

typedef enum { BENCH_TABLE, BENCH_CSV, BENCH_JSON } BenchFormat;

/* Each result is checked against the serial scan before it counts.  ONLY is the
 * one algorithm to time (NULL: all) and N the one size (0: all).  Prints to OUT
 * as it goes; ERROR_FAILED without a device, or when a result is wrong. */
bool gpu_bench(BenchFormat format, const Algorithm *only, uint32_t n, FILE *out,
               Error *error);

#endif
