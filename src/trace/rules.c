/* SPDX-License-Identifier: MIT */
#include "trace/rules.h"

#include "trace/limits.h"
#include "trace/local.h"
#include "trace/value.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COMPONENTS = 4 /* of a vector */ };

/* Always false. */
static bool refuse(Text *why, const char *clause)
{
    text_add(why, "%s", clause);
    return false;
}

bool rules_within(const char *what, int64_t number, int64_t low, int64_t high,
                  Text *why)
{
    if (number >= low && number <= high)
        return true;
    text_add(why, "%s is %lld, ", what, (long long)number);
    if (low > high)
        return refuse(why, "but none exists");
    text_add(why, "outside %lld to %lld", (long long)low, (long long)high);
    return false;
}

bool rules_allows(const Trace *trace, const Column *column, int64_t number,
                  Text *why)
{
    int64_t high = column->of
                       ? (int64_t)schema_rows(trace, column->of).count - 1
                       : column->high;

    return rules_within(column->name, number, column->low, high, why);
}

/* ---- Rows -----------------------------------------------------------------*/

static bool run_holds(const Trace *trace, size_t i, Text *why)
{
    const Run *run = &trace->run;

    (void)i;
    if (!base_is_power_of_two(run->k)) {
        text_add(why, "k is %u, which is not a power of two", run->k);
        return false;
    }
    if (strcmp(run->device, "cpu") != 0 && strcmp(run->device, "gpu") != 0)
        return refuse(why, "device is neither cpu nor gpu");
    return trace_ended(trace) || (!run->unfinished && !run->ended_line) ||
           refuse(why, "the reason why the program ended is missing");
}

static bool array_holds(const Trace *trace, size_t i, Text *why)
{
    const Array *array = trace->arrays + i;

    return array->holds != HOLDS_PAIRS || array->words % 2 == 0 ||
           refuse(why, "the number of values in pairs is odd");
}

static bool variable_holds(const Trace *trace, size_t i, Text *why)
{
    const Variable *variable = trace->variables + i;
    uint64_t bytes = variable->bytes, elements = 1;

    if (!rules_within("grid", variable->grid, i ? variable[-1].grid : 0,
                      (int64_t)trace->grids_count - 1, why))
        return false;
    uint64_t most = trace->grids[variable->grid].words * sizeof(Word);
    for (int e = 0; e < TRACE_EXTENTS && elements <= bytes; ++e)
        elements *= variable->extents[e] ? variable->extents[e] : 1;
    return rules_within("bytes", (int64_t)bytes, 1, (int64_t)most, why) &&
           rules_within("end", variable->first + (int64_t)bytes, 1,
                        (int64_t)most, why) &&
           rules_within("number of elements", (int64_t)elements, 1,
                        (int64_t)bytes, why) &&
           rules_within("element_bytes", variable->element_bytes, 0,
                        (int64_t)bytes, why);
}

/* The extents of a grid make its blocks and threads. */
static bool extents_hold(const Grid *grid, Text *why)
{
    uint64_t blocks = 1, threads = 1;

    for (int i = 0; i < 3 && blocks <= LIMITS_BLOCKS; ++i) {
        blocks *= grid->extents[i];
        threads *= grid->block_extents[i] <= LIMITS_THREADS
                       ? grid->block_extents[i]
                       : 0;
    }
    return (blocks == grid->blocks && threads == grid->threads) ||
           refuse(why, "the extents do not match the blocks and threads");
}

static bool grid_holds(const Trace *trace, size_t i, Text *why)
{
    const Run *run = &trace->run;
    const Grid *grid = trace->grids + i;
    uint32_t blocks = (grid->n + grid->block_n - 1) / grid->block_n;
    bool tiled = grid->tiled != 0;

    return rules_within("n", grid->n, 1, tiled ? run->n : INTERVAL_MAX_N,
                        why) &&
           rules_within("threads", grid->threads, 1, run->threads, why) &&
           rules_within("words", grid->words, 0, run->words, why) &&
           (!tiled ||
            rules_within("blocks", grid->blocks, blocks, blocks, why)) &&
           extents_hold(grid, why);
}

/* Blocks are stored grid after grid, by rising numbers. */
static bool block_holds(const Trace *trace, size_t i, Text *why)
{
    const Block *block = trace->blocks + i;
    uint32_t grid = i ? block[-1].grid : 0;
    uint32_t least = i && grid == block->grid ? block[-1].index + 1 : 0;

    return rules_within("grid", block->grid, grid, block->grid, why) &&
           rules_within("number", block->index, least,
                        (int64_t)trace->grids[block->grid].blocks - 1, why);
}

