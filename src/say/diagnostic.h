/* SPDX-License-Identifier: MIT
 *
 * diagnostic - prints findings as a compiler prints its own:
 *
 *     race  scan.cu:16  thread 0 stores temp[63] while thread 31 may still
 *         load it
 *        12 |             temp[b] += temp[a];
 *           |             ------- thread 31 loads temp[63]
 *        16 |     if (t == 0) temp[n - 1] = 0;
 *           |                 ^^^^^^^^^^^^^^^ thread 0 stores temp[63]; no
 *           |                 barrier between
 *        fix: add __syncthreads() before line 16
 *
 *     scan.cu: 1 race, 2,520 conflicts, result right     see it: upsweep view
 *
 * Faults come first, then costs, notes and results.  Unless VERBOSE, there is
 * one finding of each kind, and more of them while all fits on a screen.
 */
#ifndef UPSWEEP_DIAGNOSTIC_H
#define UPSWEEP_DIAGNOSTIC_H

#include "findings/finding.h"

#include <stdio.h>

typedef struct {
    bool color, verbose;
    int width; /* columns of a line; 0: lines are not wrapped */
} DiagnosticStyle;

/* The style for OUT.  Only a terminal has colour, unless NO_COLOR is set, and
 * wrapped lines: as wide as COLUMNS says, or else the terminal. */
DiagnosticStyle diagnostic_style(FILE *out, bool verbose);

/* Appends the findings, without a summary.  Nothing if none is worth it. */
void diagnostic_write(const Findings *all, const DiagnosticStyle *style,
                      Text *text);
/* Appends the summary of the run of NAME, and a line end.  VIEW: what follows
 * "upsweep view" to see it. */
void diagnostic_summary(const char *name, const char *view, const Findings *all,
                        const DiagnosticStyle *style, Text *text);
/* Appends one finding's lines: a TITLE, a place or "", and what is said. */
void diagnostic_line(Severity severity, const char *title, const char *place,
                     const char *words, const DiagnosticStyle *style,
                     Text *text);

/* How a table of several runs has one of them. */
typedef struct {
    Text verdict, result;
    uint64_t races, conflicts;
} DiagnosticRow;

DiagnosticRow diagnostic_row(const Findings *all);
void diagnostic_row_free(DiagnosticRow *row);

#endif
