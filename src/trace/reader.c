/* SPDX-License-Identifier: MIT
 *
 * reader - rows to a trace, checked on the way; see reader.h.
 */
#include "trace/reader.h"

#include "trace/database.h"
#include "trace/limits.h"
#include "trace/variable.h"
#include "trace/rules.h"
#include "trace/value.h"
#include "util/printable.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = 256 }; /* more than the struct of any row */

/* A row of table snapshot. */
typedef struct {
    int64_t id;
    SnapshotRow row;
} Cell;

/* A file that is being read. */
typedef struct {
    sqlite3 *db;
    sqlite3_stmt *row;
    const char *path;
    Error *error;
    size_t bytes;     /* of the file */
    size_t text_left; /* bytes of text that may still be read */
    TableId table;    /* that is being read */
    int64_t id;       /* of the row read last; -1: of none */
    uint64_t digest;  /* of all rows read so far */
    char stored[DIGEST_TEXT];
    Trace *trace;
    uint32_t *lines;    /* of each source */
    size_t instruction; /* that has accesses so far, from 1 */
    Cell *cells;
    size_t cells_count, cells_capacity, cells_read;
} Reader;

/* ---- Values ---------------------------------------------------------------*/

/* Sets the error "the table is damaged", with the row read last and a clause
 * such as "it has no launch", and returns false. */
static bool refuse(Reader *reader, const char *format, ...) BASE_PRINTF(2, 3);
static bool refuse(Reader *reader, const char *format, ...)
{
    char what[256], row[32] = "";
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (reader->id >= 0)
        snprintf(row, sizeof row, ", row %" PRId64, reader->id);
    return error_set(reader->error, ERROR_USAGE,
                     "%.200s: damaged table '%s'%s: %s; record it again",
                     reader->path, schema_tables[reader->table].name, row,
                     what);
}

/* The same with the clause WHY, which is freed; true if there is none. */
static bool refuse_why(Reader *reader, Text *why)
{
    bool good = why->length == 0 || refuse(reader, "%s", why->text);

    text_free(why);
    return good;
}

/* SQLite has failed. */
static bool unreadable(Reader *reader)
{
    database_check_memory(reader->db);
    return refuse(reader, "SQLite cannot read it");
}

static bool within(Reader *reader, const char *what, int64_t number,
                   int64_t low, int64_t high)
{
    Text why = {0};

    return rules_within(what, number, low, high, &why) ||
           refuse_why(reader, &why);
}

/* Is TEXT, of LENGTH bytes, printable, apart from tabs and line breaks where
 * there may be LINES? */
static bool is_plain(const char *text, size_t length, bool lines)
{
    size_t at = 0;

    while (at < length) {
        bool breaks = lines && (text[at] == '\n' || text[at] == '\t');
        size_t step = breaks ? 1 : printable_length(text + at);
        if (step == 0)
            return false;
        at += step;
    }
    return at == length;
}

/* The text in column AT of SQL; valid until the next row.  NULL with the error
 * set if it is none for COLUMN, or if all texts together have more bytes than
 * the file (rows may share pages). */
static const char *read_text(Reader *reader, int at, const Column *column)
{
    if (sqlite3_column_type(reader->row, at) != SQLITE_TEXT) {
        refuse(reader, "%s is not text", column->name);
        return NULL;
    }
    const char *text = (const char *)sqlite3_column_text(reader->row, at);
    size_t length = (size_t)sqlite3_column_bytes(reader->row, at);
    if (!text)
        base_out_of_memory();
    if ((int64_t)length < column->low || (int64_t)length > column->high)
        refuse(reader, "%s has %zu bytes, outside %" PRId64 " to %" PRId64,
               column->name, length, column->low, column->high);
    else if (length > reader->text_left)
        refuse(reader, "texts are larger than the file");
    else if (!is_plain(text, length, column->type == COLUMN_LINES))
        refuse(reader, "%s has unprintable characters", column->name);
    else {
        reader->text_left -= length;
        return text;
    }
    return NULL;
}

