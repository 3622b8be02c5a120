/* SPDX-License-Identifier: MIT */
#include "program/sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values of all trials -------------------------------------------------*/

/* A word as the trials have it, each as a number modulo 2^32. */
typedef struct {
    uint32_t of[SUMS_MOST_TRIALS];
} Values;

/* The number that the 32 bits WORD of an element stand for; false if that is a
 * float that no sum of the inputs can be. */
static bool number_of(uint32_t element, Word word, uint32_t *number)
{
    const float most = 16777216; /* 2^24: exact below */
    float x = op_float(word);

    *number = word;
    if (element != ELEMENT_F32)
        return true;
    if (!(x >= 0 && x <= most) || x != floorf(x))
        return false;
    *number = (uint32_t)x;
    return true;
}

/* Two hashes of the values that are linear: that of a sum is the sum of those
 * of its parts. */
static uint64_t key_of(const Values *values, uint32_t trials)
{
    static const uint32_t first[SUMS_MOST_TRIALS] = {0x9e3779b1, 0x85ebca77,
                                                     0xc2b2ae3d, 0x27d4eb2f,
                                                     0x165667b1, 0xd3a2646d,
                                                     0xfd7046c5, 0xb55a4f09};
    static const uint32_t second[SUMS_MOST_TRIALS] = {0x2545f491, 0x4f6cdd1d,
                                                      0x5851f42d, 0x14057b7f,
                                                      0xb5026f5b, 0x8cb92ba7,
                                                      0xda942043, 0x4cf5ad43};
    uint32_t a = 0, b = 0;

    for (uint32_t t = 0; t < trials; ++t) {
        a += first[t] * values->of[t];
        b += second[t] * values->of[t];
    }
    return (uint64_t)a << 32 | b;
}

/* The sum of two keys, as keys are added: both halves modulo 2^32. */
static uint64_t key_add(uint64_t x, uint64_t y)
{
    return ((x >> 32) + (y >> 32)) << 32 | (uint32_t)(x + y);
}

/* ---- Tables ---------------------------------------------------------------*/

/* Keys and what they stand for, with open addressing. */
typedef struct {
    uint64_t *keys;
    uint32_t *items; /* + 1; 0: free */
    size_t count, capacity;
} Table;

static size_t slot_of(const Table *table, uint64_t key)
{
    size_t at =
        (size_t)((key ^ key >> 31) * UINT64_C(0x9e3779b97f4a7c15) >> 24);

    for (at &= table->capacity - 1; table->items[at] && table->keys[at] != key;
         at = (at + 1) & (table->capacity - 1))
        ;
    return at;
}

static void table_add(Table *table, uint64_t key, uint32_t item)
{
    if (2 * (table->count + 1) > table->capacity) {
        Table old = *table;
        table->capacity = old.capacity ? 2 * old.capacity : 1024;
        table->keys = base_alloc(table->capacity, sizeof *table->keys);
        table->items = base_alloc(table->capacity, sizeof *table->items);
        for (size_t i = 0; i < old.capacity; ++i)
            if (old.items[i]) {
                size_t at = slot_of(table, old.keys[i]);
                table->keys[at] = old.keys[i];
                table->items[at] = old.items[i];
            }
        free(old.keys);
        free(old.items);
    }
    size_t at = slot_of(table, key);
    table->count += table->items[at] == 0;
    table->keys[at] = key;
    table->items[at] = item + 1;
}

/* True, with *ITEM, if TABLE has KEY. */
static bool table_find(const Table *table, uint64_t key, uint32_t *item)
{
    if (!table->capacity)
        return false;
    size_t at = slot_of(table, key);
    *item = table->items[at] - 1;
    return table->items[at] != 0;
}

static void table_free(Table *table)
{
    free(table->keys);
    free(table->items);
}

/* ---- Finding an interval --------------------------------------------------*/

/* Words that a thread has seen last, the latest first. */
enum { SEEN = 32 };
typedef struct {
    Word intervals[SEEN], values[SEEN];
    uint32_t count;
} Seen;

/* Lookups for all words together that no hint explains. */
#define MOST_LOOKUPS UINT64_C(100000000)

typedef struct {
    Trace *trace;
    const Trace *const *trials;
    uint32_t trials_count;
    const SumsInput *input; /* of the grid at hand */
    uint32_t n;             /* its elements, at most INTERVAL_MAX_N */
    Values *before;         /* n + 1: the sum of the elements before each */
    uint64_t *keys;         /* of these */
    Table ends;             /* the place of each of these */
    uint64_t *marks;        /* a bit for each hash of a key in it: most keys */
    int marks_shift;        /* that are not in it need no lookup */
    Table known;            /* intervals of words that were met */
    uint64_t lookups;
    uint32_t last; /* the first element of the interval found last */
    Seen *seen;    /* of the threads of the block at hand */
    Sum *sums;     /* of the whole trace, by rising access */
    size_t sums_count, sums_capacity;
} Search;

/* The bit of a key among search->marks. */
static uint64_t mark_of(const Search *search, uint64_t key)
{
    return (key ^ key >> 31) * UINT64_C(0x9e3779b97f4a7c15) >>
           search->marks_shift;
}

