/* SPDX-License-Identifier: MIT */
#include "inject/events.h"

#include "inject/allocations.h"
#include "program/runtime/log.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

/* ---- Numbers by keys ------------------------------------------------------*/

typedef struct {
    uint64_t key[2];
    uint64_t value;
    bool used;
} Entry;

typedef struct {
    Entry *entries;
    size_t size, count; /* SIZE is a power of two */
} Table;

static Entry *table_find(Table *table, uint64_t a, uint64_t b);

static void table_grow(Table *table)
{
    Table larger = {.size = table->size ? 4 * table->size : 1024};

    larger.entries = base_alloc(larger.size, sizeof *larger.entries);
    for (size_t i = 0; i < table->size; ++i)
        if (table->entries[i].used) {
            Entry *entry = table_find(&larger, table->entries[i].key[0],
                                      table->entries[i].key[1]);
            entry->value = table->entries[i].value;
        }
    free(table->entries);
    *table = larger;
}

/* Where the key is, or would be. */
static Entry *table_slot(const Table *table, uint64_t a, uint64_t b)
{
    uint64_t hash = (a * 0x9e3779b97f4a7c15u ^ b) * 0xd6e8feb86659fd93u;
    size_t at = (size_t)(hash >> 32) & (table->size - 1);

    while (table->entries[at].used &&
           (table->entries[at].key[0] != a || table->entries[at].key[1] != b))
        at = (at + 1) & (table->size - 1);
    return table->entries + at;
}

/* The entry of a key; a new one has the value 0. */
static Entry *table_find(Table *table, uint64_t a, uint64_t b)
{
    if (2 * (table->count + 1) > table->size)
        table_grow(table);
    Entry *entry = table_slot(table, a, b);
    if (!entry->used) {
        *entry = (Entry){.key = {a, b}, .used = true};
        ++table->count;
    }
    return entry;
}

/* NULL: there is none.  The table is not empty. */
static Entry *table_look(const Table *table, uint64_t a, uint64_t b)
{
    Entry *entry = table_slot(table, a, b);

    return entry->used ? entry : NULL;
}

static void table_free(Table *table)
{
    free(table->entries);
    *table = (Table){0};
}

/* ---- The launch under way -------------------------------------------------*/

enum { WARPS = 1024 / PROGRAM_LANES };

/* A block under way. */
typedef struct {
    bool begun;
    uint32_t step;           /* barriers that it has passed */
    uint32_t passed[WARPS];  /* by each warp */
    uint64_t barrier[WARPS]; /* where the last of them is */
    uint16_t epochs[WARPS];  /* how often its lanes met since */
} BlockState;

typedef struct {
    const EventsLaunch *launch;
    BlockState **blocks;
    Table visits; /* of a site by a warp: its step, and how many in that step */
    uint32_t arrays;
} State;

/* Sites keep their numbers from launch to launch. */
static Table sites;

static uint32_t site_of(uint64_t pc)
{
    Entry *entry = table_find(&sites, pc, 0);

    if (entry->value == 0) {
        ProgramSite *site = log_add(RECORD_SITE, sizeof *site);
        entry->value = sites.count;
        site->id = (uint32_t)sites.count - 1;
        site->depth = 1;
        site->frames[0] = pc + 1; /* as if it were a return address */
    }
    return (uint32_t)entry->value - 1;
}

static BlockState *block_of(State *state, const Event *event)
{
    BlockState **block = &state->blocks[event->block];

    if (!*block) {
        ProgramBlock *record = log_add(RECORD_BLOCK, sizeof *record);
        record->block = event->block;
        *block = base_alloc(1, sizeof **block);
    }
    return *block;
}

/* The id of ARRAY in this run, of which the access at hand LOADS or stores. */
static uint32_t array_of(State *state, Allocation *array, bool loads)
{
    if (array->launch != state->launch->number) {
        ProgramArray *record = log_add(RECORD_ARRAY, sizeof *record);
        array->launch = state->launch->number;
        array->id = state->arrays++;
        array->loaded_first = loads;
        array->loads = 0;
        record->id = array->id;
        record->argument = array->argument;
        record->element = array->element;
        record->element_bytes = array->element_bytes;
        record->bytes = array->bytes;
        record->address = array->address;
        record->number = array->number;
        memcpy(record->name, array->name, sizeof record->name);
    }
    return array->id;
}

