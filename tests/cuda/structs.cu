/* SPDX-License-Identifier: MIT
 *
 * structs - structs that are copied as a whole, of sizes that one instruction
 * moves and of others; tests/types.test tries other types T.
 */
#include "check.h"
#include <string.h>

struct Rgb {
    unsigned char r, g, b;
};
struct Pair {
    float a, b;
};
struct Body {
    float position[3], velocity[3], mass, charge;
};
struct Complex {
    double re, im;
};
struct Entry {
    unsigned char kind, flags, from, to;
};
typedef float3 T;

/* Each thread but the last copies the struct behind its own. */
__global__ void turn(const T *in, T *out)
{
    __shared__ T s[32];
    int t = threadIdx.x;

    s[t] = in[t];
    __syncthreads();
    if (t < 31)
        out[t] = s[t + 1];
}

/* Each copies its own to the place behind: a warp loads, and then it stores. */
__global__ void shift(T *data)
{
    __shared__ T s[33];
    int t = threadIdx.x;

    s[t] = data[t];
    s[t + 1] = s[t];
    data[t] = s[t];
}

/* Threads whose structs lie side by side, and begin at an odd one. */
__global__ void some(const T *in, T *out)
{
    __shared__ T s[32];
    int t = threadIdx.x;

    if (t > 0)
        s[t] = in[t];
    if (t > 0)
        out[t] = s[t];
}

/* Thread 1 stores all of a struct, thread 0 its last byte. */
__global__ void meet(const T *in, T *out)
{
    __shared__ T s[32];
    int t = threadIdx.x;

    s[t] = in[t];
    if (t == 0)
        ((unsigned char *)(s + 2))[-1] = 1;
    __syncthreads();
    out[t] = s[t];
}

int main()
{
    T in[32], out[32], *device_in, *device_out;

    for (size_t i = 0; i < sizeof in; ++i)
        ((unsigned char *)in)[i] = (unsigned char)(i % 120 + 2);
    cudaMalloc(&device_in, sizeof in);
    cudaMalloc(&device_out, sizeof out);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    turn<<<1, 32>>>(device_in, device_out);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(memcmp(out, in + 1, 31 * sizeof(T)) == 0);
    shift<<<1, 32>>>(device_in);
    cudaMemcpy(out, device_in, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(memcmp(out, in, sizeof(T)) == 0);
    CHECK(memcmp(out + 1, in, 31 * sizeof(T)) == 0);
    cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
    some<<<1, 32>>>(device_in, device_out);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(memcmp(out + 1, in + 1, 31 * sizeof(T)) == 0);
    meet<<<1, 32>>>(device_in, device_out);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(memcmp(out + 2, in + 2, 30 * sizeof(T)) == 0);
    return result("structs");
}
