/* SPDX-License-Identifier: MIT */
#include "show.h"

#include <stdlib.h>
#include <string.h>

#include "bank.h"
#include "recap.h"
#include "proof.h"
#include "tree.h"
#include "value.h"

enum {
    FOLD_LINES = 16, /* a step with more lines than this is folded ... */
    FOLD_ENDS = 4,   /* ... to so many at its head and at its tail */
    ROW_CELLS = 16,
    MAX_CELL = 12
};

/* Should line I of COUNT be printed?  Says once that some are left out. */
static bool unfolded(size_t i, size_t count, bool full, const char *what,
                     Text *text)
{
    if (full || count <= FOLD_LINES || i < FOLD_ENDS || i >= count - FOLD_ENDS)
        return true;
    if (i == FOLD_ENDS)
        text_add(text, "  ... %zu more %s (--full shows them)\n",
                 count - 2 * FOLD_ENDS, what);
    return false;
}

static void add_values(const Trace *trace, const Word *words,
                       const Word *intervals, uint32_t count, bool full,
                       Text *text)
{
    char cell[VALUE_TEXT];
    int width = 1;

    for (uint32_t i = 0; i < count; ++i) {
        const char *value = value_format(trace->run.op, words[i], cell);
        int length = (int)strlen(value);
        width = length > width ? length : width;
    }
    width = width > MAX_CELL ? MAX_CELL : width;
    uint32_t row = trace->run.k < ROW_CELLS ? trace->run.k : ROW_CELLS;
    row = intervals ? row : ROW_CELLS;
    for (uint32_t first = 0; first < count; first += row) {
        if (!unfolded(first / row, (count + row - 1) / row, full, "rows", text))
            continue;
        text_add(text, "  %6u |", first);
        for (uint32_t i = first; i < first + row && i < count; ++i) {
            bool unset = intervals && intervals[i] == INTERVAL_UNSET;
            text_add(text, " %*s", width,
                     unset ? "." : value_format(trace->run.op, words[i], cell));
        }
        text_add(text, "\n");
    }
}

static void add_sum(const Trace *trace, const Sum *sum, Text *text)
{
    char left[VALUE_TEXT], right[VALUE_TEXT], result[VALUE_TEXT];
    Op op = trace->run.op;

    text_add(text, "%s %s %s = %s", value_format(op, sum->left, left),
             op_sign(op), value_format(op, sum->right, right),
             value_format(op, op_apply(op, sum->left, sum->right), result));
}

static void add_heading(const Trace *trace, Text *text)
{
    const Run *run = &trace->run;

    text_add(text,
             "%s: %s %s of %u element%s, %u thread%s, %u banks, on the %s\n",
             run->title, run->inclusive ? "inclusive" : "exclusive",
             op_noun(run->op), run->n, run->n == 1 ? "" : "s", run->threads,
             run->threads == 1 ? "" : "s", run->k, run->device_name);
    text_add(text, "%s\n", run->summary);
}

/* ---- The walkthrough -----------------------------------------------------*/

/* Sums of a run of steps with one level: a round. */
static void add_round_lines(const Trace *trace, const Sum *of[], uint32_t n,
                            const Word *values, bool full, Text *text)
{
    char value[VALUE_TEXT];

    for (uint32_t i = 0; i < n; ++i) {
        if (!unfolded(i, n, full, "threads", text))
            continue;
        text_add(text, "  T%u: ", i + 1);
        if (of[i])
            add_sum(trace, of[i], text);
        else
            text_add(text, "%s (unchanged)",
                     value_format(trace->run.op, values[i], value));
        text_add(text, "\n");
    }
}

/* The element that a stored word belongs to is the last input it stands for
 * (with an exclusive scan, the place after it). */
static void gather_sums(const Trace *trace, uint32_t step, const Sum *of[],
                        Word *values)
{
    const Step *at = &trace->steps[step];

    for (uint32_t j = 0; j < at->instruction_count; ++j) {
        const Instruction *i = &trace->instructions[at->first_instruction + j];
        if (i->kind != ACCESS_STORE)
            continue;
        for (int a = 0; a < i->lanes; ++a) {
            const Access *access = &trace_accesses(trace, i)[a];
            uint32_t element = access->cell % trace->run.n;
            values[element] = access->value;
            if (access->sums > 0)
                of[element] = trace_sums(trace, access) + access->sums - 1;
        }
    }
}

static bool same_round(const Trace *trace, uint32_t step, int32_t level)
{
    return step < trace->steps_count && trace->steps[step].level == level;
}