/* ---- Atomic accesses ------------------------------------------------------*/

/* The GPU tells the value before an atomic access.  That after it is the one
 * that is seen next.  Reads the events backwards and stores it in value[1]. */
typedef struct {
    const char **events;
    size_t events_count, events_capacity;
} Order;

static bool is_atomic(const Event *event)
{
    return event->kind <= EVENT_GLOBAL &&
           event->flags == (EVENT_READS | EVENT_WRITES);
}

static Entry *place_of(Table *table, const Event *event, const EventLane *lane)
{
    bool shared = event->kind == EVENT_SHARED;

    return table_find(table, lane->address, shared ? event->block + 1u : 0);
}

/* The places that atomic accesses change: entries with the value 0. */
static Table atomic_places(const Order *order)
{
    Table places = {0};

    for (size_t i = 0; i < order->events_count; ++i) {
        const Event *event = (const void *)order->events[i];
        const EventLane *lanes = (const void *)(event + 1);
        for (int l = 0;
             is_atomic(event) && l < __builtin_popcount(event->lanes); ++l)
            place_of(&places, event, &lanes[l]);
    }
    return places;
}

static void find_after(const Order *order)
{
    Table next = atomic_places(order); /* value + 1 that is seen next there */

    for (size_t i = order->events_count; next.count > 0 && i-- > 0;) {
        const Event *event = (const void *)order->events[i];
        EventLane *lanes = (EventLane *)(uintptr_t)(event + 1);
        int count = __builtin_popcount(event->lanes);
        if (event->kind > EVENT_GLOBAL)
            continue;
        for (int l = 0; is_atomic(event) && l < count; ++l) {
            uint64_t value = place_of(&next, event, &lanes[l])->value;
            lanes[l].value[1] = value ? value - 1 : lanes[l].value[0];
        }
        for (int l = 0; l < count; ++l) {
            bool seen = event->flags & EVENT_READS && event->bytes <= 8;
            Entry *entry =
                table_look(&next, lanes[l].address,
                           event->kind == EVENT_SHARED ? event->block + 1u : 0);
            if (entry)
                entry->value = seen ? lanes[l].value[0] + 1 : 0;
        }
    }
    table_free(&next);
}

/* ---- Accesses -------------------------------------------------------------*/

/* How often the warp was at the site before, since its last barrier. */
static uint32_t count_visit(State *state, const Event *event, uint32_t site)
{
    uint64_t step = state->blocks[event->block]->passed[event->warp];
    uint64_t warp = (uint64_t)event->block << 16 | event->warp;
    Entry *entry = table_find(&state->visits, warp, site);

    if (entry->value >> 32 != step)
        entry->value = step << 32;
    return (uint32_t)entry->value++;
}

static void fill_lane(const ProgramAccess *access, const EventLane *from,
                      uint64_t base, uint32_t lane, ProgramLane *to)
{
    to->lane = lane;
    to->offset = from->address - base;
    memcpy(to->value, from->value,
           program_updates(access->kind) || access->bytes > 8 ? 16 : 8);
    if (access->bytes < 4) {
        uint64_t value = from->value[program_updates(access->kind)]
                         << 8 * (to->offset % 4);
        to->word = (uint32_t)value;
    }
}

/* Logs the lanes of EVENT in the mask SET, which touch ARRAY; NULL: shared
 * memory. */
