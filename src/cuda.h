/* SPDX-License-Identifier: MIT
 *
 * cuda - the GPU as a machine, behind the same signature as simt: a Launch in,
 * a Log out.  A build without CUDA has cuda_none.c in its place, which says so.
 */
#ifndef UPSWEEP_CUDA_H
#define UPSWEEP_CUDA_H

#include "launch.h"

/* The ways in which every kernel is compiled; see kernels/scan_cuda.h. */
typedef enum { CUDA_PLAIN, CUDA_TIMED, CUDA_TRACED, CUDA_WAYS } CudaWay;

/* True if there is a device that this build can use; else ERROR_FAILED says why
 * not, in one line. */
bool cuda_ready(Error *error);

/* "NVIDIA H200"; only when cuda_ready. */
const char *cuda_device_name(void);

/* Runs the traced kernel of LAUNCH and fills LOG, as simt_run does: shared
 * memory starts as BLANK, output arrives in the launch's arrays.  ERROR_FAILED
 * if the log does not fit in the device's memory (said before the traced run),
 * or the device fails or takes longer than CUDA_PATIENCE seconds. */
bool cuda_run(const Launch *launch, Word blank, Log *log, Error *error);

/* Runs the timed kernel ROUNDS times.  CYCLES gets the median of the cycles
 * that each step took in block 0, for the STEPS steps of the kernel; false and
 * ERROR if it has another number of steps.  Only for k = 32 and sums of
 * integers. */
bool cuda_time(const Launch *launch, int rounds, uint64_t cycles[],
               size_t steps, Error *error);

/* Others' code that the kernels are timed beside; src/peers.cu. */
typedef enum { PEER_NONE, PEER_COPY, PEER_BLOCK_SCAN, CUDA_PEERS } CudaPeer;

/* Runs the plain kernel of LAUNCH, or the PEER instead, on launch->blocks blocks
 * of launch->n elements each, after a warm-up, and puts the time of each of
 * ROUNDS runs, in microseconds, into TIMES.  The arrays must hold blocks * n
 * words; the output is left in them, for checking. */
bool cuda_bench(const Launch *launch, CudaPeer peer, int rounds, double times[],
                Error *error);

#define CUDA_PATIENCE 20

#endif
