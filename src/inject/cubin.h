/* SPDX-License-Identifier: MIT
 *
 * cubin - what a kernel's machine code says of its variables in shared memory,
 * and its name of its parameters.
 *
 * With -lineinfo a cubin holds the PTX that it was made of, with the sizes and
 * alignments of the variables.  They lie one behind the other in that order;
 * if the kernel's shared memory has another size than that gives, no variable
 * is named.  Source: CUDA's documentation of PTX, and what nvcc 13.0 was seen
 * to do.
 */
#ifndef UPSWEEP_CUBIN_H
#define UPSWEEP_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CUBIN_MOST_VARIABLES = 64 };

typedef struct {
    char name[64];
    uint32_t offset, bytes; /* bytes are 0: it takes the dynamic memory */
    uint32_t element, element_bytes; /* ElementKind; of an array words or bytes,
                                        as its alignment has it */
} CubinVariable;

/* The variables of the function SYMBOL in the BYTES bytes at CUBIN, whose
 * static shared memory has STATIC_BYTES bytes; their number. */
size_t cubin_variables(const void *cubin, size_t bytes, const char *symbol,
                       uint32_t static_bytes,
                       CubinVariable variables[CUBIN_MOST_VARIABLES]);

/* The name of variable I, from 0, of those that the machine code keeps in
 * global memory: __device__ and __managed__ ones; names of SIZE bytes or more
 * are left out.  False behind the last one. */
bool cubin_global(const void *cubin, size_t bytes, size_t i, char *name,
                  size_t size);

/* What the name of a kernel in machine code says about it:
 *
 *     _Z7prescanPfPKfi    prescan    1: float, 2: float, 3: no pointer */
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
