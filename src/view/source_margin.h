/* SPDX-License-Identifier: MIT
 *
 * source_margin - what each line of a program costs in the whole trace, beside
 * its source:
 *
 *     cycles      accesses  conflicts
 *        [33]          189  15 ███     temp[bi] += temp[ai];
 *        [12]           63      race   temp[i] += temp[i - d];
 */
#ifndef UPSWEEP_SOURCE_MARGIN_H
#define UPSWEEP_SOURCE_MARGIN_H

#include "view/view.h"

typedef struct {
    const View *view;
    const Findings *costs; /* what each line costs, of a program */
    size_t costs_count;    /* 0: of the catalog */
    uint32_t source;
    double width; /* 0: there is no margin */
    double heat;  /* of that, for the wavefronts of a line; or 0 */
    double accesses, conflicts; /* of that, for these two columns */
    double numbers;             /* of that, for the numbers of the lines */
    bool marks;               /* nothing but marks: no shared memory is used */
    bool narrow;              /* no bars beside the numbers of conflicts */
    uint64_t most;            /* conflicts of a line */
    uint64_t most_wavefronts; /* of a line */
    /* of each line, from 1: takes part in a race, or the program ended early
     * there; NULL: none does */
    bool *raced;
    int ended; /* that line; 0: none */
} SourceMargin;

/* The margin of a source of LINES lines that has ROOM pixels, with the code.
 * None while a question is asked, as it shows the whole run.  Free it with
 * source_margin_free. */
SourceMargin source_margin(const View *view, uint32_t source, size_t lines,
                           double room);
void source_margin_free(SourceMargin *margin);

/* Draws the names of the columns; the margin of LINE, from 1.  BOX has the
 * margin's width. */
void source_margin_head(const SourceMargin *margin, Rect box);
void source_margin_line(const SourceMargin *margin, Rect box, int line);

#endif
