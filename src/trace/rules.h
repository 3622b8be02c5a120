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

#endif
