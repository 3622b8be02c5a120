/* SPDX-License-Identifier: MIT */
#include "program/runtime/access.h"

#include "program/runtime/frame.h"
#include "program/runtime/log.h"
#include "program/runtime/memory.h"
#include "program/runtime/values.h"

#include <stdio.h>
#include <string.h>

static struct {
    uint32_t launch, arrays; /* touched in it */
    uint32_t sites;          /* in the log */
} state;

/* ---- Records --------------------------------------------------------------*/

uint32_t access_site(const Site *site)
{
    Site *at = (Site *)(uintptr_t)site;

    if (at->id)
        return at->id - 1;
    ProgramSite *record = log_add(RECORD_SITE, sizeof *record);
    record->id = state.sites++;
    at->id = state.sites;
    /* of a deeper stack the innermost frames are kept */
    const Site *frame = site;
    uint32_t depth = site->depth < PROGRAM_DEPTH ? site->depth : PROGRAM_DEPTH;
    record->depth = depth;
    for (uint32_t i = depth; i-- > 0; frame = frame->parent)
        record->frames[i] = frame->pc;
    return record->id;
}

void access_begin(uint32_t launch)
{
    state.launch = launch;
    state.arrays = 0;
}

static uint16_t array_id(GlobalArray *array, ProgramAccessKind kind)
{
    if (array->launch != state.launch) {
        array->launch = state.launch;
        array->id = state.arrays++;
        array->loaded_first = kind != PROGRAM_STORE;
        array->loads = 0;
        ProgramArray *record = log_add(RECORD_ARRAY, sizeof *record);
        record->id = array->id;
        record->element = array->element;
        record->element_bytes = array->element_bytes;
        record->argument = array->argument;
        record->number = memory_number(array);
        record->bytes = array->bytes;
        record->address = (uint64_t)(uintptr_t)array->address;
        if (array->name)
            strncpy(record->name, array->name, sizeof record->name - 1);
    }
    return (uint16_t)array->id;
}

static void log_contents(const GlobalArray *array, const char *bytes,
                         bool after)
{
    size_t count =
        array->bytes < PROGRAM_CONTENTS ? array->bytes : PROGRAM_CONTENTS;
    ProgramContents *record = log_add(RECORD_CONTENTS, sizeof *record + count);

    record->array = array->id;
    record->after = after;
    record->bytes = count;
    memcpy(record + 1, bytes, count);
}

void access_contents(uint32_t launch, MemoryMoment before)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < count; ++i) {
        if (arrays[i].launch != launch || !arrays[i].live)
            continue;
        if (arrays[i].copies[before])
            log_contents(&arrays[i], arrays[i].copies[before], false);
        log_contents(&arrays[i], arrays[i].address, true);
    }
}

/* The word of memory that the bytes at ADDRESS lie in. */
static uint32_t word_at(const char *address)
{
    uint32_t word;

    memcpy(&word, (const char *)((uintptr_t)address & ~(uintptr_t)3),
           sizeof word);
    return word;
}

/* Fills in a lane's row from memory. */
static void fill(ProgramLane *row, const Thread *thread, size_t bytes)
{
    const char *address = thread->request.address;

    memcpy(row->value, address, bytes);
    if (bytes < 4)
        row->word = word_at(address);
}

/* A lane's row; its value is filled in before a load and after a store. */
static void add_row(ProgramLane *row, const Thread *thread,
                    const GlobalArray *array)
{
    const char *base = array ? array->address : thread->block->shared;

    row->offset = (uint64_t)(thread->request.address - base);
    row->lane = thread->lane;
}

GlobalArray *access_array(const Thread *thread)
{
    return access_is_shared(thread, thread->request.address)
               ? NULL
               : memory_array(thread->request.address, false);
}

/* True if a thread's access goes to ARRAY. */
static bool is_of(const Thread *thread, const GlobalArray *array)
{
    const char *address = thread->request.address;

    if (!array)
        return access_is_shared(thread, address);
    return address >= array->address &&
           address < array->address + array->bytes && array->live;
}

static ProgramLane *begin_record(const Warp *warp, const Thread *first,
                                 uint16_t array, size_t bytes, uint32_t count,
                                 uint32_t occurrence)
{
    uint32_t site = access_site(first->request.site);
    ProgramAccess *record =
        log_add(RECORD_ACCESS, sizeof *record + count * sizeof(ProgramLane));

    record->block = first->block->number;
    record->site = site;
    record->warp = (uint16_t)warp->number;
    record->array = array;
    record->kind = first->request.kind;
    record->bytes = (uint8_t)bytes;
    record->count = (uint8_t)count;
    record->occurrence = occurrence;
    record->is_volatile = first->request.is_volatile;
    record->epoch = first->epoch;
    return (ProgramLane *)(record + 1);
}

/* Tells values.c of an access, OFFSET bytes into an array; the result is that
 * of values_add. */
