/* SPDX-License-Identifier: MIT
 *
 * reader - rows to a trace, checked on the way; see reader.h.
 */
#include "trace/reader.h"

#include "trace/block_order.h"
#include "trace/outcome.h"
#include "trace/reader_tables.h"

#include <stdlib.h>
#include <string.h>

Trace *reader_trace(sqlite3 *db, size_t bytes, const char *path, Error *error)
{
    static const struct {
        const Layout *layout; /* NULL: run */
        bool (*read)(Reader *reader);
    } tables[] = {{NULL, reader_run},
                  {&schema_source, reader_sources},
                  {&schema_array, reader_arrays},
                  {&schema_variable, reader_variables},
                  {&schema_grid, reader_grids},
                  {&schema_block, reader_blocks},
                  {&schema_element, reader_elements},
                  {&schema_phase, reader_phases},
                  {&schema_step, reader_steps},
                  {&schema_instruction, reader_instructions},
                  {&schema_access, reader_accesses},
                  {&schema_sum, reader_sums},
                  {&schema_snapshot, reader_snapshots},
                  {&schema_local, reader_locals},
                  {&schema_local_change, reader_local_changes},
                  {&schema_result, reader_results},
                  {&schema_member, reader_members}};
    Reader reader = {.table = {.db = db,
                               .path = path,
                               .error = error,
                               .text_left = bytes,
                               .digest = DIGEST_START},
                     .bytes = bytes};
    char digest[DIGEST_TEXT];
    bool ok = database_matches(db);

    if (!ok) {
        error_set(error, ERROR_USAGE,
                  "%.300s is damaged: its tables are not those of an Upsweep "
                  "trace; record it again",
                  path);
        return NULL;
    }
    reader.trace = trace_new();
    for (size_t i = 0; ok && i < sizeof tables / sizeof *tables; ++i) {
        ok = table_open(&reader.table, tables[i].layout) &&
             tables[i].read(&reader);
        table_close(&reader.table);
    }
    free(reader.lines);
    digest_format(reader.table.digest, digest);
    if (ok && strcmp(digest, reader.digest) != 0)
        ok = error_set(error, ERROR_USAGE,
                       "%.300s is damaged: its content has digest %s, not "
                       "%s; record it again",
                       path, digest, reader.digest);
    Text why = {0};
    if (ok && !outcome_check(reader.trace, &why))
        ok =
            error_set(error, ERROR_USAGE,
                      "%.300s is damaged: %s; record it again", path, why.text);
    text_free(&why);
    if (ok) {
        reader.trace->blocks_meet = block_order_differs(reader.trace);
        return reader.trace;
    }
    trace_free(reader.trace);
    return NULL;
}
