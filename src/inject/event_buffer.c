/* SPDX-License-Identifier: MIT */
#include "inject/event_buffer.h"

#include "inject/fault.h"
#include "program/runtime/log.h"
#include "util/base.h"

#include <stdlib.h>
#include <sys/mman.h>

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

/* Room for BYTES bytes, in large pages where the system has them: a fault for
 * each small one takes longer than the copy. */
static char *room_for(size_t bytes)
{
    enum { LARGE = 2 << 20 };
    void *room = NULL;

    if (bytes < LARGE)
        return base_alloc(bytes + 1, 1);
    if (posix_memalign(&room, LARGE, bytes) != 0)
        fault_stop("out of memory for what the GPU recorded");
    madvise(room, bytes, MADV_HUGEPAGE);
    return room;
}

char *event_buffer_read(EventLog *log, Sanitizer_StreamHandle stream)
{
    if (api.MemcpyDeviceToHost(log, buffer.log, sizeof *log, stream) !=
        SANITIZER_SUCCESS)
        return NULL;
    if (log->used > buffer.room)
        log->used = buffer.room;
    char *events = room_for(log->used);
    if (log->used)
        api_check(api.MemcpyDeviceToHost(events, buffer.events, log->used,
                                         stream),
                  "read what was recorded");
    return events;
}
