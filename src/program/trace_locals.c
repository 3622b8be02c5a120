/* SPDX-License-Identifier: MIT
 *
 * Local variables and their values.
 */
#include "program/trace_making.h"

#include "program/symbols.h"
#include "trace/element.h"
#include "trace/local.h"

#include <stdlib.h>
#include <string.h>

/* The index in the trace of a local; adds it. */
static uint16_t local_index(Making *making, uint32_t local)
{
    const LocalTable *table = making->facts->locals;
    Trace *trace = making->trace;

    if (!making->locals)
        making->locals = base_alloc(table->items_count, sizeof *making->locals);
    if (!making->locals[local]) {
        Local added = table->items[local].local;
        added.function = printable_name(added.function, "?", LIMITS_NAME);
        added.name = printable_name(added.name, "?", LIMITS_NAME);
        added.type = printable_name(added.type, "?", LIMITS_NAME);
        base_push(trace, locals, added);
        making->locals[local] = (uint16_t)trace->locals_count;
    }
    return (uint16_t)(making->locals[local] - 1);
}

/* The value of a pointer to ADDRESS; arrays are numbered as in the launch. */
static int64_t pointer_value(const Making *making, const BlockWork *block,
                             uint64_t address)
{
    const LaunchWork *work = making->launch;

    if (address == 0)
        return local_pointer(POINTER_NULL, 0, 0);
    if (address - block->shared < work->shared)
        return local_pointer(POINTER_SHARED, 0, address - block->shared);
    for (int end = 0; end < 2; ++end) /* or just behind an array */
        for (uint32_t a = 0; a < work->arrays_count; ++a) {
            const LaunchArray *array = work->arrays + a;
            uint64_t byte = address - array->record.address;
            if (byte < array->record.bytes + (uint64_t)end)
                return local_pointer(POINTER_ARRAY, array->index, byte);
        }
    return local_pointer(POINTER_OTHER, 0, 0);
}

bool making_add_changes(Making *making, const BlockWork *block,
                        const ProgramLocals *locals)
{
    Trace *trace = making->trace;

    making->changed = locals->warp + 1u;
    for (uint32_t i = 0; i < locals->count;) {
        ProgramChange from =
            log_reader_change(&making->reader, locals->count, &i);
        if (from.local >= making->facts->locals->items_count)
            return log_reader_refuse(&making->reader, "a record is gone");
        LocalChange change = {.instruction =
                                  (uint32_t)trace->instructions_count,
                              .local = local_index(making, from.local),
                              .lane = from.lane,
                              .depth = from.depth,
                              .ends = from.ends};
        const Local *local = trace->locals + change.local;
        if (!from.ends)
            change.value =
                local->kind == LOCAL_POINTER
                    ? pointer_value(making, block, from.value)
                    : (int64_t)element_extend(local->element, &from.value);
        base_push(trace, local_changes, change);
    }
    return true;
}

bool making_end_changes(Making *making, size_t first)
{
    Trace *trace = making->trace;

    if (making->left_some) /* with them changes are lost */
        trace->local_changes_count = first;
    making->left_some = false;
    if (trace->local_changes_count > first &&
        trace->local_changes[trace->local_changes_count - 1].instruction >=
            trace->instructions_count)
        return log_reader_refuse(&making->reader,
                                 "no access follows a change of locals");
    local_sort(trace, first);
    return true;
}

void making_order_locals(Making *making)
{
    const LocalTable *table = making->facts->locals;
    Trace *trace = making->trace;
    size_t count = trace->locals_count, next = 0;
    Local *ordered = base_alloc(count + 1, sizeof *ordered);
    uint16_t *places = base_alloc(count + 1, sizeof *places);

    for (size_t i = 0; making->locals && i < table->items_count; ++i)
        if (making->locals[i]) {
            size_t was = making->locals[i] - 1u;
            places[was] = (uint16_t)next;
            ordered[next++] = trace->locals[was];
        }
    if (count)
        memcpy(trace->locals, ordered, count * sizeof *ordered);
    for (size_t i = 0; i < trace->local_changes_count; ++i)
        trace->local_changes[i].local = places[trace->local_changes[i].local];
    free(ordered);
    free(places);
}
