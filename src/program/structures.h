/* SPDX-License-Identifier: MIT
 *
 * structures - the members of the structs that a program's arrays and variables
 * in shared memory have as their elements, as the debugging information says:
 *
 *     struct Pair { int flag; float value; };    flag at 0, value at 4
 *
 * The program names a struct by the address of a variable of its own, whose
 * type is a pointer to the struct: see UpsweepElement in upsweep_device.h.  The
 * structs of its kernels' parameters and of its device code's variables are
 * named as device_facts.h says.
 */
#ifndef UPSWEEP_STRUCTURES_H
#define UPSWEEP_STRUCTURES_H

#include "program/program_facts.h"
#include "trace/trace.h"

/* A struct all of whose members are known, but for unions and bit-fields. */
typedef struct {
    uint64_t address;      /* of the variable, or the name in device_facts.h */
    uint32_t bytes;        /* of the struct */
    uint32_t first, count; /* of StructureTable.members */
} Structure;

struct StructureTable {
    Structure *items;
    size_t items_count, items_capacity;
    Member *members; /* of each struct by rising first; space and owner are 0 */
    size_t members_count, members_capacity;
};

struct Dwfl_Module;

/* Free the table with structures_free. */
StructureTable structures_find(struct Dwfl_Module *module);
void structures_free(StructureTable *table);

#endif
