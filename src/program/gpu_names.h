/* SPDX-License-Identifier: MIT
 *
 * gpu_names - what the source of a GPU's program calls things that machine code
 * has no names or types for.
 *
 *     extern __shared__ float tile[][33];    tile: float, N x 33
 *     scan<float><<<g, b>>>(d_out, n)        arguments "d_out, n"
 */
#ifndef UPSWEEP_GPU_NAMES_H
#define UPSWEEP_GPU_NAMES_H

#include "program/program_log.h"
#include "program/source_facts.h"

/* Sets the arguments, file and line of *LAUNCH by its kernel, "scan<float>" or
 * "scan"; false if the source launches none of that name. */
bool gpu_names_launch(const SourceFacts *facts, ProgramLaunch *launch);

/* Sets the type, element and extents of *VARIABLE by its name; false if the
 * source has no shared variable of that name. */
bool gpu_names_shared(const SourceFacts *facts, ProgramVariable *variable);

#endif
