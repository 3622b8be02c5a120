/* SPDX-License-Identifier: MIT */
#include "trace/manifest.h"

#include "trace/limits.h"
#include "trace/schema.h"
#include "trace/value.h"

#include <string.h>

static bool read_fact(Table *table, Trace *trace, const Fact *fact,
                      char digest[DIGEST_TEXT])
{
    Run *run = &trace->run;
    void *field = (char *)run + fact->offset;
    Range range = {(int64_t)fact->low, (int64_t)fact->high};
    const char *text;
    int64_t number = 0;

    if (fact->kind == FACT_SEED)
        range = (Range){INT64_MIN, INT64_MAX};
    if (sqlite3_column_type(table->row, 0) == SQLITE_INTEGER) {
        if (fact->kind != FACT_COUNT && fact->kind != FACT_FLAG &&
            fact->kind != FACT_SEED)
            return table_damaged(table);
        if (!table_numbers(table, &range, 1, &number))
            return false;
        if (fact->kind == FACT_COUNT)
            *(uint32_t *)field = (uint32_t)number;
        else if (fact->kind == FACT_FLAG)
            run->inclusive = number != 0;
        else
            run->seed = (uint64_t)number;
        return true;
    }
    text = table_text(table, 0, fact->low, fact->high);
    if (!text)
        return false;
    if (fact->kind == FACT_TEXT)
        *(char **)field = base_strdup(text);
    else if (fact->kind == FACT_DIGEST)
        memcpy(digest, text, DIGEST_TEXT);
    else if (fact->kind != FACT_OP || !op_parse(text, &run->op, table->error))
        return table_damaged(table);
    return true;
}

static bool read_run(Table *table, Trace *trace, char digest[DIGEST_TEXT])
{
    Run *run = &trace->run;
    bool more;

    /* value first, so that its column is 0 as everywhere else */
    if (!table_open(table, "run", "select value, key from run order by key"))
        return false;
    for (int i = 0; i < SCHEMA_FACTS; ++i) {
        if (!table_next(table, &more))
            return false;
        const unsigned char *key =
            more ? sqlite3_column_text(table->row, 1) : NULL;
        if (!key || strcmp((const char *)key, schema_facts[i].key) != 0)
            return table_damaged(table);
        if (!read_fact(table, trace, schema_facts + i, digest))
            return false;
    }
    if (!table_next(table, &more))
        return false;
    if (more || !base_is_power_of_two(run->k) ||
        (strcmp(run->device, "cpu") != 0 && strcmp(run->device, "gpu") != 0))
        return table_damaged(table);
    return true;
}

/* ---- What was launched ----------------------------------------------------*/

/* Moves to the next row of a table whose column 0 numbers its rows from 0; at
 * most MOST rows. */
static bool next_row(Table *table, size_t count, size_t most, bool *more)
{
    const Range range = {(int64_t)count, (int64_t)count};
    int64_t id;

    if (!table_next(table, more))
        return false;
    return !*more || (count < most ? table_numbers(table, &range, 1, &id)
                                   : table_damaged(table));
}

static bool read_sources(Table *table, Trace *trace)
{
    bool more;

    if (!table_open(table, "source",
                    "select id, name, text from source order by id"))
        return false;
    while (next_row(table, trace->sources_count, LIMITS_SOURCES, &more) &&
           more) {
        Source source = {NULL, NULL};
        const char *name = table_text(table, 1, 1, LIMITS_NAME);
        if (!name)
            return false;
        source.name = base_strdup(name);
        base_push(trace, sources, source);
        const char *text = table_lines(table, 2, 0, LIMITS_SOURCE);
        if (!text)
            return false;
        trace->sources[trace->sources_count - 1].text = base_strdup(text);
    }
    return !more && (trace->sources_count > 0 || table_damaged(table));
}

