/* SPDX-License-Identifier: MIT */
#include "analysis/line_costs.h"

#include <stdlib.h>
#include <string.h>

enum { SECTOR_WORDS = SECTOR_BYTES / sizeof(Word) };

static uint32_t count_bits(uint64_t bits)
{
    uint32_t count = 0;

    for (; bits; bits &= bits - 1)
        ++count;
    return count;
}

/* The bytes of the cell of access I that no access before it touches. */
static uint8_t new_bytes(const Access *accesses, int i)
{
    uint8_t bytes = accesses[i].bytes;

    for (int before = i - 1; before >= 0 && bytes; --before)
        if (accesses[before].cell == accesses[i].cell)
            bytes = (uint8_t)(bytes & ~accesses[before].bytes);
    return bytes;
}

uint32_t line_costs_sectors(const Trace *trace, const Instruction *at,
                            uint32_t *needed)
{
    const Access *accesses = trace_accesses(trace, at);
    uint32_t sectors[TRACE_MAX_BANKS], moved = 0, bytes = 0;

    for (int i = 0; i < at->lanes; ++i) {
        uint32_t sector = accesses[i].cell / SECTOR_WORDS, j = moved;
        /* neighbouring lanes mostly share one: look at the newest first */
        while (j > 0 && sectors[j - 1] != sector)
            --j;
        if (j == 0)
            sectors[moved++] = sector;
        bytes += count_bits(new_bytes(accesses, i));
    }
    if (needed)
        *needed = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    return moved;
}

static void add_global(LineCost *cost, const Trace *trace,
                       const Instruction *at)
{
    uint32_t needed, moved = line_costs_sectors(trace, at, &needed);

    cost->global += at->lanes;
    cost->moved += moved;
    cost->needed += needed;
    if (moved - needed > cost->spread) {
        cost->spread = moved - needed;
        cost->spread_at = (uint32_t)(at - trace->instructions);
    }
}

static void add_shared(LineCost *cost, const Trace *trace,
                       const Instruction *at)
{
    BankCost bank = bank_cost(trace, at, NULL);
    uint64_t conflicts = bank.wavefronts > 0 ? bank.wavefronts - 1u : 0;

    cost->accesses += at->lanes;
    ++cost->instructions;
    if (trace_is_load(at))
        cost->conflicts_load += conflicts;
    else
        cost->conflicts_store += conflicts;
    if (bank.wavefronts > cost->worst) {
        cost->worst = bank.wavefronts;
        cost->worst_at = (uint32_t)(at - trace->instructions);
    }
}

/* Which lanes of AT access memory: bit i for lane i. */
static uint64_t lanes_of(const Trace *trace, const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);
    uint64_t lanes = 0;

    for (int i = 0; i < at->lanes; ++i)
        lanes |= UINT64_C(1) << accesses[i].lane;
    return lanes;
}

/* True if AT is a further part of the access BEFORE, of which LANES have been
 * seen: the hardware serves wide ones in parts. */
static bool is_further(const Instruction *before, const Instruction *at,
                       uint64_t seen, uint64_t lanes)
{
    return before && before->step == at->step && before->site == at->site &&
           before->source == at->source && before->place == at->place &&
           before->kind == at->kind && before->warp == at->warp &&
           before->occurrence / TRACE_EXECUTION ==
               at->occurrence / TRACE_EXECUTION &&
           !(seen & lanes);
}

/* The lanes of an access, all of its parts; and of the trace what it is. */
typedef struct {
    const Instruction *first, *last;
    uint64_t lanes;
    LineCost *cost;
} WholeAccess;

static void add_lanes(const WholeAccess *access, const Trace *trace)
{
    LineCost *cost = access->cost;

    if (!cost)
        return;
    uint32_t active = count_bits(access->lanes);
    uint32_t lanes = trace_warp_lanes(trace, access->first);
    cost->active += active;
    cost->lanes += lanes;
    if (lanes - active > cost->idlest) {
        cost->idlest = lanes - active;
        cost->idlest_at = (uint32_t)(access->first - trace->instructions);
    }
}

/* The cost of the line of AT in ROWS, which has a row for each row of INDEX;
 * NULL if its source has no such line. */
static LineCost *cost_of(LineCost *rows, const LineIndex *index,
                         const Instruction *at)
{
    size_t row = index->first[at->source] + at->site;

    if (row >= index->first[at->source + 1])
        return NULL;
    rows[row].source = at->source;
    rows[row].line = at->site;
    return rows + row;
}

static void add(LineCost *rows, const LineIndex *index, const Trace *trace,
                const Instruction *at, WholeAccess *access)
{
    LineCost *cost = cost_of(rows, index, at);
    uint64_t lanes = lanes_of(trace, at);

    if (!cost || trace_is_shuffle(at))
        return;
    if (trace_is_global(at))
        add_global(cost, trace, at);
    if (trace_is_shared(at))
        add_shared(cost, trace, at);
    if (is_further(access->last, at, access->lanes, lanes)) {
        access->lanes |= lanes;
    } else {
        add_lanes(access, trace);
        *access = (WholeAccess){.first = at, .lanes = lanes, .cost = cost};
    }
    access->last = at;
}

LineCost *line_costs(const Trace *trace, size_t *count)
{
    LineIndex index = line_index_new(trace);
    size_t all = index.first[trace->sources_count];
    LineCost *rows = base_alloc(all + 1, sizeof *rows);
    WholeAccess access = {0};

    for (size_t i = 0; i < trace->instructions_count; ++i)
        add(rows, &index, trace, &trace->instructions[i], &access);
    add_lanes(&access, trace);
    *count = 0;
    for (size_t i = 0; i < all; ++i)
        if (rows[i].accesses + rows[i].global > 0)
            rows[(*count)++] = rows[i];
    line_index_free(&index);
    return rows;
}

/* ---- Lines of sources -----------------------------------------------------*/

static SourceLine trim(const char *from, const char *end)
{
    while (from < end && strchr(" \t", *from))
        ++from;
    while (from < end && strchr(" \t\r", end[-1]))
        --end;
    return (SourceLine){from, (size_t)(end - from)};
}

/* Fills ROWS from line 1 on. */
static void find_lines(const char *text, SourceLine *rows)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        *++rows = trim(text, end);
    *++rows = trim(text, text + strlen(text));
}

LineIndex line_index_new(const Trace *trace)
{
    size_t count = trace->sources_count;
    LineIndex index = {.sources = trace->sources,
                       .first = base_alloc(count + 1, sizeof *index.first)};

    for (size_t s = 0; s < count; ++s) {
        size_t lines = 2; /* line 0, and what follows the last line's end */
        for (const char *at = trace->sources[s].text; *at; ++at)
            lines += *at == '\n';
        index.first[s + 1] = index.first[s] + lines;
    }
    index.rows = base_alloc(index.first[count] + 1, sizeof *index.rows);
    for (size_t s = 0; s < count; ++s)
        find_lines(trace->sources[s].text, index.rows + index.first[s]);
    return index;
}

void line_index_free(LineIndex *index)
{
    free(index->rows);
    free(index->first);
    *index = (LineIndex){0};
}

SourceLine line_index_find(const LineIndex *index, const Source *source,
                           uint32_t line)
{
    size_t s = (size_t)(source - index->sources);
    size_t row = index->first[s] + line;

    if (line == 0 || row >= index->first[s + 1])
        return (SourceLine){"", 0};
    return index->rows[row];
}
