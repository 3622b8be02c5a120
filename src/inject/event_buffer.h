/* SPDX-License-Identifier: MIT
 *
 * event_buffer - the GPU's memory into which the functions of patch.cu write
 * what a launch does.
 */
#ifndef UPSWEEP_EVENT_BUFFER_H
#define UPSWEEP_EVENT_BUFFER_H

#include "inject/api.h"
#include "inject/events.h"

/* Loads the functions into CONTEXT, and reserves memory there, if that is the
 * first context; false: another one is. */
bool event_buffer_is_of(CUcontext context);

/* Makes the next launch of FUNCTION, on STREAM, write there what the kept
 * blocks do. */
void event_buffer_begin(CUfunction function, Sanitizer_StreamHandle stream);

/* What the launch, which has ended, wrote of *LOG; false: the launch failed. */
bool event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream);

/* The events of LOG, which has been read. */
EventsSource event_buffer_source(const EventLog *log,
                                 Sanitizer_StreamHandle stream);

#endif
