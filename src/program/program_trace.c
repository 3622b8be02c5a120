/* SPDX-License-Identifier: MIT
 *
 * A launch is read twice.  The first pass checks its records and notes where
 * those of each block are; the second, block after block, adds the rows:
 *
 *     log      BLOCK 0  ACCESS 0  BLOCK 1  ACCESS 1  BARRIER 0  ACCESS 0
 *     refs     0: BLOCK ACCESS BARRIER ACCESS   1: BLOCK ACCESS
 *
 * The log does not hold what shared memory was at first.  A byte that is read
 * before it is stored tells it, and so does the rest of a word of which a part
 * is stored.
 */
#include "program/program_trace.h"

#include "analysis/wide.h"
#include "program/arguments.h"
#include "program/locals.h"
#include "program/log_reader.h"
#include "program/source_lines.h"
#include "trace/limits.h"
#include "trace/local.h"
#include "util/printable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BYTES sizeof(Word)
#define MOST_ARRAY ((uint64_t)1 << 40) /* bytes of an array */

/* An array that a launch touches. */
typedef struct {
    ProgramArray record;
    uint64_t touched;      /* words up to the last one touched */
    size_t loaded, stored; /* bytes of the log before the first load, and
                              before the last store; 0: none */
    bool stored_first;     /* before it was loaded */
    size_t before, after;  /* places of its contents in the log, or 0 */
    uint8_t index;         /* in trace->arrays */
} LaunchArray;

/* A record of a block. */
typedef struct {
    uint32_t block;
    size_t at;
} Ref;

typedef struct {
    ProgramLaunch launch;
    uint32_t number; /* among those recorded, from 1 */
    uint32_t blocks, threads;
    uint64_t shared; /* bytes of shared memory */
    uint32_t input;  /* id + 1 of the array that trials make random, or 0 */
    uint64_t steps;
    size_t first_access;
    LaunchArray arrays[LIMITS_ARRAYS];
    uint32_t arrays_count;
    ProgramVariable *variables;
    size_t variables_count, variables_capacity;
    Ref *refs;
    size_t refs_count, refs_capacity;
} LaunchWork;

/* A block under way. */
typedef struct {
    Word *words;                   /* shared memory */
    uint8_t *known;                /* bytes of each word that are known */
    Word *initial;                 /* what they were at first */
    uint16_t lines[LIMITS_PHASES]; /* barriers passed: their lines ... */
    uint32_t counts[LIMITS_PHASES];
    size_t lines_count;
    uint64_t shared; /* address of its shared memory */
} BlockWork;

typedef struct {
    const ProgramFacts *facts;
    LogReader reader;
    size_t bytes; /* of the log */
    Error *error;
    SourceLines lines;
    Trace *trace;
    LaunchWork *launch; /* NULL: before the first, or in a trial */
    uint32_t launches;
    Word **initial; /* of each block in the trace: shared memory at first */
    size_t initial_count, initial_capacity;
    size_t input, output; /* places in the log of their contents, or 0 */
    uint16_t *locals;     /* of each in facts->locals its index in the trace,
                             plus 1; 0: not yet added */
    uint32_t changed;     /* warp + 1 whose locals changed before the next
                             access; 0: none */
    uint64_t *order;      /* place in the log of each instruction */
    size_t order_count, order_capacity;
} Making;

/* ---- First pass: the records of a launch ----------------------------------*/

static bool product(const uint32_t sizes[3], uint64_t most, uint32_t *all)
{
    uint64_t product = 1;

    for (int i = 0; i < 3; ++i) {
        if (sizes[i] < 1 || sizes[i] > most)
            return false;
        product *= sizes[i];
        if (product > most)
            return false;
    }
    *all = (uint32_t)product;
    return true;
}

static bool begin_launch(Making *making, const ProgramLaunch *launch)
{
    LaunchWork *work;

    if (making->launches == LIMITS_GRIDS)
        return error_set(making->error, ERROR_FAILED,
                         "the program launches more than %d kernels, the most "
                         "that a trace holds; choose one with --kernel or "
                         "--launch",
                         LIMITS_GRIDS);
    work = making->launch = base_alloc(1, sizeof *work);
    work->launch = *launch;
    work->number = ++making->launches;
    return (product(launch->grid, LIMITS_BLOCKS, &work->blocks) &&
            product(launch->block, LIMITS_THREADS, &work->threads)) ||
           log_reader_refuse(
               &making->reader,
               "a launch of %u x %u x %u blocks of %u x %u x %u threads",
               launch->grid[0], launch->grid[1], launch->grid[2],
               launch->block[0], launch->block[1], launch->block[2]);
}

static void launch_free(LaunchWork *work)
{
    if (!work)
        return;
    free(work->variables);
    free(work->refs);
    free(work);
}

static bool add_array(Making *making, const ProgramArray *array)
{
    LaunchWork *work = making->launch;

    if (work->arrays_count == LIMITS_ARRAYS)
        return error_set(making->error, ERROR_FAILED,
                         "launch %u touches more than %d arrays, the most that "
                         "a trace holds; choose another with --launch",
                         work->launch.number, LIMITS_ARRAYS);
    if (array->id != work->arrays_count || array->bytes < 1 ||
        array->bytes > MOST_ARRAY || array->element >= ELEMENT_KINDS ||
        array->element_bytes > INT32_MAX)
        return log_reader_refuse(&making->reader,
                                 "array %u has %llu bytes of elements %u",
                                 array->id, (unsigned long long)array->bytes,
                                 array->element);
    work->arrays[work->arrays_count++] = (LaunchArray){.record = *array};
    return true;
}

static bool add_contents(Making *making, const ProgramContents *contents)
{
    LaunchWork *work = making->launch;

    if (contents->array >= work->arrays_count)
        return log_reader_refuse(&making->reader, "there is no array %u",
                                 contents->array);
    LaunchArray *array = work->arrays + contents->array;
    *(contents->after ? &array->after : &array->before) = making->reader.at;
    return true;
}

