/* SPDX-License-Identifier: MIT */
#include "program/local_values.h"

#include "trace/variable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- A thread's locals ----------------------------------------------------*/

LocalCursor local_begin(const Trace *trace, const Block *block, uint32_t thread)
{
    uint64_t number = (uint64_t)(block - trace->blocks);
    LocalCursor cursor = {.trace = trace, .thread = thread};

    cursor.first = cursor.next = local_first(trace, number, thread);
    cursor.end = local_first(trace, number, (uint64_t)thread + 1);
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
