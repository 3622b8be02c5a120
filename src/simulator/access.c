/* SPDX-License-Identifier: MIT
 *
 * access - what the compiler's pass calls before each load and store of the
 * user's code (program/pass.h), and what the headers call around an atomic
 * operation: checks the address, and lists the access for the warp.
 */
#include "simulator/machine.h"

#include "program/pass.h"
#include "simulator/bounds.h"
#include "simulator/history.h"
#include "simulator/launch.h"
#include "simulator/locals.h"
#include "simulator/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDEST = 16,     /* bytes of an access of one instruction */
    MOST_LISTED = 32 /* accesses of a thread until its warp executes them: so
                        few that they stay in the processor's cache */
};

extern char __executable_start[], __data_start[];

static const char *verb(unsigned kind)
{
    return kind == PROGRAM_STORE ? "stores to" : "loads";
}

/* ---- Lists ----------------------------------------------------------------*/

ThreadState access_pop(Thread *thread)
{
    AccessList *list = &thread->list;

    list->changes_at = list->items[list->at].changes_end;
    if (++list->at < list->count) {
        thread->warp->next[thread->lane] = thread_access(thread)->site;
        return THREAD_ACCESS;
    }
    list->at = list->count = 0;
    if (list->changes_at == list->changes_count) { /* else of a shuffle */
        list->changes_at = 0;
        list->changes_count = 0;
    }
    if (list->then == THREAD_ACCESS) /* in lockstep it makes the access now */
        return THREAD_READY;
    thread->warp->next[thread->lane] = thread->request.site;
    return list->then;
}

void access_free(AccessList *list)
{
    free(list->items);
    free(list->changes);
}

static inline Access *list_add(AccessList *list)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 8;
        list->items =
            base_realloc(list->items, list->capacity, sizeof *list->items);
    }
    return &list->items[list->count++];
}

/* The word around the BYTES bytes at ADDRESS, fewer than 4, where a store has
 * left VALUE. */
static uint32_t word_around(const char *address, size_t bytes,
                            const void *value)
{
    uint32_t word = memory_word(address);

    memcpy((char *)&word + (uintptr_t)address % 4, value, bytes);
    return word;
}

/* ---- Checks ---------------------------------------------------------------*/

/* A fault if ADDRESS lies in the stack of a thread other than the one that
 * runs. */
static void check_stacks(uint64_t pc, const char *address, unsigned kind)
{
    char whose[64];

    for (uint32_t b = 0; b < machine.blocks_count; ++b)
        for (uint32_t t = 0; t < machine.blocks_threads; ++t) {
            const Thread *owner = &machine.blocks[b].threads[t];
            if (!owner->block || !fiber_owns(owner->fiber, address))
                continue;
            snprintf(whose, sizeof whose,
                     machine.total > 1 ? "thread %u of block %u" : "thread %u",
                     owner->number, owner->block->number);
            machine_fault(
                pc, "%s a local variable of %s; share it through __shared__",
                verb(kind), whose);
        }
}

/* True, with the array or NULL for shared memory, if the access is one that
 * Upsweep shows; a fault if it is none that a kernel may make. */
static bool check(uint64_t pc, const Thread *thread, const char *address,
                  size_t bytes, unsigned kind, GlobalArray **of)
{
    *of = NULL;
    if (access_is_shared(thread, address)) {
        size_t offset = (size_t)(address - thread->block->shared);
        size_t end = shared_bytes();
        if (offset + bytes > end)
            machine_fault_at(pc,
                             offset < end ? thread->block->shared + end
                                          : address,
                             verb(kind));
        return true;
    }
    if (fiber_owns(thread->fiber, address) || machine_is_builtin(address))
        return false;
    GlobalArray *array = memory_array(address, false);
    if (array) {
        size_t offset = (size_t)(address - array->address);
        if (bytes > array->bytes - offset)
            machine_fault_element(pc, array, array->address + array->bytes,
                                  verb(kind));
        *of = array;
        return true;
    }
    /* tables and texts of the program, and arguments that are references */
    if (kind == PROGRAM_LOAD &&
        ((address >= __executable_start && address < __data_start) ||
         launch_owns(address)))
        return false;
    machine_fault_at(pc, address, verb(kind));
    check_stacks(pc, address, kind);
    if (machine_is_heap(address))
        machine_missing(pc,
                        "%s memory of malloc or new, which kernels do not "
                        "support here; use cudaMalloc",
                        verb(kind));
    machine_fault(pc,
                  "%s host memory; copy it with cudaMalloc and cudaMemcpy, or "
                  "declare it __device__",
                  verb(kind));
}

