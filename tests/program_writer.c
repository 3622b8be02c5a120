/* SPDX-License-Identifier: MIT */
#include "program_writer.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static void *append(ProgramWriter *writer, uint32_t kind, size_t size)
{
    size = (size + 7) / 8 * 8;
    ProgramRecord head = {kind, (uint32_t)size};

    while (writer->count + size > writer->capacity) {
        writer->capacity = writer->capacity ? 2 * writer->capacity : 4096;
        writer->bytes = base_realloc(writer->bytes, writer->capacity, 1);
    }
    void *at = writer->bytes + writer->count;
    memset(at, 0, size);
    if (kind < RECORD_KINDS)
        memcpy(at, &head, sizeof head);
    writer->count += size;
    uint64_t used = writer->count;
    memcpy(writer->bytes + offsetof(ProgramLog, used), &used, sizeof used);
    return at;
}

static void copy(char *to, size_t size, const char *from)
{
    size_t length = strlen(from);

    BASE_CHECK(length < size);
    memcpy(to, from, length);
}

void writer_begin(ProgramWriter *writer)
{
    *writer = (ProgramWriter){0};
    ProgramLog *head = append(writer, RECORD_KINDS, sizeof *head);
    head->ending = PROGRAM_ENDED;
}

void writer_free(ProgramWriter *writer)
{
    free(writer->bytes);
    *writer = (ProgramWriter){0};
}

void writer_launch(ProgramWriter *writer, const char *kernel, uint32_t blocks,
                   uint32_t threads, const char *arguments)
{
    ProgramLaunch *launch = append(writer, RECORD_LAUNCH, sizeof *launch);

    launch->number = 1;
    launch->grid[0] = blocks;
    launch->block[0] = threads;
    launch->grid[1] = launch->grid[2] = 1;
    launch->block[1] = launch->block[2] = 1;
    copy(launch->kernel, sizeof launch->kernel, kernel);
    copy(launch->file, sizeof launch->file, "test.cu");
    copy(launch->arguments, sizeof launch->arguments, arguments);
    writer->arrays = 0;
}

uint32_t writer_array(ProgramWriter *writer, ElementKind element,
                      uint32_t element_bytes, uint64_t bytes, uint32_t argument)
{
    ProgramArray *array = append(writer, RECORD_ARRAY, sizeof *array);

    array->id = writer->arrays++;
    array->number = writer->arrays_of_all++;
    array->element = element;
    array->address = WRITER_ARRAY * (uint64_t)writer->arrays;
    array->element_bytes = element_bytes;
    array->bytes = bytes;
    array->argument = argument;
    return array->id;
}

void writer_contents(ProgramWriter *writer, uint32_t array, bool after,
                     const void *from, uint64_t bytes)
{
    ProgramContents *contents =
        append(writer, RECORD_CONTENTS,
               sizeof *contents + (size_t)(bytes + 7) / 8 * 8);

    contents->array = array;
    contents->after = after;
    contents->bytes = bytes;
    memcpy(contents + 1, from, (size_t)bytes);
}

void writer_variable(ProgramWriter *writer, const char *name, const char *type,
                     uint32_t offset, uint32_t bytes, ElementKind element,
                     uint32_t element_bytes, uint32_t rows, uint32_t columns)
{
    ProgramVariable *variable =
        append(writer, RECORD_VARIABLE, sizeof *variable);

    variable->offset = offset;
    variable->bytes = bytes;
    variable->element = element;
    variable->element_bytes = element_bytes;
    variable->extents[0] = rows;
    variable->extents[1] = columns;
    copy(variable->name, sizeof variable->name, name);
    copy(variable->type, sizeof variable->type, type);
}

uint32_t writer_site_called(ProgramWriter *writer, uint64_t caller, uint64_t pc)
{
    ProgramSite *site = append(writer, RECORD_SITE, sizeof *site);

    site->id = writer->sites++;
    if (caller)
        site->frames[site->depth++] = caller;
    site->frames[site->depth++] = pc;
    return site->id;
}