/* Reads column AT of SQL into its field of ROW. */
static bool read_value(Reader *reader, int at, const Column *column, void *row)
{
    void *field = (char *)row + column->offset;
    Text why = {0};

    if (schema_is_text(column)) {
        const char *text = read_text(reader, at, column);
        if (!text)
            return false;
        if (column->type == COLUMN_DIGEST)
            memcpy(reader->stored, text, DIGEST_TEXT);
        else if (column->type != COLUMN_OP)
            *(char **)field = base_strdup(text);
        else if (!op_parse(text, field, reader->error))
            return refuse(reader, "op is not an operator");
        return true;
    }
    if (sqlite3_column_type(reader->row, at) != SQLITE_INTEGER)
        return refuse(reader, "%s is not a number", column->name);
    int64_t number = sqlite3_column_int64(reader->row, at);
    if (!rules_allows(reader->trace, column, number, &why))
        return refuse_why(reader, &why);
    schema_set(column, row, number);
    return true;
}

/* ---- Tables ---------------------------------------------------------------*/

/* Moves to the next row; *MORE is false after the last.  False with the error
 * set, and *MORE true, if the table cannot be read. */
static bool next(Reader *reader, bool *more)
{
    int status = sqlite3_step(reader->row);

    *more = status != SQLITE_DONE;
    return status == SQLITE_ROW || !*more || unreadable(reader);
}

/* The same, and reads the row, if there is one: its number into reader->id, its
 * columns into the struct ROW, which then has its texts. */
static bool next_row(Reader *reader, void *row, bool *more)
{
    const Layout *layout = schema_tables + reader->table;
    size_t column = 0;

    if (!next(reader, more))
        return false;
    if (!*more)
        return true;
    if (sqlite3_column_type(reader->row, 0) != SQLITE_INTEGER)
        return refuse(reader, "the row number is not a number");
    int64_t id = sqlite3_column_int64(reader->row, 0);
    if (!within(reader, "number", id, reader->id + 1, INT64_MAX))
        return false;
    if (id != reader->id + 1 && reader->table != TABLE_ACCESS &&
        reader->table != TABLE_SUM && reader->table != TABLE_SNAPSHOT)
        return refuse(reader, "row %" PRId64 " is missing", reader->id + 1);
    reader->id = id;
    while (column < layout->columns_count &&
           read_value(reader, (int)column + 1, layout->columns + column, row))
        ++column;
    if (column < layout->columns_count) {
        schema_free_texts(layout, column, row);
        return false;
    }
    digest_row(&reader->digest, layout, id, row);
    return true;
}

/* Each reads the row behind the last one of its table, checks it, and adds it
 * to the trace; false with the error set if it is not as it must be. */

static bool take_row(Reader *reader, const void *row)
{
    const Layout *layout = schema_tables + reader->table;

    if (reader->id < (int64_t)layout->most) {
        schema_push(reader->trace, layout, row);
        return true;
    }
    schema_free_texts(layout, SIZE_MAX, row);
    return refuse(reader, "it has more than %zu rows", layout->most);
}

static bool take_element(Reader *reader, const void *row)
{
    const ElementRow *element = row;
    Trace *trace = reader->trace;
    uint32_t n = trace->run.n;

    if (reader->id >= n)
        return refuse(reader, "it has more than %u rows", n);
    if (!trace->input) {
        trace->input = base_alloc(n, sizeof(Word));
        trace->output = base_alloc(n, sizeof(Word));
        trace->output_interval = base_alloc(n, sizeof(Word));
    }
    trace->input[reader->id] = element->input;
    trace->output[reader->id] = element->output;
    trace->output_interval[reader->id] = element->output_interval;
    return true;
}

static bool take_step(Reader *reader, const void *row)
{
    Trace *trace = reader->trace;
    const Step *step = row;
    int64_t last = trace->steps_count
                       ? (int64_t)trace->steps[trace->steps_count - 1].block
                       : -1;
    int64_t most = (int64_t)trace->blocks_count - 1;
    uint32_t source = trace->grids[trace->blocks[step->block].grid].source;
    Block *block = trace->blocks + step->block;

    if (!within(reader, "block", step->block, last < 0 ? 0 : last,
                last < most ? last + 1 : last) ||
        !within(reader, "site", step->site, 0, reader->lines[source]))
        return false;
    if (block->step_count++ == 0)
        block->first_step = (uint32_t)trace->steps_count;
    return take_row(reader, row);
}

static bool take_instruction(Reader *reader, const void *row)
{
    Trace *trace = reader->trace;
    const Instruction *at = row;
    size_t count = trace->instructions_count;

    if (!within(reader, "step", at->step,
                count ? trace->instructions[count - 1].step : 0,
                (int64_t)trace->steps_count - 1) ||
        !within(reader, "warp", at->warp, 0,
                (trace->run.threads - 1) / trace->run.k) ||
        !within(reader, "site", at->site, 0, reader->lines[at->source]))
        return false;
    trace->steps[at->step].instruction_count++;
    return take_row(reader, row);
}

