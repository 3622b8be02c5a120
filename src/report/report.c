/* SPDX-License-Identifier: MIT */
#include "report/report.h"

#include "analysis/block_trace.h"
#include "analysis/cost.h"
#include "analysis/float_error.h"
#include "analysis/issue_order.h"
#include "analysis/schedule.h"
#include "analysis/sum_results.h"
#include "catalog/catalog.h"
#include "report/answer.h"
#include "report/program_answer.h"
#include "say/finding.h"
#include "say/phrases.h"
#include "say/result_words.h"
#include "trace/variable.h"
#include "trace/value.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* All that is known of one trace. */
typedef struct {
    const Trace *trace;
    BankTable banks;
    Counted counted;
    uint64_t steps, instructions, words, threads, launches;
    double rounds;           /* NAN: unknown */
    double W, shuffles;      /* likewise */
    double paper_T, paper_W; /* without an up-sweep NAN: undefined, not 0 */
    ClosedCost closed;
    ClosedWork work;
    Findings findings;
    LaunchCosts launch_costs;
    ScheduleCosts schedule_costs;
    uint64_t span, busy; /* model cycles: from start to end; of all blocks */
    FloatError rounding; /* of floats */
} Study;

/* Sums of floats; what compact does is no sum. */
static bool is_rounded(const Trace *trace)
{
    return trace->run.op == OP_FADD && !trace->run.condition[0];
}

static void study_time(Study *study, const ScheduleCosts *costs)
{
    Schedule *schedule = schedule_of(study->trace, costs);

    study->schedule_costs = *costs;
    study->span = schedule->end;
    study->busy = schedule->work;
    schedule_free(schedule);
}

static void study_begin(Study *study, const Trace *trace,
                        const ScheduleCosts *costs)
{
    const Algorithm *algorithm = catalog_of(trace);

    study->trace = trace;
    study->banks = bank_table(trace);
    study->counted = cost_count(trace, &study->banks);
    study->steps = trace->steps_count;
    study->instructions = trace->instructions_count;
    study->words = trace->run.words;
    study->threads = trace->run.threads;
    study->launches = trace->grids_count;
    /* What a GPU ran: neither sums nor shuffles are told. */
    bool told = !trace_is_of_gpu(trace);
    study->W =
        told && sum_results_tell_work(trace) ? (double)study->counted.W : NAN;
    /* Blocks run at once: their rounds do not add up. */
    study->rounds =
        launch_costs_applies(trace) || !told ? NAN : (double)cost_rounds(trace);
    bool upsweep = told && cost_has_upsweep(trace);
    study->paper_T = upsweep ? (double)study->counted.upsweep_store_T : NAN;
    study->paper_W = upsweep ? (double)study->counted.upsweep_W : NAN;
    ClosedForm form = algorithm ? algorithm->form : FORM_NONE;
    study->closed = cost_closed_form(form, trace->run.n, trace->run.k);
    study->work = cost_closed_work(form, trace->run.n, trace->run.inclusive,
                                   trace->run.passes);
    study->findings = findings_new(trace);
    study->launch_costs = launch_costs_of(trace, &study->banks);
    study->shuffles = told ? (double)study->launch_costs.shuffles : NAN;
    study_time(study, costs);
    if (is_rounded(trace))
        study->rounding = float_error_of(trace);
}

static void study_end(Study *study)
{
    bank_table_free(&study->banks);
    findings_free(&study->findings);
    launch_costs_free(&study->launch_costs);
}

/* ---- JSON ----------------------------------------------------------------*/

/* A word as a number where the operator has numbers, else as its text. */
static json_t *word_json(Op op, Word word)
{
    char text[VALUE_TEXT];

    if (op == OP_FADD && isfinite(op_float(word)))
        return json_real((double)op_float(word));
    if (op == OP_ADD || op == OP_MAX || op == OP_MIN)
        return json_integer((int32_t)word);
    return json_string(value_format(op, word, text));
}

/* Elements of a block of GRID, as block_trace.h counts those of its input. */
static uint32_t block_n(const Trace *trace, const Grid *grid)
{
    uint32_t bytes = number_bytes(trace->arrays + grid->in);

    return bytes == sizeof(Word)
               ? grid->block_n
               : (block_trace_grid_inputs(trace, grid) + grid->blocks - 1) /
                     grid->blocks;
}

