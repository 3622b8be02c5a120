/* SPDX-License-Identifier: MIT
 *
 * log_gpu - what gpu_program.c makes of a log's records of machine code.  For
 * fuzz_log a module is the text that nvdisasm would print of it.
 */
#ifndef UPSWEEP_LOG_GPU_H
#define UPSWEEP_LOG_GPU_H

#include "program/program_facts.h"
#include "util/base.h"

typedef struct LogGpu LogGpu;

/* True if the BYTES bytes at LOG have records of machine code. */
bool log_gpu_is(const void *log, size_t bytes);

/* Reads them, and gives the launches and variables in LOG their names; with
 * WITHOUT_SOURCES those that the modules name are looked for.  NULL and an
 * error if the log is damaged.  Free with log_gpu_free, after the log's use. */
LogGpu *log_gpu_new(void *log, size_t bytes, const ProgramSource *sources,
                    size_t count, bool without_sources, Error *error);
void log_gpu_free(LogGpu *gpu);

/* Fills in the sources, with the listing, and the lines of instructions. */
void log_gpu_facts(LogGpu *gpu, ProgramFacts *facts, ProgramSymbols *symbols);

#endif
