/* SPDX-License-Identifier: MIT */
#include "trace/reader_tables.h"

#include "trace/limits.h"
#include "trace/local.h"
#include "trace/member.h"
#include "trace/sum_result.h"

#include <inttypes.h>

bool reader_locals(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    Local row = {0};
    bool more;

    while (table_next_row(table, LIMITS_LOCALS, &row, &more) && more) {
        base_push(trace, locals, row);
        if (!table_within(table, "source", row.source, 0,
                          (int64_t)trace->sources_count - 1))
            return false;
    }
    return !more;
}

/* Changes are stored block after block, thread after thread. */
bool reader_local_changes(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    LocalChange row = {0};
    bool more;

    while (table_next_row(table, UINT32_MAX - 1, &row, &more) && more) {
        if (!table_within(table, "instruction", row.instruction, 0,
                          (int64_t)trace->instructions_count - 1) ||
            !table_within(table, "local", row.local, 0,
                          (int64_t)trace->locals_count - 1))
            return false;
        const Instruction *at = trace->instructions + row.instruction;
        if (!table_within(table, "lane", row.lane, 0,
                          reader_lanes(trace, at) - 1))
            return false;
        size_t count = trace->local_changes_count;
        if (count > 0 &&
            local_change_compare(trace, trace->local_changes + count - 1,
                                 &row) > 0)
            return table_refuse(table, "it is before row %" PRId64 " in time",
                                table->id - 1);
        base_push(trace, local_changes, row);
    }
    return !more;
}

/* True if a result says what it was checked by, and if its words are sums of
 * inputs, of how many: where it is not known which ones a launch loads, and no
 * word is a sum, none count. */
static bool is_checked(const SumResult *row)
{
    SumKind kind = (SumKind)row->kind;

    return row->trials > 0 &&
           (row->n > 0 || kind == SUM_OTHER || sum_kind_permutes(kind));
}

/* A row for each launch, and perhaps one for all of them, for their other
 * outputs, and for launches that are not in the trace; or none at all. */
bool reader_results(Reader *reader)
{
    Table *table = &reader->table;
    Trace *trace = reader->trace;
    SumResult row = {0};
    bool more;

    size_t most =
        (trace->grids_count + 1) * (1 + SUM_RESULT_OTHERS) + SUM_RESULT_FURTHER;

    while (table_next_row(table, most, &row, &more) && more) {
        base_push(trace, results, row);
        if (!table_within(table, "last_launch", row.last, row.first,
                          INT32_MAX) ||
            !table_within(table, "wrong", row.wrong, 0, row.count))
            return false;
        if ((row.kind == SUM_UNKNOWN) != (row.unchecked[0] != '\0'))
            return table_refuse(table, "it was checked, and was not");
        if (row.kind != SUM_UNKNOWN && !is_checked(&row))
            return table_refuse(table, "it was checked by no run");
    }
    const char *proved = trace->run.proved ? trace->run.proved : "";
    for (size_t i = 0; proved[i]; ++i) {
        if (i == trace->results_count || proved[i] < '0' ||
            proved[i] >= '0' + PROVED_KINDS ||
            (trace->results[i].wrong > 0 && proved[i] != '0'))
            return table_refuse(table, "run says of no result that it is "
                                       "proved");
        trace->results[i].proved = (uint32_t)(proved[i] - '0');
    }
    return !more && (trace->results_count == 0 ||
                     trace->results_count >= trace->grids_count ||
                     table_refuse(table, "a launch has no result"));
}

bool reader_members(Reader *reader)
{
    Table *table = &reader->table;
    Member row = {0};
    const char *name;
    Text why = {0};
    bool more;

    while (table_next_row(table, LIMITS_MEMBERS, &row, &more) && more)
        base_push(reader->trace, members, row);
    if (more)
        return false;
    table->id = -1;
    bool hold = limits_hold(reader->trace, &name, &why) ||
                table_refuse(table, "%s", why.text);
    text_free(&why);
    if (hold)
        member_link(reader->trace);
    return hold;
}
