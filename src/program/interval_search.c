/* SPDX-License-Identifier: MIT */
#include "program/interval_search.h"

#include "program/random_elements.h"
#include "trace/element.h"
#include "trace/limits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values of all trials -------------------------------------------------*/

/* The units that X has, if it is a sum of random elements of fewer than MOST
 * units. */
static bool units_of(double x, double most, uint64_t *number)
{
    double units = x / RANDOM_ELEMENTS_UNIT;

    if (!(units >= 0 && units <= most) || units != floor(units))
        return false;
    *number = (uint64_t)units;
    return true;
}

bool interval_search_number(uint32_t element, uint64_t bits, uint64_t *number)
{
    double x;

    *number = bits;
    switch (element) {
    case ELEMENT_F32:
        return units_of((double)op_float((Word)bits), 0x1p24, number);
    case ELEMENT_F64:
        memcpy(&x, &bits, sizeof x);
        return units_of(x, 0x1p53, number);
    default:
        return true;
    }
}

/* ---- Tables ---------------------------------------------------------------*/

typedef struct {
    uint64_t key;
    InputRange item; /* zeros: free */
} Slot;

/* Keys and what they stand for, with open addressing. */
typedef struct {
    Slot *slots;
    size_t count, capacity;
} Table;

static bool is_free(const Slot *slot)
{
    return slot->item.first == 0 && slot->item.end == 0;
}

static Slot *slot_of(const Table *table, uint64_t key)
{
    size_t at =
        (size_t)((key ^ key >> 31) * UINT64_C(0x9e3779b97f4a7c15) >> 24);

    for (at &= table->capacity - 1;
         !is_free(&table->slots[at]) && table->slots[at].key != key;
         at = (at + 1) & (table->capacity - 1))
        ;
    return &table->slots[at];
}

