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
    {"algorithm", FACT_TEXT, offsetof(Run, algorithm), 1, 64, false},
    {"arithmetic", FACT_TEXT, offsetof(Run, arithmetic), 0, 4096, true},
    {"block_n", FACT_COUNT, offsetof(Run, block_n), 1, INTERVAL_MAX_N, false},
    {"blocks", FACT_COUNT, offsetof(Run, blocks), 1, LIMITS_BLOCKS, false},
    {"command", FACT_TEXT, offsetof(Run, command), 0, 4096, false},
    {"compiler", FACT_TEXT, offsetof(Run, compiler), 0, 1024, false},
    {"device", FACT_TEXT, offsetof(Run, device), 1, 16, false},
    {"device_name", FACT_TEXT, offsetof(Run, device_name), 0, 256, false},
    {"digest", FACT_DIGEST, 0, SCHEMA_DIGEST, SCHEMA_DIGEST, false},
    {"ended", FACT_TEXT, offsetof(Run, ended), 0, 1024, true},
    {"ended_line", FACT_COUNT, offsetof(Run, ended_line), 0, LIMITS_LINES,
     true},
    {"ended_source", FACT_COUNT, offsetof(Run, ended_source), 0,
     LIMITS_SOURCES - 1, true},
    {"inclusive", FACT_FLAG, offsetof(Run, inclusive), 0, 1, false},
    {"k", FACT_COUNT, offsetof(Run, k), 2, TRACE_MAX_BANKS, false},
    {"keep", FACT_TEXT, offsetof(Run, condition), 0, 256, false},
    {"launches", FACT_COUNT, offsetof(Run, launches), 0, INT32_MAX, true},
    {"left_out", FACT_TEXT, offsetof(Run, left_out), 0, 1024, true},
    {"n", FACT_COUNT, offsetof(Run, n), 1, INTERVAL_MAX_N, false},
    {"op", FACT_OP, offsetof(Run, op), 1, 16, false},
    {"origin", FACT_COUNT, offsetof(Run, origin), 0, ORIGIN_KINDS - 1, false},
    {"passes", FACT_COUNT, offsetof(Run, passes), 0, 32, false},
    {"proved", FACT_NOTE, offsetof(Run, proved), 1, 1024, true},
    {"refused", FACT_TEXT, offsetof(Run, refused), 0, 1024, true},
    {"returned", FACT_RARE, offsetof(Run, returned), 1, UINT8_MAX, true},
    {"seed", FACT_SEED, offsetof(Run, seed), 0, 0, false},
    {"summary", FACT_TEXT, offsetof(Run, summary), 0, 256, false},
    {"threads", FACT_COUNT, offsetof(Run, threads), 1, LIMITS_THREADS, false},
    {"title", FACT_TEXT, offsetof(Run, title), 0, 128, false},
    {"trials", FACT_COUNT, offsetof(Run, trials), 0, LIMITS_TRIALS, false},
    {"uncopied", FACT_TEXT, offsetof(Run, uncopied), 0, 1024, true},
    {"undefined", FACT_RARE, offsetof(Run, undefined), 1, UINT32_MAX, true},
    {"undefined_first", FACT_RARE, offsetof(Run, undefined_first), 1,
     UINT32_MAX, true},
    {"undefined_lane", FACT_RARE, offsetof(Run, undefined_lane), 1,
     TRACE_MAX_BANKS - 1, true},
    {"unfinished", FACT_COUNT, offsetof(Run, unfinished), 0, 1, true},
    {"words", FACT_COUNT, offsetof(Run, words), 0, LIMITS_WORDS, false},
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
#define SPAN(row, name, field, comment)                                        \
    COLUMN(row, COLUMN_SPAN, name, field, 0, LIMITS_ELEMENTS, true, comment,   \
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
    return kind == PHASE_OTHER  ? "the kernel's own"
           : kind == PHASE_GRID ? "its own, after a barrier of the grid"
                                : trace_phase_title((PhaseKind)kind);
}

