/* SPDX-License-Identifier: MIT
 *
 * samples - what NVIDIA's samples take from their helper headers.
 */
#include <cuda_runtime.h>
#include "device_launch_parameters.h"
#include <helper_cuda.h>
#include <helper_functions.h>
#include <iostream>

#include "check.h"

__global__ void square(float *x)
{
    x[threadIdx.x] *= x[threadIdx.x];
}

int main(int argc, char **argv)
{
    findCudaDevice(argc, (const char **)argv);
    float *data, host[32];
    StopWatchInterface *timer = NULL;

    for (int i = 0; i < 32; ++i)
        host[i] = (float)i;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    checkCudaErrors(cudaMalloc((void **)&data, sizeof host));
    checkCudaErrors(
        cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    square<<<1, 32>>>(data);
    getLastCudaError("square failed");
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(
        cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    checkCudaErrors(cudaFree(data));
    sdkStopTimer(&timer);
    CHECK(sdkGetTimerValue(&timer) >= 0);
    sdkDeleteTimer(&timer);
    CHECK(host[31] == 961);
    const char *flags[] = {"samples", "--n=12", "-quick"};
    CHECK(checkCmdLineFlag(3, flags, "quick"));
    CHECK(!checkCmdLineFlag(3, flags, "slow"));
    CHECK(getCmdLineArgumentInt(3, flags, "n") == 12);
    std::cout << "from std::cout" << std::endl;
    return result("samples");
}
