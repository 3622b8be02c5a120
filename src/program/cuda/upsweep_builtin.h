/* SPDX-License-Identifier: MIT
 *
 * upsweep_builtin - what a kernel knows of its thread, and its barriers and
 * fences (C++).
 */
#ifndef UPSWEEP_BUILTIN_H
#define UPSWEEP_BUILTIN_H

#include "cuda_runtime_api.h"

#include <time.h>

/* Objects, so that a program can give its variables these names, too. */
extern "C" {
extern __device__ const uint3 threadIdx __asm__("upsweep_thread_at");
extern __device__ const uint3 blockIdx __asm__("upsweep_block_at");
extern __device__ const uint3 blockDim __asm__("upsweep_block_shape");
extern __device__ const uint3 gridDim __asm__("upsweep_grid_shape");
extern __device__ const int warpSize __asm__("upsweep_warp_size");
}

UPSWEEP_DEVICE_BEGIN

/* Of the C library: what the host has, and the device as well. */
extern "C" {
int printf(const char *format, ...);
int puts(const char *text);
int putchar(int byte);
void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void free(void *memory);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
int abs(int x);
long labs(long x);
long long llabs(long long x);
void __assert_fail(const char *what, const char *file, unsigned line,
                   const char *function) __attribute__((noreturn));
long clock(void);
}

#define __syncthreads() upsweep_barrier()

UPSWEEP_RETURNS(static inline int __syncthreads_count(int predicate),
                (int)upsweep_barrier_sum(predicate != 0))
UPSWEEP_RETURNS(static inline int __syncthreads_or(int predicate),
                upsweep_barrier_sum(predicate != 0) != 0)
UPSWEEP_RETURNS(static inline int __syncthreads_and(int predicate),
                upsweep_barrier_sum(predicate == 0) == 0)
static inline void __syncwarp(unsigned mask = 0xffffffffu)
{
    upsweep_warp_barrier(mask);
}

/* Memory is the same for all threads at all times; it is only noted that there
 * is a fence. */
static inline void __threadfence()
{
    upsweep_fence();
}
static inline void __threadfence_block()
{
}
static inline void __threadfence_system()
{
    upsweep_fence();
}

static inline void __trap()
{
    upsweep_fault("executes __trap()");
}
static inline void __brkpt()
{
    upsweep_fault("executes __brkpt()");
}
UPSWEEP_RETURNS(static inline long long clock64(),
                (long long)upsweep_register(9))

UPSWEEP_DEVICE_END

#endif
