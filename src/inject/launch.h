/* SPDX-License-Identifier: MIT
 *
 * launch - a launch of the program: chosen, recorded, logged.
 */
#ifndef UPSWEEP_INJECT_LAUNCH_H
#define UPSWEEP_INJECT_LAUNCH_H

#include "inject/api.h"

#include <stdint.h>

/* A launch that the thread asks CUDA for, from the call of CUDA's function to
 * its return. */
typedef struct {
    const char *symbol; /* of the kernel; NULL: not known */
    bool by_runtime;    /* else by the driver's function */
    bool plain;         /* cuLaunchKernel can ask for the same again */
    uint32_t grid[3], block[3], dynamic;
    void **arguments;
} LaunchAsked;

/* The thread asks for a launch.  If it is to be recorded, its kernel is patched
 * when the GPU has done all that it was asked before. */
void launch_ask(const LaunchAsked *asked);

/* CUDA's function returns, the driver's or the runtime's. */
void launch_return(bool of_runtime);

/* The API's callbacks before and after a launch. */
void launch_begin(const Sanitizer_LaunchData *data);
void launch_end(const Sanitizer_LaunchData *data);

#endif