uint32_t writer_site(ProgramWriter *writer, uint64_t pc)
{
    return writer_site_called(writer, 0, pc);
}

void writer_block(ProgramWriter *writer, uint32_t block)
{
    ProgramBlock *record = append(writer, RECORD_BLOCK, sizeof *record);

    record->block = block;
    record->shared = WRITER_SHARED * (uint64_t)(block + 1);
}

void writer_barrier(ProgramWriter *writer, uint32_t block, uint32_t site)
{
    ProgramBarrier *barrier = append(writer, RECORD_BARRIER, sizeof *barrier);

    barrier->block = block;
    barrier->site = site;
}

void writer_end(ProgramWriter *writer, uint32_t shared_bytes)
{
    ProgramEnd *end = append(writer, RECORD_END, sizeof *end);

    end->shared_bytes = shared_bytes;
}

void writer_access(ProgramWriter *writer, uint32_t block, uint32_t warp,
                   uint32_t site, ProgramAccessKind kind, uint32_t array,
                   uint32_t bytes, uint32_t occurrence)
{
    ProgramAccess *access = append(writer, RECORD_ACCESS, sizeof *access);

    access->block = block;
    access->warp = (uint16_t)warp;
    access->site = site;
    access->kind = (uint8_t)kind;
    access->array = (uint16_t)array;
    access->bytes = (uint8_t)bytes;
    access->occurrence = occurrence;
}

/* The access that was appended last, which has COUNT lanes. */
static ProgramAccess *last_access(ProgramWriter *writer, size_t count)
{
    return (ProgramAccess *)(void *)(writer->bytes + writer->count -
                                     count * sizeof(ProgramLane) -
                                     sizeof(ProgramAccess));
}

void writer_lane(ProgramWriter *writer, uint32_t lane, uint64_t offset,
                 const void *value, uint32_t bytes, uint32_t word)
{
    ProgramLane *added = append(writer, RECORD_KINDS, sizeof *added);
    size_t count = 1;

    added->lane = lane;
    added->offset = offset;
    added->word = word;
    memcpy(added->value, value, bytes);
    while (last_access(writer, count)->head.kind != RECORD_ACCESS ||
           last_access(writer, count)->count != count - 1 ||
           last_access(writer, count)->head.bytes !=
               sizeof(ProgramAccess) + (count - 1) * sizeof(ProgramLane))
        ++count;
    ProgramAccess *access = last_access(writer, count);
    access->count = (uint8_t)count;
    access->head.bytes += (uint32_t)sizeof *added;
}

void writer_changes(ProgramWriter *writer, uint32_t block, uint32_t warp,
                    const ProgramChange changes[], uint32_t count)
{
    ProgramHalf halves[2 * 32];
    uint32_t halves_count = 0;

    g_assert_cmpuint(count, <=, 32);
    for (uint32_t i = 0; i < count; ++i)
        halves_count += program_halves(&changes[i], halves + halves_count);
    ProgramLocals *locals =
        append(writer, RECORD_LOCALS,
               sizeof *locals + halves_count * sizeof *halves);
    locals->block = block;
    locals->warp = (uint16_t)warp;
    locals->count = halves_count;
    memcpy(locals + 1, halves, halves_count * sizeof *halves);
}

#define LOCAL(function, name, type, kind, element)                             \
    {                                                                          \
        .local = { function, name, type, 0, 3, 9, kind, element }              \
    }
static LocalPlace places[] = {
    LOCAL("scan", "n", "int", LOCAL_NUMBER, ELEMENT_I32),
    LOCAL("scan", "p", "float *", LOCAL_POINTER, ELEMENT_OTHER),
    LOCAL("scan", "d", "double", LOCAL_NUMBER, ELEMENT_F64),
    LOCAL("scan", "yes", "bool", LOCAL_BOOL, ELEMENT_U8),
    LOCAL("twice", "c", "char", LOCAL_NUMBER, ELEMENT_I8),
};
const LocalTable writer_locals = {.items = places,
                                  .items_count =
                                      sizeof places / sizeof *places};

