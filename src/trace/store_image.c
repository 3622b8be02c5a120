/* SPDX-License-Identifier: MIT
 *
 * store_image - see store_image.h.
 */
#include "trace/store_image.h"

#include "trace/database.h"

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

static void prepare(Writer *writer, const char *sql)
{
    writer->ok = writer->ok &&
                 sqlite3_prepare_v2(writer->db, sql, -1, &writer->row, NULL) ==
                     SQLITE_OK;
}

static void bind_number(Writer *writer, int at, int64_t number)
{
    writer->ok =
        writer->ok && sqlite3_bind_int64(writer->row, at, number) == SQLITE_OK;
}

static void bind_text(Writer *writer, int at, const char *text)
{
    writer->ok = writer->ok && sqlite3_bind_text(writer->row, at, text, -1,
                                                 SQLITE_STATIC) == SQLITE_OK;
}

static void insert(Writer *writer)
{
    writer->ok = writer->ok && sqlite3_step(writer->row) == SQLITE_DONE &&
                 sqlite3_reset(writer->row) == SQLITE_OK;
}

static void close_table(Writer *writer)
{
    sqlite3_finalize(writer->row);
    writer->row = NULL;
}

/* Begins the pages of a table, which is empty. */
static void open_pages(Writer *writer)
{
    prepare(writer, "select rootpage from sqlite_master where name = ?");
    bind_text(writer, 1, writer->layout->name);
    writer->ok = writer->ok && sqlite3_step(writer->row) == SQLITE_ROW;
    if (writer->ok)
        table_pages_begin(writer->pages,
                          (uint32_t)sqlite3_column_int(writer->row, 0));
    close_table(writer);
}

static void open_table(Writer *writer, TableId table)
{
    const Layout *layout = writer->layout = schema_tables + table;
    bool texts = false;
    Text sql = {0};

    text_add(&sql, "insert into %s values(?", layout->name);
    for (size_t i = 0; i < layout->columns_count; ++i) {
        texts |= schema_is_text(layout->columns + i);
        text_add(&sql, ", ?");
    }
    text_add(&sql, ")");
    if (texts)
        prepare(writer, sql.text);
    else
        open_pages(writer);
    text_free(&sql);
}

/* Writes row ID of the table from the struct ROW. */
static void write_row(Writer *writer, int64_t id, const void *row)
{
    const Column *columns = writer->layout->columns;
    int count = (int)writer->layout->columns_count;
    int64_t numbers[TABLE_PAGES_COLUMNS];
    uint64_t digest = writer->digest;

    if (!writer->ok)
        return;
    digest_number(&digest, id);
    for (int i = 0; i < count; ++i) {
        digest_column(&digest, columns + i, row);
        if (schema_is_text(columns + i))
            bind_text(writer, i + 2, schema_text(columns + i, row));
        else
            numbers[i] = schema_number(columns + i, row);
        if (writer->row && !schema_is_text(columns + i))
            bind_number(writer, i + 2, numbers[i]);
    }
    writer->digest = digest;
    if (!writer->row) {
        table_pages_row(writer->pages, id, numbers, count);
        return;
    }
    bind_number(writer, 1, id);
    insert(writer);
}

static void write_rows(Writer *writer, TableId table)
{
    Rows rows = schema_rows(writer->trace, schema_tables + table);

    for (size_t i = 0; i < rows.count; ++i)
        write_row(writer, (int64_t)i,
                  (const char *)rows.items + i * schema_tables[table].size);
}

static void write_fact(Writer *writer, const Column *fact)
{
    const Run *run = &writer->trace->run;
    char digest[DIGEST_TEXT];
    const char *text = NULL;
    int64_t number = 0;

    if (fact->type == COLUMN_DIGEST)
        text = digest_format(writer->digest, digest);
    else if (schema_is_text(fact))
        text = schema_text(fact, run);
    else
        number = schema_number(fact, run);
    if (fact->use == FACT_RARE && (text ? !*text : number == 0))
        return;
    bind_text(writer, 1, fact->name);
    if (text)
        bind_text(writer, 2, text);
    else
        bind_number(writer, 2, number);
    insert(writer);
    if (!text)
        digest_number(&writer->digest, number);
    else if (fact->type != COLUMN_DIGEST)
        digest_text(&writer->digest, text);
}

/* Writes the digest, or all other facts. */
static void write_facts(Writer *writer, bool digest)
{
    const Layout *layout = schema_tables + TABLE_RUN;

    prepare(writer, "insert into run values(?, ?)");
    for (size_t i = 0; i < layout->columns_count && writer->ok; ++i)
        if ((layout->columns[i].type == COLUMN_DIGEST) == digest)
            write_fact(writer, layout->columns + i);
    close_table(writer);
}

static void write_elements(Writer *writer)
{
    const Trace *trace = writer->trace;

    for (uint32_t i = 0; i < trace->run.n && writer->ok; ++i) {
        ElementRow row = {trace->input[i], trace->output[i],
                          trace->output_interval[i]};
        write_row(writer, i, &row);
    }
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

    for (size_t i = 0; i < trace->instructions_count && writer->ok; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; j < at->lanes; ++j, ++access)
            write_row(writer, access_id(trace, at, access), access);
    }
}

static void write_sums(Writer *writer)
{
    const Trace *trace = writer->trace;
    const Sum *sum = trace->sums;

    for (size_t i = 0; i < trace->instructions_count && writer->ok; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; j < at->lanes; ++j, ++access)
            for (int s = 0; s < access->sums; ++s, ++sum)
                write_row(writer,
                          access_id(trace, at, access) * SCHEMA_SUMS + s, sum);
    }
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
        write_row(writer, (int64_t)(index * SCHEMA_CELLS + cell), &row);
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

    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        if (s == 0 || step->block != step[-1].block) {
            trace_blank(values, intervals, words);
            write_snapshot(writer, s + step->block, values, intervals);
        }
        trace_replay_step(trace, step, values, intervals);
        write_snapshot(writer, s + step->block + 1, values, intervals);
    }
    free(values);
    free(intervals);
}

/* The rows of all tables; the digest itself comes last. */
static void write_tables(Writer *writer)
{
    write_facts(writer, false);
    for (TableId table = TABLE_RUN + 1; table < TABLES; ++table) {
        open_table(writer, table);
        if (table == TABLE_ELEMENT)
            write_elements(writer);
        else if (table == TABLE_ACCESS)
            write_accesses(writer);
        else if (table == TABLE_SUM)
            write_sums(writer);
        else if (table == TABLE_SNAPSHOT)
            write_snapshots(writer);
        else
            write_rows(writer, table);
        close_table(writer);
    }
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