/* One more than the highest Access.cell allowed in an instruction. */
static int64_t cell_limit(const Trace *trace, const Instruction *at)
{
    if (trace_is_shared(at))
        return trace_grid(trace, trace_step(trace, at))->words;
    return trace_is_shuffle(at) ? trace_warp_lanes(trace, at)
                                : trace->arrays[at->array].words;
}

/* A lane may have several accesses in an instruction, of cells that rise. */
static bool take_access(Reader *reader, const void *row)
{
    Trace *trace = reader->trace;
    const Access *access = row, *before = NULL;
    int64_t number = reader->id / SCHEMA_LANES;
    int64_t count = (int64_t)trace->instructions_count;
    int64_t last = (int64_t)reader->instruction;

    if (!within(reader, "instruction", number, last ? last - 1 : 0,
                last < count ? last : count - 1))
        return false;
    Instruction *at = trace->instructions + number;
    if (at->lanes)
        before = trace->accesses + trace->accesses_count - 1;
    bool again = before && before->lane == access->lane;
    if (!within(reader, "place", reader->id % SCHEMA_LANES, at->lanes,
                at->lanes) ||
        !within(reader, "lane", access->lane,
                before ? before->lane + !again : 0,
                (int64_t)trace_warp_lanes(trace, at) - 1) ||
        !within(reader, "cell", access->cell,
                again ? (int64_t)before->cell + 1 : 0,
                cell_limit(trace, at) - 1))
        return false;
    if (trace->accesses_count >= schema_tables[TABLE_ACCESS].most)
        return refuse(reader, "it has too many rows");
    if (at->lanes++ == 0)
        at->first_access = (uint32_t)trace->accesses_count;
    reader->instruction = (size_t)number + 1;
    base_push(trace, accesses, *access);
    return true;
}

static bool take_sum(Reader *reader, const void *row)
{
    Trace *trace = reader->trace;
    int64_t id = reader->id / SCHEMA_SUMS;
    int64_t number = id / SCHEMA_LANES, place = id % SCHEMA_LANES;
    Sum sum = *(const Sum *)row;

    if (number >= (int64_t)trace->instructions_count ||
        place >= trace->instructions[number].lanes)
        return refuse(reader, "the access does not exist");
    sum.access = trace->instructions[number].first_access + (uint32_t)place;
    Access *access = trace->accesses + sum.access;
    if (!within(reader, "place", reader->id % SCHEMA_SUMS, access->sums,
                access->sums) ||
        !within(reader, "place", access->sums, 0, LIMITS_SUMS - 1))
        return false;
    access->sums++;
    base_push(trace, sums, sum);
    return true;
}

static bool take_cell(Reader *reader, const void *row)
{
    Cell cell = {reader->id, *(const SnapshotRow *)row};

    base_push(reader, cells, cell);
    return true;
}

/* ---- Ends of tables -------------------------------------------------------*/

static bool end_sources(Reader *reader)
{
    const Trace *trace = reader->trace;

    reader->lines = base_alloc(trace->sources_count, sizeof *reader->lines);
    for (size_t i = 0; i < trace->sources_count; ++i)
        reader->lines[i] = trace_lines(trace->sources + i);
    return true;
}

static bool end_elements(Reader *reader)
{
    uint32_t n = reader->trace->run.n;

    return reader->id + 1 == n ||
           refuse(reader, "it has %" PRId64 " rows for %u elements",
                  reader->id + 1, n);
}

static bool end_steps(Reader *reader)
{
    const Trace *trace = reader->trace;
    int64_t last = trace->steps[trace->steps_count - 1].block;

    return last + 1 == (int64_t)trace->blocks_count ||
           refuse(reader, "block %" PRId64 " has no steps", last + 1);
}

/* Every place in the order of issue has one instruction. */
static bool end_instructions(Reader *reader)
{
    Trace *trace = reader->trace;
    size_t count = trace->instructions_count;
    bool *taken = base_alloc(count + 1, sizeof *taken);
    bool good = true;

    for (size_t s = 1; s < trace->steps_count; ++s)
        trace->steps[s].first_instruction =
            trace->steps[s - 1].first_instruction +
            trace->steps[s - 1].instruction_count;
    for (size_t i = 0; good && i < count; ++i) {
        uint32_t time = trace->instructions[i].time;
        good = time < count && !taken[time];
        if (good)
            taken[time] = true;
    }
    free(taken);
    return good || refuse(reader, "two have the same time, or there is none at "
                                  "some time");
}