/* Makes room for COUNT items in all. */
static void table_reserve(Table *table, size_t count)
{
    Table old = *table;

    if (2 * count <= old.capacity)
        return;
    while (table->capacity < 2 * count)
        table->capacity = table->capacity ? 2 * table->capacity : 1024;
    table->slots = base_alloc(table->capacity, sizeof *table->slots);
    for (size_t i = 0; i < old.capacity; ++i)
        if (!is_free(&old.slots[i]))
            *slot_of(table, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

static void table_add(Table *table, uint64_t key, InputRange item)
{
    table_reserve(table, table->count + 1);
    Slot *slot = slot_of(table, key);
    table->count += is_free(slot);
    *slot = (Slot){key, item};
}

/* True, with *ITEM, if TABLE has KEY. */
static bool table_find(const Table *table, uint64_t key, InputRange *item)
{
    if (!table->capacity)
        return false;
    const Slot *slot = slot_of(table, key);
    *item = slot->item;
    return !is_free(slot);
}

/* ---- Finding an interval --------------------------------------------------*/

/* Lookups for all words together that no hint explains. */
#define MOST_LOOKUPS UINT64_C(20000000)

struct IntervalSearch {
    TrialInput input;
    uint64_t mask;    /* of a number */
    uint32_t n;       /* elements that are summed up, of the input */
    uint64_t *before; /* of n + 1 places: in each trial, the sum of the
                         elements before it */
    /* What follows is made for the first word that is looked for. */
    Table ends;  /* the inputs before each of these */
    Table known; /* ranges of words that were found, or looked for in vain;
                    single elements, which may be anywhere in a copy */
    uint64_t lookups;
    uint32_t last; /* the first element of the interval found last */
};

/* A key of the values BEFORE and VALUES, added up; BEFORE may be NULL. */
static uint64_t key_of(const IntervalSearch *search, const uint64_t *before,
                       const uint64_t *values)
{
    uint64_t key = 0;

    for (uint32_t t = 0; t < search->input.trials; ++t) {
        uint64_t value = (before ? before[t] : 0) + values[t];
        key = (key ^ (value & search->mask)) * UINT64_C(0xd6e8feb86659fd93);
        key ^= key >> 29;
    }
    return key;
}

/* The number that sum I of the array AT has; false if it is a floating-point
 * number that the inputs cannot sum to. */
static bool read_number(const IntervalSearch *search, const unsigned char *at,
                        uint32_t i, uint64_t *number)
{
    uint32_t element = search->input.element;
    uint64_t bits =
        element_extend(element, at + (size_t)i * element_width(element));

    return interval_search_number(element, bits, number);
}

/* Adds up the elements. */
static void add_up(IntervalSearch *search)
{
    const TrialInput *input = &search->input;
    uint32_t trials = input->trials,
             width = element_width(input->given_element);
    uint64_t *before = search->before + trials;

    for (uint32_t i = 0; i < search->n; ++i, before += trials)
        for (uint32_t t = 0; t < trials; ++t) {
            uint64_t number;
            interval_search_number(input->element,
                                   element_extend(input->given_element,
                                                  input->given[t] +
                                                      (size_t)i * width),
                                   &number);
            before[t] = (before - trials)[t] + number;
        }
}

IntervalSearch *interval_search_new(const TrialInput *input)
{
    IntervalSearch *search = base_alloc(1, sizeof *search);
    uint32_t n = input->count;

    BASE_CHECK(element_width(input->element) && input->trials <= TRIALS_MOST &&
               n <= LIMITS_ELEMENTS);
    search->input = *input;
    search->mask = UINT64_MAX >> (64 - 8 * element_width(input->element));
    search->n = n;
    search->before =
        base_alloc((size_t)(n + 1) * input->trials, sizeof *search->before);
    add_up(search);
    return search;
}

static void make_tables(IntervalSearch *search)
{
    uint32_t trials = search->input.trials;

    table_reserve(&search->ends, search->n + 1);
    table_reserve(&search->known, search->n);
    for (uint32_t i = 0; i <= search->n; ++i) {
        const uint64_t *before = search->before + (size_t)i * trials;
        TrialValues element = {{0}};
        table_add(&search->ends, key_of(search, NULL, before),
                  (InputRange){1, i});
        for (uint32_t t = 0; t < trials && i < search->n; ++t)
            element.of[t] = (before + trials)[t] - before[t];
        if (i < search->n)
            table_add(&search->known, key_of(search, NULL, element.of),
                      (InputRange){i, i + 1});
    }
}

void interval_search_free(IntervalSearch *search)
{
    if (!search)
        return;
    free(search->before);
    free(search->ends.slots);
    free(search->known.slots);
    free(search);
}

bool interval_search_is(const IntervalSearch *search, InputRange range,
                        const TrialValues *values)
{
    uint32_t trials = search->input.trials;

    if (range.first > range.end || range.end > search->n)
        return false;
    const uint64_t *first = search->before + (size_t)range.first * trials;
    const uint64_t *end = search->before + (size_t)range.end * trials;
    for (uint32_t t = 0; t < trials; ++t)
        if ((end[t] - first[t] - values->of[t]) & search->mask)
            return false;
    return true;
}

/* True, with *RANGE, if the elements from FIRST on have the sum VALUES. */
static bool begins_at(IntervalSearch *search, uint32_t first,
                      const TrialValues *values, InputRange *range)
{
    const uint64_t *before =
        search->before + (size_t)first * search->input.trials;
    InputRange end;

    ++search->lookups;
    if (!table_find(&search->ends, key_of(search, before, values->of), &end) ||
        end.end <= first ||
        !interval_search_is(search, (InputRange){first, end.end}, values))
        return false;
    *range = (InputRange){first, end.end};
    search->last = first;
    return true;
}

InputRange interval_search_find(IntervalSearch *search,
                                const TrialValues *values,
                                const InputRange *seen, uint32_t seen_count,
                                uint32_t hint)
{
    InputRange range = {0, 0};

    if (interval_search_is(search, range, values))
        return range;
    if (!search->ends.capacity)
        make_tables(search);
    uint64_t key = key_of(search, NULL, values->of);
    if ((hint < search->n && begins_at(search, hint, values, &range)) ||
        table_find(&search->known, key, &range))
        return range;
    bool found = false;
    for (uint32_t i = 0; i < seen_count && !found; ++i)
        found = begins_at(search, seen[i].first, values, &range);
    /* a block's intervals begin near each other */
    uint32_t near = search->last;
    for (uint32_t d = 0;
         d < search->n && !found && search->lookups < MOST_LOOKUPS; ++d)
        found =
            (d < search->n - near &&
             begins_at(search, near + d, values, &range)) ||
            (d > 0 && d <= near && begins_at(search, near - d, values, &range));
    range = found ? range : INPUT_RANGE_NONE;
    table_add(&search->known, key, range);
    return range;
}

Word interval_search_name(InputRange range)
{
    return range.first == range.end ? INTERVAL_IDENTITY
           : range.first < range.end && range.end <= INTERVAL_MAX_N
               ? interval_make(range.first, range.end - 1)
               : INTERVAL_TOP;
}

uint32_t interval_search_element(const IntervalSearch *search)
{
    return search->input.element;
}

uint32_t interval_search_count(const IntervalSearch *search)
{
    return search->n;
}

/* The inputs of a range; INTERVAL_TOP's if the range is none. */
static InputSpan span_of(InputRange range)
{
    return range.first < range.end
               ? (InputSpan){range.first, range.end - 1}
               : input_span(range.first == range.end ? INTERVAL_IDENTITY
                                                     : INTERVAL_TOP);
}

/* True, with *RANGE, if VALUES of output I continue a scan, sums of parts or a
 * copy, of which *RANGE is what the output before it is. */
static bool continues(const IntervalSearch *search, uint32_t i,
                      const TrialValues *values, InputRange *range)
{
    InputRange before = *range;
    uint32_t length = before.end - before.first;
    const InputRange next[] = {{before.first, before.end + 1},
                               {before.end, before.end + length},
                               {i, i + 1},
                               {i - 1, i}};

    for (size_t g = 0; g < sizeof next / sizeof *next; ++g)
        if (next[g].first < next[g].end &&
            interval_search_is(search, next[g], values)) {
            *range = next[g];
            return true;
        }
    return false;
}

InputSpan *interval_search_outputs(IntervalSearch *search, uint32_t count,
                                   const unsigned char *const left[])
{
    InputSpan *spans = base_alloc((size_t)count + 1, sizeof *spans);
    InputRange range = INPUT_RANGE_NONE;

    for (uint32_t i = 0; i < count; ++i) {
        TrialValues values;
        bool numbers = true;
        for (uint32_t t = 0; t < search->input.trials; ++t)
            numbers &= read_number(search, left[t], i, &values.of[t]);
        if (!numbers)
            range = INPUT_RANGE_NONE;
        else if (!continues(search, i, &values, &range))
            range = interval_search_find(search, &values, NULL, 0, i);
        spans[i] = span_of(range);
    }
    return spans;
}

bool interval_search_adds_up(const IntervalSearch *search, InputRange range,
                             const InputSpan *outputs, uint32_t count,
                             const unsigned char *const left[])
{
    TrialValues total = {{0}};

    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t t = 0; t < search->input.trials; ++t) {
            uint64_t number = 0;
            if (!input_span_is(outputs[i], INTERVAL_UNSET) &&
                !read_number(search, left[t], i, &number))
                return false;
            total.of[t] += number;
        }
    return interval_search_is(search, range, &total);
}

InputSpan interval_search_surplus(IntervalSearch *search, InputSpan wanted,
                                  uint32_t i, const unsigned char *const left[])
{
    TrialValues values;
    uint32_t trials = search->input.trials;
    InputSpan none = input_span(INTERVAL_TOP);

    if (!input_span_is_range(wanted) || wanted.last >= search->n)
        return none;
    const uint64_t *first = search->before + (size_t)wanted.first * trials;
    const uint64_t *end = search->before + (size_t)(wanted.last + 1) * trials;
    for (uint32_t t = 0; t < trials; ++t) {
        if (!read_number(search, left[t], i, &values.of[t]))
            return none;
        values.of[t] -= end[t] - first[t];
    }
    return span_of(
        interval_search_find(search, &values, NULL, 0, wanted.first));
}
