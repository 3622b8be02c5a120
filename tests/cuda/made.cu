// SPDX-License-Identifier: MIT
//
// Parameters of kernels that the host makes from objects: of a class around an array of
// the device that becomes its pointer, which cannot be copied and frees its array, and
// of a number in a class.
#include <stdio.h>
static int made, freed;
template <class T> struct Array {
    T *data;
    explicit Array(int n) { cudaMalloc(&data, n * sizeof(T)); }
    Array(const Array &) = delete;
    ~Array() { cudaFree(data), ++freed; }
    operator T *() { ++made; return data; }
    operator const T *() const { ++made; return data; }
};
struct Count {
    int n;
    operator int() const { ++made; return n; }
};
struct Scaled {
    float by;
    __device__ float operator()(int i) const { return by * i; }
};
__global__ void fill(float *to, Scaled value, int n)
{
    if (threadIdx.x < n)
        to[threadIdx.x] = value(threadIdx.x);
}
template <class F> __global__ void add(float *to, const float *from, F value, int n)
{
    if (threadIdx.x < n)
        to[threadIdx.x] = from[threadIdx.x] + value(threadIdx.x);
}
__global__ void set(float *to, unsigned char n) { to[n] = 5; }
int main()
{
    float all[32];
    int good = 1;
    Count count = {32};
    {
        Array<float> a(32), b(32);
        const Array<float> &c = a;
        fill<<<1, 32>>>(a, Scaled{2}, count);
        add<Scaled><<<1, 32>>>(b, c, Scaled{1}, Count{32});
        set<<<1, 1>>>(b, 3);
        cudaMemcpy(all, b, sizeof all, cudaMemcpyDeviceToHost);
    }
    for (int i = 0; i < 32; ++i)
        good = good && all[i] == (i == 3 ? 5 : 3 * i);
    good = good && made == 7 && freed == 2;
    printf("made: %s\n", good ? "ok" : "wrong");
    return !good;
}
