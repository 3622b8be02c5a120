/* SPDX-License-Identifier: MIT */
#include "analysis/what_if.h"

#include <stdlib.h>
#include <string.h>

/* What is known of an array: where it lies in the shared memory of a grid. */
typedef struct {
    uint32_t first, end; /* bytes */
    uint32_t bytes;      /* of an element */
    uint32_t row;        /* elements of a row, 0: it has no rows */
    uint32_t index;      /* into the WhatIfs */
} Place;

/* All arrays so far, and where the arrays of one grid lie. */
typedef struct {
    const Trace *trace;
    WhatIf *arrays;
    size_t arrays_count, arrays_capacity;
    Place *places;
    size_t places_count, places_capacity;
} Search;

bool what_if_is_of(const Trace *trace, const WhatIf *array,
                   const Variable *variable, uint32_t grid)
{
    const Variable *known = array->variable;

    if (strcmp(trace->grids[array->grid].title, trace->grids[grid].title) != 0)
        return false;
    return known == variable ||
           (known && variable && strcmp(known->name, variable->name) == 0 &&
            strcmp(known->type, variable->type) == 0);
}

static uint32_t find_array(Search *search, const Variable *variable,
                           uint32_t grid)
{
    for (size_t i = 0; i < search->arrays_count; ++i)
        if (what_if_is_of(search->trace, search->arrays + i, variable, grid))
            return (uint32_t)i;
    const WhatIf added = {.variable = variable, .grid = grid};
    base_push(search, arrays, added);
    return (uint32_t)search->arrays_count - 1;
}

/* The length of the last dimension of several; 0 if there is only one. */
static uint32_t row_of(const Variable *variable)
{
    int last = 0;

    while (last + 1 < TRACE_EXTENTS && variable->extents[last + 1])
        ++last;
    if (variable->parts.count && last > 0) /* which count components */
        --last;
    return last > 0 ? variable->extents[last] : 0;
}

/* The bytes of an element; of a vector, as float4, all of its components. */
static uint32_t element_bytes(const Variable *variable)
{
    uint32_t parts = variable->parts.count;

    return variable->element_bytes * (parts ? parts : 1);
}

/* Finds the arrays of GRID. */
static void find_places(Search *search, uint32_t grid)
{
    const Trace *trace = search->trace;

    search->places_count = 0;
    if (trace->variables_count == 0) {
        const Place all = {.end = trace->grids[grid].words * sizeof(Word),
                           .bytes = sizeof(Word),
                           .index = find_array(search, NULL, grid)};
        base_push(search, places, all);
    }
    for (size_t v = 0; v < trace->variables_count; ++v) {
        const Variable *at = trace->variables + v;
        uint32_t bytes = element_bytes(at);
        if (at->grid != grid || bytes == 0 || at->bytes <= bytes)
            continue;
        const Place place = {at->first, at->first + at->bytes, bytes,
                             row_of(at), find_array(search, at, grid)};
        base_push(search, places, place);
    }
}

static uint32_t power_of_two_below(uint32_t n)
{
    uint32_t power = 1;

    while (power * 2 <= n)
        power *= 2;
    return power;
}

/* The place of element I of an array with rows of ROW elements, or none. */
static uint32_t moved(LayoutRemedy remedy, uint32_t i, uint32_t row, uint32_t k)
{
    uint32_t length = row ? row : k;
    uint32_t mask = power_of_two_below(length < k ? length : k) - 1;

    switch (remedy) {
    case REMEDY_COLUMN:
        return i + i / length;
    case REMEDY_INDEX:
        return i + i / k;
    case REMEDY_SWIZZLE:
        return i / length * length + (i % length ^ (i / length & mask));
    default:
        return i;
    }
}

static const Place *find_place(const Search *search, uint32_t byte)
{
    for (size_t p = 0; p < search->places_count; ++p)
        if (byte >= search->places[p].first && byte < search->places[p].end)
            return search->places + p;
    return NULL;
}

