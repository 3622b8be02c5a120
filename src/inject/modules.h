/* SPDX-License-Identifier: MIT
 *
 * modules - the program's machine code on the GPU: what is patched, what the
 * log has of it, and the GPU's memory into which the functions of patch.cu
 * write what a launch does.
 */
#ifndef UPSWEEP_MODULES_H
#define UPSWEEP_MODULES_H

#include "inject/api.h"
#include "inject/event.h"

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

/* Loads the functions into CONTEXT, and reserves memory there, if that is the
 * first context; false: another one is. */
bool event_buffer_is_of(CUcontext context);

/* Makes the next launch of FUNCTION, on STREAM, write there what the kept
 * blocks do. */
void event_buffer_begin(CUfunction function, Sanitizer_StreamHandle stream);

/* What the launch, which has ended, wrote of *LOG; false: the launch failed. */
bool event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream);

/* The events of LOG, which has been read: log->used bytes, to be freed. */
char *event_buffer_events(const EventLog *log, Sanitizer_StreamHandle stream);

#endif