static json_t *words_json(const Trace *trace, const Word *words)
{
    json_t *list = json_array();

    for (uint32_t i = 0; i < trace->run.n; ++i)
        answer_add(list, word_json(trace->run.op, words[i]));
    return list;
}

static json_t *number_json(double x)
{
    if (isnan(x))
        return json_null();
    if (x == floor(x) && fabs(x) < 1e15)
        return json_integer((json_int_t)x);
    return json_real(x);
}

static json_t *instruction_json(const Study *study, size_t i)
{
    const Trace *trace = study->trace;
    const Instruction *at = &trace->instructions[i];
    uint8_t queues[TRACE_MAX_BANKS];
    BankCost cost = bank_cost(trace, at, queues);
    json_t *list = json_array();

    if (trace_is_shared(at))
        for (uint32_t b = 0; b < trace->run.k; ++b)
            answer_add(list, json_integer(queues[b]));
    return json_pack("{s:i, s:s, s:i, s:i, s:i, s:i, s:o, s:s, s:i, s:i}",
                     "site", at->site, "kind", trace_traits_of(at)->name,
                     "warp", at->warp, "lanes", (int)trace_lanes(trace, at),
                     "latency", cost.latency, "wavefronts", cost.wavefronts,
                     "queues", list, "file", trace_source_of(trace, at)->name,
                     "place", at->place, "bytes", at->width);
}

static json_t *snapshot_json(const Trace *trace, uint32_t step)
{
    const Word *values = trace_snapshot_after(trace, step);
    const Word *intervals = trace_snapshot_intervals_after(trace, step);
    json_t *list = json_array();

    for (uint32_t c = 0; c < trace->run.words; ++c)
        answer_add(list, intervals[c] == INTERVAL_UNSET
                             ? json_null()
                             : word_json(trace->run.op, values[c]));
    return list;
}

/* NUMBER is that of step S as users see it. */
static json_t *step_json(const Study *study, uint32_t s, uint32_t number)
{
    const Trace *trace = study->trace;
    const Step *step = &trace->steps[s];
    json_t *list = json_array();
    json_int_t T = 0, accesses = 0, queue = 0;

    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        size_t i = step->first_instruction + j;
        BankCost cost = study->banks.costs[i];
        T += cost.latency;
        accesses += trace->instructions[i].lanes;
        queue = cost.latency > queue ? cost.latency : queue;
        answer_add(list, instruction_json(study, i));
    }
    return json_pack(
        "{s:i, s:i, s:i, s:i, s:s, s:i, s:I, s:I, s:I, s:o, s:o}", "step",
        (int)number, "index", (int)s, "launch",
        (int)recorded_launches_number(trace, trace_block(trace, step)->grid),
        "block", (int)trace_block(trace, step)->index, "phase",
        trace_phase(trace, step), "level", (int)step->level, "T", T, "accesses",
        accesses, "max_queue", queue, "snapshot", snapshot_json(trace, s),
        "instructions", list);
}

static json_t *counted_json(const Study *study)
{
    const Counted *c = &study->counted;

    return json_pack("{s:I, s:I, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:I}",
                     "cycles", (json_int_t)c->cycles, "T", (json_int_t)c->T,
                     "W", number_json(study->W), "rounds",
                     number_json(study->rounds), "G_read",
                     (json_int_t)c->G_read, "G_write", (json_int_t)c->G_write,
                     "instructions", (json_int_t)c->instructions,
                     "conflicts_load", (json_int_t)c->conflicts_load,
                     "conflicts_store", (json_int_t)c->conflicts_store,
                     "shuffles", number_json(study->shuffles),
                     "upsweep_store_T", (json_int_t)c->upsweep_store_T);
}

static json_t *closed_json(const Study *study)
{
    const ClosedCost *closed = &study->closed;

    if (isnan(closed->T) && isnan(closed->W) && isnan(closed->G) &&
        isnan(closed->l) && isnan(closed->efficiency))
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "T",
                     number_json(closed->T), "W", number_json(closed->W), "G",
                     number_json(closed->G), "l", number_json(closed->l),
                     "efficiency", number_json(closed->efficiency), "run_W",
                     number_json(study->work.W), "rounds",
                     number_json(study->work.rounds));
}

