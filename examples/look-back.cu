/* SPDX-License-Identifier: MIT
 *
 * A scan of a large array in one pass: a block scans its tile and looks back at
 * what the tiles before it have published so far.
 *
 *     tile      0        1        2        3        4
 *     state   PREFIX   PREFIX   SUM      SUM      (mine)
 *     value   Σ0       Σ0-1     Σ2       Σ3
 *                        \________+________/  = Σ0-3, what lies before mine
 *
 * It adds sums of tiles until it meets a prefix, the sum of all up to the end
 * of that tile; then it publishes its own prefix.  A tile is a ticket drawn by
 * a block that has begun, so nobody waits for one that has not.
 *
 * The value must be seen before the state: it is stored first, and a fence
 * stands between.  "volatile" makes the loop ask memory each time.
 *
 *     nvcc look-back.cu && ./a.out 64        on a GPU
 *     upsweep view look-back.cu -- 64        without one
 *
 * The catalog's kernels/look-back.cu looks back with a whole warp, and stores
 * state and value as one.
 */
#include <stdio.h>
#include <stdlib.h>

#define TILE 16

enum { NOTHING, SUM, PREFIX };

__global__ void look_back(int *out, const int *in, int n, int *ticket,
                          volatile int *state, volatile int *sums,
                          volatile int *prefixes)
{
    __shared__ int s[TILE];
    __shared__ int tile, before;
    int t = threadIdx.x;

    if (t == 0)
        tile = atomicAdd(ticket, 1);

    __syncthreads(); // step: load
    int i = tile * TILE + t;
    s[t] = i < n ? in[i] : 0;

    for (int d = 1; d < TILE; d *= 2) {
        __syncthreads(); // step: read
        int x = t >= d ? s[t - d] + s[t] : s[t];
        __syncthreads(); // step: write
        s[t] = x;
    }

    __syncthreads(); // step: look back
    if (t == 0) {
        int sum = s[TILE - 1];
        sums[tile] = sum;
        __threadfence();
        state[tile] = SUM;

        int carry = 0;
        int found = NOTHING;
        for (int other = tile - 1; other >= 0 && found != PREFIX; --other) {
            do
                found = state[other];
            while (found == NOTHING);
            __threadfence();
            carry += found == PREFIX ? prefixes[other] : sums[other];
        }

        prefixes[tile] = carry + sum;
        __threadfence();
        state[tile] = PREFIX;
        before = carry;
    }

    __syncthreads(); // step: add
    if (i < n)
        out[i] = before + s[t];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int tiles = (n + TILE - 1) / TILE;
    int *in, *out, *ticket, *state, *sums, *prefixes;

    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&ticket, sizeof(int));
    cudaMallocManaged(&state, tiles * sizeof(int));
    cudaMallocManaged(&sums, tiles * sizeof(int));
    cudaMallocManaged(&prefixes, tiles * sizeof(int));
    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;
    cudaMemset(ticket, 0, sizeof(int));
    cudaMemset(state, 0, tiles * sizeof(int));

    look_back<<<tiles, TILE>>>(out, in, n, ticket, state, sums, prefixes);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("the GPU did not run it\n");
        return 1;
    }

    for (int i = 0, sum = 0; i < n; ++i) {
        sum += in[i];
        if (out[i] != sum) {
            printf("wrong: element %d is %d, not %d\n", i, out[i], sum);
            return 1;
        }
    }
    printf("right\n");
    return 0;
}
