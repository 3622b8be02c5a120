/* SPDX-License-Identifier: MIT */
#include "trace/table_pages.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAF = 0x0d,
    INNER = 0x05,
    LEAF_HEAD = 8,
    INNER_HEAD = 12,
    VARINT = 9, /* most bytes of one */
    CELL = 2 * VARINT + 1 + TABLE_PAGES_COLUMNS + 1 + 8 * TABLE_PAGES_COLUMNS,
    AT_PAGES = 28 /* in the file's header: how many pages it has */
};

/* A page of a table, and the number of the last row in it or below it. */
typedef struct {
    uint32_t page;
    int64_t last;
} Child;

typedef struct {
    uint32_t root;
    Child *children; /* its leaves; from 0, until they have their place */
    size_t children_count, children_capacity;
    unsigned char *leaf; /* that is being filled */
    size_t cells, used;  /* used: bytes at its end */
    int64_t last;
} PageTable;

struct TablePages {
    size_t page_bytes;
    unsigned char *bytes; /* full pages */
    size_t count, capacity;
    PageTable *tables;
    size_t tables_count, tables_capacity;
};

TablePages *table_pages_new(size_t page_bytes)
{
    TablePages *pages = base_alloc(1, sizeof *pages);

    BASE_CHECK(page_bytes >= 512 && page_bytes <= 32768);
    pages->page_bytes = page_bytes;
    return pages;
}

void table_pages_free(TablePages *pages)
{
    for (size_t i = 0; i < pages->tables_count; ++i) {
        free(pages->tables[i].children);
        free(pages->tables[i].leaf);
    }
    free(pages->tables);
    free(pages->bytes);
    free(pages);
}

/* ---- Numbers --------------------------------------------------------------*/

static void put_number(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = bytes; i-- > 0; number >>= 8)
        to[i] = (unsigned char)number;
}

/* Writes a number of variable length, and returns that. */
static int put_varint(unsigned char *to, uint64_t number)
{
    int length = 1;

    if (number < 0x80) {
        to[0] = (unsigned char)number;
        return 1;
    }
    if (number >> 56) { /* the ninth byte has 8 bits */
        to[8] = (unsigned char)number;
        number >>= 8;
        for (int i = 8; i-- > 0; number >>= 7)
            to[i] = (unsigned char)(0x80 | (number & 0x7f));
        return VARINT;
    }
    while (number >> 7 * length)
        ++length;
    for (int i = length; i-- > 0; number >>= 7)
        to[i] = (unsigned char)((i < length - 1 ? 0x80 : 0) | (number & 0x7f));
    return length;
}

/* The type of a number in a record; *BYTES becomes its length. */
static inline unsigned char type_of(int64_t number, int *bytes)
{
    /* by the bytes that hold it with its sign */
    static const unsigned char types[] = {0, 1, 2, 3, 4, 5, 5, 6, 6};
    static const unsigned char lengths[] = {0, 1, 2, 3, 4, 6, 8};
    uint64_t size = (uint64_t)(number < 0 ? ~number : number);

    *bytes = 0;
    if (size >> 1 == 0 && number >= 0)
        return (unsigned char)(8 + number); /* 0 and 1 take no room */
    unsigned char type = types[(64 - __builtin_clzll(size | 1)) / 8 + 1];
    *bytes = lengths[type];
    return type;
}

/* The same as put_number; up to 8 bytes behind TO are overwritten. */
static inline void put_widely(unsigned char *to, uint64_t number, int bytes)
{
    uint64_t high = bytes ? number << (64 - 8 * bytes) : 0;
    unsigned char all[8];

    for (int i = 0; i < 8; ++i)
        all[i] = (unsigned char)(high >> (56 - 8 * i));
    memcpy(to, all, sizeof all);
}

/* ---- Leaves ---------------------------------------------------------------*/

/* A new page behind the others, of any bytes; its index. */
static size_t page_add(TablePages *pages)
{
    if (pages->count == pages->capacity) {
        pages->capacity = pages->capacity ? 2 * pages->capacity : 16;
        pages->bytes =
            base_realloc(pages->bytes, pages->capacity, pages->page_bytes);
    }
    return pages->count++;
}

static unsigned char *page_at(const TablePages *pages, size_t i)
{
    return pages->bytes + i * pages->page_bytes;
}

/* Writes the head of a page that is full. */
static void end_page(const TablePages *pages, unsigned char *page, int kind,
                     size_t cells, size_t used)
{
    page[0] = (unsigned char)kind;
    put_number(page + 3, cells, 2);
    put_number(page + 5, pages->page_bytes - used, 2);
}

void table_pages_begin(TablePages *pages, uint32_t root)
{
    PageTable table = {.root = root, .leaf = base_alloc(1, pages->page_bytes)};

    base_push(pages, tables, table);
}

static void flush_leaf(TablePages *pages, PageTable *table)
{
    Child child = {(uint32_t)page_add(pages), table->last};

    end_page(pages, table->leaf, LEAF, table->cells, table->used);
    memcpy(page_at(pages, child.page), table->leaf, pages->page_bytes);
    memset(table->leaf, 0, pages->page_bytes);
    table->cells = table->used = 0;
    base_push(table, children, child);
}

