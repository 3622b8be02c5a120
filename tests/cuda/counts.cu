// SPDX-License-Identifier: MIT
//
// Atomic updates of shared memory by a warp.  What is added, and whether anyone
// uses what was there before, decides how the hardware makes them: behind each
// line stand the conflicts that Nsight Compute counted on an H100 for 32 lanes.
// The cells come from memory: where nvcc knows that they are the same, one lane
// adds for all.
#include "check.h"

enum { ONE, EIGHT, EIGHT_OF_A_BANK, TWO_A_BANK, TWO_OF_A_BANK, PATTERNS };

__global__ void counts(int *out, int *old, const int *cells, int value)
{
    __shared__ int s[32 * 32];
    int lane = threadIdx.x;
    int one = cells[32 * ONE + lane], eight = cells[32 * EIGHT + lane];
    int bank = cells[32 * EIGHT_OF_A_BANK + lane];
    int wide = cells[32 * TWO_A_BANK + lane];
    int two = cells[32 * TWO_OF_A_BANK + lane];

    for (int i = lane; i < 32 * 32; i += 32)
        s[i] = 0;
    __syncthreads();
    atomicAdd(&s[one], 1);             // H100: 0
    atomicAdd(&s[one], value);         // H100: 31
    old[lane] = atomicAdd(&s[one], 1); // H100: 31
    atomicAdd(&s[one], 2);             // H100: 31
    atomicSub(&s[one], 1);             // H100: 31
    atomicAdd(&s[eight], 1);           // H100: 0
    atomicAdd(&s[eight], value);       // H100: 3
    atomicAdd(&s[bank], 1);            // H100: 7
    atomicAdd(&s[bank], value);        // H100: 31
    atomicAdd(&s[wide], 1);            // H100: 1
    atomicAdd(&s[wide], value);        // H100: 1
    if (value > 0)
        atomicAdd(&s[two], 1); // H100: 1
    __syncthreads();
    out[lane] = s[lane];
}

int main()
{
    int *out, *cells, have[32], cell[PATTERNS * 32];

    for (int i = 0; i < 32; ++i) {
        cell[32 * ONE + i] = 5;
        cell[32 * EIGHT + i] = i % 8;
        cell[32 * EIGHT_OF_A_BANK + i] = i % 8 * 32;
        cell[32 * TWO_A_BANK + i] = i * 2;
        cell[32 * TWO_OF_A_BANK + i] = i % 2 * 32;
    }
    cudaMalloc(&out, 2 * sizeof have);
    cudaMalloc(&cells, sizeof cell);
    cudaMemcpy(cells, cell, sizeof cell, cudaMemcpyHostToDevice);
    counts<<<1, 32>>>(out, out + 32, cells, 3);
    cudaMemcpy(have, out, sizeof have, cudaMemcpyDeviceToHost);
    CHECK(have[0] == 4 + 12 + 4 + 12 + 1 + 3 + 16);
    CHECK(have[5] == 32 + 96 + 32 + 64 - 32 + 4 + 12);
    CHECK(have[1] == 4 + 12);
    return result("counts");
}
