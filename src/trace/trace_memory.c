/* SPDX-License-Identifier: MIT
 *
 * trace_memory - shared memory in a Trace: snapshots, and the stores between
 * them; see trace.h.
 *
 *     steps         b0 s0    b0 s1    b1 s2    b1 s3
 *     snapshots   0        1        2
 *                                   3        4        5
 *
 * Every block has one snapshot more than it has steps, so the one before a step
 * stands at (step + block).
 */
#include "trace/trace.h"

#include "trace/limits.h"

#include <stdlib.h>
#include <string.h>

/* Where the snapshot before step S begins in both arrays. */
static size_t snapshot_offset(const Trace *trace, uint32_t step)
{
    BASE_CHECK(step <= trace->steps_count);
    size_t index = step < trace->steps_count ? step + trace->steps[step].block
                                             : trace->snapshots_count - 1;
    BASE_CHECK(index < trace->snapshots_count);
    return index * trace->run.words;
}

const Word *trace_snapshot(const Trace *trace, uint32_t step)
{
    return trace->snapshot_values + snapshot_offset(trace, step);
}

const Word *trace_snapshot_intervals(const Trace *trace, uint32_t step)
{
    return trace->snapshot_intervals + snapshot_offset(trace, step);
}

const Word *trace_snapshot_after(const Trace *trace, uint32_t step)
{
    BASE_CHECK(step < trace->steps_count);
    return trace_snapshot(trace, step) + trace->run.words;
}

const Word *trace_snapshot_intervals_after(const Trace *trace, uint32_t step)
{
    BASE_CHECK(step < trace->steps_count);
    return trace_snapshot_intervals(trace, step) + trace->run.words;
}

Word trace_byte_bits(uint8_t bytes)
{
    static const Word bits[TRACE_WORD + 1] = {
        0x00000000, 0x000000ff, 0x0000ff00, 0x0000ffff, 0x00ff0000, 0x00ff00ff,
        0x00ffff00, 0x00ffffff, 0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff,
        0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff};

    return bits[bytes & TRACE_WORD];
}

void trace_store(const Access *access, Word *value, Word *interval)
{
    if (value && access->bytes == TRACE_WORD) {
        *value = access->value;
    } else if (value) {
        Word bits = trace_byte_bits(access->bytes);
        *value = (*value & ~bits) | (access->value & bits);
    }
    if (interval)
        *interval =
            access->bytes == TRACE_WORD ? access->interval : INTERVAL_TOP;
}

void trace_replay(const Trace *trace, const Instruction *at, Word *values,
                  Word *intervals)
{
    const Access *access = trace_accesses(trace, at);

    if (!trace_is_store(at))
        return;
    for (int i = 0; i < at->lanes; ++i, ++access)
        trace_store(access, values ? values + access->cell : NULL,
                    intervals ? intervals + access->cell : NULL);
}

void trace_replay_step(const Trace *trace, const Step *step, Word *values,
                       Word *intervals)
{
    const Instruction *at = trace->instructions + step->first_instruction;

    for (uint32_t i = 0; i < step->instruction_count; ++i)
        trace_replay(trace, at + i, values, intervals);
}

void trace_blank(Word *values, Word *intervals, size_t words)
{
    for (size_t cell = 0; cell < words; ++cell) {
        values[cell] = 0;
        intervals[cell] = INTERVAL_UNSET;
    }
}

void trace_memory(const Trace *trace, size_t position, Word *values,
                  Word *intervals)
{
    BASE_CHECK(position <= trace->instructions_count);
    uint32_t step = position ? trace->instructions[position - 1].step : 0;
    size_t bytes = trace->run.words * sizeof(Word);

    if (bytes == 0)
        return;
    if (values)
        memcpy(values, trace_snapshot(trace, step), bytes);
    if (intervals)
        memcpy(intervals, trace_snapshot_intervals(trace, step), bytes);
    if (position == 0)
        return;
    for (size_t i = trace->steps[step].first_instruction; i < position; ++i)
        trace_replay(trace, trace->instructions + i, values, intervals);
}

