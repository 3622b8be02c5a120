/* SPDX-License-Identifier: MIT
 *
 * A launch is read twice.  The first pass checks its records and notes where
 * each block's are; the second, block after block, adds the rows:
 *
 *     log      BLOCK 0  ACCESS 0  BLOCK 1  ACCESS 1  BARRIER 0  ACCESS 0
 *     refs     0: BLOCK ACCESS BARRIER ACCESS   1: BLOCK ACCESS
 *
 * The log does not hold what shared memory was at first.  A byte that is read
 * before it is stored shows it, and so does the rest of a word of which a part
 * is stored.
 */
#include "program/program_trace.h"

#include "program/log_reader.h"
#include "program/trace_making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Second pass: a launch ------------------------------------------------*/

/* Sorts the references by block; they are in the order of the log, and each
 * block's stay so. */
static void sort_refs(LaunchWork *work)
{
    size_t *next = base_alloc((size_t)work->blocks + 1, sizeof *next);
    Ref *sorted = base_alloc(work->refs_count + 1, sizeof *sorted);

    for (size_t i = 0; i < work->refs_count; ++i)
        ++next[work->refs[i].block + 1];
    for (uint32_t b = 0; b < work->blocks; ++b)
        next[b + 1] += next[b];
    for (size_t i = 0; i < work->refs_count; ++i)
        sorted[next[work->refs[i].block]++] = work->refs[i];
    free(next);
    free(work->refs);
    work->refs = sorted;
    work->refs_capacity = work->refs_count + 1;
}

/* The source of the launch's kernel. */
static uint32_t kernel_source(Making *making)
{
    LaunchWork *work = making->launch;
    const ProgramFacts *facts = making->facts;
    LogRecord record;

    if (work->first_access &&
        log_reader_again(&making->reader, work->first_access, &record) &&
        record.head.kind == RECORD_ACCESS &&
        record.access.site < making->lines.sites_count &&
        making->lines.sites[record.access.site].known) {
        uint8_t outer = making->lines.sites[record.access.site].outer;
        if (!facts->numbers ||
            !base_ends_with(facts->sources[outer].name, ".sass"))
            return outer;
    }
    for (size_t s = 0; s < facts->sources_count; ++s)
        if (strcmp(facts->sources[s].name, work->launch.file) == 0)
            return (uint32_t)s;
    return 0;
}

/* What a launch stores to. */
static void note_outputs(const LaunchWork *work, ProgramOutputs *outputs)
{
    for (uint32_t a = 0; a < LIMITS_ARRAYS; ++a)
        outputs->arrays[a] = outputs->touched[a] = PROGRAM_NO_ARRAY;
    for (uint32_t a = 0; a < work->arrays_count; ++a) {
        uint32_t number = work->arrays[a].record.number;
        outputs->touched[work->arrays[a].index] = number;
        if (work->arrays[a].stored)
            outputs->arrays[work->arrays[a].index] = number;
    }
}

static bool add_grid(Making *making)
{
    LaunchWork *work = making->launch;
    Trace *trace = making->trace;
    uint32_t words = (uint32_t)((work->shared + WORD_BYTES - 1) / WORD_BYTES);
    Grid grid = {.n = 1,
                 .blocks = work->blocks,
                 .threads = work->threads,
                 .words = words};

    for (uint32_t a = 0; a < work->arrays_count; ++a)
        if (!making_find_array(making, work->arrays + a))
            return false;
    const LaunchArray *in = making_input(work), *out = making_output(work);
    /* until arrays are arranged: LIMITS_ARRAYS for none */
    grid.in = in ? in->index : LIMITS_ARRAYS;
    grid.out = out ? out->index : LIMITS_ARRAYS;
    if (in) {
        uint64_t n = in->record.bytes / WORD_BYTES;
        grid.n = (uint32_t)(n < 1                ? 1
                            : n > INTERVAL_MAX_N ? INTERVAL_MAX_N
                                                 : n);
    }
    if (work->number == 1)
        making->input = in ? in->before : 0;
    making->output = out ? out->after : 0;
    if (making->facts->outputs)
        note_outputs(work, &making->facts->outputs[trace->grids_count]);
    grid.block_n = (grid.n + grid.blocks - 1) / grid.blocks;
    grid.source = kernel_source(making);
    grid.title = printable_name(work->launch.kernel, "kernel", LIMITS_NAME);
    memcpy(grid.extents, work->launch.grid, sizeof grid.extents);
    memcpy(grid.block_extents, work->launch.block, sizeof grid.block_extents);
    base_push(trace, grids, grid);
    if (words > trace->run.words)
        trace->run.words = words;
    if (work->threads > trace->run.threads)
        trace->run.threads = work->threads;
    return true;
}