static unsigned char *add_values(const Thread *thread, const Request *request,
                                 uint64_t offset, bool global)
{
    unsigned kind = program_updates(request->kind) ? PROGRAM_ATOMIC
                                                   : (unsigned)request->kind;
    uint64_t where = offset << 3 | kind << 1 | global;

    return values_add(thread->block->place + thread->number, request->site->pc,
                      where, program_words(request->bytes));
}

/* Logs the accesses of the threads of LANES whose bit is in SET, all to ARRAY
 * (NULL: shared memory). */
static void log_group(const Warp *warp, Thread *const lanes[], uint32_t set,
                      GlobalArray *array, uint32_t occurrence)
{
    const Thread *first = lanes[__builtin_ctz(set)];
    const Request *request = &first->request;
    uint16_t id = array ? array_id(array, request->kind) : PROGRAM_SHARED;
    if (array && request->kind != PROGRAM_STORE)
        array->loads += (uint64_t)__builtin_popcount(set);
    ProgramLane *row =
        begin_record(warp, first, id, request->bytes,
                     (uint32_t)__builtin_popcount(set), occurrence);

    for (uint32_t rest = set; rest; rest &= rest - 1, ++row) {
        Thread *lane = lanes[__builtin_ctz(rest)];
        add_row(row, lane, array);
        add_values(lane, &lane->request, row->offset, array != NULL);
        if (request->kind != PROGRAM_STORE)
            fill(row, lane, request->bytes);
        if (request->kind == PROGRAM_STORE)
            lane->stored =
                (Stored){row->value, request->bytes < 4 ? &row->word : NULL,
                         lane->request.address, (uint8_t)request->bytes};
        if (program_updates(request->kind))
            lane->stored = (Stored){row->value + 8, NULL, lane->request.address,
                                    (uint8_t)request->bytes};
    }
}

void access_log(const Warp *warp, Thread *const lanes[], uint32_t count,
                uint32_t occurrence)
{
    uint32_t left = count < 32 ? (1u << count) - 1 : UINT32_MAX;

    frame_log(warp, lanes, count);
    while (left) {
        GlobalArray *array = access_array(lanes[__builtin_ctz(left)]);
        uint32_t set = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (is_of(lanes[__builtin_ctz(rest)], array))
                set |= rest & -rest;
        log_group(warp, lanes, set, array, occurrence);
        left &= ~set;
    }
}

void access_stored(Thread *thread)
{
    const Stored *stored = &thread->stored;

    if (stored->bytes == 4)
        memcpy(stored->value, stored->address, 4);
    else
        memcpy(stored->value, stored->address, stored->bytes);
    if (stored->word)
        *stored->word = word_at(stored->address);
    thread->stored.value = NULL;
}

/* Of an atomic access the trace shows the word of shared memory that it left,
 * and that of an array before it. */
void access_values(Thread *thread, const Request *request, GlobalArray *array)
{
    const char *base = array ? array->address : thread->block->shared;
    uint64_t offset = (uint64_t)(request->address - base);
    uint8_t bytes = (uint8_t)request->bytes;
    bool left = request->kind == PROGRAM_STORE ||
                (program_updates(request->kind) && !array);

    if (array)
        array_id(array, request->kind);
    unsigned char *to = add_values(thread, request, offset, array != NULL);
    if (to && left)
        thread->stored = (Stored){to, NULL, request->address, bytes};
    else if (to && bytes == 4)
        memcpy(to, request->address, 4);
    else if (to)
        memcpy(to, request->address, bytes);
}

/* Tells values.c of a shuffle; the result is that of values_add. */
static unsigned char *add_shuffle(const Thread *thread, int from, int width)
{
    return values_add(thread->block->place + thread->number,
                      thread->request.site->pc,
                      (uint64_t)from << 3 | PROGRAM_SHUFFLE << 1,
                      program_words((uint32_t)width));
}

void access_shuffle_values(Thread *const lanes[], uint32_t count,
                           const int from[], const uint64_t values[], int width)
{
    for (uint32_t i = 0; i < count; ++i) {
        unsigned char *to = add_shuffle(lanes[i], from[i], width);
        if (to)
            memcpy(to, &values[i], (size_t)width);
    }
}

void access_shuffle(const Warp *warp, Thread *const lanes[], uint32_t count,
                    uint32_t occurrence, const int from[],
                    const uint64_t values[], int width)
{
    frame_log(warp, lanes, count);
    ProgramLane *row = begin_record(warp, lanes[0], PROGRAM_SHARED,
                                    (size_t)width, count, occurrence);
    ProgramAccess *record = (ProgramAccess *)(row)-1;

    record->kind = PROGRAM_SHUFFLE;
    for (uint32_t i = 0; i < count; ++i, ++row) {
        add_shuffle(lanes[i], from[i], width);
        row->offset = (uint64_t)from[i];
        row->lane = lanes[i]->lane;
        memcpy(row->value, &values[i], sizeof values[i]);
    }
}
