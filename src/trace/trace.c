/* SPDX-License-Identifier: MIT
 *
 * trace - reading a Trace; see trace.h.
 *
 *     steps         b0 s0    b0 s1    b1 s2    b1 s3
 *     snapshots   0        1        2
 *                                   3        4        5
 *
 * Every block has one snapshot more than it has steps, so the one before a step
 * stands at (step + block).
 */
#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

Trace *trace_new(void)
{
    return base_alloc(1, sizeof(Trace));
}

static void run_free(Run *run)
{
    free(run->algorithm);
    free(run->title);
    free(run->summary);
    free(run->condition);
    free(run->device);
    free(run->device_name);
    free(run->command);
    free(run->compiler);
    free(run->refused);
    free(run->uncopied);
    free(run->ended);
}

static void texts_free(Trace *trace)
{
    run_free(&trace->run);
    for (size_t i = 0; i < trace->sources_count; ++i) {
        free(trace->sources[i].name);
        free(trace->sources[i].text);
    }
    for (size_t i = 0; i < trace->arrays_count; ++i)
        free(trace->arrays[i].name);
    for (size_t i = 0; i < trace->variables_count; ++i) {
        free(trace->variables[i].name);
        free(trace->variables[i].type);
    }
    for (size_t i = 0; i < trace->members_count; ++i)
        free(trace->members[i].name);
    for (size_t i = 0; i < trace->locals_count; ++i) {
        free(trace->locals[i].function);
        free(trace->locals[i].name);
        free(trace->locals[i].type);
    }
    for (size_t i = 0; i < trace->grids_count; ++i)
        free(trace->grids[i].title);
    for (size_t i = 0; i < trace->phases_count; ++i)
        free(trace->phases[i].title);
    free(trace->sources);
    free(trace->phases);
    free(trace->members);
    free(trace->locals);
}

void trace_free(Trace *trace)
{
    if (!trace)
        return;
    if (!trace->borrows)
        texts_free(trace);
    free(trace->input);
    free(trace->output);
    free(trace->output_interval);
    free(trace->arrays);
    free(trace->variables);
    free(trace->local_changes);
    free(trace->grids);
    free(trace->blocks);
    free(trace->steps);
    free(trace->instructions);
    free(trace->accesses);
    free(trace->sums);
    for (size_t i = 0; i < trace->results_count; ++i)
        sum_result_free(&trace->results[i]);
    free(trace->results);
    free(trace->snapshot_values);
    free(trace->snapshot_intervals);
    free(trace);
}

bool trace_is_program(const Trace *trace)
{
    return trace->run.origin == ORIGIN_PROGRAM;
}

bool trace_is_of_gpu(const Trace *trace)
{
    return trace_is_program(trace) && strcmp(trace->run.device, "gpu") == 0;
}

/* TEXT; NULL if there is none. */
static const char *unless_empty(const char *text)
{
    return text && text[0] ? text : NULL;
}

const char *trace_refused(const Trace *trace)
{
    return unless_empty(trace->run.refused);
}

const char *trace_uncopied(const Trace *trace)
{
    return unless_empty(trace->run.uncopied);
}

const char *trace_ended(const Trace *trace)
{
    return unless_empty(trace->run.ended);
}

bool trace_is_cut(const Trace *trace, uint32_t g)
{
    return trace->run.unfinished && g + 1 == trace->grids_count;
}

const char *trace_phase_title(PhaseKind kind)
{
    static const char *const titles[PHASE_KINDS] = {
        [PHASE_OTHER] = "",
        [PHASE_LOAD] = "load",
        [PHASE_UPSWEEP] = "up-sweep",
        [PHASE_ADD] = "add",
        [PHASE_CLEAR] = "clear",
        [PHASE_DOWNSWEEP] = "down-sweep",
        [PHASE_WRITE_BACK] = "write back",
    };
    return titles[kind];
}

PhaseKind trace_phase_named(const char *title)
{
    int kind = PHASE_KINDS - 1;

    while (kind > PHASE_OTHER &&
           strcmp(trace_phase_title((PhaseKind)kind), title) != 0)
        --kind;
    return (PhaseKind)kind;
}

uint16_t trace_phase_add(Trace *trace, PhaseKind kind, const char *title)
{
    Phase phase = {printable_line(
                       kind == PHASE_OTHER ? title : trace_phase_title(kind)),
                   (uint8_t)kind};

    for (size_t i = 0; i < trace->phases_count; ++i)
        if (trace->phases[i].kind == kind &&
            strcmp(trace->phases[i].title, phase.title) == 0) {
            free(phase.title);
            return (uint16_t)i;
        }
    BASE_CHECK(trace->phases_count < UINT16_MAX);
    base_push(trace, phases, phase);
    return (uint16_t)(trace->phases_count - 1);
}

