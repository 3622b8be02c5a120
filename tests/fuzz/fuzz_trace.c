/* SPDX-License-Identifier: MIT
 *
 * fuzz_trace - trace files: rows of recordings are changed, the digest is made
 * right, and what the reader takes goes through what follows it: the report as
 * text and JSON, the walk-through, and, as the input says, a file again, the
 * window's frames, with labels too, or an export in one of the formats.
 *
 *     byte 0      which recording; under 224 outputs follow the changed stores
 *     byte 1      under 128 frames, else an export; of what, and how
 *     byte 2      at which moments; every eighth is stored again
 *     8 bytes     a change of a row, as often as there are more; see Change
 */
#include "../forge.h"
#include "fuzz.h"

#include "report/report.h"
#include "config.h"
#include "record/record.h"
#include "text/text_dump.h"
#include "trace/diff.h"
#include "trace/store.h"
#ifdef HAVE_PICTURES
#include "export/export.h"
#include "view/frame.h"
#include "window/session.h"
#endif

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

enum { SEEDS = sizeof seeds / sizeof *seeds };

static struct {
    Trace *trace;
    char *file;
    size_t bytes;
} recordings[SEEDS];

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
    Trace *trace =
        options.algorithm ? record(recorder, &options, &error) : NULL;
    if (!trace || !store_write(trace, "seed.upsweep", &error))
        fuzz_fail(seed->name, error.text);
    recordings[index].trace = trace;
    recordings[index].file = base_read_file("seed.upsweep", (size_t)1 << 30,
                                            &recordings[index].bytes, &error);
    free(input);
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
    for (int i = 0; i < SEEDS; ++i)
        record_seed(recorder, i);
    recorder_free(recorder);
    check_forge();
    return 0;
}

/* ---- Changes --------------------------------------------------------------*/

typedef struct {
    uint8_t table, column;
    uint8_t row_low, row_high; /* counted from the first */
    uint8_t act;
    uint8_t low, middle, high; /* of a number */
} Change;

typedef struct {
    const char *name;
    const char *columns[12];
} Columns;

static const Columns tables[] = {
    {"run", {"value"}},
    {"element", {"id", "input", "output", "first", "last"}},
    {"source", {"id", "name", "text"}},
    {"array", {"id", "name", "words", "holds"}},
    {"grid",
     {"id", "title", "source", "n", "block_n", "blocks", "threads", "words",
      "input", "output", "part"}},
    {"block", {"id", "grid", "number"}},
    {"phase", {"id", "name", "kind"}},
    {"step", {"id", "block", "phase", "site", "level", "cycles"}},
    {"instruction",
     {"id", "step", "warp", "site", "occurrence", "kind", "array", "time"}},
    {"access", {"id", "cell", "value", "first", "last"}},
    {"sum",
     {"id", "left", "right", "left_first", "left_last", "right_first",
      "right_last"}},
    {"snapshot", {"id", "value", "first", "last"}},
};

enum { TABLES = sizeof tables / sizeof *tables };

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

/* ---- What follows ---------------------------------------------------------*/

static void check_error(const Error *error)
{
    if (error->kind == ERROR_NONE || error->kind > ERROR_FAILED ||
        !error->text[0])
        fuzz_fail("a refusal says nothing", "");
}

static void tell(const Trace *trace)
{
    Text text = {0};
    json_t *json = report_json(trace);
    char *dump = json_dumps(json, 0);

    report_text(&trace, 1, &text);
    text_dump_trace(trace, false, &text);
    text_dump_trace(trace, true, &text);
    if (!dump || !text.length)
        fuzz_fail("nothing is told", "");
    free(dump);
    json_decref(json);
    text_free(&text);
}

/* What the reader takes, the writer can write, and it is the same. */
static void store_again(const Trace *trace)
{
    Error error = {ERROR_NONE, ""};
    Text where = {0};
    Trace *again = NULL;

    if (store_write(trace, "again.upsweep", &error))
        again = store_read("again.upsweep", &error);
    if (!again)
        fuzz_fail("a trace that was read cannot be stored", error.text);
    if (!diff_traces(trace, again, &where))
        fuzz_fail("a trace that was stored differs", where.text);
    trace_free(again);
    text_free(&where);
}

#ifdef HAVE_PICTURES
static void draw(Session *session, bool labels, int width, int height)
{
    Scene scene = session_scene(session, labels);
    DisplayList list = {0};

    frame_draw(&list, &scene, width, height);
    display_list_free(&list);
}

/* The window's content, at moments that MOMENTS choose. */
static void watch(const Trace *trace, const Trace *beside, uint8_t moments)
{
    const Trace *both[] = {trace, beside};
    Session session;
    Error error = {ERROR_NONE, ""};

    if (!session_open(&session, both, beside ? 2 : 1, &error)) {
        check_error(&error);
        if (!beside)
            fuzz_fail("a trace cannot be shown", error.text);
        return;
    }
    Player *player = &session.player;
    if (moments & 1)
        player_set_clock(player, CLOCK_CYCLES);
    player_animate(player, true);
    player_seek(player,
                (uint32_t)((uint64_t)player->ticks * (moments >> 1) / 127));
    player_halt(player, 0.5);
    draw(&session, false, 1280, 720);
    player_seek(player, player_find(player, MARK_RACE, 1));
    draw(&session, true, 720, 1280);
    session_close(&session);
}

/* One moment of it in one of the formats; worker processes would hide what
 * breaks, so there is one piece of work each. */
static void export_one(const Trace *trace, uint8_t how, uint8_t moments)
{
    static const ExportFormat kinds[] = {EXPORT_SVG, EXPORT_PNG, EXPORT_PDF,
                                         EXPORT_HTML};
    ExportFormat format = kinds[how % 4];
    Error error = {ERROR_NONE, ""};
    char steps[16];
    ExportOptions options = {.spec = {.kind = (FrameSpecKind)(how / 4 % 3),
                                      .area = (Area)(how / 12 % AREA_COUNT),
                                      .width = 800,
                                      .height = 450,
                                      .scale = 1,
                                      .theme = (Theme)(how % THEME_COUNT)},
                             .moments = {.at = AT_CHOSEN},
                             .format = format,
                             .fps = 2,
                             .workers = 1};

    if (moments & 1) {
        options.moments.at = AT_STEP;
        options.moments.moment = moments / 2 % 16u + 1;
    }
    if (format == EXPORT_HTML) {
        snprintf(steps, sizeof steps, "%u", moments % 8u + 1);
        options.moments.all = true;
        options.moments.by = BY_STEP;
        options.moments.steps = steps;
    }
    const Trace *traces[] = {trace};
    if (!export_traces(traces, 1, &options, "out", NULL, &error)) {
        check_error(&error);
        if (error.kind == ERROR_FAILED)
            fuzz_fail("an export failed", error.text);
    }
}

static void picture(const Trace *trace, const Trace *seed, uint8_t how,
                    uint8_t moments)
{
    if (how < 128)
        watch(trace, how % 8 == 7 ? seed : NULL, moments);
    else
        export_one(trace, how, moments);
}
#else
static void picture(const Trace *trace, const Trace *seed, uint8_t how,
                    uint8_t moments)
{
    (void)trace;
    (void)seed;
    (void)how;
    (void)moments;
}
#endif

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
        check_error(&error);
        return 0;
    }
    tell(trace);
    if (data[2] % 8 == 0)
        store_again(trace);
    diff_traces(trace, recordings[seed].trace, &where);
    picture(trace, recordings[seed].trace, data[1], data[2]);
    text_free(&where);
    trace_free(trace);
    return 0;
}
