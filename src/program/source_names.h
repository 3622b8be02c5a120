/* SPDX-License-Identifier: MIT
 *
 * source_names - what a CUDA source calls things that machine code has no names
 * or types for.
 *
 *     __shared__ float tile[32][33];     tile: float, 32 x 33
 *     scan<float><<<g, b>>>(d_out, n)    arguments "d_out, n"
 */
#ifndef UPSWEEP_SOURCE_NAMES_H
#define UPSWEEP_SOURCE_NAMES_H

#include "program/program_log.h"

#include <stdbool.h>

/* Finds a launch of the kernel NAME, "scan<float>" or "scan", in TEXT, and
 * copies its arguments and line to *LAUNCH; false if there is none. */
bool source_names_launch(const char *text, const char *name,
                         ProgramLaunch *launch);

/* Finds the declaration of the shared variable of *VARIABLE's name in TEXT, and
 * sets its type, element and extents; false if there is none. */
bool source_names_shared(const char *text, ProgramVariable *variable);

#endif
