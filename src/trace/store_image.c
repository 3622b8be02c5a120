/* SPDX-License-Identifier: MIT
 *
 * store_image - see store_image.h.
 */
#include "trace/store_image.h"

#include "trace/database.h"
#include "trace/digest.h"
#include "trace/reader.h"
#include "trace/value.h"

#include <stdlib.h>

#define SMALL_PAGE     1024 /* bytes, for files of a few thousand rows */
#define LARGE_PAGE     4096
#define SMALL_ACCESSES 20000

typedef struct {
    sqlite3 *db;
    sqlite3_stmt *row; /* INSERT of the table being filled, or NULL */
    TablePages *pages; /* of tables that hold numbers only */
    const Layout *layout;
    bool ok; /* nothing failed so far */
    const Trace *trace;
    uint64_t digest; /* of all rows written so far */
} Writer;

static void writer_prepare(Writer *writer, const char *sql)
{
    writer->ok = writer->ok &&
                 sqlite3_prepare_v2(writer->db, sql, -1, &writer->row, NULL) ==
                     SQLITE_OK;
}

static bool holds_text(const Layout *layout)
{
    for (const Column *c = layout->columns; c->name; ++c)
        if (schema_is_text(c))
            return true;
    return false;
}

/* Begins the pages of a table, which is empty. */
static void open_pages(Writer *writer)
{
    writer_prepare(writer, "select rootpage from sqlite_master where name = ?");
    writer->ok = writer->ok &&
                 sqlite3_bind_text(writer->row, 1, writer->layout->name, -1,
                                   SQLITE_STATIC) == SQLITE_OK &&
                 sqlite3_step(writer->row) == SQLITE_ROW;
    if (writer->ok)
        table_pages_begin(writer->pages,
                          (uint32_t)sqlite3_column_int(writer->row, 0));
    sqlite3_finalize(writer->row);
    writer->row = NULL;
}

static void writer_open(Writer *writer, const Layout *layout)
{
    Text sql = {0};

    writer->layout = layout;
    if (!holds_text(layout)) {
        open_pages(writer);
        return;
    }
    text_add(&sql, "insert into %s values(?", layout->name);
    for (const Column *c = layout->columns; c->name; ++c)
        text_add(&sql, c->type == COLUMN_INTERVAL || c->type == COLUMN_SPAN
                           ? ", ?, ?"
                           : ", ?");
    text_add(&sql, ")");
    writer_prepare(writer, sql.text);
    text_free(&sql);
}

static void writer_close(Writer *writer)
{
    sqlite3_finalize(writer->row);
    writer->row = NULL;
}

static void writer_number(Writer *writer, int column, int64_t number)
{
    writer->ok = writer->ok && sqlite3_bind_int64(writer->row, column + 1,
                                                  number) == SQLITE_OK;
}

static void writer_text(Writer *writer, int column, const char *text)
{
    writer->ok =
        writer->ok && sqlite3_bind_text(writer->row, column + 1, text, -1,
                                        SQLITE_STATIC) == SQLITE_OK;
}

static void writer_step(Writer *writer)
{
    writer->ok = writer->ok && sqlite3_step(writer->row) == SQLITE_DONE &&
                 sqlite3_reset(writer->row) == SQLITE_OK;
}

/* Writes row ID of a table that holds numbers only, and adds it to the digest.
 */
static void write_numbers(Writer *writer, int64_t id, const void *row)
{
    int64_t numbers[TABLE_PAGES_COLUMNS];
    uint64_t digest = writer->digest;
    int count = 0;

    digest_number(&digest, id);
    for (const Column *c = writer->layout->columns; c->name; ++c) {
        int64_t number = schema_number(c, row);
        digest_column(&digest, c->type, number);
        if (c->type == COLUMN_INTERVAL) {
            numbers[count++] = interval_first((Word)number);
            numbers[count++] = interval_last((Word)number);
        } else {
            numbers[count++] = number;
        }
    }
    writer->digest = digest;
    table_pages_row(writer->pages, id, numbers, count);
}

/* Writes row ID of a table that holds text. */
static void insert_row(Writer *writer, int64_t id, const void *row)
{
    int at = 0;

    writer_number(writer, at++, id);
    for (const Column *c = writer->layout->columns; c->name; ++c)
        if (schema_is_text(c))
            writer_text(writer, at++, schema_text(c, row));
        else if (c->type == COLUMN_INTERVAL) {
            Word interval = (Word)schema_number(c, row);
            writer_number(writer, at++, interval_first(interval));
            writer_number(writer, at++, interval_last(interval));
        } else if (c->type == COLUMN_SPAN) {
            int64_t span = schema_number(c, row);
            writer_number(writer, at++, span >> 32);
            writer_number(writer, at++, (uint32_t)span);
        } else {
            writer_number(writer, at++, schema_number(c, row));
        }
    writer_step(writer);
    digest_row(&writer->digest, writer->layout, id, row);
}

