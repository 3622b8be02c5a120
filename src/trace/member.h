/* SPDX-License-Identifier: MIT
 *
 * member - the members of structs that a program's variables and arrays have as
 * their elements.
 *
 *     struct Pair { char flag; double value; } s[64];
 *
 *     byte of an element     0      1 to 7    8 to 15
 *     what it is of          flag   nothing   value
 */
#ifndef UPSWEEP_MEMBER_H
#define UPSWEEP_MEMBER_H

#include "trace/trace.h"

/* Where a number of memory is, and what kind of number. */
typedef struct {
    uint8_t element; /* ElementKind; ELEMENT_OTHER: it is not known */
    uint64_t first;  /* its first byte */
} NumberPlace;

/* Lets each variable and array know its members, which are in their order.
 * Those of a vector become its parts: its numbers, one after the other, are
 * those of the array, and parts only name them. */
void member_link(Trace *trace);

/* The member of MEMBERS that has a byte of an element between FIRST and LAST,
 * the first one of them; NULL: none has. */
const Member *member_between(const Trace *trace, MemberRange members,
                             uint64_t first, uint64_t last);

/* The number that has BYTE of shared memory in the blocks of grid GRID, or BYTE
 * of array ARRAY. */
NumberPlace member_shared_place(const Trace *trace, uint32_t grid,
                                uint64_t byte);
NumberPlace member_array_place(const Trace *trace, uint8_t array,
                               uint64_t byte);

#endif