/* False if all snapshots, this launch's included, would take more memory than a
 * trace may. */
static bool check_snapshots(Making *making, uint64_t steps)
{
    const Trace *trace = making->trace;
    uint64_t words = trace->run.words;
    uint64_t most = limits_snapshots(making->bytes) / (2 * WORD_BYTES);

    return (words == 0 || steps <= most / words) ||
           error_set(making->error, ERROR_FAILED,
                     "%u cells of shared memory at %llu steps exceed the limit "
                     "of a trace; use less shared memory, " LOG_ADVICE,
                     trace->run.words, (unsigned long long)steps);
}

static bool add_record(Making *making, BlockWork *block, const Ref *ref)
{
    LogRecord record;
    const SiteLine *sites = making->lines.sites;

    if (!log_reader_again(&making->reader, ref->at, &record))
        return false;
    if (record.head.kind == RECORD_ACCESS && record.access.block == ref->block)
        return making_add_rows(making, block, &record.access);
    if (record.head.kind == RECORD_LOCALS && record.locals.block == ref->block)
        return making_add_changes(making, block, &record.locals);
    if (record.head.kind != RECORD_BARRIER ||
        record.barrier.site >= making->lines.sites_count)
        return log_reader_refuse(&making->reader, "block %u begins twice",
                                 ref->block);
    making_end_step(making->trace);
    return making_add_step(making, block, sites + record.barrier.site,
                           record.barrier.of_grid != 0);
}

static bool begins_block(Making *making, const Ref *ref, uint64_t *shared)
{
    LogRecord record;

    if (!log_reader_again(&making->reader, ref->at, &record))
        return false;
    *shared = record.block.shared;
    return (record.head.kind == RECORD_BLOCK ||
            log_reader_refuse(&making->reader, "block %u has not begun",
                              ref->block));
}

/* Adds the block whose COUNT records are at REFS. */
static bool add_block_rows(Making *making, const Ref *refs, size_t count)
{
    Trace *trace = making->trace;
    size_t words = trace->grids[trace->grids_count - 1].words;
    BlockWork *block;
    uint64_t shared;
    size_t changes = trace->local_changes_count;
    size_t accesses = trace->accesses_count;
    size_t instructions = trace->instructions_count;
    Block row = {.grid = (uint32_t)trace->grids_count - 1,
                 .index = refs->block,
                 .first_step = (uint32_t)trace->steps_count};

    if (!begins_block(making, refs, &shared))
        return false;
    block = base_alloc(1, sizeof *block);
    block->shared = shared;
    block->words = base_alloc(words + 1, sizeof(Word));
    block->known = base_alloc(words + 1, 1);
    block->initial = base_alloc(words + 1, sizeof(Word));
    block->taken = base_alloc(making->launch->threads, sizeof *block->taken);
    base_push(trace, blocks, row);
    base_push(making, initial, block->initial);
    bool good = making_add_step(making, block, NULL, false);
    for (size_t i = 1; good && i < count; ++i)
        good = add_record(making, block, refs + i);
    good = good && making_end_changes(making, changes);
    if (good) {
        making_end_words(making, block, instructions, accesses);
        good = making_end_block(making, block);
    }
    free(block->steps);
    free(block->taken);
    free(block->words);
    free(block->known);
    free(block);
    return good;
}

