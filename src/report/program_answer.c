/* SPDX-License-Identifier: MIT */
#include "report/program_answer.h"

#include "analysis/line_costs.h"
#include "analysis/sum_results.h"
#include "analysis/sum_check.h"
#include "report/answer.h"
#include "trace/line_index.h"
#include "trace/variable.h"
#include "util/printable.h"

#include <stdlib.h>
#include <string.h>

static json_t *extents_json(const uint32_t extents[3])
{
    return json_pack("[i, i, i]", (int)extents[0], (int)extents[1],
                     (int)extents[2]);
}

static json_t *span_json(InputSpan x)
{
    if (input_span_is(x, INTERVAL_IDENTITY))
        return json_array();
    return input_span_is_range(x)
               ? json_pack("[i, i]", (int)x.first, (int)x.last)
               : json_null();
}

/* The first wrong output, as a list of at most one. */
static json_t *wrong_json(const Trace *trace, const SumResult *result)
{
    json_t *list = json_array();
    Text name = {0};

    if (result->wrong == 0)
        return list;
    variable_number_name(trace, result->output, result->first_wrong, &name);
    answer_add(list,
               json_pack("{s:i, s:o, s:o, s:o}", "index",
                         (int)result->first_wrong, "name",
                         answer_text(name.text), "is", span_json(result->is),
                         "wanted", span_json(result->wanted)));
    text_free(&name);
    return list;
}

static json_t *result_json(const Trace *trace, const SumResult *result)
{
    bool checked = result->kind != SUM_UNKNOWN;

    return json_pack("{s:o, s:o, s:s, s:s, s:b, s:o, s:i, s:i, s:i, s:i, s:i,"
                     " s:i, s:f, s:i, s:o, s:s?}",
                     "output", answer_text(result->output), "input",
                     answer_text(result->input), "kind",
                     sum_kind_name((SumKind)result->kind), "nearest",
                     sum_kind_name((SumKind)result->nearest), "checked",
                     checked, "unchecked",
                     checked ? json_null() : answer_text(result->unchecked),
                     "launch", (int)result->first, "last_launch",
                     (int)result->last, "segment", (int)result->segment,
                     "first_input", (int)result->first_input, "first_output",
                     (int)result->first_output, "trials", (int)result->trials,
                     "odds_log10", sum_result_odds(result), "wrong_count",
                     (int)result->wrong, "wrong", wrong_json(trace, result),
                     "proved_for", sum_proof_name((SumProof)result->proved));
}

/* RESULT, and what the same launches do in other arrays. */
static json_t *results_json(const Trace *trace, const SumResult *result)
{
    json_t *json = result_json(trace, result), *others = json_array();
    const SumResult *other;

    for (size_t i = 0; (other = sum_result_other(trace, result, i)); ++i)
        answer_add(others, result_json(trace, other));
    answer_set(json, "others", others);
    return json;
}

const SumResult *program_result(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    return whole ? whole
                 : sum_result_of(trace, (uint32_t)trace->grids_count - 1);
}

static uint64_t count_threads(const Grid *grid)
{
    return (uint64_t)grid->blocks * grid->threads;
}

static const Grid *largest_grid(const Trace *trace)
{
    const Grid *largest = trace->grids;

    for (size_t g = 1; g < trace->grids_count; ++g)
        if (count_threads(&trace->grids[g]) > count_threads(largest))
            largest = &trace->grids[g];
    return largest;
}

const Grid *program_grid(const Trace *trace)
{
    const SumResult *said = program_result(trace);
    for (uint32_t g = 0; g < trace->grids_count && said->kind != SUM_UNKNOWN;
         ++g)
        if (sum_result_of(trace, g)->first == said->first)
            return &trace->grids[g];
    return largest_grid(trace);
}

void program_launch_json(const Trace *trace, uint32_t g, json_t *launch)
{
    const Grid *grid = &trace->grids[g];

    answer_set(launch, "kernel", answer_text(grid->title));
    answer_set(launch, "grid", extents_json(grid->extents));
    answer_set(launch, "block", extents_json(grid->block_extents));
    answer_set(launch, "shared_bytes",
               json_integer((json_int_t)(grid->words * sizeof(Word))));
    answer_set(launch, "result", results_json(trace, sum_result_of(trace, g)));
}

