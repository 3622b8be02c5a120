/* SPDX-License-Identifier: MIT */
#include "trace/reader_tables.h"

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
    if (fact->kind == FACT_COUNT || fact->kind == FACT_RARE)
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
    if (fact->kind == FACT_COUNT || fact->kind == FACT_RARE ||
        fact->kind == FACT_FLAG || fact->kind == FACT_SEED)
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
    if (fact->kind == FACT_TEXT || fact->kind == FACT_NOTE)
        *(char **)(void *)((char *)run + fact->offset) = base_strdup(text);
    else if (!op_parse(text, &run->op, table->error))
        return table_refuse(table, "its op is no operator");
    return true;
}

bool reader_run(Reader *reader)
{
    Table *table = &reader->table;
    Run *run = &reader->trace->run;
    bool more;

    if (!table_next(table, &more))
        return false;
    for (int i = 0; i < SCHEMA_FACTS; ++i) {
        const Fact *fact = schema_facts + i;
        const unsigned char *key =
            more ? sqlite3_column_text(table->row, 1) : NULL;
        if (!key || strcmp((const char *)key, fact->key) != 0) {
            if (fact->optional)
                continue;
            return table_refuse(table, "%s is missing", fact->key);
        }
        if (!read_fact(table, run, fact, reader->digest) ||
            !table_next(table, &more))
            return false;
    }
    if (more)
        return table_refuse(table, "it has more than %d rows", SCHEMA_FACTS);
    if (!base_is_power_of_two(run->k))
        return table_refuse(table, "its k is %u, which is no power of two",
                            run->k);
    if (strcmp(run->device, "cpu") != 0 && strcmp(run->device, "gpu") != 0)
        return table_refuse(table, "its device is neither cpu nor gpu");
    return trace_ended(reader->trace) ||
           (!run->unfinished && !run->ended_line) ||
           table_refuse(table, "it does not say why the program ended");
}

/* Reads the rows of a table, at most MOST, into an array of the trace; HEAD:
 * "bool NAME". */
#define READ_ROWS(head, Row, array, most)                                      \
    head(Reader *reader)                                                       \
    {                                                                          \
        Row row = {0};                                                         \
        bool more;                                                             \
                                                                               \
        while (table_next_row(&reader->table, most, &row, &more) && more)      \
            base_push(reader->trace, array, row);                              \
        return !more;                                                          \
    }

READ_ROWS(static bool read_source_rows, Source, sources, LIMITS_SOURCES)
READ_ROWS(bool reader_arrays, Array, arrays, LIMITS_ARRAYS)
READ_ROWS(bool reader_variables, Variable, variables, LIMITS_VARIABLES)
READ_ROWS(static bool read_grid_rows, Grid, grids, LIMITS_GRIDS)
READ_ROWS(bool reader_phases, Phase, phases, LIMITS_PHASES)

/* False with the error set if the line where the program ended is in none of
 * its files. */
static bool check_end(Reader *reader)
{
    const Run *run = &reader->trace->run;

    return table_within(&reader->table, "ended_source", run->ended_source, 0,
                        (int64_t)reader->trace->sources_count - 1) &&
           table_within(&reader->table, "ended_line", run->ended_line, 0,
                        reader->lines[run->ended_source]);
}

bool reader_sources(Reader *reader)
{
    const Trace *trace = reader->trace;
    bool good = read_source_rows(reader);

    reader->lines = base_alloc(trace->sources_count, sizeof *reader->lines);
    for (size_t i = 0; i < trace->sources_count; ++i) {
        uint32_t lines = 1;
        for (const char *at = trace->sources[i].text; *at; ++at)
            lines += *at == '\n';
        reader->lines[i] = lines < LIMITS_LINES ? lines : LIMITS_LINES;
    }
    return good &&
           (trace->sources_count > 0 ||
            table_refuse(&reader->table, "it has no rows")) &&
           check_end(reader);
}

bool reader_grids(Reader *reader)
{
    Table *table = &reader->table;
    Text why = {0};

    if (!read_grid_rows(reader))
        return false;
    table->id = -1;
    bool hold = limits_hold(reader->trace, &table->name, &why) ||
                table_refuse(table, "%s", why.text);
    text_free(&why);
    return hold;
}

/* Blocks are stored grid after grid, by rising numbers. */
bool reader_blocks(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    Block row = {0};
    uint32_t grid = 0, least = 0;
    bool more;

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
