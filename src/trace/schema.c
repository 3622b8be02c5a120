/* SPDX-License-Identifier: MIT
 *
 * schema - the tables of a .upsweep file; see schema.h.
 *
 * The comments are written into the file for its reader: SQLite keeps them, and
 * `.schema` shows them.
 */
#include "trace/schema.h"

#include "trace/limits.h"
#include "trace/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns --------------------------------------------------------------*/

/* Columns of struct ROW.  Those of NUMBER, NAMED, WORD, INTERVAL, SPAN and TEXT
 * are the same in two recordings of one run; MEASURED ones depend on the
 * machine.  An INDEX counts rows of another table; a LINK does, too, and may
 * differ. */
#define NUMBER(row, type, name, field, low, high, comment)                     \
    {                                                                          \
        name, COLUMN_##type, offsetof(row, field), low, high, true, comment,   \
            NULL, NULL, FACT_ALWAYS                                            \
    }
#define MEASURED(row, type, name, field, high, comment)                        \
    {                                                                          \
        name, COLUMN_##type, offsetof(row, field), 0, high, false, comment,    \
            NULL, NULL, FACT_ALWAYS                                            \
    }
#define NAMED(row, type, name, field, count, value_name)                       \
    {                                                                          \
        name, COLUMN_##type, offsetof(row, field), 0, (count)-1, true, NULL,   \
            value_name, NULL, FACT_ALWAYS                                      \
    }
#define REFERENCE(row, type, name, field, table, compared, comment)            \
    {                                                                          \
        name, COLUMN_##type, offsetof(row, field), 0, UINT32_MAX, compared,    \
            comment, NULL, schema_tables + TABLE_##table, FACT_ALWAYS          \
    }
#define INDEX(row, type, name, field, table, comment)                          \
    REFERENCE(row, type, name, field, table, true, comment)
#define LINK(row, type, name, field, table, comment)                           \
    REFERENCE(row, type, name, field, table, false, comment)
#define WORD(row, name, field, comment)                                        \
    NUMBER(row, I32, name, field, INT32_MIN, INT32_MAX, comment)
#define TEXT(row, type, name, field, low, high)                                \
    NUMBER(row, type, name, field, low, high, NULL)
#define INTERVAL(row, name, field, comment)                                    \
    NUMBER(row, FIRST, name "first", field, 0, UINT16_MAX, comment),           \
        NUMBER(row, LAST, name "last", field, 0, UINT16_MAX, NULL)
#define SPAN(row, name, field, comment)                                        \
    NUMBER(row, SPAN_FIRST, name "first", field, 0, LIMITS_ELEMENTS, comment), \
        NUMBER(row, SPAN_LAST, name "last", field, 0, LIMITS_ELEMENTS, NULL)
#define FACT(key, type, field, low, high, use, compared)                       \
    {                                                                          \
        key, COLUMN_##type, offsetof(Run, field), low, high, compared, NULL,   \
            NULL, NULL, FACT_##use                                             \
    }

