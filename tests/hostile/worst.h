/* SPDX-License-Identifier: MIT
 *
 * worst - traces of about a megabyte in which as much as possible depends on as
 * much as possible: those that take longest to report, show and draw.
 */
#ifndef UPSWEEP_WORST_H
#define UPSWEEP_WORST_H

#include "../forge.h"

extern const size_t worst_count;

/* What is large in trace I: "20000 steps before 131000 lines". */
const char *worst_name(size_t i);

/* Trace I as a file; forge_close it. */
Forge *worst_forge(size_t i);

#endif
