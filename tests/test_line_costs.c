/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/line_costs.c and of the tables that program_answer.c
 * makes of it, with the log of a kernel of eight threads.
 */
#include "analysis/line_costs.h"
#include "report/program_answer.h"
#include "program_writer.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Line 5 loads, twice: all lanes from bank 0, then each from its own.  Line 6
 * stores: two lanes to each of four banks.  Line 7 has no shared memory. */
enum { LANES = 8, LOAD = 5, STORE = 6, GLOBAL = 7 };

#define LONG_LINE                                                              \
    "    /* a b c d e f g h i j k l m n o p q r s t u "                        \
    "\u00e9\u00e9\u00e9\u00e9 */"

static void access_of(ProgramWriter *log, uint32_t site, ProgramAccessKind kind,
                      uint32_t array, uint32_t occurrence, uint32_t stride,
                      uint32_t period)
{
    const uint32_t value = 1;

    writer_access(log, 0, 0, site, kind, array, 4, occurrence);
    for (uint32_t i = 0; i < LANES; ++i)
        writer_lane(log, i,
                    4 * (uint64_t)(i % period * stride + i / period * 32),
                    &value, 4, 0);
}

static Trace *trace_new_of_lines(void)
{
    const ProgramSource source = {"test.cu", "1\n2\n3\n4\n" LONG_LINE
                                             "\n  s[i] = 1;  \n7\n"};
    const ProgramFacts facts = {.sources = &source,
                                .sources_count = 1,
                                .command = "test.cu",
                                .compiler = "c++",
                                .locals = &writer_locals};
    ProgramWriter log;
    Error error;

    writer_begin(&log);
    uint32_t load = writer_site(&log, 16 * LOAD + 1);
    uint32_t store = writer_site(&log, 16 * STORE + 1);
    uint32_t global = writer_site(&log, 16 * GLOBAL + 1);
    writer_launch(&log, "k", 1, LANES, "in");
    uint32_t in = writer_array(&log, ELEMENT_I32, 4, 32, 1);
    writer_variable(&log, "s", "int [256]", 0, 1024, ELEMENT_I32, 4, 256, 0);
    writer_block(&log, 0);
    access_of(&log, load, PROGRAM_LOAD, PROGRAM_SHARED, 0, 32, LANES);
    access_of(&log, load, PROGRAM_LOAD, PROGRAM_SHARED, 1, 1, LANES);
    access_of(&log, store, PROGRAM_STORE, PROGRAM_SHARED, 0, 1, 4);
    access_of(&log, global, PROGRAM_LOAD, in, 0, 1, LANES);
    writer_end(&log, 1024);
    Trace *trace =
        program_trace(log.bytes, log.count, &writer_symbols, &facts, &error);
    if (!trace)
        g_error("%s", error.text);
    writer_free(&log);
    return trace;
}

static void test_json(void)
{
    Trace *trace = trace_new_of_lines();
    Findings findings = findings_new(trace);
    json_t *list = program_lines_json(&findings);
    char *dump = json_dumps(list, JSON_COMPACT);

    g_assert_cmpstr(
        dump, ==,
        "[{\"file\":\"test.cu\",\"line\":5,\"accesses\":16,"
        "\"global_accesses\":0,\"instructions\":2,\"conflicts_load\":7,"
        "\"conflicts_store\":0,\"wavefronts\":8,\"sectors\":0,"
        "\"sectors_needed\":0,\"active_lanes\":16,\"lanes\":16},"
        "{\"file\":\"test.cu\",\"line\":6,\"accesses\":8,"
        "\"global_accesses\":0,\"instructions\":1,\"conflicts_load\":0,"
        "\"conflicts_store\":1,\"wavefronts\":2,\"sectors\":0,"
        "\"sectors_needed\":0,\"active_lanes\":8,\"lanes\":8},"
        "{\"file\":\"test.cu\",\"line\":7,\"accesses\":0,"
        "\"global_accesses\":8,\"instructions\":0,\"conflicts_load\":0,"
        "\"conflicts_store\":0,\"wavefronts\":0,\"sectors\":1,"
        "\"sectors_needed\":1,\"active_lanes\":8,\"lanes\":8}]");
    free(dump);
    json_decref(list);
    findings_free(&findings);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/line_costs/json", test_json);
    return g_test_run();
}