/* By rising key. */
static const Column run[] = {
    FACT("algorithm", NAME, algorithm, 1, 64, ALWAYS, false),
    FACT("arithmetic", NAME, arithmetic, 0, 4096, OPTIONAL, false),
    FACT("block_n", U32, block_n, 1, INTERVAL_MAX_N, ALWAYS, true),
    FACT("blocks", U32, blocks, 1, LIMITS_BLOCKS, ALWAYS, true),
    FACT("command", NAME, command, 0, 4096, ALWAYS, false),
    FACT("compiler", NAME, compiler, 0, 1024, ALWAYS, false),
    FACT("device", NAME, device, 1, 16, ALWAYS, false),
    FACT("device_name", NAME, device_name, 0, 256, ALWAYS, false),
    FACT("digest", DIGEST, algorithm, DIGEST_DIGITS, DIGEST_DIGITS, ALWAYS,
         false),
    FACT("ended", NAME, ended, 0, 1024, OPTIONAL, false),
    FACT("ended_line", U32, ended_line, 0, LIMITS_LINES, OPTIONAL, false),
    FACT("ended_source", U32, ended_source, 0, LIMITS_SOURCES - 1, OPTIONAL,
         false),
    FACT("forms", NAME, forms, 1, 4096, RARE, false),
    FACT("inclusive", U8, inclusive, 0, 1, ALWAYS, true),
    FACT("k", U32, k, 2, TRACE_MAX_BANKS, ALWAYS, true),
    FACT("keep", NAME, condition, 0, 256, ALWAYS, false),
    FACT("launches", U32, launches, 0, INT32_MAX, OPTIONAL, false),
    FACT("left_out", NAME, left_out, 0, 1024, OPTIONAL, false),
    FACT("n", U32, n, 1, INTERVAL_MAX_N, ALWAYS, true),
    FACT("op", OP, op, 1, 16, ALWAYS, true),
    FACT("origin", U32, origin, 0, ORIGIN_KINDS - 1, ALWAYS, true),
    FACT("passes", U32, passes, 0, 32, ALWAYS, true),
    FACT("proved", NAME, proved, 1, 1024, RARE, false),
    FACT("refused", NAME, refused, 0, 1024, OPTIONAL, false),
    FACT("returned", U32, returned, 1, UINT8_MAX, RARE, false),
    FACT("seed", I64, seed, INT64_MIN, INT64_MAX, ALWAYS, false),
    FACT("summary", NAME, summary, 0, 256, ALWAYS, false),
    FACT("threads", U32, threads, 1, LIMITS_THREADS, ALWAYS, true),
    FACT("title", NAME, title, 0, 128, ALWAYS, false),
    FACT("trials", U32, trials, 0, LIMITS_TRIALS, ALWAYS, true),
    FACT("uncopied", NAME, uncopied, 0, 1024, OPTIONAL, false),
    FACT("undefined", U32, undefined, 1, UINT32_MAX, RARE, false),
    FACT("undefined_first", U32, undefined_first, 1, UINT32_MAX, RARE, false),
    FACT("undefined_lane", U32, undefined_lane, 1, TRACE_MAX_BANKS - 1, RARE,
         false),
    FACT("unfinished", U32, unfinished, 0, 1, OPTIONAL, false),
    FACT("words", U32, words, 0, LIMITS_WORDS, ALWAYS, true)};

static const char *local_kind_name(int kind)
{
    static const char *const names[LOCAL_KINDS] = {"a number", "true or false",
                                                   "a pointer"};
    return names[kind];
}

static const char *phase_name(int kind)
{
    return kind == PHASE_OTHER  ? "the kernel's own"
           : kind == PHASE_GRID ? "its own, after a barrier of the grid"
                                : trace_phase_title((PhaseKind)kind);
}

static const char *kind_name(int kind)
{
    return trace_traits((AccessKind)kind)->name;
}

static const Column element[] = {
    WORD(ElementRow, "input", input,
         "32-bit words, as signed numbers; for fadd the\n"
         "bits of a float, for affine a*65536 + b"),
    WORD(ElementRow, "output", output, NULL),
    INTERVAL(ElementRow, "", output_interval,
             "output is the sum of inputs first to last; if first\n"
             "> last: last 0 is the identity, 1 no sum of\n"
             "neighbours, 2 a word nobody stored"),
};

static const Column source[] = {
    TEXT(Source, NAME, "name", name, 1, LIMITS_NAME),
    TEXT(Source, LINES, "text", text, 0, LIMITS_SOURCE),
};

static const Column array[] = {
    TEXT(Array, NAME, "name", name, 1, LIMITS_NAME),
    NUMBER(Array, U32, "words", words, 1, LIMITS_GLOBAL, NULL),
    NUMBER(Array, U8, "holds", holds, 0, HOLDS_KINDS - 1,
           "0 sums, 1 numbers, 2 flags, 3 states and sums in\nturn, 4 states"),
    NUMBER(Array, U8, "element", element, 0, ELEMENT_KINDS - 1,
           "of a program: 1 int8, 2 uint8, 3 int16, 4 uint16,\n"
           "5 int32, 6 uint32, 7 int64, 8 uint64, 9 float,\n"
           "10 double; else 0"),
    NUMBER(Array, U32, "element_bytes", element_bytes, 0, INT32_MAX, NULL),
    MEASURED(Array, U8, "unset", unset, 1,
             "1: before the first launch that touches the array\n"
             "nobody stored to other words than these two say"),
    MEASURED(Array, U32, "set_first", set_first, LIMITS_GLOBAL, NULL),
    MEASURED(Array, U32, "set_end", set_end, LIMITS_GLOBAL,
             "the first word behind"),
};

