/* SPDX-License-Identifier: MIT */
#include "trace/reader_tables.h"

#include "trace/limits.h"

#include <inttypes.h>
#include <stdlib.h>

bool reader_elements(Reader *reader)
{
    Trace *trace = reader->trace;
    uint32_t n = trace->run.n, i = 0;
    ElementRow row;
    bool more;

    trace->input = base_alloc(n, sizeof *trace->input);
    trace->output = base_alloc(n, sizeof *trace->output);
    trace->output_interval = base_alloc(n, sizeof *trace->output_interval);
    for (; table_next_row(&reader->table, n, &row, &more) && more; ++i) {
        trace->input[i] = row.input;
        trace->output[i] = row.output;
        trace->output_interval[i] = row.output_interval;
    }
    return !more &&
           (i == n || table_refuse(&reader->table,
                                   "it has %u rows for %u elements", i, n));
}

/* False with the error set if line SITE is not in the source of the block. */
static bool check_site(Reader *reader, uint32_t block, uint16_t site)
{
    const Trace *trace = reader->trace;
    uint32_t source = trace->grids[trace->blocks[block].grid].source;

    return table_within(&reader->table, "site", site, 0, reader->lines[source]);
}

/* The same for the line of an instruction. */
static bool check_line(Reader *reader, const Instruction *at)
{
    return table_within(&reader->table, "source", at->source, 0,
                        (int64_t)reader->trace->sources_count - 1) &&
           table_within(&reader->table, "site", at->site, 0,
                        reader->lines[at->source]);
}

bool reader_steps(Reader *reader)
{
    Trace *trace = reader->trace;
    Table *table = &reader->table;
    int64_t last = -1; /* block of the row before */
    Step row = {0};
    bool more;

    while (table_next_row(table, UINT32_MAX - 1, &row, &more) && more) {
        int64_t next =
            last + 1 < (int64_t)trace->blocks_count ? last + 1 : last;
        if (!table_within(table, "block", row.block, last < 0 ? 0 : last,
                          next) ||
            !table_within(table, "phase", row.phase, 0,
                          (int64_t)trace->phases_count - 1) ||
            !check_site(reader, row.block, row.site))
            return false;
        Block *block = &trace->blocks[row.block];
        if (row.block != last)
            block->first_step = (uint32_t)trace->steps_count;
        last = row.block;
        ++block->step_count;
        base_push(trace, steps, row);
    }
    if (more)
        return false;
    return last + 1 == (int64_t)trace->blocks_count ||
           table_refuse(table, "block %" PRId64 " has no steps", last + 1);
}

/* True if every place in the order of issue has one instruction. */
static bool times_are_places(const Trace *trace)
{
    size_t count = trace->instructions_count;
    bool *taken = base_alloc(count + 1, sizeof *taken);
    bool good = true;

    for (size_t i = 0; good && i < count; ++i) {
        uint32_t time = trace->instructions[i].time;
        good = time < count && !taken[time];
        if (good)
            taken[time] = true;
    }
    free(taken);
    return good;
}

bool reader_instructions(Reader *reader)
{
    Trace *trace = reader->trace;
    Table *table = &reader->table;
    const Run *run = &trace->run;
    Instruction row = {0};
    bool more;

    while (table_next_row(table, UINT32_MAX - 1, &row, &more) && more) {
        uint32_t count = (uint32_t)trace->instructions_count;
        uint32_t before = count ? trace->instructions[count - 1].step : 0;
        if (!table_within(table, "step", row.step, before,
                          (int64_t)trace->steps_count - 1) ||
            !table_within(table, "warp", row.warp, 0,
                          (run->threads - 1) / run->k) ||
            !table_within(table, "array", row.array, 0,
                          (int64_t)trace->arrays_count - 1) ||
            !check_line(reader, &row))
            return false;
        base_push(trace, instructions, row);
        trace->steps[row.step].instruction_count++;
    }
    for (size_t s = 1; s < trace->steps_count; ++s)
        trace->steps[s].first_instruction =
            trace->steps[s - 1].first_instruction +
            trace->steps[s - 1].instruction_count;
    return !more && (times_are_places(trace) ||
                     table_refuse(table, "two have the same time, or there is "
                                         "none at some time"));
}

/* The grid that AT belongs to.  Threads and cells are checked against its
 * sizes, since those of the run are those of the largest grid. */
static const Grid *grid_of(const Trace *trace, const Instruction *at)
{
    return trace_grid(trace, trace_step(trace, at));
}

