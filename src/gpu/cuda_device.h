/* SPDX-License-Identifier: MIT
 *
 * cuda_device - what the modules that talk to the GPU share: every call to the
 * runtime checked, memory that is given back, kernels by name, a clock.
 */
#ifndef UPSWEEP_CUDA_DEVICE_H
#define UPSWEEP_CUDA_DEVICE_H

#include "gpu/cuda.h"
#include "kernels/scan_args.h"

#include <cuda_runtime_api.h>

typedef int CudaLauncher(const ScanArgs *args, unsigned blocks,
                         unsigned threads);

/* The kernel of an algorithm, compiled one way. */
CudaLauncher *cuda_launcher(const Algorithm *algorithm, CudaWay way);

/* True if CODE is success; else ERROR says that the GPU cannot do WHAT. */
bool cuda_good(cudaError_t code, const char *what, Error *error);

/* The same of what a CudaLauncher returns. */
bool cuda_started(int code, Error *error);

/* Waits until the device has done all; ERROR after CUDA_PATIENCE seconds,
 * naming what runs. */
bool cuda_await(const char *what, Error *error);

/* Memory of the device, given back all at once. */
typedef struct {
    void *blocks[48];
    int count;
} CudaMemory;

/* The sizes and the names of arrays of LAUNCH, for a kernel; arrays, logs and
 * the rest are for the caller to add. */
ScanArgs cuda_args(const Launch *launch);

/* COUNT items of SIZE bytes, zeroed; the address goes to *PLACE. */
bool cuda_alloc(CudaMemory *memory, size_t count, size_t size, void *place,
                Error *error);
void cuda_free_all(CudaMemory *memory);

bool cuda_upload(void *to, const void *from, size_t bytes, Error *error);
bool cuda_download(void *to, const void *from, size_t bytes, Error *error);

#endif
