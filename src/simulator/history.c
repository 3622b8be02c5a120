/* SPDX-License-Identifier: MIT */
#include "simulator/history.h"

#include "simulator/log.h"
#include "simulator/machine.h"
#include "program/random_elements.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

History history;

enum { MOST_LAUNCHES = 10000 };

/* True if what happens is noted: launches that were chosen stand alone. */
static bool is_on(void)
{
    const ProgramLog *head = log_head();

    return head && !head->every && !head->launch && !head->kernel[0] &&
           !history.replaying;
}

/* True if what has happened can be made to happen again; else only hashes are
 * kept. */
static bool keeps(void)
{
    return is_on() && log_head()->trials > 0 && !history.lost;
}

void history_lose(const char *why)
{
    if (!history.lost)
        history.lost = why;
}

/* ---- Hashes ---------------------------------------------------------------*/

static uint64_t hash_add(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 32;
}

static uint64_t hash_bytes(uint64_t hash, const void *at, size_t bytes)
{
    const char *from = at;
    uint64_t word;

    for (size_t i = 0; i < bytes; i += sizeof word) {
        size_t left = bytes - i;
        word = 0;
        memcpy(&word, from + i, left < sizeof word ? left : sizeof word);
        hash = hash_add(hash, word);
    }
    return hash;
}

/* Adds the array that POINTER points into, whatever its address: its number if
 * EXACT, else its size. */
static uint64_t hash_pointer(uint64_t hash, const void *pointer, bool exact)
{
    const GlobalArray *array = memory_array(pointer, false);

    if (!array)
        return hash_add(hash, (uint64_t)(uintptr_t)pointer);
    hash = hash_add(hash, exact ? memory_number(array) : array->bytes);
    return hash_add(hash, (uint64_t)((const char *)pointer - array->address));
}

/* Adds the kernel and the sizes of LAUNCH. */
static uint64_t hash_shape(uint64_t hash, const Launch *launch)
{
    const uint32_t sizes[] = {launch->grid.x,          launch->grid.y,
                              launch->grid.z,          launch->block.x,
                              launch->block.y,         launch->block.z,
                              (uint32_t)launch->shared};

    return hash_bytes(hash_bytes(hash, sizes, sizeof sizes), launch->kernel,
                      strlen(launch->kernel));
}

static uint64_t hash_call(const Launch *launch, bool exact)
{
    uint32_t count;
    const LaunchPointer *pointers = launch_pointers(launch, &count);
    uint64_t hash = hash_add(hash_shape(0, launch), launch_values(launch));

    for (uint32_t i = 0; i < count; ++i)
        hash = hash_pointer(hash_add(hash, pointers[i].argument),
                            pointers[i].pointer, exact);
    return hash;
}

/* ---- The host -------------------------------------------------------------*/

/* Adds an event in ARRAY; before the first launch none is needed. */
static HostEvent *add_event(HostAct act, const GlobalArray *array,
                            const void *at, size_t bytes)
{
    HostEvent event = {.act = act,
                       .array = memory_number(array),
                       .offset = (size_t)((const char *)at - array->address),
                       .bytes = bytes};

    if (!keeps() || history.items_count == 0)
        return NULL;
    base_push(&history, events, event);
    return &history.events[history.events_count - 1];
}

/* The host has stored BYTES bytes at ADDRESS, in ARRAY. */
static void add_store(const GlobalArray *array, const char *address,
                      size_t bytes)
{
    history.host = hash_bytes(hash_add(history.host, memory_number(array)),
                              address, bytes);
    HostEvent *event = add_event(HOST_STORE, array, address, bytes);
    if (!event)
        return;
    history.bytes += bytes;
    if (history.bytes > PROGRAM_TRIAL_MEMORY) {
        history_lose("the host copies too much to the device between launches");
        return;
    }
    event->data = base_memdup(address, bytes);
}

