/* SPDX-License-Identifier: MIT */
#include "view/listing.h"

#include "draw/font.h"
#include "draw/layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAB = 4,
    HANG = 4,        /* columns more, of a row that continues a line */
    ROWS_OF_LINE = 4 /* at most */
};

/* ---- Lines ----------------------------------------------------------------*/

/* What the reader of a source is in, between two bytes. */
typedef struct {
    char within; /* '"', '\'', '*' of a comment, or 0 */
    int depth;
} Reader;

/* Follows the braces of a line, without those in comments and in quotes. */
static void read_line(Reader *reader, const char *text, int length)
{
    for (int i = 0; i < length; ++i) {
        char c = text[i], next = i + 1 < length ? text[i + 1] : '\0';
        if (reader->within == '*') {
            if (c == '*' && next == '/')
                reader->within = '\0';
        } else if (reader->within) {
            i += c == '\\';
            if (c == reader->within)
                reader->within = '\0';
        } else if (c == '/' && next == '/') {
            break;
        } else if (c == '/' && next == '*') {
            reader->within = '*';
            ++i;
        } else if (c == '"' || c == '\'') {
            reader->within = c;
        } else {
            reader->depth += (c == '{') - (c == '}' && reader->depth > 0);
        }
    }
    if (reader->within != '*') /* quotes end with their line */
        reader->within = '\0';
}

Listing listing_of(const char *text)
{
    Listing all = {0};
    Reader reader = {0};

    while (*text) {
        int length = (int)strcspn(text, "\n");
        base_push(&all, lines, ((ListingLine){text, length, reader.depth}));
        read_line(&reader, text, length);
        text += length;
        text += *text == '\n';
    }
    return all;
}

void listing_free(Listing *all)
{
    free(all->lines);
    *all = (Listing){0};
}

/* Columns of blanks at the start of LINE; *BYTES: their number. */
static int indentation(const ListingLine *line, int *bytes)
{
    int columns = 0, at = 0;

    for (;
         at < line->length && (line->text[at] == ' ' || line->text[at] == '\t');
         ++at)
        columns += line->text[at] == '\t' ? TAB - columns % TAB : 1;
    *bytes = at;
    return columns;
}

/* The bytes of LINE without blanks at its end. */
static int trimmed(const ListingLine *line)
{
    int length = line->length;

    while (length > 0 && isspace((unsigned char)line->text[length - 1]))
        --length;
    return length;
}

/* True if LINE may belong to the head of the function that starts after it. */
static bool is_of_head(const ListingLine *line)
{
    int at, length = trimmed(line);

    indentation(line, &at);
    return line->depth == 0 && length > at &&
           !strchr(";}", line->text[length - 1]) && line->text[at] != '#' &&
           line->text[at] != '*' && line->text[at] != '/' &&
           line->text[length - 1] != '/';
}

int listing_find(const Listing *all, const char *word)
{
    for (size_t i = 0; i < all->lines_count; ++i) {
        const ListingLine *line = all->lines + i;
        const char *found = strstr(line->text, word);
        if (found && found < line->text + line->length)
            return (int)i;
    }
    return -1;
}

LineRange listing_function(const Listing *all, int line)
{
    int count = (int)all->lines_count, first = line, last = line;

    while (first > 0 && all->lines[first].depth > 0)
        --first;
    while (first > 0 && is_of_head(all->lines + first - 1))
        --first;
    while (last + 1 < count && all->lines[last + 1].depth == 0 &&
           is_of_head(all->lines + last))
        ++last;
    while (last + 1 < count && all->lines[last + 1].depth > 0)
        ++last;
    return (LineRange){first, last};
}

/* ---- ListingRows
 * -----------------------------------------------------------------*/

static int columns_of(const char *text)
{
    int columns = 0;

    while (font_next(&text))
        ++columns;
    return columns;
}

