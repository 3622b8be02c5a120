/* SPDX-License-Identifier: MIT
 *
 * copies - structs within structs, vectors, parameters and words that are copied
 * as a whole; tests/compilers.test compares what compilers make of them.
 */
#include "check.h"
#include <string.h>

struct Pair {
    float a, b;
};
struct Nested {
    Pair pairs[3];
    int tag;
};
struct Big {
    int row[40];
};
struct __align__(16) Wide
{
    int a, b, c, d, e, f, g, h; /* no padding, whose value is not defined */
};

__constant__ Big table;
__device__ Nested kept[32];

__device__ void exchange(Pair &a, Pair &b)
{
    Pair t = a;

    a = b;
    b = t;
}

__global__ void vectors(const float4 *in, float4 *out)
{
    __shared__ float4 four[32];
    __shared__ float2 two[32];
    __shared__ int3 three[32];
    int t = threadIdx.x;

    four[t] = in[t];
    two[t] = make_float2(t, t + 1);
    three[t] = make_int3(t, t, t);
    __syncthreads();
    float4 mine = four[31 - t];
    float2 v = two[31 - t];
    int3 w = three[t ^ 1];
    mine.x += v.x + w.z;
    out[t] = mine;
    out[t].y += v.y;
}

__global__ void structs(const Pair *in, Pair *out, Big big)
{
    __shared__ Pair s[32];
    __shared__ Nested nested[32];
    __shared__ Big all[2];
    __shared__ Wide wide[4];
    int t = threadIdx.x;
    Wide some = {1, 2, 3, 4, t, 6, 7, 8};

    s[t] = in[t];
    nested[t] = Nested();
    nested[t].pairs[1] = s[t];
    nested[t].tag = t;
    if (t < 2)
        all[t] = big;
    if (t < 4)
        wide[t] = some;
    __syncthreads();
    if (t < 16)
        exchange(s[t], s[31 - t]);
    __syncthreads();
    Big mine = all[t & 1];
    Wide other = wide[t & 3];
    Nested copy = nested[t ^ 1];
    Pair result = s[t];
    result.a += mine.row[39] + other.e + copy.tag;
    out[t] = result;
    kept[t] = copy;
    mine = table;
    out[t].b = mine.row[1] + kept[t].pairs[1].b;
}

/* Half of the lanes copy what they have for themselves. */
__global__ void chosen(const uchar3 *in, uchar3 *out)
{
    __shared__ uchar3 s[32];
    int t = threadIdx.x;
    uchar3 own = make_uchar3(100, t, 0), other;

    s[t] = in[t];
    out[t] = t % 2 ? own : s[t];
    __syncthreads();
    uchar3 &to = t % 2 ? other : s[t];
    to = in[31 - t];
    out[t].z = t % 2 ? other.y : s[t].y;
}

__global__ void words(const int *in, int *out, size_t bytes)
{
    __shared__ int s[32];
    int own, t = threadIdx.x;

    memcpy(&own, in + t, bytes);
    memcpy(s + t, &own, bytes);
    __syncthreads();
    memcpy(out + t, s + 31 - t, bytes);
    __syncthreads();
    memset(s + t, 0, bytes);
    __syncthreads();
    out[t] += s[t];
}

int main()
{
    float4 in[32], out[32], *device_in, *device_out;
    Pair *pairs;
    int *numbers, result_of_words[32];
    Big big;

    for (int i = 0; i < 32; ++i)
        in[i] = make_float4(i, 2 * i, 3, 4);
    for (int i = 0; i < 40; ++i)
        big.row[i] = i;
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_out, sizeof in);
    cudaMalloc(&pairs, 32 * sizeof *pairs);
    cudaMalloc(&numbers, 32 * sizeof *numbers);
    cudaMemcpyToSymbol(table, &big, sizeof big);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    vectors<<<1, 32>>>(device_in, device_out);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(out[0].x == 31 + 31 + 1 && out[0].y == 62 + 32 && out[0].z == 3);
    structs<<<1, 32>>>((const Pair *)device_in, pairs, big);
    cudaMemcpy(out, pairs, 32 * sizeof *pairs, cudaMemcpyDeviceToHost);
    CHECK(out[0].x == 3 + 39 + 0 + 1 && out[0].y == 1 + 4);
    CHECK(out[0].z == 15 + 39 + 1 + 0 && out[0].w == 1 + 0);
    unsigned char bytes[96];
    for (int i = 0; i < 96; ++i)
        bytes[i] = (unsigned char)i;
    cudaMemcpy(device_in, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    chosen<<<1, 32>>>((const uchar3 *)device_in, (uchar3 *)device_out);
    cudaMemcpy(bytes, device_out, sizeof bytes, cudaMemcpyDeviceToHost);
    CHECK(bytes[0] == 0 && bytes[1] == 1 && bytes[2] == 94);
    CHECK(bytes[93] == 100 && bytes[94] == 31 && bytes[95] == 1);
    cudaMemcpy(numbers, big.row, 32 * sizeof(int), cudaMemcpyHostToDevice);
    words<<<1, 32>>>(numbers, numbers, sizeof *numbers);
    cudaMemcpy(result_of_words, numbers, 32 * sizeof(int),
               cudaMemcpyDeviceToHost);
    CHECK(result_of_words[0] == 31 && result_of_words[31] == 0);
    return result("copies");
}
