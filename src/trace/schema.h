/* SPDX-License-Identifier: MIT
 *
 * schema - the tables of a .upsweep file.
 *
 * A trace is stored in ordinary rows, so that any SQLite tool can query it:
 *
 *     $ sqlite3 leftright.upsweep 'select * from queue where requests > 1'
 *
 *     run  element  source  array  variable  grid ◄─ block  phase    tables
 *     step ◄─ instruction ◄─ access ◄─ sum  snapshot
 *     local ◄─ local_change   result (of a program only)
 *     member (of a program with structs only)
 *     event  addition  change  queue                                 views
 *
 * What follows from other rows is not stored: an instruction's lanes are its
 * rows in access, and shared memory at any step follows from the stores.
 *
 * The columns of each table stand in schema.c and nowhere else: the tables of
 * SQL (database.c), the writer (store_image.c), the reader (reader.c), the
 * digest and the comparison of two traces (diff.c) go through them.
 */
#ifndef UPSWEEP_SCHEMA_H
#define UPSWEEP_SCHEMA_H

#include "trace/trace.h"

#define SCHEMA_APPLICATION_ID 0x55505357 /* "UPSW" */
#define SCHEMA_VERSION        7          /* rises with a change of the tables */

/* Factors in the row numbers of an access, a sum and a cell, see schema.c. */
#define SCHEMA_LANES 64
#define SCHEMA_SUMS  256
#define SCHEMA_CELLS (1 << 20) /* as many as LIMITS_WORDS */

/* How the value of a column lies in the struct of its row. */
typedef enum {
    COLUMN_U8,
    COLUMN_U16,
    COLUMN_U32,
    COLUMN_I32,
    COLUMN_I64,
    COLUMN_WORD,     /* 32 bits, stored as a signed number */
    COLUMN_INTERVAL, /* two columns: "first" and "last" behind the name */
    COLUMN_SPAN,     /* InputSpan; the same two columns, of wider numbers */
    COLUMN_NAME,     /* char *: one printable line */
    COLUMN_LINES     /* char *: printable lines */
} ColumnType;

typedef struct {
    const char *name;
    ColumnType type;
    size_t offset;     /* in the struct of the row */
    int64_t low, high; /* of a number; of the bytes of a text */
    bool compared;     /* the same on every machine: see schema_difference */
    const char *comment;
    /* of a number that is an enum: the name of a value, for the comment */
    const char *(*value_name)(int value);
} Column;

#define SCHEMA_COLUMNS 20

/* A table whose rows have numbers (column id) and are read by rising ones. */
typedef struct {
    const char *name;
    const char *comment;
    Column columns[SCHEMA_COLUMNS + 1]; /* the last has no name */
    const char *id; /* comment on the row's number; NULL: 0, 1, 2, ... */
} Layout;

/* Rows of table element and of table snapshot; those of the other tables are
 * the structs of trace.h. */
typedef struct {
    Word input, output, output_interval;
} ElementRow;
typedef struct {
    Word value, interval;
} SnapshotRow;

extern const Layout schema_element, schema_source, schema_array,
    schema_variable, schema_grid, schema_block, schema_phase, schema_step,
    schema_instruction, schema_access, schema_sum, schema_snapshot,
    schema_member, schema_local, schema_local_change, schema_result;

#define SCHEMA_DIGEST 16 /* digits of the fact "digest" */

/* The type of a row of table run. */
typedef enum {
    FACT_TEXT,
    FACT_NOTE,  /* the same, of a program; only there if it is not empty */
    FACT_COUNT, /* uint32_t */
    FACT_RARE,  /* the same, of a program; only there if it is not 0 */
    FACT_FLAG,
    FACT_OP, /* by its name */
    FACT_SEED,
    FACT_DIGEST /* of all other rows; no field */
} FactKind;

/* A row of table run, and the field of Run that it fills. */
typedef struct {
    const char *key;
    FactKind kind;
    size_t offset;    /* in Run */
    size_t low, high; /* of a count; of the length of a text */
    bool optional;    /* a file may leave it out; a count is 0 then */
} Fact;

#define SCHEMA_FACTS 35
extern const Fact schema_facts[SCHEMA_FACTS]; /* by rising key */

/* The number in a column of ROW that is no text; of an interval its bits; of a
 * span its first input in the high half. */
static inline int64_t schema_number(const Column *column, const void *row)
{
    const void *field = (const char *)row + column->offset;

    switch (column->type) {
    case COLUMN_U8:
        return *(const uint8_t *)field;
    case COLUMN_U16:
        return *(const uint16_t *)field;
    case COLUMN_U32:
        return *(const uint32_t *)field;
    case COLUMN_SPAN:
        return (int64_t)((const InputSpan *)field)->first << 32 |
               ((const InputSpan *)field)->last;
    case COLUMN_I64:
        return *(const int64_t *)field;
    default:
        return *(const int32_t *)field;
    }
}

/* True if a column holds text; the text in the column of ROW. */
static inline bool schema_is_text(const Column *column)
{
    return column->type == COLUMN_NAME || column->type == COLUMN_LINES;
}
const char *schema_text(const Column *column, const void *row);
/* The first compared column in which two rows differ; NULL if there is none.
 * Not compared are numbers of other rows and what a machine measures. */
const Column *schema_difference(const Layout *layout, const void *a,
                                const void *b);

#endif
