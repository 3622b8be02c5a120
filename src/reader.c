/* SPDX-License-Identifier: MIT
 *
 * reader - rows to a trace, checked on the way; see reader.h.
 */
#include "reader.h"
#include "digest.h"
#include "schema.h"
#include "value.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LEVEL      65535
#define MAX_PHASE_NAME 64
#define MAX_OWN_ARRAY  (UINT32_MAX - 1)

/* Bytes that the snapshots of a file of B bytes may take: a step that did
 * anything at all takes place in the file, but a file also may be small. */
#define SNAPSHOT_LEAST ((uint64_t)64 << 20)
#define SNAPSHOT_RATIO 1024
#define SNAPSHOT_MOST  ((uint64_t)8 << 30)

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *row;
    const char *table; /* being read, for errors */
    const char *path;
    Error *error;
    size_t bytes;   /* of the file */
    uint32_t lines; /* of the source */
    char digest[DIGEST_TEXT];
    Trace *trace;
} Reader;

/* What a column may hold. */
typedef struct {
    int64_t low, high;
} Range;

#define WORD_RANGE                                                             \
    {                                                                          \
        INT32_MIN, INT32_MAX                                                   \
    }
#define INTERVAL_RANGE                                                         \
    {0, UINT16_MAX},                                                           \
    {                                                                          \
        0, UINT16_MAX                                                          \
    }

static bool damaged(Reader *reader)
{
    return error_set(reader->error, ERROR_USAGE,
                     "%.300s is damaged in its table '%s'; record it again",
                     reader->path, reader->table);
}

static bool reader_open(Reader *reader, const char *table, const char *sql)
{
    reader->table = table;
    if (sqlite3_prepare_v2(reader->db, sql, -1, &reader->row, NULL) ==
        SQLITE_OK)
        return true;
    return damaged(reader);
}

/* Moves to the next row; *MORE is false after the last. */
static bool reader_next(Reader *reader, bool *more)
{
    int status = sqlite3_step(reader->row);

    *more = status == SQLITE_ROW;
    return *more || status == SQLITE_DONE || damaged(reader);
}

static void reader_close(Reader *reader)
{
    sqlite3_finalize(reader->row);
    reader->row = NULL;
}

/* The COUNT numbers of a row, each in its range. */
static bool reader_numbers(Reader *reader, const Range *ranges, int count,
                           int64_t *numbers)
{
    for (int i = 0; i < count; ++i) {
        if (sqlite3_column_type(reader->row, i) != SQLITE_INTEGER)
            return damaged(reader);
        numbers[i] = sqlite3_column_int64(reader->row, i);
        if (numbers[i] < ranges[i].low || numbers[i] > ranges[i].high)
            return damaged(reader);
    }
    return true;
}

static Word to_interval(const int64_t *numbers)
{
    return interval_make((uint32_t)numbers[0], (uint32_t)numbers[1]);
}

/* The length of the UTF-8 character at TEXT, 0 if it is none or one that would
 * do something to a terminal. */
static int character_length(const unsigned char *text)
{
    int length = text[0] < 0x80   ? 1
                 : text[0] < 0xc2 ? 0
                 : text[0] < 0xe0 ? 2
                 : text[0] < 0xf0 ? 3
                 : text[0] < 0xf5 ? 4
                                  : 0;

    if (length == 1)
        return (text[0] >= 0x20 && text[0] != 0x7f) || text[0] == '\n' ||
               text[0] == '\t';
    for (int i = 1; i < length; ++i)
        if (text[i] < 0x80 || text[i] > 0xbf)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || /* longer than it need be */
        (text[0] == 0xed && text[1] > 0x9f) || /* half of a pair */
        (text[0] == 0xf0 && text[1] < 0x90) ||
        (text[0] == 0xf4 && text[1] > 0x8f) || /* beyond Unicode */
        (text[0] == 0xc2 && text[1] < 0xa0))   /* control */
        return 0;
    return length;
}

/* The text in a column, if it is sound and its length in range; it is good
 * until the next row.  NULL and the error if not. */
