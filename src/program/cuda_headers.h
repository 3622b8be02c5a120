/* SPDX-License-Identifier: MIT
 *
 * cuda_headers - headers of CUDA's that program/cuda does not have.
 */
#ifndef UPSWEEP_CUDA_HEADERS_H
#define UPSWEEP_CUDA_HEADERS_H

typedef struct {
    const char *instead; /* the header of program/cuda that has its contents */
    const char *library; /* or what is not there: "Thrust" */
} CudaHeader;

/* What is known of the header NAME, which is missing; NULL: nothing, it is none
 * of CUDA's. */
const CudaHeader *cuda_header(const char *name);

#endif
