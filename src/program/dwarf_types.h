/* SPDX-License-Identifier: MIT
 *
 * dwarf_types - what the debugging information tells of a type.
 */
#ifndef UPSWEEP_DWARF_TYPES_H
#define UPSWEEP_DWARF_TYPES_H

#include "util/base.h"

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* The type of a variable, a member or a parameter, of what a pointer points to,
 * or of the elements of an array; false if there is none. */
bool dwarf_types_of(Dwarf_Die *die, Dwarf_Die *type);

/* What the values of a base type or an enumeration, of BYTES bytes, are:
 * *ELEMENT is an ElementKind; *TRUTH: they are true and false.  False if they
 * are no numbers of 1, 2, 4 or 8 bytes. */
bool dwarf_types_number(Dwarf_Die *type, Dwarf_Word bytes, uint8_t *element,
                        bool *truth);

/* The extents of an array type, outermost first, at most COUNT; 0: no more.
 * Returns the number of its elements; 0: it is not known. */
uint64_t dwarf_types_extents(Dwarf_Die *type, uint32_t *extents, int count);

/* Appends the name of a type: "const float *". */
void dwarf_types_name(Dwarf_Die *type, Text *text);

/* The address of the variable DIE; false if it is not at one address. */
bool dwarf_types_address(Dwarf_Die *die, Dwarf_Addr *address);

typedef void DwarfTake(void *user, Dwarf_Die *die);

/* Calls TAKE for each function, or each variable that is no parameter, of UNIT,
 * in namespaces, classes and functions, too.  Some functions have no code. */
void dwarf_functions_visit(Dwarf_Die *unit, DwarfTake *take, void *user);
void dwarf_variables_visit(Dwarf_Die *unit, DwarfTake *take, void *user);

#endif
