/* SPDX-License-Identifier: MIT */
#include "catalog/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Log *log_new(uint32_t blocks, uint32_t threads, uint32_t words)
{
    Log *log = base_alloc(1, sizeof *log);

    log->blocks = blocks;
    log->threads = threads;
    log->words = words;
    log->logs = base_alloc((size_t)blocks * threads, sizeof *log->logs);
    log->snapshots = base_alloc(blocks, sizeof *log->snapshots);
    log->logs_made = (size_t)blocks * threads;
    log->snapshots_made = blocks;
    return log;
}

void log_free(Log *log)
{
    if (!log)
        return;
    for (size_t i = 0; i < log->logs_made; ++i) {
        free(log->logs[i].events);
        free(log->logs[i].times);
    }
    for (size_t b = 0; b < log->snapshots_made; ++b)
        free(log->snapshots[b].values);
    free(log->logs);
    free(log->snapshots);
    free(log);
}

void log_reset(Log *log)
{
    log->words_only = false;
    for (size_t i = 0; i < (size_t)log->blocks * log->threads; ++i)
        log->logs[i].events_count = log->logs[i].times_count = 0;
    for (uint32_t b = 0; b < log->blocks; ++b)
        log->snapshots[b].values_count = 0;
}

/* ITEMS, *MADE of SIZE bytes each, moved so that there are at least COUNT; the
 * new ones are 0. */
static void *extend(void *items, size_t *made, size_t count, size_t size)
{
    if (count <= *made)
        return items;
    items = base_realloc(items, count, size);
    memset((char *)items + *made * size, 0, (count - *made) * size);
    *made = count;
    return items;
}

Log *log_fit(Log *log, uint32_t blocks, uint32_t threads, uint32_t words)
{
    enum { MOST_KEPT = 4096 };
    size_t count = (size_t)blocks * threads;
    bool same = log && log->blocks == blocks && log->threads == threads &&
                log->words == words;

    if (log && !same && (log->logs_made > MOST_KEPT || count > MOST_KEPT)) {
        log_free(log);
        log = NULL;
    }
    if (!log)
        return log_new(blocks, threads, words);
    log->logs = extend(log->logs, &log->logs_made, count, sizeof *log->logs);
    log->snapshots = extend(log->snapshots, &log->snapshots_made, blocks,
                            sizeof *log->snapshots);
    log->blocks = blocks;
    log->threads = threads;
    log->words = words;
    log_reset(log);
    return log;
}

uint32_t log_words(const ThreadLog *log, size_t at)
{
    bool wide =
        at + 1 < log->events_count && log->events[at + 1].kind == EVENT_WORD;

    return wide ? WIDE_WORDS : 1;
}

size_t log_accesses(const Log *log)
{
    size_t count = 0;

    for (size_t i = 0; i < (size_t)log->blocks * log->threads; ++i)
        for (size_t e = 0; e < log->logs[i].events_count; ++e)
            count += log->logs[i].events[e].kind < ACCESS_KINDS;
    return count;
}

ReplaySchedule *replay_new(const Launch *launch, const Log *log)
{
    ReplaySchedule *replay = base_alloc(1, sizeof *replay);

    replay->log = log;
    for (int a = 0; a < launch->arrays_count; ++a) {
        size_t cells = (size_t)launch->arrays[a].words / 2 * PAIR_STATES;
        if (launch->arrays[a].holds != HOLDS_PAIRS)
            continue;
        replay->seen[a] = base_alloc(cells + 1, sizeof(Word));
        replay->published[a] = base_alloc(cells + 1, sizeof(bool));
    }
    return replay;
}

void replay_free(ReplaySchedule *replay)
{
    if (!replay)
        return;
    for (int a = 0; a < LAUNCH_MAX_ARRAYS; ++a) {
        free(replay->seen[a]);
        free(replay->published[a]);
    }
    free(replay);
}

/* A number of events of one thread that no kernel of the catalog reaches. */
static uint32_t event_limit(uint32_t n)
{
    return 65536 + 64 * n;
}

Launch launch_of(const Plan *plan, int g)
{
    const PlanGrid *grid = &plan->grids[g];
    Launch launch = {
        .algorithm = grid->kernel,
        .title = grid->title,
        .source = catalog_source(grid->kernel),
        .n = grid->n,
        .block_n = grid->block_n,
        .k = plan->sizes.k,
        .threads = grid->threads,
        .blocks = grid->blocks,
        .words = grid->words,
        .part = grid->part,
        .passes = plan->sizes.passes,
        .op = OP_ADD,
        .inclusive = grid->inclusive,
        .arrays_count = plan->arrays_count,
        .in = grid->in,
        .out = grid->out,
        .event_limit = event_limit(grid->block_n),
    };

    memcpy(launch.scratch, grid->own, sizeof launch.scratch);
    return launch;
}

Word *launch_arrays_copy(const Launch *launch)
{
    size_t count = 0;

    for (int a = 0; a < launch->arrays_count; ++a)
        count += launch->arrays[a].words;
    Word *words = base_alloc(count + 1, sizeof *words), *to = words;
    for (int a = 0; a < launch->arrays_count; ++a) {
        const GlobalArray *array = &launch->arrays[a];
        memcpy(to, array->data, array->words * sizeof(Word));
        to += array->words;
    }
    return words;
}

void launch_arrays_restore(const Launch *launch, const Word *words)
{
    for (int a = 0; a < launch->arrays_count; ++a) {
        const GlobalArray *array = &launch->arrays[a];
        memcpy(array->data, words, array->words * sizeof(Word));
        words += array->words;
    }
}

uint32_t launch_block_n(const Launch *launch, uint32_t block)
{
    uint32_t left = launch->n - block * launch->block_n;

    return left < launch->block_n ? left : launch->block_n;
}

void launch_phase(const char *source, int line, PhaseKind kind,
                  char title[LAUNCH_PHASE])
{
    const char *at = source;

    if (kind != PHASE_OTHER) {
        snprintf(title, LAUNCH_PHASE, "%s", trace_phase_title(kind));
        return;
    }
    for (int l = 1; at && l < line; ++l) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    size_t length = at ? strcspn(at, "\n") : 0;
    const char *open = length ? memchr(at, '"', length) : NULL;
    const char *end = open ? at + length : NULL;
    const char *close =
        open ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    snprintf(title, LAUNCH_PHASE, "%.*s", close ? (int)(close - open - 1) : 4,
             close ? open + 1 : "step");
}