const Block *trace_block(const Trace *trace, const Step *step)
{
    return trace->blocks + step->block;
}

const Grid *trace_grid(const Trace *trace, const Step *step)
{
    return trace->grids + trace_block(trace, step)->grid;
}

const Source *trace_source(const Trace *trace, const Step *step)
{
    return trace->sources + trace_grid(trace, step)->source;
}

const Source *trace_source_of(const Trace *trace, const Instruction *at)
{
    return trace->sources + at->source;
}

bool trace_has_places(const Trace *trace, const Instruction *at)
{
    if (!trace_is_program(trace))
        return false;
    for (size_t i = 0; i < trace->instructions_count && at->place == 0; ++i) {
        const Instruction *other = trace->instructions + i;
        if (other->site == at->site && other->source == at->source &&
            other->place > 0)
            return true;
    }
    return at->place > 0;
}

const Variable *trace_variable_at(const Trace *trace, uint32_t grid,
                                  uint32_t cell)
{
    uint64_t byte = (uint64_t)cell * sizeof(Word);
    const Variable *best = NULL;

    for (size_t i = 0; i < trace->variables_count; ++i) {
        const Variable *variable = trace->variables + i;
        uint64_t end = (uint64_t)variable->first + variable->bytes;
        if (variable->grid != grid || end <= byte ||
            variable->first >= byte + sizeof(Word))
            continue;
        if (variable->first <= byte)
            return variable;
        if (!best)
            best = variable;
    }
    return best;
}

void trace_block_instructions(const Trace *trace, const Block *block,
                              uint32_t *first, uint32_t *end)
{
    const Step *step = trace->steps + block->first_step;

    *first = *end = block->step_count ? step->first_instruction : 0;
    for (uint32_t s = 0; s < block->step_count; ++s)
        *end += step[s].instruction_count;
}

void trace_grid_blocks(const Trace *trace, uint32_t grid, uint32_t *first,
                       uint32_t *end)
{
    uint32_t b = 0;

    while (b < trace->blocks_count && trace->blocks[b].grid < grid)
        ++b;
    *first = b;
    while (b < trace->blocks_count && trace->blocks[b].grid == grid)
        ++b;
    *end = b;
}

uint32_t trace_source_add(Trace *trace, const char *name, const char *text)
{
    for (size_t i = 0; i < trace->sources_count; ++i)
        if (strcmp(trace->sources[i].name, name) == 0)
            return (uint32_t)i;
    Source source = {printable_line(name), printable_lines(text)};
    base_push(trace, sources, source);
    return (uint32_t)trace->sources_count - 1;
}

bool trace_grid_is_whole(const Trace *trace, uint32_t grid)
{
    uint32_t first, end;

    trace_grid_blocks(trace, grid, &first, &end);
    return end - first == trace->grids[grid].blocks;
}

bool trace_is_whole(const Trace *trace)
{
    size_t launched = 0;

    for (size_t g = 0; g < trace->grids_count; ++g)
        launched += trace->grids[g].blocks;
    return launched == trace->blocks_count;
}

uint32_t *trace_order(const Trace *trace)
{
    size_t count = trace->instructions_count;
    size_t i = 0;

    while (i < count && trace->instructions[i].time == i)
        ++i;
    if (i == count)
        return NULL;
    uint32_t *order = base_alloc(count, sizeof *order);
    for (i = 0; i < count; ++i)
        order[trace->instructions[i].time] = (uint32_t)i;
    return order;
}

uint32_t trace_pair_index(const Access *access)
{
    return access->cell / PAIR_STATES;
}

uint32_t trace_pair_state(const Access *access)
{
    return access->cell % PAIR_STATES;
}

const char *trace_phase(const Trace *trace, const Step *step)
{
    return trace->phases[step->phase].title;
}

PhaseKind trace_phase_kind(const Trace *trace, const Step *step)
{
    return (PhaseKind)trace->phases[step->phase].kind;
}

void trace_step_name(const Trace *trace, const Step *step,
                     const char *separator, Text *text)
{
    text_add(text, "%s", trace_phase(trace, step));
    if (step->level == 0)
        return;
    text_add(text, "%s", separator);
    if (!trace_is_program(trace)) {
        text_add(text, "level %d", (int)step->level);
        return;
    }
    text_add_ordinal(text, (uint32_t)step->level);
    text_add(text, " time");
}

