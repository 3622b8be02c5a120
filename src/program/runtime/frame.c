/* SPDX-License-Identifier: MIT */
#include "program/runtime/frame.h"

#include "program/runtime/log.h"
#include "program/runtime/machine.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_FRAMES = 64, /* that are looked at; deeper stacks have no locals */
    MOST_CALLS = 8,   /* between a function and the machine's */
    RECORD_WORDS = 2  /* a frame pointer and a return address */
};

/* The bytes of a variable to which nothing was stored. */
#define UNSET UINT64_C(0xa5a5a5a5a5a5a5a5)

/* Bytes of the log that locals may take. */
#define LOCALS_LIMIT ((uint64_t)256 << 20)

/* The variables that an instruction finds with their values. */
typedef struct FrameScope {
    uint64_t pc;                     /* a return address */
    const ProgramFunction *function; /* NULL: none of the user's */
    const ProgramPlace **places;     /* scopes with the same ones share them */
    uint32_t count;
    uint32_t bare;  /* of them, without an initial value */
    int32_t lowest; /* offset of a place */
} Scope;

/* A variable of a call. */
typedef struct FrameLocal {
    uint32_t key; /* depth << 16 | local */
    uint64_t value;
} FrameLocal;

static struct {
    bool open;
    const ProgramFunction **functions; /* by rising low */
    uint32_t functions_count;
    const ProgramLines *lines; /* NULL: none */
    Scope **slots;             /* a hash table with open addressing */
    size_t slots_count, slots_capacity;
    FrameLocal *found; /* of the thread at hand */
    uint32_t found_count, found_capacity;
    ProgramHalf *changes; /* of the record at hand */
    size_t changes_count, changes_capacity;
    uint64_t bytes; /* logged */
} state;

uint64_t frame_bytes(void)
{
    return state.bytes;
}

/* ---- What Upsweep said ----------------------------------------------------*/

/* The functions stand at the head of the log, by rising addresses. */
static void open_functions(void)
{
    const char *log = (const char *)log_head();
    const ProgramFunction *at = (const void *)(log + sizeof(ProgramLog));

    if (state.open)
        return;
    state.open = true;
    for (int fill = 0; fill < 2; ++fill) {
        at = (const void *)(log + sizeof(ProgramLog));
        state.functions_count = 0;
        while (at->head.kind == RECORD_FUNCTION) {
            if (fill)
                state.functions[state.functions_count] = at;
            ++state.functions_count;
            at = (const void *)((const char *)at + at->head.bytes);
        }
        if (!fill)
            state.functions =
                base_alloc(state.functions_count + 1, sizeof *state.functions);
    }
    if (at->head.kind == RECORD_LINES)
        state.lines = (const void *)at;
}

