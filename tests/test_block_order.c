/* SPDX-License-Identifier: MIT
 *
 * Whether blocks may be played one after the other.
 */
#include "analysis/issue_order.h"
#include "program_writer.h"
#include "trace/trace.h"

#include <glib.h>

/* An access by thread 0 of a block to BYTES bytes of an array, from BYTE on. */
typedef struct {
    uint32_t block;
    ProgramAccessKind kind;
    uint32_t byte, bytes;
} Touch;

enum { MOST = 4 };

static const struct {
    const char *name;
    Touch touches[MOST];
    int count;
    bool differs;
} cases[] = {
    {"other words",
     {{1, PROGRAM_STORE, 4, 4}, {0, PROGRAM_STORE, 0, 4}},
     2,
     false},
    {"loads only",
     {{1, PROGRAM_LOAD, 0, 4}, {0, PROGRAM_LOAD, 0, 4}},
     2,
     false},
    {"in order", {{0, PROGRAM_STORE, 0, 4}, {1, PROGRAM_LOAD, 0, 4}}, 2, false},
    {"loads what a later block stored",
     {{1, PROGRAM_STORE, 0, 4}, {0, PROGRAM_LOAD, 0, 4}},
     2,
     true},
    {"stores what a later block loaded",
     {{1, PROGRAM_LOAD, 0, 4}, {0, PROGRAM_STORE, 0, 4}},
     2,
     true},
    {"both store, the later one first",
     {{1, PROGRAM_STORE, 0, 4}, {0, PROGRAM_STORE, 0, 4}},
     2,
     true},
    {"other bytes of a word",
     {{1, PROGRAM_STORE, 2, 2}, {0, PROGRAM_STORE, 0, 2}},
     2,
     false},
    {"a byte of a word",
     {{1, PROGRAM_STORE, 1, 1}, {0, PROGRAM_LOAD, 0, 4}},
     2,
     true},
    {"a lost update",
     {{0, PROGRAM_LOAD, 0, 4},
      {1, PROGRAM_LOAD, 0, 4},
      {0, PROGRAM_STORE, 0, 4},
      {1, PROGRAM_STORE, 0, 4}},
     4,
     true},
};

static Trace *trace_of(const Touch touches[], int count)
{
    ProgramWriter log;
    Error error = {0};
    const uint32_t values[2] = {5, 6};

    writer_begin(&log);
    uint32_t site = writer_site(&log, 16 * 5 + 1);
    writer_launch(&log, "scan", 2, 4, "d_out");
    uint32_t array = writer_array(&log, ELEMENT_I32, 4, sizeof values, 1);
    writer_contents(&log, array, false, values, sizeof values);
    writer_block(&log, 0);
    writer_block(&log, 1);
    for (int i = 0; i < count; ++i) {
        writer_access(&log, touches[i].block, 0, site, touches[i].kind, array,
                      touches[i].bytes, (uint32_t)i);
        writer_lane(&log, 0, touches[i].byte, values, touches[i].bytes, 5);
    }
    writer_contents(&log, array, true, values, sizeof values);
    writer_end(&log, 0);
    Trace *trace = writer_trace(&log, &error);
    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    writer_free(&log);
    return trace;
}

static void test_cases(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        Trace *trace = trace_of(cases[i].touches, cases[i].count);
        g_test_message("%s", cases[i].name);
        g_assert_cmpint(trace_order_differs(trace), ==, cases[i].differs);
        g_assert_cmpint(issue_order_is_mixed(trace), ==, cases[i].differs);
        trace_free(trace);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/block_order/cases", test_cases);
    return g_test_run();
}
