/* SPDX-License-Identifier: MIT
 *
 * gpu_program - a CUDA program, unchanged, run on a GPU and recorded from the
 * instructions that the GPU executes.
 *
 *     prescan.cu ── nvcc -O3 -lineinfo ── program ┐
 *     ./app ──────────────────────────────────────┴ driver + inject ── log ──
 *     Trace
 */
#ifndef UPSWEEP_GPU_PROGRAM_H
#define UPSWEEP_GPU_PROGRAM_H

#include "program/program_options.h"
#include "trace/trace.h"

/* Like program_record, on a GPU.  Without files the first of the arguments is
 * the program.  NULL and ERROR_FAILED if there is no GPU, compiler or Sanitizer
 * API. */
Trace *gpu_program_record(const ProgramOptions *options, Error *error);

#endif
