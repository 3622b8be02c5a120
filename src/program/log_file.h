/* SPDX-License-Identifier: MIT
 *
 * log_file - the file that Upsweep shares with a program that it runs, and in
 * which the program writes its log (program_log.h).
 */
#ifndef UPSWEEP_LOG_FILE_H
#define UPSWEEP_LOG_FILE_H

#include "program/program_log.h"
#include "util/base.h"

/* All bytes of a log together; ProgramLog.limit. */
#define LOG_FILE_LIMIT ((uint64_t)1 << 30)

typedef struct {
    int file;  /* -1: none */
    void *log; /* NULL: not mapped */
    size_t bytes;
} LogFile;

/* Makes the file with the BYTES bytes at BEGIN, a head and what is to stand
 * behind it; the program can make the file longer, but not shorter.  Free it
 * with log_file_free in any case.  False: out of memory. */
bool log_file_new(LogFile *file, const void *begin, size_t bytes, Error *error);

/* The setting UPSWEEP_LOG for a program that has the file, to be freed. */
char *log_file_setting(const LogFile *file);

/* Maps what the program left; what is changed there does not reach the file.
 * False if there is no memory. */
bool log_file_map(LogFile *file, Error *error);

void log_file_free(LogFile *file);

#endif