static const Column variable[] = {
    TEXT(Variable, NAME, "name", name, 1, LIMITS_NAME),
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
    NUMBER(Variable, U32, "extent3", extents[3], 0, INT32_MAX, NULL),
};

static const Column grid[] = {
    TEXT(Grid, NAME, "title", title, 0, LIMITS_NAME),
    LINK(Grid, U32, "source", source, SOURCE, "of its kernel"),
    NUMBER(Grid, U32, "n", n, 1, INTERVAL_MAX_N, "elements of its input"),
    NUMBER(Grid, U32, "block_n", block_n, 1, INTERVAL_MAX_N,
           "elements of a block"),
    NUMBER(Grid, U32, "blocks", blocks, 1, LIMITS_BLOCKS, "launched"),
    NUMBER(Grid, U32, "threads", threads, 1, LIMITS_THREADS, "of a block"),
    NUMBER(Grid, U32, "words", words, 0, LIMITS_WORDS,
           "shared memory of a block"),
    INDEX(Grid, U8, "input", in, ARRAY, "arrays"),
    INDEX(Grid, U8, "output", out, ARRAY, NULL),
    NUMBER(Grid, U8, "part", part, 0, UINT8_MAX, "of its kernel"),
    NUMBER(Grid, U32, "grid_x", extents[0], 1, LIMITS_BLOCKS, NULL),
    NUMBER(Grid, U32, "grid_y", extents[1], 1, LIMITS_BLOCKS, NULL),
    NUMBER(Grid, U32, "grid_z", extents[2], 1, LIMITS_BLOCKS, NULL),
    NUMBER(Grid, U32, "block_x", block_extents[0], 1, LIMITS_THREADS, NULL),
    NUMBER(Grid, U32, "block_y", block_extents[1], 1, LIMITS_THREADS, NULL),
    NUMBER(Grid, U32, "block_z", block_extents[2], 1, LIMITS_THREADS, NULL),
    MEASURED(Grid, U8, "unfenced", unfenced, 1,
             "of a program, 1: no thread executed a fence"),
    NUMBER(Grid, U8, "tiled", tiled, 0, 1,
           "1: block_n elements are a block's tile"),
};

static const Column block[] = {
    INDEX(Block, U32, "grid", grid, GRID, NULL),
    NUMBER(Block, U32, "number", index, 0, LIMITS_BLOCKS - 1, "in its grid"),
};

static const Column phase[] = {
    TEXT(Phase, NAME, "name", title, 1, LIMITS_NAME),
    NAMED(Phase, U8, "kind", kind, PHASE_KINDS, phase_name),
};

static const Column step[] = {
    INDEX(Step, U32, "block", block, BLOCK, NULL),
    LINK(Step, U16, "phase", phase, PHASE, NULL),
    MEASURED(Step, U16, "site", site, UINT16_MAX, "line of the source"),
    NUMBER(Step, I32, "level", level, -LIMITS_LEVEL, LIMITS_LEVEL, NULL),
};

static const Column instruction[] = {
    LINK(Instruction, U32, "step", step, STEP, NULL),
    NUMBER(Instruction, U16, "warp", warp, 0, UINT16_MAX, NULL),
    MEASURED(Instruction, U16, "site", site, UINT16_MAX, "line of its source"),
    LINK(Instruction, U8, "source", source, SOURCE, NULL),
    NUMBER(Instruction, U8, "place", place, 0, UINT8_MAX,
           "among the accesses of its line"),
    NUMBER(Instruction, U32, "occurrence", occurrence, 0, UINT32_MAX,
           "how many times before in the step"),
    NAMED(Instruction, U8, "kind", kind, ACCESS_KINDS, kind_name),
    NUMBER(Instruction, U8, "width", width, 1, 16,
           "bytes that each lane moves"),
    NUMBER(Instruction, U8, "volatile", is_volatile, 0, 1, NULL),
    NUMBER(Instruction, U32, "epoch", epoch, 0, UINT32_MAX,
           "how the lanes met since the barrier: bits 0 to 15\n"
           "how often all did, then trace/epoch.h"),
    INDEX(Instruction, U8, "array", array, ARRAY, "of global memory"),
    MEASURED(Instruction, U32, "time", time, UINT32_MAX - 1,
             "place in the order of issue"),
};

