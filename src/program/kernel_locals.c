/* SPDX-License-Identifier: MIT */
#include "program/kernel_locals.h"

#include "program/kernel_program.h"
#include "trace/local.h"
#include "trace/value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- Who does what --------------------------------------------------------*/

/* The accesses of each thread of all blocks in its order: numbers of
 * instructions and of accesses. */
typedef struct {
    uint32_t threads;
    uint32_t *starts; /* threads + 1 */
    uint32_t *instructions;
    uint32_t *accesses;
} Threads;

/* The run in the catalog, and the same as a program. */
typedef struct {
    Trace *trace;
    const Trace *program;
    Plan plan;
    uint32_t *first;  /* kernel_program_threads of the trace */
    uint32_t *blocks; /* of each block of the program that of the trace */
    Threads own, other;
    uint32_t *own_of; /* of each access of the program's threads, in the order
                         of OTHER, its place in that of OWN */
} Match;

#define NO_BLOCK UINT32_MAX

static void threads_free(Threads *threads)
{
    free(threads->starts);
    free(threads->instructions);
    free(threads->accesses);
}

/* The block of the trace that is block B of the program; NO_BLOCK: none. */
static uint32_t find_block(const Match *match, uint32_t b)
{
    const Block *block = &match->program->blocks[b];
    uint32_t first, end;

    if (block->grid >= match->trace->grids_count)
        return NO_BLOCK;
    trace_grid_blocks(match->trace, block->grid, &first, &end);
    for (uint32_t i = first; i < end; ++i)
        if (match->trace->blocks[i].index == block->index)
            return i;
    return NO_BLOCK;
}

/* Whose accesses those of AT are: *FIRST is thread 0 of its block.  False if
 * they are of no block of the trace, or of arrays that the kernel lacks. */
static bool find_threads(const Match *match, const Trace *trace,
                         const Instruction *at, uint32_t *first)
{
    uint32_t b = trace_step(trace, at)->block;

    if (trace == match->program) {
        if (trace_is_global(at) &&
            kernel_program_adds(&trace->arrays[at->array]))
            return false;
        b = match->blocks[b];
    }
    if (b == NO_BLOCK)
        return false;
    *first = match->first[b];
    return true;
}

static Threads threads_of(const Match *match, const Trace *trace)
{
    Threads all = {.threads = match->first[match->trace->blocks_count]};
    uint32_t *next, first;

    all.starts = base_alloc((size_t)all.threads + 2, sizeof *all.starts);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        bool taken = find_threads(match, trace, at, &first);
        for (int a = 0; taken && a < at->lanes; ++a)
            ++all.starts[first +
                         trace_thread(trace, at,
                                      trace_accesses(trace, at) + a) +
                         1];
    }
    for (uint32_t t = 0; t < all.threads; ++t)
        all.starts[t + 1] += all.starts[t];
    next = base_memdup(all.starts, (all.threads + 1) * sizeof *next);
    all.instructions =
        base_alloc(trace->accesses_count + 1, sizeof *all.instructions);
    all.accesses = base_alloc(trace->accesses_count + 1, sizeof *all.accesses);
    for (uint32_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (!find_threads(match, trace, at, &first))
            continue;
        for (uint32_t a = at->first_access; a < at->first_access + at->lanes;
             ++a) {
            uint32_t t = first + trace_thread(trace, at, trace->accesses + a);
            all.instructions[next[t]] = i;
            all.accesses[next[t]++] = a;
        }
    }
    free(next);
    return all;
}

/* ---- The same accesses ----------------------------------------------------*/

/* Which array of the trace each array of the program is, in one launch; from 1,
 * 0: not known yet. */
typedef struct {
    uint32_t own[256], other[256];
} ArrayMap;

static bool same_array(ArrayMap *map, uint8_t own, uint8_t other)
{
    if (!map->own[own] && !map->other[other]) {
        map->own[own] = other + 1u;
        map->other[other] = own + 1u;
    }
    return map->own[own] == other + 1u && map->other[other] == own + 1u;
}

/* The accesses of the program that are one of the kernel: a pair of a state and
 * a word has two. */
static uint32_t accesses_of(const Instruction *at)
{
    return trace_traits_of(at)->pair ? 2 : 1;
}

/* Does the program store or load the pair of ACCESS by the accesses from
 * number J on?  What it loads is given to the thread, and not looked at. */
