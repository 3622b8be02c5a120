/* SPDX-License-Identifier: MIT
 *
 * lesson_facts - see lesson_facts.h.
 */
#include "lesson/lesson_facts.h"

#include "analysis/cost.h"
#include "analysis/float_error.h"
#include "analysis/issue_order.h"
#include "analysis/line_costs.h"
#include "analysis/proof.h"
#include "analysis/sum_results.h"
#include "chart/chart.h"
#include "trace/value.h"
#include "util/resources.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A trace at a moment, and what a fact asks of it. */
typedef struct {
    const Trace *trace;
    size_t position;
    const Instruction *at; /* that runs; NULL at the start */
    size_t index;          /* its, in the trace */
    const uint32_t *order;
    LessonArguments arguments;
} Asked;

/* ---- What facts need ----------------------------------------------------- */

static Counted counted(const Trace *trace)
{
    BankTable banks = bank_table(trace);
    Counted result = cost_count(trace, &banks);

    bank_table_free(&banks);
    return result;
}

static uint64_t conflicts(Counted counted)
{
    return counted.conflicts_load + counted.conflicts_store;
}

/* True if each addition of TRACE is counted.  A program's are known by their
 * sums of consecutive elements, as those of a scan are. */
static bool counts_additions(const Trace *trace)
{
    if (trace_tells_sums(trace))
        return true;

    const SumResult *result = sum_result_whole(trace);
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);

    race_free(&races);
    if (!result && trace->grids_count == 1)
        result = sum_result_of(trace, 0);
    return result && !proof.unexpected && !proof.wrong_result &&
           (result->kind == SUM_EXCLUSIVE || result->kind == SUM_INCLUSIVE);
}

/* What the step that runs costs. */
static Counted step_counted(const Asked *asked)
{
    const Step *step = trace_step(asked->trace, asked->at);
    BankTable banks = bank_table(asked->trace);
    Counted result =
        cost_count_range(asked->trace, &banks, step->first_instruction,
                         (size_t)step->first_instruction +
                             step->instruction_count);

    bank_table_free(&banks);
    return result;
}

static uint32_t step_queue(const Asked *asked)
{
    const Trace *trace = asked->trace;
    const Step *step = trace_step(trace, asked->at);
    uint32_t longest = 0;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        uint32_t queue = bank_cost(trace, at, NULL).latency;
        longest = queue > longest ? queue : longest;
    }
    return longest;
}

static size_t shuffles(const Trace *trace)
{
    size_t count = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i)
        count += trace_is_shuffle(trace->instructions + i);
    return count;
}

static size_t races(const Trace *trace)
{
    RaceList races = race_find(trace);
    size_t count = races.races_count;

    race_free(&races);
    return count;
}

/* The first output of a program that is not as the scan has it that its outputs
 * agree with longest. */
static uint32_t first_unlike_scan(const Trace *trace)
{
    const Run *run = &trace->run;
    Word *scan = base_alloc(run->n, sizeof *scan);
    uint32_t longest = 0;

    for (int inclusive = 0; inclusive < 2; ++inclusive) {
        uint32_t i = 0;
        value_scan(run->op, inclusive, trace->input, scan, run->n);
        while (i < run->n && trace->output[i] == scan[i])
            ++i;
        longest = i > longest ? i : longest;
    }
    free(scan);
    return longest;
}

static uint32_t first_wrong(const Trace *trace)
{
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);
    uint32_t wrong = proof.unchecked ? first_unlike_scan(trace)
                                     : proof_first_wrong(trace, &proof);

    race_free(&races);
    return wrong;
}

/* The cost of a line of the first source; its line is 0 if it has none. */
static LineCost line_cost(const Asked *asked)
{
    size_t count;
    LineCost *rows = line_costs(asked->trace, &count), found = {0};

    for (size_t i = 0; i < count && !found.line; ++i)
        if (rows[i].line == asked->arguments.number && rows[i].source == 0)
            found = rows[i];
    free(rows);
    return found;
}

/* The atomic updates by a line of the value that it updates most often; each
 * block has its own values in shared memory. */
static double updates(const Asked *asked)
{
    const Trace *trace = asked->trace;
    uint32_t words = trace->run.words, block = 0, most = 0;

    for (size_t i = 0; i < trace->arrays_count; ++i)
        words = trace->arrays[i].words > words ? trace->arrays[i].words : words;
    uint32_t *counts = base_alloc((size_t)words + 1, sizeof *counts);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (at->site != asked->arguments.number || at->kind < ACCESS_ATOMIC)
            continue;
        if (trace_is_shared(at) && trace_step(trace, at)->block != block)
            memset(counts, 0, words * sizeof *counts);
        block = trace_step(trace, at)->block;
        for (int a = 0; a < at->lanes; ++a) {
            uint32_t count = ++counts[trace_accesses(trace, at)[a].cell];
            most = count > most ? count : most;
        }
    }
    free(counts);
    return most;
}

