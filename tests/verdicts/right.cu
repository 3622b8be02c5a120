// SPDX-License-Identifier: MIT
//
// right - programs that are right, though part of what they leave looks like a
// scan or a sum of the input: verify accuses none of them.  The first argument
// chooses one, the second one the number of elements.
#include <cstdio>
#include <cstdlib>
#include <string>

const int N = 128;

// The first half of Blelloch's scan, left in place.
__global__ void tree(int *a, int n)
{
    int t = threadIdx.x;
    for (int d = 1; d < n; d *= 2) {
        __syncthreads();
        if (2 * d * (t + 1) <= n)
            a[2 * d * (t + 1) - 1] += a[2 * d * t + d - 1];
    }
}

// The same beside the input, of blocks of 32 elements.
__global__ void trees(const int *in, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x, i = blockIdx.x * 32 + t;
    s[t] = in[i];
    for (int d = 1; d < 32; d *= 2) {
        __syncthreads();
        if (2 * d * (t + 1) <= 32)
            s[2 * d * (t + 1) - 1] += s[2 * d * t + d - 1];
    }
    __syncthreads();
    out[i] = s[t];
}

__global__ void blocks(const int *in, int *out)
{
    int sum = 0, first = blockIdx.x * 32;
    for (int i = first; i <= first + threadIdx.x; ++i)
        sum += in[i];
    out[first + threadIdx.x] = sum;
}

// Parts that flags begin.
__global__ void segments(const int *in, const int *flag, int *out)
{
    int i = threadIdx.x, sum = in[i];
    for (int j = i; j > 0 && !flag[j]; --j)
        sum += in[j - 1];
    out[i] = sum;
}

__global__ void window(const int *in, int *out, int width)
{
    int i = threadIdx.x, sum = 0;
    for (int j = i; j >= 0 && j > i - width; --j)
        sum += in[j];
    out[i] = sum;
}

__global__ void stencil(const int *in, int *out, int n)
{
    int i = threadIdx.x;
    out[i] = (i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0);
}

__global__ void maxima(const int *in, int *out)
{
    int most = in[0];
    for (int i = 1; i <= threadIdx.x; ++i)
        most = in[i] > most ? in[i] : most;
    out[threadIdx.x] = most;
}

__global__ void product(const int *a, const int *b, int *c)
{
    int sum = 0;
    for (int k = 0; k < 8; ++k)
        sum += a[threadIdx.y * 8 + k] * b[k * 8 + threadIdx.x];
    c[threadIdx.y * 8 + threadIdx.x] = sum;
}

// The sums of both halves, in an array each.
__global__ void halves(const int *in, int *low, int *high, int n)
{
    int sum = 0;
    for (int i = 0; i < n / 2; ++i)
        sum += in[threadIdx.x * (n / 2) + i];
    *(threadIdx.x ? high : low) = sum;
}

// Parts that differ by one in length.
__global__ void parts(const int *in, int *out, int n)
{
    int p = gridDim.x, b = blockIdx.x, sum = 0;
    int more = b < n % p ? b : n % p;
    for (int i = b * (n / p) + more, k = n / p + (b < n % p); k > 0; --k, ++i)
        sum += in[i];
    out[b] = sum;
}

// A scan of each block, and in each block's last element its sum, that another
// launch works on with.
__global__ void first_pass(const int *in, int *out)
{
    int sum = 0, first = blockIdx.x * 32, t = threadIdx.x;
    for (int i = first; i < first + t; ++i)
        sum += in[i];
    out[first + t] = t == 31 ? sum + in[first + t] : sum;
}
__global__ void last_pass(const int *in, const int *part, int *out)
{
    int before = 0, t = threadIdx.x;
    for (int b = 0; b < blockIdx.x; ++b)
        before += part[b * 32 + 31];
    int own = part[blockIdx.x * 32 + t];
    out[blockIdx.x * 32 + t] =
        before + (t == 31 ? own - in[blockIdx.x * 32 + t] : own);
}

