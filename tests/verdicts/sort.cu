/* SPDX-License-Identifier: MIT
 *
 * sort - programs that sort, or nearly so; tests/results.test knows what of
 * each is said.  The first argument chooses one.
 */
#include <stdio.h>
#include <string.h>

enum { N = 64 };

/* A step of a bitonic sort, in place. */
__global__ void step(int *data, int k, int j)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other < i)
        return;
    int low = data[i], high = data[other];
    if ((low > high) == ((i & k) == 0)) {
        data[i] = high;
        data[other] = low;
    }
}

/* A bitonic sort by one block; SIGN -1: downwards.  An element that is LOST is
 * replaced by the one before it. */
template <typename T>
__global__ void sort(T *out, const T *in, int sign, int lost)
{
    __shared__ T s[N];
    int i = threadIdx.x;

    s[i] = in[i];
    for (int k = 2; k <= N; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            T low = s[i], high = s[i ^ j];
            __syncthreads();
            bool up = ((i & k) == 0) == (sign > 0);
            bool greater = ((i & j) == 0) == up;
            s[i] = (low > high) == greater ? high : low;
        }
    __syncthreads();
    out[i] = s[i == lost ? i - 1 : i];
}

/* Sorts but where an element is 7. */
__global__ void sort_but(int *out, const int *in)
{
    for (int i = 0; i < N; ++i) {
        int place = 0;
        for (int j = 0; j < N; ++j)
            place += in[j] < in[i] || (in[j] == in[i] && j < i);
        out[place] = in[i] == 7 ? 8 : in[i];
    }
}

template <typename T> static void sort_in_block(int sign, int lost)
{
    T given[N], *in, *out;

    for (int i = 0; i < N; ++i)
        given[i] = (T)(i * 37 % N) - 20;
    cudaMalloc(&in, sizeof given);
    cudaMalloc(&out, sizeof given);
    cudaMemcpy(in, given, sizeof given, cudaMemcpyHostToDevice);
    if (lost == -2)
        sort_but<<<1, 1>>>((int *)out, (int *)in);
    else
        sort<<<1, N>>>(out, in, sign, lost);
    cudaMemcpy(given, out, sizeof given, cudaMemcpyDeviceToHost);
    printf("sort: %d\n", (int)given[0]);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "up";

    if (strcmp(which, "steps") == 0) {
        int given[N], *data;
        for (int i = 0; i < N; ++i)
            given[i] = i * 37 % N - 20;
        cudaMalloc(&data, sizeof given);
        cudaMemcpy(data, given, sizeof given, cudaMemcpyHostToDevice);
        for (int k = 2; k <= N; k *= 2)
            for (int j = k / 2; j > 0; j /= 2)
                step<<<2, N / 2>>>(data, k, j);
        cudaMemcpy(given, data, sizeof given, cudaMemcpyDeviceToHost);
        printf("sort: %d\n", given[0]);
    } else if (strcmp(which, "floats") == 0)
        sort_in_block<float>(1, -1);
    else
        sort_in_block<int>(strcmp(which, "down") == 0 ? -1 : 1,
                           strcmp(which, "lost") == 0    ? 5
                           : strcmp(which, "seven") == 0 ? -2
                                                         : -1);
    return 0;
}