/* A fault if an access of a number of BYTES bytes is not aligned as the type of
 * a number is; structs of 16 bytes may be aligned to 8. */
static void check_aligned(uint64_t pc, const char *address, size_t bytes,
                          unsigned kind)
{
    size_t align = bytes < 8 ? bytes : 8;

    if ((uintptr_t)address % align)
        machine_fault(pc,
                      "%s %zu bytes at an address that is not a multiple of "
                      "%zu",
                      verb(kind), bytes, align);
}

/* The host makes an access of BYTES bytes: a fault if it may not. */
static void host_access(uint64_t pc, const char *address, size_t bytes,
                        unsigned kind)
{
    if (machine_in_library)
        return;
    if (!upsweep_in_global_space(address)) {
        const char *name = memory_shadow(address);
        if (name)
            machine_fault(pc, "the host %s %s, which is on the device; use %s",
                          verb(kind), name,
                          kind == PROGRAM_STORE ? "cudaMemcpyToSymbol"
                                                : "cudaMemcpyFromSymbol");
        return;
    }
    if (upsweep_is_managed(address, bytes)) {
        if (kind == PROGRAM_LOAD)
            history_read(address);
        return;
    }
    const GlobalArray *array = memory_array(address, true);
    if (array && array->managed)
        machine_fault_element(pc, array,
                              memory_array(address, false)
                                  ? array->address + array->bytes
                                  : address,
                              kind == PROGRAM_STORE ? "the host stores to"
                                                    : "the host loads");
    machine_fault(pc, "the host %s device memory; copy it with cudaMemcpy",
                  verb(kind));
}

/* ---- Accesses -------------------------------------------------------------*/

/* An access of a thread of a kernel.  PC names it, except for the load of a
 * copy, whose SITE lies before its store's: all lanes of a warp load, then all
 * store. */
typedef struct {
    const char *address;
    const void *value; /* of a store */
    size_t bytes;
    uint64_t pc, site;
    ProgramAccessKind kind;
    bool is_volatile;
} Announced;

/* In the fast way: notes who touches what; the launch needs lockstep if threads
 * meet. */
static void touch(const Announced *access, GlobalArray *array)
{
    bool stores = access->kind != PROGRAM_LOAD, alone;
    size_t place = (uintptr_t)access->address - memory_begin;

    if (array && array->name)
        alone = memory_touch_symbol(array, access->address, access->bytes,
                                    stores) &&
                (!stores || undo_open_symbol(array));
    else
        alone = memory_touch(place, access->bytes, stores) &&
                (!array || !stores ||
                 (undo_open(place) && undo_open(place + access->bytes - 1)));
    if (!alone || access->is_volatile)
        machine_needs_lockstep();
    if (!array)
        shared_note(machine_thread->block->shared, access->address);
}

/* Lists one access of at most WIDEST bytes. */
static void list_access(Thread *thread, const Announced *access)
{
    size_t bytes = access->bytes;

    if (machine.sink == SINK_LOG && thread->block->recorded)
        locals_note(thread, access->pc);
    if (!machine.fast)
        uses_note(access->address, bytes, access->kind);
    Access *to = list_add(&thread->list);
    const void *value =
        access->kind == PROGRAM_STORE ? access->value : access->address;
    to->site = machine_site(access->site);
    to->address = access->address;
    to->bytes = (uint8_t)bytes;
    to->kind = (uint8_t)access->kind;
    to->is_volatile = access->is_volatile;
    to->changes_end = (uint32_t)thread->list.changes_count;
    if (bytes == 4)
        memcpy(to->value, value, 4);
    else
        memcpy(to->value, value, bytes);
    to->word = bytes < 4 ? word_around(access->address, bytes, value) : 0;
}

