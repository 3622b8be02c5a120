/* SPDX-License-Identifier: MIT
 *
 * device_facts - the device code of a program that clang compiled: the
 * functions that may be kernels with their parameters, and the variables, as
 * the debugging information describes them.
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

#include "program/program_log.h"

#include <elfutils/libdwfl.h>

/* Addresses are as in the running program. */
typedef struct {
    ProgramParameter *parameters; /* those of each kernel after its name */
    size_t parameters_count, parameters_capacity;
    ProgramObject *objects;
    size_t objects_count, objects_capacity;
    uint64_t *structures; /* each that a parameter or an object names, once */
    size_t structures_count, structures_capacity;
} DeviceFacts;

/* Free the facts with device_facts_free. */
DeviceFacts device_facts_find(Dwfl_Module *module);
void device_facts_free(DeviceFacts *facts);

/* The type that STRUCTURE, of DeviceFacts.structures, names; false if there is
 * none.  No address of a program is such a number. */
bool device_facts_structure(Dwfl_Module *module, uint64_t structure,
                            Dwarf_Die *type);

#endif
