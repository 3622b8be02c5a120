/* SPDX-License-Identifier: MIT
 *
 * refusal - launches that a GPU refuses, as they ask for more than there is,
 * and copies that it refuses, as their memory is not where they say; further
 * calls of the host that it refuses.
 *
 *     scale<<<n / 256, 256>>>(out, in)     with n = 100: no blocks
 *     cudaMemcpy(d_in, in, bytes, cudaMemcpyDeviceToHost)
 *
 * CUDA does nothing then and says nothing, unless the program asks for the
 * error, which few programs do.  So the log tells of the launches and calls
 * whose error nobody has asked for.
 */
#ifndef UPSWEEP_SIMULATOR_REFUSAL_H
#define UPSWEEP_SIMULATOR_REFUSAL_H

#include "program/cuda/driver_types.h"
#include <stdbool.h>
#include <stddef.h>

/* Tells the log of a copy that is refused, of BYTES bytes. */
void refusal_of_copy(const void *to, const void *from, size_t bytes,
                     cudaMemcpyKind kind);
/* The same of BYTES bytes that the host was to set. */
void refusal_of_set(const void *to, size_t bytes);
/* The same of a copy between memory and SYMBOL, of BYTES bytes from OFFSET on,
 * by FUNCTION; and of one by FUNCTION in the direction KIND. */
void refusal_of_symbol(const char *function, const void *symbol, size_t bytes,
                       size_t offset);
void refusal_of_direction(const char *function, cudaMemcpyKind kind);
/* The same of rows of WIDTH bytes, which are copied or, if SETS, set, and which
 * are longer than PITCH. */
void refusal_of_pitch(bool sets, size_t width, size_t pitch);
/* The same of FUNCTION, which was to free POINTER. */
void refusal_of_free(const char *function, const void *pointer);
/* The same of a call that names a device that is not there. */
void refusal_of_device(int device);
/* The program has asked for the last error, or for the name of an error, and
 * been told of one. */
void refusal_asked(void);

#endif