/* Arrays that the host may touch are compared with what they were. */
static void find_stores(GlobalArray *array)
{
    enum { PIECE = 64 };
    const char *before = array->copies[MEMORY_HOST];

    for (size_t at = 0; before && at < array->bytes; at += PIECE) {
        size_t bytes = array->bytes - at < PIECE ? array->bytes - at : PIECE;
        if (memcmp(before + at, array->address + at, bytes) != 0)
            add_store(array, array->address + at, bytes);
    }
}

static void keep_managed(GlobalArray *array)
{
    free(array->copies[MEMORY_HOST]);
    array->copies[MEMORY_HOST] =
        array->bytes ? base_memdup(array->address, array->bytes) : NULL;
}

/* The host has allocated ARRAY, or freed it. */
static void note_change(GlobalArray *array)
{
    if (is_on() && array->live && array->managed)
        keep_managed(array);
    add_event(array->live ? HOST_ALLOC : HOST_FREE, array, array->address,
              array->bytes);
}

static void for_managed(void (*visit)(GlobalArray *array))
{
    size_t count;
    GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < count; ++i)
        if (arrays[i].live && arrays[i].managed)
            visit(&arrays[i]);
}

void history_read(const void *address)
{
    GlobalArray *array =
        is_on() && history.items_count ? memory_array(address, false) : NULL;

    if (!array || array->read == history.items_count)
        return;
    machine_lock();
    array->read = (uint32_t)history.items_count;
    add_event(HOST_READ, array, array->address, array->bytes);
    machine_unlock();
}

void history_copy(const void *to, const void *from, size_t bytes)
{
    GlobalArray *target = memory_array(to, false);
    const GlobalArray *source = memory_array(from, false);

    if (!is_on() || history.items_count == 0)
        return;
    machine_lock();
    if (source && !target) {
        add_event(HOST_READ, source, from, bytes);
    } else if (target && !source) {
        add_store(target, to, bytes);
    } else if (target) {
        if (source->managed) {
            find_stores(memory_array(from, false));
            keep_managed(memory_array(from, false));
        }
        if (target->managed)
            add_event(HOST_READ, source, from, bytes);
        HostEvent *event = add_event(HOST_COPY, target, to, bytes);
        if (event) {
            event->from = memory_number(source);
            event->from_offset = (size_t)((const char *)from - source->address);
        }
    }
    if (target && target->managed && target->copies[MEMORY_HOST])
        memcpy(target->copies[MEMORY_HOST] +
                   ((const char *)to - target->address),
               to, bytes);
    machine_unlock();
}

void history_set(const void *to, int value, size_t bytes)
{
    GlobalArray *array = memory_array(to, false);

    machine_lock();
    HostEvent *event = array ? add_event(HOST_SET, array, to, bytes) : NULL;

    if (event)
        event->value = value;
    if (array && array->managed && array->copies[MEMORY_HOST])
        memset(array->copies[MEMORY_HOST] + ((const char *)to - array->address),
               value, bytes);
    machine_unlock();
}

/* ---- Launches -------------------------------------------------------------*/

/* The first launch begins. */
static void begin(void)
{
    if (!keeps())
        return;
    memory_changed = note_change;
    const GlobalArray *arrays = memory_arrays(&history.arrays_count);
    history.arrays = base_memdup(arrays, history.arrays_count * sizeof *arrays);
    if (!memory_save(MEMORY_FIRST, PROGRAM_TRIAL_MEMORY))
        history_lose("the program's arrays are too large");
}

void history_restart(void)
{
    for (size_t i = 0; i < history.items_count; ++i)
        values_free(&history.items[i].kept);
    for (size_t e = 0; e < history.events_count; ++e)
        free(history.events[e].data);
    history.items_count = history.events_count = 0;
    history.host = history.bytes = 0;
    history.lost = NULL;
}

