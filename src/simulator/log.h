/* SPDX-License-Identifier: MIT
 *
 * log - writes the records of program_log.h to the file that the program shares
 * with Upsweep.
 */
#ifndef UPSWEEP_SIMULATOR_LOG_H
#define UPSWEEP_SIMULATOR_LOG_H

#include "program/program_log.h"

#include <stddef.h>

/* The head of the log; NULL if the program was not started by Upsweep. */
ProgramLog *log_head(void);

/* The first record of KIND among those that stood there when the program
 * started; NULL: there is none. */
const void *log_fact(ProgramRecordKind kind);
/* The items behind that record, a ProgramItems; *COUNT is 0 if there are none.
 */
const void *log_items(ProgramRecordKind kind, uint32_t *count);

/* What ends the program when the log's limit is reached: the record for which
 * there was no room was not begun.  NULL: nothing is to be done before. */
extern __attribute__((visibility("hidden"))) void (*log_is_full)(void);

/* Room for a record of BYTES bytes, rounded up to 8, of KIND: zeros but for its
 * head.  Ends the program with PROGRAM_FULL if the log's limit is reached. */
void *log_add(ProgramRecordKind kind, size_t bytes);

/* The record that begins at the byte AT of the log. */
ProgramRecord *log_at(uint64_t at);

/* The bytes written so far; log_cut(BYTES) takes later records back. */
uint64_t log_used(void);
void log_cut(uint64_t bytes);

#endif