/* Writes row ID of the table from the struct ROW. */
static void writer_row(Writer *writer, int64_t id, const void *row)
{
    if (!writer->ok)
        return;
    if (writer->row)
        insert_row(writer, id, row);
    else
        write_numbers(writer, id, row);
}

/* Writes rows 0 .. COUNT - 1, SIZE bytes each. */
static void write_rows(Writer *writer, const Layout *layout, const void *rows,
                       size_t count, size_t size)
{
    writer_open(writer, layout);
    for (size_t i = 0; i < count && writer->ok; ++i)
        writer_row(writer, (int64_t)i, (const char *)rows + i * size);
    writer_close(writer);
}

static void write_fact(Writer *writer, const Fact *fact)
{
    const Run *run = &writer->trace->run;
    const void *field = (const char *)run + fact->offset;
    char digest[DIGEST_TEXT];
    const char *text = NULL;
    int64_t number = 0;

    if (fact->kind == FACT_TEXT || fact->kind == FACT_NOTE) {
        text = *(char *const *)field;
        text = text ? text : "";
    } else if (fact->kind == FACT_OP)
        text = op_name(run->op);
    else if (fact->kind == FACT_DIGEST)
        text = digest_format(writer->digest, digest);
    else if (fact->kind == FACT_COUNT || fact->kind == FACT_RARE)
        number = *(const uint32_t *)field;
    else
        number = fact->kind == FACT_FLAG ? run->inclusive : (int64_t)run->seed;
    if (fact->kind == FACT_RARE ? number == 0
                                : fact->kind == FACT_NOTE && !*text)
        return;

    writer_text(writer, 0, fact->key);
    if (text)
        writer_text(writer, 1, text);
    else
        writer_number(writer, 1, number);
    writer_step(writer);
    if (text && fact->kind != FACT_DIGEST)
        digest_text(&writer->digest, text);
    else if (!text)
        digest_number(&writer->digest, number);
}

/* Writes the digest, or all other facts. */
static void write_facts(Writer *writer, bool digest)
{
    writer_prepare(writer, "insert into run values(?, ?)");
    for (size_t i = 0; i < SCHEMA_FACTS && writer->ok; ++i)
        if ((schema_facts[i].kind == FACT_DIGEST) == digest)
            write_fact(writer, schema_facts + i);
    writer_close(writer);
}

static void write_elements(Writer *writer)
{
    const Trace *trace = writer->trace;

    writer_open(writer, &schema_element);
    for (uint32_t i = 0; i < trace->run.n; ++i) {
        ElementRow row = {trace->input[i], trace->output[i],
                          trace->output_interval[i]};
        writer_row(writer, i, &row);
    }
    writer_close(writer);
}

/* The number of an access in the file. */
static int64_t access_id(const Trace *trace, const Instruction *at,
                         const Access *access)
{
    return (int64_t)(at - trace->instructions) * SCHEMA_LANES +
           (access - trace_accesses(trace, at));
}

static void write_accesses(Writer *writer)
{
    const Trace *trace = writer->trace;

    writer_open(writer, &schema_access);
    for (size_t i = 0; i < trace->instructions_count && writer->ok; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; j < at->lanes; ++j, ++access)
            writer_row(writer, access_id(trace, at, access), access);
    }
    writer_close(writer);
}

static void write_sums(Writer *writer)
{
    const Trace *trace = writer->trace;
    const Sum *sum = trace->sums;

    writer_open(writer, &schema_sum);
    for (size_t i = 0; i < trace->instructions_count && writer->ok; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; j < at->lanes; ++j, ++access)
            for (int s = 0; s < access->sums; ++s, ++sum)
                writer_row(writer,
                           access_id(trace, at, access) * SCHEMA_SUMS + s, sum);
    }
    writer_close(writer);
}

/* Writes the cells of the snapshot at INDEX that differ from VALUES and
 * INTERVALS, and updates these. */
static void write_snapshot(Writer *writer, size_t index, Word *values,
                           Word *intervals)
{
    const Trace *trace = writer->trace;
    size_t words = trace->run.words;
    const Word *value = trace->snapshot_values + index * words;
    const Word *interval = trace->snapshot_intervals + index * words;

    for (size_t cell = 0; cell < words; ++cell) {
        if (values[cell] == value[cell] && intervals[cell] == interval[cell])
            continue;
        SnapshotRow row = {value[cell], interval[cell]};
        writer_row(writer, (int64_t)(index * SCHEMA_CELLS + cell), &row);
        values[cell] = value[cell];
        intervals[cell] = interval[cell];
    }
}

