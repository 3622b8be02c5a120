/* SPDX-License-Identifier: MIT */
#include "program/sums.h"

#include "program/program_facts.h"
#include "trace/limits.h"
#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* The sums of inputs that a thread has seen last, the latest one first. */
enum { SEEN = 32 };
typedef struct {
    InputRange ranges[SEEN];
    Word values[SEEN];
    uint32_t count;
} Seen;

struct Sums {
    Trace *trace;
    Sum *sums; /* of the whole trace, by rising access */
    size_t sums_count, sums_capacity;
    uint32_t grids;        /* named so far */
    uint32_t *unexplained; /* of each grid, see sums_unexplained */
};

/* A grid and the same launch in each of several runs. */
typedef struct {
    Sums *all;
    Trace *trace;
    IntervalSearch *search;
    uint32_t width; /* bytes of an element */
    const SumsRun *runs;
    uint32_t count;
    uint32_t first[TRIALS_MOST]; /* in each run: what to add to the number of an
                                    access in the trace */
    uint32_t grid;
    uint8_t array;            /* of the elements */
    bool adds[ELEMENT_KINDS]; /* see may_be_sum */
    uint8_t *cells; /* the element kind of each cell of shared memory */
    Seen *seen;     /* of the threads of the block at hand */
} Naming;

/* ---- Additions ------------------------------------------------------------*/

static void see(Seen *seen, InputRange range, Word value)
{
    if (range.first >= range.end)
        return;
    seen->count += seen->count < SEEN;
    memmove(seen->ranges + 1, seen->ranges, (SEEN - 1) * sizeof range);
    memmove(seen->values + 1, seen->values, (SEEN - 1) * sizeof value);
    seen->ranges[0] = range;
    seen->values[0] = value;
}

/* The places of words that a thread has seen, from left to right. */
typedef struct {
    uint8_t items[SEEN];
    uint32_t count;
} Parts;

/* The parts that end with place LAST, of which each has BEFORE it another. */
static Parts parts_up_to(uint8_t last, const uint8_t before[SEEN])
{
    Parts parts = {.count = 1};

    for (uint8_t at = last; before[at] != SEEN; at = before[at])
        ++parts.count;
    for (uint32_t i = parts.count; i-- > 0; last = before[last])
        parts.items[i] = last;
    return parts;
}

/* The fewest words in SEEN whose ranges, one behind the other, make WHOLE,
 * which is none of them; of several such those seen last; no parts: there are
 * none. */
static Parts find_parts(const Seen *seen, InputRange whole)
{
    uint8_t queue[SEEN], before[SEEN];
    uint32_t count = 0;
    bool met[SEEN] = {false};

    for (uint32_t done = 0; done <= count; ++done) {
        uint32_t next =
            done > 0 ? seen->ranges[queue[done - 1]].end : whole.first;
        for (uint8_t i = 0; i < seen->count; ++i) {
            InputRange x = seen->ranges[i];
            if (met[i] || x.first != next || x.end > whole.end)
                continue;
            met[i] = true;
            before[i] = done > 0 ? queue[done - 1] : SEEN;
            if (x.end == whole.end)
                return parts_up_to(i, before);
            queue[count++] = i;
        }
    }
    return (Parts){.count = 0};
}

/* Adds the sums by which a thread that has SEEN these words made the word of
 * access AT, the sum of WHOLE: none if it saw the word itself.  False if parts
 * are missing, or the word is no sum with a name. */
static bool explain(Sums *sums, uint32_t at, InputRange whole, const Seen *seen)
{
    Access *access = &sums->trace->accesses[at];

    if (interval_search_name(whole) == INTERVAL_TOP)
        return false;
    if (whole.end <= whole.first + 1)
        return true;
    for (uint32_t i = 0; i < seen->count; ++i)
        if (seen->ranges[i].first == whole.first &&
            seen->ranges[i].end == whole.end)
            return true;
    Parts parts = find_parts(seen, whole);
    if (parts.count == 0)
        return false;
    Word value = seen->values[parts.items[0]];
    InputRange range = seen->ranges[parts.items[0]];
    for (uint32_t i = 1; i < parts.count; ++i) {
        Word right = seen->values[parts.items[i]];
        InputRange more = seen->ranges[parts.items[i]];
        base_push(sums, sums,
                  ((Sum){.access = at,
                         .left = value,
                         .right = right,
                         .left_interval = interval_search_name(range),
                         .right_interval = interval_search_name(more)}));
        value = op_apply(sums->trace->run.op, value, right);
        range.end = more.end;
    }
    access->sums = (uint8_t)(parts.count - 1);
    return true;
}

