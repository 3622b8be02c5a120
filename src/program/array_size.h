/* SPDX-License-Identifier: MIT
 *
 * array_size - whether the size of an array is a number that the compiler
 * knows, as that of an array in shared memory must be:
 *
 *     __global__ void k(int *a, int n) { __shared__ int s[n]; ... }
 */
#ifndef UPSWEEP_ARRAY_SIZE_H
#define UPSWEEP_ARRAY_SIZE_H

#include "program/span.h"

/* True if an array that the tokens from FIRST to before END declare surely has
 * no constant size; *NAME is then the place of its name. */
bool array_size_varies(const Span *span, size_t first, size_t end,
                       size_t *name);

#endif