void trace_place_name(const Trace *trace, const Instruction *at,
                      const char *separator, Text *text)
{
    if (!trace_has_places(trace, at))
        return;
    text_add(text, "%s", separator);
    text_add_ordinal(text, at->place + 1u);
    text_add(text, " access");
}

void trace_line_name(const Trace *trace, const Instruction *at, Text *text)
{
    text_add(text, "line %u", at->site);
    if (at->source != trace_grid(trace, trace_step(trace, at))->source)
        text_add(text, " of %s", trace_source_of(trace, at)->name);
    trace_place_name(trace, at, " (", text);
    if (trace_has_places(trace, at))
        text_add(text, ")");
}

const Access *trace_accesses(const Trace *trace, const Instruction *at)
{
    return trace->accesses + at->first_access;
}

uint32_t trace_lanes(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    uint32_t lanes = 0;

    for (int i = 0; i < at->lanes; ++i)
        lanes += i == 0 || access[i].lane != access[i - 1].lane;
    return lanes;
}

const Step *trace_step(const Trace *trace, const Instruction *at)
{
    return trace->steps + at->step;
}

uint32_t trace_thread(const Trace *trace, const Instruction *at,
                      const Access *access)
{
    return at->warp * trace->run.k + access->lane;
}

const AccessTraits *trace_traits(AccessKind kind)
{
    static const AccessTraits traits[ACCESS_KINDS] = {
        [ACCESS_LOAD] = {"load", "loads", "load", SPACE_SHARED, .brings = true,
                         .plain = true},
        [ACCESS_STORE] = {"store", "stores", "store", SPACE_SHARED,
                          .writes = true, .plain = true},
        [ACCESS_GLOAD] = {"global load", "loads", "read ", SPACE_GLOBAL,
                          .brings = true, .plain = true},
        [ACCESS_GSTORE] = {"global store", "stores", "write ", SPACE_GLOBAL,
                           .writes = true, .plain = true},
        [ACCESS_SHFL] = {"shuffle", "shuffles", "shuffle", SPACE_LANES,
                         .brings = true},
        [ACCESS_ATOMIC] = {"atomic", "changes", "count in ", SPACE_GLOBAL,
                           .brings = true, .writes = true, .counts = true,
                           .orders = true},
        [ACCESS_PUBLISH] = {"publish", "publishes", "publish", SPACE_GLOBAL,
                            .writes = true, .pair = true},
        [ACCESS_CHANGE] = {"shared atomic", "changes", "change", SPACE_SHARED,
                           .brings = true, .writes = true, .serial = true},
        [ACCESS_COUNT] = {"shared count", "counts in", "count", SPACE_SHARED,
                          .brings = true, .writes = true},
        [ACCESS_AWAIT] = {"await", "awaits", "look back", SPACE_GLOBAL,
                          .brings = true, .pair = true, .orders = true},
    };
    return traits + kind;
}

const AccessTraits *trace_traits_of(const Instruction *at)
{
    return trace_traits((AccessKind)at->kind);
}

bool trace_is_shared(const Instruction *at)
{
    return trace_traits_of(at)->space == SPACE_SHARED;
}

bool trace_is_global(const Instruction *at)
{
    return trace_traits_of(at)->space == SPACE_GLOBAL;
}

bool trace_is_load(const Instruction *at)
{
    return trace_is_shared(at) && trace_traits_of(at)->brings;
}

bool trace_is_store(const Instruction *at)
{
    return trace_is_shared(at) && trace_traits_of(at)->writes;
}

/* True if AT touches single words of global memory, and brings or writes them
 * as is said. */
static bool is_of_words(const Instruction *at, bool brings, bool writes)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->space == SPACE_GLOBAL && !is->pair && is->brings == brings &&
           is->writes == writes;
}

bool trace_is_global_load(const Instruction *at)
{
    return is_of_words(at, true, false);
}

bool trace_is_global_store(const Instruction *at)
{
    return is_of_words(at, false, true);
}

bool trace_is_update(const Instruction *at)
{
    return is_of_words(at, true, true);
}

bool trace_is_shuffle(const Instruction *at)
{
    return trace_traits_of(at)->space == SPACE_LANES;
}

const Sum *trace_sums(const Trace *trace, const Access *access)
{
    size_t wanted = (size_t)(access - trace->accesses);
    size_t low = 0, high = trace->sums_count;

    if (access->sums == 0)
        return NULL;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (trace->sums[middle].access < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return trace->sums + low;
}

const Sum *trace_last_sum(const Trace *trace, const Access *access)
{
    const Sum *first = trace_sums(trace, access);

    return first ? first + access->sums - 1 : NULL;
}

const Instruction *trace_instruction_of(const Trace *trace, size_t access)
{
    size_t low = 0, high = trace->instructions_count;

    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (trace->instructions[middle].first_access <= access)
            low = middle;
        else
            high = middle;
    }
    return &trace->instructions[low];
}