/* Changes are stored block after block, thread after thread. */
static bool local_change_holds(const Trace *trace, size_t i, Text *why)
{
    const LocalChange *change = trace->local_changes + i;
    const Instruction *at = trace->instructions + change->instruction;

    if (!rules_within("lane", change->lane, 0,
                      (int64_t)trace_warp_lanes(trace, at) - 1, why))
        return false;
    if (i == 0 || local_change_compare(trace, change - 1, change) <= 0)
        return true;
    text_add(why, "it is earlier than row %zu", i - 1);
    return false;
}

/* Each launch has a result, perhaps all together have one, and so have their
 * other outputs and launches that are not in the trace.  A result says what
 * it was checked by, and if its words are sums of inputs, of how many: where it
 * is not known which ones a launch loads, and no word is a sum, none count. */
static bool result_holds(const Trace *trace, size_t i, Text *why)
{
    const SumResult *result = trace->results + i;
    SumKind kind = (SumKind)result->kind;
    bool counts = result->n > 0 || kind == SUM_OTHER || sum_kind_permutes(kind);

    if (i >=
        (trace->grids_count + 1) * (1 + SUM_RESULT_OTHERS) + SUM_RESULT_FURTHER)
        return refuse(why, "the row is one too many");
    if (!rules_within("last_launch", result->last, result->first, INT32_MAX,
                      why) ||
        !rules_within("wrong", result->wrong, 0, result->count, why))
        return false;
    if ((kind == SUM_UNKNOWN) != (result->unchecked[0] != '\0'))
        return refuse(why, "it is both checked and unchecked");
    return kind == SUM_UNKNOWN || (result->trials > 0 && counts) ||
           refuse(why, "it is checked by 0 runs");
}

/* Members are stored struct after struct, by rising bytes; the components of a
 * vector are its numbers, one behind the other. */
static bool member_holds(const Trace *trace, size_t i, Text *why)
{
    const Member *member = trace->members + i, *before = member;
    bool shared = member->space == SPACE_SHARED;
    size_t owners = shared ? trace->variables_count : trace->arrays_count;

    if ((i && !rules_within("space", member->space, member[-1].space,
                            SPACE_GLOBAL, why)) ||
        !rules_within("owner", member->owner,
                      i && member[-1].space == member->space ? member[-1].owner
                                                             : 0,
                      (int64_t)owners - 1, why))
        return false;
    while (before > trace->members && before[-1].space == member->space &&
           before[-1].owner == member->owner)
        --before;
    int64_t number = member - before; /* in its struct */
    int64_t end =
        number ? member[-1].first + (int64_t)element_width(member[-1].element)
               : 0;
    uint8_t element = shared ? trace->variables[member->owner].element
                             : trace->arrays[member->owner].element;
    int64_t width = element_width(element);
    int64_t bytes = width    ? MOST_COMPONENTS * width
                    : shared ? trace->variables[member->owner].element_bytes
                             : trace->arrays[member->owner].element_bytes;
    int64_t own = element_width(member->element);
    return rules_within("bytes", own, 1, 8, why) &&
           rules_within("first", member->first, end, bytes, why) &&
           rules_within("end", member->first + own, 1, bytes, why) &&
           (width == 0 ||
            (rules_within("element", member->element, element, element, why) &&
             rules_within("first", member->first, number * width,
                          number * width, why))) &&
           rules_within("place in its struct", number, 0, LIMITS_OF_STRUCT - 1,
                        why);
}

/* ---- Tables ---------------------------------------------------------------*/

/* The program ended in a line of one of its files. */
static bool sources_end(const Trace *trace, Text *why)
{
    const Run *run = &trace->run;

    return rules_within("ended_source", run->ended_source, 0,
                        (int64_t)trace->sources_count - 1, why) &&
           rules_within("ended_line", run->ended_line, 0,
                        trace_lines(trace->sources + run->ended_source), why);
}

static bool arrays_end(const Trace *trace, Text *why)
{
    bool own = trace->run.origin == ORIGIN_CATALOG;
    int64_t words = 0;

    for (size_t a = 0; a < trace->arrays_count; ++a)
        words += trace->arrays[a].words;
    if (!rules_within("number of words", words, 1, LIMITS_GLOBAL, why))
        return false;
    if (!own)
        return true;
    if (trace->arrays_count < GLOBAL_FIRST_SCRATCH)
        return refuse(why, "it has no output");
    return rules_within("words of the input", trace->arrays[GLOBAL_IN].words,
                        trace->run.n, trace->run.n, why) &&
           rules_within("words of the output", trace->arrays[GLOBAL_OUT].words,
                        trace->run.n, trace->run.n, why);
}

