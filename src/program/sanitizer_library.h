/* SPDX-License-Identifier: MIT
 *
 * sanitizer_library - where the CUDA Toolkit has the library of its Sanitizer
 * API, by which programs are recorded on a GPU.
 */
#ifndef UPSWEEP_SANITIZER_LIBRARY_H
#define UPSWEEP_SANITIZER_LIBRARY_H

#include "util/base.h"

#include <limits.h>

/* The path of libsanitizer-public.so: in UPSWEEP_SANITIZER_API if that is set,
 * else beside nvcc or in the usual folders.  False and an error that names the
 * remedy if it is not there. */
bool sanitizer_library_find(char path[PATH_MAX], Error *error);

#endif
