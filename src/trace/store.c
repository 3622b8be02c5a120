/* SPDX-License-Identifier: MIT
 *
 * store - writing traces, and opening the files; see store.h, and schema.c for
 * the tables.
 *
 * A file is built and opened in memory.  So writing never leaves half a file
 * behind (atomic_file_save), and reading never follows what lies beside a file,
 * such as a journal.  What the rows say is for reader.c to judge.
 */
#include "trace/store.h"

#include "trace/database.h"
#include "trace/limits.h"
#include "trace/reader.h"
#include "trace/rules.h"
#include "trace/table_pages.h"
#include "util/atomic_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define IMAGE_MOST     ((size_t)1 << 30) /* bytes of a file */
#define SMALL_PAGE     1024 /* bytes, for files of a few thousand rows */
#define LARGE_PAGE     4096
#define SMALL_ACCESSES 20000

/* A trace's file, in two parts:
 *
 *     Trace ─► rows with texts ──► SQLite ──────┐
 *          └─► rows of numbers ──► TablePages ──┴─► two parts of one file
 */
typedef struct {
    unsigned char *begin; /* by SQLite */
    size_t begin_bytes;
    TablePages *pages;
    const unsigned char *rest; /* in PAGES */
    size_t rest_bytes;
    size_t bytes; /* all of them */
} Image;

/* ---- Rows
 * ------------------------------------------------------------------*/

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

static void image_free(Image *image)
{
    sqlite3_free(image->begin);
    if (image->pages)
        table_pages_free(image->pages);
    *image = (Image){0};
}

/* Takes the file of the database, and the pages; false, with ERROR, if there is
 * none, or it is too large. */
static bool take_image(Writer *writer, Image *image, Error *error)
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
                         "trace: SQLite cannot write it: %.200s",
                         writer->db ? sqlite3_errmsg(writer->db) : "no memory");
    image->begin_bytes = (size_t)size;
    image->rest = table_pages_end(image->pages, image->begin,
                                  image->begin_bytes, &image->rest_bytes);
    image->bytes = image->begin_bytes + image->rest_bytes;
    return image->bytes <= IMAGE_MOST ||
           error_set(error, ERROR_FAILED,
                     "trace: %zu bytes exceed the limit of %zu; record fewer "
                     "elements",
                     image->bytes, IMAGE_MOST);
}

static bool image_make(const Trace *trace, Image *image, Error *error)
{
    Writer writer = {.trace = trace, .digest = DIGEST_START};

    *image = (Image){0};
    if (sqlite3_open(":memory:", &writer.db) == SQLITE_OK)
        write_database(&writer);
    bool good = take_image(&writer, image, error);
    sqlite3_close(writer.db);
    if (!good)
        image_free(image);
    return good;
}

/* ---- Writing
 * ---------------------------------------------------------------*/

/* The same if the reader would take the file; else false and ERROR_FAILED, with
 * PATH. */
static bool make_readable(const Trace *trace, const char *path, Image *image,
                          Error *error)
{
    Text why = {0};
    bool hold = rules_of_writer(trace, &why) ||
                error_set(error, ERROR_FAILED,
                          "%.300s: cannot store the trace: %s", path, why.text);

    text_free(&why);
    if (!hold || !image_make(trace, image, error))
        return false;
    uint64_t most = limits_snapshots(image->bytes);
    uint64_t all =
        (uint64_t)trace->snapshots_count * trace->run.words * 2 * sizeof(Word);
    if (all <= most)
        return true;
    image_free(image);
    return error_set(error, ERROR_FAILED,
                     "%.300s: cannot store the trace: %u cells of shared "
                     "memory at %zu steps take %llu MB, and the limit is %llu "
                     "MB; use less shared memory or fewer steps",
                     path, trace->run.words, trace->steps_count,
                     (unsigned long long)(all >> 20),
                     (unsigned long long)(most >> 20));
}

static bool save(const Image *image, const char *path, Error *error)
{
    AtomicFile output;

    if (!atomic_file_open(&output, path, error))
        return false;
    atomic_file_write(&output, image->begin, image->begin_bytes);
    atomic_file_write(&output, image->rest, image->rest_bytes);
    return atomic_file_keep(&output, error);
}

bool store_write(const Trace *trace, const char *path, Error *error)
{
    Image image;

    if (!base_may_replace(path, error) ||
        !make_readable(trace, path, &image, error))
        return false;
    bool ok = save(&image, path, error);
    image_free(&image);
    return ok;
}

bool store_send(const Trace *trace, int file, const char *name, Error *error)
{
    Image image;

    if (!make_readable(trace, name, &image, error))
        return false;
    bool ok =
        (base_write_all(file, image.begin, image.begin_bytes) &&
         base_write_all(file, image.rest, image.rest_bytes)) ||
        error_set(error, ERROR_FAILED, "%.200s: cannot copy the trace: %s",
                  name, strerror(errno));
    image_free(&image);
    return ok;
}

size_t store_bytes(const Trace *trace, Error *error)
{
    Image image;
    size_t bytes;

    if (!image_make(trace, &image, error))
        return 0;
    bytes = image.bytes;
    image_free(&image);
    return bytes;
}

/* ---- Reading
 * ---------------------------------------------------------------*/

/* A big-endian number of a file's header. */
static uint32_t header_number(const char *file, size_t at)
{
    const unsigned char *byte = (const unsigned char *)file + at;

    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 |
           (uint32_t)byte[2] << 8 | byte[3];
}

