// SPDX-License-Identifier: MIT
//
// Kernels that are launched through pointers, in all the ways that programs have: a
// table, a variable, a function's parameter, a template, cudaLaunchKernel.

namespace deep
{
__global__ void good(int *a)
{
    a[threadIdx.x] += 1;
}
} // namespace deep

static __global__ void racy(int *a)
{
    int i = threadIdx.x;
    a[i] = a[(i + 1) % 64];
}

template <int N> __global__ void step(int *a)
{
    if (threadIdx.x < N)
        a[threadIdx.x] += N;
}

template <class T> __global__ void any(T *a)
{
    a[threadIdx.x] += 1;
}

__global__ void twice(int *a)
{
    a[threadIdx.x] += 1;
}

__global__ void twice(int *a, int b)
{
    a[threadIdx.x] += b;
}

extern "C" __global__ void plain(int *a)
{
    a[threadIdx.x] += 1;
}

typedef void (*Kernel)(int *);

static const struct {
    const char *name;
    Kernel run;
} table[] = {
    {"good", deep::good}, {"racy", racy}, {"step", step<4>}, {"plain", plain}};

template <int N> static void run_step(int *a)
{
    step<N><<<1, 64>>>(a);
}

template <class F> static void run(F kernel, int *a)
{
    kernel<<<1, 64>>>(a);
}

static Kernel pick(int i)
{
    return table[i].run;
}

int main(int argc, char **)
{
    int *a;

    cudaMalloc(&a, 256);
    cudaMemset(a, 0, 256);
    if (argc > 1) { // too many threads
        Kernel wide = &deep::good;
        wide<<<1, 128>>>(a);
    }
    deep::good<<<1, 64>>>(a); // launch 1
    for (int i = 0; i < 4; i++)
        table[i].run<<<1, 64>>>(a);
    run_step<4>(a); // 6
    run_step<8>(a);
    run_step<16>(a);
    any<<<1, 64>>>(a); // 9
    twice<<<1, 64>>>(a);
    twice<<<1, 64>>>(a, 2);
    run(plain, a); // 12
    run(step<32>, a);
    (*pick(3))<<<1, 64>>>(a);
    void *arguments[] = {&a};
    Kernel const kernel = &step<2>;
    cudaLaunchKernel((const void *)kernel, dim3(1), dim3(64), arguments, 0, 0);
    cudaLaunchKernel((const void *)step<3>, dim3(1), dim3(64), arguments, 0, 0);
    [=]() { kernel<<<1, 64>>>(a); }(); // 17
    cudaFree(a);
}
