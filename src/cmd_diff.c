/* SPDX-License-Identifier: MIT
 *
 * upsweep diff: are two recordings the same, whatever they were made on?  If
 * one was made from the instructions that a GPU ran: what the compiler made of
 * each line.
 */
#include "analysis/line_costs.h"
#include "analysis/machine_code.h"
#include "cli/request.h"
#include "cmd.h"
#include "report/diff.h"

#include <string.h>

static bool print_same(Trace *const traces[2], FILE *out, Error *error)
{
    Text where = {0};
    bool same = diff_traces(traces[0], traces[1], &where);

    if (same)
        fprintf(out,
                "equal: %zu steps, %zu instructions, %zu accesses (%s, "
                "%s)\n",
                traces[0]->steps_count, traces[0]->instructions_count,
                traces[0]->accesses_count, traces[0]->run.device_name,
                traces[1]->run.device_name);
    else
        error_set(error, ERROR_NO, "the traces differ: %s", where.text);
    text_free(&where);
    return same;
}

/* ---- Line by line ---------------------------------------------------------*/

/* The text of a line, at most WIDTH bytes. */
static void add_source_line(SourceLine line, size_t width, Text *text)
{
    if (line.length > width) {
        line.length = width;
        while (line.length > 0 &&
               ((unsigned char)line.text[line.length] & 0xc0) == 0x80)
            --line.length;
    }
    text_add_bytes(text, line.text, line.length);
}

static void print_lines(const MachineDiff *diff, Trace *const traces[2],
                        FILE *out)
{
    LineIndex lines[2] = {line_index_new(traces[0]), line_index_new(traces[1])};

    fprintf(out, "%-44s %21s %19s %19s\n", "", "accesses", "conflicts",
            "unmatched");
    fprintf(out, "%4s  %-38s %11s %9s %9s %9s %9s %9s\n", "line", "", "first",
            "second", "first", "second", "first", "second");
    for (size_t i = 0; i < diff->lines_count; ++i) {
        const MachineLine *line = diff->lines + i;
        Text text = {0};
        add_source_line(line_index_find(&lines[line->which], line->source,
                                        line->line),
                        38, &text);
        fprintf(out, "%4u  %-38s %11llu %9llu %9llu %9llu %9llu %9llu\n",
                line->line, text.text ? text.text : "",
                (unsigned long long)(line->accesses[0] + line->global[0]),
                (unsigned long long)(line->accesses[1] + line->global[1]),
                (unsigned long long)line->conflicts[0],
                (unsigned long long)line->conflicts[1],
                (unsigned long long)line->alone[0],
                (unsigned long long)line->alone[1]);
        text_free(&text);
    }
    line_index_free(&lines[0]);
    line_index_free(&lines[1]);
}

/* "simulator, clang++ -O0". */
static void print_device(const char *which, const Trace *trace, FILE *out)
{
    fprintf(out, "%-7s %s, %s%s%s\n", which, trace->run.algorithm,
            trace->run.device_name, trace->run.compiler[0] ? ", " : "",
            trace->run.compiler);
}

static bool print_machines(Trace *const traces[2], FILE *out, Error *error)
{
    MachineDiff diff = machine_diff(traces[0], traces[1]);
    bool same = machine_diff_same(&diff);

    print_device("first", traces[0], out);
    print_device("second", traces[1], out);
    print_lines(&diff, traces, out);
    fprintf(out,
            "%s: %llu of %llu and %llu memory instructions match in lanes, "
            "cells and stored values",
            same ? "equal" : "not equal", (unsigned long long)diff.equal,
            (unsigned long long)diff.instructions[0],
            (unsigned long long)diff.instructions[1]);
    if (diff.moved)
        fprintf(out, "; %llu of them in another order",
                (unsigned long long)diff.moved);
    fputs("\n", out);
    if (diff.shuffles[0] || diff.shuffles[1])
        fprintf(out, "shuffles are not compared: %llu and %llu\n",
                (unsigned long long)diff.shuffles[0],
                (unsigned long long)diff.shuffles[1]);
    if (!same)
        error_set(error, ERROR_NO,
                  "the traces differ: %llu instructions of the first and %llu "
                  "of the second have no match",
                  (unsigned long long)(diff.instructions[0] - diff.equal),
                  (unsigned long long)(diff.instructions[1] - diff.equal));
    machine_diff_free(&diff);
    return same;
}

static bool run(const Options *options, FILE *out, FILE *notes, Error *error)
{
    Trace *traces[OPTIONS_MAX_OPERANDS];

    if (!request_traces(options, 2, 2, traces, error))
        return false;
    request_tell(notes, traces, 2);
    bool same = trace_is_of_gpu(traces[0]) || trace_is_of_gpu(traces[1])
                    ? print_machines(traces, out, error)
                    : print_same(traces, out, error);
    same = same && request_succeeded(traces, 2, error);
    request_free(traces, 2);
    return same;
}

const Subcommand cmd_diff = {
    .name = "diff",
    .operands = "TRACE|ALGORITHM|FILE.cu ...",
    .help = "compare two runs, access by access",
    .about = "Compares two runs access by access. The exit status is 1 if they "
             "differ.",
    .examples =
        {{"upsweep diff old.upsweep new.upsweep", "two recorded traces"},
         {"upsweep diff old.upsweep padding", "a recording and a new run"},
         {"upsweep diff scan.cu --device cpu,gpu", "the simulator and a GPU"}},
    .options = OPTIONS_RUN | OPTION(YES),
    .run = run};