/* False and ERROR if a cell of two memories differs. */
static bool same_memory(uint32_t step, const char *what, const Word *replayed,
                        const Word *recorded, uint32_t words, Error *error)
{
    if (words == 0 || memcmp(replayed, recorded, words * sizeof(Word)) == 0)
        return true;

    uint32_t cell = 0;
    while (replayed[cell] == recorded[cell])
        ++cell;
    return error_set(error, ERROR_FAILED,
                     "after step %u, cell %u has the %s 0x%08x, but the "
                     "recorded stores give 0x%08x; record it again",
                     step, cell, what, recorded[cell], replayed[cell]);
}

bool trace_check(const Trace *trace, Error *error)
{
    uint32_t words = trace->run.words;
    Word *values = base_alloc((size_t)words + 1, sizeof *values);
    Word *intervals = base_alloc((size_t)words + 1, sizeof *intervals);
    bool same = true;

    for (uint32_t s = 0; s < trace->steps_count && same; ++s) {
        const Step *step = trace->steps + s;
        if (words && (s == 0 || step->block != step[-1].block)) {
            memcpy(values, trace_snapshot(trace, s), words * sizeof(Word));
            memcpy(intervals, trace_snapshot_intervals(trace, s),
                   words * sizeof(Word));
        }
        trace_replay_step(trace, step, values, intervals);
        same =
            same_memory(s, "word", values, trace_snapshot_after(trace, s),
                        words, error) &&
            same_memory(s, "interval", intervals,
                        trace_snapshot_intervals_after(trace, s), words, error);
    }
    free(values);
    free(intervals);
    return same;
}

/* ---- The order of blocks ----------------------------------------------*/

/* When a word, or a byte, was touched last, as 1 + Instruction.time; 0: not
 * yet. */
typedef struct {
    uint32_t block;         /* 1 + the block at hand that touches it */
    uint32_t own, stored;   /* by that block, and stores by that block */
    uint32_t before, store; /* the same by blocks before that one */
} Touched;

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Notes an access of BLOCK; true if a block before that one made another later
 * with which its order matters. */
static bool touch(Touched *word, uint32_t block, uint32_t time, bool writes)
{
    if (word->block != block + 1) {
        word->before = later(word->before, word->own);
        word->store = later(word->store, word->stored);
        word->own = word->stored = 0;
        word->block = block + 1;
    }
    word->own = later(word->own, time + 1);
    if (writes)
        word->stored = later(word->stored, time + 1);
    return (writes ? word->before : word->store) > time + 1;
}

/* What blocks have touched of the arrays of a launch: words, or the bytes of
 * words. */
typedef struct {
    const Trace *trace;
    uint32_t parts; /* of a word: 1, or its bytes */
    Touched *arrays[LIMITS_ARRAYS];
} Touches;

/* The same as touch for all accesses of an instruction of global memory. */
static bool touch_all(Touches *touches, uint32_t block, const Instruction *at)
{
    const Access *access = trace_accesses(touches->trace, at);
    uint32_t count = touches->trace->arrays[at->array].words;
    uint32_t parts = touches->parts;
    bool writes = trace_traits_of(at)->writes, differs = false;

    if (!touches->arrays[at->array])
        touches->arrays[at->array] =
            base_alloc((size_t)parts * count + 1, sizeof(Touched));
    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        if (access->cell >= count)
            continue;
        Touched *word =
            touches->arrays[at->array] + (size_t)parts * access->cell;
        for (uint32_t i = 0; i < parts; ++i)
            if (parts == 1 || access->bytes >> i & 1)
                differs |= touch(word + i, block, at->time, writes);
    }
    return differs;
}

/* The same for all blocks of launch G. */
static bool grid_differs(const Trace *trace, uint32_t g, uint32_t parts)
{
    Touches touches = {.trace = trace, .parts = parts};
    uint32_t first, end, i, last;
    bool differs = false;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end && !differs && end - first > 1; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last && !differs; ++i)
            if (trace_is_global(trace->instructions + i))
                differs = touch_all(&touches, b, trace->instructions + i);
    }
    for (size_t a = 0; a < LIMITS_ARRAYS; ++a)
        free(touches.arrays[a]);
    return differs;
}

bool trace_order_differs(const Trace *trace)
{
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (grid_differs(trace, g, 1) && grid_differs(trace, g, sizeof(Word)))
            return true;
    return false;
}
