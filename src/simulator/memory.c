/* SPDX-License-Identifier: MIT */
#include "simulator/memory.h"

#include "simulator/log.h"
#include "simulator/machine.h"
#include "program/random_elements.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- Global memory --------------------------------------------------------*/

enum {
    PAGE = MEMORY_PAGE,
    MOST_ARRAYS = 1 << 16,
    SHARED_PAGES = (SHARED_LIMIT + PAGE - 1) / PAGE,
    BLOCK_PAGES = MEMORY_BLOCK_PAGES,
    BEHIND = 0x5a /* see memory_mark_ends */
};

/* No address is in global memory before it is there. */
uintptr_t memory_begin = UINTPTR_MAX - PROGRAM_SPACE;
uint16_t *memory_valid, *memory_open;
Touch *memory_touched;

static struct {
    char *base, *end, *free; /* shared memory begins at the end */
    GlobalArray *arrays;     /* symbols too; MOST_ARRAYS of them */
    size_t count, symbols;   /* of which so many, the first, are symbols */
    uint32_t *of_page;       /* index + 1 of the array that a page belongs to */
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

static struct {
    uint32_t blocks; /* that have memory */
    uint32_t noted;  /* pages of a block of which bytes may be noted */
    uint32_t launch, dynamic;
    SharedVariable **variables; /* that the launch has met */
    size_t variables_count, variables_capacity;
    SharedVariable **known; /* those that any launch has met */
    size_t known_count, known_capacity;
    const SharedVariable *absent; /* see shared_absent */
} shared;

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
    memory_open = table_of_pages(sizeof *memory_open);
    memory_touched = mmap(NULL, PROGRAM_SPACE / 4 * sizeof(Touch), PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!space.of_page || !memory_valid || !memory_open ||
        memory_touched == MAP_FAILED)
        return false;
    space.base = base;
    space.end = space.base + MEMORY_SHARED;
    space.free = space.base + PAGE;
    memory_begin = (uintptr_t)base;
    return true;
}

/* The bytes of an array from which on its touches are in shared memory: few of
 * them are noted, and only what is used of them counts as the program's. */
enum { LARGE = 64 << 20 };

/* The touches of BYTES bytes at ADDRESS, whole pages, can be noted from now on,
 * and are none. */