static void log_lanes(State *state, const Event *event, uint32_t set,
                      Allocation *array, uint32_t site, uint32_t occurrence)
{
    const EventLane *from = (const void *)(event + 1);
    uint32_t id = array ? array_of(state, array, event->flags & EVENT_READS)
                        : PROGRAM_SHARED;
    uint64_t base = array ? array->address : state->launch->reserved;
    uint32_t count = (uint32_t)__builtin_popcount(set);

    if (array && event->flags & EVENT_READS)
        array->loads += count;
    ProgramAccess *record =
        log_add(RECORD_ACCESS, sizeof *record + count * sizeof(ProgramLane));
    ProgramLane *to = (void *)(record + 1);

    record->block = event->block;
    record->site = site;
    record->warp = event->warp;
    record->array = (uint16_t)id;
    record->kind = event->flags == EVENT_READS    ? PROGRAM_LOAD
                   : event->flags == EVENT_WRITES ? PROGRAM_STORE
                                                  : PROGRAM_ATOMIC;
    record->bytes = (uint8_t)event->bytes;
    record->count = (uint8_t)count;
    record->occurrence = occurrence;
    record->epoch = state->blocks[event->block]->epochs[event->warp];
    for (uint32_t lane = 0; lane < PROGRAM_LANES; ++lane) {
        if (!(event->lanes >> lane & 1))
            continue;
        if (set >> lane & 1)
            fill_lane(record, from, base, lane, to++);
        ++from;
    }
}

/* Lanes that touch the same array, one array after the other. */
static void log_access(State *state, const Event *event)
{
    const EventLane *lanes = (const void *)(event + 1);
    uint32_t site = site_of(event->pc);
    uint32_t occurrence = count_visit(state, event, site);
    uint32_t left = event->lanes;

    if (event->kind == EVENT_SHARED) {
        log_lanes(state, event, left, NULL, site, occurrence);
        return;
    }
    while (left) {
        Allocation *array = NULL;
        uint32_t set = 0;
        int at = 0;
        for (uint32_t lane = 0; lane < PROGRAM_LANES; ++lane) {
            if (!(event->lanes >> lane & 1))
                continue;
            Allocation *own = allocations_find(lanes[at++].address);
            if (!(left >> lane & 1))
                continue;
            if (set == 0)
                array = own;
            if (own == array)
                set |= UINT32_C(1) << lane;
        }
        if (array)
            log_lanes(state, event, set, array, site, occurrence);
        else
            log_head()->unknown += (uint32_t)__builtin_popcount(set);
        left &= ~set;
    }
}

/* A barrier lies in the log where the first warp is behind it. */
static void enter_step(BlockState *block, const Event *event)
{
    if (block->passed[event->warp] <= block->step)
        return;
    ProgramBarrier *record;
    uint32_t site = site_of(block->barrier[event->warp]);
    record = log_add(RECORD_BARRIER, sizeof *record);
    record->block = event->block;
    record->site = site;
    ++block->step;
}

static void log_event(State *state, const Event *event)
{
    BlockState *block = block_of(state, event);

    switch ((EventKind)event->kind) {
    case EVENT_BARRIER:
        if (event->flags & EVENT_PART)
            return;
        enter_step(block, event);
        ++block->passed[event->warp];
        block->epochs[event->warp] = 0;
        block->barrier[event->warp] = event->pc;
        return;
    case EVENT_SYNC:
        if (block->epochs[event->warp] < UINT16_MAX)
            ++block->epochs[event->warp];
        return;
    case EVENT_SHARED:
    case EVENT_GLOBAL:
        enter_step(block, event);
        log_access(state, event);
        return;
    default:
        return;
    }
}

void events_log(const EventsLaunch *launch, const char *events, size_t bytes)
{
    State state = {.launch = launch};
    Order order = {0};
    const char *end = events + bytes;

    state.blocks = base_alloc(launch->blocks, sizeof *state.blocks);
    for (const char *at = events; at < end;) {
        const Event *event = (const void *)at;
        if (event->whole < sizeof *event || event->whole > (size_t)(end - at) ||
            event->block >= launch->blocks || event->warp >= WARPS)
            break;
        base_push(&order, events, at);
        at += event->whole;
    }
    find_after(&order);
    for (size_t i = 0; i < order.events_count; ++i)
        log_event(&state, (const void *)order.events[i]);
    for (uint32_t b = 0; b < launch->blocks; ++b)
        free(state.blocks[b]);
    free(state.blocks);
    free(order.events);
    table_free(&state.visits);
}
