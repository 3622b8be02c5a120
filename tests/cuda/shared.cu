/* SPDX-License-Identifier: MIT
 *
 * shared - the ways to declare shared memory.
 */
#include "check.h"

struct Cell {
    int key;
    float value;
};
template <class T> struct Traits {
    typedef T type;
};
extern __shared__ int at_file_scope[];

/* Dynamic shared memory of any type, as NVIDIA's samples have it. */
template <class T> struct SharedMemory {
    __device__ operator T *()
    {
        extern __shared__ int memory[];
        return (T *)memory;
    }
};

__global__ void arrays(int *out)
{
    __shared__ int line[64], one;
    __shared__ float tile[8][8 + 1];
    static __shared__ volatile unsigned char bytes[64];
    float __shared__ reversed[64];
    __shared__ __align__(16) Cell cells[4];
    __shared__ float4 wide[16];
    __shared__ struct {
        int a, b;
    } pair;
    int t = threadIdx.x;

    line[t] = t;
    tile[t / 8][t % 8] = t;
    bytes[t] = (unsigned char)t;
    reversed[63 - t] = t;
    if (t < 16)
        wide[t] = make_float4(t, t + 1, t + 2, t + 3);
    if (t < 4)
        cells[t] = Cell{t, t * 0.5f};
    if (t == 0) {
        one = 5;
        pair.a = 6;
        pair.b = 7;
    }
    __syncthreads();
    out[t] = line[63 - t] + (int)tile[t % 8][t / 8] + bytes[t ^ 1] +
             (int)reversed[t] + one + cells[t % 4].key + (int)wide[t % 16].w +
             pair.a * pair.b + (int)(sizeof tile / sizeof tile[0]);
}
template <class T, int N> __global__ void generic(T *out)
{
    __shared__ typename Traits<T>::type values[N][2];

    values[threadIdx.x][1] = (T)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[N - 1 - threadIdx.x][1];
}
__global__ void dynamic(int *out)
{
    extern __shared__ __align__(8) unsigned char bytes[];
    int *first = (int *)bytes;
    float *second = (float *)&first[blockDim.x];
    int t = threadIdx.x;

    first[t] = t;
    second[t] = t * 2.0f;
    __syncthreads();
    out[t] = first[blockDim.x - 1 - t] + (int)second[t ^ 1];
}
__global__ void rows(int *out)
{
    extern __shared__ int memory_of_rows[][5];

    memory_of_rows[threadIdx.x][2] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = memory_of_rows[threadIdx.x ^ 1][2];
}
__device__ void reverse(int *values, int n)
{
    int mine = values[threadIdx.x];

    __syncthreads();
    values[n - 1 - threadIdx.x] = mine;
    __syncthreads();
}
__global__ void outside(int *out)
{
    at_file_scope[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    reverse(at_file_scope, blockDim.x);
    int *p = at_file_scope + 1;
    out[threadIdx.x] = threadIdx.x ? p[threadIdx.x - 1] : *at_file_scope;
}
template <class T> __global__ void by_struct(T *out)
{
    T *memory = SharedMemory<T>();

    memory[threadIdx.x] = (T)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = memory[threadIdx.x ^ 3];
}
/* Each block has its own. */
__global__ void own(int *out)
{
    __shared__ int sum;

    if (threadIdx.x == 0)
        sum = blockIdx.x;
    __syncthreads();
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

int main()
{
    int *out = shared_with_device<int>(64);
    float *floats = shared_with_device<float>(64);

    arrays<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int t = 0; t < 64; ++t)
        CHECK(out[t] == 63 - t + t % 8 * 8 + t / 8 + (t ^ 1) + 63 - t + 5 +
                            t % 4 + t % 16 + 3 + 42 + 8);
    generic<float, 16><<<1, 16>>>(floats);
    generic<int, 32><<<1, 32>>>(out);
    cudaDeviceSynchronize();
    CHECK(floats[3] == 12 && out[3] == 28);
    dynamic<<<1, 32, 32 * 8>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[4] == 27 + 10);
    rows<<<1, 16, 16 * 20>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[4] == 5);
    outside<<<1, 16, 16 * sizeof(int)>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[0] == 45 && out[15] == 0);
    by_struct<<<1, 8, 64>>>(floats);
    by_struct<<<1, 8, 64>>>(out);
    cudaDeviceSynchronize();
    CHECK(floats[1] == 2 && out[0] == 3);
    own<<<5, 40>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[0] == 40 && out[4] == 44);
    return result("shared");
}