static bool grow_shared(Making *making, uint64_t bytes)
{
    LaunchWork *work = making->launch;

    if (bytes > work->shared)
        work->shared = bytes;
    return bytes <= LIMITS_WORDS * WORD_BYTES ||
           log_reader_refuse(&making->reader,
                             "a block has %llu bytes of shared memory",
                             (unsigned long long)bytes);
}

static bool add_variable(Making *making, const ProgramVariable *variable)
{
    uint64_t product = 1;

    for (int i = 0; i < PROGRAM_DIMENSIONS; ++i)
        if (variable->extents[i] && product <= variable->bytes)
            product *= variable->extents[i];
    if (variable->bytes < 1 || variable->element >= ELEMENT_KINDS ||
        product > variable->bytes ||
        variable->element_bytes > variable->bytes ||
        variable->bytes > LIMITS_WORDS * WORD_BYTES)
        return log_reader_refuse(&making->reader,
                                 "variable \"%.40s\" has %u bytes",
                                 variable->name, variable->bytes);
    if (making->launch->variables_count == LIMITS_VARIABLES / LIMITS_GRIDS)
        return error_set(making->error, ERROR_FAILED,
                         "a kernel has more than %d variables in shared "
                         "memory, the most that a trace holds",
                         LIMITS_VARIABLES / LIMITS_GRIDS);
    base_push(making->launch, variables, *variable);
    return grow_shared(making, (uint64_t)variable->offset + variable->bytes);
}

static void add_ref(Making *making, uint32_t block)
{
    Ref ref = {block, making->reader.at};

    base_push(making->launch, refs, ref);
}

static bool add_block(Making *making, uint32_t block)
{
    if (block >= making->launch->blocks)
        return log_reader_refuse(&making->reader, "there is no block %u",
                                 block);
    ++making->launch->steps;
    add_ref(making, block);
    return true;
}

/* Checks the lanes of an access; *ALIGNED becomes the largest power of two that
 * divides all of its offsets, up to 16. */
static bool check_lanes(const Making *making, const ProgramAccess *access,
                        const ProgramLane *lanes, unsigned *aligned)
{
    const LaunchWork *work = making->launch;
    uint64_t limit = access->kind == PROGRAM_SHUFFLE ? PROGRAM_LANES
                     : access->array == PROGRAM_SHARED
                         ? LIMITS_WORDS * WORD_BYTES
                         : work->arrays[access->array].record.bytes;
    uint64_t size = access->kind == PROGRAM_SHUFFLE ? 1 : access->bytes;
    uint64_t bits = 16;
    uint32_t threads = work->threads - access->warp * (uint32_t)PROGRAM_LANES;

    for (int i = 0; i < access->count; ++i) {
        const ProgramLane *lane = lanes + i;
        if (lane->lane >= PROGRAM_LANES || lane->lane >= threads ||
            (i > 0 && lane->lane <= lanes[i - 1].lane))
            return log_reader_refuse(&making->reader, "there is no lane %u",
                                     lane->lane);
        if (lane->offset > limit || size > limit - lane->offset ||
            (access->kind == PROGRAM_SHUFFLE && lane->offset >= threads))
            return log_reader_refuse(&making->reader,
                                     "there is no byte %llu to access",
                                     (unsigned long long)lane->offset);
        bits |= lane->offset;
    }
    *aligned = (unsigned)(bits & -bits);
    return *aligned >= WORD_BYTES || *aligned >= access->bytes ||
           access->kind == PROGRAM_SHUFFLE ||
           log_reader_refuse(&making->reader, "an access is not aligned");
}

/* Checks an access and reads its lanes. */
static bool read_access(const Making *making, const ProgramAccess *access,
                        ProgramLane lanes[PROGRAM_LANES], unsigned *aligned)
{
    const LaunchWork *work = making->launch;
    const LogReader *reader = &making->reader;
    unsigned most = access->kind == PROGRAM_ATOMIC    ? 8
                    : access->kind == PROGRAM_SHUFFLE ? 8
                                                      : 16;

    if (access->block >= work->blocks)
        return log_reader_refuse(reader, "there is no block %u", access->block);
    if (access->site >= making->lines.sites_count)
        return log_reader_refuse(reader, "there is no site %u", access->site);
    if (access->warp * (uint32_t)PROGRAM_LANES >= work->threads)
        return log_reader_refuse(reader, "there is no warp %u", access->warp);
    if (access->kind > PROGRAM_SHUFFLE)
        return log_reader_refuse(reader, "there is no access of kind %u",
                                 access->kind);
    if (!base_is_power_of_two(access->bytes) || access->bytes > most)
        return log_reader_refuse(reader, "an access has %u bytes",
                                 access->bytes);
    if (access->kind != PROGRAM_SHUFFLE && access->array != PROGRAM_SHARED &&
        access->array >= work->arrays_count)
        return log_reader_refuse(reader, "there is no array %u", access->array);
    log_reader_lanes(reader, access, lanes);
    return check_lanes(making, access, lanes, aligned);
}

static void note_array(Making *making, const ProgramAccess *access,
                       const ProgramLane *lanes)
{
    LaunchArray *array = making->launch->arrays + access->array;
    size_t at = making->reader.at;

    for (int i = 0; i < access->count; ++i) {
        uint64_t end =
            (lanes[i].offset + access->bytes + WORD_BYTES - 1) / WORD_BYTES;
        if (end > array->touched)
            array->touched = end;
    }
    if (access->kind != PROGRAM_STORE && !array->loaded) {
        array->loaded = at;
        array->stored_first = array->stored != 0;
    }
    if (access->kind != PROGRAM_LOAD)
        array->stored = at;
}