static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    (void)user;
    ++pc; /* the return address */
    if (pc >= 0x20000)
        return false;
    *file = pc >= 0x10000 ? "/home/user/device.cuh" : "test.cu";
    *line = (uint32_t)(pc % 0x10000 / 16);
    return true;
}

const ProgramSymbols writer_symbols = {line_of, NULL};

Trace *writer_trace(const ProgramWriter *writer, Error *error)
{
    static const ProgramSource sources[] = {
        {"test.cu", "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
                    "__syncthreads(); // step: up-sweep\n11\n"
                    "// step: sums of pairs\n__syncthreads();\n14\n15\n16\n"
                    "17\n18\n19\n20\n"},
        {"device.cuh", "1\n2\n3\n4\n"}};
    static const ProgramFacts facts = {.sources = sources,
                                       .sources_count = 2,
                                       .command = "test.cu -- 4",
                                       .compiler = "clang++ 14 -O0 -g",
                                       .locals = &writer_locals};

    return program_trace(writer->bytes, writer->count, &writer_symbols, &facts,
                         error);
}

/* ---- A trace with locals --------------------------------------------------*/

Trace *writer_locals_trace(void)
{
    ProgramWriter log;
    Error error = {0};
    uint32_t value = 5;
    double half = 0.5;
    ProgramChange first[] = {{.lane = 1, .local = 0, .value = 12},
                             {.lane = 1, .local = 1},
                             {.lane = 1, .local = 2},
                             {.lane = 1, .local = 3, .value = 1}};
    ProgramChange second[] = {{.lane = 1, .local = 0, .value = 13},
                              {.lane = 1, .local = 4, .depth = 1, .value = 77}};
    ProgramChange third[] = {{.lane = 1, .local = 4, .depth = 1, .ends = 1}};
    const ProgramChange *changes[] = {first, second, third};
    static const uint32_t counts[] = {4, 2, 1};

    memcpy(&first[2].value, &half, sizeof half);
    writer_begin(&log);
    uint32_t site = writer_site(&log, 16 * 5 + 1);
    writer_launch(&log, "scan", 1, 4, "");
    writer_variable(&log, "temp", "int [4]", 0, 16, ELEMENT_I32, 4, 4, 0);
    writer_block(&log, 0);
    for (uint32_t i = 0; i < 4; ++i) {
        if (i < 3)
            writer_changes(&log, 0, 0, changes[i], counts[i]);
        writer_access(&log, 0, 0, site, PROGRAM_LOAD, PROGRAM_SHARED, 4, i);
        if (i == 3)
            writer_lane(&log, 0, 0, &value, 4, 0);
        writer_lane(&log, 1, 4, &value, 4, 0);
    }
    writer_end(&log, 16);
    Trace *trace = writer_trace(&log, &error);
    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    writer_free(&log);
    return trace;
}

static void write_step(ProgramWriter *log, uint32_t s, const uint32_t sites[2])
{
    ProgramChange changes[8];
    uint32_t count = 0;

    for (uint32_t t = 0; t < 4; ++t) {
        changes[count++] = (ProgramChange){.lane = (uint8_t)t,
                                           .local = 0,
                                           .value = 100 * s + t};
        if ((s + t) % 3 == 0)
            changes[count++] = (ProgramChange){.lane = (uint8_t)t,
                                               .local = 3,
                                               .value = s % 2 == 0};
    }
    writer_changes(log, 0, 0, changes, count);
    for (uint32_t i = 0; i < 6; ++i) {
        writer_access(log, 0, 0, sites[i % 2],
                      i % 2 ? PROGRAM_STORE : PROGRAM_LOAD, PROGRAM_SHARED, 4,
                      6 * s + i);
        for (uint32_t t = i / 4; t < 4; ++t) /* then all but T0 */
            writer_lane(log, t, 4 * t, &s, 4, 0);
    }
    writer_barrier(log, 0, sites[0]);
}