/* Adds up the elements; false if they are of a type that is not looked at. */
static bool add_up(Search *search)
{
    const SumsInput *input = search->input;

    if (input->element != ELEMENT_I32 && input->element != ELEMENT_U32 &&
        input->element != ELEMENT_F32)
        return false;
    search->n = input->count < INTERVAL_MAX_N ? input->count : INTERVAL_MAX_N;
    search->before = base_alloc(search->n + 1, sizeof *search->before);
    search->keys = base_alloc(search->n + 1, sizeof *search->keys);
    int bits = base_log2((uint32_t)base_power_of_two(search->n + 1)) + 4;
    search->marks_shift = 64 - bits;
    search->marks = base_alloc(((size_t)1 << bits) / 64 + 1, sizeof(uint64_t));
    for (uint32_t i = 0; i <= search->n; ++i) {
        for (uint32_t t = 0; i > 0 && t < search->trials_count; ++t) {
            Word word;
            uint32_t number;
            memcpy(&word, input->bytes[t] + 4 * (size_t)(i - 1), sizeof word);
            number_of(input->element, word, &number);
            search->before[i].of[t] = search->before[i - 1].of[t] + number;
        }
        search->keys[i] = key_of(&search->before[i], search->trials_count);
        table_add(&search->ends, search->keys[i], i);
        uint64_t bit = mark_of(search, search->keys[i]);
        search->marks[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    return true;
}

static void forget_input(Search *search)
{
    free(search->before);
    free(search->keys);
    free(search->marks);
    table_free(&search->ends);
    table_free(&search->known);
    search->before = NULL;
    search->keys = search->marks = NULL;
    search->ends = search->known = (Table){0};
    search->last = 0;
}

/* True, with *INTERVAL, if the elements from FIRST on have the sum VALUES. */
static bool begins_at(Search *search, uint32_t first, const Values *values,
                      uint64_t key, Word *interval)
{
    uint32_t end;

    uint64_t after = key_add(search->keys[first], key);
    uint64_t bit = mark_of(search, after);

    ++search->lookups;
    if (!(search->marks[bit / 64] >> bit % 64 & 1) ||
        !table_find(&search->ends, after, &end) || end <= first)
        return false;
    for (uint32_t t = 0; t < search->trials_count; ++t)
        if (search->before[end].of[t] - search->before[first].of[t] !=
            values->of[t])
            return false;
    *interval = interval_make(first, end - 1);
    search->last = first;
    return true;
}

static bool are_zero(const Values *values, uint32_t trials)
{
    for (uint32_t t = 0; t < trials; ++t)
        if (values->of[t])
            return false;
    return true;
}

/* The interval of inputs whose sum VALUES is; INTERVAL_TOP if there is none. An
 * interval is likely to begin at element HINT, or where those in SEEN do. */
static Word find(Search *search, const Values *values, const Seen *seen,
                 uint32_t hint)
{
    uint64_t key = key_of(values, search->trials_count);
    uint32_t known;
    Word interval = INTERVAL_TOP;
    bool found = false;

    if (are_zero(values, search->trials_count))
        return INTERVAL_IDENTITY;
    if (table_find(&search->known, key, &known))
        return known;
    if (hint < search->n)
        found = begins_at(search, hint, values, key, &interval);
    for (uint32_t i = 0; seen && i < seen->count && !found; ++i)
        if (interval_is_range(seen->intervals[i]))
            found = begins_at(search, interval_first(seen->intervals[i]),
                              values, key, &interval);
    /* a block's intervals begin near each other */
    uint32_t near = search->last;
    for (uint32_t d = 0;
         d < search->n && !found && search->lookups < MOST_LOOKUPS; ++d)
        found = (d < search->n - near &&
                 begins_at(search, near + d, values, key, &interval)) ||
                (d > 0 && d <= near &&
                 begins_at(search, near - d, values, key, &interval));
    table_add(&search->known, key, interval);
    return interval;
}

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
static void explain(Search *search, uint32_t at, const Seen *seen)
{
    Access *access = &search->trace->accesses[at];
    Word whole = access->interval;
    size_t first = search->sums_count;
    Word value = 0, interval = INTERVAL_IDENTITY;

    if (!interval_is_range(whole))
        return;
    for (uint32_t i = 0; i < seen->count; ++i)
        if (seen->intervals[i] == whole)
            return;
    uint32_t end = interval_last(whole) + 1;
    for (uint32_t from = interval_first(whole); from < end;) {
        uint32_t i = longest(seen, from, end, whole);
        if (i == SEEN || search->sums_count - first == UINT8_MAX) {
            search->sums_count = first;
            return;
        }
        if (interval != INTERVAL_IDENTITY)
            base_push(search, sums,
                      ((Sum){.access = at,
                             .left = value,
                             .right = seen->values[i],
                             .left_interval = interval,
                             .right_interval = seen->intervals[i]}));
        value = op_apply(search->trace->run.op, value, seen->values[i]);
        if (interval == INTERVAL_IDENTITY)
            value = seen->values[i];
        interval = interval_join(interval, seen->intervals[i]);
        from = interval_last(seen->intervals[i]) + 1;
    }
    access->sums = (uint8_t)(search->sums_count - first);
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
static bool may_be_sum(const Search *search, const Instruction *at,
                       const Access *access)
{
    uint32_t element = element_of(search->trace, at, access);
    bool whole = at->width == sizeof(Word);
    bool numbers = element == ELEMENT_I32 || element == ELEMENT_U32;

    return whole &&
           (element == search->input->element ||
            (numbers && search->input->element != ELEMENT_F32) ||
            (element != ELEMENT_F32 && !numbers && element <= ELEMENT_U8));
}

/* The values of access I in all trials; false if one is no sum. */
static bool read_values(const Search *search, size_t i, Values *values)
{
    for (uint32_t t = 0; t < search->trials_count; ++t)
        if (!number_of(search->input->element,
                       search->trials[t]->accesses[i].value, &values->of[t]))
            return false;
    return true;
}

static void name_instruction(Search *search, const Instruction *at)
{
    Trace *trace = search->trace;

    for (uint32_t i = 0; i < at->lanes; ++i) {
        uint32_t place = at->first_access + i;
        Access *access = &trace->accesses[place];
        Seen *seen = &search->seen[trace_thread(trace, at, access)];
        Values values;
        bool input = trace_is_global(at) && at->array == search->input->array;
        access->interval = INTERVAL_TOP;
        if (may_be_sum(search, at, access) &&
            read_values(search, place, &values))
            access->interval =
                find(search, &values, seen, input ? access->cell : UINT32_MAX);
        if (trace_traits_of(at)->writes)
            explain(search, place, seen);
        see(seen, access->interval, access->value);
    }
}

/* Gives every access of the blocks of grid G its interval. */
static void name_grid(Search *search, uint32_t g)
{
    Trace *trace = search->trace;
    uint32_t first, end;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        uint32_t from, to;
        search->seen =
            base_alloc(trace->grids[g].threads, sizeof *search->seen);
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to; ++i)
            name_instruction(search, &trace->instructions[i]);
        free(search->seen);
    }
}

/* ---- The runs -------------------------------------------------------------*/

/* True if the runs did the same in grid G, apart from values. */
static bool runs_agree(const Trace *a, const Trace *b, uint32_t g)
{
    uint32_t first, end, from, to, other_from, other_to;

    if (a->instructions_count != b->instructions_count ||
        a->accesses_count != b->accesses_count ||
        a->blocks_count != b->blocks_count || a->grids_count != b->grids_count)
        return false;
    trace_grid_blocks(a, g, &first, &end);
    for (uint32_t k = first; k < end; ++k) {
        trace_block_instructions(a, &a->blocks[k], &from, &to);
        trace_block_instructions(b, &b->blocks[k], &other_from, &other_to);
        if (other_from != from || other_to != to)
            return false;
        for (uint32_t i = from; i < to; ++i) {
            const Instruction *x = &a->instructions[i];
            const Instruction *y = &b->instructions[i];
            if (x->site != y->site || x->kind != y->kind ||
                x->lanes != y->lanes || x->first_access != y->first_access)
                return false;
            for (uint32_t l = 0; l < x->lanes; ++l)
                if (trace_accesses(a, x)[l].cell !=
                        trace_accesses(b, y)[l].cell ||
                    trace_accesses(a, x)[l].lane !=
                        trace_accesses(b, y)[l].lane)
                    return false;
        }
    }
    return true;
}

static bool all_agree(const Search *search, uint32_t g)
{
    for (uint32_t t = 0; t < search->trials_count; ++t)
        if (!runs_agree(search->trace, search->trials[t], g))
            return false;
    return true;
}

/* ---- Memory and output ----------------------------------------------------*/

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

/* The output's intervals, by its words after the last launch. */
static void name_output(Search *search)
{
    Trace *trace = search->trace;

    for (uint32_t i = 0; i < trace->run.n; ++i) {
        Values values;
        bool number = true;
        for (uint32_t t = 0; t < search->trials_count; ++t)
            number &= number_of(search->input->element,
                                search->trials[t]->output[i], &values.of[t]);
        trace->output_interval[i] =
            number ? find(search, &values, NULL, 0) : INTERVAL_TOP;
    }
}

void sums_find(Trace *trace, const Trace *const trials[], uint32_t count,
               const SumsInput inputs[])
{
    Search search = {.trace = trace, .trials = trials, .trials_count = count};

    if (count == 0)
        return;
    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        search.input = &inputs[g];
        if (search.input->count > 0 && add_up(&search)) {
            if (all_agree(&search, g))
                name_grid(&search, g);
            if (g + 1 == trace->grids_count)
                name_output(&search);
        }
        forget_input(&search);
    }
    free(trace->sums);
    trace->sums = search.sums;
    trace->sums_count = search.sums_count;
    trace->sums_capacity = search.sums_capacity;
    name_snapshots(trace);
    trace->run.trials = count;
}
