/* SPDX-License-Identifier: MIT
 *
 * launch_syntax - what a launch in a CUDA source, KERNEL<<<GRID, BLOCK>>>(...)
 * or a call of cudaLaunchKernel, becomes in the C++ that program/rewrite.h
 * makes; upsweep_launch.h has the words.
 */
#ifndef UPSWEEP_LAUNCH_SYNTAX_H
#define UPSWEEP_LAUNCH_SYNTAX_H

#include "program/rewriter.h"

/* Rewrites the launch whose "<<<" is at I; false with the error. */
bool launch_syntax_rewrite(Rewriter *r, size_t i);
/* Rewrites cudaLaunchKernel((void *)NAME, ... or the call of
 * cudaLaunchCooperativeKernel at I, so that the kernel's type is known. */
void launch_syntax_rewrite_call(Rewriter *r, size_t i);
/* Rewrites cudaLaunchKernelEx(&CONFIG, NAME, ... at I, so that the launch is
 * named. */
void launch_syntax_rewrite_configured(Rewriter *r, size_t i);

#endif
