/* SPDX-License-Identifier: MIT */
#include "report/program_answer.h"

#include "analysis/issue_order.h"
#include "analysis/issue_order.h"
#include "analysis/line_costs.h"
#include "analysis/sum_check.h"
#include "analysis/sum_results.h"
#include "analysis/wrong_path.h"
#include "report/answer.h"
#include "say/finding.h"
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

/* "inclusive", "max-inclusive" */
static json_t *kind_json(const SumResult *result, SumKind kind)
{
    Text name = {0};

    sum_result_name(result, kind, &name);
    json_t *json = answer_text(name.text);
    text_free(&name);
    return json;
}

/* The operator of each number of an element. */
static json_t *operators_json(const SumResult *result)
{
    json_t *list = json_array();

    for (uint32_t p = 0; p == 0 || p < result->parts; ++p)
        answer_add(list, json_string(sum_operator_name(
                             sum_result_operator(result, p))));
    return list;
}

/* Adds the best guess, how many outputs fit it, and the way of the first other
 * one back to where it went wrong. */
static void add_guess_json(const Trace *trace, const SumResult *result,
                           json_t *json)
{
    bool near = result->wrong > 0;
    SumResult guess = {.op = near ? result->op : result->guess_op,
                       .parts = near ? result->parts : 0};
    uint32_t all = sum_result_outputs(result);
    WrongPath path = wrong_path_of(trace, result);
    json_t *list = json_array();

    for (uint32_t i = 0; i < path.count; ++i) {
        const Instruction *at = trace_instruction_of(trace, path.accesses[i]);
        const Access *access = trace->accesses + path.accesses[i];
        answer_add(list,
                   json_pack("{s:s, s:i, s:s, s:i, s:i, s:i, s:o}", "file",
                             trace_source_of(trace, at)->name, "line",
                             (int)at->site, "kind", trace_traits_of(at)->name,
                             "step", (int)issue_order_number(trace, at->step),
                             "thread", (int)trace_thread(trace, at, access),
                             "word", (int)access->cell, "array",
                             trace_is_global(at)
                                 ? answer_text(trace->arrays[at->array].name)
                                 : json_null()));
    }
    answer_set(json, "guess",
               kind_json(&guess, near ? (SumKind)result->nearest
                                      : (SumKind)result->guess));
    answer_set(json, "guess_fits",
               json_integer(near ? (json_int_t)(all - result->wrong)
                                 : (json_int_t)result->guess_fits));
    answer_set(json, "guess_of", json_integer((json_int_t)all));
    answer_set(json, "wrong_path", list);
}

static json_t *result_json(const Trace *trace, const SumResult *result)
{
    bool checked = result->kind != SUM_UNKNOWN;
    json_t *json;

    json = json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:i, s:i, s:i, s:i, s:i,"
                     " s:i, s:f, s:i, s:o, s:s?}",
                     "output", answer_text(result->output), "input",
                     answer_text(result->input), "kind",
                     kind_json(result, (SumKind)result->kind), "nearest",
                     kind_json(result, (SumKind)result->nearest), "checked",
                     checked, "unchecked",
                     checked ? json_null() : answer_text(result->unchecked),
                     "launch", (int)result->first, "last_launch",
                     (int)result->last, "segment", (int)result->segment,
                     "first_input", (int)result->first_input, "first_output",
                     (int)result->first_output, "trials", (int)result->trials,
                     "odds_log10", sum_result_odds(result), "wrong_count",
                     (int)result->wrong, "wrong", wrong_json(trace, result),
                     "proved_for", sum_proof_name((SumProof)result->proved));
    if (result->kind == SUM_OTHER &&
        (result->wrong > 0 || result->guess_fits > 0))
        add_guess_json(trace, result, json);
    if (!result->form)
        return json;
    answer_set(json, "operators", operators_json(result));
    answer_set(json, "segments", json_integer((json_int_t)result->segments));
    answer_set(json, "from_zero", json_boolean(result->from_zero));
    answer_set(json, "form", answer_text(result->form));
    return json;
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
    const char *at = NULL;
    Text arithmetic = {0};

    for (Operation is; trace_next_operation(trace, &at, &is);) {
        text_add(&arithmetic, "%s", arithmetic.length ? "; " : "");
        trace_write_operation(trace, &is, &arithmetic);
    }
    if (arithmetic.length)
        text_add(&arithmetic, " (undefined in C++)");
    answer_set(answer, "arithmetic",
               arithmetic.length ? answer_text(arithmetic.text) : json_null());
    text_free(&arithmetic);
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
    answer_set(answer, "kind", kind_json(said, (SumKind)said->kind));
    answer_set(answer, "together", program_together_json(trace));
    answer_set(answer, "launches", list);
    answer_set(answer, "further", program_further_json(trace));
    program_launches_json(trace, answer);
}

json_t *program_lines_json(const Findings *findings)
{
    const LineCost *lines = findings->lines;
    json_t *list = json_array();

    for (const LineCost *at = lines; at < lines + findings->lines_count; ++at)
        answer_add(
            list,
            json_pack("{s:s, s:i, s:I, s:I, s:I, s:I, s:I, s:i, s:I, s:I, s:I,"
                      " s:I}",
                      "file", findings->trace->sources[at->source].name, "line",
                      (int)at->line, "accesses", (json_int_t)at->accesses,
                      "global_accesses", (json_int_t)at->global, "instructions",
                      (json_int_t)at->instructions, "conflicts_load",
                      (json_int_t)at->conflicts_load, "conflicts_store",
                      (json_int_t)at->conflicts_store, "wavefronts",
                      (int)at->worst, "sectors", (json_int_t)at->moved,
                      "sectors_needed", (json_int_t)at->needed, "active_lanes",
                      (json_int_t)at->active, "lanes", (json_int_t)at->lanes));
    return list;
}

