/* SPDX-License-Identifier: MIT */
#include "simulator/record.h"

#include "simulator/locals.h"
#include "simulator/log.h"
#include "simulator/values.h"
#include "trace/epoch.h"

#include <stdio.h>
#include <string.h>

static struct {
    uint32_t run, arrays; /* touched in it */
    uint32_t sites;       /* in the log */
    uint64_t spared;      /* bytes of it, see record_spared */
    const Site *last;     /* of an access */
} state;

/* ---- Records --------------------------------------------------------------*/

uint32_t record_site(const Site *site)
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

const Site *record_last_site(void)
{
    return state.last;
}

uint64_t record_spared(void)
{
    return state.spared;
}

RecordMark record_mark(void)
{
    return (RecordMark){log_used(), state.spared, locals_bytes(), state.sites};
}

void record_take_back(const RecordMark *mark)
{
    log_cut(mark->used);
    locals_cut(mark->locals);
    state.spared = mark->spared;
    state.sites = mark->sites;
    site_forget(mark->sites);
}

void record_restart(void)
{
    state.sites = 0;
    state.spared = 0;
    state.last = NULL;
    site_forget(0);
}

void record_begin(uint32_t run)
{
    state.run = run;
    state.arrays = 0;
}

static uint16_t array_id(GlobalArray *array, ProgramAccessKind kind)
{
    if (array->launch != state.run) {
        array->launch = state.run;
        array->id = state.arrays++;
        array->loaded_first = kind != PROGRAM_STORE;
        array->loads = 0;
        ProgramArray *record = log_add(RECORD_ARRAY, sizeof *record);
        record->id = array->id;
        record->element = array->element.kind;
        record->element_bytes = array->element.bytes;
        record->part = array->element.part;
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

void record_contents(uint32_t run, MemoryMoment before)
{
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < count; ++i) {
        if (arrays[i].launch != run || !arrays[i].live)
            continue;
        if (arrays[i].copies[before])
            log_contents(&arrays[i], arrays[i].copies[before], false);
        log_contents(&arrays[i], arrays[i].address, true);
    }
}

/* ---- Accesses -------------------------------------------------------------*/

/* The first byte of ARRAY, or of the shared memory of THREAD's block. */
static const char *base_of(const GlobalArray *array, const Thread *thread)
{
    return array ? array->address : thread->block->shared;
}

/* True if the access of THREAD goes to ARRAY, and is of BYTES bytes. */
static bool is_of(const Thread *thread, const GlobalArray *array, size_t bytes)
{
    const Access *access = thread_access(thread);

    if (access->bytes != bytes)
        return false;
    if (!array)
        return access_is_shared(thread, access->address);
    return access->address >= array->address &&
           access->address < array->address + array->bytes && array->live;
}

/* The record of COUNT lanes, behind which there are ROWS bytes. */
static ProgramAccess *begin_record(const Warp *warp, const Thread *first,
                                   const Site *site, uint16_t array,
                                   size_t bytes, uint32_t count, size_t rows,
                                   uint32_t occurrence)
{
    uint32_t number = record_site(site);
    ProgramAccess *record = log_add(RECORD_ACCESS, sizeof *record + rows);

    record->block = first->block->number;
    record->site = number;
    state.last = site;
    record->warp = (uint16_t)warp->number;
    record->array = array;
    record->bytes = (uint8_t)bytes;
    record->count = (uint8_t)count;
    record->occurrence = occurrence;
    record->epoch = first->epoch;
    return record;
}

/* Tells values.c of an access, OFFSET bytes into an array; the result is that
 * of values_add. */
static inline unsigned char *add_values(const Thread *thread, uint64_t pc,
                                        uint64_t offset, size_t bytes,
                                        unsigned kind, bool global)
{
    unsigned as = program_updates(kind) ? PROGRAM_ATOMIC : kind;

    return values_add(thread->block->place + thread->number, pc,
                      offset << 3 | as << 1 | global,
                      program_words((uint32_t)bytes));
}

/* Completes what the accesses of SET, which have not been made in lockstep so
 * far, find and leave: of lanes at one word a later one finds what those before
 * it have left. */
static void find_values(Thread *const lanes[], LaneSet set)
{
    for (LaneSet rest = set; rest; rest &= rest - 1) {
        Access *access = thread_access(lanes[__builtin_ctzll(rest)]);
        if (access->kind != PROGRAM_STORE)
            memcpy(access->value, access->address, access->bytes);
        if (access->bytes >= 4)
            continue;
        access->word = memory_word(access->address);
        if (access->kind != PROGRAM_STORE)
            continue;
        uintptr_t word = (uintptr_t)access->address / 4;
        for (LaneSet some = set; some; some &= some - 1) {
            const Access *by = thread_access(lanes[__builtin_ctzll(some)]);
            if ((uintptr_t)by->address / 4 == word)
                memcpy((char *)&access->word + (uintptr_t)by->address % 4,
                       by->value, by->bytes);
            if (by == access)
                break;
        }
    }
}

/* Writes the rows of the lanes in SET, 4 bytes each, behind RECORD. */
static void log_words(ProgramAccess *record, Thread *const lanes[], LaneSet set,
                      const GlobalArray *array)
{
    ProgramLaneMask *mask = (ProgramLaneMask *)(record + 1);
    ProgramWord *row = (ProgramWord *)(mask + 1);

    record->has_words = 1;
    state.spared +=
        record->count * (sizeof(ProgramLane) - sizeof *row) - sizeof *mask;
    for (LaneSet rest = set; rest; rest &= rest - 1, ++row) {
        const Thread *lane = lanes[__builtin_ctzll(rest)];
        const Access *access = thread_access(lane);
        row->offset = (uint32_t)(access->address - base_of(array, lane));
        memcpy(&row->value, access->value, sizeof row->value);
        mask->lanes |= LANE(lane->lane);
        add_values(lane, access->site->pc, row->offset, 4, access->kind,
                   array != NULL);
    }
}

/* The same of any size.  The values of an update are filled in when it
 * happens. */
static void log_lanes(ProgramAccess *record, Thread *const lanes[], LaneSet set,
                      const GlobalArray *array)
{
    ProgramLane *row = (ProgramLane *)(record + 1);

    for (LaneSet rest = set; rest; rest &= rest - 1, ++row) {
        const Thread *lane = lanes[__builtin_ctzll(rest)];
        const Access *access = thread_access(lane);
        row->offset = (uint64_t)(access->address - base_of(array, lane));
        row->lane = lane->lane;
        row->word = access->word;
        add_values(lane, access->site->pc, row->offset, access->bytes,
                   access->kind, array != NULL);
        if (program_updates(access->kind)) {
            lane->more->before = row->value;
            lane->more->after = row->value + 8;
            lane->more->word = access->bytes < 4 ? &row->word : NULL;
        } else {
            memcpy(row->value, access->value, access->bytes);
        }
    }
}

/* Logs the accesses of the threads of LANES whose bit is in SET, all to ARRAY
 * (NULL: shared memory) and of as many bytes. */
static void log_group(const Warp *warp, Thread *const lanes[], LaneSet set,
                      GlobalArray *array, uint32_t occurrence)
{
    const Thread *first = lanes[__builtin_ctzll(set)];
    const Access *access = thread_access(first);
    uint32_t count = (uint32_t)__builtin_popcountll(set);
    bool words = access->bytes == 4 && !program_updates(access->kind) &&
                 (!array || array->bytes <= UINT32_MAX);
    size_t rows = words ? sizeof(ProgramLaneMask) + count * sizeof(ProgramWord)
                        : count * sizeof(ProgramLane);
    uint16_t id = array ? array_id(array, access->kind) : PROGRAM_SHARED;

    if (array && access->kind != PROGRAM_STORE)
        array->loads += count;
    if (!machine.fast)
        find_values(lanes, set);
    ProgramAccess *record =
        begin_record(warp, first, access->site, id, access->bytes, count, rows,
                     occurrence);
    record->kind = access->kind;
    record->is_volatile = access->is_volatile;
    (words ? log_words : log_lanes)(record, lanes, set, array);
}

/* Logs what has changed of the locals of lanes before what they do next. */
static void log_locals(const Warp *warp, Thread *const lanes[], uint32_t count)
{
    locals_begin();
    for (uint32_t i = 0; i < count; ++i) {
        const AccessList *list = &lanes[i]->list;
        size_t end = list->at < list->count ? list->items[list->at].changes_end
                                            : list->changes_count;
        locals_add(list->changes + list->changes_at, end - list->changes_at);
    }
    locals_end(warp, lanes[0]->block->number);
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

void record_access(const Warp *warp, Thread *const lanes[], uint32_t count,
                   uint32_t occurrence)
{
    LaneSet left = UINT64_MAX >> (64 - count);

    if (warp->met)
        join_epochs(lanes, count);
    log_locals(warp, lanes, count);
    while (left) {
        const Thread *first = lanes[__builtin_ctzll(left)];
        const Access *access = thread_access(first);
        GlobalArray *array = access_array(first, access->address);
        LaneSet set = 0;
        for (LaneSet rest = left; rest; rest &= rest - 1)
            if (is_of(lanes[__builtin_ctzll(rest)], array, access->bytes))
                set |= rest & -rest;
        log_group(warp, lanes, set, array, occurrence);
        left &= ~set;
    }
}

/* For an atomic access the trace shows the shared value that it left, or the
 * global value before it. */
void record_value(Thread *thread, uint64_t pc, const char *address,
                  size_t bytes, ProgramAccessKind kind, const void *value,
                  GlobalArray *array)
{
    uint64_t offset = (uint64_t)(address - base_of(array, thread));

    if (array)
        array_id(array, kind);
    unsigned char *to =
        add_values(thread, pc, offset, bytes, kind, array != NULL);
    if (program_updates(kind)) {
        thread->more->before = array ? to : NULL;
        thread->more->after = array ? NULL : to;
    } else if (to) {
        memcpy(to, kind == PROGRAM_STORE ? value : address, bytes);
    }
    if (!values_fit())
        machine_needs_lockstep();
}

void record_shuffle(const Warp *warp, Thread *const lanes[], uint32_t count,
                    uint32_t occurrence, const int from[],
                    const uint64_t values[], int width)
{
    const Site *site = lanes[0]->request.site;
    bool logs = machine.sink == SINK_LOG;
    ProgramLane *row = NULL;

    if (logs) {
        log_locals(warp, lanes, count);
        ProgramAccess *record =
            begin_record(warp, lanes[0], site, PROGRAM_SHARED, (size_t)width,
                         count, count * sizeof(ProgramLane), occurrence);
        record->kind = PROGRAM_SHUFFLE;
        row = (ProgramLane *)(record + 1);
    }
    for (uint32_t i = 0; i < count; ++i) {
        AccessList *list = &lanes[i]->list;
        unsigned char *to =
            values_add(lanes[i]->block->place + lanes[i]->number, site->pc,
                       (uint64_t)from[i] << 3 | PROGRAM_SHUFFLE << 1,
                       program_words((uint32_t)width));
        if (to)
            memcpy(to, &values[i], (size_t)width);
        if (!logs)
            continue;
        list->changes_at = 0;
        list->changes_count = 0;
        row->offset = (uint64_t)from[i];
        row->lane = lanes[i]->lane;
        row->word = lanes[i]->request.from == from[i]
                        ? 0
                        : (uint32_t)lanes[i]->request.from + 1;
        memcpy(row++->value, &values[i], sizeof values[i]);
    }
}
