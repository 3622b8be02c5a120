/* SPDX-License-Identifier: MIT */
#include "trace/limits.h"

#include "trace/element.h"

#include <stdio.h>

#define SNAPSHOTS_LEAST ((uint64_t)16 << 20)
#define SNAPSHOTS_RATIO 16
#define SNAPSHOTS_MOST  ((uint64_t)4 << 30)

uint64_t limits_snapshots(size_t bytes)
{
    uint64_t most = (uint64_t)bytes * SNAPSHOTS_RATIO;

    if (most < SNAPSHOTS_LEAST)
        return SNAPSHOTS_LEAST;
    return most < SNAPSHOTS_MOST ? most : SNAPSHOTS_MOST;
}

enum { MOST_COMPONENTS = 4 /* of a vector */ };

/* Is the number called WHAT from LOW to HIGH? */
static bool within(const char *what, uint64_t number, uint64_t low,
                   uint64_t high, Text *why)
{
    if (number >= low && number <= high)
        return true;
    text_add(why, "%s is %llu, which is not within %llu to %llu", what,
             (unsigned long long)number, (unsigned long long)low,
             (unsigned long long)high);
    return false;
}

static bool arrays_hold(const Trace *trace, Text *why)
{
    uint64_t words = 0;

    bool own = trace->run.origin == ORIGIN_CATALOG;

    if (!within("the number of arrays", trace->arrays_count,
                own ? GLOBAL_FIRST_SCRATCH : 1, LIMITS_ARRAYS, why))
        return false;
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        const Array *array = trace->arrays + a;
        words += array->words;
        if (array->holds == HOLDS_PAIRS && array->words % 2 != 0) {
            text_add(why, "array %zu of pairs has %u words, an odd number", a,
                     array->words);
            return false;
        }
        if (array->words == 0) {
            text_add(why, "array %zu has no words", a);
            return false;
        }
    }
    if (!within("the words of all arrays", words, 1, LIMITS_GLOBAL, why))
        return false;
    for (int a = GLOBAL_IN; a <= GLOBAL_OUT && own; ++a)
        if (trace->arrays[a].words != trace->run.n) {
            text_add(why, "its %s has %u words, and n is %u",
                     a == GLOBAL_IN ? "input" : "output",
                     trace->arrays[a].words, trace->run.n);
            return false;
        }
    return true;
}

/* The extents of a grid make its blocks and threads. */
static bool extents_hold(const Trace *trace, size_t g, Text *why)
{
    const Grid *grid = trace->grids + g;
    uint64_t blocks = 1, threads = 1;

    for (int i = 0; i < 3 && blocks <= LIMITS_BLOCKS; ++i) {
        blocks *= grid->extents[i];
        threads *= grid->block_extents[i] <= LIMITS_THREADS
                       ? grid->block_extents[i]
                       : 0;
    }
    if (blocks == grid->blocks && threads == grid->threads)
        return true;
    text_add(why, "the extents of launch %zu are not those of its blocks",
             g + 1);
    return false;
}

static bool grid_holds(const Trace *trace, size_t g, Text *why)
{
    const Run *run = &trace->run;
    const Grid *grid = trace->grids + g;
    uint64_t n = grid->n, block_n = grid->block_n ? grid->block_n : 1;
    uint64_t blocks = (n + block_n - 1) / block_n;
    bool tiled = grid->tiled != 0;
    const struct {
        const char *name;
        uint64_t number, low, high;
    } sizes[] = {{"n", n, 1, tiled ? run->n : INTERVAL_MAX_N},
                 {"block_n", grid->block_n, 1, INTERVAL_MAX_N},
                 {"threads", grid->threads, 1, run->threads},
                 {"words", grid->words, 0, run->words},
                 {"blocks", grid->blocks, tiled ? blocks : 1,
                  tiled ? blocks : LIMITS_BLOCKS},
                 {"input", grid->in, 0, trace->arrays_count - 1},
                 {"output", grid->out, 0, trace->arrays_count - 1},
                 {"source", grid->source, 0, trace->sources_count - 1}};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        char what[48];
        snprintf(what, sizeof what, "the %s of launch %zu", sizes[i].name,
                 g + 1);
        if (!within(what, sizes[i].number, sizes[i].low, sizes[i].high, why))
            return false;
    }
    return extents_hold(trace, g, why);
}

static bool grids_hold(const Trace *trace, Text *why)
{
    const Run *run = &trace->run;
    const Grid *first = trace->grids;
    uint32_t threads = 0, words = 0;

    if (!within("the number of launches", trace->grids_count, 1, LIMITS_GRIDS,
                why))
        return false;
    for (size_t g = 0; g < trace->grids_count; ++g) {
        const Grid *grid = trace->grids + g;
        if (!grid_holds(trace, g, why))
            return false;
        threads = grid->threads > threads ? grid->threads : threads;
        words = grid->words > words ? grid->words : words;
    }
    return within("the run's threads", run->threads, threads, threads, why) &&
           within("the run's words", run->words, words, words, why) &&
           within("the run's blocks", run->blocks, first->blocks, first->blocks,
                  why) &&
           within("the run's block_n", run->block_n, first->block_n,
                  first->block_n, why) &&
           within("the run's n", run->n, first->n, first->n, why);
}

