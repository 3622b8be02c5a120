/* SPDX-License-Identifier: MIT */
#include "inject/event_buffer.h"

#include "inject/fault.h"
#include "program/runtime/log.h"
#include "util/base.h"

#include <stdlib.h>

#define MOST_ROOM  ((uint64_t)768 << 20)
#define LEAST_ROOM ((uint64_t)1 << 20)

static struct {
    CUcontext context;
    EventLog *log; /* on the GPU */
    char *events;  /* on the GPU */
    uint64_t room;
} buffer;

bool event_buffer_is_of(CUcontext context)
{
    if (buffer.context)
        return buffer.context == context;
    buffer.context = context;
    api_check(api.AddPatchesFromFile(getenv("UPSWEEP_PATCHES"), context),
              "load our patches");
    api_check(api.Alloc(context, (void **)&buffer.log, sizeof *buffer.log),
              "reserve memory");
    buffer.room = MOST_ROOM;
    while (api.Alloc(context, (void **)&buffer.events, buffer.room) !=
           SANITIZER_SUCCESS) {
        buffer.room /= 2;
        if (buffer.room < LEAST_ROOM)
            fault_stop("the GPU has no memory left for what is recorded; end "
                       "other programs");
    }
    return true;
}

void event_buffer_begin(CUfunction function, Sanitizer_StreamHandle stream)
{
    const ProgramLog *head = log_head();
    EventLog log = {.room = buffer.room,
                    .events = buffer.events,
                    .first_block = head->first_kept,
                    .last_block = head->last_kept};

    api_check(api.MemcpyHostToDeviceAsync(buffer.log, &log, sizeof log, stream),
              "prepare the launch");
    api_check(api.SetCallbackData(function, buffer.log), "prepare the launch");
}

char *event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream)
{
    if (api.MemcpyDeviceToHost(log, buffer.log, sizeof *log, stream) !=
        SANITIZER_SUCCESS)
        return NULL;
    if (log->used > buffer.room)
        log->used = buffer.room;
    char *events = base_alloc(log->used + 1, 1);
    if (log->used)
        api_check(api.MemcpyDeviceToHost(events, buffer.events, log->used,
                                         stream),
                  "read what was recorded");
    return events;
}
