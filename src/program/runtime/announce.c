/* SPDX-License-Identifier: MIT
 *
 * announce - what the compiler calls before each load and store of the user's
 * code that others may see (-fsanitize=thread), where a function begins and
 * ends, and before an atomic operation: checks the address and stops the thread
 * until its warp executes the access.
 */
#include "program/runtime/access.h"
#include "program/runtime/bounds.h"
#include "program/runtime/frame.h"
#include "program/runtime/machine_state.h"
#include "program/runtime/memory.h"
#include "program/pass.h"
#include "program/runtime/pending.h"

#include <stdio.h>
#include <string.h>

enum { WIDEST = 16 }; /* bytes of an access of one instruction */

/* ---- Checks ---------------------------------------------------------------*/

extern char __executable_start[], __data_start[];

static const char *verb(int kind)
{
    return kind == PROGRAM_STORE ? "stores to" : "loads";
}

/* A fault if ADDRESS lies in the stack of a thread other than the one that
 * runs. */
static void check_stacks(uint64_t pc, const char *address, int kind)
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
            machine_fault(pc,
                          "%s a local variable of %s, which only that thread "
                          "may use; share it through __shared__",
                          verb(kind), whose);
        }
}

/* True, with the array or NULL for shared memory, if the access is one that
 * Upsweep shows; a fault if it is none that a kernel may make. */
static bool check(uint64_t pc, const Thread *thread, const char *address,
                  size_t bytes, int kind, GlobalArray **of)
{
    *of = NULL;
    if (machine_is_builtin(address))
        return false;
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
    GlobalArray *array = memory_array(address, false);
    if (array) {
        size_t offset = (size_t)(address - array->address);
        if (bytes > array->bytes - offset)
            machine_fault_element(pc, array, array->address + array->bytes,
                                  verb(kind));
        *of = array;
        return true;
    }
    if (fiber_owns(thread->fiber, address))
        return false;
    /* tables and texts of the program */
    if (kind == PROGRAM_LOAD && address >= __executable_start &&
        address < __data_start)
        return false;
    machine_fault_at(pc, address, verb(kind));
    check_stacks(pc, address, kind);
    if (machine_is_heap(address))
        machine_missing(pc,
                        "%s memory of malloc or new, which are not supported "
                        "in a kernel",
                        verb(kind));
    machine_fault(pc,
                  "%s memory of the host; copy it with cudaMalloc and "
                  "cudaMemcpy, or declare it __device__",
                  verb(kind));
}

/* A fault if an access of a number of BYTES bytes is not aligned as the type of
 * a number is; structs of 16 bytes may be aligned to 8. */
static void check_aligned(uint64_t pc, const char *address, size_t bytes,
                          int kind)
{
    size_t align = bytes < 8 ? bytes : 8;

    if ((uintptr_t)address % align)
        machine_fault(pc,
                      "%s %zu bytes at an address that is not a multiple of "
                      "%zu",
                      verb(kind), bytes, align);
}

/* ---- What the compiler calls ----------------------------------------------*/

/* The host makes an access by the name of a variable: a fault if that lies on
 * the device. */
static void host_names(uint64_t pc, const char *address, int kind)
{
    const GlobalArray *symbol = memory_device_symbol(address);

    if (symbol && !symbol->asked)
        machine_fault(pc, "the host %s %s, which lies on the device; use %s",
                      verb(kind), symbol->name,
                      kind == PROGRAM_STORE ? "cudaMemcpyToSymbol"
                                            : "cudaMemcpyFromSymbol");
}

/* The host makes an access of BYTES bytes: a fault if it may not. */
static void host_access(uint64_t pc, const char *address, size_t bytes,
                        int kind)
{
    if (!upsweep_in_global_space(address)) {
        host_names(pc, address, kind);
        return;
    }
    if (upsweep_is_managed(address, bytes))
        return;
    const GlobalArray *array = memory_array(address, true);
    if (array && array->managed)
        machine_fault_element(pc, array,
                              memory_array(address, false)
                                  ? array->address + array->bytes
                                  : address,
                              kind == PROGRAM_STORE ? "the host stores to"
                                                    : "the host loads");
    machine_fault(pc,
                  "the host %s memory of the device; copy it with cudaMemcpy",
                  verb(kind));
}

