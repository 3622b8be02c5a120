/* SPDX-License-Identifier: MIT
 *
 * program_writer - logs as a user's program would write them, for tests.
 */
#ifndef UPSWEEP_PROGRAM_WRITER_H
#define UPSWEEP_PROGRAM_WRITER_H

#include "program/program_log.h"
#include "program/symbols.h"
#include "program/program_trace.h"

typedef struct {
    unsigned char *bytes;
    size_t count, capacity;
    uint32_t sites, arrays;
    uint32_t arrays_of_all; /* launches: each array is another one */
    char names[16][24];     /* of sites that writer_lines has written */
    uint32_t times[16];     /* that each of them was used in the block */
    uint32_t block;         /* that . stands for in its lines */
} ProgramWriter;

void writer_begin(ProgramWriter *writer);
void writer_free(ProgramWriter *writer);

/* Addresses: of the first array, and of the first block's shared memory; the
 * others lie as far apart. */
enum { WRITER_ARRAY = 0x10000, WRITER_SHARED = 0x1000000 };

/* Each appends a record; those with a number return it. */
void writer_launch(ProgramWriter *writer, const char *kernel, uint32_t blocks,
                   uint32_t threads, const char *arguments);
uint32_t writer_array(ProgramWriter *writer, ElementKind element,
                      uint32_t element_bytes, uint64_t bytes,
                      uint32_t argument);
void writer_contents(ProgramWriter *writer, uint32_t array, bool after,
                     const void *from, uint64_t bytes);
void writer_variable(ProgramWriter *writer, const char *name, const char *type,
                     uint32_t offset, uint32_t bytes, ElementKind element,
                     uint32_t element_bytes, uint32_t rows, uint32_t columns);
/* A site whose only frame is PC. */
uint32_t writer_site(ProgramWriter *writer, uint64_t pc);
/* A site below a call at CALLER. */
uint32_t writer_site_called(ProgramWriter *writer, uint64_t caller,
                            uint64_t pc);
void writer_block(ProgramWriter *writer, uint32_t block);
void writer_barrier(ProgramWriter *writer, uint32_t block, uint32_t site);
void writer_end(ProgramWriter *writer, uint32_t shared_bytes);

/* An access without lanes, and a lane of it: BYTES bytes at VALUE. */
void writer_access(ProgramWriter *writer, uint32_t block, uint32_t warp,
                   uint32_t site, ProgramAccessKind kind, uint32_t array,
                   uint32_t bytes, uint32_t occurrence);
void writer_lane(ProgramWriter *writer, uint32_t lane, uint64_t offset,
                 const void *value, uint32_t bytes, uint32_t word);

/* What changed of locals: COUNT changes, of writer_locals. */
void writer_changes(ProgramWriter *writer, uint32_t block, uint32_t warp,
                    const ProgramChange changes[], uint32_t count);

/* Appends the records that LINES describe:
 *
 *     launch KERNEL BLOCKS THREADS ARGUMENTS
 *     array KIND BYTES ARGUMENT          as "i32 16 1"
 *     variable NAME KIND BYTES
 *     contents ARRAY AFTER WORD WORD ...
 *     block BLOCK        barrier BLOCK SITE        end SHARED
 *     locals BLOCK WARP CHANGE CHANGE ...
 *     load BLOCK WARP SITE ARRAY BYTES LANE@OFFSET=WORD/WORD:WHOLE ...
 *     store, atomic, shuffle    the same; ARRAY s: shared memory
 *
 * BLOCK . is writer->block, an OFFSET with + counts from 16 bytes for each
 * block before it, and VALUE & is in its shared memory.  A SITE is LINE.PLACE
 * of test.cu, dLINE.PLACE of device.cuh, e elsewhere, or CALLER>SITE. */
void writer_lines(ProgramWriter *writer, const char *lines);
/* A log of LINES. */
ProgramWriter writer_of(const char *lines);

/* The symbols of tests: return address 16 * line + place in "test.cu", 0x10000
 * more in "device.cuh", 0x20000 more in no file of the user's. */
extern const ProgramSymbols writer_symbols;
/* Locals: 0 int n, 1 float *p, 2 double d, 3 bool yes, of the kernel; 4 char c,
 * of the function twice. */
extern const LocalTable writer_locals;
/* The trace of the log. */
Trace *writer_trace(const ProgramWriter *writer, Error *error);
/* The same of a good log, which it frees. */
Trace *writer_done(ProgramWriter *writer);

/* Four loads of shared memory by four threads: by lane 1 with locals, by lane
 * 1 in a call, by lane 1 again, and by lanes 0 and 1, of which 0 has none. */
Trace *writer_locals_trace(void);
/* Ten steps in which four threads load and store, with locals that change: n is
 * 100 times the step, and the thread, in every step; yes changes in some. */
Trace *writer_steps_trace(void);
/* Three such steps, and a load and a store of global memory.  If WHOLE, there
 * are structs and results, too: rows in each table that only programs have. */
Trace *writer_tables_trace(bool whole);

#endif
