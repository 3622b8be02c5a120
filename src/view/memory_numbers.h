/* SPDX-License-Identifier: MIT
 *
 * memory_numbers - how the numbers of a row of a program's shared memory are
 * written, all of them alike: in full where there is room, on several lines
 * where cells are high enough, else rounded.
 *
 *     -25.25     -25     1,        -25.3
 *                .25     040
 *                        .5
 *
 * A row is marked "≈" if one of its numbers is rounded to fewer than four
 * digits, or if two of them that differ look the same.
 */
#ifndef UPSWEEP_MEMORY_NUMBERS_H
#define UPSWEEP_MEMORY_NUMBERS_H

#include "view/view.h"

#define MEMORY_ROUNDED "≈"

enum { MEMORY_NUMBER_TEXT = 6 * VALUE_TEXT }; /* bytes, with NUL */

typedef enum { NUMBERS_FULL, NUMBERS_BRIEF, NUMBERS_FIXED } NumberForm;
/* With two digits or more, "1.0e6"; with one, "-1e6"; not at all. */
typedef enum { SHORT_DIGITS, SHORT_POWER, SHORT_NONE } NumberShort;

typedef struct {
    uint32_t first;                 /* cell of the row */
    double widths[TRACE_MAX_BANKS]; /* that the number of each bank may fill; 0:
                                       none is written there */
    double height;                  /* that it may fill */
    NumberForm form;
    int decimals;         /* of a fixed form */
    NumberShort shortens; /* what still has no room */
    bool groups;          /* of digits may be on separate lines */
    int lines;            /* that a number may have */
    double least;         /* the smallest size, pixels */
    double digit;         /* the width of one, ems */
    size_t longest;       /* characters of the longest line */
    int most_lines;       /* that a number has */
    bool rounded;
} MemoryNumbers;

/* The lines that the numbers of a row like to have, in cells WIDTH wide; the
 * same in the whole run. */
int memory_numbers_likes(const View *view, uint32_t row, double width);
/* Chooses how the numbers of the row are written that has FIRST, WIDTHS and
 * HEIGHT. */
void memory_numbers_choose(const View *view, MemoryNumbers *row);
/* Prints what CELL of the row holds, its lines apart by '\n'; "…" if there is
 * no room. */
void memory_numbers_text(const View *view, const MemoryNumbers *row,
                         uint32_t cell, char text[MEMORY_NUMBER_TEXT]);
/* Draws that in BOX, of at most SIZE pixels. */
void memory_numbers_draw(const View *view, const MemoryNumbers *row,
                         uint32_t cell, Rect box, Font font, double size,
                         Color color);

#endif
