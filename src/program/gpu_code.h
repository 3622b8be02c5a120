/* SPDX-License-Identifier: MIT
 *
 * gpu_code - the machine code of what a GPU ran, out of the log of the run: its
 * instructions and their lines, and what they say about the accesses.
 */
#ifndef UPSWEEP_GPU_CODE_H
#define UPSWEEP_GPU_CODE_H

#include "program/log_reader.h"
#include "program/sass.h"

typedef struct {
    Sass sass;
    ProgramCode *codes;
    size_t codes_count, codes_capacity;
} GpuCode;

/* Reads the modules in the log of BYTES bytes at LOG, for which nvdisasm gets
 * files in FOLDER, and where their functions lie.  Without nvdisasm nothing is
 * known of them.  Free with gpu_code_free.  False and an error if the log is
 * damaged or nvdisasm cannot be run. */
bool gpu_code_read(GpuCode *code, const void *log, size_t bytes,
                   const char *folder, Error *error);
void gpu_code_free(GpuCode *code);

/* The instruction at PC; NULL: it is not known. */
const SassInstruction *gpu_code_find(const GpuCode *code, uint64_t pc);

/* Marks the accesses in the log as the instructions are that made them: those
 * of volatile and strong ones, which order what threads do, and additions of
 * one to shared memory (PROGRAM_COUNT). */
void gpu_code_mark(const GpuCode *code, void *log, size_t bytes);

#endif