/* A place of a finding; null: it is not known. */
static json_t *place_json(const Trace *trace, const FindingPlace *place)
{
    if (place->line == FINDING_NOWHERE)
        return json_null();
    return json_pack("{s:s, s:i, s:o}", "file",
                     trace->sources[place->source].name, "line",
                     (int)place->line, "thread",
                     place->thread == FINDING_NOWHERE
                         ? json_null()
                         : json_integer(place->thread));
}

/* Where a finding shows: what `--step` and `--instruction` take. */
static json_t *moment_json(const Findings *findings, const Finding *finding)
{
    const Trace *trace = findings->trace;
    size_t place;

    if (!finding_moment(findings, finding, &place))
        return json_null();
    uint32_t *order = issue_order_of(trace);
    uint32_t step = issue_order_step(trace, order, place + 1);
    free(order);
    return json_pack("{s:i, s:i}", "step", (int)step, "instruction",
                     (int)place + 1);
}

static json_t *conflicts_json(const Conflicts *conflicts)
{
    return json_pack("{s:I, s:I}", "conflicts_load",
                     (json_int_t)conflicts->load, "conflicts_store",
                     (json_int_t)conflicts->store);
}

/* What would help, and the conflicts that are predicted then; null: nothing is
 * known to. */
static json_t *remedy_json(const Findings *findings, const Finding *finding)
{
    Text text = {0};
    json_t *json = json_null();

    finding_write_fix(findings, finding, &text);
    if (text.length)
        json = json_pack("{s:o}", "text", answer_text(text.text));
    text_free(&text);
    if (finding->array && finding->remedy != REMEDY_LAYOUTS)
        answer_set(json, "predicted", conflicts_json(&finding->predicted));
    return json;
}

json_t *layouts_json(const Findings *findings)
{
    static const char *const names[REMEDY_LAYOUTS] = {"column", "index",
                                                      "swizzle"};
    const Trace *trace = findings->trace;
    json_t *list = json_array();

    for (size_t i = 0; i < findings->arrays_count; ++i) {
        const WhatIf *array = findings->arrays + i;
        json_t *json = conflicts_json(&array->now), *predicted = json_object();
        for (int r = 0; r < REMEDY_LAYOUTS; ++r) {
            Text text = {0};
            if (!array->applies[r])
                continue;
            json_t *one = conflicts_json(array->predicted + r);
            what_if_write(trace, array, (LayoutRemedy)r, &text);
            answer_set(one, "text", answer_text(text.text));
            answer_set(predicted, names[r], one);
            text_free(&text);
        }
        answer_set(json, "array",
                   array->variable ? answer_text(array->variable->name)
                                   : json_null());
        answer_set(json, "type",
                   array->variable ? answer_text(array->variable->type)
                                   : json_null());
        answer_set(json, "kernel",
                   answer_text(trace->grids[array->grid].title));
        answer_set(json, "predicted", predicted);
        answer_add(list, json);
    }
    return list;
}

json_t *findings_json(const Findings *findings)
{
    json_t *list = json_array();

    for (size_t i = 0; i < findings->findings_count; ++i) {
        const Finding *at = findings->findings + i;
        Text text = {0};
        finding_write(findings, at, &text);
        answer_add(list,
                   json_pack("{s:s, s:s, s:s, s:o, s:o, s:I, s:o, s:o, s:o}",
                             "kind", finding_kind_name(at->kind), "severity",
                             severity_name(at->severity), "evidence",
                             evidence_name(at->evidence), "at",
                             place_json(findings->trace, &at->at), "other",
                             place_json(findings->trace, &at->other), "count",
                             (json_int_t)at->count, "text",
                             answer_text(text.text ? text.text : ""), "remedy",
                             remedy_json(findings, at), "moment",
                             moment_json(findings, at)));
        text_free(&text);
    }
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

/* Appends a number in WIDTH columns, or "-" if there is none. */
static void add_number(bool known, int width, uint64_t number, Text *text)
{
    if (known)
        text_add(text, " %*llu", width, (unsigned long long)number);
    else
        text_add(text, " %*s", width, "-");
}

void program_lines_text(const Findings *findings, Text *text)
{
    const Trace *trace = findings->trace;
    LineIndex index = line_index_new(trace);
    bool global = false, shared = false; /* columns that no line fills go */

    for (size_t i = 0; i < findings->lines_count; ++i) {
        global |= findings->lines[i].global > 0;
        shared |= findings->lines[i].accesses > 0;
    }
    text_add(text, "%-55s %8s %5s", "Line by line", "accesses", "idle");
    text_add(text, "%s%s\n", global ? " transactions   needed" : "",
             shared ? " conflicts at worst" : "");
    for (size_t i = 0; i < findings->lines_count; ++i) {
        const LineCost *at = findings->lines + i;
        text_add(text, "%5u  ", at->line);
        add_line(line_index_find(&index, trace->sources + at->source, at->line),
                 text);
        add_number(true, 8, at->accesses + at->global, text);
        text_add(text, " %4.0f%%",
                 100 - 100 * (double)at->active / (double)at->lanes);
        if (global) {
            add_number(at->global > 0, 12, at->moved, text);
            add_number(at->global > 0, 8, at->needed, text);
        }
        if (shared) {
            add_number(at->accesses > 0, 9,
                       at->conflicts_load + at->conflicts_store, text);
            if (at->accesses > 0)
                text_add(text, " %4u-way", at->worst);
            else
                text_add(text, " %8s", "-");
        }
        text_add(text, "\n");
    }
    line_index_free(&index);
}
