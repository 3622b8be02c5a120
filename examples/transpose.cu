/* SPDX-License-Identifier: MIT
 *
 * Three ways to transpose a matrix of n x n elements.  A block has 32 x 8
 * threads and moves a tile of 32 x 32: each warp moves four rows of it.
 *
 *     naive     each thread loads from a row and stores to a column: the 32
 *               lanes of a warp store 32 rows apart
 *     tiled     rows go to a tile in shared memory, columns of the tile go to
 *               rows of the output: all global accesses are coalesced, but a
 *               column of the tile lies in one bank
 *     padded    each row of the tile has 33 cells, so a column lies in 32 banks
 *
 *     tile[32][32], column 0: bank 0, 0, 0, ...
 *     tile[32][33], column 0: bank 0, 1, 2, ...
 */
#include <stdio.h>
#include <stdlib.h>

#define TILE 32
#define ROWS 8 /* of threads */

__global__ void naive(int *out, const int *in, int n)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS) {
        int value = in[(y + j) * n + x];
        out[x * n + y + j] = value;
    }
}

__global__ void tiled(int *out, const int *in, int n)
{
    __shared__ int tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS) {
        int value = in[(y + j) * n + x];
        tile[threadIdx.y + j][threadIdx.x] = value;
    }
    __syncthreads(); // step: store columns as rows

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        int value = tile[threadIdx.x][threadIdx.y + j];
        out[(y + j) * n + x] = value;
    }
}

__global__ void padded(int *out, const int *in, int n)
{
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;

    for (int j = 0; j < TILE; j += ROWS) {
        int value = in[(y + j) * n + x];
        tile[threadIdx.y + j][threadIdx.x] = value;
    }
    __syncthreads(); // step: store columns as rows

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        int value = tile[threadIdx.x][threadIdx.y + j];
        out[(y + j) * n + x] = value;
    }
}

/* Runs one of them on a cleared output and checks it. */
static bool check(const char *name, void (*kernel)(int *, const int *, int),
                  int *gpu_out, const int *gpu_in, int *out, const int *in,
                  int n)
{
    dim3 blocks(n / TILE, n / TILE), threads(TILE, ROWS);
    size_t bytes = (size_t)n * n * sizeof(int);

    cudaMemset(gpu_out, 0, bytes);
    kernel<<<blocks, threads>>>(gpu_out, gpu_in, n);
    cudaMemcpy(out, gpu_out, bytes, cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) {
        printf("%s: the GPU did not run it\n", name);
        return false;
    }
    for (int i = 0; i < n * n; ++i)
        if (out[i] != in[i % n * n + i / n]) {
            printf("%s: wrong: element %d is %d\n", name, i, out[i]);
            return false;
        }
    printf("%s: right\n", name);
    return true;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : TILE;
    size_t bytes = (size_t)n * n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    int *gpu_in, *gpu_out;

    if (n < TILE || n % TILE) {
        printf("n must be a multiple of %d\n", TILE);
        return 1;
    }
    for (int i = 0; i < n * n; ++i)
        in[i] = i;
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_out, bytes);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);

    bool right = check("naive", naive, gpu_out, gpu_in, out, in, n);
    right = check("tiled", tiled, gpu_out, gpu_in, out, in, n) && right;
    right = check("padded", padded, gpu_out, gpu_in, out, in, n) && right;
    return right ? 0 : 1;
}
