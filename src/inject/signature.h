/* SPDX-License-Identifier: MIT
 *
 * signature - what the name of a kernel in machine code says about it.
 *
 *     _Z7prescanPfPKfi    prescan    1: float, 2: float, 3: no pointer
 */
#ifndef UPSWEEP_SIGNATURE_H
#define UPSWEEP_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIGNATURE_MOST = 32 };

typedef struct {
    bool pointer;
    uint32_t element, element_bytes; /* that it points to */
} SignatureParameter;

typedef struct {
    char name[128]; /* "prescan", "scan<float, 256>" */
    SignatureParameter parameters[SIGNATURE_MOST];
    uint32_t count;
} Signature;

Signature signature_of(const char *symbol);

#endif
