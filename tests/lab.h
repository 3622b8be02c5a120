/* SPDX-License-Identifier: MIT
 *
 * lab - kernels of a test's own on the CPU machine.
 *
 * The kernel stands in the test's file, in the dialect.  A comment marks a line
 * that the test wants to speak of:
 *
 *     KERNEL(read)
 *     {
 *         STEP("read", 0);
 *         LOAD(thread); // @read
 *     }
 *
 *     Lab *lab = lab_new("tests/test_simt.c");
 *     lab_good(lab, read_kernel);
 *     lab_line(lab, "read")            4
 */
#ifndef UPSWEEP_LAB_H
#define UPSWEEP_LAB_H

#include "record/trace_builder.h"

enum { LAB_WORDS = 64, LAB_OWN_ARRAYS = 3 };

typedef struct {
    Launch launch; /* n 8, k 4, 4 threads, 1 block; change what should differ */
    Log *log;      /* of the last run */
    Error error;
    Word in[LAB_WORDS], out[LAB_WORDS]; /* in[i] is 100 + i */
    Word own[LAB_OWN_ARRAYS][LAB_WORDS];
    Holds holds[LAB_OWN_ARRAYS]; /* what they hold: numbers */
    BlockRange held;             /* blocks of a trace: all */
    struct Simt *machine;        /* one for all runs */
    char *source;
} Lab;

/* For kernels in FILE, which is named from the top of the source tree. */
Lab *lab_new(const char *file);
void lab_free(Lab *lab);

/* Runs KERNEL with all arrays as at first; cell c of shared memory holds 0. */
bool lab_run(Lab *lab, ScanKernel *kernel);
/* The same, for one that must run. */
void lab_good(Lab *lab, ScanKernel *kernel);

/* The same twice, the second time with intervals: the trace.  It has no names
 * of algorithm and device. */
Trace *lab_trace(Lab *lab, ScanKernel *kernel);
/* The same, for what may have no trace: NULL, and lab->error says why. */
Trace *lab_try_trace(Lab *lab, ScanKernel *kernel);

/* The line marked by a comment "// @MARK". */
int lab_line(const Lab *lab, const char *mark);

/* Word C of the block's shared memory at the end. */
Word lab_cell(const Lab *lab, uint32_t block, uint32_t cell);

#endif
