/* SPDX-License-Identifier: MIT
 *
 * thing_text - the text form of things, which the command line and the files of
 * lessons use:
 *
 *     thread 2        of the block that runs
 *     node 2:5        node 5 of level 2 of the tree; where sums form no tree,
 *                     column 5 of round 2, from 0
 *     cell 28         of shared memory
 *     bank 0
 *     queue 0:2       the second in the queue at bank 0
 *     line 45         of the kernel; "line 3 of device.cuh" of another file
 *     instruction 17  after which the trace is at position 17
 *     step 4          by its number in the order of playing
 *     block 3         of the first launch; "block 3 of launch 2"
 *     launch 2
 *     word in[5]      of the array "in" of global memory
 *
 * A thing of one trace of several ends in "of trace 2"; without that, it is
 * meant in each trace that has it.  The text counts steps, instructions,
 * launches, traces and places in queues from 1, all else from 0, as frames do.
 */
#ifndef UPSWEEP_THING_TEXT_H
#define UPSWEEP_THING_TEXT_H

#include "trace/thing.h"
#include "trace/trace.h"

/* True if TRACE has THING.  Nodes are not checked: the tree knows them. */
bool thing_exists(const Thing *thing, const Trace *trace);

/* Reads the text form of a thing of one of COUNT traces.  False and
 * ERROR_USAGE, "cell 99: ... has cells 0 to 15", if TEXT is none, or if no
 * trace has it. */
bool thing_read(const char *text, const Trace *const traces[], int count,
                Thing *thing, Error *error);

/* Appends the text form, which thing_read reads again; without the trace. */
void thing_write(const Thing *thing, const Trace *trace, Text *text);

#endif
