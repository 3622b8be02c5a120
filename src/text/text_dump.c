/* SPDX-License-Identifier: MIT */
#include "text/text_dump.h"

#include "analysis/access_role.h"
#include "analysis/global_memory.h"
#include "analysis/issue_order.h"
#include "analysis/proof.h"
#include "text/narrate.h"
#include "text/phrases.h"
#include "text/symbolic_trace.h"
#include "trace/value.h"
#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

enum {
    FOLD_LINES = 16, /* a list of more lines is shortened ... */
    FOLD_STEP = 48,  /* ... or a step of more lines, ... */
    FOLD_ENDS = 4,   /* ... to this many lines at each end */
    ROW_CELLS = 16,
    MAX_CELL = 12,
    MANY_STEPS = 64 /* of several blocks */
};

/* True if line I of COUNT is to be printed.  Adds a note in place of the lines
 * left out. */
static bool unfolded(size_t i, size_t count, size_t most, bool full,
                     const char *what, Text *text)
{
    if (full || count <= most || i < FOLD_ENDS || i >= count - FOLD_ENDS)
        return true;
    if (i == FOLD_ENDS)
        text_add(text, "  ... %zu more %s (--full shows them)\n",
                 count - 2 * FOLD_ENDS, what);
    return false;
}

/* Words of shared memory, or of an array. */
typedef struct {
    const Trace *trace;
    const Word *words;
    const Word *intervals; /* NULL: none is unset */
    uint32_t count;
    enum { PLAIN, OF_SHARED, OF_ARRAY } of; /* whose types a program's have */
    uint32_t which;                         /* grid, or array */
} Values;

/* What word I is; "." of one that was never stored, "<" of one that is the
 * upper half of the number before it. */
static const char *value_text(const Values *at, uint32_t i,
                              char value[VALUE_TEXT])
{
    if (at->intervals && at->intervals[i] == INTERVAL_UNSET)
        return ".";
    if (at->of == PLAIN || !trace_is_program(at->trace))
        return value_format(at->trace->run.op, at->words[i], value);
    if (at->of == OF_SHARED)
        variable_memory_value(at->trace, at->which, i, at->words, false, value);
    else
        variable_array_value(at->trace, (uint8_t)at->which, i, at->words,
                             at->count, value);
    return value[0] ? value : "<";
}

static void add_table(const Values *at, bool full, Text *text)
{
    char cell[VALUE_TEXT];
    int width = 1;

    for (uint32_t i = 0; i < at->count; ++i) {
        /* of a trace of the catalog, what was never stored has room, too */
        const char *value =
            trace_is_program(at->trace)
                ? value_text(at, i, cell)
                : value_format(at->trace->run.op, at->words[i], cell);
        int length = (int)strlen(value);
        width = length > width ? length : width;
    }
    width = width > MAX_CELL ? MAX_CELL : width;
    uint32_t row = at->trace->run.k < ROW_CELLS ? at->trace->run.k : ROW_CELLS;
    row = at->intervals ? row : ROW_CELLS;
    for (uint32_t first = 0; first < at->count; first += row) {
        if (!unfolded(first / row, (at->count + row - 1) / row, FOLD_LINES,
                      full, "rows", text))
            continue;
        text_add(text, "  %6u |", first);
        for (uint32_t i = first; i < first + row && i < at->count; ++i)
            text_add(text, " %*s", width, value_text(at, i, cell));
        text_add(text, "\n");
    }
}

static void add_values(const Trace *trace, const Word *words,
                       const Word *intervals, uint32_t count, bool full,
                       Text *text)
{
    Values values = {trace, words, intervals, count, PLAIN, 0};

    add_table(&values, full, text);
}

static void add_sum(const Trace *trace, const Sum *sum, Text *text)
{
    char left[VALUE_TEXT], right[VALUE_TEXT], result[VALUE_TEXT];
    Op op = trace->run.op;

    text_add(text, "%s %s %s = %s", value_format(op, sum->left, left),
             op_sign(op), value_format(op, sum->right, right),
             value_format(op, op_apply(op, sum->left, sum->right), result));
}

/* "8 x 4" of 8, 4, 1. */
static void add_extents(const uint32_t extents[3], Text *text)
{
    int count = extents[2] > 1 ? 3 : extents[1] > 1 ? 2 : 1;

    for (int i = 0; i < count; ++i)
        text_add(text, "%s%u", i ? " x " : "", extents[i]);
}

