/* SPDX-License-Identifier: MIT
 *
 * dwarf_functions - the functions that the debugging information tells of.
 */
#ifndef UPSWEEP_DWARF_FUNCTIONS_H
#define UPSWEEP_DWARF_FUNCTIONS_H

#include <elfutils/libdw.h>

typedef void DwarfFunction(void *user, Dwarf_Die *function);

/* Calls TAKE for each function of UNIT that has code, in namespaces, classes
 * and functions, too. */
void dwarf_functions_visit(Dwarf_Die *unit, DwarfFunction *take, void *user);

#endif
