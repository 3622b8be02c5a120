/* SPDX-License-Identifier: MIT
 *
 * listing - a source as lines, the function that a line is in, and the rows in
 * which lines are drawn:
 *
 *     source                                rows, 28 columns wide
 *         out[i] = temp[i] + in[i]; // x    out[i] = temp[i] + in[i];
 *         if (i < n) {                      if (i < n) {
 *             very_long(first, second);       very_long(first,
 *                                                 second);
 *
 * Indentation that all lines share is left out.  If a line is too long, all
 * have half of the rest or less, and that line has no comment at its end, and
 * then several rows.
 */
#ifndef UPSWEEP_LISTING_H
#define UPSWEEP_LISTING_H

#include "util/base.h"

typedef struct {
    const char *text; /* of the source; LENGTH bytes */
    int length;
    int depth; /* of braces, where it starts */
} ListingLine;

typedef struct {
    ListingLine *lines;
    size_t lines_count, lines_capacity;
} Listing;

/* Lines from FIRST to LAST, from 0; none if LAST is before FIRST. */
typedef struct {
    int first, last;
} LineRange;

/* A line as it is drawn, or a part of one. */
typedef struct {
    Text text; /* without blanks before it; tabs are blanks */
    int indent, columns;
    int number;   /* of the line, from 1 */
    bool follows; /* another row of the same line */
    bool comment; /* nothing else */
} ListingRow;

typedef struct {
    ListingRow *rows;
    size_t rows_count, rows_capacity;
} ListingRows;

/* The lines of TEXT, which must outlive the result; listing_free it. */
Listing listing_of(const char *text);
void listing_free(Listing *all);
/* The first line that has WORD; -1: none. */
int listing_find(const Listing *all, const char *word);
/* The function that LINE is in, with its head; LINE alone, if it is in none. */
LineRange listing_function(const Listing *all, int line);

/* The rows of the lines in RANGE, of at most MOST columns where they can be
 * broken; free them with listing_rows_free. */
ListingRows listing_rows(const Listing *all, LineRange range, int most);
void listing_rows_free(ListingRows *rows);

#endif
