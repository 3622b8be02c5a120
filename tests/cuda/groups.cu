/* SPDX-License-Identifier: MIT
 *
 * groups - cooperative groups: blocks, tiles, lanes that run together.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;

__device__ int sum_of(const cg::thread_group &group, int *memory, int value)
{
    int lane = group.thread_rank();

    for (int i = group.size() / 2; i > 0; i /= 2) {
        memory[lane] = value;
        group.sync();
        if (lane < i)
            value += memory[lane + i];
        group.sync();
    }
    return value;
}
__global__ void blocks(int *out)
{
    extern __shared__ int memory[];
    cg::thread_block block = cg::this_thread_block();
    int sum = sum_of(block, memory, block.thread_rank());

    if (block.thread_rank() == 0)
        out[block.group_index().x] = sum;
}
template <int N>
__device__ int sum_of_tile(const cg::thread_block_tile<N> &tile, int value)
{
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}
__global__ void tiles(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto quarter = cg::tiled_partition<8>(warp);
    int t = block.thread_rank();

    out[t] = sum_of_tile<32>(warp, 1);
    out[64 + t] = quarter.shfl(t, 3) + 1000 * quarter.thread_rank() +
                  10000 * quarter.meta_group_rank();
    out[128 + t] = quarter.ballot(t % 3 == 0);
    out[192 + t] = cg::reduce(quarter, t, cg::plus<int>()) +
                   1000 * quarter.any(t == 9) + 2000 * quarter.all(t > 7);
    out[256 + t] = cg::inclusive_scan(warp, t % 4, cg::plus<int>());
    out[320 + t] = cg::exclusive_scan(quarter, 2);
    out[384 + t] = quarter.shfl_xor(t, 1) + 100 * quarter.shfl_up(t, 2);
    out[448 + t] = cg::reduce(warp, t, cg::greater<int>());
    warp.sync();
}
__global__ void together(int *out, int *places)
{
    int t = threadIdx.x;

    if (t % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        int first = 0;
        if (active.thread_rank() == 0)
            first = atomicAdd(places, active.size());
        out[t] = active.shfl(first, 0) + active.thread_rank();
    }
}

int main()
{
    int *out = shared_with_device<int>(512), *places = shared_with_device<int>(1);

    blocks<<<2, 128, 128 * sizeof(int)>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[0] == 127 * 64 && out[1] == 127 * 64);
    tiles<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    for (int t = 0; t < 64; ++t) {
        int first = t / 8 * 8, running = 0;
        CHECK(t % 32 || out[t] == 32);
        CHECK(out[64 + t] == first + 3 + 1000 * (t % 8) +
                                 10000 * (t / 8 % 4));
        unsigned ballot = 0;
        for (int i = 0; i < 8; ++i)
            ballot |= ((first + i) % 3 == 0) << i;
        CHECK(out[128 + t] == (int)ballot);
        CHECK(out[192 + t] == 8 * first + 28 + 1000 * (first == 8) +
                                  2000 * (first > 7));
        for (int i = t / 32 * 32; i <= t; ++i)
            running += i % 4;
        CHECK(out[256 + t] == running);
        CHECK(out[320 + t] == t % 8 * 2);
        CHECK(out[384 + t] == (t ^ 1) + 100 * (t % 8 < 2 ? t : t - 2));
        CHECK(out[448 + t] == t / 32 * 32 + 31);
    }
    *places = 5;
    together<<<1, 32>>>(out, places);
    cudaDeviceSynchronize();
    CHECK(*places == 16);
    bool taken[16] = {false};
    for (int t = 0; t < 32; t += 3)
        taken[out[t] & 15] = true;
    for (int i = 5; i < 16; ++i)
        CHECK(taken[i]);
    return result("groups");
}
