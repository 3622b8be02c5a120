/* SPDX-License-Identifier: MIT
 *
 * source_facts_text - the text between source_facts_write and
 * source_facts_read: a line for each fact, its fields between tabs.
 *
 *     upsweep facts 1
 *     launch    FILE LINE COLUMN OPEN_LINE OPEN_COLUMN LAST KERNEL ARGUMENTS
 *               MANGLED
 *     shared    FILE LINE COLUMN NAME TYPE ELEMENT BYTES COUNT EXTENT...
 *     kernel    FILE LINE COLUMN NAME MANGLED
 *     parameter NAME TYPE BYTES OFFSET POINTER ELEMENT ELEMENT_BYTES
 *     problem   FILE LINE COLUMN TEXT
 *     device    FILE LINE COLUMN
 *     end
 */
#ifndef UPSWEEP_SOURCE_FACTS_TEXT_H
#define UPSWEEP_SOURCE_FACTS_TEXT_H

#define FACTS_HEAD      "upsweep facts 1"
#define FACTS_LAUNCH    "launch"
#define FACTS_SHARED    "shared"
#define FACTS_KERNEL    "kernel"
#define FACTS_PARAMETER "parameter"
#define FACTS_PROBLEM   "problem"
#define FACTS_DEVICE    "device"
#define FACTS_END       "end"

/* Lines and columns, and bytes, are at most these. */
#define FACTS_MOST_LINE  16777216
#define FACTS_MOST_BYTES 1073741824

/* Extents of a variable that are written, at most. */
enum { FACTS_EXTENTS = 4 };

#endif
