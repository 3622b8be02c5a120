/* SPDX-License-Identifier: MIT
 *
 * check - the programs of this folder check themselves, on a GPU as on the CPU
 * machine: nvcc FILE.cu && ./a.out.
 */
#pragma once
#include <stdio.h>

static int failures;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
            ++failures;                                                        \
        }                                                                      \
    } while (0)

static int result(const char *name)
{
    cudaError_t error = cudaDeviceSynchronize();

    if (error != cudaSuccess) {
        printf("%s: %s\n", name, cudaGetErrorString(error));
        return 1;
    }
    printf("%s: %s\n", name, failures ? "FAILED" : "ok");
    return failures != 0;
}

/* COUNT elements of global memory that the host reads, too. */
template <class T> static T *shared_with_device(int count)
{
    T *memory = NULL;

    CHECK(cudaMallocManaged(&memory, count * sizeof(T)) == cudaSuccess);
    return memory;
}