static const Column access[] = {
    NUMBER(Access, U8, "lane", lane, 0, TRACE_MAX_BANKS - 1, NULL),
    NUMBER(Access, U8, "bytes", bytes, 1, TRACE_WORD,
           "of the word that it touches: bit i for byte i"),
    NUMBER(Access, U32, "cell", cell, 0, UINT32_MAX,
           "of shared memory; index in a global array; lane\n"
           "a shuffle took from"),
    WORD(Access, "value", value, NULL),
    INTERVAL(Access, "", interval,
             "which inputs the value is the sum of, as in\nelement"),
};

static const Column sum[] = {
    WORD(Sum, "left", left, NULL),
    WORD(Sum, "right", right, NULL),
    INTERVAL(Sum, "left_", left_interval, NULL),
    INTERVAL(Sum, "right_", right_interval, NULL),
};

static const Column snapshot[] = {
    WORD(SnapshotRow, "value", value, NULL),
    INTERVAL(SnapshotRow, "", interval, NULL),
};

static const char *space_name(int space)
{
    return space == SPACE_SHARED ? "of a variable" : "of an array";
}

static const Column member[] = {
    TEXT(Member, NAME, "name", name, 1, LIMITS_NAME),
    NAMED(Member, U32, "space", space, SPACE_GLOBAL + 1, space_name),
    MEASURED(Member, U32, "owner", owner, UINT32_MAX,
             "the variable, or the array"),
    NUMBER(Member, U32, "first", first, 0, INT32_MAX, "byte of the struct"),
    NUMBER(Member, U8, "element", element, 0, ELEMENT_KINDS - 1, "as in array"),
};

static const Column local[] = {
    TEXT(Local, NAME, "function", function, 1, LIMITS_NAME),
    TEXT(Local, NAME, "name", name, 1, LIMITS_NAME),
    TEXT(Local, NAME, "type", type, 1, LIMITS_NAME),
    INDEX(Local, U32, "source", source, SOURCE, NULL),
    NUMBER(Local, U32, "line", line, 0, INT32_MAX, "of its declaration"),
    NUMBER(Local, U32, "last_line", last_line, 0, INT32_MAX, "of its scope"),
    NAMED(Local, U8, "kind", kind, LOCAL_KINDS, local_kind_name),
    NUMBER(Local, U8, "element", element, 0, ELEMENT_KINDS - 1, "as in array"),
};

static const Column local_change[] = {
    LINK(LocalChange, U32, "instruction", instruction, INSTRUCTION, NULL),
    NUMBER(LocalChange, U8, "lane", lane, 0, TRACE_MAX_BANKS - 1, NULL),
    LINK(LocalChange, U16, "local", local, LOCAL, NULL),
    NUMBER(LocalChange, U8, "depth", depth, 0, UINT8_MAX,
           "of calls; 0 for the kernel"),
    NUMBER(LocalChange, U8, "ends", ends, 0, 1, "1: it has no value any more"),
    NUMBER(LocalChange, I64, "value", value, INT64_MIN, INT64_MAX,
           "of a float its bits; of a pointer 0, or in its\n"
           "highest byte 1 and array*2^40 + byte, or 2 and a\n"
           "byte of shared memory, or 3 for what is elsewhere"),
};

static const char *result_kind_name(int kind)
{
    return sum_kind_name((SumKind)kind);
}

