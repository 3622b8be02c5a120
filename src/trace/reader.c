/* SPDX-License-Identifier: MIT
 *
 * reader - rows to a trace, checked on the way; see reader.h.
 */
#include "trace/reader.h"

#include "trace/digest.h"
#include "trace/limits.h"
#include "trace/manifest.h"
#include "trace/schema.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Table table;
    size_t bytes; /* of the file */
    char digest[DIGEST_TEXT];
    Trace *trace;
    uint32_t *lines; /* of each source */
} Reader;

#define WORD_RANGE                                                             \
    {                                                                          \
        INT32_MIN, INT32_MAX                                                   \
    }
#define INTERVAL_RANGE                                                         \
    {0, UINT16_MAX},                                                           \
    {                                                                          \
        0, UINT16_MAX                                                          \
    }

static Word to_interval(const int64_t *numbers)
{
    return interval_make((uint32_t)numbers[0], (uint32_t)numbers[1]);
}

static bool read_elements(Reader *reader)
{
    Trace *trace = reader->trace;
    uint32_t n = trace->run.n;
    bool more;

    trace->input = base_alloc(n, sizeof *trace->input);
    trace->output = base_alloc(n, sizeof *trace->output);
    trace->output_interval = base_alloc(n, sizeof *trace->output_interval);
    if (!table_open(&reader->table, "element",
                    "select id, input, output, first, last from element "
                    "order by id"))
        return false;
    for (uint32_t i = 0; i < n; ++i) {
        const Range ranges[] = {{i, i}, WORD_RANGE, WORD_RANGE, INTERVAL_RANGE};
        int64_t at[5];
        if (!table_next(&reader->table, &more) ||
            (!more && !table_damaged(&reader->table)) ||
            !table_numbers(&reader->table, ranges, 5, at))
            return false;
        trace->input[i] = (Word)at[1];
        trace->output[i] = (Word)at[2];
        trace->output_interval[i] = to_interval(at + 3);
    }
    return table_next(&reader->table, &more) &&
           (!more || table_damaged(&reader->table));
}

/* Counts the lines of each source that a site may name. */
static void count_lines(Reader *reader)
{
    const Trace *trace = reader->trace;

    reader->lines = base_alloc(trace->sources_count, sizeof *reader->lines);
    for (size_t i = 0; i < trace->sources_count; ++i) {
        uint32_t lines = 1;
        for (const char *at = trace->sources[i].text; *at; ++at)
            lines += *at == '\n';
        reader->lines[i] = lines < LIMITS_LINES ? lines : LIMITS_LINES;
    }
}

/* Lines that a site in this block may name. */
static uint32_t source_lines(const Reader *reader, uint32_t block)
{
    const Trace *trace = reader->trace;

    return reader->lines[trace->grids[trace->blocks[block].grid].source];
}

static bool read_phases(Reader *reader)
{
    Trace *trace = reader->trace;
    bool more;

    if (!table_open(&reader->table, "phase",
                    "select id, name from phase order by id"))
        return false;
    while (table_next(&reader->table, &more) && more) {
        int64_t id = (int64_t)trace->phases_count;
        const Range range = {id, id};
        if (id >= LIMITS_PHASES ||
            !table_numbers(&reader->table, &range, 1, &id))
            return table_damaged(&reader->table);
        const char *name = table_text(&reader->table, 1, 1, LIMITS_NAME);
        if (!name)
            return false;
        base_push(trace, phases, base_strdup(name));
    }
    return !more;
}