/* An access without a log was looked at: others have their turn if the thread
 * has used up its credit. */
static void spend(Thread *thread)
{
    ThreadMore *more = thread->more;

    if (machine_credit > 0)
        return;
    if (more->credit == 0 || --more->credit == 0) {
        machine_stop(THREAD_READY);
    } else if (!bounds_waits(thread)) {
        machine_credit = more->credit;
        more->credit = 0;
    }
}

/* The running thread makes ACCESS, of one piece, which is checked. */
static void make(const Announced *access, GlobalArray *array)
{
    Thread *thread = machine_thread;

    if (access->is_volatile)
        run_waits();
    if (!machine.fast) {
        list_access(thread, access);
        machine_stop(THREAD_ACCESS);
        return;
    }
    if (machine.plain)
        return;
    touch(access, array);
    if (!thread->block->recorded) {
        if (machine.sink == SINK_NONE)
            spend(thread);
    } else if (machine.sink == SINK_LOG) {
        list_access(thread, access);
        if (thread->list.count >= MOST_LISTED)
            machine_stop(THREAD_READY);
    } else {
        record_value(thread, access->site, access->address, access->bytes,
                     access->kind, access->value, array);
    }
}

/* The bytes of the accesses that one of BYTES bytes, all or part of a struct,
 * is made of: PIECE or, if that is more, the struct's alignment. */
static size_t piece_of(const Thread *thread, const GlobalArray *array,
                       const char *address, size_t bytes, size_t piece)
{
    const UpsweepElement *element = array ? &array->element : NULL;

    if (bytes < 2)
        return piece;
    if (!array)
        element =
            shared_struct((size_t)(address - thread->block->shared), bytes);
    if (!element || !element->align || bytes > element->bytes)
        return piece;
    return element->align < piece ? element->align : piece;
}

/* The running thread makes an access of any size, in pieces of at most PIECE
 * bytes.  A store of the machine's own, to TO, is made with each. */
static void announce(Announced *access, size_t piece, char *to)
{
    Thread *thread = machine_thread;
    size_t bytes = access->bytes;
    GlobalArray *array;

    bounds_check(access->pc, access->address, verb(access->kind));
    if (!check(access->pc, thread, access->address, bytes, access->kind,
               &array)) {
        if (to)
            memcpy(to, access->value, bytes);
        return;
    }
    if (piece == bytes)
        check_aligned(access->pc, access->address, bytes, access->kind);
    bool copies = to || access->site != access->pc;
    if (copies || piece != bytes)
        piece = piece_of(thread, array, access->address, bytes, piece);
    access->bytes = piece;
    for (size_t at = 0; at < bytes; at += piece) {
        make(access, array);
        if (to)
            memcpy(to + at, access->value, piece);
        access->address += piece;
        if (access->value)
            access->value = (const char *)access->value + piece;
    }
}

/* The widest piece, up to WIDEST, that BYTES bytes at ADDRESS can be made of:
 * the same for all lanes of a warp. */
static size_t widest_piece(const void *address, size_t bytes)
{
    size_t all = bytes | (size_t)(uintptr_t)address | WIDEST;

    return all & -all;
}

/* A number is one access; what is no number is made of pieces. */
static size_t piece_of_number(const void *address, size_t bytes)
{
    return bytes <= WIDEST && (bytes & (bytes - 1)) == 0
               ? bytes
               : widest_piece(address, bytes);
}

static __attribute__((noinline)) void
access_slowly(const void *at, uint32_t bytes, ProgramAccessKind kind,
              const void *value, uint64_t pc)
{
    Thread *thread = machine_thread;
    Announced access = {.address = at,
                        .value = value,
                        .bytes = bytes & ~UPSWEEP_VOLATILE,
                        .pc = pc,
                        .site = pc,
                        .kind = kind,
                        .is_volatile = bytes & UPSWEEP_VOLATILE};

    if (thread)
        announce(&access, piece_of_number(at, access.bytes), NULL);
    else
        host_access(pc, at, access.bytes, kind);
}

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))
/* What the function that calls this one's caller has on its stack. */
#define STACK ((const char *)__builtin_frame_address(0) + 16)