/* Where an access is made.  PC is the return address of what announces it, and
 * SITE the same, but that of a copy's load lies before that of its store: all
 * lanes of a warp load, and then all store together, those, too, of which there
 * is no load to be told. */
typedef struct {
    uint64_t pc, site;
} Place;

static Place place_at(uint64_t pc, bool copy_loads)
{
    return (Place){pc, copy_loads ? pc - 1 : pc};
}

/* Makes the access of REQUEST; a site that it has was found before. */
static void make_access(Request *request, GlobalArray *array, Place place)
{
    if (machine.runs_on) {
        machine_run_on(request, place.site, array);
        return;
    }
    if (!request->site) {
        request->site = machine_site(place.site);
        request->frame = machine.trial ? NULL : frame_find(place.pc);
    }
    machine_access(request, array);
}

/* Makes an access of BYTES bytes; REQUEST is its first piece.  All pieces of a
 * store are announced before it is made. */
static void make_pieces(Request *request, size_t bytes, GlobalArray *array,
                        Place place)
{
    Thread *thread = machine_thread;
    size_t piece = request->bytes;

    if (machine.ahead && pending_is_full(thread))
        machine_stop(THREAD_READY);
    if (machine.ahead && piece < bytes) {
        if (thread->stored.value) /* where the list may not stay */
            access_stored(thread);
        pending_reserve((uint32_t)(bytes / piece) + 1);
    }
    make_access(request, array, place);
    if (piece == bytes)
        return;
    Stored first = thread->stored;
    thread->more->piece = first.value;
    for (size_t at = piece; at < bytes; at += piece) {
        thread->stored.value = NULL;
        request->address += piece;
        make_access(request, array, place);
        access_keep(thread);
    }
    thread->more->piece = NULL;
    thread->stored = first;
    thread->stored.goes_on = first.value != NULL;
}

/* ---- Copies ---------------------------------------------------------------
 *
 * Of a copy of a struct, as `s[i] = g[j]`, the compiler announces the store
 * before the load.  The store is put off until the load was made. */

/* Puts off the store of REQUEST, the first piece of BYTES bytes, until the copy
 * has loaded; 0: of a store that is not told. */
static void put_off(Thread *thread, const Request *request, size_t bytes)
{
    thread->more->deferred = *request;
    thread->more->deferred_bytes = bytes;
    thread->defers = true;
}

/* Keeps what a copy has loaded: where lanes copy together, each loads before
 * any of them stores.  The thread has made the store before it. */
static void keep_loaded(Thread *thread, const void *at, size_t bytes)
{
    ThreadMore *more = thread->more;

    if (thread->stored.value)
        access_stored(thread);
    if (bytes > more->loaded_capacity) {
        more->loaded = base_realloc(more->loaded, bytes, 1);
        more->loaded_capacity = bytes;
    }
    memcpy(more->loaded, at, bytes);
    more->loaded_bytes = bytes;
}

/* Makes the store that was put off: the load of BYTES bytes AT, which PC
 * announced, was made. */
static void make_deferred(const void *at, size_t bytes, uint64_t pc)
{
    Thread *thread = machine_thread;

    if (!thread || !thread->defers)
        return;
    thread->defers = false;
    ThreadMore *more = thread->more;
    if (more->deferred_bytes == 0)
        return;
    Request request = more->deferred;
    GlobalArray *array = access_is_shared(thread, request.address)
                             ? NULL
                             : memory_array(request.address, false);
    bool copies = bytes == more->deferred_bytes && !machine.runs_on;
    if (copies)
        keep_loaded(thread, at, bytes);
    make_pieces(&request, more->deferred_bytes, array, place_at(pc, false));
    if (copies)
        access_copies(thread, more->deferred.address);
}

