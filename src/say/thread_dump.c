/* SPDX-License-Identifier: MIT */
#include "say/thread_dump.h"

#include "analysis/sum_results.h"
#include "program/local_values.h"
#include "say/phrases.h"
#include "trace/value.h"
#include "trace/variable.h"

/* True if a local is printed at INSTRUCTION. */
static bool is_printed(const LocalValue *at, uint32_t instruction)
{
    return at->local->kind != LOCAL_POINTER || at->since == instruction;
}

/* "thid = 2, offset = 4; in twice: a = 1". */
static void add_locals(const Trace *trace, LocalCursor *cursor,
                       uint32_t instruction, Text *text)
{
    const Instruction *at = trace->instructions + instruction;
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    size_t count;
    const LocalValue *locals = local_at(cursor, instruction, &count);
    const char *before = ": ";
    uint8_t depth = 0;

    for (size_t i = 0; i < count; ++i) {
        const LocalValue *value = locals + i;
        if (!is_printed(value, instruction))
            continue;
        if (value->depth != depth)
            text_add(text, "%sin %s: ", *before == ':' ? before : "; ",
                     value->local->function);
        else
            text_add(text, "%s", before);
        text_add(text, "%s = ", value->local->name);
        local_value_add(trace, grid, value->local, value->value, text);
        before = ", ";
        depth = value->depth;
    }
}

/* "temp[9] = 8", of a shuffle "8 of lane 3". */
static void add_number(const Trace *trace, const Instruction *at,
                       const Access *access, Text *text)
{
    char value[VALUE_TEXT];

    variable_access_value(trace, at, access, value);
    if (trace_is_shuffle(at)) {
        text_add(text, "%s of lane %u", value, access->cell);
        return;
    }
    variable_access_name(trace, at, access, text);
    text_add(text, " = %s", value);
}

/* "loads temp[9] = 8": what THREAD moves in an instruction, its numbers one
 * after the other; false if it takes no part, or moves the upper halves of
 * numbers that the shuffle before it moved. */
static bool add_accesses(const Trace *trace, const Instruction *at,
                         uint32_t thread, Text *text)
{
    const Access *access = trace_accesses(trace, at), *other;
    bool any = false;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        if (trace_thread(trace, at, access) != thread ||
            number_half(trace, at, access, &other) == HALF_HIGH)
            continue;
        if (any) {
            text_add(text, ", ");
        } else {
            text_add(text, "  ");
            trace_line_name(trace, at, text);
            text_add(text, ", %s ", trace_traits_of(at)->verb);
        }
        add_number(trace, at, access, text);
        any = true;
    }
    return any;
}

static void add_step(const Trace *trace, LocalCursor *cursor, uint32_t thread,
                     uint32_t s, Text *text)
{
    const Step *step = trace->steps + s;
    bool any = false;

    text_add(text, "\nStep %u of %zu: ", s + 1, trace->steps_count);
    trace_step_name(trace, step, ", ", text);
    text_add(text, "\n");
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        if (!add_accesses(trace, at, thread, text))
            continue;
        any = true;
        add_locals(trace, cursor, step->first_instruction + i, text);
        text_add(text, "\n");
    }
    if (!any)
        text_add(text, "  makes no access\n");
}

static void add_block(const Trace *trace, const Block *block, uint32_t thread,
                      Text *text)
{
    const Grid *grid = trace->grids + block->grid;
    LocalCursor cursor = local_begin(trace, block, thread);

    text_add(text,
             "\nThread %u of block %u, lane %u of warp %u, in launch %u, %s\n",
             thread, block->index, thread % trace->run.k, thread / trace->run.k,
             recorded_launches_number(trace, block->grid), grid->title);
    for (uint32_t s = 0; s < block->step_count; ++s)
        add_step(trace, &cursor, thread, block->first_step + s, text);
    local_end(&cursor);
}

bool thread_check(const Trace *trace, uint32_t thread, Error *error)
{
    if (thread >= trace->run.threads)
        return error_set(error, ERROR_USAGE,
                         "--thread %u: the largest block has %u threads, which "
                         "count from 0",
                         thread, trace->run.threads);
    return trace->locals_count > 0 ||
           error_set(error, ERROR_USAGE,
                     "--thread %u: the trace of %s holds no local variables",
                     thread, trace->run.algorithm);
}

bool thread_dump(const Trace *trace, uint32_t thread, bool full, Text *text,
                 Error *error)
{
    size_t hidden = 0;

    if (!thread_check(trace, thread, error))
        return false;
    text_add(text, "%s, on the %s\n", trace_title(trace),
             trace->run.device_name);
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = trace->blocks + b;
        bool first = b == 0 || block[-1].grid != block->grid;
        if (thread >= trace->grids[block->grid].threads)
            continue;
        if (full || first)
            add_block(trace, block, thread, text);
        else
            ++hidden;
    }
    if (hidden) {
        text_add(text, "\n... ");
        phrase_count((uint32_t)hidden, "more block", text);
        text_add(text, " (--full shows them)\n");
    }
    return true;
}
