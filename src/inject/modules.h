/* SPDX-License-Identifier: MIT
 *
 * modules - the program's machine code on the GPU: what is patched, and what
 * the log has of it.
 */
#ifndef UPSWEEP_MODULES_H
#define UPSWEEP_MODULES_H

#include "inject/api.h"

#include <stddef.h>
#include <stdint.h>

typedef struct {
    CUmodule module;
    void *cubin;
    size_t bytes;
    uint32_t id; /* in the log, plus 1; 0: not there */
    bool patched;
    bool searched; /* its variables are among the allocations */
} Module;

void modules_add(const Sanitizer_ResourceModuleData *data);
void modules_remove(CUmodule handle);
/* NULL: one that is not known. */
Module *modules_find(CUmodule handle);

/* Logs MODULE, and where its kernel NAME lies. */
void modules_log(Module *module, const char *name);

/* Adds the variables of all modules to the allocations.  Not while the GPU
 * loads one. */
void modules_find_variables(void);

/* Patches the modules that have the function NAME; restores all of them if it
 * is NULL.  Not within a launch: there this was seen to wait for ever. */
void modules_patch(const char *name);

#endif