/* The steps of launch I, from 1, of all its blocks. */
static uint32_t launch_steps(const Asked *asked)
{
    const Trace *trace = asked->trace;
    uint32_t steps = 0;

    for (size_t b = 0; b < trace->blocks_count; ++b)
        if (trace->blocks[b].grid + 1 == asked->arguments.number)
            steps += trace->blocks[b].step_count;
    return steps;
}

static uint32_t sectors(const Asked *asked, bool needed)
{
    uint32_t least, moved = line_costs_sectors(asked->trace, asked->at, &least);

    return needed ? least : moved;
}

/* The access of a thread in the instruction that runs. */
static const Access *access_of(const Asked *asked)
{
    const Trace *trace = asked->trace;

    for (int a = 0; asked->at && a < asked->at->lanes; ++a) {
        const Access *access = trace_accesses(trace, asked->at) + a;
        if (trace_thread(trace, asked->at, access) == asked->arguments.number)
            return access;
    }
    return NULL;
}

/* ---- Numbers ------------------------------------------------------------- */

/* FACT(name, function, arguments, whether the trace has it, value, help) */
#define FACTS(FACT)                                                            \
    FACT("n", fact_n, 0, true, run->n, "elements")                             \
    FACT("k", fact_k, 0, true, run->k, "banks, and lanes of a warp")           \
    FACT("threads", fact_threads, 0, true, run->threads, "threads of a block") \
    FACT("blocks", fact_blocks, 0, true, run->blocks, "blocks")                \
    FACT("block-n", fact_block_n, 0, true, run->block_n,                       \
         "elements of a block")                                                \
    FACT("cells", fact_cells, 0, true, run->words, "cells of shared memory")   \
    FACT("levels", fact_levels, 0, true, base_log2(run->n), "log2 of n")       \
    FACT("passes", fact_passes, 0, true, run->passes,                          \
         "reduce passes of the hybrid scan")                                   \
    FACT("steps", fact_steps, 0, true, trace->steps_count,                     \
         "steps, from barrier to barrier")                                     \
    FACT("launches", fact_launches, 0, true, trace->grids_count, "launches")   \
    FACT("accesses", fact_accesses, 0, true, counted(trace).instructions,      \
         "loads and stores of shared memory by warps")                         \
    FACT("T", fact_T, 0, true, counted(trace).T,                               \
         "cycles of these accesses in the K-model")                            \
    FACT("paper-T", fact_paper_T, 0, true, counted(trace).upsweep_store_T,     \
         "T of the up-sweep's stores of sums, as in S0")                       \
    FACT("W", fact_W, 0, counts_additions(trace), counted(trace).W,            \
         "additions, or other operators")                                      \
    FACT("rounds", fact_rounds, 0, counts_additions(trace),                    \
         cost_rounds(trace), "additions in the longest chain")                 \
    FACT("reads", fact_reads, 0, true, counted(trace).G_read,                  \
         "memory transactions that read")                                      \
    FACT("writes", fact_writes, 0, true, counted(trace).G_write,               \
         "memory transactions that write")                                     \
    FACT("conflicts", fact_conflicts, 0, true, conflicts(counted(trace)),      \
         "bank conflicts: extra cycles")                                       \
    FACT("load-conflicts", fact_load_conflicts, 0, true,                       \
         counted(trace).conflicts_load, "bank conflicts of loads")             \
    FACT("store-conflicts", fact_store_conflicts, 0, true,                     \
         counted(trace).conflicts_store, "bank conflicts of stores")           \
    FACT("shuffles", fact_shuffles, 0, true, shuffles(trace),                  \
         "shuffles by warps")                                                  \
    FACT("races", fact_races, 0, true, races(trace),                           \
         "races, one for each cell and step")                                  \
    FACT("wrong", fact_wrong, 0, first_wrong(trace) < run->n,                  \
         first_wrong(trace), "the first wrong output")                         \
    FACT("ulp", fact_ulp, 0, run->op == OP_FADD,                               \
         float_error_of(trace).scan.ulps,                                      \
         "largest error of a float output, in ulp")                            \
    FACT("unlike-serial", fact_unlike_serial, 0, run->op == OP_FADD,           \
         float_error_of(trace).differ,                                         \
         "float outputs that differ from serial addition")                     \
    FACT("line-moved", fact_line_moved, 1, line_cost(asked).line,              \
         line_cost(asked).moved, "line-moved L: memory transactions")          \
    FACT("line-needed", fact_line_needed, 1, line_cost(asked).line,            \
         line_cost(asked).needed,                                              \
         "line-needed L: memory transactions if coalesced")                    \
    FACT("line-lanes", fact_line_lanes, 1, line_cost(asked).line,              \
         line_cost(asked).lanes, "line-lanes L: lanes of its warps")           \
    FACT("line-active", fact_line_active, 1, line_cost(asked).line,            \
         line_cost(asked).active, "line-active L: those active")               \
    FACT("line-conflicts", fact_line_conflicts, 1, line_cost(asked).line,      \
         line_cost(asked).conflicts_load + line_cost(asked).conflicts_store,   \
         "line-conflicts L: bank conflicts")                                   \
    FACT("updates", fact_updates, 1, updates(asked), updates(asked),           \
         "updates line L: atomic updates of the value that has the most")      \
    FACT("launch-steps", fact_launch_steps, 1, launch_steps(asked),            \
         launch_steps(asked), "launch-steps I: of all its blocks")             \
    FACT("step", fact_step, 0, true,                                           \
         asked->at ? issue_order_step(trace, asked->order, asked->position)    \
                   : 0,                                                        \
         "now: the step, from 1")                                              \
    FACT("line", fact_line, 0, asked->at, asked->at->site,                     \
         "now: the line of the source")                                        \
    FACT("lanes", fact_lanes, 0, asked->at, trace_lanes(trace, asked->at),     \
         "now: active lanes")                                                  \
    FACT("queue", fact_queue, 0, asked->at,                                    \
         bank_cost(trace, asked->at, NULL).latency,                            \
         "now: requests at the busiest bank")                                  \
    FACT("wavefronts", fact_wavefronts, 0, asked->at,                          \
         bank_cost(trace, asked->at, NULL).wavefronts,                         \
         "now: cycles, a broadcast counted once")                              \
    FACT("busy", fact_busy, 0, asked->at,                                      \
         bank_cost(trace, asked->at, NULL).busy_banks,                         \
         "now: banks that are accessed")                                       \
    FACT("idle", fact_idle, 0, asked->at,                                      \
         run->k - bank_cost(trace, asked->at, NULL).busy_banks,                \
         "now: banks that are not accessed")                                   \
    FACT("moved", fact_moved, 0, asked->at &&trace_is_global(asked->at),       \
         sectors(asked, false), "now: memory transactions")                    \
    FACT("needed", fact_needed, 0, asked->at &&trace_is_global(asked->at),     \
         sectors(asked, true), "now: memory transactions if coalesced")        \
    FACT("step-additions", fact_step_additions, 0, asked->at,                  \
         step_counted(asked).W, "now: additions of the step")                  \
    FACT("step-queue", fact_step_queue, 0, asked->at, step_queue(asked),       \
         "now: the longest queue of the step")                                 \
    FACT("step-conflicts", fact_step_conflicts, 0, asked->at,                  \
         conflicts(step_counted(asked)), "now: conflicts of the step")         \
    FACT("bank", fact_bank, 1, asked->arguments.number < run->words,           \
         bank_of(trace, asked->arguments.number),                              \
         "bank of C: the bank of a cell")                                      \
    FACT("cell", fact_cell, 1, access_of(asked), access_of(asked)->cell,       \
         "cell of thread T: the cell it accesses, now")