/* The run has the sizes of the first launch, and the largest sizes of all. */
static bool grids_end(const Trace *trace, Text *why)
{
    const Run *run = &trace->run;
    const Grid *first = trace->grids;
    uint32_t threads = 0, words = 0;

    for (const Grid *g = first; g < first + trace->grids_count; ++g) {
        threads = g->threads > threads ? g->threads : threads;
        words = g->words > words ? g->words : words;
    }
    const struct {
        const char *what;
        uint32_t number, wanted;
    } sizes[] = {{"run's threads", run->threads, threads},
                 {"run's words", run->words, words},
                 {"run's blocks", run->blocks, first->blocks},
                 {"run's block_n", run->block_n, first->block_n},
                 {"run's n", run->n, first->n}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
        if (!rules_within(sizes[i].what, sizes[i].number, sizes[i].wanted,
                          sizes[i].wanted, why))
            return false;
    return true;
}

/* All launches have a result, or none. */
static bool results_end(const Trace *trace, Text *why)
{
    const char *proved = trace->run.proved ? trace->run.proved : "";

    for (size_t i = 0; proved[i]; ++i)
        if (i >= trace->results_count || proved[i] < '0' ||
            proved[i] >= '0' + PROVED_KINDS ||
            (trace->results[i].wrong > 0 && proved[i] != '0'))
            return refuse(why, "run says of no result that it is proved");
    return trace->results_count == 0 ||
           trace->results_count >= trace->grids_count ||
           refuse(why, "a launch has no result");
}

static const struct {
    bool (*row)(const Trace *trace, size_t i, Text *why);
    bool (*end)(const Trace *trace, Text *why);
} rules[TABLES] = {
    [TABLE_RUN] = {run_holds, NULL},
    [TABLE_SOURCE] = {NULL, sources_end},
    [TABLE_ARRAY] = {array_holds, arrays_end},
    [TABLE_VARIABLE] = {variable_holds, NULL},
    [TABLE_GRID] = {grid_holds, grids_end},
    [TABLE_BLOCK] = {block_holds, NULL},
    [TABLE_LOCAL_CHANGE] = {local_change_holds, NULL},
    [TABLE_RESULT] = {result_holds, results_end},
    [TABLE_MEMBER] = {member_holds, NULL},
};

/* Are the numbers of a row, the trace's own of table run, within their limits?
 */
static bool columns_hold(const Trace *trace, const Layout *layout,
                         const void *row, Text *why)
{
    for (const Column *c = layout->columns;
         c < layout->columns + layout->columns_count; ++c) {
        if (schema_is_text(c))
            continue;
        int64_t number = schema_number(c, row);
        if (!(number == 0 && c->use == FACT_RARE) &&
            !rules_allows(trace, c, number, why))
            return false;
    }
    return true;
}

bool rules_hold(const Trace *trace, TableId table, bool columns, int64_t *row,
                Text *why)
{
    const Layout *layout = schema_tables + table;
    Rows rows = schema_rows(trace, layout);
    const char *at = rows.items;

    *row = -1;
    if (table == TABLE_RUN)
        return (!columns || columns_hold(trace, layout, &trace->run, why)) &&
               run_holds(trace, 0, why);
    if (rows.count < layout->least)
        return refuse(why, "it has no rows");
    if (rows.count > layout->most) {
        text_add(why, "it has more than %zu rows", layout->most);
        return false;
    }
    for (size_t i = 0; i < rows.count; ++i, at += layout->size) {
        *row = (int64_t)i;
        if ((columns && !columns_hold(trace, layout, at, why)) ||
            (rules[table].row && !rules[table].row(trace, i, why)))
            return false;
    }
    *row = -1;
    return !rules[table].end || rules[table].end(trace, why);
}

bool rules_of_writer(const Trace *trace, Text *why)
{
    static const TableId tables[] = {TABLE_RUN,   TABLE_SOURCE,   TABLE_ARRAY,
                                     TABLE_GRID,  TABLE_VARIABLE, TABLE_PHASE,
                                     TABLE_LOCAL, TABLE_MEMBER};
    Text clause = {0};
    bool hold = true;
    int64_t row;

    for (size_t i = 0; hold && i < sizeof tables / sizeof *tables; ++i) {
        hold = rules_hold(trace, tables[i], true, &row, &clause);
        if (!hold && row < 0)
            text_add(why, "in its table '%s': %s",
                     schema_tables[tables[i]].name, clause.text);
        else if (!hold)
            text_add(why, "in its table '%s', row %lld: %s",
                     schema_tables[tables[i]].name, (long long)row,
                     clause.text);
    }
    text_free(&clause);
    return hold;
}

/* ---- The output ----------------------------------------------------------*/

/* What an output may be, of the stores seen so far. */
typedef struct {
    bool stored;
    bool several;                       /* threads of the step stored to it */
    uint32_t grid, block, step, thread; /* of the last store */
    Word word, interval;                /* that it stored */
    /* Does the output have the word, and the interval, of a store of this step;
     * of one of an earlier block? */
    bool has_word, has_interval;
    bool had_word, had_interval;
} Outcome;

typedef struct {
    const Trace *trace;
    Outcome *outcomes; /* of each output */
} Check;

/* Forgets the stores that one at PLACE overwrites for certain. */
static void overwrite(Outcome *outcome, const Outcome *place)
{
    if (!outcome->stored || outcome->grid != place->grid) {
        *outcome = *place;
        return;
    }
    bool same = outcome->block == place->block && outcome->step == place->step;
    bool other = same && (outcome->several || outcome->thread != place->thread);

    if (outcome->block != place->block) {
        outcome->had_word |= outcome->has_word;
        outcome->had_interval |= outcome->has_interval;
    }
    outcome->several = other;
    outcome->has_word &= other;
    outcome->has_interval &= other;
    outcome->block = place->block;
    outcome->step = place->step;
    outcome->thread = place->thread;
}

/* A store of WORD to output INDEX.  NULL: an unknown word, or interval. */
static void store(Check *check, const Outcome *place, uint32_t index,
                  const Word *word, const Word *interval)
{
    const Trace *trace = check->trace;
    Outcome *outcome = check->outcomes + index;

    overwrite(outcome, place);
    outcome->stored = true;
    outcome->word = word ? *word : trace->output[index];
    outcome->interval = interval ? *interval : trace->output_interval[index];
    outcome->has_word |= outcome->word == trace->output[index];
    outcome->has_interval |= outcome->interval == trace->output_interval[index];
}

static void visit(Check *check, const Instruction *at)
{
    const Trace *trace = check->trace;
    const Access *access = trace_accesses(trace, at);
    const Step *step = trace_step(trace, at);
    Outcome place = {.grid = trace_block(trace, step)->grid,
                     .block = step->block,
                     .step = at->step};

    if (at->array != GLOBAL_OUT)
        return;
    for (int i = 0; i < at->lanes; ++i, ++access) {
        place.thread = trace_thread(trace, at, access);
        if (trace_is_global_store(at))
            store(check, &place, access->cell, &access->value,
                  &access->interval);
        else if (trace_is_update(at))
            store(check, &place, access->cell, NULL, NULL);
    }
}

static void explain(const Trace *trace, const Outcome *outcome, uint32_t i,
                    Text *why)
{
    char is[VALUE_TEXT], left[VALUE_TEXT];
    bool words = outcome->has_word || outcome->had_word;

    if (words) {
        value_format_interval(trace->output_interval[i], is);
        value_format_interval(outcome->interval, left);
    } else {
        value_format(trace->run.op, trace->output[i], is);
        value_format(trace->run.op, outcome->word, left);
    }
    text_add(why, "output %u %s %s, but its events leave %s there", i,
             words ? "stands for" : "is", is, left);
}

bool rules_of_output(const Trace *trace, Text *why)
{
    uint32_t n = trace->run.n, i = 0;
    Check check = {trace, base_alloc(n, sizeof *check.outcomes)};
    bool good = true;

    if (trace_is_whole(trace) && trace->run.origin == ORIGIN_CATALOG) {
        for (size_t at = 0; at < trace->instructions_count; ++at)
            visit(&check, trace->instructions + at);
        for (; good && i < n; ++i) {
            Outcome *outcome = check.outcomes + i;
            if (!outcome->stored) {
                outcome->interval = INTERVAL_UNSET;
                outcome->has_word = trace->output[i] == 0;
                outcome->has_interval =
                    trace->output_interval[i] == INTERVAL_UNSET;
            }
            good = (outcome->has_word || outcome->had_word) &&
                   (outcome->has_interval || outcome->had_interval);
            if (!good)
                explain(trace, outcome, i, why);
        }
    }
    free(check.outcomes);
    return good;
}
