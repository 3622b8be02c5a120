/* SPDX-License-Identifier: MIT
 *
 * reader_tables - a Trace that is being read from a file, and what reads each
 * of the file's tables.  Outside of reader.c and reader_*.c nobody asks.
 */
#ifndef UPSWEEP_READER_TABLES_H
#define UPSWEEP_READER_TABLES_H

#include "trace/digest.h"
#include "trace/table.h"
#include "trace/trace.h"

typedef struct {
    Table table;
    size_t bytes; /* of the file */
    char digest[DIGEST_TEXT];
    Trace *trace;
    uint32_t *lines; /* of each source */
} Reader;

/* Each reads the rows of one table, which is open, checks them, and adds them
 * to the trace; false with the error of the table set if one is not as it must
 * be. They are called in the order of the tables (reader.c). */

/* reader_launches.c: what was run and launched. */
bool reader_run(Reader *reader);
bool reader_sources(Reader *reader);
bool reader_arrays(Reader *reader);
bool reader_variables(Reader *reader);
bool reader_grids(Reader *reader);
bool reader_blocks(Reader *reader);
bool reader_phases(Reader *reader);

/* reader_events.c: what happened. */
bool reader_elements(Reader *reader);
bool reader_steps(Reader *reader);
bool reader_instructions(Reader *reader);
bool reader_accesses(Reader *reader);
bool reader_sums(Reader *reader);

/* The lanes of the warp of AT. */
int64_t reader_lanes(const Trace *trace, const Instruction *at);

/* reader_snapshots.c: shared memory. */
bool reader_snapshots(Reader *reader);

/* reader_program.c: what only a program has. */
bool reader_locals(Reader *reader);
bool reader_local_changes(Reader *reader);
bool reader_results(Reader *reader);
bool reader_members(Reader *reader);

#endif
