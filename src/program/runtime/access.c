/* SPDX-License-Identifier: MIT */
#include "program/runtime/access.h"

#include "program/runtime/frame.h"
#include "program/runtime/log.h"
#include "program/runtime/memory.h"
#include "program/runtime/pending.h"
#include "program/runtime/values.h"
#include "trace/epoch.h"

#include <stdio.h>
#include <string.h>

static struct {
    uint32_t launch, arrays; /* touched in it */
    uint32_t sites;          /* in the log */
    uint64_t spared;         /* bytes of it, see access_spared */
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

uint64_t access_spared(void)
{
    return state.spared;
}

AccessMark access_mark(void)
{
    return (AccessMark){log_used(), state.spared, frame_bytes(), state.sites};
}

void access_take_back(const AccessMark *mark)
{
    log_cut(mark->used);
    frame_cut(mark->locals);
    state.spared = mark->spared;
    state.sites = mark->sites;
    site_forget(mark->sites);
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
        record->element = array->element.kind;
        record->element_bytes = array->element.bytes;
        record->structure = (uint64_t)(uintptr_t)array->element.structure;
        record->argument = array->argument;
        record->number = memory_number(array);
        record->unset = !array->stored;
        record->set_first = array->set_first;
        record->set_end = array->set_end;
        record->bytes = array->bytes;
        record->address = (uint64_t)(uintptr_t)array->address;
        if (array->name)
            strncpy(record->name, array->name, sizeof record->name - 1);
        else if (!array->argument && array->line)
            snprintf(record->name, sizeof record->name, PROGRAM_ALLOCATED "%u)",
                     array->line);
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

/* The first byte of ARRAY, or of the shared memory of THREAD's block. */
static const char *base_of(const GlobalArray *array, const Thread *thread)
{
    return array ? array->address : thread->block->shared;
}

GlobalArray *access_array(const Thread *thread)
{
    return access_is_shared(thread, thread->request.address)
               ? NULL
               : memory_array(thread->request.address, false);
}

/* True if a thread's access of BYTES bytes goes to ARRAY. */
static bool is_of(const Thread *thread, const GlobalArray *array, size_t bytes)
{
    const char *address = thread->request.address;

    if (thread->request.bytes != bytes)
        return false;
    if (!array)
        return access_is_shared(thread, address);
    return address >= array->address &&
           address < array->address + array->bytes && array->live;
}

/* The record of COUNT lanes, behind which there are ROWS bytes. */
static ProgramAccess *begin_record(const Warp *warp, const Thread *first,
                                   uint16_t array, size_t bytes, uint32_t count,
                                   size_t rows, uint32_t occurrence)
{
    uint32_t site = access_site(first->request.site);
    ProgramAccess *record = log_add(RECORD_ACCESS, sizeof *record + rows);

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
    return record;
}

/* Tells values.c of an access, OFFSET bytes into an array; the result is that
 * of values_add. */
static unsigned char *add_values(const Thread *thread, const Request *request,
                                 uint64_t pc, uint64_t offset, bool global)
{
    unsigned kind = program_updates(request->kind) ? PROGRAM_ATOMIC
                                                   : (unsigned)request->kind;
    uint64_t where = offset << 3 | kind << 1 | global;

    return values_add(thread->block->place + thread->number, pc, where,
                      program_words(request->bytes));
}

/* True if the accesses to ARRAY that are like REQUEST are logged as
 * ProgramWord. */
static bool are_words(const Request *request, const GlobalArray *array)
{
    return request->bytes == sizeof(uint32_t) &&
           !program_updates(request->kind) &&
           (!array || array->bytes <= UINT32_MAX);
}

/* Writes the rows of the lanes in SET, 4 bytes each, behind RECORD. */
static void log_words(ProgramAccess *record, Thread *const lanes[],
                      uint32_t set, const GlobalArray *array)
{
    ProgramLaneMask *mask = (ProgramLaneMask *)(record + 1);
    ProgramWord *row = (ProgramWord *)(mask + 1);
    bool stores = record->kind == PROGRAM_STORE;

    record->has_words = 1;
    state.spared +=
        record->count * (sizeof(ProgramLane) - sizeof *row) - sizeof *mask;
    for (uint32_t rest = set; rest; rest &= rest - 1, ++row) {
        Thread *lane = lanes[__builtin_ctz(rest)];
        const Request *request = &lane->request;
        row->offset = (uint32_t)(request->address - base_of(array, lane));
        mask->lanes |= UINT32_C(1) << lane->lane;
        add_values(lane, request, request->site->pc, row->offset,
                   array != NULL);
        if (stores)
            lane->stored = (Stored){.value = (unsigned char *)&row->value,
                                    .address = request->address,
                                    .bytes = sizeof row->value};
        else
            memcpy(&row->value, request->address, sizeof row->value);
    }
}

/* The same of accesses that were made ahead of the warp: their values are
 * known. */
static void log_pending_words(ProgramAccess *record, Thread *const lanes[],
                              uint32_t set, const GlobalArray *array)
{
    ProgramLaneMask *mask = (ProgramLaneMask *)(record + 1);
    ProgramWord *row = (ProgramWord *)(mask + 1);

    record->has_words = 1;
    state.spared +=
        record->count * (sizeof(ProgramLane) - sizeof *row) - sizeof *mask;
    for (uint32_t rest = set; rest; rest &= rest - 1, ++row) {
        Thread *lane = lanes[__builtin_ctz(rest)];
        const Pending *pending = pending_first(lane);
        row->offset = (uint32_t)(pending->address - base_of(array, lane));
        mask->lanes |= UINT32_C(1) << lane->lane;
        add_values(lane, &lane->request, pending->site->pc, row->offset,
                   array != NULL);
        memcpy(&row->value, pending->value, sizeof row->value);
    }
}

static void log_pending_lanes(ProgramAccess *record, Thread *const lanes[],
                              uint32_t set, const GlobalArray *array)
{
    ProgramLane *row = (ProgramLane *)(record + 1);

    for (uint32_t rest = set; rest; rest &= rest - 1, ++row) {
        Thread *lane = lanes[__builtin_ctz(rest)];
        const Pending *pending = pending_first(lane);
        row->offset = (uint64_t)(pending->address - base_of(array, lane));
        row->lane = lane->lane;
        add_values(lane, &lane->request, pending->site->pc, row->offset,
                   array != NULL);
        row->word = pending->word;
        memcpy(row->value, pending->value, record->bytes);
    }
}

/* The same of any size; a value is filled in before a load and after a store.
 */
static void log_lanes(ProgramAccess *record, Thread *const lanes[],
                      uint32_t set, const GlobalArray *array)
{
    ProgramLane *row = (ProgramLane *)(record + 1);

    for (uint32_t rest = set; rest; rest &= rest - 1, ++row) {
        Thread *lane = lanes[__builtin_ctz(rest)];
        const Request *request = &lane->request;
        row->offset = (uint64_t)(request->address - base_of(array, lane));
        row->lane = lane->lane;
        add_values(lane, request, request->site->pc, row->offset,
                   array != NULL);
        if (record->bytes < 4)
            row->word = memory_word(request->address);
        if (record->kind != PROGRAM_STORE)
            memcpy(row->value, request->address, record->bytes);
        else
            lane->stored =
                (Stored){.value = row->value,
                         .word = record->bytes < 4 ? &row->word : NULL,
                         .address = request->address,
                         .bytes = record->bytes};
        if (program_updates(record->kind)) {
            lane->more->before = row->value;
            lane->stored =
                (Stored){.value = row->value + 8,
                         .word = record->bytes < 4 ? &row->word : NULL,
                         .address = request->address,
                         .bytes = record->bytes};
        }
    }
}

/* Logs the accesses of the threads of LANES whose bit is in SET, all to ARRAY
 * (NULL: shared memory) and of as many bytes. */
static void log_group(const Warp *warp, Thread *const lanes[], uint32_t set,
                      GlobalArray *array, uint32_t occurrence)
{
    const Thread *first = lanes[__builtin_ctz(set)];
    const Request *request = &first->request;
    uint32_t count = (uint32_t)__builtin_popcount(set);
    bool words = are_words(request, array);
    size_t rows = words ? sizeof(ProgramLaneMask) + count * sizeof(ProgramWord)
                        : count * sizeof(ProgramLane);
    uint16_t id = array ? array_id(array, request->kind) : PROGRAM_SHARED;

    if (array && request->kind != PROGRAM_STORE)
        array->loads += count;
    ProgramAccess *record =
        begin_record(warp, first, id, request->bytes, count, rows, occurrence);
    if (pending_first(first))
        (words ? log_pending_words : log_pending_lanes)(record, lanes, set,
                                                        array);
    else
        (words ? log_words : log_lanes)(record, lanes, set, array);
}

/* Logs the changes of the locals of lanes whose access is pending. */
static void log_pending_locals(const Warp *warp, Thread *const lanes[],
                               uint32_t count)
{
    frame_begin();
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t changes;
        const ProgramHalf *first = pending_changes(lanes[i], &changes);
        frame_add(first, changes);
    }
    frame_end(warp, lanes[0]->block->number);
}

/* An instruction has one epoch: what one of its lanes knows, all know. */
static void join_epochs(Thread *const lanes[], uint32_t count)
{
    uint32_t epoch = lanes[0]->epoch;

    for (uint32_t i = 1; i < count; ++i)
        epoch = epoch_join(epoch, lanes[i]->epoch);
    for (uint32_t i = 0; i < count; ++i)
        lanes[i]->epoch = epoch;
}

void access_log(const Warp *warp, Thread *const lanes[], uint32_t count,
                uint32_t occurrence)
{
    uint32_t left = count < 32 ? (1u << count) - 1 : UINT32_MAX;

    if (warp->met)
        join_epochs(lanes, count);

    if (pending_first(lanes[0]))
        log_pending_locals(warp, lanes, count);
    else
        frame_log(warp, lanes, count);
    while (left) {
        const Thread *first = lanes[__builtin_ctz(left)];
        GlobalArray *array = access_array(first);
        size_t bytes = first->request.bytes;
        uint32_t set = 0;
        for (uint32_t rest = left; rest; rest &= rest - 1)
            if (is_of(lanes[__builtin_ctz(rest)], array, bytes))
                set |= rest & -rest;
        log_group(warp, lanes, set, array, occurrence);
        left &= ~set;
    }
}

/* Completes the record of a piece of the store that goes up to END.  Of the
 * word that the piece lies in, the pieces behind are left out. */
static void complete(const Stored *stored, const char *end)
{
    uintptr_t word = (uintptr_t)stored->address & ~(uintptr_t)3;

    memcpy(stored->value, stored->address, stored->bytes);
    for (uintptr_t i = 0; stored->word && i < sizeof *stored->word; ++i) {
        const char *at = (const char *)(word + i);
        if (at < stored->address + stored->bytes || at >= end)
            memcpy((char *)stored->word + i, at, 1);
    }
}

/* The same where the store is more than one access, or a copy. */
static void complete_pieces(Thread *thread)
{
    ThreadMore *more = thread->more;
    const Stored *first = &thread->stored;
    const Stored *last =
        more->stores_count ? &more->stores[more->stores_count - 1] : first;
    const char *end = last->address + last->bytes;

    if (first->copies)
        memcpy((char *)(uintptr_t)first->address, more->loaded,
               more->loaded_bytes);
    complete(first, end);
    for (size_t i = 0; i < more->stores_count; ++i)
        complete(&more->stores[i], end);
    more->stores_count = 0;
}

void access_stored(Thread *thread)
{
    const Stored *stored = &thread->stored;

    if (stored->goes_on || stored->copies) {
        complete_pieces(thread);
    } else {
        if (stored->bytes == 4)
            memcpy(stored->value, stored->address, 4);
        else
            memcpy(stored->value, stored->address, stored->bytes);
        if (stored->word)
            *stored->word = memory_word(stored->address);
    }
    thread->stored.value = NULL;
}

void access_update(Thread *thread, const char *address, size_t bytes)
{
    ThreadMore *more = thread->more;

    if (more->before)
        memcpy(more->before, address, bytes);
    more->before = NULL;
    if (thread->warp->visited)
        spin_found(thread, address, bytes);
}

void access_keep(Thread *thread)
{
    if (thread->stored.value)
        base_push(thread->more, stores, thread->stored);
}

void access_copies(Thread *thread, const char *to)
{
    static unsigned char nowhere[1];

    if (!thread->stored.value) /* the log wants none of it */
        thread->stored = (Stored){.value = nowhere, .address = to, .bytes = 1};
    thread->stored.copies = true;
}

/* Of an atomic access the trace shows the word of shared memory that it left,
 * and that of an array before it. */
void access_values(Thread *thread, const Request *request, uint64_t pc,
                   GlobalArray *array)
{
    const char *base = array ? array->address : thread->block->shared;
    uint64_t offset = (uint64_t)(request->address - base);
    uint8_t bytes = (uint8_t)request->bytes;
    bool left = request->kind == PROGRAM_STORE ||
                (program_updates(request->kind) && !array);

    if (array)
        array_id(array, request->kind);
    unsigned char *to = add_values(thread, request, pc, offset, array != NULL);
    if (program_updates(request->kind))
        thread->more->before = left ? NULL : to;
    if (to && left)
        thread->stored =
            (Stored){.value = to, .address = request->address, .bytes = bytes};
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
    ProgramAccess *record =
        begin_record(warp, lanes[0], PROGRAM_SHARED, (size_t)width, count,
                     count * sizeof(ProgramLane), occurrence);
    ProgramLane *row = (ProgramLane *)(record + 1);

    record->kind = PROGRAM_SHUFFLE;
    for (uint32_t i = 0; i < count; ++i, ++row) {
        add_shuffle(lanes[i], from[i], width);
        row->offset = (uint64_t)from[i];
        row->lane = lanes[i]->lane;
        row->word = lanes[i]->request.from == from[i]
                        ? 0
                        : (uint32_t)lanes[i]->request.from + 1;
        memcpy(row->value, &values[i], sizeof values[i]);
    }
}
