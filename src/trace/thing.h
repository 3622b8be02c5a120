/* SPDX-License-Identifier: MIT
 *
 * thing - what a shape shows, and what a person can point at: a cell, a thread,
 * a line.
 *
 *     Thing ──► "cell 28" on the command line, in lessons   (thing_text.h)
 *           ──► the shapes that show it                     (display_list.h)
 *
 * A Thing has one identity in all views; every shape of a frame carries one.
 */
#ifndef UPSWEEP_THING_H
#define UPSWEEP_THING_H

#include "util/base.h"

/* And the meaning of Thing.a and Thing.b, which count from 0. */
typedef enum {
    THING_NONE,
    /* What a person can point at. */
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
    THING_LAST_POINTED = THING_WORD,
    /* Parts of a picture, some of which stand for one of those. */
    THING_LANE,   /* of a thread; a: row of the registers; b: thread */
    THING_QUEUE,  /* a: bank */
    THING_LOCALS, /* a: thread */
    THING_FRAME,  /* title, borders */
    THING_SENTENCE,
    THING_TOTALS,
    THING_CHART,   /* of plot trace - 1; a: series */
    THING_FINDING, /* a: index of the finding; b: FindingPart */
    THING_LIGHT,   /* a ring; a: the lit thing, see light_draw */
    THING_MOTION,  /* a moving value, drawn over everything else */
    /* Parts of a window. */
    THING_WIDGET, /* a: its id, see ui/ui.h */
    THING_CHOICE, /* of a question; a: choice */
    THING_ANSWER, /* of a band; a: its key */
    THING_KINDS
} ThingKind;

/* What of a finding: all of it, or one of its buttons. */
typedef enum {
    FINDING_TEXT,
    FINDING_SHOW,
    FINDING_TRY,
    FINDING_MORE /* those for which there is no room */
} FindingPart;

typedef struct {
    ThingKind kind;
    uint32_t a, b;
    int trace; /* 1 + the trace it belongs to; 0: each that has it */
} Thing;

/* The word for a kind, such as "cell"; "" for THING_NONE.  The text form of a
 * thing starts with it, and so does the id of its shapes in an SVG. */
const char *thing_name(ThingKind kind);
/* True if two numbers name a thing of KIND; else Thing.b is 0. */
bool thing_is_pair(ThingKind kind);

/* True if both are the same thing of the same trace. */
bool thing_same(const Thing *a, const Thing *b);
uint64_t thing_hash(const Thing *thing);
/* True if THING may be in trace T, from 0: it is of that trace, or of any. */
bool thing_is_of(const Thing *thing, int t);

#endif
