/* SPDX-License-Identifier: MIT */
#include "trace/limits.h"

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

static const char *arrays_broken(const Trace *trace)
{
    uint64_t words = 0;

    if (trace->arrays_count < GLOBAL_FIRST_SCRATCH)
        return "it has no arrays for input and output";
    if (trace->arrays_count > LIMITS_ARRAYS)
        return "it has too many arrays";
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        const Array *array = trace->arrays + a;
        words += array->words;
        if (array->holds == HOLDS_PAIRS && array->words % 2 != 0)
            return "an array of pairs has an odd number of words";
        if (array->words == 0)
            return "an array has no words";
    }
    if (words > LIMITS_GLOBAL)
        return "its arrays have too many words";
    if (trace->arrays[GLOBAL_IN].words != trace->run.n ||
        trace->arrays[GLOBAL_OUT].words != trace->run.n)
        return "its input or output does not have n words";
    return NULL;
}

static const char *grid_broken(const Trace *trace, const Grid *grid)
{
    const Run *run = &trace->run;

    if (grid->n < 1 || grid->n > run->n || grid->block_n < 1 ||
        grid->threads < 1 || grid->threads > run->threads ||
        grid->words > run->words)
        return "a launch is larger than the run";
    if (grid->blocks != ((uint64_t)grid->n + grid->block_n - 1) / grid->block_n)
        return "the blocks of a launch do not cover its elements";
    if (grid->in >= trace->arrays_count || grid->out >= trace->arrays_count ||
        grid->source >= trace->sources_count)
        return "a launch names an array or a source that there is not";
    return NULL;
}

static const char *grids_broken(const Trace *trace)
{
    const Run *run = &trace->run;
    uint32_t threads = 0, words = 0;

    if (trace->grids_count < 1 || trace->grids_count > LIMITS_GRIDS)
        return "it has no launch, or too many";
    for (size_t g = 0; g < trace->grids_count; ++g) {
        const Grid *grid = trace->grids + g;
        const char *broken = grid_broken(trace, grid);
        if (broken)
            return broken;
        threads = grid->threads > threads ? grid->threads : threads;
        words = grid->words > words ? grid->words : words;
    }
    if (threads != run->threads || words != run->words ||
        trace->grids[0].blocks != run->blocks ||
        trace->grids[0].block_n != run->block_n || trace->grids[0].n != run->n)
        return "the sizes of the run are not those of its launches";
    return NULL;
}

static const char *run_broken(const Run *run)
{
    if (run->n < 1 || run->n > INTERVAL_MAX_N)
        return "it has no elements, or too many";
    if (run->threads > LIMITS_THREADS)
        return "a block has too many threads";
    if (run->words > LIMITS_WORDS)
        return "a block has too much shared memory";
    return NULL;
}

static const char *sources_broken(const Trace *trace)
{
    if (trace->sources_count < 1 || trace->sources_count > LIMITS_SOURCES)
        return "it has no source, or too many";
    return NULL;
}

static const char *phases_broken(const Trace *trace)
{
    return trace->phases_count > LIMITS_PHASES ? "it has too many phases"
                                               : NULL;
}

const char *limits_broken(const Trace *trace, const char **table)
{
    static const struct {
        const char *table;
        const char *(*broken)(const Trace *trace);
    } checks[] = {{"source", sources_broken},
                  {"array", arrays_broken},
                  {"grid", grids_broken},
                  {"phase", phases_broken}};
    const char *broken = run_broken(&trace->run);

    *table = "run";
    for (size_t i = 0; !broken && i < sizeof checks / sizeof *checks; ++i) {
        *table = checks[i].table;
        broken = checks[i].broken(trace);
    }
    return broken;
}
