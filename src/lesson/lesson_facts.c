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
#include "chart/chart_kind.h"
#include "trace/value.h"
#include "util/resources.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A trace at a moment, and what a fact asks of it. */
typedef struct {
    const Trace *trace;
    size_t position;
    const Instruction *at; /* that runs; NULL at the start */
    size_t index;          /* its, in the trace */
    const uint32_t *order;
    LessonArguments arguments;
} Asked;

/* ---- Facts of the whole run --------------------------------------------- */

static Counted counted(const Asked *asked)
{
    BankTable banks = bank_table(asked->trace);
    Counted result = cost_count(asked->trace, &banks);

    bank_table_free(&banks);
    return result;
}

#define COUNTED(name, expression)                                              \
    static bool name(const Asked *asked, LessonValue *value)                   \
    {                                                                          \
        const Counted run = counted(asked);                                    \
        value->number = (double)(expression);                                  \
        return true;                                                           \
    }
#define OF_TRACE(name, expression)                                             \
    static bool name(const Asked *asked, LessonValue *value)                   \
    {                                                                          \
        const Trace *trace = asked->trace;                                     \
        value->number = (double)(expression);                                  \
        return true;                                                           \
    }

COUNTED(fact_T, run.T)
COUNTED(fact_W, run.W)
COUNTED(fact_reads, run.G_read)
COUNTED(fact_writes, run.G_write)
COUNTED(fact_accesses, run.instructions)
COUNTED(fact_conflicts, run.conflicts_load + run.conflicts_store)
COUNTED(fact_load_conflicts, run.conflicts_load)
COUNTED(fact_store_conflicts, run.conflicts_store)
COUNTED(fact_paper_T, run.upsweep_store_T)
OF_TRACE(fact_n, trace->run.n)
OF_TRACE(fact_k, trace->run.k)
OF_TRACE(fact_threads, trace->run.threads)
OF_TRACE(fact_blocks, trace->run.blocks)
OF_TRACE(fact_block_n, trace->run.block_n)
OF_TRACE(fact_cells, trace->run.words)
OF_TRACE(fact_passes, trace->run.passes)
OF_TRACE(fact_steps, trace->steps_count)
OF_TRACE(fact_launches, trace->grids_count)
OF_TRACE(fact_rounds, cost_rounds(trace))
OF_TRACE(fact_levels, base_log2(trace->run.n))
OF_TRACE(fact_instructions, trace->instructions_count)

static bool fact_shuffles(const Asked *asked, LessonValue *value)
{
    for (size_t i = 0; i < asked->trace->instructions_count; ++i)
        value->number += trace_is_shuffle(asked->trace->instructions + i);
    return true;
}

static bool fact_races(const Asked *asked, LessonValue *value)
{
    RaceList races = race_find(asked->trace);

    value->number = (double)races.races_count;
    race_free(&races);
    return true;
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

/* The first wrong output. */
static bool fact_wrong(const Asked *asked, LessonValue *value)
{
    const Trace *trace = asked->trace;
    uint32_t wrong;

    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);
    wrong = proof.unchecked ? first_unlike_scan(trace)
                            : proof_first_wrong(trace, &proof);
    race_free(&races);
    value->number = wrong;
    return wrong < trace->run.n;
}

/* How far rounding moves the outputs of a scan of floats. */
#define ROUNDING(name, expression)                                             \
    static bool name(const Asked *asked, LessonValue *value)                   \
    {                                                                          \
        bool floats = asked->trace->run.op == OP_FADD;                         \
        FloatError error = {0};                                                \
        if (floats)                                                            \
            error = float_error_of(asked->trace);                              \
        value->number = (double)(expression);                                  \
        snprintf(value->text, sizeof value->text, "%.3g", value->number);      \
        return floats;                                                         \
    }

ROUNDING(fact_ulp, error.scan.ulps)
ROUNDING(fact_serial_ulp, error.sequential.ulps)
ROUNDING(fact_unlike_serial, error.differ)

/* ---- Facts of a line, of the first source, and of a launch ----------------
 */

static bool line_cost(const Asked *asked, LineCost *cost)
{
    size_t count, i = 0;
    LineCost *rows = line_costs(asked->trace, &count);

    while (i < count && rows[i].line != asked->arguments.number)
        ++i;
    bool found = i < count && rows[i].source == 0;
    if (found)
        *cost = rows[i];
    free(rows);
    return found;
}

#define OF_LINE(name, expression)                                              \
    static bool name(const Asked *asked, LessonValue *value)                   \
    {                                                                          \
        LineCost line = {0};                                                   \
        bool found = line_cost(asked, &line);                                  \
        value->number = (double)(expression);                                  \
        return found;                                                          \
    }

OF_LINE(fact_line_moved, line.moved)
OF_LINE(fact_line_needed, line.needed)
OF_LINE(fact_line_active, line.active)
OF_LINE(fact_line_lanes, line.lanes)
OF_LINE(fact_line_conflicts, line.conflicts_load + line.conflicts_store)

