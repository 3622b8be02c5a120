/* SPDX-License-Identifier: MIT
 *
 * allocations - the program's arrays in the GPU's memory.
 */
#ifndef UPSWEEP_ALLOCATIONS_H
#define UPSWEEP_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t address, bytes;
    uint32_t launch;   /* recorded launch that touched it last, from 1 */
    uint32_t id;       /* in that launch */
    uint32_t argument; /* of that launch, from 1; 0: none */
    uint32_t element, element_bytes; /* as that argument has it */
    bool managed;                    /* the host reaches it, too */
    void *before; /* its first bytes before that launch, or NULL */
} Allocation;

void allocations_add(uint64_t address, uint64_t bytes, bool managed);
void allocations_remove(uint64_t address);

/* The allocation that ADDRESS lies in; NULL: none. */
Allocation *allocations_find(uint64_t address);

/* Number I; NULL behind the last one. */
Allocation *allocations_at(size_t i);

#endif
