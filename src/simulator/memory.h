/* SPDX-License-Identifier: MIT
 *
 * memory - the global memory of a user's program, its __device__ variables, and
 * the variables in shared memory.
 *
 * Global memory has a range of addresses to itself, reserved once.  Each array
 * begins on a page, and a page that cannot be touched follows it.
 */
#ifndef UPSWEEP_SIMULATOR_MEMORY_H
#define UPSWEEP_SIMULATOR_MEMORY_H

#include "program/cuda/upsweep_device.h"
#include "program/program_log.h"
#include "simulator/touch.h"

#include <stdbool.h>
#include <string.h>

/* Moments of which the contents of all arrays are kept. */
typedef enum {
    MEMORY_BEFORE, /* the launch that is recorded */
    MEMORY_AFTER,  /* the same */
    MEMORY_GIVEN,  /* what a trial begins with */
    /* those that memory_forget leaves: */
    MEMORY_WHOLE, /* the last launch of a group that runs on random inputs */
    MEMORY_FIRST, /* the program's first launch */
    MEMORY_GROUP, /* the first launch of the group that is replayed */
    MEMORY_HOST,  /* managed arrays, after the last launch so far */
    MEMORY_MOMENTS
} MemoryMoment;

typedef struct {
    char *address;
    size_t bytes;
    UpsweepElement element;
    const char *name; /* of a __device__ variable, or NULL */
    uint32_t line;    /* of the call that allocated it; 0: not known */
    bool managed;     /* the host may touch it */
    bool pinned;      /* it is memory of the host, of cudaMallocHost */
    bool live;
    bool reset; /* if not LIVE: cudaDeviceReset has freed it */
    /* before the launch at hand somebody may have stored to all of it, or, if
     * not STORED, to its bytes from SET_FIRST to SET_END - 1 */
    bool stored;
    size_t set_first, set_end;
    uint32_t read; /* launches before the last one of which the host read it */
    /* in the launch that is recorded */
    uint32_t launch; /* the last in which it was touched */
    uint32_t id;     /* there, see ProgramArray */
    uint32_t argument;
    bool loaded_first;            /* loaded before any store of the launch */
    uint64_t loads;               /* of its elements in the launch */
    char *copies[MEMORY_MOMENTS]; /* see memory_save; or NULL */
    /* of a variable, in the fast way: */
    Touch *touches; /* of each word; NULL: of none so far */
    char *undo;     /* what it was before the run first stored to it; NULL: the
                       run did not */
} GlobalArray;

enum {
    MEMORY_PAGE = 4096,
    SHARED_LIMIT = 227 << 10, /* of a block, as on compute capability 9 */
    RESIDENT_THREADS = 8192,  /* of the blocks that run at once */
    /* pages of a block's shared memory, with as many before and behind it */
    MEMORY_BLOCK_PAGES = 3 * ((SHARED_LIMIT + MEMORY_PAGE - 1) / MEMORY_PAGE)
};

/* The place of shared memory, from memory_begin on: behind all arrays. */
#define MEMORY_SHARED                                                          \
    (PROGRAM_SPACE -                                                           \
     (size_t)RESIDENT_THREADS * MEMORY_BLOCK_PAGES * MEMORY_PAGE)

/* Where global memory begins, and of each page from there on how many bytes,
 * from the page's begin, belong to an array that is live, and how many of these
 * may be stored to without undo_open.  The shared memory of blocks lies behind
 * the arrays; of its pages fewer bytes may be noted. */
extern __attribute__((visibility("hidden"))) uintptr_t memory_begin;
extern __attribute__((visibility("hidden"))) uint16_t *memory_valid,
    *memory_open;
/* Of each word from there on. */
extern __attribute__((visibility("hidden"))) Touch *memory_touched;

/* False if an access of BYTES bytes at PLACE, from memory_begin on, lies in
 * what PAGES, one of these tables, notes; where it may go beyond, or goes to
 * another page or to other memory, the result is true. */
static inline bool memory_is_doubtful(const uint16_t *pages, size_t place,
                                      size_t bytes)
{
    return place >= PROGRAM_SPACE ||
           place % MEMORY_PAGE + bytes > pages[place / MEMORY_PAGE];
}

/* The running thread of the fast way loads or, if it STORES, stores BYTES bytes
 * at PLACE, from memory_begin on, in an array or in shared memory: false if it
 * meets another thread there. */
static inline __attribute__((always_inline)) bool
memory_touch(size_t place, size_t bytes, bool stores)
{
    size_t word = place / 4, last = (place + bytes - 1) / 4;
    uint32_t first = place < MEMORY_SHARED ? toucher.launch : toucher.block;
    bool alone = stores ? touch_store(&memory_touched[word], first)
                        : touch_load(&memory_touched[word], first);

    while (word++ < last)
        alone &= stores ? touch_store(&memory_touched[word], first)
                        : touch_load(&memory_touched[word], first);
    return alone;
}
/* The same of ADDRESS in the variable SYMBOL. */
bool memory_touch_symbol(GlobalArray *symbol, const char *address, size_t bytes,
                         bool stores);
/* Forgets who touched what: numbers of intervals begin again at 0. */
void memory_forget_touches(void);

/* The array that ADDRESS lies in or, if NEAR, the one that it lies just behind
 * or before; NULL if there is none. */
GlobalArray *memory_array(const void *address, bool near);
/* The place of ARRAY among all that were ever made, from 0. */
uint32_t memory_number(const GlobalArray *array);
/* The array that was freed and that POINTER points into; NULL: none. */
GlobalArray *memory_freed_array(const void *pointer);
/* The name of the variable of the device that ADDRESS, where the host has its
 * shadow, stands for; NULL: it stands for none. */
