/* SPDX-License-Identifier: MIT
 *
 * reader - rows to a trace, checked on the way; see reader.h.
 */
#include "trace/reader.h"

#include "trace/digest.h"
#include "trace/limits.h"
#include "trace/local.h"
#include "trace/member.h"
#include "trace/outcome.h"
#include "trace/table.h"
#include "trace/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Table table;
    size_t bytes;      /* of the file */
    DatabaseKind kind; /* which tables there are */
    char digest[DIGEST_TEXT];
    Trace *trace;
    uint32_t *lines; /* of each source */
} Reader;

/* ---- What was run and launched --------------------------------------------*/

static bool read_fact_number(Table *table, Run *run, const Fact *fact)
{
    void *field = (char *)run + fact->offset;
    int64_t low = (int64_t)fact->low, high = (int64_t)fact->high, number;

    if (fact->kind == FACT_SEED) {
        low = INT64_MIN;
        high = INT64_MAX;
    }
    if (!table_number(table, 0, fact->key, low, high, &number))
        return false;
    digest_number(&table->digest, number);
    if (fact->kind == FACT_COUNT || fact->kind == FACT_RARE)
        *(uint32_t *)field = (uint32_t)number;
    else if (fact->kind == FACT_FLAG)
        run->inclusive = number != 0;
    else
        run->seed = (uint64_t)number;
    return true;
}

static bool read_fact(Table *table, Run *run, const Fact *fact,
                      char digest[DIGEST_TEXT])
{
    if (fact->kind == FACT_COUNT || fact->kind == FACT_RARE ||
        fact->kind == FACT_FLAG || fact->kind == FACT_SEED)
        return read_fact_number(table, run, fact);

    const char *text = table_text(table, 0, fact->key, (int64_t)fact->low,
                                  (int64_t)fact->high, false);
    if (!text)
        return false;
    if (fact->kind == FACT_DIGEST) {
        memcpy(digest, text, DIGEST_TEXT);
        return true;
    }
    digest_text(&table->digest, text);
    if (fact->kind == FACT_TEXT)
        *(char **)(void *)((char *)run + fact->offset) = base_strdup(text);
    else if (!op_parse(text, &run->op, table->error))
        return table_refuse(table, "its op is no operator");
    return true;
}

static bool read_run(Reader *reader)
{
    Table *table = &reader->table;
    Run *run = &reader->trace->run;
    bool more, program;

    if (!table_next(table, &more))
        return false;
    for (int i = 0; i < SCHEMA_FACTS; ++i) {
        const Fact *fact = schema_facts + i;
        const unsigned char *key =
            more ? sqlite3_column_text(table->row, 1) : NULL;
        if (!key || strcmp((const char *)key, fact->key) != 0) {
            if (fact->of_program)
                continue;
            return table_refuse(table, "%s is missing", fact->key);
        }
        if (!read_fact(table, run, fact, reader->digest) ||
            !table_next(table, &more))
            return false;
    }
    if (more)
        return table_refuse(table, "it has more than %d rows", SCHEMA_FACTS);
    if (!base_is_power_of_two(run->k))
        return table_refuse(table, "its k is %u, which is no power of two",
                            run->k);
    if (strcmp(run->device, "cpu") != 0 && strcmp(run->device, "gpu") != 0)
        return table_refuse(table, "its device is neither cpu nor gpu");
    program = trace_is_program(reader->trace);
    bool ended = trace_ended(reader->trace) != NULL;
    if (ended ? !program : run->unfinished || run->ended_line)
        return table_refuse(table,
                            ended ? "only a program ends early"
                                  : "it does not say why the program ended");
    return program == (reader->kind != DATABASE_CATALOG) ||
           table_refuse(table, program ? "there is no table result"
                                       : "there is a table result");
}

/* Reads the rows of a table, at most MOST, into an array of the trace. */
#define READ_ROWS(function, Row, array, most)                                  \
    static bool function(Reader *reader)                                       \
    {                                                                          \
        Row row = {0};                                                         \
        bool more;                                                             \
                                                                               \
        while (table_next_row(&reader->table, most, &row, &more) && more)      \
            base_push(reader->trace, array, row);                              \
        return !more;                                                          \
    }

