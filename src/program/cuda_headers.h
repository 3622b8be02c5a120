/* SPDX-License-Identifier: MIT
 *
 * cuda_headers - headers of CUDA's that program/cuda does not have.
 */
#ifndef UPSWEEP_CUDA_HEADERS_H
#define UPSWEEP_CUDA_HEADERS_H

#include "util/base.h"

/* Writes those whose contents are in one of program/cuda into FOLDER/cuda: each
 * includes that one.  False and ERROR_FAILED. */
bool cuda_headers_write(const char *folder, Error *error);

/* The library that the header NAME belongs to, as "Thrust", which is not
 * supported; NULL: NAME is none of those. */
const char *cuda_headers_library(const char *name);

#endif