bool trace_sum_is_of_words(const Trace *trace, const Sum *sum)
{
    const Access *low = &trace->accesses[sum->access], *high = low + 1;

    if (!trace_is_program(trace) || trace->run.op == OP_INTERVAL)
        return true;
    if (low->bytes != TRACE_WORD)
        return false;
    if (sum->access + 1 >= trace->accesses_count || high->lane != low->lane ||
        high->cell != low->cell + 1 || high->sums > 0 ||
        high->interval != low->interval || !interval_is_range(low->interval))
        return true;
    const Instruction *at = trace_instruction_of(trace, sum->access);
    return sum->access + 1 == at->first_access + at->lanes;
}

bool trace_is_sum(const Trace *trace, const Sum *sum, const Access *access)
{
    return interval_join(sum->left_interval, sum->right_interval) ==
               access->interval &&
           (op_apply(trace->run.op, sum->left, sum->right) == access->value ||
            !trace_sum_is_of_words(trace, sum));
}

bool trace_is_new_sum(const Trace *trace, const Access *access)
{
    const Sum *sum = trace_sums(trace, access);

    for (int i = 0; i < access->sums; ++i, ++sum)
        if (trace_is_sum(trace, sum, access))
            return true;
    return false;
}

/* Where the snapshot before step S begins in both arrays. */
static size_t snapshot_offset(const Trace *trace, uint32_t step)
{
    BASE_CHECK(step <= trace->steps_count);
    size_t index = step < trace->steps_count ? step + trace->steps[step].block
                                             : trace->snapshots_count - 1;
    BASE_CHECK(index < trace->snapshots_count);
    return index * trace->run.words;
}

const Word *trace_snapshot(const Trace *trace, uint32_t step)
{
    return trace->snapshot_values + snapshot_offset(trace, step);
}

const Word *trace_snapshot_intervals(const Trace *trace, uint32_t step)
{
    return trace->snapshot_intervals + snapshot_offset(trace, step);
}

const Word *trace_snapshot_after(const Trace *trace, uint32_t step)
{
    BASE_CHECK(step < trace->steps_count);
    return trace_snapshot(trace, step) + trace->run.words;
}

const Word *trace_snapshot_intervals_after(const Trace *trace, uint32_t step)
{
    BASE_CHECK(step < trace->steps_count);
    return trace_snapshot_intervals(trace, step) + trace->run.words;
}

Word trace_byte_bits(uint8_t bytes)
{
    static const Word bits[TRACE_WORD + 1] = {
        0x00000000, 0x000000ff, 0x0000ff00, 0x0000ffff, 0x00ff0000, 0x00ff00ff,
        0x00ffff00, 0x00ffffff, 0xff000000, 0xff0000ff, 0xff00ff00, 0xff00ffff,
        0xffff0000, 0xffff00ff, 0xffffff00, 0xffffffff};

    return bits[bytes & TRACE_WORD];
}

void trace_store(const Access *access, Word *value, Word *interval)
{
    if (value && access->bytes == TRACE_WORD) {
        *value = access->value;
    } else if (value) {
        Word bits = trace_byte_bits(access->bytes);
        *value = (*value & ~bits) | (access->value & bits);
    }
    if (interval)
        *interval =
            access->bytes == TRACE_WORD ? access->interval : INTERVAL_TOP;
}

void trace_replay(const Trace *trace, const Instruction *at, Word *values,
                  Word *intervals)
{
    const Access *access = trace_accesses(trace, at);

    if (!trace_is_store(at))
        return;
    for (int i = 0; i < at->lanes; ++i, ++access)
        trace_store(access, values ? values + access->cell : NULL,
                    intervals ? intervals + access->cell : NULL);
}

void trace_memory(const Trace *trace, size_t position, Word *values,
                  Word *intervals)
{
    BASE_CHECK(position <= trace->instructions_count);
    uint32_t step = position ? trace->instructions[position - 1].step : 0;
    size_t bytes = trace->run.words * sizeof(Word);

    if (bytes == 0)
        return;
    if (values)
        memcpy(values, trace_snapshot(trace, step), bytes);
    if (intervals)
        memcpy(intervals, trace_snapshot_intervals(trace, step), bytes);
    if (position == 0)
        return;
    for (size_t i = trace->steps[step].first_instruction; i < position; ++i)
        trace_replay(trace, trace->instructions + i, values, intervals);
}

