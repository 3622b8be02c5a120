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

#include "trace/limits.h"
#include "trace/reader.h"
#include "trace/rules.h"
#include "trace/store_image.h"
#include "trace/database.h"
#include "util/atomic_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* False and ERROR_FAILED if the reader would refuse the sizes of TRACE. */
static bool check_limits(const Trace *trace, const char *path, Error *error)
{
    Text why = {0};
    bool hold =
        rules_of_writer(trace, &why) ||
        error_set(error, ERROR_FAILED, "%.300s: the trace cannot be stored: %s",
                  path, why.text);

    text_free(&why);
    return hold;
}

/* The same for the snapshots of a trace whose file has BYTES bytes. */
static bool check_snapshots(const Trace *trace, size_t bytes, const char *path,
                            Error *error)
{
    uint64_t most = limits_snapshots(bytes);
    uint64_t all =
        (uint64_t)trace->snapshots_count * trace->run.words * 2 * sizeof(Word);

    return all <= most ||
           error_set(error, ERROR_FAILED,
                     "%.300s: the trace cannot be stored: shared memory of %u "
                     "words at %zu steps takes %llu MB, and %llu MB is the "
                     "most; use less shared memory, or fewer steps",
                     path, trace->run.words, trace->steps_count,
                     (unsigned long long)(all >> 20),
                     (unsigned long long)(most >> 20));
}

static bool save(const StoreImage *image, const char *path, Error *error)
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
    StoreImage image;

    if (!check_limits(trace, path, error) || !base_may_replace(path, error) ||
        !store_image_make(trace, &image, error))
        return false;
    bool ok = check_snapshots(trace, image.bytes, path, error) &&
              save(&image, path, error);
    store_image_free(&image);
    return ok;
}

/* All of BYTES, or false and ERROR_FAILED. */
static bool write_all(int file, const unsigned char *data, size_t bytes,
                      const char *name, Error *error)
{
    while (bytes) {
        ssize_t written = write(file, data, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return error_set(error, ERROR_FAILED, "cannot pass %.200s on: %s",
                             name, strerror(errno));
        data += written;
        bytes -= (size_t)written;
    }
    return true;
}

bool store_send(const Trace *trace, int file, const char *name, Error *error)
{
    StoreImage image;

    if (!check_limits(trace, name, error) ||
        !store_image_make(trace, &image, error))
        return false;
    bool ok = check_snapshots(trace, image.bytes, name, error) &&
              write_all(file, image.begin, image.begin_bytes, name, error) &&
              write_all(file, image.rest, image.rest_bytes, name, error);
    store_image_free(&image);
    return ok;
}

size_t store_bytes(const Trace *trace, Error *error)
{
    StoreImage image;
    size_t bytes;

    if (!store_image_make(trace, &image, error))
        return 0;
    bytes = image.bytes;
    store_image_free(&image);
    return bytes;
}

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
        return error_set(error, ERROR_USAGE,
                         "%.200s is not an Upsweep trace; `upsweep record` "
                         "makes one",
                         path);
    if (bytes < HEADER)
        return error_set(error, ERROR_USAGE,
                         "%.200s is cut short; record it again", path);
    if (header_number(file, 68) != SCHEMA_APPLICATION_ID)
        return error_set(error, ERROR_USAGE,
                         "%.200s is not an Upsweep trace, but a SQLite file "
                         "of some other program",
                         path);
    uint32_t version = header_number(file, 60);
    if (version > SCHEMA_VERSION)
        return error_set(error, ERROR_USAGE,
                         "%.200s has format %u, and this Upsweep reads up to "
                         "%d: update Upsweep to open it",
                         path, version, SCHEMA_VERSION);

    uint32_t page = header_number(file, 16) >> 16;
    size_t whole = (size_t)header_number(file, 28) * (page == 1 ? 65536 : page);
    if (bytes < whole)
        return error_set(error, ERROR_USAGE,
                         "%.200s is cut short, at %zu of %zu bytes; record it "
                         "again",
                         path, bytes, whole);
    if (version >= 1 && version < SCHEMA_VERSION && bytes == whole)
        return error_set(error, ERROR_USAGE,
                         "%.200s has format %u, of an early Upsweep, which "
                         "this one reads no more; record it again",
                         path, version);
    if (bytes > whole || version != SCHEMA_VERSION)
        return error_set(error, ERROR_USAGE,
                         "%.200s is damaged in its header; record it again",
                         path);
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
    if (status == SQLITE_NOMEM) /* which sqlite3_errcode may not tell */
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

/* The trace of a file, BYTES long, that PATH names; NULL and ERROR. */
static Trace *read_image(char *file, size_t bytes, const char *path,
                         Error *error)
{
    Trace *trace = NULL;

    if (!header_is_good(file, bytes, path, error))
        return NULL;
    sqlite3 *db = open_image(file, bytes);
    if (db)
        trace = reader_trace(db, bytes, path, error);
    else
        error_set(error, ERROR_FAILED, "%.200s: SQLite cannot open it", path);
    sqlite3_close(db);
    return trace;
}

Trace *store_read(const char *path, Error *error)
{
    size_t bytes;
    char *file = base_read_file(path, STORE_IMAGE_MOST, &bytes, error);
    Trace *trace = file ? read_image(file, bytes, path, error) : NULL;

    free(file);
    return trace;
}

Trace *store_receive(int file, const char *name, Error *error)
{
    off_t size = lseek(file, 0, SEEK_END);
    size_t bytes = size > 0 ? (size_t)size : 0, done = 0;
    char *image = bytes <= STORE_IMAGE_MOST ? base_alloc(bytes + 1, 1) : NULL;
    ssize_t got = 1;

    while (image && done < bytes && got > 0) {
        got = pread(file, image + done, bytes - done, (off_t)done);
        done += got > 0 ? (size_t)got : 0;
    }
    Trace *trace = image ? read_image(image, done, name, error) : NULL;
    if (!image)
        error_set(error, ERROR_FAILED, "%.200s is too large", name);
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