/* Writes a row as a cell: the length of its record, its number, the record. */
static size_t put_cell(unsigned char *cell, int64_t id, const int64_t *numbers,
                       int count)
{
    unsigned char body[8 * TABLE_PAGES_COLUMNS + 8];
    unsigned char types[TABLE_PAGES_COLUMNS + 2];
    int length = 0, bytes;

    types[0] = (unsigned char)(count + 2); /* the length of the types */
    types[1] = 0;                          /* the row's number stands before */
    for (int i = 0; i < count; ++i) {
        types[2 + i] = type_of(numbers[i], &bytes);
        put_widely(body + length, (uint64_t)numbers[i], bytes);
        length += bytes;
    }
    size_t at = (size_t)put_varint(cell, (uint64_t)(count + 2 + length));
    at += (size_t)put_varint(cell + at, (uint64_t)id);
    memcpy(cell + at, types, (size_t)count + 2);
    at += (size_t)count + 2;
    memcpy(cell + at, body, (size_t)length);
    return at + (size_t)length;
}

void table_pages_row(TablePages *pages, int64_t id, const int64_t *numbers,
                     int count)
{
    PageTable *table = &pages->tables[pages->tables_count - 1];
    unsigned char cell[CELL];

    BASE_CHECK(count <= TABLE_PAGES_COLUMNS);
    size_t bytes = put_cell(cell, id, numbers, count);
    if (LEAF_HEAD + 2 * (table->cells + 1) + table->used + bytes >
        pages->page_bytes)
        flush_leaf(pages, table);
    table->used += bytes;
    size_t place = pages->page_bytes - table->used;
    memcpy(table->leaf + place, cell, bytes);
    put_number(table->leaf + LEAF_HEAD + 2 * table->cells, place, 2);
    ++table->cells;
    table->last = id;
}

/* ---- Inner pages ----------------------------------------------------------*/

/* The most children of a page: each takes a cell of 4 bytes and a number, and
 * the place of that cell. */
static size_t most_children(const TablePages *pages)
{
    return (pages->page_bytes - INNER_HEAD) / (4 + VARINT + 2);
}

/* Fills the page AT, which is blank, with COUNT children; the last of them has
 * no cell but its place in the head. */
static void put_inner(const TablePages *pages, unsigned char *at,
                      const Child *children, size_t count)
{
    size_t used = 0, last = count - 1;

    for (size_t i = 0; i < last; ++i) {
        unsigned char cell[4 + VARINT];
        put_number(cell, children[i].page, 4);
        size_t bytes =
            4 + (size_t)put_varint(cell + 4, (uint64_t)children[i].last);
        used += bytes;
        memcpy(at + pages->page_bytes - used, cell, bytes);
        put_number(at + INNER_HEAD + 2 * i, pages->page_bytes - used, 2);
    }
    end_page(pages, at, INNER, last, used);
    put_number(at + 8, children[last].page, 4);
}

/* Makes the tree above the leaves of a table and writes its root; FIRST is the
 * number of the first page that is put behind the file.  The pages of a level
 * have about the same number of children, two at least. */
static void end_table(TablePages *pages, uint32_t first, PageTable *table,
                      unsigned char *root)
{
    size_t count = table->children_count, most = most_children(pages);
    Child *children = table->children;

    memset(root, 0, pages->page_bytes);
    if (count == 0) { /* all rows fit into the root */
        end_page(pages, table->leaf, LEAF, table->cells, table->used);
        memcpy(root, table->leaf, pages->page_bytes);
        return;
    }
    while (count > most) {
        size_t parents = (count + most - 1) / most, from = 0;
        for (size_t i = 0; i < parents; ++i) {
            size_t to = count * (i + 1) / parents, page = page_add(pages);
            memset(page_at(pages, page), 0, pages->page_bytes);
            put_inner(pages, page_at(pages, page), children + from, to - from);
            children[i] =
                (Child){first + (uint32_t)page, children[to - 1].last};
            from = to;
        }
        count = parents;
    }
    put_inner(pages, root, children, count);
}

const unsigned char *table_pages_end(TablePages *pages, unsigned char *image,
                                     size_t bytes, size_t *more)
{
    uint32_t first = (uint32_t)(bytes / pages->page_bytes) + 1;

    for (size_t i = 0; i < pages->tables_count; ++i) {
        PageTable *table = &pages->tables[i];
        if (table->children_count > 0 && table->cells > 0)
            flush_leaf(pages, table);
        for (size_t c = 0; c < table->children_count; ++c)
            table->children[c].page += first;
        end_table(pages, first, table,
                  image + (table->root - 1) * pages->page_bytes);
    }
    *more = pages->count * pages->page_bytes;
    put_number(image + AT_PAGES, (bytes + *more) / pages->page_bytes, 4);
    return pages->bytes;
}
