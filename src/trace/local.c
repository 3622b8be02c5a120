/* SPDX-License-Identifier: MIT */
#include "trace/local.h"

#include "trace/element.h"
#include "trace/value.h"
#include "trace/variable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SPACE_SHIFT = 56, ARRAY_SHIFT = 40 };

/* ---- Order ----------------------------------------------------------------*/

static uint32_t block_of(const Trace *trace, const LocalChange *change)
{
    return trace->steps[trace->instructions[change->instruction].step].block;
}

static uint32_t thread_of(const Trace *trace, const LocalChange *change)
{
    return trace->instructions[change->instruction].warp * trace->run.k +
           change->lane;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

int local_change_compare(const Trace *trace, const LocalChange *a,
                         const LocalChange *b)
{
    int order = compare(block_of(trace, a), block_of(trace, b));

    if (order == 0)
        order = compare(thread_of(trace, a), thread_of(trace, b));
    return order ? order : compare(a->instruction, b->instruction);
}

/* Copies COUNT changes, one at least, to TO by rising KEY; those with the same
 * one stay in their order. */
static void sort_by(uint32_t (*key)(const Trace *trace,
                                    const LocalChange *change),
                    const Trace *trace, const LocalChange *changes,
                    size_t count, LocalChange *to)
{
    uint32_t *keys = base_alloc(count, sizeof *keys);
    uint32_t least = UINT32_MAX, most = 0;

    for (size_t i = 0; i < count; ++i) {
        keys[i] = key(trace, changes + i);
        least = keys[i] < least ? keys[i] : least;
        most = keys[i] > most ? keys[i] : most;
    }
    size_t *next = base_alloc((size_t)most - least + 2, sizeof *next);
    for (size_t i = 0; i < count; ++i)
        ++next[keys[i] - least + 1];
    for (size_t k = 0; k < most - least; ++k)
        next[k + 1] += next[k];
    for (size_t i = 0; i < count; ++i)
        to[next[keys[i] - least]++] = changes[i];
    free(next);
    free(keys);
}

void local_sort(Trace *trace, size_t first)
{
    size_t count = trace->local_changes_count - first;
    LocalChange *changes = trace->local_changes + first;
    LocalChange *sorted = base_alloc(count + 1, sizeof *sorted);

    if (count > 0) {
        sort_by(thread_of, trace, changes, count, sorted);
        sort_by(block_of, trace, sorted, count, changes);
    }
    free(sorted);
}

/* The first change of THREAD of BLOCK, or of what comes after it. */
static size_t find(const Trace *trace, uint64_t block, uint64_t thread)
{
    size_t low = 0, high = trace->local_changes_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const LocalChange *at = trace->local_changes + middle;
        int order = compare(block_of(trace, at), block);
        if (order == 0)
            order = compare(thread_of(trace, at), thread);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void local_block_changes(const Trace *trace, const Block *block, size_t *first,
                         size_t *end)
{
    uint64_t number = (uint64_t)(block - trace->blocks);

    *first = find(trace, number, 0);
    *end = find(trace, number + 1, 0);
}

/* ---- A thread's locals ----------------------------------------------------*/

LocalCursor local_begin(const Trace *trace, const Block *block, uint32_t thread)
{
    uint64_t number = (uint64_t)(block - trace->blocks);
    LocalCursor cursor = {.trace = trace, .thread = thread};

    cursor.first = cursor.next = find(trace, number, thread);
    cursor.end = find(trace, number, (uint64_t)thread + 1);
    return cursor;
}

void local_end(LocalCursor *cursor)
{
    free(cursor->all);
    free(cursor->visible);
    *cursor = (LocalCursor){0};
}

/* The entry of the local that a change is about; makes it. */
static LocalValue *entry(LocalCursor *cursor, const LocalChange *change)
{
    const Local *local = cursor->trace->locals + change->local;
    size_t low = 0, high = cursor->all_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const LocalValue *at = cursor->all + middle;
        if (at->depth < change->depth ||
            (at->depth == change->depth && at->local < local))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < cursor->all_count && cursor->all[low].local == local &&
        cursor->all[low].depth == change->depth)
        return cursor->all + low;
    LocalValue added = {.local = local, .depth = change->depth};
    base_push(cursor, all, added);
    memmove(cursor->all + low + 1, cursor->all + low,
            (cursor->all_count - 1 - low) * sizeof *cursor->all);
    cursor->all[low] = added;
    return cursor->all + low;
}

static void apply(LocalCursor *cursor, const LocalChange *change)
{
    LocalValue *at = entry(cursor, change);

    at->in_scope = !change->ends;
    if (change->ends || (at->known && at->value == change->value))
        return;
    at->before = at->value;
    at->changed = at->known;
    at->known = true;
    at->value = change->value;
    at->since = change->instruction;
}

/* True if a variable of an inner scope has the same name. */
static bool is_hidden(const LocalCursor *cursor, size_t i)
{
    const LocalValue *at = cursor->all + i;

    for (size_t j = i + 1;
         j < cursor->all_count && cursor->all[j].depth == at->depth; ++j)
        if (cursor->all[j].in_scope &&
            strcmp(cursor->all[j].local->name, at->local->name) == 0)
            return true;
    return false;
}

const LocalValue *local_at(LocalCursor *cursor, uint32_t instruction,
                           size_t *count)
{
    const Trace *trace = cursor->trace;

    if (cursor->next > cursor->first &&
        trace->local_changes[cursor->next - 1].instruction > instruction) {
        cursor->next = cursor->first;
        cursor->all_count = 0;
    }
    for (; cursor->next < cursor->end &&
           trace->local_changes[cursor->next].instruction <= instruction;
         ++cursor->next)
        apply(cursor, trace->local_changes + cursor->next);
    if (cursor->visible_capacity < cursor->all_count) {
        cursor->visible_capacity = cursor->all_capacity;
        cursor->visible = base_realloc(cursor->visible, cursor->all_capacity,
                                       sizeof *cursor->visible);
    }
    *count = 0;
    for (size_t i = 0; i < cursor->all_count; ++i)
        if (cursor->all[i].in_scope && !is_hidden(cursor, i))
            cursor->visible[(*count)++] = cursor->all[i];
    return cursor->visible;
}

LocalValue *trace_locals(const Trace *trace, uint32_t instruction,
                         uint32_t thread, size_t *count)
{
    const Instruction *at = trace->instructions + instruction;
    LocalCursor cursor =
        local_begin(trace, trace_block(trace, trace_step(trace, at)), thread);

    local_at(&cursor, instruction, count);
    LocalValue *values = cursor.visible;
    cursor.visible = NULL;
    local_end(&cursor);
    return values;
}

/* ---- Values ---------------------------------------------------------------*/

int64_t local_pointer(PointerSpace space, uint32_t array, uint64_t byte)
{
    return (int64_t)((uint64_t)space << SPACE_SHIFT |
                     (uint64_t)(array & UINT16_MAX) << ARRAY_SHIFT |
                     (byte & ((UINT64_C(1) << ARRAY_SHIFT) - 1)));
}

PointerSpace local_pointer_parts(int64_t value, uint32_t *array, uint64_t *byte)
{
    uint64_t bits = (uint64_t)value, space = bits >> SPACE_SHIFT;

    *array = (uint32_t)(bits >> ARRAY_SHIFT & UINT16_MAX);
    *byte = bits & ((UINT64_C(1) << ARRAY_SHIFT) - 1);
    return space < POINTER_OTHER ? (PointerSpace)space : POINTER_OTHER;
}

static void add_pointer(const Trace *trace, uint32_t grid, int64_t value,
                        Text *text)
{
    uint32_t array;
    uint64_t byte;
    PointerSpace space = local_pointer_parts(value, &array, &byte);

    if (space == POINTER_NULL)
        text_add(text, "null");
    else if (space == POINTER_SHARED)
        variable_shared_pointer(trace, grid, byte, text);
    else if (space == POINTER_ARRAY && array < trace->arrays_count)
        variable_array_pointer(trace, (uint8_t)array, byte, text);
    else
        text_add(text, "elsewhere");
}

static void add_number(ElementKind element, int64_t value, Text *text)
{
    char number[VALUE_TEXT];
    double twice;

    switch (element) {
    case ELEMENT_F32:
        text_add(text, "%s", value_format(OP_FADD, (Word)value, number));
        break;
    case ELEMENT_F64:
        memcpy(&twice, &value, sizeof twice);
        text_add(text, "%.15g", twice);
        break;
    case ELEMENT_U64:
        text_add(text, "%" PRIu64, (uint64_t)value);
        break;
    default:
        text_add(text, "%" PRId64, value);
    }
}

void local_value_add(const Trace *trace, uint32_t grid, const Local *local,
                     int64_t value, Text *text)
{
    if (local->kind == LOCAL_POINTER)
        add_pointer(trace, grid, value, text);
    else if (local->kind == LOCAL_BOOL)
        text_add(text, "%s", value ? "true" : "false");
    else
        add_number((ElementKind)local->element, value, text);
}