static bool add_access(Making *making, const ProgramAccess *access)
{
    LaunchWork *work = making->launch;
    ProgramLane lanes[PROGRAM_LANES];
    unsigned aligned;

    if (!read_access(making, access, lanes, &aligned))
        return false;
    SiteLine *site = making->lines.sites + access->site;
    if (site->launch != work->number)
        site->parts = 1;
    site->launch = work->number;
    if (access->part >= site->parts)
        site->parts = access->part + 1u;
    if (!work->first_access)
        work->first_access = making->reader.at;
    add_ref(making, access->block);
    if (access->kind == PROGRAM_SHUFFLE)
        return true;
    if (access->array != PROGRAM_SHARED) {
        note_array(making, access, lanes);
        return true;
    }
    for (int i = 0; i < access->count; ++i)
        if (!grow_shared(making, lanes[i].offset + access->bytes))
            return false;
    return true;
}

static bool add_barrier(Making *making, const ProgramBarrier *barrier)
{
    if (barrier->block >= making->launch->blocks)
        return log_reader_refuse(&making->reader, "there is no block %u",
                                 barrier->block);
    if (barrier->site >= making->lines.sites_count)
        return log_reader_refuse(&making->reader, "there is no site %u",
                                 barrier->site);
    ++making->launch->steps;
    add_ref(making, barrier->block);
    return true;
}

static bool add_locals(Making *making, const ProgramLocals *locals)
{
    const LaunchWork *work = making->launch;
    const LocalTable *table = making->facts->locals;
    uint32_t first = locals->warp * (uint32_t)PROGRAM_LANES;

    if (locals->block >= work->blocks)
        return log_reader_refuse(&making->reader, "there is no block %u",
                                 locals->block);
    if (first >= work->threads)
        return log_reader_refuse(&making->reader, "there is no warp %u",
                                 locals->warp);
    for (uint32_t i = 0; i < locals->count; ++i) {
        ProgramChange change = log_reader_change(&making->reader, i);
        if (!table || change.local >= table->items_count)
            return log_reader_refuse(&making->reader, "there is no local %u",
                                     change.local);
        if (change.lane >= PROGRAM_LANES ||
            change.lane >= work->threads - first || change.ends > 1)
            return log_reader_refuse(&making->reader,
                                     "there is no local of lane %u",
                                     change.lane);
    }
    add_ref(making, locals->block);
    return true;
}

static bool add_site(Making *making, const ProgramSite *site)
{
    if (site->id != making->lines.sites_count || site->depth < 1 ||
        site->depth > PROGRAM_DEPTH)
        return log_reader_refuse(&making->reader,
                                 "site %u has a depth of %u calls", site->id,
                                 site->depth);
    source_lines_add(&making->lines, site);
    return true;
}

/* ---- Second pass: grids and arrays ----------------------------------------*/

/* The last part of a path. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

/* A copy of TEXT as a name that a trace may hold; NONE instead of "". */
static char *name_of(const char *text, const char *none)
{
    char *name = printable_line(text[0] ? text : none);
    size_t length = 0, next;

    while ((next = printable_length(name + length)) > 0 &&
           length + next < LIMITS_NAME)
        length += next;
    name[length] = '\0';
    return name;
}

/* Blocks one after the other, each in the order of the log. */
static int by_block(const void *a, const void *b)
{
    const Ref *x = a, *y = b;

    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* The name of an array: as the launch calls it, or as the program does. */
static char *array_name(const LaunchWork *work, const LaunchArray *array)
{
    char name[LIMITS_NAME];

    if (array->record.name[0])
        return name_of(array->record.name, "");
    if (!array->record.argument ||
        !arguments_nth(work->launch.arguments, array->record.argument, name,
                       sizeof name))
        snprintf(name, sizeof name, "array %u", array->record.id);
    return name_of(name, "");
}

/* The array of the trace that ARRAY is: one with the same name and size in an
 * earlier launch, or a new one. */
static bool find_array(Making *making, LaunchArray *array)
{
    Trace *trace = making->trace;
    char *name = array_name(making->launch, array);
    uint64_t words = (array->record.bytes + WORD_BYTES - 1) / WORD_BYTES;
    size_t i = 0;

    /* while the trace is made, words is what may be touched at most */
    if (words > UINT32_MAX)
        words = UINT32_MAX;
    while (i < trace->arrays_count &&
           (strcmp(trace->arrays[i].name, name) != 0 ||
            trace->arrays[i].words != words ||
            trace->arrays[i].element != array->record.element))
        ++i;
    array->index = (uint8_t)i;
    if (i < trace->arrays_count) {
        free(name);
        return true;
    }
    if (i == LIMITS_ARRAYS - 1) {
        free(name);
        return error_set(making->error, ERROR_FAILED,
                         "the program's launches touch more than %d arrays, "
                         "the most that a trace holds; choose one with --kernel"
                         " or --launch",
                         LIMITS_ARRAYS - 1);
    }
    Array added = {.name = name,
                   .words = (uint32_t)words,
                   .holds = HOLDS_SUMS,
                   .element = (uint8_t)array->record.element,
                   .element_bytes = array->record.element_bytes};
    base_push(trace, arrays, added);
    return true;
}

/* The array that trials make random, else the first one that is loaded before
 * it is stored; NULL: none. */
static const LaunchArray *input_of(const LaunchWork *work)
{
    const LaunchArray *best = NULL;

    if (work->input > 0 && work->input <= work->arrays_count)
        return work->arrays + work->input - 1;
    for (uint32_t a = 0; a < work->arrays_count; ++a) {
        const LaunchArray *array = work->arrays + a;
        if (array->loaded && !array->stored_first &&
            (!best || array->loaded < best->loaded))
            best = array;
    }
    return best;
}

/* The array that is stored to last; NULL: none. */
static const LaunchArray *output_of(const LaunchWork *work)
{
    const LaunchArray *best = NULL;

    for (uint32_t a = 0; a < work->arrays_count; ++a) {
        const LaunchArray *array = work->arrays + a;
        bool given = array->record.argument > 0;
        bool best_given = best && best->record.argument > 0;
        if (array->stored &&
            (!best || given > best_given ||
             (given == best_given && array->stored > best->stored)))
            best = array;
    }
    return best;
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
        making->lines.sites[record.access.site].known)
        return making->lines.sites[record.access.site].outer;
    for (size_t s = 0; s < facts->sources_count; ++s)
        if (strcmp(facts->sources[s].name, work->launch.file) == 0)
            return (uint32_t)s;
    return 0;
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
        if (!find_array(making, work->arrays + a))
            return false;
    const LaunchArray *in = input_of(work), *out = output_of(work);
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
        making->facts->outputs[trace->grids_count] =
            out ? out->record.number : PROGRAM_NO_ARRAY;
    grid.block_n = (grid.n + grid.blocks - 1) / grid.blocks;
    grid.source = kernel_source(making);
    grid.title = name_of(work->launch.kernel, "kernel");
    memcpy(grid.extents, work->launch.grid, sizeof grid.extents);
    memcpy(grid.block_extents, work->launch.block, sizeof grid.block_extents);
    base_push(trace, grids, grid);
    if (words > trace->run.words)
        trace->run.words = words;
    if (work->threads > trace->run.threads)
        trace->run.threads = work->threads;
    return true;
}

