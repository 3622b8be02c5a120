/* SPDX-License-Identifier: MIT
 *
 * locals - where the local variables of a user's functions are, as the
 * debugging information says.
 *
 * Compiled with -O0 every variable has a place in its function's frame, and the
 * frame pointer says where that frame is:
 *
 *     int ai, at frame pointer - 36, from 0x4012a0 to 0x4012ff
 *
 * A struct and a short array are shown by their members: "v.x", "sums[1]".
 */
#ifndef UPSWEEP_LOCALS_H
#define UPSWEEP_LOCALS_H

#include "program/program_facts.h"
#include "program/program_log.h"
#include "trace/trace.h"

/* Instructions find it with its value in its scope, behind its initialization.
 */
typedef struct {
    Local local;
    ProgramPlace place;
} LocalPlace;

typedef struct {
    uint64_t low, high;    /* its instructions; HIGH is the first one behind */
    uint32_t first, count; /* its variables, of LocalTable.items */
} LocalFunction;

struct LocalTable {
    LocalFunction *functions; /* by rising low */
    size_t functions_count, functions_capacity;
    LocalPlace *items; /* at most LIMITS_LOCALS */
    size_t items_count, items_capacity;
};

struct Dwfl_Module;

/* Finds the variables of the functions that stand in the COUNT files SOURCES;
 * free the table with locals_free. */
LocalTable locals_find(struct Dwfl_Module *module, const ProgramSource *sources,
                       size_t count);
void locals_free(LocalTable *table);

#endif
