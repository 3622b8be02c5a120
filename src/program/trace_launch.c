/* SPDX-License-Identifier: MIT
 *
 * The records of a launch: each is checked, and kept until the launch ends.
 */
#include "program/trace_making.h"

#include "program/symbols.h"

#include <stdlib.h>

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

bool making_begin_launch(Making *making, const ProgramLaunch *launch)
{
    LaunchWork *work;

    if (making->launches == LIMITS_GRIDS)
        return error_set(making->error, ERROR_FAILED,
                         "the program launches more than %d kernels, the limit "
                         "of a trace; choose one with --kernel or --launch",
                         LIMITS_GRIDS);
    work = making->launch = base_alloc(1, sizeof *work);
    work->launch = *launch;
    work->at = making->reader.at;
    work->number = ++making->launches;
    return (product(launch->grid, LIMITS_BLOCKS, &work->blocks) &&
            product(launch->block, LIMITS_THREADS, &work->threads)) ||
           log_reader_refuse(
               &making->reader,
               "a launch of %u x %u x %u blocks of %u x %u x %u threads",
               launch->grid[0], launch->grid[1], launch->grid[2],
               launch->block[0], launch->block[1], launch->block[2]);
}

void making_free_launch(LaunchWork *work)
{
    if (!work)
        return;
    free(work->variables);
    free(work->refs);
    free(work);
}

bool making_add_array(Making *making, const ProgramArray *array)
{
    LaunchWork *work = making->launch;

    if (work->arrays_count == LIMITS_ARRAYS)
        return error_set(making->error, ERROR_FAILED,
                         "launch %u uses more than %d arrays, the limit of a "
                         "trace; choose another with --launch",
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

bool making_add_contents(Making *making, const ProgramContents *contents)
{
    LaunchWork *work = making->launch;

    if (contents->array >= work->arrays_count)
        return log_reader_refuse(&making->reader, "there is no array %u",
                                 contents->array);
    LaunchArray *array = work->arrays + contents->array;
    *(contents->after ? &array->after : &array->before) = making->reader.at;
    return true;
}

bool making_grow_shared(Making *making, uint64_t bytes)
{
    LaunchWork *work = making->launch;

    if (bytes > work->shared)
        work->shared = bytes;
    return bytes <= LIMITS_WORDS * WORD_BYTES ||
           log_reader_refuse(&making->reader,
                             "a block has %llu bytes of shared memory",
                             (unsigned long long)bytes);
}

bool making_add_variable(Making *making, const ProgramVariable *variable)
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
                         "a kernel has more than %d shared variables, the "
                         "limit of a trace; use fewer",
                         LIMITS_VARIABLES / LIMITS_GRIDS);
    base_push(making->launch, variables, *variable);
    return making_grow_shared(making,
                              (uint64_t)variable->offset + variable->bytes);
}

/* Notes a record of BLOCK. */
static bool add_ref(Making *making, uint32_t block)
{
    if (block >= making->launch->blocks)
        return log_reader_refuse(&making->reader, "there is no block %u",
                                 block);
    base_push(making->launch, refs, ((Ref){block, making->reader.at}));
    return true;
}

bool making_add_block(Making *making, uint32_t block)
{
    ++making->launch->steps;
    return add_ref(making, block);
}

/* Checks the lanes of an access; *ALIGNED becomes the largest power of two that
 * divides all of its offsets, up to 16. */