static const Column result[] = {
    TEXT(SumResult, NAME, "input", input, 0, LIMITS_NAME),
    TEXT(SumResult, NAME, "output", output, 0, LIMITS_NAME),
    TEXT(SumResult, NAME, "unchecked", unchecked, 0, LIMITS_REASON),
    NUMBER(SumResult, U32, "launch", first, 1, INT32_MAX,
           "in the program, from 1"),
    NUMBER(SumResult, U32, "last_launch", last, 1, INT32_MAX,
           "behind which the output was looked at"),
    NAMED(SumResult, U32, "kind", kind, SUM_KINDS, result_kind_name),
    NUMBER(SumResult, U32, "nearest", nearest, 0, SUM_KINDS - 1,
           "what most outputs are"),
    NUMBER(SumResult, U32, "trials", trials, 0, LIMITS_TRIALS,
           "runs on random inputs"),
    NUMBER(SumResult, U32, "bits", bits, 0, 64, "of a random element"),
    NUMBER(SumResult, U32, "n", n, 0, LIMITS_ELEMENTS,
           "elements that the launch uses"),
    NUMBER(SumResult, U32, "first_input", first_input, 0, LIMITS_ELEMENTS,
           "the first of these"),
    NUMBER(SumResult, U32, "outputs", count, 0, LIMITS_ELEMENTS,
           "that were stored"),
    NUMBER(SumResult, U32, "first_output", first_output, 0, LIMITS_ELEMENTS,
           "where the first one is"),
    NUMBER(SumResult, U32, "cut", cut, 0, 1, "1: others are not judged"),
    NUMBER(SumResult, U32, "segment", segment, 0, LIMITS_ELEMENTS,
           "elements that are scanned, or added, apart"),
    NUMBER(SumResult, U32, "unexplained", unexplained, 0, UINT32_MAX,
           "words stored of which no sum was found"),
    NUMBER(SumResult, U32, "wrong", wrong, 0, LIMITS_ELEMENTS,
           "outputs that are not as nearest has them"),
    NUMBER(SumResult, U32, "first_wrong", first_wrong, 0, LIMITS_ELEMENTS,
           NULL),
    SPAN(SumResult, "is_", is, "what that one is the sum of"),
    SPAN(SumResult, "wanted_", wanted, "and should be"),
};

/* ---- Tables ---------------------------------------------------------------*/

#define COLUMNS(columns) columns, sizeof columns / sizeof *columns

const Layout schema_tables[TABLES] = {
    [TABLE_RUN] = {"run", NULL, NULL, COLUMNS(run), sizeof(Run), 0, 0, 0},
    [TABLE_SOURCE] = {"source", "the kernels' files: the code that ran", NULL,
                      COLUMNS(source), sizeof(Source), offsetof(Trace, sources),
                      1, LIMITS_SOURCES},
    [TABLE_ARRAY] = {"array", "of global memory: 0 in, 1 out, 2 ... own", NULL,
                     COLUMNS(array), sizeof(Array), offsetof(Trace, arrays), 1,
                     LIMITS_ARRAYS},
    [TABLE_VARIABLE] = {"variable", "of a program, in shared memory", NULL,
                        COLUMNS(variable), sizeof(Variable),
                        offsetof(Trace, variables), 0, LIMITS_VARIABLES},
    [TABLE_GRID] = {"grid", "launches, one after the other", NULL,
                    COLUMNS(grid), sizeof(Grid), offsetof(Trace, grids), 1,
                    LIMITS_GRIDS},
    [TABLE_BLOCK] = {"block", "the blocks in this file", NULL, COLUMNS(block),
                     sizeof(Block), offsetof(Trace, blocks), 1, INT32_MAX},
    [TABLE_ELEMENT] = {"element", "what went in and came out of the scan", NULL,
                       COLUMNS(element), sizeof(ElementRow), 0, 0,
                       INTERVAL_MAX_N},
    [TABLE_PHASE] = {"phase", "what steps are for: load, up-sweep, ...", NULL,
                     COLUMNS(phase), sizeof(Phase), offsetof(Trace, phases), 0,
                     LIMITS_PHASES},
    [TABLE_STEP] = {"step", "what happens between two barriers", NULL,
                    COLUMNS(step), sizeof(Step), offsetof(Trace, steps), 1,
                    UINT32_MAX - 1},
    [TABLE_INSTRUCTION] = {"instruction",
                           "one access of a line, one warp, all lanes",
                           "block after block", COLUMNS(instruction),
                           sizeof(Instruction), offsetof(Trace, instructions),
                           0, UINT32_MAX - 1},
    [TABLE_ACCESS] = {"access", "what one lane did to a word in an instruction",
                      "instruction*64 + 0, 1, 2, ...", COLUMNS(access),
                      sizeof(Access), offsetof(Trace, accesses), 0,
                      UINT32_MAX - 1},
    [TABLE_SUM] = {"sum", "left + right, on the way to an access",
                   "access*256 + 0, 1, 2, ...", COLUMNS(sum), sizeof(Sum),
                   offsetof(Trace, sums), 0, INT64_MAX},
    [TABLE_SNAPSHOT] = {"snapshot", "cells that the stores do not account for",
                        "(step + block)*1048576 + cell; before the first\n"
                        "step all are 0 and nothing",
                        COLUMNS(snapshot), sizeof(SnapshotRow), 0, 0,
                        INT64_MAX},
    [TABLE_LOCAL] = {"local", "variables of a program's functions", NULL,
                     COLUMNS(local), sizeof(Local), offsetof(Trace, locals), 0,
                     LIMITS_LOCALS},
    [TABLE_LOCAL_CHANGE] = {"local_change",
                            "values of locals, from an instruction on",
                            "block after block, thread after thread",
                            COLUMNS(local_change), sizeof(LocalChange),
                            offsetof(Trace, local_changes), 0, UINT32_MAX - 1},
    [TABLE_RESULT] = {"result",
                      "what each launch of a program computes; then all", NULL,
                      COLUMNS(result), sizeof(SumResult),
                      offsetof(Trace, results), 0,
                      (LIMITS_GRIDS + 1) * (1 + SUM_RESULT_OTHERS) +
                          SUM_RESULT_FURTHER},
    [TABLE_MEMBER] = {"member", "of the structs in variables and arrays", NULL,
                      COLUMNS(member), sizeof(Member), offsetof(Trace, members),
                      0, LIMITS_MEMBERS},
};

