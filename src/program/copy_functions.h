/* SPDX-License-Identifier: MIT
 *
 * copy_functions - the functions of a user's program that copy an object and
 * that the user did not write: copy and move constructors, and assignments.
 *
 * What such a function loads and stores is done where it is called, as the
 * debugging information gives it the line of the struct:
 *
 *     3   struct Pair { int a, b; };      Pair::Pair(const Pair &)
 *     9   s[i] = add(s[i], s[j]);         calls it for s[i] and s[j]
 */
#ifndef UPSWEEP_COPY_FUNCTIONS_H
#define UPSWEEP_COPY_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t low, high; /* its instructions; HIGH is the first one behind */
    const char *name, *file; /* of the class; each lives as long as the module;
                                NULL: it has none */
    bool destroys;           /* the destructor of the class is written in it */
    bool assigns;            /* an assignment, not a constructor */
} CopyFunction;

typedef struct {
    CopyFunction *items; /* by rising low */
    size_t items_count, items_capacity;
} CopyFunctions;

struct Dwfl_Module;

/* Free the items. */
CopyFunctions copy_functions_find(struct Dwfl_Module *module);

/* The one that ADDRESS lies in; NULL: none. */
const CopyFunction *copy_functions_at(const CopyFunctions *functions,
                                      uint64_t address);

/* A function that takes an object by value, or returns one. */
typedef struct {
    const char *name; /* lives as long as the module */
    const char *file; /* of NAMES */
    int line;
} CopyUser;

/* The first one in the COUNT files NAMES, as in ProgramSource, whose object has
 * no destructor of the user's; false: there is none. */
bool copy_functions_user(struct Dwfl_Module *module, const char *const names[],
                         size_t count, CopyUser *user);

#endif