/* False and ERROR if a cell of two memories differs. */
static bool same_memory(uint32_t step, const char *what, const Word *replayed,
                        const Word *recorded, uint32_t words, Error *error)
{
    if (words == 0 || memcmp(replayed, recorded, words * sizeof(Word)) == 0)
        return true;

    uint32_t cell = 0;
    while (replayed[cell] == recorded[cell])
        ++cell;
    return error_set(error, ERROR_FAILED,
                     "after step %u cell %u holds the %s 0x%08x, but the "
                     "stores recorded so far give 0x%08x: the recording is "
                     "not consistent; record it again",
                     step, cell, what, recorded[cell], replayed[cell]);
}

bool trace_check(const Trace *trace, Error *error)
{
    uint32_t words = trace->run.words;
    Word *values = base_alloc((size_t)words + 1, sizeof *values);
    Word *intervals = base_alloc((size_t)words + 1, sizeof *intervals);
    bool same = true;

    for (uint32_t s = 0; s < trace->steps_count && same; ++s) {
        const Step *step = trace->steps + s;
        if (words && (s == 0 || step->block != step[-1].block)) {
            memcpy(values, trace_snapshot(trace, s), words * sizeof(Word));
            memcpy(intervals, trace_snapshot_intervals(trace, s),
                   words * sizeof(Word));
        }
        for (uint32_t i = 0; i < step->instruction_count; ++i)
            trace_replay(trace,
                         trace->instructions + step->first_instruction + i,
                         values, intervals);
        same =
            same_memory(s, "word", values, trace_snapshot_after(trace, s),
                        words, error) &&
            same_memory(s, "interval", intervals,
                        trace_snapshot_intervals_after(trace, s), words, error);
    }
    free(values);
    free(intervals);
    return same;
}

static size_t text_bytes(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

size_t trace_bytes(const Trace *trace)
{
    const Run *run = &trace->run;
    size_t bytes = sizeof *trace;

    bytes += text_bytes(run->algorithm) + text_bytes(run->title) +
             text_bytes(run->summary) + text_bytes(run->condition) +
             text_bytes(run->device) + text_bytes(run->device_name) +
             text_bytes(run->command) + text_bytes(run->compiler) +
             text_bytes(run->refused) + text_bytes(run->uncopied) +
             text_bytes(run->ended);
    for (size_t i = 0; i < trace->sources_count; ++i)
        bytes += sizeof *trace->sources + text_bytes(trace->sources[i].name) +
                 text_bytes(trace->sources[i].text);
    bytes += trace->arrays_capacity * sizeof *trace->arrays;
    for (size_t i = 0; i < trace->arrays_count; ++i)
        bytes += text_bytes(trace->arrays[i].name);
    bytes += trace->members_capacity * sizeof *trace->members;
    for (size_t i = 0; i < trace->members_count; ++i)
        bytes += text_bytes(trace->members[i].name);
    bytes += trace->variables_capacity * sizeof *trace->variables;
    for (size_t i = 0; i < trace->variables_count; ++i)
        bytes += text_bytes(trace->variables[i].name) +
                 text_bytes(trace->variables[i].type);
    bytes += trace->locals_capacity * sizeof *trace->locals;
    for (size_t i = 0; i < trace->locals_count; ++i)
        bytes += text_bytes(trace->locals[i].function) +
                 text_bytes(trace->locals[i].name) +
                 text_bytes(trace->locals[i].type);
    bytes += trace->local_changes_capacity * sizeof *trace->local_changes;
    bytes += trace->grids_capacity * sizeof *trace->grids;
    for (size_t i = 0; i < trace->grids_count; ++i)
        bytes += text_bytes(trace->grids[i].title);
    bytes += trace->blocks_capacity * sizeof *trace->blocks;
    bytes += (size_t)run->n * 3 * sizeof(Word);
    bytes += trace->phases_capacity * sizeof *trace->phases;
    for (size_t i = 0; i < trace->phases_count; ++i)
        bytes += text_bytes(trace->phases[i].title);
    bytes += trace->steps_capacity * sizeof *trace->steps;
    bytes += trace->instructions_capacity * sizeof *trace->instructions;
    bytes += trace->accesses_capacity * sizeof *trace->accesses;
    bytes += trace->sums_capacity * sizeof *trace->sums;
    bytes += trace->snapshots_count * run->words * 2 * sizeof(Word);
    return bytes;
}