static __attribute__((noinline)) void load_slowly(const void *at,
                                                  uint32_t bytes, uint64_t pc)
{
    if (!machine_thread && memory_is_of_host(at))
        return;
    if (machine_thread)
        machine_thread->stack = STACK;
    access_slowly(at, bytes, PROGRAM_LOAD, NULL, pc);
}

static __attribute__((noinline)) void store_slowly(void *at, uint32_t bytes,
                                                   uint64_t value, uint64_t pc)
{
    if (!machine_thread && memory_is_of_host(at))
        return;
    if (machine_thread)
        machine_thread->stack = STACK;
    access_slowly(at, bytes, PROGRAM_STORE, &value, pc);
}

/* True if the access can be passed: see machine_credit. */
static inline __attribute__((always_inline)) bool
is_passed(const void *at, uint32_t bytes, bool stores)
{
    size_t place = (uintptr_t)at - memory_begin;

    return machine_credit > 0 && --machine_credit > 0 && bytes <= 8 &&
           !(place & (bytes - 1)) &&
           !memory_is_doubtful(stores ? memory_open : memory_valid, place,
                               bytes) &&
           memory_touch(place, bytes, stores);
}

/* ---- What the pass calls --------------------------------------------------*/

/* The functions that are called most have the frames of the functions that they
 * jump to. */
#ifdef __clang__
#define FRAMELESS
#else
#define FRAMELESS __attribute__((optimize("omit-frame-pointer")))
#endif

FRAMELESS void upsweep_load(const void *at, uint32_t bytes)
{
    if (!is_passed(at, bytes, false))
        load_slowly(at, bytes, CALLER);
}

FRAMELESS void upsweep_store(void *at, uint32_t bytes, uint64_t value)
{
    if (!is_passed(at, bytes, true))
        store_slowly(at, bytes, value, CALLER);
}

void upsweep_store_wide(void *at, uint32_t bytes, const void *value)
{
    if (machine_thread)
        machine_thread->stack = STACK;
    access_slowly(at, bytes, PROGRAM_STORE, value, CALLER);
}

/* Room for BYTES bytes that a copy of THREAD has loaded. */
static char *room_of(Thread *thread, size_t bytes)
{
    ThreadMore *more = thread->more;

    if (bytes > more->loaded_capacity) {
        more->loaded = base_realloc(more->loaded, bytes, 1);
        more->loaded_capacity = bytes;
    }
    return more->loaded;
}

/* A fault if BYTES bytes at ADDRESS, in memory that others see, are not aligned
 * as their type is, to 2^ALIGN bytes. */
static void check_type(const Thread *thread, uint64_t pc, const char *address,
                       size_t bytes, unsigned align, unsigned kind)
{
    size_t multiple = (size_t)1 << (align < 3 ? align : 3);

    if ((uintptr_t)address % multiple && !fiber_owns(thread->fiber, address))
        machine_fault(pc,
                      "%s %zu bytes at an address that is not a multiple of "
                      "%zu",
                      verb(kind), bytes, multiple);
}

/* What VALUE has becomes what TO has; PC names the store. */
static void store_bytes(char *to, const char *value, size_t bytes, uint64_t pc)
{
    Announced access = {.address = to,
                        .value = value,
                        .bytes = bytes,
                        .pc = pc,
                        .site = pc,
                        .kind = PROGRAM_STORE};

    announce(&access, widest_piece(to, bytes), to);
}

