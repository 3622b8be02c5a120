/* SPDX-License-Identifier: MIT
 *
 * table_pages - writes the rows of large tables straight into the pages of a
 * SQLite file, many times as fast as INSERT does.
 *
 * A table is a tree of pages (sqlite.org/fileformat2.html, 1.6): leaves with
 * the rows, by rising number, and above them pages with the number of the last
 * row of each page below.  SQLite makes the file with empty tables, each of one
 * page, its root; the other pages are put behind that file.
 *
 *     the file by SQLite        leaves              inner pages
 *     1 2 3 root 5 root 7 ... | 20 21 22 23 24 25 | 26 27
 *             │                  ▲  ▲  ▲              ▲
 *             └──────────────────┴──┴──┘              (root ─ 26 27 ─ leaves)
 */
#ifndef UPSWEEP_TABLE_PAGES_H
#define UPSWEEP_TABLE_PAGES_H

#include "util/base.h"

enum { TABLE_PAGES_COLUMNS = 32 };

typedef struct TablePages TablePages;

/* For a file with pages of PAGE_BYTES bytes, 512 to 32768; free it with
 * table_pages_free. */
TablePages *table_pages_new(size_t page_bytes);
void table_pages_free(TablePages *pages);

/* Begins the table whose root is page number ROOT.  Its column 0 is its number,
 * INTEGER PRIMARY KEY. */
void table_pages_begin(TablePages *pages, uint32_t root);
/* Adds row ID, which is above the ID of the row before, with COUNT numbers
 * after it. */
void table_pages_row(TablePages *pages, int64_t id, const int64_t *numbers,
                     int count);

/* Completes the file IMAGE of BYTES bytes; the *MORE bytes of the result are to
 * be put behind it, and belong to PAGES. */
const unsigned char *table_pages_end(TablePages *pages, unsigned char *image,
                                     size_t bytes, size_t *more);

#endif
