/* SPDX-License-Identifier: MIT
 *
 * contents - what arrays in the GPU's memory hold before and after a launch,
 * and before a run of it on random inputs.
 *
 * The GPU does nothing meanwhile, and STREAM is the launch's.
 */
#ifndef UPSWEEP_CONTENTS_H
#define UPSWEEP_CONTENTS_H

#include "inject/allocations.h"
#include "inject/api.h"

/* Keeps what arrays hold before a launch. */
void contents_save(Sanitizer_StreamHandle stream);
/* True if that is all of it: contents_give can be asked. */
bool contents_are_whole(void);

/* Logs what the arrays that run number RUN touched held before, and what they
 * hold. */
void contents_log(uint32_t run, Sanitizer_StreamHandle stream);

/* Keeps what arrays hold after the launch, and gives that back to them. */
void contents_keep(Sanitizer_StreamHandle stream);
void contents_give_back(Sanitizer_StreamHandle stream);

/* Gives arrays what they held before the launch, and INPUT random elements. */
void contents_give(Allocation *input, uint64_t *random,
                   Sanitizer_StreamHandle stream);

#endif