/* A block that did nothing before its first barrier, or at all, has a first
 * step without a name: it gets the name that the launch's other blocks have. */
static void name_starts(Trace *trace, size_t first_block)
{
    uint16_t start = trace_phase_add(trace, PHASE_OTHER, "start");
    const Step *named = NULL;

    for (size_t b = first_block; b < trace->blocks_count && !named; ++b) {
        const Step *step = trace->steps + trace->blocks[b].first_step;
        named = step->phase != start ? step : NULL;
    }
    for (size_t b = first_block; named && b < trace->blocks_count; ++b) {
        Step *step = trace->steps + trace->blocks[b].first_step;
        if (step->phase != start)
            continue;
        step->phase = named->phase;
        step->site = named->site;
        step->level = named->level;
    }
}

/* Makes room for what the launch has. */
static void reserve(Making *making)
{
    const LaunchWork *work = making->launch;
    Trace *trace = making->trace;

    base_reserve(trace, instructions, work->accesses);
    base_reserve(making, order, work->accesses);
    base_reserve(trace, accesses, work->words);
    base_reserve(trace, local_changes, work->changes);
    if (making->facts->words)
        base_reserve(making->facts->words, places, work->words);
}

static bool end_launch(Making *making)
{
    LaunchWork *work = making->launch;
    LogReader reader = making->reader;
    Trace *trace = making->trace;
    size_t first_block = trace->blocks_count;
    bool good;

    if (!work)
        return true;
    source_lines_number(&making->lines, work->number);
    sort_refs(work);
    good = add_grid(making) &&
           check_snapshots(making, trace->steps_count + trace->blocks_count +
                                       2 * work->steps);
    if (good) {
        making_add_variables(making);
        reserve(making);
    }
    for (size_t i = 0, end; good && i < work->refs_count; i = end) {
        end = i + 1;
        while (end < work->refs_count &&
               work->refs[end].block == work->refs[i].block)
            ++end;
        good = add_block_rows(making, work->refs + i, end - i);
    }
    if (good)
        name_starts(trace, first_block);
    making_free_launch(work);
    making->launch = NULL;
    making->reader = reader;
    return good;
}

/* ---- The whole log --------------------------------------------------------*/

static bool read_record(Making *making, const LogRecord *record)
{
    ProgramRecordKind kind = (ProgramRecordKind)record->head.kind;

    if (kind == RECORD_FUNCTION || kind == RECORD_WHOLE ||
        kind == RECORD_MODULE || kind == RECORD_CODE || kind == RECORD_VALUES ||
        kind == RECORD_LINES || kind == RECORD_KERNELS ||
        kind == RECORD_OBJECTS || kind == RECORD_PLACES ||
        kind == RECORD_ALLOCATIONS)
        return true;
    if (kind == RECORD_SITE)
        return making_add_site(making, &record->site);
    if (kind == RECORD_GROUP) {
        making->group = record->group.number;
        return end_launch(making);
    }
    if (kind == RECORD_LAUNCH)
        return end_launch(making) &&
               (record->launch.trial != making->facts->trial ||
                making->group != making->facts->group ||
                making_begin_launch(making, &record->launch));
    if (!making->launch) /* of another trial or group */
        return making->launches > 0 || making->facts->trial > 0 ||
               making->facts->group > 0 ||
               log_reader_refuse(&making->reader, "no launch has begun");
    switch (kind) {
    case RECORD_ARRAY:
        return making_add_array(making, &record->array);
    case RECORD_CONTENTS:
        return making_add_contents(making, &record->contents);
    case RECORD_VARIABLE:
        return making_add_variable(making, &record->variable);
    case RECORD_BLOCK:
        return making_add_block(making, record->block.block);
    case RECORD_ACCESS:
        return making_add_access(making, &record->access);
    case RECORD_BARRIER:
        return making_add_barrier(making, &record->barrier);
    case RECORD_LOCALS:
        return making_add_locals(making, &record->locals);
    default:
        making->launch->input = record->end.input;
        if (making->facts->trial > 0)
            making->launch->input = making->launch->launch.input + 1;
        return making_grow_shared(making, record->end.shared_bytes) &&
               end_launch(making);
    }
}

