/* SPDX-License-Identifier: MIT */
#include "trace/reader.h"
#include "trace/reader_tables.h"

#include "trace/limits.h"
#include "trace/value.h"

#include <inttypes.h>
#include <string.h>

void reader_blank(Word *values, Word *intervals, size_t words)
{
    for (size_t cell = 0; cell < words; ++cell) {
        values[cell] = 0;
        intervals[cell] = INTERVAL_UNSET;
    }
}

/* False with the error set if ROW says something else of a cell than the stores
 * up to the snapshot at INDEX do.  Before the FIRST step a cell may have any
 * word, which stands for nothing. */
static bool check_snapshot(Reader *reader, size_t index, bool first,
                           uint32_t cell, const SnapshotRow *row)
{
    const Trace *trace = reader->trace;
    Op op = trace->run.op;
    size_t offset = index * trace->run.words + cell;
    Word *value = trace->snapshot_values + offset;
    Word interval = trace->snapshot_intervals[offset];
    char is[VALUE_TEXT], left[VALUE_TEXT];

    if (first)
        *value = row->value;
    if (row->value != *value)
        return table_refuse(&reader->table,
                            "cell %u is %s, but the stores leave %s there",
                            cell, value_format(op, row->value, is),
                            value_format(op, *value, left));
    return row->interval == interval ||
           table_refuse(&reader->table,
                        "cell %u stands for %s, but the stores leave %s there",
                        cell, value_format_interval(row->interval, is),
                        value_format_interval(interval, left));
}

/* Checks the cells that the file tells of the snapshot at INDEX.  ROW is the
 * first of them, if there are any. */
static bool read_snapshot(Reader *reader, size_t index, bool first,
                          SnapshotRow *row, bool *more)
{
    Trace *trace = reader->trace;
    Table *table = &reader->table;
    int64_t start = (int64_t)index * SCHEMA_CELLS;

    while (*more && table->id < start + SCHEMA_CELLS) {
        int64_t cell = table->id - start;
        if (!table_within(table, "cell", cell, 0,
                          (int64_t)trace->run.words - 1))
            return false;
        if (!check_snapshot(reader, index, first, (uint32_t)cell, row))
            return false;
        if (!table_row(table, row, more))
            return false;
    }
    return true;
}

static bool alloc_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    uint64_t count = trace->steps_count + trace->blocks_count;
    uint64_t words = count * trace->run.words;

    uint64_t most = limits_snapshots(reader->bytes) / (2 * sizeof(Word));
    if (words > most)
        return table_refuse(&reader->table,
                            "%" PRIu64 " words of shared memory at all steps "
                            "are more than %" PRIu64,
                            words, most);
    trace->snapshots_count = (size_t)count;
    trace->snapshot_values =
        base_alloc((size_t)words + 1, sizeof *trace->snapshot_values);
    trace->snapshot_intervals =
        base_alloc((size_t)words + 1, sizeof *trace->snapshot_intervals);
    return true;
}

bool reader_snapshots(Reader *reader)
{
    Trace *trace = reader->trace;
    size_t words = trace->run.words, bytes = words * sizeof(Word);
    SnapshotRow row = {0};
    bool more;

    if (!alloc_snapshots(reader) || !table_row(&reader->table, &row, &more))
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t index = s + step->block;
        Word *values = trace->snapshot_values + index * words;
        Word *intervals = trace->snapshot_intervals + index * words;

        if (s == 0 || step->block != step[-1].block) {
            reader_blank(values, intervals, words);
            if (!read_snapshot(reader, index, true, &row, &more))
                return false;
        }
        memcpy(values + words, values, bytes);
        memcpy(intervals + words, intervals, bytes);
        for (uint32_t i = 0; i < step->instruction_count; ++i)
            trace_replay(trace,
                         trace->instructions + step->first_instruction + i,
                         values + words, intervals + words);
        if (!read_snapshot(reader, index + 1, false, &row, &more))
            return false;
    }
    return !more || table_refuse(&reader->table, "there is no such snapshot");
}