static bool set_touched(const char *address, size_t bytes, bool live)
{
    Touch *first = memory_touched + (size_t)(address - space.base) / 4;
    size_t room = bytes / 4 * sizeof *first;

    return mmap(first, room, live ? PROT_READ | PROT_WRITE : PROT_NONE,
                (live && bytes >= LARGE ? MAP_SHARED : MAP_PRIVATE) |
                    MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                -1, 0) != MAP_FAILED;
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

void (*memory_changed)(GlobalArray *array);

void *upsweep_global_alloc(size_t bytes, UpsweepElement element, int managed)
{
    GlobalArray *array = array_new();
    size_t room = pages_of(bytes ? bytes : 1) * PAGE;

    if (!array || !space_begin() || bytes > PROGRAM_SPACE / 2 ||
        room + PAGE > (size_t)(space.end - space.free) ||
        mprotect(space.free, room, PROT_READ | PROT_WRITE) != 0 ||
        !set_touched(space.free, room, true))
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
    if (memory_changed)
        memory_changed(array);
    return array->address;
}

/* ---- Variables of the device ----------------------------------------------*/

UpsweepElement memory_element(const ProgramElement *element)
{
    return (UpsweepElement){element->kind,
                            element->bytes,
                            element->align,
                            element->count,
                            (const void *)(uintptr_t)element->structure,
                            element->part};
}

const ProgramObject *memory_object(const void *address, const char *name)
{
    uint32_t count;
    const ProgramObject *objects = log_items(RECORD_OBJECTS, &count);

    for (uint32_t i = 0; i < count; ++i)
        if (objects[i].address == (uint64_t)(uintptr_t)address &&
            (address || strcmp(objects[i].name, name) == 0))
            return &objects[i];
    return NULL;
}

/* What the pass says of the variables of the device, see pass.h. */
typedef struct {
    const char *name;
    void *variable;
    size_t bytes;
} DeviceVariable;

extern const DeviceVariable __start_upsweep_variables[] __attribute__((weak)),
    __stop_upsweep_variables[] __attribute__((weak));

static GlobalArray *symbol_at(const char *at)
{
    for (size_t i = 0; i < space.symbols; ++i) {
        GlobalArray *array = &space.arrays[i];
        if (at >= array->address && at < array->address + array->bytes)
            return array;
    }
    return NULL;
}

/* The host's shadows of them. */
typedef struct {
    const char *shadow, *name;
    size_t bytes;
    GlobalArray *array; /* NULL: not known so far */
} Shadow;

static struct {
    Shadow *items;
    size_t items_count, items_capacity;
} shadows;

const char *memory_shadows, *memory_shadows_end;

void memory_add_shadow(const void *shadow, size_t bytes, const char *name)
{
    const char *low = shadow;
    GlobalArray *own = symbol_at(shadow);

    if (own) { /* both sides have the variable */
        own->managed = true;
        return;
    }
    base_push(&shadows, items, ((Shadow){shadow, name, bytes, NULL}));
    if (!memory_shadows || low < memory_shadows)
        memory_shadows = low;
    if (low + bytes > memory_shadows_end)
        memory_shadows_end = low + bytes;
}

static GlobalArray *symbol_named(const char *name)
{
    for (const DeviceVariable *at = __start_upsweep_variables;
         at < __stop_upsweep_variables; ++at) {
        if (strcmp(at->name, name) != 0)
            continue;
        for (size_t i = 0; i < space.count; ++i)
            if (space.arrays[i].name &&
                space.arrays[i].address == (char *)at->variable)
                return &space.arrays[i];
    }
    return NULL;
}

static Shadow *shadow_at(const void *address)
{
    const char *at = address;

    if (at < memory_shadows || at >= memory_shadows_end)
        return NULL;
    for (size_t i = 0; i < shadows.items_count; ++i) {
        Shadow *shadow = &shadows.items[i];
        if (at < shadow->shadow || at >= shadow->shadow + shadow->bytes)
            continue;
        if (!shadow->array)
            shadow->array = symbol_named(shadow->name);
        return shadow->array ? shadow : NULL;
    }
    return NULL;
}

const char *memory_shadow(const void *address)
{
    const Shadow *shadow = shadow_at(address);

    return shadow ? shadow->array->name : NULL;
}

const void *memory_symbol(const void *symbol)
{
    const Shadow *shadow = shadow_at(symbol);

    return shadow ? shadow->array->address +
                        ((const char *)symbol - shadow->shadow)
                  : symbol;
}

/* The program begins: its variables on the device are arrays. */
__attribute__((constructor(101))) static void add_variables(void)
{
    for (const DeviceVariable *at = __start_upsweep_variables;
         at < __stop_upsweep_variables; ++at) {
        const ProgramObject *object = memory_object(at->variable, NULL);
        GlobalArray *array = array_new();
        if (!array)
            return;
        *array = (GlobalArray){.address = at->variable,
                               .bytes = at->bytes,
                               .name = object ? object->name : at->name,
                               .stored = true,
                               .live = true};
        if (object)
            array->element = memory_element(&object->element);
        ++space.count;
        ++space.symbols;
    }
}

bool memory_touch_symbol(GlobalArray *symbol, const char *address, size_t bytes,
                         bool stores)
{
    size_t word = (size_t)(address - symbol->address) / 4;
    size_t last = (size_t)(address + bytes - 1 - symbol->address) / 4;
    bool alone = true;

    if (!symbol->touches)
        symbol->touches =
            base_alloc(symbol->bytes / 4 + 1, sizeof *symbol->touches);
    for (; word <= last; ++word)
        alone &= stores ? touch_store(&symbol->touches[word], toucher.launch)
                        : touch_load(&symbol->touches[word], toucher.launch);
    return alone;
}

void memory_forget_touches(void)
{
    size_t used = (size_t)(space.free - space.base);

    for (size_t i = 0; i < space.symbols; ++i) {
        free(space.arrays[i].touches);
        space.arrays[i].touches = NULL;
    }
    if (!space.base)
        return;
    madvise(memory_touched, used / 4 * sizeof(Touch), MADV_DONTNEED);
    for (size_t i = space.symbols; i < space.count; ++i) {
        const GlobalArray *array = &space.arrays[i];
        size_t room = pages_of(array->bytes) * PAGE;
        if (array->live && room >= LARGE)
            madvise(memory_touched + (size_t)(array->address - space.base) / 4,
                    room / 4 * sizeof(Touch), MADV_REMOVE);
    }
    madvise(memory_touched + (size_t)(space.end - space.base) / 4,
            (size_t)shared.blocks * BLOCK_PAGES * PAGE / 4 * sizeof(Touch),
            MADV_DONTNEED);
}

/* ---- Arrays ---------------------------------------------------------------*/

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

/* What lies behind ARRAY up to the end of its last page, *LEFT bytes. */
static char *behind(const GlobalArray *array, size_t *left)
{
    *left = array->live && !array->name ? -array->bytes % PAGE : 0;
    return array->address + array->bytes;
}

void memory_mark_ends(void)
{
    size_t left;

    for (size_t i = 0; i < space.count; ++i) {
        char *at = behind(&space.arrays[i], &left);
        memset(at, BEHIND, left);
    }
}

void memory_check_ends(uint64_t pc)
{
    size_t left;

    for (size_t i = 0; i < space.count; ++i)
        for (const char *at = behind(&space.arrays[i], &left); left > 0;
             --left, ++at)
            if (*at != BEHIND)
                machine_fault_element(pc, &space.arrays[i], at,
                                      "a thread stores to");
}

int upsweep_global_free(void *pointer)
{
    GlobalArray *array = memory_array(pointer, true);

    if (!array || array->name || !array->live || array->address != pointer)
        return 0;
    array->live = false;
    set_valid(array->address, array->bytes, false);
    space.used -= array->bytes;
    size_t room = pages_of(array->bytes) * PAGE;
    set_touched(array->address, room, false);
    madvise(array->address, room, MADV_DONTNEED);
    mprotect(array->address, room, PROT_NONE);
    if (memory_changed)
        memory_changed(array);
    return 1;
}

void memory_revive(GlobalArray *array)
{
    size_t room = pages_of(array->bytes ? array->bytes : 1) * PAGE;

    if (array->live || array->name)
        return;
    if (mprotect(array->address, room, PROT_READ | PROT_WRITE) != 0 ||
        !set_touched(array->address, room, true))
        base_out_of_memory();
    set_valid(array->address, array->bytes, true);
    space.used += array->bytes;
    array->live = true;
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

bool memory_fenced;

void upsweep_fence(void)
{
    memory_fenced = true;
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
}

void memory_restart(void)
{
    memory_forget();
    for (size_t i = space.symbols; i < space.count; ++i) {
        if (space.arrays[i].live)
            upsweep_global_free(space.arrays[i].address);
        free(space.arrays[i].touches);
    }
    space.count = space.symbols;
    space.free = space.base ? space.base + PAGE : NULL;
}

/* ---- Shared memory --------------------------------------------------------*/

enum {
    DYNAMIC_ALIGN = 128,
    STATIC_LIMIT = 48 << 10 /* bytes of variables of a fixed size in a block */
};

uint32_t shared_used;

char *shared_new(uint32_t number)
{
    size_t bytes = (size_t)BLOCK_PAGES * PAGE;

    if (!space_begin())
        base_out_of_memory();
    char *pages = space.end + number * bytes;
    if (mprotect(pages, bytes, PROT_READ | PROT_WRITE) != 0 ||
        !set_touched(pages, bytes, true))
        base_out_of_memory();
    shared.blocks = number + 1;
    return pages + (size_t)SHARED_PAGES * PAGE;
}

static void forget_notes(void)
{
    size_t page = (size_t)(space.end - space.base) / PAGE + SHARED_PAGES;

    for (uint32_t i = 0; i < shared.blocks && shared.noted > 0; ++i) {
        size_t first = page + (size_t)i * BLOCK_PAGES;
        memset(memory_valid + first, 0, shared.noted * sizeof *memory_valid);
        memset(memory_open + first, 0, shared.noted * sizeof *memory_open);
    }
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
    set_touched(space.end, bytes, false);
    shared.blocks = 0;
}

void shared_note(const char *block, const char *address)
{
    size_t page = (size_t)(address - block) / PAGE;
    size_t bytes = shared_used - page * PAGE;
    size_t at = (size_t)(block - space.base) / PAGE + page;

    memory_valid[at] = memory_open[at] =
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
        const SharedVariable *variable = shared.variables[i];
        if (offset >= variable->offset &&
            offset - variable->offset < variable->bytes &&
            variable->element.align && bytes <= variable->element.bytes)
            return &variable->element;
    }
    return NULL;
}

const SharedVariable *shared_variable(size_t i)
{
    return i < shared.variables_count ? shared.variables[i] : NULL;
}

const SharedVariable *shared_absent(const char *address)
{
    bool behind = address >= machine_thread->block->shared + SHARED_LIMIT;

    return behind ? shared.absent : NULL;
}

/* The outermost extent of dynamic shared memory of BYTES bytes, which its
 * declaration leaves open, as in `extern __shared__ float t[][33]`. */
static uint32_t outermost(const SharedVariable *variable, uint32_t bytes)
{
    uint32_t each = variable->element.bytes;

    for (int d = 1; d < PROGRAM_DIMENSIONS; ++d)
        each *= variable->extents[d] ? variable->extents[d] : 1;
    return each > 0 ? bytes / each : 0;
}

/* Notes a variable, which lies at its offset, and logs it if one element fits
 * into its BYTES bytes.  DYNAMIC: it is an array in dynamic shared
 * memory; else one without extents is no array. */
static void note_variable(SharedVariable *variable, uint32_t bytes,
                          bool dynamic)
{
    base_push(&shared, variables, variable);
    if (machine.sink != SINK_LOG || bytes < variable->element.bytes)
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
static void place(SharedVariable *variable)
{
    uint32_t align = variable->align < 4 ? 4 : variable->align;
    uint32_t first =
        (shared.dynamic + DYNAMIC_ALIGN - 1) / DYNAMIC_ALIGN * DYNAMIC_ALIGN;
    uint32_t used = shared_used < first ? first : shared_used;

    used = (used + align - 1) / align * align;
    if (variable->bytes > STATIC_LIMIT ||
        used + variable->bytes - first > STATIC_LIMIT)
        machine_fault(
            0,
            "needs %u bytes of shared memory for %s, and the limit for fixed "
            "sizes is %d; declare %s extern, and give its bytes to the launch",
            variable->bytes, variable->name, STATIC_LIMIT, variable->name);
    if (variable->bytes > SHARED_LIMIT || used + variable->bytes > SHARED_LIMIT)
        machine_fault(0,
                      "needs %u bytes of shared memory for %s, but %u of the "
                      "block's %d bytes are used",
                      variable->bytes, variable->name, used, SHARED_LIMIT);
    variable->offset = used;
    shared_used = used + variable->bytes;
    variable->run = shared.launch;
    note_variable(variable, variable->bytes, false);
    if (shared_placed)
        shared_placed(used, variable->bytes);
}

/* The variable that KEY stands for or, if that is NULL, the dynamic memory
 * NAME. */
static SharedVariable *variable_of(const void *key, const char *name)
{
    for (size_t i = 0; i < shared.known_count; ++i) {
        SharedVariable *known = shared.known[i];
        if (known->key == key && (key || strcmp(known->name, name) == 0))
            return known;
    }
    const ProgramObject *object = memory_object(key, name);
    SharedVariable *variable = base_alloc(1, sizeof *variable);
    variable->key = key;
    variable->name = object ? object->name : name;
    variable->type = object ? object->type : "";
    if (object) {
        variable->element = memory_element(&object->element);
        memcpy(variable->extents, object->extents, sizeof object->extents);
    }
    base_push(&shared, known, variable);
    return variable;
}

static void check_device(const SharedVariable *variable, uint64_t pc)
{
    if (!machine_thread)
        machine_fault(pc, "the host uses %s, which is in shared memory",
                      variable->name);
}

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

void *upsweep_shared(void *key, size_t bytes, size_t align)
{
    static const void *last_key;
    static SharedVariable *last;

    if (key != last_key) {
        last = variable_of(key, "a variable");
        last_key = key;
    }
    SharedVariable *variable = last;
    check_device(variable, CALLER);
    if (variable->run != shared.launch) {
        variable->bytes = (uint32_t)bytes;
        variable->align = (uint32_t)align;
        place(variable);
    }
    return machine_thread->block->shared + variable->offset;
}

void *upsweep_dynamic(const char *name)
{
    static const char *last_name;
    static SharedVariable *last;

    if (name != last_name) {
        last = variable_of(NULL, name);
        last_name = name;
    }
    SharedVariable *variable = last;
    check_device(variable, CALLER);
    if (!variable->element.bytes) /* Upsweep did not say */
        variable->element = (UpsweepElement){.bytes = sizeof(uint32_t)};
    if (variable->run != shared.launch) {
        variable->offset = shared.dynamic > 0 ? 0 : SHARED_LIMIT;
        variable->bytes = shared.dynamic;
        variable->run = shared.launch;
        if (shared.dynamic > 0)
            note_variable(variable, shared.dynamic, true);
        else
            shared.absent = variable;
    }
    return machine_thread->block->shared + variable->offset;
}
