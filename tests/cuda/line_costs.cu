// SPDX-License-Identifier: MIT
//
// Loads and stores of global memory: how many sectors of 32 bytes they move, and how
// many lanes take part.  Behind each line stands what an H200 counted: the sectors that
// Nsight Compute reports for the line's loads and stores, which its hardware counters
// confirm, and the threads that executed them.
#include <cstdio>

#define BLOCKS  4
#define THREADS 208 // six warps and a half
#define ROOM    (1 << 16)

__global__ void copy(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[i]; // GPU: 104 sectors, 832 lanes
    to[i] = x; // GPU: 104 sectors, 832 lanes
}

__global__ void strided(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[2 * i]; // GPU: 208 sectors, 832 lanes
    to[9 * i] = x; // GPU: 832 sectors, 832 lanes
}

__global__ void shifted(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[i + 1]; // GPU: 132 sectors, 832 lanes
    to[i + 7] = x; // GPU: 132 sectors, 832 lanes
}

__global__ void columns(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[i % 13 * 64 + i / 13]; // GPU: 396 sectors, 832 lanes
    to[i % 16 * 64 + i / 16] = x; // GPU: 512 sectors, 832 lanes
}

__global__ void one_word(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = from[blockIdx.x]; // GPU: 28 sectors, 832 lanes
    to[i / 32] = x; // GPU: 30 sectors, 832 lanes
}

__global__ void vectors(float4 *to, const float4 *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 x = from[i]; // GPU: 416 sectors, 832 lanes
    to[2 * i] = x; // GPU: 832 sectors, 832 lanes
}

__global__ void doubles(double *to, const double *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = from[i * 3]; // GPU: 624 sectors, 832 lanes
    to[i ^ 1] = x; // GPU: 208 sectors, 832 lanes
}

__global__ void bytes(unsigned char *to, const unsigned char *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char x = from[i]; // GPU: 40 sectors, 832 lanes
    to[5 * i] = x; // GPU: 144 sectors, 832 lanes
}

__global__ void half_of_them(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 0) {
        float x = from[i]; // GPU: 104 sectors, 416 lanes
        to[i / 2] = x; // GPU: 52 sectors, 416 lanes
    }
}

__global__ void few(float *to, const float *from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 < threadIdx.x / 32) {
        float x = from[32 * i]; // GPU: 84 sectors, 84 lanes
        to[i] = x; // GPU: 24 sectors, 84 lanes
    }
}

__global__ void gathered(float *to, const float *from, const int *where)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = where[i]; // GPU: 104 sectors, 832 lanes
    float x = from[at]; // GPU: 726 sectors, 832 lanes
    to[at] = x; // GPU: 726 sectors, 832 lanes
}

__global__ void tree(float *to, const float *from)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = t < THREADS ? from[blockIdx.x * blockDim.x + t] : 0; // GPU: 104 sectors, 1664 lanes
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d]; // GPU: 0 sectors, 1524 lanes
        __syncthreads();
    }
    if (t == 0)
        to[blockIdx.x] = s[0]; // GPU: 4 sectors, 8 lanes
}

template <typename T> static T *array(void)
{
    T *made;
    cudaMalloc(&made, ROOM * sizeof(T));
    cudaMemset(made, 0, ROOM * sizeof(T));
    return made;
}

int main()
{
    float *f = array<float>(), *g = array<float>();
    int *where = array<int>(), order[BLOCKS * THREADS];
    unsigned x = 1;

    for (int i = 0; i < BLOCKS * THREADS; ++i) {
        x = x * 1103515245 + 12345;
        order[i] = x >> 8 & 1023;
    }
    cudaMemcpy(where, order, sizeof order, cudaMemcpyHostToDevice);
    copy<<<BLOCKS, THREADS>>>(g, f);
    strided<<<BLOCKS, THREADS>>>(g, f);
    shifted<<<BLOCKS, THREADS>>>(g, f);
    columns<<<BLOCKS, THREADS>>>(g, f);
    one_word<<<BLOCKS, THREADS>>>(g, f);
    vectors<<<BLOCKS, THREADS>>>(array<float4>(), array<float4>());
    doubles<<<BLOCKS, THREADS>>>(array<double>(), array<double>());
    bytes<<<BLOCKS, THREADS>>>(array<unsigned char>(), array<unsigned char>());
    half_of_them<<<BLOCKS, THREADS>>>(g, f);
    few<<<BLOCKS, THREADS>>>(g, f);
    gathered<<<BLOCKS, THREADS>>>(g, f, where);
    tree<<<BLOCKS, THREADS>>>(g, f);
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    printf("line_costs: %s\n", ok ? "ok" : "a launch failed");
    return !ok;
}
