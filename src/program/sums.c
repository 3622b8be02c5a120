/* SPDX-License-Identifier: MIT */
#include "program/sums.h"

#include "program/program_facts.h"

#include <stdlib.h>
#include <string.h>

/* Words that a thread has seen last, the latest first. */
enum { SEEN = 32 };
typedef struct {
    Word intervals[SEEN], values[SEEN];
    uint32_t count;
} Seen;

struct Sums {
    Trace *trace;
    Sum *sums; /* of the whole trace, by rising access */
    size_t sums_count, sums_capacity;
    uint32_t grids; /* named so far */
};

/* A grid and the same launch in each of several runs. */
typedef struct {
    Sums *all;
    Trace *trace;
    IntervalSearch *search;
    const SumsRun *runs;
    uint32_t count;
    uint32_t first[TRIALS_MOST]; /* in each run: what to add to the number of an
                                    access in the trace */
    uint8_t array;               /* of the elements */
    Seen *seen;                  /* of the threads of the block at hand */
} Naming;

/* ---- Additions ------------------------------------------------------------*/

static void see(Seen *seen, Word interval, Word value)
{
    if (!interval_is_range(interval))
        return;
    uint32_t last = seen->count < SEEN ? seen->count++ : SEEN - 1;
    for (uint32_t i = last; i > 0; --i) {
        seen->intervals[i] = seen->intervals[i - 1];
        seen->values[i] = seen->values[i - 1];
    }
    seen->intervals[0] = interval;
    seen->values[0] = value;
}

/* The longest interval in SEEN that begins at FIRST and ends before END, or at
 * it unless it is the whole; SEEN if there is none. */
static uint32_t longest(const Seen *seen, uint32_t first, uint32_t end,
                        Word whole)
{
    uint32_t best = SEEN;

    for (uint32_t i = 0; i < seen->count; ++i) {
        Word x = seen->intervals[i];
        if (interval_first(x) == first && interval_last(x) < end &&
            x != whole &&
            (best == SEEN ||
             interval_last(x) > interval_last(seen->intervals[best])))
            best = i;
    }
    return best;
}

/* Adds the sums by which a thread that has SEEN these words made the word of
 * access AT: none if it saw the word itself, or parts are missing. */
static void explain(Sums *sums, uint32_t at, const Seen *seen)
{
    Access *access = &sums->trace->accesses[at];
    Word whole = access->interval;
    size_t first = sums->sums_count;
    Word value = 0, interval = INTERVAL_IDENTITY;

    if (!interval_is_range(whole))
        return;
    for (uint32_t i = 0; i < seen->count; ++i)
        if (seen->intervals[i] == whole)
            return;
    uint32_t end = interval_last(whole) + 1;
    for (uint32_t from = interval_first(whole); from < end;) {
        uint32_t i = longest(seen, from, end, whole);
        if (i == SEEN || sums->sums_count - first == UINT8_MAX) {
            sums->sums_count = first;
            return;
        }
        if (interval != INTERVAL_IDENTITY)
            base_push(sums, sums,
                      ((Sum){.access = at,
                             .left = value,
                             .right = seen->values[i],
                             .left_interval = interval,
                             .right_interval = seen->intervals[i]}));
        value = op_apply(sums->trace->run.op, value, seen->values[i]);
        if (interval == INTERVAL_IDENTITY)
            value = seen->values[i];
        interval = interval_join(interval, seen->intervals[i]);
        from = interval_last(seen->intervals[i]) + 1;
    }
    access->sums = (uint8_t)(sums->sums_count - first);
}

/* ---- Accesses -------------------------------------------------------------*/

/* The element kind of the word that an access touches. */
static uint32_t element_of(const Trace *trace, const Instruction *at,
                           const Access *access)
{
    if (trace_is_global(at))
        return trace->arrays[at->array].element;
    if (!trace_is_shared(at))
        return ELEMENT_OTHER;
    const Variable *variable =
        trace_variable_at(trace,
                          trace_block(trace, trace_step(trace, at))->grid,
                          access->cell);
    return variable ? variable->element : ELEMENT_OTHER;
}

/* True if the word of an access may be a sum: of the input's type, or of a type
 * that is not known, as of a shuffle or of raw bytes. */
static bool may_be_sum(const Naming *naming, const Instruction *at,
                       const Access *access)
{
    uint32_t element = element_of(naming->trace, at, access);
    uint32_t input = interval_search_element(naming->search);
    bool whole = at->width == sizeof(Word);
    bool numbers = element == ELEMENT_I32 || element == ELEMENT_U32;

    return whole &&
           (element == input || (numbers && input != ELEMENT_F32) ||
            (element != ELEMENT_F32 && !numbers && element <= ELEMENT_U8));
}

/* The word of access I in a run; false if it is not known. */
static bool read_value(const Naming *naming, uint32_t t, uint32_t i, Word *word)
{
    const SumsRun *run = &naming->runs[t];

    if (!run->values) {
        *word = run->trace->accesses[i + naming->first[t]].value;
        return true;
    }
    if (run->places[i] == PROGRAM_NO_WORD)
        return false;
    memcpy(word, run->values + sizeof *word * run->places[i], sizeof *word);
    return true;
}