#define FUNCTION(name, function, arguments, known, number_, help)              \
    static bool function(const Asked *asked, LessonValue *value)               \
    {                                                                          \
        const Trace *trace = asked->trace;                                     \
        const Run *run = &trace->run;                                          \
        if (!run || !(known))                                                  \
            return false;                                                      \
        value->number = (double)(number_);                                     \
        return true;                                                           \
    }
FACTS(FUNCTION)

/* ---- Values ---------------------------------------------------------------
 */

static void set_word(LessonValue *value, const Trace *trace, Word word)
{
    char text[VALUE_TEXT], *end;

    snprintf(value->text, sizeof value->text, "%s",
             value_format(trace->run.op, word, text));
    value->number = strtod(value->text, &end);
    value->is_text = *end != '\0';
}

/* The words of a cell at the moment, of the block that runs. */
static bool cell_now(const Asked *asked, Word *word, Word *interval)
{
    const Trace *trace = asked->trace;
    uint32_t words = trace->run.words;

    if (!asked->at || asked->arguments.number >= words)
        return false;
    Word *values = base_alloc(words, sizeof *values);
    Word *intervals = base_alloc(words, sizeof *intervals);
    trace_memory(trace, asked->index + 1, values, intervals);
    *word = values[asked->arguments.number];
    *interval = intervals[asked->arguments.number];
    free(values);
    free(intervals);
    return true;
}

