/* SPDX-License-Identifier: MIT
 *
 * patch - the functions that the Sanitizer API calls, on the GPU, before each
 * access and barrier of a program that is recorded.
 *
 * The lanes that come here together run the instruction together: they take one
 * place in the log, and each writes its own line.
 */
#include "inject/event.h"

#include <sanitizer_patching.h>

static __device__ unsigned this_lane()
{
    unsigned lane;

    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

static __device__ unsigned this_block()
{
    return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}

static __device__ unsigned this_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* True if what this block does is recorded. */
static __device__ bool is_kept(const EventLog *log)
{
    unsigned block = this_block();

    return log && block >= log->first_block && block <= log->last_block;
}

/* Takes WHOLE bytes of the log for COUNT lanes; NULL: there is no room. */
static __device__ Event *take(EventLog *log, unsigned whole, unsigned count)
{
    unsigned long long at = atomicAdd(&log->used, (unsigned long long)whole);

    if (at + whole <= log->room)
        return (Event *)(log->events + at);
    atomicAdd(&log->lost, (unsigned long long)count);
    return 0;
}

static __device__ void fill(Event *event, uint64_t pc, EventKind kind,
                            unsigned lanes, uint32_t bytes, uint32_t flags,
                            unsigned whole)
{
    event->pc = pc;
    event->lanes = lanes;
    event->block = this_block();
    event->warp = (uint16_t)(this_thread() / 32);
    event->kind = (uint8_t)kind;
    event->flags = (uint8_t)flags;
    event->bytes = bytes;
    event->whole = whole;
    event->zero = 0;
}

/* Writes an event without lines: the first lane does, and the lanes need not
 * wait for each other, as before a barrier they must not. */
static __device__ void log_warp(void *user, uint64_t pc, EventKind kind,
                                uint32_t flags)
{
    EventLog *log = (EventLog *)user;
    unsigned lanes = __activemask();

    if (!is_kept(log) || this_lane() != __ffs(lanes) - 1)
        return;
    Event *event = take(log, sizeof *event, 1);
    if (event)
        fill(event, pc, kind, lanes, 0, flags, sizeof *event);
}

/* Writes an event with a line for each lane: the one of this lane; NULL: none.
 */
static __device__ EventLane *log_lane(void *user, uint64_t pc, EventKind kind,
                                      uint32_t bytes, uint32_t flags)
{
    EventLog *log = (EventLog *)user;
    unsigned lanes = __activemask(), lane = this_lane();
    unsigned leader = __ffs(lanes) - 1, count = __popc(lanes);
    unsigned whole = sizeof(Event) + count * sizeof(EventLane);
    Event *event = 0;

    if (!is_kept(log))
        return 0;
    if (lane == leader) {
        event = take(log, whole, count);
        if (event)
            fill(event, pc, kind, lanes, bytes, flags, whole);
    }
    event = (Event *)__shfl_sync(lanes, (unsigned long long)event, leader);
    return event ? (EventLane *)(event + 1) + __popc(lanes & ((1u << lane) - 1))
                 : 0;
}

/* BYTES bytes at FROM, which is aligned to them. */
static __device__ void copy(EventLane *line, const void *from, uint32_t bytes)
{
    const volatile char *at = (const volatile char *)from;

    line->value[0] = line->value[1] = 0;
    switch (bytes) {
    case 1:
        line->value[0] = *(const volatile uint8_t *)at;
        break;
    case 2:
        line->value[0] = *(const volatile uint16_t *)at;
        break;
    case 4:
        line->value[0] = *(const volatile uint32_t *)at;
        break;
    case 16:
        line->value[1] = ((const volatile uint64_t *)at)[1];
        /* fall through */
    case 8:
        line->value[0] = ((const volatile uint64_t *)at)[0];
        break;
    }
}

/* The operand of a store lies in local memory and need not be aligned to more
 * than 4 bytes. */
static __device__ void copy_operand(EventLane *line, const void *from,
                                    uint32_t bytes)
{
    const volatile uint32_t *words = (const volatile uint32_t *)from;
    uint64_t mask = bytes < 8 ? (1ull << 8 * bytes) - 1 : ~0ull;

    line->value[0] = words[0];
    if (bytes > 4)
        line->value[0] |= (uint64_t)words[1] << 32;
    line->value[0] &= mask;
    line->value[1] = bytes > 8 ? words[2] | (uint64_t)words[3] << 32 : 0;
}

static __device__ void log_access(void *user, uint64_t pc, EventKind kind,
                                  const void *address, const void *readable,
                                  uint32_t bytes, uint32_t flags,
                                  const void *data)
{
    uint32_t ours =
        (flags & SANITIZER_MEMORY_DEVICE_FLAG_READ ? EVENT_READS : 0) |
        (flags & SANITIZER_MEMORY_DEVICE_FLAG_WRITE ? EVENT_WRITES : 0);

    if (flags & SANITIZER_MEMORY_DEVICE_FLAG_PREFETCH)
        return;
    EventLane *line = log_lane(user, pc, kind, bytes, ours);
    if (!line)
        return;
    line->address = (uint64_t)address;
    if (ours == EVENT_WRITES && data)
        copy_operand(line, data, bytes);
    else
        copy(line, readable, bytes);
}

extern "C" __device__ __noinline__ SanitizerPatchResult
upsweep_on_shared(void *user, uint64_t pc, void *address, uint32_t bytes,
                  uint32_t flags, const void *data)
{
    size_t offset = (uint32_t)(size_t)address; /* the rest is not logged */

    log_access(user, pc, EVENT_SHARED, (const void *)offset,
               __cvta_shared_to_generic(offset), bytes, flags, data);
    return SANITIZER_PATCH_SUCCESS;
}

extern "C" __device__ __noinline__ SanitizerPatchResult
upsweep_on_global(void *user, uint64_t pc, void *address, uint32_t bytes,
                  uint32_t flags, const void *data)
{
    log_access(user, pc, EVENT_GLOBAL, address, address, bytes, flags, data);
    return SANITIZER_PATCH_SUCCESS;
}

/* From global to shared memory without a register: a store to the latter. */
extern "C" __device__ __noinline__ SanitizerPatchResult upsweep_on_copy(
    void *user, uint64_t pc, void *from, uint32_t to, uint32_t bytes)
{
    EventLane *line = log_lane(user, pc, EVENT_SHARED, bytes, EVENT_WRITES);

    if (line) {
        line->address = to;
        line->value[0] = line->value[1] = 0;
        if (from)
            copy(line, from, bytes);
    }
    return SANITIZER_PATCH_SUCCESS;
}

extern "C" __device__ __noinline__ SanitizerPatchResult upsweep_on_barrier(
    void *user, uint64_t pc, uint32_t index, uint32_t threads, uint32_t flags)
{
    unsigned all = blockDim.x * blockDim.y * blockDim.z;
    bool part = index != 0 || (flags != 0 && threads != 0 && threads < all);

    log_warp(user, pc, EVENT_BARRIER, part ? EVENT_PART : 0);
    return SANITIZER_PATCH_SUCCESS;
}

extern "C" __device__ __noinline__ SanitizerPatchResult
upsweep_on_sync(void *user, uint64_t pc, uint32_t lanes)
{
    log_warp(user, pc, EVENT_SYNC, 0);
    return SANITIZER_PATCH_SUCCESS;
}

extern "C" __device__ __noinline__ SanitizerPatchResult
upsweep_on_enter(void *user, uint64_t pc)
{
    log_warp(user, pc, EVENT_ENTER, 0);
    return SANITIZER_PATCH_SUCCESS;
}