static int by_offset(const void *a, const void *b)
{
    const ProgramVariable *x = a, *y = b;

    return (x->offset > y->offset) - (x->offset < y->offset);
}

static void add_variables(Making *making)
{
    LaunchWork *work = making->launch;
    Trace *trace = making->trace;

    if (work->variables_count)
        qsort(work->variables, work->variables_count, sizeof *work->variables,
              by_offset);
    for (size_t i = 0; i < work->variables_count; ++i) {
        const ProgramVariable *from = work->variables + i;
        Variable variable = {.name = name_of(from->name, "?"),
                             .type = name_of(from->type, "?"),
                             .grid = (uint32_t)trace->grids_count - 1,
                             .first = from->offset,
                             .bytes = from->bytes,
                             .element_bytes = from->element_bytes,
                             .element = (uint8_t)from->element};
        memcpy(variable.extents, from->extents, sizeof variable.extents);
        base_push(trace, variables, variable);
    }
}

/* False if all snapshots, those of this launch included, would take more memory
 * than a trace may. */
static bool check_snapshots(Making *making, uint64_t steps)
{
    const Trace *trace = making->trace;
    uint64_t words = trace->run.words;
    uint64_t most = limits_snapshots(making->bytes) / (2 * WORD_BYTES);

    return (words == 0 || steps <= most / words) ||
           error_set(making->error, ERROR_FAILED,
                     "shared memory of %u words at %llu steps is more than a "
                     "trace of this program may hold; record fewer blocks with "
                     "--block-range, or use less shared memory",
                     trace->run.words, (unsigned long long)steps);
}

/* ---- Second pass: blocks --------------------------------------------------*/

/* Notes that the bytes of CELL in the mask BYTES are known to be those of WORD,
 * unless something was known of them already. */
static void learn(BlockWork *block, uint32_t cell, uint8_t bytes, Word word)
{
    Word bits = trace_byte_bits((uint8_t)(bytes & ~block->known[cell]));

    block->known[cell] |= bytes;
    block->words[cell] |= word & bits;
    block->initial[cell] |= word & bits;
}

static void put(BlockWork *block, uint32_t cell, uint8_t bytes, Word word)
{
    Word bits = trace_byte_bits(bytes);

    block->known[cell] |= bytes;
    block->words[cell] = (block->words[cell] & ~bits) | (word & bits);
}

/* The word of one lane that an access moves: number W of it. */
typedef struct {
    uint32_t cell;
    uint8_t bytes; /* mask */
    Word word;     /* moved; of a shared atomic access, that after it */
    Word before;   /* of a shared atomic access */
} Moved;

static Moved moved_word(const ProgramAccess *access, const ProgramLane *lane,
                        unsigned w)
{
    Moved moved = {.bytes = TRACE_WORD};
    uint64_t offset = lane->offset + w * WORD_BYTES;

    if (access->kind == PROGRAM_SHUFFLE) {
        moved.cell = (uint32_t)lane->offset;
        memcpy(&moved.word, lane->value + w * WORD_BYTES,
               access->bytes < WORD_BYTES ? access->bytes : WORD_BYTES);
        return moved;
    }
    moved.cell = (uint32_t)(offset / WORD_BYTES);
    if (access->bytes >= WORD_BYTES) {
        memcpy(&moved.word, lane->value + w * WORD_BYTES, WORD_BYTES);
        if (access->kind == PROGRAM_ATOMIC && access->array == PROGRAM_SHARED) {
            moved.before = moved.word;
            memcpy(&moved.word, lane->value + 8 + w * WORD_BYTES, WORD_BYTES);
        }
        return moved;
    }
    moved.bytes = (uint8_t)(((1u << access->bytes) - 1) << offset % WORD_BYTES);
    moved.word = lane->word;
    if (access->kind == PROGRAM_ATOMIC) { /* in its place within the word */
        memcpy(&moved.before, lane->value, access->bytes);
        moved.before <<= 8 * (offset % WORD_BYTES);
    }
    return moved;
}

/* Lets an access to shared memory happen; the word that the trace shows. */
static Word happen(BlockWork *block, AccessKind kind, const Moved *moved)
{
    uint8_t others = (uint8_t)(~moved->bytes & TRACE_WORD);

    learn(block, moved->cell, others, moved->word);
    if (kind == ACCESS_LOAD)
        learn(block, moved->cell, moved->bytes, moved->word);
    if (kind == ACCESS_CHANGE)
        learn(block, moved->cell, moved->bytes, moved->before);
    if (kind == ACCESS_LOAD)
        return moved->word;
    put(block, moved->cell, moved->bytes, moved->word);
    return block->words[moved->cell];
}