/* ---- Rows -----------------------------------------------------------------*/

/* A pointer, a count and a capacity follow each other in Trace. */
Rows schema_rows(const Trace *trace, const Layout *layout)
{
    const char *at = (const char *)trace + layout->rows;
    Rows rows = {0};

    if (layout->rows)
        memcpy(&rows, at, sizeof rows);
    return rows;
}

void schema_push(Trace *trace, const Layout *layout, const void *row)
{
    Rows rows = schema_rows(trace, layout);

    if (rows.count == rows.capacity)
        rows.items =
            base_grow(rows.items, rows.count, &rows.capacity, layout->size);
    memcpy((char *)rows.items + rows.count++ * layout->size, row, layout->size);
    memcpy((char *)trace + layout->rows, &rows, sizeof rows);
}

void schema_set(const Column *column, void *row, int64_t number)
{
    void *field = (char *)row + column->offset;
    uint32_t word = (uint32_t)number;

    switch (column->type) {
    case COLUMN_U8:
        *(uint8_t *)field = (uint8_t)number;
        break;
    case COLUMN_U16:
        *(uint16_t *)field = (uint16_t)number;
        break;
    case COLUMN_I64:
        *(int64_t *)field = number;
        break;
    case COLUMN_FIRST:
        *(Word *)field = interval_make(word, interval_last(*(Word *)field));
        break;
    case COLUMN_LAST:
        *(Word *)field = interval_make(interval_first(*(Word *)field), word);
        break;
    case COLUMN_SPAN_FIRST:
        ((InputSpan *)field)->first = word;
        break;
    case COLUMN_SPAN_LAST:
        ((InputSpan *)field)->last = word;
        break;
    default:
        *(uint32_t *)field = word;
    }
}

const char *schema_text(const Column *column, const void *row)
{
    const void *field = schema_field(column, row);

    if (column->type == COLUMN_OP)
        return op_name(*(const Op *)field);
    const char *text = *(char *const *)field;
    return text ? text : "";
}

void schema_free_texts(const Layout *layout, size_t columns, const void *row)
{
    for (size_t i = 0; i < columns && i < layout->columns_count; ++i)
        if (schema_has_text(layout->columns + i))
            free(*(char *const *)schema_field(layout->columns + i, row));
}

const Column *schema_difference(TableId table, const void *a, const void *b)
{
    const Layout *layout = schema_tables + table;

    for (const Column *c = layout->columns;
         c < layout->columns + layout->columns_count; ++c)
        if (c->compared &&
            (schema_has_text(c)
                 ? strcmp(schema_text(c, a), schema_text(c, b)) != 0
                 : schema_number(c, a) != schema_number(c, b)))
            return c;
    return NULL;
}

/* ---- Traces ---------------------------------------------------------------*/

Trace *trace_new(void)
{
    return base_alloc(1, sizeof(Trace));
}

