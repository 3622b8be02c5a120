/* SPDX-License-Identifier: MIT */
#include "inject/events.h"

#include "inject/allocations.h"
#include "inject/fault.h"
#include "simulator/log.h"
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

/* The GPU logs the value before an atomic access.  The value after it is the
 * one that is seen next.  Reads the events backwards and stores it in value[1].
 */
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

/* Lanes of a warp that touch ARRAY, or, if that is NULL, shared memory. */
typedef struct {
    const Event *event;
    uint32_t lanes; /* of the event's */
    Allocation *array;
    uint64_t base; /* address that offsets count from */
} Group;

static void fill_lanes(const Group *group, uint32_t kind, ProgramLane *to)
{
    const EventLane *from = (const void *)(group->event + 1);
    uint32_t bytes = group->event->bytes;
    size_t values = program_updates(kind) || bytes > 8 ? 16 : 8;

    for (uint32_t left = group->event->lanes; left; left &= left - 1, ++from) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (!(group->lanes >> lane & 1))
            continue;
        to->lane = lane;
        to->offset = from->address - group->base;
        memcpy(to->value, from->value, values);
        if (bytes < 4)
            to->word = (uint32_t)(from->value[program_updates(kind)]
                                  << 8 * (to->offset % 4));
        ++to;
    }
}

static void fill_words(const Group *group, ProgramLaneMask *words)
{
    const EventLane *from = (const void *)(group->event + 1);
    ProgramWord *to = (void *)(words + 1);

    words->lanes = group->lanes;
    for (uint32_t left = group->event->lanes; left; left &= left - 1, ++from)
        if (group->lanes & left & -left)
            *to++ = (ProgramWord){(uint32_t)(from->address - group->base),
                                  (uint32_t)from->value[0]};
}

/* True if ProgramWord can hold the access. */
static bool has_words(const Group *group, uint32_t kind)
{
    return group->event->bytes == 4 && !program_updates(kind) &&
           (!group->array || group->array->bytes <= UINT32_MAX);
}

static void log_group(State *state, const Group *group, uint32_t site,
                      uint32_t occurrence)
{
    const Event *event = group->event;
    uint32_t id =
        group->array ? array_of(state, group->array, event->flags & EVENT_READS)
                     : PROGRAM_SHARED;
    uint32_t count = (uint32_t)__builtin_popcount(group->lanes);
    uint32_t kind = event->flags == EVENT_READS    ? PROGRAM_LOAD
                    : event->flags == EVENT_WRITES ? PROGRAM_STORE
                                                   : PROGRAM_ATOMIC;
    bool words = has_words(group, kind);
    size_t rest = words ? sizeof(ProgramLaneMask) + count * sizeof(ProgramWord)
                        : count * sizeof(ProgramLane);

    if (group->array && event->flags & EVENT_READS)
        group->array->loads += count;
    ProgramAccess *record = log_add(RECORD_ACCESS, sizeof *record + rest);
    record->block = event->block;
    record->site = site;
    record->warp = event->warp;
    record->array = (uint16_t)id;
    record->kind = (uint8_t)kind;
    record->bytes = (uint8_t)event->bytes;
    record->count = (uint8_t)count;
    record->occurrence = occurrence;
    record->epoch = state->blocks[event->block]->epochs[event->warp];
    record->has_words = words;
    if (words)
        fill_words(group, (void *)(record + 1));
    else
        fill_lanes(group, kind, (void *)(record + 1));
}

/* Ends the program if a lane is outside its block's shared memory: the GPU goes
 * on there, where it has reserved some, or has rounded the bytes up. */
static void check_shared(const State *state, const Event *event)
{
    const EventLane *lanes = (const void *)(event + 1);
    int64_t all = state->launch->shared;

    for (uint32_t left = event->lanes; left && all; left &= left - 1, ++lanes) {
        int64_t first = (int64_t)(uint32_t)lanes->address -
                        (int64_t)state->launch->reserved;
        int64_t beyond =
            first + event->bytes > all && first < all ? all : first;
        if (first >= 0 && first + event->bytes <= all)
            continue;
        fault_stop("thread %u of block %u %s byte %lld of shared memory, which "
                   "has %lld",
                   event->warp * PROGRAM_LANES + (uint32_t)__builtin_ctz(left),
                   event->block,
                   event->flags == EVENT_READS    ? "loads"
                   : event->flags == EVENT_WRITES ? "stores to"
                                                  : "changes",
                   (long long)beyond, (long long)all);
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
        check_shared(state, event);
        log_group(state, &(Group){event, left, NULL, state->launch->reserved},
                  site, occurrence);
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
            log_group(state, &(Group){event, set, array, array->address}, site,
                      occurrence);
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

/* ---- All events -----------------------------------------------------------*/

/* The event at AT of what ends at END; NULL: none that is whole and of the
 * launch. */
static const Event *event_at(const State *state, const char *at,
                             const char *end)
{
    const Event *event = (const void *)at;
    size_t left = (size_t)(end - at);

    return left >= sizeof *event && event->whole >= sizeof *event &&
                   event->whole <= left &&
                   event->block < state->launch->blocks && event->warp < WARPS
               ? event
               : NULL;
}

void events_log(const EventsLaunch *launch, char *events, size_t bytes)
{
    State state = {.launch = launch};
    const char *at = events, *end = events + bytes;
    const Event *event;
    Order order = {0};

    state.blocks = base_alloc(launch->blocks, sizeof *state.blocks);
    while ((event = event_at(&state, at, end)) != NULL) {
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
