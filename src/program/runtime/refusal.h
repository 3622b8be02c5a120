/* SPDX-License-Identifier: MIT
 *
 * refusal - launches that a GPU refuses, as they ask for more than there is.
 *
 *     scale<<<n / 256, 256>>>(out, in)     with n = 100: no blocks
 *
 * CUDA runs nothing then and says nothing, unless the program asks for the
 * error, which few programs do.  So the log tells of the launches whose error
 * nobody has asked for.
 */
#ifndef UPSWEEP_RUNTIME_REFUSAL_H
#define UPSWEEP_RUNTIME_REFUSAL_H

#include "program/cuda/upsweep_device.h"

/* CUDA's code of the error for which LAUNCH cannot be made, of which the log is
 * told; 0: it can be made. */
int refusal_of(const UpsweepLaunch *launch);
/* The program has asked for the last error, and been told of one. */
void refusal_asked(void);

#endif