void history_begin_launch(const Launch *launch)
{
    if (!is_on())
        return;
    if (history.items_count == 0)
        begin();
    else
        for_managed(find_stores);
    if (history.items_count == MOST_LAUNCHES)
        history_lose("the program makes too many launches");
    PastLaunch item = {.launch = launch,
                       .events = history.events_count,
                       .exact = hash_call(launch, true),
                       .call = hash_call(launch, false)};
    history.host = hash_add(history.host, item.exact);
    item.host = history.host;
    ProgramLog *head = log_head();
    head->shapes = hash_shape(head->shapes, launch);
    if (machine.number == head->last_launch)
        head->host = history.host;
    base_push(&history, items, item);
}

void history_end_launch(bool fast)
{
    if (!is_on())
        return;
    PastLaunch *last = &history.items[history.items_count - 1];
    last->turns = machine.turns;
    last->fast = fast;
    for_managed(keep_managed);
    for (size_t i = history.items_count - 1; i-- > 0 && keeps();)
        if (history.items[i].exact == last->exact) {
            last->uses = history.items[i].uses;
            return;
        }
    if (keeps())
        last->uses = uses_find(last->launch);
}

void history_note_recorded(ProgramTrialKind kind, const GlobalArray *input,
                           uint32_t trials)
{
    PastLaunch *item = machine.number <= history.items_count
                           ? &history.items[machine.number - 1]
                           : NULL;

    if (!item || history.lost)
        return;
    item->recorded = true;
    item->kind = kind;
    item->input = input ? memory_number(input) : 0;
    item->trials = trials;
    values_free(&item->kept);
    item->kept = values_keep();
}

/* ---- Again ----------------------------------------------------------------*/

static void apply(const HostEvent *event, bool undefined)
{
    size_t count;
    GlobalArray *arrays = memory_arrays(&count), *array = &arrays[event->array];
    char *to = array->address + event->offset;

    switch (event->act) {
    case HOST_ALLOC:
        memory_revive(array);
        array->stored = array->managed;
        array->set_first = array->set_end = 0;
        if (undefined && !array->managed)
            memset(array->address, RANDOM_UNDEFINED, array->bytes);
        return;
    case HOST_FREE:
        upsweep_global_free(array->address);
        return;
    case HOST_STORE:
        memcpy(to, event->data, event->bytes);
        break;
    case HOST_SET:
        memset(to, event->value, event->bytes);
        break;
    case HOST_COPY:
        memmove(to, arrays[event->from].address + event->from_offset,
                event->bytes);
        break;
    case HOST_READ:
        return;
    }
    memory_store(to, event->bytes);
}

void history_apply(uint32_t number, bool undefined)
{
    size_t first = number > 1 ? history.items[number - 2].events : 0;

    for (size_t e = first; e < history.items[number - 1].events; ++e)
        apply(&history.events[e], undefined);
}

/* ---- What is stored to ----------------------------------------------------*/

/* The launch at hand: those that were recorded before it, the last run in which
 * an array was touched before, and whether all blocks would be recorded. */
static struct {
    uint32_t recorded, run;
    bool all;
} stores;

void history_begin_stores(const Launch *launch)
{
    const ProgramLog *head = log_head();
    size_t count;
    const GlobalArray *arrays = memory_arrays(&count);
    uint64_t blocks =
        (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z;

    stores.recorded = head->recorded;
    stores.run = 0;
    stores.all = head->first_kept == 0 && head->last_kept >= blocks - 1;
    for (size_t i = 0; i < count; ++i)
        if (arrays[i].launch > stores.run)
            stores.run = arrays[i].launch;
}

/* Of a launch that was not recorded it is not known which arrays it touched. */
void history_end_stores(void)
{
    bool known = stores.all && log_head()->recorded > stores.recorded;
    size_t count;
    GlobalArray *arrays = memory_arrays(&count);

    for (size_t i = 0; i < count; ++i)
        if (!known || arrays[i].launch > stores.run)
            arrays[i].stored = true;
}
