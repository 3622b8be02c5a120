// Local variables that are groups, and one of a class of the program's own.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

class Counter
{
  public:
    explicit __device__ Counter(int start) : start_(start) {}
    __device__ int next(int i) const { return start_ + i; }

  private:
    int start_;
};

__global__ void sum(int *out, const int *in)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    cg::thread_group any = block;
    Counter counter(5);
    int value = in[block.thread_rank()];

    for (int d = tile.size() / 2; d > 0; d /= 2)
        value += tile.shfl_down(value, d);
    any.sync();
    if (tile.thread_rank() == 0)
        out[tile.meta_group_rank()] = value + 0 * counter.next(1);
}

int main()
{
    int numbers[32], *in, *out;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(out, in);
    cudaDeviceSynchronize();
}
