/* SPDX-License-Identifier: MIT
 *
 * verdict_text - what a frame says of a run as a whole: that it is proved,
 * wrong, or raced.
 *
 *     at the end        proved           for every associative operator
 *                       wrong            output 17 is 136, not 68
 *                       raced            output 4 is 20, not 23
 *     from the start    Will race in step 2, with wrong values from step 3 on
 *     after that        Raced in step 2, wrong values since step 3, now in 2
 *                       cells, the first is cell 7
 *
 * What a program computes, and whether that was checked, is in program_text.h.
 */
#ifndef UPSWEEP_VERDICT_TEXT_H
#define UPSWEEP_VERDICT_TEXT_H

#include "view/view.h"

/* What a badge says: two words, and what goes with them in small letters. */
typedef struct {
    Text verdict, detail;
    Color color;
    bool loud;     /* a race or a wrong sum: louder than a conflict */
    bool reserved; /* there is no conflict, but something else is wrong, which
                      the small letters say */
} Badge;

void badge_free(Badge *badge);

/* True if the trace of WHOLE (see view_whole) has come to its end. */
bool verdict_is_due(const View *whole);
/* The badge at the end. */
Badge verdict_badge(const View *whole);

/* True if there is a race or a wrong word in the whole trace; among its first
 * POSITION instructions, as they are played. */
bool verdict_is_bad(const AnalysedTrace *whole);
bool verdict_went_bad(const AnalysedTrace *whole, size_t position);
/* True if a wrong word arises in the instruction that runs at POSITION. */
bool verdict_goes_wrong(const AnalysedTrace *whole, size_t position);

/* Appends where races and wrong words begin or began, or nothing if there are
 * none; and with KEYS, of the window, which key goes there, if that lies ahead.
 */
void verdict_text_faults(const AnalysedTrace *whole, size_t position, bool keys,
                         Text *text);
/* The colour of that: dim while it lies ahead. */
Color verdict_faults_color(const AnalysedTrace *whole, size_t position);
/* Appends the same in a few words, for a badge on another matter: "but wrong
 * since step 4", "but a race in step 2".  There is a race or a wrong word. */
void verdict_text_reserve(const AnalysedTrace *whole, size_t position,
                          Text *text);
/* Appends which cells of the shared memory of VIEW hold wrong words, once there
 * were any in the run, to follow verdict_text_faults: ": cell 17 holds 68 and
 * should hold 4", ", now in cell 7". */
void verdict_text_place(const View *view, Text *text);
/* Appends a sentence on wrong words that arise in the instruction that runs at
 * POSITION; at the end one on the whole run, if it is wrong. */
void verdict_text_sentence(const AnalysedTrace *whole, size_t position,
                           Text *text);
/* Appends what the step did that ends at POSITION: "Up-sweep, level 1: 8 sums;
 * no lane waits for another.", and the first thing that is wrong with it. */
void verdict_text_step(const AnalysedTrace *whole, size_t position, Text *text);
/* Appends all that is said of the instruction that runs at POSITION: what it
 * does, and what is wrong with it. */
void verdict_text_told(const AnalysedTrace *whole, size_t position, Text *text);

/* Shortens a text on what happens until it fits into LINES of WIDTH pixels in
 * FONT_TEXT, and returns the size at which it does: at most SIZE, at least
 * LEAST.  Clauses go from the end; but of a text on a fault, what is said
 * before the fault goes before its first clause. */
double verdict_text_fit(Text *text, double width, int lines, double size,
                        double least);

#endif