/* True if the access need not be looked at. */
static inline bool is_passed(void)
{
    return machine_credit > 0 && --machine_credit > 0;
}

/* The same of a thread whose access was compared with an index (bounds.h). */
static bool is_passed_compared(const Thread *thread)
{
    ThreadMore *more = thread->more;
    bool passed = more->credit > 0 && --more->credit > 0;

    if (passed && !bounds_waits(thread))
        machine_credit = more->credit;
    return passed;
}

/* Others have their turn: THREAD has used up its credit. */
static void stop_spent(Thread *thread)
{
    thread->warp->spent = true;
    machine_stop(THREAD_READY);
}

/* How an access is made. */
typedef enum {
    HOW_PLAIN,
    HOW_ORDERED, /* volatile: others may wait for it */
    HOW_HERE     /* by this file, when it was announced */
} How;

/* The bytes of the accesses that one of BYTES bytes, all or part of a struct,
 * is made of: PIECE or, if that is more, the struct's alignment.  A number of
 * 16 bytes may be a struct that is aligned to 8. */
static size_t piece_of(const Thread *thread, const GlobalArray *array,
                       const char *address, size_t bytes, size_t piece, How how)
{
    const UpsweepElement *element = array ? &array->element : NULL;

    if (bytes < 2 || (piece == bytes && how != HOW_HERE && bytes < WIDEST))
        return piece;
    if (!array)
        element =
            shared_struct((size_t)(address - thread->block->shared), bytes);
    if (!element || !element->align || bytes > element->bytes)
        return piece;
    if (piece == bytes && how != HOW_HERE)
        return element->align == 8 ? 8 : piece;
    return element->align < piece ? element->align : piece;
}

/* An access of BYTES bytes, in pieces of at most PIECE bytes. */
static void announce(const void *at, size_t bytes, size_t piece, int kind,
                     How how, uint64_t pc)
{
    Thread *thread = machine_thread;
    GlobalArray *array;
    bool ordered = how == HOW_ORDERED;
    bool passed = !ordered && is_passed();
    bool doubtful = memory_is_doubtful(at, bytes) &&
                    !(thread && fiber_owns(thread->fiber, at));

    if (passed && !doubtful)
        return;
    if (!thread) {
        host_access(pc, at, bytes, kind);
        return;
    }
    bool compared = bounds_waits(thread);
    bounds_check(pc, at, verb(kind));
    if (!thread->block->recorded && !ordered) {
        passed |= compared && is_passed_compared(thread);
        if (doubtful && check(pc, thread, at, bytes, kind, &array) && !array)
            shared_note(thread->block->shared, at);
        if (!passed)
            stop_spent(thread);
        return;
    }
    bool copies = false;
    if (!check(pc, thread, at, bytes, kind, &array)) {
        if (copies)
            put_off(thread, &(Request){.site = NULL}, 0);
        return;
    }
    if (piece == bytes && how != HOW_HERE)
        check_aligned(pc, at, bytes, kind);
    Request request = {.address = at,
                       .bytes = (uint8_t)piece_of(thread, array, at, bytes,
                                                  piece, how),
                       .kind = (uint8_t)kind,
                       .is_volatile = ordered};
    if (copies)
        put_off(thread, &request, bytes);
    else
        make_pieces(&request, bytes, array,
                    place_at(pc, kind == PROGRAM_LOAD &&
                                     (thread->defers || how == HOW_HERE)));
}

static void load(const void *at, size_t bytes, How how, uint64_t pc)
{
    announce(at, bytes, bytes, PROGRAM_LOAD, how, pc);
    make_deferred(at, bytes, pc);
}

/* Makes the access of a thread that does not stop at accesses, of a trial, if
 * nothing is to be looked at but that it lies in an array: false if there is.
 */