/* An instruction under way: lanes of a record. */
typedef struct {
    const ProgramAccess *access;
    const ProgramLane *lanes;
    uint32_t set;          /* of lanes */
    unsigned first, words; /* of each lane's words */
    AccessKind kind;
} Part;

static void add_rows(Making *making, BlockWork *block, const Part *part)
{
    Trace *trace = making->trace;
    bool shared = trace_traits(part->kind)->space == SPACE_SHARED;
    Instruction *at = trace->instructions + trace->instructions_count - 1;

    for (int i = 0; i < part->access->count; ++i) {
        const ProgramLane *lane = part->lanes + i;
        if (!(part->set >> lane->lane & 1))
            continue;
        for (unsigned w = 0; w < part->words; ++w) {
            Moved moved = moved_word(part->access, lane, part->first + w);
            Access row = {.cell = moved.cell,
                          .value = shared ? happen(block, part->kind, &moved)
                                          : moved.word,
                          .interval = INTERVAL_TOP,
                          .lane = (uint8_t)lane->lane,
                          .bytes = moved.bytes};
            base_push(trace, accesses, row);
            ++at->lanes;
        }
    }
}

static void add_instruction(Making *making, BlockWork *block, const Part *part,
                            uint32_t number)
{
    Trace *trace = making->trace;
    const ProgramAccess *access = part->access;
    const SiteLine *site = making->lines.sites + access->site;
    uint32_t occurrence = access->occurrence * site->paths + site->path;
    Instruction at = {.first_access = (uint32_t)trace->accesses_count,
                      .step = (uint32_t)trace->steps_count - 1,
                      .occurrence = (occurrence * site->parts + access->part) *
                                        (2 * WIDE_PARTS) +
                                    number,
                      .site = site->line,
                      .warp = access->warp,
                      .kind = (uint8_t)part->kind,
                      .source = site->source,
                      .place = site->place,
                      .width = (uint8_t)(part->words * WORD_BYTES),
                      .is_volatile = access->is_volatile != 0,
                      .epoch = access->epoch};

    if (access->bytes < WORD_BYTES)
        at.width = access->bytes;
    if (trace_traits(part->kind)->space == SPACE_GLOBAL)
        at.array = making->launch->arrays[access->array].index;
    base_push(trace, instructions, at);
    base_push(making, order, making->reader.at);
    add_rows(making, block, part);
}

static AccessKind kind_of(const ProgramAccess *access)
{
    bool shared = access->array == PROGRAM_SHARED;

    switch (access->kind) {
    case PROGRAM_LOAD:
        return shared ? ACCESS_LOAD : ACCESS_GLOAD;
    case PROGRAM_STORE:
        return shared ? ACCESS_STORE : ACCESS_GSTORE;
    case PROGRAM_ATOMIC:
        return shared ? ACCESS_CHANGE : ACCESS_ATOMIC;
    default:
        return ACCESS_SHFL;
    }
}

/* Adds the instructions of an access: what is not aligned to all its bytes is
 * moved in units that are. */
static void add_units(Making *making, BlockWork *block, Part *part,
                      unsigned aligned, uint32_t *number)
{
    const ProgramAccess *access = part->access;
    unsigned words = (unsigned)((access->bytes + WORD_BYTES - 1) / WORD_BYTES);
    unsigned unit = access->kind == PROGRAM_SHUFFLE ? 1
                    : aligned < WORD_BYTES          ? 1
                                           : aligned / (unsigned)WORD_BYTES;
    uint64_t addresses[WIDE_LANES] = {0};
    uint32_t parts[WIDE_PARTS], active = 0;

    for (int i = 0; i < access->count; ++i) {
        addresses[part->lanes[i].lane] = part->lanes[i].offset;
        active |= UINT32_C(1) << part->lanes[i].lane;
    }
    part->words = unit < words ? unit : words;
    for (part->first = 0; part->first < words; part->first += part->words) {
        int count = wide_parts(part->words * (unsigned)WORD_BYTES,
                               part->kind == ACCESS_LOAD &&
                                   access->kind == PROGRAM_LOAD,
                               active, addresses, parts);
        for (int p = 0; p < count; ++p) {
            part->set = parts[p];
            add_instruction(making, block, part, (*number)++);
        }
    }
}

static bool add_accesses(Making *making, BlockWork *block,
                         const ProgramAccess *access)
{
    ProgramLane lanes[PROGRAM_LANES];
    Part part = {.access = access, .lanes = lanes, .kind = kind_of(access)};
    unsigned aligned;
    uint32_t number = 0;

    if (!read_access(making, access, lanes, &aligned))
        return false;
    if (making->changed && making->changed != access->warp + 1u)
        return log_reader_refuse(&making->reader,
                                 "an access of warp %u follows a change of "
                                 "locals of warp %u",
                                 access->warp, making->changed - 1);
    making->changed = 0;
    if (making->trace->accesses_count > UINT32_MAX - 4096)
        return error_set(making->error, ERROR_FAILED,
                         "the program makes more accesses than a trace can "
                         "hold; record fewer blocks with --block-range");
    add_units(making, block, &part, aligned, &number);
    return true;
}

/* ---- Second pass: locals --------------------------------------------------*/

/* The index in the trace of a local; adds it. */
static uint16_t local_index(Making *making, uint32_t local)
{
    const LocalTable *table = making->facts->locals;
    Trace *trace = making->trace;

    if (!making->locals)
        making->locals = base_alloc(table->items_count, sizeof *making->locals);
    if (!making->locals[local]) {
        Local added = table->items[local].local;
        added.function = name_of(added.function, "?");
        added.name = name_of(added.name, "?");
        added.type = name_of(added.type, "?");
        base_push(trace, locals, added);
        making->locals[local] = (uint16_t)trace->locals_count;
    }
    return (uint16_t)(making->locals[local] - 1);
}