static ListingRow row_of(const ListingLine *line, int number)
{
    ListingRow row = {.number = number};
    int at, end = trimmed(line);

    row.indent = indentation(line, &at);
    for (; at < end; ++at)
        text_add_bytes(&row.text,
                       line->text[at] == '\t' ? " " : line->text + at, 1);
    if (!row.text.text)
        return row;
    row.columns = columns_of(row.text.text);
    row.comment = row.text.text[0] == '*' ||
                  strncmp(row.text.text, "/*", 2) == 0 ||
                  strncmp(row.text.text, "//", 2) == 0;
    return row;
}

/* Cuts the comment at the end of ROW off. */
static void drop_comment(ListingRow *row)
{
    char *at = row->comment ? NULL : strstr(row->text.text, "//");

    if (!at || memchr(row->text.text, '"', (size_t)(at - row->text.text)))
        return;
    while (at > row->text.text && at[-1] == ' ')
        --at;
    *at = '\0';
    row->text.length = (size_t)(at - row->text.text);
    row->columns = columns_of(row->text.text);
}

/* Takes what follows the last blank within MOST columns from ROW; false: there
 * is none. */
static bool break_row(ListingRow *row, int most, ListingRow *rest)
{
    const char *at = row->text.text, *blank = NULL;

    for (int column = row->indent; *at && column <= most; ++column) {
        if (*at == ' ')
            blank = at;
        font_next(&at);
    }
    if (!blank || blank == row->text.text)
        return false;
    *rest =
        (ListingRow){.number = row->number,
                     .indent = row->follows ? row->indent : row->indent + HANG,
                     .follows = true,
                     .comment = row->comment};
    text_add(&rest->text, "%s", blank + 1);
    rest->columns = columns_of(rest->text.text);
    row->text.length = (size_t)(blank - row->text.text);
    row->text.text[row->text.length] = '\0';
    row->columns = columns_of(row->text.text);
    return true;
}

/* Adds ROW to ROWS, in several rows where it has more than MOST columns. */
static void push_row(ListingRows *rows, ListingRow row, int most)
{
    ListingRow rest;

    if (row.indent + row.columns > most && row.text.text)
        drop_comment(&row);
    for (int part = 1; part < ROWS_OF_LINE && row.indent + row.columns > most &&
                       break_row(&row, most, &rest);
         ++part) {
        base_push(rows, rows, row);
        row = rest;
    }
    base_push(rows, rows, row);
}

/* Takes the indentation away that all ROWS share, and half of the rest if one
 * of them is longer than MOST otherwise, or more if it takes much of MOST. */
static void indent_rows(ListingRows *rows, int most)
{
    int shared = INT16_MAX, longest = 0, deepest = 0;

    for (size_t i = 0; i < rows->rows_count; ++i) {
        const ListingRow *row = rows->rows + i;
        if (row->columns == 0)
            continue;
        shared = int_least(shared, row->indent);
        deepest = int_most(deepest, row->indent);
        longest = int_most(longest, row->indent + row->columns);
    }
    int share = longest - shared <= most             ? 1
                : (deepest - shared) / 2 <= most / 3 ? 2
                                                     : 4;
    for (size_t i = 0; i < rows->rows_count; ++i) {
        ListingRow *row = rows->rows + i;
        row->indent = int_most(0, row->indent - shared) / share;
    }
}

void listing_rows_free(ListingRows *rows)
{
    for (size_t i = 0; i < rows->rows_count; ++i)
        text_free(&rows->rows[i].text);
    free(rows->rows);
    *rows = (ListingRows){0};
}

ListingRows listing_rows(const Listing *all, LineRange range, int most)
{
    ListingRows lines = {0}, rows = {0};

    for (int i = range.first; i <= range.last; ++i)
        base_push(&lines, rows, row_of(all->lines + i, i + 1));
    indent_rows(&lines, most);
    for (size_t i = 0; i < lines.rows_count; ++i)
        push_row(&rows, lines.rows[i], most);
    free(lines.rows);
    return rows;
}