static bool same_pair(const Match *match, const Instruction *at,
                      const Access *access, uint32_t j)
{
    const Trace *program = match->program;
    const Instruction *y = &program->instructions[match->other.instructions[j]];
    const Access *state = &program->accesses[match->other.accesses[j]];
    const Access *word = &program->accesses[match->other.accesses[j + 1]];
    bool stores = at->kind == ACCESS_PUBLISH;

    return y->kind == (stores ? ACCESS_GSTORE : ACCESS_GLOAD) &&
           state->cell == 2 * (access->cell / PAIR_STATES) &&
           word->cell == state->cell + 1 &&
           (!stores || (state->value == access->cell % PAIR_STATES &&
                        word->value == access->value));
}

/* Is access number I of a thread in the trace the one from number J on in the
 * program? */
static bool same_access(const Match *match, ArrayMap *map, uint32_t i,
                        uint32_t j)
{
    const Trace *trace = match->trace, *program = match->program;
    const Instruction *x = &trace->instructions[match->own.instructions[i]];
    const Instruction *y = &program->instructions[match->other.instructions[j]];
    const Access *own = &trace->accesses[match->own.accesses[i]];
    const Access *other = &program->accesses[match->other.accesses[j]];
    uint32_t cell = other->cell;

    if (trace_is_global(x) &&
        (!trace_is_global(y) || !same_array(map, x->array, y->array)))
        return false;
    if (accesses_of(x) == 2)
        return same_pair(match, x, own, j);
    if (trace_is_shuffle(x)) /* a lane; the program's warps have more of them */
        cell %= trace->run.k;
    return x->kind == y->kind && own->cell == cell &&
           (own->value == other->value ||
            kernel_program_gives(trace, &match->plan, x));
}

/* Does thread T, of all, make the same accesses?  Notes which is which. */
static bool same_thread(Match *match, ArrayMap *map, uint32_t t)
{
    uint32_t j = match->other.starts[t], end = match->other.starts[t + 1];

    for (uint32_t i = match->own.starts[t]; i < match->own.starts[t + 1]; ++i) {
        uint32_t count = accesses_of(
            &match->trace->instructions[match->own.instructions[i]]);
        if (j + count > end || !same_access(match, map, i, j))
            return false;
        for (; count > 0; --count)
            match->own_of[j++] = i;
    }
    return j == end;
}

static bool same_run(Match *match)
{
    const Trace *trace = match->trace;
    ArrayMap *maps = base_alloc(trace->grids_count, sizeof *maps);
    bool same = true;

    for (size_t b = 0; b < trace->blocks_count; ++b)
        for (uint32_t t = match->first[b]; same && t < match->first[b + 1]; ++t)
            same = same_thread(match, &maps[trace->blocks[b].grid], t);
    free(maps);
    return same;
}

/* ---- Taking over ----------------------------------------------------------*/

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Does TEXT have NAME as a word, from its kernel on? */
static bool mentions(const char *text, const char *name)
{
    size_t length = strlen(name);
    const char *at = strstr(text, "\nKERNEL(");

    for (at = at ? at + 1 : text; (at = strstr(at, name)); ++at)
        if (!is_word(at[-1]) && !is_word(at[length]))
            return true;
    return false;
}

/* The grid whose kernel LOCAL is a variable of, and not of the dialect under
 * it; grids_count: none. */
static size_t grid_of(const Match *match, const Local *local)
{
    static const char body[] = "_body";
    size_t g = 0;
    char id[64];

    if (local->kind == LOCAL_POINTER || strchr(local->name, '.'))
        return match->trace->grids_count;
    for (; g < match->trace->grids_count; ++g) {
        const Algorithm *kernel = match->plan.grids[g].kernel;
        if (kernel_program_id(kernel, id) &&
            strncmp(local->function, id, strlen(id)) == 0 &&
            strcmp(local->function + strlen(id), body) == 0 &&
            mentions(catalog_source(kernel), local->name))
            break;
    }
    return g;
}

/* The line of KERNEL(...), whose macro declares the parameters. */
static uint32_t kernel_line(const char *text)
{
    const char *end = strstr(text, "\nKERNEL(");
    uint32_t line = 2;

    for (const char *at = text; end && at < end; ++at)
        line += *at == '\n';
    return end ? line : 0;
}