READ_ROWS(read_source_rows, Source, sources, LIMITS_SOURCES)
READ_ROWS(read_arrays, Array, arrays, LIMITS_ARRAYS)
READ_ROWS(read_variables, Variable, variables, LIMITS_VARIABLES)
READ_ROWS(read_member_rows, Member, members, LIMITS_MEMBERS)
READ_ROWS(read_grid_rows, Grid, grids, LIMITS_GRIDS)
READ_ROWS(read_phases, Phase, phases, LIMITS_PHASES)

/* False with the error set if the line where the program ended is in none of
 * its files. */
static bool check_end(Reader *reader)
{
    const Run *run = &reader->trace->run;

    return table_within(&reader->table, "ended_source", run->ended_source, 0,
                        (int64_t)reader->trace->sources_count - 1) &&
           table_within(&reader->table, "ended_line", run->ended_line, 0,
                        reader->lines[run->ended_source]);
}

static bool read_sources(Reader *reader)
{
    const Trace *trace = reader->trace;
    bool good = read_source_rows(reader);

    reader->lines = base_alloc(trace->sources_count, sizeof *reader->lines);
    for (size_t i = 0; i < trace->sources_count; ++i) {
        uint32_t lines = 1;
        for (const char *at = trace->sources[i].text; *at; ++at)
            lines += *at == '\n';
        reader->lines[i] = lines < LIMITS_LINES ? lines : LIMITS_LINES;
    }
    return good &&
           (trace->sources_count > 0 ||
            table_refuse(&reader->table, "it has no rows")) &&
           check_end(reader);
}

static bool read_grids(Reader *reader)
{
    Table *table = &reader->table;
    Text why = {0};

    if (!read_grid_rows(reader))
        return false;
    table->id = -1;
    bool hold = limits_hold(reader->trace, &table->name, &why) ||
                table_refuse(table, "%s", why.text);
    text_free(&why);
    return hold;
}

/* Blocks are stored grid after grid, by rising numbers. */
static bool read_blocks(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    Block row = {0};
    uint32_t grid = 0, least = 0;
    bool more;

    while (table_next_row(table, INT32_MAX, &row, &more) && more) {
        if (!table_within(table, "grid", row.grid, grid,
                          (int64_t)trace->grids_count - 1))
            return false;
        if (row.grid != grid)
            least = 0;
        if (!table_within(table, "number", row.index, least,
                          (int64_t)trace->grids[row.grid].blocks - 1))
            return false;
        grid = row.grid;
        least = row.index + 1;
        base_push(trace, blocks, row);
    }
    return !more &&
           (trace->blocks_count > 0 || table_refuse(table, "it has no rows"));
}

/* ---- What happened --------------------------------------------------------*/

static bool read_elements(Reader *reader)
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

static bool read_steps(Reader *reader)
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

static bool read_instructions(Reader *reader)
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

/* The lanes of the warp of AT. */
static int64_t lanes_of(const Trace *trace, const Instruction *at)
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
        return lanes_of(trace, at);
    int64_t words = trace->arrays[at->array].words;
    return trace_traits_of(at)->pair ? words / 2 * PAIR_STATES : words;
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

/* Checks the lane and the cell of the next access of AT.  Of a wide one a lane
 * has several, of neighbouring cells; of a program's any that rise. */
static bool check_lane(Reader *reader, const Instruction *at, const Access *row)
{
    const Trace *trace = reader->trace;
    Table *table = &reader->table;
    const Access *before =
        at->lanes ? trace->accesses + trace->accesses_count - 1 : NULL;
    bool program = trace_is_program(trace);
    bool again = before && before->lane == row->lane &&
                 (program || at->width > sizeof(Word));
    int64_t next = again ? (int64_t)before->cell + 1 : 0;
    int64_t limit = cell_limit(trace, at) - 1;

    return table_within(table, "lane", row->lane,
                        again    ? before->lane
                        : before ? before->lane + 1
                                 : 0,
                        lanes_of(trace, at) - 1) &&
           table_within(table, "cell", row->cell, next,
                        again && !program && next < limit ? next : limit);
}

static bool read_accesses(Reader *reader)
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

static bool read_sums(Reader *reader)
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

void reader_blank(Word *values, Word *intervals, size_t words)
{
    for (size_t cell = 0; cell < words; ++cell) {
        values[cell] = 0;
        intervals[cell] = INTERVAL_UNSET;
    }
}

