/* SPDX-License-Identifier: MIT
 *
 * cuda_device - what is asked of the GPU and may fail: to finish a kernel, to
 * have memory, to copy.
 *
 * A function that fails returns false and sets ERROR_FAILED, with the remedy.
 */
#ifndef UPSWEEP_CUDA_DEVICE_H
#define UPSWEEP_CUDA_DEVICE_H

#include "util/base.h"

#include <cuda_runtime_api.h>

/* Seconds after which a kernel is given up. */
#define CUDA_PATIENCE 20

/* True if CODE is success; else ERROR_FAILED, "the GPU cannot" do WHAT. */
bool cuda_device_good(cudaError_t code, const char *what, Error *error);
/* The same for the result of a launch (kernels.h). */
bool cuda_device_started(int code, Error *error);

/* Waits until the device has finished all work; after CUDA_PATIENCE seconds
 * false and ERROR_FAILED, naming WHAT runs. */
bool cuda_device_await(const char *what, Error *error);

/* Blocks of device memory, freed together by cuda_device_free. */
typedef struct {
    void *blocks[48];
    int count;
} CudaMemory;

/* Allocates COUNT zeroed items of SIZE bytes on the device and stores their
 * address in the pointer at PLACE.  False and ERROR_FAILED without memory. */
bool cuda_device_alloc(CudaMemory *memory, size_t count, size_t size,
                       void *place, Error *error);
/* Frees them all. */
void cuda_device_free(CudaMemory *memory);
/* Copies BYTES to the device, and from it. */
bool cuda_device_upload(void *to, const void *from, size_t bytes, Error *error);
bool cuda_device_download(void *to, const void *from, size_t bytes,
                          Error *error);

#endif