static bool end_accesses(Reader *reader)
{
    return reader->instruction == reader->trace->instructions_count ||
           refuse(reader, "instruction %zu has no accesses",
                  reader->instruction);
}

/* False with the error set if CELL says something else than the stores up to
 * the snapshot at INDEX do.  Before the FIRST step a cell may have any word,
 * which stands for nothing. */
static bool check_cell(Reader *reader, size_t index, bool first,
                       const Cell *cell)
{
    const Trace *trace = reader->trace;
    Op op = trace->run.op;
    int64_t number = cell->id - (int64_t)index * SCHEMA_CELLS;
    char is[VALUE_TEXT], left[VALUE_TEXT];

    reader->id = cell->id;
    if (!within(reader, "cell", number, 0, (int64_t)trace->run.words - 1))
        return false;
    size_t offset = index * trace->run.words + (size_t)number;
    Word *value = trace->snapshot_values + offset;
    Word interval = trace->snapshot_intervals[offset];
    if (first)
        *value = cell->row.value;
    if (cell->row.value != *value)
        return refuse(reader, "cell %u is %s, but the stores leave %s there",
                      (unsigned)number, value_format(op, cell->row.value, is),
                      value_format(op, *value, left));
    return cell->row.interval == interval ||
           refuse(reader,
                  "cell %u stands for %s, but the stores leave %s there",
                  (unsigned)number,
                  value_format_interval(cell->row.interval, is),
                  value_format_interval(interval, left));
}

/* Checks the rows of the snapshot at INDEX. */
static bool check_snapshot(Reader *reader, size_t index, bool first)
{
    int64_t end = ((int64_t)index + 1) * SCHEMA_CELLS;

    for (; reader->cells_read < reader->cells_count &&
           reader->cells[reader->cells_read].id < end;
         ++reader->cells_read)
        if (!check_cell(reader, index, first,
                        reader->cells + reader->cells_read))
            return false;
    return true;
}

static bool end_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    size_t words = trace->run.words, bytes = words * sizeof(Word);
    uint64_t count = trace->steps_count + trace->blocks_count;
    uint64_t most = limits_snapshots(reader->bytes) / (2 * sizeof(Word));

    reader->id = -1;
    if (count * words > most)
        return refuse(reader,
                      "%" PRIu64 " cells of shared memory at all steps are "
                      "more than %" PRIu64,
                      count * words, most);
    trace->snapshots_count = (size_t)count;
    trace->snapshot_values =
        base_alloc((size_t)count * words + 1, sizeof(Word));
    trace->snapshot_intervals =
        base_alloc((size_t)count * words + 1, sizeof(Word));
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t index = s + step->block;
        Word *values = trace->snapshot_values + index * words;
        Word *intervals = trace->snapshot_intervals + index * words;

        if (s == 0 || step->block != step[-1].block) {
            trace_blank(values, intervals, words);
            if (!check_snapshot(reader, index, true))
                return false;
        }
        memcpy(values + words, values, bytes);
        memcpy(intervals + words, intervals, bytes);
        trace_replay_step(trace, step, values + words, intervals + words);
        if (!check_snapshot(reader, index + 1, false))
            return false;
    }
    if (reader->cells_read == reader->cells_count)
        return true;
    reader->id = reader->cells[reader->cells_read].id;
    return refuse(reader, "the snapshot does not exist");
}

static bool end_results(Reader *reader)
{
    Trace *trace = reader->trace;
    const char *proved = trace->run.proved ? trace->run.proved : "";

    for (size_t i = 0; proved[i]; ++i)
        trace->results[i].proved = (uint32_t)(proved[i] - '0');
    return sum_results_read_forms(trace->results, trace->results_count,
                                  trace->run.forms) ||
           refuse(reader, "run has a form without a result");
}

static bool end_members(Reader *reader)
{
    member_link(reader->trace);
    return true;
}

static const struct {
    bool (*take)(Reader *reader, const void *row); /* NULL: take_row */
    bool (*end)(Reader *reader);
} tables[TABLES] = {
    [TABLE_SOURCE] = {NULL, end_sources},
    [TABLE_ELEMENT] = {take_element, end_elements},
    [TABLE_STEP] = {take_step, end_steps},
    [TABLE_INSTRUCTION] = {take_instruction, end_instructions},
    [TABLE_ACCESS] = {take_access, end_accesses},
    [TABLE_SUM] = {take_sum, NULL},
    [TABLE_SNAPSHOT] = {take_cell, end_snapshots},
    [TABLE_RESULT] = {NULL, end_results},
    [TABLE_MEMBER] = {NULL, end_members},
};