static void take_local(const Match *match, const Local *from, size_t g)
{
    Trace *trace = match->trace;
    Local local = *from;

    local.function = base_strdup(match->plan.grids[g].kernel->name);
    local.name = base_strdup(from->name);
    local.type = base_strdup(from->type);
    local.source = trace->grids[g].source;
    base_push(trace, locals, local);
}

/* Takes the locals over; of each of the program the number in the trace, from
 * 1, 0: it is left out.  What a kernel declares itself comes before its
 * parameters.  Free the array. */
static uint16_t *take_locals(const Match *match)
{
    const Trace *program = match->program;
    uint16_t *numbers = base_alloc(program->locals_count + 1, sizeof *numbers);

    for (int parameters = 0; parameters < 2; ++parameters)
        for (size_t i = 0; i < program->locals_count; ++i) {
            const Local *local = program->locals + i;
            size_t g = grid_of(match, local);
            if (g == match->trace->grids_count)
                continue;
            uint32_t line =
                kernel_line(catalog_source(match->plan.grids[g].kernel));
            if ((local->line == line) != parameters)
                continue;
            take_local(match, local, g);
            numbers[i] = (uint16_t)match->trace->locals_count;
        }
    return numbers;
}

/* The place among the accesses of thread T, of all, in the program of the first
 * one that is of instruction AT or behind it. */
static uint32_t place_of(const Match *match, uint32_t t, uint32_t at)
{
    uint32_t low = match->other.starts[t], high = match->other.starts[t + 1];

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (match->other.instructions[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Takes over CHANGE, of local NUMBER of the trace, if an access that the kernel
 * makes follows it. */
static void take_change(const Match *match, const LocalChange *from,
                        uint16_t number)
{
    Trace *trace = match->trace;
    const Trace *program = match->program;
    const Instruction *at = program->instructions + from->instruction;
    uint32_t b = match->blocks[trace_step(program, at)->block];
    LocalChange change = *from;

    if (b == NO_BLOCK)
        return;
    uint32_t thread = at->warp * program->run.k + change.lane;
    uint32_t t = match->first[b] + thread;
    uint32_t place = place_of(match, t, change.instruction);
    if (place == match->other.starts[t + 1])
        return;
    change.instruction = match->own.instructions[match->own_of[place]];
    change.local = number;
    change.lane = (uint8_t)(thread % trace->run.k);
    change.depth = 0;
    base_push(trace, local_changes, change);
}

static void take(const Match *match)
{
    const Trace *program = match->program;
    uint16_t *numbers = take_locals(match);

    for (size_t i = 0; i < program->local_changes_count; ++i) {
        const LocalChange *change = &program->local_changes[i];
        if (numbers[change->local])
            take_change(match, change, (uint16_t)(numbers[change->local] - 1));
    }
    local_sort(match->trace, 0);
    free(numbers);
}

/* Takes the locals of PROGRAM over, if it runs as the trace does. */
static bool take_from(Match *match, const Trace *program)
{
    match->program = program;
    match->first = kernel_program_threads(match->trace);
    match->blocks = base_alloc(program->blocks_count, sizeof *match->blocks);
    for (uint32_t b = 0; b < program->blocks_count; ++b)
        match->blocks[b] = find_block(match, b);
    match->own = threads_of(match, match->trace);
    match->other = threads_of(match, program);
    match->own_of = base_alloc(program->accesses_count + 1, sizeof(uint32_t));
    bool good = same_run(match);
    if (good)
        take(match);
    threads_free(&match->own);
    threads_free(&match->other);
    free(match->own_of);
    free(match->blocks);
    free(match->first);
    return good;
}

bool kernel_locals_add(Trace *trace, Error *error)
{
    const char *name = trace->run.algorithm;
    Match match = {.trace = trace};

    if (trace->run.op != OP_ADD)
        return error_set(error, ERROR_USAGE,
                         "local variables of %.60s are known where it adds "
                         "integers; leave --op %s out",
                         name, op_name(trace->run.op));
    if (!kernel_program_plan(trace, &match.plan, error))
        return false;
    Trace *program = kernel_program_run(trace, &match.plan, error);
    if (!program)
        return false;
    bool good = take_from(&match, program);
    if (!good)
        error_set(error, ERROR_FAILED,
                  "local variables of %.60s are not known: as a program it "
                  "does not make the same accesses",
                  name);
    trace_free(program);
    return good;
}
