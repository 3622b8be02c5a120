/* SPDX-License-Identifier: MIT */
#include "simulator/locals.h"

#include "simulator/log.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of a variable to which nothing was stored. */
#define UNSET UINT64_C(0xa5a5a5a5a5a5a5a5)

/* Bytes of the log that locals may take. */
#define LOCALS_LIMIT ((uint64_t)256 << 20)

/* The variables that an instruction finds with their values. */
typedef struct LocalScope {
    uint64_t pc;                     /* a return address */
    const ProgramFunction *function; /* NULL: none of the user's */
    const ProgramPlace **places;
    uint32_t count;
} Scope;

/* A variable of a call. */
typedef struct LocalValue {
    uint32_t key; /* depth << 16 | local */
    uint64_t value;
} LocalValue;

static struct {
    bool open;
    const ProgramFunction **functions; /* by rising low */
    uint32_t functions_count;
    const ProgramLine *lines;
    uint32_t lines_count;
    Scope **slots; /* a hash table with open addressing */
    size_t slots_count, slots_capacity;
    LocalValue *found; /* of the thread at hand */
    size_t found_count, found_capacity;
    ProgramHalf *changes; /* of the record at hand */
    size_t changes_count, changes_capacity;
    uint64_t bytes; /* logged */
} state;

uint64_t locals_bytes(void)
{
    return state.bytes;
}

void locals_cut(uint64_t bytes)
{
    state.bytes = bytes;
}

bool locals_are_full(void)
{
    return state.bytes >= LOCALS_LIMIT;
}

/* ---- What Upsweep said ----------------------------------------------------*/

/* The functions stand at the head of the log, by rising addresses. */
static void open_functions(void)
{
    if (state.open)
        return;
    state.open = true;
    state.lines = log_items(RECORD_LINES, &state.lines_count);
    const ProgramFunction *first = log_fact(RECORD_FUNCTION), *at = first;
    for (; at && at->head.kind == RECORD_FUNCTION; ++state.functions_count)
        at = (const void *)((const char *)at + at->head.bytes);
    state.functions =
        base_alloc(state.functions_count + 1, sizeof *state.functions);
    at = first;
    for (uint32_t i = 0; i < state.functions_count; ++i) {
        state.functions[i] = at;
        at = (const void *)((const char *)at + at->head.bytes);
    }
}

uint32_t locals_line(uint64_t pc)
{
    open_functions();
    uint32_t low = 0, high = state.lines_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (state.lines[middle].address < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? 0 : state.lines[low - 1].line;
}

static const ProgramFunction *function_of(uint64_t pc)
{
    uint32_t low = 0, high = state.functions_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (state.functions[middle]->high < pc)
            low = middle + 1;
        else
            high = middle;
    }
    /* a return address may lie just behind the function */
    if (low < state.functions_count && pc > state.functions[low]->low &&
        pc <= state.functions[low]->high)
        return state.functions[low];
    return NULL;
}

static Scope *scope_new(uint64_t pc)
{
    Scope *scope = base_alloc(1, sizeof *scope);

    scope->pc = pc;
    scope->function = function_of(pc);
    if (!scope->function || scope->function->count == 0)
        return scope;
    const ProgramPlace *place = (const void *)(scope->function + 1);
    scope->places = base_alloc(scope->function->count, sizeof place);
    for (uint32_t i = 0; i < scope->function->count; ++i, ++place)
        if (pc > place->low && pc <= place->high)
            scope->places[scope->count++] = place;
    return scope;
}

static Scope **slot_of(uint64_t pc)
{
    size_t at = (size_t)(pc * UINT64_C(0x9e3779b97f4a7c15) >> 32) &
                (state.slots_capacity - 1);

    while (state.slots[at] && state.slots[at]->pc != pc)
        at = (at + 1) & (state.slots_capacity - 1);
    return &state.slots[at];
}

static Scope *scope_of(uint64_t pc)
{
    if (2 * state.slots_count >= state.slots_capacity) {
        Scope **old = state.slots;
        size_t count = state.slots_capacity;
        state.slots_capacity = count ? 2 * count : 256;
        state.slots = base_alloc(state.slots_capacity, sizeof *state.slots);
        for (size_t i = 0; i < count; ++i)
            if (old[i])
                *slot_of(old[i]->pc) = old[i];
        free(old);
    }
    Scope **slot = slot_of(pc);
    if (!*slot) {
        *slot = scope_new(pc);
        ++state.slots_count;
    }
    return *slot;
}

/* ---- A thread's frames ----------------------------------------------------*/

void locals_enter(uint64_t pc, const char *frame)
{
    const uint64_t unset = UNSET;

    open_functions();
    const ProgramFunction *function = scope_of(pc)->function;
    if (!function)
        return;
    const ProgramPlace *place = (const void *)(function + 1);
    for (uint32_t i = 0; i < function->count; ++i, ++place)
        if (place->bare &&
            fiber_owns(machine_thread->fiber, frame + place->offset))
            memcpy((char *)(uintptr_t)frame + place->offset, &unset,
                   place->bytes < 8 ? place->bytes : 8);
}