/* The value of a pointer to ADDRESS; arrays are numbered as in the launch. */
static int64_t pointer_value(const Making *making, const BlockWork *block,
                             uint64_t address)
{
    const LaunchWork *work = making->launch;

    if (address == 0)
        return local_pointer(POINTER_NULL, 0, 0);
    if (address - block->shared < work->shared)
        return local_pointer(POINTER_SHARED, 0, address - block->shared);
    for (int end = 0; end < 2; ++end) /* or just behind an array */
        for (uint32_t a = 0; a < work->arrays_count; ++a) {
            const LaunchArray *array = work->arrays + a;
            uint64_t byte = address - array->record.address;
            if (byte < array->record.bytes + (uint64_t)end)
                return local_pointer(POINTER_ARRAY, array->index, byte);
        }
    return local_pointer(POINTER_OTHER, 0, 0);
}

static int64_t local_number(uint8_t element, uint64_t bits)
{
    switch (element) {
    case ELEMENT_I8:
        return (int8_t)bits;
    case ELEMENT_I16:
        return (int16_t)bits;
    case ELEMENT_I32:
        return (int32_t)bits;
    default:
        return (int64_t)bits;
    }
}

/* Adds the changes that LOCALS holds, of the instruction that is added next. */
static bool add_changes(Making *making, const BlockWork *block,
                        const ProgramLocals *locals)
{
    Trace *trace = making->trace;

    making->changed = locals->warp + 1u;
    for (uint32_t i = 0; i < locals->count; ++i) {
        ProgramChange from = log_reader_change(&making->reader, i);
        if (from.local >= making->facts->locals->items_count)
            return log_reader_refuse(&making->reader, "a record is gone");
        LocalChange change = {.instruction =
                                  (uint32_t)trace->instructions_count,
                              .local = local_index(making, from.local),
                              .lane = from.lane,
                              .depth = from.depth,
                              .ends = from.ends};
        const Local *local = trace->locals + change.local;
        if (!from.ends)
            change.value = local->kind == LOCAL_POINTER
                               ? pointer_value(making, block, from.value)
                               : local_number(local->element, from.value);
        base_push(trace, local_changes, change);
    }
    return true;
}

/* Puts the changes of a block, from number FIRST on, in their order. */
static bool end_changes(Making *making, size_t first)
{
    Trace *trace = making->trace;

    if (trace->local_changes_count > first &&
        trace->local_changes[trace->local_changes_count - 1].instruction >=
            trace->instructions_count)
        return log_reader_refuse(&making->reader,
                                 "no access follows a change of locals");
    local_sort(trace, first);
    return true;
}

/* Puts the locals in the order of their table: of their declarations. */
static void order_locals(Making *making)
{
    const LocalTable *table = making->facts->locals;
    Trace *trace = making->trace;
    size_t count = trace->locals_count, next = 0;
    Local *ordered = base_alloc(count + 1, sizeof *ordered);
    uint16_t *places = base_alloc(count + 1, sizeof *places);

    for (size_t i = 0; making->locals && i < table->items_count; ++i)
        if (making->locals[i]) {
            size_t was = making->locals[i] - 1u;
            places[was] = (uint16_t)next;
            ordered[next++] = trace->locals[was];
        }
    if (count)
        memcpy(trace->locals, ordered, count * sizeof *ordered);
    for (size_t i = 0; i < trace->local_changes_count; ++i)
        trace->local_changes[i].local = places[trace->local_changes[i].local];
    free(ordered);
    free(places);
}

/* How often the barrier of LINE was passed, this time included. */
static uint32_t count_barrier(BlockWork *block, uint16_t line)
{
    size_t i = 0;

    while (i < block->lines_count && block->lines[i] != line)
        ++i;
    if (i == LIMITS_PHASES)
        return 0;
    if (i == block->lines_count) {
        block->lines[i] = line;
        block->counts[i] = 0;
        ++block->lines_count;
    }
    return ++block->counts[i];
}

static bool add_phase(Making *making, const char *title, uint16_t *phase)
{
    Trace *trace = making->trace;

    char *name = name_of(title, "step");

    *phase = trace_phase_add(trace, trace_phase_named(name), name);
    free(name);
    return trace->phases_count <= LIMITS_PHASES ||
           error_set(making->error, ERROR_FAILED,
                     "the program has more than %d kinds of steps, the most "
                     "that a trace holds",
                     LIMITS_PHASES);
}

/* Adds the step that begins at the barrier SITE; NULL: with the block. */
static bool add_step(Making *making, BlockWork *block, const SiteLine *site)
{
    Trace *trace = making->trace;
    const Grid *grid = trace->grids + trace->grids_count - 1;
    Step step = {.block = (uint32_t)trace->blocks_count - 1,
                 .first_instruction = (uint32_t)trace->instructions_count};
    char title[LIMITS_NAME] = "start";

    if (site) {
        uint32_t count = count_barrier(block, site->line);
        step.level = (int32_t)(count <= LIMITS_LEVEL ? count : LIMITS_LEVEL);
        if (site->source == grid->source)
            step.site = site->line;
        if (!source_lines_comment(&making->lines, site->source, site->line,
                                  title, sizeof title)) {
            if (site->line)
                snprintf(title, sizeof title, "line %u", site->line);
            else
                snprintf(title, sizeof title, "barrier");
        }
    }
    if (!add_phase(making, title, &step.phase))
        return false;
    base_push(trace, steps, step);
    ++trace->blocks[step.block].step_count;
    return true;
}

static void end_step(Trace *trace)
{
    Step *step = trace->steps + trace->steps_count - 1;

    step->instruction_count =
        (uint32_t)trace->instructions_count - step->first_instruction;
}

