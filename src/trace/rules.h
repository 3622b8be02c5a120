/* SPDX-License-Identifier: MIT
 *
 * rules - what must hold of the rows of a trace, so that it can be stored and
 * read.
 *
 * Each function appends a clause to WHY if something does not hold, such as
 * "its threads is 2048, which is not within 1 to 1024", and returns false.
 */
#ifndef UPSWEEP_RULES_H
#define UPSWEEP_RULES_H

#include "trace/schema.h"

/* Is NUMBER, the value of WHAT, from LOW to HIGH? */
bool rules_within(const char *what, int64_t number, int64_t low, int64_t high,
                  Text *why);
/* May COLUMN have NUMBER in a row of the trace? */
bool rules_allows(const Trace *trace, const Column *column, int64_t number,
                  Text *why);
/* Do the rows of a table agree with each other and with the tables before it?
 * Their columns are within their limits; with COLUMNS these are checked, too.
 * *ROW becomes the row that does not, or -1 if it is the whole table. */
bool rules_hold(const Trace *trace, TableId table, bool columns, int64_t *row,
                Text *why);

/* Would the reader take the run of TRACE and its tables of source, array,
 * variable, grid, phase, local and member, the lengths of texts aside?  The
 * clause says where: "in its table 'grid', row 0: its threads is ...". */
bool rules_of_writer(const Trace *trace, Text *why);

/* Do the outputs of TRACE, and what they stand for, follow from its stores?  Of
 * a trace without all blocks that ran, and of a program's, nothing is asked.
 * "output 5 is 7, but its events leave 9 there".
 *
 * The array out begins with zeros that stand for nothing.  What a whole trace
 * stored there must be what it says came out:
 *
 *     launch 1   block 0   step 3   out[5] <- 7    later overwritten
 *     launch 2   block 0   step 1   out[5] <- 9    }  one of these, as no
 *                block 1   step 4   out[5] <- 8    }  barrier is between them
 *
 * Of several threads that store to one word in the last launch that does so,
 * and, of a block, in its last such step, any may come last: recordings of
 * faulty kernels have such races, and the report names them.  Of one thread the
 * last store counts.  What an atomic update leaves is not recorded, and passes.
 *
 * A program's array has words before its first launch, and may be written
 * between launches: its outputs are what the trace says.
 */
bool rules_of_output(const Trace *trace, Text *why);

#endif
