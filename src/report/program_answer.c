/* SPDX-License-Identifier: MIT */
#include "report/program_answer.h"

#include "analysis/line_costs.h"
#include "analysis/sum_check.h"
#include "report/answer.h"

#include <stdlib.h>
#include <string.h>

static json_t *extents_json(const uint32_t extents[3])
{
    return json_pack("[i, i, i]", (int)extents[0], (int)extents[1],
                     (int)extents[2]);
}

static json_t *interval_json(Word x)
{
    if (x == INTERVAL_IDENTITY)
        return json_array();
    return interval_is_range(x) ? json_pack("[i, i]", (int)interval_first(x),
                                            (int)interval_last(x))
                                : json_null();
}

/* The first wrong output, as a list of at most one. */
static json_t *wrong_json(const SumResult *result)
{
    json_t *list = json_array();

    if (result->wrong > 0)
        answer_add(list, json_pack("{s:i, s:o, s:o}", "index",
                                   (int)result->first_wrong, "is",
                                   interval_json(result->is), "wanted",
                                   interval_json(result->wanted)));
    return list;
}

static json_t *result_json(const SumResult *result)
{
    bool checked = result->kind != SUM_UNKNOWN;

    return json_pack("{s:o, s:o, s:s, s:s, s:b, s:o, s:i, s:i, s:i, s:i, s:f,"
                     " s:i, s:o}",
                     "output", answer_text(result->output), "input",
                     answer_text(result->input), "kind",
                     sum_kind_name((SumKind)result->kind), "nearest",
                     sum_kind_name((SumKind)result->nearest), "checked",
                     checked, "unchecked",
                     checked ? json_null() : answer_text(result->unchecked),
                     "launch", (int)result->first, "last_launch",
                     (int)result->last, "segment", (int)result->segment,
                     "trials", (int)result->trials, "odds_log10",
                     sum_result_odds(result), "wrong_count", (int)result->wrong,
                     "wrong", wrong_json(result));
}

const SumResult *program_result(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    return whole ? whole
                 : sum_result_of(trace, (uint32_t)trace->grids_count - 1);
}

void program_launch_json(const Trace *trace, uint32_t g, json_t *launch)
{
    const Grid *grid = &trace->grids[g];

    answer_set(launch, "kernel", answer_text(grid->title));
    answer_set(launch, "grid", extents_json(grid->extents));
    answer_set(launch, "block", extents_json(grid->block_extents));
    answer_set(launch, "shared_bytes",
               json_integer((json_int_t)(grid->words * sizeof(Word))));
    answer_set(launch, "result", result_json(sum_result_of(trace, g)));
}

json_t *program_together_json(const Trace *trace)
{
    const SumResult *whole = sum_result_whole(trace);

    return whole ? result_json(whole) : json_null();
}

void program_results_json(const Trace *trace, json_t *answer)
{
    const SumResult *said = program_result(trace);
    json_t *list = json_array();

    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        json_t *result = result_json(sum_result_of(trace, g));
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
                             (int)lines[i].wavefronts));
    free(lines);
    return list;
}

/* The text of LINE, without the blanks around it, and its length. */
static const char *line_text(const Trace *trace, const LineCost *cost,
                             int *length)
{
    const char *at = trace->sources[cost->source].text;

    for (uint32_t line = 1; line < cost->line && *at; ++line)
        at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
    at += strspn(at, " \t");
    size_t bytes = strcspn(at, "\n");
    *length = bytes < 48 ? (int)bytes : 48;
    while (*length > 0 && ((unsigned char)at[*length] & 0xc0) == 0x80)
        --*length; /* not within a character */
    return at;
}

void program_lines_text(const Trace *trace, Text *text)
{
    size_t count;
    LineCost *lines = line_costs(trace, &count);

    text_add(text, "Shared memory, line by line%37s%11s%12s\n", "accesses",
             "conflicts", "wavefronts");
    for (size_t i = 0; i < count; ++i) {
        int length;
        const char *line = line_text(trace, &lines[i], &length);
        if (lines[i].accesses == 0)
            continue;
        text_add(text, "%5u  %.*s%*s %8llu %10llu %11u\n", lines[i].line,
                 length, line, 48 - length, "",
                 (unsigned long long)lines[i].accesses,
                 (unsigned long long)(lines[i].conflicts_load +
                                      lines[i].conflicts_store),
                 lines[i].wavefronts);
    }
    free(lines);
}