uint32_t frame_line(uint64_t pc, uint32_t *begin)
{
    *begin = 0;
    open_functions();
    if (!state.lines)
        return 0;
    const ProgramLine *rows = (const void *)(state.lines + 1);
    uint32_t low = 0, high = state.lines->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rows[middle].address < pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    *begin = rows[low - 1].begin;
    return rows[low - 1].line;
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

/* Shares the places of SCOPE with another scope that has the same ones. */
static void share_places(Scope *scope)
{
    size_t bytes = scope->count * sizeof *scope->places;

    for (size_t i = 0; i < state.slots_capacity; ++i) {
        const Scope *other = state.slots[i];
        if (!other || other->function != scope->function ||
            other->count != scope->count ||
            memcmp(other->places, scope->places, bytes) != 0)
            continue;
        free(scope->places);
        scope->places = other->places;
        return;
    }
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
        if (pc > place->low && pc <= place->high) {
            scope->places[scope->count++] = place;
            scope->bare += place->bare;
            if (place->offset < scope->lowest)
                scope->lowest = place->offset;
        }
    share_places(scope);
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

/* The frame on STACK that returns to PC, of FRAME and those a few calls up;
 * NULL: it is not found. */
static const uint64_t *returns_to(const uint64_t *frame, const char *stack,
                                  uint64_t pc)
{
    for (int i = 0; i < MOST_CALLS; ++i) {
        const uint64_t *caller = (const uint64_t *)(uintptr_t)frame[0];
        if (frame[1] == pc)
            return frame;
        if (caller <= frame || !fiber_stack_has(stack, caller) ||
            !fiber_stack_has(stack, caller + RECORD_WORDS))
            return NULL;
        frame = caller;
    }
    return NULL;
}

const char *frame_find(uint64_t pc)
{
    if (!machine_thread->block->recorded)
        return NULL; /* it is not asked for */
    const uint64_t *frame = returns_to(__builtin_frame_address(0),
                                       fiber_stack(machine_thread->fiber), pc);
    return frame ? (const char *)(uintptr_t)frame[0] : NULL;
}

const char *frame_stack(const Thread *thread, size_t *bytes)
{
    const char *stack = fiber_stack(thread->fiber);
    const uint64_t *frame = fiber_frame(thread->fiber);
    uint64_t pc = thread->request.site->pc;

    *bytes = 0;
    if (!fiber_stack_has(stack, frame))
        return NULL;
    const uint64_t *at = returns_to(frame, stack, pc);
    if (!at) /* the site of a copy's load */
        at = returns_to(frame, stack, pc + 1);
    if (!at)
        return NULL;
    const char *from = (const char *)(at + RECORD_WORDS);
    *bytes = (size_t)(fiber_stack_end(thread->fiber) - from);
    return from;
}

void frame_enter(uint64_t pc)
{
    const uint64_t unset = UNSET;

    open_functions();
    const ProgramFunction *function = scope_of(pc)->function;
    const char *frame = function ? frame_find(pc) : NULL;
    if (!frame)
        return;
    const ProgramPlace *place = (const void *)(function + 1);
    for (uint32_t i = 0; i < function->count; ++i, ++place)
        if (place->bare &&
            fiber_owns(machine_thread->fiber, frame + place->offset))
            memcpy((char *)(uintptr_t)frame + place->offset, &unset,
                   place->bytes < 8 ? place->bytes : 8);
}

/* The same of the place where a thread stopped. */
static const Scope *scope_at(const Site *site)
{
    if (!site->scope)
        ((Site *)(uintptr_t)site)->scope = scope_of(site->pc);
    return site->scope;
}

typedef struct {
    const Scope *scope;
    const char *frame;
} Call;

/* True if a walk up the frames of a thread that is at FRAME, whose first words
 * are WORDS, has seen all functions of the user: those that called the
 * outermost one stay as long as the thread runs. */
static bool is_outermost(const FrameOuter *outer, const char *frame,
                         const uint64_t words[RECORD_WORDS])
{
    return frame == outer->frame && words[1] == outer->pc &&
           words[0] - (uint64_t)(uintptr_t)frame == outer->bytes;
}

static uint32_t note_outer(Thread *thread, FrameOuter outer, uint32_t count)
{
    thread->outer = outer;
    return count;
}

/* The user's functions that a stopped thread is in, innermost first; 0 if there
 * are too many.  Notes the outermost one. */
static uint32_t find_calls(Thread *thread, Call calls[MOST_FRAMES])
{
    const char *frame = thread->request.frame;
    const char *stack = fiber_stack(thread->fiber);
    uint64_t pc = thread->request.site->pc;
    FrameOuter outer = {.frame = NULL};
    uint32_t count = 0;

    for (uint32_t i = 0; i < MOST_FRAMES; ++i) {
        const Scope *scope =
            i == 0 ? scope_at(thread->request.site) : scope_of(pc);
        uint64_t words[RECORD_WORDS];
        ++outer.above;
        if (!fiber_stack_has(stack, frame) ||
            !fiber_stack_has(stack, frame + sizeof words - 1) ||
            !fiber_stack_has(stack, frame + scope->lowest))
            return note_outer(thread, outer, count);
        memcpy(words, frame, sizeof words);
        if (scope->function) {
            calls[count++] = (Call){scope, frame};
            outer =
                (FrameOuter){.frame = frame,
                             .pc = words[1],
                             .bytes = (uint32_t)(words[0] -
                                                 (uint64_t)(uintptr_t)frame)};
            if (is_outermost(&thread->outer, frame, words) &&
                i + thread->outer.above < MOST_FRAMES)
                return count;
        }
        if (words[0] <= (uint64_t)(uintptr_t)frame)
            return note_outer(thread, outer, count);
        frame = (const char *)(uintptr_t)words[0];
        pc = words[1];
    }
    return 0;
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

/* The value of the local at PLACE; *KNOWN is false if it has none. */
static uint64_t local_value(const ProgramPlace *place, const char *frame,
                            bool *known)
{
    uint64_t value = value_at(frame + place->offset, place->bytes);

    *known = !place->bare || value != UNSET >> (64 - 8 * place->bytes);
    return value;
}

/* Finds the locals of a thread that is in COUNT calls. */
static void read_locals(const Call calls[], uint32_t count)
{
    for (uint32_t depth = 0; depth < count; ++depth) {
        const Call *call = &calls[count - 1 - depth];
        uint32_t end = state.found_count + call->scope->count;
        if (end > state.found_capacity) {
            state.found_capacity = 2 * end;
            state.found = base_realloc(state.found, state.found_capacity,
                                       sizeof *state.found);
        }
        for (uint32_t i = 0; i < call->scope->count; ++i) {
            const ProgramPlace *place = call->scope->places[i];
            FrameLocal *found = &state.found[state.found_count];
            bool known;
            found->key = depth << 16 | place->local;
            found->value = local_value(place, call->frame, &known);
            state.found_count += known;
        }
    }
}

/* ---- The log --------------------------------------------------------------*/

/* Room for COUNT more halves of changes in the record at hand. */
static ProgramHalf *more_changes(size_t count)
{
    if (state.changes_count + count > state.changes_capacity) {
        state.changes_capacity = 2 * (state.changes_count + count);
        state.changes = base_realloc(state.changes, state.changes_capacity,
                                     sizeof *state.changes);
    }
    state.changes_count += count;
    return state.changes + state.changes_count - count;
}

static void add_change(const Thread *thread, const FrameLocal *local, bool ends)
{
    ProgramChange change = {.value = ends ? 0 : local->value,
                            .local = (uint16_t)local->key,
                            .lane = thread->lane,
                            .depth = (uint8_t)(local->key >> 16),
                            .ends = ends};
    ProgramHalf *halves = more_changes(2);

    state.changes_count -= 2 - program_halves(&change, halves);
}

/* Adds what differs between what was logged of the thread and what was found;
 * both are by rising keys. */
static void add_changes(const Thread *thread)
{
    const FrameLocal *old = thread->locals.items, *now = state.found;
    const FrameLocal *old_end = old + thread->locals.count;
    const FrameLocal *now_end = now + state.found_count;

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
static void keep(FrameLocals *locals)
{
    FrameLocals old = *locals;

    *locals = (FrameLocals){.items = state.found,
                            .count = state.found_count,
                            .capacity = state.found_capacity};
    state.found = old.items;
    state.found_capacity = old.capacity;
}

/* The only one of COUNT calls that has locals; NULL: there are others. */
static const Call *only_call(const Call calls[], uint32_t count)
{
    const Call *only = NULL;

    for (uint32_t i = 0; i < count; ++i) {
        if (calls[i].scope->count == 0)
            continue;
        if (only)
            return NULL;
        only = &calls[i];
    }
    return only;
}

/* Adds what differs, where a thread has the same locals as before, all of CALL;
 * false if it has others, and nothing was added. */
static bool add_differences(Thread *thread, const Call *call)
{
    const Scope *scope = call->scope;
    const ProgramPlace *const *places = scope->places;
    FrameLocal *items = thread->locals.items;

    if (thread->more->places != places)
        return false;
    for (uint32_t i = 0; scope->bare && i < scope->count; ++i) {
        bool known;
        local_value(places[i], call->frame, &known);
        if (!known)
            return false;
    }
    for (uint32_t i = 0; i < scope->count; ++i) {
        uint64_t value =
            value_at(call->frame + places[i]->offset, places[i]->bytes);
        if (value == items[i].value)
            continue;
        items[i].value = value;
        add_change(thread, &items[i], false);
    }
    return true;
}

bool frame_is_full(void)
{
    return state.bytes >= LOCALS_LIMIT;
}

void frame_cut(uint64_t bytes)
{
    state.bytes = bytes;
}

/* True if there are locals to log. */
static bool are_wanted(void)
{
    open_functions();
    return state.functions_count > 0 && !machine_tries();
}

/* Adds what changed of the locals of a thread to the record at hand. */
static void add_thread(Thread *thread)
{
    ThreadMore *more = thread->more;
    Call calls[MOST_FRAMES];
    uint32_t count = 0;

    if (!frame_is_full()) /* where the room is used up, all end */
        count = find_calls(thread, calls);
    const Call *only = only_call(calls, count);
    if (only && more->calls == count && add_differences(thread, only))
        return;
    state.found_count = 0;
    read_locals(calls, count);
    add_changes(thread);
    keep(&thread->locals);
    bool all = only && thread->locals.count == only->scope->count;
    more->places = all ? only->scope->places : NULL;
    more->calls = count;
}

const ProgramHalf *frame_changes(Thread *thread, uint32_t *count)
{
    state.changes_count = 0;
    if (are_wanted())
        add_thread(thread);
    *count = (uint32_t)state.changes_count;
    return state.changes;
}

void frame_begin(void)
{
    state.changes_count = 0;
}

void frame_add(const ProgramHalf *changes, uint32_t count)
{
    ProgramHalf *to = more_changes(count);

    for (uint32_t i = 0; i < count; ++i)
        to[i] = changes[i];
}

void frame_end(const Warp *warp, uint32_t block)
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

void frame_log(const Warp *warp, Thread *const lanes[], uint32_t count)
{
    if (!are_wanted())
        return;
    frame_begin();
    for (uint32_t i = 0; i < count; ++i)
        add_thread(lanes[i]);
    frame_end(warp, lanes[0]->block->number);
}
