/* SPDX-License-Identifier: MIT
 *
 * rewrite - turns CUDA C++ into C++ that g++ and clang++ read.
 *
 * What CUDA adds to the language, and macros of the headers in program/cuda
 * cannot express, becomes ordinary C++; every line keeps its number.
 *
 *     name<<<grid, block>>>(a, b)    (0 ? (void)name(a, b) : upsweep_kernel(
 *                                    "name", "a, b", __FILE__, __LINE__,
 *                                    UPSWEEP_CALL(name), grid, block)(a, b))
 *     __shared__ T a[X][Y];          typedef T upsweep_t_a[X][Y];
 *                                    static UpsweepVariable upsweep_v_a = ...;
 *                                    upsweep_t_a &a = *(upsweep_t_a *)
 *                                        upsweep_shared(&upsweep_v_a);
 *     extern __shared__ T a[];       ...; upsweep_t_a *a = (upsweep_t_a *)
 *                                        upsweep_dynamic(&upsweep_v_a);
 *     __device__ int x;              the same, then
 *                                    static const int upsweep_s_x =
 *                                        upsweep_symbol_of("x", x, 0);
 *     cudaLaunchKernel((void *)f,    upsweep_launch_function("f", __FILE__,
 *                                        __LINE__, f,
 *     cudaLaunchKernelEx(&c, f, a)   upsweep_launch_with_configuration(
 *                                        "f", "a", __FILE__, __LINE__,
 *                                        &c, f, a)
 *     __global__ void f()            { upsweep_kernel_begin(__func__);
 *     { ... }                        ... upsweep_kernel_end(); }
 *     int f() { ... }                { UPSWEEP_OF_HOST; ... }
 *     __device__ int f() { ... }     { UPSWEEP_OF_DEVICE; ... }
 *     asm("mov.u32 ..." : ...)       upsweep_missing("inline PTX ...")
 *     #include <sm_20_intrinsics.h>  #include <cuda_runtime.h>
 *     #include <thrust/scan.h>       an #include of a file that is not there,
 *                                    so that the compiler's message names
 *                                    Thrust
 *
 * The call that is never made, behind "0 ?", lets the compiler say on the
 * user's line what is wrong with the arguments of a launch.
 *
 * The result needs upsweep_cu.h: -include upsweep_cu.h.  A source that is not
 * CUDA's needs upsweep_of_host.h.
 */
#ifndef UPSWEEP_REWRITE_H
#define UPSWEEP_REWRITE_H

#include "program/function_spaces.h"
#include "util/base.h"

/* Appends to OUT the C++ for TEXT, which is the file PATH of a program with the
 * functions SPACES (NULL: none is known); it begins with #line.  False with
 * ERROR if TEXT cannot be understood, or launches what is no kernel; OUT is
 * then undefined. */
bool rewrite_cuda(const char *text, const char *path,
                  const FunctionSpaces *spaces, Text *out, Error *error);

/* Appends TEXT, which is the file PATH, as it is, after such a #line. */
void rewrite_nothing(const char *text, const char *path, Text *out);

/* True if TEXT has a function main. */
bool rewrite_has_main(const char *text);

#endif