static const char *reader_text(Reader *reader, int column, size_t low,
                               size_t high)
{
    if (sqlite3_column_type(reader->row, column) == SQLITE_TEXT) {
        const unsigned char *text = sqlite3_column_text(reader->row, column);
        size_t length = (size_t)sqlite3_column_bytes(reader->row, column);
        size_t at = 0;

        while (text && at < length) {
            int step = character_length(text + at);
            if (step == 0)
                break;
            at += (size_t)step;
        }
        if (text && at == length && length >= low && length <= high)
            return (const char *)text;
    }
    damaged(reader);
    return NULL;
}

static bool read_fact(Reader *reader, const Fact *fact)
{
    Run *run = &reader->trace->run;
    void *field = (char *)run + fact->offset;
    Range range = {(int64_t)fact->low, (int64_t)fact->high};
    const char *text;
    int64_t number = 0;

    if (fact->kind == FACT_SEED)
        range = (Range){INT64_MIN, INT64_MAX};
    if (sqlite3_column_type(reader->row, 0) == SQLITE_INTEGER) {
        if (fact->kind != FACT_COUNT && fact->kind != FACT_FLAG &&
            fact->kind != FACT_SEED)
            return damaged(reader);
        if (!reader_numbers(reader, &range, 1, &number))
            return false;
        if (fact->kind == FACT_COUNT)
            *(uint32_t *)field = (uint32_t)number;
        else if (fact->kind == FACT_FLAG)
            run->inclusive = number != 0;
        else
            run->seed = (uint64_t)number;
        return true;
    }
    text = reader_text(reader, 0, fact->low, fact->high);
    if (!text)
        return false;
    if (fact->kind == FACT_TEXT)
        *(char **)field = base_strdup(text);
    else if (fact->kind == FACT_DIGEST)
        memcpy(reader->digest, text, DIGEST_TEXT);
    else if (fact->kind != FACT_OP || !op_parse(text, &run->op, reader->error))
        return damaged(reader);
    return true;
}

static uint32_t count_lines(const char *text)
{
    uint32_t lines = 1;

    for (; *text; ++text)
        lines += *text == '\n';
    return lines;
}

static bool read_run(Reader *reader)
{
    Run *run = &reader->trace->run;
    bool more;

    /* value first, so that its column is 0 as everywhere else */
    if (!reader_open(reader, "run", "select value, key from run order by key"))
        return false;
    for (int i = 0; i < SCHEMA_FACTS; ++i) {
        if (!reader_next(reader, &more))
            return false;
        const unsigned char *key =
            more ? sqlite3_column_text(reader->row, 1) : NULL;
        if (!key || strcmp((const char *)key, schema_facts[i].key) != 0)
            return damaged(reader);
        if (!read_fact(reader, schema_facts + i))
            return false;
    }
    if (!reader_next(reader, &more))
        return false;
    if (more || !base_is_power_of_two(run->k) ||
        (strcmp(run->device, "cpu") != 0 && strcmp(run->device, "gpu") != 0))
        return damaged(reader);
    reader->lines = count_lines(run->source);
    if (reader->lines > UINT16_MAX)
        reader->lines = UINT16_MAX;
    return true;
}

static bool read_elements(Reader *reader)
{
    Trace *trace = reader->trace;
    uint32_t n = trace->run.n;
    bool more;

    trace->input = base_alloc(n, sizeof *trace->input);
    trace->output = base_alloc(n, sizeof *trace->output);
    trace->output_interval = base_alloc(n, sizeof *trace->output_interval);
    if (!reader_open(reader, "element",
                     "select id, input, output, first, last from element "
                     "order by id"))
        return false;
    for (uint32_t i = 0; i < n; ++i) {
        const Range ranges[] = {{i, i}, WORD_RANGE, WORD_RANGE, INTERVAL_RANGE};
        int64_t at[5];
        if (!reader_next(reader, &more) || (!more && !damaged(reader)) ||
            !reader_numbers(reader, ranges, 5, at))
            return false;
        trace->input[i] = (Word)at[1];
        trace->output[i] = (Word)at[2];
        trace->output_interval[i] = to_interval(at + 3);
    }
    return reader_next(reader, &more) && (!more || damaged(reader));
}

