/* SPDX-License-Identifier: MIT
 *
 * cuda_device - what cuda.c and cuda_bench.c share: checked calls to the CUDA
 * runtime, device memory that is freed all at once, kernels by their algorithm,
 * and a wait with a time limit.
 */
#ifndef UPSWEEP_CUDA_DEVICE_H
#define UPSWEEP_CUDA_DEVICE_H

#include "gpu/cuda.h"
#include "kernels/scan_args.h"

#include <cuda_runtime_api.h>

typedef int CudaLauncher(const ScanArgs *args, unsigned blocks,
                         unsigned threads);

/* The launcher of an algorithm's kernel in the version WAY. */
CudaLauncher *cuda_launcher(const Algorithm *algorithm, CudaWay way);

/* True if CODE is success; else ERROR_FAILED, "the GPU cannot" do WHAT. */
bool cuda_good(cudaError_t code, const char *what, Error *error);

/* Checks the result CODE of a CudaLauncher in the same way. */
bool cuda_started(int code, Error *error);

/* Waits until the device has finished all work; after CUDA_PATIENCE seconds
 * false and ERROR_FAILED, naming WHAT runs. */
bool cuda_await(const char *what, Error *error);

/* Blocks of device memory, freed together by cuda_free_all. */
typedef struct {
    void *blocks[48];
    int count;
} CudaMemory;

/* Kernel arguments with the sizes of LAUNCH and its array numbers; the caller
 * sets the pointers to arrays, logs and clocks. */
ScanArgs cuda_args(const Launch *launch);

/* Allocates COUNT zeroed items of SIZE bytes on the device and stores their
 * address in the pointer at PLACE.  False and ERROR_FAILED without memory. */
bool cuda_alloc(CudaMemory *memory, size_t count, size_t size, void *place,
                Error *error);

/* Frees all blocks of MEMORY. */
void cuda_free_all(CudaMemory *memory);

/* Copies BYTES from host to device; false and ERROR_FAILED on failure. */
bool cuda_upload(void *to, const void *from, size_t bytes, Error *error);

/* Copies BYTES from device to host; false and ERROR_FAILED on failure. */
bool cuda_download(void *to, const void *from, size_t bytes, Error *error);

#endif