/* Every launch, with what was counted of the blocks that the trace holds. */
static json_t *launches_json(const Study *study)
{
    const Trace *trace = study->trace;
    json_t *list = json_array();

    for (size_t g = 0; g < trace->grids_count; ++g) {
        const Grid *grid = trace->grids + g;
        const LaunchCostRow *row = study->launch_costs.rows + g;
        const Counted *c = &row->counted;
        json_t *launch = json_pack(
            "{s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:s, s:s, s:{s:i, s:i},"
            " s:{s:i, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}}",
            "title", grid->title, "source", trace->sources[grid->source].name,
            "n", (int)block_trace_grid_inputs(trace, grid), "block_n",
            (int)block_n(trace, grid), "blocks", (int)grid->blocks, "threads",
            (int)grid->threads, "words", (int)grid->words, "in",
            trace->arrays[grid->in].name, "out", trace->arrays[grid->out].name,
            "held", "first", (int)row->first, "count", (int)row->held,
            "counted", "steps", (int)row->steps, "T", (json_int_t)c->T, "W",
            (json_int_t)c->W, "G_read", (json_int_t)c->G_read, "G_write",
            (json_int_t)c->G_write, "instructions", (json_int_t)c->instructions,
            "conflicts_load", (json_int_t)c->conflicts_load, "conflicts_store",
            (json_int_t)c->conflicts_store, "shuffles",
            (json_int_t)row->shuffles);
        if (!grid->tiled)
            program_launch_json(trace, (uint32_t)g, launch);
        answer_add(list, launch);
    }
    return list;
}

static json_t *arrays_json(const Trace *trace)
{
    static const char *const holds[HOLDS_KINDS] = {
        [HOLDS_SUMS] = "sums",     [HOLDS_NUMBERS] = "numbers",
        [HOLDS_FLAGS] = "flags",   [HOLDS_PAIRS] = "pairs",
        [HOLDS_STATES] = "states",
    };
    json_t *list = json_array();

    for (size_t a = 0; a < trace->arrays_count; ++a)
        answer_add(list,
                   json_pack("{s:s, s:i, s:s}", "name", trace->arrays[a].name,
                             "words", (int)trace->arrays[a].words, "holds",
                             holds[trace->arrays[a].holds]));
    return list;
}

/* A distance; null if it is infinite. */
static json_t *farthest_json(const FarthestError *farthest)
{
    return json_pack(
        "{s:o, s:o}", "ulps",
        isinf(farthest->ulps) ? json_null() : json_real(farthest->ulps),
        "output", farthest->nowhere ? json_null() : json_integer(farthest->at));
}

static json_t *rounding_json(const Study *study)
{
    const FloatError *rounding = &study->rounding;

    if (!is_rounded(study->trace))
        return json_null();
    return json_pack("{s:i, s:o, s:o, s:o}", "differ", (int)rounding->differ,
                     "scan_from_sequential", farthest_json(&rounding->apart),
                     "scan_from_exact", farthest_json(&rounding->scan),
                     "sequential_from_exact",
                     farthest_json(&rounding->sequential));
}

/* Of the model of time in schedule.h, which is no part of T. */
static json_t *model_time_json(const Study *study)
{
    const ScheduleCosts *costs = &study->schedule_costs;

    return json_pack("{s:I, s:I, s:{s:i, s:i, s:i, s:i}}", "span",
                     (json_int_t)study->span, "work", (json_int_t)study->busy,
                     "costs", "dram", (int)costs->dram, "word",
                     (int)costs->word, "launch", (int)costs->launch, "start",
                     (int)costs->start);
}

