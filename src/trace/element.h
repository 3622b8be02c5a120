/* SPDX-License-Identifier: MIT
 *
 * element - what the elements of a program's arrays and variables are.
 */
#ifndef UPSWEEP_ELEMENT_H
#define UPSWEEP_ELEMENT_H

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

#endif
