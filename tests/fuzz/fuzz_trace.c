/* SPDX-License-Identifier: MIT
 *
 * fuzz_trace - trace files: rows of recordings are changed, the digest is made
 * right, and what the reader takes goes through what follows it, see follow.h.
 *
 *     byte 0      which recording; under 224 outputs follow the changed stores
 *     byte 1      under 128 frames, else an export; of what, and how
 *     byte 2      at which moments; every eighth is stored again
 *     8 bytes     a change of a row, as often as there are more; see Change
 */
#include "../forge.h"
#include "../program_writer.h"
#include "follow.h"
#include "fuzz.h"

#include "record/record.h"
#include "report/diff.h"
#include "trace/schema.h"
#include "trace/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_name = "trace";

/* ---- Recordings -----------------------------------------------------------*/

typedef struct {
    const char *name;
    uint32_t n, k, block_n;
    Op op;
} Seed;

static const Seed seeds[] = {
    {"leftright", 16, 4, 0, OP_ADD},
    {"look-back", 32, 4, 4, OP_ADD},
    {"three-phase", 32, 4, 4, OP_ADD},
    {"three-phase:padding", 64, 4, 4, OP_AFFINE},
    {"compact", 32, 4, 0, OP_ADD},
    {"hybrid", 32, 4, 0, OP_ADD},
    {"warp-shuffle", 8, 8, 0, OP_FADD},
    {"block-shuffle", 32, 4, 0, OP_MAX},
    {"hillis-steele-racy", 16, 4, 0, OP_ADD},
    {"nopadding", 16, 4, 0, OP_AFFINE},
    {"sequential", 8, 4, 0, OP_MIN},
    {"torn-look-back", 32, 4, 4, OP_ADD},
    {"brent-kung", 16, 8, 0, OP_INTERVAL},
    {"reduce-downsweep", 64, 4, 0, OP_ADD},
};

/* Behind these, two of a program: without structs, and with them. */
enum {
    CATALOG_SEEDS = sizeof seeds / sizeof *seeds,
    SEEDS = CATALOG_SEEDS + 2
};

static struct {
    Trace *trace;
    char *file;
    size_t bytes;
} recordings[SEEDS];

static void keep_seed(Trace *trace, int index, const char *name)
{
    Error error = {ERROR_NONE, "it cannot be recorded"};

    if (!trace || !store_write(trace, "seed.upsweep", &error))
        fuzz_fail(name, error.text);
    recordings[index].trace = trace;
    recordings[index].file = base_read_file("seed.upsweep", (size_t)1 << 30,
                                            &recordings[index].bytes, &error);
}

static void record_seed(Recorder *recorder, int index)
{
    const Seed *seed = seeds + index;
    Error error;
    Word *input = base_alloc(seed->n, sizeof *input);
    RecordOptions options = {.algorithm = catalog_find(seed->name, &error),
                             .n = seed->n,
                             .k = seed->k,
                             .block_n = seed->block_n,
                             .passes = PLAN_USUAL,
                             .op = seed->op,
                             .device = DEVICE_CPU,
                             .input = input};

    for (uint32_t i = 0; i < seed->n; ++i)
        input[i] = seed->op == OP_INTERVAL ? interval_make(i, i) : i % 7 + 1;
    keep_seed(options.algorithm ? record(recorder, &options, &error) : NULL,
              index, seed->name);
    free(input);
}

/* ---- Tables ---------------------------------------------------------------*/

typedef struct {
    const char *name;
    const char *columns[26]; /* NULL behind the last */
} Columns;

static Columns tables[TABLES];

/* Every column of the schema can be changed, and a seed has rows of each table.
 */
