/* SPDX-License-Identifier: MIT
 *
 * symbols - __device__, __constant__ and __managed__ variables.
 */
#include "check.h"

__constant__ float weights[4];
__device__ int counter = 3, table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ volatile int flag;
__managed__ int seen;
__constant__ const int primes[] = {2, 3, 5, 7};
__device__ float
    spread;
namespace inner
{
__device__ double deep = 1.5;
}
static __device__ __forceinline__ int twice(int x)
{
    return 2 * x;
}
typedef int (*Operation)(int);
__device__ Operation operation = twice;
__device__ int plus_one(int x);

__global__ void use(int *out)
{
    int t = threadIdx.x;

    out[t] = (int)weights[t] + primes[t] + table[1][t % 3] + operation(t) +
             plus_one(t);
    atomicAdd(&counter, 1);
    if (t == 0) {
        seen = 11;
        spread = 2.5f;
        inner::deep += 1;
        flag = 1;
    }
}
__device__ int plus_one(int x)
{
    return x + 1;
}

int main()
{
    int *out = shared_with_device<int>(4), count = 0, row[3];
    float values[4] = {10, 20, 30, 40}, *address = NULL, back = 0;
    double deep = 0;
    size_t bytes = 0;

    CHECK(cudaMemcpyToSymbol(weights, values, sizeof values) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(weights, values, 4, 4) == cudaSuccess);
    use<<<1, 4>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(out[1] == 10 + 3 + 5 + 2 + 2 && out[3] == 40 + 7 + 4 + 6 + 4);
    CHECK(seen == 11);
    CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count) == cudaSuccess);
    CHECK(count == 7);
    CHECK(cudaMemcpyFromSymbol(row, table, sizeof row, sizeof row) ==
          cudaSuccess);
    CHECK(row[0] == 4 && row[2] == 6);
    CHECK(cudaMemcpyFromSymbol(&deep, inner::deep, sizeof deep) ==
          cudaSuccess);
    CHECK(deep == 2.5);
    CHECK(cudaGetSymbolAddress((void **)&address, spread) == cudaSuccess);
    CHECK(cudaMemcpy(&back, address, 4, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    CHECK(back == 2.5f);
    CHECK(cudaGetSymbolSize(&bytes, table) == cudaSuccess && bytes == 24);
    return result("symbols");
}
