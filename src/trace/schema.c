/* SPDX-License-Identifier: MIT
 *
 * schema - the tables of a .upsweep file; see schema.h.
 *
 * The comments are written into the file for its reader: SQLite keeps them, and
 * `.schema` shows them.
 */
#include "trace/schema.h"

#include "trace/limits.h"

#include <string.h>

const Fact schema_facts[SCHEMA_FACTS] = {
    {"algorithm", FACT_TEXT, offsetof(Run, algorithm), 1, 64},
    {"block_n", FACT_COUNT, offsetof(Run, block_n), 1, INTERVAL_MAX_N},
    {"blocks", FACT_COUNT, offsetof(Run, blocks), 1, LIMITS_BLOCKS},
    {"command", FACT_TEXT, offsetof(Run, command), 0, 4096},
    {"compiler", FACT_TEXT, offsetof(Run, compiler), 0, 1024},
    {"device", FACT_TEXT, offsetof(Run, device), 1, 16},
    {"device_name", FACT_TEXT, offsetof(Run, device_name), 0, 256},
    {"digest", FACT_DIGEST, 0, SCHEMA_DIGEST, SCHEMA_DIGEST},
    {"inclusive", FACT_FLAG, offsetof(Run, inclusive), 0, 1},
    {"k", FACT_COUNT, offsetof(Run, k), 2, TRACE_MAX_BANKS},
    {"keep", FACT_TEXT, offsetof(Run, condition), 0, 256},
    {"n", FACT_COUNT, offsetof(Run, n), 1, INTERVAL_MAX_N},
    {"op", FACT_OP, offsetof(Run, op), 1, 16},
    {"origin", FACT_COUNT, offsetof(Run, origin), 0, ORIGIN_KINDS - 1},
    {"passes", FACT_COUNT, offsetof(Run, passes), 0, 32},
    {"seed", FACT_SEED, offsetof(Run, seed), 0, 0},
    {"summary", FACT_TEXT, offsetof(Run, summary), 0, 256},
    {"threads", FACT_COUNT, offsetof(Run, threads), 1, LIMITS_THREADS},
    {"title", FACT_TEXT, offsetof(Run, title), 0, 128},
    {"trials", FACT_COUNT, offsetof(Run, trials), 0, LIMITS_TRIALS},
    {"words", FACT_COUNT, offsetof(Run, words), 0, LIMITS_WORDS},
};

/* ---- Columns --------------------------------------------------------------*/

/* Columns of struct ROW.  Those of NUMBER, NAMED, WORD, INTERVAL and TEXT are
 * the same in two recordings of one run; those of LINK are numbers of other
 * rows, and those of MEASURED depend on the machine. */
#define COLUMN(row, type, name, field, low, high, compared, comment,           \
               value_name)                                                     \
    {                                                                          \
        name, type, offsetof(row, field), low, high, compared, comment,        \
            value_name                                                         \
    }