static const char *kind_name(int kind)
{
    return trace_traits((AccessKind)kind)->name;
}

const Layout schema_element = {
    .name = "element",
    "what went in and came out of the scan",
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
    .name = "source",
    "the kernels' files: the code that ran",
    {TEXT(Source, NAME, "name", name, 1, LIMITS_NAME),
     TEXT(Source, LINES, "text", text, 0, LIMITS_SOURCE)},
};

const Layout schema_array = {
    .name = "array",
    "of global memory: 0 in, 1 out, 2 ... own",
    {TEXT(Array, NAME, "name", name, 1, LIMITS_NAME),
     NUMBER(Array, U32, "words", words, 1, LIMITS_GLOBAL, NULL),
     NUMBER(Array, U8, "holds", holds, 0, HOLDS_KINDS - 1,
            "0 sums, 1 numbers, 2 flags, 3 states and sums in\nturn, 4 states"),
     NUMBER(Array, U8, "element", element, 0, ELEMENT_KINDS - 1,
            "of a program: 1 int8, 2 uint8, 3 int16, 4 uint16,\n"
            "5 int32, 6 uint32, 7 int64, 8 uint64, 9 float,\n"
            "10 double; else 0"),
     NUMBER(Array, U32, "element_bytes", element_bytes, 0, INT32_MAX, NULL),
     LINK(Array, U8, "unset", unset, 1,
          "1: before the first launch that touches the array\n"
          "nobody stored to other words than these two say"),
     LINK(Array, U32, "set_first", set_first, LIMITS_GLOBAL, NULL),
     LINK(Array, U32, "set_end", set_end, LIMITS_GLOBAL,
          "the first word behind")},
};

const Layout schema_variable = {
    .name = "variable",
    "of a program, in shared memory",
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
    .name = "grid",
    "launches, one after the other",
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
     NUMBER(Grid, U32, "grid_x", extents[0], 1, LIMITS_BLOCKS, NULL),
     NUMBER(Grid, U32, "grid_y", extents[1], 1, LIMITS_BLOCKS, NULL),
     NUMBER(Grid, U32, "grid_z", extents[2], 1, LIMITS_BLOCKS, NULL),
     NUMBER(Grid, U32, "block_x", block_extents[0], 1, LIMITS_THREADS, NULL),
     NUMBER(Grid, U32, "block_y", block_extents[1], 1, LIMITS_THREADS, NULL),
     NUMBER(Grid, U32, "block_z", block_extents[2], 1, LIMITS_THREADS, NULL),
     LINK(Grid, U8, "unfenced", unfenced, 1,
          "of a program, 1: no thread executed a fence"),
     NUMBER(Grid, U8, "tiled", tiled, 0, 1,
            "1: block_n elements are a block's tile")},
};

const Layout schema_block = {
    .name = "block",
    "those that this file tells of",
    {NUMBER(Block, U32, "grid", grid, 0, LIMITS_GRIDS - 1, NULL),
     NUMBER(Block, U32, "number", index, 0, LIMITS_BLOCKS - 1, "in its grid")},
};

const Layout schema_phase = {
    .name = "phase",
    "what steps are for: load, up-sweep, ...",
    {TEXT(Phase, NAME, "name", title, 1, LIMITS_NAME),
     NAMED(Phase, U8, "kind", kind, PHASE_KINDS, phase_name)},
};

const Layout schema_step = {
    .name = "step",
    "what happens between two barriers",
    {NUMBER(Step, U32, "block", block, 0, UINT32_MAX, NULL),
     LINK(Step, U16, "phase", phase, LIMITS_PHASES - 1, NULL),
     LINK(Step, U16, "site", site, UINT16_MAX, "line of the source"),
     NUMBER(Step, I32, "level", level, -LIMITS_LEVEL, LIMITS_LEVEL, NULL)},
};

