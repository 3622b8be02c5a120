/* SPDX-License-Identifier: MIT */
#include "analysis/unset_load.h"

#include <stdlib.h>
#include <string.h>

/* True if an atomic operation works on what it finds, unlike an exchange. */
static bool works_on(const Trace *trace, const Instruction *at)
{
    static const char exchange[] = "atomicExch";
    const AccessTraits *is = trace_traits_of(at);
    size_t length;

    if (!is->brings || !is->writes) /* before its line is looked for */
        return false;
    const char *line = trace_line_of(trace, at, &length);
    return !memmem(line, length, exchange, sizeof exchange - 1);
}

static void add(UnsetLoads *loads, const Trace *trace, uint32_t instruction,
                const Access *access, uint8_t array)
{
    bool atomic = works_on(trace, &trace->instructions[instruction]);

    if (loads->count++ > 0 && (loads->atomic || !atomic))
        return;
    loads->atomic = atomic;
    loads->first = thread_access(trace, instruction, access);
    loads->cell = access->cell;
    loads->array = array;
}

/* The end of the accesses that one lane of AT makes from number I on. */
static int lane_end(const Instruction *at, const Access *access, int i)
{
    int end = i + 1;

    while (end < at->lanes && access[end].lane == access[i].lane)
        ++end;
    return end;
}

/* ---- Shared memory --------------------------------------------------------*/

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
    add(loads, trace, instruction, access, UNSET_SHARED);
}

static void visit(const Trace *trace, uint32_t instruction, uint8_t *stored,
                  UnsetLoads *loads)
{
    const Instruction *at = trace->instructions + instruction;
    const Access *access = trace_accesses(trace, at);

    for (int i = 0, end; i < at->lanes; i = end) {
        end = lane_end(at, access, i);
        visit_lane(trace, instruction, access + i, end - i, stored, loads);
    }
}

static void find_shared(const Trace *trace, UnsetLoads *loads)
{
    uint8_t *stored = base_alloc((size_t)trace->run.words + 1, 1);

    for (size_t b = 0; b < trace->blocks_count; ++b) {
        uint32_t i, end;
        trace_block_instructions(trace, trace->blocks + b, &i, &end);
        memset(stored, 0, trace->run.words);
        for (; i < end; ++i)
            if (trace_is_shared(trace->instructions + i))
                visit(trace, i, stored, loads);
    }
    free(stored);
}

/* ---- Global memory --------------------------------------------------------*/

/* An array, and of each of its words the time of the first instruction that
 * stores to it, counted from 1; 0: somebody did before; UINT32_MAX: never. */
typedef struct {
    const Trace *trace;
    uint8_t array;
    uint32_t *stored;
} UnsetArray;

/* Notes the stores of the instructions FROM to TO - 1. */
static void note_stores(UnsetArray *of, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; ++i) {
        const Instruction *at = &of->trace->instructions[i];
        const Access *access = trace_accesses(of->trace, at);
        if (!trace_is_global(at) || at->array != of->array ||
            !trace_traits_of(at)->writes)
            continue;
        for (int l = 0; l < at->lanes; ++l)
            if (at->time + 1 < of->stored[access[l].cell])
                of->stored[access[l].cell] = at->time + 1;
    }
}

/* True if a lane before lane I makes the same access: it is the first of the
 * two, where they are atomic. */
static bool has_met(const Access *access, int i)
{
    int other = 0;

    while (other < i && access[other].cell != access[i].cell)
        ++other;
    return other < i;
}

/* Judges the loads of the instructions FROM to TO - 1. */
static void judge_loads(const UnsetArray *of, uint32_t from, uint32_t to,
                        UnsetLoads *loads)
{
    for (uint32_t i = from; i < to; ++i) {
        const Instruction *at = &of->trace->instructions[i];
        const Access *access = trace_accesses(of->trace, at);
        if (!trace_is_global(at) || at->array != of->array ||
            !trace_traits_of(at)->brings)
            continue;
        for (int l = 0, end; l < at->lanes; l = end) {
            bool any = trace_traits_of(at)->writes && has_met(access, l);
            end = lane_end(at, access, l);
            for (int w = l; w < end; ++w)
                any |= of->stored[access[w].cell] <= at->time;
            if (!any)
                add(loads, of->trace, i, &access[l], of->array);
        }
    }
}

/* True if one of the instructions FROM to TO - 1 touches ARRAY. */
static bool touches(const Trace *trace, uint32_t from, uint32_t to,
                    uint8_t array)
{
    for (uint32_t i = from; i < to; ++i)
        if (trace_is_global(&trace->instructions[i]) &&
            trace->instructions[i].array == array)
            return true;
    return false;
}

/* Looks at the first grid that touches array A. */
static void find_global(const Trace *trace, uint8_t a, UnsetLoads *loads)
{
    UnsetArray of = {trace, a, NULL};
    uint32_t words = trace->arrays[a].words, first, last, from, to, unused;
    bool found = false;

    of.stored = base_alloc((size_t)words + 1, sizeof *of.stored);
    memset(of.stored, 0xff, words * sizeof *of.stored);
    for (uint32_t i = trace->arrays[a].set_first;
         i < trace->arrays[a].set_end && i < words; ++i)
        of.stored[i] = 0;
    for (uint32_t g = 0; g < trace->grids_count && !found; ++g) {
        trace_grid_blocks(trace, g, &first, &last);
        if (first == last)
            continue;
        trace_block_instructions(trace, &trace->blocks[first], &from, &unused);
        trace_block_instructions(trace, &trace->blocks[last - 1], &unused, &to);
        found = touches(trace, from, to, a);
        if (found && trace_grid_is_whole(trace, g)) {
            note_stores(&of, from, to);
            judge_loads(&of, from, to, loads);
        }
    }
    free(of.stored);
}

UnsetLoads unset_load_find(const Trace *trace)
{
    UnsetLoads loads = {0};

    if (trace_is_of_gpu(trace))
        return loads;
    find_shared(trace, &loads);
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].unset)
            find_global(trace, (uint8_t)a, &loads);
    return loads;
}

/* The instruction that has access number ACCESS. */
static uint32_t instruction_of(const Trace *trace, uint32_t access)
{
    size_t low = 0, high = trace->instructions_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (trace->instructions[middle].first_access <= access)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

UnsetShuffles unset_shuffle_find(const Trace *trace)
{
    UnsetShuffles shuffles = {0};
    const Run *run = &trace->run;

    if (run->undefined == 0 || run->undefined_first >= trace->accesses_count)
        return shuffles;
    uint32_t i = instruction_of(trace, run->undefined_first);
    if (!trace_is_shuffle(&trace->instructions[i]))
        return shuffles;
    return (UnsetShuffles){
        .count = run->undefined,
        .first =
            thread_access(trace, i, &trace->accesses[run->undefined_first]),
        .lane = run->undefined_lane};
}