/* The values of access I in all runs; false if one is no sum. */
static bool read_values(const Naming *naming, uint32_t i, TrialValues *values)
{
    uint32_t element = interval_search_element(naming->search);

    for (uint32_t t = 0; t < naming->count; ++t) {
        Word word;
        if (!read_value(naming, t, i, &word) ||
            !interval_search_number(element, word, &values->of[t]))
            return false;
    }
    return true;
}

static void name_instruction(const Naming *naming, const Instruction *at)
{
    Trace *trace = naming->trace;
    bool input = trace_is_global(at) && at->array == naming->array;

    for (uint32_t i = 0; i < at->lanes; ++i) {
        uint32_t place = at->first_access + i;
        Access *access = &trace->accesses[place];
        Seen *seen = &naming->seen[trace_thread(trace, at, access)];
        TrialValues values;
        bool known =
            !input || access->cell < interval_search_count(naming->search);
        access->interval = INTERVAL_TOP;
        if (known && may_be_sum(naming, at, access) &&
            read_values(naming, place, &values))
            access->interval =
                interval_search_find(naming->search, &values, seen->intervals,
                                     seen->count,
                                     input ? access->cell : UINT32_MAX);
        if (trace_traits_of(at)->writes)
            explain(naming->all, place, seen);
        see(seen, access->interval, access->value);
    }
}

/* ---- The runs -------------------------------------------------------------*/

/* The instructions of all blocks of grid G. */
static void grid_instructions(const Trace *trace, uint32_t g, uint32_t *first,
                              uint32_t *end)
{
    uint32_t block, last, unused;

    trace_grid_blocks(trace, g, &block, &last);
    *first = *end = 0;
    if (block == last)
        return;
    trace_block_instructions(trace, &trace->blocks[block], first, &unused);
    trace_block_instructions(trace, &trace->blocks[last - 1], &unused, end);
}

static bool same_accesses(const Trace *a, const Instruction *x, const Trace *b,
                          const Instruction *y)
{
    const Access *p = trace_accesses(a, x), *q = trace_accesses(b, y);

    if (x->site != y->site || x->kind != y->kind || x->warp != y->warp ||
        x->lanes != y->lanes)
        return false;
    for (uint32_t l = 0; l < x->lanes; ++l)
        if (p[l].cell != q[l].cell || p[l].lane != q[l].lane)
            return false;
    return true;
}

/* True if RUN did the same as grid G of TRACE, apart from values; *OFFSET is
 * what to add to the number of an access. */
static bool run_agrees(const Trace *trace, uint32_t g, const SumsRun *run,
                       uint32_t *offset)
{
    uint32_t from, to, other, other_to;

    grid_instructions(trace, g, &from, &to);
    grid_instructions(run->trace, run->grid, &other, &other_to);
    if (to - from != other_to - other || to == from)
        return false;
    *offset = run->trace->instructions[other].first_access -
              trace->instructions[from].first_access;
    for (uint32_t i = from; i < to; ++i, ++other)
        if (!same_accesses(trace, &trace->instructions[i], run->trace,
                           &run->trace->instructions[other]))
            return false;
    return true;
}

bool sums_name(Sums *sums, uint32_t g, uint8_t array, IntervalSearch *search,
               const SumsRun runs[], uint32_t count)
{
    Trace *trace = sums->trace;
    Naming naming = {.all = sums,
                     .trace = trace,
                     .search = search,
                     .runs = runs,
                     .count = count,
                     .array = array};
    uint32_t first, end;

    BASE_CHECK(g + 1 >= sums->grids);
    sums->grids = g + 1;
    for (uint32_t t = 0; t < count; ++t)
        if (!runs[t].values &&
            !run_agrees(trace, g, &runs[t], &naming.first[t]))
            return false;
    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        uint32_t from, to;
        naming.seen = base_alloc(trace->grids[g].threads, sizeof *naming.seen);
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to; ++i)
            name_instruction(&naming, &trace->instructions[i]);
        free(naming.seen);
    }
    return true;
}

/* ---- All launches ---------------------------------------------------------*/

/* The intervals of shared memory at every barrier, by replay. */
static void name_snapshots(Trace *trace)
{
    uint32_t words = trace->run.words;

    for (size_t b = 0; words > 0 && b < trace->blocks_count; ++b) {
        const Block *block = &trace->blocks[b];
        Word *now = trace->snapshot_intervals + (block->first_step + b) * words;
        for (uint32_t s = 0; s < block->step_count; ++s, now += words) {
            const Step *step = &trace->steps[block->first_step + s];
            memcpy(now + words, now, words * sizeof *now);
            for (uint32_t i = 0; i < step->instruction_count; ++i)
                trace_replay(trace,
                             &trace->instructions[step->first_instruction + i],
                             NULL, now + words);
        }
    }
}

Sums *sums_begin(Trace *trace)
{
    Sums *sums = base_alloc(1, sizeof *sums);

    sums->trace = trace;
    return sums;
}

void sums_end(Sums *sums)
{
    Trace *trace = sums->trace;

    free(trace->sums);
    trace->sums = sums->sums;
    trace->sums_count = sums->sums_count;
    trace->sums_capacity = sums->sums_capacity;
    name_snapshots(trace);
    free(sums);
}