/* The heading of a program: what was run, and its launches. */
static void add_program(const Trace *trace, Text *text)
{
    const Run *run = &trace->run;

    text_add(text, "%s, %u banks, on the %s\n", run->command, run->k,
             run->device_name);
    if (run->compiler[0])
        text_add(text, "compiled by %s\n", run->compiler);
    for (size_t g = 0; g < trace->grids_count; ++g) {
        const Grid *grid = trace->grids + g;
        uint32_t first, end;
        text_add(text, "launch %zu: %s, ", g + 1, grid->title);
        add_extents(grid->extents, text);
        text_add(text, grid->blocks == 1 ? " block of " : " blocks of ");
        add_extents(grid->block_extents, text);
        text_add(text, grid->threads == 1 ? " thread" : " threads");
        trace_grid_blocks(trace, (uint32_t)g, &first, &end);
        if (end - first < grid->blocks)
            text_add(text, "; the trace holds %u", end - first);
        text_add(text, "\n");
    }
}

static void add_heading(const Trace *trace, Text *text)
{
    const Run *run = &trace->run;

    if (trace_is_program(trace)) {
        add_program(trace, text);
        return;
    }
    text_add(text, "%s: ", run->title);
    if (run->condition[0])
        text_add(text, "keeps %s", run->condition);
    else
        text_add(text, "%s %s", run->inclusive ? "inclusive" : "exclusive",
                 op_noun(run->op));
    text_add(text, " of ");
    phrase_count(run->n, "element", text);
    text_add(text, ", ");
    phrase_count(run->threads, "thread", text);
    text_add(text, ", %u banks, on the %s", run->k, run->device_name);
    if (trace->blocks_count > 1)
        text_add(text, "\n%u blocks of %u elements; the trace holds %s",
                 run->blocks, run->block_n,
                 trace_is_whole(trace) ? "all of them" : "some of them");
    text_add(text, "\n%s\n", run->summary);
}

/* ---- The walkthrough -----------------------------------------------------*/

/* A round of the walkthrough: consecutive steps with one level. */
static void add_round_lines(const Trace *trace, const Sum *of[], uint32_t n,
                            const Word *values, bool full, Text *text)
{
    char value[VALUE_TEXT];

    for (uint32_t i = 0; i < n; ++i) {
        if (!unfolded(i, n, FOLD_LINES, full, "threads", text))
            continue;
        text_add(text, "  T%u: ", i);
        if (of[i])
            add_sum(trace, of[i], text);
        else
            text_add(text, "%s (unchanged)",
                     value_format(trace->run.op, values[i], value));
        text_add(text, "\n");
    }
}

/* Adds ": T4 to T15 add the value 4 places to their left; T0 to T3 keep
 * theirs"; nothing if the stores do not all fit this. */
static void add_round_sentence(const Sum *of[], uint32_t n, uint32_t distance,
                               bool adds, Text *text)
{
    uint32_t first = 0, end = n, sums = 0;

    while (first < n && !of[first])
        ++first;
    while (end > first && !of[end - 1])
        --end;
    for (uint32_t i = first; i < end; ++i)
        sums += of[i] && phrase_apart(of[i], distance) == distance;
    if (sums == 0 || first + sums != end)
        return;
    text_add(text, ": T%u", first);
    if (sums > 1)
        text_add(text, " %s T%u", sums == 2 ? "and" : "to", end - 1);
    text_add(text, " %s%s%s the value %u place%s to %s left",
             adds ? "add" : "combine", sums == 1 ? "s" : "",
             adds ? "" : " with", distance, distance == 1 ? "" : "s",
             sums == 1 ? "its" : "their");
    if (first == 1)
        text_add(text, "; T0 keeps its own");
    else if (first > 1)
        text_add(text, "; T0 %s T%u keep theirs", first == 2 ? "and" : "to",
                 first - 1);
}

/* The element that a stored word belongs to: the last input in its interval or,
 * in an exclusive scan, the one after it. */
static void gather_sums(const Trace *trace, uint32_t step, const Sum *of[],
                        Word *values)
{
    const Step *at = &trace->steps[step];

    for (uint32_t j = 0; j < at->instruction_count; ++j) {
        const Instruction *i = &trace->instructions[at->first_instruction + j];
        if (!trace_is_store(i))
            continue;
        for (int a = 0; a < i->lanes; ++a) {
            const Access *access = &trace_accesses(trace, i)[a];
            uint32_t element = access->cell % trace->run.n;
            values[element] = access->value;
            if (access->sums > 0)
                of[element] = trace_last_sum(trace, access);
        }
    }
}

