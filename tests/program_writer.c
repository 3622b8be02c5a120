/* SPDX-License-Identifier: MIT */
#include "program_writer.h"

#include <glib.h>
#include <stdio.h>
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

/* ---- Logs as text ---------------------------------------------------------*/

static uint64_t pc_of(const char *text)
{
    unsigned line = 0, place = 0;

    if (*text == 'e')
        return 0x20000;
    sscanf(text + (*text == 'd'), "%u.%u", &line, &place);
    return (*text == 'd' ? 0x10000 : 0) + 16 * line + place + 1;
}

static uint32_t site_of(ProgramWriter *writer, const char *text)
{
    const char *called = strchr(text, '>');
    uint32_t i = 0;

    while (writer->names[i][0] && strcmp(writer->names[i], text) != 0)
        ++i;
    if (writer->names[i][0])
        return i;
    g_strlcpy(writer->names[i], text, sizeof writer->names[i]);
    return writer_site_called(writer, called ? pc_of(text) : 0,
                              pc_of(called ? called + 1 : text));
}

static uint32_t number_of(const char *text)
{
    return (uint32_t)strtoul(text, NULL, 0);
}

static const struct {
    const char *name, *type;
    ElementKind kind;
    uint32_t bytes;
} elements[] = {{"i32", "int", ELEMENT_I32, 4},
                {"u32", "unsigned", ELEMENT_U32, 4},
                {"f32", "float", ELEMENT_F32, 4},
                {"f64", "double", ELEMENT_F64, 8},
                {"u8", "unsigned char", ELEMENT_U8, 1}};

static size_t element_of(const char *name)
{
    size_t i = 0;

    while (strcmp(elements[i].name, name) != 0)
        BASE_CHECK(++i < G_N_ELEMENTS(elements));
    return i;
}

/* LANE@OFFSET=WORD/WORD:WHOLE */
static void add_lane(ProgramWriter *writer, const char *text)
{
    uint32_t words[4] = {0}, count = 0;
    char *end;
    uint32_t lane = (uint32_t)strtoul(text, &end, 0);
    uint64_t offset = end[1] == '+' ? 16 * writer->block : 0;

    offset += strtoul(end + 1, &end, 0);
    do
        words[count++] = (uint32_t)strtoul(end + 1, &end, 0);
    while (*end == '/');
    writer_lane(writer, lane, offset, words, sizeof words,
                *end ? number_of(end + 1) : 0);
}

/* LANE.LOCAL=VALUE, with ^DEPTH in a call, or LANE.LOCAL!^DEPTH where it ends.
 */
static ProgramChange change_of(const ProgramWriter *writer, const char *text)
{
    char *end;
    ProgramChange change = {.lane = (uint8_t)strtoul(text, &end, 0)};

    change.local = (uint16_t)strtoul(end + 1, &end, 0);
    change.ends = *end++ == '!';
    if (*end == '&')
        change.value = WRITER_SHARED * (writer->block + UINT64_C(1));
    if (!change.ends)
        change.value += strtoull(end + (*end == '&'), &end, 0);
    if (*end == '^')
        change.depth = (uint8_t)number_of(end + 1);
    return change;
}

static void add_line(ProgramWriter *writer, char **word)
{
    static const char *const accesses[] = {"load", "store", "atomic",
                                           "shuffle"};
    uint32_t block = writer->block;

    if (word[1] && strcmp(word[1], ".") != 0)
        block = number_of(word[1]);

    if (strcmp(word[0], "launch") == 0) {
        g_autofree char *arguments = g_strjoinv(" ", word + 4);
        writer_launch(writer, word[1], number_of(word[2]), number_of(word[3]),
                      arguments);
    } else if (strcmp(word[0], "array") == 0) {
        size_t e = element_of(word[1]);
        writer_array(writer, elements[e].kind, elements[e].bytes,
                     number_of(word[2]), number_of(word[3]));
    } else if (strcmp(word[0], "variable") == 0) {
        size_t e = element_of(word[2]);
        uint32_t bytes = number_of(word[3]), count = bytes / elements[e].bytes;
        g_autofree char *type =
            g_strdup_printf("%s [%u]", elements[e].type, count);
        writer_variable(writer, word[1], type, 0, bytes, elements[e].kind,
                        elements[e].bytes, count, 0);
    } else if (strcmp(word[0], "block") == 0) {
        memset(writer->times, 0, sizeof writer->times);
        writer_block(writer, block);
    } else if (strcmp(word[0], "barrier") == 0) {
        writer_barrier(writer, block, site_of(writer, word[2]));
    } else if (strcmp(word[0], "contents") == 0) {
        uint32_t words[4] = {0}, count = 0;
        for (; word[3 + count]; ++count)
            words[count] = number_of(word[3 + count]);
        writer_contents(writer, number_of(word[1]), number_of(word[2]) != 0,
                        words, count * sizeof *words);
    } else if (strcmp(word[0], "end") == 0) {
        writer_end(writer, number_of(word[1]));
    } else if (strcmp(word[0], "locals") == 0) {
        ProgramChange changes[8] = {{0}};
        uint32_t count = 0;
        for (; word[3 + count]; ++count)
            changes[count] = change_of(writer, word[3 + count]);
        writer_changes(writer, block, number_of(word[2]), changes, count);
    }
    for (uint32_t kind = 0; kind < G_N_ELEMENTS(accesses); ++kind) {
        if (strcmp(word[0], accesses[kind]) != 0)
            continue;
        uint32_t site = site_of(writer, word[3]);
        writer_access(writer, block, number_of(word[2]), site,
                      (ProgramAccessKind)kind,
                      word[4][0] == 's' ? PROGRAM_SHARED : number_of(word[4]),
                      number_of(word[5]), writer->times[site]++);
        for (int i = 6; word[i]; ++i)
            add_lane(writer, word[i]);
    }
}