/* False with the error set if ROW says something else of a cell than the stores
 * up to the snapshot at INDEX do.  Before the FIRST step a cell may have any
 * word, which stands for nothing. */
static bool check_snapshot(Reader *reader, size_t index, bool first,
                           uint32_t cell, const SnapshotRow *row)
{
    const Trace *trace = reader->trace;
    Op op = trace->run.op;
    size_t offset = index * trace->run.words + cell;
    Word *value = trace->snapshot_values + offset;
    Word interval = trace->snapshot_intervals[offset];
    char is[VALUE_TEXT], left[VALUE_TEXT];

    if (first)
        *value = row->value;
    if (row->value != *value)
        return table_refuse(&reader->table,
                            "cell %u is %s, but the stores leave %s there",
                            cell, value_format(op, row->value, is),
                            value_format(op, *value, left));
    return row->interval == interval ||
           table_refuse(&reader->table,
                        "cell %u stands for %s, but the stores leave %s there",
                        cell, value_format_interval(row->interval, is),
                        value_format_interval(interval, left));
}

/* Checks the cells that the file tells of the snapshot at INDEX.  ROW is the
 * first of them, if there are any. */
static bool read_snapshot(Reader *reader, size_t index, bool first,
                          SnapshotRow *row, bool *more)
{
    Trace *trace = reader->trace;
    Table *table = &reader->table;
    int64_t start = (int64_t)index * SCHEMA_CELLS;

    while (*more && table->id < start + SCHEMA_CELLS) {
        int64_t cell = table->id - start;
        if (!table_within(table, "cell", cell, 0,
                          (int64_t)trace->run.words - 1))
            return false;
        if (!check_snapshot(reader, index, first, (uint32_t)cell, row))
            return false;
        if (!table_row(table, row, more))
            return false;
    }
    return true;
}

static bool alloc_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    uint64_t count = trace->steps_count + trace->blocks_count;
    uint64_t words = count * trace->run.words;

    uint64_t most = limits_snapshots(reader->bytes) / (2 * sizeof(Word));
    if (words > most)
        return table_refuse(&reader->table,
                            "%" PRIu64 " words of shared memory at all steps "
                            "are more than %" PRIu64,
                            words, most);
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
    SnapshotRow row = {0};
    bool more;

    if (!alloc_snapshots(reader) || !table_row(&reader->table, &row, &more))
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t index = s + step->block;
        Word *values = trace->snapshot_values + index * words;
        Word *intervals = trace->snapshot_intervals + index * words;

        if (s == 0 || step->block != step[-1].block) {
            reader_blank(values, intervals, words);
            if (!read_snapshot(reader, index, true, &row, &more))
                return false;
        }
        memcpy(values + words, values, bytes);
        memcpy(intervals + words, intervals, bytes);
        for (uint32_t i = 0; i < step->instruction_count; ++i)
            trace_replay(trace,
                         trace->instructions + step->first_instruction + i,
                         values + words, intervals + words);
        if (!read_snapshot(reader, index + 1, false, &row, &more))
            return false;
    }
    return !more || table_refuse(&reader->table, "there is no such snapshot");
}

static bool read_locals(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    Local row = {0};
    bool more;
    size_t most = trace_is_program(trace) ? LIMITS_LOCALS : 0;

    while (table_next_row(table, most, &row, &more) && more) {
        base_push(trace, locals, row);
        if (!table_within(table, "source", row.source, 0,
                          (int64_t)trace->sources_count - 1))
            return false;
    }
    return !more;
}

/* Changes are stored block after block, thread after thread. */
static bool read_local_changes(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    LocalChange row = {0};
    bool more;

    while (table_next_row(table, UINT32_MAX - 1, &row, &more) && more) {
        if (!table_within(table, "instruction", row.instruction, 0,
                          (int64_t)trace->instructions_count - 1) ||
            !table_within(table, "local", row.local, 0,
                          (int64_t)trace->locals_count - 1))
            return false;
        const Instruction *at = trace->instructions + row.instruction;
        if (!table_within(table, "lane", row.lane, 0, lanes_of(trace, at) - 1))
            return false;
        size_t count = trace->local_changes_count;
        if (count > 0 &&
            local_change_compare(trace, trace->local_changes + count - 1,
                                 &row) > 0)
            return table_refuse(table, "it is before row %" PRId64 " in time",
                                table->id - 1);
        base_push(trace, local_changes, row);
    }
    return !more;
}