static bool fact_value(const Asked *asked, LessonValue *value)
{
    Word word, interval;
    bool known = cell_now(asked, &word, &interval);

    if (known)
        set_word(value, asked->trace, word);
    return known;
}

static bool fact_sum(const Asked *asked, LessonValue *value)
{
    Word word, interval;
    char text[VALUE_TEXT];
    bool known = cell_now(asked, &word, &interval);

    value->is_text = true;
    if (known)
        snprintf(value->text, sizeof value->text, "%s",
                 value_format_interval(interval, text));
    return known;
}

static bool element(const Asked *asked, const Word *words, LessonValue *value)
{
    bool known = asked->arguments.number < asked->trace->run.n;

    if (known)
        set_word(value, asked->trace, words[asked->arguments.number]);
    return known;
}

static bool fact_input(const Asked *asked, LessonValue *value)
{
    return element(asked, asked->trace->input, value);
}

static bool fact_output(const Asked *asked, LessonValue *value)
{
    return element(asked, asked->trace->output, value);
}

static bool fact_moves(const Asked *asked, LessonValue *value)
{
    const Access *access = access_of(asked);

    if (access)
        set_word(value, asked->trace, access->value);
    return access != NULL;
}

/* The median of the row "NAME,N,..." of an embedded table. */
static bool measured(const char *file, const Asked *asked, LessonValue *value)
{
    const char *table = resource_find(file, NULL);
    char start[2 * LESSON_TOKEN_BYTES + 4];
    double median;

    snprintf(start, sizeof start, "\n%s,%s,", asked->arguments.words[0],
             asked->arguments.words[1]);
    const char *row = table ? strstr(table, start) : NULL;
    if (!row || sscanf(row + strlen(start), "%*[0-9],%lf", &median) != 1)
        return false;
    value->number = median;
    snprintf(value->text, sizeof value->text, median < 100 ? "%.3g" : "%.0f",
             median);
    return true;
}

static bool fact_us(const Asked *asked, LessonValue *value)
{
    return measured("doc/gpu-blocks.csv", asked, value);
}

static bool fact_large_us(const Asked *asked, LessonValue *value)
{
    return measured("doc/gpu-large.csv", asked, value);
}

/* ---- The table ---------------------------------------------------------- */

#define ROW(name, function, arguments, known, number, help)                    \
    {name, arguments, function, help},

static const struct {
    const char *name;
    int arguments; /* 1: a number; 2: two words */
    bool (*tell)(const Asked *asked, LessonValue *value);
    const char *help;
} facts[] = {
    FACTS(ROW) /**/
    {"value", 1, fact_value, "value cell C: the value in the cell, now"},
    {"sum", 1, fact_sum, "sum cell C: the elements it is the sum of, now"},
    {"input", 1, fact_input, "input I: an element of the input"},
    {"output", 1, fact_output, "output I: an element of the output"},
    {"moves", 1, fact_moves, "moves thread T: the value it moves, now"},
    {"us", 2, fact_us, "us ALGO N: microseconds in doc/gpu-blocks.csv"},
    {"large-us", 2, fact_large_us, "large-us ALGO N: the same, gpu-large.csv"},
};

enum { FACTS_COUNT = sizeof facts / sizeof facts[0] };

void lesson_facts_help(Text *text)
{
    for (int i = 0; i < FACTS_COUNT; ++i)
        text_add(text, "%s\t%s\n", facts[i].name, facts[i].help);
}

/* Fills in trace T of the moment. */
static Asked asked_of(const LessonMoment *moment, int t)
{
    Asked asked = {.trace = moment->traces[t],
                   .position = moment->positions[t],
                   .order = moment->orders[t]};

    if (asked.position > 0) {
        asked.index = issue_order_at(asked.order, asked.position - 1);
        asked.at = asked.trace->instructions + asked.index;
    }
    return asked;
}

static int find(const char *name)
{
    int i = 0;

    while (i < FACTS_COUNT && strcmp(facts[i].name, name) != 0)
        ++i;
    return i;
}

int lesson_fact_arguments(const char *name)
{
    int i = find(name);

    return i < FACTS_COUNT ? facts[i].arguments : -1;
}

bool lesson_fact(const LessonMoment *moment, int t, const char *name,
                 const LessonArguments *arguments, LessonValue *value)
{
    Asked asked = asked_of(moment, t);
    int i = find(name);

    asked.arguments = *arguments;
    return i < FACTS_COUNT && facts[i].tell(&asked, value);
}

bool lesson_is_number(const char *word, double *number)
{
    char *end;

    errno = 0;
    *number = (double)strtoul(word, &end, 10);
    return isdigit((unsigned char)*word) && !*end && !errno &&
           *number <= UINT32_MAX;
}
