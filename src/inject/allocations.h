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
    uint32_t launch;                 /* the run that touched it last, from 1 */
    uint32_t id;                     /* in that run */
    uint32_t argument;               /* of its launch, from 1; 0: none */
    uint32_t element, element_bytes; /* as that argument has it */
    uint32_t number;                 /* among all of the program, from 0 */
    const void *owner; /* the module whose variable it is; NULL: none */
    char name[64];     /* of that variable, or "" */
    bool managed;      /* the host reaches it, too */
    bool loaded_first; /* by that launch, before any store */
    uint64_t loads;    /* of that launch */
    /* its first KEPT bytes, or NULL: before the launch, after it, and before a
     * run on random inputs */
    uint64_t kept;
    void *before, *after, *given;
} Allocation;

void allocations_add(uint64_t address, uint64_t bytes, bool managed);
void allocations_remove(uint64_t address);

/* Adds the variable NAME of the module OWNER; removes those that OWNER has. */
void allocations_add_variable(uint64_t address, uint64_t bytes,
                              const char *name, const void *owner);
void allocations_remove_variables(const void *owner);

/* Frees what is kept of it. */
void allocation_forget(Allocation *allocation);

/* The allocation that ADDRESS lies in; NULL: none. */
Allocation *allocations_find(uint64_t address);

/* Number I; NULL behind the last one. */
Allocation *allocations_at(size_t i);

#endif