static bool same_round(const Trace *trace, uint32_t step, int32_t level)
{
    return step < trace->steps_count && trace->steps[step].level == level;
}

/* Adds the values before the first round, if they are not the input. */
static void add_start(const Trace *trace, const Word *values, bool full,
                      Text *text)
{
    const Run *run = &trace->run;

    if (memcmp(values, trace->input, run->n * sizeof *values) == 0)
        return;
    if (run->condition[0])
        text_add(text, "\nFlags of %s, moved up a place\n", run->condition);
    else
        text_add(text, "\nMoved up a place, since sums are exclusive\n");
    add_values(trace, values, NULL, run->n, full, text);
}

/* How far apart the operands of round LEVEL are: 1, 2, 4, ... from level 1 on;
 * 0 of a level that is no round, or too high to be one. */
static uint32_t round_distance(int32_t level)
{
    return level > 0 && level <= 32 ? 1u << (level - 1) : 0;
}

/* Adds "Round 3 of 4, steps 6 and 7 of 10 (distance 4)", of steps FIRST to
 * LAST, whose printed numbers start at 1. */
static void add_round_heading(const Trace *trace, uint32_t first, uint32_t last,
                              uint32_t rounds, Text *text)
{
    int32_t level = trace->steps[first].level;

    text_add(text, "\nRound %d of %u, step%s %u", (int)level, rounds,
             first == last ? "" : "s", first + 1);
    if (first < last)
        text_add(text, " %s %u", last == first + 1 ? "and" : "to", last + 1);
    text_add(text, " of %zu (distance %u)", trace->steps_count,
             round_distance(level));
}

static void text_dump_walkthrough(const Trace *trace, bool full, Text *text)
{
    uint32_t n = trace->run.n;
    const Sum **of = base_alloc(n, sizeof *of);
    Word *values = base_alloc(n, sizeof *values);
    uint32_t rounds = 0, step = 0;
    bool started = false;

    for (uint32_t s = 0; s < trace->steps_count; ++s)
        if (trace->steps[s].level > 0 &&
            (s == 0 || trace->steps[s - 1].level != trace->steps[s].level))
            ++rounds;
    text_add(text, "Thread T0 has the first element, T%u the last.\n\n", n - 1);
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
        if (level == 0) {
            if (!started)
                add_start(trace, values, full, text);
            started = true;
            continue;
        }
        add_round_heading(trace, first, step, rounds, text);
        add_round_sentence(of, n, round_distance(level), phrase_adds(trace),
                           text);
        text_add(text, "\n");
        add_round_lines(trace, of, n, values, full, text);
        text_add(text, "Resulting values\n");
        add_values(trace, values, NULL, n, full, text);
    }
    free(of);
    free(values);
}

/* True if thread i stores element i, unchanged or added to the element DISTANCE
 * places to its left. */
static bool is_of_round(const Trace *trace, const Instruction *at,
                        const Access *access, uint32_t distance)
{
    uint32_t element = access->cell % trace->run.n;
    const Sum *sum = trace_sums(trace, access);

    if (trace_thread(trace, at, access) != element || access->sums > 1)
        return false;
    return !sum || (distance > 0 && element >= distance &&
                    trace_is_sum(trace, sum, access) &&
                    phrase_apart(sum, distance) == distance);
}

static bool step_is_of_round(const Trace *trace, const Step *step)
{
    uint32_t distance = round_distance(step->level);

    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        const Instruction *at =
            trace->instructions + step->first_instruction + j;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; trace_is_store(at) && a < at->lanes; ++a)
            if (!is_of_round(trace, at, access + a, distance))
                return false;
    }
    return true;
}

/* True if the walkthrough fits the trace: levels 1, 2, 3, ... are the rounds at
 * distances 1, 2, 4, ..., and thread i has element i, in cell i of an array of
 * n.  Every store is checked; names of steps do not matter. */