static bool read_log(Making *making)
{
    LogRecord record;
    bool more = true;

    while (more) {
        if (!log_reader_next(&making->reader, &record, &more))
            return false;
        if (more && !read_record(making, &record))
            return false;
    }
    return end_launch(making);
}

/* ---- What follows from all launches ---------------------------------------*/

/* Gives each instruction its place in the order of the log: its record's, and
 * within that its row's. */
static void rank_times(const Making *making)
{
    Trace *trace = making->trace;

    /* places in the log are multiples of 8, and there are fewer than 2^35 */
    for (size_t i = 0; i < trace->instructions_count; ++i)
        trace->instructions[i].time = (uint32_t)(making->order[i] / 8);
    trace_rank_times(trace);
}

/* Copies the contents of an array, at AT in the log, to the n words of TO. */
static bool copy_contents(Making *making, size_t at, Word *to)
{
    LogRecord record;
    uint64_t bytes = making->trace->run.n * (uint64_t)WORD_BYTES;

    if (at == 0)
        return true;
    if (!log_reader_again(&making->reader, at, &record))
        return false;
    if (record.head.kind != RECORD_CONTENTS)
        return log_reader_refuse(&making->reader, "a record is gone");
    if (record.contents.bytes < bytes)
        bytes = record.contents.bytes;
    memcpy(to, making->reader.rest, (size_t)bytes);
    return true;
}

static bool add_elements(Making *making)
{
    Trace *trace = making->trace;
    uint32_t n = trace->run.n;

    trace->input = base_alloc(n, sizeof(Word));
    trace->output = base_alloc(n, sizeof(Word));
    trace->output_interval = base_alloc(n, sizeof(Word));
    for (uint32_t i = 0; i < n; ++i)
        trace->output_interval[i] = INTERVAL_TOP;
    return copy_contents(making, making->input, trace->input) &&
           copy_contents(making, making->output, trace->output);
}

static void add_snapshots(Making *making)
{
    Trace *trace = making->trace;
    size_t words = trace->run.words;
    size_t count = trace->steps_count + trace->blocks_count;

    trace->snapshots_count = count;
    trace->snapshot_values = base_alloc(count * words + 1, sizeof(Word));
    trace->snapshot_intervals = base_alloc(count * words + 1, sizeof(Word));
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        Word *values = trace->snapshot_values + (s + step->block) * words;
        Word *intervals = trace->snapshot_intervals + (s + step->block) * words;
        if (s == 0 || step->block != step[-1].block) {
            const Block *block = trace->blocks + step->block;
            memcpy(values, making->initial[step->block],
                   trace->grids[block->grid].words * WORD_BYTES);
            for (size_t w = 0; w < words; ++w)
                intervals[w] = INTERVAL_UNSET;
        }
        memcpy(values + words, values, words * WORD_BYTES);
        memcpy(intervals + words, intervals, words * WORD_BYTES);
        for (uint32_t i = 0; i < step->instruction_count; ++i)
            trace_replay(trace,
                         trace->instructions + step->first_instruction + i,
                         values + words, intervals + words);
    }
}

static void describe(Making *making)
{
    const ProgramFacts *facts = making->facts;
    Trace *trace = making->trace;
    Run *run = &trace->run;
    const Grid *first = trace->grids;
    const char *name =
        facts->name ? facts->name : base_name(facts->sources[0].name);
    char summary[200];

    snprintf(summary, sizeof summary, "the program %.100s", name);
    run->origin = ORIGIN_PROGRAM;
    run->algorithm = printable_name(name, "program", LIMITS_NAME);
    run->title = printable_line(first->title);
    run->summary = printable_line(summary);
    run->condition = base_strdup("");
    run->device = base_strdup(facts->device ? facts->device : "cpu");
    run->device_name =
        printable_line(facts->device ? facts->device_name : "simulator");
    run->command = printable_line(facts->command ? facts->command : "");
    run->compiler = printable_line(facts->compiler ? facts->compiler : "");
    run->n = first->n;
    run->blocks = first->blocks;
    run->block_n = first->block_n;
    run->op =
        trace->arrays[first->in].element == ELEMENT_F32 ? OP_FADD : OP_ADD;
}

