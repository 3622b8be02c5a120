/* SPDX-License-Identifier: MIT
 *
 * tickets - each lane of an atomic function gets what the lane before it left:
 * numbers that are drawn, a histogram, halves of words, and places to fill.
 */
#include "check.h"

__global__ void draw(float *count, float *tickets)
{
    tickets[threadIdx.x] = atomicAdd(count, 1.5f);
}
__global__ void tally(const int *in, int *bins)
{
    atomicAdd(&bins[in[threadIdx.x] % 4], 1);
}
__global__ void halves(unsigned short *out)
{
    __shared__ unsigned short half[2];

    if (threadIdx.x < 2)
        half[threadIdx.x] = 8;
    __syncthreads();
    out[2 + threadIdx.x] =
        atomicCAS(&half[1], (unsigned short)(8 + threadIdx.x),
                  (unsigned short)(9 + threadIdx.x));
    out[6 + threadIdx.x] = atomicCAS(&out[1], (unsigned short)threadIdx.x,
                                     (unsigned short)(1 + threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0)
        out[0] = half[1];
}
/* Keeps what is not 0; how many that are stays behind in COUNT. */
__global__ void keep(const int *in, int *out, int *count)
{
    if (in[threadIdx.x])
        out[atomicAdd(count, 1)] = in[threadIdx.x];
}

int main()
{
    float *count = shared_with_device<float>(1),
          *tickets = shared_with_device<float>(4);
    int *in = shared_with_device<int>(8), *bins = shared_with_device<int>(4),
        *kept = shared_with_device<int>(8),
        *number = shared_with_device<int>(1);
    unsigned short *out = shared_with_device<unsigned short>(10);

    *count = -0.5f;
    draw<<<1, 4>>>(count, tickets);
    cudaDeviceSynchronize();
    CHECK(*count == 5.5f);
    for (int t = 0; t < 4; ++t)
        CHECK(tickets[t] == -0.5f + 1.5f * t);
    for (int t = 0; t < 8; ++t)
        in[t] = t * t;
    for (int b = 0; b < 4; ++b)
        bins[b] = 5 * b;
    tally<<<1, 8>>>(in, bins);
    cudaDeviceSynchronize();
    CHECK(bins[0] == 4 && bins[1] == 9 && bins[2] == 10 && bins[3] == 15);
    for (int i = 0; i < 10; ++i)
        out[i] = 0;
    halves<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[0] == 12 && out[1] == 4);
    for (int t = 0; t < 4; ++t)
        CHECK(out[2 + t] == 8 + t && out[6 + t] == t);
    *number = 0;
    keep<<<1, 8>>>(in, kept, number);
    cudaDeviceSynchronize();
    CHECK(*number == 7);
    return result("tickets");
}
