/* SPDX-License-Identifier: MIT
 *
 * host_objects - constant arrays of the host, and inline assembler, in a CUDA
 * source.
 */
#ifndef UPSWEEP_HOST_OBJECTS_H
#define UPSWEEP_HOST_OBJECTS_H

#include "program/span.h"

/* True if NAME, in a namespace, is that of a constant array of the host that is
 * defined there with its elements, and with no macro. */
bool host_objects_is_array(const Span *span, size_t name);

/* The ")" that ends the asm at I, if it is of the GPU's assembler (PTX); COUNT:
 * it is not. */
size_t host_objects_ptx_end(const Span *span, size_t i);

#endif
