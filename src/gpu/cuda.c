/* SPDX-License-Identifier: MIT
 *
 * cuda - see cuda.h.  Plain C that calls the runtime's C interface: nvcc
 * compiles only kernels.cu and peers.cu.
 */
#include "gpu/cuda.h"

#include "gpu/kernels.h"

#include <cuda_runtime_api.h>

bool cuda_ready(Error *error)
{
    int count = 0;
    cudaError_t code = cudaGetDeviceCount(&count);

    if (code != cudaSuccess || count < 1)
        return error_set(error, ERROR_FAILED, "GPU: no CUDA device (%s)",
                         code != cudaSuccess ? cudaGetErrorString(code)
                                             : "none is installed");
    code = cudaSetDevice(0);
    if (code == cudaSuccess)
        code = (cudaError_t)peer_usable();
    if (code == cudaErrorNoKernelImageForDevice ||
        code == cudaErrorInvalidDeviceFunction)
        return error_set(error, ERROR_FAILED,
                         "GPU: this build has no code for it (%s); configure "
                         "with CUDA_GENCODE=-arch=native",
                         cuda_device_name());
    return code == cudaSuccess ||
           error_set(error, ERROR_FAILED, "GPU: cannot be used: %s",
                     cudaGetErrorString(code));
}

const char *cuda_device_name(void)
{
    static struct cudaDeviceProp properties;

    if (!properties.name[0] &&
        cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return "GPU";
    return properties.name;
}

int cuda_capability(Error *error)
{
    int major = 0, minor = 0;
    cudaError_t code =
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);

    if (code == cudaSuccess)
        code = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor,
                                      0);
    if (code == cudaSuccess)
        return 10 * major + minor;
    error_set(error, ERROR_FAILED, "GPU: not found: %s",
              cudaGetErrorString(code));
    return 0;
}