static inline bool run_on_plainly(const char *at, size_t bytes, int kind,
                                  uint64_t pc)
{
    Thread *thread = machine_thread;
    GlobalArray *array = NULL;

    if (!machine.runs_on || !thread || thread->defers || bounds_used ||
        (uintptr_t)at % bytes != 0 || bytes >= WIDEST)
        return false;
    size_t offset = (size_t)(at - thread->block->shared), end = shared_bytes();
    if (offset >= end || bytes > end - offset) {
        array = memory_array(at, false);
        if (!array || bytes > array->bytes - (size_t)(at - array->address))
            return false;
    }
    Request request = {.address = at,
                       .bytes = (uint8_t)bytes,
                       .kind = (uint8_t)kind};
    machine_run_on(&request, pc, array);
    return true;
}

/* The ends of the functions that are called most.  They are jumped to, so that
 * their frames are those of these functions, which need none of their own. */
static __attribute__((noinline)) void load_slowly(const void *at, size_t bytes,
                                                  uint64_t pc)
{
    if (!run_on_plainly(at, bytes, PROGRAM_LOAD, pc))
        load(at, bytes, HOW_PLAIN, pc);
}

static __attribute__((noinline)) void store_slowly(const void *at, size_t bytes,
                                                   uint64_t pc)
{
    if (!run_on_plainly(at, bytes, PROGRAM_STORE, pc))
        announce(at, bytes, bytes, PROGRAM_STORE, HOW_PLAIN, pc);
}

#ifdef __clang__
#define FRAMELESS
#else
#define FRAMELESS __attribute__((optimize("omit-frame-pointer")))
#endif
#define IF_NOT_PASSED(at, bytes)                                               \
    if (machine_credit == 0 || --machine_credit == 0 ||                        \
        memory_is_doubtful(at, bytes))

/* An access of any size.  All lanes of a warp make it in pieces of one size:
 * the widest, up to WIDEST bytes, that divides the size, and the address. */
static void announce_range(const void *at, size_t bytes, size_t widest,
                           int kind, How how, uint64_t pc)
{
    size_t all = bytes | (size_t)(uintptr_t)at | widest;

    if (bytes == 0)
        return;
    announce(at, bytes, all & -all, kind, how, pc);
    if (kind == PROGRAM_LOAD)
        make_deferred(at, bytes, pc);
}

/* The widest access that a range of the compiler can be made of: BYTES that a
 * number can have are a range only where they are less aligned than one. */
static size_t widest_of(size_t bytes)
{
    bool number = bytes <= WIDEST && (bytes & (bytes - 1)) == 0;

    return !number ? WIDEST : bytes > 8 ? 4 : bytes > 1 ? bytes / 2 : 1;
}

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

void upsweep_load(const void *at, uint32_t bytes);
void upsweep_store(void *at, uint32_t bytes, uint64_t value);
void upsweep_store_wide(void *at, uint32_t bytes, const void *value);
void upsweep_local(const void *at, uint32_t bytes, uint64_t value);
void *upsweep_copy(void *to, const void *from, size_t bytes);
void *upsweep_fill(void *to, int byte, size_t bytes);
void upsweep_enter(const void *caller);
void upsweep_leave(void);

static bool is_number(uint32_t bytes)
{
    return bytes <= WIDEST && (bytes & (bytes - 1)) == 0;
}

void upsweep_load(const void *at, uint32_t bytes)
{
    if (bytes & UPSWEEP_VOLATILE)
        load(at, bytes & ~UPSWEEP_VOLATILE, HOW_ORDERED, CALLER);
    else if (is_number(bytes))
        IF_NOT_PASSED(at, bytes) load_slowly(at, bytes, CALLER);
    else
        announce_range(at, bytes, widest_of(bytes), PROGRAM_LOAD, HOW_PLAIN,
                       CALLER);
}