const char *locals_stack(const Thread *thread, size_t *bytes)
{
    const char *from = thread->stack;

    *bytes = 0;
    if (!fiber_owns(thread->fiber, from))
        return NULL;
    *bytes = (size_t)(fiber_stack_end(thread->fiber) - from);
    return from;
}

typedef struct {
    const Scope *scope;
    const char *frame;
} Call;

/* The user's functions that the running thread, which is at PC, is in, the
 * outermost first. */
static uint32_t find_calls(const Thread *thread, uint64_t pc,
                           Call calls[PROGRAM_DEPTH])
{
    uint32_t count = 0;
    int depth = thread->depth < PROGRAM_DEPTH ? thread->depth : PROGRAM_DEPTH;

    for (int i = 0; i < depth; ++i) {
        uint64_t at = i + 1 < depth ? thread->callers[i + 1] : pc;
        const Scope *scope = scope_of(at);
        if (scope->function)
            calls[count++] = (Call){scope, thread->frames[i]};
    }
    return count;
}

static uint64_t value_at(const char *from, uint32_t bytes)
{
    /* each in a variable of its size: a processor waits where more bytes are
     * read than were just written */
    uint64_t eight;
    uint32_t four;
    uint16_t two;

    switch (bytes) {
    case 8:
        memcpy(&eight, from, sizeof eight);
        return eight;
    case 4:
        memcpy(&four, from, sizeof four);
        return four;
    case 2:
        memcpy(&two, from, sizeof two);
        return two;
    default:
        return *(const unsigned char *)from;
    }
}

/* Finds the locals of a thread that is in COUNT calls. */
static void read_locals(const Call calls[], uint32_t count)
{
    state.found_count = 0;
    for (uint32_t depth = 0; depth < count; ++depth) {
        const Scope *scope = calls[depth].scope;
        for (uint32_t i = 0; i < scope->count; ++i) {
            const ProgramPlace *place = scope->places[i];
            LocalValue found = {depth << 16 | place->local,
                                value_at(calls[depth].frame + place->offset,
                                         place->bytes)};
            if (!place->bare || found.value != UNSET >> (64 - 8 * place->bytes))
                base_push(&state, found, found);
        }
    }
}

static void add_change(Thread *thread, const LocalValue *local, bool ends)
{
    ProgramChange change = {.value = ends ? 0 : local->value,
                            .local = (uint16_t)local->key,
                            .lane = thread->lane,
                            .depth = (uint8_t)(local->key >> 16),
                            .ends = ends};
    AccessList *list = &thread->list;

    base_reserve(list, changes, 2);
    list->changes_count +=
        program_halves(&change, list->changes + list->changes_count);
}

/* Adds what differs between what was logged of the thread and what was found;
 * both are by rising keys. */
static void add_changes(Thread *thread)
{
    const LocalValue *old = thread->locals.items, *now = state.found;
    const LocalValue *old_end = old + thread->locals.items_count;
    const LocalValue *now_end = now + state.found_count;

    while (old < old_end || now < now_end)
        if (now == now_end || (old < old_end && old->key < now->key)) {
            add_change(thread, old++, true);
        } else if (old == old_end || now->key < old->key) {
            add_change(thread, now++, false);
        } else {
            if (now->value != old->value)
                add_change(thread, now, false);
            ++old;
            ++now;
        }
}

/* What was found becomes what was logged. */
static void keep(LoggedLocals *locals)
{
    LocalValue *items = locals->items;
    size_t capacity = locals->items_capacity;

    locals->items = state.found;
    locals->items_count = state.found_count;
    locals->items_capacity = state.found_capacity;
    state.found = items;
    state.found_capacity = capacity;
}

void locals_note(Thread *thread, uint64_t pc)
{
    Call calls[PROGRAM_DEPTH];
    uint32_t count = 0;

    open_functions();
    if (state.functions_count == 0)
        return;
    if (!locals_are_full()) /* where the room is used up, all end */
        count = find_calls(thread, pc, calls);
    read_locals(calls, count);
    add_changes(thread);
    keep(&thread->locals);
}

/* ---- Records --------------------------------------------------------------*/

void locals_begin(void)
{
    state.changes_count = 0;
}

void locals_add(const ProgramHalf *changes, size_t count)
{
    if (count == 0)
        return;
    base_reserve(&state, changes, count);
    memcpy(state.changes + state.changes_count, changes,
           count * sizeof *changes);
    state.changes_count += count;
}

void locals_end(const Warp *warp, uint32_t block)
{
    if (state.changes_count == 0)
        return;
    size_t bytes = state.changes_count * sizeof(ProgramHalf);
    ProgramLocals *record = log_add(RECORD_LOCALS, sizeof *record + bytes);
    record->block = block;
    record->warp = (uint16_t)warp->number;
    record->count = (uint32_t)state.changes_count;
    memcpy(record + 1, state.changes, bytes);
    state.bytes += sizeof *record + bytes;
}
