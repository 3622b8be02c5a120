/* SPDX-License-Identifier: MIT
 *
 * warps - shuffles, votes, matches, reductions, and barriers that count.
 */
#include "check.h"

#define ALL 0xffffffffu

__global__ void shuffles(int *out, double *doubles)
{
    int t = threadIdx.x;

    out[t] = __shfl_sync(ALL, t, 5);
    out[32 + t] = __shfl_sync(ALL, t, t + 1, 8);
    out[64 + t] = __shfl_up_sync(ALL, t, 3);
    out[96 + t] = __shfl_down_sync(ALL, t, 2, 16);
    out[128 + t] = __shfl_xor_sync(ALL, t, 7);
    out[160 + t] = (int)__shfl_up_sync(ALL, (float)t, 1u, 4);
    doubles[t] = __shfl_down_sync(ALL, t + 0.5, 1);
    out[192 + t] = (int)__shfl_xor_sync(ALL, 1ull << t, 1, 2);
}
__global__ void votes(unsigned *out)
{
    int t = threadIdx.x, all = 0;

    out[t] = __ballot_sync(ALL, t % 3 == 0);
    out[32 + t] = __any_sync(ALL, t == 31) + 2 * __all_sync(ALL, t < 32) +
                  4 * __all_sync(ALL, t < 31) + 8 * __any_sync(ALL, t > 31);
    out[64 + t] = __match_any_sync(ALL, t / 4);
    out[96 + t] = __match_all_sync(ALL, 7, &all) + all;
    out[128 + t] = __match_all_sync(ALL, t, &all) + all;
    if (t < 8)
        out[160 + t] = __ballot_sync(0xff, t & 1);
    __syncwarp();
    if (t < 16)
        out[168 + t] = __shfl_sync(0xffff, t, 15);
    else
        out[168 + t] = __shfl_sync(0xffff0000u, t, 31);
    __syncwarp();
}
__global__ void reductions(int *out)
{
    int t = threadIdx.x;

#if __CUDA_ARCH__ >= 800
    out[t] = __reduce_add_sync(ALL, t - 16) +
             __reduce_min_sync(ALL, t - 16) * 1000 +
             __reduce_max_sync(ALL, t - 16) * 100000;
    out[32 + t] = (int)(__reduce_or_sync(ALL, 1u << t % 4) +
                        __reduce_and_sync(ALL, t | 64u) +
                        __reduce_xor_sync(ALL, t == 3 ? 512u : 0u));
#endif
}
__global__ void barriers(int *out)
{
    int t = threadIdx.x;

    out[t] = __syncthreads_count(t % 5 == 0);
    out[t] += 100 * (__syncthreads_and(t < 64) != 0);
    out[t] += 1000 * (__syncthreads_or(t == 63) != 0);
    out[t] += 10000 * (__syncthreads_or(t == 64) != 0);
}
__global__ void active(unsigned *out)
{
    int t = threadIdx.x;

    if (t < 20)
        out[t] = __activemask();
    else
        out[t] = 0;
}
/* The sum of a block as everyone writes it. */
__global__ void sum(int *out, const int *in)
{
    __shared__ int sums[32];
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;

    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(ALL, value, offset);
    if (lane == 0)
        sums[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / warpSize ? sums[lane] : 0;
    if (warp == 0)
        for (int offset = warpSize / 2; offset > 0; offset /= 2)
            value += __shfl_down_sync(ALL, value, offset);
    if (threadIdx.x == 0)
        atomicAdd(out, value);
}

int main()
{
    int *out = shared_with_device<int>(256);
    unsigned *bits = (unsigned *)out;
    double *doubles = shared_with_device<double>(32);

    shuffles<<<1, 32>>>(out, doubles);
    cudaDeviceSynchronize();
    for (int t = 0; t < 32; ++t) {
        CHECK(out[t] == 5);
        CHECK(out[32 + t] == t / 8 * 8 + (t + 1) % 8);
        CHECK(out[64 + t] == (t < 3 ? t : t - 3));
        CHECK(out[96 + t] == (t % 16 + 2 < 16 ? t + 2 : t));
        CHECK(out[128 + t] == (t ^ 7));
        CHECK(out[160 + t] == (t % 4 ? t - 1 : t));
        CHECK(doubles[t] == (t < 31 ? t + 1.5 : t + 0.5));
        CHECK(out[192 + t] == (int)(1u << (t ^ 1)));
    }
    votes<<<1, 32>>>(bits);
    cudaDeviceSynchronize();
    for (int t = 0; t < 32; ++t) {
        CHECK(bits[t] == 0x49249249);
        CHECK(bits[32 + t] == 3);
        CHECK(bits[64 + t] == 15u << t / 4 * 4);
        CHECK(bits[96 + t] == 0);
        CHECK(bits[128 + t] == 0);
        CHECK(bits[168 + t] == (t < 16 ? 15 : 31));
    }
    CHECK(bits[160] == 0xaa && bits[167] == 0xaa);
    reductions<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[9] == -16 - 16000 + 1500000);
    CHECK(out[32 + 9] == 15 + 64 + 512);
    barriers<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[0] == 1113 && out[63] == 1113);
    active<<<1, 32>>>(bits);
    cudaDeviceSynchronize();
    CHECK((bits[3] >> 3 & 1) && (bits[3] & ~0xfffffu) == 0);
    for (int i = 0; i < 256; ++i)
        out[i] = i;
    int *total = shared_with_device<int>(1);
    *total = 0;
    sum<<<2, 128>>>(total, out);
    cudaDeviceSynchronize();
    CHECK(*total == 255 * 128);
    return result("warps");
}