/* ---- Accesses -------------------------------------------------------------*/

/* An instruction, and what is the same for all its accesses. */
typedef struct {
    const Instruction *at;
    bool global, shared, shuffle, writes;
    bool input; /* it touches the array of the elements */
    bool adds;  /* its words may be sums; of shared memory each by itself */
    uint32_t thread; /* of its lane 0 */
} Executed;

/* True if a word of this kind may be a sum, or a half of one: of the input's
 * type, or of a type that is not known, as of a shuffle or of raw bytes. */
static bool may_be_sum(const Naming *naming, uint32_t element)
{
    uint32_t input = interval_search_element(naming->search);
    bool raw = element == ELEMENT_OTHER ||
               (naming->width >= sizeof(Word) && element_width(element) == 1);

    return element == input || raw ||
           (element_width(element) == naming->width &&
            !element_is_float(element) && !element_is_float(input));
}

/* The accesses that move an element of 8 bytes are two: the next one moves its
 * upper half.  The halves of a shuffled one are moved by two instructions. */
static bool find_high(const Naming *naming, const Executed *now, uint32_t i,
                      uint32_t *high)
{
    const Trace *trace = naming->trace;
    const Instruction *at = now->at;
    const Access *low = &trace->accesses[i];

    *high = i + 1;
    if (now->shuffle) {
        const Instruction *next = at + 1;
        *high = i + at->lanes;
        return next < trace->instructions + trace->instructions_count &&
               number_are_halves(at, next);
    }
    return i + 1 < at->first_access + at->lanes && low[1].lane == low->lane &&
           low->cell % 2 == 0 && low[1].cell == low->cell + 1;
}

/* Whether access I moves an element, as a whole or, with access *HIGH, in two
 * halves; else *HIGH is I. */
static bool find_element(const Naming *naming, const Executed *now, uint32_t i,
                         uint32_t *high)
{
    const Access *access = &naming->trace->accesses[i];
    static const uint8_t bits[TRACE_WORD + 1] = {0, 1, 1, 2, 1, 2, 2, 3,
                                                 1, 2, 2, 3, 2, 3, 3, 4};

    *high = i;
    if (now->shared && access->cell < naming->trace->run.words
            ? !naming->adds[naming->cells[access->cell]]
            : !now->adds)
        return false;
    if (naming->width == 2 * sizeof(Word))
        return now->at->width >= (now->shuffle ? 1 : 2) * sizeof(Word) &&
               find_high(naming, now, i, high);
    return naming->width == bits[access->bytes & TRACE_WORD];
}

/* The bits of WORD that ACCESS moves, in the lowest places. */
static Word moved_bits(const Access *access, Word word)
{
    return (word & trace_byte_bits(access->bytes)) >>
           8 * __builtin_ctz(access->bytes);
}

/* The word of access I in run T. */
static Word read_word(const Naming *naming, uint32_t t, uint32_t i)
{
    const SumsRun *run = &naming->runs[t];
    Word word;

    if (!run->values) {
        const Access *access = &run->trace->accesses[i + naming->first[t]];
        return moved_bits(access, access->value);
    }
    memcpy(&word, run->values + sizeof word * run->places[i], sizeof word);
    return word;
}

/* The values of access I in all runs, with its upper half in access HIGH, if
 * that is another one; false if one is no sum. */
static bool read_values(const Naming *naming, uint32_t i, uint32_t high,
                        TrialValues *values)
{
    uint32_t element = interval_search_element(naming->search);

    for (uint32_t t = 0; t < naming->count; ++t) {
        uint64_t word = read_word(naming, t, i);
        if (high != i)
            word |= (uint64_t)read_word(naming, t, high) << 32;
        if (!interval_search_number(element, word, &values->of[t]))
            return false;
    }
    return true;
}

static Executed executed(const Naming *naming, const Instruction *at)
{
    const Trace *trace = naming->trace;
    Executed now = {.at = at,
                    .global = trace_is_global(at),
                    .shared = trace_is_shared(at),
                    .shuffle = trace_is_shuffle(at),
                    .writes = trace_traits_of(at)->writes,
                    .thread = at->warp * trace->run.k};

    now.input = now.global && at->array == naming->array;
    now.adds = naming->adds[now.global ? trace->arrays[at->array].element
                                       : ELEMENT_OTHER];
    return now;
}