static bool check_lanes(const Making *making, const ProgramAccess *access,
                        const ProgramLane *lanes, unsigned *aligned)
{
    const LaunchWork *work = making->launch;
    uint64_t limit = access->kind == PROGRAM_SHUFFLE ? making->trace->run.k
                     : access->array == PROGRAM_SHARED
                         ? LIMITS_WORDS * WORD_BYTES
                         : work->arrays[access->array].record.bytes;
    uint64_t size = access->kind == PROGRAM_SHUFFLE ? 1 : access->bytes;
    uint64_t bits = 16;
    uint32_t lanes_count = making->trace->run.k;
    uint32_t threads = work->threads - access->warp * lanes_count;

    for (int i = 0; i < access->count; ++i) {
        const ProgramLane *lane = lanes + i;
        if (lane->lane >= lanes_count || lane->lane >= threads ||
            (i > 0 && lane->lane <= lanes[i - 1].lane))
            return log_reader_refuse(&making->reader, "there is no lane %u",
                                     lane->lane);
        if (lane->offset > limit || size > limit - lane->offset ||
            (access->kind == PROGRAM_SHUFFLE &&
             (lane->offset >= threads || lane->word > lanes_count)))
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

bool making_read_access(const Making *making, const ProgramAccess *access,
                        ProgramLane lanes[PROGRAM_MOST_LANES],
                        unsigned *aligned)
{
    const LaunchWork *work = making->launch;
    const LogReader *reader = &making->reader;
    unsigned most = program_updates(access->kind)     ? 8
                    : access->kind == PROGRAM_SHUFFLE ? 8
                                                      : 16;

    if (access->block >= work->blocks)
        return log_reader_refuse(reader, "there is no block %u", access->block);
    if (access->site >= making->lines.sites_count)
        return log_reader_refuse(reader, "there is no site %u", access->site);
    if (access->warp * making->trace->run.k >= work->threads)
        return log_reader_refuse(reader, "there is no warp %u", access->warp);
    if (access->kind >= PROGRAM_ACCESS_KINDS)
        return log_reader_refuse(reader, "there is no access of kind %u",
                                 access->kind);
    if ((!base_is_power_of_two(access->bytes) && access->bytes != WIDE_96) ||
        access->bytes > most)
        return log_reader_refuse(reader, "an access has %u bytes",
                                 access->bytes);
    if (access->kind != PROGRAM_SHUFFLE && access->array != PROGRAM_SHARED &&
        access->array >= work->arrays_count)
        return log_reader_refuse(reader, "there is no array %u", access->array);
    if (access->time > reader->end / sizeof *access)
        return log_reader_refuse(reader, "there is no access number %u",
                                 access->time);
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

bool making_add_access(Making *making, const ProgramAccess *access)
{
    LaunchWork *work = making->launch;
    ProgramLane lanes[PROGRAM_MOST_LANES];
    unsigned aligned;

    if (!making_read_access(making, access, lanes, &aligned))
        return false;
    SiteLine *site = making->lines.sites + access->site;
    if (site->launch != work->number)
        site->parts = 1;
    site->launch = work->number;
    if (access->part >= site->parts)
        site->parts = access->part + 1u;
    if (!work->first_access)
        work->first_access = making->reader.at;
    if (access->has_words)
        making->bytes +=
            access->count * (sizeof(ProgramLane) - sizeof(ProgramWord));
    if (!add_ref(making, access->block))
        return false;
    ++work->accesses;
    work->words += access->count * program_words(access->bytes);
    if (access->kind == PROGRAM_SHUFFLE)
        return true;
    if (access->array != PROGRAM_SHARED) {
        note_array(making, access, lanes);
        return true;
    }
    for (int i = 0; i < access->count; ++i)
        if (!making_grow_shared(making, lanes[i].offset + access->bytes))
            return false;
    return true;
}

bool making_add_barrier(Making *making, const ProgramBarrier *barrier)
{
    if (barrier->site >= making->lines.sites_count)
        return log_reader_refuse(&making->reader, "there is no site %u",
                                 barrier->site);
    ++making->launch->steps;
    return add_ref(making, barrier->block);
}

bool making_add_locals(Making *making, const ProgramLocals *locals)
{
    const LaunchWork *work = making->launch;
    const LocalTable *table = making->facts->locals;
    uint32_t first = locals->warp * making->trace->run.k;

    if (first >= work->threads)
        return log_reader_refuse(&making->reader, "there is no warp %u",
                                 locals->warp);
    for (uint32_t i = 0; i < locals->count;) {
        ProgramChange change =
            log_reader_change(&making->reader, locals->count, &i);
        if (!table || change.local >= table->items_count)
            return log_reader_refuse(&making->reader, "there is no local %u",
                                     change.local);
        if (change.lane >= making->trace->run.k ||
            change.lane >= work->threads - first)
            return log_reader_refuse(&making->reader,
                                     "there is no local of lane %u",
                                     change.lane);
    }
    making->launch->changes += locals->count;
    return add_ref(making, locals->block);
}

bool making_add_site(Making *making, const ProgramSite *site)
{
    if (site->id != making->lines.sites_count || site->depth < 1 ||
        site->depth > PROGRAM_DEPTH)
        return log_reader_refuse(&making->reader,
                                 "site %u has a depth of %u calls", site->id,
                                 site->depth);
    source_lines_add(&making->lines, site);
    return true;
}
