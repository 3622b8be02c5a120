/* SPDX-License-Identifier: MIT
 *
 * uses - which arrays a launch loads and stores, and where: known by the
 * touches of their words (touch.h) when it has run.
 */
#include "simulator/history.h"

#include "simulator/machine.h"
#include "util/base.h"

/* ---- In lockstep ----------------------------------------------------------*/

/* The words of ARRAY that were touched; NULL: none. */
static Touch *touches_of(GlobalArray *array)
{
    return array->name ? array->touches
                       : memory_touched +
                             ((uintptr_t)array->address - memory_begin) / 4;
}

/* A word that was stored to is not loaded any more: what it had is gone. */
static void note_word(Touch *touch, uint32_t launch, ProgramAccessKind kind)
{
    uint32_t storer = (uint32_t)(*touch >> 32), loader = (uint32_t)*touch;

    if (kind != PROGRAM_STORE && storer < launch)
        loader = launch;
    if (kind != PROGRAM_LOAD)
        storer = launch;
    *touch = (uint64_t)storer << 32 | loader;
}

void uses_note(const char *address, size_t bytes, ProgramAccessKind kind)
{
    GlobalArray *array = memory_array(address, false);

    if (!array)
        return;
    if (array->name && !array->touches)
        array->touches =
            base_alloc(array->bytes / 4 + 1, sizeof *array->touches);
    size_t at = (size_t)(address - array->address);
    for (size_t word = at / 4; word <= (at + bytes - 1) / 4; ++word)
        note_word(&touches_of(array)[word],
                  machine.first_interval << TOUCH_SHIFT, kind);
}

/* ---- What was used --------------------------------------------------------*/

static void add_word(ArrayUse *use, size_t word, bool loads, bool stores)
{
    Extent bytes = {4 * word, 4 * word + 4};

    if (loads)
        use->loads = extent_join(use->loads, bytes);
    if (stores)
        use->stores = extent_join(use->stores, bytes);
    use->loaded += loads;
}

/* In the fast way a word that a thread loads and stores between two barriers
 * may have been stored first. */
static ArrayUse use_of(GlobalArray *array, uint32_t launch, bool stores_first)
{
    const Touch *touches = touches_of(array);
    ArrayUse use = {.array = memory_number(array)};
    const uint32_t one = (1 << TOUCH_SHIFT) - 1;

    for (size_t word = 0; touches && word < (array->bytes + 3) / 4; ++word) {
        uint32_t storer = (uint32_t)(touches[word] >> 32);
        uint32_t loader = (uint32_t)touches[word];
        if (storer < launch && loader < launch)
            continue;
        bool stored = storer >= launch, loaded = loader >= launch;
        uint32_t from = storer >> TOUCH_SHIFT, by = loader >> TOUCH_SHIFT;
        if (stored && loaded && (by > from || (by == from && stores_first)))
            loaded = false;
        if (stored && (storer & one) >= TOUCH_COUNTED) /* it was added to */
            loaded = true;
        add_word(&use, word, loaded, stored);
    }
    return use;
}

/* Where a launch of the kernel was recorded it is known which arguments it
 * stores to before it loads from them. */
static bool stores_first(Kernel *kernel, const GlobalArray *array)
{
    uint64_t bit = array->argument < 64 ? UINT64_C(1) << array->argument : 0;

    if (array->launch == machine.run && !array->loaded_first)
        kernel->stores_first |= bit;
    return kernel->stores_first & bit & ~UINT64_C(1);
}

LaunchUses *uses_find(const Launch *launch)
{
    size_t count, bytes = 0;
    GlobalArray *arrays = memory_arrays(&count);
    LaunchUses *uses = base_alloc(1, sizeof *uses);

    for (size_t i = 0; i < count; ++i)
        bytes += arrays[i].live ? arrays[i].bytes : 0;
    if (bytes > PROGRAM_TRIAL_MEMORY)
        return NULL;
    for (size_t i = 0; i < count; ++i) {
        if (!arrays[i].live)
            continue;
        ArrayUse use = use_of(&arrays[i], machine.first_interval << TOUCH_SHIFT,
                              stores_first(launch->entry, &arrays[i]));
        if (!extent_is_empty(use.loads) || !extent_is_empty(use.stores))
            base_push(uses, items, use);
    }
    return uses;
}
