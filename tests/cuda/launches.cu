/* SPDX-License-Identifier: MIT
 *
 * launches - the forms that a launch may have.
 */
#include "check.h"

struct Pair {
    int a;
    float b;
};

__global__ void set(int *out, int value)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void set(float *out, float value)
{
    out[threadIdx.x] = value;
}
template <class T, int N> __global__ void fill(T *out, T value)
{
    if (threadIdx.x < N)
        out[threadIdx.x] = value + (T)N;
}
__global__ void null(int *out, const int *nothing, const float *none)
{
    out[threadIdx.x] = nothing == NULL && none == NULL;
}
__global__ void by_value(int *out, Pair pair, double d, char c)
{
    pair.a += (int)pair.b;
    out[threadIdx.x] = pair.a + (int)d + c;
}
__global__ void where(int *out, dim3 size)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x,
        y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;

    if (x < size.x && y < size.y && z < size.z)
        out[(z * size.y + y) * size.x + x] = x + 10 * y + 100 * z;
}
__managed__ int managed;
__global__ void by_reference(int &sum, int by)
{
    atomicAdd(&sum, by);
}
/* Copied by its own function, and by no function. */
struct Own {
    int a;
    __host__ __device__ Own(int a) : a(a)
    {
    }
    __host__ __device__ Own(const Own &other) : a(other.a)
    {
    }
};
struct Row {
    int of[12];
};
__global__ void objects(int *out, Own own, Row row)
{
    out[threadIdx.x] = own.a + row.of[threadIdx.x];
}
__global__ void object_and_reference(int &sum, Row row)
{
    atomicAdd(&sum, row.of[threadIdx.x]);
}
struct Limits {
    static const int most = 6; /* without a definition */
};

struct Add {
    int *to, by;
    __device__ void operator()(int i) const
    {
        to[i] += by;
    }
};
template <class F> __global__ void each(int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        f(i);
}
namespace inner
{
template <class T> __global__ void twice(T *x)
{
    x[threadIdx.x] *= 2;
}
struct Table {
    void (*kernel)(int *, int);
};
} // namespace inner

#define LAUNCH(kernel, threads, ...)                                           \
    kernel<<<1, threads>>>(                                                    \
        __VA_ARGS__)
#define CONFIGURATION 1, 4

template <class T> static void launch_in_template(T *out)
{
    const int width = 8;

    fill<T, width><<<1, 2 * width>>>(out, (T)1);
}

int main()
{
    int *out = shared_with_device<int>(64);
    float *floats = shared_with_device<float>(64);

    set<<<2, 8>>>(out, 3);
    set<<<1, 8>>>(floats, 2.5f);
    cudaDeviceSynchronize();
    CHECK(out[15] == 3 && floats[7] == 2.5f);

    fill<int, 4><<<dim3(1, 1), dim3((8 > 4 ? 8 : 4)), 0, 0>>>(out, 5);
    (fill<float, 2>)<<<1, 8 >> 1>>>(
        floats, // a comment with a ) and a >>>
        0.5f);
    cudaDeviceSynchronize();
    CHECK(out[3] == 9 && out[4] == 3 && floats[1] == 2.5f &&
          floats[2] == 2.5f);
    launch_in_template(out);
    cudaDeviceSynchronize();
    CHECK(out[7] == 9 && out[8] == 3);

    null<<<1, 4>>>(out, NULL, 0);
    cudaDeviceSynchronize();
    CHECK(out[0] == 1 && out[3] == 1);
    null<<<1, 4>>>(out, nullptr, nullptr);
    by_value<<<1, 1>>>(out, Pair{4, 2.5f}, 3, 'a');
    cudaDeviceSynchronize();
    CHECK(out[0] == 6 + 3 + 'a' && out[1] == 1);

    dim3 size(4, 3, 2), block(2, 2, 2);
    where<<<dim3(2, 2, 1), block>>>(out, size);
    cudaDeviceSynchronize();
    CHECK(out[23] == 3 + 20 + 100);

    if (size.x == 4)
        inner::twice<int><<<1, 24>>>(out);
    else
        ::inner::twice<<<1, 24>>>(out);
    cudaDeviceSynchronize();
    CHECK(out[23] == 246);
    LAUNCH(inner::twice<int>, 24, out);
    cudaDeviceSynchronize();
    CHECK(out[23] == 492);

    void (*pointer)(int *, int) = set;
    pointer<<<CONFIGURATION>>>(out, 7);
    inner::Table table = {set}, *at = &table;
    at->kernel<<<1, 2>>>(out, 8);
    table.kernel<<<1, 1>>>(out, 9);
    cudaDeviceSynchronize();
    CHECK(out[0] == 9 && out[1] == 8 && out[2] == 7 && out[3] == 7);

    void (*kernels[])(int *, int) = {set, set};
    for (int i = 0; i < 2; ++i)
        kernels[i]<<<1, 1>>>(out + i, i);
    cudaDeviceSynchronize();
    CHECK(out[0] == 0 && out[1] == 1);

    each<<<2, 2>>>(3, Add{out, 10});
    cudaDeviceSynchronize();
    CHECK(out[0] == 10 && out[2] == 17 && out[3] == 7);

    managed = 1;
    by_reference<<<2, 4>>>(managed, 6);
    cudaDeviceSynchronize();
    CHECK(managed == 49);
    Row row = {{100, 200, 300}};
    objects<<<1, 3>>>(out, Own(5), row);
    cudaDeviceSynchronize();
    CHECK(out[0] == 105 && out[2] == 305);
    object_and_reference<<<1, 2>>>(managed, row);
    cudaDeviceSynchronize();
    CHECK(managed == 349);
    set<<<1, 1>>>(out, Limits::most);
    cudaDeviceSynchronize();
    CHECK(out[0] == 6);

    int value = 77;
    void *arguments[] = {&out, &value};
    pointer = set;
    CHECK(cudaLaunchKernel((void *)fill<int, 3>, dim3(1), dim3(32), arguments,
                           0, 0) == cudaSuccess);
    cudaDeviceSynchronize();
    CHECK(out[2] == 80 && out[3] == 7);

    /* the number of the error differs between versions of CUDA */
    set<<<1, 2048>>>(out, 1);
    CHECK(cudaGetLastError() != cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
    set<<<0, 1>>>(out, 1);
    CHECK(cudaPeekAtLastError() != cudaSuccess);
    CHECK(cudaGetLastError() != cudaSuccess);
    set<<<1, 1, 50000>>>(out, 1);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(fill<int, 4>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               50000) == cudaSuccess);
    fill<int, 4><<<1, 4, 50000>>>(out, 1);
    CHECK(cudaGetLastError() == cudaSuccess);
    return result("launches");
}
