/* SPDX-License-Identifier: MIT */
#include "inject/event_buffer.h"

#include "inject/fault.h"
#include "simulator/log.h"
#include "util/base.h"

#include <stdlib.h>

#define MOST_ROOM  ((uint64_t)768 << 20)
#define LEAST_ROOM ((uint64_t)1 << 20)
/* What is read at once: little enough to stay in the processor's caches. */
#define PIECE ((size_t)4 << 20)

static struct {
    CUcontext context;
    EventLog *log; /* on the GPU */
    char *events;  /* on the GPU */
    uint64_t room;
    char *piece; /* PIECE bytes of the host, to which the GPU copies fastest */
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
            fault_stop(
                "GPU: no memory left for the recording; close other programs");
    }
    if (api.AllocHost(context, (void **)&buffer.piece, PIECE) !=
        SANITIZER_SUCCESS)
        buffer.piece = base_alloc(PIECE, 1);
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

bool event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream)
{
    if (api.MemcpyDeviceToHost(log, buffer.log, sizeof *log, stream) !=
        SANITIZER_SUCCESS)
        return false;
    if (log->used > buffer.room)
        log->used = buffer.room;
    return true;
}

static void read_piece(const void *from, uint64_t at, char *to, size_t bytes)
{
    api_check(api.MemcpyDeviceToHost(to, buffer.events + at, bytes,
                                     (Sanitizer_StreamHandle)(uintptr_t)from),
              "read what was recorded");
}

EventsSource event_buffer_source(const EventLog *log,
                                 Sanitizer_StreamHandle stream)
{
    return (EventsSource){.read = read_piece,
                          .from = stream,
                          .bytes = log->used,
                          .room = buffer.piece,
                          .room_bytes = PIECE};
}
