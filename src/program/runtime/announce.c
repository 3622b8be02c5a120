/* SPDX-License-Identifier: MIT
 *
 * announce - what the compiler calls before each load and store of the user's
 * code that others may see (-fsanitize=thread), where a function begins and
 * ends, and before an atomic operation: checks the address and stops the thread
 * until its warp executes the access.
 */
#include "program/runtime/access.h"
#include "program/runtime/frame.h"
#include "program/runtime/machine_state.h"
#include "program/runtime/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- Checks ---------------------------------------------------------------*/

extern char __executable_start[], __data_start[];

static const char *verb(int kind)
{
    return kind == PROGRAM_STORE ? "stores to" : "loads";
}

/* True, with the array or NULL for shared memory, if the access is one that
 * Upsweep shows; a fault if it is none that a kernel may make. */
static bool check(uint64_t pc, const Thread *thread, const char *address,
                  size_t bytes, int kind, GlobalArray **of)
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
    GlobalArray *array = memory_array(address, false);
    if (array) {
        size_t offset = (size_t)(address - array->address);
        if (bytes > array->bytes - offset)
            machine_fault_element(pc, array, address + bytes - 1, verb(kind));
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
    machine_fault(pc,
                  "%s memory of the host; copy it with cudaMalloc and "
                  "cudaMemcpy, or declare it __device__",
                  verb(kind));
}

/* ---- What the compiler calls ----------------------------------------------*/

static void host_access(uint64_t pc, const char *address, int kind)
{
    if (!upsweep_in_global_space(address))
        return;
    const GlobalArray *array = memory_array(address, true);
    if (array && array->live && array->managed)
        return;
    machine_fault(pc,
                  "the host %s memory of the device; copy it with cudaMemcpy",
                  verb(kind));
}

static void make_access(GlobalArray *array, uint64_t pc, const char *address,
                        size_t bytes, int kind, bool is_volatile)
{
    Request request = {.address = address,
                       .bytes = (uint8_t)bytes,
                       .kind = (uint8_t)kind,
                       .is_volatile = is_volatile};

    if (machine.runs_on) {
        machine_run_on(&request, pc, array);
        return;
    }
    request.site = machine_site(pc);
    request.frame = machine.trial ? NULL : frame_find(pc);
    machine_access(&request, array);
}

/* ---- Copies ---------------------------------------------------------------
 *
 * Of a copy of a struct, as `s[i] = g[j]`, the compiler announces the store
 * before the load.  The store is put off until the load was made. */

void __tsan_read1(void *at);
void __tsan_read2(void *at);
void __tsan_read4(void *at);
void __tsan_read8(void *at);
void __tsan_read16(void *at);
void __tsan_read_range(void *at, size_t bytes);

/* The address that is called next from CODE on, where only addresses are
 * computed before; 0: something is stored, or done that is not known here. */
#if defined(__x86_64__)
/* Bytes of the operand of a MOV or LEA whose ModRM byte is at CODE. */
static int operand_bytes(const unsigned char *code)
{
    int mode = code[0] >> 6, base = code[0] & 7;
    int index = mode < 3 && base == 4;

    if (mode == 3)
        return 1;
    if (mode == 0 && base == 5)
        return 5;
    if (mode == 0 && index && (code[1] & 7) == 5)
        return 6;
    return 1 + index + (mode == 1 ? 1 : mode == 2 ? 4 : 0);
}

static uint64_t next_called(const unsigned char *code)
{
    for (int steps = 0; steps < 8; ++steps) {
        int32_t distance;
        if (code[0] == 0xe8) {
            memcpy(&distance, code + 1, sizeof distance);
            return (uint64_t)(uintptr_t)code + 5 + (uint64_t)(int64_t)distance;
        }
        code += (code[0] & 0xf0) == 0x40; /* REX */
        if (code[0] >= 0xb8 && code[0] <= 0xbf)
            code += 5; /* a constant */
        else if (code[0] == 0x8b || code[0] == 0x8d ||
                 (code[0] == 0x89 && code[1] >> 6 == 3))
            code += 1 + operand_bytes(code + 1);
        else
            return 0;
    }
    return 0;
}
#elif defined(__aarch64__)
static uint64_t next_called(const unsigned char *code)
{
    for (int steps = 0; steps < 8; ++steps, code += 4) {
        uint32_t word;
        memcpy(&word, code, sizeof word);
        if (word >> 26 == 0x25)
            return (uint64_t)(uintptr_t)code +
                   (uint64_t)((int64_t)(int32_t)(word << 6) >> 4);
        bool memory = (word & 0x0a000000) == 0x08000000;
        if (memory && !(word >> 22 & 1))
            return 0; /* a store */
    }
    return 0;
}
#else
static uint64_t next_called(const unsigned char *code)
{
    (void)code;
    return 0;
}
#endif