static void write_snapshots(Writer *writer)
{
    const Trace *trace = writer->trace;
    size_t words = trace->run.words;
    Word *values = base_alloc(words + 1, sizeof *values);
    Word *intervals = base_alloc(words + 1, sizeof *intervals);

    writer_open(writer, &schema_snapshot);
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        if (s == 0 || step->block != step[-1].block) {
            reader_blank(values, intervals, words);
            write_snapshot(writer, s + step->block, values, intervals);
        }
        for (uint32_t i = 0; i < step->instruction_count; ++i)
            trace_replay(trace,
                         trace->instructions + step->first_instruction + i,
                         values, intervals);
        write_snapshot(writer, s + step->block + 1, values, intervals);
    }
    writer_close(writer);
    free(values);
    free(intervals);
}

#define WRITE_ROWS(layout, name)                                               \
    write_rows(writer, &schema_##layout, t->name, t->name##_count,             \
               sizeof *t->name)

/* The rows of all tables, in the order in which the reader reads them, since
 * the digest depends on that; the digest itself comes last. */
static void write_tables(Writer *writer)
{
    const Trace *t = writer->trace;

    write_facts(writer, false);
    WRITE_ROWS(source, sources);
    WRITE_ROWS(array, arrays);
    WRITE_ROWS(variable, variables);
    WRITE_ROWS(grid, grids);
    WRITE_ROWS(block, blocks);
    write_elements(writer);
    WRITE_ROWS(phase, phases);
    WRITE_ROWS(step, steps);
    WRITE_ROWS(instruction, instructions);
    write_accesses(writer);
    write_sums(writer);
    write_snapshots(writer);
    WRITE_ROWS(local, locals);
    WRITE_ROWS(local_change, local_changes);
    WRITE_ROWS(result, results);
    WRITE_ROWS(member, members);
    write_facts(writer, true);
}

static void write_database(Writer *writer)
{
    sqlite3 *db = writer->db;
    int page = writer->trace->accesses_count < SMALL_ACCESSES ? SMALL_PAGE
                                                              : LARGE_PAGE;

    writer->pages = table_pages_new((size_t)page);
    writer->ok = database_pragma(db, "page_size", page) &&
                 sqlite3_exec(db, "pragma journal_mode = off", NULL, NULL,
                              NULL) == SQLITE_OK &&
                 database_pragma(db, "application_id", SCHEMA_APPLICATION_ID) &&
                 database_pragma(db, "user_version", SCHEMA_VERSION) &&
                 sqlite3_exec(db, "begin", NULL, NULL, NULL) == SQLITE_OK &&
                 database_create(db);
    if (writer->ok)
        write_tables(writer);
    writer->ok =
        writer->ok && sqlite3_exec(db, "commit", NULL, NULL, NULL) == SQLITE_OK;
}

void store_image_free(StoreImage *image)
{
    sqlite3_free(image->begin);
    if (image->pages)
        table_pages_free(image->pages);
    *image = (StoreImage){0};
}

/* Takes the file of the database, and the pages; false, with ERROR, if there is
 * none, or it is too large. */
static bool take_image(Writer *writer, StoreImage *image, Error *error)
{
    sqlite3_int64 size = 0;

    if (!writer->ok)
        database_check_memory(writer->db);
    else
        image->begin = sqlite3_serialize(writer->db, "main", &size, 0);
    if (writer->ok && !image->begin)
        base_out_of_memory();
    image->pages = writer->pages;
    if (!image->begin)
        return error_set(error, ERROR_FAILED,
                         "cannot build the trace's file: SQLite says %.200s",
                         writer->db ? sqlite3_errmsg(writer->db) : "no memory");
    image->begin_bytes = (size_t)size;
    image->rest = table_pages_end(image->pages, image->begin,
                                  image->begin_bytes, &image->rest_bytes);
    image->bytes = image->begin_bytes + image->rest_bytes;
    return image->bytes <= STORE_IMAGE_MOST ||
           error_set(error, ERROR_FAILED,
                     "the trace's file would have %zu bytes, and %zu is the "
                     "most; record fewer elements",
                     image->bytes, STORE_IMAGE_MOST);
}

bool store_image_make(const Trace *trace, StoreImage *image, Error *error)
{
    Writer writer = {.trace = trace, .digest = DIGEST_START};

    *image = (StoreImage){0};
    if (sqlite3_open(":memory:", &writer.db) == SQLITE_OK)
        write_database(&writer);
    bool good = take_image(&writer, image, error);
    sqlite3_close(writer.db);
    if (!good)
        store_image_free(image);
    return good;
}
