/* SPDX-License-Identifier: MIT
 *
 * dwarf_types - what the debugging information knows about a type.
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

/* The extents of an array type, outermost first, at most COUNT; 0: no more.
 * Returns the number of its elements; 0: it is not known. */
uint64_t dwarf_types_extents(Dwarf_Die *type, uint32_t *extents, int count);

/* Appends the name of a type: "const float *". */
void dwarf_types_name(Dwarf_Die *type, Text *text);

/* A number or a pointer within a value. */
typedef struct {
    const char *name; /* "[1].x"; "" if it is the whole value */
    uint64_t offset;
    Dwarf_Die *type;        /* as written */
    uint8_t bytes, element; /* ElementKind */
    bool is_pointer, is_truth;
} DwarfPart;

typedef struct DwarfWalk {
    void (*take)(void *user, const DwarfPart *part);
    /* True to leave out MEMBER of CLASS, or all if MEMBER is NULL; or NULL. */
    bool (*skips)(void *user, Dwarf_Die *class, Dwarf_Die *member);
    void *user;
    /* All or nothing is wanted, also the members of bases, but nothing that
     * lies on something else, as the members of unions. */
    bool is_whole;
    uint32_t most; /* parts, and elements of an array */
    /* set by the walk */
    uint32_t count;  /* of parts */
    bool has_missed; /* a part */
} DwarfWalk;

/* Takes the parts of a value of TYPE, but for bit-fields. */
void dwarf_types_walk(DwarfWalk *walk, Dwarf_Die *type);

/* The address of the variable DIE; false if it is not at one address. */
bool dwarf_types_address(Dwarf_Die *die, Dwarf_Addr *address);

typedef void DwarfTake(void *user, Dwarf_Die *die);

/* Calls TAKE for each function, or each variable that is no parameter, as TAG
 * says, of UNIT, in namespaces, classes and functions, too.  Some functions
 * have no code. */
void dwarf_types_visit(Dwarf_Die *unit, int tag, DwarfTake *take, void *user);

#endif