/* Of the atomic updates of a line, those of the value that has the most; each
 * block has its own in shared memory. */
static bool fact_updates(const Asked *asked, LessonValue *value)
{
    const Trace *trace = asked->trace;
    uint32_t words = trace->run.words, block = 0;

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
            value->number = fmax(value->number, count);
        }
    }
    free(counts);
    return value->number > 0;
}

/* The steps of launch I, from 1, of all its blocks. */
static bool fact_launch_steps(const Asked *asked, LessonValue *value)
{
    const Trace *trace = asked->trace;

    for (size_t b = 0; b < trace->blocks_count; ++b)
        if (trace->blocks[b].grid + 1 == asked->arguments.number)
            value->number += trace->blocks[b].step_count;
    return value->number > 0;
}

/* ---- Facts of the moment ------------------------------------------------ */

static bool fact_step(const Asked *asked, LessonValue *value)
{
    value->number = asked->at ? issue_order_step(asked->trace, asked->order,
                                                 asked->position)
                              : 0;
    return true;
}

static BankCost cost_now(const Asked *asked)
{
    return bank_cost(asked->trace, asked->at, NULL);
}

#define NOW(name, expression)                                                  \
    static bool name(const Asked *asked, LessonValue *value)                   \
    {                                                                          \
        if (!asked->at)                                                        \
            return false;                                                      \
        value->number = (double)(expression);                                  \
        return true;                                                           \
    }

NOW(fact_queue, cost_now(asked).latency)
NOW(fact_wavefronts, cost_now(asked).wavefronts)
NOW(fact_busy, cost_now(asked).busy_banks)
NOW(fact_idle, asked->trace->run.k - cost_now(asked).busy_banks)
NOW(fact_lanes, trace_lanes(asked->trace, asked->at))
NOW(fact_line, asked->at->site)

/* Memory transactions, moved and needed; false: none, this is no access to
 * global memory. */
static bool fact_moved(const Asked *asked, LessonValue *value)
{
    if (!asked->at || !trace_is_global(asked->at))
        return false;
    value->number = line_costs_sectors(asked->trace, asked->at, NULL);
    return true;
}

static bool fact_needed(const Asked *asked, LessonValue *value)
{
    uint32_t needed;

    if (!asked->at || !trace_is_global(asked->at))
        return false;
    line_costs_sectors(asked->trace, asked->at, &needed);
    value->number = needed;
    return true;
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

NOW(fact_step_T, step_counted(asked).T)
NOW(fact_step_additions, step_counted(asked).W)
NOW(fact_step_queue, step_queue(asked))
NOW(fact_step_conflicts,
    step_counted(asked).conflicts_load + step_counted(asked).conflicts_store)

/* ---- Facts of things ---------------------------------------------------- */

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

    if (!cell_now(asked, &word, &interval))
        return false;
    set_word(value, asked->trace, word);
    return true;
}

static bool fact_sum(const Asked *asked, LessonValue *value)
{
    Word word, interval;
    char text[VALUE_TEXT];

    if (!cell_now(asked, &word, &interval))
        return false;
    value->is_text = true;
    snprintf(value->text, sizeof value->text, "%s",
             value_format_interval(interval, text));
    return true;
}

static bool fact_bank(const Asked *asked, LessonValue *value)
{
    value->number = bank_of(asked->trace, asked->arguments.number);
    return asked->arguments.number < asked->trace->run.words;
}

static bool fact_input(const Asked *asked, LessonValue *value)
{
    if (asked->arguments.number >= asked->trace->run.n)
        return false;
    set_word(value, asked->trace, asked->trace->input[asked->arguments.number]);
    return true;
}

static bool fact_output(const Asked *asked, LessonValue *value)
{
    if (asked->arguments.number >= asked->trace->run.n)
        return false;
    set_word(value, asked->trace,
             asked->trace->output[asked->arguments.number]);
    return true;
}

/* The cell, or the sum, of a thread's access in the instruction that runs. */
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

static bool fact_cell(const Asked *asked, LessonValue *value)
{
    const Access *access = access_of(asked);

    if (access)
        value->number = access->cell;
    return access != NULL;
}

static bool fact_moves(const Asked *asked, LessonValue *value)
{
    const Access *access = access_of(asked);

    if (access)
        set_word(value, asked->trace, access->value);
    return access != NULL;
}

/* ---- What was measured -------------------------------------------------- */

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

