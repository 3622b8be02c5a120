/* SPDX-License-Identifier: MIT */
#include "trace/manifest.h"

#include "trace/limits.h"
#include "trace/value.h"

#include <string.h>

static bool read_fact_number(Table *table, Run *run, const Fact *fact)
{
    void *field = (char *)run + fact->offset;
    int64_t low = (int64_t)fact->low, high = (int64_t)fact->high, number;

    if (fact->kind == FACT_SEED) {
        low = INT64_MIN;
        high = INT64_MAX;
    }
    if (!table_number(table, 0, fact->key, low, high, &number))
        return false;
    digest_number(&table->digest, number);
    if (fact->kind == FACT_COUNT)
        *(uint32_t *)field = (uint32_t)number;
    else if (fact->kind == FACT_FLAG)
        run->inclusive = number != 0;
    else
        run->seed = (uint64_t)number;
    return true;
}

static bool read_fact(Table *table, Run *run, const Fact *fact,
                      char digest[DIGEST_TEXT])
{
    if (fact->kind == FACT_COUNT || fact->kind == FACT_FLAG ||
        fact->kind == FACT_SEED)
        return read_fact_number(table, run, fact);

    const char *text = table_text(table, 0, fact->key, (int64_t)fact->low,
                                  (int64_t)fact->high, false);
    if (!text)
        return false;
    if (fact->kind == FACT_DIGEST) {
        memcpy(digest, text, DIGEST_TEXT);
        return true;
    }
    digest_text(&table->digest, text);
    if (fact->kind == FACT_TEXT)
        *(char **)(void *)((char *)run + fact->offset) = base_strdup(text);
    else if (!op_parse(text, &run->op, table->error))
        return table_refuse(table, "its op is no operator");
    return true;
}

static bool read_run(Table *table, Trace *trace, char digest[DIGEST_TEXT])
{
    Run *run = &trace->run;
    bool more;

    if (!table_open_run(table))
        return false;
    for (int i = 0; i < SCHEMA_FACTS; ++i) {
        const char *wanted = schema_facts[i].key;
        if (!table_next(table, &more))
            return false;
        const unsigned char *key =
            more ? sqlite3_column_text(table->row, 1) : NULL;
        if (!key || strcmp((const char *)key, wanted) != 0)
            return table_refuse(table, "%s is missing", wanted);
        if (!read_fact(table, run, schema_facts + i, digest))
            return false;
    }
    if (!table_next(table, &more))
        return false;
    if (more)
        return table_refuse(table, "it has more than %d rows", SCHEMA_FACTS);
    if (!base_is_power_of_two(run->k))
        return table_refuse(table, "its k is %u, which is no power of two",
                            run->k);
    if (strcmp(run->device, "cpu") != 0 && strcmp(run->device, "gpu") != 0)
        return table_refuse(table, "its device is neither cpu nor gpu");
    return true;
}

/* ---- What was launched ----------------------------------------------------*/

static bool read_sources(Table *table, Trace *trace)
{
    Source row;
    bool more;

    if (!table_open(table, &schema_source))
        return false;
    while (table_next_row(table, LIMITS_SOURCES, &row, &more) && more)
        base_push(trace, sources, row);
    return !more &&
           (trace->sources_count > 0 || table_refuse(table, "it has no rows"));
}

static bool read_arrays(Table *table, Trace *trace)
{
    Array row;
    bool more;

    if (!table_open(table, &schema_array))
        return false;
    while (table_next_row(table, LIMITS_ARRAYS, &row, &more) && more)
        base_push(trace, arrays, row);
    return !more;
}

static bool read_grids(Table *table, Trace *trace)
{
    Grid row;
    bool more;

    if (!table_open(table, &schema_grid))
        return false;
    while (table_next_row(table, LIMITS_GRIDS, &row, &more) && more)
        base_push(trace, grids, row);
    if (more)
        return false;
    table->id = -1;
    const char *broken = limits_broken(trace, &table->name);
    return !broken || table_refuse(table, "%s", broken);
}

/* Blocks are stored grid after grid, by rising numbers. */
static bool read_blocks(Table *table, Trace *trace)
{
    Block row = {0};
    uint32_t grid = 0, least = 0;
    bool more;

    if (!table_open(table, &schema_block))
        return false;
    while (table_next_row(table, INT32_MAX, &row, &more) && more) {
        if (!table_within(table, "grid", row.grid, grid,
                          (int64_t)trace->grids_count - 1))
            return false;
        if (row.grid != grid)
            least = 0;
        if (!table_within(table, "number", row.index, least,
                          (int64_t)trace->grids[row.grid].blocks - 1))
            return false;
        grid = row.grid;
        least = row.index + 1;
        base_push(trace, blocks, row);
    }
    return !more &&
           (trace->blocks_count > 0 || table_refuse(table, "it has no rows"));
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