/* True if a word with VALUES is the same in all runs: it does not sum inputs.
 */
static bool is_constant(const Naming *naming, const TrialValues *values)
{
    for (uint32_t t = 1; t < naming->count; ++t)
        if (values->of[t] != values->of[0])
            return false;
    return true;
}

/* Names what access I moves; the access of its upper half, or itself. */
static uint32_t name_access(Naming *naming, const Executed *now, uint32_t i)
{
    Trace *trace = naming->trace;
    Access *access = &trace->accesses[i];
    Seen *seen = &naming->seen[now->thread + access->lane];
    InputRange range = INPUT_RANGE_NONE;
    TrialValues values;
    uint32_t high, number = UINT32_MAX;
    bool known = find_element(naming, now, i, &high);

    if (now->input) {
        number = (uint32_t)number_index(access, naming->width);
        known &= number < interval_search_count(naming->search);
    }
    known = known && read_values(naming, i, high, &values);
    if (known)
        range = interval_search_find(naming->search, &values, seen->ranges,
                                     seen->count, number);
    access->interval = trace->accesses[high].interval =
        interval_search_name(range);
    if (now->writes && !explain(naming->all, i, range, seen) && known &&
        !is_constant(naming, &values))
        ++naming->all->unexplained[naming->grid];
    see(seen, range, access->value);
    return high;
}

/* Returns how many instructions were named: of a shuffle of 8 bytes two. */
static uint32_t name_instruction(Naming *naming, uint32_t number)
{
    const Instruction *at = &naming->trace->instructions[number];
    Executed now = executed(naming, at);
    uint32_t end = at->first_access + at->lanes;
    bool halves = false;

    for (uint32_t i = at->first_access; i < end; ++i) {
        uint32_t high = name_access(naming, &now, i);
        if (high < end)
            i = high;
        else
            halves = true;
    }
    return halves ? 2 : 1;
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
        if (p[l].cell != q[l].cell || p[l].lane != q[l].lane ||
            p[l].bytes != q[l].bytes)
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

/* Notes which words may be sums. */
static void note_elements(Naming *naming)
{
    const Trace *trace = naming->trace;

    for (uint32_t e = 0; e < ELEMENT_KINDS; ++e)
        naming->adds[e] = may_be_sum(naming, e);
    naming->cells = base_alloc(trace->run.words + 1, sizeof *naming->cells);
    for (uint32_t i = 0; i < trace->run.words; ++i) {
        const Variable *variable = trace_variable_at(trace, naming->grid, i);
        naming->cells[i] = variable ? variable->element : ELEMENT_OTHER;
    }
}

bool sums_name(Sums *sums, uint32_t g, uint8_t array, IntervalSearch *search,
               const SumsRun runs[], uint32_t count)
{
    Trace *trace = sums->trace;
    Naming naming = {.all = sums,
                     .trace = trace,
                     .search = search,
                     .width = element_width(interval_search_element(search)),
                     .runs = runs,
                     .count = count,
                     .grid = g,
                     .array = array};
    uint32_t first, end;

    BASE_CHECK(g + 1 >= sums->grids);
    sums->grids = g + 1;
    for (uint32_t t = 0; t < count; ++t)
        if (!runs[t].values &&
            !run_agrees(trace, g, &runs[t], &naming.first[t]))
            return false;
    sums->unexplained[g] = 0;
    note_elements(&naming);
    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        uint32_t from, to;
        naming.seen = base_alloc(trace->grids[g].threads, sizeof *naming.seen);
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to;)
            i += name_instruction(&naming, i);
        free(naming.seen);
    }
    free(naming.cells);
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
    sums->unexplained =
        base_alloc(trace->grids_count + 1, sizeof *sums->unexplained);
    for (size_t g = 0; g < trace->grids_count; ++g)
        sums->unexplained[g] = 1;
    return sums;
}

uint32_t sums_unexplained(const Sums *sums, uint32_t g)
{
    return sums->unexplained[g];
}

void sums_end(Sums *sums)
{
    Trace *trace = sums->trace;

    free(trace->sums);
    trace->sums = sums->sums;
    trace->sums_count = sums->sums_count;
    trace->sums_capacity = sums->sums_capacity;
    identity_sums_add(trace);
    name_snapshots(trace);
    free(sums->unexplained);
    free(sums);
}