static bool read_phases(Reader *reader)
{
    Trace *trace = reader->trace;
    bool more;

    if (!reader_open(reader, "phase", "select id, name from phase order by id"))
        return false;
    while (reader_next(reader, &more) && more) {
        int64_t id = (int64_t)trace->phases_count;
        const Range range = {id, id};
        if (id >= UINT16_MAX || !reader_numbers(reader, &range, 1, &id))
            return damaged(reader);
        const char *name = reader_text(reader, 1, 1, MAX_PHASE_NAME);
        if (!name)
            return false;
        base_push(trace, phases, base_strdup(name));
    }
    return !more;
}

static bool read_steps(Reader *reader)
{
    Trace *trace = reader->trace;
    int64_t blocks = 0; /* seen so far */
    bool more;

    if (!reader_open(reader, "step",
                     "select id, block, phase, site, level, cycles "
                     "from step order by id"))
        return false;
    while (reader_next(reader, &more) && more) {
        int64_t id = (int64_t)trace->steps_count;
        const Range ranges[] = {{id, id},
                                {blocks ? blocks - 1 : 0, blocks},
                                {0, (int64_t)trace->phases_count - 1},
                                {0, reader->lines},
                                {-MAX_LEVEL, MAX_LEVEL},
                                {0, UINT32_MAX}};
        int64_t at[6];
        if (!reader_numbers(reader, ranges, 6, at))
            return false;
        blocks = at[1] + 1;
        Step step = {.block = (uint32_t)at[1],
                     .phase = (uint16_t)at[2],
                     .site = (uint16_t)at[3],
                     .level = (int32_t)at[4],
                     .cycles = (uint32_t)at[5]};
        base_push(trace, steps, step);
    }
    if (more)
        return false;
    return (blocks == trace->run.blocks && trace->steps_count < UINT32_MAX) ||
           damaged(reader);
}

static bool read_instructions(Reader *reader)
{
    Trace *trace = reader->trace;
    const Run *run = &trace->run;
    uint32_t step = 0;
    bool more;

    if (!reader_open(reader, "instruction",
                     "select id, step, warp, site, occurrence, kind, array "
                     "from instruction order by id"))
        return false;
    while (reader_next(reader, &more) && more) {
        int64_t id = (int64_t)trace->instructions_count;
        const Range ranges[] = {{id, id},
                                {step, (int64_t)trace->steps_count - 1},
                                {0, (run->threads - 1) / run->k},
                                {0, reader->lines},
                                {0, UINT32_MAX},
                                {0, ACCESS_KINDS - 1},
                                {0, UINT8_MAX}};
        int64_t at[7];
        if (!reader_numbers(reader, ranges, 7, at))
            return false;
        step = (uint32_t)at[1];
        Instruction instruction = {.step = step,
                                   .warp = (uint16_t)at[2],
                                   .site = (uint16_t)at[3],
                                   .occurrence = (uint32_t)at[4],
                                   .kind = (uint8_t)at[5],
                                   .array = (uint8_t)at[6]};
        base_push(trace, instructions, instruction);
        trace->steps[step].instruction_count++;
    }
    for (size_t s = 1; s < trace->steps_count; ++s)
        trace->steps[s].first_instruction =
            trace->steps[s - 1].first_instruction +
            trace->steps[s - 1].instruction_count;
    return !more;
}

/* The number after the highest that Access.cell may be in an instruction. */
static int64_t cell_limit(const Run *run, const Instruction *at)
{
    if (trace_is_shared(at))
        return run->words;
    if (at->kind == ACCESS_SHFL)
        return run->k;
    return at->array < GLOBAL_FIRST_OWN ? run->n : MAX_OWN_ARRAY;
}