json_t *report_json(const Trace *trace, const ScheduleCosts *costs)
{
    const Run *run = &trace->run;
    const Grid *grid = program_grid(trace);
    Study study;

    study_begin(&study, trace, costs);
    json_t *steps = json_array();
    uint32_t *numbers = issue_order_numbers(trace);
    for (uint32_t s = 0; s < trace->steps_count; ++s)
        answer_add(steps, step_json(&study, s, numbers[s]));
    free(numbers);
    json_t *json =
        json_pack("{s:s, s:i, s:i, s:i, s:o, s:s, s:b, s:s, s:s, s:b, s:o, s:o,"
                  " s:{s:i, s:i}, s:o, s:o, s:{s:b, s:b, s:b}, s:o}",
                  "algorithm", run->algorithm, "n",
                  (int)block_trace_grid_inputs(trace, grid), "k", (int)run->k,
                  "threads", (int)run->threads, "passes",
                  passes_apply(trace) ? json_integer(run->passes) : json_null(),
                  "op", op_name(run->op), "inclusive", run->inclusive, "device",
                  run->device, "device_name", run->device_name, "correct",
                  study.findings.proof->correct, "input",
                  words_json(trace, trace->input), "output",
                  words_json(trace, trace->output), "space", "words",
                  (int)run->words, "extra", (int)run->words - (int)run->n,
                  "counted", counted_json(&study), "closed_form",
                  closed_json(&study), "proof", "race_free",
                  study.findings.proof->race_free, "intervals_ok",
                  study.findings.proof->intervals_ok, "proved",
                  study.findings.proof->proved, "steps", steps);
    if (study.findings.proof->unchecked) {
        answer_set(json, "correct", json_null());
        answer_set(json, "inclusive", json_null());
        answer_set(json, "together", program_together_json(trace));
        answer_set(json, "further", program_further_json(trace));
        program_launches_json(trace, json);
        answer_set(json_object_get(json, "proof"), "intervals_ok", json_null());
        if ((run->unfinished && study.findings.proof->race_free) ||
            study.findings.proof->race_cut) /* not known */
            answer_set(json_object_get(json, "proof"), "race_free",
                       json_null());
        if (run->unfinished)
            answer_set(json, "output", json_null());
        program_ended_json(trace, json);
        answer_set(json, "command", json_string(run->command));
        answer_set(json, "compiler", json_string(run->compiler));
        answer_set(json, "lines", program_lines_json(&study.findings));
    }
    answer_set(json, "blocks", json_integer(grid->blocks));
    answer_set(json, "block_n", json_integer(block_n(trace, grid)));
    answer_set(json, "seed", json_integer((json_int_t)run->seed));
    answer_set(json, "keep",
               run->condition[0] ? json_string(run->condition) : json_null());
    answer_set(json, "results", json_integer(study.findings.proof->results));
    answer_set(json, "whole", json_boolean(study.findings.proof->whole));
    answer_set(json, "launches", launches_json(&study));
    answer_set(json, "arrays", arrays_json(trace));
    answer_set(json, "rounding", rounding_json(&study));
    answer_set(json, "layouts", layouts_json(&study.findings));
    answer_set(json, "findings", findings_json(&study.findings));
    answer_set(json, "model_time", model_time_json(&study));
    study_end(&study);
    return json;
}

/* ---- Text ----------------------------------------------------------------*/

static void row_size(const Study *s, Text *t)
{
    text_add(t, "%u, %u",
             block_trace_grid_inputs(s->trace, program_grid(s->trace)),
             s->trace->run.k);
}

static void row_blocks(const Study *s, Text *t)
{
    const Grid *grid = program_grid(s->trace);

    text_add(t, "%u", grid->blocks);
    if (grid->blocks > 1 && block_n(s->trace, grid) > 1)
        text_add(t, " of %u", block_n(s->trace, grid));
}

static void row_scan(const Study *s, Text *t)
{
    const Run *run = &s->trace->run;

    if (run->condition[0]) {
        text_add(t, "keep %.14s", run->condition);
        return;
    }
    if (s->findings.proof->unchecked) {
        const SumResult *result = program_result(s->trace);
        const char *kind = result_kind(result->kind, result->op);
        text_add(t, "%s",
                 kind[0] ? kind
                 : result->kind == SUM_UNKNOWN || !s->findings.proof->race_free
                     ? "not checked"
                     : "unknown");
        return;
    }
    text_add(t,
             run->op == OP_ADD || run->op == OP_FADD ? "%s sum" : "%s %s-scan",
             run->inclusive ? "inclusive" : "exclusive", op_name(run->op));
}

static void row_device(const Study *s, Text *t)
{
    text_add(t, "%s", s->trace->run.device_name);
}

static void row_correct(const Study *s, Text *t)
{
    const SumResult *result =
        s->findings.proof->unchecked ? program_result(s->trace) : NULL;

    if (result && result->kind == SUM_UNKNOWN)
        text_add(t, "not checked");
    else if (result && result->kind == SUM_OTHER)
        text_add(t, "unknown");
    else if (result && s->findings.proof->proved)
        text_add(t, "yes");
    else if (result)
        text_add(t, "%u random inputs", result->trials);
    else if (s->findings.proof->correct && is_rounded(s->trace) &&
             s->rounding.differ)
        text_add(t, "yes, to rounding");
    else
        text_add(t, "%s", s->findings.proof->correct ? "yes" : "NO");
}

