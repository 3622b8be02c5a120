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
 * The columns of each table, with their limits, stand in schema.c and nowhere
 * else: the tables of SQL (database.c), the writer (store.c), the reader
 * (reader.c), the checks (rules.c), the digest, the comparison of two traces
 * (diff.c) and trace_free go through them.
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
    COLUMN_FIRST,      /* the first input of an interval, a Word ... */
    COLUMN_LAST,       /* ... and the last */
    COLUMN_SPAN_FIRST, /* the same of an InputSpan */
    COLUMN_SPAN_LAST,
    COLUMN_NAME,  /* char *: one printable line */
    COLUMN_LINES, /* char *: printable lines */
    COLUMN_OP,    /* an Op, stored by its name */
    COLUMN_DIGEST /* text: the digest of all other rows; no field */
} ColumnType;

/* Whether table run has the row of a fact. */
typedef enum {
    FACT_ALWAYS,
    FACT_OPTIONAL, /* old files have no such row; then 0 or "" */
    FACT_RARE      /* only if it is not 0 or "" */
} FactUse;

typedef struct Layout Layout;

typedef struct {
    const char *name;
    ColumnType type;
    size_t offset;     /* in the struct of the row */
    int64_t low, high; /* of a number; of the bytes of a text */
    bool compared;     /* the same on every machine: see schema_difference */
    const char *comment;
    /* of a number that is an enum: the name of a value, for the comment */
    const char *(*value_name)(int value);
    const Layout *of; /* of an index: the table whose rows it counts */
    FactUse use;      /* in table run */
} Column;

/* A table.  Its rows have numbers (column id) and are read by rising ones; but
 * table run has a row for each of its columns. */
struct Layout {
    const char *name;
    const char *comment;
    const char *id; /* comment on the row's number; NULL: 0, 1, 2, ... */
    const Column *columns;
    size_t columns_count;
    size_t size; /* of the struct of a row */
    size_t rows; /* offset in Trace of the rows, their count and their capacity;
                    0: they are stored otherwise */
    size_t least, most; /* rows */
};

/* Rows of table element and of table snapshot; the rows of the other tables are
 * the structs of trace.h. */
typedef struct {
    Word input, output, output_interval;
} ElementRow;
typedef struct {
    Word value, interval;
} SnapshotRow;

/* In the order in which they are written, read and digested. */
typedef enum {
    TABLE_RUN,
    TABLE_SOURCE,
    TABLE_ARRAY,
    TABLE_VARIABLE,
    TABLE_GRID,
    TABLE_BLOCK,
    TABLE_ELEMENT,
    TABLE_PHASE,
    TABLE_STEP,
    TABLE_INSTRUCTION,
    TABLE_ACCESS,
    TABLE_SUM,
    TABLE_SNAPSHOT,
    TABLE_LOCAL,
    TABLE_LOCAL_CHANGE,
    TABLE_RESULT,
    TABLE_MEMBER,
    TABLES
} TableId;

extern const Layout schema_tables[TABLES];

/* The rows of a table in a trace. */
typedef struct {
    void *items;
    size_t count, capacity;
} Rows;
Rows schema_rows(const Trace *trace, const Layout *layout);
/* Appends a copy of ROW. */
void schema_push(Trace *trace, const Layout *layout, const void *row);

static inline const void *schema_field(const Column *column, const void *row)
{
    return (const char *)row + column->offset;
}

/* The number in a column of ROW that is no text. */
static inline int64_t schema_number(const Column *column, const void *row)
{
    const void *field = schema_field(column, row);

    switch (column->type) {
    case COLUMN_U8:
        return *(const uint8_t *)field;
    case COLUMN_U16:
        return *(const uint16_t *)field;
    case COLUMN_I32:
        return *(const int32_t *)field;
    case COLUMN_I64:
        return *(const int64_t *)field;
    case COLUMN_FIRST:
        return interval_first(*(const Word *)field);
    case COLUMN_LAST:
        return interval_last(*(const Word *)field);
    case COLUMN_SPAN_FIRST:
        return ((const InputSpan *)field)->first;
    case COLUMN_SPAN_LAST:
        return ((const InputSpan *)field)->last;
    default:
        return *(const uint32_t *)field;
    }
}
/* Puts it there. */
void schema_set(const Column *column, void *row, int64_t number);

/* True if a column of SQL is text; if it is a char * of its row. */
static inline bool schema_is_text(const Column *column)
{
    return column->type >= COLUMN_NAME;
}
static inline bool schema_has_text(const Column *column)
{
    return column->type == COLUMN_NAME || column->type == COLUMN_LINES;
}
/* The text in the column of ROW, "" for none; an operator's name. */
const char *schema_text(const Column *column, const void *row);
/* Frees the texts in the first COLUMNS columns of ROW. */
void schema_free_texts(const Layout *layout, size_t columns, const void *row);

/* The first compared column in which two rows differ; NULL if there is none.
 * Not compared are numbers of other rows and what a machine measures. */
const Column *schema_difference(TableId table, const void *a, const void *b);

/* ---- Digest ---------------------------------------------------------------
 *
 * A checksum over all rows: FNV-1a with 64 bits, taken over words of 32 bits
 * instead of bytes, table after table, row after row, column after column.  It
 * detects accidental damage, not forgery. */

#define DIGEST_DIGITS 16
#define DIGEST_TEXT   (DIGEST_DIGITS + 1) /* with the NUL */
#define DIGEST_START  UINT64_C(0xcbf29ce484222325)

/* Each updates *DIGEST, which begins as DIGEST_START.  Multiplying by an odd
 * number loses nothing, so a change to one word always changes the digest. */
static inline void digest_word(uint64_t *digest, uint32_t word)
{
    *digest = (*digest ^ word) * UINT64_C(0x100000001b3);
}
static inline void digest_number(uint64_t *digest, int64_t number)
{
    digest_word(digest, (uint32_t)number);
    digest_word(digest, (uint32_t)((uint64_t)number >> 32));
}
void digest_text(uint64_t *digest, const char *text);
/* A column of ROW; both halves of an interval count as one word, at the last. A
 * span counts as the interval does, if it has a name. */
static inline void digest_column(uint64_t *digest, const Column *column,
                                 const void *row)
{
    const void *field = schema_field(column, row);
    const InputSpan *span = field;

    if (schema_is_text(column))
        digest_text(digest, *(char *const *)field);
    else if (column->type == COLUMN_LAST)
        digest_word(digest, *(const Word *)field);
    else if (column->type == COLUMN_I64)
        digest_number(digest, *(const int64_t *)field);
    else if (column->type == COLUMN_SPAN_LAST && span->first <= UINT16_MAX &&
             span->last <= UINT16_MAX)
        digest_word(digest, interval_make(span->first, span->last));
    else if (column->type == COLUMN_SPAN_LAST)
        digest_number(digest, (int64_t)span->first << 32 | span->last);
    else if (column->type != COLUMN_FIRST && column->type != COLUMN_SPAN_FIRST)
        digest_word(digest, (uint32_t)schema_number(column, row));
}
/* Row ID of a table. */
void digest_row(uint64_t *digest, const Layout *layout, int64_t id,
                const void *row);
/* Writes the digest into TEXT and returns TEXT. */
const char *digest_format(uint64_t digest, char text[DIGEST_TEXT]);

#endif