/* A barrier that nothing follows begins no step; one that was passed only once
 * is not counted. */
static void end_block(Trace *trace)
{
    Block *block = trace->blocks + trace->blocks_count - 1;
    Step *first = trace->steps + block->first_step;

    end_step(trace);
    if (block->step_count > 1 &&
        first[block->step_count - 1].instruction_count == 0) {
        --block->step_count;
        --trace->steps_count;
    }
    for (uint32_t s = 0; s < block->step_count; ++s) {
        bool again = first[s].level > 1;
        for (uint32_t t = s + 1;
             first[s].level == 1 && !again && t < block->step_count; ++t)
            again = first[t].level == 2 && first[t].phase == first[s].phase &&
                    first[t].site == first[s].site;
        if (!again)
            first[s].level = 0;
    }
}

static bool add_record(Making *making, BlockWork *block, const Ref *ref)
{
    LogRecord record;
    const SiteLine *sites = making->lines.sites;

    if (!log_reader_again(&making->reader, ref->at, &record))
        return false;
    if (record.head.kind == RECORD_ACCESS && record.access.block == ref->block)
        return add_accesses(making, block, &record.access);
    if (record.head.kind == RECORD_LOCALS && record.locals.block == ref->block)
        return add_changes(making, block, &record.locals);
    if (record.head.kind != RECORD_BARRIER ||
        record.barrier.site >= making->lines.sites_count)
        return log_reader_refuse(&making->reader, "block %u begins twice",
                                 ref->block);
    end_step(making->trace);
    return add_step(making, block, sites + record.barrier.site);
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
    base_push(trace, blocks, row);
    base_push(making, initial, block->initial);
    bool good = add_step(making, block, NULL);
    for (size_t i = 1; good && i < count; ++i)
        good = add_record(making, block, refs + i);
    good = good && end_changes(making, changes);
    if (good)
        end_block(trace);
    free(block->words);
    free(block->known);
    free(block);
    return good;
}

static bool end_launch(Making *making)
{
    LaunchWork *work = making->launch;
    LogReader reader = making->reader;
    const Trace *trace = making->trace;
    bool good;

    if (!work)
        return true;
    source_lines_number(&making->lines, work->number);
    if (work->refs_count)
        qsort(work->refs, work->refs_count, sizeof *work->refs, by_block);
    good = add_grid(making) &&
           check_snapshots(making, trace->steps_count + trace->blocks_count +
                                       2 * work->steps);
    if (good)
        add_variables(making);
    for (size_t i = 0, end; good && i < work->refs_count; i = end) {
        end = i + 1;
        while (end < work->refs_count &&
               work->refs[end].block == work->refs[i].block)
            ++end;
        good = add_block_rows(making, work->refs + i, end - i);
    }
    launch_free(work);
    making->launch = NULL;
    making->reader = reader;
    return good;
}

/* ---- The whole log --------------------------------------------------------*/

