/* SPDX-License-Identifier: MIT */
#include "say/text_dump.h"

#include "analysis/access_role.h"
#include "moment/global_words.h"
#include "analysis/issue_order.h"
#include "analysis/sum_results.h"
#include "say/finding.h"
#include "say/phrases.h"
#include "say/say.h"
#include "say/symbolic_trace.h"
#include "say/value_lines.h"
#include "trace/value.h"
#include "trace/variable.h"

#include <stdlib.h>

enum {
    FOLD_STEP = 48, /* lines of a step, of which no more are printed */
    MANY_STEPS = 64 /* of several blocks */
};

/* "8 x 4" of 8, 4, 1. */
static void add_extents(const uint32_t extents[3], Text *text)
{
    int count = extents[2] > 1 ? 3 : extents[1] > 1 ? 2 : 1;

    for (int i = 0; i < count; ++i)
        text_add(text, "%s%u", i ? " x " : "", extents[i]);
}

/* The heading of what a command ran: the command, and its launches. */
static void add_program(const Trace *trace, Text *text)
{
    const Run *run = &trace->run;

    text_add(text, "%s, ", run->command);
    phrase_sizes(trace, text);
    text_add(text, ", on the %s\n", run->device_name);
    if (run->compiler[0])
        text_add(text, "compiled by %s\n", run->compiler);
    for (size_t g = 0; g < trace->grids_count; ++g) {
        const Grid *grid = trace->grids + g;
        uint32_t first, end;
        text_add(text, "launch %u: %s, ",
                 recorded_launches_number(trace, (uint32_t)g), grid->title);
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

    if (trace_command(trace)) {
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

/* ---- Any algorithm -------------------------------------------------------*/

/* True if ACCESS moves a part of what the line of another part is about: the
 * upper half of a number of 8 bytes, or the state of a pair. */
static bool has_no_line(const Trace *trace, const Instruction *at,
                        const Access *access)
{
    const Access *other;

    return number_half(trace, at, access, &other) == HALF_HIGH ||
           tile_status_is_state(trace, at, access);
}

/* True if the type of what ACCESS moves is known: its value says enough. */
static bool is_typed(const Trace *trace, const Instruction *at,
                     const Access *access)
{
    return number_moved(trace, at, access).element != ELEMENT_OTHER;
}

/* "1 + 3 = 4 -> cell 2 (bank 2)", "9 from T4: 9 + 0 = 9", "4 <- count[0]": what
 * ACCESS moves and where to, of an update what it found.  A double is in two
 * banks. */
static void add_moved(const Trace *trace, size_t index, const Access *access,
                      Text *text)
{
    const Instruction *at = trace->instructions + index;
    const AccessTraits *is = trace_traits_of(at);
    bool between = is->space == SPACE_LANES;
    const Sum *sum = is_typed(trace, at, access) ? NULL
                     : between ? access_role_sum(trace, index, access)
                               : trace_last_sum(trace, access);
    char value[VALUE_TEXT];

    if (sum && !between && trace_is_sum(trace, sum, access))
        value_lines_sum(trace, sum, text);
    else
        text_add(text, "%s", variable_access_value(trace, at, access, value));
    if (between) {
        text_add(text, " from T%u%s", at->warp * trace->run.k + access->cell,
                 sum ? ": " : "");
        if (sum)
            value_lines_sum(trace, sum, text);
        return;
    }
    text_add(text, trace_is_update(at) ? " <- " : " -> ");
    variable_access_name(trace, at, access, text);
    if (!trace_is_shared(at))
        return;
    const Access *other;
    uint32_t bank = bank_of(trace, access->cell);
    if (number_half(trace, at, access, &other) == HALF_NONE)
        text_add(text, " (bank %u)", bank);
    else
        text_add(text, " (banks %u and %u)", bank, bank_of(trace, other->cell));
}

/* "aggregate 14 -> states[2]", "prefix 11 <- states[0]". */
static void add_status(const Trace *trace, const Instruction *at,
                       const Access *access, Text *text)
{
    Published kind = tile_status_published(trace, at, access);
    char value[VALUE_TEXT];

    text_add(text, "%s", tile_status_kind_name(kind));
    if (kind != PUBLISHED_BARE)
        text_add(text, " %s",
                 value_format(trace->run.op, access->value, value));
    text_add(text, " %s %s[%u]", trace_traits_of(at)->writes ? "->" : "<-",
             trace->arrays[at->array].name,
             tile_status_tile(trace, at, access));
}

/* The elements that a value adds up; "" where its type or kind says enough. */
static void add_label(const Trace *trace, size_t index, const Access *access,
                      bool number, Text *text)
{
    const Instruction *at = trace->instructions + index;
    const Sum *sum =
        trace_is_shuffle(at) ? access_role_sum(trace, index, access) : NULL;
    char label[VALUE_TEXT];

    if (number)
        text_add(text, "   a plain number");
    else if (!trace_is_update(at) && !is_typed(trace, at, access))
        text_add(text, "   %s",
                 value_format_interval(sum ? interval_join(sum->left_interval,
                                                           sum->right_interval)
                                           : access->interval,
                                       label));
}

/* "T5    17 + 9 = 26": sums that needed no access, each in a line, but for one
 * that the line of the access has. */
static void add_alone_lines(const Trace *trace, size_t index,
                            const Access *access, Text *text)
{
    const Instruction *at = trace->instructions + index;
    int first = access->sums - access_role_alone(trace, index, access);
    const Sum *sums = trace_sums(trace, access);
    int end = access->sums;
    char label[VALUE_TEXT];

    if (is_typed(trace, at, access))
        return;
    if (end > first && !trace_traits_of(at)->brings &&
        trace_is_sum(trace, sums + end - 1, access))
        --end;
    for (int i = first; i < end; ++i) {
        text_add(text, "  T%-4u ", trace_thread(trace, at, access));
        value_lines_sum(trace, sums + i, text);
        text_add(text, "   %s\n",
                 value_format_interval(interval_join(sums[i].left_interval,
                                                     sums[i].right_interval),
                                       label));
    }
}

/* False for accesses that change nothing, loads and shuffles in which lanes
 * receive their own value, and for upper halves of numbers. */
static bool is_result(const Trace *trace, const Instruction *at,
                      const Access *access)
{
    const AccessTraits *is = trace_traits_of(at);

    if (has_no_line(trace, at, access))
        return false;
    return is->space == SPACE_LANES
               ? access->cell != access->lane
               : is->writes || tile_status_looks(trace, at);
}

static void add_access_line(const Trace *trace, size_t index,
                            const Access *access, bool number, Text *text)
{
    const Instruction *at = trace->instructions + index;

    add_alone_lines(trace, index, access, text);
    if (!is_result(trace, at, access))
        return;
    text_add(text, "  T%-4u ", trace_thread(trace, at, access));
    if (tile_status_count(trace, at))
        add_status(trace, at, access, text);
    else
        add_moved(trace, index, access, text);
    add_label(trace, index, access, number, text);
    text_add(text, "\n");
}

/* What the lines of steps need to know of the whole trace. */
typedef struct {
    const Trace *trace;
    bool *numbers;      /* see symbolic_numbers */
    const Grid *launch; /* of the last step; NULL: there was none */
} Dump;

/* Adds the results of a step; if FULL, also a sentence for each instruction. */
static void add_step_lines(Dump *dump, const Step *step, bool full, Text *text)
{
    const Trace *trace = dump->trace;
    size_t count = 0, line = 0;

    for (int print = 0; print < 2; ++print)
        for (uint32_t j = 0; j < step->instruction_count; ++j) {
            size_t index = step->first_instruction + j;
            const Instruction *at = trace->instructions + index;
            const Access *access = trace_accesses(trace, at);
            if (print && full) {
                text_add(text, "  ");
                Statement sentence = {0};
                say_instruction(trace, index + 1, &sentence);
                statement_take(&sentence, text);
                text_add(text, "\n");
            }
            for (int a = 0; a < at->lanes; ++a, ++access) {
                if (!is_result(trace, at, access) &&
                    !access_role_alone(trace, index, access))
                    continue;
                if (!print)
                    ++count;
                else if (value_lines_fold(line++, count, FOLD_STEP, full,
                                          "lines", text))
                    add_access_line(trace, index, access, dump->numbers[index],
                                    text);
            }
        }
}

/* ---- Steps and blocks ----------------------------------------------------*/

/* Adds "Launch 1 of 4: scan each block" before the first step of a launch that
 * is printed, which may be one of any block. */
static void add_launch(Dump *dump, const Step *step, Text *text)
{
    const Trace *trace = dump->trace;
    const Grid *grid = trace_grid(trace, step);

    if (trace->grids_count < 2 || grid == dump->launch)
        return;
    dump->launch = grid;
    text_add(text, "\nLaunch %u of %u: %s, ",
             recorded_launches_number(trace, (uint32_t)(grid - trace->grids)),
             recorded_launches_made(trace), grid->title);
    phrase_count(grid->blocks, "block", text);
    text_add(text, "\n");
}

static void add_step(Dump *dump, uint32_t s, size_t number, bool full,
                     Text *text)
{
    const Trace *trace = dump->trace;
    const Step *step = &trace->steps[s];
    uint32_t words = trace_grid(trace, step)->words;

    text_add(text, "\nStep %zu of %zu: ", number, trace->steps_count);
    if (trace->blocks_count > 1)
        text_add(text, "block %u, ", trace_block(trace, step)->index);
    Statement summary = {.plain = true};
    say_step(trace, s, &summary);
    statement_take(&summary, text);
    text_add(text, "\n");
    add_step_lines(dump, step, full, text);
    if (words == 0)
        return;
    ValueLines values = {trace,
                         trace_snapshot_after(trace, s),
                         trace_snapshot_intervals_after(trace, s),
                         words,
                         VALUES_OF_SHARED,
                         trace_block(trace, step)->grid,
                         NULL};
    text_add(text, "Shared memory, by cell\n");
    value_lines_add(&values, full, text);
}

/* Adds array A as it is in the end, but for the first GIVEN words, which the
 * output has. */
static void add_array(const History *history, uint8_t a, uint32_t given,
                      bool full, Text *text)
{
    const Trace *trace = history->trace;
    uint32_t length = trace->arrays[a].words;
    Word *values = base_alloc((size_t)length + 1, sizeof *values);
    Word *intervals = base_alloc((size_t)length + 1, sizeof *intervals);
    bool *unknown = base_alloc((size_t)length + 1, sizeof *unknown);

    for (uint32_t i = 0; i < length; ++i) {
        GlobalWord word = i < given ? (GlobalWord){.value = trace->output[i],
                                                   .interval = INTERVAL_TOP}
                                    : global_word(history, NULL, a, i,
                                                  trace->instructions_count);
        values[i] = word.value;
        intervals[i] = word.interval;
        unknown[i] = word.held >= GLOBAL_MEMORY_UNKNOWN;
    }
    value_lines_add(&(ValueLines){trace, values, intervals, length,
                                  VALUES_OF_ARRAY, a, unknown},
                    full, text);
    free(values);
    free(intervals);
    free(unknown);
}

/* Adds the final contents of the scratch arrays. */
static void add_arrays(const Trace *trace, bool full, Text *text)
{
    uint32_t *order = issue_order_of(trace);
    History history = history_of(trace, order);

    for (size_t a = GLOBAL_FIRST_SCRATCH; a < trace->arrays_count; ++a) {
        if (trace->arrays[a].holds != HOLDS_SUMS)
            continue;
        text_add(text, "\nGlobal memory, %s\n", trace->arrays[a].name);
        add_array(&history, (uint8_t)a, 0, full, text);
    }
    history_free(&history);
    free(order);
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
    Dump dump = {trace, symbolic_numbers(trace), NULL};
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
        add_launch(&dump, step, text);
        add_step(&dump, steps[i], i + 1, full, text);
    }
    free(dump.numbers);
    free(steps);
    free(order);
    add_arrays(trace, full, text);
}

/* True if an instruction touches array A of global memory. */
static bool is_touched(const Trace *trace, uint8_t a)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace_is_global(trace->instructions + i) &&
            trace->instructions[i].array == a)
            return true;
    return false;
}