static void find_tables(void)
{
    for (int t = 0; t < TABLES; ++t) {
        const Layout *layout = schema_tables + t;
        int64_t rows = 0;
        tables[t].name = layout->name;
        tables[t].columns[0] = t == TABLE_RUN ? "value" : "id";
        for (size_t c = 0; t != TABLE_RUN && c < layout->columns_count; ++c)
            tables[t].columns[1 + c] = layout->columns[c].name;
        for (int i = 0; i < SEEDS && rows == 0; ++i) {
            Forge *forge = forge_copy(recordings[i].file, recordings[i].bytes);
            rows = forge_count(forge, "select count(*) from %s", layout->name);
            forge_close(forge);
        }
        if (rows == 0)
            fuzz_fail("no seed has a row of a table", layout->name);
    }
}

/* The changes are pointless if a right digest can no longer be had. */
static void check_forge(void)
{
    Forge *forge = forge_copy(recordings[0].file, recordings[0].bytes);
    Error error;

    forge_sql(forge, "update element set input = 77 where id = 3");
    Trace *trace = forge_read(forge, "t.upsweep", &error);
    if (!trace || trace->input[3] != 77)
        fuzz_fail("a changed row is refused", error.text);
    trace_free(trace);
    forge_close(forge);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    Recorder *recorder = recorder_new();

    (void)argc;
    (void)argv;
    fuzz_enter_folder();
    for (int i = 0; i < CATALOG_SEEDS; ++i)
        record_seed(recorder, i);
    recorder_free(recorder);
    keep_seed(writer_tables_trace(false), SEEDS - 2, "a program");
    keep_seed(writer_tables_trace(true), SEEDS - 1, "a program with structs");
    check_forge();
    find_tables();
    return 0;
}

/* ---- Changes --------------------------------------------------------------*/

typedef struct {
    uint8_t table, column;
    uint8_t row_low, row_high; /* counted from the first */
    uint8_t act;
    uint8_t low, middle, high; /* of a number */
} Change;

static const char *column_of(const Columns *table, uint8_t column)
{
    int count = 0;

    while (table->columns[count])
        ++count;
    return table->columns[column % count];
}

static const char *const numbers[] = {"0",          "1",
                                      "2",          "3",
                                      "-1",         "31",
                                      "32",         "63",
                                      "64",         "65",
                                      "255",        "256",
                                      "1023",       "1024",
                                      "65534",      "65535",
                                      "65536",      "1048575",
                                      "1048576",    "2147483647",
                                      "2147483648", "-2147483648",
                                      "4294967294", "4294967295",
                                      "4294967296", "9223372036854775807"};

static const char *const texts[] = {
    "''",           "'hybrid'",  "'compact'",    "'look-back'",
    "'leftright'",  "'padding'", "'x>4'",        "'x/0==1'",
    "'add'",        "'fadd'",    "'affine'",     "'interval'",
    "'max'",        "'gpu'",     "'up-sweep'",   "'down-sweep'",
    "'load'",       "'a<b>&c'",  "char(0x202e)", "'a' || char(10) || 'b'",
    "x'00ff'",      "1.5",       "'%s%n'",       "char(0)",
    "'three-phase'"};

typedef struct {
    Forge *forge;
    const Columns *table;
    const char *column;
    char row[160]; /* the condition that picks it */
    const Change *change;
    uint32_t number;
} Edit;

static void set(const Edit *edit, const char *value, bool all)
{
    forge_sql(edit->forge, "update %s set %s = %s where %s", edit->table->name,
              edit->column, value, all ? "true" : edit->row);
}

static void set_common(const Edit *edit)
{
    set(edit, numbers[edit->number % (sizeof numbers / sizeof *numbers)],
        false);
}

static void set_text(const Edit *edit)
{
    set(edit, texts[edit->number % (sizeof texts / sizeof *texts)], false);
}

static void set_number(const Edit *edit)
{
    char number[16];

    snprintf(number, sizeof number, "%u", edit->number);
    set(edit, number, false);
}

static void set_all(const Edit *edit)
{
    char number[16];

    snprintf(number, sizeof number, "%u", edit->number);
    set(edit, number, true);
}

static void add_number(const Edit *edit)
{
    char value[48];

    snprintf(value, sizeof value, "%s + %d", edit->column,
             (int)(edit->number % 256) - 128);
    set(edit, value, edit->number > 255);
}

