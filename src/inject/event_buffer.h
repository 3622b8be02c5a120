/* SPDX-License-Identifier: MIT
 *
 * event_buffer - the GPU's memory into which the functions of patch.cu write
 * what a launch does.
 */
#ifndef UPSWEEP_EVENT_BUFFER_H
#define UPSWEEP_EVENT_BUFFER_H

#include "inject/api.h"
#include "inject/event.h"

/* Loads the functions into CONTEXT, and reserves memory there, if that is the
 * first context; false: another one is. */
bool event_buffer_is_of(CUcontext context);

/* Makes the next launch of FUNCTION, on STREAM, write there what the kept
 * blocks do. */
void event_buffer_begin(CUfunction function, Sanitizer_StreamHandle stream);

/* What the launch wrote, which has ended: *LOG, and its events, to be freed.
 * NULL: the launch failed. */
char *event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream);

#endif