// The sums of all rectangles that begin at the first of 4 rows.
__global__ void rectangles(const int *in, int *out, int n)
{
    int width = n / 4, x = threadIdx.x % width, y = threadIdx.x / width, sum = 0;
    for (int v = 0; v <= y; ++v)
        for (int u = 0; u <= x; ++u)
            sum += in[v * width + u];
    out[threadIdx.x] = sum;
}

__global__ void dot(const int *in, const int *b, int *out, int n)
{
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += in[i] * b[i];
    *out = sum;
}

__global__ void count(const int *in, int *bins)
{
    atomicAdd(&bins[in[threadIdx.x] & 7], 1);
}

__global__ void compact(const int *in, int *out, int n)
{
    int at = 0;
    for (int i = 0; i < threadIdx.x; ++i)
        at += in[i] % 3 == 0;
    if (in[threadIdx.x] % 3 == 0)
        out[at] = in[threadIdx.x];
}

__global__ void every_4th(const int *in, int *out)
{
    int sum = 0;
    for (int i = 0; i <= threadIdx.x; ++i)
        sum += in[i];
    if (threadIdx.x % 4 == 3)
        out[threadIdx.x] = sum;
}

// A row of a sparse matrix of ones: elements that the columns name.
__global__ void rows(const int *in, const int *first, const int *column,
                     int *out)
{
    int sum = 0;
    for (int i = first[threadIdx.x]; i < first[threadIdx.x] + 2; ++i)
        sum += in[column[i]];
    out[threadIdx.x] = sum;
}

int main(int argc, char **argv)
{
    std::string which = argc > 1 ? argv[1] : "tree";
    int n = argc > 2 ? atoi(argv[2]) : N, h[N], g[N];
    int *in, *out, *more;
    size_t bytes = n * sizeof(int);
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMalloc(&more, bytes + sizeof(int));
    for (int i = 0; i < N; ++i)
        h[i] = i * 7 % 11 + 1;
    cudaMemcpy(in, h, bytes, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, bytes);
    if (which == "tree")
        tree<<<1, n / 2>>>(in, n);
    if (which == "trees")
        trees<<<n / 32, 32>>>(in, out);
    if (which == "blocks")
        blocks<<<n / 32, 32>>>(in, out);
    if (which == "segments") {
        for (int i = 0; i < N; ++i)
            g[i] = i == 0 || i == 3 * n / 4;
        cudaMemcpy(more, g, bytes, cudaMemcpyHostToDevice);
        segments<<<1, n>>>(in, more, out);
    }
    if (which == "window")
        window<<<1, n>>>(in, out, 5);
    if (which == "stencil")
        stencil<<<1, n>>>(in, out, n);
    if (which == "maxima")
        maxima<<<1, n>>>(in, out);
    if (which == "product") {
        cudaMemcpy(more, h, bytes, cudaMemcpyHostToDevice);
        product<<<1, dim3(8, 8)>>>(in, more, out);
    }
    if (which == "halves")
        halves<<<1, 2>>>(in, out, more, n);
    if (which == "parts")
        parts<<<10, 1>>>(in, out, n);
    if (which == "passes") {
        first_pass<<<n / 32, 32>>>(in, more);
        last_pass<<<n / 32, 32>>>(in, more, out);
    }
    if (which == "rectangles")
        rectangles<<<1, n>>>(in, out, n);
    if (which == "dot") {
        cudaMemcpy(more, h, bytes, cudaMemcpyHostToDevice);
        dot<<<1, 1>>>(in, more, out, n);
    }
    if (which == "count")
        count<<<1, n>>>(in, out);
    if (which == "compact")
        compact<<<1, n>>>(in, out, n);
    if (which == "every_4th")
        every_4th<<<1, n>>>(in, out);
    if (which == "rows") {
        int *column;
        cudaMalloc(&column, bytes);
        for (int i = 0; i < N; ++i) {
            g[i] = 2 * i;
            h[i] = i * i % n;
        }
        cudaMemcpy(more, g, bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(column, h, bytes, cudaMemcpyHostToDevice);
        rows<<<1, n / 2>>>(in, more, column, out);
    }
    cudaDeviceSynchronize();
}