int64_t reader_lanes(const Trace *trace, const Instruction *at)
{
    int64_t k = trace->run.k;
    int64_t lanes = (int64_t)grid_of(trace, at)->threads - at->warp * k;

    return lanes < k ? lanes : k;
}

/* One more than the highest Access.cell allowed in an instruction. */
static int64_t cell_limit(const Trace *trace, const Instruction *at)
{
    if (trace_is_shared(at))
        return grid_of(trace, at)->words;
    if (trace_is_shuffle(at)) /* a lane of the same warp */
        return reader_lanes(trace, at);
    return trace->arrays[at->array].words;
}

/* Checks what the number of a row of table access says, where LAST is the row
 * before: the instruction, or the one after it, and the next place in it. */
static bool check_place(Reader *reader, int64_t last)
{
    const Trace *trace = reader->trace;
    Table *table = &reader->table;
    int64_t id = table->id;
    int64_t before = last < 0 ? -1 : last / SCHEMA_LANES;

    if (!table_within(table, "instruction", id / SCHEMA_LANES,
                      before < 0 ? 0 : before,
                      before + 1 < (int64_t)trace->instructions_count
                          ? before + 1
                          : before))
        return false;
    const Instruction *at = trace->instructions + id / SCHEMA_LANES;
    return table_within(table, "place", id % SCHEMA_LANES, at->lanes,
                        at->lanes);
}

/* Checks the lane and the cell of the next access of AT; a lane may have
 * several, of cells that rise. */
static bool check_lane(Reader *reader, const Instruction *at, const Access *row)
{
    const Trace *trace = reader->trace;
    Table *table = &reader->table;
    const Access *before =
        at->lanes ? trace->accesses + trace->accesses_count - 1 : NULL;
    bool again = before && before->lane == row->lane;
    int64_t next = again ? (int64_t)before->cell + 1 : 0;
    int64_t limit = cell_limit(trace, at) - 1;

    return table_within(table, "lane", row->lane,
                        again    ? before->lane
                        : before ? before->lane + 1
                                 : 0,
                        reader_lanes(trace, at) - 1) &&
           table_within(table, "cell", row->cell, next, limit);
}

bool reader_accesses(Reader *reader)
{
    Trace *trace = reader->trace;
    Table *table = &reader->table;
    int64_t last = -1;
    Access row = {0};
    bool more;

    for (; table_row(table, &row, &more) && more; last = table->id) {
        if (!check_place(reader, last))
            return false;
        Instruction *at = trace->instructions + table->id / SCHEMA_LANES;
        if (!check_lane(reader, at, &row))
            return false;
        if (at->lanes++ == 0)
            at->first_access = (uint32_t)trace->accesses_count;
        base_push(trace, accesses, row);
    }
    if (more)
        return false;
    int64_t covered = last < 0 ? 0 : last / SCHEMA_LANES + 1;
    if (covered != (int64_t)trace->instructions_count)
        return table_refuse(table, "instruction %" PRId64 " has no accesses",
                            covered);
    return trace->accesses_count < UINT32_MAX ||
           table_refuse(table, "it has too many rows");
}

/* Walks through all accesses by rising number; false past the last. */
typedef struct {
    size_t instruction;
    size_t access;
} Walk;

static int64_t walk_id(const Trace *trace, const Walk *walk)
{
    const Instruction *at = trace->instructions + walk->instruction;

    return (int64_t)walk->instruction * SCHEMA_LANES +
           (int64_t)(walk->access - at->first_access);
}

static bool walk_to(const Trace *trace, Walk *walk, int64_t id)
{
    while (walk->access < trace->accesses_count && walk_id(trace, walk) < id) {
        const Instruction *at = trace->instructions + walk->instruction;
        ++walk->access;
        if (walk->access == (size_t)at->first_access + at->lanes)
            ++walk->instruction;
    }
    return walk->access < trace->accesses_count && walk_id(trace, walk) == id;
}

bool reader_sums(Reader *reader)
{
    Trace *trace = reader->trace;
    Table *table = &reader->table;
    Walk walk = {0, 0};
    Sum row = {0};
    bool more;

    while (table_row(table, &row, &more) && more) {
        if (!walk_to(trace, &walk, table->id / SCHEMA_SUMS))
            return table_refuse(table, "there is no such access");
        Access *access = trace->accesses + walk.access;
        if (!table_within(table, "place", table->id % SCHEMA_SUMS, access->sums,
                          access->sums) ||
            !table_within(table, "place", access->sums, 0, LIMITS_SUMS - 1))
            return false;
        access->sums++;
        row.access = (uint32_t)walk.access;
        base_push(trace, sums, row);
    }
    return !more;
}
