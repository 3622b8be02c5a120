/* SPDX-License-Identifier: MIT
 *
 * Functions of the host and of the device side by side, as nvcc takes them:
 * none of these is called on the wrong side.
 */
#include "check.h"

#include <cstdlib>
#include <cstring>
#include <ctime>

#define HD __host__ __device__
#ifdef __CUDACC__
#define DEVICE_INLINE __device__ __forceinline__
#else
#define DEVICE_INLINE inline
#endif

/* Declared for the device first, or last. */
__device__ int first(int x);
__device__ int first(int x)
{
    return x + 1;
}
int last(int x);
__device__ int last(int x)
{
    return x + 2;
}
HD int both(int x)
{
    return x + 3;
}
DEVICE_INLINE int inlined(int x)
{
    return x + 4;
}
#ifdef __CUDACC__
__host__ __device__
#endif
    int
    conditional(int x)
{
    return x + 5;
}
template <class T> __device__ T generic(T x)
{
    return x + 6;
}
template <> __device__ int generic<int>(int x)
{
    return x + 7;
}

/* One name on both sides. */
__device__ int overloaded(int x)
{
    return x + 8;
}
float overloaded(float x)
{
    return x + 9;
}

/* Takes its own path on each side. */
__device__ int on_device(int x)
{
    return x + 10;
}
int on_host(int x)
{
    return x + 10;
}
__host__ __device__ int by_architecture(int x)
{
#ifdef __CUDA_ARCH__
    return on_device(x);
#else
    return on_host(x);
#endif
}

/* Makes arguments on the host. */
struct Array {
    int *at;
    explicit Array(int n)
    {
        cudaMalloc(&at, n * sizeof(int));
    }
    int *get()
    {
        return at;
    }
    operator int *()
    {
        return get();
    }
    void free()
    {
        cudaFree(at);
    }
};
int doubled(int x)
{
    return 2 * x;
}
struct Number {
    int value;
    Number(int x) : value(doubled(x))
    {
    }
    __device__ int read() const
    {
        return value;
    }
};
struct Counted {
    int value, copies;
    Counted() : value(1), copies(0)
    {
    }
    Counted(const Counted &other) : value(other.value), copies(other.copies + 1)
    {
    }
    __host__ __device__ Counted &operator+=(int x)
    {
        value += x;
        return *this;
    }
};
struct Plain {
    int x = 3;
    Plain() = default;
};

const int scalar = 5;
const int table[2] = {1, 2};
__constant__ int device_table[2] = {3, 4};
int wait_for(int x)
{
    return x + table[1] + (int)std::strlen("abc");
}

struct Add {
    __device__ int operator()(int x) const
    {
        return x + 11;
    }
};
template <class F> __global__ void apply(int *out, F f)
{
    out[threadIdx.x] = f((int)threadIdx.x);
}

__global__ void scan(int *out, Number number, Counted counted)
{
    struct Local {
        int x;
        __device__ int get()
        {
            return x;
        }
    } local = {1};
    auto twice = [](int x) { return 2 * x; };
    int table[2] = {5, 6}, rand = 7;
    Plain plain, other = plain;
    const char *time = "x";

    counted += 1;
    out[0] = first(1) + last(1) + both(1) + inlined(1) + conditional(1);
    out[1] = generic(1) + overloaded(1) + by_architecture(1);
    out[2] = number.read() + counted.value + counted.copies * 0;
    out[3] = local.get() + twice(2) + table[1] + rand + other.x;
    out[4] = scalar + device_table[1] + (int)sizeof(::rand()) + (time[0] == 'x');
}
/* The host's function of the kernel's name. */
void scan(int *out)
{
    scan<<<1, 1>>>(out, 4, Counted());
}

static int called;
void callback(void *user)
{
    called = doubled(*(int *)user);
}

int main()
{
    Array array(32);
    int h[32], x = 4;

    scan(array);
    cudaMemcpy(h, array, sizeof h, cudaMemcpyDeviceToHost);
    CHECK(h[0] == 2 + 3 + 4 + 5 + 6);
    CHECK(h[1] == 8 + 9 + 11);
    CHECK(h[2] == 8 + 2);
    CHECK(h[3] == 1 + 4 + 6 + 7 + 3);
    CHECK(h[4] == 5 + 4 + (int)sizeof(int) + 1);
    apply<<<1, 32>>>(array.get(), Add());
    cudaMemcpy(h, array, sizeof h, cudaMemcpyDeviceToHost);
    CHECK(h[3] == 14);
    cudaLaunchHostFunc(0, callback, &x);
    cudaDeviceSynchronize();
    CHECK(called == 8);
    CHECK(both(1) == 4 && conditional(1) == 6 && on_host(1) == 11);
    CHECK(overloaded(1.0f) == 10.0f && wait_for(1) == 6);
    array.free();
    return result("sides");
}