static const struct {
    const char *name;
    int arguments; /* 1: a number; 2: two words */
    bool (*tell)(const Asked *asked, LessonValue *value);
    const char *help;
} facts[] = {
    {"n", 0, fact_n, "elements"},
    {"k", 0, fact_k, "banks, and lanes of a warp"},
    {"threads", 0, fact_threads, "threads of a block"},
    {"blocks", 0, fact_blocks, "blocks"},
    {"block-n", 0, fact_block_n, "elements of a block"},
    {"cells", 0, fact_cells, "cells of shared memory"},
    {"levels", 0, fact_levels, "log2 of n"},
    {"passes", 0, fact_passes, "reduce passes of the hybrid scan"},
    {"steps", 0, fact_steps, "steps, from barrier to barrier"},
    {"launches", 0, fact_launches, "launches"},
    {"instructions", 0, fact_instructions, "instructions of all kinds"},
    {"accesses", 0, fact_accesses,
     "loads and stores of shared memory by warps"},
    {"T", 0, fact_T, "cycles of these accesses in the K-model"},
    {"paper-T", 0, fact_paper_T,
     "T of the up-sweep's stores of sums, as in S0"},
    {"W", 0, fact_W, "additions, or other operators"},
    {"rounds", 0, fact_rounds, "additions in the longest chain"},
    {"reads", 0, fact_reads, "memory transactions that read"},
    {"writes", 0, fact_writes, "memory transactions that write"},
    {"conflicts", 0, fact_conflicts, "bank conflicts: extra cycles"},
    {"load-conflicts", 0, fact_load_conflicts, "bank conflicts of loads"},
    {"store-conflicts", 0, fact_store_conflicts, "bank conflicts of stores"},
    {"shuffles", 0, fact_shuffles, "shuffles by warps"},
    {"races", 0, fact_races, "races, one for each cell and step"},
    {"wrong", 0, fact_wrong, "the first wrong output"},
    {"ulp", 0, fact_ulp, "largest error of a float output, in ulp"},
    {"serial-ulp", 0, fact_serial_ulp, "the same of serial addition"},
    {"unlike-serial", 0, fact_unlike_serial,
     "float outputs that differ from serial addition"},
    {"line-moved", 1, fact_line_moved, "line-moved L: memory transactions"},
    {"line-needed", 1, fact_line_needed,
     "line-needed L: memory transactions if coalesced"},
    {"line-lanes", 1, fact_line_lanes, "line-lanes L: lanes of its warps"},
    {"line-active", 1, fact_line_active, "line-active L: those active"},
    {"line-conflicts", 1, fact_line_conflicts,
     "line-conflicts L: bank conflicts"},
    {"updates", 1, fact_updates,
     "updates line L: atomic updates of the value that has the most"},
    {"launch-steps", 1, fact_launch_steps, "launch-steps I: of all its blocks"},
    {"step", 0, fact_step, "now: the step, from 1"},
    {"line", 0, fact_line, "now: the line of the source"},
    {"lanes", 0, fact_lanes, "now: active lanes"},
    {"queue", 0, fact_queue, "now: requests at the busiest bank"},
    {"wavefronts", 0, fact_wavefronts, "now: cycles, a broadcast counted once"},
    {"busy", 0, fact_busy, "now: banks that are accessed"},
    {"idle", 0, fact_idle, "now: banks that are not accessed"},
    {"moved", 0, fact_moved, "now: memory transactions"},
    {"needed", 0, fact_needed, "now: memory transactions if coalesced"},
    {"step-T", 0, fact_step_T, "now: T of the step"},
    {"step-additions", 0, fact_step_additions, "now: additions of the step"},
    {"step-queue", 0, fact_step_queue, "now: the longest queue of the step"},
    {"step-conflicts", 0, fact_step_conflicts, "now: conflicts of the step"},
    {"value", 1, fact_value, "value cell C: the value in the cell, now"},
    {"sum", 1, fact_sum, "sum cell C: the elements it is the sum of, now"},
    {"bank", 1, fact_bank, "bank of C: the bank of a cell"},
    {"input", 1, fact_input, "input I: an element of the input"},
    {"output", 1, fact_output, "output I: an element of the output"},
    {"cell", 1, fact_cell, "cell of thread T: the cell it accesses, now"},
    {"moves", 1, fact_moves, "moves thread T: the value it moves, now"},
    {"us", 2, fact_us, "us ALGO N: microseconds in doc/gpu-blocks.csv"},
    {"large-us", 2, fact_large_us, "large-us ALGO N: the same, gpu-large.csv"},
};

enum { FACTS = sizeof facts / sizeof facts[0] };

void lesson_facts_help(Text *text)
{
    for (int i = 0; i < FACTS; ++i)
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

    while (i < FACTS && strcmp(facts[i].name, name) != 0)
        ++i;
    return i;
}

int lesson_fact_arguments(const char *name)
{
    int i = find(name);

    return i < FACTS ? facts[i].arguments : -1;
}

bool lesson_fact(const LessonMoment *moment, int t, const char *name,
                 const LessonArguments *arguments, LessonValue *value)
{
    Asked asked = asked_of(moment, t);
    int i = find(name);

    asked.arguments = *arguments;
    return i < FACTS && facts[i].tell(&asked, value);
}

bool lesson_is_number(const char *word, double *number)
{
    char *end;

    errno = 0;
    *number = (double)strtoul(word, &end, 10);
    return isdigit((unsigned char)*word) && !*end && !errno &&
           *number <= UINT32_MAX;
}
