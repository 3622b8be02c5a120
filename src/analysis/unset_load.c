/* SPDX-License-Identifier: MIT */
#include "analysis/unset_load.h"

#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* Judges one lane's words of an instruction, COUNT of them.  STORED: the bytes
 * of each cell to which something was stored, as in Access.bytes. */
static void visit_lane(const Trace *trace, uint32_t instruction,
                       const Access *access, int count, uint8_t *stored,
                       UnsetLoads *loads)
{
    const AccessTraits *is = trace_traits_of(trace->instructions + instruction);
    bool any = false;

    for (int w = 0; w < count; ++w) {
        any |= (stored[access[w].cell] & access[w].bytes) != 0;
        if (is->writes)
            stored[access[w].cell] |= access[w].bytes;
    }
    if (any || !is->brings)
        return;
    if (loads->count++ == 0) {
        loads->first = thread_access(trace, instruction, access);
        loads->cell = access->cell;
    }
}

static void visit(const Trace *trace, uint32_t instruction, uint8_t *stored,
                  UnsetLoads *loads)
{
    const Instruction *at = trace->instructions + instruction;
    const Access *access = trace_accesses(trace, at);

    for (int i = 0, end; i < at->lanes; i = end) {
        for (end = i + 1; end < at->lanes; ++end)
            if (access[end].lane != access[i].lane)
                break;
        visit_lane(trace, instruction, access + i, end - i, stored, loads);
    }
}

UnsetLoads unset_load_find(const Trace *trace)
{
    UnsetLoads loads = {0};

    if (!trace_is_program(trace) || trace_is_of_gpu(trace))
        return loads;
    uint8_t *stored = base_alloc((size_t)trace->run.words + 1, 1);
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        uint32_t i, end;
        trace_block_instructions(trace, trace->blocks + b, &i, &end);
        memset(stored, 0, trace->run.words);
        for (; i < end; ++i)
            if (trace_is_shared(trace->instructions + i))
                visit(trace, i, stored, &loads);
    }
    free(stored);
    return loads;
}

void unset_load_explain(const Trace *trace, const UnsetLoads *loads, bool brief,
                        Text *text)
{
    const ThreadAccess *first = &loads->first;

    text_add(text, "thread %u %s ", first->thread,
             trace_traits((AccessKind)first->kind)->verb);
    variable_cell_name(trace, trace->blocks[first->block].grid, loads->cell,
                       text);
    if (!brief) {
        text_add(text, " in ");
        thread_access_explain_place(trace, first, text);
    }
    text_add(text, ", where nothing was stored");
    if (brief)
        return;
    text_add(text, " (");
    thread_access_explain_line(trace, first, text);
    text_add(text, ")");
    if (loads->count > 1)
        text_add(text, "; %zu more such load%s", loads->count - 1,
                 loads->count == 2 ? "" : "s");
}
