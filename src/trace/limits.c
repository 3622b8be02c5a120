/* SPDX-License-Identifier: MIT */
#include "trace/limits.h"

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

    if (!within("the number of arrays", trace->arrays_count,
                GLOBAL_FIRST_SCRATCH, LIMITS_ARRAYS, why))
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
    for (int a = GLOBAL_IN; a <= GLOBAL_OUT; ++a)
        if (trace->arrays[a].words != trace->run.n) {
            text_add(why, "its %s has %u words, and n is %u",
                     a == GLOBAL_IN ? "input" : "output",
                     trace->arrays[a].words, trace->run.n);
            return false;
        }
    return true;
}

static bool grid_holds(const Trace *trace, size_t g, Text *why)
{
    const Run *run = &trace->run;
    const Grid *grid = trace->grids + g;
    uint64_t n = grid->n, block_n = grid->block_n ? grid->block_n : 1;
    uint64_t blocks = (n + block_n - 1) / block_n;
    const struct {
        const char *name;
        uint64_t number, low, high;
    } sizes[] = {{"n", n, 1, run->n},
                 {"block_n", grid->block_n, 1, INTERVAL_MAX_N},
                 {"threads", grid->threads, 1, run->threads},
                 {"words", grid->words, 0, run->words},
                 {"blocks", grid->blocks, blocks, blocks},
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
    return true;
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
    } checks[] = {{"run", run_holds},
                  {"source", sources_hold},
                  {"array", arrays_hold},
                  {"grid", grids_hold},
                  {"phase", phases_hold}};

    for (size_t i = 0; i < sizeof checks / sizeof *checks; ++i) {
        *table = checks[i].table;
        if (!checks[i].hold(trace, why))
            return false;
    }
    return true;
}