static void copy_other(const Edit *edit)
{
    char value[160];

    snprintf(value, sizeof value, "(select %s from %s limit 1 offset %u)",
             edit->column, edit->table->name, edit->number % 4096);
    set(edit, value, false);
}

static void delete_row(const Edit *edit)
{
    forge_sql(edit->forge, "delete from %s where %s", edit->table->name,
              edit->row);
}

static void delete_tail(const Edit *edit)
{
    forge_sql(edit->forge, "delete from %s where id > %u", edit->table->name,
              edit->number);
}

/* The row once more, with a number above its own. */
static void insert_row(const Edit *edit)
{
    Text columns = {0};

    for (int i = 1; edit->table->columns[i]; ++i)
        text_add(&columns, ", %s", edit->table->columns[i]);
    forge_sql(edit->forge, "insert into %s select id + %u%s from %s where %s",
              edit->table->name, edit->number, columns.text, edit->table->name,
              edit->row);
    text_free(&columns);
}

/* A size of the run, and the same of its grids and arrays. */
static void set_size(const Edit *edit)
{
    static const char *const sizes[] = {"n",     "block_n", "blocks",
                                        "words", "threads", "k"};
    const char *size = sizes[edit->change->column % 6];

    forge_sql(edit->forge, "update run set value = %u where key = '%s'",
              edit->number, size);
    forge_sql(edit->forge,
              "update grid set %s = %u where %s = (select max(%s) from grid)",
              size, edit->number, size, size);
    if (strcmp(size, "n") == 0)
        forge_sql(edit->forge, "update array set words = %u where id < 2",
                  edit->number);
}

/* Many of one number, as from a page of free space. */
static void insert_many(const Edit *edit)
{
    Text columns = {0};

    for (int i = 1; edit->table->columns[i]; ++i)
        text_add(&columns, ", %s", edit->table->columns[i]);
    forge_sql(edit->forge,
              "with recursive c(x) as (select 1 union all select x + 1 from c "
              "limit %u) insert into %s select (select max(id) from %s) + x%s "
              "from c, %s where %s",
              edit->number % 500, edit->table->name, edit->table->name,
              columns.text, edit->table->name, edit->row);
    text_free(&columns);
}

static void change_row(Forge *forge, const Change *change)
{
    static void (*const acts[])(
        const Edit *edit) = {set_common,  set_number, set_all,    add_number,
                             copy_other,  set_text,   delete_row, insert_row,
                             delete_tail, set_size,   insert_many};
    Edit edit = {.forge = forge,
                 .table = tables + change->table % TABLES,
                 .change = change,
                 .number = change->low | (uint32_t)change->middle << 8 |
                           (uint32_t)change->high << 16};
    bool run = edit.table == tables;

    edit.column = column_of(edit.table, change->column);
    snprintf(edit.row, sizeof edit.row,
             "%s = (select %s from %s limit 1 offset %u)", run ? "key" : "id",
             run ? "key" : "id", edit.table->name,
             change->row_low | (uint32_t)change->row_high << 8);
    acts[change->act % (sizeof acts / sizeof *acts)](&edit);
}

/* ---- One input ------------------------------------------------------------*/

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error error = {ERROR_NONE, ""};
    Text where = {0};

    if (size < 3)
        return 0;
    int seed = data[0] % SEEDS;
    Forge *forge = forge_copy(recordings[seed].file, recordings[seed].bytes);
    for (size_t at = 3; at + sizeof(Change) <= size && at < 400;
         at += sizeof(Change)) {
        Change change;
        memcpy(&change, data + at, sizeof change);
        change_row(forge, &change);
    }
    if (data[0] < 224)
        forge_settle(forge);
    Trace *trace = forge_read(forge, "t.upsweep", &error);
    forge_close(forge);
    if (!trace) {
        follow_error(&error);
        return 0;
    }
    diff_traces(trace, recordings[seed].trace, &where);
    follow(trace, recordings[seed].trace, data[1], data[2]);
    text_free(&where);
    trace_free(trace);
    return 0;
}