static bool read_arrays(Table *table, Trace *trace)
{
    bool more;

    if (!table_open(table, "array",
                    "select id, words, holds, name from array order by id"))
        return false;
    while (next_row(table, trace->arrays_count, LIMITS_ARRAYS, &more) && more) {
        const Range ranges[] = {{0, LIMITS_ARRAYS - 1},
                                {1, LIMITS_GLOBAL},
                                {0, HOLDS_KINDS - 1}};
        int64_t at[3];
        if (!table_numbers(table, ranges, 3, at))
            return false;
        const char *name = table_text(table, 3, 1, LIMITS_NAME);
        if (!name)
            return false;
        Array array = {base_strdup(name), (uint32_t)at[1], (uint8_t)at[2]};
        base_push(trace, arrays, array);
    }
    if (more)
        return false;
    return (trace->arrays_count >= GLOBAL_FIRST_OWN &&
            trace->arrays[GLOBAL_IN].words == trace->run.n &&
            trace->arrays[GLOBAL_OUT].words == trace->run.n) ||
           table_refuse(table, "its input or output does not have n words");
}

static bool read_grids(Table *table, Trace *trace)
{
    const Run *run = &trace->run;
    const int64_t arrays = (int64_t)trace->arrays_count - 1;
    bool more;

    if (!table_open(table, "grid",
                    "select id, source, n, block_n, blocks, threads, words, "
                    "input, output, part, title from grid order by id"))
        return false;
    while (next_row(table, trace->grids_count, LIMITS_GRIDS, &more) && more) {
        const Range ranges[] = {
            {0, LIMITS_GRIDS - 1}, {0, (int64_t)trace->sources_count - 1},
            {1, run->n},           {1, INTERVAL_MAX_N},
            {1, run->n},           {1, run->threads},
            {0, run->words},       {0, arrays},
            {0, arrays},           {0, UINT8_MAX}};
        int64_t at[10];
        if (!table_numbers(table, ranges, 10, at))
            return false;
        const char *title = table_text(table, 10, 0, LIMITS_NAME);
        if (!title)
            return false;
        Grid grid = {.title = base_strdup(title),
                     .source = (uint32_t)at[1],
                     .n = (uint32_t)at[2],
                     .block_n = (uint32_t)at[3],
                     .blocks = (uint32_t)at[4],
                     .threads = (uint32_t)at[5],
                     .words = (uint32_t)at[6],
                     .in = (uint8_t)at[7],
                     .out = (uint8_t)at[8],
                     .part = (uint8_t)at[9]};
        base_push(trace, grids, grid);
    }
    if (more)
        return false;
    const char *broken = limits_broken(trace, &table->name);
    return !broken || table_refuse(table, broken);
}

/* Blocks are stored grid after grid, by rising numbers. */
static bool read_blocks(Table *table, Trace *trace)
{
    int64_t grid = 0, least = 0;
    bool more;

    if (!table_open(table, "block",
                    "select id, grid, number from block order by id"))
        return false;
    while (next_row(table, trace->blocks_count, INT32_MAX, &more) && more) {
        const Range ranges[] = {{0, INT32_MAX},
                                {grid, (int64_t)trace->grids_count - 1},
                                {0, UINT32_MAX}};
        int64_t at[3];
        if (!table_numbers(table, ranges, 3, at))
            return false;
        if (at[1] != grid)
            least = 0;
        if (at[2] < least || at[2] >= trace->grids[at[1]].blocks)
            return table_damaged(table);
        grid = at[1];
        least = at[2] + 1;
        Block block = {.grid = (uint32_t)grid, .index = (uint32_t)at[2]};
        base_push(trace, blocks, block);
    }
    return !more && (trace->blocks_count > 0 || table_damaged(table));
}

bool manifest_read(Table *table, Trace *trace, char digest[DIGEST_TEXT])
{
    static bool (*const tables[])(Table *, Trace *) = {read_sources,
                                                       read_arrays, read_grids,
                                                       read_blocks};
    bool good = read_run(table, trace, digest);

    table_close(table);
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; ++i) {
        good = tables[i](table, trace);
        table_close(table);
    }
    return good;
}