const char *memory_shadow(const void *address);
/* Where the variable lies on the device for which the host has SYMBOL; SYMBOL
 * if it is none. */
const void *memory_symbol(const void *symbol);
/* All of them lie between. */
extern __attribute__((visibility("hidden"))) const char *memory_shadows,
    *memory_shadows_end;
/* True if ADDRESS, of an access of the host, is neither in one of these nor in
 * global memory. */
static inline bool memory_is_of_host(const void *address)
{
    const char *at = address;

    return (uintptr_t)at - memory_begin >= PROGRAM_SPACE &&
           (at < memory_shadows || at >= memory_shadows_end);
}
/* Tells of the host's shadow of the variable NAME of the device. */
void memory_add_shadow(const void *shadow, size_t bytes, const char *name);
/* What Upsweep said of the variable at ADDRESS or, where that is NULL, of the
 * dynamic shared memory NAME; NULL: nothing. */
const ProgramObject *memory_object(const void *address, const char *name);
/* The same element, as the headers have it. */
UpsweepElement memory_element(const ProgramElement *element);
/* All arrays that were ever made, live or not; *COUNT becomes their number. */
GlobalArray *memory_arrays(size_t *count);
/* Marks the bytes behind the end of each array, where a store is not noticed,
 * and finds such stores: a fault of the launch at PC. */
void memory_mark_ends(void);
void memory_check_ends(uint64_t pc);
/* Frees all arrays that the host may not touch. */
void memory_reset(void);
/* A thread has executed a fence since this was set to false. */
extern __attribute__((visibility("hidden"))) bool memory_fenced;
/* The host stores BYTES bytes at ADDRESS, in an array or elsewhere. */
void memory_store(const void *address, size_t bytes);
/* Fills the bytes of arrays to which nobody has stored, and which a GPU
 * therefore leaves undefined, with RANDOM_UNDEFINED (see random_elements.h),
 * unless all live arrays take more than LIMIT bytes together. */
void memory_fill_undefined(size_t limit);
/* Copies all live arrays, as long as they take at most LIMIT bytes together;
 * false if they take more. */
bool memory_save(MemoryMoment moment, size_t limit);
/* Copies them back. */
void memory_restore(MemoryMoment moment);
/* Frees all copies but those from MEMORY_WHOLE on. */
void memory_forget(void);
/* There are no arrays but variables. */
void memory_restart(void);
/* If set, called with an array that was allocated or freed. */
extern void (*memory_changed)(GlobalArray *array);
/* ARRAY, which was freed, is allocated again at its place, and has zeros. */
void memory_revive(GlobalArray *array);

/* ---- Undo: undo.c ---------------------------------------------------------*/

/* A thread of the fast way is about to store to PLACE, from memory_begin on, in
 * an array, or to SYMBOL: keeps what is there.  False: there is no room. */
bool undo_open(size_t place);
bool undo_open_symbol(GlobalArray *symbol);
/* Ends the fast way.  RESTORES: memory becomes what it was before. */
void undo_end(bool restores);

/* ---- Shared memory --------------------------------------------------------*/

/* The index of the 4-byte word in which the byte at ADDRESS lies. */
static inline uint32_t memory_word(const char *address)
{
    uint32_t word;

    memcpy(&word, (const char *)((uintptr_t)address & ~(uintptr_t)3),
           sizeof word);
    return word;
}

/* A variable in shared memory. */
typedef struct {
    const void *key; /* what stands for it; NULL: dynamic memory */
    const char *name, *type;
    uint32_t bytes, align;
    UpsweepElement element;
    uint32_t extents[PROGRAM_DIMENSIONS];
    uint32_t run, offset; /* in that run */
} SharedVariable;

extern __attribute__((visibility("hidden"))) uint32_t shared_used;

/* Shared memory for resident block NUMBER, zeros, where the numbers before it
 * have theirs: SHARED_LIMIT bytes, and as many before and behind that nothing
 * else uses. */
char *shared_new(uint32_t number);
/* Frees the shared memory of all blocks. */
void shared_free(void);
/* ADDRESS lies in a variable in BLOCK, the shared memory of a block:
 * memory_is_doubtful knows from now on, until the launch ends. */
void shared_note(const char *block, const char *address);

/* The bytes of an element, which may be a vector; 0: not known. */
static inline size_t memory_element_bytes(const UpsweepElement *element)
{
    return (size_t)element->bytes * (element->count ? element->count : 1);
}

/* The kind of the numbers that ELEMENT is, or has; ELEMENT_OTHER: none. */
static inline uint32_t memory_numbers(const UpsweepElement *element)
{
    return element->kind ? element->kind : element->part;
}

/* True if the type of the elements is known; a void * has none. */
static inline bool memory_knows(const UpsweepElement *element)
{
    return element->kind != 0 || element->align > 0;
}

/* If set, called with each variable that gets a place in shared memory: where
 * it lies, and its bytes. */
extern void (*shared_placed)(uint32_t offset, uint32_t bytes);
/* Begins a launch with BYTES bytes of dynamic shared memory. */
void shared_begin(uint32_t launch, uint32_t dynamic);
/* Bytes of shared memory that the launch uses so far. */
static inline uint32_t shared_bytes(void)
{
    return shared_used;
}

/* What the variables in shared memory have of which one lies at OFFSET and has
 * structs of at least BYTES bytes; NULL: there is none. */
const UpsweepElement *shared_struct(size_t offset, size_t bytes);

/* Variable I in shared memory of those that the launch has met; NULL: there are
 * fewer. */
const SharedVariable *shared_variable(size_t i);

/* A variable in dynamic shared memory of which the launch has no bytes, if
 * ADDRESS lies where such variables are: behind all shared memory, SHARED_LIMIT
 * bytes from its begin; else NULL. */
const SharedVariable *shared_absent(const char *address);

#endif
