/* SPDX-License-Identifier: MIT
 *
 * thing - what a person can point at in a trace: a cell, a thread, a line.
 *
 * A Thing has one identity in all views, and a text form that the command line
 * and the files of lessons use:
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
#ifndef UPSWEEP_THING_H
#define UPSWEEP_THING_H

#include "trace/trace.h"

/* And the meaning of Thing.a and Thing.b, which count from 0. */
typedef enum {
    THING_NONE,
    THING_THREAD,      /* a: thread */
    THING_NODE,        /* a: level or round; b: node or column */
    THING_CELL,        /* a: cell */
    THING_BANK,        /* a: bank */
    THING_PLACE,       /* a: bank; b: place in its queue */
    THING_LINE,        /* a: index into trace->sources; b: line, from 1 */
    THING_INSTRUCTION, /* a: place in the playing order */
    THING_STEP,        /* a: number in the order of playing */
    THING_BLOCK,       /* a: launch; b: block of its grid */
    THING_LAUNCH,      /* a: launch */
    THING_WORD,        /* a: index into trace->arrays; b: word */
    THING_KINDS
} ThingKind;

typedef struct {
    ThingKind kind;
    uint32_t a, b;
    int trace; /* 1 + the trace it belongs to; 0: each that has it */
} Thing;

/* True if both are the same thing of the same trace. */
bool thing_same(const Thing *a, const Thing *b);
/* True if THING may be in trace T, from 0: it is of that trace, or of any. */
bool thing_is_of(const Thing *thing, int t);

/* True if TRACE has THING.  Of a node it is not told: that is for the tree. */
bool thing_exists(const Thing *thing, const Trace *trace);

/* Reads the text form of a thing of one of COUNT traces.  False and
 * ERROR_USAGE, "cell 99: ... has cells 0 to 15", if TEXT is none, or if no
 * trace has it. */
bool thing_read(const char *text, const Trace *const traces[], int count,
                Thing *thing, Error *error);

/* Appends the text form, which thing_read reads again; without the trace. */
void thing_write(const Thing *thing, const Trace *trace, Text *text);

#endif
