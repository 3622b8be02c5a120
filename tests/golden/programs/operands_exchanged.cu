// SPDX-License-Identifier: MIT
// A scan of 2 x 2 matrices multiplies in the wrong order, which only an operator
// that does not commute shows.
struct Matrix {
    unsigned a, b, c, d;
};

__host__ __device__ Matrix times(Matrix x, Matrix y)
{
    return Matrix{x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,
                  x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
}

__global__ void scan(const Matrix *in, Matrix *out)
{
    __shared__ Matrix s[16];
    int t = threadIdx.x;

    s[t] = in[t];
    for (int d = 1; d < 16; d *= 2) {
        __syncthreads();
        Matrix mine = s[t], left = s[t >= d ? t - d : t];
        __syncthreads();
        if (t >= d)
            s[t] = times(mine, left); // should be times(left, mine)
    }
    out[t] = s[t];
}

int main()
{
    Matrix numbers[16], *in, *out;

    for (unsigned i = 0; i < 16; ++i)
        numbers[i] = Matrix{1, i, i % 3, 1};
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    scan<<<1, 16>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
}