static void row_proved(const Study *s, Text *t)
{
    if (s->findings.proof->unchecked)
        text_add(t, "%s",
                 !s->findings.proof->proved ? "no"
                 : program_result(s->trace)->proved == PROVED_COMMUTATIVE
                     ? "if commutative"
                     : "yes");
    else if (proof_is_good(s->findings.proof) && !s->findings.proof->whole)
        text_add(t, "not all blocks held");
    else if (s->findings.proof->proved && s->findings.proof->ordered)
        text_add(t, "in this order");
    else
        text_add(t, "%s", s->findings.proof->proved ? "yes" : "NO");
}

/* A row has a function, or the place in Study of a count or of a number. */
typedef struct {
    const char *label; /* a heading if there is nothing else */
    void (*row)(const Study *study, Text *text);
    size_t count;  /* of a uint64_t */
    size_t number; /* of a double; NAN is "-" */
    bool brief;    /* of a program without --verbose, too */
} Row;

#define COUNT(label, field)                                                    \
    {                                                                          \
        label, .count = offsetof(Study, field)                                 \
    }
#define BRIEF(label, field)                                                    \
    {                                                                          \
        label, .count = offsetof(Study, field), .brief = true                  \
    }
#define NUMBER(label, field)                                                   \
    {                                                                          \
        label, .number = offsetof(Study, field)                                \
    }

static const Row rows[] = {
    {"n, k", .row = row_size, .brief = true},
    BRIEF("threads", threads),
    {"blocks", .row = row_blocks, .brief = true},
    BRIEF("launches", launches),
    {"result", .row = row_scan, .brief = true},
    {"recorded on", .row = row_device},
    {"right for this input", .row = row_correct},
    {"proved for all", .row = row_proved},
    {.label = "Counted, whole run"},
    BRIEF("cells of shared memory", words),
    COUNT("steps (barriers)", steps),
    COUNT("instructions", instructions),
    COUNT("instructions on shared memory", counted.instructions),
    BRIEF("cycles on shared memory", counted.cycles),
    BRIEF("conflicts on loads", counted.conflicts_load),
    BRIEF("conflicts on stores", counted.conflicts_store),
    NUMBER("shuffles", shuffles),
    NUMBER("additions (W)", W),
    NUMBER("levels of additions", rounds),
    BRIEF("transactions of %s values read (G)", counted.G_read),
    BRIEF("transactions of %s values written (G)", counted.G_write),
    {.label = "K-model: each lane of a broadcast counts"},
    COUNT("cycles (T), whole run", counted.T),
    NUMBER("T, stores of sums of the up-sweep", paper_T),
    NUMBER("W, of the up-sweep", paper_W),
    {.label = "Model of time (--costs), concurrent blocks"},
    COUNT("cycles from start to end", span),
    COUNT("cycles of work, all blocks", busy),
    {.label = "Closed form (S0), where it holds"},
    NUMBER("T", closed.T),
    NUMBER("W", closed.W),
    NUMBER("G, to read or to write", closed.G),
    NUMBER("l, stores of sums", closed.l),
    NUMBER("efficiency", closed.efficiency),
    {.label = "Closed form (S1, S3) of the whole run"},
    NUMBER("W", work.W),
    NUMBER("levels of additions", work.rounds),
};

enum { LABEL_WIDTH = 37, COLUMN_WIDTH = 19 };

static void add_cell(const Row *row, const Study *study, Text *text)
{
    const char *base = (const char *)study;
    uint64_t count;
    double number;

    memcpy(&count, base + row->count, sizeof count);
    memcpy(&number, base + row->number, sizeof number);
    if (row->row)
        row->row(study, text);
    else if (row->count)
        text_add(text, "%llu", (unsigned long long)count);
    else if (isnan(number))
        text_add(text, "-");
    else
        text_add(text, number == floor(number) ? "%.0f" : "%.6g", number);
}

/* Appends the label of ROW, with the width of a warp in place of "%s": k where
 * widths differ. */
static void add_label(const Row *row, const Study *studies, int count,
                      Text *text)
{
    const char *width = strstr(row->label, "%s");
    bool same = true;

    for (int i = 1; i < count; ++i)
        same &= studies[i].trace->run.k == studies[0].trace->run.k;
    if (!width) {
        text_add(text, "%s", row->label);
        return;
    }
    text_add_bytes(text, row->label, (size_t)(width - row->label));
    if (same)
        text_add(text, "%u", studies[0].trace->run.k);
    text_add(text, "%s%s", same ? "" : "k", width + strlen("%s"));
}

