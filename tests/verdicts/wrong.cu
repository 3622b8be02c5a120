// SPDX-License-Identifier: MIT
//
// wrong - programs with one mistake each that no race shows: verify names it.
// The first argument chooses one.
#include <cstdio>
#include <cstdlib>
#include <string>

const int N = 128;

// A scan whose loop ends a round too early.
__global__ void rounds(const int *in, int *out, int n, bool exclusive)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = !exclusive ? in[t] : t > 0 ? in[t - 1] : 0;
    for (int d = 1; d < n / 2; d *= 2) {
        __syncthreads();
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
    }
    out[t] = s[t];
}

// Blelloch's scan, whose second loop ends too early.
__global__ void tree(const int *in, int *out, int n, int end)
{
    __shared__ int s[N];
    int t = threadIdx.x, offset = 1;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = n / 2; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d)
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0)
        s[n - 1] = 0;
    for (int d = 1; d < end; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            int left = s[a];
            s[a] = s[b];
            s[b] += left;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}

__global__ void scan(int *a, int *total)
{
    __shared__ int s[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = a[i];
    for (int d = 1; d < 32; d *= 2) {
        __syncthreads();
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
    }
    a[i] = s[t];
    if (t == 31)
        total[blockIdx.x] = s[t];
}
__global__ void add(int *a, const int *total, int blocks)
{
    for (int b = 0; b < blockIdx.x && blockIdx.x < blocks; ++b)
        a[blockIdx.x * 32 + threadIdx.x] += total[b];
}

__global__ void all_but_last(const int *in, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n - 1; ++i)
        sum += in[i];
    *out = sum + 0 * in[n - 1];
}

__global__ void one(const int *in, int *out)
{
    int sum = 0, t = threadIdx.x;
    for (int i = 0; i <= t; ++i)
        sum += in[i];
    out[t] = t == 70 ? sum + 1 : sum;
}

__global__ void blocks(const int *in, int *out)
{
    int sum = 0, first = blockIdx.x * 64;
    for (int i = 0; i <= first + threadIdx.x; ++i)
        sum += in[i];
    out[first + threadIdx.x] = sum;
}

__global__ void local(const int *in, int *out)
{
    __shared__ int sum;
    atomicAdd(&sum, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = sum;
}
__global__ void global(const int *in, int *out)
{
    atomicAdd(out, in[threadIdx.x]);
}
__global__ void exchange(const int *in, int *out)
{
    if (threadIdx.x == 0)
        atomicExch(out, in[0]);
}
__global__ void absent(const int *in, int *out)
{
    int x = in[threadIdx.x];
    if (threadIdx.x < 16)
        x = __shfl_sync(0xffff, x, threadIdx.x + 16);
    out[threadIdx.x] = x;
}

int main(int argc, char **argv)
{
    std::string which = argc > 1 ? argv[1] : "rounds";
    int n = which == "tail" ? 100 : N, h[N], *in, *out, *total;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&total, 4 * sizeof(int));
    for (int i = 0; i < N; ++i)
        h[i] = i * 7 % 11 + 1;
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    if (which == "rounds" || which == "exclusive")
        rounds<<<1, n>>>(in, out, n, which == "exclusive");
    if (which == "tree" || which == "early")
        tree<<<1, n / 2>>>(in, out, n, which == "tree" ? n / 2 : n / 4);
    if (which == "twice" || which == "lost") {
        scan<<<4, 32>>>(in, total);
        add<<<4, 32>>>(in, total, which == "lost" ? 3 : 4);
        if (which == "twice")
            add<<<4, 32>>>(in, total, 4);
    }
    if (which == "last")
        all_but_last<<<1, 1>>>(in, out, n);
    if (which == "one")
        one<<<1, n>>>(in, out);
    if (which == "tail")
        blocks<<<n / 64, 64>>>(in, out);
    if (which == "versions") {
        one<<<1, n>>>(in, out);
        blocks<<<n / 64, 64>>>(in, out);
    }
    if (which == "local")
        local<<<1, n>>>(in, out);
    if (which == "global")
        global<<<1, n>>>(in, out);
    if (which == "exchange")
        exchange<<<1, n>>>(in, out);
    if (which == "absent")
        absent<<<1, 32>>>(in, out);
    if (which == "main")
        blocks<<<n / 64, 64>>>(in, out);
    cudaDeviceSynchronize();
    return which == "main" ? 3 : 0;
}