void program_launches_json(const Trace *trace, json_t *answer)
{
    answer_set(answer, "launches_made",
               trace->run.launches
                   ? json_integer((json_int_t)trace->run.launches)
                   : json_null());
}

void program_ended_json(const Trace *trace, json_t *answer)
{
    answer_set(answer, "arithmetic",
               trace_arithmetic(trace) ? answer_text(trace_arithmetic(trace))
                                       : json_null());
    answer_set(answer, "left_out",
               trace_left_out(trace) ? answer_text(trace_left_out(trace))
                                     : json_null());
    answer_set(answer, "ended",
               trace_ended(trace) ? answer_text(trace_ended(trace))
                                  : json_null());
}

json_t *program_together_json(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    return whole ? results_json(trace, whole) : json_null();
}

json_t *program_further_json(const Trace *trace)
{
    json_t *list = json_array();
    const SumResult *further;

    for (size_t i = 0; (further = sum_result_further(trace, i)); ++i)
        answer_add(list, results_json(trace, further));
    return list;
}

void program_results_json(const Trace *trace, json_t *answer)
{
    const SumResult *said = program_result(trace);
    json_t *list = json_array();

    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        json_t *result = results_json(trace, sum_result_of(trace, g));
        answer_set(result, "kernel", answer_text(trace->grids[g].title));
        answer_add(list, result);
    }
    answer_set(answer, "checked", json_boolean(said->kind != SUM_UNKNOWN));
    answer_set(answer, "unchecked",
               said->kind != SUM_UNKNOWN ? json_null()
                                         : answer_text(said->unchecked));
    answer_set(answer, "kind", json_string(sum_kind_name((SumKind)said->kind)));
    answer_set(answer, "together", program_together_json(trace));
    answer_set(answer, "launches", list);
    answer_set(answer, "further", program_further_json(trace));
    program_launches_json(trace, answer);
}

json_t *program_lines_json(const Trace *trace)
{
    size_t count;
    LineCost *lines = line_costs(trace, &count);
    json_t *list = json_array();

    for (size_t i = 0; i < count; ++i)
        answer_add(list,
                   json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:i}", "file",
                             trace->sources[lines[i].source].name, "line",
                             (int)lines[i].line, "accesses",
                             (json_int_t)lines[i].accesses, "global_accesses",
                             (json_int_t)lines[i].global, "instructions",
                             (json_int_t)lines[i].instructions,
                             "conflicts_load",
                             (json_int_t)lines[i].conflicts_load,
                             "conflicts_store",
                             (json_int_t)lines[i].conflicts_store, "wavefronts",
                             (int)lines[i].worst));
    free(lines);
    return list;
}

enum { LINE_COLUMNS = 48 };

/* Appends the line, as far as it fits, and blanks. */
static void add_line(SourceLine line, Text *text)
{
    const char *at = line.text, *end = line.text + line.length;
    int columns = 0;

    for (size_t length; at < end && columns < LINE_COLUMNS; ++columns) {
        const char *bytes = printable_next(&at, &length);
        text_add_bytes(text, bytes, length);
    }
    text_add(text, "%*s", LINE_COLUMNS - columns, "");
}

void program_lines_text(const Trace *trace, Text *text)
{
    size_t count;
    LineCost *lines = line_costs(trace, &count);
    LineIndex index = line_index_new(trace);

    text_add(text, "Shared memory, line by line%37s%11s%12s\n", "accesses",
             "conflicts", "at worst");
    for (size_t i = 0; i < count; ++i) {
        if (lines[i].accesses == 0)
            continue;
        text_add(text, "%5u  ", lines[i].line);
        add_line(line_index_find(&index, trace->sources + lines[i].source,
                                 lines[i].line),
                 text);
        text_add(text, " %8llu %10llu %7u-way\n",
                 (unsigned long long)lines[i].accesses,
                 (unsigned long long)(lines[i].conflicts_load +
                                      lines[i].conflicts_store),
                 lines[i].worst);
    }
    line_index_free(&index);
    free(lines);
}