void *upsweep_copy(void *to, const void *from, size_t bytes)
{
    Thread *thread = machine_thread;
    uint64_t pc = CALLER;
    unsigned align_to = (unsigned)(bytes >> UPSWEEP_ALIGN_TO);
    unsigned align_from = bytes >> UPSWEEP_ALIGN_FROM & 0xff;

    bytes &= ((size_t)1 << UPSWEEP_ALIGN_FROM) - 1;
    if (bytes == 0)
        return to;
    if (!thread) {
        host_access(pc, from, bytes, PROGRAM_LOAD);
        host_access(pc, to, bytes, PROGRAM_STORE);
        return memmove(to, from, bytes);
    }
    thread->stack = STACK;
    check_type(thread, pc, from, bytes, align_from, PROGRAM_LOAD);
    check_type(thread, pc, to, bytes, align_to, PROGRAM_STORE);
    Announced access = {.address = from,
                        .bytes = bytes,
                        .pc = pc,
                        .site = pc - 1,
                        .kind = PROGRAM_LOAD};
    announce(&access, widest_piece(from, bytes), NULL);
    char *room = room_of(thread, bytes);
    memcpy(room, from, bytes);
    store_bytes(to, room, bytes, pc);
    return to;
}

void *upsweep_fill(void *to, int byte, size_t bytes)
{
    Thread *thread = machine_thread;
    uint64_t pc = CALLER;

    if (bytes == 0)
        return to;
    if (!thread) {
        if (upsweep_is_global(to, 1) && !upsweep_is_managed(to, 1))
            machine_fault(pc, "the host sets device memory; use cudaMemset");
        host_access(pc, to, bytes, PROGRAM_STORE);
        return memset(to, byte, bytes);
    }
    thread->stack = STACK;
    char *room = room_of(thread, bytes);
    memset(room, byte, bytes);
    store_bytes(to, room, bytes, pc);
    return to;
}

/* ---- Atomic operations ----------------------------------------------------*/

void upsweep_count_next(int is_one)
{
    if (!machine_thread)
        return;
    machine_thread->more->unused_next = true;
    machine_thread->more->counts_next = is_one;
}

/* In the fast way without a log: THREAD is about to count at ADDRESS, in ARRAY
 * or in shared memory. */
static void count(Thread *thread, const char *address, GlobalArray *array)
{
    size_t place = (uintptr_t)address - memory_begin;

    if (machine.plain)
        return;
    if ((array && array->name) ||
        !touch_count(&memory_touched[place / 4],
                     array ? toucher.launch : toucher.block) ||
        (array && !undo_open(place)))
        machine_needs_lockstep();
    spend(thread);
}

void upsweep_atomic_begin(const volatile void *address, int bytes, int integer)
{
    Thread *thread = machine_thread;
    const char *at = (const char *)(uintptr_t)address;
    GlobalArray *array;
    uint64_t pc = CALLER;

    if (!thread)
        return;
    ThreadMore *more = thread->more;
    bool counts = more->counts_next && integer && bytes == 4;
    bool unused = more->unused_next && integer && bytes == 4;
    more->counts_next = more->unused_next = false;
    more->updates = NULL;
    if (!unused)
        run_waits();
    if (!unused || machine.sink != SINK_NONE)
        machine_needs_lockstep();
    thread->stack = STACK;
    bounds_check(pc, at, verb(PROGRAM_STORE));
    if (!check(pc, thread, at, (size_t)bytes, PROGRAM_STORE, &array))
        return;
    check_aligned(pc, at, (size_t)bytes, PROGRAM_STORE);
    if (machine.fast) {
        count(thread, at, array);
        return;
    }
    Announced access = {.address = at,
                        .bytes = (size_t)bytes,
                        .pc = pc,
                        .site = pc,
                        .kind = counts ? PROGRAM_COUNT : PROGRAM_ATOMIC};
    list_access(thread, &access);
    machine_stop(THREAD_ACCESS);
    if (more->before)
        memcpy(more->before, at, (size_t)bytes);
    if (thread->warp->visited)
        spin_found(thread, at, (size_t)bytes);
    more->updates = at;
    more->update_bytes = (uint8_t)bytes;
}

void upsweep_atomic_end(void)
{
    Thread *thread = machine_thread;

    if (!thread || !thread->more->updates)
        return;
    ThreadMore *more = thread->more;
    if (more->after)
        memcpy(more->after, more->updates, more->update_bytes);
    if (more->word)
        *more->word = memory_word(more->updates);
    more->before = more->after = NULL;
    more->word = NULL;
    more->updates = NULL;
}