/* Adds the output of the last launch: an array of any length, of which the
 * trace has run.n words, and of others what was stored there. */
static void add_all_output(const Trace *trace, uint8_t out, bool full,
                           Text *text)
{
    uint32_t *order = issue_order_of(trace);
    History history = history_of(trace, order);

    /* of a launch that was cut off there may be stores that the trace lacks */
    uint32_t given = trace->run.unfinished ? 0 : trace->run.n;
    text_add(text, "\nOutput, %s\n", trace->arrays[out].name);
    add_array(&history, out, given, full, text);
    history_free(&history);
    free(order);
}

/* Adds the output; of compact, only the COUNT elements that are kept. */
static void add_output(const Trace *trace, uint32_t count, bool full,
                       Text *text)
{
    uint8_t out = trace->grids[trace->grids_count - 1].out;

    if (!trace->run.condition[0] && is_touched(trace, out))
        add_all_output(trace, out, full, text);
    if (!trace->run.condition[0])
        return;
    text_add(text, "\nOutput: %u of %u elements have %s\n", count, trace->run.n,
             trace->run.condition);
    if (count > 0)
        value_lines_words(trace, trace->output, count, full, text);
}

void text_dump_trace(const Trace *trace, bool full, Text *text)
{
    Findings findings = findings_new(trace);

    add_heading(trace, text);
    text_dump_steps(trace, full, text);
    add_output(trace, findings.proof->results, full, text);
    if (trace_ended(trace))
        text_add(text, "\nEnded early: %s\n", trace_ended(trace));
    text_add(text, "\n%s: ", proof_verdict(findings.proof));
    findings_write(&findings, text);
    text_add(text, "\n");
    findings_free(&findings);
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
    value_lines_add(&(ValueLines){trace, values, intervals, grid->words,
                                  VALUES_OF_SHARED,
                                  trace_block(trace, step)->grid, NULL},
                    full, text);
    free(values);
    free(intervals);
}
