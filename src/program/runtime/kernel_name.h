/* SPDX-License-Identifier: MIT
 *
 * kernel_name - what a kernel is called that a launch names, or that a pointer
 * in a launch points to:
 *
 *     scan<256><<<1, n>>>(a)          scan<256>
 *     (*table[i].run)<<<1, n>>>(a)    the name of the function
 */
#ifndef UPSWEEP_RUNTIME_KERNEL_NAME_H
#define UPSWEEP_RUNTIME_KERNEL_NAME_H

#include "program/cuda/upsweep_device.h"

#include <stdbool.h>

/* What the kernel of LAUNCH is called: as the launch names it, if it names the
 * function and no other one before; else by the name of the function.  The name
 * lives as long as the program. */
const char *kernel_name(const UpsweepLaunch *launch);

/* True if WANTED is the name of the kernel of LAUNCH: "scan" also is
 * "scan<float, 256>". */
bool kernel_name_is(const UpsweepLaunch *launch, const char *wanted);

#endif