static inline void store(void *at, uint32_t bytes, uint64_t pc)
{
    if (bytes & UPSWEEP_VOLATILE)
        announce(at, bytes & ~UPSWEEP_VOLATILE, bytes & ~UPSWEEP_VOLATILE,
                 PROGRAM_STORE, HOW_ORDERED, pc);
    else if (is_number(bytes))
        IF_NOT_PASSED(at, bytes) store_slowly(at, bytes, pc);
    else
        announce_range(at, bytes, widest_of(bytes), PROGRAM_STORE, HOW_PLAIN,
                       pc);
}

void upsweep_store(void *at, uint32_t bytes, uint64_t value)
{
    (void)value;
    store(at, bytes, CALLER);
}

void upsweep_store_wide(void *at, uint32_t bytes, const void *value)
{
    (void)value;
    store(at, bytes, CALLER);
}

void upsweep_local(const void *at, uint32_t bytes, uint64_t value)
{
    (void)at, (void)bytes, (void)value;
}

void *upsweep_copy(void *to, const void *from, size_t bytes)
{
    Thread *thread = machine_thread;
    uint64_t pc = CALLER;

    announce_range(from, bytes, WIDEST, PROGRAM_LOAD, HOW_HERE, pc);
    if (!thread || !thread->block->recorded) {
        announce_range(to, bytes, WIDEST, PROGRAM_STORE, HOW_HERE, pc);
        return memmove(to, from, bytes);
    }
    keep_loaded(thread, from, bytes);
    announce_range(to, bytes, WIDEST, PROGRAM_STORE, HOW_HERE, pc);
    return memcpy(to, thread->more->loaded, bytes);
}

void *upsweep_fill(void *to, int byte, size_t bytes)
{
    if (!machine_thread && bytes > 0 && upsweep_is_global(to, 1) &&
        !upsweep_is_managed(to, 1))
        machine_fault(CALLER,
                      "the host sets memory of the device; use cudaMemset");
    announce_range(to, bytes, WIDEST, PROGRAM_STORE, HOW_HERE, CALLER);
    return memset(to, byte, bytes);
}

/* The call stack of a thread; what stands above PROGRAM_DEPTH is not told
 * apart. */
void upsweep_enter(const void *caller)
{
    Thread *thread = machine_thread;

    if (!thread)
        return;
    if (thread->depth < PROGRAM_DEPTH)
        thread->callers[thread->depth] = (uint64_t)(uintptr_t)caller;
    ++thread->depth;
    if (thread->block->recorded)
        frame_enter(CALLER);
}

void upsweep_leave(void)
{
    Thread *thread = machine_thread;

    if (!thread || thread->depth == 0)
        return;
    --thread->depth;
    if (thread->known > thread->depth) {
        thread->known = thread->depth;
        thread->caller =
            thread->depth > 0 ? thread->path[thread->depth - 1] : NULL;
    }
}

void upsweep_count_next(void)
{
    if (machine_thread)
        machine_thread->more->counts_next = true;
}

void upsweep_atomic_begin(const volatile void *address, int bytes, int integer)
{
    Thread *thread = machine_thread;
    GlobalArray *array;

    if (!thread)
        return;
    bool counts = thread->more->counts_next && integer && bytes == 4;
    thread->more->counts_next = false;
    bounds_check(CALLER, (const char *)address, verb(PROGRAM_STORE));
    if (!check(CALLER, thread, (const char *)address, (size_t)bytes,
               PROGRAM_STORE, &array))
        return;
    check_aligned(CALLER, (const char *)address, (size_t)bytes, PROGRAM_STORE);
    Request request = {.address = (const char *)address,
                       .bytes = (uint8_t)bytes,
                       .kind = counts ? PROGRAM_COUNT : PROGRAM_ATOMIC};
    if (thread->block->recorded) {
        make_access(&request, array, place_at(CALLER, false));
        access_update(thread, request.address, request.bytes);
    } else if (!is_passed()) {
        stop_spent(thread);
    }
}
