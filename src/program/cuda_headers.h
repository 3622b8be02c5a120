/* SPDX-License-Identifier: MIT
 *
 * cuda_headers - what an #include of one of CUDA's headers becomes.
 */
#ifndef UPSWEEP_CUDA_HEADERS_H
#define UPSWEEP_CUDA_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *instead; /* the header of program/cuda that has its contents */
    const char *library; /* or what is not there: "Thrust" */
} CudaHeader;

/* What stands for the header NAME, of LENGTH bytes, included as <NAME> if
 * ANGLED; NULL: it is taken as it is. */
const CudaHeader *cuda_header(const char *name, size_t length, bool angled);

#endif
