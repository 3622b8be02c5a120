/* SPDX-License-Identifier: MIT
 *
 * log_reader - the records of a ProgramLog, one after the other.  Nothing in
 * the log is trusted: every record is copied before it is looked at, lies
 * within the log, and has all the fields of its kind.
 */
#ifndef UPSWEEP_LOG_READER_H
#define UPSWEEP_LOG_READER_H

#include "program/program_log.h"
#include "util/base.h"

#include <stddef.h>

typedef struct {
    const unsigned char *log;
    size_t end;                /* of the records */
    size_t at;                 /* of the record that was read last */
    size_t next;               /* of the record after it */
    const unsigned char *rest; /* what follows the struct of the record: lanes,
                                  contents, values, a module */
    Error *error;
} LogReader;

typedef union {
    ProgramRecord head;
    ProgramLaunch launch;
    ProgramArray array;
    ProgramContents contents;
    ProgramVariable variable;
    ProgramSite site;
    ProgramBlock block;
    ProgramAccess access;
    ProgramBarrier barrier;
    ProgramLocals locals;
    ProgramModule module;
    ProgramCode code;
    ProgramEnd end;
    ProgramWhole whole;
    ProgramValues values;
    ProgramGroup group;
} LogRecord;

/* Ends the texts in the head of a log. */
void log_end_texts(ProgramLog *head);

/* Copies the head of the log of BYTES bytes at LOG to *HEAD and begins to read
 * the records.  False and ERROR_FAILED if the head is damaged. */
bool log_reader_begin(LogReader *reader, const void *log, size_t bytes,
                      ProgramLog *head, Error *error);

/* Copies the next record; *MORE is false at the end.  Texts end in a NUL.
 * False and ERROR_FAILED if the record is damaged. */
bool log_reader_next(LogReader *reader, LogRecord *record, bool *more);
/* The same for the record at AT, a LogReader.at of before. */
bool log_reader_again(LogReader *reader, size_t at, LogRecord *record);

/* Copies the lanes of an ACCESS, the record that was read last. */
void log_reader_lanes(const LogReader *reader, const ProgramAccess *access,
                      ProgramLane lanes[PROGRAM_MOST_LANES]);
/* The change of COUNT halves in a LOCALS, the record that was read last, that
 * begins with half *I, which becomes the first of the next one. */
ProgramChange log_reader_change(const LogReader *reader, uint32_t count,
                                uint32_t *i);
/* Sets the error "the program's log is damaged at byte 120: ...", with a clause
 * such as "it has no launch", and returns false. */
bool log_reader_refuse(const LogReader *reader, const char *format, ...)
    BASE_PRINTF(2, 3);

/* What makes a recording smaller, as the end of a list. */
#define LOG_ADVICE                                                             \
    "record less with --launch or --block-range, or give the program less to " \
    "do"

#endif
