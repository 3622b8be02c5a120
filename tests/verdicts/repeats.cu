// SPDX-License-Identifier: MIT
//
// Programs that launch the same kernels again and again, as benchmarks and tests do;
// the first argument says which, and the second, if there is one, at what size, of 32,
// 64 or 128 elements, the sums are wrong.
#include <cstdlib>
#include <cstring>

static int wrong = 0;

// An exclusive scan of one block.
__global__ void scan(int *out, const int *in, int n, int wrong)
{
    extern __shared__ int s[];
    int t = threadIdx.x;

    s[t] = t ? in[t - 1] : 0;
    for (int d = 1; d < n; d *= 2) {
        __syncthreads();
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += n == wrong && t == 9 ? 0 : v;
    }
    out[t] = s[t];
}

// The same with another idea: each thread adds all that stand before its element.
__global__ void slow_scan(int *out, const int *in)
{
    int sum = 0;

    for (unsigned i = 0; i < threadIdx.x; i++)
        sum += in[i];
    out[threadIdx.x] = sum;
}

// Three phases: blocks of 16 threads, their sums, and both together.
__global__ void scan_blocks(int *out, int *sums, const int *in)
{
    int sum = 0, first = blockIdx.x * blockDim.x;

    for (unsigned i = 0; i < threadIdx.x; i++)
        sum += in[first + i];
    out[first + threadIdx.x] = sum;
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = sum + in[first + threadIdx.x];
}

__global__ void scan_sums(int *sums, int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        int x = sums[i];
        sums[i] = sum;
        sum += x;
    }
}

__global__ void add_sums(int *out, const int *sums, int none)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] += none ? 0 : sums[blockIdx.x];
}

// A step of a scan in global memory.
__global__ void step(int *out, const int *in, int d)
{
    int i = threadIdx.x;

    out[i] = in[i] + (i >= d ? in[i - d] : 0);
}

__global__ void fill(int *a)
{
    a[threadIdx.x] = 0;
}

__global__ void add_up(int *sum, const int *in)
{
    atomicAdd(sum, in[threadIdx.x]);
}

__global__ void scan_in_place(int *a)
{
    int sum = 0;

    for (unsigned i = 0; i < threadIdx.x; i++)
        sum += a[i];
    __syncthreads();
    a[threadIdx.x] = sum;
}

__global__ void copy(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

// Is each element of OUT at least the one before it?
__global__ void check(const int *out, int *bad)
{
    if (threadIdx.x && out[threadIdx.x] < out[threadIdx.x - 1] && out[0] != 0)
        *bad = 1;
}

static int host[128], *in, *out, *sums;

static void allocate(int n)
{
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&sums, n * sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
}

static void release()
{
    cudaFree(in);
    cudaFree(out);
    cudaFree(sums);
}

static void phases(int n)
{
    scan_blocks<<<n / 16, 16>>>(out, sums, in);
    scan_sums<<<1, 1>>>(sums, n / 16);
    add_sums<<<n / 16, 16>>>(out, sums, n == wrong);
}

// Programs of one size.
static void run(const char *which)
{
    int *bad, *from = in, *to = out;

    cudaMalloc(&bad, sizeof(int));
    cudaMemset(bad, 0, sizeof(int));
    for (int r = 0; r < 4; r++)
        if (!strcmp(which, "again")) {
            scan<<<1, 128, 512>>>(out, in, 128, wrong);
        } else if (!strcmp(which, "reset")) {
            cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
            scan_in_place<<<1, 128>>>(in);
        } else if (!strcmp(which, "phases")) {
            phases(128);
        } else if (!strcmp(which, "checked")) {
            phases(128);
            check<<<1, 128>>>(out, bad);
        } else if (!strcmp(which, "filled")) {
            fill<<<1, 1>>>(sums);
            add_up<<<1, 128>>>(sums, in);
        } else if (!strcmp(which, "parts")) {
            copy<<<1, 32>>>(out + 32 * r, in + 32 * r);
        } else if (!strcmp(which, "ideas")) {
            if (r % 2)
                slow_scan<<<1, 128>>>(out, in);
            else
                scan<<<1, 128, 512>>>(out, in, 128, wrong);
        }
    for (int d = 1; d < 128 && !strcmp(which, "steps"); d *= 2) {
        step<<<1, 128>>>(to, from, d);
        int *other = from;
        from = to;
        to = other;
    }
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "";

    if (argc > 2)
        wrong = atoi(argv[2]);
    for (int i = 0; i < 128; i++)
        host[i] = i + 1;
    if (strcmp(which, "fresh") && strcmp(which, "stops") && strcmp(which, "many"))
        allocate(128);
    run(which);
    for (int n = 32; n <= 128; n *= 2) // several sizes
        if (!strcmp(which, "shared")) {
            scan<<<1, n, 4 * n>>>(out, in, n, wrong);
        } else if (!strcmp(which, "fresh")) {
            allocate(n);
            scan<<<1, n, 4 * n>>>(out, in, n, wrong);
            release();
        } else if (!strcmp(which, "stops")) { // where a result is wrong
            int sum = 0, result[128];
            allocate(n);
            scan<<<1, n, 4 * n>>>(out, in, n, wrong);
            cudaMemcpy(result, out, n * sizeof(int), cudaMemcpyDeviceToHost);
            for (int i = 0; i < n - 1; i++)
                sum += host[i];
            if (!wrong && result[n - 1] != sum)
                return 1;
            if (wrong && result[1] != host[0])
                return 1;
            release();
        } else if (!strcmp(which, "sizes")) {
            for (int r = 0; r < 2; r++)
                phases(n);
        } else if (!strcmp(which, "down")) {
            cudaMemcpy(in, host, 4096 / n * sizeof(int), cudaMemcpyHostToDevice);
            phases(4096 / n);
        } else if (!strcmp(which, "reduces")) {
            cudaMemset(sums, 0, sizeof(int));
            add_up<<<1, n>>>(sums, in);
        }
    for (int n = 2; n <= 32 && !strcmp(which, "many"); n++) {
        allocate(n);
        scan<<<1, n, 4 * n>>>(out, in, n, wrong);
        release();
    }
}
