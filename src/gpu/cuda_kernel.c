/* SPDX-License-Identifier: MIT */
#include "gpu/cuda_kernel.h"

#define CATALOG_ITEM(id)                                                       \
    extern CudaLauncher scan_plain_##id, scan_timed_##id, scan_traced_##id;
#include "catalog_list.h"
#undef CATALOG_ITEM

typedef struct {
    const char *id; /* the algorithm's name, with _ for - */
    CudaLauncher *ways[CUDA_WAYS];
} CudaKernel;

static const CudaKernel kernels[] = {
#define CATALOG_ITEM(id)                                                       \
    {#id, {scan_plain_##id, scan_timed_##id, scan_traced_##id}},
#include "catalog_list.h"
#undef CATALOG_ITEM
};

CudaLauncher *cuda_kernel(const Algorithm *algorithm, CudaWay way)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        const char *x = kernels[i].id;
        const char *y = algorithm->name;
        while (*x && (*x == *y || (*x == '_' && *y == '-'))) {
            ++x;
            ++y;
        }
        if (!*x && (!*y || *y == ':'))
            return kernels[i].ways[way];
    }
    base_die(__FILE__, __LINE__, "an algorithm without a kernel");
}

ScanArgs cuda_kernel_args(const Launch *launch)
{
    uint32_t padded = base_power_of_two(launch->block_n);
    ScanArgs args = {.total = (int)launch->n,
                     .block_n = (int)launch->block_n,
                     .padded_n = (int)padded,
                     .log2n = base_log2(padded),
                     .k = (int)launch->k,
                     .log2k = base_log2(launch->k),
                     .inclusive = launch->inclusive,
                     .part = launch->part,
                     .passes = launch->passes,
                     .op = launch->op,
                     .in = launch->in,
                     .out = launch->out,
                     .words = launch->words};

    for (int j = 0; j < PLAN_MAX_SCRATCH; ++j)
        args.scratch[j] = launch->scratch[j];
    return args;
}
