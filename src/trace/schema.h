/* SPDX-License-Identifier: MIT
 *
 * schema - the tables of a .upsweep file.
 *
 * A trace is stored in ordinary rows, so that any SQLite tool can query it:
 *
 *     $ sqlite3 leftright.upsweep 'select * from queue where requests > 1'
 *
 *     run  element  source  array  grid ◄─ block  phase              tables
 *     step ◄─ instruction ◄─ access ◄─ sum  snapshot
 *     event  addition  change  queue                                 views
 *
 * What follows from other rows is not stored: an instruction's lanes are its
 * rows in access, and shared memory at any step follows from the stores.
 */
#ifndef UPSWEEP_SCHEMA_H
#define UPSWEEP_SCHEMA_H

#include "trace/trace.h"

#include <sqlite3.h>

/* Factors in the row numbers of an access, a sum and a cell, see schema.c. */
#define SCHEMA_LANES 64
#define SCHEMA_SUMS  256
#define SCHEMA_CELLS (1 << 20) /* as many as LIMITS_WORDS */

/* The type of a row of table run. */
typedef enum {
    FACT_TEXT,
    FACT_COUNT, /* uint32_t */
    FACT_FLAG,
    FACT_OP, /* by its name */
    FACT_SEED,
    FACT_DIGEST /* of the whole trace; no field */
} FactKind;

/* A row of table run, and the field of Run that it fills. */
typedef struct {
    const char *key;
    FactKind kind;
    size_t offset;    /* in Run */
    size_t low, high; /* of a count; of the length of a text */
} Fact;

#define SCHEMA_FACTS 17
extern const Fact schema_facts[SCHEMA_FACTS]; /* by rising key */

/* Makes the tables and views in an empty database; false if SQLite fails. */
bool schema_create(sqlite3 *db);

/* True if the database has exactly these tables and views, word for word, so
 * that a query is known to read plain rows. */
bool schema_matches(sqlite3 *db);

#endif
