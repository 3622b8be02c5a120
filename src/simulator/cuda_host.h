/* SPDX-License-Identifier: MIT
 *
 * cuda_host - CUDA's host functions, as program/cuda/cuda_runtime_api.h
 * declares them: errors, devices, kernels, streams, events and the C library in
 * cuda_host.c, memory in cuda_memory.c.  Part of the user's program; not
 * instrumented, so what they read and write is no access of the user's.
 */
#ifndef UPSWEEP_SIMULATOR_CUDA_HOST_H
#define UPSWEEP_SIMULATOR_CUDA_HOST_H

#include "program/cuda/cuda_runtime_api.h"
#include "util/base.h"

/* A call does nothing, for the reason WHAT, and returns ERROR.  CUDA says so
 * only if the program asks for the error, which few programs do; so the log
 * records the first call whose error nobody has asked for. */
cudaError_t host_refuses(cudaError_t error, const char *what, ...)
    BASE_PRINTF(2, 3);

/* Bytes of dynamic shared memory that a launch may ask for. */
size_t upsweep_dynamic_limit(void);

#endif