static bool is_walkthrough(const Trace *trace)
{
    enum { MOST_LEVEL = 16 }; /* of 65535 elements */
    int32_t rounds = 0;
    bool ended = false; /* at level 0 after the rounds */

    if (trace_is_program(trace) || trace->blocks_count != 1 ||
        trace->run.words == 0 || trace->run.words % trace->run.n != 0)
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        bool next = step->level == rounds || step->level == rounds + 1;
        if (step->level > MOST_LEVEL ||
            (step->level != 0 && (!next || ended)) ||
            !step_is_of_round(trace, step))
            return false;
        ended |= rounds > 0 && step->level == 0;
        rounds = step->level > rounds ? step->level : rounds;
    }
    return rounds > 0;
}

/* ---- Any algorithm -------------------------------------------------------*/

static void add_label(Word interval, Text *text)
{
    char label[VALUE_TEXT];

    text_add(text, "   %s\n", value_format_interval(interval, label));
}

/* The same for a word that may be a NUMBER, and no sum. */
static void add_own_label(bool number, Word interval, Text *text)
{
    if (number)
        text_add(text, "   a plain number\n");
    else
        add_label(interval, text);
}

/* "4 -> temp[2] (bank 2)", by the names of a program. */
static void add_program_store(const Trace *trace, const Instruction *at,
                              const Access *access, Text *text)
{
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    char value[VALUE_TEXT];

    if (!trace_is_shared(at)) {
        text_add(text, "%s -> ",
                 variable_word_value(trace, at->array, access->value, value));
        variable_word_name(trace, at->array, access->cell, text);
        text_add(text, "\n");
        return;
    }
    text_add(text, "%s -> ",
             variable_cell_value(trace, grid, access->cell, access->value,
                                 value));
    variable_cell_name(trace, grid, access->cell, text);
    text_add(text, " (bank %u)\n", access->cell % trace->run.k);
}

/* "T0    1 + 3 = 4 -> cell 2 (bank 2)". */
static void add_store_line(const Trace *trace, size_t index,
                           const Access *access, bool number, Text *text)
{
    const Instruction *at = trace->instructions + index;
    char value[VALUE_TEXT];

    text_add(text, "  T%-4u ", trace_thread(trace, at, access));
    if (trace_is_program(trace)) {
        add_program_store(trace, at, access, text);
        return;
    }
    const Sum *sum = trace_last_sum(trace, access);
    if (sum && trace_is_sum(trace, sum, access))
        add_sum(trace, sum, text);
    else
        text_add(text, "%s", value_format(trace->run.op, access->value, value));
    if (trace_is_shared(at))
        text_add(text, " -> cell %u (bank %u)", access->cell,
                 access->cell % trace->run.k);
    else if (at->array == GLOBAL_OUT)
        text_add(text, " -> output %u", access->cell);
    else
        text_add(text, " -> %s[%u]", phrase_array(trace, at), access->cell);
    add_own_label(number, access->interval, text);
}

/* "T5    9 from T4: 9 + 0 = 9". */
static void add_shuffle_line(const Trace *trace, size_t index,
                             const Access *access, bool number, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Sum *sum = access_role_sum(trace, index, access);
    char value[VALUE_TEXT];
    Word interval = access->interval;

    text_add(text, "  T%-4u %s from T%u", trace_thread(trace, at, access),
             value_format(trace->run.op, access->value, value),
             at->warp * trace->run.k + access->cell);
    if (sum) {
        text_add(text, ": ");
        add_sum(trace, sum, text);
        interval = interval_join(sum->left_interval, sum->right_interval);
    }
    add_own_label(number, interval, text);
}

/* "T0    aggregate 14 -> states[2]", "T0    prefix 11 <- states[0]". */
static void add_pair_line(const Trace *trace, const Instruction *at,
                          const Access *access, Text *text)
{
    Published kind = tile_status_published(trace, at, access);
    char value[VALUE_TEXT];

    text_add(text, "  T%-4u %s", trace_thread(trace, at, access),
             tile_status_kind_name(kind));
    if (kind != PUBLISHED_BARE)
        text_add(text, " %s",
                 value_format(trace->run.op, access->value, value));
    text_add(text, " %s %s[%u]", trace_traits_of(at)->writes ? "->" : "<-",
             phrase_array(trace, at), trace_pair_index(access));
    if (kind == PUBLISHED_BARE)
        text_add(text, "\n");
    else
        add_label(access->interval, text);
}

/* "T5    17 + 9 = 26": sums that needed no access, each in a line, but for one
 * that the access itself tells. */
