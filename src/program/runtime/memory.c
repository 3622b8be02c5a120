/* SPDX-License-Identifier: MIT */
#include "program/runtime/memory.h"

#include "program/runtime/log.h"
#include "program/runtime/machine.h"
#include "program/runtime/random_elements.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- Global memory --------------------------------------------------------*/

enum {
    PAGE = MEMORY_PAGE,
    MOST_ARRAYS = 1 << 16,
    SHARED_PAGES = (SHARED_LIMIT + PAGE - 1) / PAGE,
    BLOCK_PAGES =
        3 * SHARED_PAGES /* of a block's shared memory and around it */
};

/* No address is in global memory before it is there. */
uintptr_t memory_begin = UINTPTR_MAX - PROGRAM_SPACE;
uint16_t *memory_valid;

static struct {
    char *base, *end, *free; /* shared memory begins at the end */
    GlobalArray *arrays;     /* symbols too; MOST_ARRAYS of them */
    size_t count;
    uint32_t *of_page; /* index + 1 of the array that a page belongs to */
    size_t used;
} space;

/* A table with a row of BYTES bytes, 0, for each page; NULL if there is not
 * enough memory. */
static void *table_of_pages(size_t bytes)
{
    void *table =
        mmap(NULL, PROGRAM_SPACE / PAGE * bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return table != MAP_FAILED ? table : NULL;
}

static bool space_begin(void)
{
    if (space.base)
        return true;
    void *base = mmap(NULL, PROGRAM_SPACE, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return false;
    space.of_page = table_of_pages(sizeof *space.of_page);
    memory_valid = table_of_pages(sizeof *memory_valid);
    if (!space.of_page || !memory_valid)
        return false;
    space.base = base;
    space.end = space.base + PROGRAM_SPACE -
                (size_t)RESIDENT_THREADS * BLOCK_PAGES * PAGE;
    space.free = space.base + PAGE;
    memory_begin = (uintptr_t)base;
    return true;
}

static GlobalArray *array_new(void)
{
    if (!space.arrays)
        space.arrays = base_alloc(MOST_ARRAYS, sizeof *space.arrays);
    return space.count < MOST_ARRAYS ? &space.arrays[space.count] : NULL;
}

static size_t pages_of(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE;
}

/* The BYTES bytes from ADDRESS on, the begin of a page, belong to an array from
 * now on or, if not LIVE, no longer. */
static void set_valid(const char *address, size_t bytes, bool live)
{
    uint16_t *valid = memory_valid + (size_t)(address - space.base) / PAGE;

    for (; bytes > 0; ++valid) {
        size_t part = bytes < PAGE ? bytes : PAGE;
        *valid = live ? (uint16_t)part : 0;
        bytes -= part;
    }
}

void *upsweep_global_alloc(size_t bytes, UpsweepElement element, int managed)
{
    GlobalArray *array = array_new();
    size_t room = pages_of(bytes ? bytes : 1) * PAGE;

    if (!array || !space_begin() || bytes > PROGRAM_SPACE / 2 ||
        room + PAGE > (size_t)(space.end - space.free) ||
        mprotect(space.free, room, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    *array = (GlobalArray){.address = space.free,
                           .bytes = bytes,
                           .element = element,
                           .managed = managed != 0,
                           .stored = managed != 0,
                           .live = true};
    ++space.count;
    for (size_t page = 0; page <= room / PAGE; ++page)
        space.of_page[(size_t)(space.free - space.base) / PAGE + page] =
            (uint32_t)space.count;
    set_valid(space.free, bytes, true);
    space.free += room + PAGE;
    space.used += bytes;
    return array->address;
}

/* Addresses of variables of the program are in this range. */
static struct {
    const char *low, *high;
} symbols;

void upsweep_symbol(const char *name, void *address, size_t bytes,
                    UpsweepElement element, int managed)
{
    GlobalArray *array = array_new();
    const char *low = address;

    if (!array)
        return;
    if (!symbols.low || low < symbols.low)
        symbols.low = low;
    if (low + bytes > symbols.high)
        symbols.high = low + bytes;
    *array = (GlobalArray){.address = address,
                           .bytes = bytes,
                           .element = element,
                           .name = name,
                           .managed = managed != 0,
                           .stored = true,
                           .live = true};
    ++space.count;
}

static GlobalArray *symbol_at(const char *at)
{
    for (size_t i = 0; i < space.count; ++i) {
        GlobalArray *array = &space.arrays[i];
        if (array->name && at >= array->address &&
            at < array->address + array->bytes)
            return array;
    }
    return NULL;
}

GlobalArray *memory_device_symbol(const void *address)
{
    const char *at = address;
    GlobalArray *array =
        at >= symbols.low && at < symbols.high ? symbol_at(at) : NULL;

    return array && !array->managed ? array : NULL;
}

/* The array whose pages, or half of the page between it and its neighbour, an
 * address is in; NULL: there is none. */
static GlobalArray *array_near(const char *at)
{
    size_t place = (size_t)(at - space.base), page = place / PAGE;
    uint32_t index = space.of_page[page];
    uint32_t next = at < space.end - PAGE ? space.of_page[page + 1] : 0;
    bool before_next = next != index && place % PAGE >= PAGE / 2;

    if (next > 0 && (index == 0 || before_next))
        index = next;
    return index > 0 ? &space.arrays[index - 1] : NULL;
}

GlobalArray *memory_array(const void *address, bool near)
{
    const char *at = address;

    if (!space.base || at < space.base || at >= space.end)
        return symbol_at(at);
    if (near)
        return array_near(at);
    uint32_t index = space.of_page[(size_t)(at - space.base) / PAGE];
    if (index == 0)
        return NULL;
    GlobalArray *array = &space.arrays[index - 1];
    bool inside = at >= array->address && at < array->address + array->bytes;
    return inside && array->live ? array : NULL;
}

uint32_t memory_number(const GlobalArray *array)
{
    return (uint32_t)(array - space.arrays);
}

GlobalArray *memory_arrays(size_t *count)
{
    *count = space.count;
    return space.arrays;
}

/* The words that an array may have a part of. */
static size_t words_of(const GlobalArray *array)
{
    return (array->bytes + 3) / 4 + 1;
}

Touch *memory_touches(GlobalArray *array, const char *address)
{
    uintptr_t first = (uintptr_t)array->address / 4;

    if (!array->touches) {
        void *touches =
            mmap(NULL, words_of(array) * sizeof(Touch), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (touches == MAP_FAILED)
            base_out_of_memory();
        array->touches = touches;
    }
    return &array->touches[(uintptr_t)address / 4 - first];
}

static void forget_touches(GlobalArray *array)
{
    if (array->touches)
        munmap(array->touches, words_of(array) * sizeof(Touch));
    array->touches = NULL;
}

int upsweep_global_free(void *pointer)
{
    GlobalArray *array = memory_array(pointer, true);

    if (!array || array->name || !array->live || array->address != pointer)
        return 0;
    array->live = false;
    set_valid(array->address, array->bytes, false);
    forget_touches(array);
    space.used -= array->bytes;
    size_t room = pages_of(array->bytes) * PAGE;
    madvise(array->address, room, MADV_DONTNEED);
    mprotect(array->address, room, PROT_NONE);
    return 1;
}

GlobalArray *memory_freed_array(const void *pointer)
{
    GlobalArray *array = memory_array(pointer, true);
    const char *at = pointer;

    return array && !array->live && at >= array->address &&
                   at < array->address + array->bytes
               ? array
               : NULL;
}

void memory_reset(void)
{
    for (size_t i = 0; i < space.count; ++i) {
        GlobalArray *array = &space.arrays[i];
        if (!array->managed)
            array->reset |= upsweep_global_free(array->address) != 0;
    }
}

int upsweep_is_global(const void *pointer, size_t bytes)
{
    const GlobalArray *array = memory_array(pointer, false);

    return array && bytes <= array->bytes - (size_t)((const char *)pointer -
                                                     array->address);
}

int upsweep_in_global_space(const void *pointer)
{
    return space.base && (const char *)pointer >= space.base &&
           (const char *)pointer < space.end;
}

int upsweep_is_managed(const void *pointer, size_t bytes)
{
    const GlobalArray *array = memory_array(pointer, false);

    return array && array->managed && upsweep_is_global(pointer, bytes);
}

size_t upsweep_global_total(void)
{
    return (size_t)4 << 30;
}

size_t upsweep_global_used(void)
{
    return space.used;
}

static bool fenced;

void upsweep_fence(void)
{
    fenced = true;
}

bool memory_fenced(void)
{
    return fenced;
}

void memory_begin_fences(void)
{
    fenced = false;
}

void memory_store(const void *address, size_t bytes)
{
    GlobalArray *array = memory_array(address, false);

    if (!array || array->stored || bytes == 0)
        return;
    size_t first = (size_t)((const char *)address - array->address),
           end = first + bytes;
    bool none = array->set_first == array->set_end;
    if (none || first < array->set_first)
        array->set_first = first;
    if (none || end > array->set_end)
        array->set_end = end;
}

static size_t live_bytes(void)
{
    size_t bytes = 0;

    for (size_t i = 0; i < space.count; ++i)
        bytes += space.arrays[i].live ? space.arrays[i].bytes : 0;
    return bytes;
}

void memory_fill_undefined(size_t limit)
{
    if (live_bytes() > limit)
        return;
    for (size_t i = 0; i < space.count; ++i) {
        GlobalArray *array = &space.arrays[i];
        if (!array->live || array->stored)
            continue;
        memset(array->address, RANDOM_UNDEFINED, array->set_first);
        memset(array->address + array->set_end, RANDOM_UNDEFINED,
               array->bytes - array->set_end);
    }
}

bool memory_save(MemoryMoment moment, size_t limit)
{
    if (live_bytes() > limit)
        return false;
    for (size_t i = 0; i < space.count; ++i) {
        GlobalArray *array = &space.arrays[i];
        free(array->copies[moment]);
        array->copies[moment] = array->live && array->bytes
                                    ? base_memdup(array->address, array->bytes)
                                    : NULL;
    }
    return true;
}

/* An array that has its old contents is left alone: it may be a variable that
 * is const and cannot be written to. */
void memory_restore(MemoryMoment moment)
{
    for (size_t i = 0; i < space.count; ++i) {
        const GlobalArray *array = &space.arrays[i];
        const char *copy = array->copies[moment];
        if (copy && memcmp(array->address, copy, array->bytes) != 0)
            memcpy(array->address, copy, array->bytes);
    }
}

void memory_forget(void)
{
    for (size_t i = 0; i < space.count; ++i)
        for (int m = 0; m < MEMORY_WHOLE; ++m) {
            free(space.arrays[i].copies[m]);
            space.arrays[i].copies[m] = NULL;
        }
    for (size_t i = 0; i < space.count; ++i)
        forget_touches(&space.arrays[i]);
}

/* ---- Shared memory --------------------------------------------------------*/

enum {
    DYNAMIC_ALIGN = 128,
    STATIC_LIMIT = 48 << 10 /* bytes of variables of a fixed size in a block */
};

uint32_t shared_used;

static struct {
    uint32_t blocks; /* that have memory */
    uint32_t noted;  /* pages of a block of which bytes may be noted */
    uint32_t launch, dynamic;
    const UpsweepVariable **variables; /* that the launch has met */
    size_t variables_count, variables_capacity;
    const UpsweepVariable *absent; /* see shared_absent */
} shared;

char *shared_new(uint32_t number)
{
    size_t bytes = (size_t)BLOCK_PAGES * PAGE;

    if (!space_begin())
        base_out_of_memory();
    char *pages = space.end + number * bytes;
    if (mprotect(pages, bytes, PROT_READ | PROT_WRITE) != 0)
        base_out_of_memory();
    shared.blocks = number + 1;
    return pages + (size_t)SHARED_PAGES * PAGE;
}

static void forget_notes(void)
{
    size_t page = (size_t)(space.end - space.base) / PAGE + SHARED_PAGES;

    for (uint32_t i = 0; i < shared.blocks && shared.noted > 0; ++i)
        memset(memory_valid + page + (size_t)i * BLOCK_PAGES, 0,
               shared.noted * sizeof *memory_valid);
    shared.noted = 0;
}

void shared_free(void)
{
    size_t bytes = (size_t)shared.blocks * BLOCK_PAGES * PAGE;

    if (bytes == 0)
        return;
    forget_notes();
    if (mmap(space.end, bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
             0) == MAP_FAILED)
        base_out_of_memory();
    shared.blocks = 0;
}

void shared_note(const char *block, const char *address)
{
    size_t page = (size_t)(address - block) / PAGE;
    size_t bytes = shared_used - page * PAGE;

    memory_valid[(size_t)(block - space.base) / PAGE + page] =
        (uint16_t)(bytes < PAGE ? bytes : PAGE);
    if (page >= shared.noted)
        shared.noted = (uint32_t)page + 1;
}

void shared_begin(uint32_t launch, uint32_t dynamic)
{
    forget_notes();
    shared.launch = launch;
    shared.dynamic = dynamic;
    shared_used = dynamic;
    shared.variables_count = 0;
    shared.absent = NULL;
}

const UpsweepElement *shared_struct(size_t offset, size_t bytes)
{
    for (size_t i = 0; i < shared.variables_count; ++i) {
        const UpsweepVariable *variable = shared.variables[i];
        if (offset >= variable->offset &&
            offset - variable->offset < variable->bytes &&
            variable->element.align && bytes <= variable->element.bytes)
            return &variable->element;
    }
    return NULL;
}

const UpsweepVariable *shared_variable(size_t i)
{
    return i < shared.variables_count ? shared.variables[i] : NULL;
}

const UpsweepVariable *shared_absent(const char *address)
{
    bool behind = address >= machine_thread->block->shared + SHARED_LIMIT;

    return behind ? shared.absent : NULL;
}

/* The outermost extent of dynamic shared memory of BYTES bytes, which its
 * declaration leaves open, as in `extern __shared__ float t[][33]`. */
static uint32_t outermost(const UpsweepVariable *variable, uint32_t bytes)
{
    uint32_t each = variable->element.bytes;

    for (int d = 1; d < PROGRAM_DIMENSIONS; ++d)
        each *= variable->extents[d] ? variable->extents[d] : 1;
    return each > 0 ? bytes / each : 0;
}

/* Notes a variable, which lies at its offset, and tells the log of it if one
 * element fits into its BYTES bytes.  DYNAMIC: it is an array in dynamic shared
 * memory; else one without extents is no array. */
static void note_variable(const UpsweepVariable *variable, uint32_t bytes,
                          bool dynamic)
{
    base_push(&shared, variables, variable);
    if (!machine_records() || bytes < variable->element.bytes)
        return;
    ProgramVariable *record = log_add(RECORD_VARIABLE, sizeof *record);
    record->offset = variable->offset;
    record->bytes = bytes;
    record->element = variable->element.kind;
    record->element_bytes = variable->element.bytes;
    record->structure = (uint64_t)(uintptr_t)variable->element.structure;
    for (int d = 0; d < PROGRAM_DIMENSIONS; ++d)
        record->extents[d] = variable->extents[d];
    if (dynamic && record->extents[0] == 0)
        record->extents[0] = outermost(variable, bytes);
    strncpy(record->name, variable->name, sizeof record->name - 1);
    strncpy(record->type, variable->type, sizeof record->type - 1);
}

void (*shared_placed)(uint32_t offset, uint32_t bytes);

/* A launch's variables lie behind its dynamic memory, which is aligned so that
 * no variable's banks depend on its size. */
static void place(UpsweepVariable *variable)
{
    uint32_t align = variable->align < 4 ? 4 : variable->align;
    uint32_t first =
        (shared.dynamic + DYNAMIC_ALIGN - 1) / DYNAMIC_ALIGN * DYNAMIC_ALIGN;
    uint32_t used = shared_used < first ? first : shared_used;

    used = (used + align - 1) / align * align;
    if (variable->bytes > STATIC_LIMIT ||
        used + variable->bytes - first > STATIC_LIMIT)
        machine_fault(0,
                      "needs %u bytes of shared memory for %s, and variables "
                      "of a fixed size may have %d in a block; declare %s "
                      "extern, and give its bytes to the launch",
                      variable->bytes, variable->name, STATIC_LIMIT,
                      variable->name);
    if (variable->bytes > SHARED_LIMIT || used + variable->bytes > SHARED_LIMIT)
        machine_fault(0,
                      "needs %u bytes of shared memory for %s, and %u of a "
                      "block's %d are taken",
                      variable->bytes, variable->name, used, SHARED_LIMIT);
    variable->offset = used;
    shared_used = used + variable->bytes;
    variable->launch = shared.launch;
    note_variable(variable, variable->bytes, false);
    if (shared_placed)
        shared_placed(used, variable->bytes);
}

/* The variable that KEY stands for, made when it is met first. */
static UpsweepVariable *variable_of(const void *key, const char *name,
                                    unsigned kind, unsigned bytes,
                                    unsigned element, unsigned align)
{
    static struct {
        const void **keys;
        size_t keys_count, keys_capacity;
    } known;
    static UpsweepVariable *variables[1 << 12];

    for (size_t i = 0; i < known.keys_count; ++i)
        if (known.keys[i] == key)
            return variables[i];
    UpsweepVariable *variable = base_alloc(1, sizeof *variable);
    *variable = (UpsweepVariable){.name = name,
                                  .type = "",
                                  .bytes = bytes,
                                  .align = align,
                                  .element = {.kind = kind, .bytes = element}};
    if (bytes > element)
        variable->extents[0] = bytes / element;
    variables[known.keys_count] = variable;
    base_push(&known, keys, key);
    return variable;
}

void *upsweep_shared(void *key, size_t bytes, size_t align);
void *upsweep_dynamic(const char *name, uint32_t kind, uint32_t bytes,
                      size_t align);

void *upsweep_shared(void *key, size_t bytes, size_t align)
{
    UpsweepVariable *variable =
        variable_of(key, "shared", 5, (unsigned)bytes, 4, (unsigned)align);

    if (variable->launch != shared.launch)
        place(variable);
    return machine_thread->block->shared + variable->offset;
}

void *upsweep_dynamic(const char *name, uint32_t kind, uint32_t bytes,
                      size_t align)
{
    UpsweepVariable *variable =
        variable_of(name, name, kind, 0, bytes, (unsigned)align);

    if (variable->launch != shared.launch) {
        variable->offset = shared.dynamic > 0 ? 0 : SHARED_LIMIT;
        variable->bytes = shared.dynamic;
        variable->launch = shared.launch;
        if (shared.dynamic > 0)
            note_variable(variable, shared.dynamic, true);
        else
            shared.absent = variable;
    }
    return machine_thread->block->shared + variable->offset;
}