static bool read_steps(Reader *reader)
{
    Trace *trace = reader->trace;
    int64_t last = -1; /* block of the row before */
    uint32_t lines = 0;
    bool more;

    if (!table_open(&reader->table, "step",
                    "select id, block, phase, site, level, cycles "
                    "from step order by id"))
        return false;
    while (table_next(&reader->table, &more) && more) {
        int64_t id = (int64_t)trace->steps_count;
        const Range ranges[] = {{id, id},
                                {last < 0 ? 0 : last, last + 1},
                                {0, (int64_t)trace->phases_count - 1},
                                {0, UINT16_MAX},
                                {-LIMITS_LEVEL, LIMITS_LEVEL},
                                {0, UINT32_MAX}};
        int64_t at[6];
        if (!table_numbers(&reader->table, ranges, 6, at))
            return false;
        if (at[1] >= (int64_t)trace->blocks_count)
            return table_damaged(&reader->table);
        Block *block = &trace->blocks[at[1]];
        if (at[1] != last) {
            block->first_step = (uint32_t)trace->steps_count;
            lines = source_lines(reader, (uint32_t)at[1]);
        }
        last = at[1];
        ++block->step_count;
        if (at[3] > lines)
            return table_damaged(&reader->table);
        Step step = {.block = (uint32_t)at[1],
                     .phase = (uint16_t)at[2],
                     .site = (uint16_t)at[3],
                     .level = (int32_t)at[4],
                     .cycles = (uint32_t)at[5]};
        base_push(trace, steps, step);
    }
    if (more)
        return false;
    return (last + 1 == (int64_t)trace->blocks_count &&
            trace->steps_count < UINT32_MAX) ||
           table_damaged(&reader->table);
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

static bool read_instructions(Reader *reader)
{
    Trace *trace = reader->trace;
    const Run *run = &trace->run;
    uint32_t step = 0, lines = 0;
    bool more;

    if (!table_open(&reader->table, "instruction",
                    "select id, step, warp, site, occurrence, kind, array, "
                    "time from instruction order by id"))
        return false;
    while (table_next(&reader->table, &more) && more) {
        int64_t id = (int64_t)trace->instructions_count;
        const Range ranges[] = {{id, id},
                                {step, (int64_t)trace->steps_count - 1},
                                {0, (run->threads - 1) / run->k},
                                {0, UINT16_MAX},
                                {0, UINT32_MAX},
                                {0, ACCESS_KINDS - 1},
                                {0, (int64_t)trace->arrays_count - 1},
                                {0, UINT32_MAX - 1}};
        int64_t at[8];
        if (!table_numbers(&reader->table, ranges, 8, at))
            return false;
        if (at[1] != step || id == 0)
            lines = source_lines(reader, trace->steps[at[1]].block);
        step = (uint32_t)at[1];
        if (at[3] > lines)
            return table_damaged(&reader->table);
        Instruction instruction = {.step = step,
                                   .warp = (uint16_t)at[2],
                                   .site = (uint16_t)at[3],
                                   .occurrence = (uint32_t)at[4],
                                   .kind = (uint8_t)at[5],
                                   .array = (uint8_t)at[6],
                                   .time = (uint32_t)at[7]};
        base_push(trace, instructions, instruction);
        trace->steps[step].instruction_count++;
    }
    for (size_t s = 1; s < trace->steps_count; ++s)
        trace->steps[s].first_instruction =
            trace->steps[s - 1].first_instruction +
            trace->steps[s - 1].instruction_count;
    return !more && (times_are_places(trace) || table_damaged(&reader->table));
}

/* The grid that AT belongs to.  Threads and cells are checked against its
 * sizes, since those of the run are those of the largest grid. */
static const Grid *grid_of(const Trace *trace, const Instruction *at)
{
    return trace_grid(trace, trace_step(trace, at));
}

/* One more than the highest Access.cell allowed in an instruction. */
static int64_t cell_limit(const Trace *trace, const Instruction *at)
{
    int64_t threads = grid_of(trace, at)->threads;
    int64_t before = at->warp * (int64_t)trace->run.k;

    if (trace_is_shared(at))
        return grid_of(trace, at)->words;
    if (at->kind == ACCESS_SHFL) /* a lane of the same warp */
        return threads - before < trace->run.k ? threads - before
                                               : trace->run.k;
    int64_t words = trace->arrays[at->array].words;
    if (at->kind == ACCESS_PUBLISH || at->kind == ACCESS_AWAIT)
        return words / 2 * PAIR_STATES;
    return words;
}

static bool read_accesses(Reader *reader)
{
    Trace *trace = reader->trace;
    const Run *run = &trace->run;
    int64_t count = (int64_t)trace->instructions_count;
    int64_t index = -1, last_lane = -1;
    bool more;

    if (!table_open(&reader->table, "access",
                    "select id, cell, value, first, last from access "
                    "order by id"))
        return false;
    while (table_next(&reader->table, &more) && more) {
        const Range id_range = {0, count * SCHEMA_LANES - 1};
        int64_t at[5];
        if (!table_numbers(&reader->table, &id_range, 1, at))
            return false;
        int64_t lane = at[0] % SCHEMA_LANES;
        Instruction *instruction = trace->instructions + at[0] / SCHEMA_LANES;
        if (at[0] / SCHEMA_LANES == index + 1) {
            instruction->first_access = (uint32_t)trace->accesses_count;
            last_lane = -1;
            ++index;
        }
        if (at[0] / SCHEMA_LANES != index || lane <= last_lane ||
            lane >= run->k ||
            instruction->warp * run->k + lane >=
                grid_of(trace, instruction)->threads)
            return table_damaged(&reader->table);
        last_lane = lane;

        const Range ranges[] = {id_range,
                                {0, cell_limit(trace, instruction) - 1},
                                WORD_RANGE,
                                INTERVAL_RANGE};
        if (!table_numbers(&reader->table, ranges, 5, at))
            return false;
        Access access = {.cell = (uint32_t)at[1],
                         .value = (Word)at[2],
                         .interval = to_interval(at + 3),
                         .lane = (uint8_t)lane};
        base_push(trace, accesses, access);
        instruction->lanes++;
    }
    if (more)
        return false;
    return (index + 1 == count && trace->accesses_count < UINT32_MAX) ||
           table_damaged(&reader->table);
}

/* Walks through all accesses by rising number; false past the last. */
typedef struct {
    size_t instruction;
    size_t access;
} Walk;

static int64_t walk_id(const Trace *trace, const Walk *walk)
{
    return (int64_t)walk->instruction * SCHEMA_LANES +
           trace->accesses[walk->access].lane;
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

static bool read_sums(Reader *reader)
{
    Trace *trace = reader->trace;
    Walk walk = {0, 0};
    bool more;

    if (!table_open(&reader->table, "sum",
                    "select id, left, right, left_first, left_last, "
                    "right_first, right_last from sum order by id"))
        return false;
    while (table_next(&reader->table, &more) && more) {
        const Range ranges[] = {{0, INT64_MAX},
                                WORD_RANGE,
                                WORD_RANGE,
                                INTERVAL_RANGE,
                                INTERVAL_RANGE};
        int64_t at[7];
        if (!table_numbers(&reader->table, ranges, 7, at))
            return false;
        if (!walk_to(trace, &walk, at[0] / SCHEMA_SUMS) ||
            trace->accesses[walk.access].sums != at[0] % SCHEMA_SUMS ||
            trace->accesses[walk.access].sums == UINT8_MAX)
            return table_damaged(&reader->table);
        trace->accesses[walk.access].sums++;
        Sum sum = {.access = (uint32_t)walk.access,
                   .left = (Word)at[1],
                   .right = (Word)at[2],
                   .left_interval = to_interval(at + 3),
                   .right_interval = to_interval(at + 5)};
        base_push(trace, sums, sum);
    }
    return !more;
}

void reader_blank(Word *values, Word *intervals, size_t words)
{
    for (size_t cell = 0; cell < words; ++cell) {
        values[cell] = 0;
        intervals[cell] = INTERVAL_UNSET;
    }
}

/* Copies the cells that the file stores for the snapshot at INDEX into it.  The
 * current row is the first of them, if there are any. */
static bool read_snapshot(Reader *reader, size_t index, bool *more)
{
    Trace *trace = reader->trace;
    int64_t start = (int64_t)index * SCHEMA_CELLS;
    int64_t last = -1;

    while (*more) {
        const Range ranges[] = {{0, INT64_MAX}, WORD_RANGE, INTERVAL_RANGE};
        int64_t at[4];
        if (!table_numbers(&reader->table, ranges, 4, at))
            return false;
        if (at[0] >= start + SCHEMA_CELLS)
            return true;
        int64_t cell = at[0] - start;
        if (cell <= last || cell >= trace->run.words)
            return table_damaged(&reader->table);
        last = cell;
        size_t offset = index * trace->run.words + (size_t)cell;
        trace->snapshot_values[offset] = (Word)at[1];
        trace->snapshot_intervals[offset] = to_interval(at + 2);
        if (!table_next(&reader->table, more))
            return false;
    }
    return true;
}

static bool alloc_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    uint64_t count = trace->steps_count + trace->blocks_count;
    uint64_t words = count * trace->run.words;

    if (words > limits_snapshots(reader->bytes) / (2 * sizeof(Word)))
        return table_refuse(&reader->table,
                            "it has too much shared memory for its steps");
    trace->snapshots_count = (size_t)count;
    trace->snapshot_values =
        base_alloc((size_t)words + 1, sizeof *trace->snapshot_values);
    trace->snapshot_intervals =
        base_alloc((size_t)words + 1, sizeof *trace->snapshot_intervals);
    return true;
}

static bool read_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    size_t words = trace->run.words, bytes = words * sizeof(Word);
    bool more;

    if (!table_open(&reader->table, "snapshot",
                    "select id, value, first, last from snapshot "
                    "order by id") ||
        !alloc_snapshots(reader) || !table_next(&reader->table, &more))
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t index = s + step->block;
        Word *values = trace->snapshot_values + index * words;
        Word *intervals = trace->snapshot_intervals + index * words;

        if (s == 0 || step->block != step[-1].block) {
            reader_blank(values, intervals, words);
            if (!read_snapshot(reader, index, &more))
                return false;
        }
        memcpy(values + words, values, bytes);
        memcpy(intervals + words, intervals, bytes);
        for (uint32_t i = 0; i < step->instruction_count; ++i)
            trace_replay(trace,
                         trace->instructions + step->first_instruction + i,
                         values + words, intervals + words);
        if (!read_snapshot(reader, index + 1, &more))
            return false;
    }
    return !more || table_damaged(&reader->table);
}

Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error)
{
    static bool (*const tables[])(Reader *) = {read_elements, read_phases,
                                               read_steps,    read_instructions,
                                               read_accesses, read_sums,
                                               read_snapshots};
    Reader reader = {
        .table = {.db = db, .path = path, .error = error, .text_left = bytes},
        .bytes = bytes};
    char digest[DIGEST_TEXT];
    bool ok = schema_matches(db);

    if (!ok) {
        error_set(error, ERROR_USAGE,
                  "%.300s is damaged: its tables are not those of an Upsweep "
                  "trace; record it again",
                  path);
        return NULL;
    }
    reader.trace = trace_new();
    ok = manifest_read(&reader.table, reader.trace, reader.digest);
    if (ok)
        count_lines(&reader);
    for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; ++i) {
        ok = tables[i](&reader);
        table_close(&reader.table);
    }
    free(reader.lines);
    if (ok && strcmp(digest_of(reader.trace, digest), reader.digest) != 0)
        ok = error_set(error, ERROR_USAGE,
                       "%.300s is damaged: its content has digest %s, not "
                       "%s; record it again",
                       path, digest, reader.digest);
    if (ok)
        return reader.trace;
    trace_free(reader.trace);
    return NULL;
}