/* The cell of ACCESS if PLACE, which it lies in, were laid out by REMEDY. */
static uint32_t moved_cell(const Place *place, const Access *access,
                           LayoutRemedy remedy, uint32_t k)
{
    uint32_t byte = access->cell * (uint32_t)sizeof(Word), skipped = 0;

    while (skipped < sizeof(Word) - 1 && !(access->bytes >> skipped & 1))
        ++skipped;
    byte += skipped;
    if (byte < place->first || byte >= place->end)
        return access->cell;
    uint32_t from = byte - place->first;
    uint32_t i = moved(remedy, from / place->bytes, place->row, k);
    return (place->first + i * place->bytes + from % place->bytes) /
           (uint32_t)sizeof(Word);
}

static uint32_t count_conflicts(const Trace *trace, const Instruction *at,
                                const Access *accesses)
{
    BankCost cost =
        bank_cost_of(trace, accesses, at->lanes, trace_traits_of(at)->serial);

    return cost.wavefronts ? cost.wavefronts - 1u : 0;
}

static void add(Conflicts *to, const Instruction *at, uint32_t count)
{
    if (trace_is_load(at))
        to->load += count;
    else
        to->store += count;
}

/* The array that AT, on shared memory, accesses; NULL: none that is known. */
static const Place *place_of(const Search *search, const Instruction *at)
{
    const Access *access = trace_accesses(search->trace, at);

    return find_place(search, access->cell * (uint32_t)sizeof(Word));
}

/* The conflicts of AT, all of whose accesses are to PLACE, laid out by REMEDY.
 */
static uint32_t count_moved(const Trace *trace, const Instruction *at,
                            const Place *place, LayoutRemedy remedy)
{
    const Access *accesses = trace_accesses(trace, at);
    Access changed[TRACE_MAX_BANKS];

    memcpy(changed, accesses, at->lanes * sizeof *changed);
    for (int i = 0; i < at->lanes; ++i)
        changed[i].cell = moved_cell(place, accesses + i, remedy, trace->run.k);
    return count_conflicts(trace, at, changed);
}

/* Counts the conflicts of AT, on shared memory, as it is and as it would be. */
static void count(Search *search, const Instruction *at)
{
    const Trace *trace = search->trace;
    const Place *place = place_of(search, at);

    if (!place)
        return;
    WhatIf *array = search->arrays + place->index;
    add(&array->now, at, count_conflicts(trace, at, trace_accesses(trace, at)));
    for (int r = 0; r < REMEDY_LAYOUTS; ++r) {
        array->applies[r] = r != REMEDY_COLUMN || place->row;
        if (array->applies[r])
            add(array->predicted + r, at,
                count_moved(trace, at, place, (LayoutRemedy)r));
    }
}

static uint64_t sum(Conflicts conflicts)
{
    return conflicts.load + conflicts.store;
}

static int by_conflicts(const void *a, const void *b)
{
    uint64_t x = sum(((const WhatIf *)a)->now);
    uint64_t y = sum(((const WhatIf *)b)->now);

    return (x < y) - (x > y);
}

WhatIf *what_if_of(const Trace *trace, size_t *found)
{
    Search search = {.trace = trace};
    uint32_t grid = UINT32_MAX;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        uint32_t g = trace_block(trace, trace_step(trace, at))->grid;
        if (!trace_is_shared(at))
            continue;
        if (g != grid)
            find_places(&search, grid = g);
        count(&search, at);
    }
    free(search.places);
    *found = 0;
    for (size_t i = 0; i < search.arrays_count; ++i)
        if (sum(search.arrays[i].now) > 0)
            search.arrays[(*found)++] = search.arrays[i];
    if (*found > 1)
        qsort(search.arrays, *found, sizeof *search.arrays, by_conflicts);
    return search.arrays;
}

Conflicts what_if_line(const Trace *trace, const WhatIf *array,
                       LayoutRemedy remedy, uint32_t source, uint32_t line)
{
    Search search = {.trace = trace};
    uint32_t grid = UINT32_MAX;
    Conflicts left = {0, 0};

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (!trace_is_shared(at) || at->source != source || at->site != line)
            continue;
        uint32_t g = trace_block(trace, trace_step(trace, at))->grid;
        if (g != grid)
            find_places(&search, grid = g);
        const Place *place = place_of(&search, at);
        bool moves =
            place && what_if_is_of(trace, array,
                                   search.arrays[place->index].variable, g);
        add(&left, at,
            moves ? count_moved(trace, at, place, remedy)
                  : count_conflicts(trace, at, trace_accesses(trace, at)));
    }
    free(search.places);
    free(search.arrays);
    return left;
}