static bool variables_hold(const Trace *trace, Text *why)
{
    uint32_t grid = 0;

    if (!within("the number of variables", trace->variables_count, 0,
                LIMITS_VARIABLES, why))
        return false;
    for (size_t v = 0; v < trace->variables_count; ++v) {
        const Variable *variable = trace->variables + v;
        uint64_t elements = 1;
        for (int i = 0; i < TRACE_EXTENTS && elements <= variable->bytes; ++i)
            elements *= variable->extents[i] ? variable->extents[i] : 1;
        if (!within("the launch of a variable", variable->grid, grid,
                    trace->grids_count - 1, why) ||
            !within("the bytes of a variable", variable->bytes, 1,
                    trace->grids[variable->grid].words * sizeof(Word), why) ||
            !within("the end of a variable",
                    (uint64_t)variable->first + variable->bytes, 1,
                    trace->grids[variable->grid].words * sizeof(Word), why) ||
            !within("the elements of a variable", elements, 1, variable->bytes,
                    why) ||
            !within("the bytes of an element", variable->element_bytes, 0,
                    variable->bytes, why))
            return false;
        grid = variable->grid;
    }
    return true;
}

/* The kind of what MEMBER belongs to. */
static uint8_t owner_element(const Trace *trace, const Member *member)
{
    return member->space == SPACE_SHARED
               ? trace->variables[member->owner].element
               : trace->arrays[member->owner].element;
}

/* The bytes of an element of what MEMBER belongs to, of numbers those of the
 * largest vector. */
static uint32_t struct_bytes(const Trace *trace, const Member *member)
{
    uint8_t element = owner_element(trace, member);

    if (element != ELEMENT_OTHER)
        return MOST_COMPONENTS * element_width(element);
    return member->space == SPACE_SHARED
               ? trace->variables[member->owner].element_bytes
               : trace->arrays[member->owner].element_bytes;
}

/* Of component NUMBER of a vector, from 0; the numbers of one lie one behind
 * the other. */
static bool component_holds(const Trace *trace, const Member *member,
                            uint64_t number, Text *why)
{
    uint8_t element = owner_element(trace, member);
    uint64_t first = number * element_width(element);

    return element == ELEMENT_OTHER ||
           (within("the kind of a component", member->element, element, element,
                   why) &&
            within("the first byte of a component", member->first, first, first,
                   why));
}

static bool members_hold(const Trace *trace, Text *why)
{
    uint32_t space = SPACE_SHARED, owner = 0;
    uint64_t end = 0, count = 0; /* of the struct so far */

    if (!within("the number of members", trace->members_count, 0,
                LIMITS_MEMBERS, why))
        return false;
    for (size_t i = 0; i < trace->members_count; ++i) {
        const Member *member = trace->members + i;
        uint64_t owners = member->space == SPACE_SHARED ? trace->variables_count
                                                        : trace->arrays_count;
        if (!within("the space of a member", member->space, space, SPACE_GLOBAL,
                    why) ||
            !within("the owner of a member", (uint64_t)member->owner + 1,
                    member->space == space ? (uint64_t)owner + 1 : 1, owners,
                    why))
            return false;
        if (member->space != space || member->owner != owner)
            end = count = 0;
        space = member->space;
        owner = member->owner;
        uint64_t width = element_width(member->element);
        uint64_t bytes = struct_bytes(trace, member);
        if (!within("the bytes of a member", width, 1, 8, why) ||
            !within("the first byte of a member", member->first, end, bytes,
                    why) ||
            !within("the end of a member", member->first + width, 1, bytes,
                    why) ||
            !component_holds(trace, member, count, why) ||
            !within("the members of a struct", ++count, 1, LIMITS_OF_STRUCT,
                    why))
            return false;
        end = member->first + width;
    }
    return true;
}

static bool locals_hold(const Trace *trace, Text *why)
{
    if (!within("the number of locals", trace->locals_count, 0, LIMITS_LOCALS,
                why))
        return false;
    for (size_t i = 0; i < trace->locals_count; ++i)
        if (!within("the source of a local", trace->locals[i].source, 0,
                    trace->sources_count - 1, why))
            return false;
    return true;
}

static bool run_holds(const Trace *trace, Text *why)
{
    const Run *run = &trace->run;

    return within("its n", run->n, 1, INTERVAL_MAX_N, why) &&
           within("its threads", run->threads, 1, LIMITS_THREADS, why) &&
           within("its words", run->words, 0, LIMITS_WORDS, why);
}

static bool sources_hold(const Trace *trace, Text *why)
{
    return within("the number of sources", trace->sources_count, 1,
                  LIMITS_SOURCES, why);
}

static bool phases_hold(const Trace *trace, Text *why)
{
    return within("the number of phases", trace->phases_count, 0, LIMITS_PHASES,
                  why);
}

bool limits_hold(const Trace *trace, const char **table, Text *why)
{
    static const struct {
        const char *table;
        bool (*hold)(const Trace *trace, Text *why);
    } checks[] = {{"run", run_holds},           {"source", sources_hold},
                  {"array", arrays_hold},       {"grid", grids_hold},
                  {"variable", variables_hold}, {"phase", phases_hold},
                  {"local", locals_hold},       {"member", members_hold}};

    for (size_t i = 0; i < sizeof checks / sizeof *checks; ++i) {
        *table = checks[i].table;
        if (!checks[i].hold(trace, why))
            return false;
    }
    return true;
}
