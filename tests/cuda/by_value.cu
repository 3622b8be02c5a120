/* SPDX-License-Identifier: MIT
 *
 * by_value - structs that functions take from memory by value, and whose results
 * are stored there; tests/compilers.test compares what compilers make of them.
 */
#include "check.h"
#include <string.h>

/* None of these has padding, whose value is not defined. */
template <int N> struct Bytes {
    unsigned char of[N];
};
template <int N> struct Words {
    int of[N];
};
struct Pair {
    int a, b;
};
struct Mixed {
    double d;
    int i, j;
};
struct Derived : Pair {
    float c;
};
struct Nested {
    Pair pairs[2];
    short s[2];
};
struct Defaulted {
    int a, b;
    Defaulted() = default;
    Defaulted(const Defaulted &) = default;
    Defaulted &operator=(const Defaulted &) = default;
};
struct Bits {
    unsigned flag : 1, rest : 31;
};
union Either {
    int i;
    float f[2];
};

template <class T> __device__ T pass(T x)
{
    return x;
}
template <class T> __device__ T pick(bool first, T x, T y)
{
    return first ? x : y;
}
template <class T> __device__ T get(const T *from, int i)
{
    return from[i];
}

/* Element I of G becomes what G[7 - I] was where I is odd, else it stays. */
template <class T> __device__ void forms(T *g)
{
    __shared__ T s[8];
    int i = threadIdx.x;

    s[i] = g[i];
    __syncthreads();
    T x = s[7 - i];
    __syncthreads();
    s[i] = pass(x);
    __syncthreads();
    g[i] = pass(s[7 - i]);
    __syncthreads();
    s[i] = pick(i % 2, s[i], g[i]);
    x = get(s, i);
    g[i] = get(s, i);
    g[i] = i % 2 ? x : g[i];
    x = i % 2 ? s[i] : g[i];
    T two[2] = {s[i], g[i]};
    s[i] = two[1];
    auto same = [](T v) { return v; };
    s[i] = same(s[i]);
    auto own = [&]() { return s[i]; };
    x = own();
    const T &from = s[i];
    T *to = &g[i];
    *to = from;
    *to = pass(*to);
    pass(s[i]);
}
__global__ void bytes1(Bytes<1> *g) { forms(g); }
__global__ void bytes2(Bytes<2> *g) { forms(g); }
__global__ void bytes3(Bytes<3> *g) { forms(g); }
__global__ void bytes4(Bytes<4> *g) { forms(g); }
__global__ void bytes8(Bytes<8> *g) { forms(g); }
__global__ void bytes16(Bytes<16> *g) { forms(g); }
__global__ void words1(Words<1> *g) { forms(g); }
__global__ void words2(Words<2> *g) { forms(g); }
__global__ void words3(Words<3> *g) { forms(g); }
__global__ void words4(Words<4> *g) { forms(g); }
__global__ void words6(Words<6> *g) { forms(g); }
__global__ void words8(Words<8> *g) { forms(g); }
__global__ void words40(Words<40> *g) { forms(g); }
__global__ void mixed(Mixed *g) { forms(g); }
__global__ void derived(Derived *g) { forms(g); }
__global__ void nested(Nested *g) { forms(g); }
__global__ void defaulted(Defaulted *g) { forms(g); }
__global__ void bits(Bits *g) { forms(g); }
__global__ void either(Either *g) { forms(g); }
__global__ void vector2(float2 *g) { forms(g); }
__global__ void vector3(float3 *g) { forms(g); }
__global__ void vector4(float4 *g) { forms(g); }
__global__ void small(uchar4 *g) { forms(g); }
__global__ void large(double2 *g) { forms(g); }

/* A launch of KERNEL on 8 elements of type T, whose first bytes are numbers. */
#define RUN(kernel, T)                                                         \
    do {                                                                       \
        T h[8], *g = NULL;                                                     \
        number(h);                                                             \
        CHECK(cudaMalloc(&g, sizeof h) == cudaSuccess);                        \
        cudaMemcpy(g, h, sizeof h, cudaMemcpyHostToDevice);                    \
        kernel<<<1, 8>>>(g);                                                   \
        cudaMemcpy(h, g, sizeof h, cudaMemcpyDeviceToHost);                    \
        for (int i = 0; i < 8; ++i)                                            \
            CHECK(*(unsigned char *)&h[i] == (i % 2 ? 8 - i : i + 1));         \
        cudaFree(g);                                                           \
    } while (0)
template <class T> static void number(T h[8])
{
    memset(h, 0, 8 * sizeof *h);
    for (int i = 0; i < 8; ++i)
        *(unsigned char *)&h[i] = (unsigned char)(i + 1);
}

__device__ Pair operator+(Pair x, Pair y)
{
    return Pair{x.a + y.a, x.b + y.b};
}
__device__ Pair add(Pair x, const Pair &y)
{
    Pair sum = {x.a + y.a, x.b + y.b};

    return sum;
}
struct Add {
    __device__ Pair operator()(Pair x, Pair y) const
    {
        return x + y;
    }
};
__device__ int total(Pair x)
{
    return x.a + x.b;
}
template <class F> __device__ Pair fold(const Pair *from, int count, F f)
{
    Pair sum = from[0];

    for (int i = 1; i < count; ++i)
        sum = f(sum, from[i]);
    return sum;
}

__global__ void sums(Pair *g, Pair by, Add f)
{
    __shared__ Pair s[8];
    __shared__ Pair one;
    int i = threadIdx.x;

    s[i] = Pair{i, 1};
    if (i == 0)
        one = Pair{0, 0};
    __syncthreads();
    for (int d = 1; d < 8; d *= 2) {
        Pair sum = i >= d ? s[i - d] + s[i] : s[i];
        __syncthreads();
        s[i] = sum;
        __syncthreads();
    }
    g[i] = f(s[i], by);
    g[i] = add(g[i],
               one); /* one, which all lanes load */
    g[i] =
        g[i] + s[i] + s[i];
    g[i].a = total(g[i]);
    if (i == 7)
        one = fold(s, 8, f);
    __syncthreads();
    struct {
        Pair pair;
        int more;
    } local = {one, 1};
    g[i] = g[i] + local.pair;
}

int main()
{
    Pair h[8], *g = NULL;

    RUN(bytes1, Bytes<1>);
    RUN(bytes2, Bytes<2>);
    RUN(bytes3, Bytes<3>);
    RUN(bytes4, Bytes<4>);
    RUN(bytes8, Bytes<8>);
    RUN(bytes16, Bytes<16>);
    RUN(words1, Words<1>);
    RUN(words2, Words<2>);
    RUN(words3, Words<3>);
    RUN(words4, Words<4>);
    RUN(words6, Words<6>);
    RUN(words8, Words<8>);
    RUN(words40, Words<40>);
    RUN(mixed, Mixed);
    RUN(derived, Derived);
    RUN(nested, Nested);
    RUN(defaulted, Defaulted);
    RUN(bits, Bits);
    RUN(either, Either);
    RUN(vector2, float2);
    RUN(vector3, float3);
    RUN(vector4, float4);
    RUN(small, uchar4);
    RUN(large, double2);
    CHECK(cudaMalloc(&g, sizeof h) == cudaSuccess);
    sums<<<1, 8>>>(g, Pair{100, 200}, Add());
    cudaMemcpy(h, g, sizeof h, cudaMemcpyDeviceToHost);
    CHECK(h[7].a == 3 * 28 + 100 + 3 * 8 + 200 + 84 && h[7].b == 3 * 8 + 236);
    return result("by_value");
}