static bool read_accesses(Reader *reader)
{
    Trace *trace = reader->trace;
    const Run *run = &trace->run;
    int64_t count = (int64_t)trace->instructions_count;
    int64_t index = -1, last_lane = -1;
    bool more;

    if (!reader_open(reader, "access",
                     "select id, cell, value, first, last from access "
                     "order by id"))
        return false;
    while (reader_next(reader, &more) && more) {
        const Range id_range = {0, count * SCHEMA_LANES - 1};
        int64_t at[5];
        if (!reader_numbers(reader, &id_range, 1, at))
            return false;
        int64_t lane = at[0] % SCHEMA_LANES;
        Instruction *instruction = trace->instructions + at[0] / SCHEMA_LANES;
        if (at[0] / SCHEMA_LANES == index + 1) {
            instruction->first_access = (uint32_t)trace->accesses_count;
            last_lane = -1;
            ++index;
        }
        if (at[0] / SCHEMA_LANES != index || lane <= last_lane ||
            lane >= run->k || instruction->warp * run->k + lane >= run->threads)
            return damaged(reader);
        last_lane = lane;

        const Range ranges[] = {id_range,
                                {0, cell_limit(run, instruction) - 1},
                                WORD_RANGE,
                                INTERVAL_RANGE};
        if (!reader_numbers(reader, ranges, 5, at))
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
           damaged(reader);
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

    if (!reader_open(reader, "sum",
                     "select id, left, right, left_first, left_last, "
                     "right_first, right_last from sum order by id"))
        return false;
    while (reader_next(reader, &more) && more) {
        const Range ranges[] = {{0, INT64_MAX},
                                WORD_RANGE,
                                WORD_RANGE,
                                INTERVAL_RANGE,
                                INTERVAL_RANGE};
        int64_t at[7];
        if (!reader_numbers(reader, ranges, 7, at))
            return false;
        if (!walk_to(trace, &walk, at[0] / SCHEMA_SUMS) ||
            trace->accesses[walk.access].sums != at[0] % SCHEMA_SUMS ||
            trace->accesses[walk.access].sums == UINT8_MAX)
            return damaged(reader);
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

/* Puts the cells that the file has for the snapshot at INDEX into it; the
 * reader stands on the first of them, if there are any. */
static bool read_snapshot(Reader *reader, size_t index, bool *more)
{
    Trace *trace = reader->trace;
    int64_t start = (int64_t)index * SCHEMA_CELLS;
    int64_t last = -1;

    while (*more) {
        const Range ranges[] = {{0, INT64_MAX}, WORD_RANGE, INTERVAL_RANGE};
        int64_t at[4];
        if (!reader_numbers(reader, ranges, 4, at))
            return false;
        if (at[0] >= start + SCHEMA_CELLS)
            return true;
        int64_t cell = at[0] - start;
        if (cell <= last || cell >= trace->run.words)
            return damaged(reader);
        last = cell;
        size_t offset = index * trace->run.words + (size_t)cell;
        trace->snapshot_values[offset] = (Word)at[1];
        trace->snapshot_intervals[offset] = to_interval(at + 2);
        if (!reader_next(reader, more))
            return false;
    }
    return true;
}

static bool alloc_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    uint64_t count = trace->steps_count + trace->run.blocks;
    uint64_t words = count * trace->run.words;
    uint64_t bound = (uint64_t)reader->bytes * SNAPSHOT_RATIO;

    if (bound < SNAPSHOT_LEAST)
        bound = SNAPSHOT_LEAST;
    if (bound > SNAPSHOT_MOST)
        bound = SNAPSHOT_MOST;
    if (words > bound / (2 * sizeof(Word)))
        return damaged(reader);
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

    if (!reader_open(reader, "snapshot",
                     "select id, value, first, last from snapshot "
                     "order by id") ||
        !alloc_snapshots(reader) || !reader_next(reader, &more))
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
    return !more || damaged(reader);
}

Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error)
{
    static bool (*const tables[])(
        Reader *) = {read_run,   read_elements,     read_phases,
                     read_steps, read_instructions, read_accesses,
                     read_sums,  read_snapshots};
    Reader reader = {.db = db, .path = path, .error = error, .bytes = bytes};
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
    for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; ++i) {
        ok = tables[i](&reader);
        reader_close(&reader);
    }
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
