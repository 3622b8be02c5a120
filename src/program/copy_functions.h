/* SPDX-License-Identifier: MIT
 *
 * copy_functions - the functions of a user's program that copy an object and
 * that the user did not write: copy and move constructors, and assignments.
 *
 * Such a function has the line of the struct.  Its loads and stores belong to
 * the line that calls it:
 *
 *     3   struct Pair { Key a; int b; };  Pair::Pair(const Pair &)
 *     9   s[i] = add(s[i], s[j]);         calls it for s[i] and s[j]
 */
#ifndef UPSWEEP_COPY_FUNCTIONS_H
#define UPSWEEP_COPY_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t low, high; /* its instructions; HIGH is the first one after it */
} CopyFunction;

typedef struct {
    CopyFunction *items; /* by rising low */
    size_t items_count, items_capacity;
} CopyFunctions;

struct Dwfl_Module;

/* Free the items. */
CopyFunctions copy_functions_find(struct Dwfl_Module *module);

/* True if ADDRESS lies in one of them. */
bool copy_functions_has(const CopyFunctions *functions, uint64_t address);

#endif
