/* SPDX-License-Identifier: MIT
 *
 * kernel_body - what the body of a kernel becomes in the C++ that
 * program/rewrite.h makes.
 */
#ifndef UPSWEEP_KERNEL_BODY_H
#define UPSWEEP_KERNEL_BODY_H

#include "program/rewriter.h"

/* The kernel whose __global__ is at I says that it begins, as it may be called
 * and not launched.  The thread that comes to its end says so; one that returns
 * before does not.  Nothing is done where #if leaves open which braces the
 * kernel has.  False with the error if the kernel surely is none that CUDA
 * takes. */
bool kernel_body_rewrite(Rewriter *r, size_t i);

#endif