static void add_alone_lines(const Trace *trace, size_t index,
                            const Access *access, Text *text)
{
    const Instruction *at = trace->instructions + index;
    int first = access->sums - access_role_alone(trace, index, access);
    const Sum *sums = trace_sums(trace, access);
    int end = access->sums;

    if (trace_is_program(trace))
        return;
    if (end > first && !trace_traits_of(at)->brings &&
        trace_is_sum(trace, sums + end - 1, access))
        --end;
    for (int i = first; i < end; ++i) {
        text_add(text, "  T%-4u ", trace_thread(trace, at, access));
        add_sum(trace, sums + i, text);
        add_label(interval_join(sums[i].left_interval, sums[i].right_interval),
                  text);
    }
}

/* False for instructions that change nothing: loads, and shuffles in which
 * lanes receive their own word. */
static bool is_result(const Instruction *at, const Access *access)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->space == SPACE_LANES ? access->cell != access->lane
                                    : is->writes || is->pair;
}

static void add_access_line(const Trace *trace, size_t index,
                            const Access *access, bool number, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const AccessTraits *is = trace_traits_of(at);

    add_alone_lines(trace, index, access, text);
    if (!is_result(at, access))
        return;
    if (is->space == SPACE_LANES)
        add_shuffle_line(trace, index, access, number, text);
    else if (is->pair)
        add_pair_line(trace, at, access, text);
    else if (is->brings && !trace_is_shared(at))
        text_add(text, "  T%-4u %u <- %s[%u]\n",
                 trace_thread(trace, at, access), access->value,
                 phrase_array(trace, at), access->cell);
    else
        add_store_line(trace, index, access, number, text);
}

/* What the lines of steps need to know of the whole trace. */
typedef struct {
    Narrator narrator;
    bool *numbers; /* see symbolic_numbers */
} Dump;

/* Adds the results of a step; if FULL, also a sentence for each instruction. */
static void add_step_lines(Dump *dump, const Step *step, bool full, Text *text)
{
    const Trace *trace = dump->narrator.trace;
    size_t count = 0, line = 0;

    for (int print = 0; print < 2; ++print)
        for (uint32_t j = 0; j < step->instruction_count; ++j) {
            size_t index = step->first_instruction + j;
            const Instruction *at = trace->instructions + index;
            const Access *access = trace_accesses(trace, at);
            if (print && full) {
                text_add(text, "  ");
                narrator_add(&dump->narrator, index + 1, text);
                text_add(text, "\n");
            }
            for (int a = 0; a < at->lanes; ++a, ++access) {
                if (!is_result(at, access) &&
                    !access_role_alone(trace, index, access))
                    continue;
                if (!print)
                    ++count;
                else if (unfolded(line++, count, FOLD_STEP, full, "lines",
                                  text))
                    add_access_line(trace, index, access, dump->numbers[index],
                                    text);
            }
        }
}

/* ---- Steps and blocks ----------------------------------------------------*/

/* Adds "Launch 1 of 4: scan each block" before the first step of a launch. */
static void add_launch(const Trace *trace, const Step *step, Text *text)
{
    const Block *block = trace_block(trace, step);
    const Grid *grid = trace->grids + block->grid;

    if (trace->grids_count < 2 || step != trace->steps + block->first_step ||
        (block != trace->blocks && block[-1].grid == block->grid))
        return;
    text_add(text, "\nLaunch %u of %zu: %s, ", block->grid + 1,
             trace->grids_count, grid->title);
    phrase_count(grid->blocks, "block", text);
    text_add(text, "\n");
}

static void add_step(Dump *dump, uint32_t s, size_t number, bool full,
                     Text *text)
{
    const Trace *trace = dump->narrator.trace;
    const Step *step = &trace->steps[s];
    uint32_t words = trace_grid(trace, step)->words;

    text_add(text, "\nStep %zu of %zu: ", number, trace->steps_count);
    if (trace->blocks_count > 1)
        text_add(text, "block %u, ", trace_block(trace, step)->index);
    narrate_step(trace, s, text);
    text_add(text, "\n");
    add_step_lines(dump, step, full, text);
    if (words == 0)
        return;
    Values values = {trace,
                     trace_snapshot_after(trace, s),
                     trace_snapshot_intervals_after(trace, s),
                     words,
                     OF_SHARED,
                     trace_block(trace, step)->grid};
    text_add(text, "Shared memory, by cell\n");
    add_table(&values, full, text);
}

