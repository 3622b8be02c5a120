/* SPDX-License-Identifier: MIT
 *
 * lock - one thread of the program at a time is in our callbacks.
 */
#ifndef UPSWEEP_LOCK_H
#define UPSWEEP_LOCK_H

#include <stdbool.h>

/* False if this thread has the lock: what we ask of CUDA calls back. */
bool lock_take(void);
void lock_give_back(void);

/* Waits until the GPU has done all that it was asked.  Other threads may call
 * back meanwhile. */
void lock_wait_for_gpu(void);

#endif
