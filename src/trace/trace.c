/* SPDX-License-Identifier: MIT
 *
 * trace - what a Trace holds, and who belongs to whom; see trace.h.
 */
#include "trace/trace.h"

#include "trace/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool trace_check_banks(uint32_t k, Error *error)
{
    return (k >= 2 && k <= TRACE_MAX_BANKS && base_is_power_of_two(k)) ||
           error_set(error, ERROR_USAGE,
                     "-k %u: not a power of two from 2 to %d; write one", k,
                     TRACE_MAX_BANKS);
}

bool trace_tells_sums(const Trace *trace)
{
    return trace->run.origin == ORIGIN_CATALOG;
}

bool trace_is_typed(const Trace *trace)
{
    bool typed = trace->variables_count > 0;

    for (size_t a = 0; a < trace->arrays_count && !typed; ++a)
        typed = trace->arrays[a].element != ELEMENT_OTHER ||
                trace->arrays[a].element_bytes > 0;
    return typed && trace->run.op != OP_INTERVAL;
}

bool trace_is_of_gpu(const Trace *trace)
{
    return trace->run.origin == ORIGIN_PROGRAM &&
           strcmp(trace->run.device, "gpu") == 0;
}

/* TEXT; NULL if there is none. */
static const char *unless_empty(const char *text)
{
    return text && text[0] ? text : NULL;
}

const char *trace_command(const Trace *trace)
{
    return unless_empty(trace->run.command);
}

const char *trace_title(const Trace *trace)
{
    return trace_command(trace) ? trace->run.algorithm : trace->run.title;
}

const char *trace_refused(const Trace *trace)
{
    return unless_empty(trace->run.refused);
}

const char *trace_uncopied(const Trace *trace)
{
    return unless_empty(trace->run.uncopied);
}

bool trace_next_operation(const Trace *trace, const char **at,
                          Operation *operation)
{
    unsigned source = 0, line = 0;
    int start = 0;

    if (!*at)
        *at = trace->run.arithmetic ? trace->run.arithmetic : "";
    if (!**at)
        return false;
    sscanf(*at, "%9u %9u %n", &source, &line, &start);
    const char *what = *at + start, *end = strstr(what, "; ");
    bool known = start > 0 && source < trace->sources_count &&
                 line <= trace_lines(trace->sources + source);
    if (!end)
        end = what + strlen(what);
    *operation = (Operation){known ? source : 0, known ? line : 0, what,
                             (int)(end - what)};
    *at = end + strspn(end, "; ");
    return true;
}

void trace_write_operation(const Trace *trace, const Operation *operation,
                           Text *text)
{
    if (operation->line)
        text_add(text, "%s:%u: ", trace->sources[operation->source].name,
                 operation->line);
    text_add_bytes(text, operation->what, (size_t)operation->length);
}

const char *trace_left_out(const Trace *trace)
{
    return unless_empty(trace->run.left_out);
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
        [PHASE_GRID] = "",
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
    const char *known = trace_phase_title(kind);
    Phase phase = {printable_line(known[0] ? known : title), (uint8_t)kind};

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

const char *trace_line_of(const Trace *trace, const Instruction *at,
                          size_t *length)
{
    const char *line = trace_source_of(trace, at)->text;

    for (uint32_t i = 1; i < at->site && *line; ++i) {
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    *length = strcspn(line, "\n");
    return line;
}

uint32_t trace_lines(const Source *source)
{
    uint32_t lines = 1;

    for (const char *at = source->text; *at; ++at)
        lines += *at == '\n';
    return lines < LIMITS_LINES ? lines : LIMITS_LINES;
}

bool trace_has_places(const Trace *trace, const Instruction *at)
{
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

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

void trace_rank_times(Trace *trace)
{
    size_t count = trace->instructions_count;
    uint64_t *keys = base_alloc(count + 1, sizeof *keys);

    for (size_t i = 0; i < count; ++i)
        keys[i] = (uint64_t)trace->instructions[i].time << 32 | i;
    qsort(keys, count, sizeof *keys, by_number);
    for (size_t rank = 0; rank < count; ++rank)
        trace->instructions[(uint32_t)keys[rank]].time = (uint32_t)rank;
    free(keys);
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
    trace_step_count(trace, step, text);
}

void trace_step_count(const Trace *trace, const Step *step, Text *text)
{
    PhaseKind kind = trace_phase_kind(trace, step);
    bool counts = kind != PHASE_UPSWEEP && kind != PHASE_CLEAR &&
                  kind != PHASE_DOWNSWEEP && trace_command(trace);

    if (!counts) {
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
    trace_place_name(trace, at, ", ", text);
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

uint32_t trace_warp_lanes(const Trace *trace, const Instruction *at)
{
    int64_t k = trace->run.k;
    int64_t lanes = (int64_t)trace_grid(trace, trace_step(trace, at))->threads -
                    at->warp * k;

    return (uint32_t)(lanes < 0 ? 0 : lanes < k ? lanes : k);
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

    if (!trace_is_typed(trace))
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

/* ---- Traits of accesses --------------------------------------------------*/

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
                           .brings = true, .writes = true},
        [ACCESS_CHANGE] = {"shared atomic", "changes", "change", SPACE_SHARED,
                           .brings = true, .writes = true, .serial = true},
        [ACCESS_COUNT] = {"shared count", "counts in", "count", SPACE_SHARED,
                          .brings = true, .writes = true},
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

    return is->space == SPACE_GLOBAL && is->brings == brings &&
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