/* True if the code at PC, behind the announcement of a store, goes on with that
 * of a load of BYTES bytes. */
static bool loads_next(uint64_t pc, size_t bytes)
{
    void (*load)(void *) = bytes == 1   ? __tsan_read1
                           : bytes == 2 ? __tsan_read2
                           : bytes == 4 ? __tsan_read4
                           : bytes == 8 ? __tsan_read8
                                        : __tsan_read16;

    uint64_t to = next_called((const unsigned char *)(uintptr_t)pc);

    return to == (uint64_t)(uintptr_t)load ||
           to == (uint64_t)(uintptr_t)__tsan_read_range;
}

/* The same, and remembers it for the places that were asked for last. */
static inline bool is_copy(uint64_t pc, size_t bytes)
{
    enum { RECENT = 256 };
    static struct {
        uint64_t pc;
        bool copies;
    } recent[RECENT];
    uint32_t at = (uint32_t)(pc ^ pc >> 8) % RECENT;

    if (recent[at].pc != pc) {
        recent[at].pc = pc;
        recent[at].copies = loads_next(pc, bytes);
    }
    return recent[at].copies;
}

static bool put_off(Thread *thread, uint64_t pc, const char *address,
                    size_t bytes)
{
    if (thread->deferred_count == MACHINE_PIECES || !is_copy(pc, bytes))
        return false;
    thread->more->deferred[thread->deferred_count++] =
        (Request){.site = machine_site(pc),
                  .frame = frame_find(pc),
                  .address = address,
                  .bytes = (uint8_t)bytes,
                  .kind = PROGRAM_STORE};
    return true;
}

/* Makes the stores that were put off: the load was made. */
static void make_deferred(void)
{
    Thread *thread = machine_thread;

    if (!thread || !thread->deferred_count)
        return;
    for (uint8_t i = 0; i < thread->deferred_count; ++i) {
        const Request *request = &thread->more->deferred[i];
        machine_access(request, access_is_shared(thread, request->address)
                                    ? NULL
                                    : memory_array(request->address, false));
    }
    thread->deferred_count = 0;
}

/* True if the access need not be looked at. */
static inline bool is_passed(void)
{
    return machine_credit > 0 && --machine_credit > 0;
}

static void announce(const void *at, size_t bytes, int kind, bool ordered,
                     uint64_t pc)
{
    Thread *thread = machine_thread;
    const char *address = at;

    if (!ordered && is_passed())
        return;
    if (!thread) {
        host_access(pc, address, kind);
        return;
    }
    if (!thread->block->recorded && !ordered) {
        machine_stop(THREAD_READY);
        return;
    }
    GlobalArray *array;
    if (check(pc, thread, address, bytes, kind, &array) &&
        (kind != PROGRAM_STORE || !put_off(thread, pc, address, bytes)))
        make_access(array, pc, address, bytes, kind, ordered);
}

static void load(const void *at, size_t bytes, bool ordered, uint64_t pc)
{
    if (!ordered && is_passed())
        return;
    announce(at, bytes, PROGRAM_LOAD, ordered, pc);
    make_deferred();
}

/* The ends of the functions that are called most.  They are jumped to, so that
 * their frames are those of these functions, which need none of their own. */
static __attribute__((noinline)) void load_slowly(const void *at, size_t bytes,
                                                  uint64_t pc)
{
    load(at, bytes, false, pc);
}

static __attribute__((noinline)) void store_slowly(const void *at, size_t bytes,
                                                   uint64_t pc)
{
    announce(at, bytes, PROGRAM_STORE, false, pc);
}

#ifdef __clang__
#define FRAMELESS
#else
#define FRAMELESS __attribute__((optimize("omit-frame-pointer")))
#endif
#define IF_NOT_PASSED if (machine_credit == 0 || --machine_credit == 0)

/* An access of any size, in pieces that an instruction can make. */
static void announce_range(const void *at, size_t bytes, int kind, uint64_t pc)
{
    const char *address = at;

    while (bytes > 0) {
        size_t piece = 16;
        while (piece > bytes || (uintptr_t)address % piece != 0)
            piece /= 2;
        announce(address, piece, kind, false, pc);
        address += piece;
        bytes -= piece;
    }
    if (kind == PROGRAM_LOAD)
        make_deferred();
}

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

