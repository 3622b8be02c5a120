/* SPDX-License-Identifier: MIT
 *
 * device_facts - the device code of a program that clang compiled: the
 * functions that may be kernels with their parameters, the variables, and the
 * members of the structs that are elements of arrays and variables, as the
 * debugging information describes them.
 *
 * The debugging information has the names that users write, for host and device
 * code alike.  The symbols and sections of the executable mark device code:
 *
 *     symbol NAME.device or NAME.device.0   a device function or variable
 *     symbol in section upsweep_shared_keys the object that stands for a static
 *                                           __shared__ variable
 */
#ifndef UPSWEEP_DEVICE_FACTS_H
#define UPSWEEP_DEVICE_FACTS_H

#include "program/program_facts.h"
#include "program/program_log.h"
#include "trace/trace.h"

/* A struct all of whose members are known, but for unions and bit-fields:
 *
 *     struct Pair { int flag; float value; };    flag at 0, value at 4
 */
typedef struct {
    uint64_t number;       /* what ProgramElement.structure is: the address of a
                              variable upsweep_structure, see upsweep_element.h,
                              or what no address is */
    uint32_t bytes;        /* of the struct */
    uint32_t first, count; /* of StructureTable.members */
} Structure;

struct StructureTable {
    Structure *items;
    size_t items_count, items_capacity;
    Member *members; /* of each struct by rising first; space and owner are 0 */
    size_t members_count, members_capacity;
};

/* Addresses are as in the running program. */
typedef struct {
    ProgramParameter *parameters; /* each kernel's after its name */
    size_t parameters_count, parameters_capacity;
    ProgramObject *objects;
    size_t objects_count, objects_capacity;
    StructureTable structures; /* that these and the program's arrays have */
} DeviceFacts;

struct Dwfl_Module;

/* Free the facts with device_facts_free. */
DeviceFacts device_facts_find(struct Dwfl_Module *module);
void device_facts_free(DeviceFacts *facts);

#endif
