// SPDX-License-Identifier: MIT
//
// Atomic updates of shared memory by a warp.  What is added, and whether anyone
// uses what was there before, decides how the hardware makes them: behind each
// line stand the conflicts that Nsight Compute counted on an H100 for 32 lanes.
#include "check.h"

__global__ void counts(int *out, const int *cells, int value)
{
    __shared__ int s[32 * 32];
    __shared__ unsigned u[32];
    int lane = threadIdx.x, old = 0;

    for (int i = lane; i < 32 * 32; i += 32)
        s[i] = 0;
    u[lane] = 0;
    __syncthreads();
    atomicAdd(&s[5], 1);                 // H100: 0
    atomicAdd(&s[5], value);             // H100: 31
    old += atomicAdd(&s[5], 1);          // H100: 31
    atomicAdd(&s[5], 2);                 // H100: 31
    atomicAdd(&s[lane % 8], 1);          // H100: 0
    atomicAdd(&s[lane % 8], value);      // H100: 3
    atomicAdd(&s[lane % 8 * 32], 1);     // H100: 7
    atomicAdd(&s[lane % 8 * 32], value); // H100: 31
    atomicAdd(&s[lane * 2], 1);          // H100: 1
    atomicAdd(&s[lane * 2], value);      // H100: 1
    if (lane >= 0)
        atomicAdd(&s[cells[lane]], 1); // H100: 1
    atomicAdd(&u[lane % 4], 1u);       // H100: 0
    atomicSub(&s[5], 1);               // H100: 31
    __syncthreads();
    out[lane] = s[lane] + (int)u[lane] + 0 * old;
}

int main()
{
    int *out, *cells, have[32], cell[32];

    for (int i = 0; i < 32; ++i)
        cell[i] = i % 2 * 32;
    cudaMalloc(&out, sizeof have);
    cudaMalloc(&cells, sizeof cell);
    cudaMemcpy(cells, cell, sizeof cell, cudaMemcpyHostToDevice);
    counts<<<1, 32>>>(out, cells, 3);
    cudaMemcpy(have, out, sizeof have, cudaMemcpyDeviceToHost);
    // 0: lanes 0, 8, 16 and 24 four times, lane 0 twice, 16 lanes once, and u
    CHECK(have[0] == 4 + 12 + 4 + 12 + 1 + 3 + 16 + 8);
    CHECK(have[5] == 32 + 96 + 32 + 64 + 4 + 12 - 32);
    CHECK(have[1] == 4 + 12 + 8);
    return result("counts");
}
