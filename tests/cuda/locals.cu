/* SPDX-License-Identifier: MIT
 *
 * locals - local variables of every kind that Upsweep shows; tests/locals.test
 * knows their values.  One has none at first.
 */
#include "check.h"

enum Mode { UP, DOWN = 7 };

struct Pair {
    int left;
    double right;
};

template <class T> __device__ T twice(T value, const T *from)
{
    T result = value + from[0];
    result += value;
    return result;
}

__device__ void swap(int &a, int &b)
{
    int t = a;
    a = b;
    b = t;
}

__device__ int depth_of(int level, int *out)
{
    int below = 10 * level;
    if (level > 0)
        below += depth_of(level - 1, out);
    out[level] = below;
    return below;
}

__global__ void kinds(int *out, const int *in, int n)
{
    __shared__ int temp[32];
    int thid = threadIdx.x, other;
    unsigned big = 4000000000u + thid;
    long long wide = -5000000000ll;
    float half = thid + 0.5f;
    double third = thid / 4.0;
    bool odd = thid % 2 == 1;
    char letter = 'A';
    Mode mode = DOWN;
    Pair pair = {thid, 0.25};
    float4 four = {1, 2, 3, 4};
    short some[2][2] = {{1, 2}, {3, 4}};
    int *cell = &temp[thid];
    *cell = in[thid];
    other = thid + (int)half + (int)third + odd + letter + mode + pair.left +
            (int)four.w + some[1][0] + (big > 1) + (wide < 0);
    out[thid] = other;
}

__global__ void scopes(int *out, const int *in, int n)
{
    __shared__ int temp[4];
    int thid = threadIdx.x;
    temp[thid] = in[thid];
    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads();
        int own = in[d];
        if (thid < d) {
            int own = 100 * d;
            temp[thid] = own;
        }
        out[d] = own;
    }
    int more = twice(thid, in + 1);
    out[thid] = more;
    auto put = [&](int value) {
        int own = value + more;
        out[thid] = own;
    };
    put(50);
}

__global__ void calls(int *out)
{
    __shared__ int temp[4];
    int thid = threadIdx.x;
    temp[2 * thid] = thid;
    temp[2 * thid + 1] = 7;
    swap(temp[2 * thid], temp[2 * thid + 1]);
    int all = depth_of(2, out + 4 * thid);
    int up = __shfl_up_sync(3, all + thid, 1);
    out[3 + 4 * thid] = up;
}

int main()
{
    int in[32], out[32], *d_in, *d_out;

    for (int i = 0; i < 32; ++i)
        in[i] = i * i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    kinds<<<1, 4>>>(d_out, d_in, 32);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(out[0] == 0 + 0 + 0 + 0 + 65 + 7 + 0 + 4 + 3 + 1 + 1);
    CHECK(out[3] == 3 + 3 + 0 + 1 + 65 + 7 + 3 + 4 + 3 + 1 + 1);
    scopes<<<1, 4>>>(d_out, d_in, 4);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(out[3] == 57);
    calls<<<1, 2>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    CHECK(out[2] == 30 && out[1] == 10 && out[0] == 0);
    CHECK(out[3] == 30 && out[7] == 30);
    return result("locals");
}
