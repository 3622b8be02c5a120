/* SPDX-License-Identifier: MIT
 *
 * members - structs in shared and in global memory: nested, padded, with a base,
 * too large; and a segmented scan of pairs, with a race if there is an argument.
 */
#include "check.h"
enum Kind { NONE, SOME };
struct Inner { char a; short b; };
struct Wide {
    double sum;
    Inner in[2];
    unsigned char c[4];
    float2 at;
    Kind kind;
    union { int i; float f; } u;
    int *p;
};
template <class T> struct Base { T low; };
struct Derived : Base<short> { char x, y; };
struct Large { int v[100]; };
struct alignas(16) Four { float x, y, z, w; };
struct Bits { unsigned a : 3, b : 5; int whole; };
struct Pair { int flag; float value; };
__device__ Derived table[8];
__global__ void segmented(Pair *out, const Pair *in, int race)
{
    __shared__ Pair s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        Pair p = s[t];
        if (t >= d) {
            p.value = p.flag ? p.value : s[t - d].value + p.value;
            p.flag |= s[t - d].flag;
        }
        if (!race)
            __syncthreads();
        s[t] = p;
        __syncthreads();
    }
    out[t] = s[t];
}
__global__ void nested(Wide *wide, Large *large, Four *four, Bits *bits)
{
    __shared__ Wide s[8];
    __shared__ Derived d[8];
    extern __shared__ Four dyn[];
    struct Local { int a; double b; };
    __shared__ Local one;
    int t = threadIdx.x;
    s[t] = wide[t];
    s[t].sum += 0.5;
    s[t].in[1].b = (short)-t;
    s[t].c[2] = (unsigned char)(t + 200);
    s[t].at.y = t * 0.25f;
    s[t].kind = SOME;
    s[t].u.f = 1.5f;
    s[t].p = (int *)large;
    d[t].low = (short)t;
    d[t].y = (char)-t;
    dyn[t].z = four[t].w;
    bits[t].whole = t;
    large[t].v[3] = t;
    if (t == 0)
        one.b = 2.5;
    __syncthreads();
    table[t].x = d[t ^ 1].y;
    float x = s[t].at.x;
    __syncthreads();
    s[(t + 1) % 8].at.x = x + 1;
    wide[t].sum = s[t].sum + one.b;
}
int main(int argc, char **)
{
    Pair host[64], *in, *out;
    for (int i = 0; i < 64; ++i)
        host[i] = Pair{i % 5 == 0, i * 0.5f};
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    segmented<<<1, 64>>>(out, in, argc > 1);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    CHECK(argc > 1 || host[63].value == 30 + 30.5f + 31 + 31.5f);
    CHECK(host[1].flag == 1);
    Wide *w; Large *l; Four *f; Bits *b;
    cudaMalloc(&w, 8 * sizeof *w);
    cudaMalloc(&l, 8 * sizeof *l);
    cudaMalloc(&f, 8 * sizeof *f);
    cudaMalloc(&b, 8 * sizeof *b);
    cudaMemset(w, 0, 8 * sizeof *w);
    cudaMemset(l, 0, 8 * sizeof *l);
    cudaMemset(f, 0, 8 * sizeof *f);
    cudaMemset(b, 0, 8 * sizeof *b);
    nested<<<1, 8, 8 * sizeof(Four)>>>(w, l, f, b);
    Wide wide[8];
    cudaMemcpy(wide, w, sizeof wide, cudaMemcpyDeviceToHost);
    CHECK(wide[7].sum == 3);
    return result("members");
}