LayoutRemedy what_if_best(const WhatIf *array)
{
    LayoutRemedy best = REMEDY_LAYOUTS;
    uint64_t least = sum(array->now);

    for (int r = 0; r < REMEDY_LAYOUTS; ++r)
        if (array->applies[r] && sum(array->predicted[r]) < least) {
            least = sum(array->predicted[r]);
            best = (LayoutRemedy)r;
        }
    return best;
}

uint32_t *what_if_places(const Trace *trace, const Variable *variable,
                         LayoutRemedy remedy, uint32_t *words)
{
    const uint32_t all = trace->run.words * (uint32_t)sizeof(Word);
    const uint32_t k = trace->run.k, round = k * (uint32_t)sizeof(Word);
    Place place = {.end = all, .bytes = sizeof(Word)};
    uint32_t *places = base_alloc((size_t)all + 1, sizeof *places), end = 0;

    if (variable)
        place = (Place){.first = variable->first,
                        .end = variable->first + variable->bytes,
                        .bytes = element_bytes(variable),
                        .row = row_of(variable)};
    for (uint32_t byte = place.first; byte < place.end && byte < all; ++byte) {
        uint32_t from = byte - place.first;
        uint32_t i = moved(remedy, from / place.bytes, place.row, k);
        places[byte] = place.first + i * place.bytes + from % place.bytes;
        end = places[byte] >= end ? places[byte] + 1 : end;
    }
    uint32_t growth = end > place.end ? end - place.end + sizeof(Word) - 1 : 0;
    uint32_t after = (growth + round - 1) / round * round;
    for (uint32_t byte = 0; byte <= all; ++byte)
        if (byte < place.first || byte >= place.end)
            places[byte] = byte + (byte < place.first ? 0 : after);
    *words = trace->run.words +
             (place.end < all ? after : growth) / (uint32_t)sizeof(Word);
    return places;
}

void what_if_change(Variable *variable, LayoutRemedy remedy, uint32_t k)
{
    uint32_t row = row_of(variable), bytes = element_bytes(variable);
    uint32_t count = bytes ? variable->bytes / bytes : 0;
    int last = 0;

    if (remedy == REMEDY_SWIZZLE || count == 0)
        return;
    while (last + 1 < TRACE_EXTENTS && variable->extents[last + 1])
        ++last;
    if (remedy == REMEDY_COLUMN && row) {
        last -= variable->parts.count && last > 0;
        ++variable->extents[last];
        variable->bytes += count / row * bytes;
        return;
    }
    if (!row) /* "temp[66]" */
        variable->extents[0] += (count - 1) / k;
    variable->bytes += (count - 1) / k * bytes;
}

void what_if_write(const Trace *trace, const WhatIf *array, LayoutRemedy remedy,
                   Text *text)
{
    const Variable *variable = array->variable;
    const char *name = variable ? variable->name : "s";
    uint32_t row = variable ? row_of(variable) : 0, k = trace->run.k;

    if (remedy == REMEDY_COLUMN) {
        text_add(text, "declare %s", name);
        for (int d = 0; d < TRACE_EXTENTS && variable->extents[d]; ++d) {
            bool last = variable->extents[d] == row &&
                        (d + 1 == TRACE_EXTENTS || !variable->extents[d + 1] ||
                         variable->parts.count);
            text_add(text, "[%u]", variable->extents[d] + last);
        }
    } else if (row && remedy == REMEDY_INDEX) {
        text_add(text, "store element i of %s at i + i / %u", name, k);
    } else if (row) {
        text_add(text, "store column c of row r of %s at c ^ r %% %u", name,
                 row < k ? power_of_two_below(row) : k);
    } else if (remedy == REMEDY_INDEX) {
        text_add(text, "index %s[i + i / %u]", name, k);
    } else {
        text_add(text, "index %s[i ^ i / %u %% %u]", name, k, k);
    }
}