/* ---- The file -------------------------------------------------------------*/

/* Reads table run, whose rows are the facts by rising key. */
static bool read_facts(Reader *reader)
{
    const Layout *layout = schema_tables + TABLE_RUN;
    Run *run = &reader->trace->run;
    bool more;

    if (!next(reader, &more))
        return false;
    for (size_t i = 0; i < layout->columns_count; ++i) {
        const Column *fact = layout->columns + i;
        const unsigned char *key =
            more ? sqlite3_column_text(reader->row, 1) : NULL;
        if (!key || strcmp((const char *)key, fact->name) != 0) {
            if (fact->use != FACT_ALWAYS)
                continue;
            return refuse(reader, "%s is missing", fact->name);
        }
        if (!read_value(reader, 0, fact, run))
            return false;
        if (!schema_is_text(fact))
            digest_number(&reader->digest, schema_number(fact, run));
        else if (fact->type != COLUMN_DIGEST)
            digest_text(&reader->digest, schema_text(fact, run));
        if (!next(reader, &more))
            return false;
    }
    return !more ||
           refuse(reader, "it has more than %zu rows", layout->columns_count);
}

static bool read_rows(Reader *reader)
{
    _Alignas(max_align_t) unsigned char row[ROW_BYTES] = {0};
    bool (*take)(Reader * reader, const void *row) = tables[reader->table].take;
    bool more;

    BASE_CHECK(schema_tables[reader->table].size <= sizeof row);
    while (next_row(reader, row, &more) && more)
        if (!(take ? take : take_row)(reader, row))
            return false;
    return !more;
}

/* Do the rows of a table hold? */
static bool check_table(Reader *reader, TableId table)
{
    Text why = {0};
    int64_t id = reader->id;

    reader->table = table;
    if (!rules_hold(reader->trace, table, false, &reader->id, &why))
        return refuse_why(reader, &why);
    reader->id = id;
    return true;
}

static bool read_table(Reader *reader, TableId table)
{
    char sql[80] = "select value, key from run order by key";

    reader->table = table;
    reader->id = -1;
    if (table != TABLE_RUN)
        snprintf(sql, sizeof sql, "select * from %s order by id",
                 schema_tables[table].name);
    bool good = (sqlite3_prepare_v2(reader->db, sql, -1, &reader->row, NULL) ==
                     SQLITE_OK ||
                 unreadable(reader)) &&
                (table == TABLE_RUN ? read_facts(reader) : read_rows(reader));
    sqlite3_finalize(reader->row);
    reader->row = NULL;
    /* variables lie in the shared memory of grids, which come later */
    return good && (table == TABLE_VARIABLE || check_table(reader, table)) &&
           (table != TABLE_GRID || check_table(reader, TABLE_VARIABLE)) &&
           (!tables[table].end || tables[table].end(reader));
}

/* Does the whole trace hold? */
static bool check_trace(Reader *reader)
{
    char digest[DIGEST_TEXT];
    Text why = {0};

    digest_format(reader->digest, digest);
    if (strcmp(digest, reader->stored) != 0)
        text_add(&why, "the content has digest %s, but the file records %s",
                 digest, reader->stored);
    else if (rules_of_output(reader->trace, &why))
        return true;
    error_set(reader->error, ERROR_USAGE,
              "%.300s: damaged file: %s; record it again", reader->path,
              why.text);
    text_free(&why);
    return false;
}

Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error)
{
    Reader reader = {.db = db,
                     .path = path,
                     .error = error,
                     .bytes = bytes,
                     .text_left = bytes,
                     .digest = DIGEST_START};
    bool good = database_matches(db);

    if (!good) {
        error_set(error, ERROR_USAGE,
                  "%.300s: damaged file: its tables are not those of an "
                  "Upsweep trace; record it again",
                  path);
        return NULL;
    }
    reader.trace = trace_new();
    for (TableId table = TABLE_RUN; good && table < TABLES; ++table)
        good = read_table(&reader, table);
    good = good && check_trace(&reader);
    free(reader.lines);
    free(reader.cells);
    if (good) {
        reader.trace->blocks_meet = trace_order_differs(reader.trace);
        return reader.trace;
    }
    trace_free(reader.trace);
    return NULL;
}