static void tell_left_out(const Making *making)
{
    Text text = {0};

    if (making->left_out == 0)
        return;
    text_add(&text,
             "%llu instructions that access an array after its value %llu were "
             "not recorded",
             (unsigned long long)making->left_out,
             (unsigned long long)making->most_words - 1);
    making->trace->run.left_out = text.text;
}

static bool finish(Making *making)
{
    Trace *trace = making->trace;

    if (trace->blocks_count == 0)
        return error_set(making->error, ERROR_FAILED,
                         "no launch of the program was recorded");
    making_arrange_arrays(making);
    if (!making_fit_arrays(making) ||
        !check_snapshots(making, trace->steps_count + trace->blocks_count))
        return false;
    making_order_locals(making);
    describe(making);
    tell_left_out(making);
    rank_times(making);
    making->trace->blocks_meet = trace_order_differs(making->trace);
    add_snapshots(making);
    return add_elements(making);
}

static bool add_sources(Making *making)
{
    const ProgramFacts *facts = making->facts;

    BASE_CHECK(facts->sources_count >= 1);
    if (facts->sources_count > LIMITS_SOURCES)
        return error_set(making->error, ERROR_FAILED,
                         "the program has %zu files, and the limit of a trace "
                         "is %d; merge some",
                         facts->sources_count, LIMITS_SOURCES);
    for (size_t s = 0; s < facts->sources_count; ++s) {
        const char *name = facts->sources[s].name;
        Source source = {printable_name(strlen(name) < LIMITS_NAME
                                            ? name
                                            : base_name(name),
                                        "?", LIMITS_NAME),
                         printable_lines(facts->sources[s].text)};
        base_push(making->trace, sources, source);
        if (strlen(source.text) > LIMITS_SOURCE)
            return error_set(making->error, ERROR_FAILED,
                             "%.200s: more than %d bytes, the limit of a "
                             "trace; split the file",
                             facts->sources[s].name, LIMITS_SOURCE);
    }
    return true;
}

/* Makes the trace, without accesses of arrays from word MOST_WORDS on, unless
 * the trace has too many words; then *TOO_FAR becomes the number of its arrays.
 */
static Trace *make_trace(const void *log, size_t bytes,
                         const ProgramSymbols *symbols,
                         const ProgramFacts *facts, uint64_t most_words,
                         size_t *too_far, Error *error)
{
    Making making = {.facts = facts,
                     .bytes = bytes,
                     .error = error,
                     .most_words = most_words};
    ProgramLog head;
    bool good;

    making.trace = trace_new();
    making.trace->run.k = facts->lanes ? facts->lanes : PROGRAM_LANES;
    source_lines_begin(&making.lines, symbols, facts);
    good = add_sources(&making) &&
           log_reader_begin(&making.reader, log, bytes, &head, error);
    if (good) {
        making.trace->run.seed = head.seed;
        making.trace->run.launches =
            head.launches <= INT32_MAX ? head.launches : 0;
        good = read_log(&making) && finish(&making);
    }
    making_free_launch(making.launch);
    source_lines_free(&making.lines);
    for (size_t b = 0; b < making.initial_count; ++b)
        free(making.initial[b]);
    free(making.initial);
    free(making.order);
    free(making.locals);
    if (good)
        return making.trace;
    if (making.too_far)
        *too_far = making.trace->arrays_count;
    trace_free(making.trace);
    return NULL;
}

Trace *program_trace(const void *log, size_t bytes,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error)
{
    size_t too_far = 0;
    Trace *trace =
        make_trace(log, bytes, symbols, facts, UINT64_MAX, &too_far, error);

    if (trace || !too_far)
        return trace;
    *error = (Error){0};
    return make_trace(log, bytes, symbols, facts, LIMITS_GLOBAL / too_far,
                      &too_far, error);
}