static bool read_record(Making *making, const LogRecord *record)
{
    ProgramRecordKind kind = (ProgramRecordKind)record->head.kind;

    if (kind == RECORD_FUNCTION || kind == RECORD_WHOLE)
        return true;
    if (kind == RECORD_SITE)
        return add_site(making, &record->site);
    if (kind == RECORD_LAUNCH)
        return end_launch(making) &&
               (record->launch.trial != making->facts->trial ||
                begin_launch(making, &record->launch));
    if (!making->launch) /* of another trial */
        return making->launches > 0 || making->facts->trial > 0 ||
               log_reader_refuse(&making->reader, "no launch has begun");
    switch (kind) {
    case RECORD_ARRAY:
        return add_array(making, &record->array);
    case RECORD_CONTENTS:
        return add_contents(making, &record->contents);
    case RECORD_VARIABLE:
        return add_variable(making, &record->variable);
    case RECORD_BLOCK:
        return add_block(making, record->block.block);
    case RECORD_ACCESS:
        return add_access(making, &record->access);
    case RECORD_BARRIER:
        return add_barrier(making, &record->barrier);
    case RECORD_LOCALS:
        return add_locals(making, &record->locals);
    default:
        making->launch->input = record->end.input;
        if (making->facts->trial > 0)
            making->launch->input = making->launch->launch.input + 1;
        return grow_shared(making, record->end.shared_bytes) &&
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

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* Gives each instruction its place in the order of the log: of its record, and
 * within that of its row. */
static void rank_times(Making *making)
{
    Trace *trace = making->trace;
    size_t count = trace->instructions_count;
    uint64_t *keys = base_alloc(count + 1, sizeof *keys);

    /* places in the log are multiples of 8, and there are fewer than 2^35 */
    for (size_t i = 0; i < count; ++i)
        keys[i] = making->order[i] / 8 << 32 | (uint32_t)i;
    qsort(keys, count, sizeof *keys, by_number);
    for (size_t rank = 0; rank < count; ++rank)
        trace->instructions[(uint32_t)keys[rank]].time = (uint32_t)rank;
    free(keys);
}

/* Moves array FROM of the trace to place TO, and the one there to FROM. */
static void swap_arrays(Trace *trace, uint8_t *places, size_t from, size_t to)
{
    Array array = trace->arrays[from];

    trace->arrays[from] = trace->arrays[to];
    trace->arrays[to] = array;
    for (size_t a = 0; a <= LIMITS_ARRAYS; ++a)
        places[a] = (uint8_t)(places[a] == from ? to
                              : places[a] == to ? from
                                                : places[a]);
}

/* Gives a pointer to an array the array's new number. */
static void place_pointer(const Trace *trace, LocalChange *change,
                          const uint8_t *places)
{
    uint32_t array;
    uint64_t byte;

    if (trace->locals[change->local].kind == LOCAL_POINTER && !change->ends &&
        local_pointer_parts(change->value, &array, &byte) == POINTER_ARRAY)
        change->value = local_pointer(POINTER_ARRAY, places[array], byte);
}

/* The input of the first launch comes first, then the output of the last one.
 * Where there is none, that is an array "none" of one word. */
static void arrange_arrays(Making *making)
{
    Trace *trace = making->trace;
    Grid *first = trace->grids, *last = first + trace->grids_count - 1;
    uint8_t places[LIMITS_ARRAYS + 1];
    bool none = false;

    for (size_t g = 0; g < trace->grids_count; ++g)
        none |= first[g].in == LIMITS_ARRAYS || first[g].out == LIMITS_ARRAYS;
    if (none) {
        Array array = {.name = base_strdup("none"), .words = 1};
        base_push(trace, arrays, array);
    }
    size_t end = trace->arrays_count - 1; /* where none is */
    for (size_t a = 0; a <= LIMITS_ARRAYS; ++a)
        places[a] = (uint8_t)(a < end ? a : end);
    swap_arrays(trace, places, places[first->in], GLOBAL_IN);
    if (places[last->out] != GLOBAL_IN)
        swap_arrays(trace, places, places[last->out], GLOBAL_OUT);
    for (size_t g = 0; g < trace->grids_count; ++g) {
        first[g].in = places[first[g].in];
        first[g].out = places[first[g].out];
    }
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (trace_is_global(trace->instructions + i))
            trace->instructions[i].array = places[trace->instructions[i].array];
    for (size_t i = 0; i < trace->local_changes_count; ++i)
        place_pointer(trace, trace->local_changes + i, places);
}

/* Where all words of the arrays are more than a trace may hold, those beyond
 * the last one touched are left out. */
static bool fit_arrays(Making *making)
{
    Trace *trace = making->trace;
    uint64_t words = 0, touched = 0, most[LIMITS_ARRAYS] = {0};

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int j = 0; trace_is_global(at) && j < at->lanes; ++j)
            if (access[j].cell >= most[at->array])
                most[at->array] = (uint64_t)access[j].cell + 1;
    }
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        most[a] = most[a] ? most[a] : 1;
        words += trace->arrays[a].words;
        touched += most[a];
    }
    for (size_t a = 0; a < trace->arrays_count && words > LIMITS_GLOBAL; ++a)
        trace->arrays[a].words = (uint32_t)most[a];
    return touched <= LIMITS_GLOBAL ||
           error_set(making->error, ERROR_FAILED,
                     "the program's arrays have words up to number %llu, and a "
                     "trace holds %d; use smaller arrays, or record fewer "
                     "blocks with --block-range",
                     (unsigned long long)touched, LIMITS_GLOBAL);
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
    memcpy(to, log_reader_contents(&making->reader), (size_t)bytes);
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
    char summary[200];

    snprintf(summary, sizeof summary, "the program %.100s",
             base_name(facts->sources[0].name));
    run->origin = ORIGIN_PROGRAM;
    run->algorithm = name_of(base_name(facts->sources[0].name), "program");
    run->title = printable_line(first->title);
    run->summary = printable_line(summary);
    run->condition = base_strdup("");
    run->device = base_strdup("cpu");
    run->device_name = base_strdup("CPU machine");
    run->command = printable_line(facts->command ? facts->command : "");
    run->compiler = printable_line(facts->compiler ? facts->compiler : "");
    run->n = first->n;
    run->blocks = first->blocks;
    run->block_n = first->block_n;
    run->op =
        trace->arrays[first->in].element == ELEMENT_F32 ? OP_FADD : OP_ADD;
}

static bool finish(Making *making)
{
    Trace *trace = making->trace;

    if (trace->blocks_count == 0)
        return error_set(making->error, ERROR_FAILED,
                         "the program launched no kernel that was recorded");
    arrange_arrays(making);
    if (!fit_arrays(making) ||
        !check_snapshots(making, trace->steps_count + trace->blocks_count))
        return false;
    order_locals(making);
    describe(making);
    rank_times(making);
    add_snapshots(making);
    return add_elements(making);
}

static bool add_sources(Making *making)
{
    const ProgramFacts *facts = making->facts;

    BASE_CHECK(facts->sources_count >= 1);
    if (facts->sources_count > LIMITS_SOURCES)
        return error_set(making->error, ERROR_FAILED,
                         "the program has %zu files, and a trace holds %d",
                         facts->sources_count, LIMITS_SOURCES);
    for (size_t s = 0; s < facts->sources_count; ++s) {
        const char *name = facts->sources[s].name;
        Source source = {name_of(strlen(name) < LIMITS_NAME ? name
                                                            : base_name(name),
                                 "?"),
                         printable_lines(facts->sources[s].text)};
        base_push(making->trace, sources, source);
        if (strlen(source.text) > LIMITS_SOURCE)
            return error_set(making->error, ERROR_FAILED,
                             "%.200s has more than %d bytes, the most that a "
                             "trace holds of a file",
                             facts->sources[s].name, LIMITS_SOURCE);
    }
    return true;
}

Trace *program_trace(const void *log, size_t bytes,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error)
{
    Making making = {.facts = facts, .bytes = bytes, .error = error};
    ProgramLog head;
    bool good;

    making.trace = trace_new();
    making.trace->run.k = PROGRAM_LANES;
    source_lines_begin(&making.lines, symbols, facts);
    good = add_sources(&making) &&
           log_reader_begin(&making.reader, log, bytes, &head, error);
    if (good) {
        making.trace->run.seed = head.seed;
        good = read_log(&making) && finish(&making);
    }
    launch_free(making.launch);
    source_lines_free(&making.lines);
    for (size_t b = 0; b < making.initial_count; ++b)
        free(making.initial[b]);
    free(making.initial);
    free(making.order);
    free(making.locals);
    if (good)
        return making.trace;
    trace_free(making.trace);
    return NULL;
}