Trace *writer_steps_trace(void)
{
    ProgramWriter log;
    Error error = {0};

    writer_begin(&log);
    uint32_t sites[] = {writer_site(&log, 16 * 5 + 1),
                        writer_site(&log, 16 * 6 + 1)};
    writer_launch(&log, "scan", 1, 4, "");
    writer_variable(&log, "temp", "int [4]", 0, 16, ELEMENT_I32, 4, 4, 0);
    writer_block(&log, 0);
    for (uint32_t s = 0; s < 10; ++s)
        write_step(&log, s, sites);
    writer_end(&log, 16);
    Trace *trace = writer_trace(&log, &error);
    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    writer_free(&log);
    return trace;
}

/* A variable and an array of structs. */
static void add_members(Trace *trace)
{
    static const Member members[] = {{"a", SPACE_SHARED, 0, 0, ELEMENT_I32},
                                     {"b", SPACE_SHARED, 0, 4, ELEMENT_F32},
                                     {"c", SPACE_GLOBAL, 0, 0, ELEMENT_F64}};

    trace->variables->element = trace->arrays->element = ELEMENT_OTHER;
    trace->variables->element_bytes = trace->arrays->element_bytes = 8;
    trace->variables->extents[0] = 2;
    for (size_t i = 0; i < G_N_ELEMENTS(members); ++i) {
        Member member = members[i];
        member.name = base_strdup(members[i].name);
        base_push(trace, members, member);
    }
}

/* What the launch computes, and an output of it that was not checked. */
static void add_results(Trace *trace)
{
    SumResult checked = {.kind = SUM_OTHER,
                         .nearest = SUM_INCLUSIVE,
                         .first = 1,
                         .last = 1,
                         .trials = 5,
                         .bits = 32,
                         .n = 4,
                         .count = 4,
                         .segment = 4,
                         .wrong = 1,
                         .first_wrong = 2,
                         .is = {0, 1},
                         .wanted = {0, 2}};
    SumResult unknown = {.kind = SUM_UNKNOWN, .first = 1, .last = 1};

    checked.input = base_strdup("in");
    checked.output = base_strdup("out");
    checked.unchecked = base_strdup("");
    unknown.input = base_strdup("");
    unknown.output = base_strdup("");
    unknown.unchecked = base_strdup("launch 1 loads no array");
    base_push(trace, results, checked);
    base_push(trace, results, unknown);
}

Trace *writer_tables_trace(bool whole)
{
    static const uint32_t sums[4] = {1, 3, 6, 10};
    ProgramWriter log;
    Error error = {0};

    writer_begin(&log);
    uint32_t sites[] = {writer_site(&log, 16 * 5 + 1),
                        writer_site(&log, 16 * 6 + 1)};
    writer_launch(&log, "scan", 1, 4, "in, out");
    uint32_t in = writer_array(&log, ELEMENT_I32, 4, 16, 1);
    uint32_t out = writer_array(&log, ELEMENT_I32, 4, 16, 2);
    writer_variable(&log, "temp", "int [4]", 0, 16, ELEMENT_I32, 4, 4, 0);
    writer_contents(&log, in, false, sums, sizeof sums);
    writer_contents(&log, out, true, sums, sizeof sums);
    writer_block(&log, 0);
    for (uint32_t s = 0; s < 3; ++s)
        write_step(&log, s, sites);
    for (uint32_t i = 0; i < 2; ++i) {
        writer_access(&log, 0, 0, sites[i], i ? PROGRAM_STORE : PROGRAM_LOAD,
                      i ? out : in, 4, 30 + i);
        for (uint32_t t = 0; t < 4; ++t)
            writer_lane(&log, t, 4 * t, sums + t, 4, 0);
    }
    writer_end(&log, 16);
    Trace *trace = writer_trace(&log, &error);
    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    writer_free(&log);
    if (whole) {
        add_members(trace);
        add_results(trace);
    }
    return trace;
}