/* Looks at the header of a SQLite file (sqlite.org/fileformat2.html):
 *
 *     0 magic   16 page size   28 pages   60 user_version   68 application_id
 */
static bool header_is_good(const char *file, size_t bytes, const char *path,
                           Error *error)
{
    static const char magic[] = "SQLite format 3";
    enum { MAGIC = sizeof magic, HEADER = 100 };

    if (bytes < MAGIC || memcmp(file, magic, MAGIC) != 0)
        return error_set(
            error, ERROR_USAGE,
            "%.200s: not an Upsweep trace; `upsweep record` writes one", path);
    if (bytes < HEADER)
        return error_set(error, ERROR_USAGE,
                         "%.200s: incomplete file; record it again", path);
    if (header_number(file, 68) != SCHEMA_APPLICATION_ID)
        return error_set(
            error, ERROR_USAGE,
            "%.200s: SQLite file of another program; name an Upsweep trace",
            path);
    uint32_t version = header_number(file, 60);
    if (version > SCHEMA_VERSION)
        return error_set(error, ERROR_USAGE,
                         "%.200s: format %u is too new, because this Upsweep "
                         "reads up to %d; update Upsweep",
                         path, version, SCHEMA_VERSION);

    uint32_t page = header_number(file, 16) >> 16;
    size_t whole = (size_t)header_number(file, 28) * (page == 1 ? 65536 : page);
    if (bytes < whole)
        return error_set(
            error, ERROR_USAGE,
            "%.200s: incomplete file, %zu of %zu bytes; record it again", path,
            bytes, whole);
    if (version >= 1 && version < SCHEMA_VERSION && bytes == whole)
        return error_set(error, ERROR_USAGE,
                         "%.200s: format %u of an early version is no longer "
                         "supported; record it again",
                         path, version);
    if (bytes > whole || version != SCHEMA_VERSION)
        return error_set(error, ERROR_USAGE,
                         "%.200s: damaged header; record it again", path);
    return true;
}

/* Turns off the features of SQLite that our tables and queries do not need. */
static void limit_image(sqlite3 *db)
{
    static const struct {
        int what, most;
    } limits[] = {
        {SQLITE_LIMIT_LENGTH, READER_MAX_ROW},
        {SQLITE_LIMIT_SQL_LENGTH, 8192},
        {SQLITE_LIMIT_COLUMN, 32},
        {SQLITE_LIMIT_EXPR_DEPTH, 32},
        {SQLITE_LIMIT_COMPOUND_SELECT, 2},
        {SQLITE_LIMIT_FUNCTION_ARG, 8},
        {SQLITE_LIMIT_ATTACHED, 0},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
        {SQLITE_LIMIT_VARIABLE_NUMBER, 1},
    };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; ++i)
        sqlite3_limit(db, limits[i].what, limits[i].most);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
}

/* Opens FILE, which must outlive the database, read-only and with an untrusted
 * schema. */
static sqlite3 *open_image(char *file, size_t bytes)
{
    sqlite3 *db = NULL;
    sqlite3_int64 size = (sqlite3_int64)bytes;
    int status = sqlite3_open(":memory:", &db);

    if (status == SQLITE_OK)
        status = sqlite3_deserialize(db, "main", (unsigned char *)file, size,
                                     size, SQLITE_DESERIALIZE_READONLY);
    if (status == SQLITE_NOMEM) /* sqlite3_errcode may not know */
        base_out_of_memory();
    if (status == SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) ==
            SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) ==
            SQLITE_OK &&
        database_pragma(db, "cell_size_check", 1)) {
        limit_image(db);
        return db;
    }
    database_check_memory(db);
    sqlite3_close(db);
    return NULL;
}

Trace *store_parse(char *file, size_t bytes, const char *path, Error *error)
{
    Trace *trace = NULL;

    if (!header_is_good(file, bytes, path, error))
        return NULL;
    sqlite3 *db = open_image(file, bytes);
    if (db)
        trace = reader_trace(db, bytes, path, error);
    else
        error_set(error, ERROR_FAILED,
                  "%.200s: SQLite cannot open it; record it again", path);
    sqlite3_close(db);
    return trace;
}

Trace *store_read(const char *path, Error *error)
{
    size_t bytes;
    char *file = base_read_file(path, IMAGE_MOST, &bytes, error);
    Trace *trace = file ? store_parse(file, bytes, path, error) : NULL;

    free(file);
    return trace;
}

Trace *store_receive(int file, const char *name, Error *error)
{
    off_t size = lseek(file, 0, SEEK_END);
    size_t bytes = size > 0 ? (size_t)size : 0, done = 0;
    char *image = bytes <= IMAGE_MOST ? base_alloc(bytes + 1, 1) : NULL;
    ssize_t got = 1;

    while (image && done < bytes && got > 0) {
        got = pread(file, image + done, bytes - done, (off_t)done);
        done += got > 0 ? (size_t)got : 0;
    }
    Trace *trace = image ? store_parse(image, done, name, error) : NULL;
    if (!image)
        error_set(error, ERROR_FAILED,
                  "%.200s: too large for a trace; record fewer elements", name);
    free(image);
    return trace;
}

bool store_is_path(const char *path)
{
    static const char ending[] = ".upsweep";
    size_t length = strlen(path), ending_length = sizeof ending - 1;
    struct stat status;

    if (strchr(path, '/') != NULL)
        return true;
    if (length >= ending_length &&
        strcmp(path + length - ending_length, ending) == 0)
        return true;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 &&
           !S_ISDIR(status.st_mode);
}
