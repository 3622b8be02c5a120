// SPDX-License-Identifier: MIT
//
// Objects whose class has a copy constructor and a destructor, which use memory of the
// host.  A kernel has their bytes, and calls neither; one that is not known by its
// address (over is a template, plus has two forms) may call them, and nothing of that
// is recorded.
#include <stdio.h>
#include <vector>
struct Counted {
    int *data, *count;
    Counted(int *of) : data(of), count(new int(1)) {}
    Counted(const Counted &other) : data(other.data), count(other.count) { ++*count; }
    ~Counted() { if (--*count == 0) delete count; }
    __device__ int &operator[](int i) const { return data[i]; }
};
struct Bag { std::vector<int> items; int first; };
struct Deep {
    int *data;
    Deep() { cudaMalloc(&data, 128); }
    Deep(const Deep &other) {
        cudaMalloc(&data, 128);
        cudaMemcpy(data, other.data, 128, cudaMemcpyDeviceToDevice);
    }
    ~Deep() { cudaFree(data); }
};
__global__ void fill(Counted to, Bag bag, float n, const int *none)
{
    if (threadIdx.x < n && !none)
        to[threadIdx.x] = bag.first + threadIdx.x;
}
template <class T> __global__ void over(T to) { to[threadIdx.x] += 1; }
__global__ void plus(Counted to, int n) { to[threadIdx.x] += n; }
__global__ void plus(Bag bag, int *to) { to[threadIdx.x] += bag.first + 3; }
__global__ void deep(Deep from, int *to) { to[threadIdx.x] += from.data[threadIdx.x]; }
int main()
{
    int *to, all[32], good = 1;
    cudaMalloc(&to, sizeof all);
    Counted counted(to);
    Bag bag;
    Deep ones;
    for (int &one : all)
        one = 1;
    cudaMemcpy(ones.data, all, sizeof all, cudaMemcpyHostToDevice);
    bag.items.resize(10);
    bag.first = 7;
    fill<<<1, 32>>>(counted, bag, 32, 0);
    over<<<1, 32>>>(counted);
    plus<<<1, 32>>>(counted, 2);
    plus<<<1, 32>>>(bag, to);
    deep<<<1, 32>>>(ones, to);
    dim3 grid(1), block(32);
    void *arguments[] = {&ones, &to};
    cudaLaunchKernel(deep, grid, block, arguments, 0, 0);
    cudaMemcpy(all, to, sizeof all, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i)
        good = good && all[i] == 7 + i + 1 + 2 + 10 + 1 + 1;
    good = good && *counted.count == 1; /* one owner is left */
    printf("objects: %s\n", good ? "ok" : "wrong");
    return !good;
}