static void add_array(const Trace *trace, const ArrayContents *array,
                      uint32_t a, bool full, Text *text)
{
    Word *values = base_alloc((size_t)array->length + 1, sizeof *values);
    Word *intervals = base_alloc((size_t)array->length + 1, sizeof *intervals);

    for (uint32_t i = 0; i < array->length; ++i) {
        values[i] = array->words[i].value;
        intervals[i] = array->words[i].interval;
    }
    add_table(&(Values){trace, values, intervals, array->length, OF_ARRAY, a},
              full, text);
    free(values);
    free(intervals);
}

/* Adds the final contents of the scratch arrays. */
static void add_arrays(const Trace *trace, bool full, Text *text)
{
    uint32_t *order = issue_order_of(trace);
    GlobalMemory now =
        global_memory_at(trace, order, trace->instructions_count);

    for (size_t a = GLOBAL_FIRST_SCRATCH; a < now.count; ++a) {
        if (trace->arrays[a].holds != HOLDS_SUMS)
            continue;
        text_add(text, "\nGlobal memory, %s\n", trace->arrays[a].name);
        add_array(trace, now.arrays + a, (uint32_t)a, full, text);
    }
    free(order);
    global_memory_free(&now);
}

/* True if a step is printed: of many blocks only the first or, where blocks
 * wait for each other, the first and the last steps. */
static bool is_shown(const Trace *trace, const uint32_t *order, size_t i,
                     const Step *step, bool full)
{
    if (full || trace->blocks_count < 2 || trace->steps_count <= MANY_STEPS)
        return true;
    if (order)
        return i < MANY_STEPS / 4 || i >= trace->steps_count - MANY_STEPS / 4;
    return trace_block(trace, step)->index == 0;
}

static void text_dump_steps(const Trace *trace, bool full, Text *text)
{
    uint32_t *order = issue_order_of(trace);
    uint32_t *steps = issue_order_steps(trace);
    Dump dump = {narrator_of(trace), symbolic_numbers(trace)};
    size_t hidden = 0;

    for (size_t i = 0; i <= trace->steps_count; ++i) {
        const Step *step =
            i < trace->steps_count ? trace->steps + steps[i] : NULL;
        if (step && !is_shown(trace, order, i, step, full)) {
            ++hidden;
            continue;
        }
        if (hidden)
            text_add(text, "\n... %zu more steps (--full shows them)\n",
                     hidden);
        hidden = 0;
        if (!step)
            break;
        add_launch(trace, step, text);
        add_step(&dump, steps[i], i + 1, full, text);
    }
    narrator_free(&dump.narrator);
    free(dump.numbers);
    free(steps);
    free(order);
    add_arrays(trace, full, text);
}

/* Adds the output; of compact, only the COUNT elements that are kept. */
static void add_output(const Trace *trace, uint32_t count, bool full,
                       Text *text)
{
    if (count < trace->run.n)
        text_add(text, "\nOutput: %u of %u elements have %s\n", count,
                 trace->run.n, trace->run.condition);
    else
        text_add(text, "\nOutput\n");
    if (count > 0)
        add_table(&(Values){trace, trace->output, NULL, count, OF_ARRAY,
                            trace->grids[trace->grids_count - 1].out},
                  full, text);
}

void text_dump_trace(const Trace *trace, bool full, Text *text)
{
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);

    add_heading(trace, text);
    if (is_walkthrough(trace))
        text_dump_walkthrough(trace, full, text);
    else
        text_dump_steps(trace, full, text);
    add_output(trace, proof.results, full, text);
    text_add(text, "\n%s: ", proof_verdict(&proof));
    proof_explain(trace, &proof, &races, text);
    text_add(text, "\n");
    race_free(&races);
}

void text_dump_memory(const Trace *trace, size_t index, bool full, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Step *step = trace_step(trace, at);
    const Grid *grid = trace_grid(trace, step);
    size_t bytes = trace->run.words * sizeof(Word);

    if (grid->words == 0)
        return;
    Word *values = base_memdup(trace_snapshot(trace, at->step), bytes);
    Word *intervals =
        base_memdup(trace_snapshot_intervals(trace, at->step), bytes);
    for (size_t i = step->first_instruction; i < index; ++i)
        trace_replay(trace, trace->instructions + i, values, intervals);
    text_add(text, "Shared memory, by cell\n");
    add_table(&(Values){trace, values, intervals, grid->words, OF_SHARED,
                        trace_block(trace, step)->grid},
              full, text);
    free(values);
    free(intervals);
}
