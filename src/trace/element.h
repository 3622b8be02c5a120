/* SPDX-License-Identifier: MIT
 *
 * element - what the elements of a program's arrays and variables are.
 */
#ifndef UPSWEEP_ELEMENT_H
#define UPSWEEP_ELEMENT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ELEMENT_OTHER, /* a struct; words are shown as they are */
    ELEMENT_I8,
    ELEMENT_U8,
    ELEMENT_I16,
    ELEMENT_U16,
    ELEMENT_I32,
    ELEMENT_U32,
    ELEMENT_I64,
    ELEMENT_U64,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_KINDS
} ElementKind;

/* The kind of the elements of a C++ type, as "unsigned int" or "float4", and
 * the bytes of the type; false if NAME is no type of numbers that is known. */
bool element_of_type(const char *name, uint32_t *kind, uint32_t *bytes);

/* The bytes of a number of the kind ELEMENT, of which an element, as a float4,
 * may have several; 0: of no known kind. */
static inline uint32_t element_width(uint32_t element)
{
    switch (element) {
    case ELEMENT_I8:
    case ELEMENT_U8:
        return 1;
    case ELEMENT_I16:
    case ELEMENT_U16:
        return 2;
    case ELEMENT_I32:
    case ELEMENT_U32:
    case ELEMENT_F32:
        return 4;
    case ELEMENT_I64:
    case ELEMENT_U64:
    case ELEMENT_F64:
        return 8;
    default:
        return 0;
    }
}

static inline bool element_is_float(uint32_t element)
{
    return element == ELEMENT_F32 || element == ELEMENT_F64;
}

/* True if numbers of the kinds FROM and TO are integers, and TO is wider: `int
 * sum = 0; sum += x` for a short x. */
static inline bool element_may_widen(uint32_t from, uint32_t to)
{
    return element_width(from) > 0 && element_width(to) > element_width(from) &&
           !element_is_float(from) && !element_is_float(to);
}

/* The integer of the kind ELEMENT at AT, extended by its sign or by zeros, as
 * its kind is. */
uint64_t element_extend(uint32_t element, const void *at);

#endif