void writer_lines(ProgramWriter *writer, const char *lines)
{
    g_auto(GStrv) line = g_strsplit(lines, "\n", -1);

    for (int i = 0; line[i]; ++i) {
        g_auto(GStrv) words = g_strsplit(line[i], " ", -1);
        if (words[0])
            add_line(writer, words);
    }
}

ProgramWriter writer_of(const char *lines)
{
    ProgramWriter writer;

    writer_begin(&writer);
    writer_lines(&writer, lines);
    return writer;
}

/* ---- Traces ---------------------------------------------------------------*/

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

Trace *writer_done(ProgramWriter *writer)
{
    Error error = {0};
    Trace *trace = writer_trace(writer, &error);

    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    writer_free(writer);
    return trace;
}

Trace *writer_locals_trace(void)
{
    ProgramWriter log = writer_of(
        "launch scan 1 4 \nvariable temp i32 16\nblock 0\n"
        "locals 0 0 1.0=12 1.1=0 1.2=0x3fe0000000000000 1.3=1\n"
        "load 0 0 5.0 s 4 1@4=5\nlocals 0 0 1.0=13 1.4=77^1\n"
        "load 0 0 5.0 s 4 1@4=5\nlocals 0 0 1.4!^1\nload 0 0 5.0 s 4 1@4=5\n"
        "load 0 0 5.0 s 4 0@0=5 1@4=5\nend 16");

    return writer_done(&log);
}

static void write_steps(ProgramWriter *log, uint32_t steps)
{
    for (uint32_t s = 0; s < steps; ++s) {
        GString *lines = g_string_new("locals 0 0");
        for (uint32_t t = 0; t < 4; ++t) {
            g_string_append_printf(lines, " %u.0=%u", t, 100 * s + t);
            if ((s + t) % 3 == 0)
                g_string_append_printf(lines, " %u.3=%d", t, s % 2 == 0);
        }
        for (uint32_t i = 0; i < 6; ++i) {
            g_string_append_printf(lines, "\n%s 0 0 %u.0 s 4",
                                   i % 2 ? "store" : "load", 5 + i % 2);
            for (uint32_t t = i / 4; t < 4; ++t) /* then all but T0 */
                g_string_append_printf(lines, " %u@%u=%u", t, 4 * t, s);
        }
        g_string_append(lines, "\nbarrier 0 5.0");
        writer_lines(log, lines->str);
        g_string_free(lines, TRUE);
    }
}

Trace *writer_steps_trace(void)
{
    ProgramWriter log =
        writer_of("launch scan 1 4 \nvariable temp i32 16\nblock 0");

    write_steps(&log, 10);
    writer_end(&log, 16);
    return writer_done(&log);
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
    ProgramWriter log =
        writer_of("launch scan 1 4 in, out\narray i32 16 1\narray i32 16 2\n"
                  "variable temp i32 16\ncontents 0 0 1 3 6 10\n"
                  "contents 1 1 1 3 6 10\nblock 0");

    write_steps(&log, 3);
    writer_lines(&log, "load 0 0 5.0 0 4 0@0=1 1@4=3 2@8=6 3@12=10\n"
                       "store 0 0 6.0 1 4 0@0=1 1@4=3 2@8=6 3@12=10\nend 16");
    Trace *trace = writer_done(&log);
    if (whole) {
        add_members(trace);
        add_results(trace);
    }
    return trace;
}