const Layout schema_instruction = {
    .name = "instruction",
    "one access of a line, one warp, all lanes",
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
     NUMBER(Instruction, U32, "epoch", epoch, 0, UINT32_MAX,
            "how the lanes met since the barrier: bits 0 to 15\n"
            "how often all did, then trace/epoch.h"),
     NUMBER(Instruction, U8, "array", array, 0, LIMITS_ARRAYS - 1,
            "of global memory"),
     MEASURED(Instruction, U32, "time", time, UINT32_MAX - 1,
              "place in the order of issue")},
    .id = "block after block",
};

const Layout schema_access = {
    .name = "access",
    "what one lane did to a word in an instruction",
    {NUMBER(Access, U8, "lane", lane, 0, TRACE_MAX_BANKS - 1, NULL),
     NUMBER(Access, U8, "bytes", bytes, 1, TRACE_WORD,
            "of the word that it touches: bit i for byte i"),
     NUMBER(Access, U32, "cell", cell, 0, UINT32_MAX,
            "of shared memory; index in a global array; lane\n"
            "a shuffle took from"),
     WORD(Access, "value", value, NULL),
     INTERVAL(Access, "", interval,
              "which inputs the value is the sum of, as in\nelement")},
    .id = "instruction*64 + 0, 1, 2, ...",
};

const Layout schema_sum = {
    .name = "sum",
    "left + right, on the way to an access",
    {WORD(Sum, "left", left, NULL), WORD(Sum, "right", right, NULL),
     INTERVAL(Sum, "left_", left_interval, NULL),
     INTERVAL(Sum, "right_", right_interval, NULL)},
    .id = "access*256 + 0, 1, 2, ...",
};

const Layout schema_snapshot = {
    .name = "snapshot",
    "cells that the stores do not account for",
    {WORD(SnapshotRow, "value", value, NULL),
     INTERVAL(SnapshotRow, "", interval, NULL)},
    .id = "(step + block)*1048576 + cell; before the first\n"
          "step all are 0 and nothing",
};

static const char *space_name(int space)
{
    return space == SPACE_SHARED ? "of a variable" : "of an array";
}

const Layout schema_member = {
    .name = "member",
    "of the structs in variables and arrays",
    {TEXT(Member, NAME, "name", name, 1, LIMITS_NAME),
     NAMED(Member, U32, "space", space, SPACE_GLOBAL + 1, space_name),
     LINK(Member, U32, "owner", owner, UINT32_MAX,
          "the variable, or the array"),
     NUMBER(Member, U32, "first", first, 0, INT32_MAX, "byte of the struct"),
     NUMBER(Member, U8, "element", element, 0, ELEMENT_KINDS - 1,
            "as in array")},
};

const Layout schema_local = {
    .name = "local",
    "variables of a program's functions",
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
    .name = "local_change",
    "values of locals, from an instruction on",
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
    .id = "block after block, thread after thread",
};

static const char *result_kind_name(int kind)
{
    return sum_kind_name((SumKind)kind);
}

const Layout schema_result = {
    .name = "result",
    "what each launch of a program computes; then all",
    {TEXT(SumResult, NAME, "input", input, 0, LIMITS_NAME),
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
     SPAN(SumResult, "wanted_", wanted, "and should be")},
};

/* ---- Values of a row ------------------------------------------------------*/

const char *schema_text(const Column *column, const void *row)
{
    const void *field = (const char *)row + column->offset;

    return *(char *const *)field;
}

const Column *schema_difference(const Layout *layout, const void *a,
                                const void *b)
{
    for (const Column *c = layout->columns; c->name; ++c) {
        if (!c->compared)
            continue;
        if (schema_is_text(c)
                ? strcmp(schema_text(c, a), schema_text(c, b)) != 0
                : schema_number(c, a) != schema_number(c, b))
            return c;
    }
    return NULL;
}
