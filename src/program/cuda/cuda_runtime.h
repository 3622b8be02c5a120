/* SPDX-License-Identifier: MIT
 *
 * cuda_runtime - CUDA on Upsweep's machine.  A host file (.c, .cpp) sees the
 * host functions and the vector types; a .cu file, by upsweep_cu.h, also what
 * kernels use.  It includes little, because every second counts between saving
 * a file and seeing it.
 */
#ifndef UPSWEEP_CUDA_RUNTIME_H
#define UPSWEEP_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__ /* other headers look for it */

#include "host_defines.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#include <time.h>

#ifdef __cplusplus
#include <new>
#include <type_traits>
/* C++17's special functions double the time that <math.h> takes. */
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
UPSWEEP_BOTH_BEGIN
#include <math.h>
UPSWEEP_BOTH_END
#else
#include <math.h>
#endif

#include "cuda_runtime_api.h"

#ifdef __cplusplus
#include "upsweep_host.h"
#include "upsweep_missing.h"
#ifdef __CUDACC__
#include "upsweep_kernel.h"
#include "upsweep_math.h"
#endif
#endif

#endif