void trace_free(Trace *trace)
{
    if (!trace)
        return;
    for (size_t i = 0; i < trace->results_count; ++i)
        sum_result_free(trace->results + i);
    trace->results_count = 0;
    if (!trace->borrows)
        schema_free_texts(schema_tables + TABLE_RUN, SIZE_MAX, &trace->run);
    for (int t = TABLE_RUN + 1; t < TABLES; ++t) {
        Rows rows = schema_rows(trace, schema_tables + t);
        size_t size = schema_tables[t].size;
        for (size_t i = 0; i < rows.count && !trace->borrows; ++i)
            schema_free_texts(schema_tables + t, SIZE_MAX,
                              (char *)rows.items + i * size);
        if (!trace->borrows || rows.capacity > 0)
            free(rows.items);
    }
    free(trace->input);
    free(trace->output);
    free(trace->output_interval);
    free(trace->snapshot_values);
    free(trace->snapshot_intervals);
    free(trace);
}

/* Gives ROW, a copy, texts of its own. */
static void copy_texts(const Layout *layout, void *row)
{
    for (size_t i = 0; i < layout->columns_count; ++i) {
        char **text =
            (char **)(void *)((char *)row + layout->columns[i].offset);
        if (schema_has_text(layout->columns + i) && *text)
            *text = base_strdup(*text);
    }
}

/* A copy of an array of words; NULL of NULL. */
static Word *copy_words(const Word *words, size_t count)
{
    return words ? base_memdup(words, count * sizeof *words) : NULL;
}

Trace *trace_copy(const Trace *trace)
{
    Trace *copy = base_memdup(trace, sizeof *trace);
    size_t words = trace->snapshots_count * trace->run.words;

    copy->borrows = false;
    copy_texts(schema_tables + TABLE_RUN, &copy->run);
    for (int t = TABLE_RUN + 1; t < TABLES; ++t) {
        const Layout *layout = schema_tables + t;
        Rows rows = schema_rows(trace, layout);
        if (!rows.items)
            continue;
        rows.items = base_memdup(rows.items, rows.count * layout->size);
        rows.capacity = rows.count;
        for (size_t i = 0; i < rows.count; ++i)
            copy_texts(layout, (char *)rows.items + i * layout->size);
        memcpy((char *)copy + layout->rows, &rows, sizeof rows);
    }
    /* run.forms stores these, so no column has them */
    for (size_t i = 0; i < copy->results_count; ++i)
        if (copy->results[i].form)
            copy->results[i].form = base_strdup(copy->results[i].form);
    copy->input = copy_words(trace->input, trace->run.n);
    copy->output = copy_words(trace->output, trace->run.n);
    copy->output_interval = copy_words(trace->output_interval, trace->run.n);
    copy->snapshot_values = copy_words(trace->snapshot_values, words);
    copy->snapshot_intervals = copy_words(trace->snapshot_intervals, words);
    return copy;
}

size_t trace_bytes(const Trace *trace)
{
    size_t bytes = sizeof *trace;

    for (int t = 0; t < TABLES; ++t) {
        const Layout *layout = schema_tables + t;
        Rows rows = schema_rows(trace, layout);
        const char *row = rows.items;
        if (t == TABLE_RUN) {
            row = (const char *)&trace->run;
            rows.count = 1;
        }
        bytes += rows.capacity * layout->size;
        for (; rows.count > 0; --rows.count, row += layout->size)
            for (size_t c = 0; c < layout->columns_count; ++c)
                if (schema_has_text(layout->columns + c))
                    bytes += strlen(schema_text(layout->columns + c, row)) + 1;
    }
    return bytes + (size_t)trace->run.n * 3 * sizeof(Word) +
           trace->snapshots_count * trace->run.words * 2 * sizeof(Word);
}

/* ---- Digest ---------------------------------------------------------------*/

void digest_text(uint64_t *digest, const char *text)
{
    digest_number(digest, (int64_t)strlen(text));
    for (; *text; ++text)
        digest_word(digest, (unsigned char)*text);
}

void digest_row(uint64_t *digest, const Layout *layout, int64_t id,
                const void *row)
{
    digest_number(digest, id);
    for (size_t i = 0; i < layout->columns_count; ++i)
        digest_column(digest, layout->columns + i, row);
}

const char *digest_format(uint64_t digest, char text[DIGEST_TEXT])
{
    snprintf(text, DIGEST_TEXT, "%016" PRIx64, digest);
    return text;
}
