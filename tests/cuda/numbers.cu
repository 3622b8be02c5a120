/* SPDX-License-Identifier: MIT
 *
 * numbers - CUDA's functions on integers and real numbers, and vector types.
 */
#include "check.h"
#include <algorithm>
#include <limits.h>
#include <math_constants.h>
#include <vector>

using namespace std;

__global__ void integers(long long *out)
{
    int i = 0;

    out[i++] = __clz(1) + 100 * __clz(0) + 10000 * __clzll(1);
    out[i++] = __ffs(8) + 100 * __ffs(0) + 10000 * __ffsll(1ll << 40);
    out[i++] = __popc(255) + 100 * __popcll(~0ull);
    out[i++] = __brev(1) + (long long)(__brevll(2) >> 60);
    out[i++] = __mul24(-3, 5) + __umul24(3, 5) * 100;
    out[i++] = __mulhi(1 << 30, 12) + 100 * __umulhi(0x80000000u, 6);
    out[i++] = __umul64hi(1ull << 63, 6) + __mul64hi(-1, 5);
    out[i++] = __sad(-3, 4, 10) + __usad(3, 4, 10) * 100;
    out[i++] = __byte_perm(0x03020100, 0x07060504, 0x7531);
    out[i++] = __funnelshift_l(0x80000000u, 1, 1);
    out[i++] = __funnelshift_r(2, 1, 1);
    out[i++] = __hadd(3, 6) + 10 * __rhadd(3, 6);
    out[i++] = min(3, 4u) + max(-1, 5) + min(5ll, 6ll) + max(7ul, 8ul);
    out[i++] = max((int)(short)4, 3) + min((int)'a', 98);
}
__global__ void reals(double *out, float x, double y)
{
    int i = 0;

    out[i++] = rsqrtf(x) + rsqrt(y);
    out[i++] = __fdividef(x, 2) + __fadd_rn(x, 1) + __fmul_rz(x, 2);
    out[i++] = fminf(x, 1) + fmaxf(x, 100) + min(x, 1.0f) + max(y, x);
    out[i++] = (double)__float2int_rn(2.5f) + 10 * __float2int_rz(2.9f) +
               100 * __float2int_ru(2.1f) + 1000 * __float2int_rd(2.9f);
    out[i++] = __int_as_float(__float_as_int(x));
    out[i++] = __longlong_as_double(__double_as_longlong(y));
    out[i++] = __saturatef(x) + __saturatef(-x) + __saturatef(0.25f);
    out[i++] = sqrtf(x) + sqrt(y) + fabsf(-x) + abs(-3) + fabs(-y);
    out[i++] = powf(x, 2) + pow(y, 2.0) + fmaf(x, 2, 1) + floorf(2.5f);
    out[i++] = __double2hiint(1.0) + 0.0 * CUDART_PI_F;
    out[i++] = isnan(CUDART_NAN_F) + 2 * isinf(CUDART_INF_F);
    out[i++] = exp2f(3) + log2f(8) + cbrtf(27) + hypotf(3, 4) + norm3df(1, 2, 2);
    out[i++] = __fsqrt_rd(2.0f) < __fsqrt_ru(2.0f);
}
__global__ void vectors(float4 *out, const int2 *in)
{
    float4 v = make_float4(1, 2, 3, 4);
    int2 p = in[threadIdx.x];

    v.x += p.x;
    v.w += p.y;
    out[threadIdx.x] = v;
    double2 d = {1, 2};
    uchar4 c = make_uchar4(1, 2, 3, 255);
    out[threadIdx.x].y += (float)(d.y + c.w);
}
__global__ void loads(int *out, const int *in)
{
    out[threadIdx.x] = __ldg(&in[threadIdx.x]) + __ldg(in);
}
__host__ __device__ int either(int x)
{
    return max(x, 3);
}

int main()
{
    long long *integer = shared_with_device<long long>(32);
    double *real = shared_with_device<double>(32);
    float4 *vector4 = shared_with_device<float4>(4);
    int2 *pairs = shared_with_device<int2>(4);

    integers<<<1, 1>>>(integer);
    reals<<<1, 1>>>(real, 4, 16);
    for (int i = 0; i < 4; ++i)
        pairs[i] = make_int2(i, 10 * i);
    vectors<<<1, 4>>>(vector4, pairs);
    cudaDeviceSynchronize();
    const long long wanted[] = {31 + 3200 + 630000,
                                4 + 410000,
                                8 + 6400,
                                0x80000000ll + 4,
                                -15 + 1500,
                                3 + 300,
                                3 - 1,
                                17 + 1100,
                                0x07050301,
                                3,
                                0x80000001ll,
                                4 + 50,
                                3 + 5 + 5 + 8,
                                4 + 'a'};
    for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); ++i)
        if (integer[i] != wanted[i]) {
            printf("integer %d: %lld, not %lld\n", i, integer[i], wanted[i]);
            ++failures;
        }
    const double exact[] = {0.75, 2 + 5 + 8,         1 + 100 + 1 + 16,
                            2322, 4,                 16,
                            1.25, 2 + 4 + 4 + 3 + 16, 16 + 256 + 9 + 2,
                            1072693248, 3,           8 + 3 + 3 + 5 + 3,
                            1};
    for (int i = 0; i < (int)(sizeof exact / sizeof *exact); ++i)
        if (fabs(real[i] - exact[i]) > 1e-5) {
            printf("real %d: %g, not %g\n", i, real[i], exact[i]);
            ++failures;
        }
    CHECK(vector4[3].x == 4 && vector4[3].y == 259 && vector4[3].w == 34);
    CHECK(sizeof(float3) == 12 && sizeof(int4) == 16 && alignof(float4) == 16);
    CHECK(sizeof(dim3) == 12 && dim3(5).y == 1 && alignof(double2) == 16);

    int *out = shared_with_device<int>(8);
    for (int i = 0; i < 4; ++i)
        out[4 + i] = i + 1;
    loads<<<1, 4>>>(out, out + 4);
    cudaDeviceSynchronize();
    CHECK(out[3] == 5);

    vector<int> values(3, 7);
    CHECK(max(values[0], 9) == 9 && min(2.5, 1.5) == 1.5 && either(1) == 3);
    CHECK(*max_element(values.begin(), values.end()) == 7);
    CHECK(max<float>(3, 2.5f) == 3 && std::min(4, 5) == 4);
    return result("numbers");
}