static void show_walkthrough(const Trace *trace, bool full, Text *text)
{
    uint32_t n = trace->run.n;
    const Sum **of = base_alloc(n, sizeof *of);
    Word *values = base_alloc(n, sizeof *values);
    uint32_t rounds = 0, step = 0;

    for (uint32_t s = 0; s < trace->steps_count; ++s)
        if (trace->steps[s].level > 0 &&
            (s == 0 || trace->steps[s - 1].level != trace->steps[s].level))
            ++rounds;
    text_add(text, "Thread T1 has the first element, T%u the last.\n\n", n);
    text_add(text, "Input\n");
    add_values(trace, trace->input, NULL, n, full, text);
    for (; step < trace->steps_count; ++step) {
        int32_t level = trace->steps[step].level;
        memset(of, 0, n * sizeof *of);
        uint32_t first = step;
        while (same_round(trace, step + 1, level))
            ++step;
        for (uint32_t s = first; s <= step; ++s)
            gather_sums(trace, s, of, values);
        if (level == 0)
            continue;
        text_add(text, "\nStep %d of %u (distance %u)\n", (int)level, rounds,
                 1u << (level - 1));
        add_round_lines(trace, of, n, values, full, text);
        text_add(text, "Resulting values\n");
        add_values(trace, values, NULL, n, full, text);
    }
    free(of);
    free(values);
}

/* True if the trace has rounds 1, 2, ... in which element i is stored in cell i
 * of an array of n: what the walkthrough can tell. */
static bool is_walkthrough(const Trace *trace)
{
    bool rounds = false;

    if (trace->run.words % trace->run.n != 0)
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const char *phase = trace_phase(trace, &trace->steps[s]);
        if (strstr(phase, "sweep"))
            return false;
        rounds |= trace->steps[s].level > 0;
    }
    return rounds;
}

/* ---- Any algorithm -------------------------------------------------------*/

static void add_access_line(const Trace *trace, const Instruction *at,
                            const Access *access, Text *text)
{
    char value[VALUE_TEXT];
    char stands_for[VALUE_TEXT];

    text_add(text, "  T%-4u ", trace_thread(trace, at, access));
    if (access->sums > 0)
        add_sum(trace, trace_sums(trace, access), text);
    else
        text_add(text, "%s", value_format(trace->run.op, access->value, value));
    text_add(text, " -> %s %u", at->kind == ACCESS_STORE ? "cell" : "output",
             access->cell);
    if (at->kind == ACCESS_STORE)
        text_add(text, " (bank %u)", access->cell % trace->run.k);
    text_add(text, "   %s\n",
             value_format_interval(access->interval, stands_for));
}

/* The stores of a step, which are what it leaves behind. */
static void add_step_lines(const Trace *trace, const Step *step, bool full,
                           Text *text)
{
    size_t count = 0, line = 0;

    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        const Instruction *at =
            &trace->instructions[step->first_instruction + j];
        if (at->kind == ACCESS_STORE || at->kind == ACCESS_GSTORE)
            count += at->lanes;
    }
    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        const Instruction *at =
            &trace->instructions[step->first_instruction + j];
        if (at->kind != ACCESS_STORE && at->kind != ACCESS_GSTORE)
            continue;
        for (int a = 0; a < at->lanes; ++a, ++line)
            if (unfolded(line, count, full, "stores", text))
                add_access_line(trace, at, &trace_accesses(trace, at)[a], text);
    }
}

static void show_steps(const Trace *trace, bool full, Text *text)
{
    for (uint32_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = &trace->steps[s];
        text_add(text, "\nStep %u of %zu: ", s + 1, trace->steps_count);
        recap_step(trace, s, text);
        text_add(text, "\n");
        add_step_lines(trace, step, full, text);
        text_add(text, "Shared memory, by cell\n");
        add_values(trace, trace_snapshot_after(trace, s),
                   trace_snapshot_intervals_after(trace, s), trace->run.words,
                   full, text);
    }
}

/* A scan that is wrong must not look like one that is right. */
static void add_verdict(const Trace *trace, Text *text)
{
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);

    text_add(text, "\n%s: ", proof_is_good(&proof) ? "Right" : "WRONG");
    proof_explain(trace, &proof, &races, text);
    text_add(text, "\n");
    race_free(&races);
}

void show_trace(const Trace *trace, bool full, Text *text)
{
    add_heading(trace, text);
    if (is_walkthrough(trace))
        show_walkthrough(trace, full, text);
    else
        show_steps(trace, full, text);
    text_add(text, "\nOutput\n");
    add_values(trace, trace->output, NULL, trace->run.n, full, text);
    add_verdict(trace, text);
}
