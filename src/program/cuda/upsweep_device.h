/* SPDX-License-Identifier: MIT
 *
 * upsweep_device - what the CUDA headers of this folder ask of the machine that
 * runs a user's kernels (src/simulator).  C and C++.
 *
 * A call from a kernel gives the machine its return address, which names the
 * line: these functions are therefore never inlined.
 */
#ifndef UPSWEEP_DEVICE_H
#define UPSWEEP_DEVICE_H

#include "host_defines.h"

#include <stddef.h>
#include <stdint.h>

UPSWEEP_BOTH_BEGIN
#ifdef __cplusplus
extern "C" {
#endif

/* CUDA's uint3, so that threadIdx is one. */
typedef struct uint3 {
    unsigned x, y, z;
} UpsweepDim;

/* Of the thread that runs. */
unsigned upsweep_lane(void);
/* Of a warp. */
unsigned upsweep_lanes(void);

/* Waits for the block. */
void upsweep_barrier(void);
/* The same; returns the sum of VALUE over the threads of the block. */
unsigned upsweep_barrier_sum(unsigned value);
/* Waits for all blocks of the grid, of a cooperative launch. */
void upsweep_grid_barrier(void);
/* 1 if the launch is a cooperative one. */
int upsweep_cooperates(void);
/* The lanes that run with this one: those that are at this place when all of
 * the warp have stopped. */
unsigned upsweep_converged(void);
/* In what follows a MASK of 0 stands for these. */
/* Waits for the lanes of MASK. */
void upsweep_warp_barrier(unsigned mask);
/* Gives the lanes of MASK each other's VALUE; returns lane FROM's, or the own
 * one if FROM is negative.  WIDTH bytes are significant. */
uint64_t upsweep_shuffle(unsigned mask, uint64_t value, int from, int width);
/* Gives the lanes of MASK each other's VALUE; ALL[32] becomes the values of
 * all lanes; returns the set of lanes that took part. */
unsigned upsweep_exchange(unsigned mask, uint64_t value, uint64_t *all);

/* What the special register of PTX has that is number PLACE of those in
 * program/pass_access.c. */
uint64_t upsweep_register(int place);

/* Before an atomic operation on BYTES bytes at ADDRESS, of an INTEGER or not.
 */
void upsweep_atomic_begin(const volatile void *address, int bytes, int integer);
/* Behind it. */
void upsweep_atomic_end(void);
/* Before `atomicAdd(at, x);`, whose result nobody uses: IS_ONE if x is 1. */
void upsweep_count_next(int is_one);

/* What an array has.  ALIGN is a struct's alignment, which decides in what
 * accesses one is copied; 0: of a number or a vector, or not known.  COUNT numbers are a
 * vector; 0: they are none.  STRUCTURE is the address of a variable whose type
 * is a pointer to the struct or the vector, which the debugging information
 * describes; NULL: it is neither. */
typedef struct {
    unsigned kind, bytes; /* ElementKind */
    unsigned align;
    unsigned count;
    const void *structure;
    unsigned part; /* of a struct of a few numbers of one kind: that kind */
} UpsweepElement;

/* ---- Host -----------------------------------------------------------------*/

/* Others see what a thread has stored before what it stores later. */
void upsweep_fence(void);

/* Global memory, all zeros; NULL if there is not enough. */
void *upsweep_global_alloc(size_t bytes, UpsweepElement element, int managed);
/* False unless POINTER came from upsweep_global_alloc. */
int upsweep_global_free(void *pointer);
/* True if BYTES bytes at POINTER lie in one array of global memory. */
int upsweep_is_global(const void *pointer, size_t bytes);
/* True if POINTER points into the space of global memory at all. */
int upsweep_in_global_space(const void *pointer);
/* The same; and it is managed, so that the host may access it. */
int upsweep_is_managed(const void *pointer, size_t bytes);
/* For Thrust, CUB and cuRAND: calls the kernel of STUB, whose parameter is a
 * pointer, or, if STUB is NULL, FUNCTION, with F on this thread of the host. It
 * may touch memory of the device, and is no launch. */
void upsweep_library_run(const void *stub, void (*function)(void *f), void *f);
/* They read, or have STORED, BYTES bytes at ADDRESS, which lie in an array on
 * the DEVICE or in memory of the host.  Ends the program if they do not. */
void upsweep_library_touch(const volatile void *address, size_t bytes,
                           int device, int stored);
size_t upsweep_global_total(void);
size_t upsweep_global_used(void);

/* Ends the program: WHAT is not there.  A clause, such as "cudaMallocArray is
 * not supported (textures)". */
void upsweep_missing(const char *what) __attribute__((noreturn));
/* Ends the program because the running thread failed: "assertion failed: ..."
 */
void upsweep_fault(const char *what) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
UPSWEEP_BOTH_END

#endif
