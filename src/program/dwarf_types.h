/* SPDX-License-Identifier: MIT
 *
 * dwarf_types - what the debugging information tells of a type.
 */
#ifndef UPSWEEP_DWARF_TYPES_H
#define UPSWEEP_DWARF_TYPES_H

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

typedef void DwarfFunction(void *user, Dwarf_Die *function);

/* Calls TAKE for each function of UNIT that has code, in namespaces, classes
 * and functions, too. */
void dwarf_functions_visit(Dwarf_Die *unit, DwarfFunction *take, void *user);

#endif