/* True if a result says what it was checked by, and if its words are sums of
 * inputs, of how many: where it is not known which ones a launch loads, and no
 * word is a sum, none count. */
static bool is_checked(const SumResult *row)
{
    SumKind kind = (SumKind)row->kind;

    return row->trials > 0 &&
           (row->n > 0 || kind == SUM_OTHER || sum_kind_permutes(kind));
}

/* A row for each launch, and perhaps one for all of them, for their other
 * outputs, and for launches that are not in the trace; or none at all. */
static bool read_results(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    SumResult row = {0};
    bool more;

    size_t most =
        (trace->grids_count + 1) * (1 + SUM_RESULT_OTHERS) + SUM_RESULT_FURTHER;

    while (table_next_row(table, most, &row, &more) && more) {
        base_push(trace, results, row);
        if (!table_within(table, "last_launch", row.last, row.first,
                          INT32_MAX) ||
            !table_within(table, "wrong", row.wrong, 0, row.count))
            return false;
        if ((row.kind == SUM_UNKNOWN) != (row.unchecked[0] != '\0'))
            return table_refuse(table, "it was checked, and was not");
        if (row.kind != SUM_UNKNOWN && !is_checked(&row))
            return table_refuse(table, "it was checked by no run");
    }
    return !more && (trace->results_count == 0 ||
                     trace->results_count >= trace->grids_count ||
                     table_refuse(table, "a launch has no result"));
}

static bool read_members(Reader *reader)
{
    Table *table = &reader->table;
    const char *name;
    Text why = {0};

    if (!read_member_rows(reader))
        return false;
    table->id = -1;
    bool hold = (reader->trace->members_count > 0 ||
                 table_refuse(table, "it has no rows")) &&
                (limits_hold(reader->trace, &name, &why) ||
                 table_refuse(table, "%s", why.text));
    text_free(&why);
    if (hold)
        member_link(reader->trace);
    return hold;
}

Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error)
{
    static const struct {
        const Layout *layout; /* NULL: run */
        bool (*read)(Reader *reader);
    } tables[] = {{NULL, read_run},
                  {&schema_source, read_sources},
                  {&schema_array, read_arrays},
                  {&schema_variable, read_variables},
                  {&schema_grid, read_grids},
                  {&schema_block, read_blocks},
                  {&schema_element, read_elements},
                  {&schema_phase, read_phases},
                  {&schema_step, read_steps},
                  {&schema_instruction, read_instructions},
                  {&schema_access, read_accesses},
                  {&schema_sum, read_sums},
                  {&schema_snapshot, read_snapshots},
                  {&schema_local, read_locals},
                  {&schema_local_change, read_local_changes},
                  {&schema_result, read_results},
                  {&schema_member, read_members}};
    Reader reader = {.table = {.db = db,
                               .path = path,
                               .error = error,
                               .text_left = bytes,
                               .digest = DIGEST_START},
                     .bytes = bytes};
    char digest[DIGEST_TEXT];
    bool ok = database_matches(db, &reader.kind);

    if (!ok) {
        error_set(error, ERROR_USAGE,
                  "%.300s is damaged: its tables are not those of an Upsweep "
                  "trace; record it again",
                  path);
        return NULL;
    }
    reader.trace = trace_new();
    for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; ++i) {
        const Layout *layout = tables[i].layout;
        if (layout && !database_has(reader.kind, layout))
            continue;
        ok = table_open(&reader.table, layout) && tables[i].read(&reader);
        table_close(&reader.table);
    }
    free(reader.lines);
    digest_format(reader.table.digest, digest);
    if (ok && strcmp(digest, reader.digest) != 0)
        ok = error_set(error, ERROR_USAGE,
                       "%.300s is damaged: its content has digest %s, not "
                       "%s; record it again",
                       path, digest, reader.digest);
    Text why = {0};
    if (ok && !outcome_check(reader.trace, &why))
        ok =
            error_set(error, ERROR_USAGE,
                      "%.300s is damaged: %s; record it again", path, why.text);
    text_free(&why);
    if (ok)
        return reader.trace;
    trace_free(reader.trace);
    return NULL;
}