/* Appends ROW; of a heading its label.  False, and nothing, if no trace has a
 * number there. */
static bool text_row(const Row *row, const Study *studies, int count,
                     Text *text)
{
    bool known = false;
    Text line = {0}, label = {0};

    for (int i = 0; i < count; ++i) {
        Text cell = {0};
        add_cell(row, &studies[i], &cell);
        known |= strcmp(cell.text, "-") != 0;
        text_add(&line, " %*s", COLUMN_WIDTH, cell.text);
        text_free(&cell);
    }
    add_label(row, studies, count, &label);
    if (known)
        text_add(text, "  %-*s%s\n", LABEL_WIDTH, label.text, line.text);
    text_free(&label);
    text_free(&line);
    return known;
}

/* All rows, or, of programs without VERBOSE, those that matter most; a heading
 * before the first of its rows. */
static void text_rows(const Study *studies, int count, bool verbose, Text *text)
{
    const char *heading = NULL;

    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; ++r) {
        const Row *row = rows + r;
        Text line = {0};
        if (!row->row && !row->count && !row->number) {
            heading = row->label;
            continue;
        }
        if ((!verbose && !row->brief) || !text_row(row, studies, count, &line))
            continue;
        if (heading)
            text_add(text, "%s\n", heading);
        text_add(text, "%s", line.text);
        heading = NULL;
        text_free(&line);
    }
}

/* True if TRACE has launches of several kernels. */
static bool has_kernels(const Trace *trace)
{
    bool several = false;

    for (size_t g = 1; g < trace->grids_count; ++g)
        several |= strcmp(trace->grids[g].title, trace->grids->title) != 0;
    return several;
}

/* What was found, line by line, and why. */
static void add_program(const Study *study, const DiagnosticStyle *style,
                        Text *text)
{
    const char *name = study->trace->run.algorithm;

    if (has_kernels(study->trace))
        launch_costs_text(&study->launch_costs, text);
    text_add(text, "\n");
    program_lines_text(&study->findings, text);
    text_add(text, "\n");
    diagnostic_write(&study->findings, style, text);
    text_add(text, "\n");
    diagnostic_summary(name, study->trace->sources[0].name, &study->findings,
                       style, text);
}

/* What does not fit into a table. */
static void add_findings(const Study *study, const DiagnosticStyle *style,
                         Text *text)
{
    const Trace *trace = study->trace;

    if (study->findings.proof->unchecked) {
        add_program(study, style, text);
        return;
    }
    if (!proof_is_good(study->findings.proof)) {
        text_add(text, "%s: ", trace->run.algorithm);
        findings_write(&study->findings, text);
        text_add(text, "\n");
    }
    if (is_rounded(trace)) {
        text_add(text, "%s, floats: ", trace->run.algorithm);
        float_error_explain(trace, &study->rounding, text);
        text_add(text, ".\n");
    }
    if (launch_costs_applies(trace))
        launch_costs_text(&study->launch_costs, text);
}

/* "64 numbers on a small GPU with 4 banks", if all algorithms ran so. */
static void add_sizes(const Trace *const traces[], int count, Text *text)
{
    const Run *first = &traces[0]->run;

    for (int i = 0; i < count; ++i)
        if (trace_command(traces[i]) || traces[i]->run.n != first->n ||
            traces[i]->run.k != first->k)
            return;
    phrase_sizes(traces[0], text);
    text_add(text, "\n");
}

void report_text(const Trace *const traces[], int count,
                 const ScheduleCosts *costs, const DiagnosticStyle *style,
                 Text *text)
{
    Study *studies = base_alloc((size_t)count, sizeof *studies);
    bool programs = true;

    for (int i = 0; i < count; ++i) {
        study_begin(&studies[i], traces[i], costs);
        programs &= studies[i].findings.proof->unchecked;
    }
    add_sizes(traces, count, text);
    text_add(text, "  %-*s", LABEL_WIDTH, "");
    for (int i = 0; i < count; ++i)
        text_add(text, " %*s", COLUMN_WIDTH, traces[i]->run.algorithm);
    text_add(text, "\n");
    text_rows(studies, count, style->verbose || !programs, text);
    for (int i = 0; i < count; ++i) {
        add_findings(&studies[i], style, text);
        study_end(&studies[i]);
    }
    free(studies);
}