#define ACCESS(size)                                                           \
    void __tsan_read##size(void *at);                                          \
    void __tsan_write##size(void *at);                                         \
    void __tsan_volatile_read##size(void *at);                                 \
    void __tsan_volatile_write##size(void *at);                                \
    void __tsan_unaligned_read##size(void *at);                                \
    void __tsan_unaligned_write##size(void *at);                               \
    void __tsan_unaligned_volatile_read##size(void *at);                       \
    void __tsan_unaligned_volatile_write##size(void *at);                      \
    void __tsan_read_write##size(void *at);                                    \
    FRAMELESS void __tsan_read##size(void *at)                                 \
    {                                                                          \
        IF_NOT_PASSED load_slowly(at, size, CALLER);                           \
    }                                                                          \
    FRAMELESS void __tsan_write##size(void *at)                                \
    {                                                                          \
        IF_NOT_PASSED store_slowly(at, size, CALLER);                          \
    }                                                                          \
    void __tsan_volatile_read##size(void *at)                                  \
    {                                                                          \
        load(at, size, true, CALLER);                                          \
    }                                                                          \
    void __tsan_volatile_write##size(void *at)                                 \
    {                                                                          \
        announce(at, size, PROGRAM_STORE, true, CALLER);                       \
    }                                                                          \
    void __tsan_unaligned_read##size(void *at)                                 \
    {                                                                          \
        announce_range(at, size, PROGRAM_LOAD, CALLER);                        \
    }                                                                          \
    void __tsan_unaligned_write##size(void *at)                                \
    {                                                                          \
        announce_range(at, size, PROGRAM_STORE, CALLER);                       \
    }                                                                          \
    void __tsan_unaligned_volatile_read##size(void *at)                        \
    {                                                                          \
        announce_range(at, size, PROGRAM_LOAD, CALLER);                        \
    }                                                                          \
    void __tsan_unaligned_volatile_write##size(void *at)                       \
    {                                                                          \
        announce_range(at, size, PROGRAM_STORE, CALLER);                       \
    }                                                                          \
    void __tsan_read_write##size(void *at)                                     \
    {                                                                          \
        announce(at, size, PROGRAM_LOAD, false, CALLER);                       \
        announce(at, size, PROGRAM_STORE, false, CALLER);                      \
    }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_read_range(void *at, size_t bytes);
void __tsan_write_range(void *at, size_t bytes);
void *__tsan_memcpy(void *to, const void *from, size_t bytes);
void *__tsan_memmove(void *to, const void *from, size_t bytes);
void *__tsan_memset(void *to, int byte, size_t bytes);
void __tsan_vptr_update(void **at, void *value);
void __tsan_vptr_read(void **at);
void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);

void __tsan_read_range(void *at, size_t bytes)
{
    announce_range(at, bytes, PROGRAM_LOAD, CALLER);
}

void __tsan_write_range(void *at, size_t bytes)
{
    announce_range(at, bytes, PROGRAM_STORE, CALLER);
}

void *__tsan_memcpy(void *to, const void *from, size_t bytes)
{
    announce_range(from, bytes, PROGRAM_LOAD, CALLER);
    announce_range(to, bytes, PROGRAM_STORE, CALLER);
    return memcpy(to, from, bytes);
}

void *__tsan_memmove(void *to, const void *from, size_t bytes)
{
    announce_range(from, bytes, PROGRAM_LOAD, CALLER);
    announce_range(to, bytes, PROGRAM_STORE, CALLER);
    return memmove(to, from, bytes);
}

void *__tsan_memset(void *to, int byte, size_t bytes)
{
    announce_range(to, bytes, PROGRAM_STORE, CALLER);
    return memset(to, byte, bytes);
}

void __tsan_vptr_update(void **at, void *value)
{
    (void)at;
    (void)value;
}

void __tsan_vptr_read(void **at)
{
    (void)at;
}

void __tsan_init(void)
{
}

/* The call stack of a thread; what stands above PROGRAM_DEPTH is not told
 * apart. */
void __tsan_func_entry(void *caller)
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

void __tsan_func_exit(void)
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
    if (check(CALLER, thread, (const char *)address, (size_t)bytes,
              PROGRAM_STORE, &array)) {
        if (thread->block->recorded) {
            make_access(array, CALLER, (const char *)address, (size_t)bytes,
                        counts ? PROGRAM_COUNT : PROGRAM_ATOMIC, false);
            access_update(thread, (const char *)address, (size_t)bytes);
        } else if (!is_passed())
            machine_stop(THREAD_READY);
    }
}
