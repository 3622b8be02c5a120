/* SPDX-License-Identifier: MIT
 *
 * cuda_host - CUDA's host functions, as program/cuda/cuda_runtime_api.h
 * declares them: errors, devices, kernels and the C library in cuda_host.c,
 * memory in cuda_memory.c, streams and events in cuda_stream.c.  Part of the
 * user's program; not instrumented, so what they read and write is no access of
 * the user's.
 */
#ifndef UPSWEEP_SIMULATOR_CUDA_HOST_H
#define UPSWEEP_SIMULATOR_CUDA_HOST_H

#include "program/cuda/cuda_runtime_api.h"

/* Keeps ERROR for cudaGetLastError, unless it is none, and returns it. */
cudaError_t host_result(cudaError_t error);

/* A fault if a kernel calls FUNCTION. */
void host_only(const char *function);

/* Bytes of dynamic shared memory that a launch may ask for. */
size_t upsweep_dynamic_limit(void);

#endif