#define NUMBER(row, type, name, field, low, high, comment)                     \
    COLUMN(row, COLUMN_##type, name, field, low, high, true, comment, NULL)
#define NAMED(row, type, name, field, count, value_name)                       \
    COLUMN(row, COLUMN_##type, name, field, 0, (count)-1, true, NULL,          \
           value_name)
#define LINK(row, type, name, field, high, comment)                            \
    COLUMN(row, COLUMN_##type, name, field, 0, high, false, comment, NULL)
#define MEASURED LINK
#define WORD(row, name, field, comment)                                        \
    COLUMN(row, COLUMN_WORD, name, field, INT32_MIN, INT32_MAX, true, comment, \
           NULL)
#define INTERVAL(row, name, field, comment)                                    \
    COLUMN(row, COLUMN_INTERVAL, name, field, 0, UINT16_MAX, true, comment,    \
           NULL)
#define TEXT(row, type, name, field, low, high)                                \
    COLUMN(row, COLUMN_##type, name, field, low, high, true, NULL, NULL)

static const char *local_kind_name(int kind)
{
    static const char *const names[LOCAL_KINDS] = {"a number", "true or false",
                                                   "a pointer"};
    return names[kind];
}

static const char *phase_name(int kind)
{
    return kind == PHASE_OTHER ? "the kernel's own"
                               : trace_phase_title((PhaseKind)kind);
}

static const char *kind_name(int kind)
{
    return trace_traits((AccessKind)kind)->name;
}

const Layout schema_element = {
    "element",
    "what went in and came out of the scan",
    false,
    NULL,
    {WORD(ElementRow, "input", input,
          "32-bit words, as signed numbers; for fadd the\n"
          "bits of a float, for affine a*65536 + b"),
     WORD(ElementRow, "output", output, NULL),
     INTERVAL(ElementRow, "", output_interval,
              "output is the sum of inputs first to last; if first\n"
              "> last: last 0 is the identity, 1 no sum of\n"
              "neighbours, 2 a word nobody stored")},
};

const Layout schema_source = {
    "source",
    "the kernels' files: the code that ran",
    false,
    NULL,
    {TEXT(Source, NAME, "name", name, 1, LIMITS_NAME),
     TEXT(Source, LINES, "text", text, 0, LIMITS_SOURCE)},
};

const Layout schema_array = {
    "array",
    "of global memory: 0 in, 1 out, 2 ... own",
    false,
    NULL,
    {TEXT(Array, NAME, "name", name, 1, LIMITS_NAME),
     NUMBER(Array, U32, "words", words, 1, LIMITS_GLOBAL, NULL),
     NUMBER(Array, U8, "holds", holds, 0, HOLDS_KINDS - 1,
            "0 sums, 1 numbers, 2 flags, 3 pairs of a state\nand a sum"),
     NUMBER(Array, U8, "element", element, 0, ELEMENT_KINDS - 1,
            "of a program: 1 int8, 2 uint8, 3 int16, 4 uint16,\n"
            "5 int32, 6 uint32, 7 int64, 8 uint64, 9 float,\n"
            "10 double; else 0"),
     NUMBER(Array, U32, "element_bytes", element_bytes, 0, INT32_MAX, NULL)},
};

const Layout schema_variable = {
    "variable",
    "of a program, in shared memory",
    false,
    NULL,
    {TEXT(Variable, NAME, "name", name, 1, LIMITS_NAME),
     TEXT(Variable, NAME, "type", type, 1, LIMITS_NAME),
     NUMBER(Variable, U32, "grid", grid, 0, LIMITS_GRIDS - 1, NULL),
     NUMBER(Variable, U32, "first", first, 0, 4 * LIMITS_WORDS, "byte"),
     NUMBER(Variable, U32, "bytes", bytes, 1, 4 * LIMITS_WORDS, NULL),
     NUMBER(Variable, U8, "element", element, 0, ELEMENT_KINDS - 1,
            "as in array"),
     NUMBER(Variable, U32, "element_bytes", element_bytes, 0, 4 * LIMITS_WORDS,
            NULL),
     NUMBER(Variable, U32, "extent0", extents[0], 0, INT32_MAX,
            "outermost first; 0: no more"),
     NUMBER(Variable, U32, "extent1", extents[1], 0, INT32_MAX, NULL),
     NUMBER(Variable, U32, "extent2", extents[2], 0, INT32_MAX, NULL),
     NUMBER(Variable, U32, "extent3", extents[3], 0, INT32_MAX, NULL)},
};

const Layout schema_grid = {
    "grid",
    "launches, one after the other",
    false,
    NULL,
    {TEXT(Grid, NAME, "title", title, 0, LIMITS_NAME),
     LINK(Grid, U32, "source", source, LIMITS_SOURCES - 1, "of its kernel"),
     NUMBER(Grid, U32, "n", n, 1, INTERVAL_MAX_N, "elements of its input"),
     NUMBER(Grid, U32, "block_n", block_n, 1, INTERVAL_MAX_N,
            "elements of a block"),
     NUMBER(Grid, U32, "blocks", blocks, 1, LIMITS_BLOCKS, "launched"),
     NUMBER(Grid, U32, "threads", threads, 1, LIMITS_THREADS, "of a block"),
     NUMBER(Grid, U32, "words", words, 0, LIMITS_WORDS,
            "shared memory of a block"),
     NUMBER(Grid, U8, "input", in, 0, LIMITS_ARRAYS - 1, "arrays"),
     NUMBER(Grid, U8, "output", out, 0, LIMITS_ARRAYS - 1, NULL),
     NUMBER(Grid, U8, "part", part, 0, UINT8_MAX, "of its kernel"),
     NUMBER(Grid, U32, "grid_x", extents[0], 0, LIMITS_BLOCKS,
            "of a program; else 0"),
     NUMBER(Grid, U32, "grid_y", extents[1], 0, LIMITS_BLOCKS, NULL),
     NUMBER(Grid, U32, "grid_z", extents[2], 0, LIMITS_BLOCKS, NULL),
     NUMBER(Grid, U32, "block_x", block_extents[0], 0, LIMITS_THREADS, NULL),
     NUMBER(Grid, U32, "block_y", block_extents[1], 0, LIMITS_THREADS, NULL),
     NUMBER(Grid, U32, "block_z", block_extents[2], 0, LIMITS_THREADS, NULL)},
};

const Layout schema_block = {
    "block",
    "those that this file tells of",
    false,
    NULL,
    {NUMBER(Block, U32, "grid", grid, 0, LIMITS_GRIDS - 1, NULL),
     NUMBER(Block, U32, "number", index, 0, LIMITS_BLOCKS - 1, "in its grid")},
};

const Layout schema_phase = {
    "phase",
    "what steps are for: load, up-sweep, ...",
    false,
    NULL,
    {TEXT(Phase, NAME, "name", title, 1, LIMITS_NAME),
     NAMED(Phase, U8, "kind", kind, PHASE_KINDS, phase_name)},
};

const Layout schema_step = {
    "step",
    "what happens between two barriers",
    false,
    NULL,
    {NUMBER(Step, U32, "block", block, 0, UINT32_MAX, NULL),
     LINK(Step, U16, "phase", phase, LIMITS_PHASES - 1, NULL),
     LINK(Step, U16, "site", site, UINT16_MAX, "line of the source"),
     NUMBER(Step, I32, "level", level, -LIMITS_LEVEL, LIMITS_LEVEL, NULL),
     MEASURED(Step, U32, "cycles", cycles, UINT32_MAX,
              "of a GPU's clock; 0: not measured")},
};

const Layout schema_instruction = {
    "instruction",
    "one access of a line, one warp, all lanes",
    false,
    "block after block",
    {LINK(Instruction, U32, "step", step, UINT32_MAX, NULL),
     NUMBER(Instruction, U16, "warp", warp, 0, UINT16_MAX, NULL),
     LINK(Instruction, U16, "site", site, UINT16_MAX, "line of its source"),
     LINK(Instruction, U8, "source", source, LIMITS_SOURCES - 1, NULL),
     NUMBER(Instruction, U8, "place", place, 0, UINT8_MAX,
            "among the accesses of its line"),
     NUMBER(Instruction, U32, "occurrence", occurrence, 0, UINT32_MAX,
            "how many times before in the step"),
     NAMED(Instruction, U8, "kind", kind, ACCESS_KINDS, kind_name),
     NUMBER(Instruction, U8, "width", width, 1, 16,
            "bytes that each lane moves"),
     NUMBER(Instruction, U8, "volatile", is_volatile, 0, 1, NULL),
     NUMBER(Instruction, U16, "epoch", epoch, 0, UINT16_MAX,
            "how often the lanes met since the barrier"),
     NUMBER(Instruction, U8, "array", array, 0, LIMITS_ARRAYS - 1,
            "of global memory"),
     MEASURED(Instruction, U32, "time", time, UINT32_MAX - 1,
              "place in the order of issue")},
};

const Layout schema_access = {
    "access",
    "what one lane did to a word in an instruction",
    false,
    "instruction*64 + 0, 1, 2, ...",
    {NUMBER(Access, U8, "lane", lane, 0, TRACE_MAX_BANKS - 1, NULL),
     NUMBER(Access, U8, "bytes", bytes, 1, TRACE_WORD,
            "of the word that it touches: bit i for byte i"),
     NUMBER(Access, U32, "cell", cell, 0, UINT32_MAX,
            "of shared memory; index in a global array; lane\n"
            "a shuffle took from; of a pair 4*index + state"),
     WORD(Access, "value", value, NULL),
     INTERVAL(Access, "", interval,
              "which inputs the value is the sum of, as in\nelement")},
};

const Layout schema_sum = {
    "sum",
    "left + right, on the way to an access",
    false,
    "access*256 + 0, 1, 2, ...",
    {WORD(Sum, "left", left, NULL), WORD(Sum, "right", right, NULL),
     INTERVAL(Sum, "left_", left_interval, NULL),
     INTERVAL(Sum, "right_", right_interval, NULL)},
};

const Layout schema_snapshot = {
    "snapshot",
    "cells that the stores do not account for",
    false,
    "(step + block)*1048576 + cell; before the first\n"
    "step all are 0 and nothing",
    {WORD(SnapshotRow, "value", value, NULL),
     INTERVAL(SnapshotRow, "", interval, NULL)},
};

const Layout schema_local = {
    "local",
    "variables of a program's functions",
    false,
    NULL,
    {TEXT(Local, NAME, "function", function, 1, LIMITS_NAME),
     TEXT(Local, NAME, "name", name, 1, LIMITS_NAME),
     TEXT(Local, NAME, "type", type, 1, LIMITS_NAME),
     NUMBER(Local, U32, "source", source, 0, LIMITS_SOURCES - 1, NULL),
     NUMBER(Local, U32, "line", line, 0, INT32_MAX, "of its declaration"),
     NUMBER(Local, U32, "last_line", last_line, 0, INT32_MAX, "of its scope"),
     NAMED(Local, U8, "kind", kind, LOCAL_KINDS, local_kind_name),
     NUMBER(Local, U8, "element", element, 0, ELEMENT_KINDS - 1,
            "as in array")},
};

const Layout schema_local_change = {
    "local_change",
    "values of locals, from an instruction on",
    false,
    "block after block, thread after thread",
    {LINK(LocalChange, U32, "instruction", instruction, UINT32_MAX, NULL),
     NUMBER(LocalChange, U8, "lane", lane, 0, TRACE_MAX_BANKS - 1, NULL),
     LINK(LocalChange, U16, "local", local, LIMITS_LOCALS - 1, NULL),
     NUMBER(LocalChange, U8, "depth", depth, 0, UINT8_MAX,
            "of calls; 0 for the kernel"),
     NUMBER(LocalChange, U8, "ends", ends, 0, 1, "1: it has no value any more"),
     NUMBER(LocalChange, I64, "value", value, INT64_MIN, INT64_MAX,
            "of a float its bits; of a pointer 0, or in its\n"
            "highest byte 1 and array*2^40 + byte, or 2 and a\n"
            "byte of shared memory, or 3 for what is elsewhere")},
};

static const char *result_kind_name(int kind)
{
    return sum_kind_name((SumKind)kind);
}

const Layout schema_result = {
    "result",
    "what each launch of a program computes; then all",
    true,
    NULL,
    {TEXT(SumResult, NAME, "input", input, 0, LIMITS_NAME),
     TEXT(SumResult, NAME, "output", output, 0, LIMITS_NAME),
     TEXT(SumResult, NAME, "unchecked", unchecked, 0, LIMITS_REASON),
     NUMBER(SumResult, U32, "launch", first, 1, INT32_MAX,
            "in the program, from 1"),
     NUMBER(SumResult, U32, "last_launch", last, 1, INT32_MAX,
            "behind which the output was looked at"),
     COLUMN(SumResult, COLUMN_U32, "kind", kind, 0, SUM_KINDS - 1, true, NULL,
            result_kind_name),
     NUMBER(SumResult, U32, "nearest", nearest, 0, SUM_KINDS - 1,
            "what most outputs are"),
     NUMBER(SumResult, U32, "trials", trials, 0, LIMITS_TRIALS,
            "runs on random inputs"),
     NUMBER(SumResult, U32, "bits", bits, 0, 64, "of a random element"),
     NUMBER(SumResult, U32, "n", n, 0, INTERVAL_MAX_N, "elements"),
     NUMBER(SumResult, U32, "outputs", count, 0, INTERVAL_MAX_N,
            "that were stored"),
     NUMBER(SumResult, U32, "cut", cut, 0, 1, "1: others are not judged"),
     NUMBER(SumResult, U32, "segment", segment, 0, INTERVAL_MAX_N,
            "elements that are scanned, or added, apart"),
     NUMBER(SumResult, U32, "wrong", wrong, 0, INTERVAL_MAX_N,
            "outputs that are not as nearest has them"),
     NUMBER(SumResult, U32, "first_wrong", first_wrong, 0, INTERVAL_MAX_N,
            NULL),
     INTERVAL(SumResult, "is_", is, "what that one is the sum of"),
     INTERVAL(SumResult, "wanted_", wanted, "and should be")},
};

static const Layout *const layouts[] = {
    &schema_element,     &schema_source,       &schema_array,  &schema_variable,
    &schema_grid,        &schema_block,        &schema_phase,  &schema_step,
    &schema_instruction, &schema_access,       &schema_sum,    &schema_snapshot,
    &schema_local,       &schema_local_change, &schema_result,
};

#define LAYOUTS (sizeof layouts / sizeof *layouts)

/* ---- Values of a row ------------------------------------------------------*/

static const void *field_of(const Column *column, const void *row)
{
    return (const char *)row + column->offset;
}

const char *schema_text(const Column *column, const void *row)
{
    return *(char *const *)field_of(column, row);
}

Word schema_interval(const Column *column, const void *row)
{
    return *(const Word *)field_of(column, row);
}

const Column *schema_difference(const Layout *layout, const void *a,
                                const void *b)
{
    for (const Column *c = layout->columns; c->name; ++c) {
        if (!c->compared)
            continue;
        bool text = c->type == COLUMN_NAME || c->type == COLUMN_LINES;
        if (text ? strcmp(schema_text(c, a), schema_text(c, b)) != 0
                 : schema_number(c, a) != schema_number(c, b))
            return c;
    }
    return NULL;
}

/* ---- SQL ------------------------------------------------------------------*/

/* Calls ADD for each column of SQL that a layout has. */
static void each_column(const Layout *layout, Text *sql,
                        void (*add)(Text *sql, const Column *column,
                                    const char *suffix))
{
    for (const Column *c = layout->columns; c->name; ++c)
        if (c->type == COLUMN_INTERVAL) {
            add(sql, c, "first");
            add(sql, c, "last");
        } else
            add(sql, c, "");
}

static void add_name(Text *sql, const Column *column, const char *suffix)
{
    text_add(sql, ", %s%s", column->name, suffix);
}

static void add_place(Text *sql, const Column *column, const char *suffix)
{
    (void)column;
    (void)suffix;
    text_add(sql, ", ?");
}

void schema_select(const Layout *layout, Text *sql)
{
    text_add(sql, "select id");
    each_column(layout, sql, add_name);
    text_add(sql, " from %s order by id", layout->name);
}

void schema_insert(const Layout *layout, Text *sql)
{
    text_add(sql, "insert into %s values(?", layout->name);
    each_column(layout, sql, add_place);
    text_add(sql, ")");
}

/* The lines of a comment, each behind "-- ". */
static void add_comment(Text *sql, const char *comment)
{
    const char *line = comment;

    while (line && *line) {
        int length = (int)strcspn(line, "\n");
        text_add(sql, "  -- %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

/* What the numbers of a column stand for, as a comment, four to a line. */
static void add_value_names(Text *sql, const Column *column)
{
    Text names = {0};

    for (int i = 0; i <= (int)column->high; ++i)
        text_add(&names, "%s%d %s",
                 i == 0  ? ""
                 : i % 4 ? ", "
                         : ",\n",
                 i, column->value_name(i));
    add_comment(sql, names.text);
    text_free(&names);
}

static void add_column(Text *sql, const Column *column, const char *suffix)
{
    bool text = column->type == COLUMN_NAME || column->type == COLUMN_LINES;

    text_add(sql, ",\n");
    if (strcmp(suffix, "last") != 0)
        add_comment(sql, column->comment);
    if (column->value_name)
        add_value_names(sql, column);
    text_add(sql, "  %s%s %s NOT NULL", column->name, suffix,
             text ? "TEXT" : "INTEGER");
}

static void add_table(Text *sql, const Layout *layout)
{
    text_add(sql, "CREATE TABLE %s( -- %s\n", layout->name, layout->comment);
    add_comment(sql, layout->id);
    text_add(sql, "  id INTEGER PRIMARY KEY");
    each_column(layout, sql, add_column);
    text_add(sql, "\n);\n");
}

static const char run_sql[] =
    "CREATE TABLE run( -- what was run, on what: one row a fact\n"
    "  key TEXT PRIMARY KEY,\n"
    "  value NOT NULL     -- k banks; digest: of all that is in this file\n"
    ") WITHOUT ROWID;\n";

/* ---- Views ----------------------------------------------------------------*/

/* An interval of inputs as text. */
#define STANDS_FOR(first, last)                                                \
    "case when " first " < " last " then 'Σx' || " first " || '..x' || " last  \
    " when " first " = " last " then 'x' || " first " when " last              \
    " = 0 then 'identity' when " last " = 2 then 'nothing' else '?' end"

#define K "(select value from run where key = 'k')"

/* In their SQL %n stands for the name of i.kind, %s for the kinds that touch
 * shared memory, %w for those that write it. */
static const struct {
    const char *name, *sql;
} views[] = {
    {"event",
     " AS -- every access with all that is known of it\n"
     "select s.id as step, p.name as phase, s.level,\n"
     "  i.id as instruction, i.site as line, i.warp,\n"
     "  a.lane, i.warp * " K " + a.lane as thread,\n"
     "  %n as kind,\n"
     "  a.cell, case when i.kind in %s then a.cell % " K " end as bank,\n"
     "  a.value, " STANDS_FOR(
         "a.first",
         "a.last") " as stands_for\n"
                   "from access a join instruction i on i.id = a.id / 64\n"
                   "  join step s on s.id = i.step join phase p on p.id = "
                   "s.phase"},
    {"addition",
     " AS -- every sum, with its step and lane\n"
     "select i.step, i.id as instruction,\n"
     "  a.lane, u.left, u.right,\n"
     "  " STANDS_FOR(
         "u.left_first",
         "u.left_last") " as left_stands_for,\n"
                        "  " STANDS_FOR(
                            "u.right_first",
                            "u.right_last") " as right_stands_for\n"
                                            "from sum u join access a on "
                                            "a.id = u.id / 256\n"
                                            "  join instruction i on "
                                            "i.id = u.id / 16384"},
    {"change",
     " AS -- the cells that a step leaves changed\n"
     "select i.step, a.cell, a.value,\n"
     "  " STANDS_FOR(
         "a.first",
         "a.last") " as stands_for, max(a.id) as access\n"
                   "from access a join instruction i on i.id = a.id / 64\n"
                   "where i.kind in %w group by i.step, a.cell"},
    {"queue", " AS -- who waits: the requests at each bank\n"
              "select i.step, i.id as instruction, a.cell % " K " as bank,\n"
              "  count(*) as requests, count(distinct a.cell) as words\n"
              "from access a join instruction i on i.id = a.id / 64\n"
              "where i.kind in %s group by i.id, bank"},
};

#define VIEWS (sizeof views / sizeof *views)

/* "(0, 1)": the kinds of access to shared memory; only those that write. */
static void add_shared_kinds(Text *sql, bool only_writes)
{
    const char *before = "(";

    for (int kind = 0; kind < ACCESS_KINDS; ++kind) {
        const AccessTraits *is = trace_traits((AccessKind)kind);
        if (is->space != SPACE_SHARED || (only_writes && !is->writes))
            continue;
        text_add(sql, "%s%d", before, kind);
        before = ", ";
    }
    text_add(sql, ")");
}

static void add_kind_name(Text *sql)
{
    text_add(sql, "case i.kind");
    for (int kind = 0; kind < ACCESS_KINDS; ++kind)
        text_add(sql, " when %d then '%s'", kind, kind_name(kind));
    text_add(sql, " end");
}

static void add_view(Text *sql, size_t view)
{
    text_add(sql, "CREATE VIEW %s", views[view].name);
    for (const char *c = views[view].sql; *c; ++c)
        if (c[0] != '%' || c[1] == ' ') { /* the remainder of a division */
            text_add_bytes(sql, c, 1);
        } else if (*++c == 'n') {
            add_kind_name(sql);
        } else {
            add_shared_kinds(sql, *c == 'w');
        }
    text_add(sql, ";\n");
}

void schema_check_memory(sqlite3 *db)
{
    if (!db || sqlite3_errcode(db) == SQLITE_NOMEM)
        base_out_of_memory();
}

bool schema_pragma(sqlite3 *db, const char *name, int value)
{
    char *sql = sqlite3_mprintf("pragma %s = %d", name, value);

    if (!sql)
        base_out_of_memory();
    bool ok = sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_free(sql);
    return ok;
}

/* True if the trace of a PROGRAM, or another, has table I. */
static bool has_table(size_t i, bool program)
{
    return program || !layouts[i]->of_program;
}

bool schema_create(sqlite3 *db, bool program)
{
    Text sql = {0};

    text_add(&sql, "%s", run_sql);
    for (size_t i = 0; i < LAYOUTS; ++i)
        if (has_table(i, program))
            add_table(&sql, layouts[i]);
    for (size_t i = 0; i < VIEWS; ++i)
        add_view(&sql, i);
    bool good = sqlite3_exec(db, sql.text, NULL, NULL, NULL) == SQLITE_OK;
    text_free(&sql);
    return good;
}

/* ---- Is a file one of ours? -----------------------------------------------*/

/* The rows of SQL, each followed by a line break, are TEXT. */
static bool rows_are(sqlite3 *db, const char *sql, const char *text)
{
    sqlite3_stmt *row = NULL;
    Text found = {0};
    int status = sqlite3_prepare_v2(db, sql, -1, &row, NULL);

    if (status == SQLITE_OK)
        while ((status = sqlite3_step(row)) == SQLITE_ROW) {
            const char *line = (const char *)sqlite3_column_text(row, 0);
            text_add(&found, "%.200s\n", line ? line : "?");
        }
    schema_check_memory(db);
    sqlite3_finalize(row);
    bool same =
        status == SQLITE_DONE && found.text && strcmp(found.text, text) == 0;
    text_free(&found);
    return same;
}

static void list_column(Text *text, const Column *column, const char *suffix)
{
    bool words = column->type == COLUMN_NAME || column->type == COLUMN_LINES;

    text_add(text, "%s%s %s 00\n", column->name, suffix,
             words ? "TEXT" : "INTEGER");
}

/* Does a table have the COLUMNS, one to a line with its type, its place in the
 * primary key and a 0 that means "stored"? */
static bool columns_are(sqlite3 *db, const char *table, const char *columns)
{
    Text sql = {0};

    text_add(&sql,
             "select name || ' ' || type || ' ' || pk || hidden from "
             "pragma_table_xinfo('%s') order by cid",
             table);
    bool same = rows_are(db, sql.text, columns);
    text_free(&sql);
    return same;
}

/* Virtual tables, like views, have no page of their own. */
static bool objects_match(sqlite3 *db, bool program)
{
    Text text = {0};

    text_add(&text, "table run 1\n");
    for (size_t i = 0; i < LAYOUTS; ++i)
        if (has_table(i, program))
            text_add(&text, "table %s 1\n", layouts[i]->name);
    for (size_t i = 0; i < VIEWS; ++i)
        text_add(&text, "view %s 0\n", views[i].name);
    bool same = rows_are(db,
                         "select type || ' ' || name || ' ' || (rootpage > 0) "
                         "from sqlite_master order by rowid",
                         text.text);
    text_free(&text);
    return same;
}

bool schema_matches(sqlite3 *db, bool *program)
{
    *program = objects_match(db, true);
    bool same = (*program || objects_match(db, false)) &&
                columns_are(db, "run", "key TEXT 10\nvalue  00\n");

    for (size_t i = 0; same && i < LAYOUTS; ++i) {
        if (!has_table(i, *program))
            continue;
        Text columns = {0};
        text_add(&columns, "id INTEGER 10\n");
        each_column(layouts[i], &columns, list_column);
        same = columns_are(db, layouts[i]->name, columns.text);
        text_free(&columns);
    }
    return same;
}
